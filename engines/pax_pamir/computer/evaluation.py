"""Heuristic evaluation of a position for a player, in VP: expected points of the next checks, and resources.

It uses only facts that the player may know: of other hands only the number of cards.
"""

from collections.abc import Sequence
from math import exp

from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import Coalition, CourtCard
from engines.pax_pamir.table import derived, scoring
from engines.pax_pamir.table.market import list_pile_borders
from engines.pax_pamir.table.state import State

LIMITS, SCORING = CONTENT.data.limits, CONTENT.data.scoring

WIN = 100.0
WINNING_LEAD_VALUE = 4.0
"""Value of a lead that wins at once, in addition to its VP."""
ACTION_VALUES = {"tax": 0.25, "gift": 0.2, "build": 0.3, "move": 0.15, "betray": 0.2, "battle": 0.25}
"""Value of each card action in the court. A second card with the same action adds half."""
NEW_CARDS_PER_TURN = 6
"""Depth in the deck at which a check is half as urgent as in the market."""


def evaluate(s: State, player: int) -> float:
    """Return the player's expected VP minus those of the rivals: the mean of the best rival's and their average."""
    if s.phase == "over":
        return _evaluate_result(s, player)
    expected = _estimate_vp(s)
    means = [_evaluate_resources(s, p, p == player) for p in range(len(s.players))]
    values = [points + mean for points, mean in zip(expected, means, strict=True)]
    rivals = [value for p, value in enumerate(values) if p != player]
    return values[player] - (max(rivals) + sum(rivals) / len(rivals)) / 2


def _evaluate_result(s: State, player: int) -> float:
    """R10.1 Return the value of a finished game: only victory counts, divided by the number of winners."""
    places = {score.seat: score.place for score in scoring.compute_scores(s)}
    winners = sum(place == 1 for place in places.values())
    return WIN / winners if places[player] == 1 else -WIN


# ---------------------------------------------------------------- dominance checks


def estimate_nearness(s: State) -> float:
    """Return how near the next dominance check is: 1 = in the market, towards 0 deep in the deck.

    R3.3 Each of the lowest piles of the deck holds one check; the remaining sizes of the piles are public.
    """
    if any(space.card in CONTENT.checks for space in s.market):
        return 1.0
    borders = list_pile_borders(s)
    left = scoring.count_checks_left(s)
    cards_above = len(s.deck) - (borders[left - 1] + borders[left]) / 2
    return NEW_CARDS_PER_TURN / (NEW_CARDS_PER_TURN + max(0.0, cards_above))


def _estimate_vp(s: State) -> list[float]:
    """Return for each player the VP so far, the expected VP of the next check, and the chance that it wins at once."""
    near = estimate_nearness(s)
    spread = 2.0 - 1.5 * near
    final = scoring.count_checks_left(s) == 1
    gains = [0.0] * len(s.players)
    for coalition, chance in _estimate_chances(s, spread).items():
        ranked = scoring.compute_check_strengths(s, coalition)
        values = SCORING.successful if coalition else SCORING.unsuccessful
        for player, points in zip(ranked, _estimate_points(values, list(ranked.values()), spread), strict=True):
            gains[player] += chance * points * (SCORING.final_multiplier if final else 1)
    weight = 0.35 + 0.65 * near
    totals = [player.vp + weight * gain for player, gain in zip(s.players, gains, strict=True)]
    return [
        total
        + WINNING_LEAD_VALUE
        * near
        * _estimate_probability(_compute_lead(totals, p) - LIMITS.victory_lead_required + 0.5)
        for p, total in enumerate(totals)
    ]


def _compute_lead(totals: Sequence[float], player: int) -> float:
    return totals[player] - max(total for p, total in enumerate(totals) if p != player)


