"""Drafts of multiple choices and distributions, and their encoding in the custom_ids of buttons."""

from __future__ import annotations

from contextlib import nullcontext
from math import comb
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.page import custom_ids
from bot.discord_ui.page.phone_screen import SCREEN_HEIGHT, measure_page
from bot.discord_ui.panel import handlers
from bot.discord_ui.panel.distribution import find_doubled_option, read_amounts
from bot.discord_ui.panel.draft import Draft
from bot.discord_ui.panel.question import PanelQuestion, PanelState
from bot.table import QuestionRef
from engines.kernel import message
from engines.kernel.stars.suggestions import PlannedAnswer

from .fake_table import EN, FakeTable, Show, build_options, build_prompt, list_buttons, list_menus, star_option

FULL = 200
BIG = QuestionRef(10**8, 99, 9999, 7)


def test_several_of_many_options_are_ticked_kind_by_kind(show_panel: Show) -> None:
    question = build_prompt(build_options(30, group=15), "some", 2, 9)
    page = show_panel(question, draft=Draft.from_keys(question, ("o:1", "o:16")), page_number=2)
    assert "Choose 2 to 9; 2 chosen." in page.texts[-1] and "thing 1, thing 16" in page.texts[-1]
    (menu,) = list_menus(page)
    assert (menu.min, menu.max) == (0, 9) and ":tick:1." in menu.id
    assert [choice.value for choice in menu.choices if choice.is_selected] == ["o:16"]
    ok = list_buttons(page)[0]
    assert ok.label == "OK" and not ok.is_disabled
    assert Draft.decode(question, ok.id.removeprefix("p:12.0.45.0:ok:")).list_keys(question) == ("o:1", "o:16")
    too_few = show_panel(question, draft=Draft.from_keys(question, ("o:0",)), page_number=1)
    assert list_buttons(too_few)[0].is_disabled


@pytest.mark.parametrize(("count", "low", "high"), [(4, 1, 2), (5, 2, 2), (6, 1, 2), (3, 0, 3), (5, 0, 3)])
def test_few_combinations_are_one_list_of_answers(show_panel: Show, count: int, low: int, high: int) -> None:
    question = build_prompt(build_options(count), "some", low, high)
    page = show_panel(question)
    outcomes = sum(comb(count, n) for n in range(low, high + 1))
    if outcomes > 15:
        (menu,) = list_menus(page)
        assert ":way" in menu.id
        choices = [(choice.value, choice.label) for choice in menu.choices]
        choices += [(key.id.partition(":ok")[2], key.label) for key in list_buttons(page)]
    else:
        choices = [(key.id.partition(":ok:")[2], key.label) for key in list_buttons(page)]
    drafts = [Draft.decode(question, code) for code, _ in choices]
    assert len({*drafts}) == len(drafts) == outcomes, "each outcome once, none of them by a button of its own"
    assert all(draft.is_answer(question) for draft in drafts)
    assert len({label[:38] for _, label in choices}) == len(drafts)


def test_many_combinations_of_one_menu_are_ticked_and_need_no_ok(show_panel: Show) -> None:
    page = show_panel(build_prompt(build_options(9), "some", 2, 4))
    (menu,) = list_menus(page)
    assert (menu.id, menu.min, menu.max) == ("p:12.0.45.0:choose", 2, 4)
    assert list_buttons(page) == [] and "Choose 2 to 4" in page.texts[-1]
    (none,) = list_buttons(show_panel(build_prompt(build_options(9), "some", 0, 4)))
    assert none.label == "Choose none", "a menu cannot be closed with nothing chosen"


def test_choice_of_one_per_group_shows_one_group_after_the_other(show_panel: Show) -> None:
    question = build_prompt(build_options(9, group=3), "each", 3, 3)
    options = [*build_options(12, group=4), *build_options(1)]
    question = replace(question, options=tuple(replace(o, key=f"k:{n}") for n, o in enumerate(options)), min=4, max=4)
    (first,) = list_menus(show_panel(question))
    assert [choice.value for choice in first.choices] == ["k:0", "k:1", "k:2", "k:3"] and ":tick:0." in first.id
    second = show_panel(question, draft=Draft.from_keys(question, ("k:2", "k:12")))
    (menu,) = list_menus(second)
    assert [choice.value for choice in menu.choices] == ["k:4", "k:5", "k:6", "k:7"] and ":tick:1." in menu.id
    assert "**Group 0** — thing 2" in second.texts[-1] and [key.label for key in list_buttons(second)] == ["Start over"]


