"""Action summaries of a turn are stored as text and read back unchanged."""

from __future__ import annotations

import pytest

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, ZONES
from engines.kilia.rules.turn import take_turn
from engines.kilia.table.turn_actions import (
    ContractFulfilled,
    MerchantPlaced,
    SpratTraded,
    TurnAction,
    ZoneExpanded,
    format_turn_action,
    parse_turn_action,
)
from tests.kilia.stage import (
    WHITE,
    build_table,
    play,
    set_player,
)

ACTIONS: list[TurnAction] = [
    *(ZoneExpanded(zone) for zone in ZONES),
    *(MerchantPlaced(good) for good in GOODS),
    *(ContractFulfilled(contract) for contract in CONTENT.contracts),
    SpratTraded(),
]


def test_every_action_summary_is_read_back() -> None:
    texts = [format_turn_action(action) for action in ACTIONS]
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
    with pytest.raises(ValueError, match="expected an action"):
        parse_turn_action(text)


def test_r10_chain_of_actions_is_summed_up_in_one_line() -> None:
    s = build_table(offer="W01 W10 B05 Y10 R13")
    set_player(s, WHITE, zones=(0, 1, 0, 0), goods=(1, 0, 0, 0), coins=1, abilities="R08")
    played = play(s, take_turn, "expand:1", "none", "merchant:2", "space:m2", "yes")
    assert "White takes 2 actions in this turn: castle, salt merchant." in played.sentences
    played = play(build_table(offer="W01 W10 B05 Y10 R13"), take_turn, "merchant:1", "space:m2", "yes")
    assert not [sentence for sentence in played.sentences if "actions in this turn" in sentence]
