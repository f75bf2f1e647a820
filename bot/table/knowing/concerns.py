"""What concerns a reader among what was told: what others did to them, and what a decision brought that is news."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace

from bot.table.history import Line, told_lines
from bot.table.live import LiveTable
from bot.table.service import TableService
from engines.kernel import Catalogue, Event, Msg, Seat, Who
from engines.kernel.catalogue import Weight
from engines.kernel.words import LINE
from storage.play import decisions

Told = tuple[int, int]
"""A sentence: its line's place among the lines, its own place in that line."""
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
    return only(told, set(about(told, seat)[-MOST_DONE:]))


def about(lines: Sequence[Line], reader: Seat | None) -> list[Told]:
    """Sentences of others that name the reader."""
    return [
        (i, k)
        for i, line in enumerate(lines)
        if reader is not None and line.seat not in (None, reader)
        for k, event in enumerate(line.events)
        if not event.reason and reader in named(event.text)
    ]


def only(lines: Sequence[Line], chosen: Set[Told]) -> list[Line]:
    """The lines with those of their sentences; without the lines of which nothing is left."""
    kept = (
        replace(line, events=tuple(event for k, event in enumerate(line.events) if (i, k) in chosen))
        for i, line in enumerate(lines)
    )
    return [line for line in kept if line.events]


def came_of(line: Line, seat: Seat, words: Catalogue) -> Line:
    """What a decision brought, for the seat. Of their own answer they know what they did; not what chance or the rules
    made of it, what somebody else did then (who had asked them for less of a bribe), what it changed of points and
    rank, nor what only they may know: that stands in no post.
    """
    by_themselves = line.seat == seat and not (line.relieved or line.pressed or line.automatic)

    def is_news(event: Event) -> bool:
        own = (
            by_themselves
            and event.to is None
            and seat in named(event.text)
            and not _by_another(event.text, seat, words)
        )
        return not event.reason and (not own or words.weight(event.text) == Weight.FIRST)

    return replace(line, events=tuple(event for event in line.events if is_news(event)))


def _by_another(msg: Msg, seat: Seat, words: Catalogue) -> bool:
    """Whether it tells the deed of somebody else."""
    parts = msg.args["sentences"] if msg.key == LINE else (msg,)
    assert isinstance(parts, tuple)
    deeds = (doer(one) for one in parts if isinstance(one, Msg) and words.is_deed(one))
    return any(by not in (None, seat) for by in deeds)


def doer(msg: Msg) -> Seat | None:
    """Who does it: the player whom the sentence, or the first of a line that does, names first."""
    return next(named(msg), None)


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
