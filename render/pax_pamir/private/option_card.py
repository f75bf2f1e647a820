"""A court card that can be chosen: the same facts in the same places for any number of options.

From top to bottom: the name; the region, and at the right prize and ability; the impact icons (in a court: the spies
on it), and at the right the cost; the actions, with their names if they fit. The strip has suit and rank, at its foot
the patriot. A low card has neither region nor impact icons.
"""

from collections.abc import Iterable, Iterator, Mapping

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import CourtCard
from engines.pax_pamir.view import PlayerView, View
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.cards.court_cards import draw_ability, fit_abilities
from render.pax_pamir.cards.face import choose_name_face, draw_card_face
from render.pax_pamir.cards.market import draw_impact_icon
from render.pax_pamir.catalogue import render_noun
from render.pax_pamir.pieces import SUIT_ICONS, AbilityStar, Emblem, PrizeRibbon
from render.pax_pamir.private import card_actions
from render.pax_pamir.private.card_signs import draw_cost, draw_loyalty_tag, draw_spies
from render.pax_pamir.private.targets import OptionCell, list_action_options

_SEVERAL = 34.0  # px from the upper edge to the name if several numbers are above it
_LOW_SEVERAL = 20.0  # px: the same on a low card, whose numbers are smaller if there are several
_TAG_UP = 7.0  # px from the upper edge of a card to the middle of a bonus tag above it
_NARROW = 280  # px: on narrower cards the strip is narrower, too, for the sake of long names
_ICON = 38  # px: least width of each icon or spy beside the region

CardArea = tuple[float, float, float]
"""Left and right edge, and upper or lower edge."""


