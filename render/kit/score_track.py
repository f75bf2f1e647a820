"""The score track: the seats' tokens on a line of points, pending gains, and the goal that ends the game."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate, groupby
from math import ceil

from render.kit.colour import GOLD, INK, WHITE, darken, mix_colours, pick_ink
from render.kit.marks.removed_marker import LINE_SHARE, RemovedMarker
from render.kit.placement import Placement
from render.kit.scene import BODY, DETAIL, MICRO, Anchor, Box, Disc, Node, Poly, Polyline, Sprite, TextRun
from render.kit.text import measure_text
from render.kit.tokens import Seal, SeatToken, lower_triangle

_R, _WIDE_R = 17, 27  # of a token
_PIN_HEIGHT = 9  # px from a token down to the line: height of the tip that points there
_FRAME_MARGIN = 6  # px by which the frame of equal tokens projects on either side, including the gap beside it
_EQUAL_SHARE = 0.87  # radius of tokens in a frame, as a share of the usual radius, but at least _R
_PAST_SHARE = 0.7  # radius of the outline at earlier points, as a share of the usual radius, but at least _R
_MAX_MARKER_DISTANCE = 3  # radii: an outline that would be farther from its points is left out
_MAX_BARS, _BAR_HEIGHT = 3, 5  # bars of gains: maximum number, and height in px
_MAX_OVERHANG = 20  # px by which the words of a goal may extend beyond the line
_LONGER_SHARE, _LONGEST_SHARE = 1.5, 2.0  # maximum factors of its lengthening for the words, and for the shortest ones


def list_leaders(points: Mapping[int, int]) -> frozenset[int]:
    """Return the seats with the most points, several if they are tied; no seat leads before the first point."""
    highest = max(points.values())
    return frozenset(seat for seat, number in points.items() if number == highest > 0)


@dataclass(frozen=True, slots=True)
class ScoreTrack:
    """A horizontal line of points; it needs 46 px above it and 30 px below, a wide one 66 and 42."""

    left: float  # canvas px, where the lowest points stand
    right: float  # canvas px, where the highest points stand
    y: float  # middle of the line, in canvas px
    points: Mapping[int, int]
    """By seat."""
    colours: Mapping[int, str]
    """By seat."""
    line: str
    """Colour of the line."""
    quiet_ink: str
    """Colour of the words."""
    gains: Mapping[int, int]
    """By seat: points that it would gain now, if the game predicts them."""
    goal: int | None = None
    """Number of points that ends the game."""
    words: tuple[str, ...] = ()
    """Texts for the goal, longest first; the first that fits is shown."""
    has_side_labels: bool = False
    """The numbers at both ends are drawn beside the line, which needs 50 px there and none below."""
    is_wide: bool = False
    """The line is half a picture long: tokens with letters legible on a phone, larger words, numbers at both ends."""
    margin: float = 0
    """px before the line where tokens of the lowest points may stand."""
    past_points: Mapping[int, int] = field(default_factory=dict)
    """Earlier points by seat, marked by a token's outline if the line still reaches them."""
    background: str = WHITE
    """Background of the outlines."""

    @property
    def radius(self) -> int:
        return _WIDE_R if self.is_wide else _R

    @property
    def scale(self) -> float:
        """Scale of the drawing."""
        return self.radius / _R

    @property
    def equal_radius(self) -> float:
        """Radius of tokens that share a frame, which must stay complete around them."""
        return max(_R, _EQUAL_SHARE * self.radius)

    @property
    def past_radius(self) -> float:
        """Radius of the outlines of tokens at their earlier points."""
        return max(_R, _PAST_SHARE * self.radius)

    @property
    def height_above(self) -> int:
        """px from the centre of a token to the line."""
        return self.radius + round(_PIN_HEIGHT * self.scale)

    @property
    def words_size(self) -> int:
        """Size of the words for the goal."""
        return BODY if self.is_wide else MICRO

    @property
    def pole_gap(self) -> float:
        """px from the pole of the goal to its words."""
        return 18 * self.scale


