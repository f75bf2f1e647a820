"""R8.5 Moving figures: choose the destination, then the path if several are useful; or place by place (`walks`)."""

from functools import partial

import msgspec

from engines.kernel import Arg, GameContext, Message, NounRef, Option, Seat, SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.table import names
from engines.marco_polo_ii.table.paths import Path, estimate_price
from engines.marco_polo_ii.table.questions import ChoosePath, Destination, OasisBonus
from engines.marco_polo_ii.table.state import Budget, Leg, OngoingMovement, Player, State

from .gains import receive
from .payment import pay
from .reach import STAY, can_move, describe_price, get_figure_group, list_arrival_gains, list_reachable
from .walks import choose_walk, must_walk

DATA = CONTENT.data
MONGKE = DATA.characters.mongke


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
    return msgspec.structs.replace(budget, steps=steps, spent=budget.spent.add(first.path.cost), is_optional=True)


async def _choose_leg(ctx: GameContext[State], seat: Seat, budget: Budget, earlier_legs: list[Leg]) -> Leg | None:
    """Ask for the movement of one figure; None: no (further) movement."""
    s = ctx.state
    moving = OngoingMovement(budget, tuple(leg.figure for leg in earlier_legs))
    if must_walk(s, seat, moving):
        return await choose_walk(ctx, seat, moving)
    paths_by_target = list_reachable(s, seat, moving)
    if not paths_by_target:
        return None
    options = [
        _build_destination_option(s, seat, budget, figure, paths) for (figure, _), paths in paths_by_target.items()
    ]
    default = min(options, key=lambda option: estimate_price(paths_by_target[option.value][0].cost)).key
    if budget.is_optional:
        options.insert(0, STAY)
        default = STAY.key
    figures = {figure for figure, _ in paths_by_target}
    about = Destination(budget.steps, budget.spent, figures.pop() if len(figures) == 1 else None, budget.is_optional)
    key = "move.second" if earlier_legs else "move.ask"
    s.turn.moving = moving
    target: tuple[int, str] | None = await ctx.choose(
        seat, key, options, rule="R8.5", default=default, subject=about, steps=budget.steps
    )
    leg = None
    if target is not None:
        leg = Leg(target[0], await _choose_path(ctx, seat, budget, target[0], paths_by_target[target]))
    s.turn.moving = None
    return leg


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


def _build_destination_option(s: State, seat: Seat, budget: Budget, figure: int, paths: tuple[Path, ...]) -> Option:
    """Return the option `to:0.xian`, with the lowest price and the gains of arriving there."""
    end = paths[0].end
    return Option(
        f"to:{figure}.{end}",
        (figure, end),
        message("move.label", place=names.name_place(end)),
        partial(_describe_arrival, s, seat, budget, paths),
        group=get_figure_group(s.players[seat], figure),
        place=f"to:{figure}.{end}",
    )


def _describe_arrival(s: State, seat: Seat, budget: Budget, paths: tuple[Path, ...]) -> Message:
    price = describe_price(s.players[seat], budget, paths[0])
    if len(paths) > 1:
        price = message("move.ways", price=price, n=len(paths))
    gains = list_arrival_gains(s, seat, paths[0].end)
    return message("move.arrival", price=price, items=tuple(gains)) if gains else price


def _describe_path(path: Path) -> Message:
    """Describe a path by its end and the places on the way."""
    stops: tuple[NounRef, ...] = tuple(names.name_place(stop) for stop in path.places[1:-1])
    end = names.name_place(path.end)
    return message("move.via", end=end, places=stops) if stops else message("move.direct", end=end)


def _describe_path_option(player: Player, budget: Budget, path: Path) -> Message:
    args: dict[str, Arg] = {"price": describe_price(player, budget, path)}
    if path.cities:
        return Message("move.way_cities", {**args, "cities": tuple(names.name_place(city) for city in path.cities)})
    return Message("move.way_steps", {**args, "n": path.steps})


async def gain_oasis_bonus(ctx: GameContext[State], seat: Seat, legs: tuple[Leg, ...]) -> None:
    """R12 Möngke: gain 3 VP and either 2 coins or 1 camel for each different oasis of the movement."""
    oases = {oasis for leg in legs for oasis in leg.path.oases}
    if not DATA.rulings.mongke_counts_end_oasis:
        oases.difference_update(leg.path.end for leg in legs)
    n = len(oases)
    if not n or ctx.state.players[seat].character != "mongke":
        return
    first, second = MONGKE.choice
    splits = [first.multiply(k).add(second.multiply(n - k)) for k in range(n, -1, -1)]
    options = [
        Option(
            f"oases:{n - i}",
            i,
            message("bonus.gain", gain=names.describe_amounts(split)),
            place=names.build_choice_place("oases", gain=split),
        )
        for i, split in enumerate(splits)
    ]
    chosen: int = await ctx.choose(
        seat, "oases.ask", options, rule="R12", default=options[0].key, subject=OasisBonus(n), n=n
    )
    gain = splits[chosen].add(Gain(vp=n * MONGKE.vp_per_oasis))
    receive(ctx.state, seat, gain, "character")
    ctx.log_event("oases.done", who=SeatRef(seat), n=n, gain=names.describe_amounts(gain))
