"""R8.4, R10 Contracts: taking, drawing and discarding them, and filling empty spaces."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel import Msg, Option, Seat, Table, Who, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.names import contract as words
from engines.marco_polo_ii.table.names import place
from engines.marco_polo_ii.table.questions import DiscardContract, DrawContracts, TakeContracts
from engines.marco_polo_ii.table.state import State

SLOTS = CONTENT.data.setup.active_contract_slots
DECLINE = "no"


def on_offer(s: State, cities: Sequence[str]) -> list[tuple[str, str]]:
    """(city, contract) of the face-up contracts of these cities."""
    return [(city, ident) for city in CONTENT.contract_cities if city in cities for ident in s.on_offer[city] if ident]


def contract_options(s: State, cities: Sequence[str], decline: Msg | None = None) -> list[Option]:
    """`contract:c05`, by city."""
    options = [
        Option(
            f"contract:{ident}",
            ident,
            words(ident),
            group=say("contract.in_city", city=place(city)),
            place=f"contract:{ident}",
        )
        for city, ident in on_offer(s, cities)
    ]
    if decline is not None:
        options.append(Option(DECLINE, None, decline))
    return options


async def take(t: Table[State], seat: Seat, ids: Sequence[str]) -> None:
    """R8.4 Contracts from the board into the own slots; for room, older ones are discarded first."""
    held = t.state.players[seat].contracts
    await _make_room(t, seat, list(held), len(held) + len(ids) - SLOTS)
    for ident in ids:
        city = next(city for city, spaces in t.state.on_offer.items() if ident in spaces)
        spaces = t.state.on_offer[city]
        spaces[spaces.index(ident)] = None
        t.state.players[seat].contracts.append(ident)
        t.tell("contract.taken", who=Who(seat), city=place(city), contract=words(ident))


async def take_one(t: Table[State], seat: Seat, cities: Sequence[str]) -> None:
    """R10 take_contract, R11 Optional: one face-up contract of these cities."""
    options = contract_options(t.state, cities, say("contract.decline"))
    if len(options) > 1:
        ident = await t.choose(seat, "contract.take_one", options, rule="R10", default=DECLINE, about=TakeContracts(1))
        if ident is not None:
            await take(t, seat, [ident])


async def _make_room(t: Table[State], seat: Seat, among: Sequence[str], number: int) -> None:
    """R8.4 Discard so many of these, slot 1 first if it is both."""
    if number <= 0:
        return
    gone = among
    if number < len(among):
        options = [Option(f"discard:{ident}", ident, words(ident), place=f"discard:{ident}") for ident in among]
        gone = [
            await t.choose(
                seat, "contract.discard", options, rule="R8.4", default=options[0].key, about=DiscardContract()
            )
        ]
    for ident in gone:
        discard(t, seat, ident)


def discard(t: Table[State], seat: Seat, ident: str) -> None:
    """R8.4 Under the pile, where all have seen it go; starting contracts leave the game."""
    t.state.players[seat].contracts.remove(ident)
    if ident in CONTENT.data.contracts:
        t.state.letters.put_under(ident, t.state.seats)
    t.tell("contract.discarded", who=Who(seat), contract=words(ident))


async def draw(t: Table[State], seat: Seat, number: int) -> None:
    """R10 The top contracts of the pile, one after the other; an empty pile gives nothing."""
    s = t.state
    if not s.letters.cards:
        t.tell("contract.no_pile", who=Who(seat))
        return
    detail = _too_many(s, seat, number)
    about = DrawContracts(number)
    await t.confirm(
        seat, "contract.draw", rule="R10", default="yes", yes="kernel.draw", detail=detail, about=about, n=number
    )
    for _ in range(number):
        ident = s.letters.draw(t)
        if ident is None:
            return
        t.tell("contract.drawn", who=Who(seat), contract=words(ident))
        held = s.players[seat].contracts
        if len(held) >= SLOTS:
            await _keep_or_discard(t, seat, ident)
        else:
            held.append(ident)


def _too_many(s: State, seat: Seat, number: int) -> Msg | None:
    """R10 What will have to go, told before the draw; None where all find a slot."""
    free = SLOTS - len(s.players[seat].contracts)
    if number <= free:
        return None
    return say("contract.draw_tight", free=free) if free else say("contract.draw_full")


async def _keep_or_discard(t: Table[State], seat: Seat, drawn: str) -> None:
    """R10 Without a free slot, the drawn contract or one of the held ones is discarded."""
    s = t.state
    label = say("contract.discard_drawn", contract=words(drawn))
    options = [Option(f"discard:{drawn}", drawn, label, place=f"discard:{drawn}")]
    options += [
        Option(f"discard:{ident}", ident, words(ident), place=f"discard:{ident}") for ident in s.players[seat].contracts
    ]
    s.players[seat].contracts.append(drawn)
    s.turn.drawn = drawn
    gone = await t.choose(
        seat, "contract.discard_one", options, rule="R10", default=options[0].key, about=DiscardContract(drawn)
    )
    s.turn.drawn = None
    discard(t, seat, gone)


def refill(t: Table[State]) -> None:
    """R5, R16.7 At the end of a turn the empty spaces are filled, city by city; an empty pile leaves them empty."""
    for city, spaces in t.state.on_offer.items():
        for i, ident in enumerate(spaces):
            if ident is None and t.state.letters.cards:
                spaces[i] = new = t.state.letters.draw(t)
                if new is not None:
                    t.tell("contract.refilled", city=place(city), contract=words(new))
