"""What holds for every picture of every game. Each check yields what is wrong, in words that name the node."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from math import hypot

from render.kit.colour import contrast
from render.kit.extent import Bounds, extent
from render.kit.marks.ghost import Ghost
from render.kit.marks.ticks import SMALL, Deed
from render.kit.painter import image
from render.kit.scene import BODY, HEAD, SIZES, Box, Node, Sprite, Text, line
from render.kit.text import measure
from render.kit.tokens import Badge, BadgeSpan, Fresh, SeatToken, Tick

from .colours import nearest
from .covered import numbers_on_nothing, ticks_on_nothing
from .shown import Shown, is_badge, tells

Check = Callable[[Shown], Iterator[str]]

ROW, LEFT = 60, 30  # px that a number may stand higher, or further left in its row, than the one before it
HIDDEN, CROSSED, ON_TEXT = 0.3, 0.12, 0.15  # shares of a thing that a badge, a frame, another text may lie on
LINE, RIM = 6, 3  # px: the line of a frame, and the white one around it
LEAST, LEAST_LARGE = 4.5, 3.0  # WCAG 2.1 AA: words, and words as large as a head
MARKED = 0.95  # share of what changed that is marked
BESIDE = 110  # px: an ordinary mark belongs to what lies so near
LETTERS_APART = 24  # px
SMALLEST_BADGE = 12  # px: 3 on a phone
HEADER = 124  # px: the foot of the header
APART = 10  # CIEDE2000; from 10 to 20 the form of a seat helps


def on_canvas(shown: Shown) -> Iterator[str]:
    """Nothing leaves the canvas."""
    for node in shown.painted:
        left, top, right, bottom = extent(node)
        if left < -0.5 or top < -0.5 or right > shown.scene.width + 0.5 or bottom > shown.scene.height + 0.5:
            yield f"{line(node)} covers {left:.0f} {top:.0f} {right:.0f} {bottom:.0f}"


def in_its_room(shown: Shown) -> Iterator[str]:
    """Every text has room, and fits."""
    for text in shown.texts:
        if text.room is None:
            yield f"{line(text)} has no room"
        elif measure(text.text, text.size, text.weight) > text.room + 0.5:
            yield f"{line(text)} is {measure(text.text, text.size, text.weight):.0f} px wide"


def not_cut(shown: Shown) -> Iterator[str]:
    """No word of ours, and no ordinary name, is cut with an ellipsis."""
    return (line(text) for text in shown.texts if text.text.endswith(("…", "...")))


def sizes(shown: Shown) -> Iterator[str]:
    """Text has one of the six sizes, and numbers of options can be found on a phone."""
    for text in shown.texts:
        if text.size not in SIZES:
            yield f"{line(text)}: not one of {SIZES}"
    for badge in shown.badges:
        assert isinstance(badge.piece, Badge | BadgeSpan)
        if badge.piece.r * badge.scale < SMALLEST_BADGE:
            yield f"{line(badge)}: smaller than {SMALLEST_BADGE}"


def texts_apart(shown: Shown) -> Iterator[str]:
    """No text lies on another one."""
    boxes = [(text, _tight(text)) for text in shown.texts]
    for (one, a), (other, b) in combinations(boxes, 2):
        if a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]:  # nearly all: what follows is dear
            continue
        if _area(_common(a, b)) > ON_TEXT * min(_area(a), _area(b)) and not _hidden(shown, one, other):
            yield f"{line(one)} and {line(other)}"


def numbered(shown: Shown) -> Iterator[str]:
    """Every option with a place has its number once, and there is no other number."""
    wanted = Counter(number for number, (place, _) in enumerate(shown.asked, 1) if place is not None)
    found = Counter(number for number, _ in shown.numbers)
    chosen = any(mark.chosen for mark in shown.look.marks)
    if wanted != found and not chosen:
        yield f"numbers {sorted(found.elements())}, options {sorted(wanted.elements())}"


def in_order(shown: Shown) -> Iterator[str]:
    """Within a group the numbers run as one reads."""
    at = dict(shown.numbers)
    anchors = shown.scene.anchors
    for first, second in pairwise(range(1, len(shown.asked) + 1)):
        (one, group), (other, other_group) = shown.asked[first - 1], shown.asked[second - 1]
        if one not in anchors or other not in anchors or group != other_group or not {first, second} <= at.keys():
            continue
        if one is None or other is None or anchors[one].spot.rank != anchors[other].spot.rank:
            continue
        (ax, ay), (bx, by) = (at[first].x, at[first].y), (at[second].x, at[second].y)
        if ay - by > ROW or (abs(ay - by) < LEFT and ax - bx > LEFT):
            yield f"{second} at {bx:.0f}, {by:.0f} stands before {first} at {ax:.0f}, {ay:.0f}"


def nothing_hidden(shown: Shown) -> Iterator[str]:
    """No number covers a word, an icon, a piece or another number."""
    if not shown.badges:
        return
    below = [(node, extent(node)) for node in shown.painted if tells(node)]
    for badge in shown.badges:
        cover = _round(badge)
        for node, box in below:
            if _area(_common(cover, box)) > HIDDEN * _area(box):
                yield f"{line(badge)} covers {line(node)}"
    for one, other in combinations(shown.badges, 2):
        if _area(_common(_round(one), _round(other))):
            yield f"{line(one)} lies on {line(other)}"


def nothing_crossed(shown: Shown) -> Iterator[str]:
    """The line of no frame runs over a word, an icon or a piece that is painted below it."""
    if not shown.frames:
        return
    boxes = [(i, node, _tight(node)) for i, node in enumerate(shown.painted) if tells(node) and not is_badge(node)]
    for place, (left, top, right, bottom) in shown.frames:
        outer = (left - RIM, top - RIM, right + RIM, bottom + RIM)
        inner = (left + LINE, top + LINE, right - LINE, bottom - LINE)
        for i, node, box in boxes:
            under = _area(_common(outer, box)) - _area(_common(inner, box))
            if i < place and under > CROSSED * _area(box):
                yield f"the frame {left:.0f} {top:.0f} {right:.0f} {bottom:.0f} crosses {line(node)}"


def legible(shown: Shown) -> Iterator[str]:
    """Every word stands out from what is painted under it."""
    bare = replace(shown.scene, static=_bare(shown.scene.static), live=_bare(shown.scene.live))
    painted = image(bare)
    for text in shown.texts:
        if _hidden(shown, text):
            continue
        under = painted.crop(extent(text))
        _, colour = max(under.getcolors(under.width * under.height) or ())
        assert isinstance(colour, tuple)
        ground = "#{:02X}{:02X}{:02X}".format(*colour)
        if contrast(text.colour, ground) < (LEAST_LARGE if text.size >= HEAD else LEAST):
            yield f"{line(text)} on {ground}: {contrast(text.colour, ground):.1f}"


def seats_told_apart(shown: Shown) -> Iterator[str]:
    """Seats have colours that colour-blind people tell apart with the help of the forms."""
    tokens = {
        node.piece.seat: node.piece.colour
        for node in shown.painted
        if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)
    }
    far, which = nearest(tokens.values())
    if len(set(tokens.values())) < len(tokens) or far < APART:
        yield f"{which or tokens}: {far:.0f}"


def tells_the_turn(shown: Shown) -> Iterator[str]:
    """The head of the overview names a seat, large enough for a phone: whose turn it is, or who has won."""
    head = [text for text in shown.texts if text.y < HEADER and text.size >= BODY]
    if not any(name in text.text for text in head for name in shown.look.names):
        yield f"{[text.text for text in head]} names nobody"


def tells_who_did_it(shown: Shown) -> Iterator[str]:
    """Of what changed while the reader was away nearly everything has a mark with the letter of who changed it."""
    ticks = [node for node in shown.painted if isinstance(node, Sprite) and isinstance(node.piece, Tick | Fresh)]
    bare = [deed for deed in shown.deeds if not _is_marked(deed, ticks) and not _made_room(deed, shown, ticks)]
    if len(bare) > (1 - MARKED) * len(shown.deeds):
        yield from (f"{deed.change.anchor.place}, changed by {deed.seats}, has no mark" for deed in bare)


def _is_marked(deed: Deed, ticks: list[Sprite]) -> bool:
    near = [mark.piece for mark in ticks if is_beside(mark, deed)]
    seats = {piece.seat for piece in near if isinstance(piece, Tick)}
    return {*deed.seats} <= seats or any(isinstance(piece, Fresh) for piece in near)


def _made_room(deed: Deed, shown: Shown, ticks: list[Sprite]) -> bool:
    """Whether a piece went to another place and others stand where it stood: a large letter would seem to be theirs."""
    large = any(isinstance(mark.piece, Tick) and mark.piece.r > SMALL for mark in ticks)
    ghost = deed.change.anchor.ghost
    if not large or not deed.change.left or deed.change.now is not None or ghost is None:
        return False
    outlines = [node for node in shown.painted if isinstance(node, Sprite) and isinstance(node.piece, Ghost)]
    return all((node.x, node.y) != (ghost.x, ghost.y) for node in outlines)


def is_beside(mark: Sprite, deed: Deed) -> bool:
    """Whether a mark stands so near what changed, or the place beside it that all marks of a larger thing share."""
    beside = BESIDE * (mark.piece.r / SMALL if isinstance(mark.piece, Tick) else 1)
    left, top, right, bottom = extent(deed.change.anchor)
    if left - beside <= mark.x <= right + beside and top - beside <= mark.y <= bottom + beside:
        return True
    aside = deed.change.anchor.spot.aside
    return aside is not None and hypot(mark.x - aside[0], mark.y - aside[1]) <= beside


def ticks_apart(shown: Shown) -> Iterator[str]:
    """The letter of no tick is hidden by another one."""
    ticks = [node for node in shown.painted if isinstance(node, Sprite) and isinstance(node.piece, Tick)]
    for one, other in combinations(ticks, 2):
        assert isinstance(one.piece, Tick)
        if hypot(one.x - other.x, one.y - other.y) < LETTERS_APART * one.piece.r / SMALL:
            yield f"{line(one)} and {line(other)}"


CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (
        on_canvas,
        in_its_room,
        not_cut,
        sizes,
        texts_apart,
        numbered,
        in_order,
        nothing_hidden,
        numbers_on_nothing,
        nothing_crossed,
    )
}
"""Of every picture. They read the Scene and paint nothing."""

AWAY: dict[str, Check] = {check.__name__: check for check in (tells_who_did_it, ticks_apart, ticks_on_nothing)}
"""Of the overview for somebody who was away."""


def problems(shown: Shown) -> list[str]:
    return [
        f"{shown.name} {shown.look.lang}, {name}: {what}" for name, check in CHECKS.items() for what in check(shown)
    ]


def _bare(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    return tuple(node for node in nodes if not isinstance(node, Text))


def _hidden(shown: Shown, text: Text, until: Text | None = None) -> bool:
    """Whether something that fills its box is painted over a text (before another one)."""
    first, last = (next((i for i, node in enumerate(shown.painted) if node is one), None) for one in (text, until))
    above = shown.painted[(first or 0) + 1 : last]
    low = _tight(text)
    return any(
        (isinstance(node, Sprite) or (isinstance(node, Box) and node.fill is not None))
        and _area(_common(extent(node), low)) > 0.9 * _area(low)
        for node in above
    )


def _tight(node: Node) -> Bounds:
    """The box of a node; of a text without the room above capitals and below the base line."""
    left, top, right, bottom = extent(node)
    if not isinstance(node, Text):
        return left, top, right, bottom
    cut = 0.15 * (bottom - top)
    return left, top + cut, right, bottom - cut


def _round(badge: Sprite) -> Bounds:
    """A box as large as what a badge covers: it has round ends."""
    left, top, right, bottom = extent(badge)
    cut = 0.06 * (bottom - top)
    return left + cut, top + cut, right - cut, bottom - cut


def _common(a: Bounds, b: Bounds) -> Bounds:
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def _area(box: Bounds) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])
