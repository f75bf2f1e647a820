"""Which die: all that a colour opens stands below its dice.

Five columns as on the overview: dice with their cost and the sum they would make, value and action of the slot, where
one hires afterwards, the own helpers that would work, and the two assignments. What stays closed says why.
"""

from collections.abc import Iterator
from functools import cache

from engines.signorie.data.content import CONTENT
from engines.signorie.view import Assignment, Column, Mat, View
from render.kit.colour import INK, WHITE
from render.kit.look import Lang, Look
from render.kit.scene import BODY, DISPLAY, KEY, Box, Disc, Node, Nodes, Scene, Sprite, Text, place
from render.kit.text import fit, fit_all, measure
from render.kit.tokens import TileBack
from render.signorie import theme
from render.signorie.board.dice import brings, count
from render.signorie.catalogue import sentence
from render.signorie.layout import BAY_W, COLORS, COLUMN_PITCH, LEFT
from render.signorie.pieces import HiredRing, SexSign, dentils
from render.signorie.private.chances import Chances, Tone, chances_of, reason, why_closed
from render.signorie.private.die_pool import dice
from render.signorie.private.head import head
from render.signorie.private.hire import hire
from render.signorie.signs import assignment_sign, helper_token, signoria_sign

WIDTH, HEIGHT = 1600, 1320
_SLOT, _SLOT_H = 480, 132
_HELPERS, _HELPERS_H = 932, 94
_TILES, _TILES_H = 1084, 214
_CAPTIONS = (("slot", 450), ("hire", 642), ("helpers", 902), ("assignments", 1054))


def _x(color: str) -> float:
    return LEFT + COLUMN_PITCH * COLORS.index(color)


def die(view: View, look: Look, seat: int) -> Scene:
    """1600 x 1320: the options are the dice among the numbered places."""
    player = view.mats[seat]
    asked = {mark.place for mark in look.marks if mark.place.startswith("die:")}
    live = [*head(player, look.lang, "die")]
    for column in view.columns:
        live += _column(view, column, player, asked, look.lang)
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, (*dentils(HEIGHT), *_captions(look.lang)), tuple(live))


@cache
def _captions(lang: Lang) -> Nodes:
    labels = fit_all([sentence(f"die.{key}", lang) for key, _ in _CAPTIONS], 1500, BODY)
    return tuple(
        run
        for (_, y), label in zip(_CAPTIONS, labels, strict=True)
        for run in label.runs(LEFT, y, theme.MUTED, room=1500)
    )


def _column(view: View, column: Column, player: Mat, asked: set[str], lang: Lang) -> Iterator[Node]:
    """asked: the dice that may be taken."""
    color, x = column.color, _x(column.color)
    left = next(dice.left for dice in view.dice if dice.color == color)
    mine = [pips for pips in left if not asked or f"die:{color}:{pips}" in asked]
    chances, tone = chances_of(view, column, player, mine), Tone(not mine)
    yield from dice(view, column, player, left, set(mine), x, lang)
    yield Box(x, _SLOT, BAY_W, _SLOT_H, 12, tone.paper(theme.COLUMNS[color]))
    yield Box(x + 12, _SLOT + 12, 92, _SLOT_H - 24, 10, tone.paper(theme.PLACES[color]))
    yield Text(x + 58, _SLOT + _SLOT_H / 2, str(column.slot_value), DISPLAY, tone.ink, "m", room=88)
    yield from _action(column, player, chances, x + 112, lang)
    yield from hire(view, column, player, chances, x, lang)
    yield Box(x, _HELPERS, BAY_W, _HELPERS_H, 12, tone.paper(theme.COLUMNS[color]))
    for i, slot in enumerate(column.helpers):
        at, y = x + 50 + 94 * i, _HELPERS + _HELPERS_H / 2
        if slot.id in player.helpers:
            yield Sprite(at, y - 1, HiredRing(theme.SEATS[player.color], 43))
            yield from (
                place(node, at, y - 1, 1) for node in helper_token(CONTENT.helper_effects[slot.id], 0, 0, WHITE)
            )
        else:
            yield Disc(at, y, 37, None, theme.PAST_SIGN if tone.dark else theme.DICE[color], 3)
    tiles = [tile for tile in view.assignments if tile.color == color]
    for i, tile in enumerate(tiles):
        yield from _assignment(tile, chances, x + 146 * i, lang)


def _action(column: Column, player: Mat, chances: Chances, x: float, lang: Lang) -> Iterator[Node]:
    """The Signoria action; a dark one says below its sign why."""
    numbers = {
        "florins": f"+{CONTENT.data.signoria.florins.florins}",
        "tracks": str(CONTENT.data.signoria.tracks.points_max),
        "offspring": f"×{player.offspring_dice}",
    }
    tone, why = Tone("signoria" not in chances.actions or not chances.mine), why_closed("signoria", chances, lang)
    words, w, h, y = numbers.get(column.signoria, ""), BAY_W - 124, _SLOT_H - 24, _SLOT + _SLOT_H / 2
    ground, size, apart = tone.paper(WHITE), 66.0 if why is None else 46.0, 10
    yield Box(x, _SLOT + 12, w, h, 10, ground)
    if why is not None:
        y -= 24
        yield from reason(why, w - 6).runs(x + w / 2, _SLOT + 91, WHITE, "m", room=w - 2)
    across = size * 1.45 if column.signoria == "tracks" else size
    least = None if tone.dark else chances.needs.get("signoria")
    beside = measure(words, KEY) if words else 60 if least is not None else 0
    left = x + (w - across - (apart + beside if beside else 0)) / 2
    yield signoria_sign(column.signoria, left + across / 2, y, size, tone.ink, ground)
    if words:
        yield Text(left + across + apart, y, words, KEY, tone.ink, room=beside + 4)
    else:
        yield from (place(node, left + across + apart + 30, y, 1) for node in chances.enough(least))


def _assignment(tile: Assignment, chances: Chances, x: float, lang: Lang) -> Iterator[Node]:
    """White: it can be paid and carried out; else the words why not."""
    dark = not chances.mine
    payable = tile.tile in chances.actions and not dark and not tile.turned
    why = sentence("die.turned", lang) if tile.turned and not dark else why_closed(tile.tile, chances, lang)
    ground, ink = (WHITE, INK) if payable else (theme.PAST, theme.PAST_SIGN)
    yield Box(x, _TILES, 142, _TILES_H, 12, ground)
    least = chances.needs.get(tile.tile) if payable else None
    y = _TILES + (-4 if why is not None or least is not None else 26)
    if why is not None:
        yield from fit(why, 134, BODY, 2).runs(x + 71, _TILES + 177, WHITE, "m", room=138)
    sex = "man" if tile.sex == "male" else "woman"
    yield Sprite(x + 32, y + 48, SexSign(sex, 54, ground))
    if tile.turned:
        yield Sprite(x + 94, y + 70, TileBack(theme.PAST_SIGN, 78, ground))
        return
    yield assignment_sign(tile.tile, x + 95, y + (80 if brings(tile.tile) is None else 54), 72, ink, ground)
    yield count(tile.tile, x + 32, Text(x + 71, y + 122, "", KEY, ink, "m", room=138))
    yield from (place(node, x + 71, _TILES + 184, 1.1) for node in chances.enough(least))
