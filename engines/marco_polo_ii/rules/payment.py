"""R7 Paying, and jade in the place of coins and camels."""

from __future__ import annotations

from engines.kernel import Option, Seat, Table
from engines.marco_polo_ii.data.types import Cost
from engines.marco_polo_ii.table.names import amounts, choice
from engines.marco_polo_ii.table.questions import ShareOfJade
from engines.marco_polo_ii.table.state import CARRIED, Player, State


def can_pay(player: Player, cost: Cost) -> bool:
    """R7 Jade may stand for each missing coin or camel; VP can always be paid, their number may become negative."""
    if player.pepper < cost.pepper or player.silk < cost.silk or player.gold < cost.gold:
        return False
    short = max(0, cost.coins - player.coins) + max(0, cost.camels - player.camels)
    return player.jade >= cost.jade + short


def usual(player: Player, cost: Cost) -> Cost:
    """R7 What leaves the own board for a cost if nothing else is said: jade only for what is missing."""
    coins, camels = min(cost.coins, player.coins), min(cost.camels, player.camels)
    return _with_jade(cost, cost.coins - coins, cost.camels - camels)


def _with_jade(cost: Cost, for_coins: int, for_camels: int) -> Cost:
    jade = cost.jade + for_coins + for_camels
    return Cost(
        cost.coins - for_coins,
        cost.camels - for_camels,
        cost.pepper,
        cost.silk,
        cost.gold,
        jade,
        cost.any_good,
        cost.vp,
    )


def shares(player: Player, cost: Cost) -> list[Cost]:
    """R7 Every way to pay: the usual one first, then with more and more jade."""
    least_coins, least_camels = max(0, cost.coins - player.coins), max(0, cost.camels - player.camels)
    most = player.jade - cost.jade
    return sorted(
        (
            _with_jade(cost, for_coins, for_camels)
            for for_coins in range(least_coins, cost.coins + 1)
            for for_camels in range(least_camels, cost.camels + 1)
            if for_coins + for_camels <= most
        ),
        key=lambda paid: (paid.jade, -paid.coins),
    )


async def pay(t: Table[State], seat: Seat, cost: Cost) -> Cost:
    """R7 Pay; who wants to be asked about jade is asked. The result is what was paid."""
    player = t.state.players[seat]
    paid = usual(player, cost)
    if t.state.turn.asks_jade:
        options = [
            Option(f"pay:{one.coins}.{one.camels}.{one.jade}", one, amounts(one), place=choice("pay", one))
            for one in shares(player, cost)
        ]
        paid = await t.choose(
            seat,
            "pay.ask",
            options,
            rule="R7",
            default=options[0].key,
            about=ShareOfJade(cost),
            cost=amounts(cost),
        )
    hand_over(player, paid)
    return paid


def hand_over(player: Player, paid: Cost) -> None:
    """The amounts as they are leave the own board."""
    for name in CARRIED:
        setattr(player, name, getattr(player, name) - getattr(paid, name))
    if paid.vp:
        player.points["spaces"] = player.points.get("spaces", 0) - paid.vp
