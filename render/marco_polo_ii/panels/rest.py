"""When the main action is taken: what may still be done before the turn ends, as large as there is room."""

from collections.abc import Iterator

from engines.marco_polo_ii.view import Mat, View
from render.kit.look import Look, Mark
from render.kit.scene import Anchor, Node, Scene
from render.kit.spot import Spot
from render.marco_polo_ii.catalogue import sentence
from render.marco_polo_ii.panels.asides import beside, chip
from render.marco_polo_ii.panels.frame import belongings, framed, question, reader
from render.marco_polo_ii.panels.grid import WHOLE, Field, fields
from render.marco_polo_ii.panels.letters import held as held_letters
from render.marco_polo_ii.panels.letters import letter


def rest(view: View, look: Look) -> Scene:
    """Contracts that can be fulfilled first, then the other bonus actions."""
    mat, marks = reader(view, look), beside(look)
    held = [mark for mark in marks if mark.place.startswith("held:")]
    others = [mark for mark in marks if mark not in held]
    live: list[Node] = [*question(sentence("ask_end", look.lang), mat)]
    live += (*belongings(mat, look), *held_letters(mat, look))
    top = float(WHOLE.y)
    if held:
        area = Field(WHOLE.x, WHOLE.y, 1110, 430 if others else WHOLE.h)
        for mark, at in zip(held, fields(len(held), area, 2, gap=18, tallest=430, widest=430), strict=True):
            live += _contract(mat, mark, at)
        top = WHOLE.y + 452
    area = Field(WHOLE.x, top, 1110, WHOLE.foot - top)
    columns = 2 if len(others) <= 4 and not held else 3 if len(others) <= 9 else 4
    for mark, at in zip(others, fields(len(others), area, columns, gap=14, tallest=262), strict=True):
        live += chip(mat, mark, at, look)
    return framed(live)


def _contract(mat: Mat, mark: Mark, at: Field) -> Iterator[Node]:
    yield Anchor(mark.place, Spot(at.x, at.y, at.w, at.h, 8, (at.x + 14, at.y + 14), 30))
    yield from letter(mark.place.removeprefix("held:"), at, mat)