def test_single_choice_from_several_kinds_needs_no_ok(show_panel: Show) -> None:
    """The choice completes the answer: the panel needs no count and no OK button."""
    page = show_panel(build_prompt(build_options(30, group=15), "some", 1, 1), page_number=1)
    *options, other_kinds = list_buttons(page)
    assert [key.id for key in options] == [f"p:12.0.45.0:pick:o:{n}" for n in range(15)]
    assert ":leaf:0" in other_kinds.id and "Choose" not in page.texts[-1]


@pytest.mark.parametrize("kind", ["some", "allocate"])
def test_choice_of_at_most_one_option_needs_one_press(show_panel: Show, kind: str) -> None:
    page = show_panel(build_prompt(build_options(2), kind, 0, 1))
    assert [key.label for key in list_buttons(page)] == ["1. thing 0", "2. thing 1", "Choose none"]
    assert [key.id.split(":")[2] for key in list_buttons(page)] == ["pick", "pick", "ok"]
    assert "×" not in page.texts[-1] and "so far" not in page.texts[-1]
    assert not list_menus(page)
    (menu,) = list_menus(show_panel(build_prompt(build_options(18), kind, 1, 1)))
    assert ":choose" in menu.id and not list_buttons(show_panel(build_prompt(build_options(18), kind, 1, 1)))


def test_a_distribution_counts_with_plus_and_minus(show_panel: Show) -> None:
    question = build_prompt(build_options(3, limit=9), "allocate", 12, 12)
    page = show_panel(question, draft=Draft.from_keys(question, (*["o:1"] * 9, "o:2")))
    plus = [key for key in list_buttons(page) if ":plus:" in key.id]
    assert [key.is_disabled for key in plus] == [False, True, False]
    assert [key.is_disabled for key in list_buttons(page) if ":minus:" in key.id] == [True, False, False]
    assert "10 so far" in page.texts[-1] and "thing 1 ×9, thing 2" in page.texts[-1]


@pytest.mark.parametrize("slots", [9, 25, 40])
def test_a_distribution_over_many_slots_is_one_menu(show_panel: Show, slots: int) -> None:
    question = build_prompt(build_options(slots, limit=3), "allocate", 7, 7)
    page = show_panel(question, draft=Draft.from_keys(question, ("o:0",) * 2), page_number=1 if slots > 25 else 0)
    (menu,) = list_menus(page)
    values = [choice.value for choice in menu.choices]
    assert {value.split(".")[0] for value in values} == {str(n) for n in range(min(slots, 25))}, "every slot"
    if slots == 9:
        assert values[:3] == ["0.1", "0.-1", "1.1"] and "1.3" in values
        assert menu.choices[0].label == "＋1 1. thing 0 (2/3)"


def test_one_menu_takes_all_amounts_at_once(show_panel: Show) -> None:
    question = build_prompt(build_options(5, limit=3), "allocate", 0, 6)
    page = show_panel(question, draft=Draft.from_keys(question, ("o:1", "o:1", "o:4")))
    (menu,) = list_menus(page)
    assert (menu.id, menu.min, menu.max) == ("p:12.0.45.0:amounts", 1, 6)
    labels = {choice.value: choice.label for choice in menu.choices}
    assert len(labels) == 15 and (labels["1.1"], labels["1.3"]) == ("2. thing 1", "2. thing 1 ×3")
    assert [choice.value for choice in menu.choices if choice.is_selected] == ["1.2", "4.1"]
    assert [key.label for key in list_buttons(page)] == ["Choose none"], "no OK: closing the menu answers"


def test_an_exact_sum_over_many_slots_is_one_menu(show_panel: Show) -> None:
    """Each thing took a menu that was opened again; over few slots a button adds all that is left."""
    question = build_prompt(build_options(4, limit=4), "allocate", 4, 4)
    page = show_panel(question)
    (menu,) = list_menus(page)
    assert (menu.id, menu.min, menu.max, len(menu.choices)) == ("p:12.0.45.0:amounts", 1, 4, 16)
    assert not list_menus(show_panel(build_prompt(build_options(3, limit=7), "allocate", 7, 7)))


