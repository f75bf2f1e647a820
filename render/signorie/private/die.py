"""Which die: all that a colour opens stands below its dice.

Five columns as on the overview: dice with their cost and the sum they would make, value and action of the slot, where
one hires afterwards, the own helpers that would work, and the two assignments.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from engines.signorie.data.content import CONTENT
from engines.signorie.view import Assignment, Column, Mat, View
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Lang, Look
from render.kit.scene import (
    BODY,
    DISPLAY,
    KEY,
    Anchor,
    Box,
    Disc,
    Icon,
    Node,
    Nodes,
    Scene,
    Sprite,
    Text,
    place,
)
from render.kit.spot import Spot
from render.kit.text import fit, fit_all, measure
from render.kit.tokens import Coin, Die, HelperDisc, NumberDisc, TileBack
from render.signorie import theme
from render.signorie.board.dice import brings, count
from render.signorie.catalogue import sentence
from render.signorie.layout import BAY_W, COLORS, COLUMN_PITCH, LEFT
from render.signorie.mat.columns import sign
from render.signorie.pieces import ASSIGNMENT_ICONS, HiredRing, SexSign, dentils
from render.signorie.private.head import head

WIDTH, HEIGHT = 1600, 1136
_DICE, _DICE_H = 130, 268
_SLOT, _SLOT_H = 456, 104
_HIRE, _HIRE_H = 618, 96
_HELPERS, _HELPERS_H = 772, 94
_TILES, _TILES_H = 924, 192
_CAPTIONS = (("slot", 428), ("hire", 590), ("helpers", 744), ("assignments", 896))
_PRICE, _SUM, _OVER, _CLOSED = 159, 207, 242, 222
"""From the upper edge of the dice to the line of prices, right below the dice, to that of the sums, of the words below
sums that are too high, and of the words why a colour has no die.
"""


def _x(color: str) -> float:
    return LEFT + COLUMN_PITCH * COLORS.index(color)


def die(view: View, look: Look, seat: int) -> Scene:
    """1600 x 1136: the options are the dice among the numbered places."""
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


@dataclass(frozen=True, slots=True)
class Tone:
    """How the fields of a column look: dark where its colour has no die that may be taken."""

    dark: bool

    def paper(self, colour: str) -> str:
        return theme.PAST if self.dark else colour

    @property
    def ink(self) -> str:
        return theme.PAST_SIGN if self.dark else INK


def _column(view: View, column: Column, player: Mat, asked: set[str], lang: Lang) -> Iterator[Node]:
    """asked: the dice that may be taken."""
    color, x = column.color, _x(column.color)
    left = next(dice.left for dice in view.dice if dice.color == color)
    mine = [pips for pips in left if not asked or f"die:{color}:{pips}" in asked]
    tone = Tone(not mine)
    yield from _dice(view, column, player, left, set(mine), lang)
    if not mine:
        words = fit(sentence(f"die.{_closed(view, column, player, left)}", lang), BAY_W - 16, BODY)
        yield from words.runs(x + BAY_W / 2, _DICE + _CLOSED, WHITE, "m", room=BAY_W - 8)
    rest = player.florins - min((_cost(view, column, pips) for pips in mine), default=0)
    yield Box(x, _SLOT, BAY_W, _SLOT_H, 12, tone.paper(theme.COLUMNS[color]))
    yield Box(x + 14, _SLOT + 14, 92, _SLOT_H - 28, 10, tone.paper(theme.PLACES[color]))
    yield Text(x + 60, _SLOT + _SLOT_H / 2, str(column.slot_value), DISPLAY, tone.ink, "m", room=88)
    yield from _action(column, player, x + 118, tone)
    yield from _hire(view, column, player, rest, x, tone)
    yield Box(x, _HELPERS, BAY_W, _HELPERS_H, 12, tone.paper(theme.COLUMNS[color]))
    for i, slot in enumerate(column.helpers):
        at, y = x + 50 + 94 * i, _HELPERS + _HELPERS_H / 2
        if slot.id in player.helpers:
            yield Sprite(at, y - 1, HiredRing(theme.SEATS[player.color], 41))
            yield from (place(node, at, y - 1, 0.95) for node in sign(CONTENT.helper_effects[slot.id], 0, 0, WHITE))
        else:
            yield Disc(at, y, 37, None, theme.PAST_SIGN if tone.dark else theme.DICE[color], 3)
    tiles = [tile for tile in view.assignments if tile.color == color]
    for i, tile in enumerate(tiles):
        yield from _assignment(tile, player, x + 146 * i, tone.dark, lang)


def _cost(view: View, column: Column, pips: int) -> int:
    """In the phase of rewards no die costs anything (R11.2)."""
    return max(0, column.slot_value - pips) if view.phase == "actions" else 0


def _closed(view: View, column: Column, player: Mat, left: tuple[int, ...]) -> str:
    """Why no die of a colour can be taken."""
    if not left:
        return "none_left"
    if all(_cost(view, column, pips) > player.florins for pips in left):
        return "too_dear"
    return "has_one" if any(color == column.color for color, _ in player.dice) else "not_now"


def _dice(view: View, column: Column, player: Mat, left: tuple[int, ...], mine: set[int], lang: Lang) -> Iterator[Node]:
    """Those that may be taken in a white line, their number above, below them what they cost and the sum then; the
    others dark, with the price of those that are too dear.
    """
    color, x = column.color, _x(column.color)
    fill = theme.DICE[color] if mine else theme.DIM[color]
    yield Box(x, _DICE, BAY_W, _DICE_H, 12, fill)
    pitch, size = (BAY_W / 4, 54.0) if len(left) > 3 else (BAY_W / 3, 76.0)
    y = _DICE + 91
    first = x + BAY_W / 2 - pitch * (len(left) - 1) / 2
    for i, pips in enumerate(left):
        at = first + pitch * i
        if pips not in mine:
            yield Sprite(at, y, Die(theme.DIMMEST[color], pips, size))
            if (dear := _cost(view, column, pips)) > player.florins:  # why it is dark
                price = NumberDisc(str(dear), 20, 26, theme.PAST_SIGN, theme.PAST, theme.PAST_SIGN, 2)
                yield Sprite(at, _DICE + _PRICE - (76 - size) / 2, price)
            continue
        rim = size + 12
        yield Box(at - rim / 2, y - rim / 2, rim, rim + 2, 0.22 * rim, WHITE)
        if pips not in left[:i]:
            spot = Spot(at - size / 2, y - size / 2, size, size, 11, (at, _DICE + 6), 25, centred=True, room=pitch + 8)
            yield Anchor(f"die:{color}:{pips}", spot)
        yield Sprite(at, y, Die(theme.DICE[color], pips, size))
        if cost := _cost(view, column, pips):
            yield Sprite(at, _DICE + _PRICE - (76 - size) / 2, Coin(str(cost), 22, theme.COIN, GOLD))
    if view.phase == "actions":
        sums = {first + pitch * i: player.dice_sum + pips for i, pips in enumerate(left) if pips in mine}
        yield from _sums(sums, player.threshold, 70 if pitch < 80 else 90, x, lang)


def _sums(sums: dict[float, int], threshold: int, w: float, x: float, lang: Lang) -> Iterator[Node]:
    """What the dice would add up to: by the middle of each die, in fields w px wide. Those above the threshold have a
    sign, its colour, and words below all of them.

    x: the left edge of the column
    """
    y, too_high = _DICE + _SUM, [at for at, total in sums.items() if total > threshold]
    if too_high:
        words = fit(sentence("die.over", lang, n=threshold), BAY_W - 40, BODY)
        wide = max(measure(words.lines[0], words.size) + 28, w)
        middle = min(max((too_high[0] + too_high[-1]) / 2, x + 6 + wide / 2), x + BAY_W - 6 - wide / 2)
        yield Box(middle - wide / 2, _DICE + _OVER - 22, wide, 42, 16, WHITE)
        yield from words.runs(middle, _DICE + _OVER, theme.TERRACOTTA, "m", room=wide - 12)
    for at, total in sums.items():
        icon, tint, ink = (
            ("pass", theme.TERRACOTTA, theme.TERRACOTTA) if at in too_high else ("check", theme.SERPENTINE, INK)
        )
        yield Box(at - w / 2, y - 20, w, 40, 20, WHITE)
        yield Icon(icon, at - w / 2 + 16, y, 20, tint, WHITE)
        yield Text(at + w / 2 - 6, y, str(total), KEY if w > 70 else BODY, ink, "r", room=w - 30)


def _action(column: Column, player: Mat, x: float, tone: Tone) -> Iterator[Node]:
    icons = {"florins": "florin", "tracks": "initiative"}
    numbers = {
        "florins": f"+{CONTENT.data.signoria.florins.florins}",
        "tracks": f"1–{CONTENT.data.signoria.tracks.points_max}",
        "offspring": f"×{player.offspring_dice}",
    }
    words, w, y = numbers.get(column.signoria, ""), BAY_W - 132, _SLOT + _SLOT_H / 2
    ground = tone.paper(WHITE)
    yield Box(x, _SLOT + 14, w, _SLOT_H - 28, 10, ground)
    middle = x + w / 2 - (measure(words, KEY) / 2 + 6 if words else 0)
    yield Icon(icons.get(column.signoria, column.signoria), middle, y, 66, tone.ink, ground)
    if words:
        yield Text(middle + 40, y, words, KEY, tone.ink, room=w / 2)


def _hire(view: View, column: Column, player: Mat, florins: int, x: float, tone: Tone) -> Iterator[Node]:
    """The column that the slot's ring names: what its helpers cost, a check where one's own stands."""
    target = next(other for other in view.columns if other.color == column.hires_into)
    paper, y = tone.paper(theme.COLUMNS[target.color]), _HIRE + _HIRE_H / 2
    yield Box(x, _HIRE, BAY_W, _HIRE_H, 12, paper)
    quiet = theme.PAST_SIGN if tone.dark else theme.INK_2
    yield Sprite(x + 52, y, HelperDisc(theme.DICE[target.color], 36))
    yield Icon("hire", x + 86, y - 22, 34, tone.ink, paper)
    for i, slot in enumerate(target.helpers):
        at = x + 136 + 62 * i
        if slot.id in player.helpers:
            yield Sprite(at, y, HiredRing(theme.SEATS[player.color], 27))
            yield Icon("check", at, y, 28, theme.SERPENTINE, WHITE)
        elif slot.cost <= florins and view.helper_discs and not tone.dark:
            yield Sprite(at, y, Coin(str(slot.cost), 27, theme.COIN, GOLD))
        else:
            yield Sprite(at, y, NumberDisc(str(slot.cost), 25, 34, quiet, None, quiet, 2))


def _assignment(tile: Assignment, player: Mat, x: float, dark: bool, lang: Lang) -> Iterator[Node]:
    """White: it can be paid; else the word why not. The effect may still be impossible: the next step says so."""
    line = CONTENT.tiles[tile.tile]
    have = player.men if tile.sex == "male" else player.women
    payable = not tile.turned and have >= line.meeples_min and not dark
    ground, ink = (WHITE, INK) if payable else (theme.PAST, theme.PAST_SIGN)
    yield Box(x, _TILES, 142, _TILES_H, 12, ground)
    if not payable and not dark:
        said = sentence("die.turned", lang) if tile.turned else sentence("die.short", lang, n=line.meeples_min - have)
        words = fit(said, 130, BODY)
        yield from words.runs(x + 71, _TILES + 162, WHITE, "m", room=136)
    sex = "man" if tile.sex == "male" else "woman"
    yield Sprite(x + 32, _TILES + 44, SexSign(sex, 52, ground))
    if tile.turned:
        yield Sprite(x + 92, _TILES + 66, TileBack(theme.PAST_SIGN, 76, ground))
        return
    icon = ASSIGNMENT_ICONS[tile.tile]
    tint = theme.STONE if icon == "tileback" and payable else ink
    yield Icon(icon, x + 94, _TILES + (76 if brings(tile.tile) is None else 52), 68, tint, ground)
    yield count(tile.tile, x + 32, Text(x + 71, _TILES + 118, "", KEY, ink, "m", room=138))
