"""Quo Vadis: the overview with the map, the war, the seats' mats, and what only a reader sees."""

from collections.abc import Callable, Iterable
from types import MappingProxyType

from engines.kernel import LETTERS
from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.view import View
from render.kit.art import Art, Kind
from render.kit.look import Look
from render.kit.scene import Scene
from render.quo_vadis import theme
from render.quo_vadis.board.final import result
from render.quo_vadis.board.mat import mat
from render.quo_vadis.board.overview import area, board, question, world
from render.quo_vadis.board.seats_zoom import zoom
from render.quo_vadis.board.war import war
from render.quo_vadis.catalogue import sentence
from render.quo_vadis.private.area import choice
from render.quo_vadis.private.bid import offer
from render.quo_vadis.private.build import build
from render.quo_vadis.private.cubes import cubes
from render.quo_vadis.private.extras import extras
from render.quo_vadis.private.hand import hand, own_tracks
from render.quo_vadis.private.site import around, genesis
from render.quo_vadis.private.skills import skills
from render.quo_vadis.words.alt import alt
from render.quo_vadis.words.report import words

Each = Callable[[View, int | None], Iterable[str]]


def _titled(key: str) -> Callable[[str, Look], str]:
    return lambda of, look: sentence(f"title.{key}", look.lang)


def _mat_title(of: str, look: Look) -> str:
    return sentence("title.mat", look.lang, name=f"{LETTERS[int(of)]} {look.names[int(of)]}")


def _seats(view: View, _seat: int | None) -> Iterable[str]:
    return map(str, range(len(view.players)))


def _area_title(of: str, look: Look) -> str:
    return sentence("title.around_area", look.lang, area=of)


def _chosen(view: View, _seat: int | None) -> Iterable[str]:
    """The areas that may be asked for: that of the turn, or of the last one."""
    return (view.turn.area,) if view.turn is not None and view.turn.area is not None and not view.scores else ()


def _ended(view: View, _seat: int | None) -> Iterable[str]:
    return ("",) if view.scores else ()


def _in_war(view: View, _seat: int | None) -> Iterable[str]:
    return ("",) if view.turn is not None and view.turn.war is not None and not view.scores else ()


def _choosing_now(view: View, seat: int | None) -> bool:
    return bool(view.prices) and seat == view.active


def _choosing(view: View, seat: int | None) -> Iterable[str]:
    """While the seat chooses an area."""
    return ("",) if _choosing_now(view, seat) else ()


def _bidding(view: View, seat: int | None) -> Iterable[str]:
    """While the seat declares its morale."""
    war = view.turn.war if view.turn is not None else None
    return ("",) if war is not None and seat is not None and war.asked == seat else ()


def _on_turn(view: View, seat: int | None) -> Iterable[str]:
    """In the own turn, once there is a genesis area."""
    chosen = view.turn is not None and view.turn.area is not None and view.turn.player == view.active
    return ("",) if chosen and seat is not None and seat == view.active else ()


def _acting(view: View, seat: int | None) -> Iterable[str]:
    """In the own turn, once a card lies."""
    return _on_turn(view, seat) if view.turn is not None and view.turn.card is not None else ()


def _building(view: View, seat: int | None) -> Iterable[str]:
    """In the own turn, after a change."""
    return _acting(view, seat) if view.turn is not None and view.turn.changed else ()


def _placing(view: View, _seat: int | None) -> Iterable[str]:
    return ("",) if view.phase == "resources" else ()


def _always(_view: View, _seat: int | None) -> Iterable[str]:
    return ("",)


def _kind(name: str, draw: Callable[[View, Look], Scene], each: Each = _always, *asks: str) -> Kind:
    """A kind that is titled by the last part of its name; the others as in `Kind`."""
    title = _titled(name.rpartition(":")[2])
    return Kind(name, title, lambda view, of, look: draw(view, look), each, asks or None)


class QuoVadisArt(Art):
    """Pictures: after the end `final`; `board`, `war` while there is one, `mat:<seat>`, `map`, `seats`; privately one
    for each kind of question.
    """

    game = "quo_vadis"
    colours = MappingProxyType({race.colour: theme.race(race.id) for race in CONTENT.races.values()})
    kinds = (
        Kind("final", lambda of, look: sentence("final", look.lang), lambda view, of, look: result(view, look), _ended),
        _kind("board", board),
        _kind("war", war, _in_war),
        Kind("mat", _mat_title, mat, _seats),
        _kind("map", lambda view, look: world(view)),
        _kind("seats", zoom),
        Kind("area", _area_title, lambda view, of, look: area(view, of), _chosen),
        _kind("panel:area", choice, _choosing, "area", "space", "strike"),
        _kind("panel:bid", offer, _bidding, "bid"),
        _kind("panel:cubes", cubes, _placing, "cube", "skill", "track"),
        _kind("panel:build", build, _building, "area", "space"),
        _kind("panel:genesis", genesis, _on_turn, "area", "space"),
        _kind("panel:around", around, _on_turn, "area", "space"),
        _kind("panel:skills", skills, _always, "skill"),
        _kind("panel:tracks", own_tracks, _always, "skill", "track"),
        _kind("panel:extras", extras, _acting, "hand", "swap", "track"),
        _kind("panel:hand", hand, _always, "change", "hand", "skill"),
        _kind("panel:question", question),
    )

    def alt(self, view: View, picture: str, look: Look) -> str:
        return alt(view, picture, look)

    def words(self, view: View, look: Look) -> str:
        return words(view, look)

    def own(self, view: View, seat: int) -> str:
        return "panel:hand"

    def recent(self, view: View, seat: int) -> tuple[str, ...]:
        first = ("panel:area",) if _choosing_now(view, seat) else ()
        return *first, "panel:question", "panel:hand", "panel:tracks"


ART = QuoVadisArt()
