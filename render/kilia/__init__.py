"""Pictures of Kilia: the council overview, the player boards, and the private pictures of a turn."""

from collections.abc import Callable, Iterable

from engines.kernel import LETTERS
from engines.kilia.view import View
from render import kit
from render.kilia.catalogue import render_message
from render.kilia.council.overview import ZOOMS, draw_overview, draw_zoom
from render.kilia.final import LOBBY_BACKDROP, draw_final
from render.kilia.mat.mat import draw_board
from render.kilia.panels.free_moves import draw_free_moves_panel, draw_refresh_panel, list_moves, may_refresh
from render.kilia.panels.goods import draw_goods_panel, draw_sprat_trade_panel
from render.kilia.panels.market import draw_market_panel
from render.kilia.panels.merchants import draw_merchants_panel
from render.kilia.panels.offer import draw_abilities_panel, draw_contracts_panel, draw_warehouses_panel
from render.kilia.panels.orientation import draw_orientation_panel
from render.kilia.panels.payment import draw_payment_panel
from render.kilia.panels.sailing import draw_sailing_panel
from render.kilia.panels.turn import draw_turn_panel
from render.kilia.words.alt import describe_picture
from render.kilia.words.board import describe_board

from . import theme

SuffixLister = Callable[[View, int | None], Iterable[str]]


def _build_message_title_function(key: str) -> Callable[[str, kit.RenderContext], str]:
    """Return the function that renders the message as the title of a picture."""
    return lambda suffix, ctx: render_message(key, ctx.lang)


def _build_mat_title(seat_suffix: str, ctx: kit.RenderContext) -> str:
    return render_message("mat", ctx.lang, letter=LETTERS[int(seat_suffix)], name=ctx.names[int(seat_suffix)])


def _build_zoom_title(part: str, ctx: kit.RenderContext) -> str:
    return render_message(f"zoom.{part}", ctx.lang)


def _list_seat_pages(view: View, _seat: int | None) -> tuple[str, ...]:
    return tuple(map(str, range(len(view.mats))))


def _list_turn_pages(view: View, seat: int | None) -> tuple[str, ...]:
    return ("",) if view.turn == seat else ()


def _list_payment_pages(view: View, _seat: int | None) -> tuple[str, ...]:
    return ("",) if view.pending_payment is not None else ()


def _list_delivery_pages(view: View, _seat: int | None) -> tuple[str, ...]:
    return ("",) if view.delivery is not None else ()


def _list_orientation_pages(view: View, _seat: int | None) -> tuple[str, ...]:
    return ("",) if view.building is not None else ()


def _list_sailing_pages(view: View, seat: int | None) -> tuple[str, ...]:
    return ("",) if view.phase == "council" and seat is not None and view.mats[seat].next_sailing.choices else ()


def _list_sprat_pages(view: View, seat: int | None) -> tuple[str, ...]:
    return ("",) if seat is not None and view.turn == seat and view.mats[seat].sprat == "held" else ()


def _list_refresh_pages(view: View, seat: int | None) -> tuple[str, ...]:
    return ("",) if view.turn == seat and seat is not None and may_refresh(view, view.mats[seat]) else ()


def _list_free_move_pages(view: View, seat: int | None) -> tuple[str, ...]:
    return ("",) if seat is not None and view.turn == seat and list_moves(view, view.mats[seat]) else ()


def _build_kind(
    name: str,
    key: str,
    draw: Callable[[View, kit.RenderContext], kit.Scene],
    list_suffixes: SuffixLister,
    *option_prefixes: str,
) -> kit.PictureKind:
    """Build a kind of private picture. option_prefixes: first parts of the option places that it
    shows; none for any.
    """
    return kit.PictureKind(
        name,
        _build_message_title_function(key),
        lambda view, suffix, ctx: draw(view, ctx),
        list_suffixes,
        option_prefixes or None,
    )


def _draw_council(view: View, _of: str, ctx: kit.RenderContext) -> kit.Scene:
    return draw_overview(view, ctx)


def _list_final_pages(view: View, _seat: int | None) -> tuple[str, ...]:
    return ("",) if view.phase == "over" else ()


class KiliaArt(kit.Art):
    """The pictures of Kilia.

    Public: `board` (the council), `mat:<seat>`, `zoom:cards|contracts|wheels|seats`, and after the end `final`.
    Private: `panel:mat|board`, and one panel for each kind of question.
    """

    game = "kilia"
    colours = theme.SEATS
    lobby_backdrop = LOBBY_BACKDROP
    kinds = (
        _build_kind("final", "over", draw_final, _list_final_pages),
        kit.PictureKind("board", _build_message_title_function("board"), _draw_council),
        kit.PictureKind(
            "mat", _build_mat_title, lambda view, suffix, ctx: draw_board(view, int(suffix), ctx), _list_seat_pages
        ),
        kit.PictureKind("zoom", _build_zoom_title, draw_zoom, lambda view, seat: ZOOMS if view.phase != "over" else ()),
        _build_kind("panel:pay", "pay", draw_payment_panel, _list_payment_pages, "way"),
        _build_kind("panel:deliver", "which_merchants", draw_merchants_panel, _list_delivery_pages, "deliver"),
        _build_kind("panel:way", "way", draw_orientation_panel, _list_orientation_pages, "segment", "way"),
        _build_kind("panel:sail", "windows", draw_sailing_panel, _list_sailing_pages, "window"),
        _build_kind("panel:contracts", "which_contract", draw_contracts_panel, _list_turn_pages, "contract"),
        _build_kind("panel:learn", "which_ability", draw_abilities_panel, _list_turn_pages, "learn"),
        _build_kind("panel:build", "which_warehouse", draw_warehouses_panel, _list_turn_pages, "build"),
        _build_kind("panel:market", "which_space", draw_market_panel, _list_turn_pages, "market"),
        _build_kind("panel:good", "which_good", draw_goods_panel, _list_turn_pages, "good"),
        _build_kind("panel:relief", "which_relief", draw_sprat_trade_panel, _list_sprat_pages),
        _build_kind("panel:refresh", "refresh", draw_refresh_panel, _list_refresh_pages, "offer"),
        _build_kind(
            "panel:free",
            "free_moves",
            draw_free_moves_panel,
            _list_free_move_pages,
            "active",
            "refresh",
            "sprat",
            "wheel",
        ),
        _build_kind(
            "panel:turn",
            "offers",
            draw_turn_panel,
            _list_turn_pages,
            "active",
            "expand",
            "merchant",
            "refresh",
            "sprat",
            "wheel",
        ),
        kit.PictureKind(
            "panel:mat",
            _build_message_title_function("own"),
            lambda view, suffix, ctx: draw_board(view, _require_viewer(ctx), ctx),
        ),
        kit.PictureKind("panel:board", _build_message_title_function("board"), _draw_council),
    )

    def describe_picture(self, view: View, picture: str, ctx: kit.RenderContext) -> str:
        return describe_picture(view, picture, ctx)

    def describe_board(self, view: View, ctx: kit.RenderContext) -> str:
        return describe_board(view, ctx)

    def find_own_picture(self, view: View, seat: int) -> str:
        return f"mat:{seat}"

    def list_recent_pictures(self, view: View, seat: int) -> tuple[str, ...]:
        return "panel:board", "panel:mat"


def _require_viewer(ctx: kit.RenderContext) -> int:
    if ctx.viewer is None:
        raise ValueError("this picture shows the reader's own board: look.viewer must be a seat, got None")
    return ctx.viewer


ART = KiliaArt()
