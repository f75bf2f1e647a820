"""Late and extreme games that random play seldom reaches. Each state is sound, and the game can go on from it.

`extreme(names)` is the game with another setup: the named changes are made before the first round.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engines.kernel import Game, GameContext, Setup
from engines.signorie import GAME
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import SEXES, Sex
from engines.signorie.table.state import Meeple, Player, State

DATA = CONTENT.data
Change = Callable[[State, random.Random], None]


def fill_cities(state: State, rng: random.Random) -> None:
    """Fill every place of every city, with meeples of any player who has some."""
    for city in state.cities.values():
        for slot, meeple in enumerate(city.slots):
            if meeple is None:
                city.slots[slot] = _take_any_meeple(state, rng)


def nearly_fill_cities(state: State, rng: random.Random) -> None:
    """Fill every place of the cities but one."""
    fill_cities(state, rng)
    city = rng.choice(list(state.cities.values()))
    last = city.slots[-1]
    assert last is not None
    state.players[last.seat].stock[last.sex] += 1
    city.slots[-1] = None


def use_up_stack(state: State, rng: random.Random) -> None:
    """Lay all alliance tiles face down on the plans, but for one or none."""
    while len(state.stack) > rng.choice((0, 1)):
        row = rng.choice(list(rng.choice(state.players).plan.values()))
        row.face_down.append(state.stack.pop())


def empty_all_supplies(state: State, rng: random.Random) -> None:
    """Leave no player a meeple or a florin at hand."""
    for player in state.players:
        player.florins = 0
        for sex in SEXES:
            _move_meeples(player.supply, player.stock, sex)


def move_stocks_to_supplies(state: State, rng: random.Random) -> None:
    """Give all players all their meeples, and more florins than they can spend."""
    for player in state.players:
        player.florins = 60
        for sex in SEXES:
            _move_meeples(player.stock, player.supply, sex)


def crowd_top_slots(state: State, rng: random.Random) -> None:
    """Crowd all remaining men onto the last slots of the tracks, and put all discs on top of the initiative track."""
    for player in state.players:
        for place in (player.supply, player.stock):
            while place["male"]:
                place["male"] -= 1
                player.careers[rng.choice(list(player.careers))][rng.choice((-1, -1, -2))] += 1
    state.initiative = [*([] for _ in state.initiative[1:]), rng.sample(state.order, len(state.order))]


def hire_all_helpers(state: State, rng: random.Random) -> None:
    """Give as many helpers as there are discs, and marry all sons."""
    discs = DATA.supply.helper_discs
    for player in state.players:
        player.helpers = list(CONTENT.helpers)[: min(discs, len(CONTENT.helpers))]
        discs -= len(player.helpers)
        player.brides = DATA.brides.sons


def begin_last_round(state: State, rng: random.Random) -> None:
    _begin(state, DATA.rounds.count)


def begin_first_vp_round(state: State, rng: random.Random) -> None:
    _begin(state, max(DATA.rounds.bonus_reward_slots) + 1)


EXTREMES: dict[str, Change] = {
    "full_cities": fill_cities,
    "nearly_full_cities": nearly_fill_cities,
    "empty_stack": use_up_stack,
    "empty_supplies": empty_all_supplies,
    "empty_stocks": move_stocks_to_supplies,
    "men_at_the_top": crowd_top_slots,
    "all_helpers": hire_all_helpers,
    "last_round": begin_last_round,
    "first_vp_round": begin_first_vp_round,
}


def build_extreme_game(names: Sequence[str], seed: int) -> Game[State]:
    """Return the game, starting from a state with these changes, made in the order of EXTREMES."""

    def new_game(setup: Setup, ctx: GameContext[Any]) -> State:
        state, rng = GAME.new_game(setup, ctx), random.Random(f"{names} {seed}")
        for name, change in EXTREMES.items():
            if name in names:
                change(state, rng)
        return state

    return replace(GAME, new_game=new_game)


def _begin(state: State, slot: int) -> None:
    state.rewards[: slot - 1] = [None] * (slot - 1)
    state.slot = slot


def _take_any_meeple(state: State, rng: random.Random) -> Meeple:
    """Take a meeple from a player who still has one, from the stock if possible."""
    has: list[tuple[dict[Sex, int], Meeple]] = [
        (place, Meeple(seat, sex))
        for seat, player in enumerate(state.players)
        for place in _list_places(player)
        for sex in SEXES
        if place[sex]
    ]
    place, meeple = rng.choice(has)
    place[meeple.sex] -= 1
    return meeple


def _list_places(player: Player) -> tuple[dict[Sex, int], ...]:
    return (player.stock,) if any(player.stock.values()) else (player.supply,)


def _move_meeples(source: dict[Sex, int], target: dict[Sex, int], sex: Sex) -> None:
    target[sex] += source[sex]
    source[sex] = 0
