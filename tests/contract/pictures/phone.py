"""What a phone asks of pictures, in px of the 1600 wide canvas (a phone shows a quarter): what is asked about is large,
pieces and numbers can be seen at the ordinary and at the fullest table, colours tell classes apart for everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from statistics import median
from typing import Any

from PIL import Image

from render.kit.colour import contrast, rgb
from render.kit.extent import extent
from render.kit.painter import image
from render.kit.scene import DETAIL, Node, Shape, Sprite, Text, line
from render.kit.spot import Spot
from render.kit.tokens import Badge, BadgeSpan, Seal, SeatToken, Tick

from .colours import KINDS, distance
from .covered import asked_is_seen
from .shown import Shown, is_badge

Check = Callable[[Shown], Iterator[str]]

LARGER = 2.0
"""So many times as large as what is asked about another thing may be at most."""
EMPTY = 0.15
"""The least share of each half that is not bare ground, where there is a choice."""
HEAD = 124
"""px: the foot of the header."""
BADGE = 20
"""px: radius of an option's number."""
SMALL_PRINT, MOST_PRINT = 0.6, 0.7
"""The most characters smaller than `DETAIL`, of a question's picture and of an overview: they may only fall."""
LETTER, SEAL = 16, 20
"""px: radius of the largest token of each seat, and of the seal with its points."""
COUNTED = 0.75
"""The share of counted numbers that are not in small print: whoever has much of everything may have it small."""
PIECE, CROWDED_PIECE = 38, 28
"""px: the longer side of pieces that move, of half of them at an ordinary table and of each at the fullest."""
EDGE = 3.0
"""WCAG 2.1: what must be seen."""
APART = 10.0
"""CIEDE2000 between pieces of one form, for every kind of eye."""


# ---------------------------------------------------------------- of the picture of a question


def asked_is_largest(shown: Shown) -> Iterator[str]:
    """Where there is a choice, nothing is much larger than what is asked about, apart from what holds it."""
    anchors = shown.scene.anchors
    places = {place for place, _ in shown.asked if place in anchors}
    if len(places) < 2:
        return
    spots = [anchors[place].spot for place in places if place is not None]
    largest = max(map(_area, spots))
    for anchor in anchors.values():
        if anchor.place in places or anchor.shows is None or anchor.minor:
            continue
        holds = any(_holds(anchor.spot, other.spot) for other in anchors.values())
        if (
            not holds
            and not any(_holds(spot, anchor.spot, 0) for spot in spots)
            and _area(anchor.spot) > LARGER * largest
        ):
            yield f"{anchor.place} is {_area(anchor.spot) / largest:.1f} times as large as what is asked about"