def test_slots_share_a_menu_where_their_buttons_have_no_room(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is chosen, too, since one chosen option takes more room."""
    question = build_prompt(build_options(3, limit=9), "allocate", 7, 7)
    monkeypatch.setattr(PanelQuestion, "picture", object())
    for picture_height, menus in ((100, 0), (400, 1)):
        monkeypatch.setattr(PanelQuestion, "picture_height", picture_height)
        monkeypatch.setattr(PanelQuestion, "numbers_on_picture", frozenset())
        for keys in ((), ("o:0",)):
            page = show_panel(question, draft=Draft.from_keys(question, keys))
            assert len(list_menus(page)) == menus, (picture_height, keys)
            assert measure_page(page, picture_height) <= SCREEN_HEIGHT


def test_of_two_amounts_of_one_thing_the_larger_is_shown() -> None:
    question = build_prompt(build_options(3, limit=3), "allocate", 0, 6)
    assert read_amounts(question, ["0.1", "0.3", "2.2"]).counts == (3, 0, 2)
    assert find_doubled_option(question, ["0.1", "0.3", "2.2"]) is question.options[0]
    assert find_doubled_option(question, ["0.1", "2.2"]) is None
    for forged in ("3.1", "x.1", "0.", "0.-1"):
        with pytest.raises(UserError):
            read_amounts(question, [forged])


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
    for page_number in range(1, 9):
        (menu,) = list_menus(show_panel(question, draft=Draft((1,) * FULL), page_number=page_number))
        assert all(choice.is_selected for choice in menu.choices)


def test_a_panel_of_many_of_one_thing(show_panel: Show) -> None:
    question = build_prompt(build_options(3, limit=99), "allocate", 99, 99)
    page = show_panel(question, draft=Draft((36, 60, 2)))
    assert "＋ 1. thing 0 (36)" in [key.label for key in list_buttons(page)]


@pytest.mark.parametrize("text", ["zzz", "-1", "９", "1" * 99, "*", "_" * 99])
def test_forged_draft_stays_within_its_bounds(text: str) -> None:
    question = build_prompt(build_options(3), "some", 0, 3)
    assert all(0 <= count <= 1 for count in Draft.decode(question, text).counts)


@pytest.mark.parametrize(
    ("values", "given", "problem"),
    [
        (("0.2", "1.1", "3.1"), ("o:0", "o:0", "o:1", "o:3"), ""),
        (("0.2", "3.1"), None, "Choose exactly 4, not 3."),
        (("0.1", "0.3", "3.1"), None, "Nothing was done: you chose two amounts of thing 0. Choose one."),
    ],
)
async def test_ticked_amounts_are_given_or_shown_with_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, values: tuple[str, ...], given: tuple[str, ...] | None, problem: str
) -> None:
    question, answers, states = (
        build_prompt(build_options(4, limit=4), "allocate", 4, 4),
        list[object](),
        list[PanelState](),
    )

    async def give_answer(ctx: object, ref: object, keys: tuple[str, ...]) -> None:
        answers.append(keys)

    async def show_page(page: object) -> None:
        states.append(cast(PanelState, page))

    monkeypatch.setattr(handlers, "_load_question", lambda ctx, table, ref: question)
    monkeypatch.setattr(handlers, "_build_seat_panel", lambda ctx, table, seat, state: state)
    monkeypatch.setattr(handlers, "give_answer", give_answer)
    service = SimpleNamespace(lock_table=lambda table_id: nullcontext(FakeTable()))
    ctx: Any = SimpleNamespace(service=service, selected_values=values, localizer=EN, show_page=show_page)
    await handlers.choose_amounts(ctx, QuestionRef(12, 0, 45, 0), "")
    assert answers == ([] if given is None else [given])
    assert [state.notice for state in states] == ([problem] if problem else [])


def test_several_options_starred_together_have_one_button(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """A suggestion that names them in another order had a second button, with the words of all."""
    monkeypatch.setattr("bot.discord_ui.panel.question_text.is_first_use", lambda *of_whom: False)
    option_list = build_options(2, "long")
    starred = [star_option(option) for option in option_list]
    line = (PlannedAnswer(("o:1", "o:0"), (message("long", n=1), message("long", n=0))),)
    monkeypatch.setattr(FakeTable, "find_planned_line", lambda table_state, seat: line)
    labels = [button.label for button in list_buttons(show_panel(build_prompt(starred, "some", 1, 2)))]
    assert [label.startswith("★ ") for label in labels] == [True, False, False]
    assert labels[0].startswith("★ 1 + 2: ")
