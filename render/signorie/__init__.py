"""Signorie: the overview, zooms of it, the player mats, and the private panels."""

from collections.abc import Callable, Iterable

from engines.kernel import LETTERS
from engines.signorie.view import View
from render.kit.art import Art, Kind
from render.kit.look import Look
from render.kit.scene import Scene
from render.signorie.board.overview import board
from render.signorie.board.zoom import PARTS, zoom
from render.signorie.catalogue import sentence
from render.signorie.layout import COLORS
from render.signorie.mat.action import action
from render.signorie.mat.mat import mat
from render.signorie.words.alt import alt
from render.signorie.words.report import words


def _titled(key: str) -> Callable[[str, Look], str]:
    return lambda of, look: sentence(key, look.lang)


def _mat_title(of: str, look: Look) -> str:
    return sentence("title.mat", look.lang, name=f"{LETTERS[int(of)]} {look.names[int(of)]}")


def _zoom_title(of: str, look: Look) -> str:
    return sentence(f"zoom.{of}", look.lang)


def _seats(view: View, _seat: int | None) -> Iterable[str]:
    return map(str, range(len(view.mats)))


def _panel(part: str) -> Kind:
    def draw(view: View, _of: str, look: Look) -> Scene:
        return zoom(view, part, look, private=True)

    return Kind(f"panel:{part}", _titled(f"zoom.{part}"), draw)


class SignorieArt(Art):
    """Pictures: `board`, `mat:<seat>`, `zoom:tracks|arcade|dice`; privately `panel:tracks|arcade|dice|mat|board` and
    `panel:action:<colour>`.
    """

    game = "signorie"
    kinds = (
        Kind("board", _titled("board.title"), lambda view, of, look: board(view, look)),
        Kind("mat", _mat_title, lambda view, of, look: mat(view, int(of), look), _seats),
        Kind("zoom", _zoom_title, zoom, lambda view, seat: PARTS),
        _panel("dice"),
        _panel("arcade"),
        _panel("tracks"),
        Kind(
            "panel:action",
            _titled("action.title"),
            lambda view, of, look: action(view, of, look, _viewer(look)),
            lambda view, seat: COLORS,
        ),
        Kind("panel:mat", _titled("title.own"), lambda view, of, look: mat(view, _viewer(look), look, private=True)),
        Kind("panel:board", _titled("board.title"), lambda view, of, look: board(view, look, private=True)),
    )

    def alt(self, view: View, picture: str, look: Look) -> str:
        return alt(view, picture, look)

    def words(self, view: View, look: Look) -> str:
        return words(view, look)

    def own(self, view: View, seat: int) -> str:
        return f"mat:{seat}"

    def recent(self, view: View, seat: int) -> tuple[str, ...]:
        return "panel:board", "panel:mat"

    def anchor(self, place: str) -> str:
        """Of a walk (`track:clergy:2:4`) the slot where it ends."""
        match place.split(":"):
            case ["track", track, _, end]:
                return f"track:{track}:{end}"
        return place


def _viewer(look: Look) -> int:
    if look.viewer is None:
        raise ValueError("this picture shows the reader's own mat: look.viewer must be a seat, got None")
    return look.viewer


ART = SignorieArt()
