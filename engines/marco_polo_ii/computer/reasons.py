"""Why an option is good, for first-game aids: what the player has gained when the turn is about to be confirmed."""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel import Msg, Prompt, Seat, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.rules.payment import can_pay
from engines.marco_polo_ii.table.names import amounts, crest, guild, place
from engines.marco_polo_ii.table.questions import DrawContracts, RollAgain, RollBlack
from engines.marco_polo_ii.table.scoring import crests_of
from engines.marco_polo_ii.table.state import CARRIED, Player, State


def reasons(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """One by one: VP first, then what brings VP later, then goods."""
    was, now = before.players[seat], after.players[seat]
    yield from _points(was, now)
    yield from _map(before, after, seat)
    yield from _later(was, now)
    if before.phase != "characters":  # what a character brings at the start stands with it
        yield from _goods(was, now)


def _points(was: Player, now: Player) -> Iterator[Msg]:
    if now.vp > was.vp:
        yield say("aid.vp", vp=now.vp - was.vp)


def _map(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """R11, R14.2 New posts, and the crests that they bring."""
    was, now = before.players[seat], after.players[seat]
    known = crests_of(before, seat)
    for city in now.posts:
        if city in was.posts:
            continue
        line = CONTENT.data.cities[city]
        if line.crest is not None and line.crest not in known:
            yield say("aid.crest", city=place(city), crest=crest(line.crest))
        else:
            yield say("aid.post", city=place(city))


def _later(was: Player, now: Player) -> Iterator[Msg]:
    """Seals; contracts that can be fulfilled, or are held; black dice."""
    for seal, improved in now.seals.items():
        if seal not in was.seals:
            yield say("aid.seal", guild=guild(seal))
        elif improved and not was.seals[seal]:
            yield say("aid.improved", guild=guild(seal))
    for ident in now.contracts:
        cost = CONTENT.contracts[ident].cost
        if can_pay(now, cost) and not (ident in was.contracts and can_pay(was, cost)):
            yield say("aid.can_fulfil", vp=CONTENT.contracts[ident].reward.vp)
        elif ident not in was.contracts:
            yield say("aid.contract", vp=CONTENT.contracts[ident].reward.vp)


def _goods(was: Player, now: Player) -> Iterator[Msg]:
    more = {name: n for name in CARRIED if (n := getattr(now, name) - getattr(was, name)) > 0}
    if more:
        yield say("aid.goods", gain=amounts(Gain(**more)))


def hopes(_state: State, asked: Prompt) -> Iterator[Msg]:
    """R9.4, R10 What is about to be rolled or drawn."""
    match asked.about:
        case RollBlack(dice):
            yield say("aid.black", dice=dice)
        case RollAgain(value):
            yield say("aid.again", value=value)
        case DrawContracts(number):
            yield say("aid.draw", n=number)


def repeats(reason: Msg, part: Msg) -> bool:
    """Whether a label that names nothing but goods, or the seal to be improved, says the reason already."""
    if reason.key == "aid.goods":
        return part == reason.args["gain"] or (part.key == "bonus.filippo" and part.args == reason.args)
    return (reason.key, part.key) == ("aid.improved", "bonus.improve") and reason.args == part.args
