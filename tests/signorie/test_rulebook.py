"""The rulebook for players: both languages hold the same entries, and every figure in them equals data.toml.

The owner of the game may correct a line of data.toml; these tests then name the entries to be reworded.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from engines.kernel.catalogue import LANGS, Lang, load_catalogue
from engines.kernel.kana import replace_with_readings
from engines.kernel.rulebook import Entry, load_rulebook
from tests.signorie.rulebook_words import DATA, TERMS, Claims

from . import rulebook_tables as tables
from . import rulebook_tiles as tiles

BOOK = load_rulebook("engines.signorie")
BOTH_LANGUAGES = pytest.mark.parametrize("lang", LANGS)
STRICT = ("helper.", "assignment.", "reward.", "column.", "track.", "family.", "house.", "city.", "alliance.")
"""Entries of these kinds may state no figure that `claims` does not derive from the data."""
COUNTING_WORDS: dict[Lang, str] = {
    "en": r"[Aa]t least 1 point|1 (face-down tile|mission|marriage|free helper|extra action)",
    "ja": r"1ポイント以上|1[個枚つ人]に|1人ずつ|1回|山札から1枚|タイル1枚|助手1個|ダイス[をが]1個",
}
"""Plain counting words, which have no line in data.toml."""


@cache
def collect_claims(lang: Lang) -> dict[str, list[tuple[str, str]]]:
    """Return the phrases that each entry must hold, with the key of data.toml behind them."""
    c = Claims(lang)
    for collect in (tiles.claim_helpers, tiles.claim_assignments, tiles.claim_rewards, tiles.claim_columns):
        collect(c)
    for collect in (
        tables.claim_tracks,
        tables.claim_family,
        tables.claim_alliances,
        tables.claim_paragraphs,
        tables.claim_repeated_figures,
    ):
        collect(c)
    return dict(c.by_entry)


def test_both_languages_hold_the_same_entries_in_the_same_order() -> None:
    assert BOOK.list_problems() == []
    assert list(BOOK.entries["ja"]) == list(BOOK.entries["en"])


@BOTH_LANGUAGES
def test_every_entry_is_short_and_complete(lang: Lang) -> None:
    for entry in BOOK.entries[lang].values():
        assert entry.title.strip() and entry.text.strip(), entry.id
        max_length = 1800 if entry.id.startswith("picture.") else 900  # a legend explains all icons of a picture
        assert len(entry.text) <= max_length, f"{entry.id} ({lang}): {len(entry.text)} characters, at most {max_length}"
        # One line of a slash command's list holds 100 characters.
        assert len(f"{entry.id} {entry.title}") <= 100, f"{entry.id} ({lang}): the title is too long for a list"
        assert "{" not in entry.text, f"{entry.id} ({lang}): plain text has no placeholders"


def test_everything_on_the_table_has_an_entry() -> None:
    wanted = {f"helper.{row['id']}" for row in DATA["helper"]}
    wanted |= {f"assignment.{row['id']}" for row in DATA["assignment_tile"]}
    wanted |= {f"reward.{row['id']}" for row in DATA["reward_tile"]}
    wanted |= {f"column.{row['color']}" for row in DATA["column"]}
    wanted |= {f"city.{row['id']}" for row in DATA["city"]}
    wanted |= {f"house.{house}" for house in DATA["houses"]["ids"]}
    wanted |= {f"variant.{name}" for name, table in DATA["variants"].items() if isinstance(table, dict)}
    wanted |= {f"R15.{n}" for n in range(1, 29)} | {f"R8.{n}" for n in range(1, 8)}
    wanted |= {f"R7.{n}" for n in (1, 2, 3)} | {f"R11.{n}" for n in (1, 2, 3)} | {"R2.1", "R2.2", "R6.1", "R6.2"}
    wanted |= {f"R{n}" for n in (1, 2, 3, 5, 6, 9, 10, 11, 12, 13, 14)}
    wanted |= {"picture.board", "picture.mat", "picture.die", "tutorial.first_turn"}
    have = BOOK.entries["en"].keys()
    assert wanted <= have, f"no entry: {sorted(wanted - have)}"
    kinds = {"helper", "assignment", "reward", "column", "city", "house", "variant"}
    strays = {paragraph for paragraph in have - wanted if paragraph.split(".")[0] in kinds}
    assert not strays, f"entries for things that data.toml does not have: {sorted(strays)}"


@BOTH_LANGUAGES
def test_titles_use_the_names_of_the_catalogue(lang: Lang) -> None:
    for section, kind in (
        ("helper_labels", "helper"),
        ("assignment_labels", "assignment"),
        ("reward_labels", "reward"),
    ):
        for paragraph, label in TERMS[section].items():
            if paragraph == "provenance":
                continue
            title = BOOK.entries[lang][f"{kind}.{paragraph}"].title
            assert title.endswith(label[lang]), (
                f"{kind}.{paragraph} ({lang}): terms.toml calls it {label[lang]!r}, not {title!r}"
            )


@BOTH_LANGUAGES
def test_figures_agree_with_the_data(lang: Lang) -> None:
    wrong = [
        f"{paragraph} ({lang}): data.toml [{key}] wants the words {phrase!r}"
        for paragraph, phrases in collect_claims(lang).items()
        for phrase, key in phrases
        if phrase not in _join_text(BOOK.entries[lang][paragraph])
    ]
    assert not wrong, "rules.*.toml and data.toml disagree:\n" + "\n".join(wrong)


@BOTH_LANGUAGES
def test_every_figure_is_checked(lang: Lang) -> None:
    left: list[str] = []
    for paragraph, entry in BOOK.entries[lang].items():
        if not paragraph.startswith(STRICT):
            continue
        text = _join_text(entry)
        known = [phrase for phrase, _ in collect_claims(lang).get(paragraph, [])]
        for phrase in sorted(known, key=len, reverse=True):
            text = text.replace(phrase, "_")
        text = re.sub(rf"R\d+(\.\d+)?|{COUNTING_WORDS[lang]}", "", text)
        if re.search(r"\d", text):
            left.append(f"{paragraph} ({lang}): {text!r}")
    assert not left, "figures that no line of data.toml vouches for:\n" + "\n".join(left)


@BOTH_LANGUAGES
def test_references_exist(lang: Lang) -> None:
    for entry in BOOK.entries[lang].values():
        for ref in re.findall(r"R\d+(?:\.\d+)?", entry.text):
            assert BOOK.find_entry(ref, lang), f"{entry.id} ({lang}) points to {ref}, which is not in the rulebook"


@BOTH_LANGUAGES
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("R8.2", "R8.2"),
        ("r11", "R11"),
        ("持参金", "R8.3"),
        ("dowry", "R8.3"),
        ("Y_TOP", "helper.y_top"),
        ("開かれた門", "variant.open_gates"),
        ("secret letters", "variant.secret_letters"),
        ("メディチ", "house.medici"),
        ("最初の手番", "tutorial.first_turn"),
        ("first turn", "tutorial.first_turn"),
    ],
)
def test_search_finds_in_either_language(query: str, first: str, lang: Lang) -> None:
    assert BOOK.list_entries(query, lang)[0] == BOOK.entries[lang][first]


@BOTH_LANGUAGES
@pytest.mark.parametrize("query", ["助手", "helper"])
def test_search_for_helpers_finds_all_of_them(query: str, lang: Lang) -> None:
    entry_ids = {entry.id for entry in BOOK.list_entries(query, lang)}
    assert {f"helper.{row['id']}" for row in DATA["helper"]} | {"R7.1", "R9"} <= entry_ids


@BOTH_LANGUAGES
def test_an_empty_search_opens_the_book_for_a_newcomer(lang: Lang) -> None:
    assert [entry.id for entry in BOOK.list_entries("", lang)][:2] == ["R1", "tutorial.first_turn"]


def _join_text(entry: Entry) -> str:
    return f"{entry.title}\n{entry.text}"


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("じょしゅ", "助手"),
        ("けっこん", "結婚"),
        ("せいしょくしゃ", "聖職者"),
        ("シキイチ", "しきい値"),
        ("kekkon", "結婚"),
    ],
)
def test_search_accepts_kana_and_romaji(query: str, title: str) -> None:
    assert title in load_rulebook("engines.signorie").list_entries(query, "ja", 1)[0].title


def test_every_noun_of_the_game_can_be_read_aloud() -> None:
    words = load_catalogue("engines.signorie")
    short = [noun["ja"] for noun in words.nouns.values() if len(noun["ja"]) <= 6]
    left = {noun for noun in short if re.search(r"[一-龥]", replace_with_readings(noun, words.readings))}
    assert {noun for noun in left if not re.search(r"[個家回]", noun)} == set()
