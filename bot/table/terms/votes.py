"""Voting rules for requests, which one person cannot decide alone. The help text is generated from them.

The kind of a request is "undo", "end", "relief.<seat>", "pause.<time>" and so on: its name, and the seat, time or
channel that it is about. A person with an autopilot has no vote; a person who is away, or silent for a waking day,
abstains. So an absent seat never blocks a vote. A table keeps the version of the rules under which it was opened.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from bot.table.clock.waking_hours import WAKING_DAY, WEEK, WakingHours
from bot.table.state.table import Table

Share = Literal["all", "two_thirds", "majority", "two"]


class VotingRule(NamedTuple):
    """The rule by which a request is decided."""

    share: Share
    """The share of the voters who have to agree; "two" is a number instead: two people, or one if there is nobody else.
    """
    min_votes: int = 1
    """Minimum number of votes, if there are other people."""
    is_about_seat: bool = False
    """It is about a seat, which has no vote in it."""


VOTES: dict[str, VotingRule] = {
    "undo": VotingRule("all", min_votes=2),
    "end": VotingRule("all", min_votes=2),
    "score": VotingRule("majority", min_votes=2),
    "void": VotingRule("majority", min_votes=2),
    "autopilot": VotingRule("majority", is_about_seat=True),
    "relief": VotingRule("majority", is_about_seat=True),
    "replace": VotingRule("majority", is_about_seat=True),
    "default": VotingRule("two", is_about_seat=True),
    "host": VotingRule("majority"),
    "pause": VotingRule("two_thirds"),
    "resume": VotingRule("two_thirds"),
    "extend": VotingRule("two_thirds"),
    "move": VotingRule("majority"),
}
"""The rules by name of the request. "score", "void" and "autopilot" are the choices for a game with an open seat that
nobody has taken; "default" forces the default answer of a late player.
"""

CURRENT_VERSION, IN_A_ROW_VERSION, FIRST_VERSION = 3, 2, 1
"""Versions of these rules. IN_A_ROW_VERSION: the second missed turn in a row opens a seat (`escalation`).
FIRST_VERSION: besides, silence is no abstention, and a majority ends a table.
"""
SILENCE = WAKING_DAY
"""Waking time after which silence counts as an abstention."""
MAX_AGE = WEEK
"""Time for which a request stays open."""


class ParsedKind(NamedTuple):
    """The kind of a request, such as `pause.1790000000`, taken apart."""

    name: str
    """Key of VOTES, e.g. "undo"."""
    subject: int | None
    """The seat, time or channel that it names."""

    @property
    def rule(self) -> VotingRule:
        return VOTES[self.name]


class Voter(NamedTuple):
    """A person with a vote."""

    seat: int
    """The seat for which they answer."""
    person: int
    """The one who answers for it now: the holder or a substitute."""
    name: str
    """Name of this person, as the table shows it."""


class VoteCount(NamedTuple):
    """The state of a vote."""

    undecided_people: tuple[int, ...]
    """People who can still decide it."""
    votes_missing: int
    """The number of agreements that are missing; at most 0: the request has passed."""
    has_failed: bool
    """It cannot pass any more."""
    next_abstention_at: int | None
    """When the next silence counts as an abstention; None if none will."""


def parse_kind(kind: str) -> ParsedKind:
    """Take the kind of a request apart."""
    name, _, subject = kind.partition(".")
    return ParsedKind(name, int(subject) if subject else None)


def build_kind(name: str, subject: int) -> str:
    """Build the kind of a request."""
    return f"{name}.{subject}"


def list_voters(table: Table, kind: str, asker: int) -> tuple[Voter, ...]:
    """Return the people who may vote, the asker included. No seat votes about itself, nor the host about the host."""
    parsed_kind = parse_kind(kind)
    voters = []
    for seated in table.held_seats:
        person = seated.person_to_notify
        if person is None and asker in (seated.person, seated.substitute):
            person = asker
        if person is None or (parsed_kind.rule.is_about_seat and seated.seat == parsed_kind.subject):
            continue
        if parsed_kind.name == "host" and seated.person == table.row.host:
            continue
        voters.append(
            Voter(seated.seat, person, seated.substitute_name if person == seated.substitute else seated.name)
        )
    return tuple(voters)


def find_share(table: Table, name: str) -> Share:
    """Return the share required by this table's version of the rules."""
    return "majority" if name == "end" and table.settings.ballot == FIRST_VERSION else VOTES[name].share


def count_votes(
    table: Table,
    kind: str,
    voters: Sequence[Voter],
    answers: Mapping[int, bool],
    hours_by_person: Mapping[int, WakingHours],
    asked_at: int,
    now: int,
) -> VoteCount:
    """Count the votes. answers: by person, True for Yes; hours_by_person: when each voter is awake."""
    name = parse_kind(kind).name
    silent_at = (
        {}
        if table.settings.ballot == FIRST_VERSION
        else {v.person: _find_silence_end(hours_by_person.get(v.person), asked_at) for v in voters}
    )
    absent_people = {person for person in silent_at if _is_away(hours_by_person.get(person), now)}
    voting_people = [voter.person for voter in voters]
    counted_people = [
        p
        for p in voting_people
        if p in answers or (p not in absent_people and (p not in silent_at or now < silent_at[p]))
    ]
    yes_count = sum(answers.get(person, False) for person in voting_people)
    needed_votes = _count_needed(find_share(table, name), len(counted_people), len(voting_people))
    if table.settings.ballot != FIRST_VERSION and len(voting_people) > 1:
        needed_votes = max(needed_votes, VOTES[name].min_votes)
    undecided = tuple(person for person in counted_people if person not in answers)
    has_no_vote = any(not agrees for person, agrees in answers.items() if person in voting_people)
    open_count = sum(person not in answers for person in voting_people)
    has_failed = (find_share(table, name) == "all" and has_no_vote) or needed_votes - yes_count > open_count
    silence_times = [silent_at[person] for person in undecided if person in silent_at]
    return VoteCount(undecided, needed_votes - yes_count, has_failed, min(silence_times, default=None))


def _count_needed(share: Share, counted_voters: int, voter_count: int) -> int:
    match share:
        case "all":
            return counted_voters
        case "two_thirds":
            return -(-2 * counted_voters // 3)
        case "majority":
            return counted_voters // 2 + 1
        case "two":
            return min(2, voter_count)


def _find_silence_end(hours: WakingHours | None, asked_at: int) -> int:
    return (hours or WakingHours()).add_waking_time(asked_at, SILENCE)


def _is_away(hours: WakingHours | None, now: int) -> bool:
    return hours is not None and any(start <= now < end for start, end in hours.absences)
