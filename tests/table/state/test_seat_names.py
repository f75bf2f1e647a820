"""Lookalike names at a table get distinguishing numbers; other names stay unchanged."""

from __future__ import annotations

import pytest

from bot.table import Person, TableService
from bot.table.lobby import seating
from bot.table.state.seat_names import distinguish_names, is_blank, normalize_lookalikes
from bot.table.terms.table_terms import TableTerms
from tests.table.conftest import Players

ANN, CYRILLIC, SAME = Person(201, "Anna", "en"), Person(202, "\u0410nn\u0430", "en"), Person(203, "Anna", "en")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "\u0410nn\u0430"),
        ("Bill", "BiIl"),
        ("Bo", "B0"),
        ("MAX", "\u039c\u0410\u03a7"),
        ("Zoë", "Zoe"),
        ("Ａｎｎ", "ann"),
        ("A nn", "Ann"),
        ("カナ", "力ナ"),
        ("タロー", "夕口一"),
        ("べる", "ベる"),
    ],
)
def test_lookalikes(one: str, other: str) -> None:
    assert normalize_lookalikes(one) == normalize_lookalikes(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ali", "All"), ("はな", "ばな"), ("Ann", "Anne"), ("次郎", "二郎"), ("", "?")]
)
def test_similar_names_are_not_lookalikes(one: str, other: str) -> None:
    assert normalize_lookalikes(one) != normalize_lookalikes(other)


def test_oldest_discord_account_keeps_the_name() -> None:
    assert distinguish_names({9: "Anna", 3: "\u0410nna", 5: "Bo", 7: "ANNA"}) == {
        3: "\u0410nna",
        5: "Bo",
        7: "ANNA (2)",
        9: "Anna (3)",
    }


def test_long_name_is_shortened_for_its_number() -> None:
    assert distinguish_names({1: "x" * 24, 2: "X" * 24})[2] == "X" * 19 + "… (2)"


async def test_table_shows_distinct_names(service: TableService, players: Players) -> None:
    table_id = await players.start_table(SAME, ANN, CYRILLIC)
    expected = ("Anna (3)", "Anna", "\u0410nn\u0430 (2)")
    async with service.lock_table(table_id) as table:
        assert table.names == expected
        assert table.names_at(0) == expected
    again = TableService(service.db, service.clock, "en")
    async with again.lock_table(table_id) as table:
        assert table.names == expected


async def test_number_disappears_with_the_lookalike(service: TableService) -> None:
    """The number disappears when the person with the lookalike name leaves."""
    table_id = await seating.open_table(service, 1, 7, SAME, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, ANN)
        both = table.names
        await seating.leave_table(service, table, ANN)
        assert (both, table.names) == (("Anna (2)", "Anna"), ("Anna",))


@pytest.mark.parametrize(
    "name", ["", "?", " ", "\u3164", "\u2800\u2800", "\u200b\u2060", "\uffa0", "\u034f", "\U0001d159"]
)
def test_a_name_that_shows_nothing_is_blank(name: str) -> None:
    assert is_blank(name) and not is_blank(name + "x")


async def test_a_blank_name_is_shown_by_the_letter_of_the_seat(service: TableService, players: Players) -> None:
    """Also a name that an earlier version stored as it was."""
    filler, braille = Person(204, "\u3164", "en"), Person(205, "\u2800", "ja")
    table_id = await players.start_table(ANN, filler, braille)
    async with service.lock_table(table_id) as table:
        assert table.names == ("Anna", "B", "C")
        assert table.names_at(0) == ("Anna", "B", "C")
