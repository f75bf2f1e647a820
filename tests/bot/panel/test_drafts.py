"""Drafts of multiple choices and distributions, and their encoding in the custom_ids of buttons."""

from __future__ import annotations

import pytest

from bot.discord_ui.page import custom_ids
from bot.discord_ui.panel.draft import Draft
from bot.table import QuestionRef

from .fake_table import Show, build_options, build_prompt, list_buttons, list_menus

FULL = 200
BIG = QuestionRef(10**8, 99, 9999, 7)


def test_several_choices_are_ticked_before_they_are_an_answer(show_panel: Show) -> None:
    question = build_prompt(build_options(30, group=15), "some", 2, 3)
    page = show_panel(question, draft=Draft.from_keys(question, ("o:1", "o:16")))
    assert "Choose 2 to 3; 2 chosen." in page.texts[-1] and "thing 1, thing 16" in page.texts[-1]
    left, right = list_menus(page)
    assert (left.min, left.max) == (0, 3)
    assert [choice.value for menu in (left, right) for choice in menu.choices if choice.is_selected] == ["o:1", "o:16"]
    (ok,) = list_buttons(page)
    assert not ok.disabled
    assert Draft.decode(question, ok.id.removeprefix("p:12.0.45.0:ok:")).list_keys(question) == ("o:1", "o:16")
    assert list_buttons(show_panel(question, draft=Draft.from_keys(question, ("o:0",))))[0].disabled, "one is too few"


def test_single_choice_from_several_menus_needs_no_ok(show_panel: Show) -> None:
    """The choice completes the answer: the panel needs no count and no OK button."""
    page = show_panel(build_prompt(build_options(30, group=15), "some", 1, 1))
    left, right = list_menus(page)
    assert (left.min, left.max) == (right.min, right.max) == (1, 1)
    assert left.id == "p:12.0.45.0:choose:0" and list_buttons(page) == []
    assert "Choose" not in page.texts[-1]


@pytest.mark.parametrize("kind", ["some", "allocate"])
def test_choice_of_at_most_one_option_needs_one_press(show_panel: Show, kind: str) -> None:
    page = show_panel(build_prompt(build_options(2, detail=True), kind, 0, 1))
    assert [key.label for key in list_buttons(page)] == ["1. thing 0", "2. thing 1", "Choose none"]
    assert [key.id.split(":")[2] for key in list_buttons(page)] == ["pick", "pick", "ok"]
    assert "×" not in page.texts[-1] and "so far" not in page.texts[-1]
    assert not list_menus(page)
    (menu,) = list_menus(show_panel(build_prompt(build_options(8), kind, 1, 1)))
    assert ":choose:" in menu.id and not list_buttons(show_panel(build_prompt(build_options(8), kind, 1, 1)))


def test_a_distribution_counts_with_plus_and_minus(show_panel: Show) -> None:
    question = build_prompt(build_options(3, limit=2), "allocate", 4, 4)
    page = show_panel(question, draft=Draft.from_keys(question, ("o:1", "o:1", "o:2")))
    plus = [key for key in list_buttons(page) if ":plus:" in key.id]
    assert [key.disabled for key in plus] == [False, True, False]
    assert [key.disabled for key in list_buttons(page) if ":minus:" in key.id] == [True, False, False]
    assert "3 so far" in page.texts[-1] and "×2** / 2" in page.texts[-1]


def test_a_distribution_over_many_slots_uses_menus(show_panel: Show) -> None:
    question = build_prompt(build_options(9, limit=3), "allocate", 5, 5)
    page = show_panel(question, draft=Draft.from_keys(question, ("o:0",) * 3))
    more, rest, less = list_menus(page)
    assert [choice.label for choice in rest.choices][:2] == ["2. thing 1 (0/3) ＋2", "3. thing 2 (0/3) ＋2"]
    assert [choice.value for choice in more.choices] == [str(n) for n in range(1, 9)]
    assert [choice.label for choice in less.choices] == ["1. thing 0 (3/3)"]


def test_draft_survives_encoding_in_a_button() -> None:
    question = build_prompt(build_options(12, limit=5), "allocate", 6, 6)
    draft = Draft.from_keys(question, ("o:0", "o:11", "o:11", "o:3"))
    assert Draft.decode(question, draft.encode(question)) == draft
    assert draft.list_keys(question) == ("o:0", "o:3", "o:11", "o:11")
    assert Draft.from_keys(question, ()).encode(question) == ""


@pytest.mark.parametrize(
    ("limit", "counts"),
    [
        (1, [1] * FULL),
        (1, [0] * (FULL - 1) + [1]),
        (1, [n % 2 for n in range(FULL)]),
        (99, [99] + [0] * (FULL - 1)),
        (99, [0] * (FULL - 1) + [99]),
        (99, [0, 1] * 49 + [0] * (FULL - 98)),
        (99, [99] * 9),
        (40, [36, 37, 40]),
    ],
)
def test_large_drafts_fit_into_a_custom_id(limit: int, counts: list[int]) -> None:
    question = build_prompt(build_options(len(counts), limit=limit), "allocate", 0, sum(counts))
    packed = Draft(tuple(counts)).encode(question)
    assert Draft.decode(question, packed).counts == tuple(counts)
    assert len(custom_ids.build_question_id(BIG, "minus", f"m7.{packed}")) <= custom_ids.MAX_ID


def test_a_panel_of_200_options_all_ticked(show_panel: Show) -> None:
    question = build_prompt(build_options(FULL), "some", 0, FULL)
    page = show_panel(question, draft=Draft((1,) * FULL))
    assert all(choice.is_selected for menu in list_menus(page) for choice in menu.choices)


def test_a_panel_of_many_of_one_thing(show_panel: Show) -> None:
    question = build_prompt(build_options(3, limit=99), "allocate", 99, 99)
    page = show_panel(question, draft=Draft((36, 60, 2)))
    assert "＋ 1. thing 0 (36)" in [key.label for key in list_buttons(page)]


@pytest.mark.parametrize("text", ["zzz", "-1", "９", "1" * 99, "*", "_" * 99])
def test_forged_draft_stays_within_its_bounds(text: str) -> None:
    question = build_prompt(build_options(3), "some", 0, 3)
    assert all(0 <= count <= 1 for count in Draft.decode(question, text).counts)


def test_simple_distributions_are_offered_in_one_menu(show_panel: Show) -> None:
    page = show_panel(build_prompt(build_options(4, limit=9), "allocate", 0, 9))
    (ways, *_) = list_menus(page)
    assert [choice.label for choice in ways.choices] == [*(f"{n + 1}. thing {n} ×9" for n in range(4)), "nothing"]


def test_menu_of_distributions_is_omitted_if_more_could_be_taken(show_panel: Show) -> None:
    page = show_panel(build_prompt(build_options(8), "allocate", 1, 2))
    assert all("way" not in menu.id for menu in list_menus(page))
