"""Questions about places: the map with the numbers of options, and the cost and gains of each place."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.paths import count_caravan_steps
from engines.marco_polo_ii.view import Arrival, Mat, PathOption, View, put_walker_at_end
from render import kit
from render.marco_polo_ii import backdrop, theme
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.land.crop import Window, draw_static_window, draw_window, fit_window, show_whole_map
from render.marco_polo_ii.land.numbers import place_numbers
from render.marco_polo_ii.land.places import WIDTH
from render.marco_polo_ii.land.trails import Trail, draw_lines, iter_number_positions
from render.marco_polo_ii.land.travellers import find_oasis_letter
from render.marco_polo_ii.panels import layout
from render.marco_polo_ii.pieces.cards import build_card_icons
from render.marco_polo_ii.pieces.goods import Run, build_amounts, build_label, join_runs, wrap_node
from render.marco_polo_ii.pieces.people import CrestShield, Post, draw_caravan
from render.marco_polo_ii.pieces.plates import draw_sheet

TARGET_KINDS = ("to", "extra", "copy", "bonus", "post", "start", "drive")
MIN_SCALE = 1.2
"""Minimum scale of a window; targets too far apart for it are shown on the whole map."""
MAX_SCALE = 1.6
MAX_ROWS = 9
_NAME_ROOM = 190.0
"""px that a name needs for the price to stand beside it."""
_CARAVAN_ROOM = 190.0
"""px below the last row from which a caravan passes there."""
STROKES = ((False, None), (True, None), (False, theme.PANEL), (True, theme.PANEL), (False, kit.INK), (True, kit.INK))
"""Styles (dashed, inner colour) that distinguish the paths to one place, in order."""


class Target(NamedTuple):
    """An option on the map."""

    mark: kit.Mark  # the option with its number
    kind: str  # one of `TARGET_KINDS`: the prefix of the place that the option names
    id: str
    """The figure, tile or caravan, if the option names one."""
    place: str  # city or oasis at which it is drawn
    arrival: Arrival | None  # costs and gains of a journey there (R8.5); None if `kind` is not "to"


def parse_place(place: str) -> str:
    """Return the city or oasis named in an `Option.place`."""
    return place.partition(":")[2].split(".")[-1]


def draw_targets(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw few targets near each other in a window with rows beside it, else the whole map with cells below it."""
    view = put_walker_at_end(view, ctx.viewer)
    mat = layout.find_viewer_mat(view, ctx)
    shown_targets = [_parse_target(view, mark) for mark in layout.list_marks(ctx, *TARGET_KINDS)]
    target_places = list(dict.fromkeys(target.place for target in shown_targets))
    origins = (view.walk[-1:] or mat.figures) if shown_targets[0].kind == "to" else ()
    visible_places = list(dict.fromkeys((*target_places, *origins)))
    window = fit_window(view, visible_places, ctx, (44, 142), (1056, 814), MAX_SCALE)
    anchor_counts = Counter(
        f"{'city' if target.place in CONTENT.data.cities else 'oasis'}:{target.place}" for target in shown_targets
    )
    head = (
        *layout.draw_question(_render_question(shown_targets[0], ctx), mat, 900),
        *_draw_stock(view, mat, shown_targets[0], ctx),
    )
    if window.k >= MIN_SCALE and len(shown_targets) <= MAX_ROWS:
        static = draw_static_window(window)
        nodes = draw_window(view, ctx, window, _draw_walk(view))
        numbered = place_numbers(nodes, static, anchor_counts, 28, (8, 108, 1110, 990))
        return layout.build_private_scene((*numbered, *head, *_draw_rows(view, mat, shown_targets, ctx)), static)
    whole_map = show_whole_map(44, 142)
    static = draw_static_window(whole_map)
    nodes = draw_window(view, ctx, whole_map, _draw_walk(view))
    numbered = place_numbers(nodes, static, anchor_counts, 22, (8, 108, 1592, 912))
    live = (*numbered, *head, *_draw_cells(view, mat, shown_targets, ctx))
    return layout.build_private_scene(live, static, backdrop.HIGH_H)


