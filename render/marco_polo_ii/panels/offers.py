"""Which offer of a book: four rows with jade, yield and the own stock before and after; the next tile beside them."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT, GOODS
from engines.marco_polo_ii.data.types import Gain, Good
from engines.marco_polo_ii.view import Mat, View
from render.kit.colour import INK, WHITE, mix
from render.kit.look import Look
from render.kit.scene import BODY, HEAD, KEY, Anchor, Box, Icon, Node, Scene, Text
from render.kit.spot import Spot
from render.kit.text import fit
from render.marco_polo_ii import theme
from render.marco_polo_ii.actions.books import offers
from render.marco_polo_ii.catalogue import noun, sentence
from render.marco_polo_ii.panels.frame import before_after, belongings, caption, framed, named, question, reader
from render.marco_polo_ii.panels.grid import ASIDE, MAIN, Field, fields
from render.marco_polo_ii.panels.letters import held
from render.marco_polo_ii.pieces.cards import largest
from render.marco_polo_ii.pieces.goods import Run, bundle


def book(view: View, look: Look) -> Scene:
    """The book of the marks."""
    mat, marks = reader(view, look), {mark.place for mark in named(look, "offer")}
    name = next(iter(sorted(marks))).removeprefix("offer:").partition(".")[0]
    good = next(one for one in GOODS if one == name)
    word = noun(f"resources.{good}", look.lang)
    live: list[Node] = [*question(sentence("ask_offer", look.lang, book=word), mat)]
    rows = offers(good, view.offers[good])
    for (key, jade, gain), at in zip(rows, fields(len(rows), MAIN, 1, gap=14, widest=MAIN.w), strict=True):
        live += _row(mat, f"offer:{good}.{key}", jade, gain, at, f"offer:{good}.{key}" in marks, look)
    return framed((*live, *belongings(mat, look), *_next(view, good, look), *held(mat, look, 726)))


def _row(mat: Mat, place: str, jade: int, gain: Gain, at: Field, payable: bool, look: Look) -> Iterator[Node]:
    """What cannot be paid lies dark."""
    ground = WHITE if payable else mix(WHITE, theme.PLUM, 0.62)
    if payable:
        yield Anchor(place, Spot(at.x, at.y, at.w, at.h, 12, (at.x + 8, at.y + 8), 28))
    yield Box(at.x, at.y, at.w, at.h, 12, ground)
    y = at.y + at.h / 2
    if jade:
        yield Box(at.x, at.y, 170, at.h, 12, "#DDEBE2" if payable else ground, corners=(True, False, False, True))
        yield Icon("jade", at.x + 66, y, 66, theme.GOODS["jade"], WHITE)
        yield Text(at.x + 108, y, str(jade), HEAD, INK, room=50)
    else:
        yield from fit(sentence("free", look.lang), 140, KEY).runs(at.x + 85, y, theme.INK_2, "m", room=150)
    run = largest(lambda s, size: bundle(gain, s, size, ground=ground), 490)
    yield from run.at(at.x + 200, y)
    if payable:
        change = {key: getattr(gain, key) for key in theme.GOODS}
        change["jade"] -= jade
        yield from before_after(mat, change, at.x + at.w - 14, y, 400)


def _next(view: View, good: Good, look: Look) -> Iterator[Node]:
    """The tile of the next round, smaller."""
    tile = view.next_offers[good]
    if tile is None:
        return
    top = 476
    yield from caption(sentence("next_round", look.lang), top)
    line = CONTENT.data.offer_tiles[tile]
    for i, (jade, gain) in enumerate(((line.left_jade, line.left), (line.right_jade, line.right))):
        y = top + 100 + 94 * i
        yield Box(ASIDE.x + 20, y - 42, ASIDE.w - 40, 84, 10, mix(theme.PANEL, theme.PLUM_2, 0.12))
        yield Icon("jade", ASIDE.x + 50, y, 36, theme.GOODS["jade"], theme.PANEL)
        yield Text(ASIDE.x + 74, y, str(jade), BODY, INK, room=26)
        yield from _tile_offer(gain).at(ASIDE.x + 116, y)


def _tile_offer(gain: Gain) -> Run:
    return largest(lambda s, size: bundle(gain, s, size), 220, 1)
