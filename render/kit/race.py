"""Who leads: the seats' tokens on a line of points, what a check would bring, and the goal that ends the game."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from math import ceil

from render.kit.colour import GOLD, INK, WHITE, darker, mix
from render.kit.marks.ghost import Ghost
from render.kit.scene import BODY, DETAIL, MICRO, Anchor, Box, Disc, Line, Node, Poly, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import measure
from render.kit.tokens import Seal, SeatToken

_R, _WIDE_R = 17, 27  # of a token
_ABOVE = 8  # px from it down to the line: room for the tip that points there
_APART = 9  # px more between tokens of other points: room for the frames of equal ones
_BARS, _BAR = 3, 5  # bars of gains: at most, and their height
_BEYOND = 20  # px: so far beyond the line the words of a goal may end
_LONGER = 1.5  # so many times as long as without them the line may be for those words


def leaders(points: Mapping[int, int]) -> frozenset[int]:
    """The seats with the most points, several if they are tied; nobody leads before the first point."""
    best = max(points.values())
    return frozenset(seat for seat, number in points.items() if number == best > 0)


@dataclass(frozen=True, slots=True)
class Race:
    """A line from `left` to `right` at height y; it needs 46 px above it and 30 px below, a wide one 66 and 42.

    points, colours: by seat. gains: what each would have now, if the game foretells it. goal: so many points end the
    game, in the first of the `words` that have room, longest first. line, quiet: colours of the line, and of words.
    beside: the points at both ends stand beside the line, which needs 50 px there and none below. wide: it is as long
    as half a picture, and has tokens whose letters a phone shows, larger words, and always the points at its ends.
    was: earlier points, of which a token's outline on `paper` stays where the line still reaches
    """

    left: float
    right: float
    y: float
    points: Mapping[int, int]
    colours: Mapping[int, str]
    line: str
    quiet: str
    gains: Mapping[int, int]
    goal: int | None = None
    words: tuple[str, ...] = ()
    beside: bool = False
    wide: bool = False
    was: Mapping[int, int] = field(default_factory=dict)
    paper: str = WHITE

    @property
    def r(self) -> int:
        return _WIDE_R if self.wide else _R

    @property
    def k(self) -> float:
        """How large it is drawn."""
        return self.r / _R

    @property
    def above(self) -> int:
        """px from the middle of a token to the line."""
        return self.r + _ABOVE

    @property
    def size(self) -> int:
        """Of the words of the goal."""
        return BODY if self.wide else MICRO

    @property
    def pole(self) -> float:
        """px from the pole of the goal to its words."""
        return 18 * self.k


def race(shown: Race) -> Iterator[Node]:
    """From below to above: line, goal, gains, ghosts, tokens. Equal scores stand side by side around their value."""
    low, high = window(shown)
    scale = (shown.right - shown.left) / (high - low)

    def at(points: float) -> float:
        return shown.left + (min(max(points, low), high) - low) * scale

    y, r, k = shown.y, shown.r, shown.k
    yield Line(((shown.left, y), (shown.right, y)), shown.line, 4 * k)
    step = 1 if high - low <= 40 else 5
    for points in range(low, high + 1, step):
        reach = 8 if points % 5 == 0 else 4
        yield Line(((at(points), y - reach * k), (at(points), y + reach * k)), shown.line, 4 if reach == 8 else 3)
    if shown.wide or shown.beside:
        apart = 36 if shown.wide else 18  # clear of a token at the very end
        yield Text(shown.left - apart, y, str(low), DETAIL, shown.quiet, "r", room=70)
        yield Text(shown.right + apart, y, str(high), DETAIL, shown.quiet, room=70)
    elif low:
        yield Text(shown.left - 4, y + 22, str(low), DETAIL, shown.quiet, room=70)
        yield Text(shown.right + 4, y + 22, str(high), DETAIL, shown.quiet, "r", room=70)
    tips = {seat: at(shown.points[seat]) for seat in sorted(shown.points)}
    places = spread(tips, 2 * r + (10 if shown.wide else 4), shown.left, shown.right, _APART * k)
    if shown.goal is not None and low < shown.goal <= high:
        x, top = at(shown.goal), y - 16 - shown.above
        told = next(_told(shown, x, places.values()), None)
        if told is not None or all(abs(x - there) > r + 12 * k for there in places.values()):
            yield Line(((x, top + 3), (x, y + 6 * k)), darker(GOLD, 0.3), 4 * k)
            yield Sprite(x, top, Seal("", 12 * k))
        if told is not None:
            left, words, room = told
            yield Text(left, top, words, shown.size, shown.quiet, room=room)
    best = sorted((seat for seat, gain in shown.gains.items() if gain), key=lambda seat: -shown.gains[seat])[:_BARS]
    for i, seat in enumerate(best):
        start, end = at(shown.points[seat]), at(shown.points[seat] + shown.gains[seat])
        bar = round(_BAR * k)
        top = y + 9 + (bar + 4) * i
        edge = darker(shown.colours[seat], 0.45)
        yield Box(start, top, max(1.0, end - start), bar, 2, shown.colours[seat], edge, 1)
        yield Disc(end, top + bar / 2, 9 if shown.wide else 7, mix(shown.colours[seat], "#FFFFFF", 0.7), edge, 2.5)
    for seat, points in shown.was.items():
        if low <= points <= high and points != shown.points[seat]:
            token = SeatToken(seat, shown.colours[seat], r, large=True)
            yield Sprite(at(points), y - shown.above + (2 if seat == 2 else 0), Ghost(token, shown.paper))
    yield from pins(tips, places, (y - shown.above, y + 2), r, (INK, shown.paper))
    for seat, x in places.items():
        yield Anchor(f"race:{seat}", Spot.disc(x, y - shown.above, r))
        yield Sprite(x, y - shown.above + (2 if seat == 2 else 0), SeatToken(seat, shown.colours[seat], r, ring=True))


def _told(shown: Race, x: float, tokens: Collection[float]) -> Iterator[tuple[float, str, float]]:
    """(left, words, width) of what may be said of a goal at x: to its right or left."""
    for words in shown.words:
        room = measure(words, shown.size)
        for left in (x + shown.pole, x - shown.pole - room):
            if _is_free(left, room, shown, tokens):
                yield left, words, room


def _is_free(left: float, room: float, shown: Race, tokens: Collection[float]) -> bool:
    """Whether words so wide stand there beside the line and on no token."""
    within = shown.left <= left and left + room <= shown.right + _BEYOND
    return within and not any(left - shown.r < there < left + room + shown.r for there in tokens)


def pins(
    tips: Mapping[int, float],
    places: Mapping[int, float],
    heights: tuple[float, float],
    r: float,
    tones: tuple[str, str],
) -> Iterator[Node]:
    """What points from the tokens to their points on a line, and joins those of equal points: tokens that stand beside
    one another must not look ahead. To be painted below them.

    tips, places: seat -> x of its points, and of its token's middle. heights: y of the tokens and of the line. r: of a
    token. tones: of the pins, and of the ground within a joint.
    """
    (y, foot), (tone, paper), around = heights, tones, r * 1.2 + 1
    for tip in sorted(set(tips.values())):
        xs = [places[seat] for seat in tips if tips[seat] == tip]
        first, last, half = min(xs), max(xs), r * 0.7
        root = min(max(tip, first), last)
        yield Poly(((root - half, y), (root + half, y), (tip, foot)), tone)
        if first < last:
            yield Box(first - around, y - around, last - first + 2 * around, 2 * around, around, paper, tone, 3)


def window(shown: Race) -> tuple[int, int]:
    """(lowest, highest) points on the line: from 0 while scores are small, so far that the goal has room for its words;
    later the tens around the scores."""
    top, last = max(shown.points.values()), min(shown.points.values())
    if top > 30:
        return last // 10 * 10, (top // 10 + 1) * 10
    low, high, goal = min(0, last), max(10, top + 2), shown.goal
    if goal is not None and goal <= top + 12:
        wide = shown.right - shown.left
        free = max(wide / _LONGER, wide + _BEYOND - shown.pole - measure(shown.words[0], shown.size))
        high = max(high, goal + 1, low + ceil((goal - low) * wide / free))
    return low, high


def spread(tips: Mapping[int, float], pitch: float, left: float, right: float, apart: float = 0.0) -> dict[int, float]:
    """Seat -> middle of its token, of the x of its points. Tokens nearer to each other than the pitch, and those of
    other points by so much more `apart`, move apart by equal parts, and none leaves the line; of equals the first
    stands left.
    """
    order = sorted(tips, key=tips.__getitem__)
    x = [tips[seat] for seat in order]
    pitches = [pitch + apart * (a != b) for a, b in pairwise(x)]
    reach = [0.0, *accumulate(pitches)]
    for _ in range(60):
        before = list(x)
        for i, least in enumerate(pitches):
            short = least - (x[i + 1] - x[i])
            if short > 0:
                x[i] -= short / 2
                x[i + 1] += short / 2
        for i in range(len(x)):
            x[i] = min(max(x[i], left + reach[i]), right - (reach[-1] - reach[i]))
        if x == before:
            break
    return dict(zip(order, x, strict=True))


def lead(x: float, y: float, r: float) -> Disc:
    """The ring around the seal of a seat that leads: wide and dark, for it is looked for on a phone."""
    return Disc(x, y, r + 10, WHITE, INK, 6)
