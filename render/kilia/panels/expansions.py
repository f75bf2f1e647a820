"""The expansions that a choice of cards offers: a slip for each, with its payment, its gains and its goals."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from engines.kilia.data.content import CONTENT
from engines.kilia.forecast import ExpansionForecast
from engines.kilia.view import Mat, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_label, render_message
from render.kilia.panels.layout import Field, format_half
from render.kilia.panels.nearly_payable import MissingBadge
from render.kilia.pieces.board_pieces import Stall, ZoneTile
from render.kilia.pieces.cards import draw_slip
from render.kilia.pieces.goods import Money, Ware
from render.kilia.words.phrases import describe_missing

WIDTH, HEIGHT, LINE_H = 288.0, 200.0, 46.0
"""px of a slip, and of one more line on it."""
_TILE_Y, _PAYMENT_Y, _SECOND_CARD_Y, _GAINS_Y = 42, 106, 166, 212
"""Middles of a slip's lines, in px below its upper edge."""
_ICON, _MIN_ICON = 54.0, 42.0
"""px of a good of a payment on one line, and at least."""
_GAP = 0.2  # between the parts of a payment, in icons
_MARGIN = 12.0  # px at both sides of a slip's lines
_GOAL_W = 94.0  # px of a goal's number and sign
_SECOND_CARD_SIGN = 54.0  # px from the left edge of the sign of a second card to its words


class Sign(NamedTuple):
    """A sign of a payment: a good, a merchant, coins, a number or an arrow."""

    width: float  # in icons
    build: Callable[[float, float, float], kit.Node]
    """Build it around (x, y) for icons of that size."""


PaymentPart = tuple[Sign, ...]
"""Signs that belong together: a number and its good, and behind an arrow the good that these stand for."""


def count_more_lines(forecast: ExpansionForecast) -> int:
    """Return the lines needed beyond the usual ones: for a goal or another action, and for a long payment."""
    if forecast.missing:
        return 0
    return has_gains(forecast) + (_measure_icon([*_iter_payment_parts(forecast)]) < _MIN_ICON)


def has_gains(forecast: ExpansionForecast) -> bool:
    """Return whether an expansion reaches a goal or brings another action."""
    return bool(forecast.markers or forecast.may_act_again)


