"""The rulebook's entries made from data.toml: cards, contracts, achievements, spaces, ships, words."""

from __future__ import annotations

import re

import pytest

from engines.kernel import LANGS, Lang, NounRef, load_catalogue, load_rulebook
from engines.kernel.kana import replace_with_readings
from engines.kilia.data.content import CONTENT
from engines.kilia.table.words import describe_ability
from tests.check_each import check_each

DATA = CONTENT.data
BOOK = load_rulebook("engines.kilia")
WORDS = load_catalogue("engines.kilia")
BOTH_LANGUAGES = pytest.mark.parametrize("lang", LANGS)


@BOTH_LANGUAGES
def test_every_printed_thing_has_an_entry(lang: Lang) -> None:
    wanted = {
        *(f"card.{card}" for card in CONTENT.cards),
        *(f"contract.{contract}" for contract in CONTENT.contracts),
        *(f"achievement.{achievement}" for achievement in DATA.achievements),
        *(f"wheel.{wheel}" for wheel in DATA.extra_wheels),
        *(f"space.{space}" for space in DATA.market_spaces),
        *(f"ship.{ship}" for ship in DATA.ships),
        "tutorial.first_turn",
        "table.time_out",
    }
    assert wanted <= set(BOOK.entries[lang])


@BOTH_LANGUAGES
def test_a_card_says_its_four_uses(lang: Lang) -> None:
    for card, printed in CONTENT.cards.items():
        entry = BOOK.entries[lang][f"card.{card}"]
        assert WORDS.render(NounRef(f"zones.{printed.zone}"), lang).lower() in entry.title.lower()
        assert WORDS.render(NounRef(f"goods.{CONTENT.find_good(card)}"), lang).lower() in entry.text
        assert WORDS.render(describe_ability(card), lang) in entry.text
        assert len(entry.text.splitlines()) == 4


@BOTH_LANGUAGES
def test_contracts_wheels_and_spaces_state_their_figures(lang: Lang) -> None:
    for contract, printed in CONTENT.contracts.items():
        entry = BOOK.entries[lang][f"contract.{contract}"]
        assert str(printed.points) in entry.text and str(printed.points) in entry.title
    for achievement, wheel in DATA.achievements.items():
        asks, text = BOOK.entries[lang][f"achievement.{achievement}"].text.splitlines()
        assert WORDS.render(NounRef(f"asks.{achievement}"), lang) in asks
        assert [int(n) for n in re.findall(r"\d+", text)][: len(wheel.wheel)] == [*wheel.wheel]
    for space, line in DATA.market_spaces.items():
        assert str(line.uses) in BOOK.entries[lang][f"space.{space}"].text


def test_every_word_in_kanji_has_a_reading_in_kana() -> None:
    for path, noun in WORDS.nouns.items():
        reading = noun.get("reading", noun["ja"])
        assert not re.search(r"[\u4e00-\u9fff]", reading), f"{path}: {noun['ja']} is read {reading}"


def test_every_heading_can_be_read_aloud() -> None:
    """Readings let it be found by kana and romaji."""
    for entry in BOOK.entries["ja"].values():
        aloud = replace_with_readings(entry.title, WORDS.readings)
        assert not re.search(r"[\u4e00-\u9fff]", aloud), f"{entry.title} is read {aloud}"


@BOTH_LANGUAGES
@pytest.mark.parametrize("word", ["as_printed", "turned", "voyage", "way_back"])
def test_unclear_words_are_explained(word: str, lang: Lang) -> None:
    both, meaning = BOOK.entries[lang][f"word.terms.{word}"].text.split("\n")
    assert WORDS.render_noun(f"terms.{word}", lang) in both and meaning.endswith(("。", "."))


ENTRY_BY_QUERY = {
    "帰り": "word.terms.way_back",
    "かえり": "word.terms.way_back",
    "帰りの航海": "word.terms.way_back",
    "航海": "word.terms.voyage",
    "今回の航海": "word.terms.voyage",
    "way back": "word.terms.way_back",
    "支払い": "R11",
    "しはらい": "R11",
    "シハライ": "R11",
    "shiharai": "R11",
    "paying": "R11",
    "うんが": "word.terms.canal",
    "じかんぎれ": "table.time_out",
    "time runs out": "table.time_out",
    "16.2": "R16.2",
    "ship 2": "ship.2",
    "船2": "ship.2",
    "ふね2": "ship.2",
    "スモークスプラット": "word.terms.smoke_sprat",
    "すもーくすぷらっと": "word.terms.smoke_sprat",
    "smoke sprat": "word.terms.smoke_sprat",
    "倉庫": "word.zones.warehouse",
    "そうこ": "word.zones.warehouse",
    "souko": "word.zones.warehouse",
    "warehouse": "word.zones.warehouse",
    "W01": "card.W01",
    "契約": "word.terms.contract",
    "けいやく": "word.terms.contract",
}


@check_each("said", ENTRY_BY_QUERY)
@BOTH_LANGUAGES
def test_the_look_up_finds_words_in_every_script(said: str, lang: Lang) -> None:
    assert ENTRY_BY_QUERY[said] in [entry.id for entry in BOOK.list_entries(said, lang)]
