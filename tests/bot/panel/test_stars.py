"""Suggested options in a panel: the position of the star and the text of the reason."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from bot.discord_ui.page.layout import PRIMARY, SECONDARY, SUCCESS, Button, Page, SelectMenu
from engines.kernel import Message, Option, Prompt, message

from .fake_table import FakeTable, Show, build_options, build_prompt, list_buttons, list_menus, star_option


def test_the_first_panel_without_aids_says_so_once(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeTable, "has_outgrown_aids", lambda live, seat: True)
    met: dict[tuple[int, str], int] = {}
    texts = []
    for position in (3, 4):
        monkeypatch.setattr(
            "bot.discord_ui.panel.question.is_first_use",
            lambda *_, shown_at=position: shown_at <= met.setdefault((0, ""), shown_at),
        )
        texts.append(show_panel(build_prompt(build_options(3))).texts[-1])
    assert ["First-game aids" in text for text in texts] == [True, False]


@pytest.mark.parametrize("option_count", [2, 3, 9, 30])
@pytest.mark.parametrize("words", ["thing", "long"])
def test_star_does_not_move_controls_or_lines(
    show_panel: Show, monkeypatch: pytest.MonkeyPatch, option_count: int, words: str
) -> None:
    """The star appears seconds after the panel: controls and lines must keep their places for the reader."""
    monkeypatch.setattr("bot.discord_ui.panel.question.is_first_use", lambda *of_whom: False)
    option_list = build_options(option_count, words, group=15, detail=True)
    beside = [replace(option, key=f"a:{option.key}") for option in build_options(6, detail=True)]
    starred_options = build_options(option_count, words, group=15, detail=True)
    starred_options[-1], starred_options[option_count // 2] = (
        star_option(starred_options[-1]),
        star_option(starred_options[option_count // 2]),
    )
    starred_beside = [*beside[:-1], star_option(beside[-1])]
    before, after = (
        show_panel(replace(build_prompt(question_options), side_actions=tuple(side_actions)))
        for question_options, side_actions in ((option_list, beside), (starred_options, starred_beside))
    )
    assert _list_control_values(before) == _list_control_values(after)
    assert _list_numbers(before) == [number for number in _list_numbers(after) if number in _list_numbers(before)]
    assert _list_numbers(after) == sorted(_list_numbers(after)), "the one with a star stands among the others"
    assert {option_count // 2 + 1, option_count, option_count + 6} <= set(_list_numbers(after)), (
        "and nobody has to look for it in a closed menu"
    )


def _list_control_values(page: Page) -> list[str]:
    """Return the value of each control, in the order of the panel."""
    values: list[str] = []
    for row in page.rows:
        values += (
            [x.value for x in row.choices]
            if isinstance(row, SelectMenu)
            else [x.id for x in row if isinstance(x, Button)]
        )
    return values


def _list_numbers(page: Page) -> list[int]:
    """Return the numbers of the options listed above the controls, in their order."""
    return [int(number) for number in re.findall(r"\*\*(\d+)\.\*\*", page.texts[-1])]


def test_content_of_menus_is_still_listed_with_a_star(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.is_first_use", lambda *of_whom: False)
    named = "-# 1. thing 0 · 2. thing 1 · "
    option_list = build_options(9)
    assert named in show_panel(build_prompt(option_list)).texts[-1]
    assert named in show_panel(build_prompt([*option_list[:8], star_option(option_list[8])])).texts[-1]


def test_menu_with_a_suggested_option_has_a_star(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.is_first_use", lambda *of_whom: False)
    option_list = build_options(30, group=15, detail=True)
    why = Message("kernel.aid.also", {"why": Message("thing", {"n": 1}), "detail": Message("thing", {"n": 2})})
    option_list[16] = replace(option_list[16], detail=why)
    page = show_panel(build_prompt(option_list))
    assert [menu.placeholder for menu in list_menus(page)] == ["Choose 1–15 · Group 0", "★ Choose 16–30 · Group 1"]
    assert "**17.** thing 16" in page.texts[-1] and "**16.**" not in page.texts[-1], "with its reason, in words"


def test_a_list_with_a_single_entry_is_a_button_with_its_star(
    show_panel: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.is_first_use", lambda live, seat, key: True)
    option_list = [replace(option, group=Message("g0")) for option in build_options(9)]
    option_list += [
        star_option(Option("play", 1, message("thing", n=9), group=Message("g1"))),
        Option("end", "end", message("thing", n=99)),
    ]
    page = show_panel(build_prompt(option_list))
    assert len(list_menus(page)) == 1
    assert [(key.label, key.style) for key in list_buttons(page)] == [
        ("★ 10. Group 1: thing 9", PRIMARY),
        ("11. thing 99", SECONDARY),
    ]
    assert "**10.** thing 9 — ★ good" in page.texts[-1]
    assert "-# 1. thing 0 · 2. thing 1" in page.texts[-1], "and what the menu holds"


def test_confirmation_is_not_highlighted_beside_a_suggested_side_action(
    show_panel: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person who confirms at once would miss the suggestion; and side actions show the name of their group."""
    monkeypatch.setattr("bot.discord_ui.panel.question.is_first_use", lambda live, seat, key: True)
    more = [replace(option, key=f"a:{option.key}", group=Message("g1")) for option in build_options(6)]
    for asides, style in ((more, SUCCESS), ([star_option(more[0]), *more[1:]], SECONDARY)):
        page = show_panel(replace(build_prompt(build_options(1), "confirm"), side_actions=tuple(asides)))
        assert next(key.style for key in list_buttons(page) if key.label == "1. thing 0") == style, (
            "beside it they go on from 2"
        )
        (menu,) = list_menus(page)
        assert menu.placeholder.endswith("2–7 · Group 1")
    assert "**2.** thing 0 — ★ good" in page.texts[-1], "and why"


