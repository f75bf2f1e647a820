"""Large market cards, six on a picture, with their effects in words: court cards, events, dominance checks."""

from collections.abc import Iterator

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import EventCard
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.cards.court_cards import draw_court_face
from render.pax_pamir.cards.engravings import draw_event_engraving
from render.pax_pamir.cards.face import draw_medallion, draw_vacant_face, draw_velvet
from render.pax_pamir.cards.market import CardState, build_coin
from render.pax_pamir.catalogue import render_effect, render_message, render_noun, render_title
from render.pax_pamir.pieces import Emblem, SignDisc

CARD_W, CARD_H = 494, 408
_FOOT = 68  # height of the price line at the foot of a court card
_DISCARDED = 186  # y at which the discarded side of an event begins
_PRICE, _EVENT_PRICE = 36, 18  # px from the lower edge to the middle of the price; an event's text needs more space


def draw_open_card(card: int, x: float, y: float, lang: kit.Lang, space: CardState, cost: int) -> kit.Nodes:
    """Draw a market card with its upper left corner at (x, y), its price, and lock and rupees on it."""
    if card in CONTENT.cards:
        nodes = tuple(draw_court_face(card, x, y, CARD_W, CARD_H, lang, not space.is_payable, _FOOT))
    elif CONTENT.events[card].is_check:
        nodes = tuple(_draw_check(x, y, lang, space.checks_left))
    else:
        nodes = tuple(_draw_event(CONTENT.events[card], x, y, lang, space.is_payable))
    price_dy = _EVENT_PRICE if card in CONTENT.events else _PRICE
    lock = (kit.Sprite(x + 16, y + 14, SignDisc("lock", 24)),) if space.is_locked else ()
    return (*nodes, *lock, *_draw_price(x + CARD_W - 10, y + CARD_H - price_dy, cost, space.rupees))


def draw_vacant_space(x: float, y: float, rupees: int) -> kit.Nodes:
    """Draw an empty space with the rupees that wait there for a card."""
    middle = x + CARD_W / 2, y + CARD_H / 2
    face = draw_vacant_face(x, y, CARD_W, CARD_H), *draw_medallion(*middle, 2.2)
    return (*face, kit.Sprite(*middle, build_coin(rupees, 44))) if rupees else face


def _draw_price(right: float, y: float, cost: int, rupees: int) -> Iterator[kit.Node]:
    """Draw the price in a pill that ends at `right`, and left of it the rupees that come with the card."""
    w = 70 + kit.measure_text(str(cost), kit.KEY)
    yield kit.Box(right - w, y - 26, w, 52, 26, theme.NIGHT, theme.MUTED, 2, material="pill")
    yield kit.Icon("rupee", right - w + 30, y, 36, theme.CREAM, theme.NIGHT)
    yield kit.TextRun(right - w + 56, y, str(cost), kit.KEY, theme.CREAM, max_width=60)
    if rupees:
        yield kit.Sprite(right - w - 40, y, kit.Coin(f"+{rupees}", 29, theme.COIN, theme.COIN_RING))


def _draw_event(card: EventCard, x: float, y: float, lang: kit.Lang, is_payable: bool) -> Iterator[kit.Node]:
    yield draw_velvet(x, y, CARD_W, CARD_H, theme.MADDER if is_payable else theme.QUIET_MADDER)
    yield from draw_event_engraving(card.purchased, x, y, CARD_W, CARD_H)
    yield from _draw_event_side(card.purchased, x, y + 26, CARD_W - 72, lang)
    if card.discarded != "no_effect":
        yield kit.Box(x + 34, y + _DISCARDED, CARD_W - 68, 2, 0, theme.MADDER_LINE)
        words = render_message("market.discarded", lang)
        yield kit.TextRun(x + 36, y + _DISCARDED + 26, words, kit.DETAIL, theme.ROSE, max_width=CARD_W - 72)
        yield from _draw_event_side(card.discarded, x, y + _DISCARDED + 46, CARD_W - 72, lang)


def _draw_event_side(side: str, x: float, y: float, max_width: float, lang: kit.Lang) -> Iterator[kit.Node]:
    """Draw the name of one side of an event from y down, and its effect below."""
    left = x + 36
    name = kit.fit_text(render_title(f"event.{side}", lang), max_width, kit.KEY)
    yield from name.build_runs(left, y + kit.KEY * kit.LEADING / 2, theme.CREAM, max_width=max_width)
    effect_text = kit.wrap_paragraph(render_effect(side, lang), max_width, kit.BODY)
    if len(effect_text.lines) > 2:
        effect_text = kit.wrap_paragraph(render_effect(side, lang), max_width, kit.DETAIL)
    top = y + kit.KEY * kit.LEADING + 6
    yield from effect_text.build_runs(
        left, top + effect_text.size * kit.LEADING * len(effect_text.lines) / 2, theme.PANEL, max_width=max_width
    )


def _draw_check(x: float, y: float, lang: kit.Lang, left: int) -> Iterator[kit.Node]:
    middle = x + CARD_W / 2
    yield draw_velvet(x, y, CARD_W, CARD_H, theme.CHECK)
    for i, coalition in enumerate(("afghan", "british", "russian")):
        yield kit.Sprite(middle + 110 * (i - 1), y + 110, Emblem(coalition, 84))
    words = render_message("market.check", lang, check=render_noun("phase.dominance_check", lang))
    yield from kit.fit_text(words, CARD_W - 60, kit.KEY, 2).build_runs(
        middle, y + 222, theme.CREAM, "m", max_width=CARD_W - 60
    )
    yield kit.TextRun(
        middle,
        y + 286,
        render_message("market.checks_left", lang, n=left),
        kit.KEY,
        kit.GOLD,
        "m",
        max_width=CARD_W - 60,
    )
