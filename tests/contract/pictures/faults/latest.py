"""Faults in what a card tells of the last turns: its large letters and the lines below the board."""

from __future__ import annotations

from dataclasses import replace

from render.kit.colour import INK, SIGNAL, WHITE
from render.kit.scene import Anchor, Box, Node, Poly, Sprite, Text
from render.kit.spot import Spot
from render.kit.tokens import IconDisc, Meeple, Tick
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


def tails_the_other_way(shown: Shown) -> Shown:
    """As if each letter meant what lies behind it."""
    middles = {(round(node.x), round(node.y)) for node in shown.painted if isinstance(node, Sprite) and is_tick(node)}

    def turned(node: Node) -> Node:
        if not isinstance(node, Poly) or node.fill != WHITE or len(node.points) != 3:
            return node
        (ax, ay), (x, y), (bx, by) = node.points
        middle = (ax + bx) / 2, (ay + by) / 2
        if (round(middle[0]), round(middle[1])) not in middles:
            return node
        return replace(node, points=((ax, ay), (2 * middle[0] - x, 2 * middle[1] - y), (bx, by)))

    return each(shown, turned)


def _with_a_man(shown: Shown) -> Shown:
    """A piece that moves, on empty ground."""
    man = Sprite(1490, 1100, Meeple("man", "#A02A22", 80))
    return added(added(shown, Anchor("man", Spot(1450, 1060, 80, 80), shows=1, ghost=man)), man)


def a_letter_on_a_piece(shown: Shown) -> Shown:
    tick = next(node for node in shown.painted if is_tick(node))
    assert isinstance(tick, Sprite)
    return added(_with_a_man(shown), replace(tick, x=1490, y=1110))


def a_house_on_a_piece(shown: Shown) -> Shown:
    return added(_with_a_man(shown), Sprite(1496, 1110, IconDisc("post", 34, 40, INK, SIGNAL)))


FAULTS: dict[Fault, str] = {
    letters_for_a_desk: "letters_are_large",
    a_frame_beside_the_letters: "one_kind_of_mark",
    lines_below_left_out: "tells_who_did_what",
    tails_the_other_way: "letters_point",
    a_letter_on_a_piece: "pieces_are_free",
    a_house_on_a_piece: "pieces_are_free",
    a_letter_that_nothing_tells_of: "only_what_is_told_is_marked",
}
"""Fault -> the check that notices it."""
