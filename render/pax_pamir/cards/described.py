"""Market cards as large as six of them can be, with what they do in words: court cards, events, dominance checks."""

from collections.abc import Iterator

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import EventCard
from render.kit.colour import GOLD, WHITE
from render.kit.look import Lang
from render.kit.scene import BODY, DETAIL, KEY, Box, Icon, Node, Nodes, Sprite, Text
from render.kit.text import LEADING, fit, measure, paragraph
from render.kit.tokens import Coin
from render.pax_pamir import theme
from render.pax_pamir.cards.effects import effect
from render.pax_pamir.cards.face import court_face
from render.pax_pamir.cards.market import OnCard, coin
from render.pax_pamir.catalogue import noun, sentence, title
from render.pax_pamir.pieces import Emblem, SignDisc

CARD_W, CARD_H = 494, 408
_FOOT = 68  # of a court card: its price, and rupees on it
_DISCARDED = 186  # where the discarded side of an event begins
_PRICE, _EVENT_PRICE = 36, 18  # the middle of a price above the lower edge: an event's words need all of its card


def open_card(card: int, x: float, y: float, lang: Lang, space: OnCard, cost: int) -> Nodes:
    """A market card with its upper left corner at (x, y), what it costs and what lies on it."""
    if card in CONTENT.cards:
        nodes = tuple(court_face(card, x, y, CARD_W, CARD_H, lang, not space.payable, _FOOT))
    elif CONTENT.events[card].is_check:
        nodes = tuple(_check(x, y, lang, space.checks_left))
    else:
        nodes = tuple(_event(CONTENT.events[card], x, y, lang, space.payable))
    low = _EVENT_PRICE if card in CONTENT.events else _PRICE
    lock = (Sprite(x + 16, y + 14, SignDisc("lock", 24)),) if space.locked else ()
    return (*nodes, *lock, *_price(x + CARD_W - 10, y + CARD_H - low, cost, space.rupees))


def vacant(x: float, y: float, rupees: int) -> Nodes:
    """An empty space, with the rupees that wait there for a card."""
    outline = Box(x + 1, y + 1, CARD_W - 2, CARD_H - 2, 12, None, theme.VACANT, 2)
    return (outline, Sprite(x + CARD_W / 2, y + CARD_H / 2, coin(rupees, 44))) if rupees else (outline,)


def _price(right: float, y: float, cost: int, rupees: int) -> Iterator[Node]:
    """The price in a pill that ends at `right`, left of it the rupees that come with the card."""
    w = 70 + measure(str(cost), KEY)
    yield Box(right - w, y - 26, w, 52, 26, theme.NIGHT, theme.MUTED, 2)
    yield Icon("rupee", right - w + 30, y, 36, WHITE, theme.NIGHT)
    yield Text(right - w + 56, y, str(cost), KEY, WHITE, room=60)
    if rupees:
        yield Sprite(right - w - 40, y, Coin(f"+{rupees}", 29, theme.COIN, theme.COIN_RING))


def _event(card: EventCard, x: float, y: float, lang: Lang, payable: bool) -> Iterator[Node]:
    yield Box(x, y, CARD_W, CARD_H, 12, theme.MADDER if payable else theme.QUIET_MADDER)
    yield Box(x + 8, y + 8, CARD_W - 16, CARD_H - 16, 8, None, theme.MADDER_LINE, 2)
    yield from _side(card.purchased, x, y + 26, CARD_W - 72, lang)
    if card.discarded != "no_effect":
        yield Box(x + 34, y + _DISCARDED, CARD_W - 68, 2, 0, theme.MADDER_LINE)
        words = sentence("market.discarded", lang)
        yield Text(x + 36, y + _DISCARDED + 26, words, DETAIL, theme.ROSE, room=CARD_W - 72)
        yield from _side(card.discarded, x, y + _DISCARDED + 46, CARD_W - 72, lang)


def _side(side: str, x: float, y: float, room: float, lang: Lang) -> Iterator[Node]:
    """The name of one side from y down, and below it what it does."""
    left = x + 36
    name = fit(title(f"event.{side}", lang), room, KEY)
    yield from name.runs(left, y + KEY * LEADING / 2, WHITE, room=room)
    told = paragraph(effect(side, lang), room, BODY)
    if len(told.lines) > 2:
        told = paragraph(effect(side, lang), room, DETAIL)
    top = y + KEY * LEADING + 6
    yield from told.runs(left, top + told.size * LEADING * len(told.lines) / 2, theme.PANEL, room=room)


def _check(x: float, y: float, lang: Lang, left: int) -> Iterator[Node]:
    middle = x + CARD_W / 2
    yield Box(x, y, CARD_W, CARD_H, 12, theme.NIGHT)
    yield Box(x + 6, y + 6, CARD_W - 12, CARD_H - 12, 8, None, GOLD, 3)
    for i, coalition in enumerate(("afghan", "british", "russian")):
        yield Sprite(middle + 110 * (i - 1), y + 110, Emblem(coalition, 84))
    words = sentence("market.check", lang, check=noun("phase.dominance_check", lang))
    yield from fit(words, CARD_W - 60, KEY, 2).runs(middle, y + 222, WHITE, "m", room=CARD_W - 60)
    yield Text(middle, y + 286, sentence("market.checks_left", lang, n=left), KEY, GOLD, "m", room=CARD_W - 60)