def draw_score_track(track: ScoreTrack) -> Iterator[Node]:
    """Draw from bottom to top: line, goal, gains, past tokens, tokens. Tokens of equal points stand side by side in a
    frame, whose tip is at their value.
    """
    low, high = find_point_range(track)
    scale = (track.right - track.left) / (high - low)

    def to_x(points: float) -> float:
        return track.left + (min(max(points, low), high) - low) * scale

    y, r, k = track.y, track.radius, track.scale
    yield Polyline(((track.left, y), (track.right, y)), track.line, 4 * k)
    step = 1 if high - low <= 40 else 5
    for points in range(low, high + 1, step):
        reach = 8 if points % 5 == 0 else 4
        yield Polyline(
            ((to_x(points), y - reach * k), (to_x(points), y + reach * k)), track.line, 4 if reach == 8 else 3
        )
    if track.is_wide or track.has_side_labels:
        label_gap, lower = (14, y + 16) if track.is_wide else (18, y)  # clear of a token at the end, and of frames
        yield TextRun(track.left - label_gap, lower, str(low), DETAIL, track.quiet_ink, "r", max_width=70)
        yield TextRun(track.right + label_gap, lower, str(high), DETAIL, track.quiet_ink, max_width=70)
    elif low:
        yield TextRun(track.left - 4, y + 22, str(low), DETAIL, track.quiet_ink, max_width=70)
        yield TextRun(track.right + 4, y + 22, str(high), DETAIL, track.quiet_ink, "r", max_width=70)
    tips = {seat: to_x(track.points[seat]) for seat in sorted(track.points)}
    places = spread_tokens(
        tips, 2 * r + 3 * k, track.left - track.margin, track.right, _FRAME_MARGIN * k, 2 * track.equal_radius + 3 * k
    )
    if track.goal is not None and low < track.goal <= high:
        x, top = to_x(track.goal), y - 16 - track.height_above
        goal_words = next(_iter_goal_words(track, x, places.values()), None)
        if goal_words is not None or all(abs(x - token_x) > r + 12 * k for token_x in places.values()):
            yield Polyline(((x, top + 3), (x, y + 6 * k)), darken(GOLD, 0.3), 4 * k)
            yield Sprite(x, top, Seal("", 12 * k))
        if goal_words is not None:
            left, words, max_width = goal_words
            lower = top + 5 * track.is_wide  # clear of an edge above the line, where a wide one has room for its words
            yield TextRun(left, lower, words, track.words_size, track.quiet_ink, max_width=max_width)
    best = sorted((seat for seat, gain in track.gains.items() if gain), key=lambda seat: -track.gains[seat])[:_MAX_BARS]
    for i, seat in enumerate(best):
        start, end = to_x(track.points[seat]), to_x(track.points[seat] + track.gains[seat])
        bar = round(_BAR_HEIGHT * k)
        top = y + 9 + (bar + 4) * i
        edge = darken(track.colours[seat], 0.45)
        yield Box(start, top, max(1.0, end - start), bar, 2, track.colours[seat], edge, 1)
        yield Disc(
            end, top + bar / 2, 9 if track.is_wide else 7, mix_colours(track.colours[seat], "#FFFFFF", 0.7), edge, 2.5
        )
    past_xs = {seat: to_x(n) for seat, n in track.past_points.items() if low <= n <= high and n != track.points[seat]}
    for seat, x in _place_past_tokens(past_xs, places, track).items():
        past_token, middle = (
            SeatToken(seat, track.colours[seat], track.past_radius, has_large_letter=True),
            y - track.height_above + r - track.past_radius,
        )
        yield Polyline(
            ((x, middle), (past_xs[seat], y - 3 * k)),
            mix_colours(pick_ink(track.background), track.background, LINE_SHARE),
            2.5,
        )
        yield Sprite(x, middle + lower_triangle(seat, 2), RemovedMarker(past_token, track.background))
    heights, equal_xs = (y - track.height_above, y + 2), list(tips.values())
    yield from draw_pins(tips, places, heights, r, (INK, track.background))
    for seat, x in places.items():
        size = track.equal_radius if equal_xs.count(tips[seat]) > 1 else r
        yield Anchor(f"race:{seat}", Placement.from_circle(x, y - track.height_above, size))
        token = SeatToken(seat, track.colours[seat], size, has_ring=True)
        yield Sprite(x, y - track.height_above + lower_triangle(seat, 2), token)
    yield from draw_joints(tips, places, heights[0], r, INK)


