"""The pictures of Flotsam: one public board, one private panel."""

from engines.flotsam.view import View

from render import Art, Kind, Look

from . import words
from .board import board, hold
from .final import final


def _ended(view: View, _seat: int | None) -> tuple[str, ...]:
    return ("",) if view.crier is None else ()


class FlotsamArt(Art):
    """`board` is the overview, after the end `final`; `panel:hold` the private picture."""

    game = "flotsam"
    kinds = (
        Kind("final", lambda of, look: words.sentence("over", look.lang), final, _ended),
        Kind("board", lambda of, look: words.sentence("board", look.lang), board),
        Kind("panel:hold", lambda of, look: words.sentence("panel", look.lang), hold),
    )

    def alt(self, view: View, picture: str, look: Look) -> str:
        if picture != "panel:hold" or look.viewer is None:
            return words.short(view, look)
        mine = words.crates(view.merchants[look.viewer].hold or (), look.lang)
        return words.sentence("private", look.lang, crates=mine, rest=words.head(view, look))[:400]

    def words(self, view: View, look: Look) -> str:
        return words.whole(view, look)

    def own(self, view: View, seat: int) -> str:
        return "panel:hold"


ART = FlotsamArt()
