"""The poster of the end: the winner at dusk, the final map, the winner's crests, and each seat's points by source."""

from collections.abc import Iterator, Sequence

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render import kit
from render.kit import ending
from render.kit.painting import poster
from render.kit.painting.lobby_poster import Backdrop
from render.marco_polo_ii import theme
from render.marco_polo_ii.backdrop import HIGH_H, HORIZON, WIDTH
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.land.crop import draw_static_window, draw_window, show_whole_map
from render.marco_polo_ii.pieces.people import CrestShield

TONES = kit.Tones(theme.PAPER, theme.PAPER, theme.TABLET_RIM, theme.INK_2, theme.GILT_DARK, "vellum", "enamel")
COLOURS = {
    "contracts": (theme.RED, "mission"),
    "caravan": ("#8C6A2F", "camels"),
    "character": ("#5F4B72", "man"),
    "cities": (theme.BROWN, "post"),
    "other": (theme.BLUE, "any"),
    "goal": (theme.GUILD["farmer"], "wax"),
    "crests": (theme.UNIQUE, "shield"),
    "coins": ("#E9C9A8", "coins"),
    "goods": (theme.GOODS["silk"], "silk"),
    "most_contracts": ("#D98A80", "mission"),
    "caravan_goods": ("#C79A5B", "camels"),
}
"""Source of points -> colour and icon, in the order of the bars."""
IN_PLAY = ("contracts", "caravan", "character", "cities", "other")
CITIES = ("posts", "bonuses", "outposts")
"""Sources shown together as "cities": points for reaching cities and the income from them."""
OTHERS = ("start", "spaces", "seals")
_IN_LINE, _SUM_H = 7, 30
"""Sources per line of the legend, px for the sum below each bar."""
_ROWS_TOP, _LEGEND_FOOT = HORIZON + 34, 1152
"""Top of the rows, middle of the last line of the legend."""
_MEDAL, _BOARD = (768, 328, 92), (968, 104, 588, 320)
"""Middle and radius of the medal; corner, width and greatest height of the final board."""
_STRING, _SAG, _CREST = (946, 1582, 446), 26, 60
"""Ends and height of the string below the board, on which the winner's crests hang; px by which it sags; their size."""


