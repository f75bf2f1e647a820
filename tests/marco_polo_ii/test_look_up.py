"""The look-up finds entries by kanji, kana, romaji, English and number, in the reader's language or not."""

from __future__ import annotations

import re

import pytest

from engines.kernel import LANGS, Lang, load_catalogue, load_rulebook
from engines.kernel.kana import replace_with_readings
from tests.check_each import check_each

BOOK = load_rulebook("engines.marco_polo_ii")
WORDS = load_catalogue("engines.marco_polo_ii")
SENTENCE_PREFIXES = ("powers.", "city_cards.")
"""Nouns whose text is an effect: they are found by the words of their pages."""


def test_every_heading_can_be_read_aloud() -> None:
    """Readings let it be found by kana and romaji."""
    for entry in BOOK.entries["ja"].values():
        aloud = replace_with_readings(entry.title, WORDS.readings)
        assert not re.search(r"[\u4e00-\u9fff]", aloud), f"{entry.title} is read {aloud}"


def test_every_noun_can_be_read_aloud() -> None:
    for path, noun in WORDS.nouns.items():
        if not path.startswith(SENTENCE_PREFIXES):
            aloud = replace_with_readings(noun["ja"], WORDS.readings)
            assert not re.search(r"[\u4e00-\u9fff]", aloud), f"{path}: {noun['ja']} is read {aloud}"


ENTRY_BY_QUERY = {
    "大都": "city.beijing",
    "だいと": "city.beijing",
    "ダイト": "city.beijing",
    "daito": "city.beijing",
    "Beijing": "city.beijing",
    "モンケ・カーン": "character.mongke",
    "もんけ": "character.mongke",
    "mongke": "character.mongke",
    "Möngke": "character.mongke",
    "ドナータ": "character.donata",
    "Donata": "character.donata",
    "支払い": "R7",
    "しはらい": "R7",
    "shiharai": "R7",
    "移動": "R8.5",
    "いどう": "R8.5",
    "8.5": "R8.5",
    "けいやく 12": "contract.c12",
    "契約12": "contract.c12",
    "contract 12": "contract.c12",
    "c12": "contract.c12",
    "k07": "city_card.k07",
    "都市アクション07": "city_card.k07",
    "オアシスP": "oasis.oasis_a",
    "oasis p": "oasis.oasis_a",
    "はす": "goal.g05",
    "lotus": "goal.g05",
    "じかんぎれ": "table.time_out",
    "time-out": "table.time_out",
    "さいしょのてばん": "tutorial.first_turn",
    "first turn": "tutorial.first_turn",
}


@check_each("said", ENTRY_BY_QUERY)
@pytest.mark.parametrize("lang", LANGS)
def test_the_look_up_finds_words_in_every_script(said: str, lang: Lang) -> None:
    assert ENTRY_BY_QUERY[said] in [entry.id for entry in BOOK.list_entries(said, lang)]
