"""The special ability of a card: its star, and its name in one or two lines."""

import re
from collections.abc import Iterator, Sequence

from engines.kernel import load_catalogue
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import CourtCard
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.cards.engravings import draw_card_engraving
from render.pax_pamir.cards.face import choose_name_face, draw_card_face
from render.pax_pamir.cards.market import BAND, draw_impact_icon
from render.pax_pamir.catalogue import render_noun
from render.pax_pamir.layout import CARD_W
from render.pax_pamir.pieces import SUIT_ICONS, AbilityStar, Emblem, PrizeRibbon

_BRACKETS = re.compile(r"[(（].*[)）]$")


def fit_abilities(names: Sequence[str], max_width: float, indent: float, size: int) -> tuple[kit.FittedText, ...]:
    """Fit the names of abilities, all in one size.

    Text in brackets is never broken: if it is too wide beside the star, it gets a line of its own without brackets.
    max_width: maximum width in px. indent: width of the star, part of `max_width`.
    """
    brackets = ["".join(_BRACKETS.findall(name)) for name in names]
    size = next(
        (s for s in kit.SIZES if s <= size and all(kit.measure_text(part[1:-1], s) <= max_width for part in brackets)),
        kit.MICRO,
    )
    needs_own_line = [kit.measure_text(part, size) > max_width - indent for part in brackets]
    names_beside_star = [
        name.removesuffix(part).rstrip() if has_own_line else name
        for name, part, has_own_line in zip(names, brackets, needs_own_line, strict=True)
    ]
    fitted = kit.fit_texts(names_beside_star, max_width - indent, size, 2)
    return tuple(
        kit.FittedText((*label.lines, part[1:-1]), label.size, label.is_too_wide) if has_own_line else label
        for label, part, has_own_line in zip(fitted, brackets, needs_own_line, strict=True)
    )


def draw_ability(label: kit.FittedText, x: float, y: float, max_width: float, indent: float, r: float) -> kit.Nodes:
    """Draw the star of radius r and the name around the middle height y.

    x: left end. max_width: maximum width in px. indent: width of the star.
    """
    pitch = label.size * kit.LEADING
    top = y - pitch * (len(label.lines) - 1) / 2
    nodes: list[kit.Node] = []
    for i, words in enumerate(label.lines):
        left = indent if kit.measure_text(words, label.size) <= max_width - indent else 0
        nodes.append(
            kit.TextRun(x + left, top + pitch * i, words, label.size, theme.MADDER, max_width=max_width - left)
        )
    has_full_width_line = any(isinstance(node, kit.TextRun) and node.x == x for node in nodes)
    return (kit.Sprite(x + r + 1, top if has_full_width_line else y, AbilityStar(r)), *nodes)


LOW_CARD_H = 80
_NAME_MAX_W = 177
_SIGNS = 16  # px from the upper edge to the middle of the signs


def draw_low_card(number: int, x: float, y: float, is_in_hand: bool = False, w: float = CARD_W) -> kit.Nodes:
    """Draw a court card `w` px wide with its upper left corner at (x, y). is_in_hand: with its impact icons."""
    card = CONTENT.cards[number]
    colour = theme.SUITS[card.suit]
    ink = kit.pick_ink(colour)
    nodes: list[kit.Node] = [
        *draw_card_face(x, y, w, LOW_CARD_H, BAND, number),
        kit.Icon(SUIT_ICONS[card.suit], x + BAND / 2, y + 46, 28, ink, colour),
    ]
    first = x + BAND / 2 - 8 * (card.rank - 1)
    nodes += [kit.Icon("star", first + 16 * i, y + 69, 15, ink, colour) for i in range(card.rank)]
    r = 13 if is_in_hand else 14
    right, middle = x + w - 8 - r, y + _SIGNS
    for action in reversed(card.actions):
        nodes.append(kit.Sprite(right, middle, kit.IconDisc(action, r, 1.4 * r, colour, ink)))
        right -= 2 * r + 3
    if is_in_hand:
        for icon in reversed(card.impact):
            nodes += draw_impact_icon(icon, right, middle, 22)
            right -= 24
    if card.ability != "none":
        nodes.append(kit.Sprite(right + 1, middle, AbilityStar(11)))
        right -= 22
    if card.patriot != "none":
        nodes.append(kit.Sprite(right, middle, Emblem(card.patriot, 22)))
    max_width = w - CARD_W + _NAME_MAX_W
    name = kit.fit_text(card.name, max_width, kit.MICRO, 2)
    return (*nodes, *name.build_runs(x + 64, y + 54, theme.INK, max_width=max_width, face="sans"))


