"""The content of panels: how options become buttons, menus and lines of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.discord_ui.page import phone_screen
from bot.discord_ui.page.pages import SECONDARY, SUCCESS, Button, Page, SelectMenu, build_view
from bot.discord_ui.panel.details import write_readings
from bot.discord_ui.panel.draft import Draft
from bot.discord_ui.panel.page import _may_ask_undo
from bot.discord_ui.panel.question import PanelQuestion
from bot.discord_ui.text.localizer import Localizer
from bot.discord_ui.text.names import list_latin_names
from bot.table import QuestionRef, Table
from engines.kernel import Catalogue, Message, Option, Prompt, Text, message

from .fake_table import TEXT, WORDS, FakeTable, Show, build_options, build_prompt, list_buttons, list_menus, star_option


@pytest.mark.parametrize("words", ["thing", "long"])
@pytest.mark.parametrize("kind", ["one", "allocate"])
def test_two_to_five_options_are_buttons(show_panel: Show, words: str, kind: str) -> None:
    for count in (2, 5):
        page = show_panel(build_prompt(build_options(count, words, group=1), kind))
        assert not list_menus(page)
        assert [key.id for key in list_buttons(page)] == [f"p:12.0.45.0:pick:o:{n}" for n in range(count)]
        assert all(key.label.startswith(f"{n}. ") for n, key in enumerate(list_buttons(page), 1))


def test_few_answers_are_buttons_beside_a_long_question(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bribe with four answers had a menu: its question of two lines left no room for four lines of buttons."""
    monkeypatch.setattr(PanelQuestion, "picture_height", 300)
    monkeypatch.setattr(PanelQuestion, "picture", object())
    monkeypatch.setattr(PanelQuestion, "numbers_on_picture", frozenset())
    monkeypatch.setattr(FakeTable, "is_newcomer", True)
    question = Prompt(0, message("long", n=1), tuple(build_options(4, "wide")))
    page = show_panel(question, acting_seat=0)
    assert len(list_buttons(page)) > 4 and not list_menus(page)
    assert phone_screen.measure_page(page, 300) <= phone_screen.SCREEN_HEIGHT


