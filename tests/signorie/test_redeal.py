"""A redeal moves every card that a seat cannot know."""

from __future__ import annotations

from engines.signorie import GAME
from tests.contract.privacy import count_moved_places, play_some_turns


def test_a_redeal_moves_every_hidden_place() -> None:
    match = play_some_turns(GAME, 3)
    moved = count_moved_places(match, 0)
    assert moved["stack"] == 2 * len(match.state.stack), "house and value of each tile"
    assert {field.rpartition(".")[2] for field in moved} == {"stack", "removed", "face_down"}
