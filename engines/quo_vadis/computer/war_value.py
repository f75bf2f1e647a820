"""R7.7 The value of a war for a seat: odds after the rivals' replies to its bid, prize, and losses in a defeat."""

from collections.abc import Iterator

from engines.kernel import Prompt, Seat
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.rules.war.strength import compute_chances, create_war, is_contested
from engines.quo_vadis.table.board import count_workers, list_active_towns, list_bonus_areas
from engines.quo_vadis.table.state import Side, State, War

from .evaluation import count_turns_left, evaluate_generations, evaluate_morale

WAR_OF_OTHERS_VALUE = 0.5
"""Value of a war among other players."""
WRATH_VALUE = 0.4
"""Value of the wrath that a loser gains."""
EPSILON = 1e-9


def find_coming_war(state: State) -> War | None:
    """Return the war of this turn before its dice. It is certain as soon as a space is shared."""
    war = state.playing.war
    if war is None and state.playing.area is not None and is_contested(state.areas[state.genesis], state.seats):
        return create_war(state)
    return None if war is None or war.winner is not None else war


def evaluate_coming_war(state: State, seat: Seat) -> float:
    """Return the expected gain of the seat from the coming war if all sides bid what pays for them."""
    war = find_coming_war(state)
    if war is None:
        return 0.0
    side = next((side for side in war.sides if side.seat == seat), None)
    if side is None:
        return WAR_OF_OTHERS_VALUE
    if side.bid is not None:
        return _evaluate_outcome(estimate_answered_chance(state, war, seat), evaluate_defeat(state, war, seat))
    return max(value for _, value in _evaluate_bids(state, war, side))


def estimate_chance(state: State, war: War, seat: Seat) -> float:
    """Return the chance of a seat with its best bid, against the best replies of the rivals."""
    side = war.find_side(seat)
    if side.bid is not None:
        return estimate_answered_chance(state, war, seat)
    best, _ = max(_evaluate_bids(state, war, side), key=lambda bid_value: bid_value[1])
    side.bid = best
    chance = estimate_answered_chance(state, war, seat)
    side.bid = None
    return chance


def _evaluate_outcome(chance: float, loss: float) -> float:
    return chance * DATA.war.win_vp - (1 - chance) * loss


def _evaluate_bids(state: State, war: War, side: Side) -> Iterator[tuple[int, float]]:
    """Yield each possible bid of a seat with the value of the war."""
    loss, before = evaluate_defeat(state, war, side.seat), side.bid
    for morale in range(state.players[side.seat].stock["morale"] + 1):
        side.bid = morale
        value = _evaluate_outcome(estimate_answered_chance(state, war, side.seat), loss) - evaluate_morale(
            state, side.seat, morale
        )
        side.bid = before
        yield morale, value


def estimate_answered_chance(state: State, war: War, seat: Seat) -> float:
    """Return the chance of a seat if each rival still to declare makes its best reply to the bids before it."""
    undecided = [
        side
        for side in war.sides
        if side.bid is None and side.seat != seat and state.players[side.seat].stock["morale"]
    ]
    for side in undecided:
        side.bid = _choose_reply(state, war, side)
    chance = compute_chances(state, war)[seat]
    for side in undecided:
        side.bid = None
    return chance


def _choose_reply(state: State, war: War, side: Side) -> int:
    """Return a rival's best reply: nothing, as much as the highest bid, one more, or all."""
    morale = state.players[side.seat].stock["morale"]
    highest_bid = max(other.bid or 0 for other in war.sides)
    prize = DATA.war.win_vp + evaluate_defeat(state, war, side.seat)
    best, value = 0, -1e9
    for spent in sorted({0, min(highest_bid, morale), min(highest_bid + 1, morale), morale}):
        side.bid = spent
        gain = compute_chances(state, war)[side.seat] * prize - evaluate_morale(state, side.seat, spent)
        if gain > value + EPSILON:
            best, value = spent, gain
    side.bid = None
    return best


def evaluate_defeat(state: State, war: War, seat: Seat) -> float:
    """Return the loss of a seat in a defeat: workers, population, control, a rival's gain, less a little for wrath."""
    area = state.areas[war.area]
    towns = list_active_towns(area, seat)
    turns = count_turns_left(state, seat)
    loss = 0.3 * count_workers(area, seat) * min(1.0, 0.3 * turns) + 0.5 * len(towns)
    if not any(town.population > DATA.war.town_loss for town in towns):
        loss += (
            evaluate_generations(state, seat)
            - evaluate_generations(state, seat, without=area.id)
            + (1.5 if towns else 0.0)
        )
        if state.playing.player == seat and state.playing.is_change and area.id in list_bonus_areas(state, seat):
            loss += state.playing.old_size
    return loss - WRATH_VALUE + DATA.war.win_vp / (len(state.players) - 1)


def choose_bid(state: State, prompt: Prompt) -> str:
    """R7.7 Return the key of the best declaration, with the replies of the rivals still to declare."""
    assert state.playing.war is not None
    prize = DATA.war.win_vp + evaluate_defeat(state, state.playing.war, prompt.seat)
    chances = estimate_bid_chances(state, prompt)
    best, best_value = prompt.options[0].key, -1e9
    for option in prompt.options:
        value = chances[option.key] * prize - evaluate_morale(state, prompt.seat, option.value)
        if value > best_value + EPSILON:
            best, best_value = option.key, value
    return best


def estimate_bid_chances(state: State, prompt: Prompt) -> dict[str, float]:
    """R7.7 Return the chance to win with each declaration."""
    war = state.playing.war
    assert war is not None
    side, chances = war.find_side(prompt.seat), dict[str, float]()
    before = side.bid
    for option in prompt.options:
        side.bid = option.value
        chances[option.key] = estimate_answered_chance(state, war, prompt.seat)
    side.bid = before
    return chances
