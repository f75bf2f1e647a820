"""The foot of a field of the main action question: dice that may be placed, their fee, and what their value decides."""

from collections.abc import Iterator
from itertools import combinations

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import Mat, Opening, View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import render_message
from render.marco_polo_ii.panels import layout

_MAX_DRAWN_DICE = 2
"""Maximum number of dice drawn in every field; with more dice, a field says "any die" if all may be placed."""
_MIN_COIN_R = 15
"""Minimum radius in px of a coin whose number is legible on a phone; words take the place of smaller ones."""
_LOW_FOOT, _LOWEST_FOOT = 80, 60
"""px: in a foot below these heights, two lines of words are smaller."""
_CARD_RULES = {
    "exchange": "times_value",
    "choice_exchange": "times_value",
    "count_posts": "up_to_value",
    "count_contracts": "up_to_value",
    "per_pip": "each_pip",
}
"""R8.7 Kind of a city card -> message key of what the value of the die decides; not of those whose table shows it."""


def count_dice(opening: Opening) -> tuple[int, int]:
    """Return the minimum and the maximum number of dice to place."""
    numbers = [len(pieces) for pieces, _, _ in opening.sets]
    return min(numbers), max(numbers)


def has_fee(opening: Opening) -> bool:
    return any(fee for _, _, fee in opening.sets)


def draw_foot(view: View, mat: Mat, opening: Opening, foot: layout.Field, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the dice that may be placed, or the words that all of them may, and the rule of their value."""
    rule = _find_rule(view, opening)
    if len(layout.list_pieces(mat)) > _MAX_DRAWN_DICE and _allows_any_die(mat, opening):
        low, high = count_dice(opening)
        key = "any_die" if high == 1 else "any_dice" if low == high else "any_low_or_high"
        words = render_message(key, ctx.lang, n=high, low=low)
        text_size = kit.BODY if rule is None or foot.h >= _LOW_FOOT else _find_small_size(foot)
        yield from _draw_words(words, foot, 0.27 if rule else 0.5, kit.INK, text_size)
        if rule:
            yield from _draw_words(render_message(rule, ctx.lang), foot, 0.73, theme.INK_2, text_size)
        return
    usable = {piece for pieces, _, _ in opening.sets for piece in pieces}
    dice = [piece for piece in layout.list_pieces(mat) if piece in usable]
    max_size = 48.0 if foot.h < _LOW_FOOT else 58.0 if foot.h < 100 else 76.0
    (x, y), fees = foot.middle, {fee for _, _, fee in opening.sets}
    is_single = count_dice(opening)[1] == 1
    if rule is None or (has_fee(opening) and not is_single and len(fees) == 1):
        yield from layout.draw_dice_row(dice, mat, x, y, foot.w - 36, max_size, max(fees))
        return
    coin_r = layout.measure_dice_with_fees(len(dice), foot.w - 36, max_size)[1]
    if has_fee(opening) and is_single and coin_r >= _MIN_COIN_R:
        yield from layout.draw_dice_with_fees(dice, mat, x, y, foot.w - 36, max_size)
        return
    size = min(max_size, 0.5 * foot.h)
    yield from layout.draw_dice_row(dice, mat, x, foot.y + 0.31 * foot.h, foot.w - 36, size)
    yield from _draw_words(render_message(rule, ctx.lang), foot, 0.77, theme.INK_2, _find_small_size(foot))


def _find_rule(view: View, opening: Opening) -> str | None:
    """Return the message key of the fee, of which of several dice counts, or of what the value decides on a card; None
    if there is none of them. Cards take a single die and no fee.
    """
    is_single = count_dice(opening)[1] == 1
    if has_fee(opening):
        return "fee_is_value" if is_single else "fee_is_lowest"
    if not is_single:
        return "lowest_counts"
    card = view.city_cards.get(opening.space)
    return None if card is None else _CARD_RULES.get(CONTENT.data.city_cards[card].kind)


def _allows_any_die(mat: Mat, opening: Opening) -> bool:
    """Return whether any die of the viewer (or any set of the minimum size) may be placed."""
    allowed = {tuple(sorted(pieces)) for pieces, _, _ in opening.sets}
    pieces = layout.list_pieces(mat)
    return all(tuple(sorted(dice)) in allowed for dice in combinations(pieces, count_dice(opening)[0]))


def _find_small_size(foot: layout.Field) -> int:
    return kit.DETAIL if foot.h >= _LOWEST_FOOT else kit.MICRO


def _draw_words(text: str, foot: layout.Field, share: float, colour: str, size: int) -> Iterator[kit.Node]:
    """Draw a line of words at this share of the height of the foot."""
    line = kit.fit_text(text, foot.w - 24, size)
    yield from line.build_runs(foot.x + foot.w / 2, foot.y + share * foot.h, colour, "m", max_width=foot.w - 16)
