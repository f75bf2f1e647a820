"""Checks for every picture of every game. Each check yields its complaints, in words that name the node."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from math import hypot
from typing import Any

from PIL import Image

from render.kit.bounds import Bounds, measure_bounds
from render.kit.colour import compute_contrast
from render.kit.marks.author_badges import SMALL_RADIUS, AttributedChange
from render.kit.marks.badges import AuthorBadge, NewCardCorner, NumberBadge, NumberPill
from render.kit.marks.removed_marker import RemovedMarker
from render.kit.marks.unplaced_options import MAX_OPTIONS
from render.kit.painter import paint_image
from render.kit.scene import BODY, HEAD, SIZES, Box, Node, Sprite, TextRun, describe_node
from render.kit.text import drop_missing_glyphs, has_glyph, measure_text
from render.kit.tokens import SeatToken

from .colours import find_nearest_pair
from .covered_figures import author_badges_cover_no_figures, numbers_cover_no_figures
from .picture_sample import PictureSample, carries_information, is_badge

Check = Callable[[PictureSample], Iterator[str]]

ROW, LEFT = 60, 30  # px that a number may be higher, or further left in its row, than the number before it
HIDDEN, CROSSED, ON_TEXT = 0.3, 0.12, 0.15  # largest share of a node that a badge, a frame, another text may cover
LINE, RIM = 6, 3  # px: the line of a frame, and the white line around it
MIN_CONTRAST, MIN_CONTRAST_LARGE = 4.5, 3.0  # WCAG 2.1 AA: contrast of words, and of words as large as a heading
MIN_MARKED_SHARE = 0.95  # share of the changes that must have a mark
BESIDE = 110  # px: an ordinary mark belongs to changes within this distance
MIN_LETTER_DISTANCE = 24  # px
SMALLEST_BADGE = 12  # px: 3 on a phone
HEADER = 124  # px: the lower edge of the header
TONE_RANGE = 16  # levels of a channel that count as one tone
MIN_SEAT_DISTANCE = 10  # CIEDE2000; between 10 and 20 the seats' shapes help


def on_canvas(sample: PictureSample) -> Iterator[str]:
    """Every node lies within the canvas."""
    for node in sample.visible_nodes:
        left, top, right, bottom = measure_bounds(node)
        if left < -0.5 or top < -0.5 or right > sample.scene.width + 0.5 or bottom > sample.scene.height + 0.5:
            yield f"{describe_node(node)} covers {left:.0f} {top:.0f} {right:.0f} {bottom:.0f}"


def text_fits_max_width(sample: PictureSample) -> Iterator[str]:
    """Every text has a maximum width, and fits."""
    for text in sample.texts:
        if text.max_width is None:
            yield f"{describe_node(text)} has no room"
        elif measure_text(text.text, text.size, text.weight) > text.max_width + 0.5:
            yield f"{describe_node(text)} is {measure_text(text.text, text.size, text.weight):.0f} px wide"


def text_is_not_cut(sample: PictureSample) -> Iterator[str]:
    """No text but a person's name is cut with an ellipsis."""
    for text in sample.texts:
        whole = text.text.removesuffix("…").removesuffix("...")
        if whole != text.text and not any(drop_missing_glyphs(name).startswith(whole) for name in sample.ctx.names):
            yield describe_node(text)


def text_has_glyphs(sample: PictureSample) -> Iterator[str]:
    """The font draws every character, and no box in its place."""
    for text in sample.texts:
        if missing := [char for char in text.text if not (char.isspace() or has_glyph(char))]:
            yield f"{describe_node(text)}: no glyph for {missing}"


def has_allowed_sizes(sample: PictureSample) -> Iterator[str]:
    """Text has one of the six sizes, and numbers of options can be seen on a phone."""
    for text in sample.texts:
        if text.size not in SIZES:
            yield f"{describe_node(text)}: not one of {SIZES}"
    for badge in sample.badges:
        assert isinstance(badge.piece, NumberBadge | NumberPill)
        if badge.piece.r * badge.scale < SMALLEST_BADGE:
            yield f"{describe_node(badge)}: smaller than {SMALLEST_BADGE}"