def _estimate_probability(margin: float, spread: float = 1.0) -> float:
    """Return the probability, 0 .. 1, of something with this margin (logistic function)."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, margin / spread))))


def _estimate_chances(s: State, spread: float) -> dict[Coalition | None, float]:
    """R10.1 Return coalition -> probability that it dominates at the next check; None -> that none does."""
    blocks = scoring.count_blocks_on_map(s)
    required = scoring.compute_required_lead(s)
    chances: dict[Coalition, float] = {}
    for coalition in COALITIONS:
        best_rival = max(n for other, n in blocks.items() if other != coalition)
        chances[coalition] = _estimate_probability(blocks[coalition] - best_rival - required + 0.5, spread)
    total = sum(chances.values())
    return {None: max(0.0, 1.0 - total)} | {
        coalition: chance / max(1.0, total) for coalition, chance in chances.items()
    }


def _estimate_points(values: Sequence[int], strengths: Sequence[int], spread: float) -> list[float]:
    """R10.3 Return the points for each of these strengths by expected place, since strengths may still change."""
    points = []
    for strength in strengths:
        # own strength is in the sum too
        place = sum(_estimate_probability(other - strength, spread) for other in strengths) - 0.5
        points.append(_interpolate((*values, 0), place))
    return points


def _interpolate(values: Sequence[int], place: float) -> float:
    """Interpolate the value at a place 0.0 .. between two places."""
    index = int(place)
    if index >= len(values) - 1:
        return 0.0
    return values[index] + (values[index + 1] - values[index]) * (place - index)


# ---------------------------------------------------------------- resources


def _evaluate_resources(s: State, player: int, knows_hand: bool) -> float:
    """Evaluate a player's resources: influence, cylinders, rulers, rupees, court and hand.

    knows_hand: True if the hand is known; else only its size counts
    """
    player_state = s.players[player]
    left = scoring.count_checks_left(s)
    regions = sum(ruler == player for ruler in s.rulers.values())
    future_weight = 0.1 * min(left, 3)
    side = player_state.loyalty
    total = future_weight * (derived.compute_influence(s, player, side) + 0.6 * s.count_cylinders(player))
    total += 0.45 * regions + _evaluate_rupees(player_state.rupees)
    total += _evaluate_court(s, player)
    if knows_hand:
        total += sum(0.25 + 0.4 * evaluate_card(CONTENT.cards[card]) for card in player_state.hand)
    else:
        total += 0.55 * len(player_state.hand)
    if s.turn is not None and s.turn.player == player:
        total -= 0.7 * max(0, len(player_state.court) - derived.compute_court_limit(s, player))
        total -= 0.5 * max(0, len(player_state.hand) - derived.compute_hand_limit(s, player))
    return total


def _evaluate_rupees(rupees: int) -> float:
    """Evaluate a player's rupees. The first ones matter most."""
    return 0.3 * min(rupees, 4) + 0.15 * max(0, min(rupees - 4, 4)) + 0.05 * max(0, rupees - 8)


def evaluate_card(card: CourtCard) -> float:
    """Evaluate a court card by stars, actions and ability, wherever it lies."""
    actions = sum(ACTION_VALUES[action] for action in card.actions)
    return 0.2 + 0.15 * card.rank + 0.6 * actions + 0.2 * (card.ability != "none")


def _evaluate_court(s: State, player: int) -> float:
    """R4.6-R4.8 Evaluate a court. Bonus actions count more, hostages less; leverage costs, because it is repaid."""
    player_state = s.players[player]
    total = 0.0
    known_actions: set[str] = set()
    for number in player_state.court:
        card = CONTENT.cards[number]
        strength = (0.7 + 0.15 * card.rank) * (1.5 if derived.is_favored(s, player, number) else 1.0)
        actions = (
            sum(ACTION_VALUES[action] * (0.5 if action in known_actions else 1.0) for action in card.actions) * strength
        )
        captor = derived.find_captor(s, number)
        if captor is not None:
            actions *= 0.5
        known_actions.update(card.actions)
        total += 0.2 + 0.1 * card.rank + actions + 0.2 * (card.ability != "none")
        if card.has_leverage:
            total -= 0.15 if player_state.rupees > 1 else 0.4
    hostage_count = sum(derived.find_captor(s, key) == player for key in s.spies)
    return total + 0.25 * hostage_count
