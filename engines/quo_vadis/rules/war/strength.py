"""R7.7 The trigger of a war, its participants, their strength, and their chances."""

from engines.kernel import Message, Seat, message
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.table import board, names, skills
from engines.quo_vadis.table.odds import Contender, compute_odds
from engines.quo_vadis.table.state import Area, Side, State, War


def is_contested(area: Area, seats: range) -> bool:
    """R7.7 Return whether a space of the area holds pieces of two or more players. Destroyed towns are no pieces."""
    return any(sum(board.has_piece(space, seat) for seat in seats) > 1 for space in area.spaces)


def create_war(state: State) -> War:
    """R7.7 Create the war: all seats with a piece in the genesis area, in turn order from the active player."""
    area = state.areas[state.genesis]
    seats = board.list_participants(area, state.seats)
    sides = [
        Side(
            seat,
            compute_base_strength(state, seat),
            compute_skill_strength(state, seat),
            find_die(state, seat),
            workers=compute_workers_strength(state, seat),
            towns=compute_towns_strength(state, seat),
        )
        for seat in state.list_clockwise(state.active)
        if seat in seats
    ]
    return War(area.id, sides)


def compute_base_strength(state: State, seat: Seat) -> int:
    """R7.7 Return the base strength: workers and active towns in the genesis area, adjacent controlled areas; B06."""
    neighbours = sum(board.has_control(state.areas[other], seat) for other in state.geography.areas[state.genesis])
    return (
        compute_workers_strength(state, seat)
        + compute_towns_strength(state, seat)
        + DATA.war.per_neighbour * neighbours
    )


def compute_workers_strength(state: State, seat: Seat) -> int:
    """R7.7 Return the strength of the seat's workers in the genesis area, stacked ones included."""
    return DATA.war.per_worker * board.count_workers(state.areas[state.genesis], seat)


def compute_towns_strength(state: State, seat: Seat) -> int:
    """R7.7 Return the strength of the seat's active towns in the genesis area; B06."""
    per_town = skills.find_skill_bonus(state.players[seat], skills.STONE_KEEP, "strength") or DATA.war.per_town
    return per_town * len(board.list_active_towns(state.areas[state.genesis], seat))


def compute_skill_strength(state: State, seat: Seat) -> int:
    """Return the strength of skills: B05 always; S14 in the seat's turn; else S15 with an active town in the area."""
    player = state.players[seat]
    strength = skills.find_skill_bonus(player, skills.ROBUST, "strength")
    if seat == state.active:
        strength += skills.find_skill_bonus(player, skills.RAID, "strength")
    elif board.list_active_towns(state.areas[state.genesis], seat):
        strength += skills.find_skill_bonus(player, skills.RAMPARTS, "strength")
    return strength


def find_die(state: State, seat: Seat) -> int:
    """R7.7 Return the die of a seat: d8 if the genesis area has an aptitude space (S12 and tokens count), else d6."""
    has_aptitude = any(
        board.is_aptitude_terrain(state.players[seat], terrain) for terrain in state.areas[state.genesis].terrains
    )
    return DATA.war.aptitude_die if has_aptitude else DATA.war.die


def find_elated(state: State, war: War) -> Seat | None:
    """R7.7 Return the elated seat: the only one with the highest bid; of equals with at least 1, the one with S17."""
    highest_bid = max(side.bid or 0 for side in war.sides)
    leaders = [side.seat for side in war.sides if (side.bid or 0) == highest_bid]
    if len(leaders) == 1:
        return leaders[0]
    rallied = (
        seat
        for seat in leaders
        if skills.RALLY in state.players[seat].skills
        and highest_bid >= skills.find_skill_number(skills.RALLY, "morale")
    )
    return next(rallied, None)


def count_rolls(state: State, war: War, seat: Seat) -> int:
    """R7.7 Return how often a seat rolls its die: once, twice if elated; with S16 once more."""
    times = DATA.war.elated_rolls if war.elated == seat else DATA.war.rolls
    return times + skills.find_skill_bonus(state.players[seat], skills.STRATEGY, "rolls")


def compute_strength(state: State, war: War, side: Side) -> int:
    """R7.7, R10 Return the strength without the die: base, morale, B05, S14, S15, S17 if elated, S30."""
    total = side.base + side.bonus + (side.bid or 0)
    if war.elated == side.seat:
        total += skills.find_skill_bonus(state.players[side.seat], skills.RALLY, "strength")
    if side.has_levy:
        total += skills.find_skill_number(skills.LEVY, "strength")
    return total


def find_open_additions(state: State, war: War, seat: Seat) -> tuple[bool, bool]:
    """Return whether a rival still to declare has morale, and whether one has S30. The chances count neither."""
    rivals = [state.players[side.seat] for side in war.sides if side.bid is None and side.seat != seat]
    return any(rival.stock["morale"] for rival in rivals), any(skills.is_unused(rival, skills.LEVY) for rival in rivals)


def describe_proviso(state: State, war: War, seat: Seat) -> Message | str:
    """Describe the condition of a seat's chance and the chance in the worst case; empty if nothing is open."""
    morale, levy = find_open_additions(state, war, seat)
    key = "bid.unless_both" if morale and levy else "bid.unless" if morale else "bid.unless_levy" if levy else ""
    return (
        message(key, skill=names.name_skill(skills.LEVY), least=round(100 * compute_worst_chance(state, war, seat)))
        if key
        else ""
    )


def compute_worst_chance(state: State, war: War, seat: Seat) -> float:
    """Return the chance of a seat if every rival still to declare adds all of its morale and S30."""
    rivals = [side for side in war.sides if side.bid is None and side.seat != seat]
    before = [side.has_levy for side in rivals]
    for side in rivals:
        side.bid, side.has_levy = (
            state.players[side.seat].stock["morale"],
            side.has_levy or skills.is_unused(state.players[side.seat], skills.LEVY),
        )
    worst_chance = compute_chances(state, war)[seat]
    for side, levy in zip(rivals, before, strict=True):
        side.bid, side.has_levy = None, levy
    return worst_chance


def compute_chances(state: State, war: War) -> dict[Seat, float]:
    """R7.7 Return each side's chance of winning before the dice, if all open declarations are 0."""
    war.elated, before = find_elated(state, war), war.elated
    order = [seat for seat in state.list_clockwise(state.first) if any(side.seat == seat for side in war.sides)]
    sides = tuple(
        Contender(
            compute_strength(state, war, war.find_side(seat)), war.find_side(seat).sides, count_rolls(state, war, seat)
        )
        for seat in order
    )
    war.elated = before
    return dict(zip(order, compute_odds(sides), strict=True))
