"""Kilia: the council overview, everybody's board, and the private pictures of a turn."""

from collections.abc import Callable, Iterable

from engines.kernel import LETTERS
from engines.kilia.view import View
from render.kilia.catalogue import sentence
from render.kilia.council.overview import overview
from render.kilia.final import final
from render.kilia.mat.mat import board
from render.kilia.panels.pay import pay
from render.kilia.panels.sail import sail
from render.kilia.panels.turn import turn
from render.kilia.panels.way import way
from render.kilia.words.alt import alt
from render.kilia.words.report import words
from render.kit.art import Art, Kind
from render.kit.look import Look
from render.kit.scene import Scene


def _titled(key: str) -> Callable[[str, Look], str]:
    return lambda of, look: sentence(key, look.lang)


def _mat_title(of: str, look: Look) -> str:
    return sentence("mat", look.lang, name=f"{LETTERS[int(of)]} {look.names[int(of)]}")


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


def _council(view: View, _of: str, look: Look) -> Scene:
    return final(view, look) if view.phase == "over" else overview(view, look)


class KiliaArt(Art):
    """Pictures: `board` (the council, at the end the result), `mat:<seat>`; privately
    `panel:turn|pay|way|sail|mat|board`."""

    game = "kilia"
    kinds = (
        Kind("board", _titled("board"), _council),
        Kind("mat", _mat_title, lambda view, of, look: board(view, int(of), look), _seats),
        Kind("panel:pay", _titled("pay"), lambda view, of, look: pay(view, look), _paying),
        Kind("panel:way", _titled("way"), lambda view, of, look: way(view, look), _building),
        Kind("panel:sail", _titled("windows"), lambda view, of, look: sail(view, look), _sailing),
        Kind("panel:turn", _titled("offers"), lambda view, of, look: turn(view, look), _on_turn),
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
