"""How a rule asks: what resolves itself, what is always put, and which mistakes of a rule are named."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from engines.kernel import Event, Msg, Option, Refused, Table
from tests.kernel.toys import Notes, answer, begin, options


def test_one_legal_option_resolves_itself_and_is_not_logged() -> None:
    async def script(t: Table[Notes]) -> None:
        t.state.said.append(await t.choose(0, "q", options("only")))
        t.state.said += await t.choose_some(0, "q", options("x", "y"), 2, 2)
        t.state.said += await t.choose_some(0, "q", [], 0, 0)
        spread = await t.allocate(0, "q", [Option("s", "slot", Msg("s"), limit=5)], 3)
        t.state.said.append(f"{spread}")

    match = begin(script)
    assert match.over
    assert match.position == 0
    assert match.state.said == ["only", "x", "y", "{'slot': 3}"]


def test_a_question_that_would_tell_by_its_absence_is_always_put() -> None:
    async def script(t: Table[Notes]) -> None:
        t.state.said.append(await t.choose(1, "q", options("only"), always_ask=True))
        t.state.said += await t.choose_some(1, "q", [], 0, 2, always_ask=True)
        said = await t.together([t.question(0, "q", options("a")), t.question(1, "q", options("b"))], always_ask=True)
        t.state.said.append(f"{said}")

    match = begin(script)
    assert [*match.waiting] == [1]
    answer(match, 1, "only")
    answer(match, 1)
    assert set(match.waiting) == {0, 1}
    answer(match, 1, "b")
    answer(match, 0, "a")
    assert match.over
    assert match.state.said == ["only", "{0: 'a', 1: 'b'}"]


def test_a_confirmation_never_resolves_itself() -> None:
    async def script(t: Table[Notes]) -> None:
        await t.confirm(0, "sure", rule="R1")

    match = begin(script)
    prompt = match.prompt(0)
    assert prompt is not None and prompt.kind == "confirm" and [o.key for o in prompt.options] == ["yes"]
    answer(match, 0, "yes")
    assert match.over


def test_seats_with_one_answer_are_not_asked_in_a_together() -> None:
    async def script(t: Table[Notes]) -> None:
        prompts = [t.question(2, "q", options("c")), t.question(0, "q", options("a", "b"), 0, 2)]
        t.state.said.append(f"{await t.together(prompts)}")

    match = begin(script, seats=3)
    assert match.waiting == (0,)
    answer(match, 0, "b", "a")
    assert match.state.said == ["{0: ('a', 'b'), 2: 'c'}"]  # in seat order; several in the order offered


def slots(*keys: str, limit: int = 3) -> list[Option]:
    return [Option(key, key.upper(), Msg(key), limit=limit) for key in keys]


def test_several_seats_distribute_at_once_unseen() -> None:
    async def script(t: Table[Notes]) -> None:
        t.state.said.append(f"{await t.together([t.allotment(seat, 'spread', slots('x', 'y'), 3) for seat in (1, 0)])}")

    match = begin(script)
    prompt = match.prompt(1)
    assert prompt is not None and (prompt.kind, prompt.min, prompt.max) == ("allocate", 3, 3)
    answer(match, 0, "x", "y", "x")
    assert match.waiting == (1,) and match.state.said == []
    with pytest.raises(Refused):
        answer(match, 1, "x", "y")
    answer(match, 0, "y", "y", "y")  # another mind
    answer(match, 1, "x", "x", "y")
    assert match.state.said == ["{0: {'Y': 3}, 1: {'X': 2, 'Y': 1}}"]


def test_a_distribution_and_a_choice_in_one_together() -> None:
    async def script(t: Table[Notes]) -> None:
        prompts = [t.allotment(0, "spread", slots("x"), 2), t.question(1, "q", options("a", "b"))]
        t.state.said.append(f"{await t.together(prompts)}")

    match = begin(script)
    assert match.waiting == (1,)  # one slot takes all
    answer(match, 1, "b")
    assert match.state.said == ["{0: {'X': 2}, 1: 'b'}"]


def test_a_distribution_that_would_tell_by_its_absence_is_put() -> None:
    async def script(t: Table[Notes]) -> None:
        spread = await t.allocate(0, "spread", slots("x"), 2, always_ask=True, default=("x", "x"))
        t.state.said.append(f"{spread}")

    match = begin(script)
    prompt = match.prompt(0)
    assert prompt is not None and prompt.default == ("x", "x")
    answer(match, 0, *prompt.default)
    assert match.state.said == ["{'X': 2}"]


@pytest.mark.parametrize(
    ("mistake", "complaint"),
    [
        (lambda t: t.choose(0, "q", options("a", "b", "a")), "q: seat 0 is offered a key twice: ['a', 'b', 'a']"),
        (lambda t: t.choose_some(1, "q", options("a", "b", "c"), 2, 1), "q: seat 1 must choose 2 to 1"),
        (lambda t: t.choose(0, "q", options("a", "b"), default="c"), "q: seat 0 cannot answer its default ('c',)"),
        (lambda t: t.choose_some(0, "q", options("a", "b"), 1, 2, default=()), "cannot answer its default ()"),
        (lambda t: t.allocate(0, "q", slots("x", "y"), 2, default=("x",)), "cannot answer its default ('x',)"),
        (lambda t: t.allocate(0, "q", slots("x", "y"), 7), "q: seat 0 must choose 7 of 2 legal options"),
        (
            lambda t: t.together([t.question(1, "q", options("a", "b"), default=("a", "b"))]),
            "q: seat 1 cannot answer its default ('a', 'b')",
        ),
        (lambda t: t.choose(0, "q", []), "q: seat 0 must choose 1 of 0 legal options"),
        (lambda t: t.choose_some(0, "q", options("a"), 2, 3), "q: seat 0 must choose 2 of 1 legal options"),
        (lambda t: t.together([t.question(1, "q", options("a", "b"))] * 2), "together asks a seat twice: [1, 1]"),
    ],
)
def test_a_mistake_of_a_rule_is_not_a_refusal_of_a_person(mistake, complaint: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RuntimeError) as error:
        begin(mistake)
    assert complaint in str(error.value)


def test_a_refusal_raised_inside_a_rule_is_an_error_of_the_rule() -> None:
    async def script(t: Table[Notes]) -> None:
        await t.choose(0, "q", options("a", "b"))
        raise Refused("kernel.refused.over")

    match = begin(script)
    with pytest.raises(RuntimeError, match="toy: a rule raised Refused"):
        answer(match, 0, "a")


def test_the_top_of_a_pile_is_its_last_item_and_a_die_has_its_faces() -> None:
    async def script(t: Table[Notes]) -> None:
        t.state.pile = [1, 2, 3]
        t.state.said.append(f"{t.draw(t.state.pile)} of {t.state.pile}")
        t.state.said += sorted({str(t.roll(4)) for _ in range(60)})

    assert begin(script).state.said == ["3 of [1, 2]", "1", "2", "3", "4"]


def test_a_script_that_never_asks_is_stuck() -> None:
    async def script(t: Table[Notes]) -> None:
        t.state.turns -= 1  # no turn is ever done

    with pytest.raises(RuntimeError, match="toy: 10000 turns without a question"):
        begin(script)


# ---------------------------------------------------------------- lines


def told(*events: Event) -> list[str | list[str]]:
    """Keys of the lines; of a line of several sentences, all of them."""
    lines: list[str | list[str]] = []
    for event in events:
        sentences = event.text.args.get("sentences")
        if isinstance(sentences, tuple):
            lines.append([one.key for one in sentences if isinstance(one, Msg)])
        else:
            lines.append(event.text.key)
    return lines


def test_what_is_told_in_a_line_is_one_line() -> None:
    async def script(t: Table[Notes]) -> None:
        t.tell("before")
        with t.line():
            t.tell("deed")
            t.tell("result")
        t.tell("after")
        with t.line():
            t.tell("alone")

    assert told(*begin(script).opening) == ["shuffled", "before", ["deed", "result"], "after", "alone"]


def test_a_line_inside_a_line_stands_by_itself() -> None:
    async def script(t: Table[Notes]) -> None:
        with t.line():
            t.tell("deed")
            with t.line():
                t.tell("check")
                t.tell("points")
            t.tell("result")
            t.tell("ruler")

    assert told(*begin(script).opening) == ["shuffled", "deed", ["check", "points"], ["result", "ruler"]]


def test_a_question_inside_a_line_parts_it() -> None:
    async def script(t: Table[Notes]) -> None:
        with t.line():
            t.tell("deed")
            await t.choose(0, "q", options("a", "b"))
            t.tell("result")
            t.tell("ruler")

    match = begin(script)
    assert told(*match.opening) == ["shuffled", "deed"]
    assert told(*answer(match, 0, "a").events) == [["result", "ruler"]]


def test_a_reason_in_a_line_stands_before_its_deeds() -> None:
    async def script(t: Table[Notes]) -> None:
        with t.line():
            t.tell("why", reason=True)
            t.tell("deed")
            t.tell("because", reason=True)
            t.tell("result")

    assert told(*begin(script).opening) == ["shuffled", "why", "because", ["deed", "result"]]


def test_what_not_everybody_reads_is_no_part_of_a_line() -> None:
    async def script(t: Table[Notes]) -> None:
        with t.line():
            t.tell("deed")
            t.tell("hand", to=[1])
            t.tell("more", to=[1])
            t.tell("result")

    assert told(*begin(script).opening) == ["shuffled", "deed", ["hand", "more"], "result"]


class Placed(NamedTuple):
    """Armies of one seat: those that are placed next are told in the same sentence."""

    seat: int
    armies: int = 1

    def sentence(self) -> Msg:
        return Msg(f"{self.seat}: {self.armies}", {"who": self.seat})

    def joined(self, later: object, /) -> Placed | None:
        if isinstance(later, Placed) and later.seat == self.seat:
            return Placed(self.seat, self.armies + later.armies)
        return None


def test_facts_that_follow_each_other_are_one_sentence() -> None:
    async def script(t: Table[Notes]) -> None:
        with t.line():
            t.tell("deed")
            for _ in range(3):
                t.tell_fact(Placed(0))
            t.tell_fact(Placed(1))
            t.tell("result")
            t.tell_fact(Placed(1))  # something else was told between them
        with t.line():
            t.tell_fact(Placed(1))  # the line before has ended

    assert told(*begin(script).opening) == ["shuffled", ["deed", "0: 3", "1: 1", "result", "1: 1"], "1: 1"]


def test_facts_of_two_answers_stay_apart() -> None:
    async def script(t: Table[Notes]) -> None:
        t.tell_fact(Placed(0))
        await t.choose(0, "q", options("a", "b"))
        t.tell_fact(Placed(0))

    match = begin(script)
    assert told(*match.opening) == ["shuffled", "0: 1"]
    assert told(*answer(match, 0, "a").events) == ["0: 1"]
