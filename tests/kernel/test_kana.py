"""Searches in kana and romaji find text written in kanji or in Latin letters."""

from __future__ import annotations

import pytest

from engines.kernel import Rulebook
from engines.kernel.kana import convert_romaji, fold_text, list_readings, replace_with_readings
from engines.kernel.rulebook import Entry


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("とらっく", "トラック"),
        ("シニョーリア", "しにょりあ"),
        ("ｲﾝﾀﾞｽ", "インダス"),
        ("Ｒ６", "r6"),
        ("ジ・アーク", "じあく"),
    ],
)
def test_texts_that_sound_alike_match(text: str, same: str) -> None:
    assert fold_text(text) == fold_text(same)


@pytest.mark.parametrize(
    ("word", "kana"),
    [
        ("joshu", "ジョシュ"), ("kekkon", "ケッコン"), ("seishokusha", "セイショクシャ"), ("shin'yu", "シンユ"),
        ("kyūtei", "キュウテイ"), ("sampo", "サンポ"), ("matcha", "マッチャ"),
        ("torakku", "トラック"), ("vikutoria", "ヴィクトリア"),
        ("bank", None), ("helper", None), ("", None),
    ],
)  # fmt: skip
def test_romaji(word: str, kana: str | None) -> None:
    assert convert_romaji(word) == kana


def test_the_longest_word_is_read_first() -> None:
    assert replace_with_readings("手番順の手番", {"手番": "テバン", "手番順": "テバンジュン"}) == "テバンジュンのテバン"


@pytest.mark.parametrize("query", ["じょしゅ", "ジョシュ", "joshu", "助手", "helper", "Joshu", "じょしゅすろっと"])
def test_a_word_is_found_however_it_is_typed(query: str) -> None:
    ja = {"R1": Entry("R1", "助手スロット", "…"), "R2": Entry("R2", "勝利点", "…")}
    en = {"R1": Entry("R1", "Helper slot", "…"), "R2": Entry("R2", "Points", "…")}
    book = Rulebook({"ja": ja, "en": en}, {"助手": "ジョシュ"})
    assert [entry.id for entry in book.list_entries(query, "ja")] == ["R1"]
    assert [entry.id for entry in book.list_entries(query, "en")] == ["R1"]


def test_short_english_word_is_not_read_as_romaji() -> None:
    book = Rulebook({lang: {"R1": Entry("R1", "Tie", "…"), "R2": Entry("R2", "チエ", "…")} for lang in ("ja", "en")})
    assert [entry.id for entry in book.list_entries("tie", "en")] == ["R1"]


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("ヴェネツィア", "ベネツィア"),
        ("クウォ ヴァディス", "くお ばでぃす"),
        ("フィレンツェ", "ふいれんつえ"),
        ("ヴ", "ぶ"),
    ],
)
def test_names_from_abroad_are_spelled_in_more_than_one_way(typed: str, same: str) -> None:
    assert fold_text(typed) == fold_text(same)


@pytest.mark.parametrize("typed", ["kōinūru", "kooinuuru", "koinuru", "koinuuru"])
def test_long_vowels_are_typed_in_several_ways(typed: str) -> None:
    assert fold_text("コーイヌール") in list_readings(typed)


def test_short_latin_words_are_not_converted() -> None:
    assert list_readings("tie") == ("tie",)
