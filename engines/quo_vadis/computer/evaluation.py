"""Heuristic evaluation of a State for a seat, in VP: the VP so far and the expected gains of the rest of the game."""

from engines.kernel import Seat
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.table import board
from engines.quo_vadis.table.scoring import compute_final_points
from engines.quo_vadis.table.skills import DOMINION, KALEIDOSCOPE, LORE, WISE_EMPEROR
from engines.quo_vadis.table.state import Area, Player, State

from .plan import AREA_PARTS, SeatPosition, estimate_value

ONE_WORKER_SHARE, CONTESTED_FACTOR, SHARED_SPACE_COST = 0.4, 0.85, 0.2
"""Part of an area that one worker controls; factor if others are in the area; deduction for a shared space."""
NO_BUILDER_COST, RUIN_VALUE = 3.0, 0.4
"""Deduction if no worker can build a town; value of a destroyed town per turn left."""

CARD_VALUE = {"blessing": 0.2, "labour": 0.25, "miracle": 0.2, "revelation": 0.1, "prosperity": 0.35}
TRACK_VALUE = {"morale": 0.55, "food": 0.9, "faith": 0.5}
"""Value of one cube of a resource in the middle of the game."""
LATE_MORALE_VALUE = 0.1
"""Value of one morale after the seat's last turn, while others may still cause wars."""
NEW_CARD_VALUE = 0.15
"""Value of a card dealt at the end of the turn. `CARD_VALUE`: value of the first hand card of a kind, as a choice."""
LEFTOVER_VALUE = 0.01
"""Value of a cube or card left at the end: next to nothing, but enough not to waste it."""

SKILL_VALUE_PER_TURN = {
    "B01": 0.5, "B02": 0.3, "B03": 0.7, "B04": 0.3, "B05": 0.5, "B06": 0.4, "B07": 0.4, "B08": 0.5, "B09": 0.3,
    "B10": 0.5, "S01": 0.5, "S02": 0.5, "S03": 0.4, "S04": 0.5, "S05": 0.4, "S06": 0.4, "S07": 0.5, "S08": 0.4,
    "S09": 0.5, "S10": 0.5, "S11": 0.3, "S12": 0.6, "S13": 0.7, "S14": 0.7, "S15": 0.7, "S16": 0.8, "S17": 0.7,
    "S18": 0.7, "S19": 0.7, "S20": 0.4, "S21": 0.6, "S22": 0.5, "S23": 0.5, "S24": 0.9,
}  # fmt: skip
"""Approximate gain of a skill per turn."""

SKILL_VALUE_AT_END = {"S25": 8.0, "S26": 4.0, "S27": 6.0, "S28": 5.0, "S29": 3.0, "S30": 3.0}
"""Approximate gain of the other skills, once set."""
FINAL_SKILLS = (WISE_EMPEROR, LORE, DOMINION, KALEIDOSCOPE)
"""Skills that count in the final scoring (R9)."""


def evaluate(state: State, seat: Seat) -> float:
    """Return the VP so far plus the expected gains of the rest of the game."""
    player = state.players[seat]
    turns = count_turns_left(state, seat)
    value = float(player.points)
    if state.phase == "over":
        return value + sum(compute_final_points(state, seat).values())
    if state.phase in ("races", "draft"):
        return value + _evaluate_draft(player, turns)
    if not turns:
        return (
            value
            + sum(compute_final_points(state, seat).values())
            + LEFTOVER_VALUE * (sum(player.stock.values()) + len(player.hand))
        )
    means = _evaluate_skills(state, seat, turns) + evaluate_tracks(player, turns) + _evaluate_hand(player)
    return value + means + _evaluate_population(state, seat, turns) + evaluate_generations(state, seat)


def count_turns_left(state: State, seat: Seat) -> int:
    """Return the number of the seat's future turns, without the one being played."""
    players = len(state.players)
    order = (seat - state.first) % players
    done = (state.turns + players - 1 - order) // players
    playing = state.phase == "turn" and state.active == seat
    return max(0, DATA.meta.rounds - done - playing)


def evaluate_generations(state: State, seat: Seat, *, without: str | None = None) -> float:
    """Return the expected VP of the generations with the controlled land (`plan`). without: an area counted as lost."""
    value = estimate_value(summarize_position(state, seat, without))
    return value if board.list_building_spaces(state, seat) else value - NO_BUILDER_COST


def summarize_position(state: State, seat: Seat, without: str | None = None) -> SeatPosition:
    """Summarize the position of a seat for the schedule of changes. without: an area counted as lost."""
    player = state.players[seat]
    worker_share, towns, active = 0.0, 0, 0
    for area in state.areas.values():
        own_towns = board.list_active_towns(area, seat)
        active += len(own_towns)
        if area.id == without:
            continue
        if own_towns:
            towns += 1
        else:
            worker_share += _estimate_control(state, area, seat)
    tops = [stack[-1] for stack in player.generations]
    closed_tops = tops[:-1]
    new_kinds = {kind for kind in player.hand if kind not in closed_tops}
    return SeatPosition(
        turns_left=count_turns_left(state, seat),
        stack_size=count_current_cards(player),
        generation_count=max(1, len(tops)),
        worker_quarters=round(AREA_PARTS * worker_share),
        town_areas=towns,
        active_towns=active,
        area_count=len(state.areas),
        largest_group=max((closed_tops.count(kind) for kind in closed_tops), default=0),
        has_distinct_tops=len(set(closed_tops)) == len(closed_tops),
        has_new_top=not tops or tops[-1] not in closed_tops,
        has_missing_kind=bool(new_kinds),
    )


