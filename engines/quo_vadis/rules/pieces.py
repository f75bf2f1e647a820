"""What happens to pieces: workers come and go, towns rise, shrink and fall."""

from __future__ import annotations

from engines.kernel import Seat
from engines.quo_vadis.data.types import Terrain
from engines.quo_vadis.table.skills import FOUNDING, bonus
from engines.quo_vadis.table.state import Area, Space, State, Town


def place_worker(s: State, seat: Seat, space: str) -> None:
    """R7.4 A worker from the supply at hand."""
    s.players[seat].workers -= 1
    s.space(space).workers[seat] += 1


def return_workers(s: State, space: Space, seat: Seat, number: int) -> None:
    """Workers of a space go back to hand."""
    space.workers[seat] -= number
    s.players[seat].workers += number


def lose_population(town: Town, number: int) -> bool:
    """R7.2, R7.7 A town loses population; at 0 it is destroyed. Whether it was destroyed now."""
    before = town.population
    town.population = max(0, before - number)
    return before > 0 and town.population == 0


def found_town(s: State, seat: Seat, space: str, population: int) -> None:
    """R7.8 A worker of the space goes back to hand, a town takes its place. S22 adds population."""
    place = s.space(space)
    return_workers(s, place, seat, 1)
    s.players[seat].towns -= 1
    place.town = Town(seat, start(s, seat, population))


def start(s: State, seat: Seat, population: int) -> int:
    """R7.8, S22 The population with which a town is built or rebuilt."""
    return population + bonus(s.players[seat], FOUNDING, "population")


def put_token(s: State, area: Area, terrain: Terrain) -> bool:
    """R7.2 A terrain token on an area; the one that lay there goes back to the supply.

    Whether the terrain has changed: the same token, or an empty supply, changes nothing.
    """
    if area.token == terrain or not s.tokens[terrain]:
        return False
    if area.token is not None:
        s.tokens[area.token] += 1
    s.tokens[terrain] -= 1
    area.token = terrain
    return True
