"""Turn info of the game, used for reminders, the table's card and the order of play."""

from __future__ import annotations

from engines.pax_pamir import GAME
from engines.pax_pamir.view import build_turn_info, build_view
from tests.bot.test_card import render_card
from tests.contract.cases import build_cases, build_rng, random_decision
from tests.pax_pamir.table import A, B, C, build_state, set_player


def test_r5_turns_pass_around_the_table() -> None:
    s = build_state(3, active=B, discards=[101])
    set_player(s, C, vp=4)
    now = build_turn_info(build_view(s, None))
    assert (now.heading.key, now.heading.args) == ("moment.turn", {"done": 0, "left": 3})
    assert (now.turn, now.following, now.public_points) == (B, (C, A), (0, 0, 4))


def test_r14_1_wakhan_has_a_turn_but_no_seat() -> None:
    s = build_state(2, wakhan=True, active=2, ai=(1, 8))
    now = build_turn_info(build_view(s, None))
    assert (now.turn, now.following, len(now.public_points or ())) == (None, (A, B), 2)
    s.current_turn.player = B
    assert build_turn_info(build_view(s, None)).following == (A,)


def test_no_seat_is_on_turn_before_the_first_turn_and_after_the_end() -> None:
    s = build_state(2)
    s.phase = "loyalty"
    assert build_turn_info(build_view(s, None)).heading.key == "moment.loyalty"
    s.phase = "over"
    assert (build_turn_info(build_view(s, None)).turn, build_turn_info(build_view(s, None)).heading.key) == (
        None,
        "moment.over",
    )
    assert GAME.turn_info is build_turn_info


def test_player_asked_in_another_turn_is_not_shown_as_on_turn() -> None:
    for case in build_cases("pax_pamir", 9):
        match, rng = case.start(), build_rng(case, "play")
        while not match.is_over:
            build_info = match.game.turn_info
            assert build_info is not None
            turn, waiting = build_info(match.build_public_match().build_view(None)).turn, match.waiting_seats
            if turn is not None and turn not in waiting and match.position == match.undo_barrier:
                card_text = "\n".join(render_card(match)[0])
                assert f"手番：{'●■▲◆⬢'[turn]}" in card_text
                assert f"返答待ち：{'●■▲◆⬢'[waiting[0]]}" in card_text
                return
            match.apply(random_decision(match, rng))
    raise AssertionError("nobody was asked in another's turn")
