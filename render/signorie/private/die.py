"""Which die: all that a colour opens stands below its dice.

Five columns as on the overview: dice with their cost and the sum they would make, value and action of the slot, where
one hires afterwards, the own helpers that would work, and the two assignments.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import Marriage
from engines.signorie.view import Assignment, Column, Mat, View
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Lang, Look
from render.kit.scene import (
    BODY,
    DETAIL,
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
_PRICE, _STRIP, _STRIP_H, _CLOSED = 161, 186, 77, 222
_SUM, _RAISED, _OVER = 225, 206, 243
"""From the upper edge of the dice to the line of prices, right below the dice, to the strip of the sums and why a die
is closed, and to the words why a colour has no die; to the sums, also above words, and to those words.
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
    opens = next((opening.actions for opening in view.openings if opening.color == color), ())
    tone = Tone(not mine)
    closed = None if mine else _closed(view, column, player, left)
    yield from _dice(view, column, player, left, set(mine), closed == "has_one", lang)
    if closed is not None:
        words = fit(sentence(f"die.{closed}", lang), BAY_W - 16, BODY)
        yield from words.runs(x + BAY_W / 2, _DICE + _CLOSED, WHITE, "m", room=BAY_W - 8)
    rest = player.florins - min((_cost(view, column, pips) for pips in mine), default=0)
    yield Box(x, _SLOT, BAY_W, _SLOT_H, 12, tone.paper(theme.COLUMNS[color]))
    yield Box(x + 14, _SLOT + 14, 92, _SLOT_H - 28, 10, tone.paper(theme.PLACES[color]))
    yield Text(x + 60, _SLOT + _SLOT_H / 2, str(column.slot_value), DISPLAY, tone.ink, "m", room=88)
    yield from _action(column, player, x + 118, Tone(tone.dark or "signoria" not in opens))
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
        yield from _assignment(tile, player, x + 146 * i, tone.dark, tile.tile in opens, lang)


def _cost(view: View, column: Column, pips: int) -> int:
    """In the phase of rewards no die costs anything (R11.2)."""
    return max(0, column.slot_value - pips) if view.phase == "actions" else 0


def _closed(view: View, column: Column, player: Mat, left: tuple[int, ...]) -> str:
    """Why no die of a colour can be taken. In the phase of rewards those that one has do not count (R11.2)."""
    if view.phase == "actions" and any(color == column.color for color, _ in player.dice):
        return "has_one"
    if not left:
        return "none_left"
    if all(_cost(view, column, pips) > player.florins for pips in left):
        return "too_dear"
    return "not_now"


def _dice(
    view: View, column: Column, player: Mat, left: tuple[int, ...], mine: set[int], has_one: bool, lang: Lang
) -> Iterator[Node]:
    """Those that may be taken in a white line, their number above, below them what they cost and the sum then; the
    others dark, with the price and the words of those that are too dear, if that is what is in the way.
    """
    color, x = column.color, _x(column.color)
    fill = theme.DICE[color] if mine else theme.DIM[color]
    yield Box(x, _DICE, BAY_W, _DICE_H, 12, fill)
    pitch, size = (BAY_W / 4, 58.0) if len(left) > 3 else (BAY_W / 3, 76.0)
    y = _DICE + 91
    first = x + BAY_W / 2 - pitch * (len(left) - 1) / 2
    price = _DICE + _PRICE - (76 - size) / 2
    dear: list[float] = []
    sums: dict[float, int] = {}
    for pips, equal in Counter(left).items():
        at = [first + pitch * (left.index(pips) + i) for i in range(equal)]
        middle, cost = (at[0] + at[-1]) / 2, _cost(view, column, pips)
        if pips in mine:  # equal dice are one option: they share a frame, its number, the price and the sum
            rim = size + 12
            yield Box(at[0] - rim / 2, y - rim / 2, at[-1] - at[0] + rim, rim + 2, 0.22 * rim, WHITE)
            spot = Spot(at[0] - size / 2, y - size / 2, at[-1] - at[0] + size, size, 11)
            badge = replace(spot, badge=(middle, _DICE + 15), badge_r=25, centred=True, room=pitch * equal + 8)
            yield Anchor(f"die:{color}:{pips}", badge)
            if cost:
                yield Sprite(middle, price, Coin(str(cost), 23, theme.COIN, GOLD))
            sums[middle] = player.dice_sum + pips
        elif cost > player.florins and not has_one:
            yield Sprite(middle, price, NumberDisc(str(cost), 22, 30, WHITE, theme.TERRACOTTA, WHITE, 3))
            dear.append(middle)
        yield from (
            Sprite(place, y, Die((theme.DICE if pips in mine else theme.DIMMEST)[color], pips, size)) for place in at
        )
    if view.phase == "actions" and sums:
        yield Box(x + 6, _DICE + _STRIP, BAY_W - 12, _STRIP_H, 12, WHITE)
        yield from _sums(sums, player.threshold, pitch, x, lang)
        yield from _too_dear(dear, pitch, lang)


