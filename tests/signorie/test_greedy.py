"""The greedy player answers legally and beats chance. The full count: `python -m tests.duel signorie --games 200`."""

from __future__ import annotations

import pytest
from msgspec import Raw, json

from engines.kernel import Decision, Frame, Match, Rng, SearchBudget, choose_line, list_policies
from engines.signorie import GAME
from engines.signorie.computer.evaluation import evaluate, greedy
from tests.duel import Duel, play_duel
from tests.signorie.stage import YELLOW, build_city, build_state, set_family


def test_greedy_is_the_strongest_policy() -> None:
    assert list(list_policies(GAME)) == ["greedy", "random"]


def test_greedy_beats_random() -> None:
    """`python -m tests.duel signorie` counts how often."""
    result = play_duel(Duel("signorie", 0, "greedy", "random", tries=100))
    assert result.wins == 1
    assert result.vp > 2 * result.rival_vp


@pytest.mark.parametrize(
    ("seats", "options"), [(3, {"open_gates": "on"}), (4, {"short_season": "on", "secret_letters": "on"})]
)
def test_greedy_players_play_a_round_legally(seats: int, options: dict[str, str]) -> None:
    """Every answer is legal, and the World used by the search is unchanged afterwards."""
    match = Match.start(GAME, GAME.build_setup(seats, options=options), bytes(32))
    rng = Rng(bytes(32))
    first = match.state.slot
    while match.open_prompts is not None and match.state.slot == first:
        (prompt,) = match.open_prompts.prompts
        world = match.imagine_world(prompt.seat, rng)
        before = world.compute_checksum()
        line = greedy(world, prompt, rng, SearchBudget(40))
        assert world.compute_checksum() == before
        match.apply(Decision(match.step, prompt.seat, line[0]))
    assert any(player.vp for player in match.state.players)


def test_mission_is_evaluated_with_the_best_man() -> None:
    """R8.2 The die is chosen with man and city in mind."""
    pool = {"yellow": [5], "red": [], "purple": [], "grey": [], "light_blue": [5]}
    state = build_state(pool=pool, cities={"milano": build_city(), "roma": build_city()}, slot=7, reward="v_males")
    set_family(state, YELLOW, m=0, w=0, florins=2, men={"clergy": {1: 1}, "military": {8: 1}})
    match = Match(GAME, GAME.build_setup(4), bytes(32), json.encode(Frame(0, 0, 0, Raw(json.encode(state)))))
    line = choose_line(match, YELLOW, greedy, Rng(bytes(32)))
    die, action, (way,) = line[:3]
    assert (die, action) == (("die:light_blue:5",), ("signoria",))
    assert way.startswith("mission:military:8:")


def test_evaluation_counts_future_gains() -> None:
    """More of anything has a higher value, and only VP count when the game is over."""
    poor, rich = build_state(), build_state()
    set_family(poor, YELLOW, florins=0, m=0, w=0)
    set_family(rich, YELLOW, florins=9, m=4, w=4, helpers=["y_bot"], men={"clergy": {8: 1}}, brides=2)
    assert evaluate(rich, YELLOW) > evaluate(poor, YELLOW) + 10
    rich.phase = "over"
    assert evaluate(rich, YELLOW) == rich.players[YELLOW].vp
