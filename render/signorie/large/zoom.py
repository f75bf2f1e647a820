"""Enlarged parts of the overview: public on paper, or private on the dark background with numbered options."""

from functools import cache

from engines.signorie.view import View
from render import kit
from render.signorie import theme
from render.signorie.board import tracks
from render.signorie.board.header import draw_header
from render.signorie.catalogue import render_noun
from render.signorie.layout import LABEL_W, LANE_W, LEFT, ROW_H, SLOTS_X, TRACKS, WIDTH, place_track_label
from render.signorie.pieces import build_dentils
from render.signorie.private.panels import draw_question_header

from . import cities, pool

PARTS = ("tracks", "arcade", "dice")
HEIGHT = 1000
_TOP, _FOOT = 124, 20
_K = 1.72  # scale of the tracks
_RANKS, _GAP, _RANKS_ASKED, _GAP_ASKED = 36, 20, 62, 30  # px of the overview; larger with option numbers above slots


def draw_zoom(view: View, part: str, ctx: kit.RenderContext, seat: int | None = None) -> kit.Scene:
    """Draw one part of the board, 1600 x 1000. seat: the deciding seat; None: a public picture.

    KeyError for a part that does not exist.
    """
    static_nodes, live_nodes = {"tracks": _draw_tracks, "arcade": _draw_arcade, "dice": _draw_dice}[part](view, ctx)
    if seat is not None:
        question = {"tracks": "steps", "arcade": "city", "dice": "assignment"}[part]
        header_nodes = draw_question_header(view.mats[seat], ctx.lang, question)
        return kit.Scene(
            theme.THEME,
            WIDTH,
            HEIGHT,
            theme.VERDE,
            (*build_dentils(HEIGHT), *static_nodes),
            (*header_nodes, *live_nodes),
        )
    background = _draw_paper(theme.SERPENTINE if part == "arcade" else theme.MARBLE)
    return kit.Scene(
        theme.THEME, WIDTH, HEIGHT, theme.VERDE, (*background, *static_nodes), (*draw_header(view, ctx), *live_nodes)
    )


@cache
def _draw_paper(background: str) -> kit.Nodes:
    lower = (False, False, True, True)
    return (kit.Box(20, _TOP, WIDTH - 40, HEIGHT - _TOP - _FOOT, 22, background, corners=lower),)


PartNodes = tuple[kit.Nodes, kit.Nodes]
"""Static nodes, and nodes that depend on the view."""


def _draw_arcade(view: View, ctx: kit.RenderContext) -> PartNodes:
    return cities.draw_static(ctx.lang), (kit.FRAME_LAYER, *cities.draw_cities(view, ctx))


def _draw_dice(view: View, ctx: kit.RenderContext) -> PartNodes:
    return pool.draw_static(ctx.lang), (kit.FRAME_LAYER, *pool.draw_pool(view, ctx))


def _draw_tracks(view: View, ctx: kit.RenderContext) -> PartNodes:
    """Draw the four tracks, one below the other; option numbers need more space between them."""
    ranks, gap = (_RANKS_ASKED, _GAP_ASKED) if ctx.marks else (_RANKS, _GAP)
    left = (WIDTH - (SLOTS_X + LANE_W - LEFT) * _K) / 2 - LEFT * _K
    height = (ranks + len(TRACKS) * (ROW_H + gap) - gap) * _K
    top = _TOP + (HEIGHT - _TOP - _FOOT - height) / 2
    static_nodes: list[kit.Node] = list(_draw_ranks(ctx.lang, left, top))
    live_nodes: list[kit.Node] = []
    for i, name in enumerate(TRACKS):
        dy = top + (ranks + (ROW_H + gap) * i - place_track_label(name).y) * _K
        static_nodes += _draw_row(name, left, dy, ctx.lang)
        live_nodes += (kit.transform_node(node, left, dy, _K) for node in tracks.draw_row(view, name))
    slots = (kit.transform_node(node, left, dy, _K) for node in tracks.draw_initiative_slots(view))
    return tuple(static_nodes), (*slots, kit.FRAME_LAYER, *live_nodes)


@cache
def _draw_ranks(lang: kit.Lang, dx: float, top: float) -> kit.Nodes:
    return tuple(kit.transform_node(node, dx, top - 136 * _K, _K) for node in tracks.draw_ranks(lang))


@cache
def _draw_row(name: str, dx: float, dy: float, lang: kit.Lang) -> kit.Nodes:
    """Draw the printed part of a track, with its name below its sign."""
    placement = place_track_label(name)
    x, y = dx + (placement.x + LABEL_W / 2) * _K, dy + (placement.y + placement.h - 12) * _K
    word = kit.fit_texts([render_noun(f"terms.{track}", lang) for track in TRACKS], LABEL_W * _K - 8, kit.BODY)[
        TRACKS.index(name)
    ]
    signs = (kit.transform_node(node, dx, dy, _K) for node in tracks.draw_row_background(name, 48, 9))
    return (*signs, *word.build_runs(x, y, kit.WHITE, "m", max_width=LABEL_W * _K - 8))
