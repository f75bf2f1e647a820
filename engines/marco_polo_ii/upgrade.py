"""Bringing States of earlier rules up to date."""

from typing import Any

from engines.marco_polo_ii.data.content import CONTENT


def upgrade_state(state: dict[str, Any], version: int) -> dict[str, Any]:
    """Return today's State from one of earlier rules. Before version 3 contracts were a list without free slots."""
    if version < 3:
        for player in state["players"]:
            free_slots = CONTENT.data.setup.active_contract_slots - len(player["contracts"])
            player["contracts"] += [None] * free_slots
    return state