def draw_final(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the poster of the end, 1600 x 1200."""
    standings = _build_standings(view, ctx)
    winners = [standing for standing in standings if standing.place == 1]
    sources = tuple(
        kit.PointSource(key, render_message(f"source.{key}", ctx.lang), colour, icon)
        for key, (colour, icon) in COLOURS.items()
    )
    source_count = sum(any(dict(standing.parts)[source.key] for standing in standings) for source in sources)
    lines = max(1, -(-source_count // _IN_LINE))
    legend_y = _LEGEND_FOOT - ending.LEGEND_PITCH * (lines - 1)
    foot = legend_y - 34
    name = render_noun("terms.marco_polo_ii", ctx.lang, is_short=True)
    heading = f"{name} · {render_message('rounds', ctx.lang, n=view.rounds)}"
    x, y, r = _MEDAL
    live = (
        kit.Sprite(x, y, poster.Medal(str(winners[0].total), r, winners[0].colour)),
        *poster.draw_headline(winners, _describe_winner(winners, ctx), _describe_reason(standings, ctx.lang), heading),
        *poster.draw_framed_board(_draw_map(view, ctx), *_BOARD),
        *_draw_crests(view.mats[winners[0].seat].crests if len(winners) == 1 else ()),
        *ending.draw_bars(standings, sources, _ROWS_TOP, TONES, foot, _SUM_H),
        *_draw_play_sums(standings, sources, foot, ctx.lang),
        *ending.draw_source_legend(standings, sources, legend_y, theme.PANEL, -(-source_count // lines)),
    )
    backdrop = (kit.Ground(0, 0, WIDTH, HIGH_H, "marco_polo_ii/dusk"),)
    return kit.Scene(theme.THEME, WIDTH, HIGH_H, theme.PLUM, backdrop, live)


def _draw_map(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the map alone, as it lies at the end."""
    edge = 8
    window = show_whole_map(edge, edge)
    plain_ctx = kit.RenderContext(ctx.lang, ctx.names)
    width, height = round(window.size[0]) + 2 * edge, round(window.size[1]) + 2 * edge
    live = draw_window(view, plain_ctx, window)
    return kit.Scene(theme.THEME, width, height, theme.PLUM, draw_static_window(window), live)


def _build_standings(view: View, ctx: kit.RenderContext) -> tuple[kit.FinalStanding, ...]:
    """Return the final standings, best first. Points from cities are one source, small ones and VP paid another."""
    standings = []
    for score in view.scores:
        points = {label.key.rpartition(".")[2]: n for label, n in score.parts}
        points["cities"] = sum(points.pop(key, 0) for key in CITIES)
        points["other"] = sum(points.pop(key, 0) for key in OTHERS)
        colour = theme.SEAT[view.mats[score.seat].color]
        parts = tuple((key, points.get(key, 0)) for key in COLOURS)
        standings.append(kit.FinalStanding(score.seat, colour, ctx.names[score.seat], score.place, score.total, parts))
    return tuple(standings)


def _describe_winner(winners: Sequence[kit.FinalStanding], ctx: kit.RenderContext) -> str:
    if len(winners) == 1:
        return render_message("won", ctx.lang, name=kit.drop_missing_glyphs(winners[0].name))
    return render_message(
        "won_together", ctx.lang, names=tuple(kit.drop_missing_glyphs(winner.name) for winner in winners)
    )


def _describe_reason(standings: Sequence[kit.FinalStanding], lang: kit.Lang) -> str:
    """Describe the winner's lead and the source where it is largest; for a tie, the tie-breaker."""
    margin = ending.compute_margin(standings)
    if margin is None:
        return render_message("shared", lang)
    lead, second = margin
    if not lead:
        return render_message("camels_decide", lang, name=kit.drop_missing_glyphs(second.name))
    first, other = dict(standings[0].parts), dict(second.parts)
    key = max(first, key=lambda key: first[key] - other[key])
    source_lead = first[key] - other[key]
    message_key = "ahead_other" if key == "other" else "ahead"
    return render_message(
        message_key,
        lang,
        n=lead,
        name=kit.drop_missing_glyphs(second.name),
        source=render_message(f"source.{key}", lang),
        more=source_lead,
    )


def _draw_crests(owned_crests: Sequence[str]) -> Iterator[kit.Node]:
    """Draw the winner's crests on a string."""
    crests = [crest for crest in CONTENT.data.crests if crest in owned_crests]
    if not crests:
        return
    left, right, top = _STRING
    middle, half = (left + right) / 2, (right - left) / 2

    def hang(x: float) -> kit.Point:
        return x, top + _SAG * (1 - ((x - middle) / half) ** 2)

    yield kit.Polyline(tuple(hang(left + (right - left) * i / 24) for i in range(25)), theme.GILT, 4)
    pitch = min(_CREST + 10, (right - left - _CREST) / len(crests))
    for i, crest in enumerate(crests):
        x, y = hang(middle + pitch * (i - (len(crests) - 1) / 2))
        yield kit.Sprite(x, y + 0.44 * _CREST, CrestShield(crest, _CREST, has_light_edge=True))


def _draw_play_sums(
    standings: Sequence[kit.FinalStanding], sources: Sequence[kit.PointSource], foot: float, lang: kit.Lang
) -> Iterator[kit.Node]:
    """Draw a line after the points gained during play, with their sum; the first row has a caption."""
    seats = zip(
        standings,
        ending.build_rows(len(standings), _ROWS_TOP, foot),
        ending.measure_bar_ends(standings, sources),
        strict=True,
    )
    for nth, (standing, row, reaches) in enumerate(seats):
        points = dict(standing.parts)
        in_play = str(sum(points[key] for key in IN_PLAY))
        x = reaches[IN_PLAY[-1]]
        yield kit.Polyline(((x, row.y + 6), (x, row.y + row.h - 6)), kit.INK, 4)
        if nth:
            yield kit.TextRun(x - 10, row.y + row.h - 20, in_play, kit.DETAIL, theme.INK_2, "r", max_width=80)
        else:
            words = render_message("in_play", lang, n=in_play)
            yield kit.TextRun(x - 10, row.y + row.h - 20, words, kit.DETAIL, theme.INK_2, "r", max_width=360)


LOBBY_BACKDROP = Backdrop(
    theme.THEME,
    theme.PLUM,
    HORIZON + 6,
    (kit.Ground(0, 0, WIDTH, HIGH_H, "marco_polo_ii/dusk"),),
    (),
    (theme.PAPER, theme.TABLET_RIM),
    theme.MUTED,
)
"""Of the poster of a table before its start."""
