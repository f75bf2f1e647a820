"""The ways in which games are set for tests: every pair of choices, every number of seats, and few of them."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from engines.kernel import Game, games
from tests.contract.cases import every_way, tables
from tests.contract.pairs import Row, covering

EIGHT_OPTIONS = [(2, 3, 4), *([("a", "b")] * 8)]


def pairs(rows: list[Row]) -> set[tuple[object, ...]]:
    return {(i, row[i], j, row[j]) for row in rows for i, j in combinations(range(len(row)), 2)}


@pytest.mark.parametrize(
    "factors",
    [EIGHT_OPTIONS, [("a", "b")], [(1, 2, 3), ("x",)], [("a", "b", "c")] * 4, [(2,), ("a", "b"), ("p", "q", "r")]],
    ids=lambda factors: "x".join(str(len(factor)) for factor in factors),
)
def test_every_pair_of_choices_is_covered(factors: list[tuple[str | int, ...]]) -> None:
    rows = covering(factors)
    assert pairs(rows) == pairs(list(product(*factors)))
    assert {row[0] for row in rows} == set(factors[0])


def test_eight_options_need_a_dozen_ways_instead_of_768() -> None:
    assert len(covering(EIGHT_OPTIONS)) <= 12


def test_only_ways_that_fit_are_made_and_all_their_pairs() -> None:
    def fits(row: Row) -> bool:
        return row[0] != 4 or row[2] == "b"

    rows = covering(EIGHT_OPTIONS, fits)
    assert all(map(fits, rows))
    assert pairs(rows) == pairs([row for row in product(*EIGHT_OPTIONS) if fits(row)])


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_all_pairs_of_a_games_options_and_all_its_numbers_of_seats_are_played(game: Game[object]) -> None:
    def rows(ways: object) -> list[Row]:
        return [(seats, *(value for _, value in chosen)) for seats, chosen in ways]  # type: ignore[attr-defined]

    assert pairs(rows(tables(game.id))) == pairs(rows(every_way(game.id)))
    assert {seats for seats, _ in tables(game.id)} == set(game.seats)
    assert set(tables(game.id)) <= set(every_way(game.id))
