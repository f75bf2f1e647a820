"""Faults in the private picture of a question: its numbers and the places of its options."""

from __future__ import annotations

from dataclasses import replace

from render.kit.bounds import measure_bounds
from render.kit.colour import INK
from render.kit.marks.badges import NumberBadge
from render.kit.placement import Placement
from render.kit.scene import DETAIL, Anchor, Box, FrameLayer, Node, Sprite
from render.kit.tokens import Seal
from tests.contract.pictures.faults.edits import Fault, add_node, change_nodes, replace_node
from tests.contract.pictures.picture_sample import PictureSample, is_badge


def remove_numbers(sample: PictureSample) -> PictureSample:
    return change_nodes(sample, lambda node: None if is_badge(node) else node)


def repeat_number(sample: PictureSample) -> PictureSample:
    badge = sample.badges[0]
    live = (*sample.scene.live_part, replace(badge, x=sample.scene.width - 80, y=sample.scene.height - 40))
    return replace(sample, scene=replace(sample.scene, live_part=live))


def swap_numbers(sample: PictureSample) -> PictureSample:
    first, last = sample.badges[0], sample.badges[-1]
    swapped = replace_node(sample, first, replace(first, piece=last.piece))
    return replace_node(swapped, last, replace(last, piece=first.piece))


def put_badge_on_value(sample: PictureSample) -> PictureSample:
    badge = sample.badges[0]
    under = min((text for text in sample.texts if text.size >= DETAIL), key=lambda text: len(text.text))
    left, top, right, bottom = measure_bounds(under)
    return replace_node(sample, badge, replace(badge, x=(left + right) / 2, y=(top + bottom) / 2))


def put_badge_on_letter(sample: PictureSample) -> PictureSample:
    """Move a badge onto the first letter of a long word, which is a small share of the word."""
    badge = sample.badges[0]
    under = max(sample.texts, key=lambda text: (text.x > 90, len(text.text)))
    left, top, _, bottom = measure_bounds(under)
    return replace_node(sample, badge, replace(badge, x=left - 8, y=(top + bottom) / 2))


def put_badge_on_seal_points(sample: PictureSample) -> PictureSample:
    badge = sample.badges[0]
    seal = Sprite(1490, 900, Seal("17", 40))
    return add_node(replace_node(sample, badge, replace(badge, x=1500, y=890)), seal, before=True)


def cover_option(sample: PictureSample) -> PictureSample:
    place = next(anchor for anchor in sample.scene.anchors.values() if anchor.place == sample.options[0][0])
    left, top, right, bottom = measure_bounds(place)
    sample = add_node(sample, Anchor("other", Placement(10, 10, 10, 10)))
    return add_node(sample, Box(left - 40, top + 20, right - left + 80, bottom - top, 8, INK))


def stack_badges(sample: PictureSample) -> PictureSample:
    first, last = sample.badges[0], sample.badges[-1]
    return replace_node(sample, last, replace(last, x=first.x + 10, y=first.y))


def shrink_badge(sample: PictureSample) -> PictureSample:
    badge = sample.badges[0]
    assert isinstance(badge.piece, NumberBadge)
    return replace_node(sample, badge, replace(badge, piece=replace(badge.piece, r=7)))


def enlarge_other_place(sample: PictureSample) -> PictureSample:
    places = {place for place, _ in sample.options}

    def shrink_place(node: Node) -> Node:
        if isinstance(node, Anchor) and node.place in places:
            return replace(node, placement=replace(node.placement, w=30, h=30))
        return node

    return add_node(change_nodes(sample, shrink_place), Anchor("other", Placement(900, 500, 400, 300), shows=1))


def empty_right_half(sample: PictureSample) -> PictureSample:
    def is_in_left_half(node: Node) -> bool:
        return isinstance(node, FrameLayer) or measure_bounds(node)[2] < sample.scene.width / 2

    scene = replace(sample.scene, static_part=tuple(filter(is_in_left_half, sample.scene.static_part)))
    return change_nodes(
        replace(sample, scene=scene), lambda node: node if is_in_left_half(node) or isinstance(node, Anchor) else None
    )


def use_desktop_badge(sample: PictureSample) -> PictureSample:
    badge = sample.badges[0]
    assert isinstance(badge.piece, NumberBadge)
    return replace_node(sample, badge, replace(badge, piece=replace(badge.piece, r=13)))


FAULTS: dict[Fault, str] = {
    remove_numbers: "has_all_numbers",
    repeat_number: "has_all_numbers",
    swap_numbers: "numbers_are_in_order",
    put_badge_on_value: "numbers_hide_nothing",
    put_badge_on_letter: "numbers_cover_no_figures",
    put_badge_on_seal_points: "numbers_cover_no_figures",
    stack_badges: "numbers_hide_nothing",
    shrink_badge: "has_allowed_sizes",
    cover_option: "option_places_are_visible",
    enlarge_other_place: "option_places_are_largest",
    empty_right_half: "no_half_is_empty",
    use_desktop_badge: "numbers_can_be_pressed",
}
"""Fault -> name of the check that notices it."""
