"""Faults in an overview: its words, sizes, seats and pieces."""

from __future__ import annotations

from dataclasses import replace

from render.kit.bounds import measure_bounds
from render.kit.colour import INK, SIGNAL
from render.kit.placement import Placement
from render.kit.scene import KEY, MICRO, Anchor, Box, Node, Sprite, TextRun
from render.kit.tokens import HelperDisc, IconDisc, Meeple, Seal, SeatToken
from render.kit.transform import transform_node
from tests.contract.pictures.faults.edits import Fault, add_node, change_nodes, find_longest_text, replace_node
from tests.contract.pictures.picture_sample import PictureSample, is_badge


def move_title_off_canvas(sample: PictureSample) -> PictureSample:
    title = max((node for node in sample.scene.live_part if isinstance(node, TextRun)), key=lambda text: text.size)
    return replace_node(sample, title, transform_node(title, 1580 - title.x, 0))


def move_piece_off_canvas(sample: PictureSample) -> PictureSample:
    piece = next(node for node in sample.scene.live_part if isinstance(node, Sprite) and not is_badge(node))
    return replace_node(sample, piece, replace(piece, y=-10))


def lengthen_label(sample: PictureSample) -> PictureSample:
    label = find_longest_text(sample)
    return replace_node(sample, label, replace(label, text=label.text * 9))


def remove_max_width(sample: PictureSample) -> PictureSample:
    label = find_longest_text(sample)
    return replace_node(sample, label, replace(label, max_width=None))


def cut_label(sample: PictureSample) -> PictureSample:
    label = find_longest_text(sample)
    return replace_node(sample, label, replace(label, text=label.text[:3] + "..."))


def write_unknown_sign(sample: PictureSample) -> PictureSample:
    label = find_longest_text(sample)
    return replace_node(sample, label, replace(label, text=f"{label.text[:-1]}▸"))


def use_odd_size(sample: PictureSample) -> PictureSample:
    label = find_longest_text(sample)
    return replace_node(sample, label, replace(label, size=17))


def put_text_on_text(sample: PictureSample) -> PictureSample:
    label = find_longest_text(sample)
    return add_node(sample, replace(label, text=label.text[::-1], x=label.x + 4))


def hide_words_by_colour(sample: PictureSample) -> PictureSample:
    label = find_longest_text(sample)
    left, top, right, bottom = measure_bounds(label)
    ground = Box(left, top, right - left, bottom - top, 0, label.colour)
    index = sample.scene.live_part.index(label)
    live = (*sample.scene.live_part[:index], ground, *sample.scene.live_part[index:])
    return replace(sample, scene=replace(sample.scene, live_part=live))


def cross_word_with_frame(sample: PictureSample) -> PictureSample:
    left, top, right, bottom = measure_bounds(find_longest_text(sample))
    middle = (top + bottom) / 2
    return add_node(sample, Box(left - 20, middle - 5, right - left + 40, 60, 8, None, SIGNAL, 6))


def equalise_colours(sample: PictureSample) -> PictureSample:
    def make_grey(node: Node) -> Node:
        if isinstance(node, Sprite) and isinstance(node.piece, SeatToken):
            return replace(node, piece=replace(node.piece, colour="#888888"))
        return node

    return change_nodes(sample, make_grey)


def shrink_turn(sample: PictureSample) -> PictureSample:
    return change_nodes(
        sample, lambda node: replace(node, size=MICRO) if isinstance(node, TextRun) and node.size <= KEY else node
    )


def shrink_all_texts(sample: PictureSample) -> PictureSample:
    return change_nodes(sample, lambda node: replace(node, size=MICRO) if isinstance(node, TextRun) else node)


def shrink_tokens(sample: PictureSample) -> PictureSample:
    def shrink_token(node: Node) -> Node:
        return replace(node, scale=0.3) if isinstance(node, Sprite) and isinstance(node.piece, SeatToken) else node

    return change_nodes(sample, shrink_token)


def add_small_seals(sample: PictureSample) -> PictureSample:
    """Show the points of every seat in a seal that is too small for its number."""
    tokens = [node for node in sample.visible_nodes if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)]
    for token in tokens:
        sample = add_node(sample, Sprite(token.x, token.y, Seal("7", 9)))
    return sample


def shrink_count(sample: PictureSample) -> PictureSample:
    """Show a count at a separate place in the smallest size."""
    placement = Placement(1500, 1100, 60, 40, is_count=True)
    sample = change_nodes(sample, lambda node: None if isinstance(node, Anchor) and node.placement.is_count else node)
    return add_node(
        add_node(sample, Anchor("count", placement, shows=3)), TextRun(1510, 1120, "3", MICRO, INK, max_width=40)
    )


def add_small_piece(sample: PictureSample) -> PictureSample:
    piece = Sprite(700, 500, Meeple("man", "#A02A22", 20))
    sample = change_nodes(sample, lambda node: replace(node, sprite=None) if isinstance(node, Anchor) else node)
    return add_node(sample, Anchor("piece", Placement(690, 490, 20, 20), shows=1, sprite=piece))


def add_half_size_piece(sample: PictureSample) -> PictureSample:
    piece = Sprite(700, 500, Meeple("man", "#A02A22", 32))
    sample = change_nodes(sample, lambda node: replace(node, sprite=None) if isinstance(node, Anchor) else node)
    return add_node(sample, Anchor("piece", Placement(690, 490, 20, 20), shows=1, sprite=piece))


def hide_piece_by_colour(sample: PictureSample) -> PictureSample:
    ground = "#AAAAAA"
    field = Box(400, 300, 300, 300, 0, ground)
    piece = Sprite(550, 450, IconDisc("man", 30, 40, ground, "#A6A6A6"))
    sample = add_node(sample, field)
    return add_node(sample, Anchor("piece", Placement(520, 420, 60, 60), shows=1, sprite=piece))


def add_similar_goods(sample: PictureSample) -> PictureSample:
    """Add one shape in two colours that a colour-blind reader cannot tell apart."""
    first, second = (Sprite(x, 500, HelperDisc(colour, 30)) for x, colour in ((300, "#C4473A"), (400, "#8F6F2A")))
    return add_node(add_node(sample, first), second)


def remove_round_count(sample: PictureSample) -> PictureSample:
    """Remove the number of rounds."""

    def cut_round_count(node: Node) -> Node:
        return replace(node, text=node.text.partition("/")[0]) if isinstance(node, TextRun) else node

    return change_nodes(sample, cut_round_count)


FAULTS: dict[Fault, str] = {
    move_title_off_canvas: "on_canvas",
    move_piece_off_canvas: "on_canvas",
    lengthen_label: "text_fits_max_width",
    remove_max_width: "text_fits_max_width",
    cut_label: "text_is_not_cut",
    write_unknown_sign: "text_has_glyphs",
    use_odd_size: "has_allowed_sizes",
    put_text_on_text: "texts_do_not_overlap",
    hide_words_by_colour: "text_is_legible",
    cross_word_with_frame: "frames_cross_nothing",
    equalise_colours: "seat_colours_differ",
    shrink_turn: "names_seat_on_turn",
    remove_round_count: "shows_progress",
    shrink_all_texts: "little_small_print",
    shrink_tokens: "letters_can_be_read",
    add_small_seals: "numbers_can_be_read",
    shrink_count: "numbers_can_be_read",
    add_small_piece: "pieces_are_seen",
    add_half_size_piece: "pieces_are_large",
    hide_piece_by_colour: "pieces_stand_out",
    add_similar_goods: "forms_or_colours_differ",
}
"""Fault -> name of the check that notices it."""
