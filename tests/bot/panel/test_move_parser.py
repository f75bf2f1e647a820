"""/move: what is completed while somebody types, and what is read of it."""

from __future__ import annotations

from typing import cast

import pytest
from msgspec.structs import replace

from bot.discord_ui.panel import menus, move_parser
from bot.table import LiveTable
from engines.kernel import Msg, Option, Prompt, Refused, say

from .toy import EN, WORDS, Toy, options, prompt


def lines(found: list[Option]) -> tuple[menus.Line, ...]:
    return tuple(menus.Line(n, o, WORDS.render(cast(Msg, o.label), "en"), "") for n, o in enumerate(found, 1))


def test_what_is_completed_can_be_read_again() -> None:
    asked = prompt(options(12), "some", 2, 3)
    shown = lines(list(asked.options))
    for first in move_parser.complete(asked, shown, ""):
        for second in move_parser.complete(asked, shown, first + " + "):
            assert len(move_parser.read(asked, shown, second)) == 2


def test_completion_knows_what_is_full() -> None:
    asked = prompt(options(4, limit=2), "allocate", 2, 2)
    shown = lines(list(asked.options))
    assert move_parser.complete(asked, shown, "1. thing 0 + 1. thing 0") == ["1. thing 0 + 1. thing 0"]
    assert len(move_parser.complete(asked, shown, "2")) == 5 - 1


def test_an_ambiguous_word_is_refused() -> None:
    asked = prompt(options(12))
    with pytest.raises(Refused):
        move_parser.read(asked, lines(list(asked.options)), "thing 1x")
    assert move_parser.read(asked, lines(list(asked.options)), "thing 11") == ("o:11",)
    assert refusal(asked, "hing 1") == ("move.refused.several", ["2. thing 1", "11. thing 10", "12. thing 11"])


def refusal(asked: Prompt, typed: str) -> tuple[str, list[str]]:
    """What is said of something typed that is no answer, and which options that names."""
    with pytest.raises(Refused) as refused:
        move_parser.read(asked, menus.all_lines(cast(LiveTable, Toy()), asked, EN), typed)
    reason = refused.value.reason
    named = reason.args.get("options", ())
    return reason.key, [str(one) for one in cast(tuple[str, ...], named)]


def test_a_refusal_names_what_the_question_shows() -> None:
    assert refusal(prompt(options(3)), "x") == ("move.refused.unknown", ["1. thing 0", "2. thing 1", "3. thing 2"])
    assert refusal(prompt(options(30)), "x")[1][-2:] == ["10. thing 9", "…"]
    each = prompt(options(3, group=2), "each")
    assert refusal(each, "x")[1] == ["1. thing 0", "2. thing 1"], "what is the only one of its group is not asked"


def test_what_stands_beside_a_question_is_an_answer_by_itself() -> None:
    asked = replace(prompt(options(3), "some", 1, 2), asides=(Option("skip", "skip", say("thing", n=9)),))
    assert refusal(asked, "1 + 4") == ("move.refused.alone", [])


def test_options_of_another_variant_have_no_numbers() -> None:
    """The question shows one variant at a time: a number never means an option that stands nowhere."""
    left = [replace(one, variant=Msg("g1")) for one in options(2)]
    right = [replace(one, key=f"{one.key}:r", label=say("cost", n=one.value), variant=Msg("g2")) for one in options(2)]
    asked = prompt([*left, *right, Option("end", "end", say("thing", n=9))])
    found = menus.all_lines(cast(LiveTable, Toy()), asked, EN)
    assert move_parser.complete(asked, found, "") == ["1. thing 0", "2. thing 1", "3. thing 9", "costs 0", "costs 1"]
    assert refusal(asked, "x")[1] == ["1. thing 0", "2. thing 1", "3. thing 9"]
    for number in ("4", "4. costs 0"):
        assert refusal(asked, number)[0] == "move.refused.number"
    assert move_parser.read(asked, found, "costs 1") == ("o:1:r",), "but words do"