def _place_past_tokens(
    past_xs: Mapping[int, float], tokens: Mapping[int, float], track: ScoreTrack
) -> dict[int, float]:
    """Return seat -> x of the complete outline of its past token, as near to its earlier points as other tokens and
    outlines allow; without seats that have no space near by.
    """
    points = list(track.points.values())
    equal = {x for seat, x in tokens.items() if points.count(track.points[seat]) > 1}
    min_distance, first = (
        track.radius + track.past_radius + 3 * track.scale,
        track.left - track.margin - track.radius + track.past_radius,
    )
    taken = [(x, min_distance + _FRAME_MARGIN * track.scale * (x in equal)) for x in tokens.values()]
    places: dict[int, float] = {}
    for seat, tip in sorted(past_xs.items(), key=lambda item: item[1]):
        candidates = [tip, *(x + side * distance for x, distance in taken for side in (-1, 1))]
        free = [
            x
            for x in candidates
            if first <= x <= track.right and all(abs(x - t) > distance - 0.5 for t, distance in taken)
        ]
        x = min(free, key=lambda x: abs(x - tip), default=None)
        if x is not None and abs(x - tip) <= _MAX_MARKER_DISTANCE * track.radius:
            places[seat] = x
            taken.append((x, 2 * track.past_radius + 3 * track.scale))
    return places


def _iter_goal_words(track: ScoreTrack, x: float, tokens: Collection[float]) -> Iterator[tuple[float, str, float]]:
    """Yield (left, text, width) of possible texts for a goal at x: to its right or left."""
    for words in track.words:
        width = measure_text(words, track.words_size)
        for left in (x + track.pole_gap, x - track.pole_gap - width):
            if _is_free(left, width, track, tokens):
                yield left, words, width


def _is_free(left: float, width: float, track: ScoreTrack, tokens: Collection[float]) -> bool:
    """Return whether a text of this width fits there beside the line without covering a token."""
    fits = track.left <= left and left + width <= track.right + _MAX_OVERHANG
    return fits and not any(left - track.radius < token_x < left + width + track.radius for token_x in tokens)


def draw_pins(
    tips: Mapping[int, float],
    places: Mapping[int, float],
    heights: tuple[float, float],
    r: float,
    tones: tuple[str, str],
) -> Iterator[Node]:
    """Draw the pins from the tokens to their points on the line, and the background of frames: tokens side by side must
    not appear to be ahead. To be painted below the tokens.

    tips, places: seat -> x of its points, and of its token's centre. heights: y of the tokens and of the line. r: of a
    token. tones: of the pins, and of the background inside a frame. All tips are painted above all frames, so none is
    hidden. The edges of frames (`draw_joints`) are painted above the tokens.
    """
    (y, foot), (tone, paper), frame_radius = heights, tones, r * 1.2 + 1
    wedges: list[Node] = []
    for tip in sorted(set(tips.values())):
        first, last = _find_ends(tips, places, tip)
        if first == last:
            wedges.append(Poly(((first - r * 0.7, y), (first + r * 0.7, y), (tip, foot)), tone))
            continue
        yield Box(
            first - frame_radius,
            y - frame_radius,
            last - first + 2 * frame_radius,
            2 * frame_radius,
            frame_radius * 0.6,
            paper,
        )
        root, half = min(max(tip, first), last), r * 0.5
        wedges.append(
            Poly(((root - half, y + frame_radius - 2), (root + half, y + frame_radius - 2), (tip, foot)), tone)
        )
    yield from wedges


