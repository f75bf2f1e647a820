"""Faults in what somebody finds who was away: the letters of who did what."""

from __future__ import annotations

from dataclasses import replace

from render.kit.colour import INK, SIGNAL
from render.kit.scene import DETAIL, Node, Piece, Sprite, Text
from render.kit.tokens import Die, IconDisc, Seal, Tick
from tests.contract.pictures.faults.edits import Fault, added, each, instead, is_tick
from tests.contract.pictures.shown import Shown


def ticks_removed(shown: Shown) -> Shown:
    return each(shown, lambda node: None if is_tick(node) else node)


def one_tick_in_four_removed(shown: Shown) -> Shown:
    ticks = [node for node in shown.scene.live if is_tick(node)][::4]
    return each(shown, lambda node: None if node in ticks else node)


def ticks_of_another_seat(shown: Shown) -> Shown:
    def other(node: Node) -> Node:
        if isinstance(node, Sprite) and isinstance(node.piece, Tick) and node.piece.seat is not None:
            return replace(node, piece=replace(node.piece, seat=(node.piece.seat + 1) % 5))
        return node

    return each(shown, other)


def ticks_on_each_other(shown: Shown) -> Shown:
    first, second, *_ = (node for node in shown.scene.live if is_tick(node))
    assert isinstance(first, Sprite) and isinstance(second, Sprite)
    return instead(shown, second, replace(second, x=first.x + 6, y=first.y))


def _tick_over(shown: Shown, x: float, y: float, piece: Piece) -> Shown:
    """A tick moved over the middle of a piece that stands at (x, y)."""
    tick = next(node for node in shown.painted if is_tick(node))
    assert isinstance(tick, Sprite)
    shown = instead(shown, tick, None)
    return added(added(shown, Sprite(x, y, piece)), replace(tick, x=x + 12, y=y - 8))


def tick_on_the_points_of_a_seal(shown: Shown) -> Shown:
    return _tick_over(shown, 1490, 1100, Seal("38", 40))


def tick_on_a_die(shown: Shown) -> Shown:
    return _tick_over(shown, 1490, 1100, Die("#C4473A", 5, 46))


def tick_on_a_sign(shown: Shown) -> Shown:
    return _tick_over(shown, 1490, 1100, IconDisc("man", 16, 24, INK, SIGNAL))


def tick_on_a_number(shown: Shown) -> Shown:
    tick = next(node for node in shown.painted if is_tick(node))
    assert isinstance(tick, Sprite)
    shown = instead(shown, tick, None)
    shown = added(shown, Text(1440, 1100, "11", DETAIL, INK, room=40))
    return added(shown, replace(tick, x=1446, y=1090))


FAULTS: dict[Fault, str] = {
    ticks_removed: "tells_who_did_it",
    one_tick_in_four_removed: "tells_who_did_it",
    ticks_of_another_seat: "tells_who_did_it",
    ticks_on_each_other: "ticks_apart",
    tick_on_the_points_of_a_seal: "ticks_on_nothing",
    tick_on_a_die: "ticks_on_nothing",
    tick_on_a_sign: "ticks_on_nothing",
    tick_on_a_number: "ticks_on_nothing",
}
"""Fault -> the check that notices it."""
