"""What holds for pictures of any state, drawn by hand or by play: on their canvas, in their boxes, in exact colours.

`tests.contract.pictures` has the checks, and plays games for them; games add the states that play hardly reaches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from render import Look, Scene
from render.kit.colour import palette, rgb
from render.kit.icons import unfold
from render.kit.scene import SIZES, Icon, Sprite, line
from tests.contract.pictures.checks import in_its_room, not_cut, on_canvas
from tests.contract.pictures.shown import Shown

Scenes = Iterable[tuple[str, Scene]]
"""Pictures with what they show."""


def shown(name: str, scene: Scene) -> Shown:
    return Shown(name, scene, Look("en", ()))


def outside(scenes: Scenes) -> list[str]:
    """What leaves its canvas or its box, or is set in another size than the six. Also long names have to fit."""
    return [f"{name}: {fault}" for name, scene in scenes for fault in _outside(shown(name, scene))]


def _outside(picture: Shown) -> Iterator[str]:
    yield from on_canvas(picture)
    yield from in_its_room(picture)
    yield from (f"{line(text)} has a size of its own" for text in picture.texts if text.size not in SIZES)


def cut(scenes: Scenes) -> list[str]:
    """Labels that end in an ellipsis; draw them with ordinary names."""
    return [f"{name}: {fault}" for name, scene in scenes for fault in not_cut(shown(name, scene))]


def inexact(scenes: Scenes) -> list[str]:
    """Flat colours that the palette of their picture does not hold exactly."""
    found = []
    for name, scene in scenes:
        exact = set(palette(scene.theme))
        for node in shown(name, scene).painted:
            found += [f"{name}: {colour} of {line(node)}" for colour in _colours(node) if rgb(colour) not in exact]
    return found


def _colours(node: object) -> Iterator[str]:
    match node:
        case Sprite():
            for shape in node.piece.shapes():
                yield from _colours(shape)
        case Icon():
            for shape in unfold(node):
                yield from _colours(shape)
        case _:
            yield from (c for field in ("fill", "edge", "colour") if (c := getattr(node, field, None)))
