"""Cards in market size, 244 x 168, and court cards as wide where they lie in a row: events, checks, vacant spaces.

Sentences and small signs on them are for a look at full size; the large card tells the same in words.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import CourtCard, EventCard
from render.kit.colour import GOLD, INK, WHITE, on
from render.kit.look import Lang
from render.kit.scene import BODY, DETAIL, MICRO, Box, Icon, Node, Nodes, Sprite, Text
from render.kit.spot import Point
from render.kit.text import LEADING, Fitted, fit, measure, paragraph
from render.kit.tokens import Coin, IconDisc
from render.pax_pamir import theme
from render.pax_pamir.cards.effects import effect
from render.pax_pamir.catalogue import noun, sentence, title
from render.pax_pamir.layout import CARD_H, CARD_W, SPACE_H
from render.pax_pamir.pieces import SUIT_ICONS, Block, Emblem, PriceTag, Prize, SignDisc, Star, Suit

BAND = 52
COIN_R, WAITING_R = 24, 30
_TEXT, _NAME = 57, 177  # where words begin in the market, and the width of a name: it ends at the corner of new cards
_PRIZE, _STAR = 33, 26  # px that a prize and the star of an ability take
_ONE, _PAIR = (0, 22), (-11, 11)
_STARS = (
    ((0, 0),),
    tuple((0, dy) for dy in _ONE),
    ((0, 0), *((dx, 21) for dx in _PAIR)),
    tuple((dx, dy) for dy in _ONE for dx in _PAIR),
)
"""From the first star of a rank: from three on side by side, for below them lies the sign of a patriot."""
_IMPACT_AND_NUMBER = 3  # impact icons that leave room for the card's number beside them


@dataclass(frozen=True, slots=True)
class OnCard:
    """What a card shows of its space in the market: rupees, whether it cannot be bought, and dominance checks left.

    price: its own, where that is not its column's (R11). payable: the player on turn can buy it now. due: the check
    takes place as this turn ends, bought or not.
    """

    rupees: int = 0
    price: int | None = None
    locked: bool = False
    checks_left: int = 0
    payable: bool = False
    due: bool = False


def small_card(card: int, x: float, y: float, lang: Lang, space: OnCard) -> Nodes:
    """A market card with its upper left corner at (x, y): white if the player on turn can buy it, else quiet."""
    if card in CONTENT.cards:
        return tuple(_space_card(card, x, y, lang, space))
    if CONTENT.events[card].is_check:
        return tuple(_check(x, y, lang, space))
    return tuple(_event(CONTENT.events[card], x, y, lang, space))


def on_small_card(x: float, y: float, space: OnCard, card: int) -> Nodes:
    """What lies on a market card: at the upper left corner a lock or a price of its own, of which a number covers only
    the coin; rupees.
    """
    nodes: list[Node] = []
    if space.locked:
        nodes.append(Sprite(x + 12, y + 10, SignDisc("lock", 18)))
    elif space.price is not None:
        nodes.append(Sprite(x + 25, y + 2, PriceTag(space.price)))
    if space.rupees:
        nodes.append(Sprite(*coin_at(x, y, card), coin(space.rupees)))
    return tuple(nodes)


def court_card(card: int, x: float, y: float, lang: Lang, h: float = CARD_H) -> Nodes:
    """A court card where it lies in a row, `h` px high: the name leaves room for badges on the upper edge."""
    name = fit(CONTENT.cards[card].name, _NAME, DETAIL if h > 0.9 * CARD_H else MICRO, 2)
    return tuple(_court_card(card, x, y, h, lang, name))


def coin(rupees: int, r: float = COIN_R) -> Coin:
    return Coin(str(rupees), r, theme.COIN, theme.COIN_RING)


def coin_at(x: float, y: float, card: int | None = None) -> tuple[float, float]:
    """The middle of the rupees on a card: inside its lower right corner; of an event beside its second heading."""
    event = CONTENT.events.get(card or 0)
    high = event is not None and not event.is_check and event.discarded != "no_effect"
    return x + CARD_W - 34, y + (79 if high else SPACE_H - 28)


def vacant(x: float, y: float) -> Nodes:
    """An empty space."""
    return (Box(x + 1, y + 1, CARD_W - 2, SPACE_H - 2, 12, None, theme.VACANT, 2),)


def waiting(x: float, y: float, rupees: int) -> Nodes:
    """The rupees that wait on an empty space for a card."""
    return (Sprite(*waiting_at(x, y), coin(rupees, WAITING_R)),) if rupees else ()


def waiting_at(x: float, y: float) -> tuple[float, float]:
    """The middle of rupees on an empty space."""
    return x + CARD_W / 2, y + SPACE_H / 2


def _space_card(number: int, x: float, y: float, lang: Lang, space: OnCard) -> Iterator[Node]:
    """A court card in the market. Its lines stand at the same height on all cards of a row."""
    card = CONTENT.cards[number]
    ground, bands = (WHITE, theme.SUITS) if space.payable else (theme.QUIET, theme.QUIET_SUITS)
    colour, left = bands[card.suit], x + _TEXT
    sign = on(colour)
    yield Box(x, y, CARD_W, SPACE_H, 12, ground)
    yield Box(x, y, BAND, SPACE_H, 12, colour, corners=(True, False, False, True))
    yield Icon(SUIT_ICONS[card.suit], x + BAND / 2, y + 46, 36, sign, colour)
    for dx, dy in _STARS[card.rank - 1]:
        yield Icon("star", x + BAND / 2 + dx, y + 77 + dy, 21, sign, colour)
    if card.patriot != "none":
        yield Sprite(x + BAND / 2, y + SPACE_H - 22, Emblem(card.patriot, 34))
    name = fit(card.name, _NAME, BODY, 2)
    yield from name.runs(left, y + (39 if len(name.lines) > 1 else 26), INK, room=_NAME)
    at, high = _rewards_at(card, x, y, space.rupees)
    if card.prize != "none":
        yield Sprite(at, high, Prize(card.prize, 34))
        at -= _PRIZE
    if card.ability != "none":
        yield Sprite(at, high + 2, Star(12))
        at -= _STAR
    end = x + CARD_W - 66 if space.rupees else at
    free = at + 12 - left if high < y + 100 else _NAME
    region = noun(f"region.{card.region}", lang)
    size = DETAIL if measure(region, DETAIL, "regular") <= free else MICRO
    yield Text(left, y + 86, region, size, theme.INK_2, weight="regular", room=_NAME)
    pitch = min(37.0, (end + 8 - left) / max(1, len(card.impact)))
    for i, icon in enumerate(card.impact):
        yield from impact(icon, left + 15 + pitch * i, y + 113, 29)
    for i, action in enumerate(card.actions):
        yield Sprite(left + 18.5 + 42 * i, y + 145, IconDisc(action, 18.5, 26, colour, sign))


def _rewards_at(card: CourtCard, x: float, y: float, rupees: int) -> Point:
    """The middle of the prize, or of the ability without one: on the line of the icons; where rupees lie on the card
    beside them, if the actions leave room, else above.
    """
    if not rupees:
        return x + CARD_W - 22, y + 114
    w = _PRIZE * (card.prize != "none") + _STAR * (card.ability != "none")
    beside = _TEXT + 42 * len(card.actions) + w <= CARD_W - 58
    return (x + CARD_W - 76, y + 145) if beside else (x + CARD_W - 22, y + 92)


def _court_card(number: int, x: float, y: float, h: float, lang: Lang, name: Fitted) -> Iterator[Node]:
    card = CONTENT.cards[number]
    k = h / CARD_H  # signs and lines of a lower card are smaller and closer
    colour = theme.SUITS[card.suit]
    sign, left = on(colour), x + 64
    yield Box(x, y, CARD_W, h, 12, WHITE)
    yield Box(x, y, BAND, h, 12, colour, corners=(True, False, False, True))
    yield Icon(SUIT_ICONS[card.suit], x + BAND / 2, y + 58 * k, 34, sign, colour)  # below the numbers of options
    for i in range(card.rank):
        yield Icon("star", x + BAND / 2, y + 58 * k + 30 + 22 * i * k, 20 * k, sign, colour)
    if card.patriot != "none":
        yield Sprite(x + BAND / 2, y + h - 24 * k, Emblem(card.patriot, 34 * k))
    yield from name.runs(left, y + 48 * k, INK, room=_NAME)
    region = 92 if len(name.lines) > 1 else 84
    yield Text(left, y + region * k, noun(f"region.{card.region}", lang), MICRO, theme.INK_2, room=_NAME)
    for i, icon in enumerate(card.impact):
        yield from impact(icon, left + 16 + 39 * i, y + 121 * k, 31 * k)
    pitch = 46 if len(card.actions) < 3 else 43  # three leave room for a prize
    for i, action in enumerate(card.actions):
        yield Sprite(left + 20 + pitch * i, y + 157 * k, IconDisc(action, 20 * k, 27 * k, colour, sign))
    right = x + CARD_W - 28
    if card.prize != "none":
        yield Sprite(right, y + 157 * k, Prize(card.prize, 42 * k))
        right -= 37
    if card.ability != "none":
        yield Sprite(right, y + 157 * k, Star())
        right -= 37
    beside = len(card.impact) <= _IMPACT_AND_NUMBER
    at = (x + CARD_W - 10, y + 121 * k) if beside else (right + 18, y + 157 * k)
    yield Text(*at, f"#{number}", MICRO, theme.INK_2, "r", "regular", room=60)


def impact(icon: str, x: float, y: float, size: float) -> Nodes:
    """One impact icon around (x, y)."""
    if icon in ("road", "army"):
        return (Sprite(x, y, Block(icon, "", size)),)
    if icon.startswith("suit_"):
        return (Sprite(x, y, Suit(icon.removeprefix("suit_"), size * 0.57)),)
    return (Icon(icon, x, y, size, INK, WHITE),)


def _event(card: EventCard, x: float, y: float, lang: Lang, space: OnCard) -> Iterator[Node]:
    yield Box(x, y, CARD_W, SPACE_H, 12, theme.MADDER if space.payable else theme.QUIET_MADDER)
    yield Box(x + 8, y + 8, CARD_W - 16, SPACE_H - 16, 8, None, theme.MADDER_LINE, 2)
    room = CARD_W - 40
    name = title(f"event.{card.purchased}", lang)
    fitted = fit(name, room, BODY) if measure(name, BODY) <= room else fit(name, room, DETAIL, 2)
    yield from fitted.runs(x + 22, y + 38, WHITE, room=room)
    if card.discarded == "no_effect":
        told = paragraph(effect(card.purchased, lang), room, MICRO)
        yield from told.runs(x + 22, y + 70 + MICRO * LEADING * len(told.lines) / 2, theme.ROSE, room=room)
        return
    yield Text(x + 22, y + 84, sentence("market.discarded", lang), MICRO, theme.ROSE, room=room)
    told = fit(title(f"event.{card.discarded}", lang), room, DETAIL, 2)
    if space.rupees and len(told.lines) > 1:  # clear of the coin
        told = fit(title(f"event.{card.discarded}", lang), room - COIN_R, DETAIL, 2)
    yield from told.runs(x + 22, y + (127 if len(told.lines) == 2 else 122), WHITE, room=room)


def _check(x: float, y: float, lang: Lang, space: OnCard) -> Iterator[Node]:
    middle = x + CARD_W / 2
    yield Box(x, y, CARD_W, SPACE_H, 12, theme.NIGHT)
    yield Box(x + 6, y + 6, CARD_W - 12, SPACE_H - 12, 8, None, GOLD, 3 if space.payable else 2)
    for i, coalition in enumerate(("afghan", "british", "russian")):
        yield Sprite(middle + 56 * (i - 1), y + 46, Emblem(coalition, 42))
    words = sentence("market.check", lang, check=noun("phase.dominance_check", lang))
    yield from fit(words, CARD_W - 36, BODY).runs(middle, y + 98, WHITE, "m", room=CARD_W - 36)
    left = sentence("market.check_due" if space.due else "market.checks_left", lang, n=space.checks_left)
    room = CARD_W - 36 - (2 * COIN_R if space.rupees else 0)
    yield from fit(left, room, DETAIL).runs(x + 18 + room / 2, y + 135, GOLD, "m", room=room)
