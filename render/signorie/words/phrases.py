"""Things on the table as words for one reader: seats, dice, tiles, meeples, and the places of options."""

from collections.abc import Iterable
from dataclasses import dataclass

from engines.kernel import LETTERS
from engines.signorie.data.content import CONTENT
from engines.signorie.table.state import Tile
from engines.signorie.view import View
from render.kit import phrases as kit


@dataclass(frozen=True, slots=True)
class Phrases(kit.Phrases):
    """Words about one View in the language of one Look; seats are named as `B Marco`, or `B` where they recur."""

    view: View
    game = "signorie"

    def seat(self, seat: int) -> str:
        return self.say("phrase.seat", letter=LETTERS[seat], name=self.look.names[seat])

    def men(self, seat: int, count: int) -> str:
        """Men of one seat on a slot: `B`, `B×2`."""
        return LETTERS[seat] if count == 1 else f"{LETTERS[seat]}×{count}"

    def turn(self) -> str:
        """Whose turn it is, who chooses a reward, or who has won."""
        view = self.view
        if view.turn is None:
            first = view.scores[0]
            return self.say("phrase.over", who=self.seat(first.seat), vp=first.total)
        return self.say(f"phrase.{view.phase}", who=self.seat(view.turn))

    def color(self, color: str) -> str:
        return self.noun(f"die_colors.{color}")

    def dice(self, dice: Iterable[tuple[str, int]]) -> tuple[str, ...]:
        return tuple(self.say("phrase.die", color=self.color(color), pips=pips) for color, pips in dice)

    def tile(self, tile: Tile) -> str:
        return self.say("phrase.tile", house=self.noun(f"houses.{tile.house}"), value=tile.value)

    def people(self, men: int, women: int) -> str:
        return self.say("phrase.people", men=men, women=women)

    def city(self, city: str) -> str:
        return self.noun(f"cities.{city}")

    def row(self, row: str) -> str:
        """A row of the plan."""
        return self.noun("terms.wedding_row") if row == "wedding" else self.say("phrase.row", career=self.track(row))

    def track(self, track: str) -> str:
        return self.noun(f"terms.{track}")

    def slot(self, track: str, number: int) -> str:
        """A slot of a track by the number that is printed on it; two of initiative have none."""
        if track != "initiative":
            return str(CONTENT.data.career_track.vp[number - 1])
        if number < 2:
            return self.say(f"phrase.slot.{number}")
        return str(CONTENT.data.initiative_track.vp[number])

    def helper(self, helper_id: str) -> str:
        return self.noun(f"helper_labels.{helper_id}")

    def place(self, place: str) -> str:
        """The place of an option (`engines.signorie.view`) by the name of what lies there. ValueError for others."""
        kind, *rest = place.split(":")
        match kind, rest:
            case "die", [color, pips]:
                return self.say("phrase.die", color=self.color(color), pips=int(pips))
            case "assign", [slot]:
                lies = next(assignment for assignment in self.view.assignments if assignment.slot == slot)
                return self.say("phrase.assignment", tile=self.noun(f"assignment_labels.{lies.tile}"))
            case "city", [city]:
                return self.city(city)
            case "track", [track, slot]:
                return self.say("phrase.step", track=self.track(track), slot=self.slot(track, int(slot)))
            case "track", [track, "0", end] if track != "initiative":
                return self.say("since.came", track=self.track(track), slot=self.slot(track, int(end)))
            case "track", [track, start, end]:
                slots = self.slot(track, int(start)), self.slot(track, int(end))
                return self.say("since.step", track=self.track(track), start=slots[0], end=slots[1])
            case "reward", [number]:
                return self._reward(int(number))
            case "reward", [_, "florins"]:
                return self.say("phrase.florins")
            case "mat", [_, "signoria", color]:
                column = next(column for column in CONTENT.data.column if column.color == color)
                return self.say("phrase.signoria", action=self.noun(f"signoria_labels.{column.signoria}"))
            case "mat", [_, "helper", id]:
                return self.say("phrase.helper", helper=self.helper(id))
            case "mat", [_, "son", n]:
                return self.say("phrase.son", n=n)
            case "mat", [_, "row", row]:
                return self.row(row)
        raise ValueError(f"unknown place {place!r}")

    def _reward(self, number: int) -> str:
        tile = next(slot.tile for slot in self.view.rewards if slot.number == number)
        label = self.noun(f"reward_labels.{tile}") if tile else str(number)
        return self.say("phrase.reward", tile=label)
