"""The pictures of Quo Vadis: overview with map, war, player mats, final result, and private pictures."""

from collections.abc import Callable, Iterable
from types import MappingProxyType

from engines.kernel import LETTERS
from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.view import View
from render import kit
from render.quo_vadis.board.final import LOBBY_BACKDROP, draw_final
from render.quo_vadis.board.mat import draw_mat
from render.quo_vadis.board.overview import draw_area, draw_board, draw_map, draw_question
from render.quo_vadis.board.seats import draw_zoom
from render.quo_vadis.board.war import draw_war
from render.quo_vadis.catalogue import render_message
from render.quo_vadis.private.area import draw_area_choice
from render.quo_vadis.private.bid import draw_bid_question
from render.quo_vadis.private.build import draw_building_question
from render.quo_vadis.private.hand import draw_discard_question, draw_hand, draw_own_tracks
from render.quo_vadis.private.resources import draw_cube_question, draw_extras_question
from render.quo_vadis.private.skill_cards import draw_skill_question
from render.quo_vadis.private.spaces import draw_genesis, draw_surroundings
from render.quo_vadis.words.alt import describe_picture
from render.quo_vadis.words.board import describe_board

from . import theme

ListSuffixes = Callable[[View, int | None], Iterable[str]]


def _build_message_title_function(key: str) -> Callable[[str, kit.RenderContext], str]:
    """Return the function that renders the message as the title of a picture."""
    return lambda suffix, ctx: render_message(f"title.{key}", ctx.lang)


def _build_mat_title(mat_name: str, ctx: kit.RenderContext) -> str:
    return render_message("title.mat", ctx.lang, name=f"{LETTERS[int(mat_name)]} {ctx.names[int(mat_name)]}")


def _list_seat_pages(view: View, _seat: int | None) -> tuple[str, ...]:
    return tuple(map(str, range(len(view.players))))


def _build_area_title(area_name: str, ctx: kit.RenderContext) -> str:
    return render_message("title.around_area", ctx.lang, area=area_name)


def _list_area_pages(view: View, _seat: int | None) -> tuple[str, ...]:
    """Return the areas that have a picture: the genesis area of this turn, or of the last one."""
    return (view.turn.area,) if view.turn is not None and view.turn.area is not None and not view.scores else ()


def _list_final_pages(view: View, _seat: int | None) -> tuple[str, ...]:
    return ("",) if view.scores else ()


def _list_war_pages(view: View, _seat: int | None) -> tuple[str, ...]:
    return ("",) if view.turn is not None and view.turn.war is not None and not view.scores else ()


def _is_choosing_area(view: View, seat: int | None) -> bool:
    return bool(view.prices) and seat == view.active


def _list_area_choice_pages(view: View, seat: int | None) -> tuple[str, ...]:
    """Return one picture while the seat chooses an area."""
    return ("",) if _is_choosing_area(view, seat) else ()


def _list_bid_pages(view: View, seat: int | None) -> tuple[str, ...]:
    """Return one picture while the seat declares its morale."""
    war = view.turn.war if view.turn is not None else None
    return ("",) if war is not None and seat is not None and war.next_seat == seat else ()


def _list_turn_pages(view: View, seat: int | None) -> tuple[str, ...]:
    """Return one picture in the seat's turn, once there is a genesis area."""
    has_area = view.turn is not None and view.turn.area is not None and view.turn.player == view.active
    return ("",) if has_area and seat is not None and seat == view.active else ()


def _list_action_pages(view: View, seat: int | None) -> tuple[str, ...]:
    """Return one picture in the seat's turn, once a card has been played."""
    return _list_turn_pages(view, seat) if view.turn is not None and view.turn.card is not None else ()


def _list_building_pages(view: View, seat: int | None) -> tuple[str, ...]:
    """Return one picture in the seat's turn, after a generation change."""
    return _list_action_pages(view, seat) if view.turn is not None and view.turn.is_change else ()