_WIDE_PAD = 8.0
"""px from the teeth of the band and from the edge of a wide card to its words."""
TALL_H, USUAL_H, MIN_REGION_H, WIDE_W = 300.0, 190.0, 146.0, 320.0
"""px: least height for large names; least height for names as in the market; least height for the region; a wider card
than the last has more text."""


def draw_court_face(
    number: int, x: float, y: float, w: float, h: float, lang: kit.Lang, is_quiet: bool = False, foot: float = 0
) -> Iterator[kit.Node]:
    """Draw the card with its upper left corner at (x, y).

    Only a wide and tall card names its ability and, for Japanese readers, gives the reading of the printed name.
    is_quiet: it cannot be bought now. foot: height at its foot that is reserved.
    """
    card = CONTENT.cards[number]
    colour = (theme.QUIET_SUITS if is_quiet else theme.SUITS)[card.suit]
    strip = 84.0 if w > WIDE_W and h > USUAL_H else 62.0 if w > 250 else 42.0
    is_tall, is_usual = h >= TALL_H, h >= USUAL_H
    yield from draw_card_face(x, y, w, h, strip, number, is_quiet)
    yield from _draw_strip(card, colour, x + strip / 2, y, strip, h)
    pad = _WIDE_PAD if w > WIDE_W and h > USUAL_H else 0.0
    left, max_width = x + strip + 6 + pad, w - strip - 9 - 2 * pad
    size = kit.DETAIL if is_usual else kit.MICRO
    if w > WIDE_W and is_usual:
        size = kit.KEY if is_tall else kit.BODY
    elif is_tall and w > 230:
        size = kit.BODY
    reading = (
        load_catalogue("engines.pax_pamir").readings.get(card.name, "")
        if lang == "ja" and w > WIDE_W and is_tall
        else ""
    )
    reading = reading if kit.measure_text(reading, kit.MICRO) <= max_width else ""
    name = kit.fit_text(card.name, max_width, size, 1 if reading else 2)
    line = name.size * kit.LEADING
    yield from name.build_runs(
        left, y + 10 + line * len(name.lines) / 2, theme.INK, max_width=max_width, face=choose_name_face(w)
    )
    if reading:
        reading_text = kit.fit_text(reading, max_width, kit.DETAIL)
        yield from reading_text.build_runs(
            left, y + 10 + line + reading_text.size * kit.LEADING / 2, theme.INK_2, max_width=max_width
        )
    cursor_y = y + 10 + size * kit.LEADING * 2
    if h >= MIN_REGION_H:
        region_names = [render_noun(f"region.{region}", lang) for region in CONTENT.regions]
        labels = kit.fit_texts(region_names, max_width, size, weight="regular")
        region = labels[list(CONTENT.regions).index(card.region)]
        yield from region.build_runs(left, cursor_y + size * 0.56, theme.INK_2, max_width=max_width, weight="regular")
        cursor_y += size * kit.LEADING + (4 if is_usual else 0)
    size_by_height = 60 if is_tall and w > WIDE_W else 46 if is_tall else 34 if h > 200 else 28 if is_usual else 24
    has_ribbon_beside = card.prize != "none" and is_tall and w > WIDE_W
    impact_w = max_width - (70 if has_ribbon_beside else 0)
    icon_size = min(size_by_height, impact_w / max(1, len(card.impact)))
    pitch = min(icon_size * 1.25, (impact_w - icon_size) / max(1, len(card.impact) - 1))
    for i, icon in enumerate(card.impact):
        yield from draw_impact_icon(icon, left + icon_size / 2 + pitch * i, cursor_y + icon_size / 2 + 4, icon_size)
    cursor_y += icon_size + 10
    if is_tall and w > WIDE_W:
        if has_ribbon_beside:
            yield kit.Sprite(x + w - 40, cursor_y - 10 - icon_size / 2, PrizeRibbon(card.prize, 56))
        actions_foot = y + h - foot
        if card.ability != "none":
            actions_foot -= 48
            (label,) = fit_abilities([render_noun(f"ability.{card.ability}", lang)], max_width, 40, kit.DETAIL)
            yield from draw_ability(label, left, actions_foot + 18, max_width, 40, 15)
        yield from _draw_face_actions(card, colour, left, cursor_y, actions_foot, max_width, False, lang)
        return
    is_corner_taken = card.prize != "none" or card.ability != "none"
    yield from _draw_face_actions(card, colour, left, cursor_y, y + h - foot, max_width, is_corner_taken, lang)
    right, middle = x + w - 30, y + h - (30 if is_usual else 20)
    if card.prize != "none":
        yield kit.Sprite(right, middle, PrizeRibbon(card.prize, 46 if is_usual else 32))
        right -= 42
    if card.ability != "none":
        yield kit.Sprite(right + 4, middle, AbilityStar(15 if is_usual else 11))


