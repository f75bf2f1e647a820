"""Questions about contracts: taking them from the viewer's cities, discarding active ones."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.view import Mat, View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.panels import layout
from render.marco_polo_ii.pieces.cards import SIZES, fit_largest
from render.marco_polo_ii.pieces.goods import Run, build_amounts
from render.marco_polo_ii.pieces.plates import draw_gap, draw_scroll, draw_sheet, draw_velvet

COST_RESOURCES = ("camels", "pepper", "silk", "gold", "jade")
_MIN_ROW = 32
"""Minimum height in px of a row of costs: in a lower contract three stand in a row instead of two."""
_LARGE_SEAL, _REWARD_SCALE = 64, 1.6
"""Radius in px from which the seal is that of a large contract, and the scale of the reward beside it."""


def draw_offered_contracts(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the contracts on offer with their cities: few beside the viewer's stock, many over the whole width."""
    mat, marks = layout.find_viewer_mat(view, ctx), layout.list_marks(ctx, "contract")
    is_few = len(marks) <= 6
    live: list[kit.Node] = [*layout.draw_question(render_message("ask_contracts", ctx.lang), mat, 900)]
    live += (*layout.draw_belongings(mat, ctx), *draw_active_contracts(mat, ctx)) if is_few else _draw_stock(mat)
    area = layout.Field(
        layout.WHOLE.x, layout.WHOLE.y, 1110 if is_few else layout.WHOLE.w, layout.WHOLE.h - (0 if is_few else 96)
    )
    columns = (2 if len(marks) == 4 else 3) if is_few else -(-len(marks) // 2)
    for mark, field in zip(
        marks, layout.build_fields(len(marks), area, columns, gap=14, tallest=layout.WHOLE.h, widest=548), strict=True
    ):
        live += _draw_offered_contract(view, mat, mark, field, ctx)
    if not is_few:
        live += _draw_slots(mat, ctx, 872)
    return layout.build_private_scene(live)


def _draw_offered_contract(
    view: View, mat: Mat, mark: kit.Mark, field: layout.Field, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    """Draw a contract with its number and city above."""
    contract = mark.place.removeprefix("contract:")
    city = next(city for city, offered in view.on_offer.items() if contract in offered)
    body = layout.Field(field.x, field.y + 44, field.w, field.h - 44)
    name = render_noun(f"cities.{city}", ctx.lang)
    yield from kit.fit_text(name, field.w - 70, kit.BODY).build_runs(
        field.x + 54, field.y + 20, theme.PANEL, max_width=field.w - 56
    )
    yield kit.Anchor(mark.place, kit.Placement(body.x, body.y, body.w, body.h, 8, (field.x + 20, field.y + 22), 24))
    yield from draw_contract(contract, body, mat)


def _draw_stock(mat: Mat) -> Iterator[kit.Node]:
    """Draw the stock of the resources that contracts cost, at the right of the question."""
    x = layout.WHOLE.right - 100.0
    for key in reversed(COST_RESOURCES):
        n = mat.resources[key]
        yield draw_velvet(x - 12, 50, 104, 64)
        yield kit.Icon(
            key, x + 18, 82, 40, kit.mix_colours(theme.GOODS[key], theme.PANEL, 0.35 if n else 0), theme.PLUM_2
        )
        size = kit.KEY if n < 10 else kit.BODY
        yield kit.TextRun(x + 46, 82, str(n), size, theme.PANEL if n else theme.MUTED, max_width=46)
        x -= 112


def _draw_slots(mat: Mat, ctx: kit.RenderContext, top: float) -> Iterator[kit.Node]:
    """Draw the contract slots with the active contracts, which must be discarded if a slot is needed."""
    w, h = 420.0, 84.0
    yield from kit.fit_text(render_message("held", ctx.lang), 240, kit.BODY, 2).build_runs(
        layout.WHOLE.x, top + h / 2, theme.MUTED, max_width=240
    )
    for i, contract in enumerate(mat.contract_slots):
        x = layout.WHOLE.x + 260 + (w + 24) * i
        if contract is None:
            yield draw_gap(x, top, w, h)
            yield from kit.fit_text(render_message("free_slot", ctx.lang), w - 20, kit.BODY).build_runs(
                x + w / 2, top + h / 2, theme.MUTED, "m", max_width=w - 16
            )
            continue
        line = CONTENT.contracts[contract]
        yield draw_sheet(x, top, w, h, radius=8)
        yield kit.Sprite(x + 44, top + h / 2, kit.Seal(str(line.reward.vp), 32))
        yield from _build_cost(line.cost, w - 100).draw_at(x + 88, top + h / 2)


def _build_cost(cost: Cost, max_width: float) -> Run:
    return fit_largest(lambda s, size: build_amounts(cost, s, size, background=theme.PANEL), max_width, 2)


@dataclass(frozen=True, slots=True)
class BlankContract:
    """The removed marker of a contract: a blank sheet with its rolls."""

    w: float  # px from side to side
    h: float  # px from the top of one roll to the foot of the other

    def shapes(self) -> tuple[kit.Shape, ...]:
        left, top = -self.w / 2, -self.h / 2
        return (
            kit.Box(left, top + 8, self.w, self.h - 16, 2, theme.LINE),
            kit.Box(left, top, self.w, 14, 6, theme.RED),
            kit.Box(left, -top - 14, self.w, 14, 6, theme.RED),
        )


def draw_contract(ident: str, field: layout.Field, mat: Mat) -> Iterator[kit.Node]:
    """Draw a contract: its cost, pale where the stock is not enough, and its reward below the line."""
    line = CONTENT.contracts[ident]
    roll = theme.BLUE if ident in CONTENT.data.starting_contracts else theme.RED
    x, y, w, h = field.x, field.y, field.w, field.h
    yield from draw_scroll(x, y, w, h, 14, roll)
    costs = [(key, n) for key in COST_RESOURCES if (n := getattr(line.cost, key))]
    cost_height = 0.58 * h - 20
    columns = 2 if cost_height >= _MIN_ROW * -(-len(costs) // 2) else 3
    rows = -(-len(costs) // columns)
    pitch = min(150.0, cost_height / max(1, rows))
    size = min(104.0, pitch - 8, 0.4 * w / columns)
    for i, (key, n) in enumerate(costs):
        cx = x + w * (0.2 + 0.44 * (i % 2) if columns == 2 else 0.14 + 0.3 * (i % 3))
        cy = y + 16 + cost_height / 2 + pitch * (i // columns - (rows - 1) / 2)
        enough = mat.resources[key] >= n
        yield kit.Icon(
            key,
            cx,
            cy,
            size,
            theme.GOODS[key] if enough else kit.mix_colours(theme.GOODS[key], theme.PANEL, 0.62),
            theme.PANEL,
        )
        words = str(n) if enough or w < 260 else f"{mat.resources[key]}/{n}"  # stock / cost
        large = kit.HEAD if size > 70 and (enough or w > 450) else kit.snap_size(min(kit.KEY, pitch))
        max_width = (0.36 * w if columns == 2 else 0.26 * w) - 0.62 * size + 8
        yield kit.TextRun(cx + 0.62 * size, cy, words, large, kit.INK if enough else theme.INK_2, max_width=max_width)
    reward_top, reward_foot = y + 0.62 * h, y + h - 14
    middle = (reward_top + reward_foot) / 2
    yield kit.Polyline(((x + 18, reward_top), (x + w - 18, reward_top)), theme.LINE, 2)
    r = min(76.0, (reward_foot - reward_top) / 2 - 2, 0.2 * w)
    yield kit.Sprite(x + 18 + r, middle, kit.Seal(str(line.reward.vp), r))
    other_gains = Gain(**{key: n for key in Gain.__struct_fields__ if key != "vp" and (n := getattr(line.reward, key))})
    start = next((i for i, (s, _) in enumerate(SIZES) if i and 1.24 * s <= reward_foot - reward_top), -1)
    run = fit_largest(
        lambda s, size: build_amounts(other_gains, s, size, background=theme.PANEL), w - 2 * r - 50, start
    )
    scale = _REWARD_SCALE if r > _LARGE_SEAL and _REWARD_SCALE * run.w <= w - 2 * r - 50 else 1
    left = x + (w + 2 * r + 18 - scale * run.w) / 2
    yield from (kit.transform_node(node, left, middle, scale) for node in run.nodes)


def draw_discard(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the contracts of which one must be discarded; a newly drawn one is labelled."""
    mat, marks = layout.find_viewer_mat(view, ctx), layout.list_marks(ctx, "discard")
    has_two = len(marks) == 2
    live: list[kit.Node] = [
        *layout.draw_question(render_message("ask_discard", ctx.lang), mat, 830),
        *(layout.draw_belongings(mat, ctx) if has_two else _draw_stock(mat)),
    ]
    area = layout.Field(layout.WHOLE.x, layout.WHOLE.y, 1110, layout.WHOLE.h) if has_two else layout.WHOLE
    for mark, field in zip(
        marks, layout.build_fields(len(marks), area, 3, gap=24, tallest=layout.WHOLE.h, widest=543), strict=True
    ):
        ident = mark.place.removeprefix("discard:")
        body = layout.Field(field.x, field.y + 60, field.w, field.h - 60)
        word = render_message("just_drawn" if ident == view.pile_contract else "held_one", ctx.lang)
        live += kit.fit_text(word, field.w - 90, kit.KEY).build_runs(
            field.x + 72, field.y + 26, theme.PANEL, max_width=field.w - 76
        )
        live.append(
            kit.Anchor(mark.place, kit.Placement(body.x, body.y, body.w, body.h, 8, (field.x + 28, field.y + 28), 30))
        )
        live += draw_contract(ident, body, mat)
    return layout.build_private_scene(live)


def draw_active_contracts(mat: Mat, ctx: kit.RenderContext, top: float = 486) -> Iterator[kit.Node]:
    """Draw the viewer's active contracts in the panel at the right, from `top` down."""
    yield from layout.draw_caption(render_message("held", ctx.lang), top)
    w, h = (layout.SIDE_PANEL.w - 52) / len(mat.contract_slots), min(300.0, layout.WHOLE.bottom - top - 78)
    for i, contract in enumerate(mat.contract_slots):
        x = layout.SIDE_PANEL.x + 20 + (w + 12) * i
        if contract is not None:
            yield from draw_contract(contract, layout.Field(x, top + 62, w, h), mat)
        else:
            yield draw_gap(x, top + 62, w, h)
            yield from kit.fit_text(render_message("free_slot", ctx.lang), w - 20, kit.DETAIL).build_runs(
                x + w / 2, top + 62 + h / 2, theme.MUTED, "m", max_width=w - 16
            )
