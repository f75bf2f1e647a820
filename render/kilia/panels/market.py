"""Where a merchant stands: the pyramid large, and beside it what every space gives."""

from collections.abc import Iterator

from engines.kilia.data.content import CONTENT
from engines.kilia.view import Mat, Stall, View
from render.kilia import theme
from render.kilia.catalogue import noun, sentence
from render.kilia.mat.market import LEFT, PLACES, TOP, stalls
from render.kilia.panels.frame import framed, means, question
from render.kilia.pieces.board_pieces import Stall as StallPiece
from render.kilia.pieces.bonuses import bonus
from render.kit.colour import WHITE
from render.kit.look import Look
from render.kit.scene import BODY, HEAD, KEY, Box, Icon, Node, Scene, Sprite, Text, place
from render.kit.text import Fitted, fit, fit_all

SCALE = 1.58
ROW = 129


def market(view: View, look: Look) -> Scene:
    """Private: a space for the merchant that was chosen."""
    assert look.viewer is not None
    mat = view.mats[look.viewer]
    live = [*question(sentence("which_space", look.lang), mat), *means(mat)]
    live += [place(node, 60 - SCALE * LEFT, 152 - SCALE * (TOP + 6), SCALE) for node in stalls(mat, theme.TAR)]
    rows = sorted(mat.market, key=lambda stall: PLACES[stall.space][::-1])  # as the numbers on the pyramid run
    words = fit_all([_words(mat, stall, look) for stall in rows], 404, KEY, 1)
    for r, (stall, name) in enumerate(zip(rows, words, strict=True)):
        live += _row(stall, name, 142 + (ROW + 6) * r, look)
    return framed(tuple(live))


def _row(stall: Stall, name: Fitted, y: float, look: Look) -> Iterator[Node]:
    """Its name, what the first merchant gets or whom a further one covers, and how often it works."""
    x, middle = 948, y + ROW / 2
    ink = WHITE if stall.open else theme.DIM
    yield Box(x, y, 608, ROW, 12, theme.TAR_2)
    yield Text(x + 14, middle, stall.space, HEAD, ink, room=90)
    if stall.good is None:
        yield from bonus(stall, x + 144, middle, 78, ink, theme.TAR_2)
    else:
        yield Sprite(x + 144, middle, StallPiece(stall.good, 84))
    yield from name.runs(x + 196, middle - 26, ink, room=408)
    uses = fit(sentence("uses", look.lang, n=stall.uses), 300, BODY)
    yield from uses.runs(x + 196, middle + 30, theme.MUTED if stall.open else theme.DIM, room=310)
    if not stall.open:
        yield Icon("lock", x + 572, middle, 40, theme.DIM, theme.TAR_2)


def _words(mat: Mat, stall: Stall, look: Look) -> str:
    if stall.good is not None:
        return sentence("covers", look.lang, good=noun(f"goods.{stall.good}", look.lang).lower())
    more = CONTENT.data.rules.bonus_coins
    return sentence(f"bonus.{stall.bonus}", look.lang, was=mat.coins, now=mat.coins + more)
