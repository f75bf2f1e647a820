"""R6 Gaining and paying. Gains above the maximum are lost; costs are paid in full or not at all."""

from engines.kernel import Seat
from engines.quo_vadis.data.types import Resource, Terrain
from engines.quo_vadis.table.board import find_capacity, find_max_wrath
from engines.quo_vadis.table.skills import FOUNDING, find_skill_bonus
from engines.quo_vadis.table.state import Area, Source, Space, State, Town


def gain_resource(state: State, seat: Seat, resource: Resource, amount: int) -> int:
    """R6 Add cubes up to the maximum. Return how many were added."""
    player = state.players[seat]
    added = max(0, min(amount, find_capacity(state, player, resource)))
    player.stock[resource] += added
    return added


def gain_wrath(state: State, seat: Seat, amount: int) -> int:
    """R6 Add wrath up to the maximum. Return how much was added."""
    player = state.players[seat]
    added = max(0, min(amount, find_max_wrath(state, player) - player.wrath))
    player.wrath += added
    return added


def pay_resource(state: State, seat: Seat, resource: Resource, amount: int) -> None:
    """R6 Pay a cost; only affordable options are offered."""
    state.players[seat].stock[resource] -= amount


def score_points(state: State, seat: Seat, source: Source, vp: int) -> None:
    """R6 Score VP at once."""
    state.players[seat].vp[source] += vp


def place_worker(state: State, seat: Seat, space: str) -> None:
    """R7.4 Place a worker from hand on a space."""
    state.players[seat].workers -= 1
    state.find_space(space).workers[seat] += 1


def return_workers(state: State, space: Space, seat: Seat, number: int) -> None:
    """Return workers from a space to hand."""
    space.workers[seat] -= number
    state.players[seat].workers += number


def lose_population(town: Town, number: int) -> bool:
    """R7.2, R7.7 Reduce the population of a town; at 0 it is destroyed. Return whether this destroyed it."""
    before = town.population
    town.population = max(0, before - number)
    return before > 0 and town.population == 0


def found_town(state: State, seat: Seat, space: str, population: int) -> None:
    """R7.8 Replace a worker on a space by a town; the worker goes back to hand. S22 adds population."""
    place = state.find_space(space)
    return_workers(state, place, seat, 1)
    state.players[seat].towns -= 1
    place.town = Town(seat, compute_start_population(state, seat, population))


def compute_start_population(state: State, seat: Seat, population: int) -> int:
    """R7.8, S22 Return the population with which a town is built or rebuilt."""
    return population + find_skill_bonus(state.players[seat], FOUNDING, "population")


def put_token(state: State, area: Area, terrain: Terrain) -> bool:
    """R7.2 Lay a terrain token on an area; the previous token goes back to the supply.

    Returns whether the terrain has changed: the same token or an empty supply changes nothing.
    """
    if area.token == terrain or not state.tokens[terrain]:
        return False
    if area.token is not None:
        state.tokens[area.token] += 1
    state.tokens[terrain] -= 1
    area.token = terrain
    return True
