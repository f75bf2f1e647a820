"""What a choice would mean, in a few words for `Option.detail`: the rule itself is tried out on a sketch.

Sentences are made when somebody reads them. A rule is followed to its first question, and the last part says so; the
icons of a card are followed over those that ask where a road or a spy goes, because no ruler depends on that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Iterator
from typing import Any

from engines.kernel import Msg, Table, Term

from .content import CONTENT
from .sketch import Outcome, outcome
from .standing import holder
from .state import State
from .wording import card as card_words

Rule = Callable[[Table[State]], Coroutine[Any, Any, Any]]

ROAD, SPY = "play.road", "play.spy"
"""The questions where the road or the spy of an icon goes."""


def of(s: State, rule: Rule, player: int) -> Msg:
    """What follows if the player does this: rupees, overthrow, a change of loyalty, rulers, hostages, debts."""
    return listed(parts(s, rule, player))


def listed(words: list[Msg]) -> Msg:
    """One sentence of the parts."""
    return Msg("then.all", {"parts": tuple(words)}) if words else Msg("then.nothing")


def parts(s: State, rule: Rule, player: int, passing: Collection[str] = ()) -> list[Msg]:
    """The same, part by part. passing: questions that are passed over, what they decide is left out."""
    found = outcome(s, rule, passing)
    words = list(changes(s, found.state, player, hostages=SPY not in found.passed))
    if found.question is not None:
        words.append(_open(found))
    return words


def _open(found: Outcome) -> Msg:
    """Why not everything is told: a debt is paid with cards of choice, or something else is still to be chosen."""
    for event in reversed(found.events):
        if event.text.key == "debt.short":
            return Msg("then.debt", {"who": event.text.args["who"], "rupees": event.text.args["rupees"]})
    return Msg("then.open")


def changes(s: State, after: State, player: int, hostages: bool = True) -> Iterator[Msg]:
    """What has changed for everybody to see, first of all for the player. hostages: whether they are told."""
    yield from _purse(s, after, player)
    yield from _points(s, after)
    yield from _losses(s, after, player)
    yield from _rulers(s, after)
    if hostages:
        yield from _hostages(s, after)
    for other in s.clockwise(player)[1:]:
        yield from _losses(s, after, other)
        yield from _paid(s, after, other)


def _purse(s: State, after: State, player: int) -> Iterator[Msg]:
    change = after.players[player].rupees - s.players[player].rupees
    if change:
        key = "then.gains" if change > 0 else "then.costs"
        yield Msg(key, {"rupees": abs(change), "left": after.players[player].rupees})


def _paid(s: State, after: State, player: int) -> Iterator[Msg]:
    loss = s.players[player].rupees - after.players[player].rupees
    if loss > 0:
        yield Msg("then.pays", {"who": s.named(player), "rupees": loss})


def _points(s: State, after: State) -> Iterator[Msg]:
    """R10.3, R10.4 Who scores, and whether that ends the game."""
    for player, (before, now) in enumerate(zip(s.players, after.players, strict=True)):
        if now.vp > before.vp:
            yield Msg("then.points", {"who": s.named(player), "points": now.vp - before.vp})
    if after.phase == "over":
        yield Msg("then.over")


def _rulers(s: State, after: State) -> Iterator[Msg]:
    """R4.5 Ruler tokens that move."""
    for region, now in after.rulers.items():
        was, where = s.rulers[region], Term(f"region.{region}")
        if now == was:
            continue
        if now is not None:
            yield Msg("then.rules", {"who": s.named(now), "region": where})
        elif was is not None:
            yield Msg("then.rules_no_more", {"who": s.named(was), "region": where})


def _hostages(s: State, after: State) -> Iterator[Msg]:
    """R4.6 Cards that become hostages, change hands as such, or become free."""
    for owner in range(len(s.players)):
        for card in after.players[owner].court:
            was, now = holder(s, card) if s.owner(card) == owner else None, holder(after, card)
            if now is not None and now != was:
                yield Msg("then.hostage", {"who": s.named(now), "card": card_words(card), "owner": s.named(owner)})
            elif was is not None and now is None:
                yield Msg("then.freed", {"card": card_words(card), "owner": s.named(owner)})


def _losses(s: State, after: State, player: int) -> Iterator[Msg]:
    """R4.8-R4.10 Cards that leave court and hand, tribes overthrown with them, what a change of loyalty takes away."""
    before, now, who = s.players[player], after.players[player], s.named(player)
    lost = [id for id in before.court if id not in now.court]
    if lost:
        yield Msg("then.discards", {"who": who, "cards": tuple(card_words(id) for id in lost)})
    if dropped := sum(id in after.discards for id in before.hand):
        yield Msg("then.hand", {"who": who, "number": dropped})
    for region in dict.fromkeys(CONTENT.cards[id].region for id in lost if CONTENT.cards[id].suit == "political"):
        tribes = s.tribes[region][player]
        if tribes and not after.tribes[region][player]:
            yield Msg("then.tribes", {"who": who, "number": tribes, "region": Term(f"region.{region}")})
    if gifts := len(before.gifts) - len([price for price in now.gifts if price in before.gifts]):
        yield Msg("then.gifts", {"who": who, "number": gifts})
    if prizes := [id for id in before.prizes if id not in now.prizes]:
        yield Msg("then.prizes", {"who": who, "cards": tuple(card_words(id) for id in prizes)})
    if now.loyalty is not None and now.loyalty != before.loyalty:
        yield Msg("then.loyalty", {"who": who, "coalition": Term(f"coalition.{now.loyalty}")})
