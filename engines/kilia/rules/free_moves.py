"""R6.1, R18.9 Free moves: available beside the questions before, between and after actions, never inside one; with the
smoke sprat (R14)."""

from functools import partial
from typing import Any

from msgspec import UNSET

from engines.kernel import GameContext, Message, Option, Seat, SeatRef, message
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, ZONES, Thing, Zone
from engines.kilia.table.queries import find_next_number
from engines.kilia.table.questions import RefreshOffer, SpratRelief
from engines.kilia.table.state import Player, State
from engines.kilia.table.turn_actions import SpratTraded, format_turn_action
from engines.kilia.table.words import count_stock, describe_amount, describe_amounts

from .achievements import COINS_PER_MARKER, add_fourth_chip_warning, claim_coins, may_claim
from .contracts import build_fulfil_option, fulfil_contract, list_fulfillable
from .expansion import can_expand
from .offer import may_refresh, refresh_offer

DATA = CONTENT.data
FREE_MOVES_GROUP = Message("free.group")


def list_free_moves(s: State, seat: Seat) -> list[Option]:
    """R6.1 Return the options: contracts that can be paid, the fifteen coins, the sprat, five new cards."""
    player = s.players[seat]
    moves = [build_fulfil_option(s, seat, contract) for contract in list_fulfillable(player)] if player.active else []
    if may_claim(player):
        args = {
            "coins": COINS_PER_MARKER,
            "number": find_next_number(s, "fifteen_coins"),
            "left": player.coins - COINS_PER_MARKER,
        }
        build_claim_detail = partial(
            add_fourth_chip_warning, s, seat, player, message("claim.detail", **args), extra_markers=1
        )
        moves.append(
            Option(
                "claim",
                ("claim", ""),
                message("claim.label", **args),
                build_claim_detail,
                FREE_MOVES_GROUP,
                "wheel:fifteen_coins",
            )
        )
    if can_play_sprat(player):
        moves.append(
            Option(
                "relief", ("relief", ""), Message("relief.label"), Message("relief.detail"), FREE_MOVES_GROUP, "sprat"
            )
        )
    if may_refresh(s, player):
        cost = DATA.council_board.refresh_cost
        detail = message("refresh.detail", left=player.coins - cost)
        moves.append(
            Option(
                "refresh", ("refresh", ""), message("refresh.label", coins=cost), detail, FREE_MOVES_GROUP, "refresh"
            )
        )
    return moves


async def take_free_move(ctx: GameContext[State], seat: Seat, move: Any) -> None:
    """R6.1 Carry out one free move."""
    match move:
        case ("fulfil", str(contract)):
            await fulfil_contract(ctx, seat, contract)
        case ("claim", _):
            claim_coins(ctx, seat)
        case ("relief", _):
            await trade_sprat(ctx, seat)
        case ("refresh", _):
            if await ctx.choose(
                seat,
                "refresh.ask",
                [
                    Option("refresh", True, Message("refresh.yes"), place="offer:new"),
                    Option("keep", False, Message("refresh.no"), place="offer:keep"),
                ],
                rule="R7.3",
                default="keep",
                subject=RefreshOffer(),
                coins=DATA.council_board.refresh_cost,
            ):
                refresh_offer(ctx)
        case _:
            raise AssertionError(f"no free move: {move}")


def can_play_sprat(player: Player) -> bool:
    """R14 Return True from the turn after the one in which the sprat was gained."""
    return player.sprat == "held"


def list_sprat_zones(player: Player) -> list[Zone]:
    """R6.2 Return the zones that the sprat could expand now."""
    return [zone for zone in ZONES if can_expand(player, zone)] if can_play_sprat(player) else []


async def trade_sprat(ctx: GameContext[State], seat: Seat) -> None:
    """R6.1, R14 Take a coin or a good of choice; the sprat leaves the game."""
    player = ctx.state.players[seat]
    stock_counts = count_stock(player)
    options = [
        build_sprat_trade_option("coin", stock_counts["coin"]),
        *(build_sprat_trade_option(good, stock_counts[good]) for good in GOODS),
    ]
    thing: Thing = await ctx.choose(seat, "relief.ask", options, rule="R14", default="coin", subject=SpratRelief())
    player.sprat = "none"
    if ctx.state.traded_sprats is not UNSET:
        ctx.state.traded_sprats += 1
    player.turn_actions.append(format_turn_action(SpratTraded()))
    if thing == "coin":
        player.coins += 1
    else:
        player.goods[thing] += 1
    ctx.log_event("relief.done", who=SeatRef(seat), things=describe_amounts({thing: 1}))


def build_sprat_trade_option(thing: Thing, current_count: int) -> Option:
    """Build the option of a thing for the sprat, with its stock before and after."""
    return Option(
        thing,
        thing,
        message("good.label", things=describe_amount(thing, 1)),
        message("good.detail", now=current_count, then=current_count + 1),
        place=f"relief:{thing}",
    )


def make_sprat_playable(player: Player) -> None:
    """R14 Make a sprat gained in this turn playable from the next turn on."""
    if player.sprat == "new":
        player.sprat = "held"
