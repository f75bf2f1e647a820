"""States that earlier rules wrote go on under the rules of today."""

from __future__ import annotations

import msgspec

from engines.kernel import Match, load_games
from engines.kernel.match import Frame

GAME = load_games()["marco_polo_ii"]


def test_contracts_of_earlier_rules_lie_in_slots() -> None:
    """R8.4 Before version 3 contracts were a list: slot 1 first, no entry for a free slot."""
    match = Match.start(GAME, GAME.build_setup(3), bytes(32))
    frame = msgspec.json.decode(match.frame, type=Frame)
    plain = msgspec.json.decode(frame.state)
    lists = [[], ["c05"], ["c07", "c09"]]
    for player, held in zip(plain["players"], lists, strict=True):
        player["contracts"] = list(held)
    frame.state, frame.rules = msgspec.Raw(msgspec.json.encode(plain)), 2
    old = Match.resume(GAME, match.setup, match.seed, msgspec.json.encode(frame), [])
    slots = [player.contract_slots for player in old.state.players]
    assert slots == [[None, None], ["c05", None], ["c07", "c09"]]
    assert [player.contracts for player in old.state.players] == lists