def _list_cube_pages(view: View, _seat: int | None) -> tuple[str, ...]:
    return ("",) if view.phase == "resources" else ()


def _list_single_page(_view: View, _seat: int | None) -> tuple[str, ...]:
    return ("",)


def _build_kind(
    name: str,
    draw: Callable[[View, kit.RenderContext], kit.Scene],
    list_suffixes: ListSuffixes = _list_single_page,
    *option_prefixes: str,
) -> kit.PictureKind:
    """Build a picture kind titled by the last part of its name. Other arguments are those of `PictureKind`."""
    title = _build_message_title_function(name.rpartition(":")[2])
    return kit.PictureKind(
        name, title, lambda view, suffix, ctx: draw(view, ctx), list_suffixes, option_prefixes or None
    )


class QuoVadisArt(kit.Art):
    """The pictures of Quo Vadis.

    Public: `final` after the end, `board`, `war` during a war, `mat:<seat>`, `map`, `seats`, `area:<area>`. Private:
    one for each kind of question.
    """

    game = "quo_vadis"
    colours = MappingProxyType({race.colour: theme.find_race_colour(race.id) for race in CONTENT.races.values()})
    lobby_backdrop = LOBBY_BACKDROP
    kinds = (
        kit.PictureKind(
            "final",
            lambda suffix, ctx: render_message("final", ctx.lang),
            lambda view, suffix, ctx: draw_final(view, ctx),
            _list_final_pages,
        ),
        _build_kind("board", draw_board),
        _build_kind("war", draw_war, _list_war_pages),
        kit.PictureKind("mat", _build_mat_title, draw_mat, _list_seat_pages),
        _build_kind("map", lambda view, ctx: draw_map(view)),
        _build_kind("seats", draw_zoom),
        kit.PictureKind("area", _build_area_title, lambda view, suffix, ctx: draw_area(view, suffix), _list_area_pages),
        _build_kind("panel:area", draw_area_choice, _list_area_choice_pages, "area", "space", "strike"),
        _build_kind("panel:bid", draw_bid_question, _list_bid_pages, "bid"),
        _build_kind("panel:cubes", draw_cube_question, _list_cube_pages, "cube", "skill", "track"),
        _build_kind("panel:build", draw_building_question, _list_building_pages, "area", "space"),
        _build_kind("panel:genesis", draw_genesis, _list_turn_pages, "area", "space", "spaces"),
        _build_kind("panel:around", draw_surroundings, _list_turn_pages, "area", "space"),
        _build_kind("panel:skills", draw_skill_question, _list_single_page, "skill"),
        _build_kind("panel:tracks", draw_own_tracks, _list_single_page, "skill", "track"),
        _build_kind("panel:discard", draw_discard_question, _list_action_pages, "change", "hand", "skill"),
        _build_kind("panel:extras", draw_extras_question, _list_action_pages, "hand", "swap", "track"),
        _build_kind("panel:hand", draw_hand, _list_single_page, "change", "hand", "skill"),
        _build_kind("panel:question", draw_question),
    )

    def describe_picture(self, view: View, picture: str, ctx: kit.RenderContext) -> str:
        return describe_picture(view, picture, ctx)

    def describe_board(self, view: View, ctx: kit.RenderContext) -> str:
        return describe_board(view, ctx)

    def find_author(self, step: kit.RecentStep) -> int | None:
        """Return the attacker for what a war changes, not the last seat to declare its morale, whose step it is."""
        view = step.view_before
        turn = view.turn if isinstance(view, View) and step.continues_turn else None
        is_bid = turn is not None and turn.war is not None and turn.war.next_seat is not None
        return turn.player if turn is not None and is_bid else step.seat

    def find_own_picture(self, view: View, seat: int) -> str:
        return "panel:hand"

    def list_recent_pictures(self, view: View, seat: int) -> tuple[str, ...]:
        first = ("panel:area",) if _is_choosing_area(view, seat) else ()
        return *first, "panel:question", "panel:hand", "panel:tracks"


ART = QuoVadisArt()
