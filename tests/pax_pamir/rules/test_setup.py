"""R3 Setup."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engines.kernel import Decision, GameContext, Match, Refused, Rng, Setup
from engines.pax_pamir import GAME
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.rules.setup import choose_loyalty, new_game
from engines.pax_pamir.table.market import list_pile_sizes
from engines.pax_pamir.table.state import State
from tests.pax_pamir.table import A, B, build_state, play_rule


def deal_setup(people: int, seed: int = 0, **options: str) -> State:
    setup = GAME.build_setup(people, options=options)
    return new_game(setup, GameContext[Any](None, Rng(bytes([seed]) * 32)))


@pytest.mark.parametrize(
    ("people", "wakhan", "courts", "deck", "left"),
    [
        (2, "alone", 42, 52, 40),
        (3, "alone", 48, 58, 46),
        (4, "alone", 54, 64, 52),
        (5, "alone", 60, 70, 58),
        (1, "alone", 42, 52, 40),
        (2, "two", 48, 58, 46),
    ],
)
def test_r3_3_the_deck(people: int, wakhan: str, courts: int, deck: int, left: int) -> None:
    """R3.3 Court cards, deck size, and the rest after filling the market, by number of players (Wakhan is one)."""
    s = deal_setup(people, wakhan=wakhan)
    used = [*s.deck, *(space.card for space in s.market)]
    assert (len(s.deck), len(used), sum(card in CONTENT.cards for card in used)) == (left, deck, courts)
    assert len(s.unseen) == len(CONTENT.cards) - courts + 6
    assert GAME.problems(s) == []


def test_e1_piles() -> None:
    """E1 Piles of 8, 10, 10, 10, 10, 10 cards; the first fills T0 to T5, B0 and B1; checks are in piles 3 to 6."""
    assert [sum(pile) for pile in list_pile_sizes(3)] == [8, 10, 10, 10, 10, 10]
    for seed in range(5):
        s = deal_setup(3, seed)
        market = [space.card or 0 for space in s.market]
        assert all(card in CONTENT.cards for card in market[:8])
        piles = [market[8:] + s.deck[-6:], *(s.deck[i : i + 10] for i in (30, 20, 10, 0))]
        kinds = [
            Counter("check" if c in CONTENT.checks else "event" for c in pile if c not in CONTENT.cards)
            for pile in piles
        ]
        assert kinds == [{"event": 2}, *[{"event": 1, "check": 1}] * 4]


def test_r3_2_r3_5_beginning() -> None:
    s = deal_setup(4)
    assert s.favored == "political"
    for number, player in enumerate(s.players):
        assert (player.rupees, player.vp, s.count_supply(number), player.hand, player.court) == (4, 0, 10, [], [])


def choose_loyalties(people: int, seed: int, *answers: str, **options: str) -> tuple[list[int], State]:
    """Play the choices of loyalty; return the order of the choosers and the State when the first turn begins."""
    match = Match.start(GAME, GAME.build_setup(people, options=options), bytes([seed]) * 32)
    order = []
    for answer in answers:
        assert match.open_prompts is not None
        (prompt,) = match.open_prompts.prompts
        assert prompt.text.key == "loyalty.choose"
        order.append(prompt.seat)
        match.apply(Decision(match.step, prompt.seat, (answer,)))
    return order, match.state


def test_r3_6_the_last_chooser_takes_the_first_turn() -> None:
    """R3.6 A random player, then clockwise; the same coalition may be chosen twice."""
    firsts = set()
    for seed in range(8):
        order, s = choose_loyalties(3, seed, "british", "british", "russian")
        assert order == [(order[0] + i) % 3 for i in range(3)]
        assert [s.players[seat].loyalty for seat in order] == ["british", "british", "russian"]
        assert s.current_turn.player == order[-1]
        assert s.list_clockwise(order[-1])[1] == order[0]
        firsts.add(order[0])
    assert firsts == {0, 1, 2}


def test_r14_1_wakhan_sits_before_the_last_chooser() -> None:
    """R14.1 Ring of two people: first chooser, Wakhan, last chooser. She is not asked."""
    for seed in range(4):
        order, s = choose_loyalties(2, seed, "afghan", "russian", wakhan="two")
        assert s.wakhan == 2
        assert s.list_clockwise(order[0]) == [order[0], 2, order[1]]
        assert s.players[2].loyalty is None
        assert len({player.color for player in s.players}) == 3
        assert s.current_turn.player == order[1]
        assert s.automa is not None
        assert len(s.automa.discards) == 1, "she has taken the first turn"


def test_r3_1_possible_numbers_of_players() -> None:
    """R3.1 Wakhan plays with one person, and with two if the table option says so."""
    assert [len(deal_setup(people).players) for people in (1, 2, 3)] == [2, 2, 3]
    assert len(deal_setup(1, wakhan="two").players) == 2
    assert GAME.list_seat_counts({"wakhan": "alone"}) == (1, 2, 3, 4, 5)
    assert GAME.list_seat_counts({"wakhan": "two"}) == (1, 2)


def test_options_are_kept() -> None:
    assert deal_setup(2).options == ["coin_limit"]
    assert deal_setup(2, coin_limit="off", open_hands="on").options == ["open_hands"]
    with pytest.raises(Refused):
        GAME.build_setup(2, options={"wakhan": "three"})
    assert isinstance(GAME.build_setup(2), Setup)


def test_r3_6_coalition_option_lists_its_cards_in_the_market() -> None:
    """#69 and #70 are Russian patriots, #80 a Russian prize; B has chosen Russia before."""
    s = build_state(2, market={"T0": 69, "T1": 70, "T2": 80, "T3": 102})
    s.players[A].loyalty, s.players[B].loyalty, s.phase = None, "russian", "loyalty"
    played = play_rule(s, choose_loyalty, "afghan", sound=False)
    assert played.render_detail("loyalty.choose", "russian", "ja") == "市場に愛国者2枚、褒賞1枚。Belaが選択済み"
    assert played.render_detail("loyalty.choose", "afghan") == "in the market: 0 patriots, 1 prize"
