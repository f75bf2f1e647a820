"""A good of choice, or what a smoke sprat is played for: large fields with the stock before and after."""

from collections.abc import Iterator, Sequence

from engines.kilia.view import Mat, View
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.panels.frame import Field, framed, grid, lit, means, question
from render.kilia.pieces.board_pieces import ZoneTile
from render.kilia.pieces.goods import THINGS, Ware, held
from render.kilia.words.phrases import short
from render.kit.colour import INK
from render.kit.look import Look
from render.kit.scene import DISPLAY, KEY, Box, Icon, Node, Scene, Sprite
from render.kit.text import fit


def goods(view: View, look: Look) -> Scene:
    """Private: one of the four goods."""
    return _fields(view, look, "which_good", THINGS[1:], "good")


def relief(view: View, look: Look) -> Scene:
    """Private: a coin or one of the four goods for the sprat."""
    return _fields(view, look, "which_relief", THINGS, "relief")


def _fields(view: View, look: Look, key: str, offered: Sequence[str], place: str) -> Scene:
    assert look.viewer is not None
    mat = view.mats[look.viewer]
    have = held(mat)
    live = [*question(sentence(key, look.lang), mat), *means(mat)]
    for thing, field in zip(offered, grid(len(offered), 1), strict=True):
        live.append(field.anchor(f"{place}:{thing}"))
        live.append(Box(field.x, field.y, field.w, field.h, 12, theme.LAMP))
        live.append(Sprite(field.middle, field.y + 210, Ware(thing, 220, 0, theme.LAMP)))
        text = fit(f"{have[thing]} → {have[thing] + 1}", field.w - 24, DISPLAY)
        live += text.runs(field.middle, field.y + 420, INK, "m", field.w - 8)
        live.append(Box(field.x + 24, field.y + 500, field.w - 48, 3, 1, theme.LINE_2))
        live += _next(mat, thing, field, look)
    return framed(tuple(live))


def _next(mat: Mat, thing: str, field: Field, look: Look) -> Iterator[Node]:
    """The next card of the good's zone: what is there of it with one more, and whether that is enough."""
    zone = next((zone for zone in mat.zones if zone.good == thing), None)
    if zone is None:
        return
    y = field.y + 580
    yield Sprite(field.x + 64, y, ZoneTile(zone.id, 72))
    if zone.cost is None:
        words = fit(sentence("complete", look.lang), field.w - 140, KEY)
        yield from words.runs(field.x + 120, y, theme.INK_2, room=field.w - 130)
        return
    have = {good: number + (good == thing) for good, number in held(mat).items()}
    shown = lit([thing] * zone.cost, have)
    pitch = min(64, (field.w - 130) / zone.cost)
    for i, there in enumerate(shown):
        yield Sprite(field.x + 146 + pitch * i, y, Ware(thing, min(58, pitch), 0 if there else 0.7, theme.LAMP))
    y = field.y + 690
    if all(shown):
        yield Icon("check", field.middle, y, 60, INK, theme.LAMP)
    else:
        words = fit(short([thing] * shown.count(False), look.lang), field.w - 40, KEY)
        yield from words.runs(field.middle, y, theme.BRICK, "m", field.w - 20)
