"""Second card of an action, in five large fields by slot: a contract, an ability or a warehouse."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from engines.kilia.data.content import CONTENT
from engines.kilia.forecast import WarehouseForecast
from engines.kilia.view import Mat, SlotView, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.panels import layout
from render.kilia.pieces.board_pieces import draw_ability
from render.kilia.pieces.cards import draw_cell_items, draw_contract_card, draw_slip, list_units
from render.kilia.pieces.flags import Chip
from render.kilia.pieces.goods import THINGS_IN_ORDER, Ware, build_stock
from render.kilia.pieces.ships import Cog, draw_cog
from render.kilia.words.phrases import describe_ability, describe_missing


def _find_mat(view: View, ctx: kit.RenderContext) -> Mat:
    assert ctx.viewer is not None
    return view.mats[ctx.viewer]


def _start_panel(view: View, ctx: kit.RenderContext, title_key: str) -> tuple[Mat, list[layout.Field], list[kit.Node]]:
    mat = _find_mat(view, ctx)
    return (
        mat,
        layout.build_grid(3, 2),
        [*layout.draw_question(render_message(title_key, ctx.lang), mat), *layout.draw_resources(mat)],
    )


# ---------------------------------------------------------------------- contracts


def draw_contracts_panel(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the private picture of the offered contracts, with available and missing units of their costs."""
    mat, fields, nodes = _start_panel(view, ctx, "which_contract")
    forecasts = {forecast.slot: forecast for forecast in mat.contract_forecasts}
    for slot, field in zip(view.slots, fields, strict=False):
        if slot.contract is None:
            nodes += _draw_recess(slot, mat, field, ctx)
            continue
        forecast = forecasts.get(slot.number)
        remaining = build_stock(mat)
        if forecast is not None:
            nodes.append(field.build_anchor(f"contract:{slot.number}"))
            remaining["coin"] -= forecast.price
        nodes.append(draw_slip(field.x, field.y, field.w, field.h, is_possible=forecast is not None))
        available = layout.list_available_units(list_units(CONTENT.contracts[slot.contract].cost), remaining)
        nodes += draw_contract_card(
            slot.contract, field.x + 12, field.y + 12, field.w - 24, 276, 88, 56, available=available
        )
        nodes += _draw_foot(slot, mat, field, None if forecast is None else forecast.missing, ctx)
    return layout.build_panel_scene((*nodes, *_draw_next_chip(view, mat, fields[5], ctx)))


