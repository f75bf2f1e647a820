"""Signorie: the overview, zooms of it, the player mats, and the private panels."""

from engines.kernel import LETTERS
from engines.signorie.view import View
from render.kit.art import Art
from render.kit.look import Look
from render.kit.scene import Scene
from render.signorie.board import zoom
from render.signorie.board.overlay import compared
from render.signorie.board.overview import board
from render.signorie.catalogue import sentence
from render.signorie.layout import COLORS
from render.signorie.mat.action import action
from render.signorie.mat.mat import mat
from render.signorie.panels import panel
from render.signorie.words.alt import alt
from render.signorie.words.report import words


class SignorieArt(Art):
    """Pictures: `board`, `mat:<seat>`, `zoom:tracks|arcade|dice`; privately `panel:tracks|arcade|dice|mat|board` and
    `panel:action:<colour>`.
    """

    game = "signorie"

    def pictures(self, view: View) -> tuple[str, ...]:
        mats = (f"mat:{mat.seat}" for mat in view.mats)
        return ("board", *mats, *(f"zoom:{part}" for part in zoom.PARTS))

    def title(self, picture: str, look: Look) -> str:
        lang = look.lang
        match picture.split(":"):
            case ["board"] | ["panel", "board"]:
                return sentence("board.title", lang)
            case ["mat", seat]:
                return sentence("title.mat", lang, name=f"{LETTERS[int(seat)]} {look.names[int(seat)]}")
            case ["panel", "mat"]:
                return sentence("title.own", lang)
            case ["zoom" | "panel", part] if part in zoom.PARTS:
                return sentence(f"zoom.{part}", lang)
            case ["panel", "action", color] if color in COLORS:
                return sentence("action.title", lang)
        raise KeyError(f"Signorie has no picture {picture!r}")

    def compose(self, view: View, picture: str, look: Look) -> Scene:
        match picture.split(":"):
            case ["board"]:
                return board(view, look)
            case ["panel", "board"]:
                return board(view, look, private=True)
            case ["mat", seat] if seat.isdigit() and int(seat) < len(view.mats):
                return mat(view, int(seat), look)
            case ["panel", "mat"]:
                return mat(view, _viewer(look), look, private=True)
            case ["panel", "action", color] if color in COLORS:
                return action(view, color, look, _viewer(look))
            case ["zoom", part] if part in zoom.PARTS:
                return zoom.zoom(view, part, look)
            case ["panel", part] if part in zoom.PARTS:
                return zoom.zoom(view, part, look, private=True)
        raise KeyError(f"Signorie has no picture {picture!r}")

    def alt(self, view: View, picture: str, look: Look) -> str:
        return alt(view, picture, look)

    def words(self, view: View, look: Look) -> str:
        return words(view, look)

    def panel(self, view: View, seat: int, places: tuple[str, ...], before: object = None) -> str:
        return panel(view, seat, places, compared(before))

    def own(self, view: View, seat: int) -> str:
        return f"mat:{seat}"


def _viewer(look: Look) -> int:
    if look.viewer is None:
        raise ValueError("this picture shows the reader's own mat: look.viewer must be a seat, got None")
    return look.viewer


ART = SignorieArt()