def _draw_strip(card: CourtCard, colour: str, x: float, y: float, strip: float, h: float) -> Iterator[kit.Node]:
    """Draw the strip: suit and rank below the space for option numbers, the patriot at the foot."""
    sign, glyph = kit.pick_ink(colour), min(strip - 14, h * 0.26)
    middle = y + max(22 + glyph / 2, h * 0.3)
    yield kit.Icon(SUIT_ICONS[card.suit], x, middle, glyph, sign, colour)
    patriot = 0.0 if card.patriot == "none" else min(strip - 14, h * 0.24) + 8
    star = min(24.0, (y + h - 6 - patriot - middle - glyph / 2) / card.rank)
    for i in range(card.rank):
        yield kit.Icon("star", x, middle + glyph / 2 + star * (i + 0.55), star - 1, sign, colour)
    if patriot:
        yield kit.Sprite(x, y + h - 6 - (patriot - 8) / 2, Emblem(card.patriot, patriot - 8))


def _draw_face_actions(
    card: CourtCard,
    colour: str,
    left: float,
    top: float,
    foot: float,
    max_width: float,
    is_corner_taken: bool,
    lang: kit.Lang,
) -> Iterator[kit.Node]:
    """Draw the actions with their names below each other if there is height, else side by side.

    is_corner_taken: the right end of the foot is reserved.
    """
    sign, free_h = kit.pick_ink(colour), foot - top
    line_w = max_width - (90 if is_corner_taken else 0)
    if free_h - (50 if is_corner_taken else 0) >= 56 * len(card.actions) + 8:
        labels = kit.fit_texts(
            [render_noun(f"action.{action}", lang) for action in card.actions],
            max_width - 62,
            kit.KEY if max_width > 250 else kit.BODY,
        )
        for i, (action, label) in enumerate(zip(card.actions, labels, strict=True)):
            y = top + 26 + 56 * i
            yield kit.Sprite(left + 24, y, kit.IconDisc(action, 24, 34, colour, sign))
            yield from label.build_runs(left + 58, y, theme.INK, max_width=max_width - 60)
        return
    r = min(24.0, max(13.0, (free_h - 4) / 2), (line_w - 8) / 2 / max(1, len(card.actions)) - 2)
    words = [render_noun(f"action.{action}", lang) for action in card.actions]
    has_names = line_w >= sum(2 * r + 24 + kit.measure_text(word, kit.DETAIL) for word in words)
    for action, word in zip(card.actions, words, strict=True):
        yield kit.Sprite(left + r, foot - r - 6, kit.IconDisc(action, r, 1.4 * r, colour, sign))
        left += 2 * r + 4
        if has_names:
            yield kit.TextRun(left + 4, foot - r - 6, word, kit.DETAIL, theme.INK, max_width=max_width)
            left += 20 + kit.measure_text(word, kit.DETAIL)


UNIT_W = 240  # card width for which the measures below are in px
_SIDE = 14
_MAX_ACTIONS = 3
_EMBLEM_BELOW_ACTIONS = 520
"""Height of a large card from which an emblem has room below three actions; on a lower one they stand closer."""


