"""Faults in the last turns on a card's picture: its large letters and the lines below the board."""

from __future__ import annotations

from dataclasses import replace

from render.kit.colour import INK, SIGNAL, WHITE
from render.kit.marks.badges import AuthorBadge
from render.kit.placement import Placement
from render.kit.scene import Anchor, Box, Node, Poly, Sprite, TextRun
from render.kit.tokens import IconDisc, Meeple
from tests.contract.pictures.faults.edits import Fault, add_node, change_nodes, is_author_badge
from tests.contract.pictures.picture_sample import PictureSample


def shrink_letters(sample: PictureSample) -> PictureSample:
    """Make the author badges of the last turns as small as those of a long absence."""

    def shrink_badge(node: Node) -> Node:
        return replace(node, scale=0.6) if isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge) else node

    return change_nodes(sample, shrink_badge)


def add_frame_beside_letters(sample: PictureSample) -> PictureSample:
    return add_node(sample, Box(600, 500, 200, 100, 8, None, SIGNAL, 6))


def remove_lines_below(sample: PictureSample) -> PictureSample:
    top = sample.scene.height - sample.scene.footer_height
    return change_nodes(sample, lambda node: None if isinstance(node, Sprite | TextRun) and node.y > top else node)


def add_unexplained_letter(sample: PictureSample) -> PictureSample:
    """Put another seat's mark on a change that a line below attributes to one seat."""
    author_badge = next(node for node in sample.visible_nodes if is_author_badge(node))
    assert isinstance(author_badge, Sprite) and isinstance(author_badge.piece, AuthorBadge)
    others = {0, 1, 2, 3} - {
        seat
        for attributed_change in sample.attributed_changes
        for seat in attributed_change.authors
        if seat is not None
    }
    return add_node(sample, replace(author_badge, piece=replace(author_badge.piece, seat=max(others))))


def turn_tails_round(sample: PictureSample) -> PictureSample:
    """Turn all callout tails round, so that each letter points away from its change."""
    middles = {
        (round(node.x), round(node.y))
        for node in sample.visible_nodes
        if isinstance(node, Sprite) and is_author_badge(node)
    }

    def turn_tail(node: Node) -> Node:
        if not isinstance(node, Poly) or node.fill != WHITE or len(node.points) != 3:
            return node
        (ax, ay), (x, y), (bx, by) = node.points
        middle = (ax + bx) / 2, (ay + by) / 2
        if (round(middle[0]), round(middle[1])) not in middles:
            return node
        return replace(node, points=((ax, ay), (2 * middle[0] - x, 2 * middle[1] - y), (bx, by)))

    return change_nodes(sample, turn_tail)


def _add_man(sample: PictureSample) -> PictureSample:
    """Add a movable piece on empty background."""
    man = Sprite(1490, 1100, Meeple("man", "#A02A22", 80))
    return add_node(add_node(sample, Anchor("man", Placement(1450, 1060, 80, 80), shows=1, sprite=man)), man)


def put_letter_on_piece(sample: PictureSample) -> PictureSample:
    author_badge = next(node for node in sample.visible_nodes if is_author_badge(node))
    assert isinstance(author_badge, Sprite)
    return add_node(_add_man(sample), replace(author_badge, x=1490, y=1110))


def put_house_on_piece(sample: PictureSample) -> PictureSample:
    return add_node(_add_man(sample), Sprite(1496, 1110, IconDisc("post", 34, 40, INK, SIGNAL)))


FAULTS: dict[Fault, str] = {
    shrink_letters: "letters_are_large",
    add_frame_beside_letters: "changes_have_letters_only",
    remove_lines_below: "lines_name_recent_actions",
    turn_tails_round: "letters_point_at_changes",
    put_letter_on_piece: "pieces_are_not_covered",
    put_house_on_piece: "pieces_are_not_covered",
    add_unexplained_letter: "marks_have_lines",
}
"""Fault -> name of the check that notices it."""
