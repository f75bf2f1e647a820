"""A preview shows what an answer would do, and nothing that its seat could not know."""

from __future__ import annotations

import pytest

from engines.kernel import Match, Msg, Option, Refused, Table
from engines.kernel.preview import preview
from tests.kernel.toys import Notes, Script, abc, answer, begin, options, words


async def say_and_pass(t: Table[Notes]) -> None:
    """Seat 0 says a letter; then it is the other seat's turn."""
    seat = t.state.turns % 2
    t.state.said.append(await t.choose(seat, "letter", options("a", "b")))
    t.tell("said", letter=t.state.said[-1])


def test_it_shows_the_view_before_and_after_and_what_is_told() -> None:
    match = begin(abc)
    answer(match, 0, "a")
    before = match.checksum()
    found = preview(match, 0, ("b",))
    assert found is not None
    assert found.before == match.view(0) and found.before.said == ("a",)
    assert found.after.said == ("a", "b") and found.after.hand == tuple(match.state.hands[0])
    assert words(found.told) == ["said b"]
    assert found.question is not None and found.question.text.key == "letter 2"
    assert (match.checksum(), match.position) == (before, 1)


def test_the_answer_that_ends_a_turn_is_shown_too() -> None:
    match = begin(say_and_pass, turns=2)
    found = preview(match, 0, ("a",))
    assert found is not None and found.question is None
    assert found.after.said == ("a",)
    answer(match, 0, "a")
    found = preview(match, 1, ("b",))
    assert found is not None and found.after.said == ("a", "b")  # the end of the game


def test_only_who_is_asked_has_a_preview_and_only_of_a_legal_answer() -> None:
    match = begin(abc)
    assert preview(match, 1, ("a",)) is None
    with pytest.raises(Refused):
        preview(match, 0, ("x",))


async def draw(t: Table[Notes]) -> None:
    await t.choose(0, "draw", options("a", "b"))
    t.state.said.append(str(t.draw(t.state.pile)))
    await t.choose(0, "more", options("a", "b"))


async def roll(t: Table[Notes]) -> None:
    await t.choose(0, "roll", options("a", "b"))
    t.rng.shuffle(t.state.pile)  # nobody is shown anything, yet there is nothing that could be foreseen
    await t.choose(0, "more", options("a", "b"))


async def ask_another(t: Table[Notes]) -> None:
    await t.choose(0, "ask", options("a", "b"))
    t.state.said.append(await t.choose(1, "reply", options("a", "b")))


async def ask_both(t: Table[Notes]) -> None:
    await t.together([t.question(seat, "both", options("a", "b")) for seat in (0, 1)])


@pytest.mark.parametrize("script", [draw, roll, ask_another, ask_both])
def test_what_would_be_revealed_rolled_or_answered_by_others_is_not_shown(script: Script) -> None:
    assert preview(begin(script), 0, ("a",)) is None


async def forgetful(t: Table[Notes]) -> None:
    """A rule that shows a hidden card and does not say so (`Table.reveal`)."""
    await t.choose(0, "peek", options("a", "b"))
    t.state.said.append(str(t.state.hands[1][0]))
    await t.choose(0, "more", options("a", "b"))


async def chatty(t: Table[Notes]) -> None:
    await t.choose(0, "peek", options("a", "b"))
    t.tell("said", card=t.state.pile[-1])
    await t.choose(0, "more", options("a", "b"))


async def meddling(t: Table[Notes]) -> None:
    """What is asked next depends on a hidden hand."""
    await t.choose(0, "peek", options("a", "b"))
    await t.choose(0, f"more than {sum(t.state.hands[1])}", options("a", "b"))


@pytest.mark.parametrize("script", [forgetful, chatty, meddling])
def test_a_secret_does_not_come_through(script: Script) -> None:
    """Even where a rule forgets that it shows something: imagined worlds differ there."""
    match = begin(script)
    assert preview(match, 0, ("a",)) is None
    answer(match, 0, "a")


async def face_down(t: Table[Notes]) -> None:
    """A card goes from the pile into the other hand, unseen."""
    await t.choose(0, "give", options("a", "b"))
    t.state.hands[1].append(t.state.pile.pop())
    await t.choose(0, "more", options("a", "b"))


def test_what_stays_hidden_prevents_no_preview() -> None:
    found = preview(begin(face_down), 0, ("a",))
    assert found is not None and found.after == found.before


def test_it_is_the_same_each_time() -> None:
    match: Match[Notes] = begin(abc)
    assert preview(match, 0, ("a",)) == preview(match, 0, ("a",))


async def then_all(t: Table[Notes]) -> None:
    """The last one to choose is asked with the others at once."""
    if t.state.turns == 0:
        t.state.said.append(await t.choose(0, "letter", options("a", "b")))
        return
    asked = [
        t.each(seat, f"hand {seat}", [Option(str(n), n, Msg("n"), group=Msg("g")) for n in (1, 2)]) for seat in (0, 1)
    ]
    await t.together(asked)


def test_what_all_are_asked_next_is_no_nothing() -> None:
    """After a character came the question for a goal card, and the preview had said that none would."""
    found = preview(begin(then_all, turns=2), 0, ("a",))
    assert found is not None and found.question is None
    assert found.later == Msg("hand 0")
