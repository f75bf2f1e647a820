"""A low card of the reader's court among very many options.

Lines: name; region and spies; the actions that can be taken. Cost, prize and ability are at the right of the lines
with free space.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from engines.kernel import load_catalogue
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import CourtCard
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.cards.face import draw_card_face, draw_tablet, draw_vacant_face, draw_velvet
from render.pax_pamir.cards.market import draw_impact_icon
from render.pax_pamir.catalogue import render_effect, render_message, render_noun, render_title
from render.pax_pamir.pieces import SUIT_ICONS, AbilityStar, Emblem, PrizeRibbon
from render.pax_pamir.private import card_actions, card_signs
from render.pax_pamir.private.targets import OptionCell, build_refusal, list_action_options, list_end_options

from . import check_forecast

PlacedNodes = tuple[list[kit.Node], float]
"""Nodes, and their left edge."""
_FOOT, _GAP = 6, 12  # px below the actions; px between things in one line
_LINE = 33  # px: least height of the other lines, if the actions can be lower
_LOCK, _SPY, _COUNT = 34, 34, 44  # px: width of the lock, of each owner of spies, of a count


@dataclass(slots=True)
class _FreeLine:
    """A line of the card, and its free part."""

    middle: float  # y of its middle, in px of the picture
    left: float
    """Left end of the free part, behind the fixed contents."""
    right: float
    """Right end of the free part; things are put there from the right."""


def draw_court_contents(
    view: View,
    player: PlayerView,
    card: CourtCard,
    slot: CourtSlot,
    cell: OptionCell,
    field: tuple[float, float],
    ctx: kit.RenderContext,
) -> Iterator[kit.Node]:
    """Draw the contents right of the strip. field: left and right edge of the white background."""
    left, right = field
    options = list_action_options(cell.target.place, ctx)
    max_actions_h = cell.h - 2 * _FOOT - 2 * _LINE
    layout = card_actions.layout_fields(
        card, player, options, right - left, max_actions_h, ctx
    ) or card_actions.layout_lowest_fields(card, player, options, right - left, ctx)
    foot, top = cell.y + cell.h - _FOOT, cell.y + _FOOT
    line = (foot - top - layout.h) / 2
    r, coin_r = min(0.45 * line, 20.0), min(0.46 * line, 17.0)
    region = kit.fit_text(render_noun(f"region.{card.region}", ctx.lang), 180, kit.DETAIL, weight="regular")
    spies_left = left + kit.measure_text(region.lines[0], region.size, "regular") + 14
    name = kit.fit_text(card.name, right - left, kit.DETAIL if _is_crowded(slot) else kit.BODY)
    first = _FreeLine(top + line / 2, left + kit.measure_text(name.lines[0], name.size) + _GAP, right)
    middle = _FreeLine(top + 1.5 * line, spies_left + _measure_spies(slot) + _GAP, right)
    last = _FreeLine(foot - layout.h / 2, left + layout.w + _GAP, right)

    def draw_owed_bribe(x: float, y: float) -> PlacedNodes:
        assert slot.hostage is not None
        return card_signs.draw_bribe(view, player, slot.hostage, slot.bribe, (x, y), coin_r)

    nodes: list[kit.Node] = []
    if slot.is_favored:
        nodes += _put_in_line(
            lambda x, y: card_signs.draw_bonus_tag((x, y), max(coin_r, 16.0), ctx), (last, first, middle)
        )
    if slot.hostage is not None and slot.bribe:
        nodes += _put_in_line(draw_owed_bribe, (first, middle, last))
    if card.ability != "none":
        nodes += _put_in_line(lambda x, y: ([kit.Sprite(x - 12, y, AbilityStar(12))], x - 30), (middle, first, last))
    if card.prize != "none":
        prize = PrizeRibbon(card.prize, 2 * r)
        nodes += _put_in_line(lambda x, y: ([kit.Sprite(x - r, y, prize)], x - 2 * r - 6), (middle, first, last))
    yield from name.build_runs(left, first.middle, theme.INK, max_width=right - left, face="serif")
    yield from region.build_runs(left, middle.middle, theme.INK_2, max_width=180, weight="regular")
    yield from nodes
    yield from card_signs.draw_spies(view, slot, spies_left, middle.right, middle.middle, 1.75 * r)
    yield from card_actions.draw_fields(card, options, left, foot, layout)


def _put_in_line(draw: Callable[[float, float], PlacedNodes], lines: Sequence[_FreeLine]) -> list[kit.Node]:
    """Draw a thing in the first line with enough free width, else in the one with most, and reduce that width."""
    w = -draw(0, 0)[1]
    line = next((line for line in lines if line.right - w >= line.left), None)
    line = line or max(lines, key=lambda candidate: candidate.right - candidate.left)
    nodes, line.right = draw(line.right, line.middle)
    return nodes


def _is_crowded(slot: CourtSlot) -> bool:
    """Tell whether the name must be small because both a bonus tag and a bribe are beside it."""
    return slot.is_favored and slot.bribe > 0


def _measure_spies(slot: CourtSlot) -> float:
    """Return the width of the spies on the card, in px."""
    owners = [n for n in slot.spies if n]
    return _LOCK * (slot.hostage is not None) + sum(_SPY + _COUNT * (n > 1) for n in owners)


GUTTER = 68
"""Width of the column of numbers beside each card, in px."""
_R, _RIM, _TIP = 23.0, 6, 4  # radius of a number; its rim; px by which a number is shifted to make space for its tip
_STRIP, _PAD = 50.0, 8.0
_ICON = 28  # px: least width of each icon
_USUAL_GAP, _MIN_GAP = 14, 5  # px between an action's name and the next action: usual and least
_TAG_IN, _TAG_UP, _TAG_H = 64, 6, 32  # px from the edges of a card to the middle of a tag on it; the tag's height
_SIGN_SHRINK = 0.7  # factor by which action signs shrink if the names need the space


def draw_compact_card(view: View, player: PlayerView, cell: OptionCell, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw a card of the market, a hand or a court in its cell, which begins with the column of numbers."""
    x, w = cell.x + GUTTER, cell.w - GUTTER
    middle = cell.x + GUTTER / 2 - 2
    placement = kit.Placement(cell.x, cell.y, cell.w, cell.h, 12, (middle, cell.y + cell.h / 2), _R, is_upright=True)
    yield kit.Anchor(cell.target.place, placement)
    r = min(_R, cell.h / 4 - _RIM)
    for tip_side, mark in list_end_options(cell.target.place, ctx).items():
        number_centre = middle - _TIP * tip_side, cell.y + cell.h / 2 + (r + _RIM) * tip_side
        yield kit.Anchor(
            mark.own_anchor, kit.Placement(cell.x, cell.y, cell.w, cell.h, 12, number_centre, r, tip_side=tip_side)
        )
    card = cell.target.card
    if cell.target.place.startswith("no:"):
        words = kit.fit_text(
            load_catalogue("engines.pax_pamir").render(build_refusal(cell.target.place[3:]), ctx.lang),
            w - 24,
            kit.KEY,
            2,
        )
        yield draw_tablet(x, cell.y, w, cell.h, theme.IVORY)
        yield from words.build_runs(x + w / 2, cell.y + cell.h / 2, theme.INK, "m", max_width=w - 20)
    elif card is None:
        yield draw_vacant_face(x, cell.y, w, cell.h)
        yield from card_signs.draw_price(view, cell, x + w - 12, cell.y + cell.h / 2)[0]
    elif card in CONTENT.cards:
        yield from _draw_court_card(view, player, card, cell, ctx)
    else:
        yield from _draw_event(view, card, cell, ctx)


