"""Where the game says that it stands: for reminders, the card and who comes next."""

from __future__ import annotations

from engines.pax_pamir import GAME
from engines.pax_pamir.moment import moment
from engines.pax_pamir.view import view
from tests.pax_pamir.table import A, B, C, person, state


def test_r5_turns_go_round() -> None:
    s = state(3, active=B, discards=[101])
    person(s, C, vp=4)
    now = moment(view(s, None))
    assert (now.heading.key, now.heading.args) == ("moment.turn", {"done": 0, "left": 3})
    assert (now.turn, now.following, now.standing) == (B, (C, A), (0, 0, 4))


def test_r14_1_wakhan_has_a_turn_but_no_seat() -> None:
    s = state(2, wakhan=True, active=2, ai=(1, 8))
    now = moment(view(s, None))
    assert (now.turn, now.following, len(now.standing or ())) == (None, (A, B), 2)
    s.playing.player = B
    assert moment(view(s, None)).following == (A,)


def test_before_the_first_turn_and_after_the_end_it_is_nobodys() -> None:
    s = state(2)
    s.phase = "loyalty"
    assert moment(view(s, None)).heading.key == "moment.loyalty"
    s.phase = "over"
    assert (moment(view(s, None)).turn, moment(view(s, None)).heading.key) == (None, "moment.over")
    assert GAME.moment is moment
