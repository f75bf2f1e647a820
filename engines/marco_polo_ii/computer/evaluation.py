"""Heuristic evaluation of a State for a seat, in VP: points so far plus estimated value of everything else.

The rates are derived from the payments of the contracts, cards and markets of data.toml.
"""

from functools import cache

from engines.kernel import Seat
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.table.scoring import compute_final_parts, is_over
from engines.marco_polo_ii.table.spaces import TOKEN_VALUE
from engines.marco_polo_ii.table.state import Player, State

DATA = CONTENT.data
RATES = {"vp": 1.0, "coins": 0.3, "camels": 0.42, "pepper": 0.75, "silk": 1.1, "gold": 1.5, "jade": 0.6}
OTHER_RATES = {"any_good": 1.5, "two_different": 2.4, "black_die": 2.2, "draw_contract": 1.0, "take_contract": 1.2}
OTHER_RATES |= {"move": 1.5, "copy_city_bonus": 2.2}
PLENTIFUL = {"coins": 14, "camels": 8, "pepper": 5, "silk": 5, "gold": 5, "jade": 5}
"""Amounts above these count half."""


def evaluate(s: State, seat: Seat) -> float:
    """Return VP so far, plus the present final scoring, plus estimates for the rest of the game."""
    player = s.players[seat]
    final = sum(vp for _, vp in compute_final_parts(s, seat))
    if is_over(s):
        return player.vp + final
    parts = dict(compute_final_parts(s, seat))
    game_left = (DATA.meta.rounds - s.round + _estimate_round_left(player)) / DATA.meta.rounds
    return (
        player.vp
        + parts["goal"]
        + parts["crests"]
        + 0.5 * parts["most_contracts"]
        + _evaluate_stock(player, game_left)
        + _evaluate_dice(player)
        + _evaluate_contracts(player, game_left)
        + _evaluate_incomes(s, player, max(0, DATA.meta.rounds - s.round))
        + _evaluate_caravans(player, game_left)
        + _evaluate_positions(s, player, game_left)
        + sum(0.8 * evaluate_gain(DATA.outposts[tile].reward, game_left) for tile in player.outposts)
        - (s.playing is not None and s.playing.seat == seat and s.playing.asks_jade)
    )


def _estimate_round_left(player: Player) -> float:
    """Return the fraction of the round that this player still has, by dice left."""
    return min(1.0, (len(player.dice) + len(player.black)) / DATA.setup.dice)


def _evaluate_stock(player: Player, game_left: float) -> float:
    """Return the value of coins, camels and goods: to spend early in the game, to score at its end."""
    total = 0.0
    for name, plenty in PLENTIFUL.items():
        number = getattr(player, name)
        weighted = min(number, plenty) + 0.5 * max(0, number - plenty)
        total += RATES[name] * weighted * min(1.0, 0.25 + game_left)
    return total + 0.1 * player.coins * (1 - min(1.0, game_left)) + 0.5 * player.goods * (1 - min(1.0, game_left))


def evaluate_die(value: float) -> float:
    """Return the value of a die that may still be placed."""
    return 2.2 + 0.18 * (value - 3.5)


def _evaluate_dice(player: Player) -> float:
    values = [*player.dice, *player.black]
    return sum(map(evaluate_die, values)) + len(player.tokens) * 0.6 * evaluate_die(TOKEN_VALUE)


def _evaluate_contracts(player: Player, game_left: float) -> float:
    """Return the value of contracts. An active one counts most of its reward, by how much of its cost is available."""
    total = 0.0
    for ident in player.contracts:
        line = CONTENT.contracts[ident]
        names = ("camels", "pepper", "silk", "gold", "jade")
        costs = {name: getattr(line.cost, name) for name in names}
        missing = sum(RATES[name] * max(0, n - getattr(player, name)) for name, n in costs.items())
        price = sum(RATES[name] * n for name, n in costs.items())
        reward = evaluate_gain(line.reward, game_left)
        chance = 1.0 if not missing else max(0.0, min(0.75, 1.2 * game_left - 0.12 * missing))
        if player.character == "vidal":
            price, reward, chance = 0.0, max(reward - price, reward - line.reward.vp), 1.0
        total += 0.9 * chance * max(0.4, reward - price)
    return total + 0.6 * game_left * len(player.fulfilled)


@cache
def _split_gain_value(gain: Gain) -> tuple[float, float]:
    """Return the VP of a gain, and the value of its other parts."""
    rates = {**RATES, **OTHER_RATES}
    return gain.vp, sum(rates[name] * getattr(gain, name) for name in rates if name != "vp")


def evaluate_gain(gain: Gain, game_left: float) -> float:
    vp, other_value = _split_gain_value(gain)
    return vp + other_value * min(1.0, 0.25 + game_left)


def _evaluate_incomes(s: State, player: Player, rounds: int) -> float:
    """Return the value of future income from city bonuses and improved seals. Basic seals count less."""
    total = 0.0
    for city in player.posts:
        if city in s.bonuses:
            total += rounds * 0.8 * evaluate_gain(DATA.city_bonuses[s.bonuses[city]].reward, rounds / 5)
    for guild, improved in player.seals.items():
        line = DATA.guilds[guild]
        if improved:
            total += rounds * 0.8 * evaluate_gain(line.improved_bonus, rounds / 5)
        else:
            total += 0.45 * rounds
    if player.character == "mailin" and total:
        total += 1.5 * rounds
    return total


def _evaluate_caravans(player: Player, game_left: float) -> float:
    """R13 Return the value of loaded goods: sold, upgraded or doubled once a figure meets the caravan."""
    total = 0.0
    for caravan in player.caravans:
        if caravan.place is None:
            total += 0.4 * game_left
            continue
        steps = min(count_open_steps(figure, caravan.place) for figure in player.figures)
        for good in caravan.goods:
            line = DATA.goods[good]
            chance = max(0.0, min(1.0, 0.3 + game_left) - 0.13 * steps)
            total += max(line.caravan_end_vp, chance * line.caravan_sell_vp)
    return total


@cache
def count_open_steps(start: str, end: str) -> int:
    """Return the number of steps between two places, without guild routes."""
    seen, frontier, steps = {start}, [start], 0
    while end not in seen:
        steps += 1
        frontier = [road.destination for place in frontier for road in CONTENT.roads[place] if road.guild is None]
        frontier = [place for place in dict.fromkeys(frontier) if place not in seen]
        seen |= set(frontier)
    return steps


def _evaluate_positions(_s: State, player: Player, game_left: float) -> float:
    """Return the value of posts, which open actions, and of figures near cities without a post of the player."""
    total = 0.0
    for city in player.posts:
        kind = DATA.cities[city].kind
        total += game_left * {"contract": 1.6, "card": 1.0, "special": 2.0}.get(kind, 0.3)
    total += 0.5 * game_left * len(player.posts)
    for figure in player.figures:
        cities_nearby = [
            city for city in CONTENT.trade_cities if city not in player.posts and count_open_steps(figure, city) <= 2
        ]
        total += 0.35 * game_left * min(4, len(cities_nearby))
    return total
