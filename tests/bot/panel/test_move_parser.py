"""/move: completions while a person types, and the parsing of the text."""

from __future__ import annotations

from typing import cast

import pytest
from msgspec.structs import replace

from bot.discord_ui.panel import move_parser, option_menus
from bot.table import Table
from engines.kernel import Message, Option, Prompt, Refused, message

from .fake_table import EN, WORDS, FakeTable, build_options, build_prompt


def build_lines(option_list: list[Option]) -> tuple[option_menus.OptionLine, ...]:
    return tuple(
        option_menus.OptionLine(n, o, WORDS.render(cast(Message, o.label), "en"), "")
        for n, o in enumerate(option_list, 1)
    )


def test_completions_can_be_parsed() -> None:
    question = build_prompt(build_options(12), "some", 2, 3)
    option_lines = build_lines(list(question.options))
    for first in move_parser.complete_answer(question, option_lines, ""):
        for second in move_parser.complete_answer(question, option_lines, first + " + "):
            assert len(move_parser.parse_answer(question, option_lines, second)) == 2


def test_completion_omits_full_options() -> None:
    question = build_prompt(build_options(4, limit=2), "allocate", 2, 2)
    option_lines = build_lines(list(question.options))
    assert move_parser.complete_answer(question, option_lines, "1. thing 0 + 1. thing 0") == ["1. thing 0 + 1. thing 0"]
    assert len(move_parser.complete_answer(question, option_lines, "2")) == 5 - 1


def test_an_ambiguous_word_is_refused() -> None:
    question = build_prompt(build_options(12))
    with pytest.raises(Refused):
        move_parser.parse_answer(question, build_lines(list(question.options)), "thing 1x")
    assert move_parser.parse_answer(question, build_lines(list(question.options)), "thing 11") == ("o:11",)
    assert parse_refusal(question, "hing 1") == ("move.refused.several", ["2. thing 1", "11. thing 10", "12. thing 11"])


def parse_refusal(question: Prompt, typed: str) -> tuple[str, list[str]]:
    """Return the refusal of an invalid text: its catalogue key, and the options that it names."""
    with pytest.raises(Refused) as refused:
        move_parser.parse_answer(question, option_menus.build_all_lines(cast(Table, FakeTable()), question, EN), typed)
    reason = refused.value.reason
    named = reason.args.get("options", ())
    return reason.key, [str(name) for name in cast(tuple[str, ...], named)]


def test_refusal_names_the_shown_options() -> None:
    assert parse_refusal(build_prompt(build_options(3)), "x") == (
        "move.refused.unknown",
        ["1. thing 0", "2. thing 1", "3. thing 2"],
    )
    with pytest.raises(Refused) as refused:
        move_parser.parse_answer(build_prompt(build_options(30)), build_lines(build_options(30)), "x")
    assert EN.render_message(refused.value.reason).endswith("9. thing 8, 10. thing 9, and 20 more.")
    each = build_prompt(build_options(3, group=2), "each")
    assert parse_refusal(each, "x")[1] == ["1. thing 0", "2. thing 1"], "what is the only one of its group is not asked"


def test_a_confirmation_beside_side_actions_has_no_number() -> None:
    """The numbers are those of the panel and of its picture."""
    asides = tuple(build_options(2, "cost"))
    question = replace(build_prompt([Option("yes", True, message("thing", n=7))], "confirm"), side_actions=asides)
    lines = option_menus.build_all_lines(cast(Table, FakeTable()), question, EN)
    assert [move_parser.parse_answer(question, lines, text) for text in ("1", "2", "thing 7")] == [
        ("o:0",), ("o:1",), ("yes",),
    ]  # fmt: skip
    assert parse_refusal(question, "x")[1] == ["1. costs 0", "2. costs 1", "thing 7"]
    alone = replace(question, side_actions=())
    assert move_parser.parse_answer(alone, option_menus.build_all_lines(cast(Table, FakeTable()), alone, EN), "1")


def test_side_action_cannot_be_combined_with_an_answer() -> None:
    question = replace(
        build_prompt(build_options(3), "some", 1, 2), side_actions=(Option("skip", "skip", message("thing", n=9)),)
    )
    assert parse_refusal(question, "1 + 4") == ("move.refused.alone", [])


def test_options_of_another_variant_have_no_numbers() -> None:
    """The question shows one variant at a time: a number must not mean an option that is not shown."""
    left = [replace(option, variant=Message("g1")) for option in build_options(2)]
    right = [
        replace(option, key=f"{option.key}:r", label=message("cost", n=option.value), variant=Message("g2"))
        for option in build_options(2)
    ]
    question = build_prompt([*left, *right, Option("end", "end", message("thing", n=9))])
    option_lines = option_menus.build_all_lines(cast(Table, FakeTable()), question, EN)
    assert move_parser.complete_answer(question, option_lines, "") == [
        "1. thing 0",
        "2. thing 1",
        "3. thing 9",
        "costs 0",
        "costs 1",
    ]
    assert parse_refusal(question, "x")[1] == ["1. thing 0", "2. thing 1", "3. thing 9"]
    for number in ("4", "4. costs 0"):
        assert parse_refusal(question, number)[0] == "move.refused.number"
    assert move_parser.parse_answer(question, option_lines, "costs 1") == ("o:1:r",), "but words do"


def test_equal_labels_are_told_apart_by_what_they_cost() -> None:
    option = Option("a", 1, Message("kernel.aid.rated"))
    lines = [option_menus.OptionLine(n, option, "A point for each brick", "", brief=f"slot {n}") for n in (1, 2)]
    other = option_menus.OptionLine(3, option, "No ability", "", brief="free")
    labels = option_menus.distinguish_labels([*lines, other], ": ")
    assert labels == {1: "slot 1: A point for each brick", 2: "slot 2: A point for each brick", 3: "No ability"}


def test_labels_that_begin_alike_keep_their_topic() -> None:
    option = Option("a", 1, Message("kernel.aid.rated"))
    for topic in ("Scout: ", "Scout, ", ""):
        begun = f"{topic}the very long name of a place somewhere → "
        names = [f"{begun}North", f"{begun}South", "Stop"]
        lines = [option_menus.OptionLine(n, option, name, "") for n, name in enumerate(names, 1)]
        labels = option_menus.distinguish_labels(lines, ": ")
        assert labels == {1: f"{topic}…North", 2: f"{topic}…South", 3: "Stop"}


def test_labels_are_told_apart_until_no_two_are_alike() -> None:
    """The words that tell two groups apart stay, also where the first attempt leaves the same words of both."""
    option = Option("a", 1, Message("kernel.aid.rated"))
    goals = {"2-4 right": ("1-3 left", "1-3 bottom", "2-5 left", "2-5 right"), "2-4 bottom": ("1-3 left", "1-4 left")}
    names = [f"Worker on {place}: Move to {goal}" for place, found in goals.items() for goal in found]
    lines = [option_menus.OptionLine(n, option, name, "") for n, name in enumerate(names, 1)]
    labels = option_menus.distinguish_labels(lines, ": ")
    assert len({*labels.values()}) == len(lines), labels
