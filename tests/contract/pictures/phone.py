"""Checks for phones, in px of the 1600 px wide canvas (a phone shows a quarter): places of options are large, pieces
and numbers can be seen at ordinary and crowded tables, colours can be told apart by everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from statistics import median
from typing import Any

from PIL import Image

from render.kit.bounds import measure_bounds
from render.kit.colour import compute_contrast, parse_rgb
from render.kit.marks.badges import AuthorBadge, NumberBadge, NumberPill
from render.kit.painter import paint_image
from render.kit.placement import Placement
from render.kit.scene import DETAIL, Node, Shape, Sprite, TextRun, describe_node
from render.kit.tokens import Seal, SeatToken

from .colours import KINDS, compute_distance
from .covered_figures import option_places_are_visible
from .picture_sample import PictureSample, is_badge

Check = Callable[[PictureSample], Iterator[str]]

MAX_AREA_RATIO = 2.0
"""Another place may have at most this many times the area of the largest place of an option."""
MIN_FILLED_SHARE = 0.15
"""Smallest share of each half of a question's picture that is not bare background."""
HEAD = 124
"""px: the lower edge of the header."""
BADGE = 20
"""px: radius of an option's number."""
MAX_SMALL_PRINT, MAX_SMALL_PRINT_OF_OVERVIEW = 0.6, 0.7
"""Largest share of characters smaller than `DETAIL` in a question's picture and in an overview; only ever reduce it."""
LETTER, SEAL = 16, 20
"""px: smallest radius of the largest token of each seat, and of the seal with its points."""
MIN_LARGE_COUNTS = 0.75
"""Smallest share of counts that are not in small print; a seat with many goods may have small counts."""
PIECE, CROWDED_PIECE = 38, 28
"""px: smallest longer side of movable pieces: of half of them at an ordinary table, of each at a crowded one."""
MIN_PIECE_CONTRAST = 3.0
"""WCAG 2.1: smallest contrast of graphical objects."""
MIN_PIECE_DISTANCE = 10.0
"""Smallest CIEDE2000 distance between pieces of one shape, for every kind of colour vision."""


# ---------------------------------------------------------------- the picture of a question


def option_places_are_largest(sample: PictureSample) -> Iterator[str]:
    """In a question with several places, no other place is much larger than theirs, except one that contains them."""
    anchors = sample.scene.anchors
    places = {place for place, _ in sample.options if place in anchors}
    if len(places) < 2:
        return
    spots = [anchors[place].placement for place in places if place is not None]
    largest = max(map(_measure_area, spots))
    for anchor in anchors.values():
        if anchor.place in places or anchor.shows is None or anchor.is_minor:
            continue
        holds = any(_contains(anchor.placement, other.placement) for other in anchors.values())
        if (
            not holds
            and not any(_contains(placement, anchor.placement, 0) for placement in spots)
            and _measure_area(anchor.placement) > MAX_AREA_RATIO * largest
        ):
            ratio = _measure_area(anchor.placement) / largest
            yield f"{anchor.place} is {ratio:.1f} times as large as what is asked about"


