"""Checks for pictures of any state: nodes on the canvas, texts in their boxes, exact colours.

`tests.contract.pictures` defines the checks and applies them to played games; the tests of each game add states that
random play hardly reaches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from render import RenderContext, Scene
from render.kit.colour import build_palette, parse_rgb
from render.kit.icons import unfold_icon
from render.kit.scene import SIZES, Icon, Sprite, describe_node
from tests.contract.pictures.checks import on_canvas, text_fits_max_width, text_is_not_cut
from tests.contract.pictures.picture_sample import PictureSample

Scenes = Iterable[tuple[str, Scene]]
"""Pairs of a description and its picture."""


def build_picture(name: str, scene: Scene) -> PictureSample:
    return PictureSample(name, scene, RenderContext("en", ()))


def list_nodes_outside(scenes: Scenes) -> list[str]:
    """List nodes outside the canvas or their box, and texts not in one of the six sizes. Long names must fit, too."""
    return [f"{name}: {fault}" for name, scene in scenes for fault in _iter_outside(build_picture(name, scene))]


def _iter_outside(picture: PictureSample) -> Iterator[str]:
    yield from on_canvas(picture)
    yield from text_fits_max_width(picture)
    yield from (f"{describe_node(text)} has a size of its own" for text in picture.texts if text.size not in SIZES)


def list_cut_labels(scenes: Scenes) -> list[str]:
    """List labels that end in an ellipsis. Use pictures with names of ordinary length."""
    return [f"{name}: {fault}" for name, scene in scenes for fault in text_is_not_cut(build_picture(name, scene))]


def list_inexact_colours(scenes: Scenes) -> list[str]:
    """List flat colours that are not exactly in the palette of their picture."""
    faults = []
    for name, scene in scenes:
        exact = set(build_palette(scene.theme))
        for node in build_picture(name, scene).visible_nodes:
            faults += [
                f"{name}: {colour} of {describe_node(node)}"
                for colour in _iter_colours(node)
                if parse_rgb(colour) not in exact
            ]
    return faults


def _iter_colours(node: object) -> Iterator[str]:
    match node:
        case Sprite():
            for shape in node.piece.shapes():
                yield from _iter_colours(shape)
        case Icon():
            for shape in unfold_icon(node):
                yield from _iter_colours(shape)
        case _:
            yield from (c for field in ("fill", "edge", "colour") if (c := getattr(node, field, None)))
