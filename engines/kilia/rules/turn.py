"""R6 A turn: free moves, the main action, extra actions, its confirmation and its end."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from engines.kernel import GameContext, Message, NounRef, Seat, SeatRef, message
from engines.kilia.council.scoring import compute_contract_points, compute_own_zone_points
from engines.kilia.data.types import GOODS, SPACES, ZONES
from engines.kilia.table.cargo import compute_cargo, describe_cargo
from engines.kilia.table.queries import count_keys
from engines.kilia.table.questions import EndOfTurn
from engines.kilia.table.state import Player, State
from engines.kilia.table.turn_actions import MerchantPlaced, TurnAction, ZoneExpanded, parse_turn_action

from .actions import choose_action, perform_action
from .free_moves import list_free_moves, make_sprat_playable, take_free_move
from .offer import refill_offers


async def take_turn(ctx: GameContext[State]) -> None:
    """R6 Play one player's turn, from its first free move to the refill; the same without chips (R18.21)."""
    s, seat = ctx.state, ctx.state.active
    start_snapshot = take_snapshot(s.players[seat])
    s.players[seat].turn_actions = []
    while not s.is_action_over or s.has_extra_action:
        with ctx.side_actions(seat, partial(list_free_moves, s, seat), partial(take_free_move, ctx, seat)):
            action = await choose_action(ctx, seat)
        s.has_extra_action = False
        if action is not None:
            s.has_acted = True
            s.has_extra_action = await perform_action(ctx, seat, action)
        elif not s.is_action_over:
            ctx.log_event("action.skipped", who=SeatRef(seat))
        s.is_action_over = True
    with ctx.side_actions(seat, partial(list_free_moves, s, seat), partial(take_free_move, ctx, seat)):
        await ctx.confirm(
            seat,
            "turn.confirm",
            rule="R6",
            default="yes",
            detail=partial(describe_turn_changes, s, seat, start_snapshot),
            subject=EndOfTurn(),
        )
    end_turn(ctx, seat)


def end_turn(ctx: GameContext[State], seat: Seat) -> None:
    """R15 Refill the offers; R6 pass to the next player clockwise, or after the last one to the council."""
    s = ctx.state
    log_chain(ctx, seat)
    refill_offers(ctx)
    make_sprat_playable(s.players[seat])
    s.has_taken_card = s.is_action_over = s.has_extra_action = False
    next_index = s.order.index(seat) + 1
    if next_index == len(s.order):
        s.phase = "council"
    else:
        s.active = s.order[next_index]


def log_chain(ctx: GameContext[State], seat: Seat) -> None:
    """R10 Log a turn with extra actions once more in one line."""
    parts = tuple(
        words
        for action in ctx.state.players[seat].turn_actions
        if (words := _describe_turn_action(parse_turn_action(action))) is not None
    )
    if len(parts) > 1:
        ctx.log_event("turn.chain", who=SeatRef(seat), n=len(parts), deeds=parts)


def _describe_turn_action(action: TurnAction) -> Message | NounRef | None:
    """Describe an extra action in a word or two; None for other actions."""
    match action:
        case ZoneExpanded(zone):
            return NounRef(f"zones.{zone}")
        case MerchantPlaced(good):
            return message("turn.chain_merchant", good=NounRef(f"goods.{good}"))
        case _:
            return None


class TurnSnapshot(NamedTuple):
    """Values of a player at one time that a turn can change. Markers are left out because the council gives them a
    value."""

    own_zone_points: int
    """R17(2) Points of the player's own zone."""
    contract_points: int
    """R17(3) Points of contracts, kept apart because the open points do not count contracts (R4)."""
    coins: int
    """Coins in the personal supply."""
    goods: tuple[int, ...]
    """In the order of GOODS."""
    zones: tuple[int, ...]
    """Number of cards by zone, in the order of ZONES."""
    merchants: int
    """Cards on the market, covered ones included."""
    abilities: int
    """Cards in the knowledge zone."""
    warehouses: int
    """Warehouses on the canal, the printed one included."""
    active: int
    """Number of contracts lying face up."""
    fulfilled: int
    """Number of contracts fulfilled."""


def take_snapshot(player: Player) -> TurnSnapshot:
    """Return the player's present values."""
    return TurnSnapshot(
        compute_own_zone_points(player),
        compute_contract_points(player),
        player.coins,
        tuple(player.goods[good] for good in GOODS),
        tuple(len(player.zones[zone]) for zone in ZONES),
        sum(len(player.market[space]) for space in SPACES),
        len(player.abilities),
        sum(warehouse is not None for warehouse in player.canal),
        len(player.active),
        len(player.fulfilled),
    )


def describe_turn_changes(s: State, seat: Seat, old: TurnSnapshot) -> Message:
    """R6 Describe old and new value of everything changed, and the ship's next cargo unless no ship sails (R17)."""
    player = s.players[seat]
    new = take_snapshot(player)
    lines = tuple(message("turn.change", what=label, was=a, now=b) for label, a, b in _iter_values(old, new) if a != b)
    change_lines = lines or (Message("turn.no_change"),)
    if s.is_final_round:
        return message("turn.changes_final", changes=change_lines, keys=count_keys(player))
    return message(
        "turn.changes", changes=change_lines, keys=count_keys(player), cargo=describe_cargo(compute_cargo(player))
    )


def _iter_values(old: TurnSnapshot, new: TurnSnapshot) -> Iterator[tuple[NounRef | Message, int, int]]:
    yield Message("turn.own_zone"), old.own_zone_points, new.own_zone_points
    yield Message("turn.contracts"), old.contract_points, new.contract_points
    yield Message("turn.coins"), old.coins, new.coins
    yield from ((NounRef(f"goods.{good}"), old.goods[i], new.goods[i]) for i, good in enumerate(GOODS))
    for i, zone in enumerate(ZONES):
        yield message("turn.zone", zone=NounRef(f"zones.{zone}")), old.zones[i], new.zones[i]
    yield Message("turn.merchants"), old.merchants, new.merchants
    yield Message("turn.abilities"), old.abilities, new.abilities
    yield Message("turn.warehouses"), old.warehouses, new.warehouses
    yield Message("turn.active"), old.active, new.active
    yield Message("turn.fulfilled"), old.fulfilled, new.fulfilled
