"""/move: what is completed while somebody types, and what is read of it."""

from __future__ import annotations

from typing import cast

import pytest

from bot.discord_ui.panel import menus, move_parser
from engines.kernel import Msg, Option, Refused

from .toy import WORDS, options, prompt


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
