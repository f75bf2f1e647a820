"""R7.4 Placing workers: all at once in one answer, or one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Literal, NamedTuple

from engines.kernel import Msg, Option, Prompt, Seat, Table, Who, say
from engines.quo_vadis.questions import Place
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import controls, participants, present
from engines.quo_vadis.table.geometry import area_of, spaces_of
from engines.quo_vadis.table.skills import CONSCRIPTION, NAVIGATION
from engines.quo_vadis.table.state import State

from .gains import pay
from .pieces import place_worker
from .worker_cost import cheapest_order, cost, purse


class Placing(NamedTuple):
    """Workers on these spaces, in this order; of the cost so much is paid in morale (S10)."""

    spaces: tuple[str, ...]
    food: int
    morale: int = 0


Choice = Placing | Literal["stop", "single"]


async def place_workers(t: Table[State], me: Seat) -> None:
    """R7.4 The first worker must be placed if food allows it (option `first_worker`); further ones may follow."""
    s = t.state
    choice: Choice = await t.ask(lambda: _question(t, me, single=False))
    if isinstance(choice, Placing):
        place(t, me, choice)
    elif choice == "single":
        await _one_by_one(t, me)
    if not s.playing.placed:
        t.tell("workers.none", who=Who(me))


async def _one_by_one(t: Table[State], me: Seat) -> None:
    """R7.4 Any number of workers while workers and food last."""
    while True:
        choice: Choice = await t.ask(lambda: _question(t, me, single=True))
        if not isinstance(choice, Placing):
            return
        place(t, me, choice)


def _question(t: Table[State], me: Seat, *, single: bool) -> Prompt:
    s, player = t.state, t.state.players[me]
    about = Place(s.genesis, player.workers, player.stock["food"], player.stock["morale"], single)
    return t.question(
        me,
        "workers.ask_one" if single else "workers.ask",
        partial(placings, s, me, single),
        default=(_cheapest(s, me),),
        rule="R7.4",
        about=about,
        area=s.genesis,
        food=player.stock["food"],
    )


def _cheapest(s: State, me: Seat) -> str:
    """What a time-out places: nothing, or the cheapest worker if one must be placed."""
    if may_stop(s, me):
        return "stop"
    return min(_alone(s, me), key=lambda option: option.value.food + option.value.morale).key


def may_stop(s: State, me: Seat) -> bool:
    """R7.4 The first worker is mandatory if a space of the genesis area can be paid with food alone (ruling 40)."""
    if s.on("first_worker", "optional") or s.playing.placed or not s.players[me].workers:
        return True
    food = s.players[me].stock["food"]
    return not any(cost(s, me, [space]).food <= food for space in spaces_of(s.genesis))


def placings(s: State, me: Seat, single: bool) -> list[Option]:
    """All sets of different spaces that can be paid; or (single) every next worker."""
    options = list(_one_more(s, me)) if single else list(_sets(s, me))
    if not single and _worth_going_on(s, me):
        options.append(Option("single", "single", say("workers.single"), say("workers.single_detail")))
    if may_stop(s, me):
        options.append(Option("stop", "stop", say("workers.stop" if s.playing.placed else "workers.pass")))
    return options


def _worth_going_on(s: State, me: Seat) -> bool:
    """Whether placing one by one can do what no set does: a second worker on a space, morale for food, S13."""
    player = s.players[me]
    if not player.workers:
        return False
    if NAVIGATION in player.skills and next(_outside(s, me), None) is not None:
        return True
    alone = [space for space in spaces_of(s.genesis) if cost(s, me, [space]).food <= purse(s, me)]
    if CONSCRIPTION in player.skills and player.stock["morale"] and any(cost(s, me, [space]).food for space in alone):
        return True
    return player.workers > 1 and any(cost(s, me, [space, space]).food <= purse(s, me) for space in alone)


def _sets(s: State, me: Seat) -> Iterator[Option]:
    """One worker each on one, two or three spaces of the genesis area. Food is paid before morale."""
    player = s.players[me]
    for number in range(1, min(3, player.workers) + 1):
        for chosen in combinations(spaces_of(s.genesis), number):
            order = cheapest_order(s, me, chosen)
            food = cost(s, me, order).food
            if food <= purse(s, me):
                morale = max(0, food - player.stock["food"])
                slots = "+".join(space[-1] for space in chosen)
                label = say("workers.label", spaces=tuple(map(names.slot, chosen)))
                yield _option(s, me, f"place:{slots}", label, Placing(tuple(order), food - morale, morale))


def _alone(s: State, me: Seat) -> list[Option]:
    """Single workers in the genesis area."""
    return [option for option in _sets(s, me) if len(option.value.spaces) == 1]


def _one_more(s: State, me: Seat) -> Iterator[Option]:
    """R7.4 The next worker: in the genesis area, or once outside (S13); paid in food, or in part in morale (S10)."""
    player = s.players[me]
    if not player.workers:
        return
    for space in (*spaces_of(s.genesis), *_outside(s, me)):
        food = cost(s, me, [space]).food
        inside = area_of(space) == s.genesis
        key = f"place:{space[-1]}" if inside else f"place:{space}"
        for morale in range(food + 1 if CONSCRIPTION in player.skills else 1):
            if food - morale <= player.stock["food"] and morale <= player.stock["morale"]:
                label = say("workers.label", spaces=names.slot(space) if inside else names.space(space))
                full = f"{key}:m{morale}" if morale else key
                yield _option(s, me, full, label, Placing((space,), food - morale, morale))


def _outside(s: State, me: Seat) -> Iterator[str]:
    """S13 Once in each own turn, a space outside that is adjacent to a space of the genesis area, if it can be paid."""
    if NAVIGATION in s.players[me].skills and not s.playing.outside:
        for space in s.geography.around(s.genesis):
            if cost(s, me, [space]).food <= purse(s, me):
                yield space


def _option(s: State, me: Seat, key: str, label: Msg, placing: Placing) -> Option:
    place = f"space:{placing.spaces[0]}" if len(placing.spaces) == 1 else None
    return Option(key, placing, label, partial(_detail, s, me, placing), place=place)


def _detail(s: State, me: Seat, placing: Placing) -> Msg:
    """What it costs and leaves, and what it would lead to in the genesis area."""
    stock = s.players[me].stock
    facts = []
    if placing.food:
        facts.append(say("workers.cost", food=placing.food, left=stock["food"] - placing.food))
    if placing.morale:
        facts.append(say("workers.cost_morale", morale=placing.morale, left=stock["morale"] - placing.morale))
    if not facts:
        facts.append(say("workers.no_cost"))
    for area in dict.fromkeys(map(area_of, placing.spaces)):
        if not controls(s.areas[area], me) and _would_control(s, me, area, placing.spaces):
            facts.append(say("workers.control", area=area))
    foes = _foes(s, me, placing.spaces)
    if foes:
        facts.append(say("workers.war", others=tuple(Who(seat) for seat in foes)))
    return say("parts", parts=tuple(facts))


def _would_control(s: State, me: Seat, area: str, spaces: Sequence[str]) -> bool:
    return len({space for space in spaces_of(area) if s.space(space).workers[me] or space in spaces}) >= 2


def _foes(s: State, me: Seat, spaces: Sequence[str]) -> list[Seat]:
    """R7.7 Who would take part in the war that these workers cause; nobody, if they share no space."""
    here = [space for space in spaces if area_of(space) == s.genesis]
    shared = any(present(s.space(space), seat) for space in here for seat in s.seats if seat != me)
    return [seat for seat in participants(s.areas[s.genesis], s.seats) if seat != me] if shared else []


def place(t: Table[State], me: Seat, placing: Placing) -> None:
    """R7.4 Pay, and put the workers down."""
    s, turn = t.state, t.state.playing
    turn.waived = cost(s, me, placing.spaces).waived
    pay(s, me, "food", placing.food)
    pay(s, me, "morale", placing.morale)
    for space in placing.spaces:
        place_worker(s, me, space)
        turn.placed.append(space)
        turn.outside = turn.outside or area_of(space) != s.genesis
    spaces = tuple(names.space(space) for space in sorted(placing.spaces))
    key = "workers.done_morale" if placing.morale else "workers.done_paid" if placing.food else "workers.done"
    t.tell(key, who=Who(me), spaces=spaces, food=placing.food, morale=placing.morale)
