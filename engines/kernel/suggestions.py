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
from .search import Greedy
from .words import Msg, Seat, read

AIDS = "aids"
"""The table option of a game that has them."""
MOST = 3
"""So many options of a question are pointed out."""
LEAST = 0.3
"""What an option must promise to be pointed out, in the unit of `worth`."""
TRIES = 250
"""For all options of a question together: beyond, the rest is judged by what it brings at once."""


@dataclass(frozen=True)
class Aids:
    """What a game gives for them.

    player:  its computer player
    reasons: what the seat has gained between two States, in a few words each, the most telling first
    """

    player: Greedy
    reasons: Callable[[Any, Any, Seat], Iterable[Msg]]


class Outlook(NamedTuple):
    """Where an option leads: what that is worth more than now, and what the seat has gained."""

    gain: float
    reasons: tuple[Msg, ...]


def advised(match: Match[Any], seat: Seat) -> Prompt | None:
    """The seat's open question; the details of the options that look best begin with that and the reason."""
    prompt = match.prompt(seat)
    if prompt is None:
        return None
    best = suggestions(match, seat)
    return msgspec.structs.replace(prompt, options=tuple(_marked(option, best) for option in prompt.options))


def _marked(option: Option, best: Mapping[str, Msg]) -> Option:
    why = best.get(option.key)
    if why is None:
        return option
    if option.detail is None:
        return msgspec.structs.replace(option, detail=Msg("kernel.aid.only", {"why": why}))
    return msgspec.structs.replace(option, detail=Msg("kernel.aid.also", {"why": why, "detail": read(option.detail)}))


def suggestions(match: Match[Any], seat: Seat) -> dict[str, Msg]:
    """The options of the seat's open question that look best, and why each is good; the best first.

    There is one for each reason, so that a first game sees different ideas; what is just as good is treated alike.
    """
    outlooks = _outlooks(match, seat)
    prompt = match.prompt(seat)
    forced = prompt is not None and len(outlooks) == len(prompt.options) and not any(map(_idle, outlooks.values()))
    worst = min(outlook.gain for outlook in outlooks.values()) if forced else 0.0
    every = [{str(why) for why in outlook.reasons} for outlook in outlooks.values()]
    common = set.intersection(*every) if forced and len(every) > 1 else set()
    found: dict[str, Msg] = {}
    for key, (gain, reasons) in sorted(outlooks.items(), key=lambda one: -one[1].gain):
        why = next((why for why in reasons if str(why) not in common), None)
        if why is None or gain - worst < LEAST or len(found) == MOST:
            continue
        if all(why != other or isclose(outlooks[one].gain, gain) for one, other in found.items()):
            found[key] = why
    return found


def _idle(outlook: Outlook) -> bool:
    """Nothing is done. Where something must be done, it is measured by the worst option."""
    return not outlook.reasons and abs(outlook.gain) < LEAST


def _outlooks(match: Match[Any], seat: Seat) -> dict[str, Outlook]:
    """Of each option whose outcome can be foreseen."""
    aids, prompt = match.game.aids, match.prompt(seat)
    if aids is None or prompt is None or prompt.kind != "one" or len(prompt.options) < 2:
        return {}
    world = match.world(seat, match.secret("aids", seat))
    before, now = world.state, aids.player.worth(world.state, seat)
    budget = Budget(TRIES)
    found: dict[str, Outlook] = {}
    for option in prompt.options:
        end = aids.player.arrival(world, seat, (option.key,), budget)
        if end.certain:
            found[option.key] = Outlook(end.value - now, tuple(aids.reasons(before, end.world.state, seat)))
    return found
