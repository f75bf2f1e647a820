"""How a picture is broken: nodes changed, replaced, added."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from render.kit.scene import Node, Sprite, Text
from render.kit.tokens import Tick
from tests.contract.pictures.shown import Shown

Fault = Callable[[Shown], Shown]


def each(shown: Shown, change: Callable[[Node], Node | None]) -> Shown:
    """The picture with every node of its upper layer changed, or left out."""
    live = tuple(new for node in shown.scene.live if (new := change(node)) is not None)
    return replace(shown, scene=replace(shown.scene, live=live))


def instead(shown: Shown, old: Node, new: Node | None) -> Shown:
    return each(shown, lambda node: new if node is old else node)


def added(shown: Shown, node: Node, before: bool = False) -> Shown:
    """With one node more: the topmost one, or the lowest one of the upper layer."""
    live = (node, *shown.scene.live) if before else (*shown.scene.live, node)
    return replace(shown, scene=replace(shown.scene, live=live))


def longest_text(shown: Shown) -> Text:
    return max((node for node in shown.scene.live if isinstance(node, Text)), key=lambda text: len(text.text))


def is_tick(node: Node) -> bool:
    return isinstance(node, Sprite) and isinstance(node.piece, Tick)
