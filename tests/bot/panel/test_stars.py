"""What looks good in a panel: where its star stands, and what is said of it."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from bot.discord_ui.page.layout import GOOD, QUIET, STRONG, Key, Menu, Page
from engines.kernel import Msg, Option, Prompt, say

from .toy import Show, Toy, advised, keys_of, menus_of, options, prompt


def test_the_first_panel_without_aids_says_so_once(shown: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "unaided_now", lambda live, seat: True)
    met: dict[tuple[int, str], int] = {}
    texts = []
    for position in (3, 4):
        monkeypatch.setattr(
            "bot.discord_ui.panel.question.meets", lambda *_, at=position: at <= met.setdefault((0, ""), at)
        )
        texts.append(shown(prompt(options(3))).texts[-1])
    assert ["First-game aids" in text for text in texts] == [True, False]


@pytest.mark.parametrize("few", [2, 3, 9, 30])
@pytest.mark.parametrize("words", ["thing", "long"])
def test_a_star_moves_nothing(shown: Show, monkeypatch: pytest.MonkeyPatch, few: int, words: str) -> None:
    """It comes seconds after the panel: what the reader is about to press stays where it is, and what they are reading
    stays there, too.
    """
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda *of_whom: False)
    found = options(few, words, group=15, detail=True)
    beside = [replace(option, key=f"a:{option.key}") for option in options(6, detail=True)]
    told = options(few, words, group=15, detail=True)
    told[-1], told[few // 2] = advised(told[-1]), advised(told[few // 2])
    before, after = (shown(replace(prompt(of), asides=tuple(more))) for of, more in (
        (found, beside), (told, [*beside[:-1], advised(beside[-1])]),
    ))  # fmt: skip
    assert _pressed(before) == _pressed(after)
    assert _numbers(before) == [number for number in _numbers(after) if number in _numbers(before)]
    assert _numbers(after) == sorted(_numbers(after)), "the one with a star stands among the others"
    assert {few // 2 + 1, few, few + 6} <= set(_numbers(after)), "and nobody has to look for it in a closed menu"


def _pressed(page: Page) -> list[str]:
    """What each control means, in the order in which it stands there."""
    found: list[str] = []
    for row in page.rows:
        found += [x.value for x in row.choices] if isinstance(row, Menu) else [x.id for x in row if isinstance(x, Key)]
    return found


def _numbers(page: Page) -> list[int]:
    """Of the options that stand above the controls, in their order."""
    return [int(number) for number in re.findall(r"\*\*(\d+)\.\*\*", page.texts[-1])]


def test_what_menus_hold_is_still_named_when_a_star_comes(shown: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda *of_whom: False)
    named = "-# 1. thing 0 · 2. thing 1 · "
    found = options(9)
    assert named in shown(prompt(found)).texts[-1]
    assert named in shown(prompt([*found[:8], advised(found[8])])).texts[-1]


def test_a_menu_in_which_something_looks_good_has_a_star(shown: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda *of_whom: False)
    found = options(30, group=15, detail=True)
    why = Msg("kernel.aid.also", {"why": Msg("thing", {"n": 1}), "detail": Msg("thing", {"n": 2})})
    found[16] = replace(found[16], detail=why)
    page = shown(prompt(found))
    assert [menu.placeholder for menu in menus_of(page)] == ["Choose 1–15 · Group 0", "★ Choose 16–30 · Group 1"]
    assert "**17.** thing 16" in page.texts[-1] and "**16.**" not in page.texts[-1], "with its reason, in words"


def test_a_list_with_a_single_entry_is_a_button_with_its_star(shown: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda live, seat, key: True)
    found = [replace(option, group=Msg("g0")) for option in options(9)]
    found += [advised(Option("play", 1, say("thing", n=9), group=Msg("g1"))), Option("end", "end", say("thing", n=99))]
    page = shown(prompt(found))
    assert len(menus_of(page)) == 1
    assert [(key.label, key.style) for key in keys_of(page)] == [
        ("★ 10. Group 1: thing 9", STRONG),
        ("11. thing 99", QUIET),
    ]
    assert "**10.** thing 9 — ★ good" in page.texts[-1]
    assert "-# 1. thing 0 · 2. thing 1" in page.texts[-1], "and what the menu holds"


def test_a_confirmation_beside_which_something_looks_good_is_not_the_thing_to_press(
    shown: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever confirms at once would miss it; and what stands beside has the name of its group."""
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda live, seat, key: True)
    more = [replace(option, key=f"a:{option.key}", group=Msg("g1")) for option in options(6)]
    for asides, style in ((more, GOOD), ([advised(more[0]), *more[1:]], QUIET)):
        page = shown(replace(prompt(options(1), "confirm"), asides=tuple(asides)))
        assert next(key.style for key in keys_of(page) if key.label == "1. thing 0") == style, (
            "beside it they go on from 2"
        )
        (menu,) = menus_of(page)
        assert menu.placeholder.endswith("2–7 · Group 1")
    assert "**2.** thing 0 — ★ good" in page.texts[-1], "and why"