def draw_large_cards(
    cards: Sequence[int], places: Sequence[tuple[float, float]], w: float, h: float, lang: kit.Lang
) -> kit.Nodes:
    """Draw court cards of one size with their upper left corners at `places`; all share their text sizes."""
    k = w / UNIT_W
    inner = w - 2 * _SIDE * k
    court_cards = [CONTENT.cards[card] for card in cards]
    names = kit.fit_texts([card.name for card in court_cards], inner, _choose_text_size(30 * k, kit.KEY), 2)
    regions = kit.fit_texts(
        [render_noun(f"region.{card.region}", lang) for card in court_cards], inner, _choose_text_size(28 * k, kit.BODY)
    )
    labels = [[render_noun(f"action.{action}", lang) for action in card.actions] for card in court_cards]
    actions = iter(
        kit.fit_texts(
            [label for group in labels for label in group], inner - 62 * k, _choose_text_size(29 * k, kit.KEY)
        )
    )
    stars = [render_noun(f"ability.{card.ability}", lang) if card.ability != "none" else "" for card in court_cards]
    abilities = fit_abilities(stars, inner + 8 * k, 38 * k, _choose_text_size(24 * k, kit.BODY))
    nodes: list[kit.Node] = []
    for i, (card, (x, y)) in enumerate(zip(court_cards, places, strict=True)):
        nodes += _draw_large_face(cards[i], x, y, w, h)
        nodes += names[i].build_runs(
            x + _SIDE * k, _find_name_middle(y, k, names[i]), theme.INK, max_width=inner, face=choose_name_face(w)
        )
        nodes += regions[i].build_runs(x + _SIDE * k, y + 196 * k, theme.INK_2, max_width=inner)
        is_close = card.patriot != "none" and h < _EMBLEM_BELOW_ACTIONS * k
        nodes += _draw_large_actions(card, [next(actions) for _ in card.actions], x, y, k, is_close)
        if card.ability != "none":
            middle = y + (313 + 57 * len(card.actions)) * k + 8 * (len(abilities[i].lines) - 1)
            nodes += draw_ability(abilities[i], x + _SIDE * k, middle, inner + 8 * k, 38 * k, 15 * k)
    return tuple(nodes)


def _choose_text_size(px: float, max_size: int) -> int:
    return min(max_size, kit.snap_size(px))


def _find_name_middle(y: float, k: float, name: kit.FittedText) -> float:
    """Return the middle height of a name, such that the first lines of all names are aligned."""
    return y + 118 * k + (len(name.lines) - 1) * name.size * kit.LEADING / 2


def _draw_large_face(number: int, x: float, y: float, w: float, h: float) -> kit.Nodes:
    """Draw the card without its text and its actions."""
    card = CONTENT.cards[number]
    k, colour, pitch = w / UNIT_W, theme.SUITS[card.suit], 54 if len(card.impact) < 4 else 45
    ink = kit.pick_ink(colour)
    nodes: list[kit.Node] = [
        kit.Box(x, y, w, h, 12, theme.IVORY, theme.CARD_RIM, 2, material="paper"),
        kit.Box(x, y, w, 92 * k + 6, 12, colour, corners=(True, True, False, False), material="band"),
        *draw_card_engraving(number, x, y + 92 * k, w, h - 92 * k, 0),
        kit.Icon(SUIT_ICONS[card.suit], x + 56 * k, y + 46 * k, 54 * k, ink, colour),
        *(kit.Icon("star", x + w - (31 + 41 * n) * k, y + 46 * k, 38 * k, ink, colour) for n in range(card.rank)),
        *(
            node
            for n, icon in enumerate(card.impact)
            for node in draw_impact_icon(icon, x + (38 + pitch * n) * k, y + 246 * k, 40 * k)
        ),
        kit.TextRun(x + w - 9 * k, y + 246 * k, f"#{number}", kit.MICRO, theme.INK_2, "r", "regular", max_width=60),
        kit.Box(x + _SIDE * k, y + 280 * k, w - 2 * _SIDE * k, 2, 0, theme.LINE),
    ]
    foot = y + h - 40 * k
    if card.patriot != "none":
        nodes.append(kit.Sprite(x + 39 * k, foot, Emblem(card.patriot, 50 * k)))
    if card.prize != "none":
        nodes.append(kit.Sprite(x + w - 38 * k, foot, PrizeRibbon(card.prize, 54 * k)))
    return tuple(nodes)


def _draw_large_actions(
    card: CourtCard, labels: Sequence[kit.FittedText], x: float, y: float, k: float, is_close: bool
) -> kit.Nodes:
    """Draw the actions in discs of the suit's colour, each with its name. is_close: three need room below them."""
    colour = theme.SUITS[card.suit]
    first, pitch, r = (306, 50, 23) if is_close and len(labels) == _MAX_ACTIONS else (316, 57, 25)
    nodes: list[kit.Node] = []
    for i, (action, label) in enumerate(zip(card.actions, labels, strict=True)):
        middle = y + (first + pitch * i) * k
        disc = kit.IconDisc(action, r * k, 1.36 * r * k, colour, kit.pick_ink(colour))
        nodes.append(kit.Sprite(x + 40 * k, middle, disc))
        nodes += label.build_runs(x + 76 * k, middle, theme.INK, max_width=UNIT_W * k - 90 * k)
    return tuple(nodes)
