"""Characters and route tiles: cards of which one is chosen."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, HEAD, KEY, Anchor, Box, Node, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, fit_all, paragraph
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import noun, sentence
from render.marco_polo_ii.panels.frame import framed, named, question, reader
from render.marco_polo_ii.panels.grid import WHOLE, Field, fields
from render.marco_polo_ii.pieces.people import CrestShield


def characters(view: View, look: Look) -> Scene:
    """The characters that are left, each with what it does; who comes after the reader."""
    marks = named(look, "character")
    live: list[Node] = [*question(sentence("ask_character", look.lang), reader(view, look))]
    area = WHOLE
    n = len(marks)
    places = fields(n, area, n if n <= 3 else 2 if n == 4 else 3, gap=16, tallest=600, widest=760)
    names = fit_all(
        [noun(f"characters.{mark.place.partition(':')[2]}", look.lang) for mark in marks], places[0].w - 110, KEY, 2
    )
    for mark, at, name in zip(marks, places, names, strict=True):
        ident = mark.place.removeprefix("character:")
        live.append(Anchor(mark.place, Spot(at.x, at.y, at.w, at.h, 12, (at.x + 8, at.y + 8), 34)))
        live.append(Box(at.x, at.y, at.w, at.h, 12, WHITE))
        live.append(Box(at.x, at.y, at.w, 100, 12, theme.PLUM_2, corners=(True, True, False, False)))
        live += name.runs(at.x + 58, at.y + 50, WHITE, room=at.w - 76)
        live += _power(ident, at, look)
    return framed(live)


def _power(ident: str, at: Field, look: Look) -> Iterator[Node]:
    text = noun(f"powers.{ident}", look.lang)
    room = at.w - 52
    for size in (HEAD, KEY, BODY, DETAIL):
        fitted = paragraph(text, room, size)
        if len(fitted.lines) * 1.3 * size <= at.h - 140 and not fitted.cut:
            break
    top = at.y + 100 + (at.h - 100) / 2 - 1.3 * fitted.size * (len(fitted.lines) - 1) / 2
    for i, line in enumerate(fitted.lines):
        yield Text(at.x + 28, top + 1.3 * fitted.size * i, line, fitted.size, INK, room=room)


def tiles(view: View, look: Look) -> Scene:
    """Route tiles, of which one is returned."""
    marks = named(look, "tile")
    live: list[Node] = [*question(sentence("ask_tile", look.lang), reader(view, look))]
    area = WHOLE
    for mark, at in zip(marks, fields(len(marks), area, 2, gap=24, tallest=420, widest=744), strict=True):
        one, other = CONTENT.data.route_tiles[mark.place.removeprefix("tile:")].crests
        live.append(Anchor(mark.place, Spot(at.x, at.y, at.w, at.h, 12, (at.x + 8, at.y + 8), 34)))
        live.append(Box(at.x, at.y, at.w, at.h, 12, WHITE))
        for i, crest in enumerate((one, other)):
            x = at.x + at.w * (0.3 + 0.4 * i)
            word = noun(f"crests.{crest}", look.lang)
            live.append(Sprite(x, at.y + 180, CrestShield(crest, 200)))
            live += fit(word[:1].upper() + word[1:], 280, KEY).runs(x, at.y + 340, INK, "m", room=280)
    return framed(live)
