"""The poster of the end: the winner on a landscape at dusk, the final board, and the points of each dominance check."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import ClassVar

from engines.pax_pamir.table.state import Check
from engines.pax_pamir.view import View
from render import kit
from render.kit import ending
from render.kit.painting import poster
from render.kit.painting.lobby_poster import Backdrop
from render.pax_pamir import theme
from render.pax_pamir.board.overview import draw_overview
from render.pax_pamir.cards.face import draw_tablet
from render.pax_pamir.catalogue import find_player_name, render_message, render_noun
from render.pax_pamir.land.dusk import BANNER, HORIZON
from render.pax_pamir.layout import POSTER_H, WIDTH
from render.pax_pamir.pieces import Emblem

_MEDAL, _BOARD = (770, 280, 92), (1004, 104, 552, 464)
"""Middle and radius of the medal; corner, width and greatest height of the final board."""
_ROWS_Y, _LEGEND_Y, _MAX_PITCH = HORIZON + 24, POSTER_H - 36, 190.0
_NAME_X, _NAME_W, _LOYALTY_X, _STRIP_X, _STRIP_W, _SEAL_X = 194, 186, 404, 530, 860, 1492
_MIN_PART_W, _ICON_PART_W, _MAX_STRIP_H = 64.0, 120.0, 64.0
_BANNER_W, _BANNER_H = 138, 76
_FRIEZE, _LEAST_FRIEZE = ("minaret", "caravan", "gorge", "tents", "ark", "horsemen", "citadel"), 130


def draw_final(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the poster after the end of the game."""
    standings = _build_standings(view, ctx)
    winners = [standing for standing in standings if standing.place == 1]
    last_dominant = next((check.dominant for check in reversed(view.checks) if check.dominant is not None), None)
    x, y, r = _MEDAL
    checks = render_message("final.checks", ctx.lang, n=len(view.checks))
    heading = f"{render_noun('terms.pax_pamir', ctx.lang)} · {checks}"
    plain_ctx = kit.RenderContext(ctx.lang, ctx.names)
    live = (
        *([] if last_dominant is None else [kit.Sprite(*BANNER, Banner(last_dominant))]),
        kit.Sprite(x, y, poster.Medal(str(winners[0].total), r, winners[0].colour)),
        *poster.draw_headline(winners, _render_winners(winners, ctx), _explain_victory(view, standings, ctx), heading),
        *poster.draw_framed_board(draw_overview(view, plain_ctx), *_BOARD),
        *_draw_rows(view, standings),
        *_draw_frieze(_ROWS_Y + _measure_pitch(standings) * len(standings)),
        *_draw_legend(view, ctx),
    )
    backdrop = (kit.Ground(0, 0, WIDTH, POSTER_H, "pax_pamir/dusk"),)
    return kit.Scene(theme.THEME, WIDTH, POSTER_H, theme.NIGHT, backdrop, live)


@dataclass(frozen=True, slots=True)
class Banner:
    """The cloth of a coalition waving from a pole whose upper end is (0, 0)."""

    coalition: str  # the dominant one of the last check that had one (R10); afghan in a lobby

    relief: ClassVar[kit.Relief] = kit.Relief(1, 4)  # the cloth stands out; its folds are too narrow for lit edges

    def shapes(self) -> tuple[kit.Shape, ...]:
        colour = theme.COALITIONS[self.coalition]
        waves = [(i / 24, 10 + 9 * sin(pi * 2 * i / 24) * i / 24) for i in range(25)]
        upper = [(_BANNER_W * share, dy) for share, dy in waves]
        lower = [(_BANNER_W * share, dy + _BANNER_H) for share, dy in waves]
        notch = (0.86 * _BANNER_W, upper[20][1] + _BANNER_H / 2)
        folds = (
            kit.Poly(
                (upper[i], upper[i + 1], lower[i + 1], lower[i]),
                kit.mix_colours(colour, kit.WHITE if cos(pi * i / 12) > 0 else "#000000", abs(cos(pi * i / 12)) * 0.14),
            )
            for i in range(21)
        )
        outline = (*upper, notch, *reversed(lower))
        hems = (kit.Polyline(tuple(line), theme.GILT, 5) for line in (upper[:-1], lower[:-1]))
        emblem = kit.Icon(self.coalition, 0.42 * _BANNER_W, 0.62 * _BANNER_H, 46, kit.pick_ink(colour), colour)
        return (kit.Poly(outline, colour), *folds, *hems, emblem)


