"""First-game aids: which options of a question look good, and why, in a few words.

A game gives its computer player, which sees where an option leads, and `reasons`, which say what a seat gains there.
Options are tried in an imagined world, so nothing hidden is told; where something would be revealed, or somebody else
must answer, nothing is known and nothing said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import isclose
from typing import Any, NamedTuple

import msgspec

from .match import Match
from .policy import Budget
from .prompt import Option, Prompt
from .rules import TableOption
from .search import Greedy
from .words import Msg, Seat, read

AIDS = TableOption("aids", ("first", "on", "off"), "first")
"""The table option of a game that has them: for people who play their first game of it, for everybody, for nobody."""
ALONE, FIRST = "kernel.aid.only", "kernel.aid.also"
"""What the detail of an option that looks good says: only why, or why before what it said anyway."""
MOST = 3
"""At most this many options of a question are pointed out."""
LEAST = 0.3
"""What an option must promise to be pointed out, in the unit of `worth`."""
SAME = 0.05
"""Ends that differ by less are equally good."""
TRIES = 250
"""For all options of a question together: beyond, the rest is judged by what it brings at once."""


@dataclass(frozen=True)
class Aids:
    """What a game gives for them.

    player:  its computer player
    reasons: what the seat has gained between two States, in a few words each, the most telling first
    tries:   for all options of a question together; fewer where a try of the game takes long, since somebody waits
    """

    player: Greedy
    reasons: Callable[[Any, Any, Seat], Iterable[Msg]]
    tries: int = TRIES


class Outlook(NamedTuple):
    """Where an option leads: what that is worth more than now, and what the seat has gained."""

    gain: float
    reasons: tuple[Msg, ...]


def advised(match: Match[Any], seat: Seat, aids: Aids | None) -> Prompt | None:
    """The seat's open question; the details of the options that look best begin with that and the reason.

    aids: those of the game (`Game.aids`); None: it has none, and the question is read as it is
    """
    prompt = match.prompt(seat)
    if prompt is None or aids is None:
        return prompt
    best = suggestions(match, seat, aids)
    return msgspec.structs.replace(prompt, options=tuple(_marked(option, best) for option in prompt.options))


def _marked(option: Option, best: Mapping[str, Msg]) -> Option:
    why = best.get(option.key)
    if why is None:
        return option
    if option.detail is None:
        return msgspec.structs.replace(option, detail=Msg(ALONE, {"why": why}))
    return msgspec.structs.replace(option, detail=Msg(FIRST, {"why": why, "detail": read(option.detail)}))


def is_advised(option: Option) -> bool:
    """Whether its detail begins with the sign that it looks good (`advised`)."""
    said = None if option.detail is None else read(option.detail)
    return isinstance(said, Msg) and said.key in (ALONE, FIRST)


def suggestions(match: Match[Any], seat: Seat, aids: Aids) -> dict[str, Msg]:
    """The options of the seat's open question that look best, and why each is good; the best first.

    Where all ways lead to the same good end, those that bring most at once are pointed out.
    """
    outlooks = _outlooks(match, seat, aids, Budget(aids.tries))
    gains = [outlook.gain for outlook in outlooks.values()]
    if gains and max(gains) - min(gains) < SAME:
        outlooks = _outlooks(match, seat, aids, Budget(0))
    return _best(outlooks, every=len(outlooks) == len(getattr(match.prompt(seat), "options", ())))


def _best(outlooks: Mapping[str, Outlook], every: bool) -> dict[str, Msg]:
    """One for each reason, so that a first game sees different ideas; what is just as good is treated alike.

    They are measured by doing nothing or, where something must be done, by the worst option; and what every option
    brings is no reason. every: whether all options can be foreseen.
    """
    idle = [gain for gain, reasons in outlooks.values() if not reasons and abs(gain) < LEAST]
    forced = every and not idle
    measure = max(idle, default=min((gain for gain, _ in outlooks.values()), default=0.0) if forced else 0.0)
    whys = [{str(why) for why in reasons} for _, reasons in outlooks.values()]
    common = set.intersection(*whys) if every and len(whys) > 1 else set()
    found: dict[str, Msg] = {}
    for key, (gain, reasons) in sorted(outlooks.items(), key=lambda one: -one[1].gain):
        why = next((why for why in reasons if str(why) not in common), None)
        if why is None or gain - measure < LEAST or len(found) == MOST:
            continue
        if all(why != other or isclose(outlooks[one].gain, gain) for one, other in found.items()):
            found[key] = why
    return found


def _outlooks(match: Match[Any], seat: Seat, aids: Aids, budget: Budget) -> dict[str, Outlook]:
    """Of each option whose outcome can be foreseen, alone and as often as it may be chosen."""
    prompt = match.prompt(seat)
    if prompt is None or len(prompt.options) < 2:
        return {}
    world = match.world(seat, match.secret("aids", seat))
    before, now = world.state, aids.player.worth(world.state, seat)
    found: dict[str, Outlook] = {}
    for option in prompt.options:
        answer = (option.key,) * min(option.limit, prompt.max)
        if len(answer) < prompt.min:
            continue
        end = aids.player.arrival(world, seat, answer, budget)
        if end.certain:
            found[option.key] = Outlook(end.value - now, tuple(aids.reasons(before, end.world.state, seat)))
    return found
