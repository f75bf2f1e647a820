"""R8.5 The places that a figure can reach, with the prices of going there and the gains of arriving."""

from engines.kernel import Message, Option, Seat, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost
from engines.marco_polo_ii.table import names
from engines.marco_polo_ii.table.paths import (
    OASES,
    MovementResources,
    Path,
    can_leave,
    list_next_paths,
    list_paths,
    start_path,
)
from engines.marco_polo_ii.table.state import Budget, OngoingMovement, Player, State

from .payment import compute_default_payment
from .posts import may_place_post

DATA = CONTENT.data
STAY = Option("stay", None, message("move.stay"))
FREE = message("move.free")


def build_resources(player: Player, budget: Budget) -> MovementResources:
    """Return the resources and abilities that the player can use for a movement."""
    return MovementResources(
        budget.steps,
        player.coins,
        player.camels,
        player.jade,
        player.seals,
        budget.spent,
        budget.step_camels,
        has_free_oases=player.character == "mongke",
        has_free_routes=player.character == "gantulga",
        keeps_steps=len(player.figures) > 1,
    )


def can_move(player: Player, budget: Budget) -> bool:
    """R6 Return whether any figure can move at all, i.e. the action is possible."""
    resources = build_resources(player, budget)
    return any(can_leave(figure, resources) for figure in player.figures)


def list_reachable(s: State, seat: Seat, moving: OngoingMovement) -> dict[tuple[int, str], tuple[Path, ...]]:
    """Return (figure, place) -> paths there, for every figure that may still move; of two in one place the first.

    Of a walk only the next places, with the path so far.
    """
    player, budget = s.players[seat], moving.budget
    resources = build_resources(player, budget)
    post_cities = list_post_cities(s, seat) if budget.allows_extra_post else ()
    if moving.walk is not None:
        next_paths = list_next_paths(moving.walk.path, resources, post_cities)
        return {(moving.walk.figure, path.end): (path,) for path in next_paths}
    paths_by_target: dict[tuple[int, str], tuple[Path, ...]] = {}
    for figure, start in enumerate(player.figures):
        if figure in moving.moved_figures or (start in player.figures[:figure] and not moving.moved_figures):
            continue
        if moving.is_walk:
            next_paths = list_next_paths(start_path(start, resources), resources, post_cities)
            paths_by_target |= {(figure, path.end): (path,) for path in next_paths}
        else:
            found = list_paths(start, resources, post_cities)
            paths_by_target |= {(figure, end): paths for end, paths in found.items()}
    return paths_by_target


def find_new_oasis_vp(player: Player, moving: OngoingMovement, path: Path) -> int:
    """R12 Return the VP that Möngke gains for an oasis at the end of a path; 0 if it counts already, or is none."""
    is_new = moving.walk is None or path.end not in moving.walk.path.oases
    return DATA.characters.mongke.vp_per_oasis if player.character == "mongke" and path.end in OASES and is_new else 0


def find_oasis_vp(player: Player, moving: OngoingMovement, path: Path) -> int:
    """R12 Return the VP that Möngke gains by stopping, for all oases of his walk; else those of the next oasis."""
    if moving.walk is not None and path == moving.walk.path and player.character == "mongke":
        return DATA.characters.mongke.vp_per_oasis * len(path.oases)
    return find_new_oasis_vp(player, moving, path)


def list_post_cities(s: State, seat: Seat) -> tuple[str, ...]:
    """R8.5 Return the cities where the extra post could be placed."""
    return (
        tuple(city for city in CONTENT.trade_cities if may_place_post(s, seat, city))
        if s.players[seat].posts_left
        else ()
    )


def list_arrival_gains(s: State, seat: Seat, city: str) -> list[Message]:
    """R11 List the gains of a new post in a city; empty if no post can be placed."""
    if not may_place_post(s, seat, city):
        return []
    items = [message("move.new_post")]
    if city in s.outposts:
        items.append(message("move.outpost", gain=names.describe_outpost(s.outposts[city])))
    if city in s.bonuses:
        items.append(message("move.bonus", gain=names.describe_city_bonus(s.bonuses[city])))
    line = DATA.cities[city]
    if line.crest and line.crest not in [DATA.cities[post].crest for post in s.players[seat].posts]:
        items.append(message("move.crest", crest=names.name_crest(line.crest)))
    return items


def describe_price(player: Player, budget: Budget, path: Path) -> Message:
    cost = compute_payment(player, budget, path)
    return message("move.pays", cost=names.describe_amounts(cost)) if cost != Cost() else FREE


def compute_payment(player: Player, budget: Budget, path: Path) -> Cost:
    """R7 Return the complete payment for a path, with fee and coins of the space, and jade for missing amounts."""
    return compute_default_payment(player, budget.spent.add(path.cost))


def get_figure_group(player: Player, figure: int) -> Message | None:
    """R12 Return the group of a figure's options, if the player has two figures."""
    return message("move.figure", place=names.name_place(player.figures[figure])) if len(player.figures) > 1 else None
