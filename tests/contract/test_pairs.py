"""The table setups used by tests are few, and contain every pair of options and every number of seats."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from engines.kernel import Game, load_games
from tests.contract.cases import cover_setups, iter_setups
from tests.contract.pairs import Row, cover_pairs

EIGHT_OPTIONS = [(2, 3, 4), *([("a", "b")] * 8)]


def list_pairs(rows: list[Row]) -> set[tuple[object, ...]]:
    return {(i, row[i], j, row[j]) for row in rows for i, j in combinations(range(len(row)), 2)}


@pytest.mark.parametrize(
    "factors",
    [EIGHT_OPTIONS, [("a", "b")], [(1, 2, 3), ("x",)], [("a", "b", "c")] * 4, [(2,), ("a", "b"), ("p", "q", "r")]],
    ids=lambda factors: "x".join(str(len(factor)) for factor in factors),
)
def test_every_pair_of_choices_is_covered(factors: list[tuple[str | int, ...]]) -> None:
    rows = cover_pairs(factors)
    assert list_pairs(rows) == list_pairs(list(product(*factors)))
    assert {row[0] for row in rows} == set(factors[0])


def test_eight_options_need_a_dozen_setups() -> None:
    assert len(cover_pairs(EIGHT_OPTIONS)) <= 12


def test_only_possible_setups_are_built_and_cover_all_their_pairs() -> None:
    def is_possible(row: Row) -> bool:
        return row[0] != 4 or row[2] == "b"

    rows = cover_pairs(EIGHT_OPTIONS, is_possible)
    assert all(map(is_possible, rows))
    assert list_pairs(rows) == list_pairs([row for row in product(*EIGHT_OPTIONS) if is_possible(row)])


@pytest.mark.parametrize("game", load_games().values(), ids=lambda game: game.id)
def test_setups_cover_all_options_and_seat_counts(game: Game[object]) -> None:
    def build_rows(ways: object) -> list[Row]:
        return [(seats, *(value for _, value in chosen)) for seats, chosen in ways]  # type: ignore[attr-defined]

    assert list_pairs(build_rows(cover_setups(game.id))) == list_pairs(build_rows(iter_setups(game.id)))
    assert {seats for seats, _ in cover_setups(game.id)} == set(game.seat_counts)
    assert set(cover_setups(game.id)) <= set(iter_setups(game.id))
