"""Dice and assignments at double height: the same five columns."""

from collections.abc import Iterator
from functools import cache

from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import SlotId, TileId
from engines.signorie.view import Assignment, View
from render.kit.colour import INK, WHITE
from render.kit.look import Lang, Look
from render.kit.scene import BODY, DISPLAY, HEAD, Anchor, Box, Node, Nodes, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import Fitted, fit, measure
from render.kit.tokens import Die, DieGap, TileBack
from render.signorie import theme
from render.signorie.board.dice import brings, count
from render.signorie.catalogue import noun, sentence
from render.signorie.layout import BAY_W, COLORS, COLUMN_PITCH, LEFT
from render.signorie.pieces import SexSign, outline
from render.signorie.signs import assignment_sign

TOP, FOOT = 150, 966
_BAND, _DIE = 276, 100
_TILE_W, _GAP = 268, 14


def column(color: str) -> Spot:
    return Spot(LEFT + COLUMN_PITCH * COLORS.index(color), TOP, BAY_W, FOOT - TOP, 14)


def tile(slot: SlotId) -> Spot:
    """An assignment slot by its id: two below each other in the column of their colour."""
    color = CONTENT.slots[slot].area
    h = (FOOT - TOP - _BAND - 3 * _GAP) / 2
    x, y = column(color).x + 10, TOP + _BAND + _GAP + (h + _GAP) * CONTENT.slots_of[color].index(slot)
    return Spot(x, y, _TILE_W, h, 12, (x + 10, y + 8), 34, room=_TILE_W)


def _die(color: str, index: int, size: int) -> tuple[float, float]:
    """Two in a line, in the middle of the band. size: how many the colour has."""
    lines = (size + 1) // 2
    return column(color).x + 62 + 110 * (index % 2), TOP + _BAND / 2 - 1 + 114 * (index // 2 - (lines - 1) / 2)


@cache
def printed(lang: Lang) -> Nodes:
    nodes: list[Node] = []
    for color in COLORS:
        spot = column(color)
        letter = noun(f"die_colors.{color}", lang, short=True)
        nodes += (
            Box(spot.x, spot.y, spot.w, spot.h, 14, theme.PANEL, theme.LINE, 2),
            Box(spot.x, spot.y, spot.w, _BAND, 14, theme.BANDS[color], corners=(True, True, False, False)),
            Box(spot.x, spot.y + _BAND - 6, spot.w, 6, 0, theme.DICE[color]),
            Text(spot.x + spot.w - 38, spot.y + _BAND / 2, letter, HEAD, INK, "m", room=60),
        )
    return tuple(nodes)


def pool(view: View, look: Look) -> Iterator[Node]:
    """All dice left, and the tiles of the round."""
    for dice in view.dice:
        yield Anchor(f"dice:{dice.color}", column(dice.color))
        for i in range(dice.size):
            x, y = _die(dice.color, i, dice.size)
            if i < len(dice.left):
                yield Anchor(f"die:{dice.color}:{dice.left[i]}", Spot.disc(x, y, _DIE / 2))
                yield Sprite(x, y, Die(theme.DICE[dice.color], dice.left[i], _DIE))
            else:
                yield Sprite(x, y, DieGap(outline(theme.DICE[dice.color]), _DIE - 14, 4))
    for assignment in view.assignments:
        numbered = any(mark.place == f"assign:{assignment.slot}" for mark in look.marks)
        yield from _tile(assignment, view.slot, look.lang, numbered)


def _tile(assignment: Assignment, age: int, lang: Lang, numbered: bool) -> Iterator[Node]:
    """numbered: numbers stand on its upper left corner, which the name leaves free."""
    spot = tile(assignment.slot)
    shows = "turned" if assignment.turned else "open"
    yield Anchor(f"assign:{assignment.slot}", spot, shows, "dice", f"dice:{assignment.color}", age=age)
    ground = theme.LINE if assignment.turned else WHITE
    x, y = spot.x, spot.y
    yield Box(x, y, spot.w, spot.h, 12, ground, theme.LINE, 2)
    sex = "man" if assignment.sex == "male" else "woman"
    yield Sprite(x + 72, y + 97, SexSign(sex, 84, ground))
    if assignment.turned:
        yield Sprite(x + 180, y + 100, TileBack(theme.STONE, 120, ground))
        return
    name, room = _name(assignment.tile, lang), spot.w - 12
    if numbered:
        yield from name.runs(x + spot.w - 10, y + 26, INK, "r", room=room)
    else:
        yield from name.runs(x + spot.w / 2, y + 26, INK, "m", room=room)
    gains = brings(assignment.tile)
    middle = y + (spot.h / 2 if gains is None else 98)
    yield assignment_sign(assignment.tile, x + 178, middle, 104, INK, ground)
    size = DISPLAY if measure(gains or "", DISPLAY) < spot.w - 16 else HEAD
    yield count(assignment.tile, x + 72, Text(x + spot.w / 2, y + spot.h - 58, "", size, INK, "m", room=spot.w - 12))


@cache
def _name(tile: TileId, lang: Lang) -> Fitted:
    """What the tile does, in a word; what it brings and costs stands below."""
    return fit(sentence(f"assignment.{tile}", lang), _TILE_W - 16, BODY)