def _draw_walk(view: View) -> tuple[kit.Node, ...]:
    """Draw the walk so far, if it is asked place by place."""
    return tuple(draw_lines([Trail(view.walk, *STROKES[0])])) if view.walk else ()


def _parse_target(view: View, mark: kit.Mark) -> Target:
    kind, _, rest = mark.place.partition(":")
    *first, place = rest.split(".")
    arrival = None
    if kind == "to":
        arrival = next(
            (candidate for candidate in view.arrivals if str(candidate.figure) == first[0] and candidate.end == place),
            None,
        )
    return Target(mark, kind, first[0] if first else "", place, arrival)


def _render_question(target: Target, ctx: kit.RenderContext) -> str:
    return render_message(f"ask_{target.kind}", ctx.lang)


def _draw_stock(view: View, mat: Mat, target: Target, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the steps and the stock for a movement, at the right of the question."""
    x = 1556.0
    if target.kind == "to":
        for key in ("jade", "camels", "coins"):
            x -= 122
            n = mat.resources[key]
            yield draw_sheet(x, 48, 114, 68, radius=10)
            yield kit.Icon(key, x + 30, 82, 44, theme.GOODS[key], theme.PANEL)
            yield kit.TextRun(x + 56, 82, str(n), kit.KEY, kit.INK, max_width=54)
        text = render_message("steps", ctx.lang, n=view.steps) if view.steps else render_message("no_steps", ctx.lang)
        yield from kit.fit_text(text, 240, kit.KEY).build_runs(x - 24, 82, theme.PANEL, "r", max_width=240)


def _find_name(view: View, target: Target, ctx: kit.RenderContext) -> str:
    if target.kind == "to" and target.place in view.walk[-1:]:
        return render_message("stop_here", ctx.lang)
    word = render_noun(
        f"cities.{target.place}" if target.place in CONTENT.data.cities else f"oases.{target.place}", ctx.lang
    )
    return word[:1].upper() + word[1:]


def _draw_rows(view: View, mat: Mat, shown_targets: list[Target], ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw a row for each target: tall if it has gains and there are few targets, else low."""
    many = len(shown_targets) > 5
    tall_flags = [not many and _build_gains(view, mat, target, 38, kit.BODY, 398).w > 0 for target in shown_targets]
    total_height = 814 - 10 * (len(shown_targets) - 1)
    tall_height = 190.0 if len(shown_targets) < 4 else 164.0
    y = 142.0
    for target, is_tall in zip(shown_targets, tall_flags, strict=True):
        h = tall_height if is_tall else min(96.0, total_height / len(shown_targets))
        yield from _draw_row(view, mat, target, layout.Field(1118, y, 438, h), is_tall, ctx)
        y += h + 10
    if layout.WHOLE.bottom - y > _CARAVAN_ROOM:
        yield from draw_caravan(1128, layout.WHOLE.bottom - 24, 418)


def _draw_row(
    view: View, mat: Mat, target: Target, field: layout.Field, is_tall: bool, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    yield draw_sheet(field.x, field.y, field.w, field.h)
    low_gains = _build_gains(view, mat, target, 26, kit.MICRO, field.w - 100) if not is_tall else Run((), 0)
    middle = field.y + (48 if is_tall else field.h / 2 - (22 if low_gains.w else 0))
    r = 26 if is_tall else 22
    yield kit.Sprite(
        field.x + 42,
        middle if is_tall else field.y + field.h / 2,
        kit.NumberDisc(str(target.mark.number), r, 1.3 * r, theme.PANEL, kit.INK),
    )
    price = _build_cost_or_free(target, 38 if is_tall else 30, kit.KEY if is_tall else kit.BODY, ctx)
    below = Run((), 0)
    if is_tall and price.w > field.w - 116 - _NAME_ROOM:
        price, below = below, price
    max_width = field.w - 100 - price.w - 16
    yield from kit.fit_text(_find_name(view, target, ctx), max_width, kit.KEY if is_tall else kit.BODY).build_runs(
        field.x + 82, middle, kit.INK, max_width=max_width
    )
    yield from price.draw_at(field.x + field.w - price.w - 16, middle)
    if is_tall:
        yield kit.Polyline(((field.x + 18, field.y + 92), (field.x + field.w - 18, field.y + 92)), theme.LINE, 2)
        gains = _build_gains(view, mat, target, 38, kit.BODY, field.w - 40 - (below.w + 20 if below.w else 0))
        facts = join_runs([run for run in (below, gains) if run.w], 20)
        yield from facts.draw_at(field.x + 24, field.y + 92 + (field.h - 92) / 2)
    else:
        yield from low_gains.draw_at(field.x + 82, field.y + field.h / 2 + 24)


def _draw_cells(view: View, mat: Mat, shown_targets: list[Target], ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw a compact field for each target below the whole map, or up to five high ones."""
    columns = 5 if len(shown_targets) <= 10 else 6 if len(shown_targets) <= 18 else 7
    area = layout.Field(44, 914, 1512, 252)
    if len(shown_targets) <= columns:
        fields = layout.build_fields(len(shown_targets), area, len(shown_targets), tallest=area.h, widest=438)
        for target, field in zip(shown_targets, fields, strict=True):
            yield from _draw_row(view, mat, target, field, True, ctx)
        return
    for target, field in zip(
        shown_targets, layout.build_fields(len(shown_targets), area, columns, gap=8, tallest=122), strict=True
    ):
        yield draw_sheet(field.x, field.y, field.w, field.h, radius=10)
        is_small, x, max_width = field.h < 70, field.x + 56, field.w - 64
        r = 16 if is_small else 20
        yield kit.Sprite(
            field.x + 28,
            field.y + field.h / 2,
            kit.NumberDisc(str(target.mark.number), r, 1.3 * r, theme.PANEL, kit.INK),
        )
        gains = _build_gains(view, mat, target, 26, kit.MICRO, max_width)
        is_stacked = field.h >= 110 and gains.w > 0
        first = field.y + field.h * (0.2 if is_stacked else 0.28)
        yield from kit.fit_text(_find_name(view, target, ctx), max_width, kit.DETAIL).build_runs(
            x, first, kit.INK, max_width=max_width
        )
        if is_stacked:  # name, cost and gains below one another
            yield from _build_cost_or_free(target, 32, kit.BODY, ctx).draw_at(x, field.y + 0.5 * field.h)
            yield from gains.draw_at(x, field.y + 0.82 * field.h)
            continue
        second = field.y + field.h * 0.73
        price = _build_cost_or_free(target, *((36, kit.BODY) if field.h >= 110 else (24, kit.MICRO)), ctx)
        if price.w > 0.6 * field.w:
            price = _build_cost_or_free(target, 19, kit.MICRO, ctx)
        yield from price.draw_at(x, second)
        rest = _build_gains(view, mat, target, 22, kit.MICRO, max_width - price.w - 14)
        yield from rest.draw_at(field.x + field.w - 8 - rest.w, second)


def _build_cost_or_free(target: Target, s: float, size: int, ctx: kit.RenderContext) -> Run:
    """Return the cost of getting there; "free" if nothing is paid."""
    price = _build_price(target, s, size)
    if target.arrival is None or price.w:
        return price
    return build_label(render_message("free", ctx.lang), size, theme.INK_2)


def _build_price(target: Target, s: float, size: int) -> Run:
    """Return the complete cost of the cheapest path."""
    if target.arrival is None:
        return Run((), 0)
    return build_amounts(target.arrival.paths[0].payment, s, size, background=theme.PANEL)


def _build_gains(view: View, mat: Mat, target: Target, s: float, size: int, max_width: float) -> Run:
    """Return the gains of a target in icons, as many as fit in the width."""
    places_post = target.kind == "extra" or (target.arrival is not None and target.arrival.settles)
    runs = [
        *(
            _build_post_gains(view, mat, target, s, size)
            if places_post
            else _build_other_gains(view, mat, target, s, size)
        )
    ]
    if target.arrival is not None and target.arrival.oasis_vp:
        palm = wrap_node(kit.Icon("palm", 0, 0, 0.9 * s, theme.OASIS_EDGE, theme.PANEL), 0.9 * s)
        vp = wrap_node(kit.Sprite(0, 0, kit.Seal(f"+{target.arrival.oasis_vp}", 0.62 * s)), 1.3 * s)
        runs.append(join_runs([palm, vp], 2))
    if target.arrival is not None and len(target.arrival.paths) > 1:
        number = build_label(f"×{len(target.arrival.paths)}", max(kit.MICRO, size - 6), theme.INK_2)
        runs.append(
            join_runs([wrap_node(kit.Icon("move", 0, 0, 0.7 * s, theme.INK_2, theme.PANEL), 0.7 * s), number], 3)
        )
    gap = 0.35 * s
    while runs and sum(run.w for run in runs) + gap * (len(runs) - 1) > max_width:
        runs.pop()
    return join_runs(runs, gap)


def _build_post_gains(view: View, mat: Mat, target: Target, s: float, size: int) -> Iterator[Run]:
    """Yield the gains of a new post in a city."""
    city = target.place
    yield wrap_node(kit.Sprite(0, 0, Post(mat.seat, theme.SEAT[mat.color], 0.86 * s)), 1.1 * s)
    if city in view.outposts:
        yield build_amounts(
            CONTENT.data.outposts[view.outposts[city]].reward, 0.9 * s, size, shows_ones=False, background=theme.PANEL
        )
    yield from _build_bonus(view, city, s, size)
    crest = CONTENT.data.cities[city].crest
    assert crest is not None
    shield = wrap_node(kit.Sprite(0, 0, CrestShield(crest, 1.05 * s)), 0.95 * s)
    crest_gain = target.arrival.crest_vp - mat.crest_vp if target.arrival is not None else 0
    if crest_gain:
        yield join_runs([shield, wrap_node(kit.Sprite(0, 0, kit.Seal(f"+{crest_gain}", 0.62 * s)), 1.3 * s)], 2)
    elif crest in mat.crests:
        yield join_runs([wrap_node(kit.Icon("check", 0, 0, 0.7 * s, theme.INK_2, theme.PANEL), 0.7 * s), shield], 2)
    else:
        yield shield
    for space, card in view.city_cards.items():
        if CONTENT.data.spaces[space].city == city:
            yield build_card_icons(CONTENT.data.city_cards[card], 0.72 * s, max(kit.MICRO, size - 8), shows_ones=False)


def _build_bonus(view: View, city: str, s: float, size: int) -> Iterator[Run]:
    if city in view.bonuses:
        reward = CONTENT.data.city_bonuses[view.bonuses[city]].reward
        gain = build_amounts(reward, 0.9 * s, size, shows_ones=False, background=theme.PANEL)
        yield join_runs([build_label("!", size, theme.RED), gain], 3)


def _build_other_gains(view: View, mat: Mat, target: Target, s: float, size: int) -> Iterator[Run]:
    """Yield the information for a target without a new post: its bonus, its crest, or its route tile."""
    match target.kind:
        case "copy" | "bonus":
            yield from _build_bonus(view, target.place, s, size)
        case "post":
            crest = CONTENT.data.cities[target.place].crest
            assert crest is not None
            yield wrap_node(kit.Sprite(0, 0, CrestShield(crest, 1.1 * s)), s)
        case "start":
            for crest in CONTENT.data.route_tiles[target.id].crests:
                yield wrap_node(kit.Sprite(0, 0, CrestShield(crest, 1.05 * s)), s)
            yield _build_distance(mat, target.place, s, size)
        case "drive":
            yield _build_distance(mat, target.place, s, size)


def _build_distance(mat: Mat, place: str, s: float, size: int) -> Run:
    """R13 Return the distance in steps from the viewer's nearest figure; a check mark if it stands there."""
    man = wrap_node(kit.Icon("man", 0, 0, s, theme.SEAT[mat.color], theme.PANEL, kit.INK, 1.5), s)
    owned = [guild for guild, state in mat.seals.items() if state is not None]
    steps = min(count_caravan_steps(owned, figure, place) for figure in mat.figures)
    distance_icon = (
        build_label(str(steps), size)
        if steps
        else wrap_node(kit.Icon("check", 0, 0, 0.8 * s, theme.JADE_DARK, theme.PANEL), 0.8 * s)
    )
    return join_runs([man, distance_icon], 0.2 * s)


def draw_paths(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the paths to one place on the map, and a row for each with its price."""
    mat = layout.find_viewer_mat(view, ctx)
    marks = layout.list_marks(ctx, "way")
    figure, end, _ = marks[0].place.removeprefix("way:").split(".")
    arrival = next(
        (candidate for candidate in view.arrivals if str(candidate.figure) == figure and candidate.end == end), None
    )
    path_options = [(mark, arrival.paths[int(mark.place.rpartition(".")[2]) - 1]) for mark in marks] if arrival else []
    visible_places = list(dict.fromkeys(place for _, path in path_options for place in path.places)) or [end]
    window = fit_window(view, visible_places, ctx, (44, 142), (1000, 814), MAX_SCALE)
    if window.k < 0.66:
        window = show_whole_map(44, 142, 1000 / WIDTH)
    drawings = [Trail(path.places, *STROKES[i % len(STROKES)]) for i, (_, path) in enumerate(path_options)]
    live: list[kit.Node] = [*draw_window(view, ctx, window, draw_lines(drawings))]
    live += (
        _draw_number(mark, window, slot)
        for (mark, _), slot in zip(path_options, iter_number_positions(drawings, ctx), strict=True)
    )
    live += layout.draw_question(render_message("ask_way", ctx.lang), mat, 900)
    live += _draw_stock(view, mat, Target(marks[0], "to", figure, end, arrival), ctx)
    area = layout.Field(1062, 142, 494, 814)
    columns = 1 if len(path_options) <= 9 else 2
    for (mark, path), slot in zip(
        path_options, layout.build_fields(len(path_options), area, columns, gap=8, tallest=150), strict=True
    ):
        live += _draw_path(mark, path, slot, ctx)
    return layout.build_private_scene(live, draw_static_window(window))


def _draw_number(mark: kit.Mark, window: Window, point: kit.Point) -> kit.Sprite:
    """Draw the number of a path on the map, of the same size as in its row."""
    x, y = window.x + (point[0] - window.part[0]) * window.k, window.y + (point[1] - window.part[1]) * window.k
    return kit.Sprite(x, y, kit.NumberDisc(str(mark.number), 24, 31, theme.PANEL, kit.INK, theme.PANEL, 4))


def _draw_path(mark: kit.Mark, path: PathOption, field: layout.Field, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    r = min(26.0, 0.3 * field.h)
    yield kit.Anchor(
        mark.place, kit.Placement(field.x, field.y, field.w, field.h, 12, (field.x + r + 8, field.y + field.h / 2), r)
    )
    yield draw_sheet(field.x, field.y, field.w, field.h)
    left = field.x + 2 * r + 26
    max_width = field.x + field.w - left - 12
    stops = [  # an oasis by its letter, as on the map
        render_noun(f"cities.{stop}", ctx.lang, True) if stop in CONTENT.data.cities else find_oasis_letter(stop)
        for stop in path.places[1:-1]
    ]
    text = " · ".join(stops) if stops else render_message("direct", ctx.lang)
    is_tall = field.h > 96
    yield from kit.fit_text(text, max_width, kit.BODY if is_tall else kit.DETAIL).build_runs(
        left, field.y + field.h * (0.33 if is_tall else 0.28), kit.INK, max_width=max_width
    )
    runs = [
        build_amounts(path.payment, 34 if is_tall else 22, kit.BODY if is_tall else kit.MICRO, background=theme.PANEL)
    ]
    steps = wrap_node(kit.Icon("man", 0, 0, 30 if is_tall else 20, theme.INK_2, theme.PANEL), 24 if is_tall else 16)
    runs.append(join_runs([steps, build_label(str(path.steps), kit.BODY if is_tall else kit.MICRO, theme.INK_2)], 4))
    if path.cities:
        posts = wrap_node(
            kit.Icon("post", 0, 0, 28 if is_tall else 18, theme.BROWN, theme.PANEL), 30 if is_tall else 20
        )
        runs.append(
            join_runs([posts, build_label(f"×{len(path.cities)}", kit.BODY if is_tall else kit.MICRO, theme.INK_2)], 3)
        )
    yield from join_runs(runs, 18).draw_at(left, field.y + field.h * (0.74 if is_tall else 0.73))
