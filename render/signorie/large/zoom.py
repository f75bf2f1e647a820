"""Enlarged parts of the overview: public on paper, or private on the dark background with numbered options."""

from functools import cache

from engines.signorie.view import View
from render import kit
from render.signorie import theme
from render.signorie.backdrop import RANK_TOP, TRACKS_ASKED, TRACKS_SHOWN, draw_part
from render.signorie.board import tracks
from render.signorie.board.header import draw_header
from render.signorie.catalogue import render_noun
from render.signorie.layout import LABEL_W, TRACKS, WIDTH, place_track_label
from render.signorie.private.panels import draw_question_header

from . import cities, pool

PARTS = ("tracks", "arcade", "dice")
HEIGHT = 1000
_K = TRACKS_SHOWN.scale


def draw_zoom(view: View, part: str, ctx: kit.RenderContext, seat: int | None = None) -> kit.Scene:
    """Draw one part of the board, 1600 x 1000. seat: the deciding seat; None: a public picture.

    KeyError for a part that does not exist.
    """
    is_night = seat is not None
    ground, static_nodes, live_nodes = _PARTS[part](view, ctx, is_night)
    static_nodes = (*draw_part(ground, is_night), *static_nodes)
    if seat is not None:
        question = {"tracks": "steps", "arcade": "city", "dice": "assignment"}[part]
        header_nodes = draw_question_header(view.mats[seat], ctx.lang, question)
        return kit.Scene(
            theme.THEME,
            WIDTH,
            HEIGHT,
            theme.VERDE,
            static_nodes,
            (*header_nodes, *live_nodes),
        )
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, static_nodes, (*draw_header(view, ctx), *live_nodes))


PartNodes = tuple[str, kit.Nodes, kit.Nodes]
"""The name of the ground, static nodes, and nodes that depend on the view."""


def _draw_arcade(view: View, ctx: kit.RenderContext, _is_night: bool) -> PartNodes:
    return "loggia", cities.draw_static(ctx.lang), (kit.FRAME_LAYER, *cities.draw_cities(view, ctx))


def _draw_dice(view: View, ctx: kit.RenderContext, _is_night: bool) -> PartNodes:
    return "table", pool.draw_static(ctx.lang), (kit.FRAME_LAYER, *pool.draw_pool(view, ctx))


def _draw_tracks(view: View, ctx: kit.RenderContext, is_night: bool) -> PartNodes:
    """Draw the four tracks, one below the other; option numbers need more space between them."""
    enlarged, ground = (TRACKS_ASKED, "night_tracks") if is_night else (TRACKS_SHOWN, "tracks")
    left = enlarged.left
    static_nodes: list[kit.Node] = list(_draw_ranks(ctx.lang, left, enlarged.ranks_top))
    live_nodes: list[kit.Node] = []
    slots: list[kit.Node] = []
    for name in TRACKS:
        dy = enlarged.find_top(name) - place_track_label(name).y * _K
        static_nodes += _draw_row(name, left, dy, ctx.lang)
        live_nodes += (kit.transform_node(node, left, dy, _K) for node in tracks.draw_row(view, name))
        if name == "initiative":
            slots += (kit.transform_node(node, left, dy, _K) for node in tracks.draw_initiative_slots(view))
    return ground, tuple(static_nodes), (*slots, kit.FRAME_LAYER, *live_nodes)


_PARTS = {"tracks": _draw_tracks, "arcade": _draw_arcade, "dice": _draw_dice}


@cache
def _draw_ranks(lang: kit.Lang, dx: float, top: float) -> kit.Nodes:
    return tuple(kit.transform_node(node, dx, top - RANK_TOP * _K, _K) for node in tracks.draw_ranks(lang))


@cache
def _draw_row(name: str, dx: float, dy: float, lang: kit.Lang) -> kit.Nodes:
    """Draw the printed part of a track, with its name below its sign."""
    placement = place_track_label(name)
    x, y = dx + (placement.x + LABEL_W / 2) * _K, dy + (placement.y + placement.h - 17) * _K
    word = kit.fit_texts([render_noun(f"terms.{track}", lang) for track in TRACKS], LABEL_W * _K - 8, kit.BODY)[
        TRACKS.index(name)
    ]
    signs = (kit.transform_node(node, dx, dy, _K) for node in tracks.draw_row_signs(name, 46, 11))
    return (*signs, *word.build_runs(x, y, theme.CREAM, "m", max_width=LABEL_W * _K - 8))
