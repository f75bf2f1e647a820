"""Evaluation of a State for a seat, in points (points already scored and the expected value of the rest), and the
greedy player that searches with it."""

from collections.abc import Sequence

from engines.kernel import GreedyPlayer, Option, Prompt, Seat
from engines.kilia.council.scoring import (
    compute_achievement_points,
    compute_contract_points,
    compute_own_zone_points,
    compute_tally,
)
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import ACHIEVEMENTS, Achievement, Exchange, ExtraAction, PointsAbility
from engines.kilia.payment.options import count_missing
from engines.kilia.payment.purse import build_contract_cost, build_purse
from engines.kilia.table import queries, questions
from engines.kilia.table.cargo import compute_cargo, find_other_end
from engines.kilia.table.state import Player, State

DATA = CONTENT.data

USUAL_ROUNDS = 11
"""Usual number of rounds among players who play to win."""
ROUNDS_PER_CHIP = 2.5
"""Minimum number of rounds for one more chip."""
GOOD_VALUE, COIN_VALUE = 0.75, 0.5
"""Value of a good and of a coin while they can still be used."""
ACTIVE_CONTRACT_PENALTY = 0.001
"""Penalty per active contract that can no longer be fulfilled, so that it is not taken for nothing."""
NEXT_SHIP_SHARE = 0.3
"""Share of the value of the ship after the next. Ship 2 alone brings little, but leads to a better one."""
LARGEST_SHIP = max(DATA.ships)
LEFT_OVER_VALUE = 0.01
"""Value of a leftover good or coin at the end, where they decide ties."""


def evaluate(s: State, seat: Seat) -> float:
    """Evaluate the points so far and the board's potential for the remaining rounds."""
    player = s.players[seat]
    if s.phase == "over":
        tally_rows = compute_tally(s, seat)
        return tally_rows.total + LEFT_OVER_VALUE * tally_rows.left_over
    rounds = estimate_rounds_left(s)
    scored = (
        compute_achievement_points(s, seat)
        + compute_own_zone_points(player)
        + compute_contract_points(player)
        + _sum_waiting_markers(s, seat)
    )
    if not rounds and s.is_action_over:
        tally_rows = compute_tally(s, seat)
        return (
            scored
            + tally_rows.abilities
            + LEFT_OVER_VALUE * tally_rows.left_over
            - ACTIVE_CONTRACT_PENALTY * len(player.active)
        )
    return (
        scored
        + _evaluate_stock(player, rounds)
        + _evaluate_progress(s, player) * min(1.0, 0.3 + rounds / 4)
        + _evaluate_engine(player, rounds)
    )


def estimate_rounds_left(s: State) -> float:
    """Estimate the rounds after this one: none in the final round, one when the next is final, else by usual length and
    chips."""
    if s.is_final_round:
        return 0
    if s.is_ending:
        return 1
    nearest = min(player.chips for player in s.players)
    return max(1.5, min(USUAL_ROUNDS - s.round, 1 + ROUNDS_PER_CHIP * nearest))


def _sum_waiting_markers(s: State, seat: Seat) -> float:
    """Sum the numbers of the seat's markers that wait for the next council."""
    return sum(
        queries.find_next_number(s, achievement) * wheel.waiting.count(seat) for achievement, wheel in s.wheels.items()
    )


def _evaluate_stock(player: Player, rounds: float) -> float:
    """Evaluate goods and coins, with less value for many of one kind."""
    goods = sum(min(number, 4) + 0.4 * max(0, number - 4) for number in player.goods.values())
    coins = min(player.coins, 6) + 0.5 * max(0, player.coins - 6)
    usable_share = min(1.0, 0.45 + rounds / 8)
    return usable_share * (GOOD_VALUE * goods + COIN_VALUE * coins)


# ---------------------------------------------------------------------- unfinished achievements and contracts


def _evaluate_progress(s: State, player: Player) -> float:
    """Evaluate unfinished achievements and active contracts by how nearly they are completed."""
    total = sum(
        _weigh_progress(estimate_progress(player, achievement)) * _estimate_marker_points(s, achievement)
        for achievement in ACHIEVEMENTS
    )
    purse = build_purse(player)
    for contract in player.active:
        contract_data = CONTENT.contracts[contract]
        cost = build_contract_cost(contract_data.cost)
        units = len(cost.needs) + cost.coins
        total += 0.7 * contract_data.points * (1 - count_missing(purse, cost) / units) ** 2
    return total


