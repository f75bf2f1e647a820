"""The poster of the end: the final land among rays, the winner in laurel, and a strip of VP sources for each seat."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import cos, radians, sin
from typing import ClassVar

from engines.kernel import Score
from engines.quo_vadis.view import View
from render import kit
from render.kit.painting.lobby_poster import Backdrop
from render.quo_vadis import backdrop, theme
from render.quo_vadis.catalogue import render_engine_message, render_message, render_noun
from render.quo_vadis.land import field
from render.quo_vadis.land.layout import fit_layout
from render.quo_vadis.pieces import WorkerPiece
from render.quo_vadis.scenery.land import Land

BAR_LEFT, MAX_BAR_WIDTH, MIN_SEGMENT_WIDTH = 400, 970, 64
_TALL_SEGMENT = 58
"""Height in px from which a narrow segment has its icon above its number."""
SOURCES_DURING_GAME = 4
"""Number of sources scored during the game; the others come with the final scoring."""
_LAND = (0.0, 26.0, 1020.0, 740.0)
"""Rectangle of the land with the sea around it."""
_FIELD = (66, 66, 888, 640)
_WINNER_X, _WINNER_W = 1264, 640
"""Middle and width of the winner's part."""
_MEDAL_Y, _MEDAL_R = 376, 136
_ROWS_Y, _ROWS_FOOT, _MAX_PITCH = 794.0, 1122.0, 108.0
_LEGEND_Y, _LEGEND_W, _LEGEND_SIGN_W, _MIN_LEGEND_GAP = 1148, 1520, 50, 14


@dataclass(frozen=True, slots=True)
class Laurel:
    """A wreath of two golden branches that meet below."""

    relief: ClassVar[kit.Relief] = kit.Relief(0, 4)  # a shadow alone: leaves have two tones and an edge of their own

    r: float  # px at scale 1 from the middle to the foot of a leaf

    def shapes(self) -> tuple[kit.Shape, ...]:
        light, dark = theme.LAUREL, kit.darken(theme.LAUREL, 0.28)
        return tuple(
            self._build_leaf(side, radians(96 + 10.6 * i), lean, light if lean > 0 else dark)
            for side in (-1, 1)
            for i in range(15)
            for lean in (-1, 1)
        )

    def _build_leaf(self, side: int, along: float, lean: int, colour: str) -> kit.Poly:
        x, y = -side * self.r * cos(along), self.r * sin(along)
        turn, length = along + radians(90 + 34 * lean), 0.27 * self.r
        tip_x, tip_y = x - side * length * cos(turn), y + length * sin(turn)
        nx, ny = 0.22 * (tip_y - y), -0.22 * (tip_x - x)
        middle_x, middle_y = (x + tip_x) / 2, (y + tip_y) / 2
        corners = ((x, y), (middle_x + nx, middle_y + ny), (tip_x, tip_y), (middle_x - nx, middle_y - ny))
        return kit.Poly(corners, colour, kit.darken(theme.LAUREL, 0.6), 1)