def _sums(sums: dict[float, int], threshold: int, pitch: float, x: float, lang: Lang) -> Iterator[Node]:
    """What the dice would add up to: by the middle of each die, within its pitch. Those above the threshold have a
    sign, its colour, and words below all of them.

    x: the left edge of the column
    """
    too_high = [at for at, total in sums.items() if total > threshold]
    if too_high:
        words = fit(sentence("die.over", lang, n=threshold), BAY_W - 40, BODY)
        half = measure(words.lines[0], words.size) / 2 + 14
        middle = min(max((too_high[0] + too_high[-1]) / 2, x + 6 + half), x + BAY_W - 6 - half)
        yield from words.runs(middle, _DICE + _OVER, theme.TERRACOTTA, "m", room=2 * half)
    size, sign, gap = (KEY, 26, 5) if pitch > 80 else (BODY, 18, 4)
    y = _DICE + (_RAISED if too_high else _SUM)
    for at, total in sums.items():
        icon, tint, ink = (
            ("pass", theme.TERRACOTTA, theme.TERRACOTTA) if at in too_high else ("check", theme.SERPENTINE, INK)
        )
        words_w = measure(str(total), size)
        w = sign + gap + words_w
        left = min(max(at - w / 2, x + 14), x + BAY_W - 14 - w)  # clear of the edge of the white line
        yield Icon(icon, left + sign / 2, y, sign, tint, WHITE)
        yield Text(left + sign + gap, y, str(total), size, ink, room=words_w + 2)


def _too_dear(dice: Sequence[float], pitch: float, lang: Lang) -> Iterator[Node]:
    """Why dice are closed, by the middle of each, in the place of their sums: neighbours share the words."""
    if dice:
        words = fit(sentence("die.too_dear", lang), pitch * len(dice) - 10, DETAIL, 2)
        yield from words.runs(sum(dice) / len(dice), _DICE + _SUM, theme.TERRACOTTA, "m", room=pitch * len(dice) - 4)


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
    """The column that the slot's ring names: what its helpers cost, a check where one's own stands; dark where none can
    be hired.
    """
    target = next(other for other in view.columns if other.color == column.hires_into)
    free = [slot.cost for slot in target.helpers if slot.id not in player.helpers]
    tone = Tone(tone.dark or not view.helper_discs or min(free, default=florins + 1) > florins)
    paper, y = tone.paper(theme.COLUMNS[target.color]), _HIRE + _HIRE_H / 2
    yield Box(x, _HIRE, BAY_W, _HIRE_H, 12, paper)
    quiet = theme.PAST_SIGN if tone.dark else theme.INK_2
    yield Sprite(x + 52, y, HelperDisc(theme.DICE[target.color], 36))
    yield Icon("hire", x + 86, y - 22, 34, tone.ink, paper)
    for i, slot in enumerate(target.helpers):
        at = x + 131 + 60 * i
        if slot.id in player.helpers:
            yield Sprite(at, y, HiredRing(theme.SEATS[player.color], 27))
            yield Icon("check", at, y, 28, theme.SERPENTINE, WHITE)
        elif slot.cost <= florins and not tone.dark:
            yield Sprite(at, y, Coin(str(slot.cost), 27, theme.COIN, GOLD))
        else:
            yield Sprite(at, y, NumberDisc(str(slot.cost), 25, 34, quiet, None, quiet, 2))


def _assignment(tile: Assignment, player: Mat, x: float, dark: bool, opens: bool, lang: Lang) -> Iterator[Node]:
    """White: it can be paid and carried out; else the word why not.

    dark: no die of its colour can be taken; opens: one of them would make it possible
    """
    payable = opens and not dark
    ground, ink = (WHITE, INK) if payable else (theme.PAST, theme.PAST_SIGN)
    yield Box(x, _TILES, 142, _TILES_H, 12, ground)
    if not payable and not dark:
        words = fit(_hindrance(tile, player, lang), 130, BODY)
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


def _hindrance(tile: Assignment, player: Mat, lang: Lang) -> str:
    """Why an assignment cannot be taken with a die that can. Women who pay for a marriage are not the bride (R8.3)."""
    if tile.turned:
        return sentence("die.turned", lang)
    least, have = CONTENT.tiles[tile.tile].meeples_min, player.men if tile.sex == "male" else player.women
    bride = tile.sex == "female" and isinstance(CONTENT.tile_effects[tile.tile].paid(least), Marriage)
    short = least + bride - have
    return sentence("die.short", lang, n=short) if short > 0 else sentence("die.not_now", lang)
