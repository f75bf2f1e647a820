"""An option among very many: a wide, low card in three lines, its numbers in a column of their own beside it.

The name, and at the right what it costs; the region, what playing it places or the spies on it; the actions in words,
and at the right prize and ability. A long name has its line for itself. A card whose actions are the options has the
numbers at these and is as wide as its field.
"""

from collections.abc import Iterator

from engines.kernel import catalogue
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import CourtCard
from engines.pax_pamir.view import PlayerView, View
from render.kit.colour import GOLD, INK, WHITE, on
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, KEY, MICRO, Anchor, Box, Icon, Node, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import LEADING, fit, measure, paragraph
from render.pax_pamir import theme
from render.pax_pamir.cards.effects import effect
from render.pax_pamir.cards.market import impact
from render.pax_pamir.catalogue import noun, sentence, title
from render.pax_pamir.pieces import SUIT_ICONS, Emblem, Prize, Star
from render.pax_pamir.private import check
from render.pax_pamir.private.actions import named, sign
from render.pax_pamir.private.asked import Face, ends, refusal, ways
from render.pax_pamir.private.option_card import cost, new_loyalty, price, spies
from render.pax_pamir.private.used import used

GUTTER = 68
"""px beside each card for its numbers."""
_R, _RIM, _TIP = 23.0, 6, 4  # the radius of a number, its rim; so far one with a point makes room for that
_STRIP, _PAD = 50.0, 8.0
_ICON = 28  # px: the least room for each icon
_SPACED, _CLOSE = 14, 5  # px between an action's word and the next action
_TAG_IN, _TAG_UP, _TAG_H = 64, 6, 32  # px from the edges of a card to the middle of a tag on it, and its height
_SMALLER = 0.7  # of its radius a sign of an action has where the words need its room


def compact(view: View, player: PlayerView, here: Face, look: Look) -> Iterator[Node]:
    """A card of the market, a hand or a court; its field begins with the numbers."""
    x, w = here.x + GUTTER, here.w - GUTTER
    middle = here.x + GUTTER / 2 - 2
    spot = Spot(here.x, here.y, here.w, here.h, 12, (middle, here.y + here.h / 2), _R, upright=True)
    yield Anchor(here.asked.place, spot)
    r = min(_R, here.h / 4 - _RIM)
    for point, mark in ends(here.asked.place, look).items():
        at = middle - _TIP * point, here.y + here.h / 2 + (r + _RIM) * point
        yield Anchor(mark.own, Spot(here.x, here.y, here.w, here.h, 12, at, r, point=point))
    card = here.asked.card
    if here.asked.place.startswith("no:"):
        words = fit(catalogue("engines.pax_pamir").render(refusal(here.asked.place[3:]), look.lang), w - 24, KEY, 2)
        yield Box(x, here.y, w, here.h, 12, WHITE)
        yield from words.runs(x + w / 2, here.y + here.h / 2, INK, "m", room=w - 20)
    elif card is None:
        yield Box(x, here.y, w, here.h, 12, None, theme.VACANT, 3)
        yield from price(view, here, x + w - 12, here.y + here.h / 2)[0]
    elif card in CONTENT.cards:
        yield from _court_card(view, player, card, here, look)
    else:
        yield from _event(view, card, here, look)


def _court_card(view: View, player: PlayerView, number: int, here: Face, look: Look) -> Iterator[Node]:
    card, can = CONTENT.cards[number], bool(ways(here.asked.place, look))
    x, y, colour = here.x + (0 if can else GUTTER), here.y, theme.SUITS[card.suit]
    left, right, top = x + _STRIP + 12, here.x + here.w - 10, y + _PAD
    line = (here.h - 2 * _PAD) / 3
    r, coins = min(0.45 * line, 20.0), min(0.9 * line, 34.0)
    yield Box(x, y, right + 10 - x, here.h, 12, WHITE)
    yield Box(x, y, _STRIP, here.h, 12, colour, corners=(True, False, False, True))
    glyph = min(38.0, 0.3 * here.h)
    yield Icon(SUIT_ICONS[card.suit], x + _STRIP / 2, top + glyph / 2, glyph, on(colour), colour)
    star = min(20.0, (_STRIP - 8) / card.rank)
    for i in range(card.rank):
        at = x + _STRIP / 2 + star * (i - (card.rank - 1) / 2)
        yield Icon("star", at, top + glyph + star / 2 + 4, star - 1, on(colour), colour)
    if card.patriot != "none":
        size = min(40.0, here.h - 2 * _PAD - glyph - star - 8)
        yield Sprite(x + _STRIP / 2, y + here.h - _PAD - size / 2, Emblem(card.patriot, size))
    if can and here.asked.slot is not None:
        yield from used(view, player, card, here.asked.slot, here, (left, right), look)
        return
    name = fit(card.name, right - left, BODY if line > 34 else DETAIL)
    middle, foot, inner, end = top + 1.5 * line, top + 2.5 * line, right, right
    region = fit(noun(f"region.{card.region}", look.lang), 180, DETAIL, weight="regular")
    at = left + measure(region.lines[0], region.size, "regular") + 14
    priced, free = cost(view, player, here, (right, top + line / 2), coins, look)
    if left + measure(name.lines[0], name.size) + 12 > free:
        small = fit(card.name, right - left, DETAIL)
        if here.asked.slot is None and left + measure(small.lines[0], DETAIL) + 12 <= free:
            name = small  # the icons need the whole line below
        else:
            priced, inner = cost(view, player, here, (right, middle), coins, look)
            if here.asked.slot is None and inner - at < _ICON * len(card.impact):
                priced, end = cost(view, player, here, (right, foot), coins, look)
                inner = right
    yield from name.runs(left, top + line / 2, INK, room=right - left)
    yield from priced
    yield from new_loyalty(player, card, here, (right - _TAG_IN, y - _TAG_UP), _TAG_H, look)
    yield from region.runs(left, middle, theme.INK_2, room=180, weight="regular")
    beside = end < right  # the last line is full
    rewards, free = _rewards(card, inner if beside else end, middle if beside else foot, r)
    yield from rewards
    inner, free = (free, end) if beside else (inner, free)
    if here.asked.slot is not None:
        yield from spies(view, here.asked.slot, at, inner, middle, 1.75 * r)
    else:
        pitch = min(2.2 * r, (inner - at) / max(1, len(card.impact)))
        for i, icon in enumerate(card.impact):
            yield from impact(icon, at + pitch * (i + 0.5), middle, min(pitch, 1.7 * r))
    yield from _signs(card, left, free, foot, r, look)