def draw_expansion(
    view: View, mat: Mat, tile: ZoneTile, forecast: ExpansionForecast | None, field: Field, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    """Draw an expansion: white with its cheapest payment if payable, dark with the missing units otherwise."""
    x, top_y = field.x, field.y + _TILE_Y
    is_possible = forecast is not None and not forecast.missing
    yield draw_slip(x, field.y, field.w, field.h, is_possible=is_possible)
    yield kit.Sprite(x + (44 if forecast is not None and forecast.missing else 86), top_y, tile)
    if forecast is None:
        words = kit.fit_text(render_message("complete", ctx.lang), 148, kit.KEY)
        yield from words.build_runs(x + 128, top_y, theme.MUTED, max_width=150)
        yield kit.Icon("check", x + 46, top_y, 44, theme.MUTED, theme.TAR_2)
        return
    card_count = 1 + next(len(zone.cards) for zone in mat.zones if zone.id == forecast.zone)
    if forecast.missing:
        words = kit.fit_text(describe_missing(forecast.missing, ctx.lang), 192, kit.BODY, 2)
        yield from words.build_runs(x + 84, top_y, kit.GOLD, max_width=198)
        yield from _draw_missing_cost(mat, forecast, card_count, x, field.y + 136)
        return
    words = kit.fit_text(f"{card_count - 1} → {card_count}", 150, kit.HEAD)
    yield from words.build_runs(x + 128, top_y, kit.INK, max_width=155)
    slack = field.h - HEIGHT - LINE_H * has_gains(forecast)
    lower = replace(field, y=field.y + slack)
    yield from _draw_payment(forecast, field.x + _MARGIN, field.y + _PAYMENT_Y + slack / 2, slack)
    yield from _draw_second_card(view, mat, forecast, lower, ctx)
    if has_gains(forecast):
        yield from _draw_gains(forecast, lower, ctx)


def _draw_missing_cost(
    mat: Mat, forecast: ExpansionForecast, card_count: int, x: float, y: float
) -> Iterator[kit.Node]:
    """Draw the cost and the price of the card; missing units are pale and marked with a minus."""
    good = CONTENT.good_of[forecast.zone]
    cost = CONTENT.data.zones[forecast.zone].costs[card_count - 1]
    for i in range(cost):
        is_held = i < mat.goods[good]
        yield kit.Sprite(x + 44 + 56 * i, y, Ware(good, 54, 0 if is_held else 0.6, theme.TAR_2))
        if not is_held:
            yield kit.Sprite(x + 62 + 56 * i, y + 20, MissingBadge())
    if forecast.coins:
        yield kit.Sprite(x + 48 + 56 * cost, y, Money(forecast.coins, 26))
        if mat.coins < forecast.coins:
            yield kit.Sprite(x + 66 + 56 * cost, y + 20, MissingBadge())


# ---------------------------------------------------------------------- payment


def _draw_payment(forecast: ExpansionForecast, x: float, y: float, slack: float) -> Iterator[kit.Node]:
    """Draw what is handed in or delivered, on two lines if one is too narrow, and all coins in one disc at the end.

    slack: px that two lines may take beyond those of one.
    """
    parts = [*_iter_payment_parts(forecast)]
    if (icon := _measure_icon(parts)) >= _MIN_ICON:
        yield from _draw_parts(parts, x, y, min(_ICON, icon))
        return
    splits = ((parts[:i], parts[i:]) for i in range(1, len(parts)))
    lines = min(splits, key=lambda pair: max(map(_measure_parts, pair)))
    half = (40 + slack / 4) / 2
    icon = min(_ICON, 2 * half - 2, *map(_measure_icon, lines))
    for line, line_y in zip(lines, (y - half, y + half), strict=True):
        yield from _draw_parts(line, x, line_y, icon)


def _measure_icon(parts: Sequence[PaymentPart]) -> float:
    """Return the px of an icon with which parts fill a line."""
    return (WIDTH - 2 * _MARGIN) / _measure_parts(parts)


def _iter_payment_parts(forecast: ExpansionForecast) -> Iterator[PaymentPart]:
    """Yield equal units once with their number; an exchanged good and three for one with the good they stand for."""
    need = CONTENT.good_of[forecast.zone]
    for (kind, good), n in Counter(forecast.units).items():
        match kind:
            case "own":
                yield (*_build_number(n), _build_good(good))
            case "merchant":
                yield (*_build_number(n), Sign(1, partial(_build_stall, good)))
            case "swap":
                yield (*_build_number(n), _build_good(good), _build_arrow("swap"), _build_good(need, 0.8))
            case _:
                paid = *_build_number(n * CONTENT.data.rules.three_to_one), _build_good(good)
                yield (*paid, _build_arrow("arrow"), *_build_number(n), _build_good(need, 0.8))
    if forecast.coins:
        yield (Sign(1, partial(_build_coins, forecast.coins)),)


def _build_number(n: int) -> tuple[Sign, ...]:
    """Build the number before a good; none for a single one."""
    words = f"{n}×"
    return (Sign(kit.measure_text(words, kit.KEY) / 52, partial(_build_words, words)),) if n > 1 else ()


def _build_words(words: str, x: float, y: float, icon: float) -> kit.Node:
    size = next(size for size, min_icon in ((kit.KEY, 51), (kit.BODY, 41), (kit.DETAIL, 0)) if icon >= min_icon)
    return kit.TextRun(x, y, words, size, kit.INK, "m", max_width=90)


def _build_good(good: str, share: float = 1) -> Sign:
    return Sign(share, lambda x, y, icon: kit.Sprite(x, y, Ware(good, share * icon, 0, theme.SLIP)))


def _build_arrow(name: str) -> Sign:
    return Sign(0.64, lambda x, y, icon: kit.Icon(name, x, y, 0.52 * icon, theme.INK_2, theme.SLIP))


def _build_stall(good: str, x: float, y: float, icon: float) -> kit.Node:
    return kit.Sprite(x, y, Stall(good, icon))


def _build_coins(amount: int, x: float, y: float, icon: float) -> kit.Node:
    return kit.Sprite(x, y, Money(amount, 0.5 * icon))


def _measure_parts(parts: Sequence[PaymentPart]) -> float:
    """Return the width of parts side by side, in icons."""
    return sum(sign.width for part in parts for sign in part) + _GAP * (len(parts) - 1)


def _draw_parts(parts: Sequence[PaymentPart], x: float, y: float, icon: float) -> Iterator[kit.Node]:
    for part in parts:
        for sign in part:
            yield sign.build(x + sign.width * icon / 2, y, icon)
            x += sign.width * icon
        x += _GAP * icon


# ---------------------------------------------------------------------- gains


def _draw_second_card(
    view: View, mat: Mat, forecast: ExpansionForecast, field: Field, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    """Draw the contract, ability or warehouse that may follow, behind an arrow if it has a price, pale if none is
    available; or what the bigger ship brings."""
    x, y, right = field.x + _MARGIN, field.y + _SECOND_CARD_Y, field.x + field.w - _MARGIN
    if forecast.zone == "shipyard":
        if forecast.income[1]:
            words = kit.fit_text(_describe_ship(view, mat, forecast, ctx.lang), field.w - 2 * _MARGIN, kit.BODY)
            yield from words.build_runs(x + 4, y, kit.INK, max_width=right - x)
        return
    if forecast.second_card_price is None:
        yield kit.Icon("pass", x + 20, y, 36, theme.LATER, kit.WHITE)
        words = kit.fit_text(render_message(f"follows.no_{forecast.zone}", ctx.lang), right - x - 50, kit.BODY)
        yield from words.build_runs(x + 48, y, theme.INK_2, max_width=right - x - 46)
        return
    price = forecast.second_card_price
    if price:
        yield kit.Sprite(x + 18, y, Money(price, 18))
        yield kit.Icon("arrow", x + 47, y, 18, kit.INK)
        x += 62
    match forecast.zone:
        case "castle":
            yield kit.Icon("newc", x + 20, y, 44, kit.INK)
        case "university":
            yield kit.Icon("book", x + 20, y, 44, kit.INK)
        case "warehouse":
            for i in range(4):
                fill = theme.LAMP if i % 2 else theme.BALTIC_2
                yield kit.Box(x + 12 * i, y - 19, 11, 38, 3, fill, theme.BALTIC_2, 2)
    x += _SECOND_CARD_SIGN
    key = "card_ability" if forecast.zone == "university" and not price else forecast.zone
    words = kit.fit_text(render_message(f"follows.{key}", ctx.lang), right - x, kit.BODY)
    yield from words.build_runs(x, y, kit.INK, max_width=right - x + 4)


def _describe_ship(view: View, mat: Mat, forecast: ExpansionForecast, lang: kit.Lang) -> str:
    """Describe what the bigger ship brings more: in a round on average, or on the last sailing. With the same income
    its second window still gives a choice."""
    gain = forecast.income[1] - forecast.income[0]
    if not gain and mat.ship == 1:
        return render_message("follows.choice", lang)
    sign = "−" if gain < 0 else "+"
    if view.is_ending:
        return render_message("follows.last_income", lang, n=f"{sign}{abs(gain)}")
    return render_message("follows.income", lang, n=f"{sign}{format_half(abs(gain))}")


def _draw_gains(forecast: ExpansionForecast, field: Field, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the number of each goal reached with the goal's sign, and its name if there is room; then another action."""
    x, y, right = field.x + _MARGIN, field.y + _GAINS_Y, field.x + field.w - _MARGIN
    again_w = 40 * forecast.may_act_again
    pitch = min(_GOAL_W, (right - x - again_w) / max(1, len(forecast.markers)))
    for achievement, number in forecast.markers:
        yield kit.Sprite(x + 23, y, kit.Seal(str(number), 22))
        if pitch == _GOAL_W:
            yield kit.Icon(f"a_{achievement}", x + 68, y, 36, kit.INK)
        x += pitch
    if forecast.may_act_again:
        yield kit.Icon("again", x + 18, y, 34, kit.INK)
        texts = [render_message(key, ctx.lang) for key in ("again", "again_short")]
    else:
        texts = [render_label(achievement, ctx.lang) for achievement, _ in forecast.markers]
    x += again_w
    if text := next((text for text in texts if kit.measure_text(text, kit.DETAIL) <= right - x), ""):
        yield from kit.fit_text(text, right - x, kit.BODY).build_runs(x, y, kit.INK, max_width=right - x + 4)
