"""The row of helpers to hire on the panel for the choice of a die: each helper's sign, amount and cost."""

from collections.abc import Iterator
from functools import cache

from engines.signorie.data.content import CONTENT
from engines.signorie.view import Assignment, Column, HelperSlot, Mat, View
from render import kit
from render.signorie import signs, theme
from render.signorie.backdrop import draw_night
from render.signorie.board.dice import build_number_text, format_gains
from render.signorie.catalogue import render_message
from render.signorie.layout import BAY_W, COLORS, COLUMN_PITCH, LEFT
from render.signorie.pieces import HiredRing, SexSign
from render.signorie.private.color_actions import (
    DieColorActions,
    Tone,
    explain_closed_action,
    find_die_color_actions,
    fit_reason,
)
from render.signorie.private.die_pool import draw_dice
from render.signorie.private.panels import draw_question_header

_HIRE_TOP, _HIRE_HEIGHT = 662, 218
_PITCH, _CELL_W, _CELL, _CELL_H = 94, 90, 50, 162
"""px: from helper to helper, width of a cell, from the upper edge to the cells, and their height."""


def draw_hire_row(
    view: View, column: Column, player: Mat, color_actions: DieColorActions, x: float, lang: kit.Lang
) -> Iterator[kit.Node]:
    """Draw the helpers of the column that dice of this colour hire into; dark, with the reason, if
    none can be hired.
    """
    target = next(other for other in view.columns if other.color == column.hires_into)
    tone, why = (
        Tone("hire" not in color_actions.actions),
        explain_closed_action("hire", color_actions, lang),
    )
    paper = tone.choose_background(theme.COLUMNS[target.color])
    yield kit.Box(x, _HIRE_TOP, BAY_W, _HIRE_HEIGHT, 12, paper, material="tablet")
    yield kit.Sprite(x + 34, _HIRE_TOP + 26, kit.HelperDisc(theme.DICE[target.color], 22))
    yield kit.Icon("hire", x + 74, _HIRE_TOP + 26, 34, tone.ink, paper)
    if why is not None:
        yield from fit_reason(why, 182).build_runs(x + 192, _HIRE_TOP + 26, kit.WHITE, "m", max_width=186)
    for i, slot in enumerate(target.helpers):
        helper_x = x + BAY_W / 2 + _PITCH * (i - 1)
        field = tone.choose_background(theme.FIELDS[target.color])
        yield kit.Box(helper_x - _CELL_W / 2, _HIRE_TOP + _CELL, _CELL_W, _CELL_H, 10, field, material="tablet")
        if slot.id in player.helpers:
            yield kit.Sprite(helper_x, _HIRE_TOP + _CELL + _CELL_H / 2, HiredRing(theme.SEATS[player.color], 32))
            yield kit.Icon("check", helper_x, _HIRE_TOP + _CELL + _CELL_H / 2, 34, theme.SERPENTINE, kit.WHITE)
        else:
            yield from _draw_free_slot(slot, tone, color_actions, helper_x, field)


def _draw_free_slot(
    slot: HelperSlot, tone: Tone, color_actions: DieColorActions, helper_x: float, background: str
) -> Iterator[kit.Node]:
    """Draw a free helper slot: the sign, below it the amount, and the cost, in gold if some die leaves enough florins.

    The lowest sufficient die is below the cost unless all dice suffice.
    """
    min_pips = None if tone.is_dark else color_actions.find_min_pips(slot.cost)
    effect, min_die_nodes = CONTENT.helper_effects[slot.id], list(color_actions.draw_min_die(min_pips))
    quiet = theme.PAST_SIGN if tone.is_dark else theme.INK_2
    ink, cell_top = theme.INK if min_pips is not None else quiet, _HIRE_TOP + _CELL
    amount = signs.find_helper_amount(effect)
    sign_y, size = (cell_top + 42, 58) if amount is None else (cell_top + 29, 54)
    yield from signs.draw_helper_sign(effect, helper_x, sign_y, background, ink, size)
    if amount is not None:
        yield signs.draw_amount_sign(amount, helper_x, cell_top + 72, 36 if amount != "?" else 32, ink, background)
    price_y, r = (cell_top + 111, 20) if min_die_nodes else (cell_top + 127, 25)
    if min_pips is None:
        yield kit.Sprite(helper_x, price_y, kit.NumberDisc(str(slot.cost), r, 33, quiet, None, quiet, 2))
    else:
        yield kit.Sprite(helper_x, price_y, kit.Coin(str(slot.cost), r, theme.COIN, kit.GOLD))
    yield from (kit.transform_node(node, helper_x, cell_top + 145, 0.92) for node in min_die_nodes)


