"""Options beside the questions of one seat: what is taken, what is asked again, and where nothing is offered."""

from __future__ import annotations

import pytest

from engines.kernel import Match, Msg, Option, Prompt, Rng, Table
from tests.kernel.toys import Notes, answer, begin, options, resumed


def said(t: Table[Notes]) -> int:
    """How often help was taken."""
    return t.state.said.count("help")


def helping(t: Table[Notes], most: int = 2) -> list[Option]:
    return [Option("help", "help", Msg("help"))] if said(t) < most else []


async def turn(t: Table[Notes]) -> None:
    async def take(value: str) -> None:
        t.state.said.append(value)
        t.tell("helped")

    with t.asides(0, lambda: helping(t), take):
        t.state.said.append(await t.choose(0, "q", lambda: options("a", "b")[said(t) and 1 :]))
        price = await t.ask(lambda: t.allotment(0, "pay", [Option("c", "c", Msg("c"), limit=3)], 3 - said(t)))
        t.state.said.append(f"{price}")
        t.state.said.append(await t.choose(1, "other", options("x", "y")))
        await t.confirm(0, "sure")


def prompt_of(match: Match[Notes]) -> Prompt:
    prompt = match.prompt(0)
    assert prompt is not None
    return prompt


def test_an_aside_is_carried_out_and_the_question_comes_again_as_it_is_then() -> None:
    match = begin(turn)
    assert [option.key for option in prompt_of(match).asides] == ["help"]
    applied = answer(match, 0, "help")
    assert [event.text.key for event in applied.events] == ["helped"] and not applied.public
    assert [option.key for option in prompt_of(match).options] == ["b"]  # one answer, but help is offered still
    answer(match, 0, "b")
    assert (prompt_of(match).min, prompt_of(match).kind) == (2, "allocate")
    answer(match, 0, "help")
    assert match.state.said == ["help", "b", "help", "{'c': 1}"]  # nothing beside it any more: it resolved itself


def test_nobody_else_is_offered_them() -> None:
    match = begin(turn)
    answer(match, 0, "a")
    answer(match, 0, "c", "c", "c")
    other = match.prompt(1)
    assert other is not None and not other.asides


def test_an_aside_at_a_confirmation_confirms_nothing() -> None:
    match = begin(turn)
    for seat, keys in ((0, "a"), (0, "ccc"), (1, "x")):
        answer(match, seat, *keys)
    assert prompt_of(match).kind == "confirm"
    applied = answer(match, 0, "help")
    assert not applied.public and prompt_of(match).kind == "confirm"
    assert match.undo().state.said[-1] == "x"
    answer(match, 0, "yes")
    assert match.over


def test_a_game_resumes_beside_an_aside() -> None:
    match = begin(turn)
    answer(match, 0, "help")
    again = resumed(match)
    assert again.state == match.state and prompt_of(again).asides == prompt_of(match).asides


def test_nothing_is_offered_inside_an_aside_or_after_its_span() -> None:
    async def script(t: Table[Notes]) -> None:
        async def take(value: str) -> None:
            t.state.said.append(await t.choose(0, "which", options("1", "2")))
            t.state.said.append(value)

        with t.asides(0, lambda: helping(t), take):
            await t.choose(0, "q", lambda: options("a", "b"))
        await t.choose(0, "after", options("a", "b"))

    match = begin(script)
    answer(match, 0, "help")
    assert not prompt_of(match).asides
    answer(match, 0, "1")
    assert prompt_of(match).asides
    answer(match, 0, "a")
    assert prompt_of(match).text.key == "after" and not prompt_of(match).asides


def test_spans_lie_inside_each_other() -> None:
    async def script(t: Table[Notes]) -> None:
        async def take(value: str) -> None:
            t.state.said.append(value)

        with (
            t.asides(0, lambda: helping(t), take),
            t.asides(0, lambda: [Option("levy", "levy", Msg("levy"))], take),
        ):
            t.state.said.append(await t.choose(0, "q", lambda: options("a", "b")))

    match = begin(script)
    answer(match, 0, "levy")
    answer(match, 0, "help")
    answer(match, 0, "a")
    assert match.state.said == ["levy", "help", "a"]


def test_options_that_an_aside_may_change_are_given_as_a_function() -> None:
    async def script(t: Table[Notes]) -> None:
        async def take(value: str) -> None: ...

        with t.asides(0, lambda: helping(t), take):
            await t.choose(0, "q", options("a", "b"))

    with pytest.raises(RuntimeError, match="as a function"):
        begin(script)


def test_an_aside_with_the_key_of_an_option_is_a_mistake_of_the_rule() -> None:
    async def script(t: Table[Notes]) -> None:
        async def take(value: str) -> None: ...

        with t.asides(0, lambda: options("a"), take):
            await t.choose(0, "q", lambda: options("a", "b"))

    with pytest.raises(RuntimeError, match="a key twice"):
        begin(script)


def hand(t: Table[Notes]) -> list[Option]:
    """Each card of seat 0's hand may be shown beside a question."""
    return [Option(f"show:{card}", card, Msg("show")) for card in t.state.hands[0]]


def test_an_aside_from_a_hand_that_was_dealt_anew_is_carried_out() -> None:
    async def script(t: Table[Notes]) -> None:
        async def take(card: int) -> None:
            t.state.said.append(f"shows {card}")

        with t.asides(0, lambda: hand(t), take):
            await t.choose(0, "q", lambda: options("a", "b"))

    match = begin(script)
    known = {option.key for option in prompt_of(match).asides}
    worlds = (match.world(1, Rng(bytes([n]) * 32)) for n in range(20))
    world, shown = next((w, o) for w in worlds for o in prompt_of(w).asides if o.key not in known)
    answer(world, 0, shown.key)
    assert world.state.said == [f"shows {shown.value}"]


def test_asides_are_listed_once_for_a_question() -> None:
    """Listing them may cost more than the question: in Kilia each one asks what could be paid."""
    listed: list[str] = []

    async def often(t: Table[Notes]) -> None:
        async def take(value: str) -> None:
            t.state.said.append(value)

        def offered() -> list[Option]:
            listed.append("once")
            return [Option("help", "help", Msg("help"))]

        with t.asides(0, offered, take):
            t.state.said.append(await t.choose(0, "q", lambda: options("a", "b")))

    begin(often)
    assert listed == ["once"]
