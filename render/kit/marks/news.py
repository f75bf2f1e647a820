"""Who has just done what, in words: a line for each of the last turns, on the ground below the board."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engines.kernel import Msg, catalogue
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
_NAMED, _NAME = 2 * _R + 18, 250  # px from the edge to a name, and its room
_QUIET = 0.32  # how much of the ground the words of earlier turns have
_APART = " · "

Told = Callable[[Any, Any, int, Look], tuple[str, ...]]
"""(View before, View after, seat, look) -> what the seat did, the most telling first, in few words without its name."""


@dataclass(frozen=True, slots=True)
class News:
    """What a seat did in its turn; None: all of them together."""

    seat: int | None
    done: tuple[str, ...]


def news(view: Any, look: Look, told: Told) -> tuple[News, ...]:
    """Of the turns that the reader is told the newest ones in which anything can be seen to have been done.

    Where that is none of them, the last one, with the words that it has chosen: no card is silent after a turn. Before
    the first one, who begins.
    """
    if look.opening and not look.turns:
        return (_opening(look),)
    found: list[News] = []
    after = view
    for step in reversed(look.turns):
        done = () if step.seat is None else told(step.before, after, step.seat, look)
        if done and step.seat is not None:
            if found and found[0].seat == step.seat:  # somebody answered in between
                done = tuple(dict.fromkeys((*done, *found.pop(0).done)))
            found.insert(0, News(step.seat, done))
        after = step.before
    if look.turns and not found:
        last = look.turns[-1].seat
        words = Msg("kernel.news.together" if last is None else "kernel.news.chosen")
        return (News(last, (catalogue("engines.kernel").render(words, look.lang),)),)
    return tuple(found[-MOST:])


def _opening(look: Look) -> News:
    alone = len(look.opening) == 1
    words = Msg("kernel.news.opens" if alone else "kernel.news.open_together")
    return News(look.opening[0] if alone else None, (catalogue("engines.kernel").render(words, look.lang),))


def in_words(found: Sequence[News], look: Look) -> tuple[str, ...]:
    """The same for somebody who listens: `B Marco: man to Milano 4, +8 VP`."""
    colon, comma = {"ja": ("：", "、"), "en": (": ", ", ")}[look.lang]
    who = ["" if one.seat is None else f"{LETTERS[one.seat]} {look.names[one.seat]}{colon}" for one in found]
    return tuple(f"{name}{comma.join(one.done)}" for name, one in zip(who, found, strict=True))


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
        x = _LEFT
        if one.seat is not None:
            nodes += _named(one.seat, look, colour(one.seat), ink, y)
            x = _words_from(one.seat, look)
        words, size = _fitted(one.done, _RIGHT - x)
        nodes.append(Text(x, y, words, size, ink, room=_RIGHT - x))
    return replace(scene, height=scene.height + foot, foot=foot, live=(*scene.live, *nodes))


def _named(seat: int, look: Look, colour: str, ink: str, y: float) -> Iterator[Node]:
    """Token and name before a line."""
    lower = _R * 0.1 if seat == 2 else 0
    yield Sprite(_LEFT + _R + 2, y + lower, SeatToken(seat, colour, _R, ring=True))
    yield from fit_name(look.names[seat], _NAME, KEY).runs(_LEFT + _NAMED, y, ink, room=_NAME)


def _words_from(seat: int, look: Look) -> float:
    name = fit_name(look.names[seat], _NAME, KEY)
    return _LEFT + _NAMED + max(measure(line, name.size) for line in name.lines) + 26


def _fitted(done: Sequence[str], room: float) -> tuple[str, int]:
    """All of it in one line if it has room, a little smaller if it must; else as much as has room, the most telling
    first; a first thing that is too long is written smaller.
    """
    for size in (KEY, BODY):
        if measure(_APART.join(done), size) <= room:
            return _APART.join(done), size
    for size in (KEY, BODY, DETAIL, MICRO):
        kept: list[str] = []
        for one in done:
            if measure(_APART.join([*kept, one]), size) <= room:
                kept.append(one)
        if kept and kept[0] == done[0]:
            return _APART.join(kept), size
    cut = fit(done[0], room, MICRO)
    return cut.lines[0], cut.size
