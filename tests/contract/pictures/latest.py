"""The overview on a table's card tells at a glance, on a phone, how far the game is, and who has just done what."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import hypot

from render.kit.colour import SIGNAL, WHITE
from render.kit.extent import Bounds, extent
from render.kit.marks.tails import off
from render.kit.scene import BODY, KEY, MICRO, Box, Disc, Icon, Poly, Sprite, line
from render.kit.spot import Point
from render.kit.tokens import TICK_LETTER, SeatToken, Tick

from .checks import HEADER, is_beside
from .shown import Shown

Check = Callable[[Shown], Iterator[str]]

LETTER = 36
"""px: the size of a letter that says who did it; a phone shows a quarter of it."""
LINE_TOKEN = 18
"""px: radius of the token before a line."""
MARK_ON_PIECE, ON_PIECE = 0.3, 0.35
"""The share of the rectangle around a piece that such a letter, or anything else, may lie on: it has empty corners."""
TAIL = 3
"""The corners of the white wedge below a letter."""
BESIDE = 2.5
"""In sizes of a letter: how near another one is that belongs to the same thing."""
OF_ALL = re.compile(r"\d+ ?[/／] ?\d+|/ ?\d+$")
DOTS = 3
"""So many steps of the way to the end may be drawn one by one."""


def letters_are_large(shown: Shown) -> Iterator[str]:
    """Every letter on what the last turns changed can be read on a phone."""
    for node in shown.painted:
        if isinstance(node, Sprite) and isinstance(node.piece, Tick):
            size = TICK_LETTER * node.piece.r * node.scale
            if size < LETTER:
                yield f"{line(node)}: a letter of {size:.0f}"


def one_kind_of_mark(shown: Shown) -> Iterator[str]:
    """What the last turns changed has letters, and neither frames nor rings."""
    for node in shown.painted:
        if isinstance(node, Disc) and node.fill is None and node.edge == SIGNAL:
            yield line(node)
    yield from (f"a frame around {box}" for _, box in shown.frames)


def tells_who_did_what(shown: Shown) -> Iterator[str]:
    """Below the board the newest of those who did something stands first in a line that says what, in large words."""
    top = shown.scene.height - shown.scene.foot
    tokens = [
        node
        for node in shown.painted
        if isinstance(node, Sprite) and isinstance(node.piece, SeatToken) and node.y > top
    ]
    seats = [token.piece.seat for token in tokens if isinstance(token.piece, SeatToken)]
    if not shown.told:
        return
    if seats[-1:] != [shown.told[-1]]:
        yield f"lines of {seats}, {shown.told} did something"
    for token in tokens:
        words = [text for text in shown.texts if abs(text.y - token.y) < KEY / 2 and text.x > token.x]
        if len(words) < 2 or max(text.size for text in words) < BODY or min(text.size for text in words) <= MICRO:
            yield f"{line(token)} stands before {[(text.text, text.size) for text in words]}"
        assert isinstance(token.piece, SeatToken)
        if token.piece.r * token.scale < LINE_TOKEN:
            yield f"{line(token)} is too small"


def only_what_is_told_is_marked(shown: Shown) -> Iterator[str]:
    """Each letter on the board belongs to something that the lines below account for."""
    for node in shown.painted:
        if isinstance(node, Sprite) and isinstance(node.piece, Tick):
            seat = node.piece.seat
            if not any(seat in deed.seats and is_beside(node, deed) for deed in shown.deeds):
                yield f"{line(node)}: no words below tell of it"


def letters_point(shown: Shown) -> Iterator[str]:
    """A letter lies on what it means, or has a tail towards it, or stands beside another one that does; what has gone
    may have left its place to others.
    """
    tails: dict[Point, list[Point]] = {}
    for node in shown.painted:
        if isinstance(node, Poly) and node.fill == WHITE and len(node.points) == TAIL:
            (ax, ay), tip, (bx, by) = node.points
            tails.setdefault((round((ax + bx) / 2), round((ay + by) / 2)), []).append(tip)
    ticks = [node for node in shown.painted if isinstance(node, Sprite) and isinstance(node.piece, Tick)]
    for node in ticks:
        assert isinstance(node.piece, Tick)
        at, seat = (node.x, node.y), node.piece.seat
        meant = [deed.change for deed in shown.deeds if seat in deed.seats and is_beside(node, deed)]
        things = [change.anchor.spot for change in meant]
        tips = tails.get((round(node.x), round(node.y)), [])
        for tip in tips:
            if not any(off(tip, thing) < off(at, thing) for thing in things):
                yield f"{line(node)} points at nothing that it means"
        near = BESIDE * node.piece.reach
        alone = all(hypot(other.x - node.x, other.y - node.y) > near for other in ticks if other != node)
        stands = bool(meant) and all(change.now is not None for change in meant)
        if alone and stands and not tips and all(off(at, thing) > node.piece.reach for thing in things):
            yield f"{line(node)} has no tail"


def pieces_are_free(shown: Shown) -> Iterator[str]:
    """No letter of who did something lies on a piece that moves, and nothing else on most of one: houses, prices, other
    pieces."""
    ghosts = {anchor.ghost: anchor.place for anchor in shown.scene.anchors.values() if anchor.ghost is not None}
    standing: list[tuple[str, Bounds]] = []
    for node in shown.painted:
        if not isinstance(node, Sprite) and not (isinstance(node, Box) and node.fill is not None):
            continue
        over = extent(node)
        mark = isinstance(node, Sprite) and isinstance(node.piece, Tick)
        for place, under in standing:
            w, h = min(over[2], under[2]) - max(over[0], under[0]), min(over[3], under[3]) - max(over[1], under[1])
            if w > 0 and h > 0:
                share = w * h / ((under[2] - under[0]) * (under[3] - under[1]))
                if share > (MARK_ON_PIECE if mark else ON_PIECE):
                    yield f"{line(node)} lies on {share:.0%} of {place}"
        if isinstance(node, Sprite) and node in ghosts:
            standing.append((ghosts[node], over))


def tells_how_far(shown: Shown) -> Iterator[str]:
    """The head of the overview says how far the game is, of how much: 3/7; or each step is a disc before a flag."""
    head = [text for text in shown.texts if text.y < HEADER and text.size >= BODY]
    if any(OF_ALL.search(text.text) for text in head):
        return
    flags = [node for node in shown.painted if isinstance(node, Icon) and node.name == "flag" and node.y < HEADER]
    discs = [node for node in shown.painted if isinstance(node, Disc) and node.y < HEADER]
    if not any(sum(disc.y == flag.y and disc.x < flag.x for disc in discs) >= DOTS for flag in flags):
        yield f"{[text.text for text in head]} does not say how far"


LATEST: dict[str, Check] = {
    check.__name__: check
    for check in (
        letters_are_large,
        one_kind_of_mark,
        tells_who_did_what,
        only_what_is_told_is_marked,
        letters_point,
        pieces_are_free,
    )
}
"""Of the overview with the last turns."""
