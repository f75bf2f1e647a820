"""Prompts: legal answers, the values a rule receives, and refusal texts in both languages."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from engines.kernel import GameContext, LogEvent, Match, Message, Option, Prompt, PromptSet, Refused, load_catalogue
from tests.kernel.toys import Notes, answer, build_options, start_match

Kind = Literal["one", "some", "allocate", "confirm"]


def build_prompt(kind: Kind, *options: Option, min_count: int = 1, max_count: int = 1) -> Prompt:
    return Prompt(0, Message("q"), options, min_count, max_count, kind, rule="R6.1")


def build_slots(**limits: int) -> list[Option]:
    return [Option(key, key.upper(), Message(key), limit=limit) for key, limit in limits.items()]


@pytest.mark.parametrize(
    ("question", "keys", "value"),
    [
        (build_prompt("one", *build_options("a", "b")), ["b"], "b"),
        (build_prompt("confirm", Option("yes", True, Message("ok"))), ["yes"], True),
        (build_prompt("some", *build_options("a", "b", "c"), min_count=0, max_count=2), [], ()),
        (
            build_prompt("some", *build_options("a", "b", "c"), min_count=0, max_count=2),
            ["c", "a"],
            ("a", "c"),
        ),  # in the order offered
        (build_prompt("allocate", *build_slots(a=2, b=2), min_count=3, max_count=3), ["b", "a", "b"], {"A": 1, "B": 2}),
        (build_prompt("allocate", *build_slots(a=2, b=2), min_count=2, max_count=2), ["b", "b"], {"B": 2}),  # no zeros
    ],
)
def test_parsed_answer_has_the_values_for_the_rule(question: Prompt, keys: list[str], value: Any) -> None:
    assert question.parse_answer(keys) == value


@pytest.mark.parametrize(
    ("question", "keys", "en", "ja"),
    [
        (
            build_prompt("one", *build_options("a", "b")),
            ["x"],
            "x is not open to you now. You can choose: a, b.",
            "いまはxを選べません。選べるもの：a、b。",
        ),
        (
            build_prompt("one", *build_options("a", "b")),
            [],
            "Choose exactly 1, not 0.",
            "ちょうど1個選んでください（0個選ばれました）。",
        ),
        (
            build_prompt("one", *build_options("a", "b")),
            ["a", "b"],
            "Choose exactly 1, not 2.",
            "ちょうど1個選んでください（2個選ばれました）。",
        ),
        (
            build_prompt("some", *build_options("a", "b"), min_count=0, max_count=2),
            ["a", "a"],
            "a may be chosen 1 time at most, not 2.",
            "aは1回までです（2回選ばれました）。",
        ),
        (
            build_prompt("allocate", *build_slots(a=2, b=2), min_count=3, max_count=3),
            ["a", "a", "a"],
            "a may be chosen 2 times at most, not 3.",
            "aは2回までです（3回選ばれました）。",
        ),
        (
            build_prompt("allocate", *build_slots(a=2, b=2), min_count=3, max_count=3),
            ["a", "b"],
            "Choose exactly 3, not 2.",
            "ちょうど3個選んでください（2個選ばれました）。",
        ),
    ],
)
def test_a_refusal_says_what_was_expected_and_what_came(question: Prompt, keys: list[str], en: str, ja: str) -> None:
    with pytest.raises(Refused) as refused:
        question.parse_answer(keys)
    assert refused.value.rule == "R6.1"
    book = load_catalogue("engines.kernel")
    assert book.render(refused.value.reason, "en") == en
    assert book.render(refused.value.reason, "ja") == ja


@pytest.mark.parametrize(
    ("question", "sole"),
    [
        (build_prompt("one", *build_options("a")), ("a",)),
        (build_prompt("one", *build_options("a", "b")), None),
        (build_prompt("confirm", *build_options("yes")), None),
        (build_prompt("some", *build_options("a", "b"), min_count=2, max_count=2), ("a", "b")),
        (build_prompt("some", *build_options("a", "b"), min_count=0, max_count=2), None),
        (build_prompt("some", min_count=0, max_count=0), ()),
        (build_prompt("some", *build_options("a"), min_count=0, max_count=0), ()),
        (build_prompt("allocate", *build_slots(a=2, b=1), min_count=3, max_count=3), ("a", "a", "b")),
        (build_prompt("allocate", *build_slots(a=5), min_count=3, max_count=3), ("a", "a", "a")),
        (build_prompt("allocate", *build_slots(a=2, b=2), min_count=3, max_count=3), None),
    ],
)
def test_single_legal_answer_is_found(question: Prompt, sole: tuple[str, ...] | None) -> None:
    assert question.sole_answer == sole
    if sole is not None:
        question.parse_answer(sole)


def test_private_event_is_readable_by_its_seats_only() -> None:
    public, private = LogEvent(Message("x")), LogEvent(Message("x"), to=(1,))
    assert [public.is_visible_to(seat) for seat in (None, 0, 1)] == [True, True, True]
    assert [private.is_visible_to(seat) for seat in (None, 0, 1)] == [False, False, True]


def test_argument_is_computed_when_the_question_is_read() -> None:
    """It tells the State of the open question; replays and forks that nobody reads compute nothing."""
    read: list[int] = []

    async def ask_with_count(ctx: GameContext[Notes]) -> None:
        def count_entries() -> int:
            read.append(len(ctx.state.entries))
            return read[-1]

        for _ in range(3):
            choice = await ctx.choose(0, "count", build_options("a", "b"), entries=count_entries, fixed=7)
            ctx.state.entries.append(choice)

    match = start_match(ask_with_count)
    answer(match, 0, "a")
    fork = match.fork()
    answer(fork, 0, "b")
    assert match.open_prompts is not None and fork.open_prompts is not None
    assert match.open_prompts.is_same_as(match.fork().open_prompts or fork.open_prompts)
    assert read == []
    assert [list_texts(played) for played in (match, fork, match)] == [
        [Message("count", {"entries": entries, "fixed": 7})] for entries in (1, 2, 1)
    ]


def list_texts(match: Match[Notes]) -> list[Message]:
    assert match.open_prompts is not None
    return [prompt.text for prompt in match.open_prompts.prompts]


def test_questions_with_other_arguments_are_not_the_same() -> None:
    few, many = (PromptSet((Prompt(0, Message("q", {"n": n}), ()),)) for n in (1, 2))
    assert few.is_same_as(few) and not few.is_same_as(many)


def test_more_than_is_offered_is_no_number_of_a_question() -> None:
    options = tuple(Option(f"o:{n}", n, Message("x")) for n in range(2))
    with pytest.raises(RuntimeError, match="may choose up to 3, but only 2 are offered"):
        Prompt(0, Message("x"), options, 0, 3, "some").check_reachable()
