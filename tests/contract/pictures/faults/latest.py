"""Faults in what a card tells of the last turns: its large letters and the lines below the board."""

from __future__ import annotations

from dataclasses import replace

from render.kit.colour import SIGNAL
from render.kit.scene import Box, Node, Sprite, Text
from render.kit.tokens import Tick
from tests.contract.pictures.faults.edits import Fault, added, each, is_tick
from tests.contract.pictures.shown import Shown


def letters_for_a_desk(shown: Shown) -> Shown:
    """The ticks of the last turns as small as those of a long time."""

    def small(node: Node) -> Node:
        return replace(node, scale=0.6) if isinstance(node, Sprite) and isinstance(node.piece, Tick) else node

    return each(shown, small)


def a_frame_beside_the_letters(shown: Shown) -> Shown:
    return added(shown, Box(600, 500, 200, 100, 8, None, SIGNAL, 6))


def lines_below_left_out(shown: Shown) -> Shown:
    top = shown.scene.height - shown.scene.foot
    return each(shown, lambda node: None if isinstance(node, Sprite | Text) and node.y > top else node)


def a_letter_that_nothing_tells_of(shown: Shown) -> Shown:
    """Somebody else's mark on what a line below tells of one."""
    tick = next(node for node in shown.painted if is_tick(node))
    assert isinstance(tick, Sprite) and isinstance(tick.piece, Tick)
    others = {0, 1, 2, 3} - {seat for deed in shown.deeds for seat in deed.seats if seat is not None}
    return added(shown, replace(tick, piece=replace(tick.piece, seat=max(others))))


FAULTS: dict[Fault, str] = {
    letters_for_a_desk: "letters_are_large",
    a_frame_beside_the_letters: "one_kind_of_mark",
    lines_below_left_out: "tells_who_did_what",
    a_letter_that_nothing_tells_of: "only_what_is_told_is_marked",
}
"""Fault -> the check that notices it."""
