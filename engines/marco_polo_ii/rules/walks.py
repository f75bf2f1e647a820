"""R8.5 Ask for a path place by place if there are too many to list, and always for Möngke (R12)."""

from functools import partial

from msgspec.structs import replace

from engines.kernel import GameContext, Message, Option, Seat, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost
from engines.marco_polo_ii.table import names
from engines.marco_polo_ii.table.paths import estimate_price
from engines.marco_polo_ii.table.questions import MAX_OPTIONS, NextPlace
from engines.marco_polo_ii.table.state import Budget, Leg, OngoingMovement, State

from .reach import FREE, STAY, describe_price, find_new_oasis_vp, get_figure_group, list_arrival_gains, list_reachable

MONGKE = CONTENT.data.characters.mongke


def must_walk(s: State, seat: Seat, moving: OngoingMovement) -> bool:
    """Return whether the path is asked place by place."""
    if s.players[seat].character == "mongke":
        return True
    paths_by_target = list_reachable(s, seat, moving)
    too_many = len(paths_by_target) + moving.budget.is_optional > MAX_OPTIONS
    return too_many or any(len(paths) > MAX_OPTIONS for paths in paths_by_target.values())


async def choose_walk(ctx: GameContext[State], seat: Seat, moving: OngoingMovement) -> Leg | None:
    """Ask where a figure goes, one place after the other, until it stops; None: no (further) movement."""
    turn = ctx.state.turn
    turn.moving = moving = replace(moving, is_walk=True)
    while (longer_walk := await _ask_next_place(ctx, seat, moving)) != moving.walk:
        turn.moving = moving = replace(moving, walk=longer_walk)
    turn.moving = None
    return moving.walk


async def _ask_next_place(ctx: GameContext[State], seat: Seat, moving: OngoingMovement) -> Leg | None:
    """Ask for the next place of a walk and return the longer walk; the same one if the figure stops."""
    budget, walk = moving.budget, moving.walk
    legs = [Leg(figure, path) for (figure, _), (path,) in list_reachable(ctx.state, seat, moving).items()]
    options = [_build_step_option(ctx.state, seat, moving, leg) for leg in legs]
    default = min(options, key=lambda option: estimate_price(option.value.path.cost), default=STAY)
    if walk is not None:
        default = _build_stop_option(ctx.state, seat, budget, walk)
        options.insert(0, default)
    elif budget.is_optional or not options:
        default = STAY
        options.insert(0, default)
    if walk is None:
        key, subject = "move.second" if moving.moved_figures else "move.ask", NextPlace(budget.steps, ())
    else:
        subject = NextPlace(budget.steps - walk.path.steps, walk.path.places)
        key = "move.walk_on" if subject.steps else "move.walk_free"  # Möngke's oases take no step
    longer_walk: Leg | None = await ctx.choose(
        seat,
        key,
        options,
        rule="R8.5",
        default=default.key,
        subject=subject,
        steps=subject.steps,
        place=names.name_place(walk.path.end if walk is not None else ctx.state.players[seat].figures[0]),
    )
    return longer_walk


def _build_step_option(s: State, seat: Seat, moving: OngoingMovement, leg: Leg) -> Option:
    """Return the option `step:0.xian`, with the price of the route and of the whole walk, and the gains."""
    place = leg.path.end
    return Option(
        f"step:{leg.figure}.{place}",
        leg,
        message("move.go" if moving.walk is None else "move.go_on", place=names.name_place(place)),
        partial(_describe_step, s, seat, moving, leg),
        group=get_figure_group(s.players[seat], leg.figure),
        place=f"to:{leg.figure}.{place}",
    )


def _describe_step(s: State, seat: Seat, moving: OngoingMovement, leg: Leg) -> Message:
    player, walk = s.players[seat], moving.walk
    price = describe_price(player, moving.budget, leg.path)
    if walk is not None and price != FREE:
        cost = leg.path.cost.add(walk.path.cost, -1)
        route = message("move.route", cost=names.describe_amounts(cost)) if cost != Cost() else FREE
        price = message("move.in_all", route=route, price=price)
    if vp := find_new_oasis_vp(player, moving, leg.path):
        first, second = map(names.describe_amounts, MONGKE.choice)
        return message("move.step_oasis", price=price, vp=vp, one=first, other=second)
    gains = list_arrival_gains(s, seat, leg.path.end)
    return message("move.step_post", price=price, items=tuple(gains)) if gains else price


def _build_stop_option(s: State, seat: Seat, budget: Budget, walk: Leg) -> Option:
    """Return the option to end the walk here, with the price of all of it and the gains."""
    label = message("move.stop", place=names.name_place(walk.path.end))
    return Option(
        "stop",
        walk,
        label,
        partial(_describe_stop, s, seat, budget, walk),
        group=get_figure_group(s.players[seat], walk.figure),
        place=f"to:{walk.figure}.{walk.path.end}",
    )


def _describe_stop(s: State, seat: Seat, budget: Budget, walk: Leg) -> Message:
    player, oases = s.players[seat], len(walk.path.oases)
    price, gains = describe_price(player, budget, walk.path), list_arrival_gains(s, seat, walk.path.end)
    if player.character == "mongke" and oases:
        gains.insert(0, message("move.oases", n=oases, vp=oases * MONGKE.vp_per_oasis))
    return message("move.arrival", price=price, items=tuple(gains)) if gains else price
