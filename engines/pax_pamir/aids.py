"""First-game aids, a table option: which starts of a turn look good, and why, in a few words.

They come from what the player may know: the table and the own hand. Nothing is worked out before somebody reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Sequence
from functools import cached_property, partial
from typing import Any

import msgspec

from engines.kernel import Msg, Option, Table, Term, read

from .dominance import checks_left, dominant, forecast
from .sketch import sketch
from .standing import holder, influence
from .state import State
from .worth import worth

AIDS = "aids"
"""The table option."""
MOST = 3
"""So many starts are pointed out in one question."""
LEAST = 0.3
"""VP that a start must promise, by rule of thumb, to be pointed out."""
QUESTIONS = 12
"""A start is followed through so many questions."""

Rule = Callable[[Table[State]], Coroutine[Any, Any, Any]]


def with_aids(s: State, player: int, options: Sequence[Option], rule: Callable[[Any], Rule | None]) -> list[Option]:
    """The same options; the details of the best say so when they are read. rule: what an option's value sets off."""
    found = Suggestions(s, player, options, rule)
    return [msgspec.structs.replace(option, detail=partial(found.detail, option)) for option in options]


class Suggestions:
    """The starts of one question that are pointed out, by key."""

    def __init__(self, s: State, player: int, options: Sequence[Option], rule: Callable[[Any], Rule | None]) -> None:
        self.state, self.player, self.options, self.rule = s, player, options, rule

    def detail(self, option: Option) -> Msg:
        """The option's own detail, behind the suggestion if it is one."""
        own = None if option.detail is None else read(option.detail)
        why = self.reasons.get(option.key)
        if why is None:
            return own or Msg("aid.none")
        return Msg("aid.only", {"why": why}) if own is None else Msg("aid.also", {"why": why, "detail": own})

    @cached_property
    def reasons(self) -> dict[str, Msg]:
        """Why each of the best starts is good; one for each reason, so that a first game sees different ideas."""
        before = worth(self.state, self.player)
        gains: list[tuple[float, str, State]] = []
        for option in self.options:
            rule = self.rule(option.value)
            after = None if rule is None else followed(self.state, self.player, rule)
            if after is not None:
                gains.append((worth(after, self.player) - before, option.key, after))
        gains.sort(key=lambda one: -one[0])
        found: dict[str, Msg] = {}
        for gain, key, after in gains:
            why = next(reasons(self.state, after, self.player), None)
            if gain >= LEAST and why is not None and why not in found.values() and len(found) < MOST:
                found[key] = why
        return found


def followed(s: State, player: int, rule: Rule) -> State | None:
    """The table after the rule, when the player answers its questions by the first option; up to somebody else's.

    None where something hidden comes to light (event 114): what nobody has seen yet must not be foreseen.
    """
    table = sketch(s)
    script, answer = rule(table), None
    try:
        for _ in range(QUESTIONS):
            (prompt,) = script.send(answer).prompts
            if prompt.seat != player:
                break
            answer = prompt.read((prompt.options[0].key,))
    except StopIteration:
        pass
    finally:
        script.close()
    return None if table.revealed else table.state


def reasons(s: State, after: State, player: int) -> Iterator[Msg]:
    """What the player has gained, the most telling first."""
    points = after.players[player].vp - s.players[player].vp
    if points > 0:
        yield Msg("aid.points", {"points": points})
    coming = _points(after, player) - _points(s, player)
    if coming > 0:
        yield Msg("aid.check", {"points": coming})
    for region, now in after.rulers.items():
        if now == player != s.rulers[region]:
            yield Msg("aid.rules", {"region": Term(f"region.{region}")})
    for card in s.players[player].court:
        if holder(s, card) is not None and holder(after, card) is None:
            yield Msg("aid.freed")
    if influence(after, player) > influence(s, player):
        yield Msg("aid.influence", {"influence": influence(after, player)})
    if after.cylinders(player) > s.cylinders(player):
        yield Msg("aid.cylinders", {"cylinders": after.cylinders(player)})
    rupees = after.players[player].rupees - s.players[player].rupees
    if rupees > 0:
        yield Msg("aid.rupees", {"rupees": rupees})
    if len(after.players[player].hand) > len(s.players[player].hand):
        yield Msg("aid.card")
    if len(after.players[player].court) > len(s.players[player].court):
        yield Msg("aid.court")


def _points(s: State, player: int) -> int:
    """R10.3 VP from a check now, more than the best other player gets."""
    gained = forecast(s, dominant(s), checks_left(s) == 1)
    return gained[player] - max(points for other, points in enumerate(gained) if other != player)
