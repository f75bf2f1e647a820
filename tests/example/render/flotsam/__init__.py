"""The pictures of Flotsam: one public board, one private panel."""

from engines.flotsam.view import View

from render import Art, Kind, Look

from . import words
from .board import board, hold


class FlotsamArt(Art):
    """`board` is the overview, `panel:hold` the private picture."""

    game = "flotsam"
    kinds = (
        Kind("board", lambda of, look: words.sentence("board", look.lang), board),
        Kind("panel:hold", lambda of, look: words.sentence("panel", look.lang), hold),
    )

    def alt(self, view: View, picture: str, look: Look) -> str:
        if picture == "board" or look.viewer is None:
            return words.short(view, look)
        mine = words.crates(view.merchants[look.viewer].hold or (), look.lang)
        return words.sentence("private", look.lang, crates=mine, rest=words.head(view, look))[:400]

    def words(self, view: View, look: Look) -> str:
        return words.whole(view, look)

    def own(self, view: View, seat: int) -> str:
        return "panel:hold"


ART = FlotsamArt()
