"""The content of panels: how options become buttons, menus and lines of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.discord_ui.page.layout import SECONDARY, SUCCESS, Button, Page, SelectMenu, build_view
from bot.discord_ui.panel.option_menus import MAX_BUTTON_LABEL
from bot.discord_ui.panel.page import _may_ask_undo
from bot.discord_ui.panel.question import PanelQuestion
from bot.discord_ui.panel.rows import MAX_HEADING, _format_with_heading
from bot.discord_ui.text.localizer import Localizer
from bot.discord_ui.text.names import find_latin_names
from bot.table import QuestionRef, Table
from engines.kernel import Catalogue, Message, Option, Text, message

from .fake_table import TEXT, WORDS, FakeTable, Show, build_options, build_prompt, list_buttons, list_menus, star_option


def test_up_to_five_short_options_are_buttons(show_panel: Show) -> None:
    page = show_panel(build_prompt(build_options(5, detail=True)))
    assert [key.label for key in list_buttons(page)] == [f"{n + 1}. thing {n}" for n in range(5)]
    assert list_buttons(page)[0].id == "p:12.0.45.0:pick:o:0"
    assert "**2.** thing 1 — costs 1" in "\n".join(page.texts)


def test_more_than_five_options_are_a_menu(show_panel: Show) -> None:
    option_list = build_options(6)
    (menu,) = list_menus(show_panel(build_prompt(option_list)))
    assert [choice.value for choice in menu.choices] == [option.key for option in option_list]
    assert menu.choices[1].label.startswith("2. ") and menu.placeholder == "Choose 1–6", "it says what to do"


def test_more_than_25_options_have_a_menu_per_group(show_panel: Show) -> None:
    page = show_panel(build_prompt(build_options(40, group=10)))
    assert [menu.placeholder for menu in list_menus(page)] == [
        "Choose 1–10 · Group 0", "Choose 11–20 · Group 1", "Choose 21–30 · Group 2", "Choose 31–40 · Group 3",
    ]  # fmt: skip
    assert len({menu.id for menu in list_menus(page)}) == 4


def test_few_groups_have_separate_menus_and_ungrouped_option_is_a_button(show_panel: Show) -> None:
    question = build_prompt(
        [*build_options(9, group=5, detail=True), Option("end", "end", message("thing", n=99), message("cost", n=0))]
    )
    page = show_panel(question)
    first, second = list_menus(page)
    assert (first.placeholder, len(first.choices)) == ("Choose 1–5 · Group 0", 5)
    assert (second.placeholder, len(second.choices)) == ("Choose 6–9 · Group 1", 4)
    assert [(key.label, key.style) for key in list_buttons(page)] == [("10. thing 99", SECONDARY)], (
        "not the thing to do"
    )
    assert "**10.** thing 99 — costs 0" in page.texts[-1] and "**4.**" not in page.texts[-1]
    (glance,) = list_menus(show_panel(build_prompt(build_options(8, group=5))))
    assert glance.placeholder == "Choose 1–8 · Group 0 · Group 1", "read at a glance, and says what of"
    assert len(list_menus(show_panel(build_prompt(build_options(15, group=2))))) == 1, "too many groups"


def test_effect_of_a_confirmation_stands_below_its_question(show_panel: Show) -> None:
    page = show_panel(build_prompt([Option("yes", True, message("thing", n=1), message("cost", n=7))], "confirm"))
    assert page.texts[-1] == "### What do you do?\ncosts 7"
    long = show_panel(
        build_prompt([Option("yes", True, message("thing", n=1), message("long", n="so " * 30))], "confirm")
    )
    assert long.texts[-1].count("long") == 1, "said once, however long"


def test_details_too_long_for_a_menu_stand_above_it(show_panel: Show) -> None:
    option_list = build_options(6, detail=True)
    option_list[2] = Option("o:2", 2, message("thing", n=2), message("long", n="so " * 30))
    page = show_panel(build_prompt(option_list))
    assert f"**3.** thing 2 — {'so ' * 30} very" in page.texts[-1]
    assert "**2.**" not in page.texts[-1]
    assert page.texts[-1].index("1. thing 0 · 2. thing 1 ·") < page.texts[-1].index("**3.**"), "in their order"


def test_few_options_are_always_buttons(show_panel: Show) -> None:
    """Even long labels and mixed groups become buttons; the full texts stand above them."""
    option_list = [replace(option, group=Message(f"g{n}")) for n, option in enumerate(build_options(5, "long"))]
    page = show_panel(build_prompt(option_list, "allocate", 1, 1))
    assert not list_menus(page) and [key.label[:4] for key in list_buttons(page)] == [f"{n + 1}. {n}" for n in range(5)]
    assert all(len(key.label) <= 46 for key in list_buttons(page))
    for n in range(5):
        assert f"**{n + 1}.** {n} {'very ' * 12}long — Group {n}" in page.texts[-1]


def test_newcomers_see_the_content_of_a_menu_above_it(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that is too long for a phone stays in the menu."""
    few = build_prompt(build_options(9, detail=True))
    named = "-# 1. thing 0 · 2. thing 1"
    assert named in "\n".join(show_panel(few).texts)
    few = build_prompt(build_options(24, detail=True))
    assert named not in "\n".join(show_panel(few).texts)
    ten = build_options(10, detail=True)
    ten[4] = replace(ten[4], detail=message("long", n=0))
    assert "**2.**" not in show_panel(build_prompt(ten)).texts[-1]
    monkeypatch.setattr(FakeTable, "is_newcomer", True)
    monkeypatch.setattr("bot.discord_ui.panel.question.is_first_use", lambda *of_whom: False)
    monkeypatch.setattr("bot.discord_ui.panel.question.find_gloss", lambda *of_what: None)
    assert named in "\n".join(show_panel(few).texts)
    text_lines = show_panel(build_prompt(ten)).texts[-1].splitlines()
    assert [line for line in text_lines if line.startswith("-# **")] == [
        f"-# **{n + 1}.** thing {n} — {'0 ' + 'very ' * 12 + 'long' if n == 4 else f'costs {n}'}" for n in range(10)
    ], "each on a line of its own, with what it costs"
    assert not any(line.startswith("-# 1. ") for line in text_lines)
    assert "-# 1. " not in "\n".join(show_panel(build_prompt(build_options(90, detail=True))).texts)


