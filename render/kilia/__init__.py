"""Kilia: the council overview, everybody's board, and the private pictures of a turn."""

from collections.abc import Callable, Iterable

from engines.kernel import LETTERS
from engines.kilia.view import View
from render.kilia.catalogue import sentence
from render.kilia.council.overview import overview
from render.kilia.final import final
from render.kilia.mat.mat import board
from render.kilia.panels.turn import turn
from render.kilia.words.alt import alt
from render.kilia.words.report import words
from render.kit.art import Art, Kind
from render.kit.look import Look
from render.kit.scene import Scene


def _titled(key: str) -> Callable[[str, Look], str]:
    return lambda of, look: sentence(key, look.lang)


def _mat_title(of: str, look: Look) -> str:
    return sentence("mat", look.lang, name=f"{LETTERS[int(of)]} {look.names[int(of)]}")


def _seats(view: View, seat: int | None) -> Iterable[str]:
    return map(str, range(len(view.mats)))


def _on_turn(view: View, seat: int | None) -> Iterable[str]:
    return ("",) if view.turn == seat else ()


def _council(view: View, of: str, look: Look) -> Scene:
    return final(view, look) if view.phase == "over" else overview(view, look)


class KiliaArt(Art):
    """Pictures: `board` (the council, at the end the result), `mat:<seat>`; privately `panel:turn|mat|board`."""

    game = "kilia"
    kinds = (
        Kind("board", _titled("board"), _council),
        Kind("mat", _mat_title, lambda view, of, look: board(view, int(of), look), _seats),
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
