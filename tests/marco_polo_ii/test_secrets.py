"""R2 Information: hidden information stays hidden, and nothing else is hidden."""

from __future__ import annotations

from engines.kernel import Decision, Match, Rng, pick_random_answer
from engines.marco_polo_ii import GAME
from engines.marco_polo_ii.problems import list_problems
from engines.marco_polo_ii.redeal import redeal_hidden
from engines.marco_polo_ii.table.state import State
from tests.contract.cases import build_cases
from tests.contract.privacy import check_privacy
from tests.marco_polo_ii.table import A, B, C, build_state, set_player


def build_table() -> State:
    return build_state(3)


def test_seat_sees_only_its_goals_until_the_end() -> None:
    s = build_table()
    for seat in s.seats:
        seen = GAME.view(s, seat)
        assert [mat.goal is not None for mat in seen.mats] == [other_seat == seat for other_seat in s.seats]
        assert [bool(mat.dealt_goals) for mat in seen.mats] == [other_seat == seat for other_seat in s.seats]
    assert [mat.goal for mat in GAME.view(s, None).mats] == [None] * 3
    s.phase, s.playing = "over", None
    assert all(mat.goal for mat in GAME.view(s, None).mats)


def test_redeal_keeps_known_cards() -> None:
    s = build_table()
    s.contract_pile.put_at_bottom("c01", s.seats) if "c01" not in s.contract_pile.cards else None
    s.contract_pile.cards = list(dict.fromkeys(["c01", *(ident for ident in s.contract_pile.cards if ident != "c01")]))
    s.contract_pile.known_by["c01"] = [A, B, C]
    mine = list(s.players[A].dealt_goals)
    current, following = {b: t[0] for b, t in s.tiles.items()}, {b: t[1] for b, t in s.tiles.items()}
    others, deeper = set[tuple[str, ...]](), set[str]()
    for number in range(20):
        redeal_hidden(s, A, Rng(bytes([number] * 32)))
        assert s.players[A].dealt_goals == mine and s.players[A].goal in mine and s.contract_pile.cards[0] == "c01"
        assert {b: t[0] for b, t in s.tiles.items()} == current and {b: t[1] for b, t in s.tiles.items()} == following
        others.add(tuple(s.players[B].dealt_goals))
        deeper |= set(s.removed.values())
    assert len(others) > 10 and len(deeper) > 6


def test_redeal_leaves_the_table_sound() -> None:
    for case in build_cases("marco_polo_ii", 6, first=40):
        match, rng = case.start(), Rng(case.seed)
        for number in range(120):
            if match.is_over:
                break
            seat = match.waiting_seats[0]
            prompt = match.find_prompt(seat)
            assert prompt is not None
            match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
            if number % 10 == 0:
                world = match.imagine_world(seat, rng)
                assert list_problems(world.state) == []


def test_goals_cannot_be_observed() -> None:
    """Plays a few games; `python -m tests.long privacy --game marco_polo_ii --games 300` plays them all."""
    for case in build_cases("marco_polo_ii", 4, first=900):
        assert check_privacy(case, every=9, pictures=0).comparisons > 20


def test_time_out_answers_reveal_nothing_of_the_hand() -> None:
    match = Match.start(GAME, GAME.build_setup(2), bytes(32))
    while match.state.phase != "goals":
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        match.apply(Decision(match.step, seat, prompt.timeout_answer or (prompt.options[0].key,)))
    for seat in (0, 1):
        prompt = match.find_prompt(seat)
        assert prompt is not None and prompt.timeout_answer == (prompt.options[0].key,)
    set_player(match.state, A)
