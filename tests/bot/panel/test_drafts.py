"""Several choices and distributions: what is chosen so far, and how it travels in the ids of buttons."""

from __future__ import annotations

import pytest

from bot.discord_ui.page import ids
from bot.discord_ui.panel.draft import Draft
from bot.table import QuestionRef

from .toy import Show, keys_of, menus_of, options, prompt

FULL = 200
BIG = QuestionRef(10**8, 99, 9999, 7)


def test_several_choices_are_ticked_before_they_are_an_answer(shown: Show) -> None:
    asked = prompt(options(30, group=15), "some", 2, 3)
    page = shown(asked, draft=Draft.of(asked, ("o:1", "o:16")))
    assert "Choose 2 to 3; 2 chosen." in page.texts[-1] and "thing 1, thing 16" in page.texts[-1]
    left, right = menus_of(page)
    assert (left.min, left.max) == (0, 3)
    assert [choice.value for menu in (left, right) for choice in menu.choices if choice.chosen] == ["o:1", "o:16"]
    (ok,) = keys_of(page)
    assert not ok.disabled
    assert Draft.read(asked, ok.id.removeprefix("p:12.0.45.0:ok:")).keys(asked) == ("o:1", "o:16")
    assert keys_of(shown(asked, draft=Draft.of(asked, ("o:0",))))[0].disabled, "one is too few"


def test_one_of_several_lists_is_given_by_its_press(shown: Show) -> None:
    """Nothing is left to decide after the choice: no count so far, no OK."""
    page = shown(prompt(options(30, group=15), "some", 1, 1))
    left, right = menus_of(page)
    assert (left.min, left.max) == (right.min, right.max) == (1, 1)
    assert left.id == "p:12.0.45.0:choose:0" and keys_of(page) == []
    assert "Choose" not in page.texts[-1]


@pytest.mark.parametrize("kind", ["some", "allocate"])
def test_one_thing_at_most_is_chosen_by_one_press(shown: Show, kind: str) -> None:
    page = shown(prompt(options(2, detail=True), kind, 0, 1))
    assert [key.label for key in keys_of(page)] == ["1. thing 0", "2. thing 1", "Choose none"]
    assert [key.id.split(":")[2] for key in keys_of(page)] == ["pick", "pick", "ok"]
    assert "×" not in page.texts[-1] and "so far" not in page.texts[-1]
    assert not menus_of(page)
    (menu,) = menus_of(shown(prompt(options(8), kind, 1, 1)))
    assert ":choose:" in menu.id and not keys_of(shown(prompt(options(8), kind, 1, 1)))


def test_a_distribution_counts_with_plus_and_minus(shown: Show) -> None:
    asked = prompt(options(3, limit=2), "allocate", 4, 4)
    page = shown(asked, draft=Draft.of(asked, ("o:1", "o:1", "o:2")))
    plus = [key for key in keys_of(page) if ":plus:" in key.id]
    assert [key.disabled for key in plus] == [False, True, False]
    assert [key.disabled for key in keys_of(page) if ":minus:" in key.id] == [True, False, False]
    assert "3 so far" in page.texts[-1] and "×2** / 2" in page.texts[-1]


def test_a_distribution_over_many_slots_uses_menus(shown: Show) -> None:
    asked = prompt(options(9, limit=3), "allocate", 5, 5)
    page = shown(asked, draft=Draft.of(asked, ("o:0",) * 3))
    more, rest, less = menus_of(page)
    assert [choice.label for choice in rest.choices][:2] == ["2. thing 1 (0/3) ＋2", "3. thing 2 (0/3) ＋2"]
    assert [choice.value for choice in more.choices] == [str(n) for n in range(1, 9)]
    assert [choice.label for choice in less.choices] == ["1. thing 0 (3/3)"]


def test_a_draft_survives_its_way_through_a_button() -> None:
    asked = prompt(options(12, limit=5), "allocate", 6, 6)
    draft = Draft.of(asked, ("o:0", "o:11", "o:11", "o:3"))
    assert Draft.read(asked, draft.packed(asked)) == draft
    assert draft.keys(asked) == ("o:0", "o:3", "o:11", "o:11")
    assert Draft.of(asked, ()).packed(asked) == ""


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
def test_drafts_of_long_lists_and_large_numbers_fit_an_id(limit: int, counts: list[int]) -> None:
    asked = prompt(options(len(counts), limit=limit), "allocate", 0, sum(counts))
    packed = Draft(tuple(counts)).packed(asked)
    assert Draft.read(asked, packed).counts == tuple(counts)
    assert len(ids.at_question(BIG, "minus", f"m7.{packed}")) <= ids.MAX_ID


def test_a_panel_of_200_options_all_ticked(shown: Show) -> None:
    asked = prompt(options(FULL), "some", 0, FULL)
    page = shown(asked, draft=Draft((1,) * FULL))
    assert all(choice.chosen for menu in menus_of(page) for choice in menu.choices)


def test_a_panel_of_many_of_one_thing(shown: Show) -> None:
    asked = prompt(options(3, limit=99), "allocate", 99, 99)
    page = shown(asked, draft=Draft((36, 60, 2)))
    assert "＋ 1. thing 0 (36)" in [key.label for key in keys_of(page)]


@pytest.mark.parametrize("text", ["zzz", "-1", "９", "1" * 99, "*", "_" * 99])
def test_a_draft_from_outside_never_leaves_its_bounds(text: str) -> None:
    asked = prompt(options(3), "some", 0, 3)
    assert all(0 <= count <= 1 for count in Draft.read(asked, text).counts)


def test_of_many_ways_the_simple_ones_take_one_choice(shown: Show) -> None:
    page = shown(prompt(options(4, limit=9), "allocate", 0, 9))
    (ways, *_) = menus_of(page)
    assert [choice.label for choice in ways.choices] == [*(f"{n + 1}. thing {n} ×9" for n in range(4)), "nothing"]


def test_one_press_never_takes_one_of_eight_where_two_could_be_had(shown: Show) -> None:
    page = shown(prompt(options(8), "allocate", 1, 2))
    assert all("way" not in menu.id for menu in menus_of(page))
