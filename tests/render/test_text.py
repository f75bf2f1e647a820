"""Fitting labels into boxes, in Japanese and English."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import render
from render.kit.scene import BODY, DETAIL, KEY, MICRO
from render.kit.text import _may_break, fit, fit_all, has_glyph, legible, measure, paragraph


def test_a_label_that_fits_keeps_its_size_and_its_line() -> None:
    assert fit("ローマ", 200, BODY).lines == ("ローマ",)
    assert fit("ローマ", 200, BODY).size == BODY


def test_two_lines_come_before_a_smaller_size() -> None:
    fitted = fit("Diplomatic mission", 190, BODY, lines=2)
    assert fitted.lines == ("Diplomatic", "mission")
    assert fitted.size == BODY


def test_japanese_breaks_before_an_opening_bracket_first() -> None:
    assert fit("外交任務(裏向きタイル)", 240, BODY, lines=2).lines == ("外交任務", "(裏向きタイル)")


@pytest.mark.parametrize("room", range(100, 240, 7))
def test_japanese_lines_never_begin_with_small_kana_or_closing_signs_nor_split_a_number(room: int) -> None:
    fitted = fit("ミープル120個獲得(シニョーリア、ティッツィ)", room, BODY, lines=2)
    for line in fitted.lines[1:]:
        assert line[0] not in "ーィャュョッ、。)個" or line[0] == "個"
        assert not (line[0].isdigit() and fitted.lines[0][-1].isdigit())


def test_siblings_share_the_size_of_the_longest() -> None:
    sizes = {fitted.size for fitted in fit_all(["ローマ", "トランスカスピア"], 150, KEY)}
    assert len(sizes) == 1
    assert sizes.pop() < KEY


def test_the_short_label_comes_only_when_no_size_helps() -> None:
    assert fit("Montefeltro", 60, BODY, short="Mon").lines == ("Mon",)
    assert fit("Este", 60, BODY, short="E").lines == ("Este",)


def test_a_cut_is_the_last_resort_and_says_so() -> None:
    fitted = fit("Bartholomew the Great", 90, BODY)
    assert fitted.cut
    assert fitted.size == MICRO
    assert fitted.lines[0].endswith("...")
    assert measure(fitted.lines[0], MICRO) <= 90


def test_characters_without_a_glyph_are_left_out() -> None:
    assert has_glyph("あ")
    assert has_glyph("ō")
    assert not has_glyph("🦊")
    assert legible("🦊 Kotori") == "Kotori"
    assert legible("🦊🦊") == "〓"


def test_digits_have_one_width_so_that_columns_stand_still() -> None:
    assert len({measure(str(digit), DETAIL) for digit in range(10)}) == 1


def test_a_paragraph_has_few_lines_and_breaks_behind_commas_rather_than_inside_words() -> None:
    told = paragraph("次の判定まで、賄賂を払わずに済む", 208, MICRO)
    assert told.lines == ("次の判定まで、", "賄賂を払わずに済む")
    lines = paragraph("All tribes and armies in Kabul leave the map", 208, MICRO).lines
    assert len(lines) == 3 and all(measure(line, MICRO) <= 208 for line in lines)
    assert " ".join(lines) == "All tribes and armies in Kabul leave the map"
    assert paragraph("Embarrassment", 60, MICRO).cut


def test_a_letter_that_names_a_player_stays_with_its_particle() -> None:
    words = "1-4で戦争（C、D、A）：Cは戦意4消費、1-4はCが合計15で勝利、Dのワーカー2人が手元へ"
    for room in range(208, 600, 8):
        lines = paragraph(words, room, MICRO).lines
        assert not any(line[0] in "はがの" for line in lines), room


def test_widths_add_up_at_a_break() -> None:
    """`paragraph` measures the pieces between breaks and not every line that could be made of them."""
    for package in sorted(Path(render.__file__).parent.glob("*/locale/*.toml")):
        for text in list(_strings(tomllib.loads(package.read_text())))[::7]:
            at = [i for i in range(1, len(text)) if _may_break(text[i - 1], text[i], text[i:])]
            for i in at[:: max(1, len(at) // 3)]:
                first, second = text[:i], text[i:]
                assert measure(text, BODY) == measure(first, BODY) + measure(second, BODY), (first, second)


def _strings(words: Any) -> Iterator[str]:
    for word in words.values() if isinstance(words, dict) else ():
        if isinstance(word, str):
            yield word
        else:
            yield from _strings(word)
