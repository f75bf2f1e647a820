"""Who has just done what, in words: a line for each of the last turns, on the ground below the board."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from engines.kernel import Msg, brief, catalogue
from render.kit.colour import GOLD, mix, on
from render.kit.look import Look, Step
from render.kit.scene import BODY, KEY, Node, Scene, Sprite, Text
from render.kit.text import fit_name, measure, paragraph
from render.kit.tokens import LETTERS, SeatToken

MOST = 3
"""Turns that are told: of more the newest ones."""
_LINES, _MOST_LINES = 4, 3  # in all, and of one turn, up to which words are large

_LEFT, _RIGHT = 44.0, 1556.0
_R, _PITCH = 21, 56  # of a token; px from turn to turn
_LEADING = 1.2  # from line to line of one turn, of the size of its words
_FIRST, _LAST = 22, 34  # px from the board to the middle of the first line, and from that of the last one to the edge
_NAMED, _NAME = 2 * _R + 18, 250  # px from the edge to a name, and its room
_QUIET = 0.32  # how much of the ground the words of earlier turns have
_APART, _CLOSED = " · ", "\u00a0· "  # between what was done; with no new line before it
_OPEN, _CLOSE = ("(", "（"), (")", "）")
_PARTS = re.compile(r"([(（)）]|[ \u00a0]·(?: |$))")  # brackets, and what stands between two deeds
_BELONGS = re.compile(r"(?<=\d) (?=\w)|(?<=\b[A-E]) (?=[\w+])")  # `+8 VP`, `2 florins`, `B Marco`, `C won`
_DETAILS = 0.28  # how much of the ground the words in brackets have
_HEARD = {"ja": "；", "en": "; "}  # between two deeds where no eye tells them apart
_SIGNS = {"ja": ("：", "、"), "en": (": ", ", ")}  # behind a name, and between what was done where it stands behind one


@dataclass(frozen=True, slots=True)
class Said:
    """Something that a seat did, in few words without its name.

    seat: in whose line it stands, if it is not a deed of who acted: what came of it for them
    of_all: it stands in nobody's line: a new round, not the deed of who was the last of the old one
    idle: it says only that there is nothing else to say: not where the line has other words
    bare: no letter on the board belongs to it, for all did it at once, or nothing of it is seen
    """

    words: str
    seat: int | None = None
    of_all: bool = False
    idle: bool = False
    bare: bool = False


Told = Callable[[Step, Any, Look], tuple[Said, ...]]
"""(step, View after it, look) -> what its seat did; of a step of all together what each of them did."""


def in_brief(step: Step, look: Look, package: str) -> tuple[Said, ...]:
    """What the log tells of a step, in the few words of a game's catalogue."""
    told = brief(step.told, step.seat, catalogue(package), look.lang, look.names)
    return tuple(Said(words, seat=who, of_all=who is None) for who, words in told)


@dataclass(frozen=True, slots=True)
class News:
    """What a seat did in its turn; None: all of them together."""

    seat: int | None
    done: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """The words of one turn as they are written, and what they tell."""

    seat: int | None
    words: tuple[str, ...]
    size: int
    told: tuple[Said, ...]


def news(view: Any, look: Look, told: Told) -> tuple[News, ...]:
    """Of the turns that the reader is told the newest ones in which anything can be seen to have been done.

    Where that is none of them, the last one, with the words that it has chosen: no card is silent after a turn. Before
    the first one, who begins.
    """
    if look.opening and not look.turns:
        return (_opening(look),)
    found: list[tuple[int, News]] = []
    turn = 0
    after = view
    for step in reversed(look.turns):
        done = told(step, after, look)
        if step.seat is None:
            done = _together(done, look)
        if done:
            found.append((turn, News(step.seat, done)))
        turn += not step.goes_on
        after = step.before
    if look.turns and not found:
        last = look.turns[-1].seat
        words = Msg("kernel.news.together" if last is None else "kernel.news.chosen")
        return (News(last, (Said(_kernel(words, look), bare=True),)),)
    lines = _each_in_its_line(found[::-1])
    return tuple(lines[-MOST - any(one.seat is None for one in lines[-MOST:]) :])


