"""The pictures of Marco Polo II: map, actions, player mats, and the private pictures of questions."""

from collections.abc import Callable

from engines.kernel import LETTERS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render import kit
from render.marco_polo_ii.actions.overview import draw_actions
from render.marco_polo_ii.board.overview import draw_board
from render.marco_polo_ii.catalogue import render_message
from render.marco_polo_ii.final import LOBBY_BACKDROP, draw_final
from render.marco_polo_ii.mat.mat import draw_mat
from render.marco_polo_ii.panels.dispatch import draw_panel
from render.marco_polo_ii.panels.targets import TARGET_KINDS, parse_place
from render.marco_polo_ii.words.alt import describe_picture
from render.marco_polo_ii.words.board import describe_board
from render.marco_polo_ii.words.captions import shorten_long_turns
from render.marco_polo_ii.zoom import ZOOM_NAMES, draw_zoom

from . import theme


def _build_title_renderer(key: str) -> Callable[[str, kit.RenderContext], str]:
    return lambda of, ctx: render_message(f"title.{key}", ctx.lang)


def _render_mat_title(suffix: str, ctx: kit.RenderContext) -> str:
    return render_message("title.mat", ctx.lang, letter=LETTERS[int(suffix)], name=ctx.names[int(suffix)])


def _render_zoom_title(suffix: str, ctx: kit.RenderContext) -> str:
    return render_message(f"zoom.{suffix}", ctx.lang)


def _list_seat_pages(view: View, _seat: int | None) -> tuple[str, ...]:
    return tuple(map(str, range(len(view.mats))))


def _list_final_pages(view: View, _seat: int | None) -> tuple[str, ...]:
    return ("",) if view.phase == "over" else ()


class MarcoPoloArt(kit.Art):
    """Public pictures: `final` after the end, `board` (the map), `actions`, `mat:<seat>`, `zoom:<part>`.

    Private pictures: `panel:ask` (the open question, else the viewer's belongings) and `panel:board|actions|mat` (the
    last changes).
    """

    game = "marco_polo_ii"
    colours = theme.SEAT
    lobby_backdrop = LOBBY_BACKDROP
    kinds = (
        kit.PictureKind(
            "final", _build_title_renderer("final"), lambda view, suffix, ctx: draw_final(view, ctx), _list_final_pages
        ),
        kit.PictureKind("board", _build_title_renderer("board"), lambda view, suffix, ctx: draw_board(view, ctx)),
        kit.PictureKind("actions", _build_title_renderer("actions"), lambda view, suffix, ctx: draw_actions(view, ctx)),
        kit.PictureKind("mat", _render_mat_title, draw_mat, _list_seat_pages),
        kit.PictureKind("zoom", _render_zoom_title, draw_zoom, lambda view, seat: ZOOM_NAMES),
        kit.PictureKind("panel:ask", _build_title_renderer("ask"), lambda view, suffix, ctx: draw_panel(view, ctx)),
        kit.PictureKind(
            "panel:mat",
            _build_title_renderer("own"),
            lambda view, suffix, ctx: draw_mat(view, str(_require_viewer(ctx)), ctx),
        ),
        kit.PictureKind(
            "panel:actions", _build_title_renderer("actions"), lambda view, suffix, ctx: draw_actions(view, ctx)
        ),
        kit.PictureKind("panel:board", _build_title_renderer("board"), lambda view, suffix, ctx: draw_board(view, ctx)),
    )

    def describe_picture(self, view: View, picture: str, ctx: kit.RenderContext) -> str:
        return describe_picture(view, picture, ctx)

    def describe_board(self, view: View, ctx: kit.RenderContext) -> str:
        return describe_board(view, ctx)

    def list_turn_actions(self, view: View, picture: str, ctx: kit.RenderContext) -> tuple[kit.TurnActions, ...]:
        """Return the content of the captions, of long turns without the amounts in brackets."""
        return shorten_long_turns(super().list_turn_actions(view, picture, ctx), ctx.lang)

    def find_own_picture(self, view: View, seat: int) -> str:
        return "panel:ask"

    def list_recent_pictures(self, view: View, seat: int) -> tuple[str, ...]:
        return "panel:board", "panel:mat"

    def find_anchor_name(self, place: str) -> str:
        """Return the anchor of an option's place: a city or oasis for all options on the map."""
        if place.partition(":")[0] not in TARGET_KINDS:
            return place
        map_place = parse_place(place)
        return f"{'city' if map_place in CONTENT.data.cities else 'oasis'}:{map_place}"


def _require_viewer(ctx: kit.RenderContext) -> int:
    if ctx.viewer is None:
        raise ValueError("this picture shows the reader's own board: look.viewer must be a seat, got None")
    return ctx.viewer


ART = MarcoPoloArt()
