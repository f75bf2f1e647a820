"""Suggested options in a panel: the position of the star and the text of the reason."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace

from bot.discord_ui.page import phone_screen
from bot.discord_ui.page.pages import PRIMARY, SECONDARY, SUCCESS, Button, Page, SelectMenu
from bot.discord_ui.panel.planned_line import format_steps
from bot.discord_ui.panel.question import PanelQuestion, hash_line
from bot.discord_ui.panel.text_parts import FIRST_REASON_RANK, TextPart, join_fitting
from engines.kernel import Catalogue, Message, Prompt, message
from engines.kernel.stars.suggestions import PlannedAnswer

from .fake_table import EN, TEXT, FakeTable, Show, build_options, build_prompt, list_buttons, list_menus, star_option


def test_the_first_panel_without_aids_says_so_once(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeTable, "has_outgrown_aids", lambda table_state, seat: True)
    met: dict[tuple[int, str], int] = {}
    texts = []
    for position in (3, 4):
        monkeypatch.setattr(
            "bot.discord_ui.panel.question_text.is_first_use",
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
    monkeypatch.setattr("bot.discord_ui.panel.question_text.is_first_use", lambda *of_whom: False)
    monkeypatch.setattr(FakeTable, "is_newcomer", True)
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


def test_reason_is_told_once_if_the_option_has_no_detail(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question_text.is_first_use", lambda *of_whom: False)
    option_list = build_options(2)
    option_list[0] = replace(option_list[0], detail=message("kernel.aid.only", why=message("good")))
    page = show_panel(build_prompt(option_list))
    assert "★ **1**: good" in page.texts[-1]
    assert [key.label for key in list_buttons(page)][:2] == ["★ 1. thing 0", "2. thing 1"]


def test_reasons_stand_above_the_choices_by_their_numbers(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question_text.is_first_use", lambda *of_whom: False)
    option_list = build_options(30, group=15, detail=True)
    option_list[16] = star_option(option_list[16])
    for page in (show_panel(build_prompt(option_list)), show_panel(build_prompt(option_list[12:20]))):
        assert "★ **17**: good" in page.texts[-1] or "★ **5**: good" in page.texts[-1]
    assert [key.label for key in list_buttons(show_panel(build_prompt(option_list)))] == [
        "1–15. Group 0", "★ 16–30. Group 1",
    ]  # fmt: skip
    longer = build_options(60, group=20, detail=True)
    longer[30] = star_option(longer[30])
    (menu,) = list_menus(show_panel(build_prompt(longer), page_number=2))
    assert (menu.choices[10].label, menu.choices[10].detail) == ("★ 31. thing 30", "costs 1")
    assert menu.placeholder == "★ Choose …"


def test_the_reason_of_the_best_star_stands_first(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """*Do ★* follows the best star, so a reader who knows only the first reason knows what it does."""
    monkeypatch.setattr("bot.discord_ui.panel.question_text.is_first_use", lambda *of_whom: False)
    option_list = build_options(5)
    option_list[1], option_list[4] = star_option(option_list[1]), star_option(option_list[4])
    line = (PlannedAnswer(("o:4",), (message("thing", n=4),)),)
    monkeypatch.setattr(FakeTable, "find_planned_line", lambda table_state, seat: line)
    text = "\n".join(show_panel(build_prompt(option_list)).texts)
    assert 0 <= text.index("★ **5**") < text.index("★ **2**")


def test_gains_come_after_that_only_beside_the_best_star(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """No press gives more than another starred option itself, so its gains do not follow those of the best one."""
    monkeypatch.setattr("bot.discord_ui.panel.question_text.is_first_use", lambda *of_whom: False)
    option_list = build_options(5)
    then = message("kernel.aid.then", what=message("thing", n=7), why=message("good"))
    for n in (1, 4):
        option_list[n] = replace(option_list[n], detail=message("kernel.aid.only", why=then))
    line = (PlannedAnswer(("o:4",), (message("thing", n=4),)),)
    monkeypatch.setattr(FakeTable, "find_planned_line", lambda table_state, seat: line)
    text = "\n".join(show_panel(build_prompt(option_list)).texts)
    assert "★ **5**: after that “thing 7”: good" in text and "★ **2**: then “thing 7”: good" in text


def test_a_reason_without_room_becomes_shorter_before_it_is_cut() -> None:
    """The first version that fits is shown, the last one is cut only if none does."""
    line = TextPart(
        "-# because " + "of long reasons " * 9, FIRST_REASON_RANK, ("-# because of long reasons", "-# because")
    )
    for room, told in ((200, line.text), (50, line.shorter[0]), (10, line.shorter[1])):
        assert join_fitting([line], room) == told
    long = TextPart(line.text, FIRST_REASON_RANK, substitute="-# see elsewhere")
    assert join_fitting([long], 200) == long.text and join_fitting([long], 10) == long.substitute


def test_a_long_question_gives_way_to_what_one_press_does(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the sentence that asks takes room before the plan; the rest of the question was counted as a line, too."""
    monkeypatch.setattr("bot.discord_ui.panel.question_text.is_first_use", lambda *of_whom: False)
    monkeypatch.setattr("bot.discord_ui.panel.question_text.find_gloss", lambda *of_what: None)
    line = tuple(build_plan("thing", 1, 2, 3))
    monkeypatch.setattr(FakeTable, "find_planned_line", lambda table_state, seat: line)
    monkeypatch.setattr(PanelQuestion, "picture", object())
    monkeypatch.setattr(PanelQuestion, "numbers_on_picture", frozenset())
    labels: dict[str, list[str]] = {}
    for more in ("", " There is more to know about this question." * 2):
        asked = {**TEXT, "ask": f"What do you do?{more}"}
        monkeypatch.setattr(FakeTable, "catalogue", Catalogue({"ja": asked, "en": asked}, {}))
        for height in range(340, 480, 20):
            monkeypatch.setattr(PanelQuestion, "picture_height", height)
            (star,) = list_buttons(show_panel(build_prompt(build_options(19))))
            labels.setdefault(more, []).append(star.label)
    short, long = labels.values()
    assert short == long and {"★ Do 3 steps", "★ thing 1"} == {*short}