def draw_option_card(
    view: View, player: PlayerView, number: int, cell: OptionCell, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    """Draw the card `number`, with its costs for `player`."""
    card, is_narrow = CONTENT.cards[number], cell.w < _NARROW
    margin = 8 if is_narrow else 12
    strip = 96.0 if cell.is_large else 46.0 if is_narrow else 68.0
    left, right = cell.x + strip + margin, cell.x + cell.w - margin
    options = list_action_options(cell.target.place, ctx)
    yield from _draw_strip(card, cell, strip)
    # the tag is lower if several numbers are on the upper edge
    h, tag_dy = min(cell.sign_h, 40.0), -4.0 if cell.number_count > 1 and not cell.is_low else _TAG_UP
    yield from draw_loyalty_tag(player, card, cell, (cell.x + cell.w / 2, cell.y - tag_dy), h, ctx)
    if cell.is_low:
        yield from _draw_low_card(view, player, card, cell, (left, right), ctx)
        return
    # height: region, and icons or spies
    foot, height = cell.y + cell.h - 8, cell.name_size * kit.LEADING + cell.sign_h + 14
    if cell.is_large and card.ability != "none":
        height += 58
    elif (
        cell.target.slot is not None
        and not any(cell.target.slot.spies)
        and not (options and cell.target.slot.is_favored)
    ):
        height -= cell.sign_h  # without spies and cost, the actions use their line
    for size in (cell.name_size, kit.DETAIL):
        words, top = _draw_name(card, cell, size, left, right)
        layout = _layout_actions(card, player, cell, options, right - left, foot - top - height, ctx)
        if layout is not None:
            break
    cost_nodes, max_width = _draw_cost_line(view, player, card, cell, (left, right, top), ctx)
    has_small_names = layout is None or layout.size < kit.DETAIL
    if has_small_names and max_width >= kit.measure_text(
        render_noun(f"region.{card.region}", ctx.lang), kit.MICRO, "regular"
    ):
        layout = _layout_actions(card, player, cell, options, right - left, foot - top - cell.sign_h - 8, ctx)
        body: Iterable[kit.Node] = (
            *cost_nodes,
            *_draw_region_line(view, card, cell, (left, left + max_width, top), ctx),
        )
    else:
        free_h = foot - top - height - layout.h if isinstance(layout, card_actions.FieldsLayout) else 0.0
        body = _draw_region_and_icons(view, player, card, cell, (left, right, top), ctx, free_h)
    yield from words
    yield from body
    yield from _draw_actions(card, player, cell, options, (left, right, foot), layout, ctx)


def _layout_actions(
    card: CourtCard,
    player: PlayerView,
    cell: OptionCell,
    options: Mapping[str, kit.Mark],
    w: float,
    h: float,
    ctx: kit.RenderContext,
) -> card_actions.ActionLayout | card_actions.FieldsLayout | None:
    """Lay out the actions that can be taken, with their numbers; on a card to be bought or played, all its actions."""
    return (
        card_actions.layout_fields(card, player, options, w, h, ctx, cell.is_large)
        if options
        else card_actions.layout_actions(card, cell, w, h, ctx)
    )


def _draw_actions(
    card: CourtCard,
    player: PlayerView,
    cell: OptionCell,
    options: Mapping[str, kit.Mark],
    field: CardArea,
    layout: card_actions.ActionLayout | card_actions.FieldsLayout | None,
    ctx: kit.RenderContext,
) -> Iterator[kit.Node]:
    """Draw the actions above the foot of the card, in the smallest layout if `layout` is None."""
    left, right, foot = field
    if options:
        fields_layout = (
            layout
            if isinstance(layout, card_actions.FieldsLayout)
            else card_actions.layout_lowest_fields(card, player, options, right - left, ctx)
        )
        return card_actions.draw_fields(card, options, left, foot, fields_layout)
    return card_actions.draw_actions(
        card,
        left,
        foot,
        layout if isinstance(layout, card_actions.ActionLayout) else card_actions.layout_bare_signs(card, cell),
    )


def _draw_name(card: CourtCard, cell: OptionCell, size: int, left: float, right: float) -> tuple[kit.Nodes, float]:
    """Draw the name, at most in this text size, below several numbers. Also return its lower edge."""
    top = cell.y + (8 if cell.number_count == 1 else _LOW_SEVERAL if cell.is_low else _SEVERAL)
    words = kit.fit_text(card.name, right - left, kit.MICRO if cell.number_count > 1 and cell.is_low else size, 2)
    middle = top + words.size * kit.LEADING * len(words.lines) / 2
    return words.build_runs(
        left, middle, theme.INK, max_width=right - left, face=choose_name_face(cell.w)
    ), top + size * kit.LEADING * len(words.lines)


def _draw_low_card(
    view: View,
    player: PlayerView,
    card: CourtCard,
    cell: OptionCell,
    field: tuple[float, float],
    ctx: kit.RenderContext,
) -> Iterator[kit.Node]:
    """Draw a low card without its region: the name, the spies, and the actions with the cost."""
    left, right = field
    foot, slot = cell.y + cell.h - 8, cell.target.slot
    words, _ = _draw_name(card, cell, cell.name_size, left, right)
    yield from words
    line = foot - (0.5 if slot is None else 1.5) * cell.sign_h
    cost_nodes, cost_left = draw_cost(view, player, cell, (right, line), cell.sign_h, ctx)
    if cost_left - left < _measure_signs(card, cell):
        cost_nodes, cost_left = draw_cost(
            view, player, cell, (right, line), cell.sign_h, ctx, tag_dy=cell.y - _TAG_UP - line
        )
    yield from cost_nodes
    options, end = list_action_options(cell.target.place, ctx), cost_left if slot is None else right
    layout = _layout_actions(card, player, cell, options, end - left, cell.sign_h, ctx)
    yield from _draw_actions(card, player, cell, options, (left, end, foot), layout, ctx)
    if slot is not None:
        yield from draw_spies(view, slot, left, cost_left, line, 0.9 * cell.sign_h)


def _draw_region_and_icons(
    view: View,
    player: PlayerView,
    card: CourtCard,
    cell: OptionCell,
    field: CardArea,
    ctx: kit.RenderContext,
    free_h: float,
) -> Iterator[kit.Node]:
    """Draw the region with prize and ability, and below it the impact icons or spies with the cost.

    free_h: px between these and the actions.
    """
    left, right, top = field
    size, lang = cell.name_size, ctx.lang
    middle = top + size * kit.LEADING / 2 + 2
    yield from _draw_rewards(card, right, middle, cell)
    max_width = (
        right - left - (cell.sign_h + 4) * (card.prize != "none") - 46 * (card.ability != "none" and not cell.is_large)
    )
    region = kit.fit_text(render_noun(f"region.{card.region}", lang), max_width, size, weight="regular")
    yield from region.build_runs(left, middle, theme.INK_2, max_width=max_width, weight="regular")
    middle += (size * kit.LEADING + cell.sign_h) / 2 + 6
    cost_nodes, cost_left = draw_cost(view, player, cell, (right, middle), cell.sign_h, ctx, cell.is_large)
    if cost_left - left < _measure_signs(card, cell):  # the bonus tag is below the bribe, or on the card's edge
        tag_dy = 1.1 * cell.sign_h if free_h > cell.sign_h else cell.y - _TAG_UP - middle
        cost_nodes, cost_left = draw_cost(view, player, cell, (right, middle), cell.sign_h, ctx, cell.is_large, tag_dy)
    yield from cost_nodes
    yield from _draw_icons(view, card, cell, left, cost_left, middle)
    if cell.is_large and card.ability != "none":
        (label,) = fit_abilities([render_noun(f"ability.{card.ability}", lang)], right - left, 40, kit.BODY)
        yield from draw_ability(label, left, middle + cell.sign_h / 2 + 34, right - left, 40, 15)


def _draw_cost_line(
    view: View, player: PlayerView, card: CourtCard, cell: OptionCell, field: CardArea, ctx: kit.RenderContext
) -> tuple[list[kit.Node], float]:
    """Draw cost, prize and ability from the right in one line; with several numbers the last two are beside these.

    Also return the width left for the region if icons or spies have their least width.
    """
    left, right, top = field
    middle = top + cell.sign_h / 2 + 2
    nodes, cost_left = draw_cost(view, player, cell, (right, middle), cell.sign_h, ctx)
    is_beside_numbers = cell.number_count > 1
    edge, line = (right, cell.y + _SEVERAL / 2 + 2) if is_beside_numbers else (cost_left, middle)
    if card.prize != "none":
        nodes.append(kit.Sprite(edge - 16, line, PrizeRibbon(card.prize, 32)))
        edge -= 38
    if card.ability != "none":
        nodes.append(kit.Sprite(edge - 12, line, AbilityStar(12)))
        edge -= 30
    return nodes, (cost_left if is_beside_numbers else edge) - left - _measure_signs(card, cell) - 10


def _measure_signs(card: CourtCard, cell: OptionCell) -> float:
    """Return the least width of the impact icons; in a court, of the spies on the card, their counts and the lock."""
    slot = cell.target.slot
    if slot is None:
        return _ICON * len(card.impact)
    return _ICON * (sum(map(bool, slot.spies)) + sum(n > 1 for n in slot.spies) + (slot.hostage is not None))


def _draw_region_line(
    view: View, card: CourtCard, cell: OptionCell, field: CardArea, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    """Draw the region and, in the same line, the impact icons or spies."""
    left, right, top = field
    middle = top + cell.sign_h / 2 + 2
    region = kit.fit_text(render_noun(f"region.{card.region}", ctx.lang), right - left, kit.DETAIL, weight="regular")
    yield from region.build_runs(left, middle, theme.INK_2, max_width=right - left, weight="regular")
    left += kit.measure_text(region.lines[0], region.size, "regular") + 10
    yield from _draw_icons(view, card, cell, left, right + _measure_signs(card, cell) + 10, middle)


def _draw_icons(
    view: View, card: CourtCard, cell: OptionCell, left: float, right: float, middle: float
) -> Iterator[kit.Node]:
    """Draw the impact icons of the card; for a card in a court, the spies on it."""
    if cell.target.slot is not None:
        yield from draw_spies(view, cell.target.slot, left, right, middle, cell.sign_h)
        return
    pitch = min(1.2 * cell.sign_h, (right - left - cell.sign_h) / max(1, len(card.impact) - 1))
    for i, icon in enumerate(card.impact):
        yield from draw_impact_icon(icon, left + cell.sign_h / 2 + pitch * i, middle, min(pitch, 0.9 * cell.sign_h))


def _draw_strip(card: CourtCard, cell: OptionCell, strip: float) -> Iterator[kit.Node]:
    """Draw card and strip: suit and rank below the option number, the patriot at the foot."""
    x, y, h, colour = cell.x, cell.y, cell.h, theme.SUITS[card.suit]
    yield from draw_card_face(x, y, cell.w, h, strip, card.id)
    middle, foot = x + strip / 2, y + h - 8
    glyph = min(0.7 * strip, 0.28 * h)
    yield kit.Icon(
        SUIT_ICONS[card.suit], middle, y + max(36.0, 0.2 * h) + glyph / 2, glyph, kit.pick_ink(colour), colour
    )
    star, stars_y = min(26.0, (strip - 8) / card.rank), y + max(36.0, 0.2 * h) + glyph + 14
    for i in range(card.rank):
        yield kit.Icon(
            "star", middle + star * (i - (card.rank - 1) / 2), stars_y, star - 1, kit.pick_ink(colour), colour
        )
    size = min(strip - 16, foot - stars_y - 12)
    if card.patriot != "none":
        yield kit.Sprite(middle, foot - size / 2, Emblem(card.patriot, size))


def _draw_rewards(card: CourtCard, right: float, middle: float, cell: OptionCell) -> Iterator[kit.Node]:
    """Draw prize and ability from the right; a large card has its ability in words instead."""
    if card.prize != "none":
        yield kit.Sprite(right - cell.sign_h / 2, middle, PrizeRibbon(card.prize, cell.sign_h))
        right -= cell.sign_h + 4
    if card.ability != "none" and not cell.is_large:
        yield kit.Sprite(right - 18, middle, AbilityStar(14))
