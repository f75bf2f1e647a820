"""Deliberate faults in pictures: for each the check that must notice it. What no fault breaks, no check protects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from render.kit.colour import INK, SIGNAL
from render.kit.extent import extent
from render.kit.scene import DETAIL, KEY, MICRO, Anchor, Box, Frames, Node, Piece, Sprite, Text, place
from render.kit.spot import Spot
from render.kit.tokens import Badge, Die, HelperDisc, IconDisc, Meeple, Seal, SeatToken, Tick

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


def badge_on_a_letter(shown: Shown) -> Shown:
    """On the first letter of a long word: a small share of it."""
    badge = _badge(shown)
    under = max(shown.texts, key=lambda text: (text.x > 90, len(text.text)))
    left, top, _, bottom = extent(under)
    return _instead(shown, badge, replace(badge, x=left - 8, y=(top + bottom) / 2))


def badge_on_the_points_of_a_seal(shown: Shown) -> Shown:
    badge = _badge(shown)
    seal = Sprite(1490, 900, Seal("17", 40))
    return _each_after(_instead(shown, badge, replace(badge, x=1500, y=890)), seal, before=True)


def panel_over_an_option(shown: Shown) -> Shown:
    place = next(anchor for anchor in shown.scene.anchors.values() if anchor.place == shown.asked[0][0])
    left, top, right, bottom = extent(place)
    shown = _each_after(shown, Anchor("other", Spot(10, 10, 10, 10)))
    return _each_after(shown, Box(left - 40, top + 20, right - left + 80, bottom - top, 8, INK))


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


def _tick_over(shown: Shown, x: float, y: float, piece: Piece) -> Shown:
    """A tick moved over the middle of a piece that stands at (x, y)."""
    tick = next(node for node in shown.painted if _is_tick(node))
    assert isinstance(tick, Sprite)
    shown = _instead(shown, tick, None)
    return _each_after(_each_after(shown, Sprite(x, y, piece)), replace(tick, x=x + 12, y=y - 8))


def tick_on_the_points_of_a_seal(shown: Shown) -> Shown:
    return _tick_over(shown, 1490, 1100, Seal("38", 40))


def tick_on_a_die(shown: Shown) -> Shown:
    return _tick_over(shown, 1490, 1100, Die("#C4473A", 5, 46))


def tick_on_a_sign(shown: Shown) -> Shown:
    return _tick_over(shown, 1490, 1100, IconDisc("man", 16, 24, INK, SIGNAL))


def tick_on_a_number(shown: Shown) -> Shown:
    tick = next(node for node in shown.painted if _is_tick(node))
    assert isinstance(tick, Sprite)
    shown = _instead(shown, tick, None)
    shown = _each_after(shown, Text(1440, 1100, "11", DETAIL, INK, room=40))
    return _each_after(shown, replace(tick, x=1446, y=1090))


def something_else_larger(shown: Shown) -> Shown:
    places = {place for place, _ in shown.asked}

    def small(node: Node) -> Node:
        if isinstance(node, Anchor) and node.place in places:
            return replace(node, spot=replace(node.spot, w=30, h=30))
        return node

    return _each_after(_each(shown, small), Anchor("other", Spot(900, 500, 400, 300), shows=1))


def half_left_empty(shown: Shown) -> Shown:
    def left(node: Node) -> bool:
        return isinstance(node, Frames) or extent(node)[2] < shown.scene.width / 2

    scene = replace(shown.scene, static=tuple(filter(left, shown.scene.static)))
    return _each(replace(shown, scene=scene), lambda node: node if left(node) or isinstance(node, Anchor) else None)


def badge_for_a_desk(shown: Shown) -> Shown:
    badge = _badge(shown)
    assert isinstance(badge.piece, Badge)
    return _instead(shown, badge, replace(badge, piece=replace(badge.piece, r=13)))


def all_in_small_print(shown: Shown) -> Shown:
    return _each(shown, lambda node: replace(node, size=MICRO) if isinstance(node, Text) else node)


def tokens_shrunk(shown: Shown) -> Shown:
    def shrink(node: Node) -> Node:
        return replace(node, scale=0.3) if isinstance(node, Sprite) and isinstance(node.piece, SeatToken) else node

    return _each(shown, shrink)


def seals_shrunk(shown: Shown) -> Shown:
    """The points of every seat in a seal too small for its number."""
    tokens = [node for node in shown.painted if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)]
    for token in tokens:
        shown = _each_after(shown, Sprite(token.x, token.y, Seal("7", 9)))
    return shown


def counted_in_small_print(shown: Shown) -> Shown:
    """A number that is counted, on a place of its own, in the smallest size."""
    spot = Spot(1500, 1100, 60, 40, counted=True)
    shown = _each(shown, lambda node: None if isinstance(node, Anchor) and node.spot.counted else node)
    return _each_after(_each_after(shown, Anchor("count", spot, shows=3)), Text(1510, 1120, "3", MICRO, INK, room=40))


def pieces_shrunk(shown: Shown) -> Shown:
    piece = Sprite(700, 500, Meeple("man", "#A02A22", 20))
    shown = _each(shown, lambda node: replace(node, ghost=None) if isinstance(node, Anchor) else node)
    return _each_after(shown, Anchor("piece", Spot(690, 490, 20, 20), shows=1, ghost=piece))


def pieces_of_half_the_size(shown: Shown) -> Shown:
    piece = Sprite(700, 500, Meeple("man", "#A02A22", 32))
    shown = _each(shown, lambda node: replace(node, ghost=None) if isinstance(node, Anchor) else node)
    return _each_after(shown, Anchor("piece", Spot(690, 490, 20, 20), shows=1, ghost=piece))


def piece_in_the_colour_of_its_ground(shown: Shown) -> Shown:
    ground = "#AAAAAA"
    field = Box(400, 300, 300, 300, 0, ground)
    piece = Sprite(550, 450, IconDisc("man", 30, 40, ground, "#A6A6A6"))
    shown = _each_after(shown, field)
    return _each_after(shown, Anchor("piece", Spot(520, 420, 60, 60), shows=1, ghost=piece))


def two_goods_alike(shown: Shown) -> Shown:
    """One form in two colours that a colour-blind reader does not tell apart."""
    one, other = (Sprite(x, 500, HelperDisc(colour, 30)) for x, colour in ((300, "#C4473A"), (400, "#8F6F2A")))
    return _each_after(_each_after(shown, one), other)


def letters_for_a_desk(shown: Shown) -> Shown:
    """The ticks of the last turns as small as those of a long time."""

    def small(node: Node) -> Node:
        return replace(node, scale=0.6) if isinstance(node, Sprite) and isinstance(node.piece, Tick) else node

    return _each(shown, small)


def a_frame_beside_the_letters(shown: Shown) -> Shown:
    return _each_after(shown, Box(600, 500, 200, 100, 8, None, SIGNAL, 6))


def lines_below_left_out(shown: Shown) -> Shown:
    top = shown.scene.height - shown.scene.foot
    return _each(shown, lambda node: None if isinstance(node, Sprite | Text) and node.y > top else node)


def a_letter_that_nothing_tells_of(shown: Shown) -> Shown:
    """Somebody else's mark on what a line below tells of one."""
    tick = next(node for node in shown.painted if _is_tick(node))
    assert isinstance(tick, Sprite) and isinstance(tick.piece, Tick)
    others = {0, 1, 2, 3} - {seat for deed in shown.deeds for seat in deed.seats if seat is not None}
    return _each_after(shown, replace(tick, piece=replace(tick.piece, seat=max(others))))


