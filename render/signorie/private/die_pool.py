"""The dice on the panel for the choice of a die: option number, cost and new sum, or the reason why not available."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engines.signorie.view import Column, Mat, View
from render import kit
from render.signorie import theme
from render.signorie.backdrop import draw_tray
from render.signorie.catalogue import render_message
from render.signorie.layout import BAY_W

TOP, HEIGHT = 130, 290
_PRICE, _STRIP, _STRIP_H, _CLOSED = 161, 186, 98, 234
_SUM, _RAISED, _WORDS = 235, 214, 258
"""px from the upper edge: y of the costs right below the dice, top and height of the strip with the sums, y of the
reason why no die of the colour is available; y of the sums, y of the sums if words are below them, y of these words.
"""
_ASIDE, _APART = 10, 14  # px: shift of words that have others beside them, and gap between both


def compute_cost(view: View, column: Column, pips: int) -> int:
    """Return the cost of a die in florins; 0 in the reward phase (R11.2)."""
    return max(0, column.slot_value - pips) if view.phase == "actions" else 0


def draw_dice(
    view: View, column: Column, player: Mat, pips_left: tuple[int, ...], takeable: set[int], x: float, lang: kit.Lang
) -> Iterator[kit.Node]:
    """Draw the dice of one colour.

    Dice that may be taken are in a white frame, with the option number above and cost and new sum below. The others are
    dark; dice that are too expensive show their cost and the reason.

    pips_left: of all dice of the colour in the pool; takeable: pips of those that may be taken; x: left edge of the
    column.
    """
    color, closed_key = column.color, None if takeable else _find_closed_key(view, column, player, pips_left)
    yield from draw_tray(x, TOP, BAY_W, HEIGHT, theme.FELTS[color] if takeable else theme.DIM[color])
    pitch, size = (BAY_W / 4, 58.0) if len(pips_left) > 3 else (BAY_W / 3, 76.0)
    y = TOP + 91
    first = x + BAY_W / 2 - pitch * (len(pips_left) - 1) / 2
    cost_y = TOP + _PRICE - (76 - size) / 2
    too_dear: list[float] = []
    sums: dict[float, int] = {}
    for pips, equal in Counter(pips_left).items():
        centres = [first + pitch * (pips_left.index(pips) + i) for i in range(equal)]
        middle, die_cost = (centres[0] + centres[-1]) / 2, compute_cost(view, column, pips)
        if pips in takeable:  # equal dice are one option: they share a frame, its number, the price and the sum
            rim = size + 12
            yield kit.Box(
                centres[0] - rim / 2,
                y - rim / 2,
                centres[-1] - centres[0] + rim,
                rim + 2,
                0.22 * rim,
                theme.IVORY,
                material="pill",
            )
            placement = kit.Placement(centres[0] - size / 2, y - size / 2, centres[-1] - centres[0] + size, size, 11)
            badge = replace(
                placement,
                number_centre=(middle, TOP + 15),
                number_radius=25,
                is_centred=True,
                max_width=pitch * equal + 8,
            )
            yield kit.Anchor(f"die:{color}:{pips}", badge)
            if die_cost:
                yield kit.Sprite(middle, cost_y, kit.Coin(str(die_cost), 23, theme.COIN, kit.GOLD))
            sums[middle] = player.dice_sum + pips
        elif die_cost > player.florins and closed_key != "has_one":
            yield kit.Sprite(
                middle, cost_y, kit.NumberDisc(str(die_cost), 22, 30, kit.WHITE, theme.TERRACOTTA, kit.WHITE, 3)
            )
            too_dear.append(middle)
        yield from (
            kit.Sprite(die_x, y, kit.Die((theme.DICE if pips in takeable else theme.DIMMEST)[color], pips, size))
            for die_x in centres
        )
    if closed_key is not None:
        words = kit.fit_text(render_message(f"die.{closed_key}", lang), BAY_W - 16, kit.BODY)
        yield from words.build_runs(x + BAY_W / 2, TOP + _CLOSED, kit.WHITE, "m", max_width=BAY_W - 8)
    elif view.phase == "actions":
        yield kit.Box(x + 6, TOP + _STRIP, BAY_W - 12, _STRIP_H, 12, theme.IVORY, material="tablet")
        too_high = [centres for centres, total in sums.items() if total > player.threshold]
        yield from _draw_sums(sums, too_high, pitch, x, bool(too_high))
        yield from _draw_reasons(too_dear, too_high, player.threshold, pitch, x, lang)


def _find_closed_key(view: View, column: Column, player: Mat, pips_left: tuple[int, ...]) -> str:
    """Return the key of the reason why no die of a colour may be taken. Rewards ignore the seat's dice (R11.2)."""
    if view.phase == "actions" and any(color == column.color for color, _ in player.dice):
        return "has_one"
    if not pips_left:
        return "none_left"
    if all(compute_cost(view, column, pips) > player.florins for pips in pips_left):
        return "too_dear"
    return "not_now"