def no_half_empty(shown: Shown) -> Iterator[str]:
    """Where there is a choice, no half of the picture below its head is bare ground."""
    if len({place for place, _ in shown.asked if place is not None}) < 2:
        return
    picture = image(shown.scene)
    picture = picture.crop((0, HEAD, picture.width, picture.height))
    picture = picture.resize((picture.width // 4, picture.height // 4), Image.Resampling.NEAREST)
    w, h = picture.size
    ground = rgb(shown.scene.ground)
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
        if share < EMPTY:
            yield f"the {name} half is empty but for {share:.0%}"


def numbers_can_be_pressed(shown: Shown) -> Iterator[str]:
    """The number of every option can be read on a phone."""
    for badge in shown.badges:
        assert isinstance(badge.piece, Badge | BadgeSpan)
        if badge.piece.r * badge.scale < BADGE:
            yield f"{line(badge)}: smaller than {BADGE}"


def hardly_small_print(shown: Shown) -> Iterator[str]:
    """Most words are larger than the smallest size."""
    characters = sum(len(text.text) for text in shown.texts)
    small = sum(len(text.text) for text in shown.texts if text.size < DETAIL)
    if characters and small > (SMALL_PRINT if shown.asked else MOST_PRINT) * characters:
        yield f"{small} of {characters} characters are smaller than {DETAIL} px"


# ---------------------------------------------------------------- of the overview


def letters_can_be_read(shown: Shown) -> Iterator[str]:
    """Every seat has a token whose letter a phone shows."""
    sizes: dict[int, float] = {}
    for token in _pieces(shown, SeatToken):
        sizes[token.piece.seat] = max(sizes.get(token.piece.seat, 0), token.piece.r * token.scale)
    for seat, r in sizes.items():
        if r < LETTER:
            yield f"the largest token of seat {seat} has a radius of {r:.0f}"


def numbers_can_be_read(shown: Shown) -> Iterator[str]:
    """Most of what is counted is not in small print, and the points of a seat, if they stand in a seal, are large."""
    counted = [anchor.spot for anchor in shown.scene.anchors.values() if anchor.spot.counted]
    figures = [text for text in shown.texts if text.text.isdigit() and any(_near(spot, text) for spot in counted)]
    small = [text for text in figures if text.size < DETAIL]
    if figures and len(small) > (1 - COUNTED) * len(figures):
        yield from (f"{line(text)}: smaller than {DETAIL}" for text in small)
    seals = [seal.piece.r * seal.scale for seal in _pieces(shown, Seal) if seal.piece.text]
    seats = {token.piece.seat for token in _pieces(shown, SeatToken)}
    if seals and sum(r >= SEAL for r in seals) < len(seats):
        yield f"{len(seats)} seats, seals of {sorted(round(r) for r in seals)}"


def _near(spot: Spot, text: Text) -> bool:
    """Whether the middle of a text lies in a counted number's place."""
    left, top, right, bottom = extent(text)
    x, y = (left + right) / 2, (top + bottom) / 2
    return spot.x <= x <= spot.x + spot.w and spot.y <= y <= spot.y + spot.h


def pieces_are_large(shown: Shown) -> Iterator[str]:
    """Half of the pieces that move are as large as at an ordinary table, and none is smaller than at the fullest."""
    sizes = {anchor.place: _side(anchor.ghost) for anchor in shown.scene.anchors.values() if anchor.ghost is not None}
    if sizes and median(sizes.values()) < PIECE:
        yield f"half of the pieces are smaller than {median(sizes.values()):.0f}"
    yield from _too_small(sizes)


def pieces_are_seen(shown: Shown) -> Iterator[str]:
    """At the fullest table no piece that moves is too small."""
    yield from _too_small(
        {anchor.place: _side(anchor.ghost) for anchor in shown.scene.anchors.values() if anchor.ghost is not None}
    )


def _too_small(sizes: dict[str, float]) -> Iterator[str]:
    yield from (f"{place} is {size:.0f} px large" for place, size in sizes.items() if size < CROWDED_PIECE)


def pieces_stand_out(shown: Shown) -> Iterator[str]:
    """Each piece that moves, and each token of a seat, has a fill, an edge or a ring that its ground sets off."""
    bare = replace(
        shown.scene,
        static=tuple(node for node in shown.scene.static if not isinstance(node, Sprite | Text)),
        live=tuple(node for node in shown.scene.live if not isinstance(node, Sprite | Text)),
    )
    painted = image(bare)
    for piece in (*_pieces(shown, SeatToken), *(a.ghost for a in shown.scene.anchors.values() if a.ghost is not None)):
        left, top, right, bottom = (round(edge) for edge in extent(piece))
        under = painted.crop((max(0, left), max(0, top), max(left + 1, right), max(top + 1, bottom)))
        _, colour = max(under.getcolors(under.width * under.height) or ())
        assert isinstance(colour, tuple)
        ground = "#{:02X}{:02X}{:02X}".format(*colour)
        best = max((contrast(ink, ground) for ink in _colours(piece.piece.shapes())), default=1.0)
        if best < EDGE:
            yield f"{line(piece)} on {ground}: {best:.1f}"


def forms_or_colours_differ(shown: Shown) -> Iterator[str]:
    """Two pieces of one form, letter and sign have colours that every kind of eye tells apart."""
    forms: dict[Any, dict[str, Sprite]] = {}
    for node in shown.painted:
        if isinstance(node, Sprite) and not is_badge(node) and not isinstance(node.piece, Tick):
            shapes = node.piece.shapes()
            colours = _colours(shapes)
            if colours:
                forms.setdefault((type(node.piece), _form(shapes)), {}).setdefault(_main(shapes), node)
    for found in forms.values():
        for (a, one), (b, other) in combinations(found.items(), 2):
            if not _named_differently(one, other):  # one thing in two states
                continue
            far, kind = min((distance(a, b, kind), kind) for kind in KINDS)
            if far < APART:
                yield f"{line(one)} and {line(other)} to {kind}: {far:.0f}"


QUESTION: dict[str, Check] = {
    check.__name__: check
    for check in (asked_is_largest, asked_is_seen, no_half_empty, numbers_can_be_pressed, hardly_small_print)
}
"""Of the picture of a question."""

ORDINARY: dict[str, Check] = {
    check.__name__: check
    for check in (
        letters_can_be_read,
        numbers_can_be_read,
        pieces_are_large,
        pieces_stand_out,
        forms_or_colours_differ,
        hardly_small_print,
    )
}
"""Of the overview in the middle of a game."""

FULLEST: dict[str, Check] = {
    check.__name__: check for check in (letters_can_be_read, pieces_are_seen, pieces_stand_out)
}
"""Of the overview of states that chance does not reach."""


# ---------------------------------------------------------------- measures


def _pieces(shown: Shown, kind: type[Any]) -> list[Any]:
    return [node for node in shown.painted if isinstance(node, Sprite) and isinstance(node.piece, kind)]


def _area(spot: Spot) -> float:
    return spot.w * spot.h


def _holds(a: Spot, b: Spot, more: float = 0.05) -> bool:
    """Whether b lies within a, which is larger."""
    inside = a.x - 1 <= b.x and a.y - 1 <= b.y and a.x + a.w + 1 >= b.x + b.w and a.y + a.h + 1 >= b.y + b.h
    return a is not b and inside and _area(a) >= (1 + more) * _area(b)


def _side(piece: Sprite) -> float:
    left, top, right, bottom = extent(piece)
    return max(right - left, bottom - top)


_INKS = ("fill", "edge", "colour")


def _colours(shapes: tuple[Shape, ...]) -> list[str]:
    return [ink for shape in shapes for name in _INKS if isinstance(ink := getattr(shape, name, None), str)]


def _main(shapes: tuple[Shape, ...]) -> str:
    """The colour of the largest area of a piece that is not the ring around it."""
    filled = [shape for shape in shapes if isinstance(getattr(shape, "fill", None), str)]
    inner = [shape for shape in filled if getattr(shape, "fill", None) != "#FFFFFF"] or filled
    biggest = max(inner, key=_extent_area, default=None)
    return str(getattr(biggest, "fill", None) or _colours(shapes)[0])


def _named_differently(one: Sprite, other: Sprite) -> bool:
    """Whether the pieces differ in a word: a colour, a coalition, a kind of goods."""
    names = [[getattr(piece, name) for name in piece.__slots__] for piece in (one.piece, other.piece)]  # type: ignore[attr-defined]
    return any(a != b and isinstance(a, str) for a, b in zip(*names, strict=True))


def _extent_area(node: Node) -> float:
    left, top, right, bottom = extent(node)
    return (right - left) * (bottom - top)


def _form(shapes: tuple[Shape, ...]) -> tuple[str, ...]:
    """The shapes without their colours, and without the size of the whole."""
    return tuple(repr(replace(shape, **{name: "" for name in _INKS if hasattr(shape, name)})) for shape in shapes)  # type: ignore[arg-type]
