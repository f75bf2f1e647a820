"""Bonus actions (side actions of a question), drawn as chips."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.view import Mat, View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.panels import layout
from render.marco_polo_ii.panels.contracts import draw_active_contracts, draw_contract
from render.marco_polo_ii.pieces.cards import SIZES, build_arrow, fit_largest
from render.marco_polo_ii.pieces.goods import Run, build_amounts, build_label, join_runs, wrap_node
from render.marco_polo_ii.pieces.people import GuildSeal, draw_caravan
from render.marco_polo_ii.pieces.plates import draw_sheet

_PURSE_PLACE = "space:purse"
"""`Option.place` of the purse."""
CAPTION_HEIGHT = 56
"""px from the top of a section of the panel to its content."""
MIN_WIDTH_FOR_NAME = 300
"""Minimum width of a chip for the name beside the icons; in narrower chips it stands below them."""
_ACTIONS_BY_PREFIX = {"space": "purse", "held": "fulfil", "guild": "improve"}
"""Prefix of `Option.place` -> bonus action."""
_MAX_SMALL_ICON = 24
"""Maximum size in px of the icons of a narrow chip; larger ones of the purse have a die beside them."""
_MAX_IN_COLUMN = 9
"""Maximum number of chips in one column; more stand in two columns."""
_MIN_HEIGHT_FOR_NAME = 50
"""Minimum height in px of a chip for a name below its icons, and for icons of the usual size."""
_CHIP_H = 58
"""Height in px of a chip in a single column."""
_PURSE_H = 92
"""Height in px of the chip of the purse among few chips: its three gains stand above its name."""
_MAX_CHIPS_BESIDE_HIGH_PURSE = 3
"""Maximum number of chips, the purse included, at which that of the purse is higher than the others."""
_GAP = 6
"""px between two chips."""
_MAX_HEIGHT_IN_ROW = 480.0
"""Maximum height in px of the chips at the end of a turn if they stand in a single row."""
CARAVAN_H = 230
"""Room in px that a caravan below the chips needs."""


def list_side_marks(ctx: kit.RenderContext) -> list[kit.Mark]:
    """Return the marks on bonus actions, by number."""
    marks = layout.list_marks(ctx, "held", "guild", "aside", "space")
    return [mark for mark in marks if not mark.place.startswith("space:") or mark.place == _PURSE_PLACE]


def draw_side_actions(mat: Mat, ctx: kit.RenderContext, top: float) -> Iterator[kit.Node]:
    """Draw a chip for each bonus action in the panel at the right, from `top` down."""
    marks = list_side_marks(ctx)
    if not marks:
        return
    yield from layout.draw_caption(render_message("also", ctx.lang), top)
    for mark, field in zip(marks, _layout_chips(marks, top), strict=True):
        yield from draw_chip(mat, mark, field, ctx)


def find_bottom(ctx: kit.RenderContext, top: float) -> float:
    """Return the bottom of the chips that begin at `top`; `top` if there are none."""
    places = _layout_chips(list_side_marks(ctx), top)
    return places[-1].bottom + 16 if places else top


def _layout_chips(marks: Sequence[kit.Mark], top: float) -> tuple[layout.Field, ...]:
    area = layout.Field(
        layout.SIDE_PANEL.x + 20,
        top + CAPTION_HEIGHT,
        layout.SIDE_PANEL.w - 36,
        layout.WHOLE.bottom - top - CAPTION_HEIGHT - 12,
    )
    if len(marks) > _MAX_IN_COLUMN:
        return layout.build_fields(len(marks), area, 2, gap=_GAP, tallest=_CHIP_H)
    chip_h = min(float(_CHIP_H), (area.h + _GAP) / max(1, len(marks)) - _GAP)
    purse_h = _PURSE_H if len(marks) <= _MAX_CHIPS_BESIDE_HIGH_PURSE else chip_h
    heights = [purse_h if mark.place == _PURSE_PLACE else chip_h for mark in marks]
    tops = accumulate((h + _GAP for h in heights), initial=area.y)
    return tuple(layout.Field(area.x, y, area.w, h) for y, h in zip(tops, heights, strict=False))


def draw_chip(mat: Mat, mark: kit.Mark, field: layout.Field, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the chip of one bonus action with its name; its number stands on the left edge."""
    is_low = field.h < 100
    r = min(20.0, 0.44 * field.h) if is_low else 28
    corner = (field.x + 6, field.y + field.h / 2) if is_low else (field.x + 6, field.y + 6)
    yield kit.Anchor(mark.place, kit.Placement(field.x, field.y, field.w, field.h, 10, corner, r))
    yield draw_sheet(field.x, field.y, field.w, field.h, radius=10)
    if field.h >= 130:
        yield from _draw_large_chip(mat, mark, field, ctx)
        return
    left = field.x + (32 if is_low else 16)
    max_width = field.x + field.w - left - 8
    is_wide = field.w >= MIN_WIDTH_FOR_NAME
    if is_wide and field.h < _PURSE_H:
        is_long = mark.place == _PURSE_PLACE or mark.place.startswith("guild:")
        run = build_side_action_icons(mat, mark.place, *SIZES[3 if is_long or field.h < _MIN_HEIGHT_FOR_NAME else 2])
        short = render_message("chip.purse_short", ctx.lang) if mark.place == _PURSE_PLACE else None
        word = kit.fit_text(_find_short_name(mark.place, ctx), max_width - run.w - 18, kit.BODY, short=short)
        yield from word.build_runs(left + 8, field.y + field.h / 2, kit.INK, max_width=max_width - run.w - 10)
        yield from run.draw_at(field.x + field.w - run.w - 12, field.y + field.h / 2)
        return
    start = 1 if not is_low else 2 if is_wide else 4
    run = fit_largest(lambda s, size: build_side_action_icons(mat, mark.place, s, size), max_width, start)
    if run.w > max_width:
        run = build_side_action_icons(mat, mark.place, 22, kit.MICRO, is_short=True)
    if field.h < _MIN_HEIGHT_FOR_NAME:
        yield from run.draw_centred(left + max_width / 2, field.y + field.h / 2)
        return
    yield from run.draw_centred(left + max_width / 2, field.y + 0.3 * field.h)
    word = kit.fit_text(_find_short_name(mark.place, ctx), max_width, kit.DETAIL)
    yield from word.build_runs(left + max_width / 2, field.y + 0.73 * field.h, kit.INK, "m", max_width=max_width + 4)


