"""Who decides together what one person cannot decide alone: one table of votes, from which the help is written, too.

A request is named "undo", "end", "relief.<seat>", "pause.<moment>" and so on: what is asked, and whom or what it is
about. Somebody for whom a computer player answers has no vote; whoever is away, or says nothing for a waking day,
abstains. So an absent seat never blocks. A table keeps the rules of voting under which it was opened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from bot.table.live import LiveTable
from bot.table.time.hours import WAKING_DAY, WEEK, Hours

Share = Literal["all", "two_thirds", "majority", "two"]


class Vote(NamedTuple):
    """How a request is decided.

    share: how many of those who vote have to agree; two: two people, or one where nobody else could. least: so many
    at least, where there are others. of_seat: it is about a seat, which has no vote in it.
    """

    share: Share
    least: int = 1
    of_seat: bool = False


VOTES: dict[str, Vote] = {
    "undo": Vote("all", least=2),
    "end": Vote("all", least=2),
    "score": Vote("majority", least=2),
    "void": Vote("majority", least=2),
    "autopilot": Vote("majority", of_seat=True),
    "relief": Vote("majority", of_seat=True),
    "replace": Vote("majority", of_seat=True),
    "default": Vote("two", of_seat=True),
    "host": Vote("majority"),
    "pause": Vote("two_thirds"),
    "resume": Vote("two_thirds"),
    "extend": Vote("two_thirds"),
    "move": Vote("majority"),
}
"""score, void, autopilot: about a seat that stayed empty. default: the printed answer of somebody who is late."""

NOW, IN_A_ROW, BEFORE = 3, 2, 1
"""Versions of these rules. IN_A_ROW: the second turn in a row that a seat misses opens it (`misses`). BEFORE: besides,
silence is no abstention, and the majority ends a table."""
SILENCE = WAKING_DAY
"""Waking time after which silence counts as an abstention."""
LASTS = WEEK
"""So long a request stands."""


class Topic(NamedTuple):
    """What a request is for. about: the seat, moment, or place that it names."""

    name: str
    about: int | None

    @property
    def vote(self) -> Vote:
        return VOTES[self.name]


class Voter(NamedTuple):
    """person: who answers for the seat."""

    seat: int
    person: int
    name: str


class Count(NamedTuple):
    """undecided: who can still decide it; wanted: how many of them have to agree, at most 0 = it is settled; lost: it
    cannot pass any more; next_at: when the next silence counts as an abstention, None if none will.
    """

    undecided: tuple[int, ...]
    wanted: int
    lost: bool
    next_at: int | None


def topic(kind: str) -> Topic:
    """Of a request's name."""
    name, _, about = kind.partition(".")
    return Topic(name, int(about) if about else None)


def named(name: str, about: int) -> str:
    """The request's name."""
    return f"{name}.{about}"


def voters(live: LiveTable, kind: str, asker: int) -> tuple[Voter, ...]:
    """Who may answer, the asker included. About a seat, the seat has no vote; about the host, the host."""
    what = topic(kind)
    found = []
    for seated in live.people:
        person = seated.called
        if person is None and asker in (seated.person, seated.sitter):
            person = asker
        if person is None or (what.vote.of_seat and seated.seat == what.about):
            continue
        if what.name == "host" and seated.person == live.row.host:
            continue
        found.append(Voter(seated.seat, person, seated.sitter_name if person == seated.sitter else seated.name))
    return tuple(found)


def share(live: LiveTable, name: str) -> Share:
    """By the rules of this table."""
    return "majority" if name == "end" and live.plan.ballot == BEFORE else VOTES[name].share


def count(
    live: LiveTable,
    kind: str,
    voters: Sequence[Voter],
    said: Mapping[int, bool],
    lives: Mapping[int, Hours],
    asked_at: int,
    now: int,
) -> Count:
    """said: who has answered, and whether they agree; lives: when each voter is awake."""
    name = topic(kind).name
    silent_at = (
        {} if live.plan.ballot == BEFORE else {v.person: _silent_at(lives.get(v.person), asked_at) for v in voters}
    )
    away = {person for person in silent_at if _is_away(lives.get(person), now)}
    able = [voter.person for voter in voters]
    voting = [p for p in able if p in said or (p not in away and (p not in silent_at or now < silent_at[p]))]
    yes = sum(said.get(person, False) for person in able)
    needed = _needed(share(live, name), len(voting), len(able))
    if live.plan.ballot != BEFORE and len(able) > 1:
        needed = max(needed, VOTES[name].least)
    undecided = tuple(person for person in voting if person not in said)
    no = any(not agrees for person, agrees in said.items() if person in able)
    open_ = sum(person not in said for person in able)
    lost = (share(live, name) == "all" and no) or needed - yes > open_
    coming = [silent_at[person] for person in undecided if person in silent_at]
    return Count(undecided, needed - yes, lost, min(coming, default=None))


def _needed(share: Share, voting: int, able: int) -> int:
    match share:
        case "all":
            return voting
        case "two_thirds":
            return -(-2 * voting // 3)
        case "majority":
            return voting // 2 + 1
        case "two":
            return min(2, able)


def _silent_at(hours: Hours | None, asked_at: int) -> int:
    return (hours or Hours()).after(asked_at, SILENCE)


def _is_away(hours: Hours | None, now: int) -> bool:
    return hours is not None and any(start <= now < end for start, end in hours.away)
