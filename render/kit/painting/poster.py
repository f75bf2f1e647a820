"""The poster of a game's end: the winner's name on a landscape, a struck medal, and the final board in a gilt frame."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import ClassVar

from render.kit.colour import darken, mix_colours
from render.kit.ending import FinalStanding
from render.kit.illustration import Relief
from render.kit.scene import (
    BODY,
    DISPLAY,
    HEAD,
    KEY,
    Box,
    Disc,
    Inset,
    Node,
    Numeral,
    Poly,
    Polyline,
    Scene,
    Shape,
    Sprite,
    TextRun,
)
from render.kit.text import fit_name, fit_text, measure_text
from render.kit.tokens import SeatToken, lower_triangle

GOLD, GOLD_DARK, GOLD_LIGHT, GOLD_INK = "#E2B23A", "#7A5014", "#FADE8C", "#3E2408"
TITLE, WORDS, HALO = "#FFECB8", "#FFF4DC", "#14162C"
_TITLE_X, _TITLE_Y, _TITLE_W = 162, 66, 780
_REASON_X, _REASON_Y, _REASON_W, _LONG_REASON_UP = 48, 148, 900, 4
_FRAME_W = 18  # px: width of the gilt frame around the final board
_SCALLOPS = 24


@dataclass(frozen=True, slots=True)
class Medal:
    """The winner's medal: struck gold with two silk tails in the colour of the seat."""

    text: str  # points of the winner
    r: float  # px at scale 1, of the gold; the tails hang below it
    colour: str  # of the seat's pieces

    relief: ClassVar[Relief] = Relief(2.4, 8, has_serif_numerals=True)  # higher than any other piece

    def shapes(self) -> tuple[Shape, ...]:
        r = self.r
        tails = (
            Poly(_build_tail(side, r), mix_colours(self.colour, "#000000", share), darken(self.colour, 0.5), 2)
            for side, share in ((-1, 0.12), (1, 0.28))
        )
        size = r * (0.95 if len(self.text) < 3 else 0.7)
        strokes = tuple(_build_stroke(i * pi / 24, 0.72 * r, 0.81 * r) for i in range(48))
        return (
            *tails,
            Poly(_build_scallops(1.02 * r), GOLD_DARK),
            Poly(_build_scallops(0.98 * r), GOLD),
            Disc(0, 0, 0.86 * r, None, GOLD_DARK, 0.03 * r),
            Disc(0, 0, 0.83 * r, None, GOLD_LIGHT, 0.025 * r),
            *(Polyline(stroke, "#A67424", 0.03 * r) for stroke in strokes),
            Disc(0, 0, 0.70 * r, "#F0C85C", "#A06E20", 0.02 * r),
            Numeral(0.02 * r, 0.02 * r, self.text, size, "#FFF0BE"),
            Numeral(0, 0, self.text, size, GOLD_INK),
        )


def _build_tail(side: int, r: float) -> tuple[tuple[float, float], ...]:
    corners = ((0.10, 0.5), (0.74, 0.4), (1.0, 1.74), (0.68, 1.56), (0.44, 1.86))
    return tuple((side * x * r, y * r) for x, y in corners)


def _build_scallops(r: float) -> tuple[tuple[float, float], ...]:
    angles = (i * pi / 120 for i in range(240))
    return tuple(
        (r * (1 + 0.035 * cos(_SCALLOPS * angle)) * cos(angle), r * (1 + 0.035 * cos(_SCALLOPS * angle)) * sin(angle))
        for angle in angles
    )


def _build_stroke(angle: float, inner: float, outer: float) -> tuple[tuple[float, float], tuple[float, float]]:
    return (inner * cos(angle), inner * sin(angle)), (outer * cos(angle), outer * sin(angle))


def draw_headline(winners: Sequence[FinalStanding], headline: str, reason: str, heading: str) -> Iterator[Node]:
    """Draw the tokens of the winners, who won and why, and at the right what game it was."""
    pitch = 92.0
    for i, winner in enumerate(winners):
        lower = lower_triangle(winner.seat, 6)
        yield Sprite(92 + pitch * i, _TITLE_Y + lower, SeatToken(winner.seat, winner.colour, 38, has_ring=True))
    x = _TITLE_X + pitch * (len(winners) - 1)
    max_width = _TITLE_W - pitch * (len(winners) - 1)
    title = fit_name(headline, max_width, DISPLAY if len(winners) == 1 else HEAD)
    yield from _lay_on_landscape(title.build_runs(x, _TITLE_Y, TITLE, max_width=max_width))
    if reason:
        is_long = measure_text(reason, KEY) > _REASON_W  # two lines are smaller: they end above flag and medal
        words = fit_text(reason, _REASON_W, BODY if is_long else KEY, 2)
        y = _REASON_Y - _LONG_REASON_UP * is_long
        yield from _lay_on_landscape(words.build_runs(_REASON_X, y, WORDS, max_width=_REASON_W))
    label = fit_text(heading, 560, BODY)
    yield from _lay_on_landscape(label.build_runs(1560, 42, WORDS, "r", max_width=560))


def _lay_on_landscape(runs: Sequence[TextRun]) -> Iterator[TextRun]:
    """Give words a dark line around their letters."""
    return (replace(run, halo=HALO) for run in runs)


def draw_framed_board(scene: Scene, x: float, y: float, w: float, max_h: float) -> Iterator[Node]:
    """Draw the final board in a gilt frame whose picture has its upper left corner at (x, y)."""
    h = min(max_h, scene.height * w / scene.width)
    w = h * scene.width / scene.height
    f = _FRAME_W
    yield Box(x - f, y - f, w + 2 * f, h + 2 * f, 4, "#C4922E", GOLD_DARK, 2, material="pill")
    yield Box(x - f + 5, y - f + 5, w + 2 * f - 10, h + 2 * f - 10, 2, None, "#70491A", 2)
    yield Inset(x, y, w, h, scene)
    yield Box(x - 4, y - 4, w + 8, h + 8, 2, None, "#FFE8A0", 3)
