"""Questions about dice: which dice to place on a space; which die for the purse, to reroll or to adjust."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import Mat, View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.dice import draw_dice_place
from render.marco_polo_ii.catalogue import render_message
from render.marco_polo_ii.panels import layout
from render.marco_polo_ii.panels.actions import build_gains, find_space_icon, find_space_name
from render.marco_polo_ii.panels.contracts import draw_active_contracts
from render.marco_polo_ii.panels.side_actions import CARAVAN_H
from render.marco_polo_ii.pieces.cards import build_die_effect, build_seals, fit_largest
from render.marco_polo_ii.pieces.goods import CoinDisc, Run, build_amounts, build_label, join_runs, wrap_node
from render.marco_polo_ii.pieces.people import draw_caravan
from render.marco_polo_ii.pieces.plates import draw_head, draw_sheet

_SINGLE_ROW, _TALLEST = 3, 262
"""Number of single dice up to which they stand in one row; height in px at most of more rows."""
CHOSEN_WIDTH, _GAINS_H = 404, 180
"""px: width of the chosen space; height that its gains may take."""


def draw_dice_options(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the chosen space large at the left, and the sets of dice as options with fee and effect."""
    mat = layout.find_viewer_mat(view, ctx)
    marks = layout.list_marks(ctx, "dice")
    space = marks[0].place.removeprefix("dice:").partition("/")[0]
    live: list[kit.Node] = [
        *layout.draw_question(render_message("ask_dice", ctx.lang), mat),
        *_draw_chosen_space(view, mat, space, ctx),
    ]
    area = layout.Field(
        layout.WHOLE.x + CHOSEN_WIDTH + 18, layout.WHOLE.y, layout.WHOLE.w - CHOSEN_WIDTH - 18, layout.WHOLE.h
    )
    n = len(marks)
    set_size = len(marks[0].place.partition("/")[2].split("+"))
    columns = (2 if n <= 4 else 3) if n <= 9 else 4 if n <= 20 else 5 if n <= 35 else 6
    for mark, field in zip(marks, layout.build_fields(n, area, columns, gap=10), strict=True):
        live += _draw_option(view, mat, space, mark, field, set_size)
    if n <= columns:
        live += draw_caravan(area.x + 60, area.bottom - 24, area.w - 120)
    return layout.build_private_scene(live)