def texts_do_not_overlap(sample: PictureSample) -> Iterator[str]:
    """No text overlaps another one."""
    boxes = [(text, _measure_tight_bounds(text)) for text in sample.texts]
    for (first, a), (second, b) in combinations(boxes, 2):
        if a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]:  # most pairs: the rest is slow
            continue
        if _measure_area(_intersect(a, b)) > ON_TEXT * min(_measure_area(a), _measure_area(b)) and not _is_hidden(
            sample, first, second
        ):
            yield f"{describe_node(first)} and {describe_node(second)}"


def has_all_numbers(sample: PictureSample) -> Iterator[str]:
    """Every option has its number once, and there are no other numbers. Options without a place have theirs below
    the picture, if others have a place and they are not too many.
    """
    unplaced_count = sum(place is None for place, _ in sample.options)
    has_plates = unplaced_count <= MAX_OPTIONS and unplaced_count < len(sample.options)
    expected_numbers = Counter(
        number for number, (place, _) in enumerate(sample.options, 1) if place is not None or has_plates
    )
    shown_numbers = Counter(number for number, _ in sample.numbers)
    chosen = any(mark.is_chosen for mark in sample.ctx.marks)
    if expected_numbers != shown_numbers and not chosen:
        yield f"numbers {sorted(shown_numbers.elements())}, options {sorted(expected_numbers.elements())}"


def numbers_are_in_order(sample: PictureSample) -> Iterator[str]:
    """Within a group the numbers are in reading order."""
    badge_by_number = dict(sample.numbers)
    anchors = sample.scene.anchors
    for first, second in pairwise(range(1, len(sample.options) + 1)):
        (anchor, group), (other_anchor, other_group) = sample.options[first - 1], sample.options[second - 1]
        if (
            anchor not in anchors
            or other_anchor not in anchors
            or group != other_group
            or not {first, second} <= badge_by_number.keys()
        ):
            continue
        if (
            anchor is None
            or other_anchor is None
            or anchors[anchor].placement.rank != anchors[other_anchor].placement.rank
        ):
            continue
        (ax, ay), (bx, by) = (
            (badge_by_number[first].x, badge_by_number[first].y),
            (badge_by_number[second].x, badge_by_number[second].y),
        )
        if ay - by > ROW or (abs(ay - by) < LEFT and ax - bx > LEFT):
            yield f"{second} at {bx:.0f}, {by:.0f} stands before {first} at {ax:.0f}, {ay:.0f}"


def numbers_hide_nothing(sample: PictureSample) -> Iterator[str]:
    """No number covers a word, an icon, a piece or another number."""
    if not sample.badges:
        return
    below = [(node, measure_bounds(node)) for node in sample.visible_nodes if carries_information(node)]
    for badge in sample.badges:
        cover = _measure_badge_bounds(badge)
        for node, box in below:
            if _measure_area(_intersect(cover, box)) > HIDDEN * _measure_area(box):
                yield f"{describe_node(badge)} covers {describe_node(node)}"
    for first, second in combinations(sample.badges, 2):
        if _measure_area(_intersect(_measure_badge_bounds(first), _measure_badge_bounds(second))):
            yield f"{describe_node(first)} lies on {describe_node(second)}"


def frames_cross_nothing(sample: PictureSample) -> Iterator[str]:
    """No frame's line crosses a word, an icon or a piece that is painted below it."""
    if not sample.frames:
        return
    boxes = [
        (i, node, _measure_tight_bounds(node))
        for i, node in enumerate(sample.visible_nodes)
        if carries_information(node) and not is_badge(node)
    ]
    for place, (left, top, right, bottom) in sample.frames:
        outer = (left - RIM, top - RIM, right + RIM, bottom + RIM)
        inner = (left + LINE, top + LINE, right - LINE, bottom - LINE)
        for i, node, box in boxes:
            under = _measure_area(_intersect(outer, box)) - _measure_area(_intersect(inner, box))
            if i < place and under > CROSSED * _measure_area(box):
                yield f"the frame {left:.0f} {top:.0f} {right:.0f} {bottom:.0f} crosses {describe_node(node)}"