def test_what_a_lone_button_beside_a_question_means_stands_above_it(
    shown: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A button has no second line: what it costs, or why it has a star, would be said nowhere."""
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda live, seat, key: True)
    (plain,) = (replace(option, key="a", label=say("thing", n=7)) for option in options(1, detail=True))
    for aside, why in ((plain, "costs 0"), (advised(plain), "★ good · costs 1")):
        for asked in (prompt(options(1), "confirm"), prompt(options(3)), prompt(options(9))):
            text = shown(replace(asked, asides=(aside,))).texts[-1]
            assert f"thing 7 — {why}" in text
            assert "more to choose" not in text, "all the others are buttons, or named"


def test_where_options_are_buttons_what_looks_good_stands_out(shown: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda live, seat, key: True)
    first, second, third = options(3)
    page = shown(prompt([first, advised(second), third]))
    assert [key.style for key in keys_of(page)] == [QUIET, STRONG, QUIET]
    assert keys_of(page)[1].label.startswith("★ 2.")
    assert {key.style for key in keys_of(shown(prompt(options(3))))} == {STRONG}
    monkeypatch.setattr("bot.discord_ui.panel.question.gloss", lambda *of_what: None)
    monkeypatch.setattr(Toy, "is_newcomer", True)
    before = keys_of(shown(prompt(options(3))))
    assert {key.style for key in before} == {QUIET}, "a star may still come, and nothing turns grey then"
    (menu,) = menus_of(shown(prompt([advised(option) for option in options(7)])))
    assert menu.placeholder.startswith("★ "), "also where there is one list"
    assert [choice.label[:4] for choice in menu.choices] == [f"★ {n}." for n in range(1, 8)]


def test_one_colour_means_a_star_in_all_questions_of_who_is_given_stars(
    shown: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also beside a confirmation, and where nothing has a star; what is beside a question never looks like it."""
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda *of_whom: False)
    monkeypatch.setattr("bot.discord_ui.panel.question.gloss", lambda *of_what: None)
    (beside,) = (replace(option, key="a") for option in options(1))

    def styles(asked: Prompt) -> list[object]:
        return [key.style for key in keys_of(shown(asked))]

    assert styles(replace(prompt(options(2)), asides=(beside,))) == [STRONG, STRONG, QUIET]
    assert styles(replace(prompt(options(1), "confirm"), asides=(advised(beside),))) == [STRONG, QUIET]
    monkeypatch.setattr(Toy, "is_newcomer", True)
    assert styles(replace(prompt(options(2)), asides=(beside,))) == [QUIET, QUIET, QUIET]
    assert styles(replace(prompt(options(1), "confirm"), asides=(beside,))) == [QUIET, GOOD]


def test_what_a_menu_has_no_room_for_is_the_reason_of_a_star(shown: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda *of_whom: False)
    why = Msg("kernel.aid.also", {"why": Msg("long", {"n": 1}), "detail": Msg("cost", {"n": 2})})
    found = options(7, detail=True)
    found[3] = replace(found[3], detail=why)
    page = shown(prompt(found))
    (menu,) = menus_of(page)
    assert (menu.choices[3].label, menu.choices[3].detail) == ("★ 4. thing 3", "costs 2")
    assert "very long · costs 2" in page.texts[-1], "that stands above"
