"""The turn info of a game in play: what everybody knows, as of the undo barrier."""

from __future__ import annotations

from dataclasses import replace

from engines.kernel import Match, Message, TurnInfo
from tests.kernel.toys import SEED, NotesView, answer, build_toy_game, choose_letters


def test_turn_info_is_computed_once_between_barriers() -> None:
    """Each unconfirmed step would rebuild the public game for it."""
    computed: list[NotesView] = []

    def build_turn_info(view: NotesView) -> TurnInfo:
        computed.append(view)
        return TurnInfo(Message("letters"), turn=len(view.entries))

    game = replace(build_toy_game(choose_letters), turn_info=build_turn_info)
    match = Match.start(game, game.build_setup(2), SEED)
    for letter in "ab":
        assert match.find_turn_info() == TurnInfo(Message("letters"), turn=0)
        answer(match, 0, letter)
    assert match.find_turn_info() == TurnInfo(Message("letters"), turn=0) and len(computed) == 1
    assert match.undo().find_turn_info() == TurnInfo(Message("letters"), turn=0)
    answer(match, 0, "c")
    assert match.find_turn_info() == TurnInfo(Message("letters"), turn=3)