def _draw_court_card(
    view: View, player: PlayerView, number: int, cell: OptionCell, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    card, has_action_options = CONTENT.cards[number], bool(list_action_options(cell.target.place, ctx))
    x, y, colour = cell.x + (0 if has_action_options else GUTTER), cell.y, theme.SUITS[card.suit]
    left, right, top = x + _STRIP + 12, cell.x + cell.w - 10, y + _PAD
    line = (cell.h - 2 * _PAD) / 3
    r, coins = min(0.45 * line, 20.0), min(0.9 * line, 34.0)
    yield from draw_card_face(x, y, right + 10 - x, cell.h, _STRIP, number)
    glyph = min(38.0, 0.3 * cell.h)
    yield kit.Icon(SUIT_ICONS[card.suit], x + _STRIP / 2, top + glyph / 2, glyph, kit.pick_ink(colour), colour)
    star = min(20.0, (_STRIP - 8) / card.rank)
    for i in range(card.rank):
        cursor_x = x + _STRIP / 2 + star * (i - (card.rank - 1) / 2)
        yield kit.Icon("star", cursor_x, top + glyph + star / 2 + 4, star - 1, kit.pick_ink(colour), colour)
    if card.patriot != "none":
        size = min(40.0, cell.h - 2 * _PAD - glyph - star - 8)
        yield kit.Sprite(x + _STRIP / 2, y + cell.h - _PAD - size / 2, Emblem(card.patriot, size))
    if has_action_options and cell.target.slot is not None:
        yield from draw_court_contents(view, player, card, cell.target.slot, cell, (left, right), ctx)
        return
    name = kit.fit_text(card.name, right - left, kit.BODY if line > 34 else kit.DETAIL)
    middle, foot, inner, end = top + 1.5 * line, top + 2.5 * line, right, right
    region = kit.fit_text(render_noun(f"region.{card.region}", ctx.lang), 180, kit.DETAIL, weight="regular")
    cursor_x = left + kit.measure_text(region.lines[0], region.size, "regular") + 14
    cost_nodes, free_right = card_signs.draw_cost(view, player, cell, (right, top + line / 2), coins, ctx)
    if left + kit.measure_text(name.lines[0], name.size) + 12 > free_right:
        small_name = kit.fit_text(card.name, right - left, kit.DETAIL)
        if cell.target.slot is None and left + kit.measure_text(small_name.lines[0], kit.DETAIL) + 12 <= free_right:
            name = small_name  # the impact icons need the whole line below
        else:
            cost_nodes, inner = card_signs.draw_cost(view, player, cell, (right, middle), coins, ctx)
            if cell.target.slot is None and inner - cursor_x < _ICON * len(card.impact):
                cost_nodes, end = card_signs.draw_cost(view, player, cell, (right, foot), coins, ctx)
                inner = right
    yield from name.build_runs(left, top + line / 2, theme.INK, max_width=right - left, face="serif")
    yield from cost_nodes
    yield from card_signs.draw_loyalty_tag(player, card, cell, (right - _TAG_IN, y - _TAG_UP), _TAG_H, ctx)
    yield from region.build_runs(left, middle, theme.INK_2, max_width=180, weight="regular")
    is_last_line_full = end < right  # the last line is full, prize and ability go into the second
    rewards, free_right = _draw_rewards(
        card, inner if is_last_line_full else end, middle if is_last_line_full else foot, r
    )
    yield from rewards
    inner, free_right = (free_right, end) if is_last_line_full else (inner, free_right)
    if cell.target.slot is not None:
        yield from card_signs.draw_spies(view, cell.target.slot, cursor_x, inner, middle, 1.75 * r)
    else:
        pitch = min(2.2 * r, (inner - cursor_x) / max(1, len(card.impact)))
        for i, icon in enumerate(card.impact):
            yield from draw_impact_icon(icon, cursor_x + pitch * (i + 0.5), middle, min(pitch, 1.7 * r))
    yield from _draw_signs(card, left, free_right, foot, r, ctx)


def _draw_rewards(card: CourtCard, right: float, middle: float, r: float) -> tuple[list[kit.Node], float]:
    """Draw prize and ability from the right. Also return their left edge."""
    nodes: list[kit.Node] = []
    if card.prize != "none":
        nodes.append(kit.Sprite(right - r, middle, PrizeRibbon(card.prize, 2 * r)))
        right -= 2 * r + 6
    if card.ability != "none":
        nodes.append(kit.Sprite(right - 12, middle, AbilityStar(12)))
        right -= 30
    return nodes, right


def _draw_signs(
    card: CourtCard, left: float, right: float, middle: float, r: float, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    """Draw the actions with their names. If these do not fit, they move closer, signs and then names get smaller, and
    finally only the signs remain.
    """
    words = card_actions.list_action_names(card, ctx)
    narrow = [(gap, share) for share in (1.0, _SIGN_SHRINK) for gap in (_USUAL_GAP, _MIN_GAP)]
    for size, (gap, share) in ((size, spacing) for size in (kit.DETAIL, kit.MICRO) for spacing in narrow):
        signs = len(words) * (2 * share * r + 6)
        if signs + sum(kit.measure_text(word, size) for word in words) + gap * (len(words) - 1) <= right - left:
            break
    else:
        words = ("",) * len(words)
    r *= share
    for action, word in zip(card.actions, words, strict=True):
        yield kit.Sprite(left + r, middle, card_actions.build_action_disc(card, action, r))
        if word:
            yield kit.TextRun(left + 2 * r + 6, middle, word, size, theme.INK, max_width=right - left - 2 * r)
        left += 2 * r + 6 + gap + kit.measure_text(word, size)


def _draw_event(view: View, number: int, cell: OptionCell, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw an event card: its name, and its effect if bought."""
    event, lang = CONTENT.events[number], ctx.lang
    x, w = cell.x + GUTTER, cell.w - GUTTER
    yield draw_velvet(x, cell.y, w, cell.h, theme.CHECK if event.is_check else theme.MADDER)
    line, left = (cell.h - 2 * _PAD) / 3, x + 18
    price_nodes, end = card_signs.draw_price(view, cell, x + w - 12, cell.y + _PAD + line / 2, min(0.9 * line, 34.0))
    yield from price_nodes
    words = render_message("market.check", lang, check=render_noun("phase.dominance_check", lang))
    name = kit.fit_text(
        words if event.is_check else render_title(f"event.{event.purchased}", lang), end - left - 10, kit.DETAIL, 2
    )
    middle = cell.y + _PAD + max(line, name.size * kit.LEADING * len(name.lines)) / 2
    yield from name.build_runs(left, middle, theme.CREAM, max_width=end - left - 8, face="serif")
    if event.is_check and cell.has_price:
        has_note = check_forecast.is_game_end(view) and view.forecast_winner is None  # a winning gain says so already
        top, foot = cell.y + _PAD + line + 2, cell.y + cell.h - _PAD - has_note * 0.75 * line
        yield from check_forecast.draw_forecast(view, ctx, left, top, w - 28, foot - top)
        if has_note:
            yield from check_forecast.draw_note(
                view, ctx, left, cell.y + cell.h - _PAD - 0.4 * line, w - 36, kit.DETAIL
            )
    elif event.is_check:
        size = min(60.0, cell.h - 2 * _PAD - line - 10)
        for i, coalition in enumerate(COALITIONS):
            yield kit.Sprite(
                left + size / 2 + 1.4 * size * i, cell.y + cell.h - _PAD - size / 2 - 4, Emblem(coalition, size)
            )
    else:
        top, foot = middle + name.size * kit.LEADING * len(name.lines) / 2, cell.y + cell.h - _PAD
        for size in (kit.DETAIL, kit.MICRO):
            effect_text = kit.wrap_paragraph(render_effect(event.purchased, lang), w - 36, size)
            if size * kit.LEADING * len(effect_text.lines) <= foot - top:
                break
        yield from effect_text.build_runs(left, (top + foot) / 2, theme.PANEL, max_width=w - 34)