def text_is_legible(sample: PictureSample) -> Iterator[str]:
    """Every word has enough contrast to its background."""
    bare = replace(
        sample.scene,
        static_part=_remove_texts(sample.scene.static_part),
        live_part=_remove_texts(sample.scene.live_part),
    )
    painted = paint_image(bare)
    for text in sample.texts:
        if _is_hidden(sample, text):
            continue
        ground = text.halo or _find_main_colour(painted.crop(measure_bounds(text)))
        if compute_contrast(text.colour, ground) < (MIN_CONTRAST_LARGE if text.size >= HEAD else MIN_CONTRAST):
            yield f"{describe_node(text)} on {ground}: {compute_contrast(text.colour, ground):.1f}"


def _find_main_colour(area: Image.Image) -> str:
    """Return the most frequent colour among those that are most frequent together, as the tones of a texture are."""
    colours: Any = area.getcolors(area.width * area.height) or ()
    counts: Counter[tuple[int, ...]] = Counter()
    for count, colour in colours:
        counts[tuple(channel // TONE_RANGE for channel in colour)] += count
    main = counts.most_common(1)[0][0]
    of_main = [item for item in colours if tuple(channel // TONE_RANGE for channel in item[1]) == main]
    return "#{:02X}{:02X}{:02X}".format(*max(of_main)[1])


def seat_colours_differ(sample: PictureSample) -> Iterator[str]:
    """Colour-blind people can tell the seats' colours apart, with the help of the shapes."""
    tokens = {
        node.piece.seat: node.piece.colour
        for node in sample.visible_nodes
        if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)
    }
    far, which = find_nearest_pair(tokens.values())
    if len(set(tokens.values())) < len(tokens) or far < MIN_SEAT_DISTANCE:
        yield f"{which or tokens}: {far:.0f}"


def names_seat_on_turn(sample: PictureSample) -> Iterator[str]:
    """The header of the overview names the seat on turn or the winner, large enough for a phone."""
    head = [text for text in sample.texts if text.y < HEADER and text.size >= BODY]
    if not any(name in text.text for text in head for name in sample.ctx.names):
        yield f"{[text.text for text in head]} names nobody"


def changes_have_author_badges(sample: PictureSample) -> Iterator[str]:
    """Nearly every change since the reader's last visit has a mark with the letter of its author."""
    author_badges = [
        node
        for node in sample.visible_nodes
        if isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge | NewCardCorner)
    ]
    bare = [
        attributed_change
        for attributed_change in sample.attributed_changes
        if not _is_marked(attributed_change, author_badges)
        and not _has_left_room(attributed_change, sample, author_badges)
    ]
    if len(bare) > (1 - MIN_MARKED_SHARE) * len(sample.attributed_changes):
        yield from (
            f"{attributed_change.change.anchor.place}, changed by {attributed_change.authors}, has no mark"
            for attributed_change in bare
        )


def _is_marked(attributed_change: AttributedChange, author_badges: list[Sprite]) -> bool:
    near = [mark.piece for mark in author_badges if is_beside(mark, attributed_change)]
    seats = {piece.seat for piece in near if isinstance(piece, AuthorBadge)}
    return {*attributed_change.authors} <= seats or any(isinstance(piece, NewCardCorner) for piece in near)


def _has_left_room(attributed_change: AttributedChange, sample: PictureSample, author_badges: list[Sprite]) -> bool:
    """Return whether a piece has left and others, or equal ones, stand at its old place: a large letter would seem to
    be theirs.
    """
    large = any(isinstance(mark.piece, AuthorBadge) and mark.piece.r > SMALL_RADIUS for mark in author_badges)
    change = attributed_change.change
    sprite = change.anchor.sprite
    if not large or not change.has_moved_away or sprite is None:
        return False
    if change.new_anchor is not None:
        return change.has_lost_pieces
    outlines = [
        node for node in sample.visible_nodes if isinstance(node, Sprite) and isinstance(node.piece, RemovedMarker)
    ]
    return all((node.x, node.y) != (sprite.x, sprite.y) for node in outlines)


def is_beside(mark: Sprite, attributed_change: AttributedChange) -> bool:
    """Return whether a mark is near the change, or near the callout position shared by all marks of a large node."""
    beside = BESIDE * (mark.piece.r / SMALL_RADIUS if isinstance(mark.piece, AuthorBadge) else 1)
    left, top, right, bottom = measure_bounds(attributed_change.change.anchor)
    if left - beside <= mark.x <= right + beside and top - beside <= mark.y <= bottom + beside:
        return True
    aside = attributed_change.change.anchor.placement.callout_centre
    return aside is not None and hypot(mark.x - aside[0], mark.y - aside[1]) <= beside


def author_badges_do_not_overlap(sample: PictureSample) -> Iterator[str]:
    """No author badge hides the letter of another one."""
    author_badges = [
        node for node in sample.visible_nodes if isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge)
    ]
    for first, second in combinations(author_badges, 2):
        assert isinstance(first.piece, AuthorBadge)
        if hypot(first.x - second.x, first.y - second.y) < MIN_LETTER_DISTANCE * first.piece.r / SMALL_RADIUS:
            yield f"{describe_node(first)} and {describe_node(second)}"


CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (
        on_canvas,
        text_fits_max_width,
        text_is_not_cut,
        text_has_glyphs,
        has_allowed_sizes,
        texts_do_not_overlap,
        has_all_numbers,
        numbers_are_in_order,
        numbers_hide_nothing,
        numbers_cover_no_figures,
        frames_cross_nothing,
    )
}
"""Checks of every picture. They read the Scene and paint nothing."""

