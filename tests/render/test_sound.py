"""The checks of hand-made pictures see what is wrong."""

from __future__ import annotations

from dataclasses import replace

from render import Scene
from render.kit.scene import Disc, Text
from tests.render.sound import cut, inexact, outside

from .test_chart_and_film import scenes


def test_each_fault_is_seen() -> None:
    (scene,) = scenes("flotsam", 1)

    def with_node(node: Disc | Text) -> list[tuple[str, Scene]]:
        return [("it", replace(scene, live=(*scene.live, node)))]

    plain = [("it", scene)]
    assert not outside(plain) and not cut(plain)
    assert outside(with_node(Disc(-20, 40, 30, "#FFFFFF")))
    (fault,) = {*inexact(with_node(Disc(400, 40, 30, "#123457")))} - {*inexact(plain)}
    assert "#123457" in fault
    (text, *_) = [node for node in scene.live if isinstance(node, Text)]
    assert cut(with_node(replace(text, text="Wor…")))
    assert outside(with_node(replace(text, room=3)))
