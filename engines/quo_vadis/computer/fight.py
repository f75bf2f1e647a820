"""R7.7 What a war is worth to a seat: its odds once the rivals have answered its morale, its prize and its stake."""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel import Prompt, Seat
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.rules.war.strength import begin, chances, contested
from engines.quo_vadis.table.board import territory, towns_in, workers_in
from engines.quo_vadis.table.state import Side, State, War

from .evaluation import morale_price, prospects, turns_left

OTHERS_FIGHT = 0.5
"""What a war among others is worth."""
COMFORT = 0.4
"""Wrath for who loses."""
SLIGHT = 1e-9


def coming(state: State) -> War | None:
    """The war of this turn before its dice; it is sure from the moment in which a space is shared."""
    war = state.playing.war
    if war is None and state.playing.area is not None and contested(state.areas[state.genesis], state.seats):
        return begin(state)
    return None if war is None or war.winner is not None else war


def coming_war(state: State, seat: Seat) -> float:
    """What a war will bring or cost the seat if all spend on it what pays for them."""
    war = coming(state)
    if war is None:
        return 0.0
    side = next((side for side in war.sides if side.seat == seat), None)
    if side is None:
        return OTHERS_FIGHT
    if side.bid is not None:
        return _value(answered(state, war, seat), stake(state, war, seat))
    return max(value for _, value in _bids(state, war, side))


def likely(state: State, war: War, seat: Seat) -> float:
    """The chance of a seat that spends what pays, against rivals who then do so, too."""
    side = war.of(seat)
    if side.bid is not None:
        return answered(state, war, seat)
    best, _ = max(_bids(state, war, side), key=lambda found: found[1])
    side.bid = best
    chance = answered(state, war, seat)
    side.bid = None
    return chance


def _value(chance: float, lost: float) -> float:
    return chance * DATA.war.win_vp - (1 - chance) * lost


def _bids(state: State, war: War, side: Side) -> Iterator[tuple[int, float]]:
    """Each declaration of a seat, and what the war is worth with it."""
    lost, before = stake(state, war, side.seat), side.bid
    for morale in range(state.players[side.seat].stock["morale"] + 1):
        side.bid = morale
        value = _value(answered(state, war, side.seat), lost) - morale_price(state, side.seat, morale)
        side.bid = before
        yield morale, value


def answered(state: State, war: War, seat: Seat) -> float:
    """The chance of a seat if each rival that has not declared does what pays best against what stands by then."""
    undecided = [
        side
        for side in war.sides
        if side.bid is None and side.seat != seat and state.players[side.seat].stock["morale"]
    ]
    for side in undecided:
        side.bid = _reply(state, war, side)
    chance = chances(state, war)[seat]
    for side in undecided:
        side.bid = None
    return chance


def _reply(state: State, war: War, side: Side) -> int:
    """Nothing, as much as the most so far, one more, or all: what pays best for a rival."""
    morale = state.players[side.seat].stock["morale"]
    most = max(other.bid or 0 for other in war.sides)
    prize = DATA.war.win_vp + stake(state, war, side.seat)
    best, value = 0, -1e9
    for spent in sorted({0, min(most, morale), min(most + 1, morale), morale}):
        side.bid = spent
        found = chances(state, war)[side.seat] * prize - morale_price(state, side.seat, spent)
        if found > value + SLIGHT:
            best, value = spent, found
    side.bid = None
    return best


def stake(state: State, war: War, seat: Seat) -> float:
    """What a seat loses with a war: workers, people, control, and what a rival gains; wrath is a small comfort."""
    area = state.areas[war.area]
    towns = towns_in(area, seat)
    left = turns_left(state, seat)
    lost = 0.3 * workers_in(area, seat) * min(1.0, 0.3 * left) + 0.5 * len(towns)
    if not any(town.population > DATA.war.town_loss for town in towns):
        lost += prospects(state, seat) - prospects(state, seat, without=area.id) + (1.5 if towns else 0.0)
        if state.playing.player == seat and state.playing.changed and area.id in territory(state, seat):
            lost += state.playing.old
    return lost - COMFORT + DATA.war.win_vp / (len(state.players) - 1)


def bid(state: State, prompt: Prompt) -> str:
    """R7.7 The declaration that pays best, rivals who are still to come answering it."""
    war, seat = state.playing.war, prompt.seat
    assert war is not None
    side, before = war.of(seat), war.of(seat).bid
    prize = DATA.war.win_vp + stake(state, war, seat)
    best, most = prompt.options[0].key, -1e9
    for option in prompt.options:
        side.bid = option.value
        value = answered(state, war, seat) * prize - morale_price(state, seat, option.value)
        if value > most + SLIGHT:
            best, most = option.key, value
    side.bid = before
    return best
