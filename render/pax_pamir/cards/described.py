"""Market cards with their actions, abilities and effects in words, 244 x 392."""

from collections.abc import Iterator

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import EventCard
from render.kit.colour import GOLD, INK, WHITE, on
from render.kit.look import Lang
from render.kit.scene import BODY, DETAIL, MICRO, Box, Icon, Node, Nodes, Sprite, Text
from render.kit.text import LEADING, fit, measure, paragraph
from render.kit.tokens import IconDisc
from render.pax_pamir import theme
from render.pax_pamir.cards.abilities import ability, fit_abilities
from render.pax_pamir.cards.effects import effect
from render.pax_pamir.cards.market import OnCard, coin, impact
from render.pax_pamir.catalogue import noun, sentence, title
from render.pax_pamir.layout import CARD_W
from render.pax_pamir.pieces import SUIT_ICONS, Emblem, PriceTag, Prize, SignDisc

CARD_H = 392
BAND = 58
_MARGIN = 18
_ROOM = CARD_W - 2 * _MARGIN
_DISCARDED = 198  # where the discarded side of an event begins


def open_card(card: int, x: float, y: float, lang: Lang, space: OnCard) -> Nodes:
    """A market card with its upper left corner at (x, y)."""
    if card in CONTENT.cards:
        nodes = tuple(_court_card(card, x, y, lang, space.locked))
    elif CONTENT.events[card].is_check:
        nodes = tuple(_check(x, y, lang, space.checks_left))
    else:
        nodes = tuple(_event(CONTENT.events[card], x, y, lang))
    edge = y + BAND + 2 if card in CONTENT.cards else y + 4  # an event's name begins higher than a court card's
    lock = (Sprite(x + 190, y + 2, SignDisc("lock", 20)),) if space.locked else ()
    money = (Sprite(x + CARD_W - 30, edge, coin(space.rupees, 26)),) if space.rupees else ()
    tag = (Sprite(x + 200, y + 6, PriceTag(space.price)),) if space.price is not None and not space.locked else ()
    return (*nodes, *lock, *tag, *money)


def vacant(x: float, y: float, rupees: int) -> Nodes:
    """An empty space, with the rupees that wait there for a card."""
    outline = Box(x + 1, y + 1, CARD_W - 2, CARD_H - 2, 12, None, theme.VACANT, 2)
    return (outline, Sprite(x + CARD_W / 2, y + CARD_H / 2, coin(rupees, 34))) if rupees else (outline,)


def _court_card(number: int, x: float, y: float, lang: Lang, locked: bool) -> Iterator[Node]:
    card = CONTENT.cards[number]
    ground, colour = theme.LOCKED if locked else WHITE, theme.SUITS[card.suit]
    sign = on(colour)
    yield Box(x, y, CARD_W, CARD_H, 12, ground)
    yield Box(x, y, CARD_W, BAND, 12, colour, corners=(True, True, False, False))
    yield Icon(SUIT_ICONS[card.suit], x + 62, y + BAND / 2, 40, sign, colour)
    for i in range(card.rank):
        yield Icon("star", x + 104 + 30 * i, y + BAND / 2, 27, sign, colour)
    left = x + _MARGIN
    yield from fit(card.name, _ROOM - 26, DETAIL, 2).runs(left, y + 96, INK, room=_ROOM - 26)
    yield Text(left, y + 138, noun(f"region.{card.region}", lang), MICRO, theme.INK_2, room=_ROOM)
    for i, icon in enumerate(card.impact):
        yield from impact(icon, left + 18 + 44 * i, y + 170, 34)
    yield Text(x + CARD_W - 10, y + 170, f"#{number}", MICRO, theme.INK_2, "r", "regular", room=60)
    words = sentence(
        "market.icons", lang, icons=tuple(_impact_words(icon, lang) for icon in dict.fromkeys(card.impact))
    )
    told = paragraph(words, _ROOM + 8, MICRO)
    foot = y + 190 + MICRO * LEADING * len(told.lines)
    yield from told.runs(left, (y + 190 + foot) / 2, INK, room=_ROOM + 8)
    yield Box(left, foot + 4, _ROOM, 2, 0, theme.LINE)
    middle = foot + 28
    for action in card.actions:
        yield Sprite(left + 18, middle, IconDisc(action, 18, 25, colour, sign))
        yield from fit(noun(f"action.{action}", lang), _ROOM - 48, DETAIL).runs(left + 46, middle, INK, room=_ROOM - 46)
        middle += 39
    foot = y + CARD_H - 30
    if card.ability != "none":
        (label,) = fit_abilities([noun(f"ability.{card.ability}", lang)], _ROOM, 34, MICRO)
        yield from ability(label, left, min(middle + 12, foot - 46), _ROOM, 34, 13)
    if card.patriot != "none":
        yield Sprite(left + 19, foot, Emblem(card.patriot, 38))
    if card.prize != "none":
        yield Sprite(x + CARD_W - 36, foot, Prize(card.prize, 44))


def _impact_words(icon: str, lang: Lang) -> str:
    """An impact icon in a word: the piece, leverage, or the suit that it favors."""
    if icon.startswith("suit_"):
        return noun(f"suit.{icon.removeprefix('suit_')}", lang)
    return noun("concept.leverage" if icon == "leverage" else f"piece.{icon}", lang)


def _event(card: EventCard, x: float, y: float, lang: Lang) -> Iterator[Node]:
    yield Box(x, y, CARD_W, CARD_H, 12, theme.MADDER)
    yield Box(x + 8, y + 8, CARD_W - 16, CARD_H - 16, 8, None, theme.MADDER_LINE, 2)
    yield from _side(card.purchased, x, y + 28, lang)
    if card.discarded != "no_effect":
        yield Box(x + 20, y + _DISCARDED, CARD_W - 40, 2, 0, theme.MADDER_LINE)
        words = sentence("market.discarded", lang)
        yield Text(x + 20, y + _DISCARDED + 24, words, MICRO, theme.ROSE, room=CARD_W - 40)
        yield from _side(card.discarded, x, y + _DISCARDED + 44, lang)


def _side(side: str, x: float, y: float, lang: Lang) -> Iterator[Node]:
    """The name of one side from y down, and below it what it does."""
    left, room = x + 20, CARD_W - 36
    name = title(f"event.{side}", lang)
    fitted = fit(name, room, BODY) if measure(name, BODY) <= room else fit(name, room, DETAIL, 2)
    foot = y + fitted.size * LEADING * len(fitted.lines)
    yield from fitted.runs(left, (y + foot) / 2, WHITE, room=room)
    told = paragraph(effect(side, lang), room, MICRO)
    yield from told.runs(left, foot + 4 + MICRO * LEADING * len(told.lines) / 2, theme.PANEL, room=room)


def _check(x: float, y: float, lang: Lang, left: int) -> Iterator[Node]:
    middle = x + CARD_W / 2
    yield Box(x, y, CARD_W, CARD_H, 12, theme.NIGHT)
    yield Box(x + 6, y + 6, CARD_W - 12, CARD_H - 12, 8, None, GOLD, 2)
    for i, coalition in enumerate(("afghan", "british", "russian")):
        yield Sprite(middle + 64 * (i - 1), y + 124, Emblem(coalition, 54))
    words = sentence("market.check", lang, check=noun("phase.dominance_check", lang))
    yield from fit(words, CARD_W - 44, BODY, 2).runs(middle, y + 230, WHITE, "m", room=CARD_W - 44)
    yield Text(middle, y + 310, sentence("market.checks_left", lang, n=left), DETAIL, GOLD, "m", room=CARD_W - 36)
