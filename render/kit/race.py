"""Who leads: the seats' tokens on a line of points, what a check would bring, and the goal that ends the game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import ceil

from render.kit.colour import GOLD, INK, WHITE, darker, mix
from render.kit.marks.ghost import Ghost
from render.kit.scene import DETAIL, MICRO, Anchor, Box, Disc, Line, Node, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import measure
from render.kit.tokens import Seal, SeatToken

_ABOVE, _BETWEEN = 6, 4  # px from a token to the line, and from token to token
_BARS, _BAR, _APART = 3, 5, 9  # bars of gains: at most, their height, their pitch
_POLE, _BEYOND = 18, 20  # px from the pole of a goal to its words, which may end so far beyond the line
_LONGER = 1.5  # so many times as long as without them the line may be for those words


def leaders(points: Mapping[int, int]) -> frozenset[int]:
    """The seats with the most points, several if they are tied; nobody leads before the first point."""
    best = max(points.values())
    return frozenset(seat for seat, number in points.items() if number == best > 0)


@dataclass(frozen=True, slots=True)
class Race:
    """A line from `left` to `right` at height y with tokens of radius r; it needs 2 r + 12 px above it, 51 with a goal,
    and 30 px below.

    points, colours: by seat. gains: what each would have now, if the game foretells it. goal: so many points end the
    game, in few `words`. line, quiet: colours of the line, and of words. beside: the points at both ends stand
    beside the line, which needs 50 px there and none below. was: earlier points, of which a token's outline on `paper`
    stays where the line still reaches
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
    words: str = ""
    beside: bool = False
    was: Mapping[int, int] = field(default_factory=dict)
    paper: str = WHITE
    r: float = 17

    @property
    def above(self) -> float:
        """px from the line to the middle of a token."""
        return self.r + _ABOVE

    @property
    def pitch(self) -> float:
        return 2 * self.r + _BETWEEN


def race(shown: Race) -> Iterator[Node]:
    """From below to above: line, goal, gains, ghosts, tokens. Equal scores stand side by side around their value."""
    low, high = window(shown)
    scale = (shown.right - shown.left) / (high - low)

    def at(points: float) -> float:
        return shown.left + (min(max(points, low), high) - low) * scale

    y = shown.y
    yield Line(((shown.left, y), (shown.right, y)), shown.line, 4)
    step = 1 if high - low <= 40 else 5
    for points in range(low, high + 1, step):
        reach = 8 if points % 5 == 0 else 4
        yield Line(((at(points), y - reach), (at(points), y + reach)), shown.line, 4 if reach == 8 else 3)
    if low and shown.beside:
        yield Text(shown.left - 10, y, str(low), DETAIL, shown.quiet, "r", room=70)
        yield Text(shown.right + 10, y, str(high), DETAIL, shown.quiet, room=70)
    elif low:
        yield Text(shown.left - 4, y + 22, str(low), DETAIL, shown.quiet, room=70)
        yield Text(shown.right + 4, y + 22, str(high), DETAIL, shown.quiet, "r", room=70)
    places = _places(shown, at)
    if shown.goal is not None and low < shown.goal <= high:
        x, room = at(shown.goal), measure(shown.words, MICRO)
        hidden = any(x + _POLE - shown.r < there < x + _POLE + room + shown.r for there in places.values())
        if x + _POLE + room <= shown.right + _BEYOND and not hidden:  # a pole without words says nothing
            yield Line(((x, y - 36), (x, y + 6)), darker(GOLD, 0.3), 4)
            yield Sprite(x, y - 39, Seal("", 12))
            yield Text(x + _POLE, y - 39, shown.words, MICRO, shown.quiet, room=room)
    best = sorted((seat for seat, gain in shown.gains.items() if gain), key=lambda seat: -shown.gains[seat])[:_BARS]
    for i, seat in enumerate(best):
        start, end, top = at(shown.points[seat]), at(shown.points[seat] + shown.gains[seat]), y + 9 + _APART * i
        edge = darker(shown.colours[seat], 0.45)
        yield Box(start, top, max(1.0, end - start), _BAR, 2, shown.colours[seat], edge, 1)
        yield Disc(end, top + _BAR / 2, 7, mix(shown.colours[seat], "#FFFFFF", 0.7), edge, 2.5)
    for seat, points in shown.was.items():
        if low <= points <= high and points != shown.points[seat]:
            token = SeatToken(seat, shown.colours[seat], shown.r)
            yield Sprite(at(points), y - shown.above + (2 if seat == 2 else 0), Ghost(token, shown.paper))
    for seat, x in places.items():
        yield Anchor(f"race:{seat}", Spot.disc(x, y - shown.above, shown.r))
        yield Sprite(
            x, y - shown.above + (2 if seat == 2 else 0), SeatToken(seat, shown.colours[seat], shown.r, ring=True)
        )


def window(shown: Race) -> tuple[int, int]:
    """(lowest, highest) points on the line: from 0 while scores are small, so far that the goal has room for its words;
    later the tens around the scores."""
    top, last = max(shown.points.values()), min(shown.points.values())
    if top > 30:
        return last // 10 * 10, (top // 10 + 1) * 10
    low, high, goal = min(0, last), max(10, top + 2), shown.goal
    if goal is not None and goal <= top + 12:
        wide = shown.right - shown.left
        free = max(wide / _LONGER, wide + _BEYOND - _POLE - measure(shown.words, MICRO))
        high = max(high, goal + 1, low + ceil((goal - low) * wide / free))
    return low, high


def _places(shown: Race, at: object) -> dict[int, float]:
    """Seat -> middle of its token. Those that would overlap move apart by equal parts, and none leaves the line."""
    assert callable(at)
    order = sorted(shown.points, key=lambda seat: (shown.points[seat], seat))
    x = [float(at(shown.points[seat])) for seat in order]
    for _ in range(60):
        before = list(x)
        for i in range(len(x) - 1):
            short = shown.pitch - (x[i + 1] - x[i])
            if short > 0:
                x[i] -= short / 2
                x[i + 1] += short / 2
        for i in range(len(x)):
            x[i] = min(max(x[i], shown.left + shown.pitch * i), shown.right - shown.pitch * (len(x) - 1 - i))
        if x == before:
            break
    return dict(zip(order, x, strict=True))


def lead(x: float, y: float, r: float) -> Disc:
    """The ring around the seal of a seat that leads: wide and dark, for it is looked for on a phone."""
    return Disc(x, y, r + 10, WHITE, INK, 6)
