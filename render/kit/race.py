"""Who leads: the seats' tokens on a line of points, what a check would bring, and the goal that ends the game."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate, groupby
from math import ceil

from render.kit.colour import GOLD, INK, WHITE, darker, mix, on
from render.kit.marks.ghost import LINE, Ghost
from render.kit.scene import BODY, DETAIL, MICRO, Anchor, Box, Disc, Line, Node, Poly, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import measure
from render.kit.tokens import Seal, SeatToken

_R, _WIDE_R = 17, 27  # of a token
_ABOVE = 9  # px from it down to the line: room for the tip that points there
_FRAME = 6  # px that the frame of equal tokens stands out on either side, with the gap beside it
_EQUAL = 0.87  # of the radius of a token: that of those in a frame, but never less than _R
_PAST = 0.7  # of the radius of a token: that of its outline at its earlier points, but never less than _R
_FAR = 3  # radii: no ghost stands farther from its points, or it is left out
_BARS, _BAR = 3, 5  # bars of gains: at most, and their height
_BEYOND = 20  # px: so far beyond the line the words of a goal may end
_LONGER, _LONGEST = 1.5, 2.0  # so many times as long as without them the line may be for those words, for the shortest


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
    margin: so far before the line tokens of the lowest points may stand. was: earlier points, of which a token's
    outline on `paper` stays where the line still reaches
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
    margin: float = 0
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
    def equal_r(self) -> float:
        """The radius of tokens that share a frame: it must stay whole around them."""
        return max(_R, _EQUAL * self.r)

    @property
    def past(self) -> float:
        """The radius of the outlines of tokens at their earlier points."""
        return max(_R, _PAST * self.r)

    @property
    def above(self) -> int:
        """px from the middle of a token to the line."""
        return self.r + round(_ABOVE * self.k)

    @property
    def size(self) -> int:
        """Of the words of the goal."""
        return BODY if self.wide else MICRO

    @property
    def pole(self) -> float:
        """px from the pole of the goal to its words."""
        return 18 * self.k


def race(shown: Race) -> Iterator[Node]:
    """From below to above: line, goal, gains, ghosts, tokens. Equal scores stand side by side in a frame, whose tip is
    at their value.
    """
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
        apart, lower = (14, y + 16) if shown.wide else (18, y)  # clear of a token at the very end, and of frames
        yield Text(shown.left - apart, lower, str(low), DETAIL, shown.quiet, "r", room=70)
        yield Text(shown.right + apart, lower, str(high), DETAIL, shown.quiet, room=70)
    elif low:
        yield Text(shown.left - 4, y + 22, str(low), DETAIL, shown.quiet, room=70)
        yield Text(shown.right + 4, y + 22, str(high), DETAIL, shown.quiet, "r", room=70)
    tips = {seat: at(shown.points[seat]) for seat in sorted(shown.points)}
    places = spread(tips, 2 * r + 3 * k, shown.left - shown.margin, shown.right, _FRAME * k, 2 * shown.equal_r + 3 * k)
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
    was = {seat: at(n) for seat, n in shown.was.items() if low <= n <= high and n != shown.points[seat]}
    for seat, x in _beside(was, places, shown).items():
        ghost, middle = SeatToken(seat, shown.colours[seat], shown.past, large=True), y - shown.above + r - shown.past
        yield Line(((x, middle), (was[seat], y - 3 * k)), mix(on(shown.paper), shown.paper, LINE), 2.5)
        yield Sprite(x, middle + (2 if seat == 2 else 0), Ghost(ghost, shown.paper))
    heights, alike = (y - shown.above, y + 2), list(tips.values())
    yield from pins(tips, places, heights, r, (INK, shown.paper))
    for seat, x in places.items():
        size = shown.equal_r if alike.count(tips[seat]) > 1 else r
        yield Anchor(f"race:{seat}", Spot.disc(x, y - shown.above, size))
        token = SeatToken(seat, shown.colours[seat], size, ring=True)
        yield Sprite(x, y - shown.above + (2 if seat == 2 else 0), token)
    yield from joints(tips, places, heights[0], r, INK)


def _beside(was: Mapping[int, float], tokens: Mapping[int, float], shown: Race) -> dict[int, float]:
    """Seat -> where the outline of its token is seen whole, as near to its earlier points as the tokens and other
    outlines let it be; without those that have no room near by.
    """
    alike = list(shown.points.values())
    equal = {x for seat, x in tokens.items() if alike.count(shown.points[seat]) > 1}
    least, first = shown.r + shown.past + 3 * shown.k, shown.left - shown.margin - shown.r + shown.past
    taken = [(x, least + _FRAME * shown.k * (x in equal)) for x in tokens.values()]
    found: dict[int, float] = {}
    for seat, tip in sorted(was.items(), key=lambda item: item[1]):
        wanted = [tip, *(x + side * apart for x, apart in taken for side in (-1, 1))]
        free = [x for x in wanted if first <= x <= shown.right and all(abs(x - t) > apart - 0.5 for t, apart in taken)]
        x = min(free, key=lambda x: abs(x - tip), default=None)
        if x is not None and abs(x - tip) <= _FAR * shown.r:
            found[seat] = x
            taken.append((x, 2 * shown.past + 3 * shown.k))
    return found


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
    token. tones: of the pins, and of the ground within a joint. All tips lie above all joints: none is hidden. The
    edges of `joints` lie above the tokens.
    """
    (y, foot), (tone, paper), around = heights, tones, r * 1.2 + 1
    wedges: list[Node] = []
    for tip in sorted(set(tips.values())):
        first, last = _ends(tips, places, tip)
        if first == last:
            wedges.append(Poly(((first - r * 0.7, y), (first + r * 0.7, y), (tip, foot)), tone))
            continue
        yield Box(first - around, y - around, last - first + 2 * around, 2 * around, around * 0.6, paper)
        root, half = min(max(tip, first), last), r * 0.5
        wedges.append(Poly(((root - half, y + around - 2), (root + half, y + around - 2), (tip, foot)), tone))
    yield from wedges


