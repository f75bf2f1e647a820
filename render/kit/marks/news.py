"""Who has just done what, in words: a line for each of the last turns, on the ground below the board."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from render.kit.colour import mix, on
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, KEY, MICRO, Node, Scene, Sprite, Text
from render.kit.text import fit, fit_name, measure
from render.kit.tokens import LETTERS, SeatToken

MOST = 3
"""Turns that are told: of more the newest ones."""

_LEFT, _RIGHT = 44.0, 1556.0
_R, _PITCH = 21, 56  # of a token; px from line to line
_FIRST, _LAST = 22, 34  # px from the board to the middle of the first line, and from that of the last one to the edge
_NAME = 250  # px
_QUIET = 0.32  # how much of the ground the words of earlier turns have
_APART = " · "

Told = Callable[[Any, Any, int, Look], tuple[str, ...]]
"""(View before, View after, seat, look) -> what the seat did, the most telling first, in few words without its name."""


@dataclass(frozen=True, slots=True)
class News:
    """What a seat did in its turn."""

    seat: int
    done: tuple[str, ...]


def news(view: Any, look: Look, told: Told) -> tuple[News, ...]:
    """Of the turns that the reader is told the newest ones in which anything can be seen to have been done."""
    found: list[News] = []
    after = view
    for step in reversed(look.turns):
        done = () if step.seat is None else told(step.before, after, step.seat, look)
        if done and step.seat is not None:
            if found and found[0].seat == step.seat:  # somebody answered in between
                done = tuple(dict.fromkeys((*done, *found.pop(0).done)))
            found.insert(0, News(step.seat, done))
        after = step.before
    return tuple(found[-MOST:])


def in_words(found: Sequence[News], look: Look) -> tuple[str, ...]:
    """The same for somebody who listens: `B Marco: man to Milano 4, +8 VP`."""
    colon, comma = {"ja": ("：", "、"), "en": (": ", ", ")}[look.lang]
    return tuple(f"{LETTERS[one.seat]} {look.names[one.seat]}{colon}{comma.join(one.done)}" for one in found)


def below(scene: Scene, found: Sequence[News], look: Look, colour: Callable[[int], str]) -> Scene:
    """The board with these lines under it; the newest is the last one, and the brightest."""
    if not found:
        return scene
    foot = _FIRST + _PITCH * (len(found) - 1) + _LAST
    nodes: list[Node] = []
    for i, one in enumerate(found):
        y = scene.height + _FIRST + _PITCH * i
        bright = on(scene.ground)
        ink = bright if i == len(found) - 1 else mix(bright, scene.ground, _QUIET)
        nodes += _line(one, look, colour(one.seat), ink, y)
    return replace(scene, height=scene.height + foot, foot=foot, live=(*scene.live, *nodes))


def _line(one: News, look: Look, colour: str, ink: str, y: float) -> Iterator[Node]:
    lower = _R * 0.1 if one.seat == 2 else 0
    yield Sprite(_LEFT + _R + 2, y + lower, SeatToken(one.seat, colour, _R, ring=True))
    x = _LEFT + 2 * _R + 18
    name = fit_name(look.names[one.seat], _NAME, KEY)
    yield from name.runs(x, y, ink, room=_NAME)
    x += max(measure(line, name.size) for line in name.lines) + 26
    words, size = _fitted(one.done, _RIGHT - x)
    yield Text(x, y, words, size, ink, room=_RIGHT - x)


def _fitted(done: Sequence[str], room: float) -> tuple[str, int]:
    """As much as has room in one line, the most telling first; a first thing that is too long is written smaller."""
    for size in (KEY, BODY, DETAIL, MICRO):
        kept: list[str] = []
        for one in done:
            if measure(_APART.join([*kept, one]), size) <= room:
                kept.append(one)
        if kept and kept[0] == done[0]:
            return _APART.join(kept), size
    cut = fit(done[0], room, MICRO)
    return cut.lines[0], cut.size
