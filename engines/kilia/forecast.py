"""Forecasts of cost and gain for the choices of a turn. They are part of the View; pictures show them."""

from collections.abc import Iterator

import msgspec

from engines.kernel import Seat

from .data.content import CONTENT
from .data.types import Achievement, Good, Zone
from .payment.options import list_missing, list_undominated
from .payment.purse import build_contract_cost, build_expansion_cost, build_purse
from .rules.achievements import count_earned_markers, count_placed_markers
from .rules.free_moves import can_play_sprat
from .rules.offer import find_price, list_affordable, list_offered_cards
from .rules.second_card import find_second_card_price
from .table.cargo import Cargo, compute_cargo, compute_income, find_other_end
from .table.queries import find_next_number, find_ship_number, has_extra_action, is_full, list_free_segments
from .table.state import SPRAT, Player, State, Warehouse


class ExpansionForecast(msgspec.Struct, frozen=True):
    """Cost and gain of one possible expansion, as things stand."""

    slot: int
    """Slot of the card from 1; 0 for the sprat."""
    zone: Zone
    """Zone of the card; for the sprat each zone has a forecast of its own."""
    missing: tuple[str, ...]
    """Units and coins that the player lacks for it; empty if it can be paid."""
    units: tuple[tuple[str, Good], ...]
    """Units of the cheapest payment as (kind, good handed in or delivered)."""
    coins: int
    """Price of the card and coins for merchants together."""
    may_act_again: bool
    """True if an ability gives another action after it."""
    markers: tuple[tuple[Achievement, int], ...]
    """Markers that it completes, as (achievement, number)."""
    second_card_price: int | None
    """Coins for the cheapest contract, ability or warehouse that may follow; None if none is available."""
    income: tuple[int, int]
    """Goods and coins of the next two sailings together, with the present ship and after the expansion; 0 in the final
    round."""


class ContractForecast(msgspec.Struct, frozen=True):
    """Cost of taking the contract of a slot."""

    slot: int
    """Slot of the council board, from 1."""
    price: int
    """Coins for taking the contract; 0 with enough keys."""
    missing: tuple[str, ...]
    """Units and coins that the player would lack to fulfil it after taking it."""


class WarehouseForecast(msgspec.Struct, frozen=True):
    """Cost and gain of the card of a slot as a warehouse, placed as printed."""

    slot: int
    """Slot of the council board, from 1."""
    price: int
    """Price of the card."""
    next_sailing: Cargo
    """Goods and coins from this warehouse alone at the next sailing."""
    return_sailing: Cargo
    """Goods and coins from this warehouse alone at the sailing after the next."""
    income: tuple[int, int]
    """Goods and coins of both sailings along the whole canal, without and with this warehouse."""


def forecast_expansions(s: State, seat: Seat) -> Iterator[ExpansionForecast]:
    """R6.2, R9 Yield a forecast for each offered card whose zone is not full, and for the sprat."""
    player = s.players[seat]
    for slot, card in list_offered_cards(s.offer):
        yield from _forecast_expansion(s, seat, slot, CONTENT.cards[card].zone, find_price(player, slot))
    if can_play_sprat(player):
        for zone in player.zones:
            yield from _forecast_expansion(s, seat, 0, zone, 0)


def _forecast_expansion(s: State, seat: Seat, slot: int, zone: Zone, coins: int) -> Iterator[ExpansionForecast]:
    player = s.players[seat]
    if is_full(player, zone):
        return
    purse, cost = build_purse(player), build_expansion_cost(player, zone, coins)
    missing, units = list_missing(purse, cost), tuple[tuple[str, Good], ...]()
    if not missing:
        payment = list_undominated(purse, cost)[0]
        units, coins = tuple((unit.kind, unit.source_good) for unit in payment.units), coins + payment.merchant_coins
    income_now = _sum_coming_income(s, compute_income(player))
    income_bigger = (
        _sum_coming_income(s, compute_income(player, number=find_ship_number(player) + 1))
        if zone == "shipyard"
        else income_now
    )
    player_after = msgspec.structs.replace(player, zones={**player.zones, zone: [*player.zones[zone], SPRAT]})
    markers = tuple(
        (a, find_next_number(s, a))
        for a in s.wheels
        if count_earned_markers(player_after, a) > count_placed_markers(s, seat, a)
    )
    second_card_price = None if missing else find_second_card_price(s, seat, zone, slot)
    yield ExpansionForecast(
        slot,
        zone,
        missing,
        units,
        coins,
        has_extra_action(player, zone),
        markers,
        second_card_price,
        (income_now, income_bigger),
    )


def _sum_coming_income(s: State, income: tuple[int, int]) -> int:
    """R17 Sum the income of the next two sailings that still happen: none in the final round, one in the round before
    it."""
    return 0 if s.is_final_round else income[0] if s.is_ending else sum(income)


def forecast_contracts(s: State, player: Player) -> Iterator[ContractForecast]:
    """R9 Yield a forecast for each contract that the player could take."""
    for slot, contract in list_offered_cards(s.contracts):
        cost = find_price(player, slot)
        if cost <= player.coins:
            purse = build_purse(player)._replace(coins=player.coins - cost)
            yield ContractForecast(
                slot, cost, list_missing(purse, build_contract_cost(CONTENT.contracts[contract].cost))
            )


def forecast_warehouses(s: State, player: Player) -> Iterator[WarehouseForecast]:
    """R9 Yield a forecast for each card that the player could take, if the canal has a free segment."""
    income_now = _sum_coming_income(s, compute_income(player))
    for slot, card in list_affordable(player, s.offer) if list_free_segments(player) else ():
        lone_canal: list[Warehouse | None] = [Warehouse(card)]
        next_cargo, return_cargo = (
            compute_cargo(player, canal=lone_canal),
            compute_cargo(player, side=find_other_end(player.side), canal=lone_canal),
        )
        income_after = _sum_coming_income(s, compute_income(player, canal=[*player.canal, Warehouse(card)]))
        yield WarehouseForecast(slot, find_price(player, slot), next_cargo, return_cargo, (income_now, income_after))
