"""Which row of the plan: the four rows as large as the picture allows."""

from collections.abc import Iterator

from engines.signorie.view import Mat, PlanRow, View
from render.kit.colour import INK, WHITE
from render.kit.look import Lang, Look
from render.kit.scene import HEAD, KEY, Anchor, Box, Icon, Node, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit
from render.kit.tokens import Seal
from render.signorie import theme
from render.signorie.catalogue import noun, sentence
from render.signorie.layout import LEFT
from render.signorie.mat.layout import ROWS
from render.signorie.mat.mat import shields
from render.signorie.pieces import dentils
from render.signorie.private.head import head

WIDTH, HEIGHT = 1600, 1000
_TOP, _GAP, _W = 136, 18, 747
_H = (HEIGHT - _TOP - 26 - _GAP) / 2


def plan(view: View, look: Look, seat: int) -> Scene:
    """1600 x 1000."""
    player = view.mats[seat]
    live = (*head(player, look.lang, "row"), *(node for row in player.plan for node in _row(row, player, look.lang)))
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, dentils(HEIGHT), live)


def _row(row: PlanRow, player: Mat, lang: Lang) -> Iterator[Node]:
    line, column = divmod(ROWS.index(row.id), 2)
    x, y = LEFT + (_W + _GAP) * column, _TOP + (_H + _GAP) * line
    scores, wedding = row.tiles >= row.minimum, row.id == ROWS[-1]
    paper = WHITE if scores else theme.PANEL
    edge = (theme.DARK_GOLD, 6) if scores else (theme.LINE, 2)
    yield Anchor(f"mat:{player.seat}:row:{row.id}", Spot(x, y, _W, _H, 14, (x + 50, y + 56), 40))
    yield Box(x, y, _W, _H, 14, paper, *edge)
    fill = theme.TERRACOTTA if wedding else theme.SERPENTINE
    yield Box(x + 110, y + 20, 76, 76, 12, fill)
    yield Icon("marriage" if wedding else row.id, x + 148, y + 58, 56, WHITE, fill)
    term = sentence("mat.wedding", lang) if wedding else noun(f"terms.{row.id}", lang).capitalize()
    yield from fit(term, 330, HEAD).runs(x + 206, y + 58, INK, room=340)
    if scores:
        yield Sprite(x + _W - 64, y + 62, Seal(str(row.vp), 48))
    else:
        tally = sentence("mat.of", lang, n=row.tiles, limit=row.minimum)
        yield Text(x + _W - 24, y + 58, tally, KEY, theme.INK_2, "r", room=180)
    k = 1.6
    size = 70.0 if wedding else 96.0
    for node in shields(row.shields, row.face_down, 0, 0, size, paper):
        assert isinstance(node, Sprite)
        yield Sprite(x + 22 + node.x * (_W - 44) / 420, y + 112 + (_H - 112) / 2, node.piece, k)