def _rewards(card: CourtCard, right: float, middle: float, r: float) -> tuple[list[Node], float]:
    """From the right: prize and ability. And their left edge."""
    nodes: list[Node] = []
    if card.prize != "none":
        nodes.append(Sprite(right - r, middle, Prize(card.prize, 2 * r)))
        right -= 2 * r + 6
    if card.ability != "none":
        nodes.append(Sprite(right - 12, middle, Star(12)))
        right -= 30
    return nodes, right


def _signs(card: CourtCard, left: float, right: float, middle: float, r: float, look: Look) -> Iterator[Node]:
    """Its actions with their words, which stand closer together, behind smaller signs or are smaller where there are
    three; only signs if that is not enough.
    """
    words = named(card, look)
    narrow = [(gap, share) for share in (1.0, _SMALLER) for gap in (_SPACED, _CLOSE)]
    for size, (gap, share) in ((size, one) for size in (DETAIL, MICRO) for one in narrow):
        signs = len(words) * (2 * share * r + 6)
        if signs + sum(measure(word, size) for word in words) + gap * (len(words) - 1) <= right - left:
            break
    else:
        words = ("",) * len(words)
    r *= share
    for action, word in zip(card.actions, words, strict=True):
        yield Sprite(left + r, middle, sign(card, action, r))
        if word:
            yield Text(left + 2 * r + 6, middle, word, size, INK, room=right - left - 2 * r)
        left += 2 * r + 6 + gap + measure(word, size)


def _event(view: View, number: int, here: Face, look: Look) -> Iterator[Node]:
    """What it is called, and what it does if bought."""
    event, lang = CONTENT.events[number], look.lang
    x, w = here.x + GUTTER, here.w - GUTTER
    fill, edge = (theme.NIGHT_2, GOLD) if event.is_check else (theme.MADDER, theme.MADDER_LINE)
    yield Box(x, here.y, w, here.h, 12, fill, edge, 3)
    line, left = (here.h - 2 * _PAD) / 3, x + 18
    priced, end = price(view, here, x + w - 12, here.y + _PAD + line / 2, min(0.9 * line, 34.0))
    yield from priced
    words = sentence("market.check", lang, check=noun("phase.dominance_check", lang))
    name = fit(words if event.is_check else title(f"event.{event.purchased}", lang), end - left - 10, DETAIL, 2)
    middle = here.y + _PAD + max(line, name.size * LEADING * len(name.lines)) / 2
    yield from name.runs(left, middle, WHITE, room=end - left - 8)
    if event.is_check and here.priced:
        noted = check.ends(view) and view.decided is None  # a winner tells it, too
        top, foot = here.y + _PAD + line + 2, here.y + here.h - _PAD - noted * 0.75 * line
        yield from check.outlook(view, look, left, top, w - 28, foot - top)
        if noted:
            yield from check.note(view, look, left, here.y + here.h - _PAD - 0.4 * line, w - 36, DETAIL)
    elif event.is_check:
        size = min(60.0, here.h - 2 * _PAD - line - 10)
        for i, coalition in enumerate(COALITIONS):
            yield Sprite(
                left + size / 2 + 1.4 * size * i, here.y + here.h - _PAD - size / 2 - 4, Emblem(coalition, size)
            )
    else:
        top, foot = middle + name.size * LEADING * len(name.lines) / 2, here.y + here.h - _PAD
        for size in (DETAIL, MICRO):
            told = paragraph(effect(event.purchased, lang), w - 36, size)
            if size * LEADING * len(told.lines) <= foot - top:
                break
        yield from told.runs(left, (top + foot) / 2, theme.PANEL, room=w - 34)
