"""The final picture: the winner and the reason, the winner's crests, and the points of each seat by source."""

from collections.abc import Iterator, Sequence

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render import kit
from render.kit import ending
from render.marco_polo_ii.catalogue import render_message
from render.marco_polo_ii.pieces.people import CrestShield

from . import backdrop, theme

TONES = kit.Tones(theme.PAPER, theme.PANEL, theme.LINE, theme.INK_2)
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
_BARS_TOP, _SUM, _IN_LINE = 410, 28, 7
"""Top of the bars below a legend of one line (px), height for the sum below each bar (px), sources per legend line."""
_LAST_BANNER = 1334
"""x of the banner next to the seal."""


def draw_final(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the final picture, 1600 x 1200."""
    standings = _build_standings(view, ctx)
    winners = [standing for standing in standings if standing.place == 1]
    sources = tuple(
        kit.PointSource(key, render_message(f"source.{key}", ctx.lang), colour, icon)
        for key, (colour, icon) in COLOURS.items()
    )
    crests = view.mats[winners[0].seat].crests if len(winners) == 1 else ()
    source_count = sum(any(dict(standing.parts)[source.key] for standing in standings) for source in sources)
    lines = -(-source_count // _IN_LINE)
    top = _BARS_TOP + ending.LEGEND_PITCH * (lines - 1)
    live = (
        *kit.fit_text(render_message("result", ctx.lang), 700, kit.HEAD).build_runs(44, 66, kit.WHITE, max_width=700),
        kit.TextRun(
            1556, 66, render_message("rounds", ctx.lang, n=view.rounds), kit.KEY, theme.MUTED, "r", max_width=600
        ),
        *ending.draw_winner_band(
            winners,
            _describe_winner(winners, ctx),
            _describe_reason(standings, ctx.lang),
            TONES,
            _find_text_end(crests),
        ),
        *_draw_banners(crests),
        *ending.draw_source_legend(standings, sources, 368, theme.PANEL, -(-source_count // lines)),
        *ending.draw_bars(standings, sources, top, TONES, free_below=_SUM),
        *_draw_play_sums(standings, sources, top, ctx.lang),
    )
    return kit.Scene(theme.THEME, 1600, 1200, theme.PLUM, backdrop.draw_table(1200), live)


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


def _find_text_end(crests: Sequence[str]) -> float:
    """Return the right edge of the text in the winner band: left of the banners."""
    pitch, size = _measure_banners(crests)
    return 1330 if not crests else _LAST_BANNER - pitch * (len(crests) - 1) - size / 2 - 24


def _measure_banners(crests: Sequence[str]) -> tuple[int, int]:
    """Return the distance between banners and their size, in px."""
    return (66, 74) if len(crests) < 6 else (52, 60)


def _draw_banners(crests: Sequence[str]) -> Iterator[kit.Node]:
    """Draw the winner's crests as a string of banners, alternating in height."""
    pitch, size = _measure_banners(crests)
    for i, crest in enumerate(crests):
        yield kit.Sprite(
            _LAST_BANNER - pitch * (len(crests) - 1 - i),
            192 + (26 if i % 2 else 0),
            CrestShield(next(ident for ident in CONTENT.data.crests if ident == crest), size, has_light_edge=True),
        )


def _draw_play_sums(
    standings: Sequence[kit.FinalStanding], sources: Sequence[kit.PointSource], top: float, lang: kit.Lang
) -> Iterator[kit.Node]:
    """Draw a line after the points gained during play, with their sum; the first row has a caption."""
    seats = zip(
        standings, ending.build_rows(len(standings), top), ending.measure_bar_ends(standings, sources), strict=True
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
