"""The dice in the question for one: each with its number, its price and the sum it would make, or why it is closed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engines.signorie.view import Column, Mat, View
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Lang
from render.kit.scene import BODY, DETAIL, KEY, Anchor, Box, Icon, Node, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, measure
from render.kit.tokens import Coin, Die, NumberDisc
from render.signorie import theme
from render.signorie.catalogue import sentence
from render.signorie.layout import BAY_W

TOP, HEIGHT = 130, 290
_PRICE, _STRIP, _STRIP_H, _CLOSED = 161, 186, 98, 234
_SUM, _RAISED, _WORDS = 235, 214, 258
"""From the upper edge to the line of prices, right below the dice, to the strip of the sums, and to the words why a
colour has no die; to the sums, also above words, and to those words.
"""
_ASIDE, _APART = 10, 14  # px: how far words go aside for others beside them, and what is between both


def cost(view: View, column: Column, pips: int) -> int:
    """In the phase of rewards no die costs anything (R11.2)."""
    return max(0, column.slot_value - pips) if view.phase == "actions" else 0


def dice(
    view: View, column: Column, player: Mat, left: tuple[int, ...], mine: set[int], x: float, lang: Lang
) -> Iterator[Node]:
    """Those that may be taken in a white line, their number above, below them what they cost and the sum then; the
    others dark, with the price and the words of those that are too dear, if that is what is in the way.

    left: pips of those that are there; mine: of those that may be taken; x: the left edge of the column
    """
    color, closed = column.color, None if mine else _closed(view, column, player, left)
    yield Box(x, TOP, BAY_W, HEIGHT, 12, theme.DICE[color] if mine else theme.DIM[color])
    pitch, size = (BAY_W / 4, 58.0) if len(left) > 3 else (BAY_W / 3, 76.0)
    y = TOP + 91
    first = x + BAY_W / 2 - pitch * (len(left) - 1) / 2
    price = TOP + _PRICE - (76 - size) / 2
    dear: list[float] = []
    sums: dict[float, int] = {}
    for pips, equal in Counter(left).items():
        at = [first + pitch * (left.index(pips) + i) for i in range(equal)]
        middle, asked = (at[0] + at[-1]) / 2, cost(view, column, pips)
        if pips in mine:  # equal dice are one option: they share a frame, its number, the price and the sum
            rim = size + 12
            yield Box(at[0] - rim / 2, y - rim / 2, at[-1] - at[0] + rim, rim + 2, 0.22 * rim, WHITE)
            spot = Spot(at[0] - size / 2, y - size / 2, at[-1] - at[0] + size, size, 11)
            badge = replace(spot, badge=(middle, TOP + 15), badge_r=25, centred=True, room=pitch * equal + 8)
            yield Anchor(f"die:{color}:{pips}", badge)
            if asked:
                yield Sprite(middle, price, Coin(str(asked), 23, theme.COIN, GOLD))
            sums[middle] = player.dice_sum + pips
        elif asked > player.florins and closed != "has_one":
            yield Sprite(middle, price, NumberDisc(str(asked), 22, 30, WHITE, theme.TERRACOTTA, WHITE, 3))
            dear.append(middle)
        yield from (
            Sprite(place, y, Die((theme.DICE if pips in mine else theme.DIMMEST)[color], pips, size)) for place in at
        )
    if closed is not None:
        words = fit(sentence(f"die.{closed}", lang), BAY_W - 16, BODY)
        yield from words.runs(x + BAY_W / 2, TOP + _CLOSED, WHITE, "m", room=BAY_W - 8)
    elif view.phase == "actions":
        yield Box(x + 6, TOP + _STRIP, BAY_W - 12, _STRIP_H, 12, WHITE)
        too_high = [at for at, total in sums.items() if total > player.threshold]
        yield from _sums(sums, too_high, pitch, x, bool(too_high))
        yield from _words(dear, too_high, player.threshold, pitch, x, lang)


def _closed(view: View, column: Column, player: Mat, left: tuple[int, ...]) -> str:
    """Why no die of a colour can be taken. In the phase of rewards those that one has do not count (R11.2)."""
    if view.phase == "actions" and any(color == column.color for color, _ in player.dice):
        return "has_one"
    if not left:
        return "none_left"
    if all(cost(view, column, pips) > player.florins for pips in left):
        return "too_dear"
    return "not_now"


def _sums(sums: Mapping[float, int], too_high: Sequence[float], pitch: float, x: float, raised: bool) -> Iterator[Node]:
    """What the dice would add up to: by the middle of each, within its pitch. Those above the threshold have a sign and
    its colour. x: the left edge of the column; raised: words stand below them
    """
    sign, gap = (26, 5) if pitch > 80 else (19, 1)
    y = TOP + (_RAISED if raised else _SUM)
    for at, total in sums.items():
        icon, tint, ink = (
            ("pass", theme.TERRACOTTA, theme.TERRACOTTA) if at in too_high else ("check", theme.SERPENTINE, INK)
        )
        words_w = measure(str(total), KEY)
        w = sign + gap + words_w
        left = min(max(at - w / 2, x + 14), x + BAY_W - 16 - w)  # clear of the edge of the white line
        yield Icon(icon, left + sign / 2, y, sign, tint, WHITE)
        yield Text(left + sign + gap, y, str(total), KEY, ink, room=words_w + 2)


def _words(
    dear: Sequence[float], too_high: Sequence[float], threshold: int, pitch: float, x: float, lang: Lang
) -> Iterator[Node]:
    """Why dice are closed, or above the threshold, below the middle of those that it means.

    Those that are closed have no sum: where their line is short, their words stand in two lines in its place.
    """
    edge = x + 8.0  # of the words of the dice at the left
    if dear:
        words, middle = sentence("die.too_dear", lang), (dear[0] + dear[-1]) / 2
        span = dear[-1] - dear[0] + pitch - 6
        said = fit(words, span, BODY, 1 if measure(words, BODY) <= span else 2)
        w = max(measure(line, said.size) for line in said.lines)
        at = max(middle - (_ASIDE if too_high else 0), x + 10 + w / 2)
        yield from said.runs(at, TOP + _SUM, theme.TERRACOTTA, "m", room=w + 2)
        edge = at + w / 2 + _APART
    if too_high:
        words, middle = sentence("die.over", lang, n=threshold), (too_high[0] + too_high[-1]) / 2
        size = BODY if edge + measure(words, BODY) <= x + BAY_W - 8 else DETAIL
        w = measure(words, size)
        at = max(min(middle, x + BAY_W - 8 - w / 2), edge + w / 2)
        yield Text(at, TOP + _WORDS, words, size, theme.TERRACOTTA, "m", room=w + 2)
