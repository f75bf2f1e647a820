"""What a character has in front of it: Filippo's outpost tiles. Donata's tokens lie with the dice."""

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import Mat
from render.kit.scene import MICRO, Poly
from render.marco_polo_ii import theme
from render.marco_polo_ii.pieces.goods import Run, bundle, row


def kept(one: Mat) -> Run:
    """Pennants; of many only as many as fit, all of them smaller."""
    small = len(one.outposts) > 4
    return row([_pennant(tile, 20 if small else 26) for tile in one.outposts[:6]], 4)


def _pennant(tile: str, s: float) -> Run:
    inner = bundle(CONTENT.data.outposts[tile].reward, s, MICRO, ones=False, ground=theme.OUTPOST)
    w = inner.w + 26
    flag = Poly(((1, -22), (w, -22), (w - 10, 0), (w, 22), (1, 22)), theme.OUTPOST, theme.JADE_EDGE, 2)
    return Run((flag, *inner.at(7, 0)), w)
