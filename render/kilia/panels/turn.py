"""Choice of a card and its use: under each offered card the cost and gain of an expansion and of a merchant.

If available, it also shows the zones that the smoke sprat could expand, and at the bottom all free moves.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from engines.kilia.data.content import CONTENT
from engines.kilia.forecast import ExpansionForecast
from engines.kilia.view import MarketSpaceView, Mat, SlotView, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.council.offers import is_takeable
from render.kilia.panels import layout
from render.kilia.panels.free_moves import draw_chip, draw_move, list_moves
from render.kilia.panels.nearly_payable import MissingBadge
from render.kilia.pieces.board_pieces import Sprat, ZoneTile, draw_bonus
from render.kilia.pieces.board_pieces import Stall as StallPiece
from render.kilia.pieces.cards import draw_action_card, draw_key_plate, draw_slip
from render.kilia.pieces.goods import Money, Ware
from render.kilia.words.phrases import describe_missing

PITCH, W = 306, 288
STRIP, CARDS = 132, 206


PieceBuilder = Callable[[float], StallPiece | Ware | Money]
"""Build a piece of a payment in a given size."""


@dataclass(frozen=True, slots=True)
class RowLayout:
    """Layout of the picture; each row below the cards is a pair of its upper edge and height."""

    height: int
    """Height of the picture."""
    cards: float
    """Height of the cards."""
    expand: tuple[float, float]  # row of the expansions, one below each card (R9)
    merchant: tuple[float, float]  # row of the merchants, one for each card (R8)
    sprat: tuple[float, float] = (0, 0)  # row of the zones that the sprat can expand (R14); height 0: no sprat at hand
    free: tuple[float, float] = (0, 0)  # row of the free moves (R6.1); height 0: there is none


PLAIN = RowLayout(layout.HEIGHT, 290, (552, 200), (798, 160))
WITH_FREE = RowLayout(1200, 290, (552, 200), (798, 160), free=(1004, 144))
WITH_SPRAT = RowLayout(1420, 290, (552, 200), (1042, 150), (798, 198), (1238, 136))
HEADING_GAP, HEADING_INDENT = 23, 76
"""Distance of a row's heading above the row, and from its left edge, right of the first number."""


