"""R8.5 Moving figures: choose the destination, then the path if several are useful; never step by step."""

from functools import partial

import msgspec

from engines.kernel import Arg, GameContext, Message, NounRef, Option, Seat, SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.table import names
from engines.marco_polo_ii.table.paths import MovementResources, Path, can_leave, estimate_price, find_paths
from engines.marco_polo_ii.table.questions import ChoosePath, Destination, OasisBonus
from engines.marco_polo_ii.table.state import Budget, OngoingMovement, Player, State

from .gains import receive
from .payment import compute_default_payment, pay
from .posts import may_place_post

DATA = CONTENT.data
MONGKE = DATA.characters.mongke
STAY = Option("stay", None, message("move.stay"))


class Leg(msgspec.Struct, frozen=True):
    """The movement of one figure."""

    figure: int
    path: Path


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
        free_oases=player.character == "mongke",
        free_routes=player.character == "gantulga",
        keeps_steps=len(player.figures) > 1,
    )


def can_move(player: Player, budget: Budget) -> bool:
    """R6 Return whether any figure can move at all, i.e. the action is possible."""
    resources = build_resources(player, budget)
    return any(can_leave(figure, resources) for figure in player.figures)


async def move_figures(ctx: GameContext[State], seat: Seat, budget: Budget) -> tuple[Leg, ...]:
    """R8.5 Choose the complete movement, pay for it at once and move.

    R12 Mailin may split the steps between her figures.

    Returns one leg per figure moved.
    """
    player = ctx.state.players[seat]
    if not can_move(player, budget):
        return ()
    legs: list[Leg] = []
    first = await _choose_leg(ctx, seat, budget, legs)
    if first is None:
        return ()
    legs.append(first)
    if (
        len(player.figures) > 1
        and (second := await _choose_leg(ctx, seat, _compute_remaining_budget(budget, first), legs)) is not None
    ):
        legs.append(second)
    total = budget.spent
    for leg in legs:
        total = total.add(leg.path.cost)
    payment = await pay(ctx, seat, total)
    for leg in legs:
        player.figures[leg.figure] = leg.path.end
        player.walks.append(list(leg.path.places))
        via = tuple(names.name_place(stop) for stop in leg.path.places[1:-1])
        ctx.log_event(
            "move.done_via" if via else "move.done", who=SeatRef(seat), via=via, end=names.name_place(leg.path.end)
        )
    if payment != Cost():
        ctx.log_event("told.pays", who=SeatRef(seat), cost=names.describe_amounts(payment))
    return tuple(legs)


def _compute_remaining_budget(budget: Budget, first: Leg) -> Budget:
    """Return the budget that the first figure leaves for the second."""
    steps = budget.steps - first.path.steps
    return msgspec.structs.replace(budget, steps=steps, spent=budget.spent.add(first.path.cost), optional=True)


async def _choose_leg(ctx: GameContext[State], seat: Seat, budget: Budget, earlier_legs: list[Leg]) -> Leg | None:
    """Ask for the movement of one figure; None: no (further) movement."""
    s = ctx.state
    moved_figures = tuple(leg.figure for leg in earlier_legs)
    paths_by_target = find_reachable(s, seat, OngoingMovement(budget, moved_figures))
    if not paths_by_target:
        return None
    options = [
        _build_destination_option(s, seat, budget, figure, paths) for (figure, _), paths in paths_by_target.items()
    ]
    default = min(options, key=lambda option: estimate_price(paths_by_target[option.value][0].cost)).key
    if budget.optional:
        options.insert(0, STAY)
        default = STAY.key
    figures = {figure for figure, _ in paths_by_target}
    about = Destination(budget.steps, budget.spent, figures.pop() if len(figures) == 1 else None, budget.optional)
    key = "move.second" if earlier_legs else "move.ask"
    s.turn.moving = OngoingMovement(budget, moved_figures)
    target: tuple[int, str] | None = await ctx.choose(
        seat, key, options, rule="R8.5", default=default, subject=about, steps=budget.steps
    )
    leg = None
    if target is not None:
        leg = Leg(target[0], await _choose_path(ctx, seat, budget, target[0], paths_by_target[target]))
    s.turn.moving = None
    return leg


def find_reachable(s: State, seat: Seat, moving: OngoingMovement) -> dict[tuple[int, str], tuple[Path, ...]]:
    """Return (figure, place) -> paths there, for every figure that may still move; of two in one place the first."""
    player, budget = s.players[seat], moving.budget
    resources = build_resources(player, budget)
    paths_by_target: dict[tuple[int, str], tuple[Path, ...]] = {}
    for figure, start in enumerate(player.figures):
        if figure in moving.moved_figures or (start in player.figures[:figure] and not moving.moved_figures):
            continue
        post_cities = _list_post_cities(s, seat) if budget.extra_post else ()
        paths_by_target |= {(figure, end): paths for end, paths in find_paths(start, resources, post_cities).items()}
    return paths_by_target


