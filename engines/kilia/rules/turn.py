"""R6 A turn: free moves, the main action, extra actions, and its end."""

from __future__ import annotations

from functools import partial

from engines.kernel import Msg, Seat, Table, Term, Who, say
from engines.kilia.table.deeds import Deed, Expanded, Placed, read
from engines.kilia.table.questions import EndOfTurn
from engines.kilia.table.state import State

from .actions import choose_action, perform
from .free_moves import free_moves, take_free_move
from .offer import refill
from .sprat import cool_down
from .turn_summary import changes, snapshot


async def take_turn(t: Table[State]) -> None:
    """R6 One player's turn, from its first free move to the refill; the same without chips (R18.21)."""
    s, seat = t.state, t.state.active
    was = snapshot(s.players[seat])
    s.players[seat].deeds = []
    while not s.done or s.extra:
        with t.asides(seat, partial(free_moves, s, seat), partial(take_free_move, t, seat)):
            action = await choose_action(t, seat)
        s.extra = False
        if action is not None:
            s.acted = True
            s.extra = await perform(t, seat, action)
        elif not s.done:
            t.tell("action.skipped", who=Who(seat))
        s.done = True
    with t.asides(seat, partial(free_moves, s, seat), partial(take_free_move, t, seat)):
        await t.confirm(
            seat, "turn.confirm", rule="R6", default="yes", detail=partial(changes, s, seat, was), about=EndOfTurn()
        )
    end_turn(t, seat)


def end_turn(t: Table[State], seat: Seat) -> None:
    """R15 The offers are refilled; R6 the next player clockwise, or after the last one the council."""
    s = t.state
    tell_chain(t, seat)
    refill(t)
    cool_down(s.players[seat])
    s.taken = s.done = s.extra = False
    following = s.order.index(seat) + 1
    if following == len(s.order):
        s.phase = "council"
    else:
        s.active = s.order[following]


def tell_chain(t: Table[State], seat: Seat) -> None:
    """R10 A turn with extra actions once more in one line."""
    told = tuple(words for deed in t.state.players[seat].deeds if (words := _told(read(deed))) is not None)
    if len(told) > 1:
        t.tell("turn.chain", who=Who(seat), n=len(told), deeds=told)


def _told(deed: Deed) -> Msg | Term | None:
    """An extra action in a word or two."""
    match deed:
        case Expanded(zone):
            return Term(f"zones.{zone}")
        case Placed(good):
            return say("turn.chain_merchant", good=Term(f"goods.{good}"))
        case _:
            return None