def _each_in_its_line(found: Sequence[tuple[int, News]]) -> list[News]:
    """A turn that somebody else's answer interrupted is told in one line, in the order in which it happened. What came
    for somebody of another's deed goes on in the line of their own turn; if that is not told, before the line of that
    deed. What is of the whole table stands between what a seat did before and after it.

    found: steps with the number of their turn
    """
    lines: list[News] = []
    turns: list[tuple[int, bool]] = []  # of each line: its turn, and whether it is nobody's

    def tell(turn: int, one: News, of_all: bool, first: int) -> None:
        """In the last line of its kind; not in one of this step, whose lines begin at `first`: others came between."""
        kind = (one.seat, (turn, of_all))
        at = next((i for i in range(len(lines) - 1, -1, -1) if (lines[i].seat, turns[i]) == kind), None)
        if at is None or at >= first:
            lines.append(one)
            turns.append((turn, of_all))
        else:
            more = (said for said in one.done if not said.idle)
            lines[at] = News(one.seat, (*lines[at].done, *more))

    for turn, one in found:
        for said in one.done:
            if said.seat in (None, one.seat):
                continue
            at = next((i for i in range(len(lines) - 1, -1, -1) if lines[i].seat == said.seat), None)
            if at is None or at < len(lines) - MOST + 1:
                tell(turn, News(said.seat, (said,)), False, len(lines))
            else:
                lines[at] = News(said.seat, (*lines[at].done, said))
        first, own = len(lines), (said for said in one.done if said.seat in (None, one.seat))
        for of_all, done in groupby(own, lambda said: said.of_all):
            tell(turn, News(None if of_all else one.seat, tuple(done)), of_all, first)
    return lines


def _together(done: Sequence[Said], look: Look) -> tuple[Said, ...]:
    """Of a question that all answered at once: what each did behind their letter, once what all did alike, then how it
    ends.
    """
    each = [tuple(one.words for one in done if one.seat == seat) for seat in range(len(look.names))]
    alike = list(each[0]) if len({*each}) == 1 else []
    colon, comma = _SIGNS[look.lang]
    own = [f"{LETTERS[seat]}{colon}{comma.join(words)}" for seat, words in enumerate(each) if words and not alike]
    return tuple(Said(words, bare=True) for words in (*own, *alike, *(one.words for one in done if one.seat is None)))


def _opening(look: Look) -> News:
    alone = len(look.opening) == 1
    words = Msg("kernel.news.opens" if alone else "kernel.news.open_together")
    return News(look.opening[0] if alone else None, (Said(_kernel(words, look)),))


def in_words(found: Sequence[News], look: Look) -> tuple[str, ...]:
    """The same for somebody who listens: `B Marco: took red 3; Signoria: +3 florins`."""
    (colon, _), apart = _SIGNS[look.lang], _HEARD[look.lang]
    who = ["" if one.seat is None else f"{LETTERS[one.seat]} {look.names[one.seat]}{colon}" for one in found]
    return tuple(f"{name}{apart.join(said.words for said in one.done)}" for name, one in zip(who, found, strict=True))


def heard(view: Any, look: Look, package: str) -> tuple[str, ...]:
    """What an alt text tells of the last turns, in the few words of a game's catalogue."""

    def told(step: Step, _view: Any, look: Look) -> tuple[Said, ...]:
        return in_brief(step, look, package)

    return in_words(news(view, look, told), look)


def written(found: Sequence[News], look: Look) -> tuple[Lines, ...]:
    """The same in lines: one for each turn if that is enough, for the newest up to three. All of it is told: where
    words need more lines, the picture is higher.
    """
    every: list[Lines] = []
    for i, one in enumerate(found):
        count = 1 if i < len(found) - 1 else min(_MOST_LINES, _LINES + 1 - len(found))
        left = _LEFT if one.seat is None else _words_from(one.seat, look)
        every.append(_fitted(one, [_tied(said.words) for said in one.done], _RIGHT - left, count))
    return tuple(every)


