"""The private picture of a main action: the dice area, the column it plays and the column it hires into, side by side.

Its options lie on the board and on the mat; here all of them have their numbers on one picture.
"""

from engines.signorie.view import Column, Mat, View
from render.kit.colour import INK, WHITE, on
from render.kit.look import Lang, Look
from render.kit.marks.notice import notice
from render.kit.scene import BODY, HEAD, KEY, MICRO, Box, Icon, Node, Nodes, Scene, Sprite, Text, place
from render.kit.spot import Spot
from render.kit.text import fit, fit_all
from render.kit.tokens import Die, HelperDisc, Meeple, Seal, SeatToken
from render.signorie import theme
from render.signorie.board import dice
from render.signorie.catalogue import noun, sentence
from render.signorie.layout import DICE_TOP, dice_area
from render.signorie.mat import columns
from render.signorie.mat import layout as mat_layout
from render.signorie.pieces import dentils

WIDTH, HEIGHT = 1600, 1000
_AREA_X, _TOP, _AREA_K = 44, 188, 1.75
_ROWS_X, _ROWS_W, _ROW_H, _ROW_PITCH, _STRIP = 578, 978, 346, 382, 72
_FIELD_K, _FIELD_PITCH = 1.6, 242.8
_PURSE = Spot(44, 628, 504, 288, 12, (0, 0))


def action(view: View, color: str, look: Look, seat: int) -> Scene:
    """1600 x 1000: what a die of this colour lets a seat do, and what it could pay with."""
    player = view.mats[seat]
    played = next(column for column in view.columns if column.color == color)
    hired = next(column for column in view.columns if column.color == played.hires_into)
    live = (
        *notice(sentence("private.notice", look.lang), theme.VERDE, y=70),
        Text(1556, 70, sentence("action.title", look.lang), HEAD, theme.PANEL, "r", room=560),
        *_on_area(dice.area(view, color), color),
        *_purse(player, look.lang),
        *_played(played, player, look.lang),
        *_hires(hired, player, view.helper_discs, look.lang),
    )
    ground = (*dentils(HEIGHT), *_on_area(dice.printed_area(color, look.lang), color))
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, ground, live)


def _on_area(nodes: Nodes, color: str) -> Nodes:
    """Nodes of the board's dice area, larger."""
    dx, dy = _AREA_X - dice_area(color).x * _AREA_K, _TOP - DICE_TOP * _AREA_K
    return tuple(place(node, dx, dy, _AREA_K) for node in nodes)


def _in_field(nodes: Nodes, spot: Spot, row: int, index: int) -> Nodes:
    """Nodes of a field of the mat, larger, in one of the two rows."""
    dx = _ROWS_X + 8 + _FIELD_PITCH * index - spot.x * _FIELD_K
    dy = _TOP + _ROW_PITCH * row + _STRIP + 14 - spot.y * _FIELD_K
    return tuple(place(node, dx, dy, _FIELD_K) for node in nodes)


def _played(column: Column, player: Mat, lang: Lang) -> Nodes:
    """The die, the Signoria action, and the helpers who may be used after it."""
    color, spot = column.color, mat_layout.signoria(column.color)
    pips = dict(player.dice).get(color)
    token = () if pips is None else (Sprite(_ROWS_X + 48, _TOP + _STRIP / 2 - 1, Die(theme.DICE[color], pips, 54)),)
    first = (*columns.printed_action(color), *columns.action(column, player, lang))
    return (
        *_strip(0, color, "action.played", lang, 92 if token else 24),
        *token,
        *_in_field(first, spot, 0, 0),
        *_helpers(column, player, 0, lang),
    )


def _hires(column: Column, player: Mat, discs: int, lang: Lang) -> Nodes:
    """Its helper slots, and how many discs are left to hire with."""
    top = _TOP + _ROW_PITCH
    disc = Sprite(_ROWS_X + 48, top + _STRIP / 2, HelperDisc(theme.DICE[column.color], 25))
    middle = _ROWS_X + 8 + 146 * _FIELD_K / 2
    return (
        *_strip(1, column.color, "action.hire", lang, 92),
        disc,
        Icon("hire", middle, top + _STRIP + 110, 104, INK, theme.COLUMNS[column.color]),
        Text(middle, top + _STRIP + 206, f"×{discs}", KEY, INK, "m", room=200),
        *_helpers(column, player, 1, lang),
    )


def _strip(row: int, color: str, key: str, lang: Lang, left: float) -> Nodes:
    """The ground of a row and its head."""
    y, fill = _TOP + _ROW_PITCH * row, theme.DICE[color]
    words = sentence(key, lang, color=noun(f"die_colors.{color}", lang))
    head = fit(words[:1].upper() + words[1:], _ROWS_W - left - 24, KEY)
    return (
        Box(_ROWS_X, y, _ROWS_W, _ROW_H, 12, theme.COLUMNS[color]),
        Box(_ROWS_X, y, _ROWS_W, _STRIP, 12, fill, corners=(True, True, False, False)),
        *head.runs(_ROWS_X + left, y + _STRIP / 2, on(fill), room=_ROWS_W - left - 24),
    )


def _helpers(column: Column, player: Mat, row: int, lang: Lang) -> Nodes:
    return tuple(
        node
        for index, slot in enumerate(column.helpers, 1)
        for node in _in_field(
            columns.helper_field(slot, column.color, player, lang), mat_layout.helper(slot.id), row, index
        )
    )


def _purse(player: Mat, lang: Lang) -> Nodes:
    """What the seat has: florins, victory points, meeples, and its dice against the threshold."""
    x, y, colour = _PURSE.x, _PURSE.y, theme.SEATS[player.color]
    stocks = (player.men_stock, player.women_stock)
    stock = fit_all([sentence("mat.stock", lang, n=n) for n in stocks], 150, MICRO)
    meeples: list[Node] = []
    for i, (kind, number) in enumerate((("man", player.men), ("woman", player.women))):
        at = x + 60 + 236 * i
        meeples.append(Sprite(at, y + 160, Meeple(kind, colour, 72, rim=True)))
        meeples.append(Text(at + 52, y + 144, str(number), HEAD, WHITE, room=90))
        meeples += stock[i].runs(at + 52, y + 188, theme.MUTED, room=150)
    sign, tint = ("check", theme.MUTED) if player.within else ("pass", theme.ROSE)
    limit = sentence("mat.dice", lang, sum=player.dice_sum, limit=player.threshold)
    return (
        Box(x, y, _PURSE.w, _PURSE.h, _PURSE.radius, theme.PAST),
        Sprite(x + 60, y + 62, SeatToken(player.seat, colour, 34, ring=True)),
        Icon("florin", x + 180, y + 62, 64, INK, theme.PAST),
        Text(x + 224, y + 62, str(player.florins), HEAD, WHITE, room=110),
        Sprite(x + 424, y + 64, Seal(str(player.vp), 50)),
        *meeples,
        Icon(sign, x + 60, y + 248, 36, tint, theme.PAST),
        Text(x + 96, y + 248, limit, BODY, WHITE, room=380),
    )
