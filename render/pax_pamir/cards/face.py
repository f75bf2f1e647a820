"""A court card of any size on the page of courts: what is printed on it, as large as its place allows."""

from collections.abc import Iterator

from engines.kernel import catalogue
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import CourtCard
from render.kit.colour import INK, WHITE, on
from render.kit.look import Lang
from render.kit.scene import BODY, DETAIL, KEY, MICRO, Box, Icon, Node, Sprite, Text
from render.kit.text import LEADING, fit, fit_all, measure
from render.kit.tokens import IconDisc
from render.pax_pamir import theme
from render.pax_pamir.cards.abilities import ability, fit_abilities
from render.pax_pamir.cards.market import impact
from render.pax_pamir.catalogue import noun
from render.pax_pamir.pieces import SUIT_ICONS, Emblem, Prize, Star

TALL, USUAL, LOW, WIDE = 300.0, 190.0, 146.0, 320.0
"""px: heights from which on names are large, from which on they are as in the market, below which there is no region;
a width that has room for more."""


def court_face(
    number: int, x: float, y: float, w: float, h: float, lang: Lang, quiet: bool = False, foot: float = 0
) -> Iterator[Node]:
    """The card with its upper left corner at (x, y). quiet: it cannot be had now. foot: so much of its foot is taken.

    Only a wide and tall one names its ability, and says to Japanese readers how the printed name is read.
    """
    card = CONTENT.cards[number]
    ground, bands = (theme.QUIET, theme.QUIET_SUITS) if quiet else (WHITE, theme.SUITS)
    colour, strip = bands[card.suit], 84.0 if w > WIDE and h > USUAL else 62.0 if w > 250 else 42.0
    tall, usual = h >= TALL, h >= USUAL
    yield Box(x, y, w, h, 12, ground)
    yield Box(x, y, strip, h, 12, colour, corners=(True, False, False, True))
    yield from _strip(card, colour, x + strip / 2, y, strip, h)
    left, room = x + strip + 6, w - strip - 9
    size = DETAIL if usual else MICRO
    if w > WIDE and usual:
        size = KEY if tall else BODY
    elif tall and w > 230:
        size = BODY
    said = catalogue("engines.pax_pamir").readings.get(card.name, "") if lang == "ja" and w > WIDE and tall else ""
    said = said if measure(said, MICRO) <= room else ""
    name = fit(card.name, room, size, 1 if said else 2)
    line = name.size * LEADING
    yield from name.runs(left, y + 10 + line * len(name.lines) / 2, INK, room=room)
    if said:
        aloud = fit(said, room, DETAIL)
        yield from aloud.runs(left, y + 10 + line + aloud.size * LEADING / 2, theme.INK_2, room=room)
    at = y + 10 + size * LEADING * 2
    if h >= LOW:
        printed = [noun(f"region.{region}", lang) for region in CONTENT.regions]
        labels = fit_all(printed, room, size, weight="regular")
        region = labels[list(CONTENT.regions).index(card.region)]
        yield from region.runs(left, at + size * 0.56, theme.INK_2, room=room, weight="regular")
        at += size * LEADING + (4 if usual else 0)
    big = 60 if tall and w > WIDE else 46 if tall else 34 if h > 200 else 28 if usual else 24
    pitch = min(big * 1.25, (room - big) / max(1, len(card.impact) - 1))
    for i, icon in enumerate(card.impact):
        yield from impact(icon, left + big / 2 + pitch * i, at + big / 2 + 4, big)
    at += big + 10
    if tall and w > WIDE:
        if card.prize != "none":
            yield Sprite(x + w - 40, at - 10 - big / 2, Prize(card.prize, 56))
        below = y + h - foot
        if card.ability != "none":
            below -= 48
            (label,) = fit_abilities([noun(f"ability.{card.ability}", lang)], room, 40, DETAIL)
            yield from ability(label, left, below + 18, room, 40, 15)
        yield from _actions(card, colour, left, at, below, room, False, lang)
        return
    aside = card.prize != "none" or card.ability != "none"
    yield from _actions(card, colour, left, at, y + h - foot, room, aside, lang)
    right, middle = x + w - 30, y + h - (30 if usual else 20)
    if card.prize != "none":
        yield Sprite(right, middle, Prize(card.prize, 46 if usual else 32))
        right -= 42
    if card.ability != "none":
        yield Sprite(right + 4, middle, Star(15 if usual else 11))


def _strip(card: CourtCard, colour: str, x: float, y: float, strip: float, h: float) -> Iterator[Node]:
    """Suit and rank below the numbers of options, the patriot at the foot."""
    sign, glyph = on(colour), min(strip - 14, h * 0.26)
    middle = y + max(22 + glyph / 2, h * 0.3)
    yield Icon(SUIT_ICONS[card.suit], x, middle, glyph, sign, colour)
    patriot = 0.0 if card.patriot == "none" else min(strip - 14, h * 0.24) + 8
    star = min(24.0, (y + h - 6 - patriot - middle - glyph / 2) / card.rank)
    for i in range(card.rank):
        yield Icon("star", x, middle + glyph / 2 + star * (i + 0.55), star - 1, sign, colour)
    if patriot:
        yield Sprite(x, y + h - 6 - (patriot - 8) / 2, Emblem(card.patriot, patriot - 8))


def _actions(
    card: CourtCard, colour: str, left: float, top: float, foot: float, room: float, aside: bool, lang: Lang
) -> Iterator[Node]:
    """With their words one below the other, if there is height for all; else side by side. aside: the right end of the
    foot is taken."""
    sign, free = on(colour), foot - top
    beside = room - (90 if aside else 0)
    if free - (50 if aside else 0) >= 56 * len(card.actions) + 8:
        labels = fit_all(
            [noun(f"action.{action}", lang) for action in card.actions], room - 62, KEY if room > 250 else BODY
        )
        for i, (action, label) in enumerate(zip(card.actions, labels, strict=True)):
            y = top + 26 + 56 * i
            yield Sprite(left + 24, y, IconDisc(action, 24, 34, colour, sign))
            yield from label.runs(left + 58, y, INK, room=room - 60)
        return
    r = min(24.0, max(13.0, (free - 4) / 2), (beside - 8) / 2 / max(1, len(card.actions)) - 2)
    words = [noun(f"action.{action}", lang) for action in card.actions]
    told = beside >= sum(2 * r + 24 + measure(word, DETAIL) for word in words)
    for action, word in zip(card.actions, words, strict=True):
        yield Sprite(left + r, foot - r - 6, IconDisc(action, r, 1.4 * r, colour, sign))
        left += 2 * r + 4
        if told:
            yield Text(left + 4, foot - r - 6, word, DETAIL, INK, room=room)
            left += 20 + measure(word, DETAIL)
