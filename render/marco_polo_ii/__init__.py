"""Marco Polo II: the map, what a die buys, the seats' boards, and the private pictures of questions."""

from collections.abc import Callable, Iterable

from engines.kernel import LETTERS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render.kit.art import Art, Kind
from render.kit.look import Look
from render.marco_polo_ii import theme
from render.marco_polo_ii.actions.overview import actions
from render.marco_polo_ii.board.overview import board
from render.marco_polo_ii.catalogue import sentence
from render.marco_polo_ii.final import final
from render.marco_polo_ii.mat.mat import mat
from render.marco_polo_ii.panels.ask import ask
from render.marco_polo_ii.panels.targets import KINDS, place_of
from render.marco_polo_ii.words.alt import alt
from render.marco_polo_ii.words.report import words
from render.marco_polo_ii.zoom import NAMES, zoom


def _titled(key: str) -> Callable[[str, Look], str]:
    return lambda of, look: sentence(f"title.{key}", look.lang)


def _mat_title(of: str, look: Look) -> str:
    return sentence("title.mat", look.lang, letter=LETTERS[int(of)], name=look.names[int(of)])


def _zoom_title(of: str, look: Look) -> str:
    return sentence(f"zoom.{of}", look.lang)


def _seats(view: View, _seat: int | None) -> Iterable[str]:
    return map(str, range(len(view.mats)))


def _ended(view: View, _seat: int | None) -> Iterable[str]:
    return ("",) if view.phase == "over" else ()


class MarcoPoloArt(Art):
    """Pictures: after the end `final`; `board` (the map), `actions`, `mat:<seat>`, `zoom:<part>`; privately `panel:ask`
    (the question, without one the own things), `panel:board|actions|mat` for what was just done."""

    game = "marco_polo_ii"
    colours = theme.SEAT
    kinds = (
        Kind("final", _titled("final"), lambda view, of, look: final(view, look), _ended),
        Kind("board", _titled("board"), lambda view, of, look: board(view, look)),
        Kind("actions", _titled("actions"), lambda view, of, look: actions(view, look)),
        Kind("mat", _mat_title, mat, _seats),
        Kind("zoom", _zoom_title, zoom, lambda view, seat: NAMES),
        Kind("panel:ask", _titled("ask"), lambda view, of, look: ask(view, look)),
        Kind("panel:mat", _titled("own"), lambda view, of, look: mat(view, str(_viewer(look)), look)),
        Kind("panel:actions", _titled("actions"), lambda view, of, look: actions(view, look)),
        Kind("panel:board", _titled("board"), lambda view, of, look: board(view, look)),
    )

    def alt(self, view: View, picture: str, look: Look) -> str:
        return alt(view, picture, look)

    def words(self, view: View, look: Look) -> str:
        return words(view, look)

    def own(self, view: View, seat: int) -> str:
        return "panel:ask"

    def recent(self, view: View, seat: int) -> tuple[str, ...]:
        return "panel:board", "panel:mat"

    def anchor(self, place: str) -> str:
        """Places of the map lie on it under their own name, whatever they are asked for."""
        if place.partition(":")[0] not in KINDS:
            return place
        where = place_of(place)
        return f"{'city' if where in CONTENT.data.cities else 'oasis'}:{where}"


def _viewer(look: Look) -> int:
    if look.viewer is None:
        raise ValueError("this picture shows the reader's own board: look.viewer must be a seat, got None")
    return look.viewer


ART = MarcoPoloArt()
