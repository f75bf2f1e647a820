"""What changed, in a few sentences: of a long time the tellings that matter most to who reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import groupby

from bot.table.history import Line, told_lines
from bot.table.live import LiveTable
from bot.table.service import TableService
from bot.table.time.hours import DAY
from engines.kernel import Catalogue, Event, Msg, Seat, Who
from engines.kernel.catalogue import Weight
from storage.play import decisions

from .chapters import chapters, marks

MOST = 8
"""Sentences of a digest."""
MOST_THAT_COUNT = 12
"""Sentences about points, rank and the reader are told even beyond that; of a long time the newest."""

Told = tuple[int, int]
"""A sentence: its line's place among the lines, its own place in that line."""


@dataclass(frozen=True, slots=True)
class Digest:
    """lines: in order, with only those events that are told; left: how many sentences are left out."""

    lines: tuple[Line, ...]
    left: int


def digest(lines: Sequence[Line], reader: Seat | None, words: Catalogue, most: int = MOST) -> Digest:
    """All of it if that is at most `most` sentences. Else what changes points or rank, what begins a chapter and what
    others did to the reader; then plays, then purchases, then what was laid out anew. Of what weighs the same, how each
    turn began, the newest turns first, those of others before the reader's own. With a play comes the deed that it
    followed from. Each turn begins with what was mainly done in it.
    """
    lines = main_first(lines, words)
    every = sum(len(line.events) for line in lines)
    if every <= most + 1:  # to say that one more is left out takes as much room
        return Digest(tuple(lines), 0)
    told = [(i, k) for i, line in enumerate(lines) for k, event in enumerate(line.events) if not event.reason]
    weights = {(i, k): words.weight(lines[i].events[k].text) for i, k in told}
    about = set(_about(lines, reader))
    chosen = {one for one in told if weights[one] == Weight.FIRST or one in about}
    chosen = set(sorted(chosen)[-max(most, MOST_THAT_COUNT) :])
    deeds = _deeds(lines, words)
    chosen |= {deeds[one] for one in chosen if one in deeds}
    newest_first = _beginnings(lines)[::-1]
    beginnings = sorted(newest_first, key=lambda one: lines[one[0]].seat == reader)  # own deeds last
    rest = [one for one in dict.fromkeys((*beginnings, *reversed(told))) if one not in chosen]
    rest.sort(key=weights.__getitem__)
    for one in rest:
        wanted = {one, deeds.get(one, one)} - chosen
        if len(chosen) + len(wanted) <= most:
            chosen |= wanted
    if len(told) - len(chosen) == 1:
        chosen.update(told)
    return Digest(tuple(_only(lines, chosen)), len(told) - len(chosen))


def _only(lines: Sequence[Line], chosen: Set[Told]) -> list[Line]:
    """The lines with those of their sentences; without the lines of which nothing is left."""
    kept = (
        replace(line, events=tuple(event for k, event in enumerate(line.events) if (i, k) in chosen))
        for i, line in enumerate(lines)
    )
    return [line for line in kept if line.events]


def main_first(lines: Sequence[Line], words: Catalogue) -> list[Line]:
    """The same, but that what weighs little at the beginning of a player's turn (income, payments, what was laid out
    anew) comes after its first play, or after what weighs more.
    """
    found = list(lines)
    for _, turn in groupby(enumerate(lines), key=lambda one: one[1].seat):
        told = [(j, n) for j, line in turn for n, event in enumerate(line.events) if not event.reason]
        main = next((one for one in told if words.weight(_text(lines, one)) <= Weight.PLAY), None)
        if main is None or main == told[0] or words.is_heading(_text(lines, main)):
            continue
        i, (j, n) = told[0][0], main
        before, moved, after = lines[j].events[:n], [lines[j].events[n]], lines[j].events[n + 1 :]
        while before and before[-1].reason:  # it goes with its deed
            before, moved = before[:-1], [before[-1], *moved]
        found[j] = replace(lines[j], events=(*before, *after))
        found[i] = replace(found[i], events=(*moved, *found[i].events))
    return [line for line in found if line.events]


def _text(lines: Sequence[Line], at: tuple[int, int]) -> Msg:
    return lines[at[0]].events[at[1]].text