@pytest.mark.parametrize("words", ["thing", "long"])
@pytest.mark.parametrize("height", [325, 400])
def test_more_options_are_buttons_where_a_phone_has_room(
    show_panel: Show, words: str, height: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A menu costs two presses. With stars to come there is less room, so that they need not change the controls."""
    monkeypatch.setattr(PanelQuestion, "picture_height", height)
    monkeypatch.setattr(PanelQuestion, "picture", object())
    monkeypatch.setattr(PanelQuestion, "numbers_on_picture", frozenset({1, 2, 3, 4}))
    page = show_panel(build_prompt(build_options(8, words)))
    assert bool(list_menus(page)) == (words == "long" or height == 400)
    if not list_menus(page):
        assert [key.id for key in list_buttons(page)] == [f"p:12.0.45.0:pick:o:{n}" for n in range(8)]
        assert phone_screen.measure_rows(page.rows) + height < phone_screen.SCREEN_HEIGHT
        monkeypatch.setattr(FakeTable, "is_newcomer", True)
        assert list_menus(show_panel(build_prompt(build_options(8, words))))


@pytest.mark.parametrize(
    ("height", "count", "is_menu"), [(300, 12, False), (342, 14, False), (342, 21, True), (450, 14, True)]
)
def test_without_room_for_words_buttons_have_the_numbers_on_the_picture(
    show_panel: Show, height: int, count: int, is_menu: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An option that the picture does not tell apart keeps its words."""
    monkeypatch.setattr(PanelQuestion, "picture_height", height)
    monkeypatch.setattr(PanelQuestion, "picture", object())
    monkeypatch.setattr(PanelQuestion, "numbers_on_picture", frozenset(range(1, count)))
    page = show_panel(build_prompt(build_options(count, "thing")))
    assert bool(list_menus(page)) == is_menu
    if not is_menu:
        assert [key.label for key in list_buttons(page)] == [*map(str, range(1, count)), f"thing {count - 1}"]
        assert phone_screen.measure_rows(page.rows) + height < phone_screen.SCREEN_HEIGHT


@pytest.mark.parametrize("kind", ["some", "allocate"])
def test_numbers_of_several_options_are_one_button(
    show_panel: Show, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PanelQuestion, "picture_height", 300)
    monkeypatch.setattr(PanelQuestion, "picture", object())
    monkeypatch.setattr(PanelQuestion, "numbers_on_picture", frozenset({1, 2, 3, 4}))
    page = show_panel(build_prompt(build_options(4, "long", limit=2 if kind == "allocate" else 1), kind, 2, 2))
    assert {"1 + 2", "3 + 4"} <= {key.label for key in list_buttons(page)} and not list_menus(page)


@pytest.mark.parametrize("count", [16, 25])
@pytest.mark.parametrize("group", [0, 3, 20])
def test_16_to_25_options_are_one_menu_that_answers(show_panel: Show, count: int, group: int) -> None:
    option_list = build_options(count, group=group)
    page = show_panel(build_prompt(option_list))
    (menu,) = list_menus(page)
    assert [choice.value for choice in menu.choices] == [option.key for option in option_list]
    assert ":choose" in menu.id and menu.placeholder == "Choose …", "it says what to do"
    assert list_buttons(page) == [], "and there is no OK"


def test_of_more_than_25_options_first_the_kind_is_chosen(show_panel: Show) -> None:
    question = build_prompt(build_options(40, group=10))
    page = show_panel(question)
    assert not list_menus(page)
    assert [(key.label, key.id) for key in list_buttons(page)] == [
        (f"{10 * n + 1}–{10 * n + 10}. Group {n}", f"p:12.0.45.0:leaf:{n + 1}.") for n in range(4)
    ]
    second = show_panel(question, page_number=2)
    *options_of_kind, other_kinds = list_buttons(second)
    assert [key.id for key in options_of_kind] == [f"p:12.0.45.0:pick:o:{n}" for n in range(10, 20)]
    assert (other_kinds.label, other_kinds.id) == ("Other kinds", "p:12.0.45.0:leaf:0.")
    many = show_panel(build_prompt(build_options(180, group=10)))
    (kinds,) = list_menus(many)
    assert ":kind" in kinds.id and len(kinds.choices) == 18


@pytest.mark.parametrize("page_number", [0, 1])
def test_few_kinds_or_few_options_of_one_are_a_menu_if_buttons_have_no_room(
    show_panel: Show, monkeypatch: pytest.MonkeyPatch, page_number: int
) -> None:
    """Five labels of two lines beside a high picture push the last buttons below the screen."""
    question = build_prompt(build_options(30, "long", group=6))
    assert not list_menus(show_panel(question, page_number=page_number))
    monkeypatch.setattr(phone_screen, "SCREEN_HEIGHT", 270)
    page = show_panel(question, page_number=page_number)
    (menu,) = list_menus(page)
    assert len(menu.choices) == (6 if page_number else 5)
    assert phone_screen.measure_page(page, None) <= 270


def test_a_kind_with_one_option_is_that_option(show_panel: Show) -> None:
    *_, last = list_buttons(show_panel(build_prompt(build_options(31, group=10))))
    assert (last.label, last.id) == ("31. thing 30", "p:12.0.45.0:pick:o:30")


def test_options_without_groups_are_parted_by_number(show_panel: Show) -> None:
    question = build_prompt(build_options(70))
    assert [key.label for key in list_buttons(show_panel(question))] == [
        "1–25. options", "26–50. options", "51–70. options",
    ]  # fmt: skip
    (menu,) = list_menus(show_panel(question, page_number=3))
    assert menu.choices[0].label == "51. thing 50"


@pytest.mark.parametrize(("count", "side_count"), [(2, 3), (5, 2), (5, 9), (9, 1), (9, 16), (30, 6), (1, 4)])
@pytest.mark.parametrize("kind", ["one", "confirm"])
def test_there_is_never_a_second_long_menu(show_panel: Show, kind: str, count: int, side_count: int) -> None:
    beside = tuple(replace(option, key=f"a:{option.key}") for option in build_options(side_count))
    question = replace(build_prompt(build_options(1 if kind == "confirm" else count), kind), side_actions=beside)
    page = show_panel(question)
    assert len(list_menus(page)) <= 1
    if count + side_count <= 25:
        shown = [choice.value for menu in list_menus(page) for choice in menu.choices]
        shown += [key.id.partition(":pick:")[2] for key in list_buttons(page)]
        assert {option.key for option in (*question.options, *beside)} == set(shown), "each can be chosen at once"


def test_effect_of_a_confirmation_stands_below_its_question(show_panel: Show) -> None:
    page = show_panel(build_prompt([Option("yes", True, message("thing", n=1), message("cost", n=7))], "confirm"))
    assert page.texts[-1].endswith("What do you do?\ncosts 7")
    long = show_panel(
        build_prompt([Option("yes", True, message("thing", n=1), message("long", n="so " * 30))], "confirm")
    )
    assert long.texts[-1].count("long") == 1, "said once, however long"


def test_button_shows_what_its_option_costs_if_there_is_room(show_panel: Show) -> None:
    page = show_panel(build_prompt(build_options(3, detail=True)))
    assert [key.label for key in list_buttons(page)] == [f"{n + 1}. thing {n} · costs {n}" for n in range(3)]
    assert "thing 1" not in "\n".join(page.texts), "an option is told once"


def test_details_of_options_make_room_for_the_question(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.page.phone_screen.SCREEN_HEIGHT", 240)
    page = show_panel(build_prompt(build_options(3, "long", detail=True)))
    assert all("costs" not in key.label for key in list_buttons(page)) and "What do you do?" in page.texts[0]
    details = "\n".join(show_panel(build_prompt(build_options(3, "long", detail=True)), is_detailed=True).texts)
    assert all(f"**{n + 1}.** {n} {'very ' * 12}long — costs {n}" in details for n in range(3))


@pytest.mark.parametrize(("height", "side_count", "is_menu"), [(640, 3, False), (240, 3, True), (240, 0, False)])
def test_few_joint_answers_are_a_menu_beside_side_actions_that_leave_no_room(
    show_panel: Show, height: int, side_count: int, is_menu: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord_ui.page.phone_screen.SCREEN_HEIGHT", height)
    sides = tuple(replace(option, key=f"side:{n}") for n, option in enumerate(build_options(side_count)))
    prompt = replace(build_prompt(build_options(2), "some", 1, 2), side_actions=sides)
    page = show_panel(prompt)
    assert [len(menu.choices) for menu in list_menus(page)] == ([3] if is_menu else [])


def test_long_question_is_reduced_to_the_sentence_that_asks(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    words = {"ask": "Much has happened. " * 20 + "What do you do? Nothing can be taken back."}
    monkeypatch.setattr(FakeTable, "catalogue", Catalogue({"ja": TEXT | words, "en": TEXT | words}, WORDS.nouns))
    monkeypatch.setattr("bot.discord_ui.page.phone_screen.SCREEN_HEIGHT", 520)
    question = build_prompt(build_options(5, "long"))
    text = show_panel(question).texts[0]
    assert text.startswith("### ") and "What do you do?" in text and "Much has happened" not in text
    assert "Much has happened" in "\n".join(show_panel(question, is_detailed=True).texts)
    monkeypatch.setattr("bot.discord_ui.page.phone_screen.SCREEN_HEIGHT", 2000)
    assert "Much has happened" in show_panel(question).texts[0], "where there is room, it is whole"


def test_details_lead_back_to_the_question(show_panel: Show) -> None:
    """By the last button, which stands where *Details* was pressed."""
    question = build_prompt(build_options(9, limit=9), "allocate", 5, 20)
    draft = Draft.from_keys(question, ("o:1", "o:1"))
    (*_, back) = list_buttons(show_panel(question, draft=draft, is_detailed=True))
    assert back.label == "Back to the question"
    assert Draft.decode(question, back.id.partition("leaf:0.")[2]) == draft, "with what was chosen so far"


def test_details_explain_the_question_before_they_tell_the_news(
    show_panel: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.page._describe_recent_actions", lambda *_: ("Bo took a thing.", 0))
    texts = [text for text in show_panel(build_prompt(build_options(3)), is_detailed=True).texts if text]
    assert "What do you do?" in texts[1] and texts[-1] == "Bo took a thing."


def test_two_options_of_one_group_are_two_buttons(show_panel: Show) -> None:
    page = show_panel(build_prompt(build_options(2, group=2), "each"))
    assert not list_menus(page) and [key.label for key in list_buttons(page)] == ["1. thing 0", "2. thing 1"]


def test_labels_that_begin_alike_show_where_they_differ(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone cuts the end of a label, so the buttons looked equal."""
    words = {"pay": "Pay three women from the square before the palace: take {n} tiles"}
    monkeypatch.setattr(FakeTable, "catalogue", Catalogue({"ja": TEXT | words, "en": TEXT | words}, WORDS.nouns))
    option_list = [replace(option, label=Message("pay", {"n": n})) for n, option in enumerate(build_options(3))]
    assert [key.label for key in list_buttons(show_panel(build_prompt(option_list)))] == [
        "1. …0 tiles", "2. …1 tiles", "3. …2 tiles",
    ]  # fmt: skip
    (alone,) = list_buttons(show_panel(build_prompt(option_list[:1])))
    assert alone.label == "1. Pay three women from the square before the palace: take 0 tiles", "else it is whole"


def test_labels_of_two_groups_that_end_alike_show_their_groups(
    show_panel: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the words that all labels of a group begin with, two options were the same."""
    words = {"send": "Send the captain who stands on {who} to town {n}"}
    monkeypatch.setattr(FakeTable, "catalogue", Catalogue({"ja": TEXT | words, "en": TEXT | words}, WORDS.nouns))
    options = [
        replace(option, label=Message("send", {"who": ("the stern", "a bow")[n // 2], "n": n % 2}))
        for n, option in enumerate(build_options(4))
    ]
    assert [key.label for key in list_buttons(show_panel(build_prompt(options)))] == [
        "1. …the stern to town 0", "2. …the stern to town 1", "3. …a bow to town 0", "4. …a bow to town 1",
    ]  # fmt: skip


def test_equal_labels_of_two_groups_have_the_names_of_their_groups(show_panel: Show) -> None:
    option_list = [replace(option, label=message("thing", n=7)) for option in build_options(4, group=2)]
    option_list[0] = build_options(1, group=2)[0]
    assert [key.label for key in list_buttons(show_panel(build_prompt(option_list)))] == [
        "1. thing 0", "2. Group 0: thing 7", "3. Group 1: thing 7", "4. Group 1: thing 7",
    ]  # fmt: skip


def test_detail_of_an_option_is_computed_once(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some rules simulate the option for its detail: a panel of Pax Pamir did so thirty times and took 30 ms."""
    call_counts: Counter[int] = Counter()

    def build_detail(n: int) -> Callable[[], Text]:
        def compute_detail() -> Text:
            call_counts[n] += 1
            return message("cost", n=n)

        return compute_detail

    monkeypatch.setattr(FakeTable, "is_newcomer", True)
    monkeypatch.setattr("bot.discord_ui.panel.question_text.is_first_use", lambda *of_whom: False)
    monkeypatch.setattr("bot.discord_ui.panel.question_text.find_gloss", lambda *of_what: None)
    show_panel(
        build_prompt([replace(option, detail=build_detail(n)) for n, option in enumerate(build_options(12, group=4))])
    )
    assert call_counts == dict.fromkeys(range(12), 1)


def test_back_is_offered_while_steps_are_unconfirmed(show_panel: Show) -> None:
    question = build_prompt([Option("yes", True, Message("ask"))], "confirm")
    (row,) = show_panel(question, acting_seat=0).rows
    assert not isinstance(row, SelectMenu)
    confirm, back, _ = row
    assert isinstance(confirm, Button) and isinstance(back, Button)
    assert (confirm.label, confirm.style) == ("What do you do?", SUCCESS)
    assert (back.label, back.style) == ("Back", SECONDARY), "nothing is lost by going back: no alarm"
    assert len(list_buttons(show_panel(question, acting_seat=None))) == 1


@pytest.mark.parametrize("kind", ["some", "allocate"])
def test_ok_and_back_stand_in_one_row(show_panel: Show, kind: str) -> None:
    rows = show_panel(build_prompt(build_options(230, limit=2), kind, 1, 9), acting_seat=0, page_number=1).rows
    last = rows[-1]
    assert not isinstance(last, SelectMenu)
    assert [key.label for key in last] == ["OK", "Back", "Other kinds", "Details"]


def test_one_variant_of_the_options_is_shown_at_a_time(show_panel: Show) -> None:
    ways = [Message("g1"), Message("g2")]
    option_list = [replace(o, key=f"{o.key}:{n}", variant=way) for n, way in enumerate(ways) for o in build_options(3)]
    question = build_prompt([*option_list, Option("end", "end", message("thing", n=99))])
    first, second = show_panel(question), show_panel(question, variant=1)
    assert [key.label for key in list_buttons(first)] == [
        "1. thing 0", "2. thing 1", "3. thing 2", "4. thing 99", "Switch to: Group 2",
    ]  # fmt: skip
    assert list_buttons(first)[-1].style == SECONDARY, "a setting, not the thing to do"
    starred = show_panel(
        replace(question, options=tuple(star_option(o) if o.key == "o:1:1" else o for o in question.options))
    )
    assert list_buttons(starred)[-1].label == "★ Switch to: Group 2", "what looks good is in the other one"
    second_labels = [key.label for key in list_buttons(second)]
    assert second_labels == ["1. thing 0", "2. thing 1", "3. thing 2", "4. thing 99", "Switch to: Group 1"], (
        "one number"
    )
    assert [key.id for key in list_buttons(second)][:2] == ["p:12.0.45.0:pick:o:0:1", "p:12.0.45.0:pick:o:1:1"]
    assert not any(key.is_disabled for key in list_buttons(first)), "what is chosen does not look forbidden"
    assert [list_buttons(page)[-1].id for page in (first, second)] == [
        "p:12.0.45.0:variant:0.1",
        "p:12.0.45.0:variant:0.0",
    ]
    looking = show_panel(question, variant=1, is_preview=True)
    assert "nothing happens yet" in looking.texts[0] and "nothing happens" not in first.texts[0]
    keys = [key for row in looking.rows if not isinstance(row, SelectMenu) for key in row]
    (leave,) = [key for key in keys if key.label == "Leave the preview"]
    assert isinstance(leave, Button) and leave.id == "p:12.0.45.0:variant:0.1"


def test_no_preview_without_a_predictable_result(show_panel: Show) -> None:
    """There is no preview if hidden answers are revealed next, or if dice decide."""

    def has_preview(**more: Any) -> bool:
        page = show_panel(build_prompt(build_options(3)), is_detailed=True, **more)
        return any(":looking:" in key.id for key in list_buttons(page))

    assert has_preview()
    assert not has_preview(is_simultaneous=True)
    assert not has_preview(dice=True)


def test_without_a_second_variant_there_is_no_switch(show_panel: Show) -> None:
    page = show_panel(build_prompt([replace(o, variant=Message("g1")) for o in build_options(3)]))
    assert [key.label for key in list_buttons(page)] == ["1. thing 0", "2. thing 1", "3. thing 2"]


def test_small_print_stands_at_the_end() -> None:
    (box,) = build_view(Page(("scores",), ((Button("t:1:play", "Play"),),), footer="-# hashes"), "chart.png").children
    kinds = [type(item).__name__ for item in cast(Any, box).children]
    assert kinds == ["TextDisplay", "MediaGallery", "ActionRow", "TextDisplay"]
    assert cast(Any, box).children[3].content == "-# hashes"


READINGS = {"市場": "シジョウ", "Aga Mehdi": "アーガー・メフディー", "Shah Shujah": "シャー・シュジャー"}


def test_names_are_in_the_order_of_the_text() -> None:
    readings = list_latin_names(READINGS, "Shah Shujah、市場、Aga Mehdi")
    assert list(readings.values()) == ["シャー・シュジャー", "アーガー・メフディー"]


def test_reading_is_shown_in_the_first_question_with_the_name() -> None:
    words = Catalogue({"ja": TEXT | {"buy": "{n}を購入"}, "en": TEXT | {"buy": "Buy {n}"}}, {}, readings=READINGS)
    match = SimpleNamespace(hidden_answers={}, position=3)
    table_state = cast(Table, FakeTable(id=12, key="12", game=None, match=match, catalogue=words, gloss_positions={}))

    def write_question_readings(lang: str, *names: str) -> str:
        question_prompt = build_prompt([Option(name, name, message("buy", n=name)) for name in names])
        localizer = Localizer(("ja",) if lang == "ja" else ("en",))
        return write_readings(
            PanelQuestion.build(table_state, 0, localizer, question_prompt, QuestionRef(12, 0, 45, 0))
        )

    assert "アーガー" not in write_question_readings("en", "Aga Mehdi", "Shah Shujah")
    assert "-# 読み方：Aga Mehdi＝アーガー・メフディー" in write_question_readings("ja", "Aga Mehdi", "市場")
    assert "アーガー" in write_question_readings("ja", "Aga Mehdi"), "the same question, read again"
    match.position = 4
    both = write_question_readings("ja", "Aga Mehdi", "Shah Shujah")
    assert "Shah Shujah＝シャー・シュジャー" in both and "アーガー" not in both


def test_undo_hint_is_shown_after_a_decision_if_others_may_consent() -> None:
    """Neither card nor panel mentioned it: people had to guess the command."""

    def has_undo_hint(policy: str, moved_seats: set[int]) -> bool:
        table_state = SimpleNamespace(row=SimpleNamespace(undo_policy=policy), moved_seats=moved_seats)
        return _may_ask_undo(cast(Table, table_state), 1)

    assert has_undo_hint("consent", {0, 1})
    assert not has_undo_hint("consent", {0}) and not has_undo_hint("own", {1})