def _draw_sums(
    sums: Mapping[float, int], too_high: Sequence[float], pitch: float, x: float, is_raised: bool
) -> Iterator[kit.Node]:
    """Draw the new sums, each below its die and within its pitch, with a sign and colour for those above the threshold.

    sums: x of the die -> sum; too_high: x of the dice above the threshold; x: left edge of the column; is_raised:
    whether words are below the sums.
    """
    sign, gap = (26, 5) if pitch > 80 else (19, 1)
    y = TOP + (_RAISED if is_raised else _SUM)
    for die_x, total in sums.items():
        icon, tint, ink = (
            ("pass", theme.TERRACOTTA, theme.TERRACOTTA)
            if die_x in too_high
            else ("check", theme.SERPENTINE, theme.INK)
        )
        words_w = kit.measure_text(str(total), kit.KEY)
        w = sign + gap + words_w
        left = min(max(die_x - w / 2, x + 14), x + BAY_W - 16 - w)  # clear of the edge of the white line
        yield kit.Icon(icon, left + sign / 2, y, sign, tint, kit.WHITE)
        yield kit.TextRun(left + sign + gap, y, str(total), kit.KEY, ink, max_width=words_w + 2)


def _draw_reasons(
    too_dear: Sequence[float], too_high: Sequence[float], threshold: int, pitch: float, x: float, lang: kit.Lang
) -> Iterator[kit.Node]:
    """Draw why dice are too expensive or above the threshold, centred below these dice.

    too_dear, too_high: x of these dice. Dice that are too expensive have no sum, so their words are in its place, in
    two lines if they are too wide for one.
    """
    edge = x + 8.0  # right end of the words for the dice at the left
    if too_dear:
        words, middle = render_message("die.too_dear", lang), (too_dear[0] + too_dear[-1]) / 2
        span = too_dear[-1] - too_dear[0] + pitch - 6
        fitted = kit.fit_text(words, span, kit.BODY, 1 if kit.measure_text(words, kit.BODY) <= span else 2)
        w = max(kit.measure_text(line, fitted.size) for line in fitted.lines)
        words_x = max(middle - (_ASIDE if too_high else 0), x + 10 + w / 2)
        yield from fitted.build_runs(words_x, TOP + _SUM, theme.TERRACOTTA, "m", max_width=w + 2)
        edge = words_x + w / 2 + _APART
    if too_high:
        words, middle = render_message("die.over", lang, n=threshold), (too_high[0] + too_high[-1]) / 2
        size = kit.BODY if edge + kit.measure_text(words, kit.BODY) <= x + BAY_W - 8 else kit.DETAIL
        w = kit.measure_text(words, size)
        words_x = max(min(middle, x + BAY_W - 8 - w / 2), edge + w / 2)
        yield kit.TextRun(words_x, TOP + _WORDS, words, size, theme.TERRACOTTA, "m", max_width=w + 2)
