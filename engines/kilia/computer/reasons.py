"""Why an option is good, for first-game aids: what the player has gained when the turn is about to be confirmed."""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel import Msg, Seat, Term, say
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import SPACES, ZONES, Exchange, ExtraAction, Points
from engines.kilia.payment.purse import contract_cost, purse_of
from engines.kilia.payment.ways import lacking
from engines.kilia.rules.achievements import placed
from engines.kilia.table.cargo import cargo, other_end
from engines.kilia.table.holdings import ability, cards_in, keys, ship_number
from engines.kilia.table.state import Player, State
from engines.kilia.table.wheels import next_number
from engines.kilia.table.words import amounts, counted

from .worth import sailing_worth


def reasons(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """One by one: markers and contracts first, then what works every round, then what is on its way, last a load."""
    was, now = before.players[seat], after.players[seat]
    yield from _points(before, after, seat)
    yield from _lasting(was, now, rounds=1 if after.ending else 0 if after.final else 2)
    yield from _on_the_way(was, now)
    if now.side != was.side:
        goods = sum(now.goods.values()) - sum(was.goods.values())
        yield say("aid.sailing", goods=goods, coins=now.coins - was.coins)


def _points(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """Markers with the number they will get, and contracts fulfilled."""
    for achievement in after.wheels:
        if placed(after, seat, achievement) > placed(before, seat, achievement):
            term, number = Term(f"achievements.{achievement}"), next_number(after, achievement)
            yield say("aid.marker", achievement=term, number=number)
    more = len(after.players[seat].fulfilled) - len(before.players[seat].fulfilled)
    if more > 0:
        yield say("aid.fulfilled", n=more)


def _lasting(was: Player, now: Player, rounds: int) -> Iterator[Msg]:
    """Keys, a bigger ship, a richer canal, abilities, merchants. rounds: sailings to come (R17), two at most."""
    if keys(now) > keys(was):
        yield say("aid.keys", keys=keys(now))
    if rounds and ship_number(now) > ship_number(was):
        yield say("aid.ship", number=ship_number(now))
    if rounds and sailing_worth(now) > sailing_worth(was):
        more = _things(now, rounds) - _things(was, rounds)
        if more > 0:
            yield say("aid.cargo" if rounds > 1 else "aid.cargo_last", n=more)
    for card in now.abilities[len(was.abilities) :]:
        yield _learned(now, card)
    for space in SPACES:
        if len(now.market[space]) > len(was.market[space]) and not was.market[space]:
            good = Term(f"goods.{CONTENT.good(now.market[space][-1].card)}")
            uses = CONTENT.data.market_spaces[space].uses
            yield say("aid.merchant", good=good, space=space, uses=uses, n=_occupied(now))


def _learned(now: Player, card: str) -> Msg:
    """R10 What a new ability is good for; its option says already what it is."""
    match ability(card):
        case Exchange(goods=(one, other)):
            return say("aid.exchange", one=Term(f"goods.{one}"), other=Term(f"goods.{other}"))
        case ExtraAction(zone=zone):
            left = len(CONTENT.data.zones[zone].costs) - cards_in(now, zone)
            return say("aid.extra_action", zone=Term(f"zones.{zone}"), n=left)
        case Points(good=good):
            return say("aid.points", good=Term(f"goods.{good}"), n=now.goods[good])


def _things(player: Player, rounds: int) -> int:
    """Goods and coins of the next sailing, or two, a choice counted as one."""
    loads = (cargo(player), cargo(player, side=other_end(player.side)))[:rounds]
    return sum(len(load.sure) + len(load.choices) for load in loads)


def _occupied(player: Player) -> int:
    return sum(bool(stack) for stack in player.market.values())


def _short(player: Player, contract: str) -> tuple[str, ...]:
    """Goods and coins that the player lacks to fulfil a contract."""
    return lacking(purse_of(player), contract_cost(CONTENT.contracts[contract].cost))


def _on_the_way(was: Player, now: Player) -> Iterator[Msg]:
    """Zones further on their way to achievements, contracts taken, what brings an older one nearer, a sprat."""
    for zone in ZONES:
        if zone in ("university", "warehouse") and cards_in(now, zone) > cards_in(was, zone):
            most = len(CONTENT.data.zones[zone].costs)
            yield say("aid.zone", zone=Term(f"zones.{zone}"), n=cards_in(now, zone), most=most)
    for contract in now.active:
        points = CONTENT.contracts[contract].points
        lacks = _short(now, contract)
        short = amounts(counted(lacks))
        if contract not in was.active:
            yield say("aid.contract_short" if lacks else "aid.contract_payable", points=points, short=short)
        elif len(lacks) < len(_short(was, contract)):
            yield say("aid.nearer" if lacks else "aid.payable", points=points, short=short)
    if now.sprat != "none" and was.sprat == "none":
        yield Msg("aid.sprat")