def _build_standings(view: View, ctx: kit.RenderContext) -> tuple[kit.FinalStanding, ...]:
    """Return the final standings, best first."""
    return tuple(
        kit.FinalStanding(
            score.seat,
            theme.SEATS[view.players[score.seat].color],
            find_player_name(view, score.seat, ctx),
            score.place,
            score.total,
        )
        for score in view.scores
    )


def _render_winners(winners: Sequence[kit.FinalStanding], ctx: kit.RenderContext) -> str:
    if len(winners) == 1:
        return render_message("header.winner", ctx.lang, name=kit.drop_missing_glyphs(winners[0].name))
    return render_message(
        "header.winners", ctx.lang, names=tuple(kit.drop_missing_glyphs(standing.name) for standing in winners)
    )


def _explain_victory(view: View, standings: Sequence[kit.FinalStanding], ctx: kit.RenderContext) -> str:
    """Explain the victory: points of the last check, and the margin, or the tie breaker."""
    if not view.checks:
        return ""
    last, first, margin_to_second = view.checks[-1], standings[0], ending.compute_margin(standings)
    gained_text = (
        render_message("final.gained", ctx.lang, n=last.gained_vp[first.seat]) if last.gained_vp[first.seat] else ""
    )
    if margin_to_second is None:
        margin_text = render_message("final.shared", ctx.lang)
    elif margin_to_second[0]:
        margin_text = render_message(
            "final.ahead", ctx.lang, n=margin_to_second[0], name=kit.drop_missing_glyphs(margin_to_second[1].name)
        )
    else:
        margin_text = render_message("final.tie", ctx.lang, name=kit.drop_missing_glyphs(margin_to_second[1].name))
    return render_message("final.why", ctx.lang, gained=gained_text, margin=margin_text) if gained_text else margin_text


def _draw_check(
    check: Check, x: float, y: float, w: float, h: float, corners: tuple[bool, bool, bool, bool] = (True,) * 4
) -> tuple[str, kit.Box]:
    """Return the colour of a check and a part of a strip in it: the dominant coalition's cloth, or plain velvet."""
    if check.dominant is None:
        return theme.CHECK, kit.Box(x, y, w, h, 8, theme.CHECK, theme.GILT, 2, corners, "cloth")
    tone = theme.COALITIONS[check.dominant]
    return tone, kit.Box(x, y, w, h, 8, tone, kit.darken(tone, 0.5), 2, corners, "cloth")


def _measure_pitch(standings: Sequence[kit.FinalStanding]) -> float:
    return min(_MAX_PITCH, (_LEGEND_Y - 42 - _ROWS_Y) / len(standings))


def _draw_frieze(top: float) -> Iterator[kit.Node]:
    """Draw a band of the country in gold thread where few rows leave room above the legend."""
    side = _LEGEND_Y - 48 - top
    if side < _LEAST_FRIEZE:
        return
    pitch = 1512 / len(_FRIEZE)
    for i, subject in enumerate(_FRIEZE):
        x = 44 + pitch * (i + 0.5) - side / 2
        yield kit.Vignette(x, top, side, side, f"pax_pamir/{subject}", theme.THREAD, plate=(0, 0, side, side))


