"""R5.6, R5.7 The last decisions before the first round: cubes, and one of the two basic skills."""

from __future__ import annotations

from engines.kernel import Option, Prompt, Seat, Table, Who, say
from engines.quo_vadis.data.content import CONTENT, DATA
from engines.quo_vadis.data.types import Resource
from engines.quo_vadis.questions import Cubes, PickBasic
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import hand_limit, maximum, race_of, rooms
from engines.quo_vadis.table.state import Player, State
from engines.quo_vadis.wording import effect

from .gains import gain


async def place_cubes(t: Table[State]) -> None:
    """R5.6 From the start player clockwise, in the open: 7, 7, 6, 6, 5 cubes over morale, food and faith."""
    s = t.state
    seat = s.clockwise(s.first)[s.step]
    total = DATA.setup.cubes[s.step]
    even = spread(s, s.players[seat], total)
    placed: dict[Resource, int] = await t.allocate(
        seat, "cubes.ask", tracks(s, seat), total, default=even, rule="R5.6", about=Cubes(total), total=total
    )
    for resource, amount in placed.items():
        gain(s, seat, resource, amount)
    stock = s.players[seat].stock
    t.tell("cubes.done", who=Who(seat), morale=stock["morale"], food=stock["food"], faith=stock["faith"])
    s.step += 1
    if s.step == len(s.players):
        s.phase = "basic"


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
