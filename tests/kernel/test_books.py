"""Data files and rulebooks: errors name the file, the key and the expected value."""

from __future__ import annotations

import pytest
from msgspec import Struct

from engines.kernel import Rulebook, WrongData, load_data, load_rulebook
from engines.kernel.data_files import parse_data
from engines.kernel.rulebook import Entry


class City(Struct, forbid_unknown_fields=True):
    name: str
    slots: list[int]
    far: dict[str, City] = {}


class Cities(Struct, forbid_unknown_fields=True):
    city: dict[str, City]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "city.pisa = { name = 'Pisa', slots = [] }\ncity.roma = { name = 'Roma', slots = [1, 'x'] }",
            "map.toml: city.roma.slots[1]: Expected `int`, got `str`",
        ),
        ("city.roma = { name = 'Roma' }", "map.toml: city.roma: Object missing required field `slots`"),
        (
            "city.a-b = { name = 'X', slots = [], far = { c = { name = 1, slots = [] } } }",
            "map.toml: city.a-b.far.c.name: Expected",
        ),
        ("town = 1", "map.toml: file: Object contains unknown field `town`"),
        ("city = ", "map.toml: not valid TOML"),
    ],
)
def test_a_wrong_line_is_named(text: str, complaint: str) -> None:
    with pytest.raises(WrongData) as error:
        parse_data(text, Cities, "map.toml")
    assert complaint in str(error.value)


def test_the_file_of_a_package_is_read() -> None:
    class Prices(Struct):
        top_price: int

    assert load_data("engines.flotsam", Prices).top_price == 9


JA = {"R1": Entry("R1", "準備", "コインを配る"), "R2": Entry("R2", "値札", "値段を上げる"), "RX": Entry("RX", "終", "")}
EN = {
    "R1": Entry("R1", "Setup", "Deal coins"),
    "R2": Entry("R2", "Price marks", "Raise a price"),
    "RX": Entry("RX", "End", ""),
}
BOOK = Rulebook({"ja": JA, "en": EN})


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("", ["R1", "R2", "RX"]),
        ("r2", ["R2"]),
        ("R2", ["R2"]),  # full width
        ("SETUP", ["R1"]),
        ("marks", ["R2"]),
        ("準備", ["R1"]),
        ("coins", ["R1"]),
        ("p", ["R2"]),  # matches the start of a title; a short query does not match inside a Latin word
        ("raise price", ["R2"]),  # every word, in any order
        ("coins zebra", ["R1"]),  # if no entry has every word, the entries with the most
        ("nothing of that kind", []),
    ],
)
def test_searching_in_both_languages(query: str, ids: list[str]) -> None:
    assert BOOK.list_entries(query, "en") == [EN[paragraph] for paragraph in ids]
    assert BOOK.list_entries(query, "ja") == [JA[paragraph] for paragraph in ids]


def test_a_search_stops_at_its_limit() -> None:
    assert [entry.id for entry in BOOK.list_entries("", "ja", limit=2)] == ["R1", "R2"]


def test_ids_must_be_in_both_languages() -> None:
    book = Rulebook({"ja": {"R1": JA["R1"], "R2": JA["R2"]}, "en": {"R1": EN["R1"], "RX": EN["RX"]}})
    assert book.list_problems() == ["R2: not in both languages", "RX: not in both languages"]


def test_the_rulebook_of_a_package() -> None:
    book = load_rulebook("engines.flotsam")
    assert book.list_problems() == []
    entry = book.find_entry("R5", "ja")
    assert entry is not None and entry.title == "請求"
    assert book.find_entry("R99", "en") is None