def _draw_recess(slot: SlotView, mat: Mat, field: layout.Field, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the recess in the cloth where a slot has nothing to offer, with the plate of its keys."""
    yield kit.Box(field.x, field.y, field.w, field.h, 12, None, theme.INK_2, 3, material="hollow")
    yield from layout.draw_price(slot, mat.keys, field.x + 18, field.y + field.h - 50, ctx)


def _draw_lock(slot: SlotView, mat: Mat, field: layout.Field, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw at the right of a slot's price the coins that are missing for it; a lock if something else is missing."""
    missing, y = layout.list_missing_coins(slot, mat), field.y + field.h - 50
    if missing:
        words = kit.fit_text(describe_missing(missing, ctx.lang), field.w - 256, kit.KEY, 2)
        yield from words.build_runs(field.x + field.w - 20, y, layout.CLOTH_INKS.accent, "r", max_width=field.w - 246)
    else:
        yield kit.Icon("lock", field.x + field.w - 48, y, 44, theme.MUTED, theme.TAR_2)


def _draw_foot(
    slot: SlotView, mat: Mat, field: layout.Field, missing: tuple[str, ...] | None, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    """Draw the price at the left; at the right whether the contract could be fulfilled, or why it cannot be taken."""
    y = field.y + field.h - 50
    yield from layout.draw_price(slot, mat.keys, field.x + 18, y, ctx)
    right, inks = field.x + field.w - 24, layout.PAPER_INKS
    if missing is None:
        yield from _draw_lock(slot, mat, field, ctx)
    elif missing:
        words = kit.fit_text(describe_missing(missing, ctx.lang), 220, kit.KEY, 2)
        yield from words.build_runs(right, y, inks.accent, "r", max_width=230)
    else:
        words = kit.fit_text(render_message("payable", ctx.lang), 170, kit.KEY)
        yield from words.build_runs(right - 52, y, inks.main, "r", max_width=180)
        yield kit.Icon("check", right - 20, y, 40, inks.main, inks.ground)


def _draw_next_chip(view: View, mat: Mat, field: layout.Field, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the number of fulfilled contracts and the number that the next chip for them would score."""
    contracts_per_chip = CONTENT.data.rules.contracts_per_chip
    wheel = next(wheel for wheel in view.wheels if wheel.id == "three_contracts")
    yield from kit.fit_text(render_message("fulfilled", ctx.lang), field.w - 40, kit.KEY).build_runs(
        field.middle, field.y + 60, theme.MUTED, "m", field.w - 20
    )
    counted_contracts = mat.fulfilled_count % contracts_per_chip
    for i in range(contracts_per_chip):
        x = field.middle + 110 * (i - (contracts_per_chip - 1) / 2)
        yield kit.Icon("contract", x, field.y + 170, 92, kit.WHITE if i < counted_contracts else theme.DIM, theme.TAR)
    yield kit.Sprite(field.middle - 52, field.y + 310, Chip(mat.seat, theme.SEATS[mat.color], 34))
    yield kit.Icon("arrow", field.middle + 10, field.y + 310, 36, theme.MUTED, theme.TAR)
    yield kit.TextRun(
        field.middle + 44, field.y + 310, str(wheel.numbers[wheel.next_index]), kit.HEAD, kit.GOLD, max_width=80
    )


# ---------------------------------------------------------------------- abilities


def draw_abilities_panel(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the private picture of the abilities, large and in words; dark if known already or not payable.

    No place is empty where a slot is: four cards stand in two columns, beside those that the player has.
    """
    mat, fields, nodes = _start_panel(view, ctx, "which_ability")
    offered, side = [slot for slot in view.slots if slot.card is not None], fields[5]
    if len(offered) < 5:
        side = replace(fields[2], h=side.y + side.h - fields[2].y)
        fields = [*fields[:2], *fields[3:5]]
    known_abilities = [CONTENT.cards[card].ability for card in mat.abilities]
    for slot, field in zip(offered, fields, strict=False):
        assert slot.card is not None
        is_known = CONTENT.cards[slot.card].ability in known_abilities
        can_take = not is_known and (mat.keys >= slot.keys or mat.coins >= slot.price)
        if can_take:
            nodes.append(field.build_anchor(f"learn:{slot.number}"))
        inks = layout.PAPER_INKS if can_take else layout.CLOTH_INKS
        nodes.append(draw_slip(field.x, field.y, field.w, field.h, is_possible=can_take))
        plate = theme.CARD if can_take else theme.LOCKED
        nodes.append(kit.Box(field.x + 12, field.y + 12, field.w - 24, 176, 10, plate, theme.LINE_2, 2))
        nodes += draw_ability(slot.card, field.middle, field.y + 100, 116)
        words = kit.fit_text(describe_ability(slot.card, ctx.lang), field.w - 40, kit.KEY, 2)
        nodes += words.build_runs(field.middle, field.y + 244, inks.main if can_take else inks.muted, "m", field.w - 20)
        y = field.y + field.h - 50
        nodes += layout.draw_price(slot, mat.keys, field.x + 18, y, ctx)
        if is_known:
            nodes.append(kit.Icon("check", field.x + field.w - 48, y, 44, inks.muted, inks.ground))
        elif not can_take:
            nodes += _draw_lock(slot, mat, field, ctx)
    return layout.build_panel_scene((*nodes, *_draw_known_abilities(mat, side, ctx)))


def _draw_known_abilities(mat: Mat, field: layout.Field, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the abilities that the player already has."""
    title = kit.fit_text(render_message("abilities", ctx.lang), field.w - 40, kit.KEY)
    yield from title.build_runs(field.middle, field.y + 40, theme.MUTED, "m", field.w - 20)
    columns, size = (2, 108) if field.h > 600 else (4, 78)
    rows = 4 // columns
    w, h = (field.w - 8) / columns - 8, (field.h - 82) / rows - 8
    for q in range(4):
        x, y = field.x + 8 + (w + 8) * (q % columns), field.y + 80 + (h + 8) * (q // columns)
        if q < len(mat.abilities):
            yield kit.Box(x, y, w, h, 10, theme.CARD, theme.SLIP_EDGE, 2, material="paper")
            yield from draw_ability(mat.abilities[q], x + w / 2, y + h / 2, size, is_vertical=True)
        else:
            yield kit.Box(x, y, w, h, 10, None, theme.INK_2, 2, material="hollow")


# ---------------------------------------------------------------------- warehouses


def draw_warehouses_panel(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the private picture of the cards as warehouses: cells seen by the ship, both sailings, income before and
    after."""
    mat, fields, nodes = _start_panel(view, ctx, "which_warehouse")
    forecasts = {forecast.slot: forecast for forecast in mat.warehouse_forecasts}
    for slot, field in zip(view.slots, fields, strict=False):
        if slot.card is None:
            nodes += _draw_recess(slot, mat, field, ctx)
            continue
        forecast = forecasts.get(slot.number)
        nodes.append(draw_slip(field.x, field.y, field.w, field.h, is_possible=forecast is not None))
        nodes += _draw_cells(slot.card, mat.windows if forecast else (), field, view.is_final_round)
        nodes += layout.draw_price(slot, mat.keys, field.x + 18, field.y + field.h - 50, ctx)
        if forecast is None:
            nodes += _draw_lock(slot, mat, field, ctx)
            continue
        nodes.append(field.build_anchor(f"build:{slot.number}"))
        if not view.is_final_round:
            nodes += _draw_sailings(forecast, field, ctx)
    if not view.is_final_round:
        nodes += _draw_current_income(mat, fields[5], ctx)
    return layout.build_panel_scene(tuple(nodes))


def _draw_cells(card: str, windows: tuple[int, ...], field: layout.Field, is_final: bool) -> Iterator[kit.Node]:
    """Draw the four cells as printed; cells open at the next sailing are lit."""
    w, h = (field.w - 24 - 3 * 8) / 4, 150
    for k, items in enumerate(CONTENT.cards[card].warehouse, 1):
        x, y = field.x + 12 + (w + 8) * (k - 1), field.y + 14
        is_open = k in windows and not is_final
        background = theme.LAMP if is_open else theme.BALTIC_2
        yield kit.Box(x, y, w, h, 9, kit.GOLD if is_open else theme.BALTIC_2)
        if is_open:
            yield kit.Box(x + 6, y + 6, w - 12, h - 12, 6, theme.LAMP)
        yield from draw_cell_items(items, x + w / 2, y + h / 2, 84, h, 0 if is_open else 0.2, background)


def _draw_sailings(forecast: WarehouseForecast, field: layout.Field, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw both sailings of this warehouse; below, the income of a round without and with it."""
    inks = layout.PAPER_INKS
    for r, (key, cargo) in enumerate((("sailing", forecast.next_sailing), ("back", forecast.return_sailing))):
        y = field.y + 206 + 64 * r
        words = kit.fit_text(render_message(key, ctx.lang), 200, kit.BODY)
        yield from words.build_runs(field.x + 24, y, inks.muted if r else inks.main, max_width=206)
        yield from draw_things(cargo, field.x + 260, y, 50, inks)
    y = field.y + field.h - 50
    old_income, new_income = map(layout.format_half, forecast.income)
    words = kit.fit_text(f"{old_income} → {new_income}", 240, kit.HEAD)
    yield from words.build_runs(field.x + field.w - 24, y, inks.main, "r", max_width=250)


def draw_things(
    cargo: tuple[tuple[str, ...], tuple[object, ...]], x: float, y: float, size: float, inks: layout.Inks
) -> Iterator[kit.Node]:
    """Draw a sailing's goods and coins with their numbers; choices of ship 2 as a half-lit window."""
    certain_things, choices = cargo
    counted = Counter(certain_things)
    for thing in THINGS_IN_ORDER:
        if counted[thing]:
            yield kit.Sprite(x, y, Ware(thing, size, 0, inks.ground))
            yield kit.TextRun(x + 0.62 * size, y, str(counted[thing]), kit.KEY, inks.main, max_width=40)
            x += size + 36
    if choices:
        yield kit.Box(x - 20, y - 20, 40, 40, 8, kit.GOLD)
        yield kit.Box(x - 14, y - 14, 28, 28, 5, theme.LAMP)
        yield kit.TextRun(x + 30, y, f"×{len(choices)}", kit.KEY, inks.main, max_width=70)
    elif not certain_things:
        yield kit.TextRun(x - 16, y, "–", kit.KEY, inks.main, max_width=40)


def _draw_current_income(mat: Mat, field: layout.Field, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the ship and the present income of a round."""
    is_bow_right = mat.side == "left"
    cog = Cog(mat.seat, theme.SEATS[mat.color], mat.ship, is_bow_right)
    yield from draw_cog(cog, mat.windows, field.middle - 144, field.y + 190)
    words = kit.fit_text(render_message("per_round", ctx.lang), field.w - 40, kit.KEY)
    yield from words.build_runs(field.middle, field.y + 262, theme.MUTED, "m", field.w - 20)
    yield kit.TextRun(
        field.middle, field.y + 326, layout.format_half(mat.income), kit.HEAD, kit.WHITE, "m", max_width=200
    )
