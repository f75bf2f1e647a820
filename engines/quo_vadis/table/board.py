"""R6 What can be read off the board: pieces, control, aptitude, limits."""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel import Seat
from engines.quo_vadis.data.content import CONTENT, DATA, RESOURCES
from engines.quo_vadis.data.types import RaceLine, Resource, Terrain

from .geometry import area_of, spaces_of
from .skills import EFFECTIVE_RULE, SCRIBES, STOCKPILE, WISDOM, bonus
from .state import Area, Player, Space, State, Town

# ------------------------------------------------------------------ pieces


def present(space: Space, seat: Seat) -> bool:
    """R6 Whether the seat has a piece on a space: a worker or an active town."""
    town = space.town
    return space.workers[seat] > 0 or (town is not None and town.owner == seat and town.population > 0)


def participants(area: Area, seats: range) -> list[Seat]:
    """R7.7 The seats with a piece anywhere in an area."""
    return [seat for seat in seats if any(present(space, seat) for space in area.spaces)]


def workers_in(area: Area, seat: Seat) -> int:
    return sum([space.workers[seat] for space in area.spaces])


def towns_in(area: Area, seat: Seat) -> list[Town]:
    """The active towns of a seat in an area."""
    return [space.town for space in area.spaces if space.town and space.town.owner == seat and space.town.active]


def towns_of(s: State, seat: Seat) -> Iterator[tuple[str, Town]]:
    """All towns of a seat on the map, destroyed ones too, with their spaces."""
    for name, space in s.spaces():
        if space.town is not None and space.town.owner == seat:
            yield name, space.town


def rebuildable(s: State, seat: Seat) -> list[str]:
    """R7.8 Spaces of own destroyed towns with an own worker."""
    return [ruin for ruin, town in towns_of(s, seat) if not town.active and s.space(ruin).workers[seat]]


def builders(s: State, seat: Seat) -> list[str]:
    """R7.5, R7.8 Spaces with a worker of the seat and no town, active or destroyed, of anybody."""
    return [
        name
        for area in s.areas.values()
        for name, space in zip(spaces_of(area.id), area.spaces, strict=True)
        if space.workers[seat] and space.town is None
    ]


# ------------------------------------------------------------------ control


def controls(area: Area, seat: Seat) -> bool:
    """R6 Own workers on at least two different spaces, or an active town. Pieces of others do not matter."""
    spaces = 0
    for space in area.spaces:
        town = space.town
        if town is not None and town.owner == seat and town.population:
            return True
        if space.workers[seat]:
            spaces += 1
    return spaces >= DATA.control.worker_spaces


def controlled(s: State, seat: Seat) -> list[str]:
    """R6 The areas that a seat controls."""
    return [area.id for area in s.areas.values() if controls(area, seat)]


def territory(s: State, seat: Seat) -> list[str]:
    """R7.9 The areas that count for the territory bonus: with S24 also those where the seat is alone."""
    if EFFECTIVE_RULE not in s.players[seat].skills:
        return controlled(s, seat)
    return [area.id for area in s.areas.values() if controls(area, seat) or _alone(s, area, seat)]


def coming_territory(s: State, seat: Seat) -> list[str]:
    """R7.8, R7.9 The areas that will count: the own ruins with a worker rise by themselves before the bonus."""
    found = set(territory(s, seat))
    if s.on("rebuild", "automatic"):
        found |= {area_of(ruin) for ruin in rebuildable(s, seat)}
    return [area for area in s.areas if area in found]


def _alone(s: State, area: Area, seat: Seat) -> bool:
    """S24 At least one worker, and no piece of anybody else."""
    return workers_in(area, seat) > 0 and participants(area, s.seats) == [seat]


# ------------------------------------------------------------------ aptitude


def home(player: Player) -> Terrain:
    """R6 The aptitude terrain of the player's race."""
    return race_of(player).terrain


def race_of(player: Player) -> RaceLine:
    """The race of a player, after R5.2."""
    assert player.race is not None
    return CONTENT.races[player.race]


def suits(player: Player, terrain: Terrain) -> bool:
    """R6 Whether spaces of a terrain are aptitude spaces: the race's own, and the one of S12."""
    return terrain == home(player) or terrain == player.adapted


# ------------------------------------------------------------------ limits


def maximum(s: State, player: Player, resource: Resource) -> int:
    """R2 The maximum of a resource: the side of the board, and S08."""
    return printed(s, race_of(player), resource) + bonus(player, STOCKPILE, "maximum")


def most_wrath(s: State, player: Player) -> int:
    """R2 The maximum of wrath."""
    return printed(s, race_of(player), "wrath")


def printed(s: State, race: RaceLine, track: str) -> int:
    """R2 The maximum on the side of the race board that the table plays with."""
    custom = s.on("board_side", "custom")
    most: int = getattr(race.custom_max if custom else DATA.standard_board.max, track)
    return most


def room(s: State, player: Player, resource: Resource) -> int:
    """How many of a resource can still be gained."""
    return maximum(s, player, resource) - player.stock[resource]


def rooms(s: State, player: Player) -> dict[Resource, int]:
    """Resources that are not full, and how many fit."""
    return {resource: free for resource in RESOURCES if (free := room(s, player, resource)) > 0}


def hand_limit(player: Player) -> int:
    """R5.4 Four cards, changed by B08 and S09."""
    return DATA.setup.hand + bonus(player, WISDOM, "cards") + bonus(player, SCRIBES, "cards")