def draw_final(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the poster, 1600 x 1200."""
    lay = field.layout_whole_map(view, *_FIELD, 60)
    land = replace(field.draw_land(view, lay, _LAND), name="quo_vadis/island")
    game = f"{render_noun('terms.quo_vadis', ctx.lang)} · {render_message('rounds', ctx.lang, rounds=view.rounds)}"
    live = (
        *field.draw_pieces(view, lay),
        *_lay_on_landscape(kit.fit_text(game, 880, kit.BODY).build_runs(40, 732, theme.LAUREL_LIGHT, max_width=880)),
        *_draw_winner(view, ctx),
        *(node for place, score in enumerate(view.scores) for node in _draw_row(view, ctx, place, score)),
        *_draw_legend(view, ctx),
    )
    return kit.Scene(theme.THEME, backdrop.WIDTH, backdrop.BOARD_H, theme.FRAME, (*backdrop.draw_end(), land), live)


def _lay_on_landscape(runs: Iterator[kit.TextRun] | tuple[kit.TextRun, ...]) -> Iterator[kit.TextRun]:
    """Give words a dark line around their letters."""
    return (replace(run, halo=theme.HALO) for run in runs)


def _draw_winner(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    first, second = view.scores[:2]
    colour = theme.find_race_colour(view.players[first.seat].race)
    yield kit.Sprite(_WINNER_X, _MEDAL_Y, Laurel(1.3 * _MEDAL_R))
    yield kit.Sprite(_WINNER_X, _MEDAL_Y, kit.Seal(str(first.total), _MEDAL_R))
    yield kit.Sprite(_WINNER_X, 122, WorkerPiece(first.seat, colour, 52))
    name = kit.fit_text(render_message("won", ctx.lang, name=ctx.names[first.seat]), _WINNER_W, kit.DISPLAY)
    yield from _lay_on_landscape(name.build_runs(_WINNER_X, 622, theme.TITLE, "m", max_width=_WINNER_W))
    lead = first.total - second.total
    ahead = max(view.players, key=lambda player: player.points).points
    is_reversal = view.players[first.seat].points < ahead
    key = "tie" if not lead else "reversal" if is_reversal else "lead"
    margin_text = render_message(key, ctx.lang, lead=lead, name=ctx.names[second.seat])
    margin_fitted = kit.fit_text(margin_text, _WINNER_W, kit.KEY)
    if margin_fitted.is_too_wide or margin_fitted.size < kit.BODY:  # does not fit on one line: two smaller lines
        margin_fitted = kit.fit_text(margin_text, _WINNER_W, kit.BODY, 2)
    yield from _lay_on_landscape(margin_fitted.build_runs(_WINNER_X, 704, theme.LINEN, "m", max_width=_WINNER_W))


def _draw_row(view: View, ctx: kit.RenderContext, place: int, score: Score) -> Iterator[kit.Node]:
    pitch = min(_MAX_PITCH, (_ROWS_FOOT - _ROWS_Y) / len(view.players))
    h, seat = pitch - 6, score.seat
    y = _ROWS_Y + pitch * place
    middle = y + h / 2
    yield kit.Anchor(f"score:{seat}", kit.Placement(20, y, 1560, h, 12), None, part="seats")
    if place == 0:
        yield kit.Box(20, y, 1560, h, 12, theme.TURN, theme.BRONZE, 4, material="vellum")
    yield kit.TextRun(56, middle, str(score.place), kit.KEY, theme.INK, "m", max_width=40)
    colour = theme.find_race_colour(view.players[seat].race)
    yield kit.Sprite(118, middle, WorkerPiece(seat, colour, 0.29 * h))
    yield from kit.fit_name(ctx.names[seat], 226, kit.KEY).build_runs(164, middle, theme.INK, max_width=230)
    x, bar_h, scale = float(BAR_LEFT), h - 18, _compute_scale(view)
    for i, (source, (_, vp)) in enumerate(zip(theme.SOURCE, score.parts, strict=True)):
        if i == SOURCES_DURING_GAME:
            yield kit.Polyline(((x + 3, y + 2), (x + 3, y + h - 2)), theme.INK, 5)
            x += 10
        if vp:
            w = max(MIN_SEGMENT_WIDTH, vp * scale)
            yield from _draw_segment(x, y + 9, w - 4, bar_h, source, vp)
            x += w
    before = sum(vp for _, vp in score.parts[:SOURCES_DURING_GAME])
    yield kit.TextRun(1484, middle, f"{before}→", kit.BODY, theme.INK_2, "r", max_width=96)
    yield kit.Sprite(1530, middle, kit.Seal(str(score.total), 0.46 * h))


def _compute_scale(view: View) -> float:
    """Return px per VP such that the longest bar fits, although small parts are widened to a minimum."""
    scale = MAX_BAR_WIDTH / max(1, view.scores[0].total)
    while (
        max(sum(max(MIN_SEGMENT_WIDTH, vp * scale) for _, vp in score.parts if vp) for score in view.scores)
        > MAX_BAR_WIDTH
    ):
        scale *= 0.98
    return scale


def _draw_segment(x: float, y: float, w: float, h: float, source: str, vp: int) -> Iterator[kit.Node]:
    icon, colour = theme.SOURCE[source]
    ink = kit.pick_ink(colour)
    yield kit.Box(x, y, w, h, 6, colour, kit.darken(colour, 0.4), 2, material="enamel")
    if w >= 88:
        yield kit.Icon(icon, x + w / 2 - 24, y + h / 2, 36, ink, colour)
        yield kit.Numeral(x + w / 2 + 20, y + h / 2, str(vp), 38, ink)
    elif h < _TALL_SEGMENT and vp < 10:
        yield kit.Icon(icon, x + w / 2 - 14, y + h / 2, 26, ink, colour)
        yield kit.Numeral(x + w / 2 + 15, y + h / 2, str(vp), 34, ink)
    else:
        yield kit.Icon(icon, x + w / 2, y + 0.27 * h, 0.42 * h, ink, colour)
        yield kit.Numeral(x + w / 2, y + 0.72 * h, str(vp), min(32, 0.54 * h), ink)


def _draw_legend(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw a legend of the sources that any seat has scored. Both sources by skills share a colour."""
    labels = [label for label, _ in view.scores[0].parts]
    scored_sources = {
        name for score in view.scores for name, (_, vp) in zip(theme.SOURCE, score.parts, strict=True) if vp
    }
    scored_sources |= {"skill"} if "skill_bonus" in scored_sources else set()
    shown = [
        (source, render_engine_message(label, ctx.lang))
        for source, label in zip(theme.SOURCE, labels, strict=True)
        if source != "skill_bonus" and source in scored_sources
    ]
    words = [text[:1].upper() + text[1:] for _, text in shown]
    size = _choose_legend_size(words)
    widths = [_LEGEND_SIGN_W + kit.measure_text(word, size) for word in words]
    gap = min(90.0, (_LEGEND_W - sum(widths)) / max(1, len(words) - 1))
    lefts = accumulate((width + gap for width in widths), initial=40.0)
    for (source, _), word, width, x in zip(shown, words, widths, lefts, strict=False):
        icon, colour = theme.SOURCE[source]
        yield kit.Box(x, _LEGEND_Y - 20, 40, 40, 6, colour, kit.darken(colour, 0.4), 2, material="enamel")
        yield kit.Icon(icon, x + 20, _LEGEND_Y, 30, kit.pick_ink(colour), colour)
        yield kit.TextRun(x + _LEGEND_SIGN_W, _LEGEND_Y, word, size, theme.INK, max_width=width - _LEGEND_SIGN_W + 1)


def _choose_legend_size(words: Sequence[str]) -> int:
    """Return the largest size in which all words stand on one line, which ends above the rail of the poster."""
    signs = len(words) * (_LEGEND_SIGN_W + _MIN_LEGEND_GAP)
    for size in (kit.BODY, kit.DETAIL):
        if sum(kit.measure_text(word, size) for word in words) + signs <= _LEGEND_W:
            return size
    return kit.MICRO


_RAISED = 120  # px of sky that the poster of the end has and this one has not
_LOBBY_SEA = (0.0, 104.0, 1600.0, 540.0)
"""Rectangle of the land with the sea around it."""
_TILES = (
    ((0, 0), ("plains", "mountain", "desert")),
    ((1, 0), ("tundra", "plains", "sea")),
    ((-1, 0), ("sea", "desert", "plains")),
    ((0, 1), ("mountain", "sea", "tundra")),
    ((-1, 1), ("desert", "tundra", "mountain")),
    ((1, -1), ("plains", "sea", "desert")),
    ((0, -1), ("tundra", "mountain", "plains")),
    ((2, 0), ("desert", "mountain", "plains")),
    ((-2, 1), ("plains", "sea", "mountain")),
)
"""Position and terrains of each plate."""


def _draw_young_land() -> kit.Ground:
    """Draw a land that no game has."""
    x, y, w, h = _LOBBY_SEA
    lay = fit_layout([position for position, _ in _TILES], 40, 30, w - 80, h - 60)
    return kit.Ground(x, y, w, h, "quo_vadis/island", subject=Land(lay, _TILES))


LOBBY_BACKDROP = Backdrop(
    theme.THEME,
    theme.FRAME,
    backdrop.POSTER_FOOT + backdrop.FRIEZE_H / 2 - _RAISED,
    (*backdrop.draw_end(_RAISED), backdrop.draw_frieze(0), _draw_young_land()),
    (),
    (theme.TABLET, theme.STONE),
    theme.INK_2,
)
"""Of the poster of a table before its start."""
