"""The checks for hand-made pictures detect each fault."""

from __future__ import annotations

from dataclasses import replace

from render import Scene
from render.kit.scene import Disc, TextRun
from tests.render.picture_checks import list_cut_labels, list_inexact_colours, list_nodes_outside

from .test_chart_and_film import draw_scenes


def test_each_picture_fault_is_detected() -> None:
    (scene,) = draw_scenes("flotsam", 1)

    def add_node(node: Disc | TextRun) -> list[tuple[str, Scene]]:
        return [("it", replace(scene, live_part=(*scene.live_part, node)))]

    plain = [("it", scene)]
    assert not list_nodes_outside(plain) and not list_cut_labels(plain)
    assert list_nodes_outside(add_node(Disc(-20, 40, 30, "#FFFFFF")))
    (fault,) = {*list_inexact_colours(add_node(Disc(400, 40, 30, "#123457")))} - {*list_inexact_colours(plain)}
    assert "#123457" in fault
    (text, *_) = [node for node in scene.live_part if isinstance(node, TextRun)]
    assert list_cut_labels(add_node(replace(text, text="Wor…")))
    assert list_nodes_outside(add_node(replace(text, max_width=3)))