def count_current_cards(player: Player) -> int:
    """Return the number of cards in the current generation."""
    return len(player.generations[-1]) if player.generations else 0


def _estimate_control(state: State, area: Area, seat: Seat) -> float:
    """Return the part of an area that workers control: all from two spaces on, less if other players are there."""
    spaces = shared = 0
    for space in area.spaces:
        if space.workers[seat]:
            spaces += 1
            shared += any(board.has_piece(space, other) for other in state.seats if other != seat)
    if not spaces:
        return 0.0
    peace = 1.0 if board.list_participants(area, state.seats) == [seat] else CONTESTED_FACTOR
    if shared:
        peace -= SHARED_SPACE_COST
    return peace * (1.0 if spaces >= DATA.control.worker_spaces else ONE_WORKER_SHARE)


def _evaluate_population(state: State, seat: Seat, turns: int) -> float:
    """Return the value of population, which the final scoring counts, and of towns that could be rebuilt."""
    people = ruins = 0
    for area in state.areas.values():
        for space in area.spaces:
            if space.town is not None and space.town.owner == seat:
                people += space.town.population
                ruins += not space.town.is_active
    each = 1.0 if LORE in state.players[seat].skills else 1 / DATA.scoring.population_per_vp
    return people * each + RUIN_VALUE * min(turns, 3) * ruins


def evaluate_tracks(player: Player, turns: int) -> float:
    """Return the value of resources: less towards the end, and less for each further cube."""
    stock = sum(TRACK_VALUE[kind] * _diminish(n) for kind, n in player.stock.items())
    return _discount_by_turns(turns) * (stock + 0.45 * min(player.wrath, 3) + 0.25 * max(0, player.wrath - 3))


def _discount_by_turns(turns: int) -> float:
    return min(1.0, 0.3 + 0.2 * turns)


def _diminish(amount: int) -> float:
    return min(amount, 4) + 0.4 * max(0, amount - 4)


def evaluate_morale(state: State, seat: Seat, spent: int) -> float:
    """R7.7 Return the later value of the morale spent; 0 in the last turn of the game."""
    if turns := count_turns_left(state, seat):
        stock = state.players[seat].stock["morale"]
        return _discount_by_turns(turns) * TRACK_VALUE["morale"] * (_diminish(stock) - _diminish(stock - spent))
    to_come = DATA.meta.rounds * len(state.players) - state.turns - 1
    return LATE_MORALE_VALUE * spent if to_come else 0.0


def _evaluate_hand(player: Player) -> float:
    """Return the value of the hand as a choice. A second card of a kind is worth less than a new card."""
    fresh = NEW_CARD_VALUE * (board.compute_hand_limit(player) - len(player.hand))
    return fresh + sum(CARD_VALUE[kind] for kind in set(player.hand))


def evaluate_skill(skill: str, turns: int) -> float:
    """Return the approximate gain of a skill in play from now on."""
    return SKILL_VALUE_AT_END.get(skill, 0.0) * 0.6 + SKILL_VALUE_PER_TURN.get(skill, 0.0) * turns


def compute_skill_gain(state: State, seat: Seat, skill: str) -> int:
    """R9 Return the VP that a skill would bring in a final scoring now."""
    player, before = state.players[seat], state.players[seat].skills
    rest = [other_skill for other_skill in before if other_skill != skill]
    sums = []
    for player.skills in ([*rest, skill], rest):
        sums.append(sum(compute_final_points(state, seat).values()))
    player.skills = before
    return sums[0] - sums[1]


def _evaluate_skill_in_play(state: State, seat: Seat, skill: str, turns: int) -> float:
    """Return the value of a skill in play; if scored at the end, its gain now and a little more for each turn left."""
    if skill in FINAL_SKILLS:
        return compute_skill_gain(state, seat, skill) + 0.06 * SKILL_VALUE_AT_END[skill] * turns
    return evaluate_skill(skill, turns)


def _evaluate_skills(state: State, seat: Seat, turns: int) -> float:
    """Return the value of the skills in play that are not used up; face-down skills count a little."""
    player = state.players[seat]
    value = sum(
        _evaluate_skill_in_play(state, seat, skill, turns) for skill in player.skills if skill not in player.spent
    )
    return value + 0.05 * sum(evaluate_skill(skill, turns) for skill in player.face_down.values())


def _evaluate_draft(player: Player, turns: int) -> float:
    """Return the value of the draft: its best skills, as many as will be set."""
    return 0.5 * sum(sorted((evaluate_skill(skill, turns) for skill in player.face_down.values()), reverse=True)[:4])
