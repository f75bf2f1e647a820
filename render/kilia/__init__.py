"""Kilia: the council overview, everybody's board, and the private pictures of a turn."""

from collections.abc import Callable, Iterable

from engines.kernel import LETTERS
from engines.kilia.view import View
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.council.overview import overview
from render.kilia.final import final
from render.kilia.mat.mat import board
from render.kilia.panels.goods import goods, relief
from render.kilia.panels.market import market
from render.kilia.panels.moves import free, may_refresh, moves
from render.kilia.panels.offer import build, contracts, learn
from render.kilia.panels.pay import pay
from render.kilia.panels.refresh import refresh
from render.kilia.panels.sail import sail
from render.kilia.panels.turn import turn
from render.kilia.panels.way import way
from render.kilia.words.alt import alt
from render.kilia.words.report import words
from render.kilia.zooms.zoom import ZOOMS, zoom
from render.kit.art import Art, Kind
from render.kit.look import Look
from render.kit.scene import Scene

Each = Callable[[View, int | None], Iterable[str]]


def _titled(key: str) -> Callable[[str, Look], str]:
    return lambda of, look: sentence(key, look.lang)


def _mat_title(of: str, look: Look) -> str:
    return sentence("mat", look.lang, letter=LETTERS[int(of)], name=look.names[int(of)])


def _zoom_title(of: str, look: Look) -> str:
    return sentence(f"zoom.{of}", look.lang)


def _seats(view: View, _seat: int | None) -> Iterable[str]:
    return map(str, range(len(view.mats)))


def _on_turn(view: View, seat: int | None) -> Iterable[str]:
    return ("",) if view.turn == seat else ()


def _paying(view: View, _seat: int | None) -> Iterable[str]:
    return ("",) if view.paying is not None else ()


def _building(view: View, _seat: int | None) -> Iterable[str]:
    return ("",) if view.building is not None else ()


def _sailing(view: View, seat: int | None) -> Iterable[str]:
    return ("",) if view.phase == "council" and seat is not None and view.mats[seat].sailing.choices else ()


def _with_sprat(view: View, seat: int | None) -> Iterable[str]:
    return ("",) if seat is not None and view.turn == seat and view.mats[seat].sprat == "held" else ()


def _refreshing(view: View, seat: int | None) -> Iterable[str]:
    return ("",) if view.turn == seat and seat is not None and may_refresh(view, view.mats[seat]) else ()


def _free(view: View, seat: int | None) -> Iterable[str]:
    return ("",) if seat is not None and view.turn == seat and moves(view, view.mats[seat]) else ()


def _kind(name: str, key: str, draw: Callable[[View, Look], Scene], each: Each, *about: str) -> Kind:
    """about: how the places begin that it shows; none: any."""
    return Kind(name, _titled(key), lambda view, of, look: draw(view, look), each, about or None)


def _council(view: View, _of: str, look: Look) -> Scene:
    return overview(view, look)


def _ended(view: View, _seat: int | None) -> Iterable[str]:
    return ("",) if view.phase == "over" else ()


class KiliaArt(Art):
    """Pictures: after the end `final`; `board` (the council), `mat:<seat>`, `zoom:cards|contracts|wheels|seats`;
    privately `panel:mat|board`, and one for each kind of question."""

    game = "kilia"
    colours = theme.SEATS
    kinds = (
        _kind("final", "over", final, _ended),
        Kind("board", _titled("board"), _council),
        Kind("mat", _mat_title, lambda view, of, look: board(view, int(of), look), _seats),
        Kind("zoom", _zoom_title, zoom, lambda view, seat: ZOOMS if view.phase != "over" else ()),
        _kind("panel:pay", "pay", pay, _paying, "way"),
        _kind("panel:way", "way", way, _building, "segment", "way"),
        _kind("panel:sail", "windows", sail, _sailing, "window"),
        _kind("panel:contracts", "which_contract", contracts, _on_turn, "contract"),
        _kind("panel:learn", "which_ability", learn, _on_turn, "learn"),
        _kind("panel:build", "which_warehouse", build, _on_turn, "build"),
        _kind("panel:market", "which_space", market, _on_turn, "market"),
        _kind("panel:good", "which_good", goods, _on_turn, "good"),
        _kind("panel:relief", "which_relief", relief, _with_sprat),
        _kind("panel:refresh", "refresh", refresh, _refreshing, "offer"),
        _kind("panel:free", "free_moves", free, _free, "active", "refresh", "sprat", "wheel"),
        _kind("panel:turn", "offers", turn, _on_turn, "active", "expand", "merchant", "refresh", "sprat", "wheel"),
        Kind("panel:mat", _titled("own"), lambda view, of, look: board(view, _viewer(look), look)),
        Kind("panel:board", _titled("board"), _council),
    )

    def alt(self, view: View, picture: str, look: Look) -> str:
        return alt(view, picture, look)

    def words(self, view: View, look: Look) -> str:
        return words(view, look)

    def own(self, view: View, seat: int) -> str:
        return f"mat:{seat}"

    def recent(self, view: View, seat: int) -> tuple[str, ...]:
        return "panel:board", "panel:mat"


def _viewer(look: Look) -> int:
    if look.viewer is None:
        raise ValueError("this picture shows the reader's own board: look.viewer must be a seat, got None")
    return look.viewer


ART = KiliaArt()
