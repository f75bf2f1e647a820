"""Names of seats, dice, tiles, meeples and places of options in a reader's language."""

from collections.abc import Iterable
from dataclasses import dataclass

from engines.kernel import LETTERS
from engines.signorie.data.content import CONTENT
from engines.signorie.table.state import Tile
from engines.signorie.view import View
from render.kit import phrases as kit_phrases


@dataclass(frozen=True, slots=True)
class Phrases(kit_phrases.PhraseBook):
    """Phrases about one View in the language of a RenderContext. Seats are `B Marco`, or `B` where they recur."""

    view: View  # of this game, the same for every reader (R14)
    game = "signorie"

    def name_seat(self, seat: int) -> str:
        return self.render_phrase("phrase.seat", letter=LETTERS[seat], name=self.ctx.names[seat])

    def name_men(self, seat: int, count: int) -> str:
        """Return the men of one seat on a slot, e.g. `B` or `B×2`."""
        return LETTERS[seat] if count == 1 else f"{LETTERS[seat]}×{count}"

    def describe_turn(self) -> str:
        """Describe the turn: the seat that acts or chooses a reward, or after the end the winner."""
        view = self.view
        if view.turn is None:
            first = view.scores[0]
            return self.render_phrase("phrase.over", who=self.name_seat(first.seat), vp=first.total)
        return self.render_phrase(f"phrase.{view.phase}", who=self.name_seat(view.turn))

    def name_color(self, color: str) -> str:
        return self.render_noun(f"die_colors.{color}")

    def name_dice(self, dice: Iterable[tuple[str, int]]) -> tuple[str, ...]:
        return tuple(self.render_phrase("phrase.die", color=self.name_color(color), pips=pips) for color, pips in dice)

    def name_tile(self, tile: Tile) -> str:
        return self.render_phrase("phrase.tile", house=self.render_noun(f"houses.{tile.house}"), value=tile.value)

    def name_people(self, men: int, women: int) -> str:
        return self.render_phrase("phrase.people", men=men, women=women)

    def name_city(self, city: str) -> str:
        return self.render_noun(f"cities.{city}")

    def name_row(self, row: str) -> str:
        """Return the name of a row of the plan."""
        return (
            self.render_noun("terms.wedding_row")
            if row == "wedding"
            else self.render_phrase("phrase.row", career=self.name_track(row))
        )

    def name_track(self, track: str) -> str:
        return self.render_noun(f"terms.{track}")

    def name_slot(self, track: str, number: int) -> str:
        """Return the printed number of a slot; a name for the two initiative slots without a number."""
        if track != "initiative":
            return str(CONTENT.data.career_track.vp[number - 1])
        if number < 2:
            return self.render_phrase(f"phrase.slot.{number}")
        return str(CONTENT.data.initiative_track.vp[number])

    def name_helper(self, helper_id: str) -> str:
        return self.render_noun(f"helper_labels.{helper_id}")

    def describe_place(self, place: str) -> str:
        """Describe the place of an option (`engines.signorie.view`). ValueError for an unknown place."""
        kind, *rest = place.split(":")
        match kind, rest:
            case "die", [color, pips]:
                return self.render_phrase("phrase.die", color=self.name_color(color), pips=int(pips))
            case "assign", [slot]:
                slot_assignment = next(assignment for assignment in self.view.assignments if assignment.slot == slot)
                return self.render_phrase(
                    "phrase.assignment", tile=self.render_noun(f"assignment_labels.{slot_assignment.tile}")
                )
            case "city", [city]:
                return self.name_city(city)
            case "track", [track, slot]:
                return self.render_phrase(
                    "phrase.step", track=self.name_track(track), slot=self.name_slot(track, int(slot))
                )
            case "track", [track, "0", end] if track != "initiative":
                return self.render_phrase(
                    "since.came", track=self.name_track(track), slot=self.name_slot(track, int(end))
                )
            case "track", [track, start, end]:
                slots = self.name_slot(track, int(start)), self.name_slot(track, int(end))
                return self.render_phrase("since.step", track=self.name_track(track), start=slots[0], end=slots[1])
            case "reward", [number]:
                return self._name_reward(int(number))
            case "reward", [_, "florins"]:
                return self.render_phrase("phrase.florins")
            case "mat", [_, "signoria", color]:
                column = next(column for column in CONTENT.data.column if column.color == color)
                return self.render_phrase(
                    "phrase.signoria", action=self.render_noun(f"signoria_labels.{column.signoria}")
                )
            case "mat", [_, "helper", id]:
                return self.render_phrase("phrase.helper", helper=self.name_helper(id))
            case "mat", [_, "son", n]:
                return self.render_phrase("phrase.son", n=n)
            case "mat", [_, "row", row]:
                return self.name_row(row)
        raise ValueError(f"unknown place {place!r}")

    def _name_reward(self, number: int) -> str:
        tile = next(slot.tile for slot in self.view.rewards if slot.number == number)
        label = self.render_noun(f"reward_labels.{tile}") if tile else str(number)
        return self.render_phrase("phrase.reward", tile=label)
