"""What a State is worth to a seat, in VP: what it has, and what may become of the rest, by rules of thumb.

Rates come from what the contracts, cards and markets of data.toml pay.
"""

from __future__ import annotations

from functools import cache

from engines.kernel import Seat
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.table.scoring import final_parts, over
from engines.marco_polo_ii.table.spaces import TOKEN_VALUE
from engines.marco_polo_ii.table.state import Player, State

DATA = CONTENT.data
RATES = {"vp": 1.0, "coins": 0.3, "camels": 0.42, "pepper": 0.75, "silk": 1.1, "gold": 1.5, "jade": 0.6}
OTHER_RATES = {"any_good": 1.5, "two_different": 2.4, "black_die": 2.2, "draw_contract": 1.0, "take_contract": 1.2}
OTHER_RATES |= {"move": 1.5, "copy_city_bonus": 2.2}
PLENTY = {"coins": 14, "camels": 8, "pepper": 5, "silk": 5, "gold": 5, "jade": 5}
"""More than that is worth half."""


def worth(s: State, seat: Seat) -> float:
    """VP so far, what the end would score now, and what the rest of the game may make of everything."""
    player = s.players[seat]
    final = sum(vp for _, vp in final_parts(s, seat))
    if over(s):
        return player.vp + final
    parts = dict(final_parts(s, seat))
    early = (DATA.meta.rounds - s.round + _dice_left(player)) / DATA.meta.rounds
    return (
        player.vp
        + parts["goal"]
        + parts["crests"]
        + 0.5 * parts["most_contracts"]
        + _stock(player, early)
        + _dice(player)
        + _contracts(player, early)
        + _incomes(s, player, max(0, DATA.meta.rounds - s.round))
        + _caravans(player, early)
        + _place(s, player, early)
        + sum(0.8 * gain_worth(DATA.outposts[tile].reward, early) for tile in player.outposts)
        - (s.playing is not None and s.playing.seat == seat and s.playing.asks_jade)
    )


def _dice_left(player: Player) -> float:
    """The part of the round that is left to this player."""
    return min(1.0, (len(player.dice) + len(player.black)) / DATA.setup.dice)


def _stock(player: Player, early: float) -> float:
    """Coins, camels and goods: what may still be made of them, or what they score at the end."""
    total = 0.0
    for name, plenty in PLENTY.items():
        number = getattr(player, name)
        much = min(number, plenty) + 0.5 * max(0, number - plenty)
        total += RATES[name] * much * min(1.0, 0.25 + early)
    return total + 0.1 * player.coins * (1 - min(1.0, early)) + 0.5 * player.goods * (1 - min(1.0, early))


def die_worth(value: float) -> float:
    """A die that may still be placed."""
    return 2.2 + 0.18 * (value - 3.5)


def _dice(player: Player) -> float:
    values = [*player.dice, *player.black]
    return sum(map(die_worth, values)) + len(player.tokens) * 0.6 * die_worth(TOKEN_VALUE)


def _contracts(player: Player, early: float) -> float:
    """A held contract: most of its reward, by how much of its cost is there."""
    total = 0.0
    for ident in player.contracts:
        line = CONTENT.contracts[ident]
        names = ("camels", "pepper", "silk", "gold", "jade")
        wanted = {name: getattr(line.cost, name) for name in names}
        missing = sum(RATES[name] * max(0, n - getattr(player, name)) for name, n in wanted.items())
        price = sum(RATES[name] * n for name, n in wanted.items())
        reward = gain_worth(line.reward, early)
        chance = 1.0 if not missing else max(0.0, min(0.75, 1.2 * early - 0.12 * missing))
        if player.character == "vidal":
            price, reward, chance = 0.0, max(reward - price, reward - line.reward.vp), 1.0
        total += 0.9 * chance * max(0.4, reward - price)
    return total + 0.6 * early * len(player.fulfilled)


@cache
def _gain_rate(gain: Gain) -> tuple[float, float]:
    """VP, and the worth of the rest."""
    rates = {**RATES, **OTHER_RATES}
    return gain.vp, sum(rates[name] * getattr(gain, name) for name in rates if name != "vp")


def gain_worth(gain: Gain, early: float) -> float:
    vp, rest = _gain_rate(gain)
    return vp + rest * min(1.0, 0.25 + early)


def _incomes(s: State, player: Player, rounds: int) -> float:
    """City bonuses and improved seals come again each round; seals open routes and may be improved."""
    total = 0.0
    for city in player.posts:
        if city in s.bonuses:
            total += rounds * 0.8 * gain_worth(DATA.city_bonuses[s.bonuses[city]].reward, rounds / 5)
    for guild, improved in player.seals.items():
        line = DATA.guilds[guild]
        if improved:
            total += rounds * 0.8 * gain_worth(line.improved_bonus, rounds / 5)
        else:
            total += 0.45 * rounds
    if player.character == "mailin" and total:
        total += 1.5 * rounds
    return total


def _caravans(player: Player, early: float) -> float:
    """R13 Loaded goods are sold, upgraded or doubled once a figure meets the caravan."""
    total = 0.0
    for caravan in player.caravans:
        if caravan.place is None:
            total += 0.4 * early
            continue
        steps = min(distance(figure, caravan.place) for figure in player.figures)
        for good in caravan.goods:
            line = DATA.goods[good]
            hope = max(0.0, min(1.0, 0.3 + early) - 0.13 * steps)
            total += max(line.caravan_end_vp, hope * line.caravan_sell_vp)
    return total


@cache
def distance(start: str, end: str) -> int:
    """Steps by routes without seals."""
    seen, edge, steps = {start}, [start], 0
    while end not in seen:
        steps += 1
        edge = [road.to for place in edge for road in CONTENT.roads[place] if road.guild is None]
        edge = [place for place in dict.fromkeys(edge) if place not in seen]
        seen |= set(edge)
    return steps


def _place(_s: State, player: Player, early: float) -> float:
    """Posts on the map open actions; a figure near cities without an own post will found more."""
    total = 0.0
    for city in player.posts:
        kind = DATA.cities[city].kind
        total += early * {"contract": 1.6, "card": 1.0, "special": 2.0}.get(kind, 0.3)
    total += 0.5 * early * len(player.posts)
    for figure in player.figures:
        near = [city for city in CONTENT.trade_cities if city not in player.posts and distance(figure, city) <= 2]
        total += 0.35 * early * min(4, len(near))
    return total
