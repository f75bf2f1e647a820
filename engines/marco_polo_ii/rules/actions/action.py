"""What a main action is to the menu."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from engines.kernel import Msg, Seat, Table
from engines.marco_polo_ii.table.spaces import Dice
from engines.marco_polo_ii.table.state import State


class Action(NamedTuple):
    """possible: whether these dice can be placed: fee and costs can be paid, something can be done (R6)
    outlook:   what the space brings, in a few words
    carry_out: the action, once the dice lie there (the fee is paid, but for travel: there it is part of one payment)
    """

    possible: Callable[[State, Seat, str, Dice], bool]
    outlook: Callable[[State, Seat, str], Msg]
    carry_out: Callable[[Table[State], Seat, str, Dice], Coroutine[Any, Any, None]]
