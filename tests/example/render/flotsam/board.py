"""The pictures: header, prices, what lies ashore, one row for each seat; or, in private, the reader's hold."""

from collections.abc import Iterator, Sequence

from engines.flotsam.view import View

from render import Lang, Look, Scene
from render.kit.colour import INK, WHITE
from render.kit.marks.notice import notice
from render.kit.race import Race, race
from render.kit.scene import BODY, DETAIL, HEAD, KEY, Anchor, Box, Node, Nodes, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, fit_all
from render.kit.tokens import Coin, Seal, SeatToken

from . import theme
from .theme import Crate, Price
from .words import noun, sentence

WIDTH, HEIGHT = 1600, 1000
PRICES, SHORE, ROWS = 140, 384, 632  # top edges


def board(view: View, _of: str, look: Look) -> Scene:
    """Public: everything but the holds (which are open at the end)."""
    live = (*header(view, look), *prices(view, look.lang), *shore(view, look), *coins(view), *rows(view, look))
    return scene(theme.SAND, live)


def hold(view: View, _of: str, look: Look) -> Scene:
    """Private: the reader's coins and hold, under the crate ashore and the prices with the numbers of the options."""
    live = [*notice(sentence("notice", look.lang), theme.SEA), *prices(view, look.lang), *shore(view, look)]
    if look.viewer is not None:
        purse = view.merchants[look.viewer]
        mine = purse.hold or ()
        live.append(Sprite(96, 70 + ROWS, Coin(str(purse.coins), 44)))
        live.append(Text(44, 160 + ROWS, sentence("coins", look.lang), BODY, WHITE, room=240))
        live.append(Text(300, 60 + ROWS, sentence("panel", look.lang), HEAD, WHITE, room=1200))
        live += crates(mine, 400, ROWS + 216, 180, min(220, 1000 / max(1, len(mine) - 1)))
    return scene(theme.NIGHT, tuple(live))


def scene(ground: str, live: Nodes) -> Scene:
    paper = Box(20, 124, 1560, 856, 22, ground, corners=(False, False, True, True))
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.SEA, (paper,), live)


def header(view: View, look: Look) -> Nodes:
    title = sentence("round", look.lang, n=view.round, of=view.rounds)
    pile = (Sprite(720, 68, Crate(None, 60)), Text(764, 68, f"×{view.pile}", KEY, WHITE, room=120))
    left = Text(44, 68, title, HEAD, WHITE, room=600)
    if view.crier is None:
        seat, key = view.scores[0].seat, "winner"
    else:
        seat, key = view.crier, "crier"
    words = fit(sentence(key, look.lang, name=look.names[seat]), 480, KEY)
    token = SeatToken(seat, theme.SEATS[view.merchants[seat].color], 27)
    pill = Box(960, 30, 608, 76, 38, WHITE)
    return (left, *pile, pill, Sprite(1006, 68, token), *words.runs(1050, 68, INK, room=490))


def prices(view: View, lang: Lang) -> Iterator[Node]:
    """A tag for each good. Options `good:<id>` lie here; another price is a change."""
    for i, (good, price) in enumerate(view.prices.items()):
        x = 44 + 382 * i
        yield Anchor(f"good:{good}", Spot(x, PRICES, 366, 226, 12, (x + 22, PRICES + 22)), price, part="prices")
        yield Box(x, PRICES, 366, 226, 12, theme.PANEL, theme.LINE, 2)
        yield Sprite(x + 104, PRICES + 92, Crate(good, 128))
        yield Text(x + 104, PRICES + 190, noun(f"goods.{good}", lang), BODY, INK, "m", room=190)
        yield Sprite(x + 268, PRICES + 112, Price(price, 66))


def shore(view: View, look: Look) -> Nodes:
    """The water's edge: the crate under the hammer, and those that the sea took back."""
    water = Box(44, SHORE, 1512, 168, 12, theme.WATER)
    lost = Text(1020, SHORE + 38, sentence("lost", look.lang), DETAIL, theme.MUTED, room=500)
    gone = crates(view.sea, 1050, SHORE + 108, 64, min(74, 440 / max(1, len(view.sea) - 1)))
    if view.lot is None:
        return (water, Text(84, SHORE + 84, sentence("calm", look.lang), KEY, theme.MUTED, room=860), lost, *gone)
    words = sentence("ashore", look.lang, lot=noun(f"goods.{view.lot}", look.lang))
    lot = (Sprite(170, SHORE + 84, Crate(view.lot, 132)), Text(296, SHORE + 84, words, HEAD, WHITE, room=680))
    return (water, *lot, lost, *gone)


def coins(view: View) -> Iterator[Node]:
    """Who has most coins, on a line: the crates are counted at the end only."""
    points = {seat: purse.coins for seat, purse in enumerate(view.merchants)}
    colours = {seat: theme.SEATS[purse.color] for seat, purse in enumerate(view.merchants)}
    return race(Race(64, 1536, ROWS - 34, points, colours, theme.LINE, theme.INK_2, {}))


def rows(view: View, look: Look) -> Iterator[Node]:
    """Seat, name, coins, quay, hold; at the end the points."""
    totals = {score.seat: score.total for score in view.scores}
    names = fit_all(look.names[: len(view.merchants)], 250, BODY)
    for seat, purse in enumerate(view.merchants):
        y = ROWS + 86 * seat
        yield Anchor(f"seat:{seat}", Spot(44, y, 1512, 78, 12), (purse.coins, purse.quay, purse.held), part="seats")
        yield Box(44, y, 1512, 78, 12, theme.PANEL, theme.LINE, 2)
        yield Sprite(92, y + 39, SeatToken(seat, theme.SEATS[purse.color], 27))
        yield from names[seat].runs(138, y + 39, INK, room=250)
        yield Sprite(446, y + 39, Coin(str(purse.coins), 31))
        yield Text(510, y + 39, sentence("quay", look.lang), DETAIL, theme.INK_2, room=80)
        yield from crates(purse.quay, 628, y + 39, 56, min(64, 430 / max(1, len(purse.quay) - 1)))
        yield Text(1130, y + 39, sentence("hold", look.lang), DETAIL, theme.INK_2, room=90)
        shown = purse.hold if view.crier is None and purse.hold is not None else (None,) * purse.held
        yield from crates(shown, 1254, y + 39, 56, 64)
        if seat in totals:
            yield Sprite(1500, y + 39, Seal(str(totals[seat]), 36))


def crates(goods: Sequence[str | None], x: float, y: float, size: float, pitch: float) -> Iterator[Node]:
    """Crates side by side; the first stands on (x, y)."""
    return (Sprite(x + pitch * i, y, Crate(good, size)) for i, good in enumerate(goods))
