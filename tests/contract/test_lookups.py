"""What people type finds what they mean: the table of `python -m tests.lookups`, and every name by its reading."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from engines.kernel import Rulebook, games, rulebook
from engines.kernel.kana import spoken
from tests.discovered import shipped
from tests.lookups import LOOKUPS, Lookup, first

KINDS = {"kana", "katakana", "kanji", "romaji", "English", "number"}
KANJI = re.compile(r"[一-龠々]")
LATIN = re.compile(r"[A-Za-zÀ-ɏ]{3,}")


@pytest.mark.parametrize("one", LOOKUPS, ids=lambda one: f"{one.game}-{one.typed}")
def test_what_is_typed_finds_what_is_meant(one: Lookup) -> None:
    found = first(one)
    assert found is not None and found.id == one.found


def test_the_table_has_all_kinds_of_searches_of_all_games() -> None:
    assert len(LOOKUPS) >= 60
    assert {(one.game, one.kind) for one in LOOKUPS} >= {
        (game, kind) for game in shipped() for kind in KINDS - {"katakana", "kanji"}
    }
    assert set(Counter(one.kind for one in LOOKUPS)) == KINDS


@pytest.mark.parametrize("game", sorted(shipped()))
def test_an_entry_is_found_by_its_title_in_kana(game: str) -> None:
    """Titles whose words all have readings, and those are nearly all."""
    book = rulebook(games()[game].package)
    readable = [entry for entry in book.entries["ja"].values() if not KANJI.search(spoken(entry.title, book.readings))]
    assert len(readable) > 0.7 * len(book.entries["ja"])
    for entry in readable:
        found = [one.id for one in book.search(spoken(entry.title, book.readings), "ja")]
        assert entry.id in found, entry.title


@pytest.mark.parametrize("game", sorted(shipped()))
def test_names_in_latin_script_can_be_read_aloud(game: str) -> None:
    book = rulebook(games()[game].package)
    assert list(unread(book)) == []


def unread(book: Rulebook) -> list[str]:
    """Titles in the Japanese book with a printed name of which no katakana is known."""
    return [
        entry.title
        for entry in book.entries["ja"].values()
        for word in LATIN.findall(entry.title)
        if not any(word in name for name in book.readings)
    ]


@pytest.mark.parametrize("game", sorted(shipped()))
def test_a_name_without_its_katakana_is_noticed(game: str) -> None:
    book = rulebook(games()[game].package)
    without = {name: kana for name, kana in book.readings.items() if not LATIN.search(name)}
    titles = [entry.title for entry in book.entries["ja"].values() if LATIN.search(entry.title)]
    assert sorted(set(unread(Rulebook(book.entries, without)))) == sorted(set(titles))
