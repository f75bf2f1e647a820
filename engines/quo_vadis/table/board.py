"""R6 Queries on the board: pieces, control, aptitude, limits."""

from collections.abc import Iterator

from engines.kernel import Seat
from engines.quo_vadis.data.content import CONTENT, DATA, RESOURCES
from engines.quo_vadis.data.types import RaceLine, Resource, Terrain

from .geometry import list_spaces, parse_area
from .skills import EFFECTIVE_RULE, SCRIBES, STOCKPILE, WISDOM, find_skill_bonus
from .state import Area, Player, Space, State, Town

# ------------------------------------------------------------------ pieces


def has_piece(space: Space, seat: Seat) -> bool:
    """R6 Return whether the seat has a piece on a space: a worker or an active town."""
    town = space.town
    return space.workers[seat] > 0 or (town is not None and town.owner == seat and town.population > 0)


def list_participants(area: Area, seats: range) -> list[Seat]:
    """R7.7 Return the seats with a piece anywhere in an area."""
    return [seat for seat in seats if any(has_piece(space, seat) for space in area.spaces)]


def count_workers(area: Area, seat: Seat) -> int:
    return sum([space.workers[seat] for space in area.spaces])


def list_active_towns(area: Area, seat: Seat) -> list[Town]:
    """Return the active towns of a seat in an area."""
    return [space.town for space in area.spaces if space.town and space.town.owner == seat and space.town.is_active]


def iter_towns(state: State, seat: Seat) -> Iterator[tuple[str, Town]]:
    """Yield space and town for each town of a seat on the map, including destroyed ones."""
    for name, space in state.iter_spaces():
        if space.town is not None and space.town.owner == seat:
            yield name, space.town


def list_rebuildable_spaces(state: State, seat: Seat) -> list[str]:
    """R7.8 Return the spaces of the seat's destroyed towns that hold one of its workers."""
    return [
        ruin for ruin, town in iter_towns(state, seat) if not town.is_active and state.find_space(ruin).workers[seat]
    ]


def list_building_spaces(state: State, seat: Seat) -> list[str]:
    """R7.5, R7.8 Return the spaces with a worker of the seat and no town, active or destroyed, of any player."""
    return [
        name
        for area in state.areas.values()
        for name, space in zip(list_spaces(area.id), area.spaces, strict=True)
        if space.workers[seat] and space.town is None
    ]


# ------------------------------------------------------------------ control


def has_control(area: Area, seat: Seat) -> bool:
    """R6 Return whether the seat controls an area: workers on at least two different spaces, or an active town.

    Pieces of other players do not matter.
    """
    spaces = 0
    for space in area.spaces:
        town = space.town
        if town is not None and town.owner == seat and town.population:
            return True
        if space.workers[seat]:
            spaces += 1
    return spaces >= DATA.control.worker_spaces


def list_controlled_areas(state: State, seat: Seat) -> list[str]:
    """R6 Return the areas that a seat controls."""
    return [area.id for area in state.areas.values() if has_control(area, seat)]


def list_bonus_areas(state: State, seat: Seat) -> list[str]:
    """R7.9 Return the areas that count for the territory bonus: controlled ones, with S24 also those held alone."""
    if EFFECTIVE_RULE not in state.players[seat].skills:
        return list_controlled_areas(state, seat)
    return [area.id for area in state.areas.values() if has_control(area, seat) or _is_alone(state, area, seat)]


def list_coming_bonus_areas(state: State, seat: Seat) -> list[str]:
    """R7.8, R7.9 Return the areas that will count at the end of the turn.

    With automatic rebuilding, the seat's ruins with a worker rise before the bonus is scored.
    """
    areas = set(list_bonus_areas(state, seat))
    if state.has_option("rebuild", "automatic"):
        areas |= {parse_area(ruin) for ruin in list_rebuildable_spaces(state, seat)}
    return [area for area in state.areas if area in areas]


def _is_alone(state: State, area: Area, seat: Seat) -> bool:
    """S24 Return whether the seat has a worker in the area and no other player has a piece there."""
    return count_workers(area, seat) > 0 and list_participants(area, state.seats) == [seat]


# ------------------------------------------------------------------ aptitude


def find_aptitude_terrain(player: Player) -> Terrain:
    """R6 Return the aptitude terrain of the player's race."""
    return find_race(player).terrain


def find_race(player: Player) -> RaceLine:
    """Return the race of a player. Valid after R5.2."""
    assert player.race is not None
    return CONTENT.races[player.race]


def is_aptitude_terrain(player: Player, terrain: Terrain) -> bool:
    """R6 Return whether spaces of a terrain are aptitude spaces: the race's terrain or that of S12."""
    return terrain == find_aptitude_terrain(player) or terrain == player.adapted


# ------------------------------------------------------------------ limits


def find_maximum(state: State, player: Player, resource: Resource) -> int:
    """R2 Return the maximum of a resource: that of the board side, raised by S08."""
    return find_printed_maximum(state, find_race(player), resource) + find_skill_bonus(player, STOCKPILE, "maximum")


def find_max_wrath(state: State, player: Player) -> int:
    """R2 Return the maximum of wrath."""
    return find_printed_maximum(state, find_race(player), "wrath")


def find_printed_maximum(state: State, race: RaceLine, track: str) -> int:
    """R2 Return the maximum printed on the side of the race board that the table plays with."""
    is_custom = state.has_option("board_side", "custom")
    limit: int = getattr(race.custom_max if is_custom else DATA.standard_board.max, track)
    return limit


def find_capacity(state: State, player: Player, resource: Resource) -> int:
    """Return how many of a resource the player can still gain."""
    return find_maximum(state, player, resource) - player.stock[resource]


def list_capacities(state: State, player: Player) -> dict[Resource, int]:
    """Return the resources that are not full, each with how many still fit."""
    return {resource: free for resource in RESOURCES if (free := find_capacity(state, player, resource)) > 0}


def compute_hand_limit(player: Player) -> int:
    """R5.4 Return the hand limit: four cards, changed by B08 and S09."""
    return DATA.setup.hand + find_skill_bonus(player, WISDOM, "cards") + find_skill_bonus(player, SCRIBES, "cards")
