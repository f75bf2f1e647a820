"""Piles, the knowledge of each seat, and redealing unknown cards: nothing leaks, no seen card is forgotten."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.kernel import CardKnowledge, GameContext, Pile, Rng, redeal_cards
from tests.kernel.toys import SEED

A, B, C = range(3)


def build_context() -> GameContext[object]:
    return GameContext(None, Rng(SEED))


def test_cards_are_taken_from_the_top_and_the_discards_come_back() -> None:
    t = build_context()
    pile = Pile(["a", "b"], ["x", "y"])
    assert (pile.take_top(t), t.has_revealed) == ("b", True)
    assert pile.take_some(t, 9) != [] and not pile.cards and not pile.discard
    assert pile.take_top(t) is None


def test_discards_come_back_in_another_order() -> None:
    """All players saw the discards: in a known order they would be as good as face-up cards."""
    orders = set()
    for n in range(20):
        pile = Pile(["z"], list("abcde"))
        pile.reshuffle_discards(Rng(SEED, 50 * n))
        assert pile.cards[-1] == "z" and sorted(pile.cards) == list("abcdez") and not pile.discard
        orders.add("".join(pile.cards))
    assert len(orders) > 15


def test_a_shuffled_pile_has_another_order() -> None:
    orders = set()
    for n in range(20):
        pile = Pile(list("abcde"))
        pile.shuffle(Rng(SEED, 50 * n))
        orders.add("".join(pile.cards))
    assert len(orders) > 15


def test_showing_the_top_is_a_reveal() -> None:
    t = build_context()
    Pile(["a"]).show_top(t, 1, [A])
    assert t.has_revealed


def test_a_redealt_card_may_lie_anywhere_in_its_zone() -> None:
    """A card that only one zone may hold is placed first, and must not lie first there."""
    places = set()
    for n in range(40):
        zones = {"hand": ["x", "a", "b"], "pile": ["c", "d"]}
        redeal_cards(zones, Rng(SEED, 50 * n), may_lie=lambda card, zone: card != "x" or zone == "hand")
        places.add(zones["hand"].index("x"))
    assert places == {0, 1, 2}


def test_a_card_that_moves_face_down_reveals_nothing() -> None:
    t = build_context()
    assert Pile(["a"]).take_unseen(t.rng) == "a"
    assert not t.has_revealed


def test_seat_that_saw_a_card_knows_its_place_until_it_moves() -> None:
    t = build_context()
    pile = Pile(["a", "b", "c"])
    assert pile.show_top(t, 2, [A]) == ("c", "b")
    pile.put_at_bottom("z", [B])
    assert [pile.is_known_to(A, card) for card in "zabc"] == [False, False, True, True]
    assert pile.is_known_to(B, "z") and not pile.is_known_to(None, "z")
    pile.take_top(t)
    assert pile.known_by == {"b": [A], "z": [B]}
    pile.shuffle(t.rng)
    assert pile.known_by == {}


def test_known_card_keeps_its_position_in_a_redeal() -> None:
    for n in range(30):
        pile = Pile(["a", "b", "c", "d"], known_by={"b": [A]})
        hand = ["e", "f"]
        redeal_cards(
            {"pile": pile.cards, "hand": hand},
            Rng(SEED, 50 * n),
            must_stay=lambda card, zone, pile=pile: pile.is_known_to(A, card),  # type: ignore[misc]
        )
        assert pile.cards[1] == "b" and sorted(pile.cards + hand) == list("abcdef")


def build_drafted_zones() -> tuple[dict[str, list[str]], CardKnowledge]:
    """Return two packs of three: each seat saw its own pack, took one card, and then passed the pack on."""
    zones = {"pack:0": ["a", "b", "c"], "pack:1": ["d", "e", "f"], "pick:0:0": [], "pick:1:0": [], "pile": ["g", "h"]}
    seen = CardKnowledge.create_empty(3)
    for seat, (pack, card) in enumerate((("pack:0", "a"), ("pack:1", "d"))):
        seen.note_seen(seat, pack, zones[pack])
        zones[pack].remove(card)
        zones[f"pick:{seat}:0"].append(card)
        seen.note_moved(card, pack, f"pick:{seat}:0", [seat])
    return zones, seen


def count_deals(zones: dict[str, list[str]], seen: CardKnowledge, seat: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    for n in range(60):
        world = {zone: list(cards) for zone, cards in zones.items()}
        redeal_cards(world, Rng(SEED, 100 * n), lambda card, zone: seen.may_lie_in(seat, card, zone))
        assert {zone: len(cards) for zone, cards in world.items()} == {
            zone: len(cards) for zone, cards in zones.items()
        }
        for zone, cards in world.items():
            counts.update(f"{zone} {card}" for card in cards)
    return counts


def test_passed_cards_are_remembered() -> None:
    zones, seen = build_drafted_zones()
    by_a = count_deals(zones, seen, A)
    assert by_a["pack:0 b"] == by_a["pack:0 c"] == by_a["pick:0:0 a"] == 60
    by_c = count_deals(zones, seen, C)  # C has seen nothing, so any deal is possible
    assert 0 < by_c["pack:0 b"] < 60 and 0 < by_c["pile a"] < 60


def test_card_taken_from_a_seen_pack_may_be_any_of_it() -> None:
    zones, seen = build_drafted_zones()
    seen.note_seen(B, "pack:0", zones["pack:0"])
    zones["pack:0"].remove("c")
    zones["pick:1:1"] = ["c"]
    seen.note_moved("c", "pack:0", "pick:1:1", [B])
    by_a = count_deals(zones, seen, A)
    assert by_a["pack:0 b"] + by_a["pick:1:1 b"] == 60 and 0 < by_a["pick:1:1 b"] < 60
    assert by_a["pick:1:1 b"] + by_a["pick:1:1 c"] == 60
    assert seen.list_problems(zones) == []


def test_a_world_that_forgets_what_a_seat_has_seen_is_a_problem() -> None:
    zones, seen = build_drafted_zones()
    zones["pack:0"][0], zones["pile"][0] = zones["pile"][0], zones["pack:0"][0]
    assert seen.list_problems(zones) == ["seat 0 has seen that b is not in pile"]
    seen.forget_cards(["b"])
    assert seen.list_problems(zones) == []


def test_other_seats_know_the_redealt_cards_in_an_imagined_world() -> None:
    for n in range(30):
        zones, seen = build_drafted_zones()
        pile = Pile(zones["pile"], known_by={"h": [B]})
        moves = redeal_cards(zones, Rng(SEED, 90 * n), lambda card, zone, seen=seen: seen.may_lie_in(A, card, zone))  # type: ignore[misc]
        seen.apply_redeal(moves, A)
        pile.apply_redeal(moves, A)
        assert seen.list_problems(zones) == []
        assert seen.possible_zones[A] == {card: seen.possible_zones[A][card] for card in "abc"}, (
            "what the seat itself has seen stays"
        )
        assert {*seen.possible_zones[B]} == {*zones["pack:1"], *zones["pick:1:0"]}
        assert pile.known_by == {zones["pile"][1]: [B]}


def test_redeal_finds_a_valid_deal_for_constrained_cards() -> None:
    may = {"a": ["x"], "b": ["x", "y"], "c": ["y", "z"], "d": ["z", "w"], "e": ["w", "x", "y", "z"]}
    for n in range(40):
        world = {"x": ["a"], "y": ["b"], "z": ["c"], "w": ["d", "e"]}
        redeal_cards(world, Rng(SEED, 40 * n), lambda card, zone: zone in may[card])
        assert all(zone in may[card] for zone, cards in world.items() for card in cards)
        assert world["x"] == ["a"]


def test_redeal_without_a_valid_deal_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="no deal gives"):
        redeal_cards({"x": ["a"], "y": ["b"]}, Rng(SEED), lambda card, zone: zone == "x")