MOST_DONE = 3
"""Sentences of what others did to somebody that a call quotes."""


async def done_to(tables: TableService, live: LiveTable, seat: Seat, before: int | None = None) -> list[Line]:
    """What others did to the seat since it last answered, as far as everybody was told: the newest sentences. before:
    only of decisions before this one.
    """
    upto = live.told if before is None else before - 1
    own = [row.n for row in await decisions.outline(tables.db, live.id) if row.seat == seat and row.n <= live.told]
    since = own[-1] if own else 0
    told = [line for line in await told_lines(tables, live, since + 1, upto) if not line.undone]
    return _only(told, set(_about(told, seat)[-MOST_DONE:]))


def _about(lines: Sequence[Line], reader: Seat | None) -> list[Told]:
    """Sentences of others that name the reader."""
    return [
        (i, k)
        for i, line in enumerate(lines)
        if reader is not None and line.seat not in (None, reader)
        for k, event in enumerate(line.events)
        if not event.reason and reader in named(event.text)
    ]


def came_of(line: Line, seat: Seat, words: Catalogue) -> Line:
    """What a decision brought, for the seat. Of their own answer they know what they did; not what chance or the rules
    made of it, what it changed of points and rank, nor what only they may know: that stands in no post.
    """
    by_themselves = line.seat == seat and not (line.relieved or line.pressed or line.automatic)

    def is_news(event: Event) -> bool:
        own = by_themselves and event.to is None and seat in named(event.text)
        return not event.reason and (not own or words.weight(event.text) == Weight.FIRST)

    return replace(line, events=tuple(event for event in line.events if is_news(event)))


def named(msg: Msg) -> Iterator[Seat]:
    """Seats that a sentence names."""
    for arg in msg.args.values():
        yield from _within(arg if isinstance(arg, tuple) else (arg,))


def _within(atoms: Iterable[object]) -> Iterator[Seat]:
    for atom in atoms:
        if isinstance(atom, Who):
            yield atom.seat
        elif isinstance(atom, Msg):
            yield from named(atom)


def _beginnings(lines: Sequence[Line]) -> list[Told]:
    """The first sentence of each player's turn that is no reason."""
    found, before = [], object()
    for i, line in enumerate(lines):
        if line.seat != before:
            first = next((k for k, event in enumerate(line.events) if not event.reason), None)
            if first is None:
                continue
            found.append((i, first))
            before = line.seat
    return found


def _deeds(lines: Sequence[Line], words: Catalogue) -> dict[Told, Told]:
    """For each play that is no deed itself, the deed of the same turn that it followed from."""
    found: dict[Told, Told] = {}
    last: Told | None = None
    for i, line in enumerate(lines):
        if i and line.seat != lines[i - 1].seat:
            last = None
        for k, event in enumerate(line.events):
            if words.is_deed(event.text):
                last = (i, k)
            elif last is not None and words.weight(event.text) == Weight.PLAY:
                found[i, k] = last
    return found


@dataclass(frozen=True, slots=True)
class Span:
    """A time to look back over. since: after this decision; name: what it is called."""

    since: int
    name: str


async def spans(tables: TableService, live: LiveTable, seat: Seat | None, looked: int | None) -> tuple[Span, ...]:
    """Times worth looking back over, the shortest first; looked: the last decision before the last look.

    Of several that begin at one decision only the first is there.
    """
    rows = await decisions.outline(tables.db, live.id)
    found = [] if looked is None else [Span(looked, "look")]
    mine = [row.n for row in rows if row.seat == seat]
    if mine:
        found.append(Span(mine[-1], "mine"))
    told = chapters(await marks(tables, live))
    if told:
        found.append(Span(told[-1].after, "round"))
    yesterday = [row.n for row in rows if row.at < tables.clock() - DAY]
    if yesterday:
        found.append(Span(yesterday[-1], "day"))
    found.append(Span(0, "beginning"))
    kept: dict[int, Span] = {}
    for span in found:
        if span.since < live.public_n:
            kept.setdefault(span.since, span)
    return tuple(sorted(kept.values(), key=lambda span: -span.since))
