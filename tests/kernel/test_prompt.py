"""One shape of question: which answers are legal, what a rule receives, and how a refusal reads in both languages."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from engines.kernel import Event, Msg, Option, Prompt, Refused, catalogue
from tests.kernel.toys import options

Kind = Literal["one", "some", "allocate", "confirm"]


def prompt(kind: Kind, *given: Option, least: int = 1, most: int = 1) -> Prompt:
    return Prompt(0, Msg("q"), given, least, most, kind, rule="R6.1")


def slots(**limits: int) -> list[Option]:
    return [Option(key, key.upper(), Msg(key), limit=limit) for key, limit in limits.items()]


@pytest.mark.parametrize(
    ("question", "keys", "value"),
    [
        (prompt("one", *options("a", "b")), ["b"], "b"),
        (prompt("confirm", Option("yes", True, Msg("ok"))), ["yes"], True),
        (prompt("some", *options("a", "b", "c"), least=0, most=2), [], ()),
        (prompt("some", *options("a", "b", "c"), least=0, most=2), ["c", "a"], ("a", "c")),  # in the order offered
        (prompt("allocate", *slots(a=2, b=2), least=3, most=3), ["b", "a", "b"], {"A": 1, "B": 2}),
        (prompt("allocate", *slots(a=2, b=2), least=2, most=2), ["b", "b"], {"B": 2}),  # no zeros
    ],
)
def test_what_a_rule_receives(question: Prompt, keys: list[str], value: Any) -> None:
    assert question.read(keys) == value


@pytest.mark.parametrize(
    ("question", "keys", "en", "ja"),
    [
        (
            prompt("one", *options("a", "b")),
            ["x"],
            "x is not open to you now. You can choose: a, b.",
            "いまはxを選べません。選べるもの：a、b。",
        ),
        (
            prompt("one", *options("a", "b")),
            [],
            "Choose exactly 1, not 0.",
            "ちょうど1個選んでください（0個選ばれました）。",
        ),
        (
            prompt("one", *options("a", "b")),
            ["a", "b"],
            "Choose exactly 1, not 2.",
            "ちょうど1個選んでください（2個選ばれました）。",
        ),
        (
            prompt("some", *options("a", "b"), least=0, most=2),
            ["a", "a"],
            "a may be chosen 1 time at most, not 2.",
            "aは1回までです（2回選ばれました）。",
        ),
        (
            prompt("allocate", *slots(a=2, b=2), least=3, most=3),
            ["a", "a", "a"],
            "a may be chosen 2 times at most, not 3.",
            "aは2回までです（3回選ばれました）。",
        ),
        (
            prompt("allocate", *slots(a=2, b=2), least=3, most=3),
            ["a", "b"],
            "Choose exactly 3, not 2.",
            "ちょうど3個選んでください（2個選ばれました）。",
        ),
    ],
)
def test_a_refusal_says_what_was_expected_and_what_came(question: Prompt, keys: list[str], en: str, ja: str) -> None:
    with pytest.raises(Refused) as refused:
        question.read(keys)
    assert refused.value.rule == "R6.1"
    book = catalogue("engines.kernel")
    assert book.render(refused.value.reason, "en") == en
    assert book.render(refused.value.reason, "ja") == ja


@pytest.mark.parametrize(
    ("question", "sole"),
    [
        (prompt("one", *options("a")), ("a",)),
        (prompt("one", *options("a", "b")), None),
        (prompt("confirm", *options("yes")), None),
        (prompt("some", *options("a", "b"), least=2, most=2), ("a", "b")),
        (prompt("some", *options("a", "b"), least=0, most=2), None),
        (prompt("some", least=0, most=0), ()),
        (prompt("some", *options("a"), least=0, most=0), ()),
        (prompt("allocate", *slots(a=2, b=1), least=3, most=3), ("a", "a", "b")),
        (prompt("allocate", *slots(a=5), least=3, most=3), ("a", "a", "a")),
        (prompt("allocate", *slots(a=2, b=2), least=3, most=3), None),
    ],
)
def test_the_sole_answer(question: Prompt, sole: tuple[str, ...] | None) -> None:
    assert question.sole_answer == sole
    if sole is not None:
        question.read(sole)


def test_who_may_read_a_sentence() -> None:
    public, private = Event(Msg("x")), Event(Msg("x"), to=(1,))
    assert [public.visible_to(seat) for seat in (None, 0, 1)] == [True, True, True]
    assert [private.visible_to(seat) for seat in (None, 0, 1)] == [False, False, True]
