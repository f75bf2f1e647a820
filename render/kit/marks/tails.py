"""The tail of a large tick: it points at what the tick means, and no piece has that form."""

from collections.abc import Iterator, Sequence
from math import hypot

from render.kit.colour import WHITE
from render.kit.scene import Node, Poly, Sprite
from render.kit.spot import Point, Spot
from render.kit.tokens import Tick

_IN = 6  # px within its thing that a tail ends
_SHORT = 19.0  # px that a short one stands out
_CORE = 16.0  # px around the core of a thing that its piece surely fills
_ROOT, _EDGE = 0.5, 7.0  # half its width where it begins, in radii; px from rim to rim at its tip


def tailed(tick: Sprite, things: Sequence[Spot]) -> Iterator[Node]:
    """A tick with a tail towards each of these things, whose rims go on around it as around a speech bubble.

    A tail is short where the tick stands beside larger things, which say by its place what it means; else it reaches
    the thing. A tick that lies well within its thing has none.
    """
    mark = tick.piece
    assert isinstance(mark, Tick)
    tails = [_Tail(tick, mark, thing) for thing in things if off((tick.x, tick.y), thing) >= mark.r]
    half = _ROOT * mark.r
    yield from (tail.wedge(0, 0, half + _EDGE, WHITE) for tail in tails)
    yield tick
    yield from (tail.wedge(mark.r, _EDGE, half, mark.colour) for tail in tails)
    yield from (tail.wedge(mark.r - 3, 2 * _EDGE, half - 0.4 * _EDGE, mark.signal) for tail in tails)


def off(at: Point, thing: Spot) -> float:
    """How far it is to a thing."""
    x, y = _nearest(at, thing)
    return hypot(x - at[0], y - at[1])


class _Tail:
    """From the middle of a tick towards the nearest point of a thing."""

    def __init__(self, tick: Sprite, mark: Tick, thing: Spot) -> None:
        self._x, self._y = tick.x, tick.y
        x, y = _nearest((tick.x, tick.y), thing)
        away = hypot(x - tick.x, y - tick.y)
        self._dx, self._dy = (x - tick.x) / away, (y - tick.y) / away
        short = mark.reach + _SHORT
        self._tip = short if thing.aside is not None and not thing.led else max(short, away)

    def wedge(self, start: float, before: float, half: float, fill: str) -> Poly:
        """From so far off the middle to so many px before the tip; half: of its width where it begins."""
        (left, top), tip = self._at(start), self._at(self._tip - before)
        aside = -self._dy * half, self._dx * half
        return Poly(((left + aside[0], top + aside[1]), tip, (left - aside[0], top - aside[1])), fill)

    def _at(self, away: float) -> Point:
        return self._x + self._dx * away, self._y + self._dy * away


def _nearest(at: Point, thing: Spot) -> Point:
    """The point of a thing, a little within its edge, that is nearest; of a field with a core, of the piece there."""
    if thing.is_round or thing.core is not None:
        (x, y), r = (thing.core, _CORE) if thing.core else (thing.centre, max(0.0, thing.radius - _IN))
        away = hypot(at[0] - x, at[1] - y)
        share = min(1.0, r / away) if away else 0.0
        return x + (at[0] - x) * share, y + (at[1] - y) * share
    right, foot = thing.x + thing.w - _IN, thing.y + thing.h - _IN
    return min(max(at[0], thing.x + _IN), right), min(max(at[1], thing.y + _IN), foot)