def _estimate_marker_points(s: State, achievement: Achievement) -> float:
    """Estimate the points of the next marker, allowing for other players who may be first."""
    wheel = s.wheels[achievement]
    usable_numbers = queries.list_usable_numbers(achievement, wheel, len(s.players))
    number = queries.find_next_number(s, achievement)
    later_number = usable_numbers[min(usable_numbers.index(number) + 1, len(usable_numbers) - 1)]
    return 0.7 * number + 0.3 * later_number


def _weigh_progress(part: float) -> float:
    return 0.85 * part**2


def estimate_progress(player: Player, achievement: Achievement) -> float:
    """R13 Return which part of the next marker of an achievement is already done: 0 to 1."""
    counts = sorted((queries.count_cards(player, zone) for zone in player.zones), reverse=True)
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


# ---------------------------------------------------------------------- lasting effects


def _evaluate_engine(player: Player, rounds: float) -> float:
    """Evaluate lasting effects: cargo of the coming sailings, keys, merchants, abilities, a sprat."""
    useful_rounds = min(rounds, 7)
    sailing_value = evaluate_sailing(player)
    total = (
        0.9
        * useful_rounds
        * (sailing_value + NEXT_SHIP_SHARE * (evaluate_sailing(player, extra_size=2) - sailing_value))
    )
    total += 0.3 * useful_rounds * (min(queries.count_keys(player), 4) - 1)
    total += 0.16 * useful_rounds * sum(queries.count_uses_left(player, space) for space in player.market)
    total += sum(_evaluate_ability(player, card, useful_rounds) for card in player.abilities)
    return total + (1.0 if player.sprat != "none" else 0.0)


def evaluate_sailing(player: Player, extra_size: int = 0) -> float:
    """Evaluate an average sailing over both directions. extra_size: how many sizes larger than the present ship."""
    number = min(queries.find_ship_number(player) + extra_size, LARGEST_SHIP)
    return (_evaluate_cargo(player, number, is_outward=True) + _evaluate_cargo(player, number, is_outward=False)) / 2


def _evaluate_cargo(player: Player, number: int, *, is_outward: bool) -> float:
    cargo = compute_cargo(player, side=player.side if is_outward else find_other_end(player.side), number=number)
    certain_value = sum(COIN_VALUE if thing == "coin" else GOOD_VALUE for thing in cargo.certain_things)
    return certain_value + sum(
        max(sum(COIN_VALUE if thing == "coin" else GOOD_VALUE for thing in things) for _, things in choice.windows)
        for choice in cargo.choices
    )


def _evaluate_ability(player: Player, card: str, useful_rounds: float) -> float:
    """Evaluate an ability: exchanges for every payment, extra actions while the zone can grow, points for goods at the
    end."""
    match queries.find_ability(card):
        case Exchange():
            return 0.3 * useful_rounds
        case ExtraAction(zone=zone):
            return (
                0.0
                if queries.is_full(player, zone)
                else 0.9 * min(useful_rounds, len(DATA.zones[zone].costs) - queries.count_cards(player, zone))
            )
        case PointsAbility(good=good):
            return 1.5 + 0.3 * min(player.goods[good], 6)


MAX_PAYMENTS_TRIED = 3
"""Maximum number of payments to try; they are listed cheapest first."""


def list_options_to_try(_s: State, prompt: Prompt) -> Sequence[Option]:
    """Return the options to try. The position of a warehouse brings nothing (R16.2), payments come cheapest first, and
    so do merchants whose row has the fewest activations.
    """
    match prompt.subject:
        case questions.HowToPay():
            return [option for option in prompt.options if option.value is not None][:MAX_PAYMENTS_TRIED]
        case questions.HowToCover() | questions.WhichMerchants() | questions.WhichSegment():
            return prompt.options[:1]
        case questions.WhichOrientation():
            return [option for option in prompt.options if option.value is not None]
        case questions.RefreshOffer():
            # always confirm new cards: asking and keeping the old ones could repeat without end
            return [option for option in prompt.options if option.value]
        case _:
            return prompt.options


def is_at_menu(prompt: Prompt) -> bool:
    """Return True between two actions, when the State alone describes the turn so far."""
    return isinstance(prompt.subject, questions.WhichAction) and prompt.subject.is_extra


greedy = GreedyPlayer(evaluate, prune=list_options_to_try, is_rest=is_at_menu)
