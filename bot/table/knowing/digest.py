"""What changed, in a few sentences: of a long time the tellings that matter most to who reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bot.table.history import Line
from engines.kernel import Catalogue, Msg, Seat
from engines.kernel.catalogue import Weight

from .concerns import Told, about, only

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
    others did to the reader; then plays, then purchases, then what was laid out anew. Of what weighs the same, how each
    turn began, the newest turns first, those of others before the reader's own. With a play comes the deed that it
    followed from. Each turn begins with what was mainly done in it.
    """
    lines = main_first(lines, words)
    every = sum(len(line.events) for line in lines)
    if every <= most + 1:  # to say that one more is left out takes as much room
        return Digest(tuple(lines), 0)
    told = [(i, k) for i, line in enumerate(lines) for k, event in enumerate(line.events) if not event.reason]
    chosen = _chosen(lines, told, reader, words, most)
    if len(told) - len(chosen) == 1:
        chosen.update(told)
    return Digest(tuple(only(lines, chosen)), len(told) - len(chosen))


def _chosen(lines: Sequence[Line], told: Sequence[Told], reader: Seat | None, words: Catalogue, most: int) -> set[Told]:
    """What counts in any case, each play with its deed; then of the rest as much as there is room for."""
    weights = {one: words.weight(_text(lines, one)) for one in told}
    deeds, of_the_reader = _deeds(lines, words), set(about(lines, reader))
    counts = sorted(one for one in told if weights[one] == Weight.FIRST or one in of_the_reader)
    chosen = set(counts[-max(most, MOST_THAT_COUNT) :])
    chosen |= {deeds[one] for one in chosen if one in deeds}
    rest = dict.fromkeys((*_beginnings(lines, reader), *reversed(told)))
    for one in sorted(rest, key=weights.__getitem__):
        wanted = {one, deeds.get(one, one)} - chosen
        if len(chosen) + len(wanted) <= most:
            chosen |= wanted
    return chosen


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


def _text(lines: Sequence[Line], at: Told) -> Msg:
    return lines[at[0]].events[at[1]].text


def _beginnings(lines: Sequence[Line], reader: Seat | None) -> list[Told]:
    """The first sentence of each player's turn that is no reason: the newest turns first, the reader's own last."""
    found, before = [], object()
    for i, line in enumerate(lines):
        if line.seat != before:
            first = next((k for k, event in enumerate(line.events) if not event.reason), None)
            if first is None:
                continue
            found.append((i, first))
            before = line.seat
    newest_first = found[::-1]
    return sorted(newest_first, key=lambda one: lines[one[0]].seat == reader)


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
