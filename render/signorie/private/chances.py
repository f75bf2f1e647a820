"""What the dice of a colour that may be taken open, and how that looks in the question for a die."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engines.signorie.view import Closed, Column, Mat, View
from render.kit.colour import INK
from render.kit.look import Lang
from render.kit.scene import BODY, DETAIL, Node, Sprite, Text
from render.kit.text import Fitted, fit
from render.kit.tokens import Die
from render.signorie import theme
from render.signorie.catalogue import sentence
from render.signorie.private.die_pool import cost


@dataclass(frozen=True, slots=True)
class Tone:
    """How the fields of a column look: dark where its colour has no die that may be taken."""

    dark: bool

    def paper(self, colour: str) -> str:
        return theme.PAST if self.dark else colour

    @property
    def ink(self) -> str:
        return theme.PAST_SIGN if self.dark else INK


@dataclass(frozen=True, slots=True)
class Chances:
    """What the dice of a colour that may be taken (`mine`, by their pips) open.

    actions: what the cheapest makes possible; closed: what it does not; needs: of the actions those for which only dice
    of so many pips and more leave the money. left: the florins that each die leaves
    """

    color: str
    mine: Sequence[int]
    actions: Sequence[str]
    closed: Mapping[str, Closed]
    needs: Mapping[str, int]
    left: Mapping[int, int]

    def pays(self, price: int) -> int | None:
        """The fewest pips of a die that leaves so much; None: none does."""
        return next((pips for pips in sorted(self.mine) if self.left[pips] >= price), None)

    def enough(self, pips: int | None) -> Iterator[Node]:
        """At (0, 0) the die that it takes, or the first of those that do; nothing where all of them do."""
        if pips is None or pips == min(self.mine):
            return
        more = any(other > pips for other in self.mine)
        yield Sprite(13 if more else 0, 0, Die(theme.DICE[self.color], pips, 34))
        if more:
            yield Text(-5, 0, "≥", DETAIL, INK, "r", room=28)


def chances_of(view: View, column: Column, player: Mat, mine: Sequence[int]) -> Chances:
    opening = next((opening for opening in view.openings if opening.color == column.color), None)
    left = {pips: player.florins - cost(view, column, pips) for pips in mine}
    if opening is None:
        return Chances(column.color, mine, (), {}, {}, left)
    closed = {shut.action: shut for shut in opening.closed}
    return Chances(column.color, mine, opening.actions, closed, dict(opening.from_pips), left)


def why_closed(action: str, chances: Chances, lang: Lang) -> str | None:
    """Why an action is closed though a die of its colour may be taken; None if there is nothing to say."""
    shut = chances.closed.get(action)
    if shut is None or not chances.mine:
        return None
    return sentence(f"die.why.{shut.why}", lang, n=shut.short or 0)


def reason(words: str, room: float) -> Fitted:
    """One large line, or two smaller ones."""
    whole = fit(words, room, BODY)
    return whole if whole.size == BODY else fit(words, room, DETAIL, 2)