WIDTH, HEIGHT = 1600, 1320
_SLOT, _SLOT_H = 480, 124
_HELPERS, _HELPERS_H = 940, 94
_TILES, _TILES_H = 1092, 206
_ROWS = ((_SLOT, _SLOT_H), (_HIRE_TOP, _HIRE_HEIGHT), (_HELPERS, _HELPERS_H), (_TILES, _TILES_H))
_CAPTIONS = (("slot", 454), ("hire", 633), ("helpers", 910), ("assignments", 1062))


def _find_column_x(color: str) -> float:
    return LEFT + COLUMN_PITCH * COLORS.index(color)


def draw_die_panel(view: View, ctx: kit.RenderContext, seat: int) -> kit.Scene:
    """Draw the panel, 1600 x 1320. The options are the dice among the marked places."""
    player = view.mats[seat]
    marked_places = {mark.place for mark in ctx.marks if mark.place.startswith("die:")}
    live = [*draw_question_header(player, ctx.lang, "die")]
    for column in view.columns:
        live += _draw_column(view, column, player, marked_places, ctx.lang)
    return kit.Scene(
        theme.THEME, WIDTH, HEIGHT, theme.VERDE, (*draw_night(HEIGHT), *_draw_captions(ctx.lang)), tuple(live)
    )


@cache
def _draw_captions(lang: kit.Lang) -> kit.Nodes:
    labels = kit.fit_texts([render_message(f"die.{key}", lang) for key, _ in _CAPTIONS], 1500, kit.BODY)
    return tuple(
        node
        for (_, y), label in zip(_CAPTIONS, labels, strict=True)
        for node in (
            *label.build_runs(LEFT, y, theme.STONE_ON_VERDE, max_width=1500),
            *_draw_rule(LEFT + kit.measure_text(label.lines[0], label.size) + 20, y),
        )
    )


def _draw_rule(x: float, y: float) -> kit.Nodes:
    """Draw a gold line with a lozenge from the end of a caption to the right edge."""
    lozenge = ((x - 8, y), (x, y - 7), (x + 8, y), (x, y + 7))
    return (
        kit.Polyline(((x + 10, y), (LEFT + 4 * COLUMN_PITCH + BAY_W, y)), theme.RULE, 2),
        kit.Poly(lozenge, theme.INLAY),
    )


def _draw_column(
    view: View, column: Column, player: Mat, marked_places: set[str], lang: kit.Lang
) -> Iterator[kit.Node]:
    """Draw the column of one colour; below dice that may not be taken, empty dark fields.

    marked_places: places of the dice that may be taken; empty: all of them.
    """
    color, x = column.color, _find_column_x(column.color)
    pips_left = next(dice.left for dice in view.dice if dice.color == color)
    takeable = [pips for pips in pips_left if not marked_places or f"die:{color}:{pips}" in marked_places]
    color_actions = find_die_color_actions(view, column, player, takeable)
    yield from draw_dice(view, column, player, pips_left, set(takeable), x, lang)
    if not takeable:  # a colour without a die to take is no part of the choice
        yield from (kit.Box(x, y, BAY_W, h, 12, theme.PAST, material="tablet") for y, h in _ROWS)
        return
    yield kit.Box(x, _SLOT, BAY_W, _SLOT_H, 12, theme.COLUMNS[color], material="tablet")
    yield kit.Box(x + 12, _SLOT + 12, 92, _SLOT_H - 24, 10, theme.PLACES[color], material="tablet")
    yield kit.TextRun(x + 58, _SLOT + _SLOT_H / 2, str(column.slot_value), kit.DISPLAY, theme.INK, "m", max_width=88)
    yield from _draw_action(column, player, color_actions, x + 112, lang)
    yield from draw_hire_row(view, column, player, color_actions, x, lang)
    yield kit.Box(x, _HELPERS, BAY_W, _HELPERS_H, 12, theme.COLUMNS[color], material="tablet")
    for i, slot in enumerate(column.helpers):
        helper_x, y = x + 50 + 94 * i, _HELPERS + _HELPERS_H / 2
        if slot.id in player.helpers:
            yield kit.Sprite(helper_x, y - 1, HiredRing(theme.SEATS[player.color], 43))
            yield from (
                kit.transform_node(node, helper_x, y - 1, 1)
                for node in signs.draw_helper_token(CONTENT.helper_effects[slot.id], 0, 0, kit.WHITE)
            )
        else:
            yield kit.Disc(helper_x, y, 37, None, theme.DICE[color], 3)
    tiles = [tile for tile in view.assignments if tile.color == color]
    for i, tile in enumerate(tiles):
        yield from _draw_assignment(tile, color_actions, x + 146 * i, lang)


