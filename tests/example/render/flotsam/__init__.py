"""The pictures of Flotsam: a public board, the final result, and a private panel."""

from engines.flotsam.view import View

from render import kit

from . import words
from .board import draw_board, draw_hold
from .final import draw_final


def _list_final_pages(view: View, _seat: int | None) -> tuple[str, ...]:
    return ("",) if view.crier is None else ()


class FlotsamArt(kit.Art):
    """`board` is the overview, `final` the picture after the end, `panel:hold` the private picture."""

    game = "flotsam"
    kinds = (
        kit.PictureKind(
            "final", lambda suffix, ctx: words.render_message("over", ctx.lang), draw_final, _list_final_pages
        ),
        kit.PictureKind("board", lambda suffix, ctx: words.render_message("board", ctx.lang), draw_board),
        kit.PictureKind("panel:hold", lambda suffix, ctx: words.render_message("panel", ctx.lang), draw_hold),
    )

    def describe_picture(self, view: View, picture: str, ctx: kit.RenderContext) -> str:
        if picture != "panel:hold" or ctx.viewer is None:
            return words.describe_briefly(view, ctx)
        mine = words.count_crates(view.merchants[ctx.viewer].hold or (), ctx.lang)
        return words.render_message("private", ctx.lang, crates=mine, rest=words.describe_situation(view, ctx))[:400]

    def describe_board(self, view: View, ctx: kit.RenderContext) -> str:
        return words.describe_board(view, ctx)

    def find_own_picture(self, view: View, seat: int) -> str:
        return "panel:hold"


ART = FlotsamArt()
