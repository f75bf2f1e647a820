"""Quo Vadis: the overview with the map, the war, the seats' mats, and what only a reader sees."""

from collections.abc import Callable, Iterable

from engines.kernel import LETTERS
from engines.quo_vadis.view import View
from render.kit.art import Art, Kind
from render.kit.look import Look
from render.quo_vadis.board.mat import mat
from render.quo_vadis.board.overview import board, question, world
from render.quo_vadis.board.war import war
from render.quo_vadis.catalogue import sentence
from render.quo_vadis.private.hand import hand, own_tracks
from render.quo_vadis.words.alt import alt
from render.quo_vadis.words.report import words


def _titled(key: str) -> Callable[[str, Look], str]:
    return lambda of, look: sentence(f"title.{key}", look.lang)


def _mat_title(of: str, look: Look) -> str:
    return sentence("title.mat", look.lang, name=f"{LETTERS[int(of)]} {look.names[int(of)]}")


def _seats(view: View) -> Iterable[str]:
    return map(str, range(len(view.players)))


def _in_war(view: View) -> Iterable[str]:
    return ("",) if view.turn is not None and view.turn.war is not None and not view.scores else ()


class QuoVadisArt(Art):
    """Pictures: `board`, `war` while there is one, `mat:<seat>`, `map`; privately `panel:tracks|hand|question`."""

    game = "quo_vadis"
    kinds = (
        Kind("board", _titled("board"), lambda view, of, look: board(view, look)),
        Kind("war", _titled("war"), lambda view, of, look: war(view, look), lambda view, seat: _in_war(view)),
        Kind("mat", _mat_title, mat, lambda view, seat: _seats(view)),
        Kind("map", _titled("map"), lambda view, of, look: world(view)),
        Kind("panel:tracks", _titled("tracks"), lambda view, of, look: own_tracks(view, look)),
        Kind("panel:hand", _titled("hand"), lambda view, of, look: hand(view, look)),
        Kind("panel:question", _titled("question"), lambda view, of, look: question(view, look)),
    )

    def alt(self, view: View, picture: str, look: Look) -> str:
        return alt(view, picture, look)

    def words(self, view: View, look: Look) -> str:
        return words(view, look)

    def own(self, view: View, seat: int) -> str:
        return "panel:hand"

    def recent(self, view: View, seat: int) -> tuple[str, ...]:
        return "panel:question", "panel:hand", "panel:tracks"


ART = QuoVadisArt()
