"""Phrases for one reader: players, areas, spaces, tracks, cards, and the places of options."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.kernel import LETTERS
from engines.quo_vadis.data.content import CONTENT, RESOURCES
from engines.quo_vadis.table.geometry import SLOTS
from engines.quo_vadis.view import AreaView, PlayerView, PlayView, SpaceView, View
from render.kit import phrases as kit_phrases


@dataclass(frozen=True, slots=True)
class Phrases(kit_phrases.PhraseBook):
    """Phrases about one View in the language of the RenderContext. Players are named as `B Marco`."""

    view: View  # the table as the reader of `ctx` sees it
    game = "quo_vadis"

    def name_player(self, seat: int) -> str:
        return f"{LETTERS[seat]} {self.ctx.names[seat]}"

    @property
    def nothing(self) -> tuple[str, ...]:
        return (self.render_phrase("alt.nothing"),)

    # ------------------------------------------------------------------ the map

    def describe_area(self, area: AreaView) -> str:
        """Describe an area: terrains, token, controllers, and the pieces on each space."""
        terrains = tuple(self.render_noun(f"terrain.{space.terrain}") for space in area.spaces)
        rest = ""
        if area.token is not None:
            rest += self.render_phrase("words.token", terrain=self.render_noun(f"terrain.{area.token}"))
        if area.controllers:
            rest += self.render_phrase("words.controls", seats=tuple(LETTERS[seat] for seat in area.controllers))
        line = self.render_phrase("words.area", area=area.id, terrains=terrains, rest=rest)
        spaces = [
            self.render_phrase("words.space", slot=self.render_noun(f"slot.{slot}"), pieces=tuple(pieces))
            for slot, space in zip(SLOTS, area.spaces, strict=True)
            if (pieces := [*self.describe_pieces(space)])
        ]
        return self.render_phrase("words.filled", area=line, spaces=self.join_items(spaces)) if spaces else line

    def name_space(self, area: str, slot: str) -> str:
        """Return the name of a space as in the engine's messages."""
        return self.render_phrase("words.square", area=area, slot=self.render_noun(f"slot.{slot}"))

    def describe_pieces(self, space: SpaceView) -> Iterator[str]:
        for seat, number in enumerate(space.workers):
            if number:
                yield self.render_phrase(
                    "words.workers" if number > 1 else "words.worker", letter=LETTERS[seat], n=number
                )
        if space.town is not None:
            key = "words.town" if space.town.population else "words.ruin"
            yield self.render_phrase(key, letter=LETTERS[space.town.owner], population=space.town.population)

    # ------------------------------------------------------------------ a player

    def describe_tracks(self, player: PlayerView) -> str:
        """Describe the tracks: `morale 2/6, food 3/6, faith 0/6, wrath 1/5`."""
        rows = [(name, player.stock[name], player.maxima.get(name, 0)) for name in RESOURCES]
        return self.render_phrase(
            "alt.tracks",
            tracks=tuple(
                self.render_phrase("alt.track", track=self.render_noun(f"resource.{name}"), n=n, most=maximum)
                for name, n, maximum in (*rows, ("wrath", player.wrath, player.max_wrath))
            ),
        )

    def describe_stacks(self, player: PlayerView) -> tuple[str, ...]:
        """Describe each generation: its cards from the oldest to the top, equal ones counted."""
        return tuple(self._describe_stack(stack) for stack in player.generations) or self.nothing

    def _describe_stack(self, stack: tuple[str, ...]) -> str:
        """Describe a stack by its top card and its cards: `Miracle (4: Labour ×2, Blessing, Miracle)`."""
        top = self.render_noun(f"kind.{stack[-1]}")
        if len(stack) == 1:
            return top
        runs: list[tuple[str, int]] = []
        for kind in stack:
            runs = [*runs[:-1], (kind, runs[-1][1] + 1)] if runs and runs[-1][0] == kind else [*runs, (kind, 1)]
        cards = tuple(
            self.render_phrase("words.stack", kind=self.render_noun(f"kind.{kind}"), n=n)
            if n > 1
            else self.render_noun(f"kind.{kind}")
            for kind, n in runs
        )
        return self.render_phrase("words.generation", top=top, n=len(stack), cards=cards)

    def list_skill_names(self, ids: tuple[str, ...] | None, spent: tuple[str, ...] = ()) -> tuple[str, ...]:
        return (
            tuple(
                self.render_phrase("words.spent", skill=self.render_noun(f"skill.{skill}"))
                if skill in spent
                else self.render_noun(f"skill.{skill}")
                for skill in ids or ()
            )
            or self.nothing
        )

    def describe_play(self, kind: str, play: PlayView) -> str:
        """Describe the effect of a card: actions and their yield."""
        line = CONTENT.kinds[kind]
        if kind == "prosperity":
            return self.render_phrase("alt.play_vp", n=play.actions, vp=play.vp)
        if line.gives is None:
            return self.render_phrase("alt.play_moves", n=play.actions)
        return self.render_phrase(
            "alt.play_gain", n=play.actions, resource=self.render_noun(f"resource.{line.gives}"), gain=play.cubes
        )

    # ------------------------------------------------------------------ options

    def describe_place(self, place: str) -> str:
        """Return the name of the place of an option. Raises ValueError for an unknown place."""
        match place.split(":"):
            case ["area", area]:
                return area
            case ["strike", area]:
                return self.render_phrase("alt.strike", area=area)
            case ["bid", morale]:
                return self.render_phrase("alt.morale", n=int(morale))
            case ["cube", resource, amount]:
                return f"{self.render_noun(f'resource.{resource}')} {amount}"
            case ["space", area, slot]:
                return self.name_space(area, slot)
            case ["spaces", area, slots]:
                return self.render_phrase("alt.both").join(self.name_space(area, slot) for slot in slots.split("+"))
            case ["hand", kind]:
                return self.render_noun(f"kind.{kind}")
            case ["change", kind]:
                return self.render_phrase("alt.changing", kind=self.render_noun(f"kind.{kind}"))
            case ["skill", id]:
                return self.render_noun(f"skill.{id}")
            case ["track", track]:
                return self.render_noun(f"resource.{track}")
            case ["swap", source, target]:
                return self.render_phrase(
                    "alt.swap",
                    source=self.render_noun(f"resource.{source}"),
                    target=self.render_noun(f"resource.{target}"),
                )
        raise ValueError(f"unknown place {place!r}")