def rounds_left_out(shown: Shown) -> Shown:
    """How many rounds there are stands nowhere."""

    def cut(node: Node) -> Node:
        return replace(node, text=node.text.partition("/")[0]) if isinstance(node, Text) else node

    return _each(shown, cut)


def _is_tick(node: Node) -> bool:
    return isinstance(node, Sprite) and isinstance(node.piece, Tick)


def _each_after(shown: Shown, node: Node, before: bool = False) -> Shown:
    """With one node more: the topmost one, or the lowest one of the upper layer."""
    live = (node, *shown.scene.live) if before else (*shown.scene.live, node)
    return replace(shown, scene=replace(shown.scene, live=live))


FAULTS: dict[Fault, str] = {
    numbers_removed: "numbered",
    number_twice: "numbered",
    numbers_swapped: "in_order",
    badge_on_a_value: "nothing_hidden",
    badge_on_a_letter: "numbers_on_nothing",
    badge_on_the_points_of_a_seal: "numbers_on_nothing",
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
    tick_on_the_points_of_a_seal: "ticks_on_nothing",
    tick_on_a_die: "ticks_on_nothing",
    tick_on_a_sign: "ticks_on_nothing",
    tick_on_a_number: "ticks_on_nothing",
    letters_for_a_desk: "letters_are_large",
    a_frame_beside_the_letters: "one_kind_of_mark",
    lines_below_left_out: "tells_who_did_what",
    rounds_left_out: "tells_how_far",
    a_letter_that_nothing_tells_of: "only_what_is_told_is_marked",
    panel_over_an_option: "asked_is_seen",
    something_else_larger: "asked_is_largest",
    half_left_empty: "no_half_empty",
    badge_for_a_desk: "numbers_can_be_pressed",
    all_in_small_print: "hardly_small_print",
    tokens_shrunk: "letters_can_be_read",
    seals_shrunk: "numbers_can_be_read",
    counted_in_small_print: "numbers_can_be_read",
    pieces_shrunk: "pieces_are_seen",
    pieces_of_half_the_size: "pieces_are_large",
    piece_in_the_colour_of_its_ground: "pieces_stand_out",
    two_goods_alike: "forms_or_colours_differ",
}
"""Fault -> the check that notices it."""
NUMBERED = (
    numbers_removed,
    number_twice,
    numbers_swapped,
    badge_on_a_value,
    badges_on_each_other,
    badge_too_small,
    something_else_larger,
    half_left_empty,
    badge_for_a_desk,
    panel_over_an_option,
    badge_on_a_letter,
    badge_on_the_points_of_a_seal,
)
"""Of these the private picture of a question is needed, of the others the overview."""
AWAY = (
    ticks_removed,
    one_tick_in_four_removed,
    ticks_of_another_seat,
    ticks_on_each_other,
    tick_on_the_points_of_a_seal,
    tick_on_a_die,
    tick_on_a_sign,
    tick_on_a_number,
)
"""Of these that for somebody who was away."""
LATEST = (letters_for_a_desk, a_frame_beside_the_letters, lines_below_left_out, a_letter_that_nothing_tells_of)
"""Of these that with the last turns."""