def test_listed_options_are_not_replaced_by_a_count(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question.is_first_use", lambda *of_whom: False)
    few = [replace(option, group=Message("g1")) for option in build_options(3)]
    option_list = [star_option(few[0]), *few[1:]]
    question = replace(
        build_prompt(build_options(1), "confirm"),
        side_actions=tuple(replace(side_option, key=f"a:{side_option.key}") for side_option in option_list),
    )
    text = show_panel(question).texts[-1]
    assert "more to choose" not in text
    assert [text.count(f"**{n}.** thing {n - 2}") for n in (2, 3, 4)] == [1, 1, 1]


def test_grouped_side_actions_are_listed_in_their_menu_only(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """All possible sets of discarded hand cards were listed as lines of an unrelated question."""
    monkeypatch.setattr(FakeTable, "is_newcomer", True)
    monkeypatch.setattr("bot.discord_ui.panel.question.is_first_use", lambda *of_whom: False)
    monkeypatch.setattr("bot.discord_ui.panel.question.find_gloss", lambda *of_what: None)
    grouped_actions = tuple(replace(option, key=f"a:{option.key}", group=Message("g1")) for option in build_options(6))
    text = show_panel(replace(build_prompt(build_options(2)), side_actions=grouped_actions)).texts[-1]
    assert not any(f"**{n}.**" in text for n in range(3, 9))
    plain = tuple(replace(option, key=f"a:{option.key}") for option in build_options(6))
    assert "**3.**" in show_panel(replace(build_prompt(build_options(2)), side_actions=plain)).texts[-1]


def test_two_options_of_one_group_are_two_buttons(show_panel: Show) -> None:
    page = show_panel(build_prompt(build_options(2, group=2), "each"))
    assert not list_menus(page) and [key.label for key in list_buttons(page)] == ["1. thing 0", "2. thing 1"]


def test_shortened_button_label_keeps_its_start_and_effect(show_panel: Show) -> None:
    words = {
        "contract": "Contract: 2 bricks, 1 wheat, 3 salt, 4 wood → 2 salt, 1 coin, 2 VP",
        "pay": "1 salt, 2 salt from the market (2 coins), {n} wheat from the market, and all the rest as it is",
    }
    option_list = [replace(option, label=Message("pay", {"n": n + 1})) for n, option in enumerate(build_options(3))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FakeTable, "words", Catalogue({"ja": TEXT | words, "en": TEXT | words}, WORDS.terms))
        (contract,) = list_buttons(show_panel(build_prompt([replace(option_list[0], label=Message("contract"))])))
        labels = [key.label for key in list_buttons(show_panel(build_prompt(option_list)))]
    assert contract.label.startswith("1. Contract: 2 b") and contract.label.endswith("1 coin, 2 VP")
    assert len({label[3:] for label in labels}) == 3, labels
    assert all(len(label) <= 46 for label in (contract.label, *labels))


def test_detail_of_an_option_is_computed_once(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some rules simulate the option for its detail: a panel of Pax Pamir did so thirty times and took 30 ms."""
    call_counts: Counter[int] = Counter()

    def build_detail(n: int) -> Callable[[], Text]:
        def compute_detail() -> Text:
            call_counts[n] += 1
            return message("cost", n=n)

        return compute_detail

    monkeypatch.setattr(FakeTable, "is_newcomer", True)
    monkeypatch.setattr("bot.discord_ui.panel.question.is_first_use", lambda *of_whom: False)
    monkeypatch.setattr("bot.discord_ui.panel.question.find_gloss", lambda *of_what: None)
    show_panel(
        build_prompt([replace(option, detail=build_detail(n)) for n, option in enumerate(build_options(12, group=4))])
    )
    assert call_counts == dict.fromkeys(range(12), 1)


def test_more_than_fifty_options_have_pages_of_two_menus(show_panel: Show) -> None:
    question = build_prompt(build_options(70))
    first, second = show_panel(question), show_panel(question, page_number=1)
    assert len(list_menus(first)) == 2 and len(list_menus(second)) == 1
    assert [(key.label, key.disabled) for key in list_buttons(first)] == [("◀", True), ("▶", False)]
    assert list_menus(second)[0].choices[0].label == "51. thing 50"


def test_back_is_offered_while_steps_are_unconfirmed(show_panel: Show) -> None:
    question = build_prompt([Option("yes", True, Message("ask"))], "confirm")
    (row,) = show_panel(question, acting_seat=0).rows
    assert not isinstance(row, SelectMenu)
    confirm, back = row
    assert isinstance(confirm, Button) and isinstance(back, Button)
    assert (confirm.label, confirm.style) == ("What do you do?", SUCCESS)
    assert (back.label, back.style) == ("Back", SECONDARY), "nothing is lost by going back: no alarm"
    assert len(list_buttons(show_panel(question, acting_seat=None))) == 1


@pytest.mark.parametrize("kind", ["some", "allocate"])
def test_ok_and_back_stand_in_one_row(show_panel: Show, kind: str) -> None:
    rows = show_panel(build_prompt(build_options(230, limit=2), kind, 1, 9), acting_seat=0).rows
    last = rows[-1]
    assert not isinstance(last, SelectMenu) and [key.label for key in last] == ["OK", "Back", "◀", "▶", "Preview"]


def test_one_variant_of_the_options_is_shown_at_a_time(show_panel: Show) -> None:
    ways = [Message("g1"), Message("g2")]
    option_list = [replace(o, key=f"{o.key}:{n}", variant=way) for n, way in enumerate(ways) for o in build_options(3)]
    question = build_prompt([*option_list, Option("end", "end", message("thing", n=99))])
    first, second = show_panel(question), show_panel(question, variant=1)
    assert [key.label for key in list_buttons(first)] == [
        "1. thing 0", "2. thing 1", "3. thing 2", "4. thing 99", "Group 1 ▸ change",
    ]  # fmt: skip
    assert list_buttons(first)[-1].style == SECONDARY, "a setting, not the thing to do"
    starred = show_panel(
        replace(question, options=tuple(star_option(o) if o.key == "o:1:1" else o for o in question.options))
    )
    assert list_buttons(starred)[-1].label == "★ Group 1 ▸ change", "what looks good is in the other one"
    second_labels = [key.label for key in list_buttons(second)]
    assert second_labels == ["1. thing 0", "2. thing 1", "3. thing 2", "4. thing 99", "Group 2 ▸ change"], "one number"
    assert [key.id for key in list_buttons(second)][:2] == ["p:12.0.45.0:pick:o:0:1", "p:12.0.45.0:pick:o:1:1"]
    assert not any(key.disabled for key in list_buttons(first)), "what is chosen does not look forbidden"
    assert [list_buttons(page)[-1].id for page in (first, second)] == [
        "p:12.0.45.0:variant:0.1",
        "p:12.0.45.0:variant:0.0",
    ]
    looking = show_panel(question, variant=1, is_preview=True)
    assert "Nothing has happened yet" in looking.foot and not first.foot, "beside what is pressed, too"
    keys = [key for row in looking.rows if not isinstance(row, SelectMenu) for key in row]
    (leave,) = [key for key in keys if key.label == "Leave the preview"]
    assert isinstance(leave, Button) and leave.id == "p:12.0.45.0:variant:0.1"


def test_no_preview_without_a_predictable_result(show_panel: Show) -> None:
    """There is no preview if hidden answers are revealed next, or if dice decide."""

    def has_preview(**more: Any) -> bool:
        rows = show_panel(build_prompt(build_options(3)), **more).rows
        return any(
            ":looking:" in key.id
            for row in rows
            if not isinstance(row, SelectMenu)
            for key in row
            if isinstance(key, Button)
        )

    assert has_preview()
    assert not has_preview(is_simultaneous=True)
    assert not has_preview(dice=True)


def test_without_a_second_variant_there_is_no_switch(show_panel: Show) -> None:
    page = show_panel(build_prompt([replace(o, variant=Message("g1")) for o in build_options(3)]))
    assert [key.label for key in list_buttons(page)] == ["1. thing 0", "2. thing 1", "3. thing 2"]


def test_small_print_stands_at_the_end() -> None:
    (box,) = build_view(Page(("scores",), ((Button("t:1:play", "Play"),),), foot="-# hashes"), "chart.png").children
    kinds = [type(item).__name__ for item in cast(Any, box).children]
    assert kinds == ["TextDisplay", "MediaGallery", "ActionRow", "TextDisplay"]
    assert cast(Any, box).children[3].content == "-# hashes"


def test_options_numbered_on_the_picture_are_not_listed_above_it(
    show_panel: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a list would push picture and controls off a phone's screen."""
    monkeypatch.setattr(FakeTable, "is_newcomer", True)
    monkeypatch.setattr("bot.discord_ui.panel.question.is_first_use", lambda *of_whom: False)
    for count, is_listed in ((9, False), (30, False)):
        assert "thing 1" in show_panel(build_prompt(build_options(count))).texts[-1], "where there is no picture, it is"
        with monkeypatch.context() as patched:
            patched.setattr("bot.discord_ui.page.picture_requests.find_art", lambda live: object())
            patched.setattr("bot.discord_ui.page.picture_requests.build_private_picture", lambda *of_whom: None)
            patched.setattr("bot.discord_ui.page.picture_requests.arrange_prompt", lambda live, prompt: prompt)
            assert ("thing 1" in show_panel(build_prompt(build_options(count, detail=True))).texts[-1]) == is_listed


READINGS = {"市場": "シジョウ", "Aga Mehdi": "アーガー・メフディー", "Shah Shujah": "シャー・シュジャー"}


def test_names_are_in_the_order_of_the_text() -> None:
    readings = find_latin_names(READINGS, "Shah Shujah、市場、Aga Mehdi")
    assert list(readings.values()) == ["シャー・シュジャー", "アーガー・メフディー"]


def test_reading_is_shown_in_the_first_question_with_the_name() -> None:
    words = Catalogue({"ja": TEXT | {"buy": "{n}を購入"}, "en": TEXT | {"buy": "Buy {n}"}}, {}, readings=READINGS)
    match = SimpleNamespace(hidden_answers={}, position=3)
    live = cast(Table, FakeTable(id=12, key="12", game=None, match=match, words=words, gloss_positions={}))

    def write_question_readings(lang: str, *names: str) -> str:
        question_prompt = build_prompt([Option(name, name, message("buy", n=name)) for name in names])
        localizer = Localizer(("ja",) if lang == "ja" else ("en",))
        return PanelQuestion.build(live, 0, localizer, question_prompt, QuestionRef(12, 0, 45, 0)).write_readings()

    assert "アーガー" not in write_question_readings("en", "Aga Mehdi", "Shah Shujah")
    assert "-# 読み方：Aga Mehdi＝アーガー・メフディー" in write_question_readings("ja", "Aga Mehdi", "市場")
    assert "アーガー" in write_question_readings("ja", "Aga Mehdi"), "the same question, read again"
    match.position = 4
    both = write_question_readings("ja", "Aga Mehdi", "Shah Shujah")
    assert "Shah Shujah＝シャー・シュジャー" in both and "アーガー" not in both


def test_readings_stand_below_picture_and_controls(monkeypatch: pytest.MonkeyPatch, show_panel: Show) -> None:
    monkeypatch.setattr(
        "bot.discord_ui.panel.question.PanelQuestion.write_readings", lambda question: "how names are read"
    )
    page = show_panel(build_prompt(build_options(9)))
    assert page.foot == "how names are read" and all("names" not in text for text in page.texts)


def test_long_heading_does_not_hide_the_option() -> None:
    """The button ended in "hire in grey: Light blu…", which hid the die."""
    question = cast(PanelQuestion, SimpleNamespace(localizer=Localizer(("en",))))
    heading = "Light blue: Marriage (2 meeples), Politician 2/4/6, hire in grey"
    label = _format_with_heading(question, "Light blue 4", heading)
    assert label.startswith("Light blue 4 · Marriage (2 meeples)") and label.count("Light blue") == 1
    assert len(label) <= MAX_BUTTON_LABEL + MAX_HEADING
    assert _format_with_heading(question, "dowry 4", "Roma") == "Roma: dowry 4"
    assert _format_with_heading(question, "Silk", "") == "Silk"


def test_undo_hint_is_shown_after_a_decision_if_others_may_consent() -> None:
    """Neither card nor panel mentioned it: people had to guess the command."""

    def has_undo_hint(policy: str, moved_seats: set[int]) -> bool:
        live = SimpleNamespace(row=SimpleNamespace(undo_policy=policy), moved_seats=moved_seats)
        return _may_ask_undo(cast(Table, live), 1)

    assert has_undo_hint("consent", {0, 1})
    assert not has_undo_hint("consent", {0}) and not has_undo_hint("own", {1})
