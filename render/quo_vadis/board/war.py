"""The picture of a war: the area, the strength of each side, and the possible gains and losses."""

from collections.abc import Iterator

from engines.quo_vadis.table.geometry import build_geography
from engines.quo_vadis.view import AreaView, View
from engines.quo_vadis.war_view import SideView, WarView
from render import kit
from render.quo_vadis import backdrop, theme
from render.quo_vadis.catalogue import render_message, render_noun
from render.quo_vadis.land import field
from render.quo_vadis.land.layout import fit_layout
from render.quo_vadis.pieces import AreaCoin, TownPiece, WarDie


def draw_war(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the genesis area with its neighbours, and a row for each side in the order of declaration; 1600 x 1000."""
    war_view = _require_war(view)
    pitch = 166
    areas = list_neighbourhood(view, war_view.area)
    lay = fit_layout([area.position for area in areas], 32, 142, 776, 816, 110)
    sea = field.draw_land(view, lay, (24, 131, 796, 838), areas)
    static = (*backdrop.draw_desk(1000), sea)
    live = (
        *_draw_header(view, ctx, war_view),
        kit.FRAME_LAYER,
        *field.draw_pieces(view, lay, areas),
        *(
            node
            for r, side in enumerate(war_view.sides)
            for node in _draw_row(view, ctx, war_view, side, 140 + pitch * r)
        ),
        *(_draw_stakes(view, ctx, war_view, 140 + pitch * len(war_view.sides)) if war_view.winner is None else ()),
    )
    return kit.Scene(theme.THEME, 1600, 1000, theme.FRAME, static, live)


def _require_war(view: View) -> WarView:
    if view.turn is None or view.turn.war is None:
        raise KeyError("there is no war")
    return view.turn.war


def list_neighbourhood(view: View, chosen: str) -> list[AreaView]:
    """Return an area and the areas adjacent to it, which can add strength."""
    touching = build_geography(tuple((area.id, area.position) for area in view.areas)).areas[chosen]
    return [area for area in view.areas if area.id == chosen or area.id in touching]


def _draw_header(view: View, ctx: kit.RenderContext, war_view: WarView) -> Iterator[kit.Node]:
    yield kit.Icon("battle", 82, 54, 60, kit.WHITE, theme.FRAME)
    yield kit.Sprite(176, 54, AreaCoin(war_view.area, 38, (), *theme.GENESIS_COIN))
    yield from kit.fit_text(render_message("war", ctx.lang, area=war_view.area), 560, kit.HEAD).build_runs(
        236, 54, kit.WHITE, max_width=560
    )
    if war_view.winner is not None:
        words = kit.fit_name_in(
            lambda name: render_message("war_won", ctx.lang, name=name), ctx.names[war_view.winner], 640, kit.KEY
        )
        yield from words.build_runs(1556, 54, kit.WHITE, "r", max_width=640)
    elif war_view.next_seat is not None:
        words = kit.fit_name_in(
            lambda name: render_message("waiting_for", ctx.lang, name=name),
            ctx.names[war_view.next_seat],
            *(520, kit.KEY),
        )
        w = max(kit.measure_text(line, words.size) for line in words.lines) + 156
        yield kit.Box(1568 - w, 14, w, 80, 40, theme.TURN, theme.GILT, 4, material="pill")
        yield kit.Icon("hourglass", 1568 - w + 44, 54, 44, theme.INK_2, kit.WHITE)
        token = kit.SeatToken(
            war_view.next_seat, theme.find_race_colour(view.players[war_view.next_seat].race), 25, edge=theme.INK
        )
        yield kit.Sprite(1568 - w + 98, 54, token)
        yield from words.build_runs(1568 - w + 134, 54, theme.INK, max_width=w - 144)


def _draw_row(view: View, ctx: kit.RenderContext, war_view: WarView, side: SideView, y: float) -> Iterator[kit.Node]:
    has_won, is_asked = war_view.winner == side.seat, war_view.next_seat == side.seat
    edge, width = (theme.INK, 4) if has_won or is_asked else (theme.LINE, 2)
    background = kit.WHITE if has_won or is_asked else theme.PANEL
    yield kit.Anchor(
        f"side:{side.seat}", kit.Placement(840, y, 716, 158, 12), (side.bid, side.has_levy, side.rolls), part="war"
    )
    yield kit.Box(840, y, 716, 158, 12, background, edge, width, material="vellum")
    yield kit.Sprite(
        890, y + 46, kit.SeatToken(side.seat, theme.find_race_colour(view.players[side.seat].race), 28, edge=theme.INK)
    )
    yield from kit.fit_name(ctx.names[side.seat], 250, kit.BODY).build_runs(936, y + 46, theme.INK, max_width=256)
    yield from _draw_terms(side, y + 112, background)
    yield from _draw_dice(side, y + 112)
    if war_view.elated == side.seat:
        word = render_noun("concept.elated", ctx.lang)
        w = kit.measure_text(word, kit.DETAIL) + 28
        colour = theme.TRACK_COLOUR["morale"]
        is_final = all(other.bid is not None for other in war_view.sides)
        yield kit.Box(1414 - w, y + 22, w, 48, 24, colour if is_final else None, colour, 3)
        yield kit.TextRun(1414 - w / 2, y + 46, word, kit.DETAIL, kit.WHITE if is_final else colour, "m", max_width=w)
    yield kit.Polyline(((1430, y + 18), (1430, y + 140)), theme.LINE, 2)
    if side.total:
        yield kit.TextRun(1492, y + 62, str(side.total), kit.DISPLAY, theme.INK, "m", max_width=118)
        if has_won:
            yield kit.Sprite(1492, y + 124, kit.Seal(f"+{side.prize}", 28))
        return
    yield kit.TextRun(
        1492,
        y + 54,
        str(side.strength),
        kit.DISPLAY,
        theme.INK_2 if side.bid is None else theme.INK,
        "m",
        max_width=118,
    )
    if side.chance is not None:
        yield kit.TextRun(1492, y + 122, f"{side.chance}%", kit.BODY, theme.INK_2, "m", max_width=118)


def _draw_terms(side: SideView, y: float, background: str) -> Iterator[kit.Node]:
    """Draw the parts of the strength; zeros are pale."""
    terms = [("man", side.workers), ("town", side.towns), ("trefoil", side.neighbours), ("skill", side.bonus)]
    for i, (icon, number) in enumerate(terms):
        x = 872 + 84 * i
        yield kit.Icon(icon, x, y, 38, theme.INK_2 if number else theme.STONE, background)
        yield kit.TextRun(x + 24, y, str(number), kit.KEY, theme.INK if number else theme.STONE, max_width=50)
    x = 872 + 84 * len(terms)
    morale = theme.TRACK_COLOUR["morale"]
    yield kit.Icon("banner", x, y, 38, theme.STONE if side.bid == 0 else morale, background)
    if side.bid is None:
        yield kit.Icon("hourglass", x + 42, y, 34, theme.INK_2, background)
    else:
        yield kit.TextRun(x + 24, y, str(side.bid), kit.KEY, theme.INK if side.bid else theme.STONE, max_width=50)


def _draw_dice(side: SideView, y: float) -> Iterator[kit.Node]:
    """Draw the dice to be rolled, or their results; all but the highest are pale."""
    faces = sorted(side.rolls, reverse=True) or [side.sides] * side.roll_count
    for i, pips in enumerate(faces[:3]):
        x = (1382 if side.sides == 8 else 1392) - 40 * i
        yield kit.Sprite(x, y, WarDie(side.sides, str(pips), bool(side.rolls) and i > 0))


def _draw_stakes(view: View, ctx: kit.RenderContext, war_view: WarView, y: float) -> Iterator[kit.Node]:
    """Draw the winner's gain and the loss of each side in a defeat. Five sides leave no space for it."""
    sides, h = war_view.sides, 964 - y
    if len(sides) > 4:
        return
    yield kit.Box(840, y, 716, h, 12, theme.PANEL, theme.LINE, 2, material="paper")
    yield from kit.fit_text(render_message("stakes", ctx.lang), 300, kit.BODY).build_runs(
        860, y + 40, theme.INK_2, max_width=320
    )
    yield kit.Sprite(1240, y + 44, kit.Seal(f"+{sides[0].prize}", 32))
    if max(side.spoils for side in sides):
        yield kit.Icon("town", 1304, y + 42, 40, theme.INK_2, theme.PANEL)
        yield kit.Icon("arrow", 1350, y + 42, 30, theme.INK_2, theme.PANEL)
        for i, track in enumerate(("morale", "food", "faith")):
            yield kit.Icon(theme.TRACK[track], 1396 + 48 * i, y + 42, 36, theme.TRACK_COLOUR[track], theme.PANEL)
    columns = 1 if len(sides) < 4 else len(sides)
    pitch = (h - 90) / (len(sides) if columns == 1 else 1)
    for i, side in enumerate(sides):
        across, down = (i, 0) if columns > 1 else (0, i)
        yield from _draw_loss(
            view, war_view.area, side, 848 + 708 / columns * across, y + 84 + pitch * (down + 0.5), pitch
        )


def _draw_loss(view: View, area: str, side: SideView, x: float, y: float, row_height: float) -> Iterator[kit.Node]:
    """Draw the loss of a side: workers that go home, towns that shrink, wrath that grows."""
    player = view.players[side.seat]
    colour, k = theme.find_race_colour(player.race), min(1.4, row_height / 70)
    yield kit.Sprite(x + 20 + 24 * k, y, kit.SeatToken(side.seat, colour, 22 * k, edge=theme.INK))
    x += 60 + 34 * k
    if side.workers:
        yield kit.TextRun(x, y, f"−{side.workers}", kit.KEY, theme.INK, max_width=60)
        yield kit.Icon("man", x + 66, y, 38, theme.INK_2, theme.PANEL)
        x += 104
    towns = [space.town for space in view.find_area(area).spaces]
    for town in towns:
        if town is not None and town.owner == side.seat and town.population:
            yield kit.Sprite(x + 26, y, TownPiece(side.seat, colour, 44 * k, town.population))
            if row_height > 90:
                yield kit.TextRun(x + 70, y, "−1", kit.KEY, theme.INK, max_width=60)
                x += 66
            x += 66
    if row_height > 90 and player.wrath < player.max_wrath:
        yield kit.Icon("bolt", x + 24, y, 44, theme.INK, theme.PANEL)
        yield kit.TextRun(x + 52, y, "+1", kit.KEY, theme.INK, max_width=60)
