"""What a State is worth to a seat, in VP: what it has, and what its people may make of the rest, by rules of thumb."""

from __future__ import annotations

from engines.kernel import Seat
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.table.board import builders, controls, towns_in, towns_of, workers_in
from engines.quo_vadis.table.scoring import style_bonus
from engines.quo_vadis.table.skills import KALEIDOSCOPE, LORE
from engines.quo_vadis.table.state import Player, State

TOWNS_LAST, WORKERS_LAST = 0.95, 0.87
"""How likely control by a town, or by workers, is to last from one own turn to the next."""
HALF_WON, NO_BUILDER = 0.35, 0.8
"""What one worker in an area is worth of its control; what all control is worth without a worker that could build."""

EACH_TURN = {
    "B01": 0.5, "B02": 0.3, "B03": 0.7, "B04": 0.3, "B05": 0.5, "B06": 0.4, "B07": 0.4, "B08": 0.5, "B09": 0.3,
    "B10": 0.5, "S01": 0.5, "S02": 0.5, "S03": 0.4, "S04": 0.5, "S05": 0.4, "S06": 0.4, "S07": 0.5, "S08": 0.4,
    "S09": 0.5, "S10": 0.5, "S11": 0.3, "S12": 0.6, "S13": 0.7, "S14": 0.7, "S15": 0.7, "S16": 0.8, "S17": 0.7,
    "S18": 0.7, "S19": 0.7, "S20": 0.4, "S21": 0.6, "S22": 0.5, "S23": 0.5, "S24": 0.9,
}  # fmt: skip
"""What a skill brings in a turn, about."""

AT_THE_END = {"S25": 8.0, "S26": 4.0, "S27": 6.0, "S28": 5.0, "S29": 3.0, "S30": 3.0}
"""What the others bring, about, if they are set at all."""


def worth(state: State, seat: Seat) -> float:
    """VP so far and what the rest may bring."""
    player = state.players[seat]
    left = turns_left(state, seat)
    value = float(player.points) + _skills(player, left)
    if state.phase in ("races", "draft"):
        return value
    value += _tracks(player, left) + _land(state, seat, left) + _end(state, seat, left)
    return value


def turns_left(state: State, seat: Seat) -> int:
    """Own turns that are still to come, without the one that is being played."""
    players = len(state.players)
    order = (seat - state.first) % players
    done = (state.turns + players - 1 - order) // players
    playing = state.phase == "turn" and state.active == seat
    return max(0, DATA.meta.rounds - done - playing)


def area_value(state: State, seat: Seat, left: int, lasting: float = WORKERS_LAST) -> float:
    """What control of one more area is worth: every card of a generation that is still to be closed counts for it.

    lasting: how likely control of it is to last from one turn to the next
    """
    player = state.players[seat]
    if not left or len(player.generations) == DATA.setup.generations:
        return 0.0
    cards: float = stack_of(player) + left
    return cards * lasting**left


def stack_of(player: Player) -> int:
    """Cards of the current generation."""
    return len(player.generations[-1]) if player.generations else 0


def _land(state: State, seat: Seat, left: int) -> float:
    """Areas under control, by a town or by workers, and areas that are half won."""
    by_town = area_value(state, seat, left, TOWNS_LAST)
    by_workers = area_value(state, seat, left)
    value = 0.0
    for area in state.areas.values():
        if towns_in(area, seat):
            value += by_town
        elif controls(area, seat):
            value += by_workers
        elif workers_in(area, seat):
            value += HALF_WON * by_workers
    if left and not builders(state, seat):
        value *= NO_BUILDER
    ruins = sum(not town.active for _, town in towns_of(state, seat))
    return value + 0.3 * min(left, 3) * ruins


def _tracks(player: Player, left: int) -> float:
    """Resources are worth what can still be done with them; each further one less."""
    if not left:
        return 0.01 * sum(player.stock.values())
    soon = min(1.0, 0.3 + 0.2 * left)
    weights = {"morale": 0.55, "food": 0.8, "faith": 0.5}
    stock = sum(weights[kind] * (min(n, 4) + 0.4 * max(0, n - 4)) for kind, n in player.stock.items())
    return soon * (stock + 0.45 * min(player.wrath, 3) + 0.25 * max(0, player.wrath - 3))


def _skills(player: Player, left: int) -> float:
    """Skills in play by the turns left; those face down as far as they will still be set."""

    def value(skill: str) -> float:
        return AT_THE_END.get(skill, 0.0) * 0.6 + EACH_TURN.get(skill, 0.0) * left

    spent = sum(value(skill) for skill in player.spent)
    changes = min(left, max(0, DATA.setup.generations - len(player.generations)), 5)
    hidden = sorted((value(skill) for skill in player.kept.values()), reverse=True)
    return sum(map(value, player.skills)) - spent + 0.5 * sum(hidden[:changes])


def _end(state: State, seat: Seat, left: int) -> float:
    """R9 The final scoring as it stands, the more the nearer the end."""
    player = state.players[seat]
    near = 1.0 - left / DATA.meta.rounds
    towns = [town for _, town in towns_of(state, seat)]
    active, people = sum(town.active for town in towns), sum(town.population for town in towns)
    last = not left or len(player.generations) == DATA.setup.generations
    city = (stack_of(player) + left) * active * TOWNS_LAST**left if last else active
    population = people / (1 if LORE in player.skills else DATA.scoring.population_per_vp)
    style = style_bonus([cards[-1] for cards in player.generations], wild=KALEIDOSCOPE in player.skills)
    return city + population * (0.5 + 0.5 * near) + style * near