AWAY: dict[str, Check] = {
    check.__name__: check
    for check in (changes_have_author_badges, author_badges_do_not_overlap, author_badges_cover_no_figures)
}
"""Checks of the overview for a reader who was away."""


def list_problems(sample: PictureSample) -> list[str]:
    return [
        f"{sample.name} {sample.ctx.lang}, {name}: {what}" for name, check in CHECKS.items() for what in check(sample)
    ]


def _remove_texts(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    return tuple(node for node in nodes if not isinstance(node, TextRun))


def _is_hidden(sample: PictureSample, text: TextRun, until: TextRun | None = None) -> bool:
    """Return whether a filled node is painted over a text (before the node `until`)."""
    first, last = (
        next((i for i, node in enumerate(sample.visible_nodes) if node is target), None) for target in (text, until)
    )
    above = sample.visible_nodes[(first or 0) + 1 : last]
    low = _measure_tight_bounds(text)
    return any(
        (isinstance(node, Sprite) or (isinstance(node, Box) and node.fill is not None))
        and _measure_area(_intersect(measure_bounds(node), low)) > 0.9 * _measure_area(low)
        for node in above
    )


def _measure_tight_bounds(node: Node) -> Bounds:
    """Return the bounds of a node; for a text without the space above capitals and below the base line."""
    left, top, right, bottom = measure_bounds(node)
    if not isinstance(node, TextRun):
        return left, top, right, bottom
    cut = 0.15 * (bottom - top)
    return left, top + cut, right, bottom - cut


def _measure_badge_bounds(badge: Sprite) -> Bounds:
    """Return a box with the area that a badge with round ends covers."""
    left, top, right, bottom = measure_bounds(badge)
    cut = 0.06 * (bottom - top)
    return left + cut, top + cut, right - cut, bottom - cut


def _intersect(a: Bounds, b: Bounds) -> Bounds:
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def _measure_area(box: Bounds) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])
