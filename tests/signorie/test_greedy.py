"""The greedy player answers legally and beats chance. The full count: `python -m tests.duel signorie --games 200`."""

from __future__ import annotations

import pytest
from msgspec import Raw, json

from engines.kernel import Budget, Decision, Frame, Match, Rng, policies, think
from engines.signorie import GAME
from engines.signorie.computer.evaluation import worth
from engines.signorie.computer.greedy import greedy
from tests.duel import Duel, played
from tests.signorie.stage import YELLOW, city, family, game


def test_it_is_the_strongest_policy() -> None:
    assert list(policies(GAME)) == ["greedy", "random"]


def test_it_beats_the_random_player() -> None:
    """`python -m tests.duel signorie` says how often."""
    result = played(Duel("signorie", 0, "greedy", "random", tries=100))
    assert result.wins == 1
    assert result.vp > 2 * result.rival_vp


@pytest.mark.parametrize(
    ("seats", "options"), [(3, {"open_gates": "on"}), (4, {"short_season": "on", "secret_letters": "on"})]
)
def test_it_plays_a_round_among_its_kind(seats: int, options: dict[str, str]) -> None:
    """Every answer is legal, and the World that it thinks in is left as it was."""
    match = Match.start(GAME, GAME.setup(seats, options=options), bytes(32))
    rng = Rng(bytes(32))
    first = match.state.slot
    while match.ask is not None and match.state.slot == first:
        (prompt,) = match.ask.prompts
        world = match.world(prompt.seat, rng)
        before = world.checksum()
        line = greedy(world, prompt, rng, Budget(40))
        assert world.checksum() == before
        match.apply(Decision(match.step, prompt.seat, line[0]))
    assert any(player.vp for player in match.state.players)


def test_a_mission_is_worth_what_the_best_man_brings() -> None:
    """R8.2 The die is chosen with man and city in mind."""
    pool = {"yellow": [5], "red": [], "purple": [], "grey": [], "light_blue": [5]}
    state = game(pool=pool, cities={"milano": city(), "roma": city()}, slot=7, reward="v_males")
    family(state, YELLOW, m=0, w=0, florins=2, men={"clergy": {1: 1}, "military": {8: 1}})
    match = Match(GAME, GAME.setup(4), bytes(32), json.encode(Frame(0, 0, 0, Raw(json.encode(state)))))
    line = think(match, YELLOW, greedy, Rng(bytes(32)))
    die, action, (way,) = line[:3]
    assert (die, action) == (("die:light_blue:5",), ("signoria",))
    assert way.startswith("mission:military:8:")


def test_worth_counts_what_may_still_come() -> None:
    """More of anything is worth more, and nothing but VP when the game is over."""
    poor, rich = game(), game()
    family(poor, YELLOW, florins=0, m=0, w=0)
    family(rich, YELLOW, florins=9, m=4, w=4, helpers=["y_bot"], men={"clergy": {8: 1}}, brides=2)
    assert worth(rich, YELLOW) > worth(poor, YELLOW) + 10
    rich.phase = "over"
    assert worth(rich, YELLOW) == rich.players[YELLOW].vp
