"""Action summaries of a turn are stored as text and read back unchanged."""

from __future__ import annotations

import pytest

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, ZONES
from engines.kilia.table.turn_actions import (
    ContractFulfilled,
    MerchantPlaced,
    SpratTraded,
    TurnAction,
    ZoneExpanded,
    format_turn_action,
    parse_turn_action,
)

ACTIONS: list[TurnAction] = [
    *(ZoneExpanded(zone) for zone in ZONES),
    *(MerchantPlaced(good) for good in GOODS),
    *(ContractFulfilled(contract) for contract in CONTENT.contracts),
    SpratTraded(),
]


def test_every_action_summary_is_read_back() -> None:
    texts = [format_turn_action(deed) for deed in ACTIONS]
    assert [parse_turn_action(text) for text in texts] == ACTIONS and len(set(texts)) == len(texts)
    # as in States of earlier versions
    assert [
        parse_turn_action("expand:castle"),
        parse_turn_action("merchant:wood"),
        parse_turn_action("fulfil:C01"),
        parse_turn_action("sprat"),
    ] == [
        ZoneExpanded("castle"),
        MerchantPlaced("wood"),
        ContractFulfilled("C01"),
        SpratTraded(),
    ]


@pytest.mark.parametrize("text", ["", "expand", "expand:wood", "merchant:castle", "fulfil:", "moon"])
def test_invalid_action_summary_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected a deed"):
        parse_turn_action(text)