def draw_turn_panel(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the private picture of the offer, with the cost and gain of each use of a card."""
    seat = ctx.viewer if ctx.viewer is not None else view.start
    mat = view.mats[seat]
    free_moves = list_moves(view, mat)
    rows = WITH_SPRAT if mat.sprat == "held" else WITH_FREE if free_moves else PLAIN
    background = (
        kit.Box(20, 116, 1560, CARDS + rows.cards + 16 - 116, 10, theme.CLOTH, theme.BRAID, 2, material="cloth"),
    )
    nodes = [
        *layout.draw_question(render_message("which", ctx.lang), mat),
        *layout.draw_resources(mat),
        kit.FRAME_LAYER,
    ]
    for slot in view.slots:
        x = layout.LEFT + PITCH * (slot.number - 1)
        nodes += draw_key_strip(mat, slot, x, ctx)
        nodes += draw_offered_card(view, slot, x, rows.cards, ctx)
        if slot.card is not None:
            forecast = next((forecast for forecast in mat.expansion_forecasts if forecast.slot == slot.number), None)
            field, zone = layout.Field(x, rows.expand[0], W, rows.expand[1]), CONTENT.cards[slot.card].zone
            nodes.append(build_anchor(field, f"expand:{slot.number}"))
            nodes += draw_expansion(mat, ZoneTile(zone, 56), forecast, field, ctx)
            nodes += draw_merchant(view, mat, slot, layout.Field(x, rows.merchant[0], W, rows.merchant[1]), ctx)
    if mat.sprat == "held":
        nodes += draw_sprat_row(mat, rows.sprat, ctx)
    titles = {"expand": rows.expand, "sprat": rows.sprat, "merchant": rows.merchant, "free": rows.free}
    for key, (y, h) in titles.items():
        if h:
            nodes.append(
                kit.TextRun(
                    layout.LEFT + HEADING_INDENT,
                    y - HEADING_GAP,
                    render_message(f"use.{key}", ctx.lang),
                    kit.BODY,
                    theme.MUTED,
                    max_width=206,
                )
            )
    for move, field in zip(free_moves, build_row(len(free_moves), *rows.free), strict=True):
        nodes += draw_move(view, mat, move, field, ctx)
    return layout.build_panel_scene(tuple(nodes), background, rows.height)


def build_row(count: int, y: float, h: float) -> list[layout.Field]:
    """Return fields side by side, as wide as a card; narrower if there are more than five."""
    w = min(float(W), (layout.CONTENT_WIDTH - layout.GAP * (count - 1)) / max(1, count))
    return [layout.Field(layout.LEFT + (w + layout.GAP) * i, y, w, h) for i in range(count)]


def build_anchor(field: layout.Field, place: str) -> kit.Anchor:
    """Return the anchor of an option that fills the field."""
    return kit.Anchor(place, kit.Placement(field.x, field.y, field.w, field.h, 12, (field.x + 4, field.y + 2), 28))


def draw_key_strip(mat: Mat, slot: SlotView, x: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the key strip of a slot: brass if free for the player, else iron with the price."""
    is_free = mat.keys >= slot.keys
    y = STRIP + 32
    yield from draw_key_plate(slot.keys, x, STRIP, W, 64, is_free=is_free)
    if not is_free:
        yield kit.Sprite(x + 140, y, Money(slot.price, 26))
    elif slot.price:
        yield kit.TextRun(x + 106, y, render_message("free", ctx.lang), kit.BODY, theme.INK_2, max_width=120)


def draw_offered_card(view: View, slot: SlotView, x: float, h: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the action card of a slot, or an outline if it is empty."""
    if slot.card is None:
        yield kit.Box(x, CARDS, W, h, 12, None, theme.BALTIC_LINE, 3, material="hollow")
    else:
        yield from draw_action_card(slot.card, x, CARDS, ctx.lang, is_available=is_takeable(view, slot), h=h)


# ---------------------------------------------------------------------- expansions


def draw_expansion(
    mat: Mat, tile: ZoneTile, forecast: ExpansionForecast | None, field: layout.Field, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    """Draw an expansion: white with its cheapest payment if payable, dark with the missing units otherwise."""
    x, y, h = field.x, field.y, field.h
    is_possible = forecast is not None and not forecast.missing
    yield draw_slip(x, y, field.w, h, is_possible=is_possible)
    top_y, middle_y, bottom_y = y + 0.19 * h, y + 0.53 * h, y + 0.83 * h
    yield kit.Sprite(x + (44 if forecast is not None and forecast.missing else 86), top_y + 4, tile)
    if forecast is None:
        yield from kit.fit_text(render_message("complete", ctx.lang), 148, kit.KEY).build_runs(
            x + 128, top_y + 4, theme.MUTED, max_width=150
        )
        yield kit.Icon("check", x + 46, top_y + 4, 44, theme.MUTED, theme.TAR_2)
        return
    card_count = 1 + next(len(zone.cards) for zone in mat.zones if zone.id == forecast.zone)
    if forecast.missing:
        yield from kit.fit_text(describe_missing(forecast.missing, ctx.lang), 192, kit.BODY, 2).build_runs(
            x + 84, top_y + 4, kit.GOLD, max_width=198
        )
        yield from draw_missing_cost(mat, forecast, card_count, x, y + 0.68 * h)
        return
    yield from kit.fit_text(f"{card_count - 1} → {card_count}", 150, kit.HEAD).build_runs(
        x + 128, top_y + 4, kit.INK, max_width=155
    )
    yield from draw_payment(forecast, x, middle_y)
    yield from draw_improvement(forecast, field, bottom_y, ctx)
    yield from draw_gains(forecast, field, bottom_y)


def draw_missing_cost(mat: Mat, forecast: ExpansionForecast, card_count: int, x: float, y: float) -> Iterator[kit.Node]:
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


def draw_payment(forecast: ExpansionForecast, x: float, y: float) -> Iterator[kit.Node]:
    """Draw the units handed in or delivered, equal ones once with their number, all coins in one disc; five on two
    lines."""
    unit_counts = Counter[tuple[bool, str]]()
    for kind, good in forecast.units:
        unit_counts[kind == "merchant", good] += 3 if kind == "three" else 1
    parts: list[tuple[str, PieceBuilder]] = [
        (f"{n}×" if n > 1 else "", partial(StallPiece if is_delivered else _build_ware, good))
        for (is_delivered, good), n in unit_counts.items()
    ]
    if forecast.coins:
        parts.append(("", partial(_build_coins, forecast.coins)))
    if len(parts) < 5:
        yield from _draw_parts(parts, x, y, 54)
    else:
        yield from _draw_parts(parts[:3], x, y - 14, 42)
        yield from _draw_parts(parts[3:], x, y + 27, 42)


def _build_ware(good: str, size: float) -> Ware:
    return Ware(good, size, 0, theme.SLIP)


def _build_coins(amount: int, size: float) -> Money:
    return Money(amount, 0.5 * size)


def _draw_parts(parts: Sequence[tuple[str, PieceBuilder]], x: float, y: float, icon: float) -> Iterator[kit.Node]:
    max_width = W - 28 - sum(kit.measure_text(number, kit.KEY) for number, _ in parts)
    icon = min(icon, max_width / len(parts) - 6)
    gap = min(14.0, (max_width - icon * len(parts)) / len(parts))
    part_x = x + 16
    for number, piece in parts:
        if number:
            yield kit.TextRun(part_x, y, number, kit.KEY, kit.INK, max_width=90)
            part_x += kit.measure_text(number, kit.KEY)
        yield kit.Sprite(part_x + icon / 2, y, piece(icon))
        part_x += icon + gap


def draw_improvement(
    forecast: ExpansionForecast, field: layout.Field, y: float, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    """Draw the improvement at the left: a contract, an ability or a warehouse with its price, pale if none is
    available; or the income of a round with the bigger ship."""
    x = field.x + 24
    max_width = field.w - 100 - 50 * (len(forecast.markers) + forecast.may_act_again)
    if forecast.zone != "shipyard" and forecast.second_card_price is None:
        yield kit.Icon("pass", x + 14, y, 36, theme.LATER, kit.WHITE)
        nothing = render_message("follows.none", ctx.lang)
        words = kit.fit_text(
            render_message(f"follows.no_{forecast.zone}", ctx.lang), max_width + 14, kit.BODY, short=nothing
        )
        yield from words.build_runs(x + 38, y, theme.INK_2, max_width=max_width + 20)
        return
    match forecast.zone:
        case "castle":
            yield kit.Icon("newc", x + 20, y, 44, kit.INK)
        case "university":
            yield kit.Icon("book", x + 20, y, 44, kit.INK)
        case "warehouse":
            for i in range(4):
                yield kit.Box(
                    x - 4 + 13 * i, y - 19, 11, 38, 3, theme.LAMP if i % 2 else theme.BALTIC_2, theme.BALTIC_2, 2
                )
        case "shipyard" if forecast.income[1]:
            old_income, new_income = map(layout.format_half, forecast.income)
            numbers = f"{old_income} → {new_income}"
            choice_text = render_message("follows.choice", ctx.lang) if old_income == new_income else None
            words = kit.fit_text(
                choice_text or render_message("follows.income", ctx.lang, was=old_income, now=new_income),
                max_width + 56,
                kit.BODY,
                short=numbers,
            )
            yield from words.build_runs(x - 8, y, kit.INK, max_width=max_width + 60)
            return
        case _:
            return
    if forecast.second_card_price:
        yield kit.Sprite(x + 74, y, Money(forecast.second_card_price, 22))
        return
    words = kit.fit_text(render_message(f"follows.{forecast.zone}", ctx.lang), max_width, kit.BODY, short="+1")
    yield from words.build_runs(x + 52, y, kit.INK, max_width=max_width + 6)


def draw_gains(forecast: ExpansionForecast, field: layout.Field, y: float) -> Iterator[kit.Node]:
    """Draw at the right the sign of another action, and the numbers of the markers completed."""
    sign_x = field.x + field.w - 36
    for _, number in forecast.markers:
        yield kit.Sprite(sign_x, y, kit.Seal(str(number), 25))
        sign_x -= 50
    if forecast.may_act_again:
        yield kit.Icon("again", sign_x, y, 40, kit.INK)


# ---------------------------------------------------------------------- merchants


def draw_merchant(
    view: View, mat: Mat, slot: SlotView, field: layout.Field, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    """Draw the stall, its uses in a turn, and the price; or the missing coins.

    The space is asked later: its bonus is drawn only if all free ones have the same.
    """
    assert slot.card is not None
    x, y, h = field.x, field.y, field.h
    is_possible = is_takeable(view, slot)
    background, ink = (theme.SLIP, kit.INK) if is_possible else (theme.TAR_2, theme.MUTED)
    yield build_anchor(field, f"merchant:{slot.number}")
    yield draw_slip(x, y, W, h, is_possible=is_possible)
    yield kit.Sprite(x + 136, y + 0.39 * h, StallPiece(CONTENT.find_good(slot.card), 0.45 * h))
    spaces = list_free_spaces(mat)
    if len({space.bonus for space in spaces}) < 2:
        yield kit.TextRun(x + 194, y + 0.39 * h, "+", kit.HEAD, ink, "m", max_width=44)
    bottom, right = y + 0.82 * h, x + W - 16
    if mat.keys < slot.keys and is_possible:
        yield kit.Sprite(x + 46, y + 0.42 * h, Money(slot.price, 24))
        yield kit.Icon("arrow", x + 85, y + 0.41 * h, 24, ink, background)
    if not spaces:
        for sheet in range(3):
            sheet_x, sheet_y = x + 203 + 8 * sheet, y + 0.39 * h - 34 - 7 * sheet
            yield kit.Box(sheet_x, sheet_y, 58, 66, 8, theme.LOCKED, theme.INK_2, 3)
    elif len({space.bonus for space in spaces}) == 1:
        yield from draw_bonus(spaces[0], x + 244, y + 0.41 * h, 0.41 * h, ink, background)
    if not is_possible:
        words = kit.fit_text(describe_missing(["coin"] * (slot.price - mat.coins), ctx.lang), W - 40, kit.BODY)
        yield from words.build_runs(right, bottom, kit.GOLD, "r", W - 30)
        return
    if not spaces:
        yield from kit.fit_text(render_message("stack", ctx.lang), W - 40, kit.BODY).build_runs(
            right, bottom, ink, "r", W - 30
        )
        return
    wheel = next(wheel for wheel in view.wheels if wheel.id == "full_market")
    fills_market = sum(market_space.good is None for market_space in mat.market) == 1
    if fills_market:
        yield from draw_chip(mat, wheel.numbers[wheel.next_index], x + W - 62, bottom, 0.3 * h)
    all_uses = [space.uses for space in spaces]
    uses = "–".join(str(n) for n in sorted({min(all_uses), max(all_uses)}))
    words = kit.fit_text(render_message("uses", ctx.lang, n=uses), W - (150 if fills_market else 40), kit.BODY)
    yield from words.build_runs(x + 24, bottom, ink, max_width=W - 30)


def list_free_spaces(mat: Mat) -> list[MarketSpaceView]:
    """Return the empty spaces where a merchant may stand."""
    return [space for space in mat.market if space.is_open and not space.cards]


# ---------------------------------------------------------------------- the sprat


def draw_sprat_row(mat: Mat, row: tuple[float, float], ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the fish at the head of the row, then the four zones with a fish on their tile."""
    forecasts = {forecast.zone: forecast for forecast in mat.expansion_forecasts if forecast.slot == 0}
    fields = build_row(5, *row)
    yield kit.Sprite(fields[0].middle, row[0] + row[1] / 2, Sprat(theme.LAMP, 210))
    for zone, field in zip(mat.zones, fields[1:], strict=True):
        yield build_anchor(field, f"sprat:{zone.id}")
        yield from draw_expansion(mat, ZoneTile(zone.id, 48, has_sprat=True), forecasts.get(zone.id), field, ctx)
