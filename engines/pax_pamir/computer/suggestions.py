"""First-game aids, a table option: which starts of a turn and which targets look good, and why, in a few words.

They come from what the player may know: the table and the own hand. Nothing is worked out before somebody reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Sequence
from functools import cached_property
from math import isclose
from typing import Any, NamedTuple

import msgspec

from engines.kernel import Msg, Option, Prompt, Table, Term, Text, read, scratch
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.derived import holder, influence
from engines.pax_pamir.table.dominance import checks_left, dominant, forecast
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.scoring import over, scores
from engines.pax_pamir.table.state import State

from .evaluation import worth

AIDS = "aids"
"""The table option."""
MOST = 3
"""So many options are pointed out in one question."""
LEAST = 0.3
"""VP that an option must promise, by rule of thumb, to be pointed out."""
QUESTIONS = 12
"""An option is followed through so many questions."""

Rule = Callable[[Table[State]], Coroutine[Any, Any, Any]]


def with_aids(s: State, player: int, options: Sequence[Option], rule: Callable[[Any], Rule | None]) -> Sequence[Option]:
    """The same options; where the table plays with aids, the details of the best say so when they are read.

    rule: what an option's value sets off, None where nothing is done
    """
    if AIDS not in s.options:
        return options
    found = Suggestions(s, player, options, rule)
    return [msgspec.structs.replace(option, detail=Hint(found, option)) for option in options]


class Hint(NamedTuple):
    """The detail of an option, behind the suggestion if it is one."""

    found: Suggestions
    option: Option

    def __call__(self) -> Text:
        own = None if self.option.detail is None else read(self.option.detail)
        why = self.found.starred.get(self.option.key)
        if why is None:
            return own or Msg("aid.none")
        return Msg("aid.only", {"why": why}) if own is None else Msg("aid.also", {"why": why, "detail": own})


class Outlook(NamedTuple):
    """Where an option leads: what that is worth more than now, and what the player has gained."""

    gain: float
    reasons: list[Msg]


class Suggestions:
    """The options of one question that are pointed out, by key."""

    def __init__(self, s: State, player: int, options: Sequence[Option], rule: Callable[[Any], Rule | None]) -> None:
        self.state, self.player, self.options, self.rule = s, player, options, rule

    @cached_property
    def outlooks(self) -> dict[str, Outlook]:
        """Of each option that does something and whose outcome can be foreseen; the best first."""
        before = worth(self.state, self.player)
        found: dict[str, Outlook] = {}
        for option in self.options:
            rule = self.rule(option.value)
            after = None if rule is None else followed(self.state, self.player, rule)
            if after is not None:
                why = list(reasons(self.state, after, self.player))
                found[option.key] = Outlook(worth(after, self.player) - before, why)
        return dict(sorted(found.items(), key=lambda one: -one[1].gain))

    @property
    def best(self) -> str:
        """The option that looks best. One that does nothing is the last, and beats a loss."""
        first = next(iter(self.outlooks), None)
        last = self.options[-1]
        if first is None or (self.outlooks[first].gain <= 0 and self.rule(last.value) is None):
            return last.key
        return first

    @cached_property
    def starred(self) -> dict[str, Msg]:
        """The best options, and why each is good.

        There is one for each reason, so that a first game sees different ideas; what is just as good is treated alike.
        Where something must be done it is measured by the worst option, and what all options bring is no reason.
        """
        outlooks = self.outlooks
        forced = len(outlooks) == len(self.options)
        worst = min((outlook.gain for outlook in outlooks.values()), default=0.0) if forced else 0.0
        first = next(iter(outlooks.values())).reasons if forced and len(outlooks) > 1 else []
        common = [why for why in first if all(why in outlook.reasons for outlook in outlooks.values())]
        found: dict[str, Msg] = {}
        for key, outlook in outlooks.items():
            why = next((why for why in outlook.reasons if why not in common), None)
            if outlook.gain - worst < LEAST or why is None or len(found) == MOST:
                continue
            if all(why != other or isclose(outlooks[one].gain, outlook.gain) for one, other in found.items()):
                found[key] = why
        return found


def followed(s: State, player: int, rule: Rule) -> State | None:
    """The table after the rule, when the player answers its questions by what looks best; up to somebody else's.

    None where something hidden comes to light (event 114): what nobody has seen yet must not be foreseen.
    """
    table = scratch(s)
    script, answer = rule(table), None
    try:
        for _ in range(QUESTIONS):
            (prompt,) = script.send(answer).prompts
            if prompt.seat != player:
                break
            answer = prompt.read(_answer(prompt))
    except StopIteration:
        pass
    finally:
        script.close()
    return None if table.revealed else table.state


def _answer(prompt: Prompt) -> tuple[str, ...]:
    """What looks best, as often as it may be taken; of a question without aids, the first options."""
    first = prompt.options[0]
    best = first.detail.found.best if isinstance(first.detail, Hint) else first.key
    keys = [option.key for option in prompt.options for _ in range(option.limit)]
    return tuple(sorted(keys, key=lambda key: key != best)[: prompt.max])


def reasons(s: State, after: State, player: int) -> Iterator[Msg]:
    """What the player has gained, the most telling first."""
    yield from _points_gained(s, after, player)
    yield from _rulers(s, after, player)
    yield from _hostages(s, after, player)
    yield from _overthrown(s, after, player)
    if influence(after, player) > influence(s, player):
        yield Msg("aid.influence", {"influence": influence(after, player)})
    if after.cylinders(player) > s.cylinders(player):
        yield Msg("aid.cylinders", {"cylinders": after.cylinders(player)})
    yield from _means(s, after, player)


def _points_gained(s: State, after: State, player: int) -> Iterator[Msg]:
    """R10 The end of the game, VP from a check, and from one that would come now."""
    if over(after) and any(score.seat == player and score.place == 1 for score in scores(after)):
        yield Msg("aid.first")
    points = after.players[player].vp - s.players[player].vp
    if points > 0:
        yield Msg("aid.points", {"points": points})
    coming = _points(after, player) - _points(s, player)
    if coming > 0 and not over(after):
        yield Msg("aid.check", {"points": coming})


def _points(s: State, player: int) -> int:
    """R10.3 VP from a check now, more than the best other player gets."""
    gained = forecast(s, dominant(s), checks_left(s) == 1)
    return gained[player] - max(points for other, points in enumerate(gained) if other != player)


def _rulers(s: State, after: State, player: int) -> Iterator[Msg]:
    """R4.5 Regions that the player gains, or that somebody else loses."""
    for region, now in after.rulers.items():
        was, where = s.rulers[region], Term(f"region.{region}")
        if now == player != was:
            yield Msg("aid.rules", {"region": where})
        elif was not in (None, player, now):
            yield Msg("aid.unseats", {"who": s.named(was), "region": where})


def _hostages(s: State, after: State, player: int) -> Iterator[Msg]:
    """R4.6 Own cards that become free and stay, others' cards that are taken."""
    for owner, there in enumerate(after.players):
        for card in there.court:
            was, now = holder(s, card) if s.owner(card) == owner else None, holder(after, card)
            if owner == player and was is not None and now is None:
                yield Msg("aid.freed", {"card": card_words(card)})
            elif now == player != was:
                yield Msg("aid.hostage", {"who": s.named(owner), "card": card_words(card)})


