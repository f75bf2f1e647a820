"""Faults in an overview: its words, sizes, seats and pieces."""

from __future__ import annotations

from dataclasses import replace

from render.kit.colour import INK, SIGNAL
from render.kit.extent import extent
from render.kit.scene import KEY, MICRO, Anchor, Box, Node, Sprite, Text, place
from render.kit.spot import Spot
from render.kit.tokens import HelperDisc, IconDisc, Meeple, Seal, SeatToken
from tests.contract.pictures.faults.edits import Fault, added, each, instead, longest_text
from tests.contract.pictures.shown import Shown, is_badge


def title_off_the_canvas(shown: Shown) -> Shown:
    title = max((node for node in shown.scene.live if isinstance(node, Text)), key=lambda text: text.size)
    return instead(shown, title, place(title, 1580 - title.x, 0))


def piece_off_the_canvas(shown: Shown) -> Shown:
    piece = next(node for node in shown.scene.live if isinstance(node, Sprite) and not is_badge(node))
    return instead(shown, piece, replace(piece, y=-10))


def label_too_long(shown: Shown) -> Shown:
    label = longest_text(shown)
    return instead(shown, label, replace(label, text=label.text * 9))


def label_without_a_room(shown: Shown) -> Shown:
    label = longest_text(shown)
    return instead(shown, label, replace(label, room=None))


def label_cut(shown: Shown) -> Shown:
    label = longest_text(shown)
    return instead(shown, label, replace(label, text=label.text[:3] + "..."))


def size_of_its_own(shown: Shown) -> Shown:
    label = longest_text(shown)
    return instead(shown, label, replace(label, size=17))


def text_on_text(shown: Shown) -> Shown:
    label = longest_text(shown)
    return added(shown, replace(label, text=label.text[::-1], x=label.x + 4))


def words_in_the_colour_of_their_ground(shown: Shown) -> Shown:
    label = longest_text(shown)
    left, top, right, bottom = extent(label)
    ground = Box(left, top, right - left, bottom - top, 0, label.colour)
    at = shown.scene.live.index(label)
    live = (*shown.scene.live[:at], ground, *shown.scene.live[at:])
    return replace(shown, scene=replace(shown.scene, live=live))


def frame_across_a_word(shown: Shown) -> Shown:
    left, top, right, bottom = extent(longest_text(shown))
    middle = (top + bottom) / 2
    return added(shown, Box(left - 20, middle - 5, right - left + 40, 60, 8, None, SIGNAL, 6))


def colours_equalised(shown: Shown) -> Shown:
    def grey(node: Node) -> Node:
        if isinstance(node, Sprite) and isinstance(node.piece, SeatToken):
            return replace(node, piece=replace(node.piece, colour="#888888"))
        return node

    return each(shown, grey)


def turn_in_small_print(shown: Shown) -> Shown:
    return each(shown, lambda node: replace(node, size=MICRO) if isinstance(node, Text) and node.size <= KEY else node)


def all_in_small_print(shown: Shown) -> Shown:
    return each(shown, lambda node: replace(node, size=MICRO) if isinstance(node, Text) else node)


def tokens_shrunk(shown: Shown) -> Shown:
    def shrink(node: Node) -> Node:
        return replace(node, scale=0.3) if isinstance(node, Sprite) and isinstance(node.piece, SeatToken) else node

    return each(shown, shrink)


def seals_shrunk(shown: Shown) -> Shown:
    """The points of every seat in a seal too small for its number."""
    tokens = [node for node in shown.painted if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)]
    for token in tokens:
        shown = added(shown, Sprite(token.x, token.y, Seal("7", 9)))
    return shown


def counted_in_small_print(shown: Shown) -> Shown:
    """A number that is counted, on a place of its own, in the smallest size."""
    spot = Spot(1500, 1100, 60, 40, counted=True)
    shown = each(shown, lambda node: None if isinstance(node, Anchor) and node.spot.counted else node)
    return added(added(shown, Anchor("count", spot, shows=3)), Text(1510, 1120, "3", MICRO, INK, room=40))


def pieces_shrunk(shown: Shown) -> Shown:
    piece = Sprite(700, 500, Meeple("man", "#A02A22", 20))
    shown = each(shown, lambda node: replace(node, ghost=None) if isinstance(node, Anchor) else node)
    return added(shown, Anchor("piece", Spot(690, 490, 20, 20), shows=1, ghost=piece))


def pieces_of_half_the_size(shown: Shown) -> Shown:
    piece = Sprite(700, 500, Meeple("man", "#A02A22", 32))
    shown = each(shown, lambda node: replace(node, ghost=None) if isinstance(node, Anchor) else node)
    return added(shown, Anchor("piece", Spot(690, 490, 20, 20), shows=1, ghost=piece))


def piece_in_the_colour_of_its_ground(shown: Shown) -> Shown:
    ground = "#AAAAAA"
    field = Box(400, 300, 300, 300, 0, ground)
    piece = Sprite(550, 450, IconDisc("man", 30, 40, ground, "#A6A6A6"))
    shown = added(shown, field)
    return added(shown, Anchor("piece", Spot(520, 420, 60, 60), shows=1, ghost=piece))


def two_goods_alike(shown: Shown) -> Shown:
    """One form in two colours that a colour-blind reader does not tell apart."""
    one, other = (Sprite(x, 500, HelperDisc(colour, 30)) for x, colour in ((300, "#C4473A"), (400, "#8F6F2A")))
    return added(added(shown, one), other)


def rounds_left_out(shown: Shown) -> Shown:
    """How many rounds there are stands nowhere."""

    def cut(node: Node) -> Node:
        return replace(node, text=node.text.partition("/")[0]) if isinstance(node, Text) else node

    return each(shown, cut)


FAULTS: dict[Fault, str] = {
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
    rounds_left_out: "tells_how_far",
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
