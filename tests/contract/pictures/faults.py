"""Deliberate faults in pictures: for each the check that must notice it. What no fault breaks, no check protects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from render.kit.colour import SIGNAL
from render.kit.extent import extent
from render.kit.scene import DETAIL, KEY, MICRO, Box, Node, Sprite, Text, place
from render.kit.tokens import Badge, SeatToken, Tick

from .shown import Shown, is_badge

Fault = Callable[[Shown], Shown]


def _each(shown: Shown, change: Callable[[Node], Node | None]) -> Shown:
    """The picture with every node of its upper layer changed, or left out."""
    live = tuple(new for node in shown.scene.live if (new := change(node)) is not None)
    return replace(shown, scene=replace(shown.scene, live=live))


def _instead(shown: Shown, old: Node, new: Node | None) -> Shown:
    return _each(shown, lambda node: new if node is old else node)


def _longest(shown: Shown) -> Text:
    return max((node for node in shown.scene.live if isinstance(node, Text)), key=lambda text: len(text.text))


def _badge(shown: Shown, number: int = 0) -> Sprite:
    return shown.badges[number]


def numbers_removed(shown: Shown) -> Shown:
    return _each(shown, lambda node: None if is_badge(node) else node)


def number_twice(shown: Shown) -> Shown:
    badge = _badge(shown)
    live = (*shown.scene.live, replace(badge, x=shown.scene.width - 80, y=shown.scene.height - 40))
    return replace(shown, scene=replace(shown.scene, live=live))


def numbers_swapped(shown: Shown) -> Shown:
    first, last = _badge(shown), _badge(shown, -1)
    swapped = _instead(shown, first, replace(first, piece=last.piece))
    return _instead(swapped, last, replace(last, piece=first.piece))


def badge_on_a_value(shown: Shown) -> Shown:
    badge = _badge(shown)
    under = min((text for text in shown.texts if text.size >= DETAIL), key=lambda text: len(text.text))
    left, top, right, bottom = extent(under)
    return _instead(shown, badge, replace(badge, x=(left + right) / 2, y=(top + bottom) / 2))


def badges_on_each_other(shown: Shown) -> Shown:
    first, last = _badge(shown), _badge(shown, -1)
    return _instead(shown, last, replace(last, x=first.x + 10, y=first.y))


def badge_too_small(shown: Shown) -> Shown:
    badge = _badge(shown)
    assert isinstance(badge.piece, Badge)
    return _instead(shown, badge, replace(badge, piece=replace(badge.piece, r=7)))


def title_off_the_canvas(shown: Shown) -> Shown:
    title = max((node for node in shown.scene.live if isinstance(node, Text)), key=lambda text: text.size)
    return _instead(shown, title, place(title, 1580 - title.x, 0))


def piece_off_the_canvas(shown: Shown) -> Shown:
    piece = next(node for node in shown.scene.live if isinstance(node, Sprite) and not is_badge(node))
    return _instead(shown, piece, replace(piece, y=-10))


def label_too_long(shown: Shown) -> Shown:
    label = _longest(shown)
    return _instead(shown, label, replace(label, text=label.text * 9))


def label_without_a_room(shown: Shown) -> Shown:
    label = _longest(shown)
    return _instead(shown, label, replace(label, room=None))


def label_cut(shown: Shown) -> Shown:
    label = _longest(shown)
    return _instead(shown, label, replace(label, text=label.text[:3] + "..."))


def size_of_its_own(shown: Shown) -> Shown:
    label = _longest(shown)
    return _instead(shown, label, replace(label, size=17))


def text_on_text(shown: Shown) -> Shown:
    label = _longest(shown)
    return _each_after(shown, replace(label, text=label.text[::-1], x=label.x + 4))


def words_in_the_colour_of_their_ground(shown: Shown) -> Shown:
    label = _longest(shown)
    left, top, right, bottom = extent(label)
    ground = Box(left, top, right - left, bottom - top, 0, label.colour)
    at = shown.scene.live.index(label)
    live = (*shown.scene.live[:at], ground, *shown.scene.live[at:])
    return replace(shown, scene=replace(shown.scene, live=live))


def frame_across_a_word(shown: Shown) -> Shown:
    left, top, right, bottom = extent(_longest(shown))
    middle = (top + bottom) / 2
    return _each_after(shown, Box(left - 20, middle - 5, right - left + 40, 60, 8, None, SIGNAL, 6))


def colours_equalised(shown: Shown) -> Shown:
    def grey(node: Node) -> Node:
        if isinstance(node, Sprite) and isinstance(node.piece, SeatToken):
            return replace(node, piece=replace(node.piece, colour="#888888"))
        return node

    return _each(shown, grey)


def turn_in_small_print(shown: Shown) -> Shown:
    return _each(shown, lambda node: replace(node, size=MICRO) if isinstance(node, Text) and node.size <= KEY else node)


def ticks_removed(shown: Shown) -> Shown:
    return _each(shown, lambda node: None if _is_tick(node) else node)


def one_tick_in_four_removed(shown: Shown) -> Shown:
    ticks = [node for node in shown.scene.live if _is_tick(node)][::4]
    return _each(shown, lambda node: None if node in ticks else node)


def ticks_of_another_seat(shown: Shown) -> Shown:
    def other(node: Node) -> Node:
        if isinstance(node, Sprite) and isinstance(node.piece, Tick) and node.piece.seat is not None:
            return replace(node, piece=replace(node.piece, seat=(node.piece.seat + 1) % 5))
        return node

    return _each(shown, other)


def ticks_on_each_other(shown: Shown) -> Shown:
    first, second, *_ = (node for node in shown.scene.live if _is_tick(node))
    assert isinstance(first, Sprite) and isinstance(second, Sprite)
    return _instead(shown, second, replace(second, x=first.x + 6, y=first.y))


def _is_tick(node: Node) -> bool:
    return isinstance(node, Sprite) and isinstance(node.piece, Tick)


def _each_after(shown: Shown, node: Node) -> Shown:
    return replace(shown, scene=replace(shown.scene, live=(*shown.scene.live, node)))


FAULTS: dict[Fault, str] = {
    numbers_removed: "numbered",
    number_twice: "numbered",
    numbers_swapped: "in_order",
    badge_on_a_value: "nothing_hidden",
    badges_on_each_other: "nothing_hidden",
    badge_too_small: "sizes",
    title_off_the_canvas: "on_canvas",
    piece_off_the_canvas: "on_canvas",
    label_too_long: "in_its_room",
    label_without_a_room: "in_its_room",
    label_cut: "not_cut",
    size_of_its_own: "sizes",
    text_on_text: "texts_apart",
    words_in_the_colour_of_their_ground: "legible",
    frame_across_a_word: "nothing_crossed",
    colours_equalised: "seats_told_apart",
    turn_in_small_print: "tells_the_turn",
    ticks_removed: "tells_who_did_it",
    one_tick_in_four_removed: "tells_who_did_it",
    ticks_of_another_seat: "tells_who_did_it",
    ticks_on_each_other: "ticks_apart",
}
"""Fault -> the check that notices it."""
NUMBERED = (numbers_removed, number_twice, numbers_swapped, badge_on_a_value, badges_on_each_other, badge_too_small)
"""Of these the private picture of a question is needed, of the others the overview."""
AWAY = (ticks_removed, one_tick_in_four_removed, ticks_of_another_seat, ticks_on_each_other)
"""Of these that for somebody who was away."""
