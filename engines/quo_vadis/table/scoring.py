"""R8, R9 The end of the game and the final scoring, which needs no decisions."""

from collections import Counter
from collections.abc import Sequence

from engines.kernel import Message, Score, Seat, message
from engines.quo_vadis.data.content import DATA, KINDS

from .board import iter_towns, list_controlled_areas
from .skills import DOMINION, KALEIDOSCOPE, LORE, WISE_EMPEROR, find_skill_bonus
from .state import Player, State

PointsBySource = dict[str, int]
"""VP by source, in display order."""

LABELS: dict[str, Message] = {
    "territory": message("score.territory"),
    "war": message("score.war"),
    "prosperity": message("score.prosperity"),
    "skill": message("score.skill"),
    "city": message("score.city"),
    "population": message("score.population"),
    "style": message("score.style"),
    "skill_bonus": message("score.skill_bonus"),
}


def is_over(state: State) -> bool:
    """R8 Return whether the game is over: after the last player's turn of the last round."""
    return state.phase == "over"


def compute_scores(state: State) -> tuple[Score, ...]:
    """R9 Return the ranked scores: with the final scoring after the end, before it the VP so far.

    Ties go to the seat counted first clockwise from the start player.
    """
    parts = {seat: compute_points(state, seat) for seat in state.list_clockwise(state.first)}
    ranked = sorted(parts, key=lambda seat: -sum(parts[seat].values()))
    return tuple(
        Score(
            seat,
            place,
            sum(parts[seat].values()),
            tuple((LABELS[source], vp) for source, vp in parts[seat].items()),
        )
        for place, seat in enumerate(ranked, 1)
    )


def compute_points(state: State, seat: Seat) -> PointsBySource:
    """Return the VP of a seat by source, with the final scoring once the game is over."""
    player = state.players[seat]
    parts: PointsBySource = {source: player.vp[source] for source in player.vp}
    return parts | compute_final_points(state, seat) if is_over(state) else parts


def compute_final_points(state: State, seat: Seat) -> PointsBySource:
    """R9 Return the VP that the final scoring would bring a seat now, by source."""
    player = state.players[seat]
    return {
        "city": compute_city_bonus(state, seat),
        "population": compute_population_bonus(state, seat),
        "style": compute_style_bonus(
            [stack[-1] for stack in player.generations], has_wild_card=KALEIDOSCOPE in player.skills
        ),
        "skill_bonus": compute_skill_bonus(state, seat),
    }


def compute_city_bonus(state: State, seat: Seat) -> int:
    """R9.1 Return the cards of the last generation times the seat's active towns."""
    return count_last_generation(state.players[seat]) * _count_active_towns(state, seat)


def count_last_generation(player: Player) -> int:
    """R9.1 Return the number of cards in the rightmost generation that is not empty."""
    return len(player.generations[-1]) if player.generations else 0


def compute_population_bonus(state: State, seat: Seat) -> int:
    """R9.1 Return 1 VP per 2 population, summed over all towns of the seat before halving; with S26 1 VP each."""
    population = sum(town.population for _, town in iter_towns(state, seat))
    return population // (find_skill_bonus(state.players[seat], LORE, "per_vp") or DATA.scoring.population_per_vp)


def compute_style_bonus(tops: Sequence[str], *, has_wild_card: bool = False) -> int:
    """R9.2 Return the style bonus: versatile if the top cards all differ, else specialist by the largest equal group.

    has_wild_card: with S28 one of them may count as any kind; the best result counts.
    """
    return _compute_style(_substitute_wild(tops, has_wild_card))


def is_versatile(tops: Sequence[str], *, has_wild_card: bool = False) -> bool:
    """R9.2 Return whether the style bonus is the one for different top cards."""
    kinds = _substitute_wild(tops, has_wild_card)
    return len(set(kinds)) == len(kinds)


def _substitute_wild(tops: Sequence[str], has_wild_card: bool) -> Sequence[str]:
    """Return the top cards as they count: with S28 one of them as the most valuable kind."""
    if not has_wild_card:
        return tops
    alternatives = ([*tops[:i], kind, *tops[i + 1 :]] for i in range(len(tops)) for kind in KINDS)
    return max((tops, *alternatives), key=_compute_style)


def _compute_style(tops: Sequence[str]) -> int:
    if not tops:
        return 0
    largest = max(Counter(tops).values())
    if largest == 1:
        return DATA.scoring.versatile[len(tops) - 1]
    return DATA.scoring.specialist[largest - 1]


def compute_skill_bonus(state: State, seat: Seat) -> int:
    """R9.3 Return the VP of S25 for each active town and of S27 for each area under control (S24 does not help)."""
    player = state.players[seat]
    emperor = find_skill_bonus(player, WISE_EMPEROR, "vp") * _count_active_towns(state, seat)
    return emperor + find_skill_bonus(player, DOMINION, "vp") * len(list_controlled_areas(state, seat))


def _count_active_towns(state: State, seat: Seat) -> int:
    return sum(town.is_active for _, town in iter_towns(state, seat))
