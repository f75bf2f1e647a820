"""R5.6, R5.7 The last decisions before the first round: cubes, and one of the two basic skills."""

from collections.abc import Mapping, Sequence

from engines.kernel import GameContext, Message, Option, Prompt, Seat, SeatRef, message
from engines.quo_vadis.data.content import CONTENT, DATA, RESOURCES
from engines.quo_vadis.data.types import Resource
from engines.quo_vadis.questions import PickBasic, PlaceCubes
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import compute_hand_limit, find_capacity, find_maximum, find_race, list_capacities
from engines.quo_vadis.table.names import describe_effect
from engines.quo_vadis.table.state import Player, State

from .effects import gain_resource

CUBE_ORDER: tuple[Resource, ...] = ("food", "morale", "faith")
"""The order in which resources are asked for. The last one takes the rest, so it needs no question."""
NO_CUBES: Mapping[Resource, int] = {}


async def place_cubes(ctx: GameContext[State]) -> None:
    """R5.6 Ask the next seat to distribute its cubes over morale, food and faith.

    The seats do so from the start player clockwise, in public, with 7, 7, 6, 6, 5 cubes.
    """
    state = ctx.state
    seat = state.list_clockwise(state.first)[state.step]
    cubes_left = DATA.setup.cubes[state.step]
    for resource in CUBE_ORDER:
        options = list_cube_options(state, seat, resource, cubes_left)
        even = cubes_left / (len(CUBE_ORDER) - CUBE_ORDER.index(resource))
        amount: int = await ctx.choose(
            seat,
            f"cubes.ask_{resource}",
            options,
            default=min(options, key=lambda option: abs(option.value - even)).key,
            rule="R5.6",
            subject=PlaceCubes(resource, cubes_left),
            left=cubes_left,
        )
        gain_resource(state, seat, resource, amount)
        cubes_left -= amount
    stock = state.players[seat].stock
    ctx.log_event("cubes.done", who=SeatRef(seat), morale=stock["morale"], food=stock["food"], faith=stock["faith"])
    state.step += 1
    if state.step == len(state.players):
        state.phase = "basic"


def build_cube_key(resource: Resource, amount: int) -> str:
    return f"cube:{resource}:{amount}"


def list_cube_options(state: State, seat: Seat, resource: Resource, cubes_left: int) -> list[Option]:
    """R5.6 List the numbers of cubes for a resource with which all remaining cubes still fit on the later tracks."""
    player = state.players[seat]
    after = CUBE_ORDER[CUBE_ORDER.index(resource) + 1 :]
    elsewhere = sum(find_capacity(state, player, other) for other in after)
    amounts = range(max(0, cubes_left - elsewhere), min(cubes_left, find_capacity(state, player, resource)) + 1)
    return [
        Option(
            build_cube_key(resource, amount),
            amount,
            message("cubes.label", amount=amount, resource=names.name_resource(resource)),
            _describe_rest(after, cubes_left - amount),
            place=build_cube_key(resource, amount),
        )
        for amount in amounts
    ]


def _describe_rest(after: Sequence[Resource], cubes_left: int) -> Message | None:
    """Return the message about the cubes left for the following resources."""
    if len(after) == 1:
        return message("cubes.rest", amount=cubes_left, resource=names.name_resource(after[0]))
    return message("cubes.left", amount=cubes_left) if after else None


def list_tracks(state: State, seat: Seat, given: Mapping[Resource, int] = NO_CUBES) -> list[Option]:
    """List the resources that are not full, each limited to the cubes that still fit.

    given: cubes that are taken off the tracks first.
    """
    player = state.players[seat]
    return [
        Option(
            f"cube:{resource}",
            resource,
            names.name_resource(resource),
            message(
                "cubes.detail",
                now=player.stock[resource] - given.get(resource, 0),
                most=find_maximum(state, player, resource),
            ),
            place=f"track:{resource}",
            limit=capacity,
        )
        for resource in RESOURCES
        if (capacity := find_capacity(state, player, resource) + given.get(resource, 0)) > 0
    ]


def spread_evenly(state: State, player: Player, total: int) -> tuple[str, ...]:
    """Return the answer that distributes cubes evenly: each goes to the lowest resource that is not full."""
    capacities = list_capacities(state, player)
    gained = dict.fromkeys(capacities, 0)
    for _ in range(min(total, sum(capacities.values()))):
        free_now = [resource for resource in capacities if gained[resource] < capacities[resource]]
        gained[min(free_now, key=lambda resource: player.stock[resource] + gained[resource])] += 1
    return tuple(f"cube:{resource}" for resource, cubes in gained.items() for _ in range(cubes))


async def choose_basic_skills(ctx: GameContext[State]) -> None:
    """R5.7 Let all seats choose one of the two basic skills of their race, hidden and then revealed together."""
    state = ctx.state
    if state.has_option("basic_skill", "recommended"):
        chosen_skills = {seat: find_race(player).recommended for seat, player in enumerate(state.players)}
    else:
        chosen_skills = await ctx.ask_together([build_basic_skill_prompt(ctx, seat) for seat in state.seats])
    for seat, skill in chosen_skills.items():
        player = state.players[seat]
        player.skills.append(skill)
        ctx.log_event("basic.done", who=SeatRef(seat), skill=names.name_skill(skill), effect=describe_effect(skill))
        refill_hand(ctx, seat)
    state.phase = "turn"


def build_basic_skill_prompt(ctx: GameContext[State], seat: Seat) -> Prompt:
    """R5.7 Build the question to one seat. The recommended skill comes first."""
    race = find_race(ctx.state.players[seat])
    skills = sorted(race.basic, key=lambda skill: skill != race.recommended)
    options = [
        Option(
            f"basic:{skill.lower()}",
            skill,
            names.name_skill(skill),
            message("basic.recommended", effect=describe_effect(skill))
            if skill == race.recommended
            else describe_effect(skill),
            place=f"skill:{skill}",
        )
        for skill in skills
    ]
    return ctx.build_choice_prompt(
        seat, "basic.ask", options, default=(options[0].key,), rule="R5.7", subject=PickBasic(tuple(skills))
    )


def refill_hand(ctx: GameContext[State], seat: Seat) -> None:
    """R7.9 Step 1: refill the hand up to its limit, also at once when a basic skill raises it (R5.7)."""
    state, player = ctx.state, ctx.state.players[seat]
    new_cards = state.deck.take_some(ctx, max(0, compute_hand_limit(player) - len(player.hand)))
    if new_cards:
        player.hand = sorted([*player.hand, *new_cards], key=CONTENT.find_kind_place)
        ctx.log_event("hand.drawn", who=SeatRef(seat), cards=len(new_cards))
        ctx.log_event(
            "hand.cards",
            to=[seat],
            cards=tuple(names.name_kind(kind) for kind in sorted(new_cards, key=CONTENT.find_kind_place)),
        )
