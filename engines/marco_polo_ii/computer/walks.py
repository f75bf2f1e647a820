"""Walks that a computer player tries when its path is asked place by place (R8.5, R12 Möngke)."""

from collections.abc import Sequence
from functools import lru_cache

from engines.kernel import Option, Prompt, Seat
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.rules.posts import may_place_post
from engines.marco_polo_ii.rules.reach import build_resources, list_post_cities
from engines.marco_polo_ii.table.paths import MovementResources, Path, list_next_paths, start_path
from engines.marco_polo_ii.table.state import OngoingMovement, State

from .evaluation import RATES, evaluate_gain

MAX_ROUTES = 12
"""Maximum number of routes of a walk that is tried."""
BREADTH = 40
"""Number of partial walks of each length that are continued."""
MAX_WALKS = 6
POST_VALUE = 4.0
"""Rough value of a new post, besides the rewards of its city."""
MONGKE = CONTENT.data.characters.mongke
OASIS_VALUE = MONGKE.vp_per_oasis + max(
    sum(RATES[name] * getattr(gain, name) for name in ("coins", "camels")) for gain in MONGKE.choice
)


@lru_cache(1 << 9)
def list_promising_walks(path: Path, resources: MovementResources, post_cities: tuple[str, ...]) -> tuple[Path, ...]:
    """Return walks that continue this one, itself included: to each place the best that a beam search finds."""
    best: dict[str, Path] = {path.end: path}
    partial_walks = [path]
    for _ in range(MAX_ROUTES):
        longer_walks = [longer for walk in partial_walks for longer in list_next_paths(walk, resources, post_cities)]
        partial_walks = sorted(longer_walks, key=lambda walk: -_evaluate_walk(walk, resources))[:BREADTH]
        for walk in longer_walks:
            known = best.get(walk.end)
            if known is None or known is path or _evaluate_walk(walk, resources) > _evaluate_walk(known, resources):
                best[walk.end] = walk
    return tuple(best.values())


def _evaluate_walk(walk: Path, resources: MovementResources) -> float:
    """Return the value of the oases of a walk less its price."""
    price: float = sum(RATES[name] * getattr(walk, name) for name in ("coins", "camels", "jade"))
    oasis_value: float = OASIS_VALUE * len(walk.oases) if resources.has_free_oases else 0.0
    return oasis_value - price


def select_steps(s: State, prompt: Prompt) -> Sequence[Option]:
    """Return the options that lead to the most promising walks; to stop or to stay is always one."""
    moving, walks = s.turn.moving, _rank_walks(s, prompt.seat)
    assert moving is not None
    length = len(moving.walk.path.places) if moving.walk is not None else 1
    next_places = {(figure, walk.places[length]) for _, figure, walk in walks if len(walk.places) > length}
    return [
        option
        for option in prompt.options
        if option.value is None or option.value == moving.walk or _get_target(option) in next_places
    ]


def _get_target(option: Option) -> tuple[int, str]:
    return option.value.figure, option.value.path.end


def estimate_walk(s: State, seat: Seat) -> float:
    """Return the estimated value of the best walk that the present one can become."""
    return max((value for value, _, _ in _rank_walks(s, seat)), default=0.0)


def _rank_walks(s: State, seat: Seat) -> list[tuple[float, int, Path]]:
    """Return (estimated value, figure, walk) of the most promising walks, best first."""
    player, moving = s.players[seat], s.turn.moving
    assert moving is not None
    resources = build_resources(player, moving.budget)._replace(seals=tuple(player.seals))
    post_cities = list_post_cities(s, seat) if moving.budget.allows_extra_post else ()
    walks = [
        (_evaluate_walk(walk, resources) + _evaluate_end(s, seat, walk.end), figure, walk)
        for figure, path in _list_beginnings(s, seat, moving, resources)
        for walk in list_promising_walks(path, resources, post_cities)
    ]
    return sorted(walks, key=lambda entry: (-entry[0], entry[1], entry[2].places))[:MAX_WALKS]


def _list_beginnings(
    s: State, seat: Seat, moving: OngoingMovement, resources: MovementResources
) -> list[tuple[int, Path]]:
    """Return (figure, path so far) for the figures that may walk on."""
    if moving.walk is not None:
        return [(moving.walk.figure, moving.walk.path)]
    return [
        (figure, start_path(place, resources))
        for figure, place in enumerate(s.players[seat].figures)
        if figure not in moving.moved_figures
    ]


def _evaluate_end(s: State, seat: Seat, city: str) -> float:
    """R11 Return the rough value of a new post at the end of a walk."""
    if not may_place_post(s, seat, city):
        return 0.0
    value = POST_VALUE
    if city in s.outposts:
        value += evaluate_gain(CONTENT.data.outposts[s.outposts[city]].reward, 1.0)
    if city in s.bonuses:
        value += evaluate_gain(CONTENT.data.city_bonuses[s.bonuses[city]].reward, 1.0)
    return value
