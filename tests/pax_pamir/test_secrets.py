"""R13 Facts that a seat sees, and cards that are redealt in an imagined world."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from engines.kernel import Decision, Match, Rng, pick_random_answer
from engines.pax_pamir import GAME
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.redeal import redeal_hidden
from engines.pax_pamir.table.market import list_pile_borders
from engines.pax_pamir.table.state import Request, State
from engines.pax_pamir.view import build_view
from tests.pax_pamir.table import A, B, C, build_state, set_player


def play_midgame(seats: int, seed: int, decisions: int, **options: str) -> State:
    """Return the State of a random game after this many decisions."""
    rng = random.Random(f"{seats} {seed}")
    match = Match.start(GAME, GAME.build_setup(seats, options=options), rng.randbytes(32))
    for _ in range(decisions):
        if match.open_prompts is None:
            break
        (prompt,) = match.open_prompts.prompts
        answer = pick_random_answer(match, prompt, Rng(rng.randbytes(32)))
        match.apply(Decision(match.step, prompt.seat, answer))
    return match.state


def find_card_kind(card: int) -> str:
    return "court" if card in CONTENT.cards else "check" if card in CONTENT.checks else "event"


@pytest.mark.parametrize("seats", [1, 3, 5])
def test_r13_public_facts_survive_a_redeal(seats: int) -> None:
    """R13 Hand sizes, the kinds of cards in each pile of the deck, and everything on the table stay."""
    moved = 0
    for seed in range(4):
        s = play_midgame(seats, seed, 40)
        before = play_midgame(seats, seed, 40)
        redeal_hidden(s, A, Rng(bytes([seed]) * 32))
        assert GAME.problems(s) == []
        assert build_view(s, A) == build_view(before, A)
        borders = list_pile_borders(s)
        for start, end in pairwise(borders):
            assert Counter(map(find_card_kind, s.deck[start:end])) == Counter(
                map(find_card_kind, before.deck[start:end])
            )
        moved += s.deck != before.deck
    assert moved


def test_r13_hands_are_dealt_anew() -> None:
    s = build_state(3, deck=list(range(40, 60)))
    set_player(s, A, hand=[1, 2])
    set_player(s, B, hand=[3, 4, 5])
    seen = set()
    for seed in range(20):
        redeal_hidden(s, A, Rng(bytes([seed]) * 32))
        assert (s.players[A].hand, len(s.players[B].hand)) == ([1, 2], 3)
        seen |= set(s.players[B].hand)
    assert len(seen) > 20
    redeal_hidden(s, None, Rng(bytes(32)))
    assert s.players[A].hand != [1, 2]


def test_r13_announced_card_survives_a_redeal() -> None:
    """R7 The card of an open request is public; it is still in the payer's hand."""
    s = build_state(3, deck=list(range(40, 60)))
    set_player(s, B, hand=[3, 61, 5])
    s.current_turn.request = Request("play", B, C, 61, 2)
    for seed in range(5):
        redeal_hidden(s, A, Rng(bytes([seed]) * 32))
        assert 61 in s.players[B].hand
        assert GAME.problems(s) == []


def test_r13_open_hands() -> None:
    """R13 With the table option all players see all hands, and none is redealt."""
    s = build_state(2, deck=list(range(40, 60)), options=["coin_limit", "open_hands"])
    set_player(s, B, hand=[3, 61])
    redeal_hidden(s, A, Rng(bytes(32)))
    assert s.players[B].hand == [3, 61]
    assert build_view(s, None).players[B].hand == (3, 61)
    s.options.remove("open_hands")
    assert (
        build_view(s, A).players[B].hand,
        build_view(s, A).players[B].hand_size,
        build_view(s, B).players[B].hand,
    ) == (None, 2, (3, 61))


def test_r13_the_back_of_wakhans_next_card_is_seen() -> None:
    """R13 The rest of her deck is shuffled."""
    s = build_state(1, wakhan=True, ai=[1, 2])
    seen = set()
    for seed in range(20):
        before = build_view(s, A).wakhan
        redeal_hidden(s, A, Rng(bytes([seed]) * 32))
        assert build_view(s, A).wakhan == before
        assert s.automa is not None
        seen.add(s.automa.deck[0])
        assert sorted(s.automa.deck + s.automa.discards) == sorted(CONTENT.ai)
    assert len(seen) > 5


def test_the_view_counts_what_is_on_the_table() -> None:
    s = build_state(
        2,
        favored="military",
        armies={"herat": {"british": 3}},
        roads={"herat_persia": {"british": 1, "russian": 2}},
        spies={8: {B: 2}},
        market={"T2": (30, 1), "B3": 101},
        discards=[102],
    )
    set_player(s, A, court=[8, 31], gifts=[4, 2], loyalty="afghan")
    set_player(s, B, prizes=[25], loyalty="british")
    s.current_turn.used_cards = [8]
    s.current_turn.locked_cards = [30]
    view = build_view(s, A)
    assert (view.blocks, view.dominant, view.lead) == ({"british": 4, "russian": 2, "afghan": 0}, None, 4)
    assert list(view.blocks) == ["british", "russian", "afghan"]
    assert (view.market[2].cost, view.market[2].is_locked, view.market[9].cost, view.has_double_prices) == (
        4,
        True,
        6,
        True,
    )
    ann, bela = view.players
    assert (ann.court[0].hostage, ann.court[0].is_used, ann.court[1].is_favored) == (B, True, True)
    assert (ann.gifts, ann.in_play, ann.cylinders, ann.tax_shelter) == ((2, 4), 2, 8, 2)
    assert (bela.prizes, bela.influence, bela.in_play) == (((25, "british"),), 2, 2)
    assert (view.checks_left, view.discards) == (3, (102,))
