"""Late and extreme tables, which random play from the start seldom reaches: each is sound, and a game goes on from it.

`extreme(names)` is the game with another setup: before the first round the named things have happened.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engines.kernel import Game, Setup, Table
from engines.signorie import GAME
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import SEXES, Sex
from engines.signorie.table.state import Meeple, Player, State

DATA = CONTENT.data
Change = Callable[[State, random.Random], None]


def full_cities(state: State, chance: random.Random) -> None:
    """Every place of every city is taken, by whoever has meeples."""
    for city in state.cities.values():
        for slot, meeple in enumerate(city.slots):
            if meeple is None:
                city.slots[slot] = _from_somebody(state, chance)


def nearly_full_cities(state: State, chance: random.Random) -> None:
    """One place is free in all."""
    full_cities(state, chance)
    city = chance.choice(list(state.cities.values()))
    last = city.slots[-1]
    assert last is not None
    state.players[last.seat].stock[last.sex] += 1
    city.slots[-1] = None


def empty_stack(state: State, chance: random.Random) -> None:
    """All alliance tiles lie face down on the plans, but for one or none."""
    while len(state.stack) > chance.choice((0, 1)):
        row = chance.choice(list(chance.choice(state.players).plan.values()))
        row.face_down.append(state.stack.pop())


def empty_supplies(state: State, chance: random.Random) -> None:
    """Nobody has a meeple or a florin at hand."""
    for player in state.players:
        player.florins = 0
        for sex in SEXES:
            _move(player.supply, player.stock, sex)


def empty_stocks(state: State, chance: random.Random) -> None:
    """Every meeple is at hand, and florins without end."""
    for player in state.players:
        player.florins = 60
        for sex in SEXES:
            _move(player.stock, player.supply, sex)


def men_at_the_top(state: State, chance: random.Random) -> None:
    """All men that are left crowd the last slots of the tracks; all discs lie on the top of the initiative track."""
    for player in state.players:
        for place in (player.supply, player.stock):
            while place["male"]:
                place["male"] -= 1
                player.careers[chance.choice(list(player.careers))][chance.choice((-1, -1, -2))] += 1
    state.initiative = [*([] for _ in state.initiative[1:]), chance.sample(state.order, len(state.order))]


def all_helpers(state: State, chance: random.Random) -> None:
    """As many helpers as there are discs, and all sons married."""
    discs = DATA.supply.helper_discs
    for player in state.players:
        player.helpers = list(CONTENT.helpers)[: min(discs, len(CONTENT.helpers))]
        discs -= len(player.helpers)
        player.brides = DATA.brides.sons


def last_round(state: State, chance: random.Random) -> None:
    _begin(state, DATA.rounds.count)


def first_vp_round(state: State, chance: random.Random) -> None:
    _begin(state, max(DATA.rounds.bonus_reward_slots) + 1)


EXTREMES: dict[str, Change] = {
    change.__name__: change
    for change in (
        *(full_cities, nearly_full_cities, empty_stack, empty_supplies, empty_stocks),
        *(men_at_the_top, all_helpers, last_round, first_vp_round),
    )
}


def extreme(names: Sequence[str], seed: int) -> Game[State]:
    """The game, beginning from a table to which these things have happened, in the order of EXTREMES."""

    def new(setup: Setup, t: Table[Any]) -> State:
        state, chance = GAME.new(setup, t), random.Random(f"{names} {seed}")
        for name, change in EXTREMES.items():
            if name in names:
                change(state, chance)
        return state

    return replace(GAME, new=new)


def _begin(state: State, slot: int) -> None:
    state.rewards[: slot - 1] = [None] * (slot - 1)
    state.slot = slot


def _from_somebody(state: State, chance: random.Random) -> Meeple:
    """A meeple of a player who still has one, from the stock if it can be."""
    has: list[tuple[dict[Sex, int], Meeple]] = [
        (place, Meeple(seat, sex))
        for seat, player in enumerate(state.players)
        for place in _places(player)
        for sex in SEXES
        if place[sex]
    ]
    place, meeple = chance.choice(has)
    place[meeple.sex] -= 1
    return meeple


def _places(player: Player) -> tuple[dict[Sex, int], ...]:
    return (player.stock,) if any(player.stock.values()) else (player.supply,)


def _move(source: dict[Sex, int], target: dict[Sex, int], sex: Sex) -> None:
    target[sex] += source[sex]
    source[sex] = 0
