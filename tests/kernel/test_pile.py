"""Piles, what seats have seen of them, and dealing the rest anew: nothing leaks, and nothing seen is forgotten."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.kernel import Pile, Rng, Seen, Table, deal_anew
from tests.kernel.toys import SEED

A, B, C = range(3)


def table() -> Table[object]:
    return Table(None, Rng(SEED))


def test_cards_are_drawn_from_the_top_and_the_discards_come_back() -> None:
    t = table()
    pile = Pile(["a", "b"], ["x", "y"])
    assert (pile.draw(t), t.revealed) == ("b", True)
    assert pile.draw_some(t, 9) != [] and not pile.cards and not pile.discard
    assert pile.draw(t) is None


def test_a_card_that_moves_face_down_reveals_nothing() -> None:
    t = table()
    assert Pile(["a"]).take(t.rng) == "a"
    assert not t.revealed


def test_who_was_shown_a_card_knows_where_it_lies_until_it_moves() -> None:
    t = table()
    pile = Pile(["a", "b", "c"])
    assert pile.show(t, 2, [A]) == ("c", "b")
    pile.put_under("z", [B])
    assert [pile.knows(A, card) for card in "zabc"] == [False, False, True, True]
    assert pile.knows(B, "z") and not pile.knows(None, "z")
    pile.draw(t)
    assert pile.seen == {"b": [A], "z": [B]}
    pile.shuffle(t.rng)
    assert pile.seen == {}


def test_a_card_that_stays_keeps_its_very_place() -> None:
    for n in range(30):
        pile = Pile(["a", "b", "c", "d"], seen={"b": [A]})
        hand = ["e", "f"]
        deal_anew(
            {"pile": pile.cards, "hand": hand},
            Rng(SEED, 50 * n),
            stays=lambda card, zone, pile=pile: pile.knows(A, card),  # type: ignore[misc]
        )
        assert pile.cards[1] == "b" and sorted(pile.cards + hand) == list("abcdef")


def drafted() -> tuple[dict[str, list[str]], Seen]:
    """Two packs of three. Everybody saw the own one and has taken a card; then the packs were passed on."""
    zones = {"pack:0": ["a", "b", "c"], "pack:1": ["d", "e", "f"], "pick:0:0": [], "pick:1:0": [], "pile": ["g", "h"]}
    seen = Seen.by(3)
    for seat, (pack, card) in enumerate((("pack:0", "a"), ("pack:1", "d"))):
        seen.saw(seat, pack, zones[pack])
        zones[pack].remove(card)
        zones[f"pick:{seat}:0"].append(card)
        seen.moved(card, pack, f"pick:{seat}:0", [seat])
    return zones, seen


def deals(zones: dict[str, list[str]], seen: Seen, seat: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for n in range(60):
        world = {zone: list(cards) for zone, cards in zones.items()}
        deal_anew(world, Rng(SEED, 100 * n), lambda card, zone: seen.may(seat, card, zone))
        assert {zone: len(cards) for zone, cards in world.items()} == {
            zone: len(cards) for zone, cards in zones.items()
        }
        for zone, cards in world.items():
            found.update(f"{zone} {card}" for card in cards)
    return found


def test_what_was_passed_on_is_remembered() -> None:
    zones, seen = drafted()
    by_a = deals(zones, seen, A)
    assert by_a["pack:0 b"] == by_a["pack:0 c"] == by_a["pick:0:0 a"] == 60
    by_c = deals(zones, seen, C)  # who has seen nothing imagines anything
    assert 0 < by_c["pack:0 b"] < 60 and 0 < by_c["pile a"] < 60


def test_where_another_took_a_card_from_a_pack_that_was_seen_it_may_be_any_of_them() -> None:
    zones, seen = drafted()
    seen.saw(B, "pack:0", zones["pack:0"])
    zones["pack:0"].remove("c")
    zones["pick:1:1"] = ["c"]
    seen.moved("c", "pack:0", "pick:1:1", [B])
    by_a = deals(zones, seen, A)
    assert by_a["pack:0 b"] + by_a["pick:1:1 b"] == 60 and 0 < by_a["pick:1:1 b"] < 60
    assert by_a["pick:1:1 b"] + by_a["pick:1:1 c"] == 60
    assert seen.problems(zones) == []


def test_a_world_that_forgets_what_a_seat_has_seen_is_a_problem() -> None:
    zones, seen = drafted()
    zones["pack:0"][0], zones["pile"][0] = zones["pile"][0], zones["pack:0"][0]
    assert seen.problems(zones) == ["seat 0 has seen that b is not in pile"]
    seen.shown(["b"])
    assert seen.problems(zones) == []


def test_in_an_imagined_world_the_others_have_seen_what_lies_there_now() -> None:
    for n in range(30):
        zones, seen = drafted()
        pile = Pile(zones["pile"], seen={"h": [B]})
        moves = deal_anew(zones, Rng(SEED, 90 * n), lambda card, zone, seen=seen: seen.may(A, card, zone))  # type: ignore[misc]
        seen.dealt(moves, A)
        pile.dealt(moves, A)
        assert seen.problems(zones) == []
        assert seen.where[A] == {card: seen.where[A][card] for card in "abc"}, "what the seat itself has seen stays"
        assert {*seen.where[B]} == {*zones["pack:1"], *zones["pick:1:0"]}
        assert pile.seen == {zones["pile"][1]: [B]}


def test_narrow_places_are_found_whatever_is_dealt_first() -> None:
    may = {"a": ["x"], "b": ["x", "y"], "c": ["y", "z"], "d": ["z", "w"], "e": ["w", "x", "y", "z"]}
    for n in range(40):
        world = {"x": ["a"], "y": ["b"], "z": ["c"], "w": ["d", "e"]}
        deal_anew(world, Rng(SEED, 40 * n), lambda card, zone: zone in may[card])
        assert all(zone in may[card] for zone, cards in world.items() for card in cards)
        assert world["x"] == ["a"]


def test_no_deal_at_all_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="no deal gives"):
        deal_anew({"x": ["a"], "y": ["b"]}, Rng(SEED), lambda card, zone: zone == "x")
