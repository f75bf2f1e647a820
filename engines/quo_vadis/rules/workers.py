"""R7.4 The cost of workers: extra cost and terrain cost, the skills that waive them (B01, B03, B10, S12), and S10."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Literal, NamedTuple

from engines.kernel import GameContext, Message, Option, Prompt, Seat, SeatRef, message
from engines.quo_vadis.data.content import CONTENT, DATA
from engines.quo_vadis.questions import PlaceWorkers
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import has_control, has_piece, is_aptitude_terrain, list_participants
from engines.quo_vadis.table.geometry import list_spaces, parse_area
from engines.quo_vadis.table.skills import CONSCRIPTION, DEFT_HANDS, NAVIGATION, NOMADS, PROLIFIC
from engines.quo_vadis.table.state import State

from .effects import pay_resource, place_worker


class WorkerCost(NamedTuple):
    """The cost of one or several workers."""

    food: int
    """Extra costs and terrain costs together."""
    is_waived: bool
    """B01 is used up, now or earlier in the turn."""


def compute_cost(state: State, seat: Seat, spaces: Sequence[str]) -> WorkerCost:
    """R7.4 Return the cost of workers placed one after the other on these spaces, after those placed this turn."""
    skills, turn = state.players[seat].skills, state.playing
    placed, waived, food = len(turn.placed_spaces), turn.is_waived, 0
    settled: set[str] = set()
    for space in spaces:
        food += compute_extra_cost(placed, PROLIFIC in skills)
        if has_terrain_cost(state, seat, space) and not (
            NOMADS in skills and has_piece_in_area(state, seat, parse_area(space), settled)
        ):
            if DEFT_HANDS in skills and not waived:
                waived = True
            else:
                food += DATA.costs.terrain_food
        placed += 1
        settled.add(parse_area(space))
    return WorkerCost(food, waived)


def compute_extra_cost(placed: int, is_prolific: bool) -> int:
    """R7.4 Return the extra cost of the next worker: none for the first of the turn, 1 for each further one.

    With B03 (`is_prolific`) the first of the further ones is free, too.
    """
    return 0 if placed == 0 or (placed == 1 and is_prolific) else DATA.costs.extra_worker_food


def has_terrain_cost(state: State, seat: Seat, space: str) -> bool:
    """R7.4, S12 Return whether a space has a terrain cost: neither plains nor an aptitude space."""
    terrain = state.find_terrain(space)
    return terrain not in CONTENT.plain_terrains and not is_aptitude_terrain(state.players[seat], terrain)


def has_piece_in_area(state: State, seat: Seat, area: str, settled: set[str]) -> bool:
    """B10 Return whether the player has a piece in the area when the worker is placed."""
    return area in settled or seat in list_participants(state.areas[area], state.seats)


def sort_by_cost(state: State, seat: Seat, spaces: Sequence[str]) -> list[str]:
    """Return the spaces in the cheapest order: with B10 those without a terrain cost first, as it waives the others."""
    if NOMADS not in state.players[seat].skills:
        return list(spaces)
    return sorted(spaces, key=lambda space: has_terrain_cost(state, seat, space))


def count_spendable_food(state: State, seat: Seat) -> int:
    """R7.4 Return the food that the player can spend on workers; with S10 morale counts as food, 1 for 1."""
    player = state.players[seat]
    return player.stock["food"] + (player.stock["morale"] if CONSCRIPTION in player.skills else 0)


class WorkerPlacement(NamedTuple):
    """Workers for some spaces, with the price."""

    spaces: tuple[str, ...]
    """In the order of placing."""
    food: int
    """Part of the price paid in food."""
    morale: int = 0
    """Part of the price paid in morale (S10)."""


Choice = WorkerPlacement | Literal["stop", "single"]


async def place_workers(ctx: GameContext[State], seat: Seat) -> None:
    """R7.4 Ask for the workers to be placed.

    The first worker is mandatory if food allows it (option `first_worker`); further ones may follow.
    """
    state = ctx.state
    choice: Choice = await ctx.ask(lambda: _build_question(ctx, seat, is_single=False))
    if isinstance(choice, WorkerPlacement):
        apply_placement(ctx, seat, choice)
    elif choice == "single":
        await _place_one_by_one(ctx, seat)
    if not state.playing.placed_spaces:
        ctx.log_event("workers.none", who=SeatRef(seat))


async def _place_one_by_one(ctx: GameContext[State], seat: Seat) -> None:
    """R7.4 Ask for one worker at a time while workers and food last."""
    while True:
        choice: Choice = await ctx.ask(lambda: _build_question(ctx, seat, is_single=True))
        if not isinstance(choice, WorkerPlacement):
            return
        apply_placement(ctx, seat, choice)


def _build_question(ctx: GameContext[State], seat: Seat, *, is_single: bool) -> Prompt:
    state, player = ctx.state, ctx.state.players[seat]
    about = PlaceWorkers(state.genesis, player.workers, player.stock["food"], player.stock["morale"], is_single)
    return ctx.build_choice_prompt(
        seat,
        "workers.ask_one" if is_single else "workers.ask",
        partial(list_placements, state, seat, is_single),
        default=(_find_default(state, seat),),
        rule="R7.4",
        subject=about,
        area=state.genesis,
        food=player.stock["food"],
    )


def _find_default(state: State, seat: Seat) -> str:
    """Return the default answer: no worker, or the cheapest one if a worker must be placed."""
    if may_stop(state, seat):
        return "stop"
    return min(_list_single_placements(state, seat), key=lambda option: option.value.food + option.value.morale).key


def may_stop(state: State, seat: Seat) -> bool:
    """R7.4 Return whether the player may place no (further) worker.

    The first worker is mandatory if a space of the genesis area can be paid with food alone (ruling 40).
    """
    if state.has_option("first_worker", "optional") or state.playing.placed_spaces or not state.players[seat].workers:
        return True
    food = state.players[seat].stock["food"]
    return not any(compute_cost(state, seat, [space]).food <= food for space in list_spaces(state.genesis))


def list_placements(state: State, seat: Seat, is_single: bool) -> list[Option]:
    """List all affordable sets of different spaces, or with `is_single` every possible next worker."""
    options = list(_iter_next_placements(state, seat)) if is_single else list(_iter_sets(state, seat))
    if not is_single and _may_place_singly(state, seat):
        options.append(Option("single", "single", message("workers.single"), message("workers.single_detail")))
    if may_stop(state, seat):
        options.append(
            Option("stop", "stop", message("workers.stop" if state.playing.placed_spaces else "workers.pass"))
        )
    return options


def _may_place_singly(state: State, seat: Seat) -> bool:
    """Return whether placing one by one offers more than the sets: a second worker on a space, morale for food, S13."""
    player = state.players[seat]
    if not player.workers:
        return False
    if NAVIGATION in player.skills and next(_iter_outside_spaces(state, seat), None) is not None:
        return True
    alone = [
        space
        for space in list_spaces(state.genesis)
        if compute_cost(state, seat, [space]).food <= count_spendable_food(state, seat)
    ]
    if (
        CONSCRIPTION in player.skills
        and player.stock["morale"]
        and any(compute_cost(state, seat, [space]).food for space in alone)
    ):
        return True
    return player.workers > 1 and any(
        compute_cost(state, seat, [space, space]).food <= count_spendable_food(state, seat) for space in alone
    )


def _iter_sets(state: State, seat: Seat) -> Iterator[Option]:
    """Yield one worker each on one, two or three spaces of the genesis area. Food is spent before morale."""
    player = state.players[seat]
    for number in range(1, min(3, player.workers) + 1):
        for chosen in combinations(list_spaces(state.genesis), number):
            order = sort_by_cost(state, seat, chosen)
            food = compute_cost(state, seat, order).food
            if food <= count_spendable_food(state, seat):
                morale = max(0, food - player.stock["food"])
                slots = "+".join(space[-1] for space in chosen)
                slot_names = tuple(map(names.name_slot, chosen))
                label = message("workers.all") if number == 3 else message("workers.label", spaces=slot_names)
                yield _build_option(
                    state, seat, f"place:{slots}", label, WorkerPlacement(tuple(order), food - morale, morale)
                )


def _list_single_placements(state: State, seat: Seat) -> list[Option]:
    """List single workers in the genesis area."""
    return [option for option in _iter_sets(state, seat) if len(option.value.spaces) == 1]


def _iter_next_placements(state: State, seat: Seat) -> Iterator[Option]:
    """R7.4 Yield each possible next worker: in the genesis area, or once outside (S13); partly paid in morale (S10)."""
    player = state.players[seat]
    if not player.workers:
        return
    for space in (*list_spaces(state.genesis), *_iter_outside_spaces(state, seat)):
        food = compute_cost(state, seat, [space]).food
        is_inside = parse_area(space) == state.genesis
        key = f"place:{space[-1]}" if is_inside else f"place:{space}"
        for morale in range(food + 1 if CONSCRIPTION in player.skills else 1):
            if food - morale <= player.stock["food"] and morale <= player.stock["morale"]:
                label = message(
                    "workers.label", spaces=names.name_slot(space) if is_inside else names.name_space(space)
                )
                full = f"{key}:m{morale}" if morale else key
                yield _build_option(state, seat, full, label, WorkerPlacement((space,), food - morale, morale))


def _iter_outside_spaces(state: State, seat: Seat) -> Iterator[str]:
    """S13 Yield the affordable spaces outside the genesis area and adjacent to it. Once in each turn of the player."""
    if NAVIGATION in state.players[seat].skills and not state.playing.is_outside_used:
        for space in state.geography.list_adjacent_spaces(state.genesis):
            if compute_cost(state, seat, [space]).food <= count_spendable_food(state, seat):
                yield space


def _build_option(state: State, seat: Seat, key: str, label: Message, worker_placement: WorkerPlacement) -> Option:
    spaces = worker_placement.spaces
    slots = "+".join(sorted(space[-1] for space in spaces))
    place = f"space:{spaces[0]}" if len(spaces) == 1 else f"spaces:{state.genesis}:{slots}"
    return Option(
        key, worker_placement, label, partial(_forecast_placement, state, seat, worker_placement), place=place
    )


def _forecast_placement(state: State, seat: Seat, worker_placement: WorkerPlacement) -> Message:
    """Describe the price, the rest of food and morale, control won, and a war that it would cause."""
    stock = state.players[seat].stock
    facts = []
    if worker_placement.food:
        facts.append(message("workers.cost", food=worker_placement.food, left=stock["food"] - worker_placement.food))
    if worker_placement.morale:
        facts.append(
            message(
                "workers.cost_morale", morale=worker_placement.morale, left=stock["morale"] - worker_placement.morale
            )
        )
    if not facts:
        facts.append(message("workers.no_cost"))
    for area in dict.fromkeys(map(parse_area, worker_placement.spaces)):
        if not has_control(state.areas[area], seat) and _would_control(state, seat, area, worker_placement.spaces):
            facts.append(message("workers.control", area=area))
    opponents = _list_opponents(state, seat, worker_placement.spaces)
    if opponents:
        facts.append(message("workers.war", others=tuple(SeatRef(other) for other in opponents)))
    return message("parts", parts=tuple(facts))


def _would_control(state: State, seat: Seat, area: str, spaces: Sequence[str]) -> bool:
    return len({space for space in list_spaces(area) if state.find_space(space).workers[seat] or space in spaces}) >= 2


def _list_opponents(state: State, seat: Seat, spaces: Sequence[str]) -> list[Seat]:
    """R7.7 Return the opponents in the war that these workers would cause; empty if they share no space."""
    spaces_inside = [space for space in spaces if parse_area(space) == state.genesis]
    is_shared = any(
        has_piece(state.find_space(space), other) for space in spaces_inside for other in state.seats if other != seat
    )
    return (
        [other for other in list_participants(state.areas[state.genesis], state.seats) if other != seat]
        if is_shared
        else []
    )


def apply_placement(ctx: GameContext[State], seat: Seat, worker_placement: WorkerPlacement) -> None:
    """R7.4 Pay for the workers and place them."""
    state, turn = ctx.state, ctx.state.playing
    turn.is_waived = compute_cost(state, seat, worker_placement.spaces).is_waived
    pay_resource(state, seat, "food", worker_placement.food)
    pay_resource(state, seat, "morale", worker_placement.morale)
    for space in worker_placement.spaces:
        place_worker(state, seat, space)
        turn.placed_spaces.append(space)
        turn.is_outside_used = turn.is_outside_used or parse_area(space) != state.genesis
    spaces = tuple(names.name_space(space) for space in sorted(worker_placement.spaces))
    key = (
        "workers.done_morale"
        if worker_placement.morale
        else "workers.done_paid"
        if worker_placement.food
        else "workers.done"
    )
    ctx.log_event(key, who=SeatRef(seat), spaces=spaces, food=worker_placement.food, morale=worker_placement.morale)