async def _choose_path(
    ctx: GameContext[State], seat: Seat, budget: Budget, figure: int, paths: tuple[Path, ...]
) -> Path:
    """Ask for one of the paths to a place."""
    player = ctx.state.players[seat]
    options = [
        Option(
            f"way:{i}",
            i,
            partial(_describe_path, path),
            partial(_describe_path_option, player, budget, path),
            place=f"way:{figure}.{path.end}.{i}",
        )
        for i, path in enumerate(paths, 1)
    ]
    end = paths[0].end
    number: int = await ctx.choose(
        seat,
        "move.way",
        options,
        rule="R8.5",
        default="way:1",
        subject=ChoosePath(figure, end),
        end=names.name_place(end),
    )
    return paths[number - 1]


def _list_post_cities(s: State, seat: Seat) -> tuple[str, ...]:
    """R8.5 Return the cities where the extra post could be placed."""
    return (
        tuple(city for city in CONTENT.trade_cities if may_place_post(s, seat, city))
        if s.players[seat].posts_left
        else ()
    )


def _build_destination_option(s: State, seat: Seat, budget: Budget, figure: int, paths: tuple[Path, ...]) -> Option:
    """Return the option `to:0.xian`, with the lowest price and the gains of arriving there."""
    end = paths[0].end
    has_two_figures = len(s.players[seat].figures) > 1
    return Option(
        f"to:{figure}.{end}",
        (figure, end),
        names.name_place(end),
        partial(_describe_arrival, s, seat, budget, paths),
        group=message("move.figure", place=names.name_place(s.players[seat].figures[figure]))
        if has_two_figures
        else None,
        place=f"to:{figure}.{end}",
    )


def _describe_arrival(s: State, seat: Seat, budget: Budget, paths: tuple[Path, ...]) -> Message:
    price = _describe_price(s.players[seat], budget, paths[0])
    if len(paths) > 1:
        price = message("move.ways", price=price, n=len(paths))
    gains = list_arrival_gains(s, seat, paths[0].end)
    return message("move.arrival", price=price, items=tuple(gains)) if gains else price


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


def _describe_path(path: Path) -> Message:
    """Describe a path by its end and the places on the way."""
    stops: tuple[NounRef, ...] = tuple(names.name_place(stop) for stop in path.places[1:-1])
    end = names.name_place(path.end)
    return message("move.via", end=end, places=stops) if stops else message("move.direct", end=end)


def _describe_price(player: Player, budget: Budget, path: Path) -> Message:
    cost = compute_payment(player, budget, path)
    return message("move.pays", cost=names.describe_amounts(cost)) if cost != Cost() else message("move.free")


def compute_payment(player: Player, budget: Budget, path: Path) -> Cost:
    """R7 Return the complete payment for a path, with fee and coins of the space, and jade for missing amounts."""
    return compute_default_payment(player, budget.spent.add(path.cost))


def _describe_path_option(player: Player, budget: Budget, path: Path) -> Message:
    args: dict[str, Arg] = {"price": _describe_price(player, budget, path)}
    if path.oases:
        return Message("move.way_oases", {**args, "n": len(path.oases)})
    if path.cities:
        return Message("move.way_cities", {**args, "cities": tuple(names.name_place(city) for city in path.cities)})
    return Message("move.way_steps", {**args, "n": path.steps})


async def gain_oasis_bonus(ctx: GameContext[State], seat: Seat, legs: tuple[Leg, ...]) -> None:
    """R12 Möngke: gain 3 VP and either 2 coins or 1 camel for each different oasis of the movement."""
    oases = dict.fromkeys(oasis for leg in legs for oasis in leg.path.oases)
    if not DATA.rulings.mongke_counts_end_oasis:
        oases = dict.fromkeys(oasis for oasis in oases if oasis not in [leg.path.end for leg in legs])
    n = len(oases)
    if not n:
        return
    first, second = MONGKE.choice
    splits = [first.multiply(k).add(second.multiply(n - k)) for k in range(n, -1, -1)]
    options = [
        Option(f"oases:{n - i}", i, names.describe_amounts(split), place=names.build_choice_place("oases", gain=split))
        for i, split in enumerate(splits)
    ]
    chosen: int = await ctx.choose(
        seat, "oases.ask", options, rule="R12", default=options[0].key, subject=OasisBonus(n), n=n
    )
    gain = splits[chosen].add(Gain(vp=n * MONGKE.vp_per_oasis))
    receive(ctx.state, seat, gain, "character")
    ctx.log_event("oases.done", who=SeatRef(seat), n=n, gain=names.describe_amounts(gain))
