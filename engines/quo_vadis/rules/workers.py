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


def compute_cost(s: State, me: Seat, spaces: Sequence[str]) -> WorkerCost:
    """R7.4 Return the cost of workers placed one after the other on these spaces, after those placed this turn."""
    skills, turn = s.players[me].skills, s.playing
    placed, waived, food = len(turn.placed_spaces), turn.is_waived, 0
    settled: set[str] = set()
    for space in spaces:
        food += compute_extra_cost(placed, PROLIFIC in skills)
        if has_terrain_cost(s, me, space) and not (
            NOMADS in skills and has_piece_in_area(s, me, parse_area(space), settled)
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


def has_terrain_cost(s: State, me: Seat, space: str) -> bool:
    """R7.4, S12 Return whether a space has a terrain cost: neither plains nor an aptitude space."""
    terrain = s.find_terrain(space)
    return terrain not in CONTENT.plain_terrains and not is_aptitude_terrain(s.players[me], terrain)


def has_piece_in_area(s: State, me: Seat, area: str, settled: set[str]) -> bool:
    """B10 Return whether the player has a piece in the area when the worker is placed."""
    return area in settled or me in list_participants(s.areas[area], s.seats)


def sort_by_cost(s: State, me: Seat, spaces: Sequence[str]) -> list[str]:
    """Return the spaces in the cheapest order: with B10 those without a terrain cost first, as it waives the others."""
    if NOMADS not in s.players[me].skills:
        return list(spaces)
    return sorted(spaces, key=lambda space: has_terrain_cost(s, me, space))


def count_spendable_food(s: State, me: Seat) -> int:
    """R7.4 Return the food that the player can spend on workers; with S10 morale counts as food, 1 for 1."""
    player = s.players[me]
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


async def place_workers(ctx: GameContext[State], me: Seat) -> None:
    """R7.4 Ask for the workers to be placed.

    The first worker is mandatory if food allows it (option `first_worker`); further ones may follow.
    """
    s = ctx.state
    choice: Choice = await ctx.ask(lambda: _build_question(ctx, me, is_single=False))
    if isinstance(choice, WorkerPlacement):
        apply_placement(ctx, me, choice)
    elif choice == "single":
        await _place_one_by_one(ctx, me)
    if not s.playing.placed_spaces:
        ctx.log_event("workers.none", who=SeatRef(me))


async def _place_one_by_one(ctx: GameContext[State], me: Seat) -> None:
    """R7.4 Ask for one worker at a time while workers and food last."""
    while True:
        choice: Choice = await ctx.ask(lambda: _build_question(ctx, me, is_single=True))
        if not isinstance(choice, WorkerPlacement):
            return
        apply_placement(ctx, me, choice)


def _build_question(ctx: GameContext[State], me: Seat, *, is_single: bool) -> Prompt:
    s, player = ctx.state, ctx.state.players[me]
    about = PlaceWorkers(s.genesis, player.workers, player.stock["food"], player.stock["morale"], is_single)
    return ctx.build_choice_prompt(
        me,
        "workers.ask_one" if is_single else "workers.ask",
        partial(list_placements, s, me, is_single),
        default=(_find_default(s, me),),
        rule="R7.4",
        subject=about,
        area=s.genesis,
        food=player.stock["food"],
    )


def _find_default(s: State, me: Seat) -> str:
    """Return the default answer: no worker, or the cheapest one if a worker must be placed."""
    if may_stop(s, me):
        return "stop"
    return min(_list_single_placements(s, me), key=lambda option: option.value.food + option.value.morale).key


def may_stop(s: State, me: Seat) -> bool:
    """R7.4 Return whether the player may place no (further) worker.

    The first worker is mandatory if a space of the genesis area can be paid with food alone (ruling 40).
    """
    if s.has_option("first_worker", "optional") or s.playing.placed_spaces or not s.players[me].workers:
        return True
    food = s.players[me].stock["food"]
    return not any(compute_cost(s, me, [space]).food <= food for space in list_spaces(s.genesis))


def list_placements(s: State, me: Seat, is_single: bool) -> list[Option]:
    """List all affordable sets of different spaces, or with `is_single` every possible next worker."""
    options = list(_iter_next_placements(s, me)) if is_single else list(_iter_sets(s, me))
    if not is_single and _may_place_singly(s, me):
        options.append(Option("single", "single", message("workers.single"), message("workers.single_detail")))
    if may_stop(s, me):
        options.append(Option("stop", "stop", message("workers.stop" if s.playing.placed_spaces else "workers.pass")))
    return options


def _may_place_singly(s: State, me: Seat) -> bool:
    """Return whether placing one by one offers more than the sets: a second worker on a space, morale for food, S13."""
    player = s.players[me]
    if not player.workers:
        return False
    if NAVIGATION in player.skills and next(_iter_outside_spaces(s, me), None) is not None:
        return True
    alone = [
        space for space in list_spaces(s.genesis) if compute_cost(s, me, [space]).food <= count_spendable_food(s, me)
    ]
    if (
        CONSCRIPTION in player.skills
        and player.stock["morale"]
        and any(compute_cost(s, me, [space]).food for space in alone)
    ):
        return True
    return player.workers > 1 and any(
        compute_cost(s, me, [space, space]).food <= count_spendable_food(s, me) for space in alone
    )


def _iter_sets(s: State, me: Seat) -> Iterator[Option]:
    """Yield one worker each on one, two or three spaces of the genesis area. Food is spent before morale."""
    player = s.players[me]
    for number in range(1, min(3, player.workers) + 1):
        for chosen in combinations(list_spaces(s.genesis), number):
            order = sort_by_cost(s, me, chosen)
            food = compute_cost(s, me, order).food
            if food <= count_spendable_food(s, me):
                morale = max(0, food - player.stock["food"])
                slots = "+".join(space[-1] for space in chosen)
                slot_names = tuple(map(names.name_slot, chosen))
                label = message("workers.all") if number == 3 else message("workers.label", spaces=slot_names)
                yield _build_option(
                    s, me, f"place:{slots}", label, WorkerPlacement(tuple(order), food - morale, morale)
                )


def _list_single_placements(s: State, me: Seat) -> list[Option]:
    """List single workers in the genesis area."""
    return [option for option in _iter_sets(s, me) if len(option.value.spaces) == 1]


def _iter_next_placements(s: State, me: Seat) -> Iterator[Option]:
    """R7.4 Yield each possible next worker: in the genesis area, or once outside (S13); partly paid in morale (S10)."""
    player = s.players[me]
    if not player.workers:
        return
    for space in (*list_spaces(s.genesis), *_iter_outside_spaces(s, me)):
        food = compute_cost(s, me, [space]).food
        is_inside = parse_area(space) == s.genesis
        key = f"place:{space[-1]}" if is_inside else f"place:{space}"
        for morale in range(food + 1 if CONSCRIPTION in player.skills else 1):
            if food - morale <= player.stock["food"] and morale <= player.stock["morale"]:
                label = message(
                    "workers.label", spaces=names.name_slot(space) if is_inside else names.name_space(space)
                )
                full = f"{key}:m{morale}" if morale else key
                yield _build_option(s, me, full, label, WorkerPlacement((space,), food - morale, morale))


def _iter_outside_spaces(s: State, me: Seat) -> Iterator[str]:
    """S13 Yield the affordable spaces outside the genesis area and adjacent to it. Once in each turn of the player."""
    if NAVIGATION in s.players[me].skills and not s.playing.is_outside_used:
        for space in s.geography.list_adjacent_spaces(s.genesis):
            if compute_cost(s, me, [space]).food <= count_spendable_food(s, me):
                yield space


def _build_option(s: State, me: Seat, key: str, label: Message, worker_placement: WorkerPlacement) -> Option:
    spaces = worker_placement.spaces
    slots = "+".join(sorted(space[-1] for space in spaces))
    place = f"space:{spaces[0]}" if len(spaces) == 1 else f"spaces:{s.genesis}:{slots}"
    return Option(key, worker_placement, label, partial(_forecast_placement, s, me, worker_placement), place=place)


def _forecast_placement(s: State, me: Seat, worker_placement: WorkerPlacement) -> Message:
    """Describe the price, the rest of food and morale, control won, and a war that it would cause."""
    stock = s.players[me].stock
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
        if not has_control(s.areas[area], me) and _would_control(s, me, area, worker_placement.spaces):
            facts.append(message("workers.control", area=area))
    opponents = _list_opponents(s, me, worker_placement.spaces)
    if opponents:
        facts.append(message("workers.war", others=tuple(SeatRef(seat) for seat in opponents)))
    return message("parts", parts=tuple(facts))


def _would_control(s: State, me: Seat, area: str, spaces: Sequence[str]) -> bool:
    return len({space for space in list_spaces(area) if s.find_space(space).workers[me] or space in spaces}) >= 2


def _list_opponents(s: State, me: Seat, spaces: Sequence[str]) -> list[Seat]:
    """R7.7 Return the opponents in the war that these workers would cause; empty if they share no space."""
    spaces_inside = [space for space in spaces if parse_area(space) == s.genesis]
    is_shared = any(has_piece(s.find_space(space), seat) for space in spaces_inside for seat in s.seats if seat != me)
    return [seat for seat in list_participants(s.areas[s.genesis], s.seats) if seat != me] if is_shared else []


def apply_placement(ctx: GameContext[State], me: Seat, worker_placement: WorkerPlacement) -> None:
    """R7.4 Pay for the workers and place them."""
    s, turn = ctx.state, ctx.state.playing
    turn.is_waived = compute_cost(s, me, worker_placement.spaces).is_waived
    pay_resource(s, me, "food", worker_placement.food)
    pay_resource(s, me, "morale", worker_placement.morale)
    for space in worker_placement.spaces:
        place_worker(s, me, space)
        turn.placed_spaces.append(space)
        turn.is_outside_used = turn.is_outside_used or parse_area(space) != s.genesis
    spaces = tuple(names.name_space(space) for space in sorted(worker_placement.spaces))
    key = (
        "workers.done_morale"
        if worker_placement.morale
        else "workers.done_paid"
        if worker_placement.food
        else "workers.done"
    )
    ctx.log_event(key, who=SeatRef(me), spaces=spaces, food=worker_placement.food, morale=worker_placement.morale)
