"""What stays on the own board, said with an option before it is chosen: goods before and after (R7, R10), and dice."""

from __future__ import annotations

from engines.kernel import Msg, say
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.table.names import die
from engines.marco_polo_ii.table.spaces import Dice, left_after
from engines.marco_polo_ii.table.state import CARRIED, Player

from .payment import usual


def changes(player: Player, cost: Cost | None = None, gain: Gain | None = None) -> tuple[Msg, ...]:
    """ "camels 3 → 2": coins, camels, goods and jade that change; jade pays only what is missing (R7).

    Points are no stock, and goods of the player's choice are not chosen yet: both are left out.
    """
    paid = usual(player, cost or Cost())
    found = []
    for name in CARRIED:
        was: int = getattr(player, name)
        now = was - getattr(paid, name) + getattr(gain or Gain(), name)
        if now != was:
            found.append(Msg(f"change.{name}", {"was": was, "now": now}))
    return tuple(found)


def told(player: Player, cost: Cost | None = None, gain: Gain | None = None) -> Msg:
    """The same as one detail."""
    return say("menu.detail", items=changes(player, cost, gain))


def leaves(player: Player, dice: Dice) -> Msg:
    """The dice that stay for later turns."""
    left = left_after(player, dice)
    return say("menu.leaves", dice=tuple(map(die, left))) if left else say("menu.leaves_none")
