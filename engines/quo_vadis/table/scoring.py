"""R8, R9 The end of the game and the final scoring, in which nothing is decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engines.kernel import Msg, Score, Seat, say
from engines.quo_vadis.data.content import DATA, KINDS

from .board import controlled, towns_of
from .skills import DOMINION, KALEIDOSCOPE, LORE, WISE_EMPEROR, bonus
from .state import Player, State

Parts = dict[str, int]
"""VP by source, in the order in which they are shown."""

LABELS: dict[str, Msg] = {
    "territory": say("score.territory"),
    "war": say("score.war"),
    "prosperity": say("score.prosperity"),
    "skill": say("score.skill"),
    "city": say("score.city"),
    "population": say("score.population"),
    "style": say("score.style"),
    "skill_bonus": say("score.skill_bonus"),
}


def over(s: State) -> bool:
    """R8 After the last player's turn of the last round."""
    return s.phase == "over"


def scores(s: State) -> tuple[Score, ...]:
    """R9 The common final scoring; before the end, what has been scored so far.

    A tie goes to who is counted first clockwise from the start player.
    """
    parts = {seat: points(s, seat) for seat in s.clockwise(s.first)}
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


def points(s: State, seat: Seat) -> Parts:
    """VP of a seat by source; with the final scoring once the game is over."""
    player = s.players[seat]
    parts: Parts = {source: player.vp[source] for source in player.vp}
    return parts | final(s, seat) if over(s) else parts


def final(s: State, seat: Seat) -> Parts:
    """R9 What the final scoring would bring a seat now."""
    player = s.players[seat]
    return {
        "city": city_bonus(s, seat),
        "population": population_bonus(s, seat),
        "style": style_bonus([stack[-1] for stack in player.generations], wild=KALEIDOSCOPE in player.skills),
        "skill_bonus": skill_bonus(s, seat),
    }


def city_bonus(s: State, seat: Seat) -> int:
    """R9.1 Cards of the last generation x own active towns."""
    return last_generation(s.players[seat]) * _towns(s, seat)


def last_generation(player: Player) -> int:
    """R9.1 Cards in the rightmost generation that is not empty."""
    return len(player.generations[-1]) if player.generations else 0


def population_bonus(s: State, seat: Seat) -> int:
    """R9.1 1 VP per 2 population, summed over all own towns before halving; with S26 1 VP each."""
    population = sum(town.population for _, town in towns_of(s, seat))
    return population // (bonus(s.players[seat], LORE, "per_vp") or DATA.scoring.population_per_vp)


def style_bonus(tops: Sequence[str], *, wild: bool = False) -> int:
    """R9.2 Top cards all different: versatile by their number; else specialist by the largest equal group.

    S28: one of them may count as any kind; the best result counts.
    """
    return _style(_counted(tops, wild))


def is_versatile(tops: Sequence[str], *, wild: bool = False) -> bool:
    """R9.2 Whether the bonus is that for different top cards, not that for equal ones."""
    counted = _counted(tops, wild)
    return len(set(counted)) == len(counted)


def _counted(tops: Sequence[str], wild: bool) -> Sequence[str]:
    """The top cards as they count: with S28 one of them as the kind that brings most."""
    if not wild:
        return tops
    changed = ([*tops[:i], kind, *tops[i + 1 :]] for i in range(len(tops)) for kind in KINDS)
    return max((tops, *changed), key=_style)


def _style(tops: Sequence[str]) -> int:
    if not tops:
        return 0
    largest = max(Counter(tops).values())
    if largest == 1:
        return DATA.scoring.versatile[len(tops) - 1]
    return DATA.scoring.specialist[largest - 1]


def skill_bonus(s: State, seat: Seat) -> int:
    """R9.3 S25: VP for each own active town; S27: VP for each area under control (S24 does not help)."""
    player = s.players[seat]
    emperor = bonus(player, WISE_EMPEROR, "vp") * _towns(s, seat)
    return emperor + bonus(player, DOMINION, "vp") * len(controlled(s, seat))


def _towns(s: State, seat: Seat) -> int:
    return sum(town.active for _, town in towns_of(s, seat))
