"""The final result: the winner, the margin, and a bar of VP sources for each seat."""

from collections.abc import Iterator

from engines.kernel import Score
from engines.quo_vadis.view import View
from render import kit
from render.quo_vadis import backdrop, theme
from render.quo_vadis.catalogue import render_engine_message, render_message
from render.quo_vadis.pieces import TownPiece, compute_corners

ROWS = {3: (250, 238), 4: (188, 176), 5: (150, 138)}
BAR_LEFT, MAX_BAR_WIDTH, MIN_SEGMENT_WIDTH = 424, 970, 38
SOURCES_DURING_GAME = 4
"""Number of sources scored during the game; the others come with the final scoring."""


def draw_final(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the final result, 1600 x 1200."""
    live = (
        kit.TextRun(44, 70, render_message("final", ctx.lang), kit.HEAD, kit.WHITE, max_width=760),
        kit.TextRun(
            1556, 70, render_message("rounds", ctx.lang, rounds=view.rounds), kit.KEY, theme.MUTED, "r", max_width=600
        ),
        *_draw_winner(view, ctx),
        *(node for place, score in enumerate(view.scores) for node in _draw_row(view, ctx, place, score)),
        *_draw_legend(view, ctx),
    )
    return kit.Scene(theme.THEME, 1600, 1200, theme.FRAME, backdrop.draw_desk(1200), live)


def _draw_winner(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    first, second = view.scores[:2]
    colour = theme.find_race_colour(view.players[first.seat].race)
    yield kit.Box(44, 136, 1512, 186, 12, kit.mix_colours(colour, theme.PAPER, 0.62), theme.LINE, 2)
    yield kit.Box(44, 136, 20, 186, 0, colour)
    yield kit.Sprite(150, 229, kit.SeatToken(first.seat, colour, 60, has_ring=True, edge=theme.INK))
    max_width = 1106 - 118 * sum(
        space.town is not None and space.town.owner == first.seat and space.town.population > 0
        for area in view.areas
        for space in area.spaces
    )
    name = kit.fit_text(render_message("won", ctx.lang, name=ctx.names[first.seat]), max_width, kit.DISPLAY)
    yield from name.build_runs(250, 204, theme.INK, max_width=max_width)
    lead = first.total - second.total
    ahead = max(view.players, key=lambda player: player.points).points
    is_reversal = view.players[first.seat].points < ahead
    key = "tie" if not lead else "reversal" if is_reversal else "lead"
    margin_text = render_message(key, ctx.lang, lead=lead, name=ctx.names[second.seat])
    margin_fitted = kit.fit_text(margin_text, max_width, kit.KEY)
    if margin_fitted.is_too_wide or margin_fitted.size < kit.KEY:  # does not fit on one line: two smaller lines
        margin_fitted = kit.fit_text(margin_text, max_width, kit.DETAIL, 2)
    yield from margin_fitted.build_runs(250, 278, theme.INK, max_width=max_width)
    yield from _draw_home_areas(view, first.seat)
    yield kit.draw_leader_ring(1456, 229, 70)
    yield kit.Sprite(1456, 229, kit.Seal(str(first.total), 70))


def _draw_home_areas(view: View, seat: int) -> Iterator[kit.Node]:
    """Draw the areas of the winner's towns as small trefoils with the town on them."""
    towns = [
        (area, space.town.population)
        for area in view.areas
        for space in area.spaces
        if space.town is not None and space.town.owner == seat and space.town.population
    ]
    colour = theme.find_race_colour(view.players[seat].race)
    for i, (area, population) in enumerate(towns):
        x = 1312 - 118 * (len(towns) - 1 - i)
        for slot, (dx, dy) in enumerate(((-26, -22.5), (26, -22.5), (0, 22.5))):
            yield kit.Poly(
                compute_corners(x + dx, 232 + dy, 30), theme.TERRAIN[area.spaces[slot].terrain], kit.WHITE, 2
            )
        yield kit.Sprite(x, 226, TownPiece(seat, colour, 58, population))


def _draw_row(view: View, ctx: kit.RenderContext, place: int, score: Score) -> Iterator[kit.Node]:
    pitch, h = ROWS[len(view.players)]
    y = 334 + pitch * place
    seat = score.seat
    colour = theme.find_race_colour(view.players[seat].race)
    edge, width = (theme.INK, 4) if place == 0 else (theme.LINE, 2)
    yield kit.Anchor(f"score:{seat}", kit.Placement(44, y, 1512, h, 12), None, part="seats")
    yield kit.Box(44, y, 1512, h, 12, kit.WHITE if place == 0 else theme.PANEL, edge, width)
    yield kit.TextRun(66, y + h / 2, str(score.place), kit.KEY, theme.INK, max_width=40)
    yield kit.Sprite(140, y + h / 2, kit.SeatToken(seat, colour, 36, edge=theme.INK))
    yield from kit.fit_name(ctx.names[seat], 220, kit.KEY).build_runs(190, y + h / 2, theme.INK, max_width=226)
    x, top, scale = float(BAR_LEFT), y + h / 2 - 45, _compute_scale(view)
    for i, (source, (_, vp)) in enumerate(zip(theme.SOURCE, score.parts, strict=True)):
        if i == SOURCES_DURING_GAME:
            x += 5
            yield kit.Polyline(((x, top - 8), (x, top + 104)), theme.INK, 4)
            before = sum(vp for _, vp in score.parts[:SOURCES_DURING_GAME])
            if h > 150:
                yield kit.TextRun(x - 10, top + 108, str(before), kit.DETAIL, theme.INK_2, "r", max_width=60)
            x += 5
        if vp:
            w = max(MIN_SEGMENT_WIDTH, vp * scale)
            yield from _draw_segment(x, top, w, source, vp)
            x += w
    yield kit.Sprite(1484, y + h / 2, kit.Seal(str(score.total), 52))


def _compute_scale(view: View) -> float:
    """Return px per VP such that the longest bar fits, although small parts are widened to a minimum."""
    scale = MAX_BAR_WIDTH / max(1, view.scores[0].total)
    while (
        max(sum(max(MIN_SEGMENT_WIDTH, vp * scale) for _, vp in score.parts if vp) for score in view.scores)
        > MAX_BAR_WIDTH
    ):
        scale *= 0.98
    return scale


def _draw_segment(x: float, y: float, w: float, source: str, vp: int) -> Iterator[kit.Node]:
    icon, colour = theme.SOURCE[source]
    ink = kit.pick_ink(colour)
    yield kit.Box(x, y, w, 90, 0, colour, kit.WHITE, 2)
    if w >= 112:
        yield kit.Icon(icon, x + w / 2 - 26, y + 45, 40, ink, colour)
        yield kit.Numeral(x + w / 2 + 26, y + 45, str(vp), 40, ink)
    else:
        yield kit.Icon(icon, x + w / 2, y + 27, 30, ink, colour)
        yield kit.Numeral(x + w / 2, y + 64, str(vp), 30 if w >= 44 else 26, ink)


def _draw_legend(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw a legend of the sources that any seat has scored. Both sources by skills share a colour."""
    labels = [label for label, _ in view.scores[0].parts]
    scored_sources = {
        name for score in view.scores for name, (_, vp) in zip(theme.SOURCE, score.parts, strict=True) if vp
    }
    scored_sources |= {"skill"} if "skill_bonus" in scored_sources else set()
    labelled_sources = [
        labelled_source
        for labelled_source in zip(theme.SOURCE, labels, strict=True)
        if labelled_source[0] != "skill_bonus"
    ]
    scored_labels = [(source, label) for source, label in labelled_sources if source in scored_sources]
    for i, (source, label) in enumerate(scored_labels):
        icon, colour = theme.SOURCE[source]
        x = 60 + 216 * i
        yield kit.Box(x, 1106, 48, 48, 8, colour)
        yield kit.Icon(icon, x + 24, 1130, 34, kit.pick_ink(colour), colour)
        words = render_engine_message(label, ctx.lang)
        yield from kit.fit_text(words[:1].upper() + words[1:], 152, kit.BODY, 2).build_runs(
            x + 58, 1130, theme.INK, max_width=156
        )
