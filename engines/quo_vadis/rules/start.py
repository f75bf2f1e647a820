"""R5.6, R5.7 The last decisions before the first round: cubes, and one of the two basic skills."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel import Msg, Option, Prompt, Seat, Table, Who, say
from engines.quo_vadis.data.content import CONTENT, DATA
from engines.quo_vadis.data.types import Resource
from engines.quo_vadis.questions import Cubes, PickBasic
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import hand_limit, maximum, race_of, room, rooms
from engines.quo_vadis.table.state import Player, State
from engines.quo_vadis.wording import effect

from .gains import gain

FIRST_FOOD: tuple[Resource, ...] = ("food", "morale", "faith")
"""The order in which resources are asked for: the last one takes the rest, so it is no question."""


async def place_cubes(t: Table[State]) -> None:
    """R5.6 From the start player clockwise, in the open: 7, 7, 6, 6, 5 cubes over morale, food and faith."""
    s = t.state
    seat = s.clockwise(s.first)[s.step]
    left = DATA.setup.cubes[s.step]
    for resource in FIRST_FOOD:
        options = cubes(s, seat, resource, left)
        even = left / (len(FIRST_FOOD) - FIRST_FOOD.index(resource))
        amount: int = await t.choose(
            seat,
            f"cubes.ask_{resource}",
            options,
            default=min(options, key=lambda option: abs(option.value - even)).key,
            rule="R5.6",
            about=Cubes(resource, left),
            left=left,
        )
        gain(s, seat, resource, amount)
        left -= amount
    stock = s.players[seat].stock
    t.tell("cubes.done", who=Who(seat), morale=stock["morale"], food=stock["food"], faith=stock["faith"])
    s.step += 1
    if s.step == len(s.players):
        s.phase = "basic"


def cube_key(resource: Resource, amount: int) -> str:
    return f"cube:{resource}:{amount}"


def cubes(s: State, seat: Seat, resource: Resource, left: int) -> list[Option]:
    """R5.6 How many cubes a resource may take so that all that are left find room: food, then morale, then faith."""
    player = s.players[seat]
    after = FIRST_FOOD[FIRST_FOOD.index(resource) + 1 :]
    elsewhere = sum(room(s, player, other) for other in after)
    amounts = range(max(0, left - elsewhere), min(left, room(s, player, resource)) + 1)
    return [
        Option(
            cube_key(resource, amount),
            amount,
            say("cubes.label", amount=amount, resource=names.resource(resource)),
            _rest(after, left - amount),
            place=cube_key(resource, amount),
        )
        for amount in amounts
    ]


def _rest(after: Sequence[Resource], left: int) -> Msg | None:
    """What is left for the resources that follow."""
    if len(after) == 1:
        return say("cubes.rest", amount=left, resource=names.resource(after[0]))
    return say("cubes.left", amount=left) if after else None


def tracks(s: State, seat: Seat) -> list[Option]:
    """The resources that are not full, with the room that they have."""
    player = s.players[seat]
    return [
        Option(
            f"cube:{resource}",
            resource,
            names.resource(resource),
            say("cubes.detail", now=player.stock[resource], most=maximum(s, player, resource)),
            place=f"track:{resource}",
            limit=room,
        )
        for resource, room in rooms(s, player).items()
    ]


def spread(s: State, player: Player, total: int) -> tuple[str, ...]:
    """Keys that spread cubes evenly: always on the lowest resource that is not full."""
    free = rooms(s, player)
    gained = dict.fromkeys(free, 0)
    for _ in range(min(total, sum(free.values()))):
        free_now = [resource for resource in free if gained[resource] < free[resource]]
        gained[min(free_now, key=lambda resource: player.stock[resource] + gained[resource])] += 1
    return tuple(f"cube:{resource}" for resource, cubes in gained.items() for _ in range(cubes))


async def choose_basic(t: Table[State]) -> None:
    """R5.7 All at once, hidden, then revealed together: one of the two basic skills of the race."""
    s = t.state
    if s.on("basic_skill", "recommended"):
        kept = {seat: race_of(player).recommended for seat, player in enumerate(s.players)}
    else:
        kept = await t.together([basic(t, seat) for seat in s.seats])
    for seat, skill in kept.items():
        player = s.players[seat]
        player.skills.append(skill)
        t.tell("basic.done", who=Who(seat), skill=names.skill(skill), effect=effect(skill))
        refill_hand(t, seat)
    s.phase = "turn"


def basic(t: Table[State], seat: Seat) -> Prompt:
    """R5.7 The question to one seat. The recommended one stands first."""
    race = race_of(t.state.players[seat])
    skills = sorted(race.basic, key=lambda skill: skill != race.recommended)
    options = [
        Option(
            f"basic:{skill.lower()}",
            skill,
            names.skill(skill),
            say("basic.recommended", effect=effect(skill)) if skill == race.recommended else effect(skill),
            place=f"skill:{skill}",
        )
        for skill in skills
    ]
    return t.question(
        seat, "basic.ask", options, default=(options[0].key,), rule="R5.7", about=PickBasic(tuple(skills))
    )


def refill_hand(t: Table[State], seat: Seat) -> None:
    """R7.9 Draw up to the hand limit (also at once if a basic skill raises it, R5.7)."""
    s, player = t.state, t.state.players[seat]
    drawn = s.deck.draw_some(t, max(0, hand_limit(player) - len(player.hand)))
    if drawn:
        player.hand = sorted([*player.hand, *drawn], key=CONTENT.order)
        t.tell("hand.drawn", who=Who(seat), cards=len(drawn))
        t.tell("hand.cards", to=[seat], cards=tuple(names.kind(kind) for kind in sorted(drawn, key=CONTENT.order)))