def draw_joints(tips: Mapping[int, float], places: Mapping[int, float], y: float, r: float, tone: str) -> Iterator[Box]:
    """Draw the frames around tokens of equal points, to be painted above the tokens so that each frame is complete."""
    frame_radius = r * 1.2 + 1
    for tip in sorted(set(tips.values())):
        first, last = _find_ends(tips, places, tip)
        if first < last:
            yield Box(
                first - frame_radius,
                y - frame_radius,
                last - first + 2 * frame_radius,
                2 * frame_radius,
                frame_radius * 0.6,
                None,
                tone,
                3,
            )


def _find_ends(tips: Mapping[int, float], places: Mapping[int, float], tip: float) -> tuple[float, float]:
    """Return the centres of the first and the last token of those points."""
    xs = [places[seat] for seat in tips if tips[seat] == tip]
    return min(xs), max(xs)


def find_point_range(track: ScoreTrack) -> tuple[int, int]:
    """Return (lowest, highest) points on the line: from 0 while scores are small, far enough for the words of the goal;
    later the tens around the scores.
    """
    top, last = max(track.points.values()), min(track.points.values())
    if top > 30:
        return last // 10 * 10, (top // 10 + 1) * 10
    low, high, goal = min(0, last), max(10, top + 2), track.goal
    if goal is not None and goal <= top + 12:
        width = track.right - track.left
        longest, shortest = (
            width + _MAX_OVERHANG - track.pole_gap - measure_text(words, track.words_size)
            for words in (track.words[0], track.words[-1])
        )
        free = max(min(width / _LONGER_SHARE, max(shortest, width / _LONGEST_SHARE)), longest)
        high = max(high, goal + 1, low + ceil((goal - low) * width / free))
    return low, high


def spread_tokens(
    tips: Mapping[int, float],
    pitch: float,
    left: float,
    right: float,
    frame: float = 0.0,
    frame_pitch: float | None = None,
) -> dict[int, float]:
    """Return seat -> centre of its token, from the x of its points. Equal tokens are centred around their points, the
    first at the left; tokens too close to others are shifted, and none leaves the line. Tokens in a frame are shifted
    rather than single ones, because the frame's tip marks their points.

    pitch, frame_pitch: px from token to token, and within a frame (None: the same); frame: extra px on either side of
    one
    """
    order = sorted(tips, key=tips.__getitem__)
    groups = [(tip, tuple(seats)) for tip, seats in groupby(order, key=tips.__getitem__)]
    close = pitch if frame_pitch is None else frame_pitch
    widths = [close * (len(seats) - 1) for _, seats in groups]
    sides = [close / 2 + frame if len(seats) > 1 else pitch / 2 for _, seats in groups]
    steps = [widths[i] + sides[i] + sides[i + 1] for i in range(len(groups) - 1)]
    starts = [0.0, *accumulate(steps)]  # offset of each group from the first one at the closest spacing
    pools: list[tuple[float, float, int]] = []  # touching groups: start, weight, number of groups
    for (tip, seats), w, start in zip(groups, widths, starts, strict=True):
        pool = (tip - w / 2 - start, 1 / len(seats) ** 2, 1)
        while pools and pools[-1][0] >= pool[0]:
            (a, hard, m), (b, harder, n) = pools.pop(), pool
            pool = ((a * hard + b * harder) / (hard + harder), hard + harder, m + n)
        pools.append(pool)
    last = right - starts[-1] - widths[-1]
    pool_starts = [max(min(x, last), left) for x, _, count in pools for _ in range(count)]
    return {
        seat: x + start + close * i
        for (_, seats), x, start in zip(groups, pool_starts, starts, strict=True)
        for i, seat in enumerate(seats)
    }


def draw_leader_ring(x: float, y: float, r: float) -> Disc:
    """Draw the ring around the seal of a leading seat: wide and dark, to be visible on a phone."""
    return Disc(x, y, r + 10, WHITE, INK, 6)
