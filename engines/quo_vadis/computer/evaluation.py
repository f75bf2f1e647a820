"""What a State is worth to a seat, in VP: what it has, and what its people may make of the rest, by rules of thumb."""

from __future__ import annotations

from engines.kernel import Seat
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.table.board import builders, hand_limit, participants, present, towns_in
from engines.quo_vadis.table.scoring import final
from engines.quo_vadis.table.skills import DOMINION, KALEIDOSCOPE, LORE, WISE_EMPEROR
from engines.quo_vadis.table.state import Area, Player, State

from .plan import QUARTERS, Outlook, promise

HALF_WON, AMONG_OTHERS, SHARED = 0.4, 0.85, 0.2
"""How much of an area one worker holds; how safe control is beside others, and how much less on a shared space."""
NO_BUILDER, RUIN = 3.0, 0.4
"""What it costs that no worker can build; what a destroyed town is worth in a turn."""

KEPT = {"blessing": 0.2, "labour": 0.25, "miracle": 0.2, "revelation": 0.1, "prosperity": 0.35}
TRACK = {"morale": 0.55, "food": 0.9, "faith": 0.5}
"""What one of a resource is worth in the middle of the game."""
DEFENCE = 0.1
"""And one of morale after the last own turn, while others may still bring about wars."""
DRAWN = 0.15
"""What the first hand card of a kind is worth as a choice, and one that is drawn at the end of the turn."""
LEFT_OVER = 0.01
"""What is left at the end is worth nothing; it is not thrown away without need."""

EACH_TURN = {
    "B01": 0.5, "B02": 0.3, "B03": 0.7, "B04": 0.3, "B05": 0.5, "B06": 0.4, "B07": 0.4, "B08": 0.5, "B09": 0.3,
    "B10": 0.5, "S01": 0.5, "S02": 0.5, "S03": 0.4, "S04": 0.5, "S05": 0.4, "S06": 0.4, "S07": 0.5, "S08": 0.4,
    "S09": 0.5, "S10": 0.5, "S11": 0.3, "S12": 0.6, "S13": 0.7, "S14": 0.7, "S15": 0.7, "S16": 0.8, "S17": 0.7,
    "S18": 0.7, "S19": 0.7, "S20": 0.4, "S21": 0.6, "S22": 0.5, "S23": 0.5, "S24": 0.9,
}  # fmt: skip
"""What a skill brings in a turn, about."""

AT_THE_END = {"S25": 8.0, "S26": 4.0, "S27": 6.0, "S28": 5.0, "S29": 3.0, "S30": 3.0}
"""What the others bring, about, if they are set at all."""
FINAL = (WISE_EMPEROR, LORE, DOMINION, KALEIDOSCOPE)
"""Those of them that the final scoring counts (R9)."""


def worth(state: State, seat: Seat) -> float:
    """VP so far and what the rest may bring."""
    player = state.players[seat]
    left = turns_left(state, seat)
    value = float(player.points)
    if state.phase == "over":
        return value + sum(final(state, seat).values())
    if state.phase in ("races", "draft"):
        return value + _drafted(player, left)
    if not left:
        return value + sum(final(state, seat).values()) + LEFT_OVER * (sum(player.stock.values()) + len(player.hand))
    means = _skills(state, seat, left) + tracks(player, left) + _hand(player)
    return value + means + _people(state, seat, left) + prospects(state, seat)


def turns_left(state: State, seat: Seat) -> int:
    """Own turns that are still to come, without the one that is being played."""
    players = len(state.players)
    order = (seat - state.first) % players
    done = (state.turns + players - 1 - order) // players
    playing = state.phase == "turn" and state.active == seat
    return max(0, DATA.meta.rounds - done - playing)


def prospects(state: State, seat: Seat, *, without: str | None = None) -> float:
    """What the generations promise with the land that is held (`plan`). without: an area counted as lost."""
    promised = promise(outlook(state, seat, without))
    return promised if builders(state, seat) else promised - NO_BUILDER


