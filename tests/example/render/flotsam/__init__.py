"""The pictures of Flotsam: one public board, one private panel."""

from engines.flotsam.view import View

from render import Art, Look, Scene

from . import words
from .board import board, hold


class FlotsamArt(Art):
    """`board` is the overview, `panel:hold` the private picture."""

    game = "flotsam"

    def pictures(self, view: View) -> tuple[str, ...]:
        return ("board",)

    def title(self, picture: str, look: Look) -> str:
        return words.sentence({"board": "board", "panel:hold": "panel"}[picture], look.lang)

    def compose(self, view: View, picture: str, look: Look) -> Scene:
        return {"board": board, "panel:hold": hold}[picture](view, look)

    def alt(self, view: View, picture: str, look: Look) -> str:
        if picture == "board" or look.viewer is None:
            return words.short(view, look)
        mine = words.crates(view.merchants[look.viewer].hold or (), look.lang)
        return words.sentence("private", look.lang, crates=mine, rest=words.head(view, look))[:400]

    def words(self, view: View, look: Look) -> str:
        return words.whole(view, look)

    def panel(self, view: View, seat: int, places: tuple[str, ...], before: object = None) -> str:
        return "panel:hold"

    def own(self, view: View, seat: int) -> str:
        return "panel:hold"


ART = FlotsamArt()