def _draw_rows(view: View, standings: Sequence[kit.FinalStanding]) -> Iterator[kit.Node]:
    """Draw a row for each player: place, name, loyalty, influence, and a strip of the points of each check."""
    pitch = _measure_pitch(standings)
    scale = _STRIP_W / max(1, standings[0].total)
    for i, standing in enumerate(standings):
        y, h = _ROWS_Y + pitch * i, pitch - 12
        middle, is_winner, player = y + h / 2, standing.place == 1, view.players[standing.seat]
        yield draw_tablet(44, y, 1512, h, theme.VELLUM if is_winner else theme.PANEL)
        if is_winner:
            yield kit.Box(44, y, 1512, h, 12, material="gilt")
        ink = theme.INK if is_winner else theme.INK_2
        yield kit.TextRun(80, middle, str(standing.place), kit.HEAD, ink, "m", max_width=44)
        lower, r = kit.lower_triangle(standing.seat, 4), min(29.0, 0.27 * h)
        yield kit.Sprite(144, middle + lower, kit.SeatToken(standing.seat, standing.colour, r, has_ring=True))
        yield from kit.fit_name(standing.name, _NAME_W, kit.KEY, 2).build_runs(
            _NAME_X, middle, theme.INK, max_width=_NAME_W, face="serif"
        )
        if player.loyalty is not None:
            yield kit.Sprite(_LOYALTY_X, middle, Emblem(player.loyalty, 46))
        yield kit.Icon("prize", _LOYALTY_X + 46, middle, 38, theme.MADDER, theme.PANEL)
        yield kit.TextRun(_LOYALTY_X + 70, middle, str(player.influence), kit.BODY, theme.INK_2, max_width=48)
        yield from _draw_strip(view, standing, middle, min(_MAX_STRIP_H, h - 32), scale)
        yield kit.Sprite(_SEAL_X, middle, kit.Seal(str(standing.total), min(44.0 if is_winner else 38.0, 0.42 * h)))


def _draw_strip(view: View, standing: kit.FinalStanding, y: float, h: float, scale: float) -> Iterator[kit.Node]:
    """Draw the points of each check as a part of a woven strip in the colour of its coalition."""
    parts = [(check, check.gained_vp[standing.seat]) for check in view.checks if check.gained_vp[standing.seat]]
    if not parts:
        yield kit.TextRun(_STRIP_X + 4, y, "–", kit.HEAD, theme.INK_2, max_width=60)
    x = float(_STRIP_X)
    for i, (check, points) in enumerate(parts):
        w = max(_MIN_PART_W, points * scale)
        is_first, is_last = i == 0, i == len(parts) - 1
        corners = (is_first, is_last, is_last, is_first)
        tone, part = _draw_check(check, x, y - h / 2, w - 3, h, corners)
        yield part
        ink, middle = kit.pick_ink(tone), x + w / 2 - 1
        if w >= _ICON_PART_W and check.dominant is not None:
            yield kit.Icon(check.dominant, middle - 34, y, 40, ink, tone)
            yield kit.TextRun(middle - 4, y, f"+{points}", kit.KEY, ink, max_width=w / 2)
        else:
            size = kit.KEY if w >= _ICON_PART_W else kit.BODY
            yield kit.TextRun(middle, y, f"+{points}", size, ink, "m", max_width=w - 4)
        x += w


def _draw_legend(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw who won each check, which a part of a strip does not say."""
    step = 1512 / max(1, len(view.checks))
    sentences, results = [], []
    for check in view.checks:
        who = "final.nobody" if check.dominant is None else f"coalition.{check.dominant}"
        name = render_message(who, ctx.lang) if check.dominant is None else render_noun(who, ctx.lang)
        results.append(render_message("final.doubled", ctx.lang, who=name) if check.is_final else name)
        sentences.append(f"{render_message('final.check', ctx.lang, n=check.number)}: {results[-1]}")
    labels = kit.fit_texts(sentences, step - 70, kit.BODY, shorts=results) if sentences else ()
    for i, (check, label) in enumerate(zip(view.checks, labels, strict=True)):
        x = 48 + step * i
        tone, patch = _draw_check(check, x, _LEGEND_Y - 22, 44, 44)
        yield patch
        if check.dominant is not None:
            yield kit.Icon(check.dominant, x + 22, _LEGEND_Y, 32, kit.pick_ink(tone), tone)
        yield from label.build_runs(x + 58, _LEGEND_Y, theme.CREAM, max_width=step - 70)


LOBBY_BACKDROP = Backdrop(
    theme.THEME,
    theme.NIGHT,
    HORIZON + 4,
    (kit.Ground(0, 0, WIDTH, POSTER_H, "pax_pamir/dusk"),),
    (kit.Sprite(*BANNER, Banner("afghan")),),
    (theme.PANEL, theme.TABLET_RIM),
    theme.MUTED,
)
"""Of the poster of a table before its start."""
