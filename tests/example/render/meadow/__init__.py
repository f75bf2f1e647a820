"""The pictures of Meadow: one public board, one private panel."""

from engines.meadow.view import View

from render import Art, Kind, Look

from . import words
from .board import board, hand


class MeadowArt(Art):
    """`board` is the overview, `panel:hand` the private picture."""

    game = "meadow"
    kinds = (
        Kind("board", lambda of, look: words.sentence("board", look.lang), board),
        Kind("panel:hand", lambda of, look: words.sentence("panel", look.lang), hand),
    )

    def alt(self, view: View, picture: str, look: Look) -> str:
        if picture == "board" or look.viewer is None:
            return words.short(view, look)
        return f"{words.private(view, look)} {words.short(view, look)}"[:400]

    def words(self, view: View, look: Look) -> str:
        return words.whole(view, look)

    def own(self, view: View, seat: int) -> str:
        return "panel:hand"


ART = MeadowArt()
