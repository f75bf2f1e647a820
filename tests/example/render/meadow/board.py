"""The pictures: header, what each flower fetches, one row for each seat; or, in private, the reader's cards."""

from collections.abc import Iterator, Sequence

from engines.meadow.view import View

from render import Lang, Look, Scene
from render.kit.colour import INK, WHITE
from render.kit.marks.notice import notice
from render.kit.scene import BODY, DETAIL, HEAD, KEY, Anchor, Box, Node, Nodes, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, fit_all
from render.kit.tokens import Coin, Seal, SeatToken

from . import theme, words
from .theme import Fetches, Flower
from .words import noun, sentence

WIDTH, HEIGHT = 1600, 900
DEMAND, ROWS = 140, 500  # top edges


def board(view: View, _of: str, look: Look) -> Scene:
    """Public: everything but hands and baskets (hands are open at the end)."""
    live = (*header(view, look), *demand(view, look.lang), *laid_out(view, look.lang), *rows(view, look))
    return scene(theme.GRASS, live)


def hand(view: View, _of: str, look: Look) -> Scene:
    """Private: the basket before the reader and the hand, under what the flowers fetch."""
    live = [*notice(sentence("notice", look.lang), theme.DUSK), *demand(view, look.lang)]
    if look.viewer is not None:
        mine = view.keepers[look.viewer]
        live.append(Sprite(96, ROWS + 70, Coin(str(mine.honey), 44)))
        live.append(Text(44, ROWS + 160, sentence("honey", look.lang), BODY, WHITE, room=200))
        live.append(Text(300, ROWS + 40, sentence("basket", look.lang), KEY, WHITE, room=380))
        live += cards(view.basket, 370, ROWS + 200, 200, 170)
        live.append(Text(860, ROWS + 40, sentence("hand", look.lang), KEY, WHITE, room=380))
        held = mine.hand or ()
        live += cards(held, 930, ROWS + 200, 200, min(170, 560 / max(1, len(held) - 1)))
        if view.top is not None:
            live.append(Text(1330, ROWS + 40, sentence("pile", look.lang), KEY, WHITE, room=220))
            live.append(Sprite(1520, ROWS + 40, Flower(view.top, 64)))
    return scene(theme.NIGHT, tuple(live))


def scene(ground: str, live: Nodes) -> Scene:
    paper = Box(20, 124, 1560, HEIGHT - 144, 22, ground, corners=(False, False, True, True))
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.DUSK, (paper,), live)


def header(view: View, look: Look) -> Nodes:
    left = Text(44, 68, words.time(view, look.lang), HEAD, WHITE, room=700)
    pile = (Sprite(800, 68, Flower(None, 72)), Text(844, 68, f"×{view.pile}", KEY, WHITE, room=120))
    turn = fit(words.whose(view, look), 500, KEY)
    pill = Box(1000, 30, 568, 76, 38, WHITE)
    return (left, *pile, pill, *turn.runs(1034, 68, INK, room=510))


def demand(view: View, lang: Lang) -> Iterator[Node]:
    """A tag for each flower. Options `flower:<id>` lie here; what it fetches changes."""
    for i, (flower, honey) in enumerate(view.demand.items()):
        x = 44 + 510 * i
        yield Anchor(f"flower:{flower}", Spot(x, DEMAND, 492, 226, 12, (x + 24, DEMAND + 24)), honey, part="demand")
        yield Box(x, DEMAND, 492, 226, 12, theme.PANEL, theme.LINE, 2)
        yield Sprite(x + 150, DEMAND + 92, Flower(flower, 144))
        yield Text(x + 150, DEMAND + 196, noun(f"flowers.{flower}", lang), BODY, INK, "m", room=270)
        yield Sprite(x + 380, DEMAND + 112, Fetches(honey, 66))


def laid_out(view: View, lang: Lang) -> Iterator[Node]:
    """The discards, which come back when the pile is empty."""
    yield Text(44, DEMAND + 290, sentence("discard", lang), DETAIL, theme.INK_2, room=220)
    yield from cards(view.discard, 240, DEMAND + 290, 72, min(60, 1280 / max(1, len(view.discard) - 1)))


def rows(view: View, look: Look) -> Iterator[Node]:
    """Seat, name, honey, cards in hand; at the end the points."""
    totals = {score.seat: score.total for score in view.scores}
    names = fit_all(look.names[: len(view.keepers)], 300, BODY)
    for seat, bench in enumerate(view.keepers):
        y = ROWS + 86 * seat
        yield Anchor(
            f"seat:{seat}", Spot(44, y, 1512, 78, 12), (bench.color, bench.honey, bench.held, bench.hand), part="seats"
        )
        yield Box(44, y, 1512, 78, 12, theme.PANEL, theme.LINE, 2)
        yield Sprite(92, y + 39, SeatToken(seat, theme.SEATS[bench.color], 27))
        yield from names[seat].runs(138, y + 39, INK, room=300)
        yield Sprite(520, y + 39, Coin(str(bench.honey), 31))
        shown: Sequence[str | None] = bench.hand if view.scores and bench.hand else (None,) * bench.held
        yield from cards(shown, 640, y + 39, 62, min(60, 680 / max(1, len(shown) - 1)))
        if seat in totals:
            yield Sprite(1500, y + 39, Seal(str(totals[seat]), 36))


def cards(flowers: Sequence[str | None], x: float, y: float, size: float, pitch: float) -> Iterator[Node]:
    """Cards side by side; the first stands on (x, y)."""
    return (Sprite(x + pitch * i, y, Flower(flower, size)) for i, flower in enumerate(flowers))
