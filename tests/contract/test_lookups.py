"""Rule searches find the intended entry: the table of `python -m tests.lookups`, and every name by its reading."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from engines.kernel import Rulebook, load_games, load_rulebook
from engines.kernel.kana import replace_with_readings
from tests.check_each import check_each
from tests.discovered import list_shipped_games
from tests.lookups import LOOKUPS, Lookup, find_first_entry

KINDS = {"kana", "katakana", "kanji", "romaji", "English", "number"}
KANJI = re.compile(r"[一-龠々]")
LATIN = re.compile(r"[A-Za-zÀ-ɏ]{3,}")


@check_each("lookup", LOOKUPS)
def test_lookup_finds_the_expected_entry(lookup: Lookup) -> None:
    entry = find_first_entry(lookup)
    assert entry is not None and entry.id == lookup.entry_id


def test_the_table_has_all_kinds_of_searches_of_all_games() -> None:
    assert len(LOOKUPS) >= 60
    assert {(lookup.game, lookup.kind) for lookup in LOOKUPS} >= {
        (game, kind) for game in list_shipped_games() for kind in KINDS - {"katakana", "kanji"}
    }
    assert set(Counter(lookup.kind for lookup in LOOKUPS)) == KINDS


@pytest.mark.parametrize("game", sorted(list_shipped_games()))
def test_an_entry_is_found_by_its_title_in_kana(game: str) -> None:
    """This covers the titles whose words all have readings, which are most titles."""
    book = load_rulebook(load_games()[game].package)
    readable = [
        entry
        for entry in book.entries["ja"].values()
        if not KANJI.search(replace_with_readings(entry.title, book.readings))
    ]
    assert len(readable) > 0.7 * len(book.entries["ja"])
    for entry in readable:
        entry_ids = [result.id for result in book.list_entries(replace_with_readings(entry.title, book.readings), "ja")]
        assert entry.id in entry_ids, entry.title


@pytest.mark.parametrize("game", sorted(list_shipped_games()))
def test_names_in_latin_script_can_be_read_aloud(game: str) -> None:
    book = load_rulebook(load_games()[game].package)
    assert list(list_titles_without_reading(book)) == []


def list_titles_without_reading(book: Rulebook) -> list[str]:
    """Return titles of the Japanese book with a name in Latin letters that has no katakana reading."""
    return [
        entry.title
        for entry in book.entries["ja"].values()
        for word in LATIN.findall(entry.title)
        if not any(word in name for name in book.readings)
    ]


@pytest.mark.parametrize("game", sorted(list_shipped_games()))
def test_a_name_without_its_katakana_is_noticed(game: str) -> None:
    book = load_rulebook(load_games()[game].package)
    without = {name: kana for name, kana in book.readings.items() if not LATIN.search(name)}
    titles = [entry.title for entry in book.entries["ja"].values() if LATIN.search(entry.title)]
    assert sorted(set(list_titles_without_reading(Rulebook(book.entries, without)))) == sorted(set(titles))
