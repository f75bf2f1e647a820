"""Names that look the same are told apart at a table, whoever sits where; others stay as they are."""

from __future__ import annotations

import pytest

from bot.table import Person, TableService
from bot.table.life.alike import looks, told_apart
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
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
    assert looks(one) == looks(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ali", "All"), ("はな", "ばな"), ("Ann", "Anne"), ("次郎", "二郎"), ("", "?")]
)
def test_others_are_not_taken_for_each_other(one: str, other: str) -> None:
    assert looks(one) != looks(other)


def test_whoever_was_first_on_discord_keeps_the_name() -> None:
    assert told_apart({9: "Anna", 3: "\u0410nna", 5: "Bo", 7: "ANNA"}) == {
        3: "\u0410nna",
        5: "Bo",
        7: "ANNA (2)",
        9: "Anna (3)",
    }


def test_a_long_name_leaves_room_for_its_number() -> None:
    assert told_apart({1: "x" * 24, 2: "X" * 24})[2] == "X" * 19 + "… (2)"


async def test_at_a_table(tables: TableService, players: Players) -> None:
    game = await players.open(SAME, ANN, CYRILLIC)
    wanted = ("Anna (3)", "Anna", "\u0410nn\u0430 (2)")
    async with tables.at(game) as live:
        assert live.names == wanted
        assert live.names_at(0) == wanted
    again = TableService(tables.db, tables.clock, "en")
    async with again.at(game) as live:
        assert live.names == wanted


async def test_a_number_is_no_part_of_the_name(tables: TableService) -> None:
    """It goes when the other one goes."""
    game = await seating.open_table(tables, 1, 7, SAME, "flotsam", Agreement(language="en"))
    async with tables.at(game) as live:
        await seating.join(tables, live, ANN)
        both = live.names
        await seating.leave(tables, live, ANN)
        assert (both, live.names) == (("Anna (2)", "Anna"), ("Anna",))
