"""The poster of the end: the winner above the five cities at evening, the final board, and each seat's points."""

from collections.abc import Iterator, Sequence

from engines.signorie.view import View
from render import kit
from render.kit import ending
from render.kit.painting import poster
from render.kit.painting.lobby_poster import Backdrop
from render.signorie import theme
from render.signorie.backdrop import FRIEZE_H, HORIZON
from render.signorie.board.header import MID
from render.signorie.board.overview import draw_board
from render.signorie.catalogue import render_message, render_noun
from render.signorie.layout import HEIGHT, WIDTH

TONES = kit.Tones(
    theme.MARBLE,
    theme.TABLET,
    theme.TABLET_RIM,
    theme.INK_2,
    theme.ON_TURN,
    row_material="tablet",
    bar_material="enamel",
)
RIGHT, _PER_LINE = 1556, 6
_TITLE_X, _TITLE_W = 172, 700
_ROWS_TOP = HORIZON + 18
_MEDAL = 460, 352, 92
"""Middle and radius."""
_BOARD_X, _BOARD_Y, _BOARD_W, _BOARD_H = 968, 198, 560, 440
"""Corner, width and greatest height of the final board."""
_NAIL = (_BOARD_X + _BOARD_W / 2, FRIEZE_H + 6)

SOURCES = {
    "start": ("arrow", theme.STONE),
    "missions": ("mission", theme.SERPENTINE),
    "marriages": ("marriage", theme.TERRACOTTA),
    "initiative": ("initiative", theme.ROSE),
    "helpers": ("helper", theme.DICE["grey"]),
    "sons": ("offspring", theme.STONE_ON_VERDE),
    "rewards": ("extra", kit.GOLD),
    "purchases": ("florin", theme.COIN),
    "careers": ("careers", theme.DICE["purple"]),
    "politician": ("politician", theme.HOUSES["sforza"]),
    "clergy": ("clergy", theme.DICE["light_blue"]),
    "military": ("military", theme.HOUSES["orsini"]),
    "wedding": ("bride", theme.BRIDAL),
}
"""Sources of victory points -> icon and colour."""


def draw_final(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the poster of the end, 1600 x 1252; the game must be over."""
    standings = _build_standings(view, ctx)
    sources = _list_sources(standings, ctx)
    lines = max(1, -(-len(sources) // _PER_LINE))
    legend_y = HEIGHT - 40 - ending.LEGEND_PITCH * (lines - 1)
    x, y, r = _MEDAL
    winner = standings[0]
    live = (
        kit.Sprite(x, y, poster.Medal(str(winner.total), r, winner.colour)),
        *_draw_frieze(view, standings, ctx),
        kit.Polyline(
            ((_BOARD_X + 160, _BOARD_Y - 18), _NAIL, (_BOARD_X + _BOARD_W - 160, _BOARD_Y - 18)), theme.WALNUT, 4
        ),
        *poster.draw_framed_board(
            draw_board(view, kit.RenderContext(ctx.lang, ctx.names)), _BOARD_X, _BOARD_Y, _BOARD_W, _BOARD_H
        ),
        *ending.draw_bars(standings, sources, _ROWS_TOP, TONES, legend_y - 34),
        *ending.draw_source_legend(standings, sources, legend_y, theme.CREAM, -(-len(sources) // lines) or None),
    )
    backdrop = (kit.Ground(0, 0, WIDTH, HEIGHT, "signorie/evening"),)
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, backdrop, live)


def _draw_frieze(view: View, standings: Sequence[kit.FinalStanding], ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the winner on the frieze, and at the right what game it was and why they won."""
    winner = standings[0]
    lower = kit.lower_triangle(winner.seat, 6)
    yield kit.Sprite(104, MID + lower, kit.SeatToken(winner.seat, winner.colour, 42, has_ring=True))
    words = render_message("board.winner", ctx.lang, name=kit.drop_missing_glyphs(winner.name))
    title = kit.fit_name(words, _TITLE_W, kit.DISPLAY)
    title_w = max(kit.measure_text(line, title.size) for line in title.lines)
    yield from title.build_runs(_TITLE_X, MID - 2, poster.TITLE, max_width=_TITLE_W)
    rounds = render_message("final.rounds", ctx.lang, n=view.rounds)
    room = RIGHT - _TITLE_X - title_w - 48
    heading = kit.fit_text(f"{render_noun('terms.signorie', ctx.lang)} · {rounds}", room, kit.BODY)
    yield from heading.build_runs(RIGHT, 28, theme.STONE_ON_VERDE, "r", max_width=room)
    reason = ending.fit_reason(_explain_result(standings, ctx), room)
    yield from reason.build_runs(RIGHT, 92, theme.CREAM, "r", max_width=room)


def _build_standings(view: View, ctx: kit.RenderContext) -> tuple[kit.FinalStanding, ...]:
    """Return the standings, best first."""
    return tuple(
        kit.FinalStanding(
            score.seat,
            theme.SEATS[view.mats[score.seat].color],
            ctx.names[score.seat],
            score.place,
            score.total,
            view.mats[score.seat].points,
        )
        for score in view.scores
    )


def _list_sources(standings: Sequence[kit.FinalStanding], ctx: kit.RenderContext) -> tuple[kit.PointSource, ...]:
    """Return the sources that gave points to some seat, the largest total first."""
    total = {key: sum(dict(standing.parts).get(key, 0) for standing in standings) for key in SOURCES}
    source_keys = sorted((key for key in SOURCES if total[key]), key=lambda key: -total[key])
    return tuple(
        kit.PointSource(key, render_message(f"final.source.{key}", ctx.lang), SOURCES[key][1], SOURCES[key][0])
        for key in source_keys
    )


def _explain_result(standings: Sequence[kit.FinalStanding], ctx: kit.RenderContext) -> str:
    """Return the explanation of the result: the margin or the tie, and the winner's best source."""
    winner, behind = standings[0], ending.compute_margin(standings)
    best, best_vp = max(winner.parts, key=lambda part: part[1], default=("", 0))
    source = render_message(f"final.source.{best}", ctx.lang) if best else ""
    if behind is None:
        return ""
    margin, other = behind
    key = "final.ahead" if margin else "final.tie"
    margin_text = render_message(key, ctx.lang, n=margin, name=kit.drop_missing_glyphs(other.name))
    return render_message("final.why", ctx.lang, margin=margin_text, n=best_vp, source=source) if best else margin_text


_LEFT, _TOP, _PITCH_X, _PITCH_Y, _SIZE = 1016, 290, 216, 226, 196


def _draw_houses() -> Iterator[kit.Node]:
    """Draw the shields of the houses in two rows."""
    for i, (house, colour) in enumerate(theme.HOUSES.items()):
        yield kit.Sprite(_LEFT + i % 3 * _PITCH_X, _TOP + i // 3 * _PITCH_Y, kit.ShieldTile(colour, house, _SIZE))


LOBBY_BACKDROP = Backdrop(
    theme.THEME,
    theme.VERDE,
    HORIZON,
    (kit.Ground(0, 0, WIDTH, HEIGHT, "signorie/evening"),),
    tuple(_draw_houses()),
    (theme.TABLET, theme.TABLET_RIM),
    theme.MUTED,
)
"""Of the poster of a table before its start."""
