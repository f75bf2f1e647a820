"""What looks good in a panel: where its star stands, and what is said of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.discord_ui.page.layout import GOOD, QUIET, STRONG
from engines.kernel import Msg, Option, say

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


def test_in_a_menu_what_looks_good_comes_first(shown: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda live, seat, key: True)
    found = options(9)
    (menu,) = menus_of(shown(prompt([*found[:7], *map(advised, found[7:])])))
    assert [choice.label[0] for choice in menu.choices] == list("891234567")
    assert menu.placeholder == "★ Choose"


def test_a_menu_in_which_something_looks_good_has_a_star(shown: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda *of_whom: False)
    found = options(30, group=15, detail=True)
    why = Msg("kernel.aid.also", {"why": Msg("thing", {"n": 1}), "detail": Msg("thing", {"n": 2})})
    found[16] = replace(found[16], detail=why)
    page = shown(prompt(found))
    assert [menu.placeholder for menu in menus_of(page)] == ["1–15 · Group 0", "★ 16–30 · Group 1"]
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
    assert "… and 9 more to choose" in page.texts[-1]


def test_a_confirmation_beside_which_something_looks_good_is_not_the_thing_to_press(
    shown: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever confirms at once would miss it; and what stands beside has the name of its group."""
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda live, seat, key: True)
    more = [replace(option, key=f"a:{option.key}", group=Msg("g1")) for option in options(6)]
    for asides, style in ((more, GOOD), ([advised(more[0]), *more[1:]], QUIET)):
        page = shown(replace(prompt(options(1), "confirm"), asides=tuple(asides)))
        assert next(key.style for key in keys_of(page) if key.label == "thing 0") == style
        (menu,) = menus_of(page)
        assert menu.placeholder.endswith("2–7 · Group 1")


def test_where_options_are_buttons_what_looks_good_stands_out(shown: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda live, seat, key: True)
    first, second, third = options(3)
    page = shown(prompt([first, advised(second), third]))
    assert [key.style for key in keys_of(page)] == [QUIET, STRONG, QUIET]
    assert keys_of(page)[1].label.startswith("★ 2.")
    (menu,) = menus_of(shown(prompt([advised(option) for option in options(7)])))
    assert menu.placeholder.startswith("★ "), "also where there is one list"


def test_what_looks_best_is_told_first(shown: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.meets", lambda live, seat, key: True)
    found = options(20, group=10, detail=True)
    for place, rank in ((3, 1), (15, 0)):
        found[place] = replace(
            found[place], detail=Msg("kernel.aid.also", {"why": "good", "rank": rank, "detail": "-"})
        )
    text = shown(prompt(found)).texts[-1]
    assert 0 < text.index("**16.**") < text.index("**4.**")
