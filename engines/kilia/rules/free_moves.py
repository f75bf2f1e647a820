"""R6.1, R18.9 Free moves: beside the questions before, between and after actions, never inside one."""

from __future__ import annotations

from functools import partial
from typing import Any

from engines.kernel import Msg, Option, Seat, Table, say
from engines.kilia.data.content import CONTENT
from engines.kilia.table.questions import RefreshOffer
from engines.kilia.table.state import State
from engines.kilia.table.wheels import next_number

from .achievements import COST, claim_coins, may_claim, warned
from .contracts import fulfil, fulfil_option, fulfillable
from .offer import may_refresh, refresh
from .sprat import playable, relief

DATA = CONTENT.data
GROUP = Msg("free.group")


def free_moves(s: State, seat: Seat) -> list[Option]:
    """R6.1 Contracts that can be paid, the fifteen coins, the sprat, five new cards."""
    player = s.players[seat]
    moves = [fulfil_option(s, seat, contract) for contract in fulfillable(player)] if player.active else []
    if may_claim(player):
        args = {"coins": COST, "number": next_number(s, "fifteen_coins"), "left": player.coins - COST}
        claimed = partial(warned, s, seat, player, say("claim.detail", **args), more=1)
        moves.append(Option("claim", ("claim", ""), say("claim.label", **args), claimed, GROUP, "wheel:fifteen_coins"))
    if playable(player):
        moves.append(Option("relief", ("relief", ""), Msg("relief.label"), Msg("relief.detail"), GROUP, "sprat"))
    if may_refresh(s, player):
        cost = DATA.council_board.refresh_cost
        detail = say("refresh.detail", left=player.coins - cost)
        moves.append(Option("refresh", ("refresh", ""), say("refresh.label", coins=cost), detail, GROUP, "refresh"))
    return moves


async def take_free_move(t: Table[State], seat: Seat, move: Any) -> None:
    """R6.1 Carry out one of them."""
    match move:
        case ("fulfil", str(contract)):
            await fulfil(t, seat, contract)
        case ("claim", _):
            claim_coins(t, seat)
        case ("relief", _):
            await relief(t, seat)
        case ("refresh", _):
            if await t.choose(
                seat,
                "refresh.ask",
                [
                    Option("refresh", True, Msg("refresh.yes"), place="offer:new"),
                    Option("keep", False, Msg("refresh.no"), place="offer:keep"),
                ],
                rule="R7.3",
                default="keep",
                about=RefreshOffer(),
                coins=DATA.council_board.refresh_cost,
            ):
                refresh(t)
        case _:
            raise AssertionError(f"no free move: {move}")
