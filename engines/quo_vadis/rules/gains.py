"""R6 Gaining and paying: up to the maximum, the excess is lost; costs are payable in full or not at all."""

from __future__ import annotations

from engines.kernel import Seat
from engines.quo_vadis.data.types import Resource
from engines.quo_vadis.table.board import most_wrath, room
from engines.quo_vadis.table.state import Source, State


def gain(s: State, seat: Seat, resource: Resource, amount: int) -> int:
    """R6 Add cubes up to the maximum. How many were added."""
    player = s.players[seat]
    added = max(0, min(amount, room(s, player, resource)))
    player.stock[resource] += added
    return added


def gain_wrath(s: State, seat: Seat, amount: int) -> int:
    """R6 The same for wrath."""
    player = s.players[seat]
    added = max(0, min(amount, most_wrath(s, player) - player.wrath))
    player.wrath += added
    return added


def pay(s: State, seat: Seat, resource: Resource, amount: int) -> None:
    """R6 A cost, which the options have shown to be payable."""
    s.players[seat].stock[resource] -= amount


def score(s: State, seat: Seat, source: Source, vp: int) -> None:
    """R6 VP are gained the moment they are scored."""
    s.players[seat].vp[source] += vp
