"""Main actions that the dice of a colour allow, and how the panel for the choice of a die shows them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engines.signorie.view import ClosedAction, Column, Mat, View
from render import kit
from render.signorie import theme
from render.signorie.catalogue import render_message
from render.signorie.private.die_pool import compute_cost


@dataclass(frozen=True, slots=True)
class Tone:
    """Colours of a field."""

    is_dark: bool  # no die of its colour may be taken, or none allows this action

    def choose_background(self, colour: str) -> str:
        return theme.PAST if self.is_dark else colour

    @property
    def ink(self) -> str:
        return theme.PAST_SIGN if self.is_dark else theme.INK


@dataclass(frozen=True, slots=True)
class DieColorActions:
    """The main actions that the dice of one colour allow the seat."""

    color: str  # id of the colour of the dice
    takeable: Sequence[int]
    """Pips of the dice that may be taken."""
    actions: Sequence[str]
    """Main actions possible with the cheapest of these dice."""
    closed_actions: Mapping[str, ClosedAction]
    """The other main actions, with the reasons."""
    min_pips: Mapping[str, int]
    """Minimum pips of actions for which dice of fewer pips leave too few florins."""
    florins_left: Mapping[int, int]
    """Pips -> florins left after taking the die."""

    def find_min_pips(self, price: int) -> int | None:
        """Return the fewest pips of a die that leaves `price` florins; None if no die does."""
        return next((pips for pips in sorted(self.takeable) if self.florins_left[pips] >= price), None)

    def draw_min_die(self, pips: int | None) -> Iterator[kit.Node]:
        """Draw at (0, 0) the only sufficient die, or "≥" and the lowest of several; nothing if all dice suffice."""
        if pips is None or pips == min(self.takeable):
            return
        has_higher = any(other > pips for other in self.takeable)
        yield kit.Sprite(13 if has_higher else 0, 0, kit.Die(theme.DICE[self.color], pips, 34))
        if has_higher:
            yield kit.TextRun(-5, 0, "≥", kit.DETAIL, theme.INK, "r", max_width=28)


def find_die_color_actions(view: View, column: Column, player: Mat, takeable: Sequence[int]) -> DieColorActions:
    opening = next((opening for opening in view.color_actions if opening.color == column.color), None)
    florins_left = {pips: player.florins - compute_cost(view, column, pips) for pips in takeable}
    if opening is None:
        return DieColorActions(column.color, takeable, (), {}, {}, florins_left)
    closed_actions = {closed_action.action: closed_action for closed_action in opening.closed_actions}
    return DieColorActions(
        column.color, takeable, opening.actions, closed_actions, dict(opening.min_pips), florins_left
    )


def explain_closed_action(action: str, color_actions: DieColorActions, lang: kit.Lang) -> str | None:
    """Return why an action is impossible although a die of its colour may be taken; None if there
    is no reason to show.
    """
    closed_action = color_actions.closed_actions.get(action)
    if closed_action is None:
        return None
    return render_message(f"die.why.{closed_action.why}", lang, n=closed_action.missing or 0)


def fit_reason(words: str, max_width: float) -> kit.FittedText:
    """Fit a reason into one large line, or two smaller ones."""
    one_line = kit.fit_text(words, max_width, kit.BODY)
    return one_line if one_line.size == kit.BODY else kit.fit_text(words, max_width, kit.DETAIL, 2)