def _draw_large_chip(mat: Mat, mark: kit.Mark, field: layout.Field, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw a large chip: icons above, the name of the action below."""
    run = fit_largest(
        lambda s, size: build_side_action_icons(mat, mark.place, s, size), field.w - 40, 0 if field.h > 200 else 1
    )
    is_high, middle = field.h > 300, field.x + field.w / 2
    scale = 1.6 if is_high and 1.6 * run.w <= field.w - 40 else 1
    word = kit.fit_text(_find_name(mark.place, ctx), field.w - 36, kit.HEAD if is_high else kit.BODY, 2)
    icons_share, words_share = (0.4, 0.78) if len(word.lines) == 1 else (0.32, 0.71)
    for node in run.nodes:
        yield kit.transform_node(node, middle - scale * run.w / 2, field.y + icons_share * field.h, scale)
    yield from word.build_runs(middle, field.y + words_share * field.h, theme.INK_2, "m", max_width=field.w - 30)


def _find_short_name(place: str, ctx: kit.RenderContext) -> str:
    """Return the short name of an action, used beside its icons."""
    kind, _, ident = place.partition(":")
    if kind in _ACTIONS_BY_PREFIX:
        return render_message(f"chip.{_ACTIONS_BY_PREFIX[kind]}", ctx.lang)
    what, _, ident = ident.partition(":")
    return render_message(f"chip.{ident if what == 'bonus' else what}", ctx.lang)


def _find_name(place: str, ctx: kit.RenderContext) -> str:
    kind, _, ident = place.partition(":")
    if kind in _ACTIONS_BY_PREFIX:
        return render_message(f"aside.{_ACTIONS_BY_PREFIX[kind]}", ctx.lang)
    what, _, ident = ident.partition(":")
    if what == "filippo":
        return render_noun("components.outpost_bonus", ctx.lang)
    return render_message(f"aside.{ident if what == 'bonus' else what}", ctx.lang)


def build_side_action_icons(mat: Mat, place: str, s: float, size: int, is_short: bool = False) -> Run:
    """Return a bonus action in icons."""
    kind, _, ident = place.partition(":")
    prices = CONTENT.data.constants
    match kind:
        case "space":
            return _build_purse(s, size)
        case "held":
            return join_runs(
                [
                    _build_icon("mission", s),
                    wrap_node(kit.Sprite(0, 0, kit.Seal(str(_find_vp(ident)), 0.62 * s)), 1.3 * s),
                ],
                0.2 * s,
            )
        case "guild":
            guild = next(candidate for candidate in GUILDS if candidate == ident)
            cost = CONTENT.data.guilds[guild].improve_cost
            seal = wrap_node(kit.Sprite(0, 0, GuildSeal(guild, 1.2 * s, "improved")), 1.2 * s)
            if is_short:
                return seal
            return join_runs([build_amounts(cost, s, size, background=theme.PANEL), build_arrow(s), seal], 0.2 * s)
    what, _, ident = ident.partition(":")
    match (what, ident):
        case ("bonus", "reroll"):
            return join_runs(
                [_build_icon("again", 0.9 * s), _build_camels(prices.reroll_cost_camels, s, size)], 0.25 * s
            )
        case ("bonus", "adjust"):
            return join_runs([build_label("±1", size), _build_camels(prices.adjust_cost_camels, s, size)], 0.25 * s)
        case ("bonus", "black"):
            die = wrap_node(kit.Sprite(0, 0, kit.Die(theme.BLACK_DIE, 5, 0.9 * s)), s)
            return join_runs([die, _build_camels(prices.black_die_cost_camels, s, size)], 0.25 * s)
        case ("filippo", tile):
            return join_runs(
                [
                    _build_icon("post", 0.8 * s, theme.JADE_EDGE),
                    build_amounts(CONTENT.data.outposts[tile].reward, s, size),
                ],
                0.2 * s,
            )
        case ("bonus", "vidal"):
            vidal = CONTENT.data.characters.vidal
            if is_short:
                return wrap_node(kit.Sprite(0, 0, kit.Seal(str(vidal.trade_vp), 0.62 * s)), 1.3 * s)
            goods = [
                wrap_node(kit.Icon(key, 0, 0, s, theme.GOODS[key], theme.PANEL), 0.9 * s)
                for key in ("pepper", "silk", "gold")
            ]
            return join_runs(
                [
                    *goods,
                    build_arrow(s),
                    wrap_node(kit.Sprite(0, 0, kit.Seal(str(vidal.trade_vp), 0.62 * s)), 1.3 * s),
                ],
                4,
            )
        case ("bonus", "start"):
            return join_runs([_build_icon("camels", s, theme.SEAT[mat.color]), _build_icon("move", 0.8 * s)], 0.2 * s)
        case ("complete", _):
            return join_runs([_build_icon("camels", s, theme.SEAT[mat.color]), _build_icon("check", 0.8 * s)], 0.2 * s)
        case ("bonus", "jade"):
            means = [_build_icon(name, s, theme.GOODS[name]) for name in ("coins", "camels")]
            return join_runs([means[0], build_label("/", size, theme.INK_2), means[1]], 0.1 * s)
    raise ValueError(f"unknown bonus action {place!r}")


def _build_purse(s: float, size: int) -> Run:
    """R9.3 Return a die and the gains of which one is chosen for it; small ones without the die."""
    first, *others = (build_amounts(gain, s, size) for gain in CONTENT.data.constants.purse_options)
    gains = [first, *(run for gain in others for run in (build_label("/", size, theme.INK_2), gain))]
    die = wrap_node(kit.Sprite(0, 0, kit.Die(theme.PANEL, 5, 0.9 * s)), s)
    return join_runs([*([die, build_arrow(s)] if s > _MAX_SMALL_ICON else []), join_runs(gains, 0.1 * s)], 0.14 * s)


def _find_vp(contract: str) -> int:
    return CONTENT.contracts[contract].reward.vp


def _build_icon(name: str, s: float, colour: str = kit.INK) -> Run:
    return wrap_node(kit.Icon(name, 0, 0, s, colour, theme.PANEL), s)


def _build_camels(n: int, s: float, size: int) -> Run:
    return join_runs([_build_icon("camels", s, theme.GOODS["camels"]), build_label(str(n), size)], 0.12 * s)


def draw_end_of_turn(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the contracts that can be fulfilled, then the other bonus actions."""
    mat, marks = layout.find_viewer_mat(view, ctx), list_side_marks(ctx)
    fulfillable = [mark for mark in marks if mark.place.startswith("held:")]
    others = [mark for mark in marks if mark not in fulfillable]
    live: list[kit.Node] = [*layout.draw_question(render_message("ask_end", ctx.lang), mat)]
    live += (*layout.draw_belongings(mat, ctx), *draw_active_contracts(mat, ctx))
    top = float(layout.WHOLE.y)
    if fulfillable:
        area = layout.Field(layout.WHOLE.x, layout.WHOLE.y, 1110, 430 if others else layout.WHOLE.h)
        for mark, field in zip(
            fulfillable, layout.build_fields(len(fulfillable), area, 2, gap=18, tallest=430, widest=546), strict=True
        ):
            live += _draw_fulfillable(mat, mark, field)
        top = layout.WHOLE.y + 452
    area = layout.Field(layout.WHOLE.x, top, 1110, layout.WHOLE.bottom - top)
    columns = 2 if len(others) <= 4 and not fulfillable else 3 if len(others) <= 9 else 4
    fields = layout.build_fields(
        len(others), area, columns, gap=14, tallest=_MAX_HEIGHT_IN_ROW if len(others) <= columns else 262, widest=area.w
    )
    for mark, field in zip(others, fields, strict=True):
        live += draw_chip(mat, mark, field, ctx)
    if max((field.bottom for field in fields), default=top) + CARAVAN_H <= area.bottom:
        live += draw_caravan(area.x + 60, area.bottom - 24, area.w - 120)
    return layout.build_private_scene(live)


def _draw_fulfillable(mat: Mat, mark: kit.Mark, field: layout.Field) -> Iterator[kit.Node]:
    yield kit.Anchor(mark.place, kit.Placement(field.x, field.y, field.w, field.h, 8, (field.x + 14, field.y + 14), 30))
    yield from draw_contract(mark.place.removeprefix("held:"), field, mat)
