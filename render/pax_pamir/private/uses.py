"""Actions of a card in the own court that can be taken now: each is a field of its own with its number, sign and word,
and what it costs at least.

Those that cannot be taken are left out, so that no field is no option.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from engines.pax_pamir.data.content import least_cost
from engines.pax_pamir.data.types import CourtCard
from engines.pax_pamir.view import PlayerView
from render.kit.colour import INK
from render.kit.look import Look, Mark
from render.kit.scene import BODY, DETAIL, KEY, MICRO, Anchor, Box, Node, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import measure
from render.pax_pamir import theme
from render.pax_pamir.cards.market import coin
from render.pax_pamir.catalogue import noun
from render.pax_pamir.private.actions import sign

_RIM = 6  # px around a number
_APART, _AFTER, _END = 8, 8, 14  # px from field to field; before a word; behind it
_LEADING = 1.15
_COIN = 0.56  # radius of a price, of the size of the words
_LARGE = ((KEY, 28.0, 27.0),)
_SIZES = (
    (BODY, 24.0, 22.0),
    (BODY, 22.0, 18.0),
    (DETAIL, 22.0, 18.0),
    (DETAIL, 20.0, 14.0),
    (MICRO, 20.0, 12.0),
)
"""The size of the words, the radius of the numbers, that of the signs."""


@dataclass(frozen=True, slots=True)
class Laid:
    """How the fields look. r: of the numbers; sign: radius of the signs, 0 without; below: words stand below both.
    prices: in rupees, 0 for none; instead: a price stands in the place of its sign
    """

    words: tuple[str, ...]
    prices: tuple[int, ...]
    size: int
    r: float
    sign: float
    below: bool
    instead: bool = False

    @property
    def h(self) -> float:
        high = 2 * (self.r + _RIM)
        return high + _LEADING * self.size + 2 if self.below else high

    @property
    def coin(self) -> float:
        """Radius of a price."""
        return _COIN * self.size

    def signed(self, price: int) -> bool:
        """Whether an action with this price has its sign."""
        return self.sign > 0 and not (price and self.instead)

    def width(self, words: str, price: int) -> float:
        """Of one field."""
        before = 2 * (self.r + _RIM) + (2 + 2 * self.sign if self.signed(price) else 0)
        paid = 2 * self.coin + 4 if price else 0
        if self.below:
            return max(before + paid + 4, measure(words, self.size) + 10)
        behind = _AFTER + measure(words, self.size) + _END if self.sign else measure(words, self.size) + _AFTER
        return before + behind + paid

    @property
    def w(self) -> float:
        return sum(map(self.width, self.words, self.prices)) + _APART * (len(self.words) - 1)


def laid(
    card: CourtCard, player: PlayerView, ways: Mapping[str, Mark], w: float, h: float, look: Look, large: bool = False
) -> Laid | None:
    """As large as w and h hold, each word behind its sign or below it; with prices instead of signs, or without prices,
    if they have no room. None if words have none.
    """
    words = _named(card, ways, look)
    sizes = (*(_LARGE if large else ()), *_SIZES)
    priced, unpriced = tuple(least_cost(action, player.gifts) for action in _open(card, ways)), (0,) * len(words)
    for (prices, instead), (size, r, radius) in product(((priced, False), (priced, True), (unpriced, False)), sizes):
        for below in (True,) if instead else (False, True):
            found = Laid(words, prices, size, r, radius, below, instead)
            if found.w <= w and found.h <= h + 4:
                return found
    return None


def least(card: CourtCard, player: PlayerView, ways: Mapping[str, Mark], w: float, look: Look) -> Laid:
    """As low as possible: in one line; if that is too long for it, without signs, for words tell more."""
    words = _named(card, ways, look)
    low = Laid(words, (0,) * len(words), *_SIZES[-1], below=False)
    return laid(card, player, ways, w, low.h, look) or replace(low, sign=0)


def _open(card: CourtCard, ways: Mapping[str, Mark]) -> list[str]:
    """Its actions that can be taken, as they are printed."""
    return [action for action in card.actions if action in ways]


def _named(card: CourtCard, ways: Mapping[str, Mark], look: Look) -> tuple[str, ...]:
    return tuple(noun(f"action.{action}", look.lang) for action in _open(card, ways))


def fields(card: CourtCard, ways: Mapping[str, Mark], left: float, foot: float, told: Laid) -> Iterator[Node]:
    """From the left edge on, above `foot`, in the order in which they are printed on the card."""
    top, r = foot - told.h, told.r + _RIM
    for action, words, price in zip(_open(card, ways), told.words, told.prices, strict=True):
        w, mark = told.width(words, price), ways[action]
        x, y = left + r, top + r
        yield Box(left, top, w, told.h, 14 if told.below else r, theme.POCKETS[card.suit])
        if told.signed(price):
            yield Sprite(x + r + 2 + told.sign, y, sign(card, action, told.sign))
        if told.below:
            yield Text(left + w / 2, y + r + told.size / 2, words, told.size, INK, "m", room=w - 4)
        else:
            yield Text(x + r + 2 + (2 * told.sign + _AFTER if told.sign else 0), y, words, told.size, INK, room=w)
        if price:
            end = left + w - (_END - 4 if told.sign else 4) - 2 * told.coin
            behind = x + r + 4 + (2 + 2 * told.sign if told.signed(price) else 0)
            at = behind if told.below else end
            yield Sprite(at + told.coin, y, coin(price, told.coin))
        yield Anchor(mark.own, Spot(left, top, w, told.h, r, (x, y), told.r))
        left += w + _APART
