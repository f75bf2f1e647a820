"""The actions printed on a card: their signs, with their names if they fit."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, product

from engines.pax_pamir.data.content import compute_least_cost
from engines.pax_pamir.data.types import CourtCard
from engines.pax_pamir.view import PlayerView
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.cards.market import build_coin
from render.pax_pamir.catalogue import render_noun
from render.pax_pamir.private.targets import OptionCell

_SHARES = (1.0, 0.82, 0.68)  # shares to which signs shrink, to leave space for names
_NAME_GAP, _SIGN_GAP = 14, 6  # px from an action with its name to the next; px between signs without names


@dataclass(frozen=True, slots=True)
class ActionLayout:
    """The layout of a card's actions in lines."""

    names: tuple[str, ...]
    """Name of each action; empty: the sign alone."""
    size: int
    """Text size."""
    sign_r: float
    """Radius of the signs."""
    lines: tuple[range, ...]
    """Indexes of the actions in each line."""

    @property
    def pitch(self) -> float:
        """Distance from line to line."""
        return max(2 * self.sign_r + 4, self.size + 4)

    def measure_action(self, i: int) -> float:
        """Return the width of a sign with its name, and the gap behind it."""
        return 2 * self.sign_r + (
            8 + kit.measure_text(self.names[i], self.size) + _NAME_GAP if self.names[i] else _SIGN_GAP
        )


def layout_actions(
    card: CourtCard, cell: OptionCell, w: float, h: float, ctx: kit.RenderContext
) -> ActionLayout | None:
    """Lay out the actions with their names in few lines, as large as `w` and `h` allow. None if they do not fit.

    Signs shrink to leave space for the names.
    """
    words = list_action_names(card, ctx)
    sizes = [(kit.KEY, 1.0)] * cell.is_large + [(size, share) for size in (kit.DETAIL, kit.MICRO) for share in _SHARES]
    for size, share in sizes:
        for lines in _iter_line_breaks(len(words)):
            layout = ActionLayout(words, size, share * cell.sign_h / 2, lines)
            fits_height = len(lines) * layout.pitch <= h + 4
            if fits_height and all(
                sum(map(layout.measure_action, line)) - _SIGN_GAP <= w + _NAME_GAP - _SIGN_GAP for line in lines
            ):
                return layout
    return None


def layout_bare_signs(card: CourtCard, cell: OptionCell) -> ActionLayout:
    """Lay out only the signs of the actions, in one line."""
    number = len(card.actions)
    return ActionLayout(("",) * number, kit.BODY, cell.sign_h / 2, (range(number),))


def draw_actions(card: CourtCard, left: float, foot: float, layout: ActionLayout) -> Iterator[kit.Node]:
    """Draw the actions from the left edge on, the last line above `foot`."""
    for nth, line in enumerate(layout.lines):
        middle, x = foot - layout.sign_r - (len(layout.lines) - 1 - nth) * layout.pitch, left
        for i in line:
            yield kit.Sprite(x + layout.sign_r, middle, build_action_disc(card, card.actions[i], layout.sign_r))
            words = layout.names[i]
            if words:
                yield kit.TextRun(
                    x + 2 * layout.sign_r + 8,
                    middle,
                    words,
                    layout.size,
                    theme.INK,
                    max_width=kit.measure_text(words, layout.size) + 4,
                )
            x += layout.measure_action(i)


def build_action_disc(card: CourtCard, action: str, r: float) -> kit.IconDisc:
    """Build the disc of an action."""
    colour = theme.SUITS[card.suit]
    return kit.IconDisc(action, r, 1.4 * r, colour, kit.pick_ink(colour))


def list_action_names(card: CourtCard, ctx: kit.RenderContext) -> tuple[str, ...]:
    """Return the names of a card's actions."""
    return tuple(render_noun(f"action.{action}", ctx.lang) for action in card.actions)


def _iter_line_breaks(number: int) -> Iterator[tuple[range, ...]]:
    """Yield all ways to break `number` actions into lines, fewest lines first."""
    for lines in range(1, max(1, number) + 1):
        for ends in reversed([*combinations(range(1, number), lines - 1)]):
            yield tuple(range(start, end) for start, end in pairwise((0, *ends, number)))


_RIM = 6  # px around a number
_FIELD_GAP, _BEFORE_NAME, _AFTER_NAME = 8, 8, 14  # px from field to field; before a name; behind it
_NO_NAME = 6  # px behind the sign of a field without a name
_LEADING = 1.15
_COIN = 0.56  # radius of a price as a share of the text size
_LARGE = ((kit.KEY, 28.0, 27.0),)
_SIZES = (
    (kit.BODY, 24.0, 22.0),
    (kit.BODY, 22.0, 18.0),
    (kit.DETAIL, 22.0, 18.0),
    (kit.DETAIL, 20.0, 14.0),
    (kit.MICRO, 20.0, 12.0),
)
"""Text size, radius of the numbers, radius of the signs."""


