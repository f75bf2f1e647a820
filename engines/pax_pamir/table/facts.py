"""What rules note for previews, beside the sentences that they tell (`Table.note`)."""

from __future__ import annotations

from typing import NamedTuple


class Repaid(NamedTuple):
    """R4.8 Rupees that a player has paid back for leverage."""

    player: int
    rupees: int


class WithoutEffect(NamedTuple):
    """R12 The event has changed nothing."""