def _tied(words: str) -> str:
    """So that no line ends between a number, or a player's letter, and the word that belongs to it."""
    return _BELONGS.sub("\u00a0", words)


def lettered(lines: Sequence[Lines]) -> bool:
    """Whether letters on the board belong to what these lines tell."""
    return any(not said.bare for one in lines for said in one.told)


def below(scene: Scene, lines: Sequence[Lines], look: Look, colour: Callable[[int], str]) -> Scene:
    """The board with these lines under it; the newest is the last one, and the brightest."""
    if not lines:
        return scene
    nodes: list[Node] = []
    y = float(scene.height + _FIRST)
    for i, one in enumerate(lines):
        bright = on(scene.ground)
        ink = bright if i == len(lines) - 1 else mix(bright, scene.ground, _QUIET)
        x = _LEFT
        if one.seat is not None:
            nodes += _named(one.seat, look, colour(one.seat), ink, y)
            x = _words_from(one.seat, look)
        nodes += _toned(one, x, y, ink, mix(ink, scene.ground, _DETAILS))
        y += _LEADING * one.size * (len(one.words) - 1) + _PITCH
    foot = round(y - _PITCH + _LAST) - scene.height
    return replace(scene, height=scene.height + foot, foot=foot, live=(*scene.live, *nodes))


def _toned(lines: Lines, left: float, y: float, ink: str, quiet: str) -> Iterator[Node]:
    """What was done is bright, its details in brackets are quiet, what stands between two deeds is golden: so a long
    turn is read deed by deed.
    """
    depth = 0
    for nth, words in enumerate(lines.words):
        x = left
        for part in filter(None, _PARTS.split(words)):
            between = part.strip() == "·"
            depth = 0 if between else depth + (part in _OPEN)  # a name may have half a bracket
            tone = GOLD if between else quiet if depth else ink
            yield Text(x, y + _LEADING * lines.size * nth, part, lines.size, tone, room=_RIGHT - x)
            x += measure(part, lines.size)
            depth = max(0, depth - (part in _CLOSE))


def _named(seat: int, look: Look, colour: str, ink: str, y: float) -> Iterator[Node]:
    """Token and name before a line."""
    lower = _R * 0.1 if seat == 2 else 0
    yield Sprite(_LEFT + _R + 2, y + lower, SeatToken(seat, colour, _R, ring=True))
    yield from fit_name(look.names[seat], _NAME, KEY).runs(_LEFT + _NAMED, y, ink, room=_NAME)


def _words_from(seat: int, look: Look) -> float:
    name = fit_name(look.names[seat], _NAME, KEY)
    return _LEFT + _NAMED + max(measure(line, name.size) for line in name.lines) + 26


def _fitted(one: News, words: Sequence[str], room: float, count: int) -> Lines:
    """All of it in one line, a little smaller if it must, else in so many large ones, else in as many as it needs: few
    if nothing is broken, else filled up.
    """
    for most, size in ((1, KEY), (1, BODY), (count, KEY), (count, BODY)):
        if len(lines := _wrapped(words, room, size)) <= most:
            return Lines(one.seat, lines, size, one.done)
    return Lines(one.seat, paragraph(_CLOSED.join(words), room, BODY).lines, BODY, one.done)


def _wrapped(words: Sequence[str], room: float, size: int) -> tuple[str, ...]:
    """One after the other, in a new line where one has no room; what is longer than a line is broken."""
    lines: list[str] = []
    for one in words:
        first, *others = [one] if measure(one, size) <= room else paragraph(one, room, size).lines
        if lines and measure(lines[-1] + _APART + first, size) <= room:
            lines[-1] += _APART + first
        else:
            lines.append(first)
        lines += others
    return tuple(lines)


def _kernel(msg: Msg, look: Look) -> str:
    return catalogue("engines.kernel").render(msg, look.lang)
