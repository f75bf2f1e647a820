"""Fitting labels into boxes, in Japanese and English."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import render
from render.kit import fonts
from render.kit.colour import INK
from render.kit.scene import BODY, DETAIL, KEY, MICRO
from render.kit.text import (
    FittedText,
    TextTooWide,
    _may_break,
    drop_missing_glyphs,
    fit_name,
    fit_name_in,
    fit_names,
    fit_text,
    fit_texts,
    has_glyph,
    measure_text,
    wrap_paragraph,
)


def test_a_label_that_fits_keeps_its_size_and_its_line() -> None:
    assert fit_text("ローマ", 200, BODY).lines == ("ローマ",)
    assert fit_text("ローマ", 200, BODY).size == BODY


def test_two_lines_come_before_a_smaller_size() -> None:
    fitted = fit_text("Diplomatic mission", 190, BODY, max_lines=2)
    assert fitted.lines == ("Diplomatic", "mission")
    assert fitted.size == BODY


def test_japanese_breaks_before_an_opening_bracket_first() -> None:
    assert fit_text("外交任務(裏向きタイル)", 240, BODY, max_lines=2).lines == ("外交任務", "(裏向きタイル)")


@pytest.mark.parametrize("room", range(100, 240, 7))
def test_japanese_lines_never_begin_with_small_kana_or_closing_signs_nor_split_a_number(room: int) -> None:
    fitted = fit_text("ミープル120個獲得(シニョーリア、ティッツィ)", room, BODY, max_lines=2)
    for line in fitted.lines[1:]:
        assert line[0] not in "ーィャュョッ、。)個" or line[0] == "個"
        assert not (line[0].isdigit() and fitted.lines[0][-1].isdigit())


def test_labels_of_a_group_share_the_size_of_the_longest() -> None:
    sizes = {fitted.size for fitted in fit_texts(["ローマ", "トランスカスピア"], 150, KEY)}
    assert len(sizes) == 1
    assert sizes.pop() < KEY


def test_the_short_label_comes_only_when_no_size_helps() -> None:
    assert fit_text("Montefeltro", 60, BODY, short="Mon").lines == ("Mon",)
    assert fit_text("Este", 60, BODY, short="E").lines == ("Este",)


def test_a_label_is_never_cut_and_drawing_one_that_does_not_fit_fails_the_tests() -> None:
    assert fit_text("Montefeltro", 90, BODY, short="Mon") == FittedText(("Mon",), BODY)
    fitted = fit_text("Montefeltro", 60, BODY, short="Montef")
    assert fitted == FittedText(("Montef",), MICRO, is_too_wide=True)
    with pytest.raises(TextTooWide, match="Montef at 22"):
        fitted.build_runs(0, 0, INK)
    group = fit_texts(["Este", "Montefeltro"], 60, BODY)
    assert group == (FittedText(("Este",), MICRO), FittedText(("Montefeltro",), MICRO, is_too_wide=True))


def test_only_a_persons_name_is_cut_as_the_last_resort() -> None:
    fitted = fit_name("Bartholomew the Great", 90, BODY)
    assert fitted.size == MICRO
    assert fitted.lines[0].startswith("Barth") and fitted.lines[0].endswith("...")
    assert measure_text(fitted.lines[0], MICRO) <= 90
    assert fit_name("とてもながいなまえのひと", 90, BODY).lines == ("とても…",)
    assert {label.size for label in fit_names(["Bartholomew the Great", "Ada"], 150, BODY)} == {MICRO}


def test_in_a_text_with_a_name_the_name_alone_is_cut() -> None:
    (line,) = fit_name_in("{}'s turn".format, "Bartholomew the Great", 190, BODY).lines
    assert line.startswith("Barth") and line.endswith("...'s turn")
    assert measure_text(line, MICRO) <= 190
    assert fit_name_in("{}の番".format, "🦊", 190, BODY).lines == ("〓の番",)
    assert fit_name_in("a label without a name".format, "Ada", 90, BODY).is_too_wide


def test_characters_without_a_glyph_are_left_out() -> None:
    assert has_glyph("あ")
    assert has_glyph("ō")
    assert not has_glyph("🦊")
    assert drop_missing_glyphs("🦊 Kotori") == "Kotori"
    assert drop_missing_glyphs("🦊🦊") == "〓"


@pytest.mark.parametrize("face", ["bold", "regular", "serif"])
def test_a_line_is_measured_as_wide_as_its_font_lays_it_out(face: fonts.Face) -> None:
    for size in (*range(15, 80), fonts.MASTER):
        font = fonts.load_font(face, size)
        for line in ("AVATo Wally.,", "勝利点 +12 VP", "To Kabul, Yes! fi", "キリア「海」の market", "1170 ½×-3"):
            assert measure_text(line, size, face) == font.getlength(line)


def test_digits_have_one_width_so_that_columns_stand_still() -> None:
    assert len({measure_text(str(digit), DETAIL) for digit in range(10)}) == 1


def test_a_paragraph_has_few_lines_and_breaks_behind_commas_rather_than_inside_words() -> None:
    result = wrap_paragraph("次の判定まで、賄賂を払わずに済む", 208, MICRO)
    assert result.lines == ("次の判定まで、", "賄賂を払わずに済む")
    lines = wrap_paragraph("All tribes and armies in Kabul leave the map", 208, MICRO).lines
    assert len(lines) == 3 and all(measure_text(line, MICRO) <= 208 for line in lines)
    assert " ".join(lines) == "All tribes and armies in Kabul leave the map"
    assert wrap_paragraph("Embarrassment", 60, MICRO) == FittedText(("Embarrassment",), MICRO, is_too_wide=True)


def test_a_letter_that_names_a_player_stays_with_its_particle() -> None:
    words = "1-4で戦争（C、D、A）：Cは戦意4消費、1-4はCが合計15で勝利、Dのワーカー2人が手元へ"
    for max_width in range(208, 600, 8):
        lines = wrap_paragraph(words, max_width, MICRO).lines
        assert not any(line[0] in "はがの" for line in lines), max_width


def test_widths_are_additive_at_breaks() -> None:
    """`wrap_paragraph` measures the pieces between breaks, not every line that could be made of them."""
    for package in sorted(Path(render.__file__).parent.glob("*/locale/*.toml")):
        for text in list(_iter_strings(tomllib.loads(package.read_text())))[::7]:
            at = [i for i in range(1, len(text)) if _may_break(text[i - 1], text[i], text[i:])]
            for i in at[:: max(1, len(at) // 3)]:
                first, second = text[:i], text[i:]
                assert measure_text(text, BODY) == measure_text(first, BODY) + measure_text(second, BODY), (
                    first,
                    second,
                )


def _iter_strings(words: Any) -> Iterator[str]:
    for word in words.values() if isinstance(words, dict) else ():
        if isinstance(word, str):
            yield word
        else:
            yield from _iter_strings(word)
