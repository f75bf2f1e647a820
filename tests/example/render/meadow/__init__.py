"""The pictures of Meadow: a public board and a private panel."""

from engines.meadow.view import View

from render import kit

from . import words
from .board import draw_board, draw_hand


class MeadowArt(kit.Art):
    """`board` is the overview, `panel:hand` the private picture."""

    game = "meadow"
    kinds = (
        kit.PictureKind("board", lambda suffix, ctx: words.render_message("board", ctx.lang), draw_board),
        kit.PictureKind("panel:hand", lambda suffix, ctx: words.render_message("panel", ctx.lang), draw_hand),
    )

    def describe_picture(self, view: View, picture: str, ctx: kit.RenderContext) -> str:
        if picture == "board" or ctx.viewer is None:
            return words.describe_briefly(view, ctx)
        return f"{words.describe_private(view, ctx)} {words.describe_briefly(view, ctx)}"[:400]

    def describe_board(self, view: View, ctx: kit.RenderContext) -> str:
        return words.describe_board(view, ctx)

    def find_own_picture(self, view: View, seat: int) -> str:
        return "panel:hand"


ART = MeadowArt()
