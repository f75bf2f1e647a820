"""Questions of a rule: automatic answers, questions that are always asked, and reported rule errors."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from engines.kernel import GameContext, LogEvent, Message, Option, Refused
from tests.kernel.toys import Notes, answer, build_options, start_match


def test_one_legal_option_resolves_itself_and_is_not_logged() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        ctx.state.entries.append(await ctx.choose(0, "q", build_options("only")))
        ctx.state.entries += await ctx.choose_some(0, "q", build_options("x", "y"), 2, 2)
        ctx.state.entries += await ctx.choose_some(0, "q", [], 0, 0)
        spread = await ctx.allocate(0, "q", [Option("s", "slot", Message("s"), limit=5)], 3)
        ctx.state.entries.append(f"{spread}")

    match = start_match(script)
    assert match.is_over
    assert match.position == 0
    assert match.state.entries == ["only", "x", "y", "{'slot': 3}"]


def test_question_whose_absence_would_reveal_something_is_always_asked() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        ctx.state.entries.append(await ctx.choose(1, "q", build_options("only"), asks_always=True))
        ctx.state.entries += await ctx.choose_some(1, "q", [], 0, 2, asks_always=True)
        said = await ctx.ask_together(
            [ctx.build_choice_prompt(0, "q", build_options("a")), ctx.build_choice_prompt(1, "q", build_options("b"))],
            asks_always=True,
        )
        ctx.state.entries.append(f"{said}")

    match = start_match(script)
    assert [*match.waiting_seats] == [1]
    answer(match, 1, "only")
    answer(match, 1)
    assert set(match.waiting_seats) == {0, 1}
    answer(match, 1, "b")
    answer(match, 0, "a")
    assert match.is_over
    assert match.state.entries == ["only", "{0: 'a', 1: 'b'}"]


def test_a_confirmation_never_resolves_itself() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        await ctx.confirm(0, "sure", rule="R1")

    match = start_match(script)
    prompt = match.find_prompt(0)
    assert prompt is not None and prompt.kind == "confirm" and [o.key for o in prompt.options] == ["yes"]
    answer(match, 0, "yes")
    assert match.is_over


def test_seats_with_a_single_answer_are_not_asked_in_a_simultaneous_question() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        prompts = [
            ctx.build_choice_prompt(2, "q", build_options("c")),
            ctx.build_choice_prompt(0, "q", build_options("a", "b"), 0, 2),
        ]
        ctx.state.entries.append(f"{await ctx.ask_together(prompts)}")

    match = start_match(script, seats=3)
    assert match.waiting_seats == (0,)
    answer(match, 0, "b", "a")
    assert match.state.entries == ["{0: ('a', 'b'), 2: 'c'}"]  # in seat order; several keys in the order offered


def build_slots(*keys: str, limit: int = 3) -> list[Option]:
    return [Option(key, key.upper(), Message(key), limit=limit) for key in keys]


def test_simultaneous_distributions_stay_hidden() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        prompts = [ctx.build_allocation_prompt(seat, "spread", build_slots("x", "y"), 3) for seat in (1, 0)]
        ctx.state.entries.append(str(await ctx.ask_together(prompts)))

    match = start_match(script)
    prompt = match.find_prompt(1)
    assert prompt is not None and (prompt.kind, prompt.min, prompt.max) == ("allocate", 3, 3)
    answer(match, 0, "x", "y", "x")
    assert match.waiting_seats == (1,) and match.state.entries == []
    with pytest.raises(Refused):
        answer(match, 1, "x", "y")
    answer(match, 0, "y", "y", "y")  # seat 0 changes its answer
    answer(match, 1, "x", "x", "y")
    assert match.state.entries == ["{0: {'Y': 3}, 1: {'X': 2, 'Y': 1}}"]


def test_distribution_and_choice_in_one_simultaneous_question() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        prompts = [
            ctx.build_allocation_prompt(0, "spread", build_slots("x"), 2),
            ctx.build_choice_prompt(1, "q", build_options("a", "b")),
        ]
        ctx.state.entries.append(f"{await ctx.ask_together(prompts)}")

    match = start_match(script)
    assert match.waiting_seats == (1,)  # a single slot takes everything, so seat 0 is not asked
    answer(match, 1, "b")
    assert match.state.entries == ["{0: {'X': 2}, 1: 'b'}"]


def test_distribution_whose_absence_would_reveal_something_is_asked() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        spread = await ctx.allocate(0, "spread", build_slots("x"), 2, asks_always=True, default=("x", "x"))
        ctx.state.entries.append(f"{spread}")

    match = start_match(script)
    prompt = match.find_prompt(0)
    assert prompt is not None and prompt.default == ("x", "x")
    answer(match, 0, *prompt.default)
    assert match.state.entries == ["{'X': 2}"]


@pytest.mark.parametrize(
    ("mistake", "complaint"),
    [
        (lambda t: t.choose(0, "q", build_options("a", "b", "a")), "q: seat 0 is offered a key twice: ['a', 'b', 'a']"),
        (lambda t: t.choose_some(1, "q", build_options("a", "b", "c"), 2, 1), "q: seat 1 must choose 2 to 1"),
        (
            lambda t: t.choose(0, "q", build_options("a", "b"), default="c"),
            "q: seat 0 cannot answer its default ('c',)",
        ),
        (lambda t: t.choose_some(0, "q", build_options("a", "b"), 1, 2, default=()), "cannot answer its default ()"),
        (lambda t: t.allocate(0, "q", build_slots("x", "y"), 2, default=("x",)), "cannot answer its default ('x',)"),
        (lambda t: t.allocate(0, "q", build_slots("x", "y"), 7), "q: seat 0 must choose 7 of 2 legal options"),
        (
            lambda t: t.ask_together([t.build_choice_prompt(1, "q", build_options("a", "b"), default=("a", "b"))]),
            "q: seat 1 cannot answer its default ('a', 'b')",
        ),
        (lambda t: t.choose(0, "q", []), "q: seat 0 must choose 1 of 0 legal options"),
        (lambda t: t.choose_some(0, "q", build_options("a"), 2, 3), "q: seat 0 must choose 2 of 1 legal options"),
        (
            lambda t: t.ask_together([t.build_choice_prompt(1, "q", build_options("a", "b"))] * 2),
            "together asks a seat twice: [1, 1]",
        ),
    ],
)
def test_rule_error_is_not_a_refused_answer(mistake, complaint: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RuntimeError) as error:
        start_match(mistake)
    assert complaint in str(error.value)


def test_a_refusal_raised_inside_a_rule_is_an_error_of_the_rule() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        await ctx.choose(0, "q", build_options("a", "b"))
        raise Refused("kernel.refused.over")

    match = start_match(script)
    with pytest.raises(RuntimeError, match="toy: a rule raised Refused"):
        answer(match, 0, "a")


def test_the_top_of_a_pile_is_its_last_item_and_a_die_has_its_faces() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        ctx.state.pile = [1, 2, 3]
        ctx.state.entries.append(f"{ctx.take_from(ctx.state.pile)} of {ctx.state.pile}")
        ctx.state.entries += sorted({str(ctx.roll_die(4)) for _ in range(60)})

    assert start_match(script).state.entries == ["3 of [1, 2]", "1", "2", "3", "4"]


def test_a_script_that_never_asks_is_stuck() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        ctx.state.turns -= 1  # the turn count never rises

    with pytest.raises(RuntimeError, match="toy: 10000 turns without a question"):
        start_match(script)


# ---------------------------------------------------------------- lines


def list_message_keys(*events: LogEvent) -> list[str | list[str]]:
    """Return the message key of each line, or a list of keys for a line of several messages."""
    lines: list[str | list[str]] = []
    for event in events:
        sentences = event.text.args.get("sentences")
        if isinstance(sentences, tuple):
            lines.append([sentence.key for sentence in sentences if isinstance(sentence, Message)])
        else:
            lines.append(event.text.key)
    return lines


def test_events_of_one_line_are_one_log_line() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        ctx.log_event("before")
        with ctx.log_line():
            ctx.log_event("deed")
            ctx.log_event("result")
        ctx.log_event("after")
        with ctx.log_line():
            ctx.log_event("alone")

    assert list_message_keys(*start_match(script).opening_events) == [
        "shuffled",
        "before",
        ["deed", "result"],
        "after",
        "alone",
    ]


def test_nested_line_is_a_separate_line() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        with ctx.log_line():
            ctx.log_event("deed")
            with ctx.log_line():
                ctx.log_event("check")
                ctx.log_event("points")
            ctx.log_event("result")
            ctx.log_event("ruler")

    assert list_message_keys(*start_match(script).opening_events) == [
        "shuffled",
        "deed",
        ["check", "points"],
        ["result", "ruler"],
    ]


def test_question_splits_a_line() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        with ctx.log_line():
            ctx.log_event("deed")
            await ctx.choose(0, "q", build_options("a", "b"))
            ctx.log_event("result")
            ctx.log_event("ruler")

    match = start_match(script)
    assert list_message_keys(*match.opening_events) == ["shuffled", "deed"]
    assert list_message_keys(*answer(match, 0, "a").events) == [["result", "ruler"]]


def test_reason_comes_first_in_its_line() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        with ctx.log_line():
            ctx.log_event("why", is_reason=True)
            ctx.log_event("deed")
            ctx.log_event("because", is_reason=True)
            ctx.log_event("result")

    assert list_message_keys(*start_match(script).opening_events) == ["shuffled", "why", "because", ["deed", "result"]]


def test_private_events_are_not_joined_into_a_line() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        with ctx.log_line():
            ctx.log_event("deed")
            ctx.log_event("hand", to=[1])
            ctx.log_event("more", to=[1])
            ctx.log_event("result")

    assert list_message_keys(*start_match(script).opening_events) == ["shuffled", "deed", ["hand", "more"], "result"]


class Placed(NamedTuple):
    """Armies placed by one seat; consecutive placements are merged into one message."""

    seat: int
    armies: int = 1

    def build_message(self) -> Message:
        return Message(f"{self.seat}: {self.armies}", {"who": self.seat})

    def merge_with(self, later: object, /) -> Placed | None:
        if isinstance(later, Placed) and later.seat == self.seat:
            return Placed(self.seat, self.armies + later.armies)
        return None


def test_consecutive_facts_are_merged_into_one_sentence() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        with ctx.log_line():
            ctx.log_event("deed")
            for _ in range(3):
                ctx.log_fact(Placed(0))
            ctx.log_fact(Placed(1))
            ctx.log_event("result")
            ctx.log_fact(Placed(1))  # another event was logged between them
        with ctx.log_line():
            ctx.log_fact(Placed(1))  # the line before has ended

    assert list_message_keys(*start_match(script).opening_events) == [
        "shuffled",
        ["deed", "0: 3", "1: 1", "result", "1: 1"],
        "1: 1",
    ]


def test_facts_of_two_answers_are_not_merged() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        ctx.log_fact(Placed(0))
        await ctx.choose(0, "q", build_options("a", "b"))
        ctx.log_fact(Placed(0))

    match = start_match(script)
    assert list_message_keys(*match.opening_events) == ["shuffled", "0: 1"]
    assert list_message_keys(*answer(match, 0, "a").events) == ["0: 1"]
