"""Why an option is good, for first-game aids: what the player has gained when the turn is about to be confirmed."""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel import Msg, Seat, Term, say
from engines.kilia.data.types import ZONES
from engines.kilia.rules.achievements import placed
from engines.kilia.table.cargo import cargo, other_end
from engines.kilia.table.holdings import cards_in, keys, ship_number
from engines.kilia.table.state import Player, State
from engines.kilia.table.wheels import next_number
from engines.kilia.table.words import ability_words

from .worth import sailing_worth


def reasons(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """One by one: markers and contracts first, then what works every round, then what is on its way."""
    was, now = before.players[seat], after.players[seat]
    yield from _points(before, after, seat)
    yield from _lasting(was, now)
    yield from _on_the_way(was, now)


def _points(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """Markers with the number they will get, and contracts fulfilled."""
    for achievement in after.wheels:
        if placed(after, seat, achievement) > placed(before, seat, achievement):
            term, number = Term(f"achievements.{achievement}"), next_number(after, achievement)
            yield say("aid.marker", achievement=term, number=number)
    more = len(after.players[seat].fulfilled) - len(before.players[seat].fulfilled)
    if more > 0:
        yield say("aid.fulfilled", n=more)


def _lasting(was: Player, now: Player) -> Iterator[Msg]:
    """Keys, a bigger ship, a richer canal, abilities, merchants."""
    if keys(now) > keys(was):
        yield say("aid.keys", keys=keys(now))
    if ship_number(now) > ship_number(was):
        yield say("aid.ship", number=ship_number(now))
    if sailing_worth(now) > sailing_worth(was):
        more = _things(now) - _things(was)
        if more > 0:
            yield say("aid.cargo", n=more)
    for card in now.abilities[len(was.abilities) :]:
        yield say("aid.ability", ability=ability_words(card))
    if _occupied(now) > _occupied(was):
        yield say("aid.merchants", n=_occupied(now))


def _things(player: Player) -> int:
    """Goods and coins of the next two sailings, a choice counted as one."""
    loads = (cargo(player), cargo(player, side=other_end(player.side)))
    return sum(len(load.sure) + len(load.choices) for load in loads)


def _occupied(player: Player) -> int:
    return sum(bool(stack) for stack in player.market.values())


def _on_the_way(was: Player, now: Player) -> Iterator[Msg]:
    """Zones further on their way to achievements, contracts taken, a sprat."""
    for zone in ZONES:
        if zone in ("university", "warehouse") and cards_in(now, zone) > cards_in(was, zone):
            yield say("aid.zone", zone=Term(f"zones.{zone}"), n=cards_in(now, zone))
    if len(now.active) > len(was.active):
        yield Msg("aid.contract")
    if now.sprat != "none" and was.sprat == "none":
        yield Msg("aid.sprat")
