"""Faults in the overview for a reader who was away: the author badges of the changes."""

from __future__ import annotations

from dataclasses import replace

from render.kit.colour import INK, SIGNAL
from render.kit.marks.badges import AuthorBadge
from render.kit.scene import DETAIL, Node, Piece, Sprite, TextRun
from render.kit.tokens import Die, IconDisc, Seal
from tests.contract.pictures.faults.edits import Fault, add_node, change_nodes, is_author_badge, replace_node
from tests.contract.pictures.picture_sample import PictureSample


def remove_ticks(sample: PictureSample) -> PictureSample:
    return change_nodes(sample, lambda node: None if is_author_badge(node) else node)


def remove_one_tick_in_four(sample: PictureSample) -> PictureSample:
    author_badges = [node for node in sample.scene.live_part if is_author_badge(node)][::4]
    return change_nodes(sample, lambda node: None if node in author_badges else node)


def change_seats_of_ticks(sample: PictureSample) -> PictureSample:
    def change_seat(node: Node) -> Node:
        if isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge) and node.piece.seat is not None:
            return replace(node, piece=replace(node.piece, seat=(node.piece.seat + 1) % 5))
        return node

    return change_nodes(sample, change_seat)


def stack_ticks(sample: PictureSample) -> PictureSample:
    first, second, *_ = (node for node in sample.scene.live_part if is_author_badge(node))
    assert isinstance(first, Sprite) and isinstance(second, Sprite)
    return replace_node(sample, second, replace(second, x=first.x + 6, y=first.y))


def _put_tick_over(sample: PictureSample, x: float, y: float, piece: Piece) -> PictureSample:
    """Add a piece at (x, y) and move an author badge over its middle."""
    author_badge = next(node for node in sample.visible_nodes if is_author_badge(node))
    assert isinstance(author_badge, Sprite)
    sample = replace_node(sample, author_badge, None)
    return add_node(add_node(sample, Sprite(x, y, piece)), replace(author_badge, x=x + 12, y=y - 8))


def put_tick_on_seal_points(sample: PictureSample) -> PictureSample:
    return _put_tick_over(sample, 1490, 1100, Seal("38", 40))


def put_tick_on_die(sample: PictureSample) -> PictureSample:
    return _put_tick_over(sample, 1490, 1100, Die("#C4473A", 5, 46))


def put_tick_on_sign(sample: PictureSample) -> PictureSample:
    return _put_tick_over(sample, 1490, 1100, IconDisc("man", 16, 24, INK, SIGNAL))


def put_tick_on_number(sample: PictureSample) -> PictureSample:
    author_badge = next(node for node in sample.visible_nodes if is_author_badge(node))
    assert isinstance(author_badge, Sprite)
    sample = replace_node(sample, author_badge, None)
    sample = add_node(sample, TextRun(1440, 1100, "11", DETAIL, INK, max_width=40))
    return add_node(sample, replace(author_badge, x=1446, y=1090))


FAULTS: dict[Fault, str] = {
    remove_ticks: "changes_have_author_badges",
    remove_one_tick_in_four: "changes_have_author_badges",
    change_seats_of_ticks: "changes_have_author_badges",
    stack_ticks: "author_badges_do_not_overlap",
    put_tick_on_seal_points: "author_badges_cover_no_figures",
    put_tick_on_die: "author_badges_cover_no_figures",
    put_tick_on_sign: "author_badges_cover_no_figures",
    put_tick_on_number: "author_badges_cover_no_figures",
}
"""Fault -> name of the check that notices it."""
