"""Things on the table as words for one reader: players, areas, spaces, tracks, cards, and the places of options."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.kernel import LETTERS
from engines.quo_vadis.data.content import CONTENT, RESOURCES
from engines.quo_vadis.table.geometry import SLOTS
from engines.quo_vadis.view import AreaView, PlayerView, PlayView, SpaceView, View
from render.kit import phrases as kit


@dataclass(frozen=True, slots=True)
class Phrases(kit.Phrases):
    """Words about one View in the language of one Look; players are named as `B Marco`."""

    view: View
    game = "quo_vadis"

    def player(self, seat: int) -> str:
        return f"{LETTERS[seat]} {self.look.names[seat]}"

    @property
    def nothing(self) -> tuple[str, ...]:
        return (self.say("alt.nothing"),)

    # ------------------------------------------------------------------ the map

    def area(self, area: AreaView) -> str:
        """Terrains, token, who controls it; then space by space what stands there."""
        terrains = tuple(self.noun(f"terrain.{space.terrain}") for space in area.spaces)
        rest = ""
        if area.token is not None:
            rest += self.say("words.token", terrain=self.noun(f"terrain.{area.token}"))
        if area.controllers:
            rest += self.say("words.controls", seats=tuple(LETTERS[seat] for seat in area.controllers))
        line = self.say("words.area", area=area.id, terrains=terrains, rest=rest)
        spaces = [
            self.say("words.space", slot=self.noun(f"slot.{slot}"), pieces=tuple(found))
            for slot, space in zip(SLOTS, area.spaces, strict=True)
            if (found := [*self.pieces(space)])
        ]
        return self.say("words.filled", area=line, spaces=self.series(spaces)) if spaces else line

    def square(self, area: str, slot: str) -> str:
        """A space as the engine's sentences call it."""
        return self.say("words.square", area=area, slot=self.noun(f"slot.{slot}"))

    def pieces(self, space: SpaceView) -> Iterator[str]:
        for seat, number in enumerate(space.workers):
            if number:
                yield self.say("words.workers" if number > 1 else "words.worker", letter=LETTERS[seat], n=number)
        if space.town is not None:
            key = "words.town" if space.town.population else "words.ruin"
            yield self.say(key, letter=LETTERS[space.town.owner], population=space.town.population)

    # ------------------------------------------------------------------ a player

    def tracks(self, player: PlayerView) -> str:
        """`morale 2/6, food 3/6, faith 0/6, wrath 1/5`"""
        rows = [(name, player.stock[name], player.maxima.get(name, 0)) for name in RESOURCES]
        return self.say(
            "alt.tracks",
            tracks=tuple(
                self.say("alt.track", track=self.noun(f"resource.{name}"), n=n, most=most)
                for name, n, most in (*rows, ("wrath", player.wrath, player.most_wrath))
            ),
        )

    def stacks(self, player: PlayerView) -> tuple[str, ...]:
        """Each generation: its cards from the oldest to the top, equal ones counted."""
        return tuple(self._stack(stack) for stack in player.generations) or self.nothing

    def _stack(self, stack: tuple[str, ...]) -> str:
        """The top card and how many there are: `Miracle (4: Labour ×2, Blessing, Miracle)`."""
        top = self.noun(f"kind.{stack[-1]}")
        if len(stack) == 1:
            return top
        runs: list[tuple[str, int]] = []
        for kind in stack:
            runs = [*runs[:-1], (kind, runs[-1][1] + 1)] if runs and runs[-1][0] == kind else [*runs, (kind, 1)]
        cards = tuple(
            self.say("words.stack", kind=self.noun(f"kind.{kind}"), n=n) if n > 1 else self.noun(f"kind.{kind}")
            for kind, n in runs
        )
        return self.say("words.generation", top=top, n=len(stack), cards=cards)

    def skills(self, ids: tuple[str, ...] | None, spent: tuple[str, ...] = ()) -> tuple[str, ...]:
        return (
            tuple(
                self.say("words.spent", skill=self.noun(f"skill.{skill}"))
                if skill in spent
                else self.noun(f"skill.{skill}")
                for skill in ids or ()
            )
            or self.nothing
        )

    def play(self, kind: str, play: PlayView) -> str:
        """What a card would do: actions and what they bring."""
        line = CONTENT.kinds[kind]
        if kind == "prosperity":
            return self.say("alt.play_vp", n=play.actions, vp=play.vp)
        if line.gives is None:
            return self.say("alt.play_moves", n=play.actions)
        return self.say("alt.play_gain", n=play.actions, resource=self.noun(f"resource.{line.gives}"), gain=play.gained)

    # ------------------------------------------------------------------ options

    def place(self, place: str) -> str:
        """The place of an option by the name of what lies there. ValueError for unknown ones."""
        match place.split(":"):
            case ["area", area]:
                return area
            case ["strike", area]:
                return self.say("alt.strike", area=area)
            case ["bid", morale]:
                return self.say("alt.morale", n=int(morale))
            case ["cube", resource, amount]:
                return f"{self.noun(f'resource.{resource}')} {amount}"
            case ["space", area, slot]:
                return self.square(area, slot)
            case ["hand", kind]:
                return self.noun(f"kind.{kind}")
            case ["change", kind]:
                return self.say("alt.changing", kind=self.noun(f"kind.{kind}"))
            case ["skill", id]:
                return self.noun(f"skill.{id}")
            case ["track", track]:
                return self.noun(f"resource.{track}")
            case ["swap", source, target]:
                return self.say(
                    "alt.swap", source=self.noun(f"resource.{source}"), target=self.noun(f"resource.{target}")
                )
        raise ValueError(f"unknown place {place!r}")
