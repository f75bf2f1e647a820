"""Choice of a card and its use: under each offered card the cost and gain of an expansion and of a merchant.

If available, it also shows the zones that the smoke sprat could expand, and at the bottom all free moves.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engines.kilia.data.content import CONTENT
from engines.kilia.view import MarketSpaceView, Mat, SlotView, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.council.offers import is_takeable
from render.kilia.panels import layout
from render.kilia.panels.expansions import HEIGHT, LINE_H, count_more_lines, draw_expansion
from render.kilia.panels.free_moves import draw_chip, draw_move, list_moves
from render.kilia.pieces.board_pieces import Sprat, ZoneTile, draw_bonus
from render.kilia.pieces.board_pieces import Stall as StallPiece
from render.kilia.pieces.cards import draw_action_card, draw_key_plate, draw_slip
from render.kilia.pieces.goods import Money
from render.kilia.words.phrases import describe_missing

PITCH, W = 306, 288
STRIP, CARDS = 132, 206


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


PLAIN = RowLayout(layout.HEIGHT, 290, (552, HEIGHT), (798, 160))
WITH_FREE = RowLayout(1200, 290, (552, HEIGHT), (798, 160), free=(1004, 144))
WITH_SPRAT = RowLayout(1420, 290, (552, HEIGHT), (1042, 150), (798, HEIGHT), (1238, 136))
HEADING_GAP, HEADING_INDENT = 23, 76
"""Distance of a row's heading above the row, and from its left edge, right of the first number."""


def choose_layout(mat: Mat, has_free_moves: bool) -> RowLayout:
    """Return the layout for what there is; expansions are taller if one of them needs more lines."""
    rows = WITH_SPRAT if mat.sprat == "held" else WITH_FREE if has_free_moves else PLAIN
    extra_height = LINE_H * max(map(count_more_lines, mat.expansion_forecasts), default=0)
    above = extra_height * (2 if rows.sprat[1] else 1)  # by the rows of expansions above the merchants
    return replace(
        rows,
        height=rows.height + round(above),
        expand=_move_row(rows.expand, 0, extra_height),
        sprat=_move_row(rows.sprat, extra_height, extra_height),
        merchant=_move_row(rows.merchant, above),
        free=_move_row(rows.free, above),
    )


def _move_row(row: tuple[float, float], down: float, growth: float = 0) -> tuple[float, float]:
    """Return a row further down and taller; one that is not there stays so."""
    y, h = row
    return (y + down, h + growth) if h else row


def draw_turn_panel(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the private picture of the offer, with the cost and gain of each use of a card."""
    seat = ctx.viewer if ctx.viewer is not None else view.start
    mat = view.mats[seat]
    free_moves = list_moves(view, mat)
    rows = choose_layout(mat, bool(free_moves))
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
            nodes += draw_expansion(view, mat, ZoneTile(zone, 56), forecast, field, ctx)
            nodes += draw_merchant(view, mat, slot, layout.Field(x, rows.merchant[0], W, rows.merchant[1]), ctx)
    if mat.sprat == "held":
        nodes += draw_sprat_row(view, mat, rows.sprat, ctx)
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


# ---------------------------------------------------------------------- merchants


def draw_merchant(
    view: View, mat: Mat, slot: SlotView, field: layout.Field, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    """Draw the stall, its uses in a turn, and the price; or the missing coins.

    The space is asked later: its bonus is drawn only if all free ones have the same. Without a free space the stall
    stands on a stack.
    """
    assert slot.card is not None
    x, y, h = field.x, field.y, field.h
    is_possible = is_takeable(view, slot)
    background, ink = (theme.SLIP, kit.INK) if is_possible else (theme.TAR_2, theme.MUTED)
    yield build_anchor(field, f"merchant:{slot.number}")
    yield draw_slip(x, y, W, h, is_possible=is_possible)
    spaces, stall_y, stall = list_free_spaces(mat), y + 0.39 * h, 0.45 * h
    for sheet in () if spaces else (2, 1):
        sheet_x, sheet_y = x + 136 - stall / 2 + 11 * sheet, stall_y - stall / 2 - 9 * sheet
        yield kit.Box(sheet_x, sheet_y, stall, stall, 8, theme.LOCKED, theme.INK_2, 3)
    yield kit.Sprite(x + 136, stall_y, StallPiece(CONTENT.find_good(slot.card), stall))
    bottom, right = y + 0.82 * h, x + W - 16
    if mat.keys < slot.keys and is_possible:
        yield kit.Sprite(x + 46, y + 0.42 * h, Money(slot.price, 24))
        yield kit.Icon("arrow", x + 85, y + 0.41 * h, 24, ink, background)
    if len({space.bonus for space in spaces}) == 1:
        yield kit.TextRun(x + 194, stall_y, "+", kit.HEAD, ink, "m", max_width=44)
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


def draw_sprat_row(view: View, mat: Mat, row: tuple[float, float], ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the fish at the head of the row, then the four zones with a fish on their tile."""
    forecasts = {forecast.zone: forecast for forecast in mat.expansion_forecasts if forecast.slot == 0}
    fields = build_row(5, *row)
    yield kit.Sprite(fields[0].middle, row[0] + row[1] / 2, Sprat(theme.LAMP, 210))
    for zone, field in zip(mat.zones, fields[1:], strict=True):
        yield build_anchor(field, f"sprat:{zone.id}")
        yield from draw_expansion(view, mat, ZoneTile(zone.id, 48, has_sprat=True), forecasts.get(zone.id), field, ctx)