def joints(tips: Mapping[int, float], places: Mapping[int, float], y: float, r: float, tone: str) -> Iterator[Box]:
    """The frames around tokens of equal points, to be painted above them: each is seen whole."""
    around = r * 1.2 + 1
    for tip in sorted(set(tips.values())):
        first, last = _ends(tips, places, tip)
        if first < last:
            yield Box(first - around, y - around, last - first + 2 * around, 2 * around, around * 0.6, None, tone, 3)


def _ends(tips: Mapping[int, float], places: Mapping[int, float], tip: float) -> tuple[float, float]:
    """The middles of the first and the last token of those points."""
    xs = [places[seat] for seat in tips if tips[seat] == tip]
    return min(xs), max(xs)


def window(shown: Race) -> tuple[int, int]:
    """(lowest, highest) points on the line: from 0 while scores are small, so far that the goal has room for its words;
    later the tens around the scores."""
    top, last = max(shown.points.values()), min(shown.points.values())
    if top > 30:
        return last // 10 * 10, (top // 10 + 1) * 10
    low, high, goal = min(0, last), max(10, top + 2), shown.goal
    if goal is not None and goal <= top + 12:
        wide = shown.right - shown.left
        longest, shortest = (
            wide + _BEYOND - shown.pole - measure(words, shown.size) for words in (shown.words[0], shown.words[-1])
        )
        free = max(min(wide / _LONGER, max(shortest, wide / _LONGEST)), longest)
        high = max(high, goal + 1, low + ceil((goal - low) * wide / free))
    return low, high


def spread(
    tips: Mapping[int, float],
    pitch: float,
    left: float,
    right: float,
    frame: float = 0.0,
    within: float | None = None,
) -> dict[int, float]:
    """Seat -> middle of its token, of the x of its points. Equal tokens stand around their points, the first at the
    left; what is too near to others moves aside, and none leaves the line. Rather than a token alone those in a frame
    move, for its tip tells where they belong.

    pitch, within: px from token to token, and within a frame (None: the same); frame: more on either side of one
    """
    order = sorted(tips, key=tips.__getitem__)
    groups = [(tip, tuple(seats)) for tip, seats in groupby(order, key=tips.__getitem__)]
    close = pitch if within is None else within
    wide = [close * (len(seats) - 1) for _, seats in groups]
    sides = [close / 2 + frame if len(seats) > 1 else pitch / 2 for _, seats in groups]
    steps = [wide[i] + sides[i] + sides[i + 1] for i in range(len(groups) - 1)]
    starts = [0.0, *accumulate(steps)]  # of each group from the first, where all stand as close as they can
    pools: list[tuple[float, float, int]] = []  # where groups that touch begin, how hard they are to move, how many
    for (tip, seats), w, start in zip(groups, wide, starts, strict=True):
        pool = (tip - w / 2 - start, 1 / len(seats) ** 2, 1)
        while pools and pools[-1][0] >= pool[0]:
            (a, hard, m), (b, harder, n) = pools.pop(), pool
            pool = ((a * hard + b * harder) / (hard + harder), hard + harder, m + n)
        pools.append(pool)
    last = right - starts[-1] - wide[-1]
    at = [max(min(x, last), left) for x, _, count in pools for _ in range(count)]
    return {
        seat: x + start + close * i
        for (_, seats), x, start in zip(groups, at, starts, strict=True)
        for i, seat in enumerate(seats)
    }


def lead(x: float, y: float, r: float) -> Disc:
    """The ring around the seal of a seat that leads: wide and dark, for it is looked for on a phone."""
    return Disc(x, y, r + 10, WHITE, INK, 6)
