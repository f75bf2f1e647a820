"""Functions that break a picture: they change, replace or add nodes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from render.kit.marks.badges import AuthorBadge
from render.kit.scene import Node, Sprite, TextRun
from tests.contract.pictures.picture_sample import PictureSample

Fault = Callable[[PictureSample], PictureSample]


def change_nodes(sample: PictureSample, change: Callable[[Node], Node | None]) -> PictureSample:
    """Return the picture with every node of its upper layer changed, or left out where `change` returns None."""
    live = tuple(new for node in sample.scene.live_part if (new := change(node)) is not None)
    return replace(sample, scene=replace(sample.scene, live_part=live))


def replace_node(sample: PictureSample, old: Node, new: Node | None) -> PictureSample:
    return change_nodes(sample, lambda node: new if node is old else node)


def add_node(sample: PictureSample, node: Node, before: bool = False) -> PictureSample:
    """Return the picture with one more node, on top or (`before`) lowest in the upper layer."""
    live = (node, *sample.scene.live_part) if before else (*sample.scene.live_part, node)
    return replace(sample, scene=replace(sample.scene, live_part=live))


def find_longest_text(sample: PictureSample) -> TextRun:
    return max((node for node in sample.scene.live_part if isinstance(node, TextRun)), key=lambda text: len(text.text))


def is_author_badge(node: Node) -> bool:
    return isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge)
