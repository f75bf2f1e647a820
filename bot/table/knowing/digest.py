"""What changed, in a few sentences: of a long time the tellings that matter most to who reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.table.history import Line
from engines.kernel import Catalogue, Msg, Seat
from engines.kernel.catalogue import Weight

from .concerns import Told, about, doer, only

MOST = 8
"""Sentences of a digest."""
MOST_THAT_COUNT = 12
"""Sentences about points, rank and the reader are told even beyond that; of a long time the newest."""


@dataclass(frozen=True, slots=True)
class Digest:
    """lines: in order, with only those events that are told; left: how many sentences are left out."""

    lines: tuple[Line, ...]
    left: int


def digest(lines: Sequence[Line], reader: Seat | None, words: Catalogue, most: int = MOST) -> Digest:
    """All of it if that is at most `most` sentences. Else what changes points or rank, what begins a chapter and what
    others did to the reader; then what each of the others mainly did in their newest turn, so that nobody is passed
    over; then plays, then purchases, then what was laid out anew. Of what weighs the same, what was mainly done in each
    turn, the newest turns first, those of others before the reader's own. With what came of a deed comes the deed. What
    is told stands in the order in which it happened.
    """
    every = sum(len(line.events) for line in lines)
    if every <= most + 1:  # to say that one more is left out takes as much room
        return Digest(tuple(lines), 0)
    told = [(i, k) for i, line in enumerate(lines) for k, event in enumerate(line.events) if not event.reason]
    chosen = _chosen(lines, told, reader, words, most)
    if len(told) - len(chosen) == 1:
        chosen.update(told)
    return Digest(tuple(only(lines, chosen)), len(told) - len(chosen))


def _chosen(lines: Sequence[Line], told: Sequence[Told], reader: Seat | None, words: Catalogue, most: int) -> set[Told]:
    """What counts in any case, and what it came of; then of the rest as much as there is room for."""
    weights = {one: words.weight(_text(lines, one)) for one in told}
    causes, of_the_reader = _causes(lines, words), set(about(lines, reader))
    counts = sorted(one for one in told if weights[one] == Weight.FIRST or one in of_the_reader)
    chosen = {cause for one in counts[-max(most, MOST_THAT_COUNT) :] for cause in _with_causes(one, causes)}
    main = _main(lines, reader, weights)
    newest = {lines[one[0]].seat: one for one in reversed(main) if lines[one[0]].seat != reader}
    rest = dict.fromkeys((*main, *reversed(told)))
    for one in (*newest.values(), *sorted(rest, key=weights.__getitem__)):
        wanted = {*_with_causes(one, causes)} - chosen
        if len(chosen) + len(wanted) <= most:
            chosen |= wanted
    return chosen


def _text(lines: Sequence[Line], at: Told) -> Msg:
    return lines[at[0]].events[at[1]].text


def _main(lines: Sequence[Line], reader: Seat | None, weights: Mapping[Told, Weight]) -> list[Told]:
    """The first sentence of each player's turn that weighs as much as a play, else its first: the newest turns first,
    the reader's own last.
    """
    found = []
    for _, turn in groupby(enumerate(lines), key=lambda one: one[1].seat):
        of_turn = [(i, k) for i, line in turn for k in range(len(line.events)) if (i, k) in weights]
        if of_turn:
            found.append(next((one for one in of_turn if weights[one] <= Weight.PLAY), of_turn[0]))
    newest_first = found[::-1]
    return sorted(newest_first, key=lambda one: lines[one[0]].seat == reader)


def _causes(lines: Sequence[Line], words: Catalogue) -> dict[Told, Told]:
    """For what came of a deed, the deed; for what came of a step that the deed led to (a way to where a post was set
    up), the step. Somebody else may have answered in between. What the whole table is told at once upon a deed (a check
    that somebody bought) came of it, too.
    """
    found: dict[Told, Told] = {}
    deed: Told | None = None
    step: Told | None = None
    for i, line in enumerate(lines):
        for k, event in enumerate(line.events):
            if event.reason:
                continue
            if words.is_heading(event.text):
                if deed is not None and deed[0] == i:
                    found[i, k] = deed
                deed = step = None
            elif words.is_deed(event.text):
                deed, step = (i, k), None
            elif deed is not None and words.weight(event.text) <= Weight.PLAY and _follows(lines, (i, k), deed):
                is_step = words.is_step(event.text)
                found[i, k] = deed if is_step or step is None else step
                step = (i, k) if is_step else step
    return found


def _follows(lines: Sequence[Line], one: Told, deed: Told) -> bool:
    """It was decided by whose deed that was, or is told of them."""
    return lines[one[0]].seat == lines[deed[0]].seat or doer(_text(lines, one)) == doer(_text(lines, deed))


def _with_causes(one: Told, causes: Mapping[Told, Told]) -> Iterator[Told]:
    found: Told | None = one
    while found is not None:
        yield found
        found = causes.get(found)