def _draw_chosen_space(view: View, mat: Mat, space: str, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    x, top, w = layout.WHOLE.x, layout.WHOLE.y, CHOSEN_WIDTH
    yield draw_sheet(x, top, w, layout.WHOLE.h)
    yield draw_head(x, top, w, 84)
    icon, colour = find_space_icon(space)
    yield kit.Disc(x + 52, top + 42, 30, theme.PANEL)
    yield kit.Icon(icon, x + 52, top + 42, 40, colour, theme.PANEL)
    yield from kit.fit_text(find_space_name(space, ctx.lang), w - 108, kit.KEY, 2).build_runs(
        x + 96, top + 42, theme.PANEL, max_width=w - 104
    )
    run = fit_largest(lambda s, size: build_gains(view, mat, space, s, size, _GAINS_H), w - 40)
    yield from run.draw_centred(x + w / 2, top + 190)
    yield kit.Polyline(((x + 24, top + 290), (x + w - 24, top + 290)), theme.LINE, 2)
    yield from draw_dice_place(view, space, x + w / 2, top + 380, 108)
    fee = bool(view.spaces[space]) and CONTENT.data.spaces[space].color == "blue"
    key = "fee_due" if fee else "no_fee"
    yield from kit.fit_text(render_message(key, ctx.lang), w - 48, kit.BODY, 2).build_runs(
        x + w / 2, top + 500, theme.INK_2, "m", max_width=w - 40
    )
    y = top + 590
    yield kit.Polyline(((x + 24, y), (x + w - 24, y)), theme.LINE, 2)
    for i, key in enumerate(("coins", "camels", "jade")):
        icon_x = x + 70 + 128 * i
        yield kit.Icon(key, icon_x, y + 90, 54, theme.GOODS[key], theme.PANEL)
        yield kit.TextRun(icon_x + 34, y + 90, str(mat.resources[key]), kit.KEY, kit.INK, max_width=58)


def _draw_option(
    view: View, mat: Mat, space: str, mark: kit.Mark, field: layout.Field, set_size: int
) -> Iterator[kit.Node]:
    """Draw a set of dice with its fee and the effect of its value."""
    key = mark.place.partition("/")[2]
    pieces = tuple(key.split("+"))
    opening = next((candidate for candidate in view.openings if candidate.space == space), None)
    offered = ((value, fee) for set_pieces, value, fee in (opening.sets if opening else ()) if set_pieces == pieces)
    value, fee = next(offered, (None, 0))
    is_tall = field.h > 150
    r = 26 if is_tall else 16
    yield kit.Anchor(mark.place, kit.Placement(field.x, field.y, field.w, field.h, 12, (field.x + 6, field.y + 6), r))
    yield draw_sheet(field.x, field.y, field.w, field.h)
    effect = fit_largest(
        lambda s, size: _build_effect(view, mat, space, value, s, size),
        field.w - 40 if is_tall else field.w * 0.4,
        1 if is_tall else 3,
    )
    size = min(
        130.0 if set_size == 1 else 90.0,
        0.62 * field.h if is_tall else 0.56 * field.h,
        (field.w - 50) / (set_size * 1.12 + 0.9),
    )
    if is_tall:
        middle = field.y + (0.36 * field.h if effect.w else 0.5 * field.h)
        x, max_width = field.x + field.w / 2 - (0.36 * size if fee else 0), field.w - 60 - (0.8 * size if fee else 0)
        yield from layout.draw_dice_row(pieces, mat, x, middle, max_width, size)
        if fee:
            w = min(max_width, size * (1 + 1.14 * (set_size - 1)))
            yield kit.Sprite(x + w / 2 + 0.44 * size, middle, CoinDisc(str(fee), 0.36 * size))
        if effect.w:
            y = field.y + 0.66 * field.h
            yield kit.Polyline(((field.x + 18, y), (field.x + field.w - 18, y)), theme.LINE, 2)
            yield from effect.draw_centred(field.x + field.w / 2, field.y + 0.83 * field.h)
        return
    w = size * (1 + 1.14 * (set_size - 1))
    yield from layout.draw_dice_row(pieces, mat, field.x + 30 + w / 2, field.y + field.h / 2, w, size)
    if fee:
        yield kit.Sprite(field.x + 36 + w + 0.34 * size, field.y + field.h / 2, CoinDisc(str(fee), 0.36 * size))
    yield from effect.draw_at(field.x + field.w - effect.w - 10, field.y + field.h / 2)


def _build_effect(view: View, mat: Mat, space: str, value: int | None, s: float, size: int) -> Run:
    """Return the effect on a space that depends on the value of the dice; empty if this view does not offer them."""
    if value is None:  # drawn of an earlier view, to find what has changed
        return Run((), 0)
    line = CONTENT.data.spaces[space]
    match line.action:
        case "travel":
            man = wrap_node(kit.Icon("man", 0, 0, 1.1 * s, kit.INK, theme.PANEL), 0.9 * s)
            steps = min(value, line.max_steps)
            return join_runs([man, build_label(f"≤{steps}" if steps > 1 else "1", size)], 0.15 * s)
        case "guild":
            owned = tuple(guild for guild, state in mat.seals.items() if state is not None)
            return build_seals(value, s, owned)
        case "special":
            assert line.city is not None
            special = CONTENT.data.special_cities[line.city]
            gain = special.reward
            if mat.seals[special.guild]:
                twice = 2 if value >= special.double_from else 1
                gain = gain.add(CONTENT.data.guilds[special.guild].improved_bonus.multiply(twice))
            return build_amounts(gain, s, size, background=theme.PANEL)
        case "city_card":
            card = CONTENT.data.city_cards[view.city_cards[space]]
            return build_die_effect(card, value, len(mat.posts), len(mat.fulfilled), s, size)
    return Run((), 0)


def draw_own_dice(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the dice for the purse in a row for each gain, or the dice to reroll or adjust."""
    mat = layout.find_viewer_mat(view, ctx)
    kind = next(kind for kind in ("purse", "reroll", "adjust") if layout.list_marks(ctx, kind))
    marks = layout.list_marks(ctx, kind)
    has_one_die = kind == "purse" and len(layout.list_pieces(mat)) == 1
    key = "ask_purse_gain" if has_one_die else f"ask_{kind}"
    live: list[kit.Node] = [*layout.draw_question(render_message(key, ctx.lang), mat)]
    area = layout.MAIN
    if kind == "purse":
        live += _draw_purse(mat, marks, area)
    else:
        n = len(marks)
        columns = n if n <= _SINGLE_ROW else 2 if n < 5 else 3 if n < 10 else 4 if n < 17 else 5
        fields = layout.build_fields(n, area, columns, tallest=400 if n <= _SINGLE_ROW else _TALLEST)
        for mark, field in zip(marks, fields, strict=True):
            live += _draw_single(mat, mark, field)
        if fields[-1].bottom + CARAVAN_H <= area.bottom:
            live += draw_caravan(area.x + 60, area.bottom - 24, area.w - 120)
    return layout.build_private_scene((*live, *layout.draw_belongings(mat, ctx), *draw_active_contracts(mat, ctx)))


def _draw_single(mat: Mat, mark: kit.Mark, field: layout.Field) -> Iterator[kit.Node]:
    """Draw a die and, for adjusting, its new value."""
    piece, _, value = mark.place.partition(":")[2].partition(".")
    yield kit.Anchor(mark.place, kit.Placement(field.x, field.y, field.w, field.h, 12, (field.x + 6, field.y + 6), 28))
    yield draw_sheet(field.x, field.y, field.w, field.h)
    x, y = field.middle
    size = min(150.0, 0.5 * field.h, 0.3 * field.w)
    if not value:
        yield kit.Sprite(x, y, layout.build_die(piece, mat, min(190.0, 0.6 * field.h)))
        return
    yield kit.Sprite(x - 1.0 * size, y, layout.build_die(piece, mat, size * 0.8))
    yield kit.Icon("move", x, y, 0.4 * size, theme.INK_2, theme.PANEL)
    yield kit.Sprite(x + 0.9 * size, y, layout.build_die(f"{value}b" if piece.endswith("b") else value, mat, size))


def _draw_purse(mat: Mat, marks: list[kit.Mark], area: layout.Field) -> Iterator[kit.Node]:
    """Draw a row of dice for each gain of the purse, with the gain at the left."""
    gains = CONTENT.data.constants.purse_options
    rows = layout.build_fields(len(gains), area, 1, gap=14, widest=area.w)
    for number, (gain, field) in enumerate(zip(gains, rows, strict=True), 1):
        row_marks = [mark for mark in marks if mark.place.startswith(f"purse:{number}.")]
        yield draw_sheet(field.x, field.y, field.w, field.h)
        corners = (True, False, False, True)
        yield kit.Box(field.x, field.y, 220, field.h, 12, theme.COPPER_DISC, theme.TABLET_RIM, 2, corners, "vellum")
        run = build_amounts(gain, 72, kit.HEAD, background=theme.COPPER_DISC)
        yield from run.draw_centred(field.x + 110, field.y + field.h / 2)
        pitch = min(200.0, (field.w - 250) / max(1, len(row_marks)))
        size = min(120.0, pitch - 20)
        for i, mark in enumerate(row_marks):
            x, y = field.x + 250 + pitch * (i + 0.5), field.y + field.h / 2 + 18
            placement = kit.Placement(
                x - size / 2, y - size / 2, size, size, 12, (x, y - size / 2 - 34), 24, is_centred=True
            )
            yield kit.Anchor(mark.place, placement)
            yield kit.Sprite(x, y, layout.build_die(mark.place.rpartition(".")[2], mat, size))
        for change in layout.build_changes(mat, {key: getattr(gain, key) for key in theme.GOODS}):
            if change.w <= field.w - 280 - pitch * len(row_marks):
                yield from change.draw_at(field.right - 30 - change.w, field.y + field.h / 2)