def _draw_action(
    column: Column, player: Mat, color_actions: DieColorActions, x: float, lang: kit.Lang
) -> Iterator[kit.Node]:
    """Draw the Signoria action; if it is impossible, dark and with the reason below its sign."""
    numbers = {
        "florins": f"+{CONTENT.data.signoria.florins.florins}",
        "tracks": str(CONTENT.data.signoria.tracks.points_max),
        "offspring": f"×{player.offspring_dice}",
    }
    tone, why = (
        Tone("signoria" not in color_actions.actions),
        explain_closed_action("signoria", color_actions, lang),
    )
    words, w, h, y = numbers.get(column.signoria, ""), BAY_W - 124, _SLOT_H - 24, _SLOT + _SLOT_H / 2
    background, size, gap = tone.choose_background(theme.IVORY), 66.0 if why is None else 42.0, 10
    yield kit.Box(x, _SLOT + 12, w, h, 10, background, material="tablet")
    if why is not None:
        y -= 27
        yield from fit_reason(why, w - 6).build_runs(x + w / 2, _SLOT + 83, kit.WHITE, "m", max_width=w - 2)
    sign_width = size * 1.45 if column.signoria == "tracks" else size
    min_pips = None if tone.is_dark else color_actions.min_pips.get("signoria")
    text_width = kit.measure_text(words, kit.KEY) if words else 60 if min_pips is not None else 0
    left = x + (w - sign_width - (gap + text_width if text_width else 0)) / 2
    yield signs.draw_signoria_sign(column.signoria, left + sign_width / 2, y, size, tone.ink, background)
    if words:
        yield kit.TextRun(left + sign_width + gap, y, words, kit.KEY, tone.ink, max_width=text_width + 4)
    else:
        yield from (
            kit.transform_node(node, left + sign_width + gap + 30, y, 1)
            for node in color_actions.draw_min_die(min_pips)
        )


def _draw_assignment(tile: Assignment, color_actions: DieColorActions, x: float, lang: kit.Lang) -> Iterator[kit.Node]:
    """Draw an assignment: white if it can be paid and carried out, else dark with the reason."""
    is_payable = tile.tile in color_actions.actions and not tile.is_turned
    why = (
        render_message("die.turned", lang) if tile.is_turned else explain_closed_action(tile.tile, color_actions, lang)
    )
    background, ink = (theme.IVORY, theme.INK) if is_payable else (theme.PAST, theme.PAST_SIGN)
    yield kit.Box(x, _TILES, 142, _TILES_H, 12, background, material="tablet")
    min_pips = color_actions.min_pips.get(tile.tile) if is_payable else None
    y = _TILES + (-4 if why is not None or min_pips is not None else 26)
    if why is not None:
        yield from kit.fit_text(why, 134, kit.BODY, 2).build_runs(x + 71, _TILES + 173, kit.WHITE, "m", max_width=138)
    sex = "man" if tile.sex == "male" else "woman"
    yield kit.Sprite(x + 32, y + 48, SexSign(sex, 54, background))
    if tile.is_turned:
        yield kit.Sprite(x + 94, y + 70, kit.TileBack(theme.PAST_SIGN, 78, background))
        return
    yield signs.draw_assignment_sign(
        tile.tile, x + 95, y + (80 if format_gains(tile.tile) is None else 54), 72, ink, background
    )
    yield build_number_text(tile.tile, x + 32, kit.TextRun(x + 71, y + 122, "", kit.KEY, ink, "m", max_width=138))
    yield from (kit.transform_node(node, x + 71, _TILES + 178, 1.1) for node in color_actions.draw_min_die(min_pips))
