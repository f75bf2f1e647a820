"""A dry run of a rule: on a copy, up to the first question that is left open."""

from __future__ import annotations

from engines.kernel import Decision, Prompt, Table
from engines.kernel.trial import copied, outcome
from tests.kernel.toys import Notes, abc, begin, options


def test_nothing_that_happens_in_a_trial_happens() -> None:
    state = Notes(said=["x"], pile=[1, 2, 3])
    found = outcome(state, abc, lambda prompt: ("b",))
    assert found.state.said == ["x", "b", "b", "b"] and found.question is None
    assert [event.text.key for event in found.events] == ["said"] * 3
    assert state == Notes(said=["x"], pile=[1, 2, 3])
    again = copied(state)
    assert again == state and again.pile is not state.pile


def test_a_trial_stops_at_the_first_question_that_is_left_open() -> None:
    def first_only(prompt: Prompt) -> tuple[str, ...] | None:
        return ("c",) if prompt.text.key == "letter 0" else None

    found = outcome(Notes(), abc, first_only)
    assert found.state.said == ["c"]
    assert [prompt.text.key for prompt in found.passed] == ["letter 0"]
    assert found.question is not None and found.question.text.key == "letter 1"
    assert not (found.revealed or found.random)


async def lottery(t: Table[Notes]) -> None:
    t.state.said.append(str(t.roll()))
    await t.together([t.question(seat, "both", options("a", "b")) for seat in (0, 1)])


def test_a_trial_says_when_it_cannot_be_trusted_and_answers_for_one_seat_only() -> None:
    found = outcome(Notes(), lottery, lambda prompt: ("a",))
    assert found.revealed and found.random
    assert found.question is not None and found.question.text.key == "both"


async def noting(t: Table[Notes]) -> None:
    t.note(3)
    t.tell("said")
    t.note(("b", 4))
    await t.choose(0, "more", options("yes", "no"))
    t.note(5)


def test_a_trial_has_what_the_rule_noted_up_to_there() -> None:
    assert outcome(Notes(), noting).facts == [3, ("b", 4)]
    assert outcome(Notes(), noting, lambda prompt: ("yes",)).facts == [3, ("b", 4), 5]


def test_a_game_forgets_its_notes_with_each_decision() -> None:
    match = begin(noting)
    assert match.table.facts == []
    match.apply(Decision(match.step, 0, ("yes",)))
    assert match.table.facts == []
