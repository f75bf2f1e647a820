"""R8.4 Taking contracts."""

from __future__ import annotations

from engines.kernel import Msg, Seat, Table, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.rules import letters
from engines.marco_polo_ii.rules.payment import can_pay
from engines.marco_polo_ii.rules.rewards import gain
from engines.marco_polo_ii.table.names import amounts
from engines.marco_polo_ii.table.questions import TakeContracts
from engines.marco_polo_ii.table.spaces import Dice
from engines.marco_polo_ii.table.state import State

from .action import Action

CONSTANTS = CONTENT.data.constants
VIDAL = CONTENT.data.characters.vidal
COINS = Gain(coins=CONSTANTS.contract_action_coins)


def possible(s: State, seat: Seat, _space: str, dice: Dice) -> bool:
    """R8.4, R16.6 A contract lies in a city with an own post."""
    player = s.players[seat]
    return bool(letters.on_offer(s, player.posts)) and can_pay(player, Cost(coins=dice.fee))


def outlook(s: State, seat: Seat, _space: str) -> Msg:
    number = len(letters.on_offer(s, s.players[seat].posts))
    return say("contract.outlook", most=_most(s, seat), number=number, gain=amounts(COINS))


def _most(s: State, seat: Seat) -> int:
    """R8.4 Two; R12 Vidal takes one only."""
    return VIDAL.contract_action_max if s.players[seat].character == "vidal" else CONSTANTS.contract_action_max


async def carry_out(t: Table[State], seat: Seat, _space: str, _dice: Dice) -> None:
    """R8.4 One or two contracts into the own slots, then coins."""
    options = letters.contract_options(t.state, t.state.players[seat].posts)
    most = min(_most(t.state, seat), len(options))
    chosen = await t.choose_some(
        seat,
        "contract.take" if most > 1 else "contract.take_single",
        options,
        1,
        most,
        rule="R8.4",
        default=(options[0].key,),
        about=TakeContracts(most),
        most=most,
    )
    await letters.take(t, seat, chosen)
    await gain(t, seat, COINS, "spaces")


CONTRACTS = Action(possible, outlook, carry_out)
