"""Dice and assignments at double height: the same five columns."""

from collections.abc import Iterator
from functools import cache

from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import SlotId, TileId
from engines.signorie.view import Assignment, View
from render import kit
from render.signorie import theme
from render.signorie.board.dice import build_number_text, draw_letter, draw_pit, format_gains
from render.signorie.catalogue import render_message
from render.signorie.layout import BAY_W, COLORS, COLUMN_PITCH, LEFT
from render.signorie.pieces import SexSign
from render.signorie.signs import draw_assignment_sign

TOP, FOOT = 150, 966
_BAND, _DIE = 276, 100
_TILE_W, _GAP = 268, 14


def place_column(color: str) -> kit.Placement:
    return kit.Placement(LEFT + COLUMN_PITCH * COLORS.index(color), TOP, BAY_W, FOOT - TOP, 14)


def place_tile(slot: SlotId) -> kit.Placement:
    """Return the placement of an assignment slot: two below each other in the column of their colour."""
    color = CONTENT.slots[slot].area
    h = (FOOT - TOP - _BAND - 3 * _GAP) / 2
    x, y = place_column(color).x + 10, TOP + _BAND + _GAP + (h + _GAP) * CONTENT.slots_of[color].index(slot)
    return kit.Placement(x, y, _TILE_W, h, 12, (x + 10, y + 8), 34, max_width=130)


def _place_die(color: str, index: int, size: int) -> tuple[float, float]:
    """Return the centre of a die: two in a line, in the middle of the band. size: number of dice of the colour."""
    lines = (size + 1) // 2
    return place_column(color).x + 62 + 110 * (index % 2), TOP + _BAND / 2 - 1 + 114 * (index // 2 - (lines - 1) / 2)


@cache
def draw_static(lang: kit.Lang) -> kit.Nodes:
    """Draw the letters of the colours in their trays."""
    return tuple(
        node
        for color in COLORS
        for node in draw_letter(color, lang, place_column(color).x + BAY_W - 35, TOP + _BAND / 2, 25, kit.BODY)
    )


def draw_pool(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw all dice left, and the assignment tiles of the round."""
    for dice in view.dice:
        yield kit.Anchor(f"dice:{dice.color}", place_column(dice.color))
        for i in range(dice.size):
            x, y = _place_die(dice.color, i, dice.size)
            if i < len(dice.left):
                yield kit.Anchor(f"die:{dice.color}:{dice.left[i]}", kit.Placement.from_circle(x, y, _DIE / 2))
                yield kit.Sprite(x, y, kit.Die(theme.DICE[dice.color], dice.left[i], _DIE))
            else:
                yield draw_pit(dice.color, x, y, _DIE - 14)
    for assignment in view.assignments:
        numbers = sum(mark.place == f"assign:{assignment.slot}" for mark in ctx.marks)
        yield from _draw_tile(assignment, view.slot, ctx.lang, numbers)


def _draw_tile(assignment: Assignment, age: int, lang: kit.Lang, numbers: int) -> Iterator[kit.Node]:
    """Draw an assignment tile; its name is at the right of option numbers, and smaller if there are several."""
    placement = place_tile(assignment.slot)
    orientation = "turned" if assignment.is_turned else "open"
    yield kit.Anchor(f"assign:{assignment.slot}", placement, orientation, "dice", f"dice:{assignment.color}", age=age)
    background = theme.LINE if assignment.is_turned else theme.IVORY
    x, y = placement.x, placement.y
    yield kit.Box(x, y, placement.w, placement.h, 12, background, theme.TABLET_RIM, 2, material="tablet")
    sex = "man" if assignment.sex == "male" else "woman"
    yield kit.Sprite(x + 72, y + 97, SexSign(sex, 84, background))
    if assignment.is_turned:
        yield kit.Sprite(x + 180, y + 100, kit.TileBack(theme.STONE, 120, background))
        return
    name = _fit_tile_name(assignment.tile, lang, kit.BODY if numbers < 2 else kit.DETAIL)
    max_width = placement.w - 12
    if numbers:
        yield from name.build_runs(x + placement.w - 10, y + 26, theme.INK, "r", max_width=max_width)
    else:
        yield from name.build_runs(x + placement.w / 2, y + 26, theme.INK, "m", max_width=max_width)
    gains = format_gains(assignment.tile)
    middle = y + (placement.h / 2 if gains is None else 98)
    yield draw_assignment_sign(assignment.tile, x + 178, middle, 104, theme.INK, background)
    size = kit.DISPLAY if kit.measure_text(gains or "", kit.DISPLAY) < placement.w - 16 else kit.HEAD
    yield build_number_text(
        assignment.tile,
        x + 72,
        kit.TextRun(x + placement.w / 2, y + placement.h - 58, "", size, theme.INK, "m", max_width=placement.w - 12),
    )


@cache
def _fit_tile_name(tile: TileId, lang: kit.Lang, size: int) -> kit.FittedText:
    """Return the short name of the tile's effect; the numbers are drawn below it."""
    return kit.fit_text(render_message(f"assignment.{tile}", lang), _TILE_W - 16, size)