def test_lone_side_action_button_is_explained_above_it(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """A button has no second line, so its cost or the reason of its star must stand in the text."""
    monkeypatch.setattr("bot.discord_ui.panel.question.is_first_use", lambda live, seat, key: True)
    (plain,) = (replace(option, key="a", label=message("thing", n=7)) for option in build_options(1, detail=True))
    for aside, why in ((plain, "costs 0"), (star_option(plain), "★ good · costs 1")):
        for question in (
            build_prompt(build_options(1), "confirm"),
            build_prompt(build_options(3)),
            build_prompt(build_options(9)),
        ):
            text = show_panel(replace(question, side_actions=(aside,))).texts[-1]
            assert f"thing 7 — {why}" in text
            assert "more to choose" not in text, "all the others are buttons, or named"


def test_suggested_button_is_highlighted(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.is_first_use", lambda live, seat, key: True)
    first, second, third = build_options(3)
    page = show_panel(build_prompt([first, star_option(second), third]))
    assert [key.style for key in list_buttons(page)] == [SECONDARY, PRIMARY, SECONDARY]
    assert list_buttons(page)[1].label.startswith("★ 2.")
    assert {key.style for key in list_buttons(show_panel(build_prompt(build_options(3))))} == {PRIMARY}
    monkeypatch.setattr("bot.discord_ui.panel.question.find_gloss", lambda *of_what: None)
    monkeypatch.setattr(FakeTable, "is_newcomer", True)
    before = list_buttons(show_panel(build_prompt(build_options(3))))
    assert {key.style for key in before} == {SECONDARY}, "a star may still come, and nothing turns grey then"
    (menu,) = list_menus(show_panel(build_prompt([star_option(option) for option in build_options(7)])))
    assert menu.placeholder.startswith("★ "), "also where there is one list"
    assert [choice.label[:4] for choice in menu.choices] == [f"★ {n}." for n in range(1, 8)]


def test_highlight_colour_means_a_star_for_readers_with_suggestions(
    show_panel: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds beside a confirmation and without any star; side actions never have the colour."""
    monkeypatch.setattr("bot.discord_ui.panel.question.is_first_use", lambda *of_whom: False)
    monkeypatch.setattr("bot.discord_ui.panel.question.find_gloss", lambda *of_what: None)
    (beside,) = (replace(option, key="a") for option in build_options(1))

    def list_styles(question: Prompt) -> list[object]:
        return [key.style for key in list_buttons(show_panel(question))]

    assert list_styles(replace(build_prompt(build_options(2)), side_actions=(beside,))) == [PRIMARY, PRIMARY, SECONDARY]
    assert list_styles(replace(build_prompt(build_options(1), "confirm"), side_actions=(star_option(beside),))) == [
        PRIMARY,
        SECONDARY,
    ]
    monkeypatch.setattr(FakeTable, "is_newcomer", True)
    assert list_styles(replace(build_prompt(build_options(2)), side_actions=(beside,))) == [
        SECONDARY,
        SECONDARY,
        SECONDARY,
    ]
    assert list_styles(replace(build_prompt(build_options(1), "confirm"), side_actions=(beside,))) == [
        SECONDARY,
        SUCCESS,
    ]


def test_reason_of_a_star_stands_above_the_menu(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.is_first_use", lambda *of_whom: False)
    why = Message("kernel.aid.also", {"why": Message("long", {"n": 1}), "detail": Message("cost", {"n": 2})})
    option_list = build_options(7, detail=True)
    option_list[3] = replace(option_list[3], detail=why)
    page = show_panel(build_prompt(option_list))
    (menu,) = list_menus(page)
    assert (menu.choices[3].label, menu.choices[3].detail) == ("★ 4. thing 3", "costs 2")
    assert "very long · costs 2" in page.texts[-1], "that stands above"
