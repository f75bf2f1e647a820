"""S29 Once a game, in the own turn up to the building of a town: 4 resources in any combination."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from engines.kernel import Option, Seat, Table, Who, say
from engines.quo_vadis.questions import Windfall
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import rooms
from engines.quo_vadis.table.skills import WINDFALL, number, unused
from engines.quo_vadis.table.state import State

from .gains import gain
from .start import spread, tracks


@contextmanager
def windfall_beside(t: Table[State], me: Seat) -> Iterator[None]:
    """S29 stands beside every question to its owner in here."""
    with t.asides(me, partial(offered, t.state, me), partial(_take, t, me)):
        yield


def offered(s: State, me: Seat) -> list[Option]:
    """S29 While it is unused and something has room."""
    player = s.players[me]
    if not unused(player, WINDFALL) or not rooms(s, player):
        return []
    amount = number(WINDFALL, "amount")
    label = say("windfall.label", skill=names.skill(WINDFALL))
    return [Option("windfall", None, label, say("windfall.detail", amount=amount))]


async def _take(t: Table[State], me: Seat, _: Any) -> None:
    """S29 What finds no room would be lost, so no more is distributed than there is room for."""
    s, player = t.state, t.state.players[me]
    amount = min(number(WINDFALL, "amount"), sum(rooms(s, player).values()))
    even = spread(s, player, amount)
    gained = await t.allocate(
        me,
        "windfall.ask",
        partial(tracks, s, me),
        amount,
        default=even,
        rule="S29",
        about=Windfall(amount),
        amount=amount,
    )
    player.spent.append(WINDFALL)
    for resource, cubes in gained.items():
        gain(s, me, resource, cubes)
    stock = player.stock
    t.tell(
        "windfall.done",
        who=Who(me),
        skill=names.skill(WINDFALL),
        morale=stock["morale"],
        food=stock["food"],
        faith=stock["faith"],
    )
