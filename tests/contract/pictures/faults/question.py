"""Faults in the private picture of a question: its numbers and what is asked about."""

from __future__ import annotations

from dataclasses import replace

from render.kit.colour import INK
from render.kit.extent import extent
from render.kit.scene import DETAIL, Anchor, Box, Frames, Node, Sprite
from render.kit.spot import Spot
from render.kit.tokens import Badge, Seal
from tests.contract.pictures.faults.edits import Fault, added, each, instead
from tests.contract.pictures.shown import Shown, is_badge


def numbers_removed(shown: Shown) -> Shown:
    return each(shown, lambda node: None if is_badge(node) else node)


def number_twice(shown: Shown) -> Shown:
    badge = shown.badges[0]
    live = (*shown.scene.live, replace(badge, x=shown.scene.width - 80, y=shown.scene.height - 40))
    return replace(shown, scene=replace(shown.scene, live=live))


def numbers_swapped(shown: Shown) -> Shown:
    first, last = shown.badges[0], shown.badges[-1]
    swapped = instead(shown, first, replace(first, piece=last.piece))
    return instead(swapped, last, replace(last, piece=first.piece))


def badge_on_a_value(shown: Shown) -> Shown:
    badge = shown.badges[0]
    under = min((text for text in shown.texts if text.size >= DETAIL), key=lambda text: len(text.text))
    left, top, right, bottom = extent(under)
    return instead(shown, badge, replace(badge, x=(left + right) / 2, y=(top + bottom) / 2))


def badge_on_a_letter(shown: Shown) -> Shown:
    """On the first letter of a long word: a small share of it."""
    badge = shown.badges[0]
    under = max(shown.texts, key=lambda text: (text.x > 90, len(text.text)))
    left, top, _, bottom = extent(under)
    return instead(shown, badge, replace(badge, x=left - 8, y=(top + bottom) / 2))


def badge_on_the_points_of_a_seal(shown: Shown) -> Shown:
    badge = shown.badges[0]
    seal = Sprite(1490, 900, Seal("17", 40))
    return added(instead(shown, badge, replace(badge, x=1500, y=890)), seal, before=True)


def panel_over_an_option(shown: Shown) -> Shown:
    place = next(anchor for anchor in shown.scene.anchors.values() if anchor.place == shown.asked[0][0])
    left, top, right, bottom = extent(place)
    shown = added(shown, Anchor("other", Spot(10, 10, 10, 10)))
    return added(shown, Box(left - 40, top + 20, right - left + 80, bottom - top, 8, INK))


def badges_on_each_other(shown: Shown) -> Shown:
    first, last = shown.badges[0], shown.badges[-1]
    return instead(shown, last, replace(last, x=first.x + 10, y=first.y))


def badge_too_small(shown: Shown) -> Shown:
    badge = shown.badges[0]
    assert isinstance(badge.piece, Badge)
    return instead(shown, badge, replace(badge, piece=replace(badge.piece, r=7)))


def something_else_larger(shown: Shown) -> Shown:
    places = {place for place, _ in shown.asked}

    def small(node: Node) -> Node:
        if isinstance(node, Anchor) and node.place in places:
            return replace(node, spot=replace(node.spot, w=30, h=30))
        return node

    return added(each(shown, small), Anchor("other", Spot(900, 500, 400, 300), shows=1))


def half_left_empty(shown: Shown) -> Shown:
    def left(node: Node) -> bool:
        return isinstance(node, Frames) or extent(node)[2] < shown.scene.width / 2

    scene = replace(shown.scene, static=tuple(filter(left, shown.scene.static)))
    return each(replace(shown, scene=scene), lambda node: node if left(node) or isinstance(node, Anchor) else None)


def badge_for_a_desk(shown: Shown) -> Shown:
    badge = shown.badges[0]
    assert isinstance(badge.piece, Badge)
    return instead(shown, badge, replace(badge, piece=replace(badge.piece, r=13)))


FAULTS: dict[Fault, str] = {
    numbers_removed: "numbered",
    number_twice: "numbered",
    numbers_swapped: "in_order",
    badge_on_a_value: "nothing_hidden",
    badge_on_a_letter: "numbers_on_nothing",
    badge_on_the_points_of_a_seal: "numbers_on_nothing",
    badges_on_each_other: "nothing_hidden",
    badge_too_small: "sizes",
    panel_over_an_option: "asked_is_seen",
    something_else_larger: "asked_is_largest",
    half_left_empty: "no_half_empty",
    badge_for_a_desk: "numbers_can_be_pressed",
}
"""Fault -> the check that notices it."""