def _overthrown(s: State, after: State, player: int) -> Iterator[Msg]:
    """R4.8 Cards that others lose from their courts."""
    for other, was in enumerate(s.players):
        lost = tuple(card_words(card) for card in was.court if card not in after.players[other].court)
        if other != player and lost:
            yield Msg("aid.loses", {"who": s.named(other), "cards": lost})


def _means(s: State, after: State, player: int) -> Iterator[Msg]:
    """Rupees, hand and court."""
    was, now = s.players[player], after.players[player]
    lying = sum(old.rupees for old, new in zip(s.market, after.market, strict=True) if old.card and not new.card)
    bought = tuple(merit for card in now.hand if card not in was.hand for merit in merits(s, player, card))
    if lying and bought:
        yield Msg("aid.lying_card", {"rupees": lying, "merits": bought})
    elif lying:
        yield Msg("aid.lying", {"rupees": lying})
    elif now.rupees > was.rupees:
        yield Msg("aid.rupees", {"rupees": now.rupees - was.rupees})
    if bought and not lying:
        yield Msg("aid.card", {"merits": bought})
    played = [card for card in now.court if card not in was.court and CONTENT.cards[card].actions]
    if played:
        yield Msg("aid.court", {"merits": tuple(merit for card in played for merit in merits(s, player, card))})


def merits(s: State, player: int, id: int) -> list[Msg | Term]:
    """What a card has for the court: actions that are new there, its ability, its stars (R4.1).

    Stars of a military card count only in a tie, so that they are named only where there is nothing else.
    """
    card = CONTENT.cards[id]
    known = {action for other in s.players[player].court for action in CONTENT.cards[other].actions}
    found: list[Msg | Term] = [Term(f"action.{action}") for action in card.actions if action not in known]
    if card.ability != "none":
        found.append(Term(f"ability.{card.ability}"))
    if card.suit != "military" or not found:
        found.append(Msg(f"aid.stars.{card.suit}", {"rank": card.rank}))
    return found