def test_star_in_a_menu_has_a_button(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """A star is one press; the menu takes two."""
    monkeypatch.setattr("bot.discord_ui.panel.question_text.is_first_use", lambda *of_whom: False)
    option_list = build_options(19)
    option_list[4] = star_option(option_list[4])
    line = (PlannedAnswer(("o:4",), (message("thing", n=4),)),)
    monkeypatch.setattr(FakeTable, "find_planned_line", lambda table_state, seat: line)
    (star,) = list_buttons(show_panel(build_prompt(option_list)))
    assert star.label == "★ thing 4" and ":line:" in star.id
    assert not [key for key in list_buttons(show_panel(build_prompt(option_list[3:6]))) if ":line:" in key.id], (
        "a button with a star needs no other"
    )


def test_star_on_a_bare_number_has_its_words_in_the_legend(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """A button with these words would take the room of the legend."""
    monkeypatch.setattr(PanelQuestion, "picture_height", 440)
    monkeypatch.setattr(PanelQuestion, "picture", object())
    monkeypatch.setattr(PanelQuestion, "numbers_on_picture", frozenset(range(1, 6)))
    line = (PlannedAnswer(("o:4",), (message("thing", n=4),)),)
    monkeypatch.setattr(FakeTable, "find_planned_line", lambda table_state, seat: line)
    monkeypatch.setattr(FakeTable, "is_newcomer", True)
    page = show_panel(build_prompt(build_options(5)))
    assert [key.label for key in list_buttons(page)] == ["1", "2", "3", "4", "5"]
    assert "**5.** thing 4" in page.texts[-1]


def test_single_step_is_cut_at_two_lines_of_its_button(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    line = (PlannedAnswer(("o:4",), (message("long", n=int("4" * 40)),)),)
    monkeypatch.setattr(FakeTable, "find_planned_line", lambda table_state, seat: line)
    (star,) = list_buttons(show_panel(build_prompt(build_options(19, "long"))))
    assert star.label.startswith("★ 444") and star.label.endswith("…")
    assert phone_screen.measure_rows([(star,)]) <= phone_screen.GAP + 2 * phone_screen.BUTTON_LINE + 12


def test_one_press_does_what_the_words_tell_uncut(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """The button counts the steps above it; equal ones in a row are told once."""
    plans = {
        "★ Do 5 steps": [*build_plan("thing", 1, 1, 1), *build_plan("thing", 2, 3)],
        "★ Do 13 steps": build_plan("thing", *range(1, 30)),
        "★ 1 very": [PlannedAnswer((f"o:{n}",), (message("long", n=n),) * 4) for n in (1, 2)],
    }
    for label, plan in plans.items():
        monkeypatch.setattr(FakeTable, "find_planned_line", lambda table_state, seat, plan=plan: tuple(plan))
        page = show_panel(build_prompt(build_options(19)))
        (star,) = list_buttons(page)
        assert star.label.startswith(label), star.label
        told = [text for text in page.texts[-1].split("\n") if text.startswith("-# ★ plan: ")]
        assert len(told) == ("steps" in label) and "…" not in "".join(told)
    monkeypatch.setattr(FakeTable, "find_planned_line", lambda table_state, seat: tuple(plans["★ Do 5 steps"]))
    assert "-# ★ plan: thing 1 ×3 ▸ thing 2 ▸ thing 3" in show_panel(build_prompt(build_options(19))).texts[-1]


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (
            [message("buy", card=message("card", n=7)), message("play", card=message("card", n=7))],
            "Buy Mirza Khan #7 ▸ Play #7",
        ),
        ([message("step", a="here", b="there"), message("step", a="there", b="home")], "Spy: here → there → home"),
        ([message("step", a="here", b="there"), message("step", a="here", b="home")], "Spy: here → there, here → home"),
        (
            [message("step", a="here", b=message("card", n=7)), message("step", a=message("card", n=7), b="home")],
            "Spy: here → Mirza Khan #7 → home",
        ),
        ([message("step", a="salt, wood", b="coin"), message("step", a="salt", b="wood")],
         "Spy: salt, wood → coin ▸ Spy: salt → wood"),
        ([message("go", a="Xian"), message("via", a="Xian", b="Lop")], "Go to Xian via Lop"),
        ([message("go", a="Xian"), message("go", a="Xianyang")], "Go to Xian ▸ Go to Xianyang"),
        ([message("go", a="Xian"), message("on", a="Lop"), message("on", a="Kabul"), message("go", a="Lop")],
         "Go to Xian → Lop → Kabul ▸ Go to Lop"),
        ([message("on", a="Lop"), message("on", a="Kabul")], "Go on to Lop → Kabul"),
        ([message("name", card=message("card", n=7)), *[message("name", card=message("card", n=8))] * 2],
         "Mirza Khan #7 ▸ Mirza Khan #8 ×2"),
    ],
)  # fmt: skip
def test_like_steps_are_told_shortly(
    show_panel: Show, monkeypatch: pytest.MonkeyPatch, steps: list[Message], told: str
) -> None:
    words = {"card": "Mirza Khan #{n}", "buy": "Buy {card}", "play": "Play {card}", "step": "Spy: {a} → {b}"}
    words |= {"go": "Go to {a}", "via": "Go to {a} via {b}", "on": "Go on to {a}", "brief.on": "{a}"}
    catalogue = Catalogue({lang: {**TEXT, **words, "name": "{card}"} for lang in ("ja", "en")}, {})
    monkeypatch.setattr(FakeTable, "catalogue", catalogue)
    line = tuple(PlannedAnswer((f"o:{n}",), (step,)) for n, step in enumerate(steps))
    monkeypatch.setattr(FakeTable, "find_planned_line", lambda table_state, seat: line)
    assert f"-# ★ plan: {told}\n" in f"{show_panel(build_prompt(build_options(19))).texts[-1]}\n"


def test_a_name_behind_a_number_is_told_whole() -> None:
    """ "1 ▸ Play #7" named a card by a number that stands nowhere else."""
    words = {"card": "Mirza Khan #{n}", "buy": "Buy {card}", "play": "Play {card}", "ask": "What next?"}
    table = SimpleNamespace(catalogue=Catalogue(dict.fromkeys(("ja", "en"), words), {}), names=())
    line = tuple(PlannedAnswer((f"o:{name}",), (message(name, card=message("card", n=7)),)) for name in ("buy", "play"))
    options = [SimpleNamespace(number=1, option=SimpleNamespace(key="o:buy"))]
    prompt = SimpleNamespace(text=message("ask"))
    question = cast(PanelQuestion, SimpleNamespace(localizer=EN, table=table, all_lines=options, prompt=prompt))
    assert format_steps(question, line) == "Buy Mirza Khan #7 ▸ Play #7"
    assert format_steps(question, line, is_first_numbered=True) == "**1** ▸ Play Mirza Khan #7"


def test_a_step_that_chooses_nothing_says_so(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was told as a dash."""
    line = (*build_plan("thing", 1), PlannedAnswer((), ()), *build_plan("thing", 2))
    monkeypatch.setattr(FakeTable, "find_planned_line", lambda table_state, seat: line)
    assert "-# ★ plan: thing 1 ▸ Choose none ▸ thing 2" in show_panel(build_prompt(build_options(19))).texts[-1]


def build_plan(label: str, *numbers: int) -> list[PlannedAnswer]:
    return [PlannedAnswer((f"o:{n}",), (message(label, n=n),)) for n in numbers]


def test_button_gives_only_what_it_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may promise any beginning of the suggested answers; if they are others now, it gives nothing."""
    plan = tuple(build_plan("thing", 1, 2, 3))
    question = cast(PanelQuestion, SimpleNamespace(planned_line=plan))
    for count in (1, 2, 3):
        assert PanelQuestion.find_promised_line(question, hash_line(plan[:count])) == plan[:count]
    assert PanelQuestion.find_promised_line(question, hash_line(plan[1:])) == ()


def test_confirmation_is_not_highlighted_beside_a_suggested_side_action(
    show_panel: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person who confirms at once would miss the suggestion; and side actions show the name of their group."""
    monkeypatch.setattr("bot.discord_ui.panel.question_text.is_first_use", lambda table_state, seat, key: True)
    more = [replace(option, key=f"a:{option.key}", group=Message("g1")) for option in build_options(6)]
    for asides, style in ((more, SUCCESS), ([star_option(more[0]), *more[1:]], SECONDARY)):
        page = show_panel(replace(build_prompt(build_options(1), "confirm"), side_actions=tuple(asides)))
        assert next(key.style for key in list_buttons(page) if key.label == "thing 0") == style
    assert "★ **1**: good" in page.texts[-1], "and why"


def test_suggested_button_is_highlighted(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.panel.question_text.is_first_use", lambda table_state, seat, key: True)
    first, second, third = build_options(3)
    page = show_panel(build_prompt([first, star_option(second), third]))
    assert [key.style for key in list_buttons(page)] == [SECONDARY, PRIMARY, SECONDARY]
    assert list_buttons(page)[1].label.startswith("★ 2.")
    assert {key.style for key in list_buttons(show_panel(build_prompt(build_options(3))))} == {PRIMARY}
    monkeypatch.setattr("bot.discord_ui.panel.question_text.find_gloss", lambda *of_what: None)
    monkeypatch.setattr(FakeTable, "is_newcomer", True)
    before = list_buttons(show_panel(build_prompt(build_options(3))))
    assert {key.style for key in before} == {SECONDARY}, "a star may still come, and nothing turns grey then"
    (menu,) = list_menus(show_panel(build_prompt([star_option(option) for option in build_options(17)])))
    assert menu.placeholder.startswith("★ "), "also where there is one list"
    assert [choice.label.partition(".")[0] for choice in menu.choices] == [f"★ {n}" for n in range(1, 18)]


def test_highlight_colour_means_a_star_for_readers_with_suggestions(
    show_panel: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds beside a confirmation and without any star; side actions never have the colour."""
    monkeypatch.setattr("bot.discord_ui.panel.question_text.is_first_use", lambda *of_whom: False)
    monkeypatch.setattr("bot.discord_ui.panel.question_text.find_gloss", lambda *of_what: None)
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


def test_a_newcomer_reads_words_instead_of_bare_numbers(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeTable, "is_newcomer", True)
    monkeypatch.setattr(PanelQuestion, "picture_height", 342)
    monkeypatch.setattr(PanelQuestion, "picture", object())
    monkeypatch.setattr(PanelQuestion, "numbers_on_picture", frozenset(range(1, 15)))
    page = show_panel(build_prompt(build_options(14)))
    (menu,) = list_menus(page)
    assert [choice.label for choice in menu.choices] == [f"{n}. thing {n - 1}" for n in range(1, 15)]
    assert not page.legend and not list_buttons(page)


def test_a_newcomer_reads_above_the_picture_what_bare_numbers_stand_for(
    show_panel: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five options without room for words on their buttons were five numbers, even in a very first question."""
    monkeypatch.setattr(PanelQuestion, "picture_height", 342)
    monkeypatch.setattr(PanelQuestion, "picture", object())
    monkeypatch.setattr(PanelQuestion, "numbers_on_picture", frozenset(range(1, 6)))
    monkeypatch.setattr(phone_screen, "SCREEN_HEIGHT", 700)
    words = "**1.** 0 very very"
    for is_newcomer in (True, False):
        monkeypatch.setattr(FakeTable, "is_newcomer", is_newcomer)
        page = show_panel(build_prompt(build_options(5, "long")))
        assert [key.label for key in list_buttons(page)] == ["1", "2", "3", "4", "5"]
        assert (words in page.texts[0]) == is_newcomer
        assert (words in page.legend) != is_newcomer, "once, also while the picture is missing"


def test_a_newcomer_reads_words_of_five_side_actions(show_panel: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside a confirmation, where buttons with words have no room."""
    monkeypatch.setattr(FakeTable, "is_newcomer", True)
    monkeypatch.setattr(PanelQuestion, "picture_height", 342)
    monkeypatch.setattr(PanelQuestion, "picture", object())
    monkeypatch.setattr(PanelQuestion, "numbers_on_picture", frozenset(range(1, 7)))
    sides = tuple(replace(option, key=f"side:{n}") for n, option in enumerate(build_options(5, "long")))
    (menu,) = list_menus(show_panel(replace(build_prompt(build_options(1), "confirm"), side_actions=sides)))
    assert len(menu.choices) == 5


@pytest.mark.parametrize("is_newcomer", [False, True])
def test_two_to_five_options_stay_buttons_beside_side_actions_that_leave_no_room(
    show_panel: Show, is_newcomer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeTable, "is_newcomer", is_newcomer)
    monkeypatch.setattr(phone_screen, "SCREEN_HEIGHT", 200)
    sides = tuple(replace(option, key=f"side:{n}") for n, option in enumerate(build_options(9)))
    page = show_panel(replace(build_prompt(build_options(5, "long")), side_actions=sides))
    assert [key.id for key in list_buttons(page)] == [f"p:12.0.45.0:pick:o:{n}" for n in range(5)]
    (menu,) = list_menus(page)
    assert len(menu.choices) == 9


@pytest.mark.parametrize("words", ["thing", "long"])
def test_five_options_that_are_too_high_for_the_screen_are_one_menu(
    show_panel: Show, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five moves of a spy with long names were 672 px high below a map."""
    monkeypatch.setattr(FakeTable, "is_newcomer", True)
    monkeypatch.setattr(PanelQuestion, "picture_height", 342)
    monkeypatch.setattr(PanelQuestion, "picture", object())
    monkeypatch.setattr(PanelQuestion, "numbers_on_picture", frozenset({1}))
    page = show_panel(build_prompt(build_options(5, words)))
    assert len(list_menus(page)) == (words == "long")
    assert phone_screen.measure_rows(page.rows) + 342 < phone_screen.SCREEN_HEIGHT
