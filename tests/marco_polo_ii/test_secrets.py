"""R2 Information: what is hidden stays so, and nothing else is hidden."""

from __future__ import annotations

from engines.kernel import Decision, Match, Rng, random_answer
from engines.marco_polo_ii import GAME
from engines.marco_polo_ii.problems import problems
from engines.marco_polo_ii.redeal import redeal
from engines.marco_polo_ii.table.state import State
from tests.contract.cases import cases
from tests.contract.privacy import check
from tests.marco_polo_ii.table import A, B, C, game, person


def table() -> State:
    return game(3)


def test_a_seat_sees_its_own_goals_only_and_all_at_the_end() -> None:
    s = table()
    for seat in s.seats:
        seen = GAME.view(s, seat)
        assert [mat.goal is not None for mat in seen.mats] == [one == seat for one in s.seats]
        assert [bool(mat.dealt) for mat in seen.mats] == [one == seat for one in s.seats]
    assert [mat.goal for mat in GAME.view(s, None).mats] == [None] * 3
    s.phase, s.playing = "over", None
    assert all(mat.goal for mat in GAME.view(s, None).mats)


def test_dealing_anew_keeps_what_is_known() -> None:
    s = table()
    s.letters.put_under("c01", s.seats) if "c01" not in s.letters.cards else None
    s.letters.cards = list(dict.fromkeys(["c01", *(ident for ident in s.letters.cards if ident != "c01")]))
    s.letters.seen["c01"] = [A, B, C]
    mine = list(s.players[A].dealt)
    current, following = {b: t[0] for b, t in s.tiles.items()}, {b: t[1] for b, t in s.tiles.items()}
    others, deeper = set[tuple[str, ...]](), set[str]()
    for number in range(20):
        redeal(s, A, Rng(bytes([number] * 32)))
        assert s.players[A].dealt == mine and s.players[A].goal in mine and s.letters.cards[0] == "c01"
        assert {b: t[0] for b, t in s.tiles.items()} == current and {b: t[1] for b, t in s.tiles.items()} == following
        others.add(tuple(s.players[B].dealt))
        deeper |= set(s.removed.values())
    assert len(others) > 10 and len(deeper) > 6


def test_dealing_anew_leaves_the_table_sound() -> None:
    for case in cases("marco_polo_ii", 6, first=40):
        match, rng = case.start(), Rng(case.seed)
        for number in range(120):
            if match.over:
                break
            seat = match.waiting[0]
            prompt = match.prompt(seat)
            assert prompt is not None
            match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
            if number % 10 == 0:
                world = match.world(seat, rng)
                assert problems(world.state) == []


def test_what_goals_are_cannot_be_observed() -> None:
    """A few games; `python -m tests.long privacy --game marco_polo_ii --games 300` plays them all."""
    for case in cases("marco_polo_ii", 4, first=900):
        assert check(case, every=9, pictures=0).comparisons > 20


def test_time_out_answers_say_nothing_of_the_hand() -> None:
    match = Match.start(GAME, GAME.setup(2), bytes(32))
    while match.state.phase != "goals":
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        match.apply(Decision(match.step, seat, prompt.silence or (prompt.options[0].key,)))
    for seat in (0, 1):
        prompt = match.prompt(seat)
        assert prompt is not None and prompt.silence == (prompt.options[0].key,)
    person(match.state, A)
