"""What a State is worth to a shipowner, in points: what is scored already, and what the rest promises."""

from __future__ import annotations

from engines.kernel import Seat
from engines.kilia.council.scoring import achievement_points, contract_points, own_zone_points, tally
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import ACHIEVEMENTS, Achievement, Exchange, ExtraAction, Points
from engines.kilia.payment.purse import contract_cost, purse_of
from engines.kilia.payment.ways import missing
from engines.kilia.table.cargo import cargo, other_end
from engines.kilia.table.holdings import ability, cards_in, full, keys, ship_number, uses_left
from engines.kilia.table.state import Player, State
from engines.kilia.table.wheels import next_number, numbers

DATA = CONTENT.data

USUAL_ROUNDS = 11
"""A game among players who mean to win."""
ROUNDS_A_CHIP = 2.5
"""So long somebody needs for one more chip, at least."""
GOOD, COIN = 0.75, 0.5
"""What a good and a coin are worth while they can still be used."""
POINTLESS = 0.001
"""What a contract that can be fulfilled no more takes away: nothing, but it would look foolish to take it."""
SOON = 0.3
"""Ship 2 alone brings little; it is worth something that the ship after it is one step away."""
LARGEST = max(DATA.ships)
LEFT_OVER = 0.01
"""What they are worth at the end: they decide ties."""


def worth(s: State, seat: Seat) -> float:
    """Points so far, and the promise of the board for the rounds that are left."""
    player = s.players[seat]
    if s.phase == "over":
        rows = tally(s, seat)
        return rows.total + LEFT_OVER * rows.left
    rounds = rounds_left(s)
    scored = achievement_points(s, seat) + own_zone_points(player) + contract_points(player) + _waiting(s, seat)
    if not rounds and s.done:
        rows = tally(s, seat)
        return scored + rows.abilities + LEFT_OVER * rows.left - POINTLESS * len(player.active)
    return scored + _stock(player, rounds) + _promise(s, player) * min(1.0, 0.3 + rounds / 4) + _engine(player, rounds)


def rounds_left(s: State) -> float:
    """Rounds after this one: none in the final one, one when that is sure, else by the usual length and the chips."""
    if s.final:
        return 0
    if s.ending:
        return 1
    nearest = min(player.chips for player in s.players)
    return max(1.5, min(USUAL_ROUNDS - s.round, 1 + ROUNDS_A_CHIP * nearest))


def _waiting(s: State, seat: Seat) -> float:
    """Markers that get their number in the next council."""
    return sum(next_number(s, achievement) * wheel.waiting.count(seat) for achievement, wheel in s.wheels.items())


def _stock(player: Player, rounds: float) -> float:
    """Goods and coins: the tenth of a kind is worth less than the first."""
    goods = sum(min(number, 4) + 0.4 * max(0, number - 4) for number in player.goods.values())
    coins = min(player.coins, 6) + 0.5 * max(0, player.coins - 6)
    use = min(1.0, 0.45 + rounds / 8)
    return use * (GOOD * goods + COIN * coins)


# ---------------------------------------------------------------------- achievements and contracts on the way


def _promise(s: State, player: Player) -> float:
    """Achievements that are half done, and contracts that can nearly be paid."""
    total = sum(_nearly(done_part(player, achievement)) * _prize(s, achievement) for achievement in ACHIEVEMENTS)
    purse = purse_of(player)
    for contract in player.active:
        printed = CONTENT.contracts[contract]
        cost = contract_cost(printed.cost)
        units = len(cost.needs) + cost.coins
        total += 0.7 * printed.points * (1 - missing(purse, cost) / units) ** 2
    return total


def _prize(s: State, achievement: Achievement) -> float:
    """The number that the next marker gets, or the one after it where others are likely to be first."""
    wheel = s.wheels[achievement]
    left = numbers(achievement, wheel, len(s.players))
    number = next_number(s, achievement)
    later = left[min(left.index(number) + 1, len(left) - 1)]
    return 0.7 * number + 0.3 * later


def _nearly(part: float) -> float:
    return 0.85 * part**2


def done_part(player: Player, achievement: Achievement) -> float:
    """R13 How much of the next marker of an achievement is there: 0 to 1."""
    counts = sorted((cards_in(player, zone) for zone in player.zones), reverse=True)
    match achievement:
        case "one_zone_4":
            return max((count for count in counts if count < 4), default=0) / 4
        case "two_zones_3":
            pair = counts[2:] if counts[1] >= 3 else counts[:2]
            return 0.0 if counts[3] >= 3 else sum(min(count, 3) for count in pair) / 6
        case "four_zones_2":
            return 0.0 if counts[3] >= 2 else sum(min(count, 2) for count in counts) / 8
        case "full_market":
            occupied = sum(bool(stack) for stack in player.market.values())
            return 0.0 if occupied == len(player.market) else occupied / len(player.market)
        case "three_contracts":
            return len(player.fulfilled) % DATA.rules.contracts_per_chip / DATA.rules.contracts_per_chip
        case "fifteen_coins":
            return min(1.0, player.coins / DATA.rules.coins_achievement_cost) * 0.8


# ---------------------------------------------------------------------- what works every round


def _engine(player: Player, rounds: float) -> float:
    """Cargo of the coming sailings, keys, merchants, abilities, a sprat."""
    spread = min(rounds, 7)
    now = sailing_worth(player)
    total = 0.9 * spread * (now + SOON * (sailing_worth(player, bigger=2) - now))
    total += 0.3 * spread * (min(keys(player), 4) - 1)
    total += 0.16 * spread * sum(uses_left(player, space) for space in player.market)
    total += sum(_ability(player, card, spread) for card in player.abilities)
    return total + (1.0 if player.sprat != "none" else 0.0)


def sailing_worth(player: Player, bigger: int = 0) -> float:
    """What a sailing is worth on average of both directions; with a ship that is so much bigger."""
    number = min(ship_number(player) + bigger, LARGEST)
    return (_load(player, number, outward=True) + _load(player, number, outward=False)) / 2


def _load(player: Player, number: int, *, outward: bool) -> float:
    load = cargo(player, side=player.side if outward else other_end(player.side), number=number)
    sure = sum(COIN if thing == "coin" else GOOD for thing in load.sure)
    return sure + sum(
        max(sum(COIN if thing == "coin" else GOOD for thing in things) for _, things in choice.windows)
        for choice in load.choices
    )


def _ability(player: Player, card: str, spread: float) -> float:
    """An exchange helps in every payment, an extra action while its zone can grow, points with the goods at the end."""
    match ability(card):
        case Exchange():
            return 0.3 * spread
        case ExtraAction(zone=zone):
            return (
                0.0 if full(player, zone) else 0.9 * min(spread, len(DATA.zones[zone].costs) - cards_in(player, zone))
            )
        case Points(good=good):
            return 1.5 + 0.3 * min(player.goods[good], 6)