@dataclass(frozen=True, slots=True)
class FieldsLayout:
    """The layout of a card's action fields."""

    names: tuple[str, ...]
    """Name of each action."""
    prices: tuple[int, ...]
    """Least cost of each action in rupees; 0: no price is drawn."""
    size: int
    """Text size."""
    number_r: float
    """Radius of the numbers."""
    sign_r: float
    """Radius of the signs; 0: no signs."""
    has_names_below: bool
    """Names are below number and sign instead of behind them."""
    replaces_signs: bool = False
    """A price replaces the sign of its action."""

    @property
    def h(self) -> float:
        line_h = 2 * (self.number_r + _RIM)
        return line_h + _LEADING * self.size + 2 if self.has_names_below else line_h

    @property
    def coin_r(self) -> float:
        """Radius of a price."""
        return _COIN * self.size

    def has_sign(self, price: int) -> bool:
        """Tell whether an action with this price has its sign."""
        return self.sign_r > 0 and not (price and self.replaces_signs)

    def measure_field(self, words: str, price: int) -> float:
        """Return the width of one field."""
        signs_w = 2 * (self.number_r + _RIM) + (2 + 2 * self.sign_r if self.has_sign(price) else 0)
        price_w = 2 * self.coin_r + 4 if price else 0
        if self.has_names_below:
            return max(signs_w + price_w + 4, kit.measure_text(words, self.size) + 10)
        name_w = (
            _BEFORE_NAME + kit.measure_text(words, self.size) + _AFTER_NAME
            if self.sign_r
            else kit.measure_text(words, self.size) + _BEFORE_NAME
        )
        return signs_w + (name_w if words else _NO_NAME) + price_w

    @property
    def w(self) -> float:
        return sum(map(self.measure_field, self.names, self.prices)) + _FIELD_GAP * (len(self.names) - 1)


def layout_fields(
    card: CourtCard,
    player: PlayerView,
    options: Mapping[str, kit.Mark],
    w: float,
    h: float,
    ctx: kit.RenderContext,
    is_large: bool = False,
) -> FieldsLayout | None:
    """Lay out the fields as large as w and h allow, each name behind its sign or below it. None if they do not fit.

    If necessary prices replace the signs, or are left out.
    """
    words = _list_open_names(card, options, ctx)
    sizes = (*(_LARGE if is_large else ()), *_SIZES)
    least_prices, no_prices = (
        tuple(compute_least_cost(action, player.gifts) for action in _list_open_actions(card, options)),
        (0,) * len(words),
    )
    for (prices, prices_replace_signs), (size, r, radius) in product(
        ((least_prices, False), (least_prices, True), (no_prices, False)), sizes
    ):
        for names_below in (True,) if prices_replace_signs else (False, True):
            layout = FieldsLayout(words, prices, size, r, radius, names_below, prices_replace_signs)
            if layout.w <= w and layout.h <= h + 4:
                return layout
    return None


def layout_lowest_fields(
    card: CourtCard, player: PlayerView, options: Mapping[str, kit.Mark], w: float, ctx: kit.RenderContext
) -> FieldsLayout:
    """Lay out the fields as low as possible, in one line; if that is too wide, without signs, or else without names."""
    words = _list_open_names(card, options, ctx)
    lowest = FieldsLayout(words, (0,) * len(words), *_SIZES[-1], has_names_below=False)
    fitting = layout_fields(card, player, options, w, lowest.h, ctx)
    if fitting is not None:
        return fitting
    names_alone = replace(lowest, sign_r=0)
    return names_alone if names_alone.w <= w else replace(lowest, names=("",) * len(words))


def _list_open_actions(card: CourtCard, options: Mapping[str, kit.Mark]) -> list[str]:
    """Return the card's actions that can be taken, in printed order."""
    return [action for action in card.actions if action in options]


def _list_open_names(card: CourtCard, options: Mapping[str, kit.Mark], ctx: kit.RenderContext) -> tuple[str, ...]:
    return tuple(render_noun(f"action.{action}", ctx.lang) for action in _list_open_actions(card, options))


def draw_fields(
    card: CourtCard, options: Mapping[str, kit.Mark], left: float, foot: float, layout: FieldsLayout
) -> Iterator[kit.Node]:
    """Draw the fields from the left edge on, above `foot`, in the order printed on the card."""
    top, r = foot - layout.h, layout.number_r + _RIM
    for action, words, price in zip(_list_open_actions(card, options), layout.names, layout.prices, strict=True):
        w, mark = layout.measure_field(words, price), options[action]
        x, y = left + r, top + r
        yield kit.Box(left, top, w, layout.h, 14 if layout.has_names_below else r, theme.POCKETS[card.suit])
        if layout.has_sign(price):
            yield kit.Sprite(x + r + 2 + layout.sign_r, y, build_action_disc(card, action, layout.sign_r))
        if layout.has_names_below:
            yield kit.TextRun(
                left + w / 2, y + r + layout.size / 2, words, layout.size, theme.INK, "m", max_width=w - 4
            )
        elif words:
            yield kit.TextRun(
                x + r + 2 + (2 * layout.sign_r + _BEFORE_NAME if layout.sign_r else 0),
                y,
                words,
                layout.size,
                theme.INK,
                max_width=w,
            )
        if price:
            end = left + w - (_AFTER_NAME - 4 if layout.sign_r else 4) - 2 * layout.coin_r
            after_sign = x + r + 4 + (2 + 2 * layout.sign_r if layout.has_sign(price) else 0)
            coin_x = after_sign if layout.has_names_below else end
            yield kit.Sprite(coin_x + layout.coin_r, y, build_coin(price, layout.coin_r))
        yield kit.Anchor(mark.own_anchor, kit.Placement(left, top, w, layout.h, r, (x, y), layout.number_r))
        left += w + _FIELD_GAP
