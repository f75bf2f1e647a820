"""R8.4, R10 Contracts: taking them from cities or the pile, discarding them, and refilling empty spaces."""

from collections.abc import Sequence

from msgspec import UNSET

from engines.kernel import GameContext, Message, Option, Seat, SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.names import describe_contract, name_place
from engines.marco_polo_ii.table.questions import DiscardContract, TakeContracts, TakeFromPile
from engines.marco_polo_ii.table.state import Player, State

DECLINE = "no"


def list_offered_contracts(s: State, cities: Sequence[str]) -> list[tuple[str, str]]:
    """Return (city, contract) for the face-up contracts of these cities."""
    return [(city, ident) for city in CONTENT.contract_cities if city in cities for ident in s.on_offer[city] if ident]


def build_contract_options(s: State, cities: Sequence[str], decline: Message | None = None) -> list[Option]:
    """Return an option `contract:c05` for each contract of these cities, grouped by city.

    decline: label of a last option that takes none.
    """
    options = [
        Option(
            f"contract:{ident}",
            ident,
            message("contract.option", contract=describe_contract(ident)),
            group=message("contract.in_city", city=name_place(city)),
            place=f"contract:{ident}",
        )
        for city, ident in list_offered_contracts(s, cities)
    ]
    if decline is not None:
        options.append(Option(DECLINE, None, decline))
    return options


async def take_contracts(ctx: GameContext[State], seat: Seat, ids: Sequence[str]) -> None:
    """R8.4 Take contracts from the board; if there are not enough slots, older contracts are discarded first."""
    player = ctx.state.players[seat]
    await _free_slots(ctx, seat, player.contracts, len(ids) - player.contract_slots.count(None))
    for ident in ids:
        city = next(city for city, spaces in ctx.state.on_offer.items() if ident in spaces)
        spaces = ctx.state.on_offer[city]
        spaces[spaces.index(ident)] = None
        _put_in_free_slot(player, ident)
        ctx.log_event("contract.taken", who=SeatRef(seat), city=name_place(city), contract=describe_contract(ident))


async def take_one_contract(ctx: GameContext[State], seat: Seat, cities: Sequence[str]) -> None:
    """R10, R11 Let the seat take one face-up contract of these cities (optional)."""
    options = build_contract_options(ctx.state, cities, message("contract.decline"))
    if len(options) > 1:
        ident = await ctx.choose(
            seat, "contract.take_one", options, rule="R10", default=DECLINE, subject=TakeContracts(1)
        )
        if ident is not None:
            await take_contracts(ctx, seat, [ident])


async def _free_slots(ctx: GameContext[State], seat: Seat, candidates: Sequence[str], number: int) -> None:
    """R8.4 Discard `number` of these contracts (1 or 2); if both, slot 1 first."""
    if number <= 0:
        return
    discarded = candidates
    if number < len(candidates):
        options = [_build_discard_option(ident, "contract.discard_held") for ident in candidates]
        discarded = [
            await ctx.choose(
                seat, "contract.discard", options, rule="R8.4", default=options[0].key, subject=DiscardContract()
            )
        ]
    for ident in discarded:
        discard_contract(ctx, seat, ident)


def _build_discard_option(ident: str, key: str) -> Option:
    return Option(f"discard:{ident}", ident, message(key, contract=describe_contract(ident)), place=f"discard:{ident}")


def _put_in_free_slot(player: Player, ident: str) -> None:
    """R8.4 Put a contract into the first free slot."""
    player.contract_slots[player.contract_slots.index(None)] = ident


def free_slot(player: Player, ident: str) -> None:
    """R8.4, R9.1 Remove a contract from its slot. The other slot keeps its contract."""
    player.contract_slots[player.contract_slots.index(ident)] = None


def discard_contract(ctx: GameContext[State], seat: Seat, ident: str) -> None:
    """R8.4 Put a contract under the pile, seen by all; starting contracts leave the game."""
    if ident in ctx.state.players[seat].contract_slots:
        free_slot(ctx.state.players[seat], ident)
    if ident in CONTENT.data.contracts:
        ctx.state.contract_pile.put_at_bottom(ident, ctx.state.seats)
    elif ctx.state.discarded_starts is not UNSET:
        ctx.state.discarded_starts += 1
    ctx.log_event("contract.discarded", who=SeatRef(seat), contract=describe_contract(ident))


async def take_from_pile(ctx: GameContext[State], seat: Seat, number: int) -> None:
    """R10 Take contracts from the pile one by one; an empty pile gives none."""
    s = ctx.state
    if not s.contract_pile.cards:
        ctx.log_event("contract.no_pile", who=SeatRef(seat))
        return
    detail = _warn_about_discards(s, seat, number)
    about = TakeFromPile(number)
    await ctx.confirm(
        seat,
        "contract.draw",
        rule="R10",
        default="yes",
        button_key="kernel.draw",
        detail=detail,
        subject=about,
        n=number,
    )
    for _ in range(number):
        ident = s.contract_pile.take_top(ctx)
        if ident is None:
            return
        ctx.log_event("contract.drawn", who=SeatRef(seat), contract=describe_contract(ident))
        if None in s.players[seat].contract_slots:
            _put_in_free_slot(s.players[seat], ident)
        else:
            await _keep_or_discard(ctx, seat, ident)


def _warn_about_discards(s: State, seat: Seat, number: int) -> Message | None:
    """R10 Return a warning that contracts will have to be discarded; None if there are slots for all."""
    free_slots = s.players[seat].contract_slots.count(None)
    if number <= free_slots:
        return None
    return message("contract.draw_tight", free=free_slots) if free_slots else message("contract.draw_full")


async def _keep_or_discard(ctx: GameContext[State], seat: Seat, pile_contract: str) -> None:
    """R10 Without a free slot: discard the contract from the pile, or an active one, whose slot it takes."""
    s = ctx.state
    options = [_build_discard_option(pile_contract, "contract.discard_drawn")]
    options += [_build_discard_option(ident, "contract.discard_held") for ident in s.players[seat].contracts]
    s.turn.pile_contract = pile_contract
    discarded = await ctx.choose(
        seat,
        "contract.discard_one",
        options,
        rule="R10",
        default=options[0].key,
        subject=DiscardContract(pile_contract),
    )
    s.turn.pile_contract = None
    discard_contract(ctx, seat, discarded)
    if discarded != pile_contract:
        _put_in_free_slot(s.players[seat], pile_contract)


def refill_contracts(ctx: GameContext[State]) -> None:
    """R5, R16.7 Refill the empty contract spaces at the end of a turn, city by city, while the pile lasts."""
    for city, spaces in ctx.state.on_offer.items():
        for i, ident in enumerate(spaces):
            if ident is None and ctx.state.contract_pile.cards:
                spaces[i] = contract = ctx.state.contract_pile.take_top(ctx)
                if contract is not None:
                    ctx.log_event("contract.refilled", city=name_place(city), contract=describe_contract(contract))