def outlook(state: State, seat: Seat, without: str | None = None) -> Outlook:
    """Where a seat stands. without: an area counted as lost."""
    player = state.players[seat]
    held, towns, active = 0.0, 0, 0
    for area in state.areas.values():
        own = towns_in(area, seat)
        active += len(own)
        if area.id == without:
            continue
        if own:
            towns += 1
        else:
            held += _held(state, area, seat)
    tops = [stack[-1] for stack in player.generations]
    closed = tops[:-1]
    free = {kind for kind in player.hand if kind not in closed}
    return Outlook(
        left=turns_left(state, seat),
        size=stack_of(player),
        number=max(1, len(tops)),
        quarters=round(QUARTERS * held),
        towns=towns,
        active=active,
        areas=len(state.areas),
        largest=max((closed.count(kind) for kind in closed), default=0),
        distinct=len(set(closed)) == len(closed),
        fresh=not tops or tops[-1] not in closed,
        ready=bool(free),
    )


def stack_of(player: Player) -> int:
    """Cards of the current generation."""
    return len(player.generations[-1]) if player.generations else 0


def _held(state: State, area: Area, seat: Seat) -> float:
    """How much of an area workers hold: all of it from two spaces on, less where others stand, too."""
    spaces = shared = 0
    for space in area.spaces:
        if space.workers[seat]:
            spaces += 1
            shared += any(present(space, other) for other in state.seats if other != seat)
    if not spaces:
        return 0.0
    peace = 1.0 if participants(area, state.seats) == [seat] else AMONG_OTHERS
    if shared:
        peace -= SHARED
    return peace * (1.0 if spaces >= DATA.control.worker_spaces else HALF_WON)


def _people(state: State, seat: Seat, left: int) -> float:
    """Population, which the final scoring counts; towns that could rise again."""
    people = ruins = 0
    for area in state.areas.values():
        for space in area.spaces:
            if space.town is not None and space.town.owner == seat:
                people += space.town.population
                ruins += not space.town.active
    each = 1.0 if LORE in state.players[seat].skills else 1 / DATA.scoring.population_per_vp
    return people * each + RUIN * min(left, 3) * ruins


def tracks(player: Player, left: int) -> float:
    """Resources are worth what can still be done with them; each further one less."""
    stock = sum(TRACK[kind] * _diminished(n) for kind, n in player.stock.items())
    return _soon(left) * (stock + 0.45 * min(player.wrath, 3) + 0.25 * max(0, player.wrath - 3))


def _soon(left: int) -> float:
    return min(1.0, 0.3 + 0.2 * left)


def _diminished(amount: int) -> float:
    return min(amount, 4) + 0.4 * max(0, amount - 4)


def morale_price(state: State, seat: Seat, spent: int) -> float:
    """R7.7 What so much of a seat's morale could still do later; nothing in the last turn of the game."""
    if left := turns_left(state, seat):
        stock = state.players[seat].stock["morale"]
        return _soon(left) * TRACK["morale"] * (_diminished(stock) - _diminished(stock - spent))
    to_come = DATA.meta.rounds * len(state.players) - state.turns - 1
    return DEFENCE * spent if to_come else 0.0


def _hand(player: Player) -> float:
    """Cards to choose from: a second one of a kind is worth less than one that is still to be drawn."""
    fresh = DRAWN * (hand_limit(player) - len(player.hand))
    return fresh + sum(KEPT[kind] for kind in set(player.hand))


def skill_value(skill: str, left: int) -> float:
    """What a skill brings from now on, if it is in play."""
    return AT_THE_END.get(skill, 0.0) * 0.6 + EACH_TURN.get(skill, 0.0) * left


def brought(state: State, seat: Seat, skill: str) -> int:
    """R9 VP that a skill of the final scoring brings as the table stands."""
    player, before = state.players[seat], state.players[seat].skills
    rest = [one for one in before if one != skill]
    sums = []
    for player.skills in ([*rest, skill], rest):
        sums.append(sum(final(state, seat).values()))
    player.skills = before
    return sums[0] - sums[1]


def _in_play(state: State, seat: Seat, skill: str, left: int) -> float:
    """By the turns left; of the final scoring what it would bring now and a little more for each turn."""
    if skill in FINAL:
        return brought(state, seat, skill) + 0.06 * AT_THE_END[skill] * left
    return skill_value(skill, left)


def _skills(state: State, seat: Seat, left: int) -> float:
    """Skills in play, but for those that are used up; good ones face down count a little."""
    player = state.players[seat]
    value = sum(_in_play(state, seat, skill, left) for skill in player.skills if skill not in player.spent)
    return value + 0.05 * sum(skill_value(skill, left) for skill in player.kept.values())


def _drafted(player: Player, left: int) -> float:
    """The best skills that were kept: so many as will be set."""
    return 0.5 * sum(sorted((skill_value(skill, left) for skill in player.kept.values()), reverse=True)[:4])
