"""What a choice would mean, in a few words for `Option.detail`: the rule itself is tried out on a sketch.

Sentences are made when somebody reads them. A rule is followed to its first question, and the last part says so; the
icons of a card are followed over those that ask where a road or a spy goes, because no ruler depends on that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from engines.kernel import Msg, Outcome, Prompt, Table, Term, Who, outcome
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table import names
from engines.pax_pamir.table.bribes import for_hostage
from engines.pax_pamir.table.derived import holder, influence, is_favored
from engines.pax_pamir.table.dominance import dominant
from engines.pax_pamir.table.facts import Repaid
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.questions import PayDebt, PlaceRoad, PlaceSpy
from engines.pax_pamir.table.state import State

Rule = Callable[[Table[State]], Coroutine[Any, Any, Any]]

Skipped = tuple[type[PlaceRoad | PlaceSpy], ...]
"""Questions that are passed over; what they decide is left out."""


Topic = Literal["costs", "gains", "left", "hand", "open"]


class Part(NamedTuple):
    """Something that follows. topic: what is left out where it is said otherwise (`worded`)"""

    text: Msg
    topic: Topic | None = None


def of(s: State, rule: Rule, player: int, named: Collection[int] = (), otherwise: Sequence[Msg] = ()) -> Msg:
    """What follows if the player does this: rupees, overthrow, a change of loyalty, rulers, hostages, debts.

    named: as of `changes`; otherwise: what to say where nothing of that follows
    """
    return listed(worded(parts(s, rule, player, named=named)) or [*otherwise])


def listed(words: list[Msg]) -> Msg:
    """One sentence of the parts."""
    return Msg("then.all", {"parts": tuple(words)}) if words else Msg("then.nothing")


def worded(parts: Iterable[Part], *without: Topic) -> list[Msg]:
    """The sentences of the parts, but for those of these topics."""
    return [part.text for part in parts if part.topic not in without]


def parts(s: State, rule: Rule, player: int, passing: Skipped = (), named: Collection[int] = ()) -> list[Part]:
    """What follows if the player does this, part by part, told to the player.

    named: as of `changes`
    """

    def first(prompt: Prompt) -> tuple[str, ...] | None:
        return (prompt.options[0].key,) if isinstance(prompt.about, passing) else None

    found = told(s, outcome(s, rule, first), player, named)
    return [part._replace(text=addressed(part.text, s.named(player))) for part in found]


def addressed(msg: Msg, reader: Who | Term) -> Msg:
    """What is said of whoever reads it: "you will rule", "your card"."""
    for name, key in (("who", "you"), ("owner", "your")):
        if msg.args.get(name) == reader:
            return Msg(f"{msg.key}_{key}", {arg: said for arg, said in msg.args.items() if arg != name})
    return msg


def told(s: State, found: Outcome[State], player: int, named: Collection[int] = ()) -> list[Part]:
    """What an outcome means, part by part."""
    hostages = not any(isinstance(prompt.about, PlaceSpy) for prompt in found.passed)
    parts = list(changes(s, found.state, player, hostages, named, _repaid(found.facts)))
    if found.question is not None:
        parts.append(_open(s, found.question))
    return parts


def _open(s: State, question: Prompt) -> Part:
    """Why not everything is told: a debt is paid with cards of choice, or something else is still to be chosen."""
    if isinstance(question.about, PayDebt):
        return Part(Msg("then.debt", {"who": s.named(question.seat), "rupees": question.about.rupees}))
    return Part(Msg("then.open"), "open")


def changes(
    s: State,
    after: State,
    player: int,
    hostages: bool = True,
    named: Collection[int] = (),
    repaid: Mapping[int, int] | None = None,
) -> Iterator[Part]:
    """What has changed for everybody to see, first of all for the player, and there another loyalty.

    hostages: whether they are told; named: cards of which everybody knows already that they are discarded; repaid:
    by player, rupees that were paid back for leverage (R4.8)
    """
    repaid = repaid or {}
    yield from map(Part, _loyalty(s, after, player))
    yield from _purse(s, after, player, repaid.get(player, 0))
    yield from map(Part, _points(s, after))
    yield from map(Part, _no_bonus(s, after, player))
    yield from _losses(s, after, player, named)
    yield from map(Part, _rulers(s, after))
    if hostages:
        yield from map(Part, _hostages(s, after))
    yield from map(Part, _dominance(s, after))
    for other in s.clockwise(player)[1:]:
        yield from _losses(s, after, other, named)
        yield from map(Part, _loyalty(s, after, other))
        yield from map(Part, _paid(s, after, other, repaid.get(other, 0)))


def _repaid(facts: Iterable[Any]) -> Counter[int]:
    """R4.8 Who has paid back how many rupees."""
    found: Counter[int] = Counter()
    for fact in facts:
        if isinstance(fact, Repaid):
            found[fact.player] += fact.rupees
    return found


def _purse(s: State, after: State, player: int, repaid: int) -> Iterator[Part]:
    left = after.players[player].rupees
    change = left - s.players[player].rupees
    earned = change + repaid
    if earned > 0:
        yield Part(Msg("then.gains", {"rupees": earned}), "gains")
    elif earned:
        yield Part(Msg("then.costs", {"rupees": -earned}), "costs")
    if repaid:
        yield Part(Msg("then.repays", {"rupees": repaid}))
    if earned or repaid:
        yield Part(Msg("then.makes" if change > 0 else "then.leaves", {"left": left}), "left")


def _loyalty(s: State, after: State, player: int) -> Iterator[Msg]:
    """R4.10 Another loyalty."""
    now = after.players[player].loyalty
    if now is not None and now != s.players[player].loyalty:
        yield Msg("then.loyalty", {"who": s.named(player), "coalition": Term(f"coalition.{now}")})


def _paid(s: State, after: State, player: int, repaid: int) -> Iterator[Msg]:
    loss = s.players[player].rupees - after.players[player].rupees - repaid
    if loss > 0:
        yield Msg("then.pays", {"who": s.named(player), "rupees": loss})
    if repaid:
        yield Msg("then.pays_back", {"who": s.named(player), "rupees": repaid})


def _points(s: State, after: State) -> Iterator[Msg]:
    """R10 What a check that has taken place has brought."""
    for check in after.checks[len(s.checks) :]:
        yield from check_words(s, check.dominant, check.gained)
    if after.phase == "over":
        yield Msg("then.over")


def _no_bonus(s: State, after: State, player: int) -> Iterator[Msg]:
    """R4.7, R5 Own cards whose action is a bonus action no more, because another suit is favored."""
    if s.favored == after.favored or s.turn is None or after.turn is None or s.turn.player != after.turn.player:
        return
    cards = tuple(
        card_words(card)
        for card in after.players[player].court
        if CONTENT.cards[card].actions
        and card in s.players[player].court
        and card not in after.turn.used
        and is_favored(s, player, card)
        and not is_favored(after, player, card)
    )
    if cards and player == after.turn.player:
        yield Msg("then.no_bonus" if after.turn.actions else "then.unusable", {"cards": cards})


def check_words(s: State, coalition: str | None, gained: Sequence[int]) -> Iterator[Msg]:
    """R10.3 Who dominates in a check, and who scores."""
    if coalition is None:
        yield Msg("then.unsuccessful")
    else:
        yield Msg("then.successful", {"coalition": Term(f"coalition.{coalition}")})
    for player, points in enumerate(gained):
        if points:
            yield Msg("then.points", {"who": s.named(player), "points": points})


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


def _dominance(s: State, after: State) -> Iterator[Msg]:
    """R10.1 Whether another coalition would dominate in a check, unless there has just been one."""
    was, now = dominant(s), dominant(after)
    if now == was or len(after.checks) > len(s.checks):
        return
    if now is None:
        yield Msg("then.none_dominant")
    else:
        yield Msg("then.dominant", {"coalition": Term(f"coalition.{now}")})


def _hostages(s: State, after: State) -> Iterator[Msg]:
    """R4.6 Cards that become hostages, change hands as such, or become free; R7 bribes for them that change."""
    for owner in range(len(s.players)):
        for card in after.players[owner].court:
            was, now = holder(s, card) if s.owner(card) == owner else None, holder(after, card)
            if now is not None and now != was:
                yield Msg("then.hostage", {"who": s.named(now), "card": card_words(card), "owner": s.named(owner)})
            elif was is not None and now is None:
                yield Msg("then.freed", {"card": card_words(card), "owner": s.named(owner)})
            elif was is not None:
                yield from _hostage_bribe(s, after, owner, card)


def _hostage_bribe(s: State, after: State, owner: int, card: int) -> Iterator[Msg]:
    """R7 With more spies, or fewer, the bribe for a hostage is another one."""
    was, now = for_hostage(s, owner, card), for_hostage(after, owner, card)
    if was is not None and now is not None and was.full != now.full:
        words = {"card": card_words(card), "owner": s.named(owner), "was": was.full, "now": now.full}
        yield Msg("then.hostage_bribe", {**words})


def _spies_home(s: State, lost: Iterable[int]) -> Iterator[Msg]:
    """R4.8 The spies on cards that leave a court."""
    home: Counter[int] = Counter()
    for card in lost:
        home.update(dict(enumerate(s.spies.get(card, ()))))
    if spies := tuple(names.spies(n, s.named(player)) for player, n in home.items() if n):
        yield Msg("then.spies", {"spies": spies})


def _losses(s: State, after: State, player: int, named: Collection[int]) -> Iterator[Part]:
    """R4.8 Cards that leave court and hand, and what goes with them."""
    before, now, who = s.players[player], after.players[player], s.named(player)
    lost = [card for card in before.court if card not in now.court]
    if others := tuple(card_words(number) for number in lost if number not in named):
        yield Part(Msg("then.discards", {"who": who, "cards": others}))
    yield from map(Part, _spies_home(s, lost))
    if dropped := sum(key in after.discards for key in before.hand):
        yield Part(Msg("then.hand", {"who": who, "number": dropped}), "hand")
    yield from map(Part, _gone_with_them(s, after, player, lost))


def _gone_with_them(s: State, after: State, player: int, lost: Sequence[int]) -> Iterator[Msg]:
    """R4.9, R4.10 Tribes overthrown with these cards, what a change of loyalty takes away, and influence that is lost
    without one (R4.4).
    """
    before, now, who = s.players[player], after.players[player], s.named(player)
    gone = sum(there[player] for there in s.tribes.values()) - sum(there[player] for there in after.tribes.values())
    for region in dict.fromkeys(CONTENT.cards[card].region for card in lost if CONTENT.cards[card].suit == "political"):
        tribes = min(s.tribes[region][player], gone)  # under Nationalism (R12) one that moved away is not lost
        if tribes > 0 and not after.tribes[region][player]:
            yield Msg("then.tribes", {"who": who, "number": tribes, "region": Term(f"region.{region}")})
    if gifts := len(before.gifts) - len([price for price in now.gifts if price in before.gifts]):
        yield Msg("then.gifts", {"who": who, "number": gifts})
    if prizes := [card for card in before.prizes if card not in now.prizes]:
        yield Msg("then.prizes", {"who": who, "cards": tuple(card_words(card) for card in prizes)})
    if now.loyalty is not None and now.loyalty == before.loyalty and len(after.checks) == len(s.checks):
        # a check ends events that bend influence
        left = influence(after, player)
        if left < influence(s, player):
            yield Msg("then.influence", {"who": who, "influence": left})