def no_half_is_empty(sample: PictureSample) -> Iterator[str]:
    """In a question with several places, no half of the picture below the header is bare background."""
    if len({place for place, _ in sample.options if place is not None}) < 2:
        return
    picture = paint_image(sample.scene)
    picture = picture.crop((0, HEAD, picture.width, picture.height))
    picture = picture.resize((picture.width // 4, picture.height // 4), Image.Resampling.NEAREST)
    w, h = picture.size
    ground = parse_rgb(sample.scene.background)
    halves = {
        "left": (0, 0, w // 2, h),
        "right": (w // 2, 0, w, h),
        "upper": (0, 0, w, h // 2),
        "lower": (0, h // 2, w, h),
    }
    for name, box in halves.items():
        half = picture.crop(box)
        bare = sum(number for number, colour in half.getcolors(w * h) or () if colour == ground)
        share = 1 - bare / (half.width * half.height)
        if share < MIN_FILLED_SHARE:
            yield f"the {name} half is empty but for {share:.0%}"


def numbers_can_be_pressed(sample: PictureSample) -> Iterator[str]:
    """The number of every option can be read on a phone."""
    for badge in sample.badges:
        assert isinstance(badge.piece, NumberBadge | NumberPill)
        if badge.piece.r * badge.scale < BADGE:
            yield f"{describe_node(badge)}: smaller than {BADGE}"


def little_small_print(sample: PictureSample) -> Iterator[str]:
    """Most words are larger than the smallest size."""
    characters = sum(len(text.text) for text in sample.texts)
    small = sum(len(text.text) for text in sample.texts if text.size < DETAIL)
    if characters and small > (MAX_SMALL_PRINT if sample.options else MAX_SMALL_PRINT_OF_OVERVIEW) * characters:
        yield f"{small} of {characters} characters are smaller than {DETAIL} px"


# ---------------------------------------------------------------- the overview


def letters_can_be_read(sample: PictureSample) -> Iterator[str]:
    """Every seat has a token whose letter can be read on a phone."""
    sizes: dict[int, float] = {}
    for token in _list_pieces(sample, SeatToken):
        sizes[token.piece.seat] = max(sizes.get(token.piece.seat, 0), token.piece.r * token.scale)
    for seat, r in sizes.items():
        if r < LETTER:
            yield f"the largest token of seat {seat} has a radius of {r:.0f}"


def numbers_can_be_read(sample: PictureSample) -> Iterator[str]:
    """Most counts are not in small print, and the points of a seat, if shown in a seal, are large."""
    counted = [anchor.placement for anchor in sample.scene.anchors.values() if anchor.placement.is_count]
    figures = [
        text for text in sample.texts if text.text.isdigit() and any(_is_near(placement, text) for placement in counted)
    ]
    small = [text for text in figures if text.size < DETAIL]
    if figures and len(small) > (1 - MIN_LARGE_COUNTS) * len(figures):
        yield from (f"{describe_node(text)}: smaller than {DETAIL}" for text in small)
    seals = [seal.piece.r * seal.scale for seal in _list_pieces(sample, Seal) if seal.piece.text]
    seats = {token.piece.seat for token in _list_pieces(sample, SeatToken)}
    if seals and sum(r >= SEAL for r in seals) < len(seats):
        yield f"{len(seats)} seats, seals of {sorted(round(r) for r in seals)}"


def _is_near(placement: Placement, text: TextRun) -> bool:
    """Return whether the middle of a text lies in the placement of a count."""
    left, top, right, bottom = measure_bounds(text)
    x, y = (left + right) / 2, (top + bottom) / 2
    return placement.x <= x <= placement.x + placement.w and placement.y <= y <= placement.y + placement.h


def pieces_are_large(sample: PictureSample) -> Iterator[str]:
    """Half of the movable pieces have the size for an ordinary table, and none is smaller than at a crowded one."""
    sizes = {
        anchor.place: _measure_longer_side(anchor.sprite)
        for anchor in sample.scene.anchors.values()
        if anchor.sprite is not None
    }
    if sizes and median(sizes.values()) < PIECE:
        yield f"half of the pieces are smaller than {median(sizes.values()):.0f}"
    yield from _iter_too_small(sizes)


def pieces_are_seen(sample: PictureSample) -> Iterator[str]:
    """At a crowded table no movable piece is too small."""
    yield from _iter_too_small(
        {
            anchor.place: _measure_longer_side(anchor.sprite)
            for anchor in sample.scene.anchors.values()
            if anchor.sprite is not None
        }
    )


def _iter_too_small(sizes: dict[str, float]) -> Iterator[str]:
    yield from (f"{place} is {size:.0f} px large" for place, size in sizes.items() if size < CROWDED_PIECE)


def pieces_stand_out(sample: PictureSample) -> Iterator[str]:
    """Each movable piece and each seat token has a fill, an edge or a ring with enough contrast to its background."""
    bare = replace(
        sample.scene,
        static_part=tuple(node for node in sample.scene.static_part if not isinstance(node, Sprite | TextRun)),
        live_part=tuple(node for node in sample.scene.live_part if not isinstance(node, Sprite | TextRun)),
    )
    painted = paint_image(bare)
    for piece in (
        *_list_pieces(sample, SeatToken),
        *(a.sprite for a in sample.scene.anchors.values() if a.sprite is not None),
    ):
        left, top, right, bottom = (round(edge) for edge in measure_bounds(piece))
        under = painted.crop((max(0, left), max(0, top), max(left + 1, right), max(top + 1, bottom)))
        _, colour = max(under.getcolors(under.width * under.height) or ())
        assert isinstance(colour, tuple)
        ground = "#{:02X}{:02X}{:02X}".format(*colour)
        best = max((compute_contrast(ink, ground) for ink in _list_colours(piece.piece.shapes())), default=1.0)
        if best < MIN_PIECE_CONTRAST:
            yield f"{describe_node(piece)} on {ground}: {best:.1f}"


def forms_or_colours_differ(sample: PictureSample) -> Iterator[str]:
    """Two pieces with the same shape, letter and sign have colours that differ for every kind of vision."""
    forms: dict[Any, dict[str, Sprite]] = {}
    for node in sample.visible_nodes:
        if isinstance(node, Sprite) and not is_badge(node) and not isinstance(node.piece, AuthorBadge):
            shapes = node.piece.shapes()
            colours = _list_colours(shapes)
            if colours:
                forms.setdefault((type(node.piece), _build_shape_key(shapes)), {}).setdefault(
                    _find_main_colour(shapes), node
                )
    for pieces_by_colour in forms.values():
        for (a, first), (b, second) in combinations(pieces_by_colour.items(), 2):
            if not _has_other_text(first, second):  # one piece in two states
                continue
            distance_of_colours, kind = min((compute_distance(a, b, kind), kind) for kind in KINDS)
            if distance_of_colours < MIN_PIECE_DISTANCE:
                yield f"{describe_node(first)} and {describe_node(second)} to {kind}: {distance_of_colours:.0f}"


QUESTION: dict[str, Check] = {
    check.__name__: check
    for check in (
        option_places_are_largest,
        option_places_are_visible,
        no_half_is_empty,
        numbers_can_be_pressed,
        little_small_print,
    )
}
"""Checks of the picture of a question."""

ORDINARY: dict[str, Check] = {
    check.__name__: check
    for check in (
        letters_can_be_read,
        numbers_can_be_read,
        pieces_are_large,
        pieces_stand_out,
        forms_or_colours_differ,
        little_small_print,
    )
}
"""Checks of the overview in the middle of a game."""

FULLEST: dict[str, Check] = {
    check.__name__: check for check in (letters_can_be_read, pieces_are_seen, pieces_stand_out)
}
"""Checks of the overview of crowded states that random play does not reach."""


# ---------------------------------------------------------------- measures


def _list_pieces(sample: PictureSample, kind: type[Any]) -> list[Any]:
    return [node for node in sample.visible_nodes if isinstance(node, Sprite) and isinstance(node.piece, kind)]


def _measure_area(placement: Placement) -> float:
    return placement.w * placement.h


def _contains(a: Placement, b: Placement, more: float = 0.05) -> bool:
    """Return whether b lies within a, and a is larger by the share `more`."""
    inside = a.x - 1 <= b.x and a.y - 1 <= b.y and a.x + a.w + 1 >= b.x + b.w and a.y + a.h + 1 >= b.y + b.h
    return a is not b and inside and _measure_area(a) >= (1 + more) * _measure_area(b)


def _measure_longer_side(piece: Sprite) -> float:
    left, top, right, bottom = measure_bounds(piece)
    return max(right - left, bottom - top)


_INKS = ("fill", "edge", "colour")


def _list_colours(shapes: tuple[Shape, ...]) -> list[str]:
    return [ink for shape in shapes for name in _INKS if isinstance(ink := getattr(shape, name, None), str)]


def _find_main_colour(shapes: tuple[Shape, ...]) -> str:
    """Return the colour of a piece's largest area, ignoring the white ring around it."""
    filled = [shape for shape in shapes if isinstance(getattr(shape, "fill", None), str)]
    inner = [shape for shape in filled if getattr(shape, "fill", None) != "#FFFFFF"] or filled
    biggest = max(inner, key=_measure_bounds_area, default=None)
    return str(getattr(biggest, "fill", None) or _list_colours(shapes)[0])


def _has_other_text(first: Sprite, second: Sprite) -> bool:
    """Return whether the pieces differ in a text field: a colour, a coalition, a kind of goods."""
    names = [[getattr(piece, name) for name in piece.__slots__] for piece in (first.piece, second.piece)]  # type: ignore[attr-defined]
    return any(a != b and isinstance(a, str) for a, b in zip(*names, strict=True))


def _measure_bounds_area(node: Node) -> float:
    left, top, right, bottom = measure_bounds(node)
    return (right - left) * (bottom - top)


def _build_shape_key(shapes: tuple[Shape, ...]) -> tuple[str, ...]:
    """Return a key for the shapes without their colours."""
    return tuple(repr(replace(shape, **{name: "" for name in _INKS if hasattr(shape, name)})) for shape in shapes)  # type: ignore[arg-type]
