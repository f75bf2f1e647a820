"""What a turn has changed for who took it: the one confirmation at its end lists that and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engines.kernel import Msg, Seat, Term, say
from engines.kilia.council.scoring import contract_points, own_zone_points
from engines.kilia.data.types import GOODS, SPACES, ZONES
from engines.kilia.table.cargo import cargo, cargo_words
from engines.kilia.table.holdings import keys
from engines.kilia.table.state import Player, State


class Snapshot(NamedTuple):
    """A player as the turn began: numbers that a turn can change.

    own_zone, contracts: R17(2), R17(3) their points, apart, since open points count no contracts (R4); the council
    values markers
    """

    own_zone: int
    contracts: int
    coins: int
    goods: tuple[int, ...]
    zones: tuple[int, ...]
    merchants: int
    abilities: int
    warehouses: int
    active: int
    fulfilled: int


def snapshot(player: Player) -> Snapshot:
    return Snapshot(
        own_zone_points(player),
        contract_points(player),
        player.coins,
        tuple(player.goods[good] for good in GOODS),
        tuple(len(player.zones[zone]) for zone in ZONES),
        sum(len(player.market[space]) for space in SPACES),
        len(player.abilities),
        sum(warehouse is not None for warehouse in player.canal),
        len(player.active),
        len(player.fulfilled),
    )


def changes(s: State, seat: Seat, was: Snapshot) -> Msg:
    """R6 Before and after, of everything that has changed; and what the ship will bring, unless it stays (R17)."""
    player = s.players[seat]
    now = snapshot(player)
    lines = tuple(say("turn.change", what=what, was=a, now=b) for what, a, b in _numbers(was, now) if a != b)
    listed = lines or (Msg("turn.no_change"),)
    if s.final:
        return say("turn.changes_final", changes=listed, keys=keys(player))
    return say("turn.changes", changes=listed, keys=keys(player), cargo=cargo_words(cargo(player)))


def _numbers(was: Snapshot, now: Snapshot) -> Iterator[tuple[Term | Msg, int, int]]:
    yield Msg("turn.own_zone"), was.own_zone, now.own_zone
    yield Msg("turn.contracts"), was.contracts, now.contracts
    yield Msg("turn.coins"), was.coins, now.coins
    yield from ((Term(f"goods.{good}"), was.goods[i], now.goods[i]) for i, good in enumerate(GOODS))
    for i, zone in enumerate(ZONES):
        yield say("turn.zone", zone=Term(f"zones.{zone}")), was.zones[i], now.zones[i]
    yield Msg("turn.merchants"), was.merchants, now.merchants
    yield Msg("turn.abilities"), was.abilities, now.abilities
    yield Msg("turn.warehouses"), was.warehouses, now.warehouses
    yield Msg("turn.active"), was.active, now.active
    yield Msg("turn.fulfilled"), was.fulfilled, now.fulfilled
