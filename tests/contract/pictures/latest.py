"""Checks of the overview on a table's card: a phone shows the game's progress and the last turns'
actions at a glance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import hypot

from render.kit.bounds import Bounds, measure_bounds
from render.kit.colour import SIGNAL, WHITE
from render.kit.marks.author_badges import measure_distance
from render.kit.marks.badges import AUTHOR_LETTER_SIZE, AuthorBadge
from render.kit.placement import Point
from render.kit.scene import BODY, KEY, MICRO, Box, Disc, Icon, Poly, Sprite, describe_node
from render.kit.tokens import SeatToken

from .checks import HEADER, is_beside
from .picture_sample import PictureSample

Check = Callable[[PictureSample], Iterator[str]]

LETTER = 36
"""px: the size of an author's letter; a phone shows a quarter of it."""
LINE_TOKEN = 18
"""px: radius of the token in front of a line."""
MAX_PIECE_COVER_OF_MARK, MAX_PIECE_COVER = 0.3, 0.35
"""Largest share of a piece's bounds, which have empty corners, that a letter or another node may cover."""
TAIL = 3
"""Number of corners of a callout tail, the white wedge below a letter."""
BESIDE = 2.5
"""Largest distance of two letters that belong to the same change, in letter sizes."""
PROGRESS_PATTERN = re.compile(r"\d+ ?[/／] ?\d+|/ ?\d+$")
DOTS = 3
"""Number of discs before a flag that count as a drawn track of the game's progress."""


def letters_are_large(sample: PictureSample) -> Iterator[str]:
    """Every author's letter on the last turns' changes can be read on a phone."""
    for node in sample.visible_nodes:
        if isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge):
            size = AUTHOR_LETTER_SIZE * node.piece.r * node.scale
            if size < LETTER:
                yield f"{describe_node(node)}: a letter of {size:.0f}"


def changes_have_letters_only(sample: PictureSample) -> Iterator[str]:
    """Changes of the last turns are marked by letters, and neither by frames nor by rings."""
    for node in sample.visible_nodes:
        if isinstance(node, Disc) and node.fill is None and node.edge == SIGNAL:
            yield describe_node(node)
    yield from (f"a frame around {box}" for _, box in sample.frames)


def lines_name_recent_actions(sample: PictureSample) -> Iterator[str]:
    """Below the board each line starts with a seat's token and tells its actions in large words; the newest is last."""
    top = sample.scene.height - sample.scene.footer_height
    tokens = [
        node
        for node in sample.visible_nodes
        if isinstance(node, Sprite) and isinstance(node.piece, SeatToken) and node.y > top
    ]
    seats = [token.piece.seat for token in tokens if isinstance(token.piece, SeatToken)]
    if not sample.seats_with_lines:
        return
    if seats[-1:] != [sample.seats_with_lines[-1]]:
        yield f"lines of {seats}, {sample.seats_with_lines} did something"
    for token in tokens:
        words = [text for text in sample.texts if abs(text.y - token.y) < KEY / 2 and text.x > token.x]
        if len(words) < 2 or max(text.size for text in words) < BODY or min(text.size for text in words) <= MICRO:
            yield f"{describe_node(token)} stands before {[(text.text, text.size) for text in words]}"
        assert isinstance(token.piece, SeatToken)
        if token.piece.r * token.scale < LINE_TOKEN:
            yield f"{describe_node(token)} is too small"


def marks_have_lines(sample: PictureSample) -> Iterator[str]:
    """Each letter on the board belongs to a change that the lines below describe."""
    for node in sample.visible_nodes:
        if isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge):
            seat = node.piece.seat
            if not any(
                seat in attributed_change.authors and is_beside(node, attributed_change)
                for attributed_change in sample.attributed_changes
            ):
                yield f"{describe_node(node)}: no words below tell of it"


def letters_point_at_changes(sample: PictureSample) -> Iterator[str]:
    """A letter lies on its change, or has a callout tail towards it, or is beside another letter that does. Letters of
    removed pieces are exempt, since others may stand at their places.
    """
    tails: dict[Point, list[Point]] = {}
    for node in sample.visible_nodes:
        if isinstance(node, Poly) and node.fill == WHITE and len(node.points) == TAIL:
            (ax, ay), tip, (bx, by) = node.points
            tails.setdefault((round((ax + bx) / 2), round((ay + by) / 2)), []).append(tip)
    author_badges = [
        node for node in sample.visible_nodes if isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge)
    ]
    for node in author_badges:
        assert isinstance(node.piece, AuthorBadge)
        letter_centre, seat = (node.x, node.y), node.piece.seat
        meant = [
            attributed_change.change
            for attributed_change in sample.attributed_changes
            if seat in attributed_change.authors and is_beside(node, attributed_change)
        ]
        things = [change.anchor.placement for change in meant]
        tips = tails.get((round(node.x), round(node.y)), [])
        for tip in tips:
            if not any(measure_distance(tip, thing) < measure_distance(letter_centre, thing) for thing in things):
                yield f"{describe_node(node)} points at nothing that it means"
        near = BESIDE * node.piece.outer_radius
        alone = all(hypot(other.x - node.x, other.y - node.y) > near for other in author_badges if other != node)
        stands = bool(meant) and all(change.new_anchor is not None for change in meant)
        if (
            alone
            and stands
            and not tips
            and all(measure_distance(letter_centre, thing) > node.piece.outer_radius for thing in things)
        ):
            yield f"{describe_node(node)} has no tail"


def pieces_are_not_covered(sample: PictureSample) -> Iterator[str]:
    """No author's letter covers a movable piece, and no other node (house, price, piece) covers much of one."""
    places_by_sprite = {
        anchor.sprite: anchor.place for anchor in sample.scene.anchors.values() if anchor.sprite is not None
    }
    standing: list[tuple[str, Bounds]] = []
    for node in sample.visible_nodes:
        if not isinstance(node, Sprite) and not (isinstance(node, Box) and node.fill is not None):
            continue
        over = measure_bounds(node)
        mark = isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge)
        for place, under in standing:
            w, h = min(over[2], under[2]) - max(over[0], under[0]), min(over[3], under[3]) - max(over[1], under[1])
            if w > 0 and h > 0:
                share = w * h / ((under[2] - under[0]) * (under[3] - under[1]))
                if share > (MAX_PIECE_COVER_OF_MARK if mark else MAX_PIECE_COVER):
                    yield f"{describe_node(node)} lies on {share:.0%} of {place}"
        if isinstance(node, Sprite) and node in places_by_sprite:
            standing.append((places_by_sprite[node], over))


def shows_progress(sample: PictureSample) -> Iterator[str]:
    """The header of the overview shows the progress of the game: 3/7, or a disc for each step before a flag."""
    head = [text for text in sample.texts if text.y < HEADER and text.size >= BODY]
    if any(PROGRESS_PATTERN.search(text.text) for text in head):
        return
    flags = [
        node for node in sample.visible_nodes if isinstance(node, Icon) and node.name == "flag" and node.y < HEADER
    ]
    discs = [node for node in sample.visible_nodes if isinstance(node, Disc) and node.y < HEADER]
    if not any(sum(disc.y == flag.y and disc.x < flag.x for disc in discs) >= DOTS for flag in flags):
        yield f"{[text.text for text in head]} does not say how far"


LATEST: dict[str, Check] = {
    check.__name__: check
    for check in (
        letters_are_large,
        changes_have_letters_only,
        lines_name_recent_actions,
        marks_have_lines,
        letters_point_at_changes,
        pieces_are_not_covered,
    )
}
"""Checks of the overview with the last turns."""
