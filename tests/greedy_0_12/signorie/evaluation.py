"""Evaluation of a State for a seat, in VP: VP so far plus an estimate of future VP by rules of thumb."""

from collections.abc import Sequence

from engines.kernel import Option, Prompt, Seat
from engines.signorie.data.content import CONTENT
from engines.signorie.effects.family import Roll
from engines.signorie.phases.dice import Die, compute_die_cost
from engines.signorie.phases.rewards import compute_tile_vp
from engines.signorie.table.board import CAREERS, compute_row_vp, compute_threshold, find_initiative_slot
from engines.signorie.table.state import Player, State
from tests.greedy_0_12.search import GreedyPlayer

DATA = CONTENT.data


def evaluate(state: State, seat: Seat) -> float:
    """Return the seat's VP so far plus an estimate of future VP; after the end, exactly the VP."""
    player = state.players[seat]
    rounds_left = DATA.rounds.count - state.slot
    if state.phase == "over":
        return player.vp
    return (
        player.vp
        + _evaluate_means(player, rounds_left)
        + _evaluate_men(player, rounds_left)
        + _evaluate_plan(player, rounds_left)
        + _evaluate_helpers(player, rounds_left)
        + _evaluate_initiative(state, seat)
        + _evaluate_reward(state, seat, rounds_left)
    )


def _evaluate_means(player: Player, rounds_left: int) -> float:
    """Evaluate florins and meeples in the supply by their remaining use."""
    if not rounds_left and player.has_passed:
        return 0.01 * player.florins
    usable_share = min(1.0, 0.4 + 0.2 * rounds_left)
    florins = min(player.florins, 8) + 0.4 * max(0, player.florins - 8)
    men, women = player.supply["male"], player.supply["female"]
    return usable_share * (
        0.9 * florins + 1.6 * min(men, 5) + 1.6 * min(women, 4) + 0.5 * (max(0, men - 5) + max(0, women - 4))
    )


def _evaluate_men(player: Player, rounds_left: int) -> float:
    """Evaluate men on tracks: a few will be sent on missions in the rounds left, the others score half at the end."""
    values = sorted(
        (
            DATA.career_track.vp[i]
            for track in CAREERS
            for i, men in enumerate(player.careers[track])
            for _ in range(men)
        ),
        reverse=True,
    )
    sent_count = int(1.5 * rounds_left) + (0 if player.has_passed or "light_blue" in player.dice else 1)
    return sum(0.8 * vp + 0.7 if i < sent_count else vp // 2 for i, vp in enumerate(values))


def _evaluate_plan(player: Player, rounds_left: int) -> float:
    """Evaluate the plan: rows with too few tiles by the likelihood that they will score, which grows with tiles and
    rounds left.
    """
    total = 0.0
    for row in player.plan.values():
        if row.size >= DATA.end_scoring.row_minimum_tiles:
            total += compute_row_vp(row)
        else:
            tiles = sum(tile.value for tile in row.face_up) + len(row.face_down)
            total += (tiles + row.size) * min(0.9, 0.12 * rounds_left + 0.2 * row.size) * (rounds_left > 0)
    return total


def _evaluate_helpers(player: Player, rounds_left: int) -> float:
    """Evaluate helpers, used about every second round (lower ones are stronger), and brides, who strengthen the purple
    action.
    """
    costs = sum(CONTENT.helpers[helper].cost for helper in player.helpers)
    return rounds_left * (0.55 * costs + 0.7 * player.brides)


def _evaluate_initiative(state: State, seat: Seat) -> float:
    """Evaluate the initiative disc: the VP of its slot, and a little for playing early."""
    slot = find_initiative_slot(state, seat)
    return DATA.initiative_track.vp[slot] + 0.25 * slot


def _evaluate_reward(state: State, seat: Seat, rounds_left: int) -> float:
    """Evaluate the round's reward by the likelihood that the dice stay within the threshold."""
    player = state.players[seat]
    if state.phase != "actions":
        return 0.0
    tile = state.rewards[state.slot - 1]
    effect = None if tile is None else CONTENT.vp_effects.get(tile)
    prize = (
        4.5 + 0.7 * rounds_left
        if effect is None
        else compute_tile_vp(state, seat, effect) + (2.0 if player.florins > 4 else 0.0)
    )
    margin = compute_threshold(player) - player.dice_sum
    if margin < 0:
        return 0.0
    dice_left = 0 if player.has_passed else DATA.rounds.max_actions_per_round - len(player.dice)
    return prize * min(1.0, 0.5 + 0.5 * (margin + 1) / (2.5 * dice_left + 1))


MEEPLE_ROLLED = 1.5
"""Evaluation of an offspring die before it is rolled, in VP."""


def is_worth_trying(_state: State, prompt: Prompt) -> Sequence[Option]:
    """Return the options worth trying: of dice with the same colour and cost only the lowest, plus the highest grey die
    (for helpers with "+ die"); all other options.
    """
    options: dict[object, Option] = {}
    for option in prompt.options:
        if isinstance(option.value, Die):
            color, cost = option.value.color, compute_die_cost(option.value)
            options.setdefault((color, cost), option)  # the lowest comes first
            if color == "grey":
                options["grey, highest"] = option
        else:
            options[option.key] = option
    return list({option.key: option for option in options.values()}.values())


def estimate_prospect(_state: State, prompt: Prompt) -> float:
    """R8.4 Evaluate offspring dice that are about to be rolled."""
    return MEEPLE_ROLLED * prompt.subject.dice if isinstance(prompt.subject, Roll) else 0.0


greedy = GreedyPlayer(evaluate, is_worth_trying, estimate_prospect=estimate_prospect)
