"""Side actions beside the questions of one seat: taking them, asking again, and where none are offered."""

from __future__ import annotations

import pytest

from engines.kernel import GameContext, Match, Message, Option, Prompt, Rng
from tests.kernel.toys import Notes, answer, build_options, resume, start_match


def count_help(ctx: GameContext[Notes]) -> int:
    """Return how often help was taken."""
    return ctx.state.entries.count("help")


def list_help_options(ctx: GameContext[Notes], max_count: int = 2) -> list[Option]:
    return [Option("help", "help", Message("help"))] if count_help(ctx) < max_count else []


async def play_turn(ctx: GameContext[Notes]) -> None:
    async def take(value: str) -> None:
        ctx.state.entries.append(value)
        ctx.log_event("helped")

    with ctx.side_actions(0, lambda: list_help_options(ctx), take):
        ctx.state.entries.append(await ctx.choose(0, "q", lambda: build_options("a", "b")[count_help(ctx) and 1 :]))
        price = await ctx.ask(
            lambda: ctx.build_allocation_prompt(
                0, "pay", [Option("c", "c", Message("c"), limit=3)], 3 - count_help(ctx)
            )
        )
        ctx.state.entries.append(f"{price}")
        ctx.state.entries.append(await ctx.choose(1, "other", build_options("x", "y")))
        await ctx.confirm(0, "sure")


def find_prompt(match: Match[Notes]) -> Prompt:
    prompt = match.find_prompt(0)
    assert prompt is not None
    return prompt


def test_side_action_is_carried_out_and_the_question_is_asked_again() -> None:
    match = start_match(play_turn)
    assert [option.key for option in find_prompt(match).side_actions] == ["help"]
    applied = answer(match, 0, "help")
    assert [event.text.key for event in applied.events] == ["helped"] and not applied.is_public
    assert [option.key for option in find_prompt(match).options] == ["b"]  # a single answer, but help is still offered
    answer(match, 0, "b")
    assert (find_prompt(match).min, find_prompt(match).kind) == (2, "allocate")
    answer(match, 0, "help")
    # no side action is left: the question resolved itself
    assert match.state.entries == ["help", "b", "help", "{'c': 1}"]


def test_side_actions_are_offered_to_their_seat_only() -> None:
    match = start_match(play_turn)
    answer(match, 0, "a")
    answer(match, 0, "c", "c", "c")
    other = match.find_prompt(1)
    assert other is not None and not other.side_actions


def test_side_action_at_a_confirmation_does_not_confirm() -> None:
    match = start_match(play_turn)
    for seat, keys in ((0, "a"), (0, "ccc"), (1, "x")):
        answer(match, seat, *keys)
    assert find_prompt(match).kind == "confirm"
    applied = answer(match, 0, "help")
    assert not applied.is_public and find_prompt(match).kind == "confirm"
    assert match.undo().state.entries[-1] == "x"
    answer(match, 0, "yes")
    assert match.is_over


def test_game_resumes_after_a_side_action() -> None:
    match = start_match(play_turn)
    answer(match, 0, "help")
    again = resume(match)
    assert again.state == match.state and find_prompt(again).side_actions == find_prompt(match).side_actions


def test_no_side_action_inside_a_side_action_or_after_its_span() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        async def take(value: str) -> None:
            ctx.state.entries.append(await ctx.choose(0, "which", build_options("1", "2")))
            ctx.state.entries.append(value)

        with ctx.side_actions(0, lambda: list_help_options(ctx), take):
            await ctx.choose(0, "q", lambda: build_options("a", "b"))
        await ctx.choose(0, "after", build_options("a", "b"))

    match = start_match(script)
    answer(match, 0, "help")
    assert not find_prompt(match).side_actions
    answer(match, 0, "1")
    assert find_prompt(match).side_actions
    answer(match, 0, "a")
    assert find_prompt(match).text.key == "after" and not find_prompt(match).side_actions


def test_side_action_spans_can_be_nested() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        async def take(value: str) -> None:
            ctx.state.entries.append(value)

        with (
            ctx.side_actions(0, lambda: list_help_options(ctx), take),
            ctx.side_actions(0, lambda: [Option("levy", "levy", Message("levy"))], take),
        ):
            ctx.state.entries.append(await ctx.choose(0, "q", lambda: build_options("a", "b")))

    match = start_match(script)
    answer(match, 0, "levy")
    answer(match, 0, "help")
    answer(match, 0, "a")
    assert match.state.entries == ["levy", "help", "a"]


def test_options_that_a_side_action_may_change_must_be_a_function() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        async def take(value: str) -> None: ...

        with ctx.side_actions(0, lambda: list_help_options(ctx), take):
            await ctx.choose(0, "q", build_options("a", "b"))

    with pytest.raises(RuntimeError, match="as a function"):
        start_match(script)


def test_side_action_with_the_key_of_an_option_is_a_rule_error() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        async def take(value: str) -> None: ...

        with ctx.side_actions(0, lambda: build_options("a"), take):
            await ctx.choose(0, "q", lambda: build_options("a", "b"))

    with pytest.raises(RuntimeError, match="a key twice"):
        start_match(script)


def list_hand_actions(ctx: GameContext[Notes]) -> list[Option]:
    """Return a side action for each card of seat 0's hand: showing it."""
    return [Option(f"show:{card}", card, Message("show")) for card in ctx.state.hands[0]]


def test_side_action_from_a_redealt_hand_is_carried_out() -> None:
    async def script(ctx: GameContext[Notes]) -> None:
        async def take(card: int) -> None:
            ctx.state.entries.append(f"shows {card}")

        with ctx.side_actions(0, lambda: list_hand_actions(ctx), take):
            await ctx.choose(0, "q", lambda: build_options("a", "b"))

    match = start_match(script)
    known = {option.key for option in find_prompt(match).side_actions}
    worlds = (match.imagine_world(1, Rng(bytes([n]) * 32)) for n in range(20))
    world, side_action = next((w, o) for w in worlds for o in find_prompt(w).side_actions if o.key not in known)
    answer(world, 0, side_action.key)
    assert world.state.entries == [f"shows {side_action.value}"]


def test_side_actions_are_listed_once_per_question() -> None:
    """Listing them may be more expensive than the question: in Kilia each computes its possible payments."""
    listed: list[str] = []

    async def play_turn(ctx: GameContext[Notes]) -> None:
        async def take(value: str) -> None:
            ctx.state.entries.append(value)

        def list_actions() -> list[Option]:
            listed.append("once")
            return [Option("help", "help", Message("help"))]

        with ctx.side_actions(0, list_actions, take):
            ctx.state.entries.append(await ctx.choose(0, "q", lambda: build_options("a", "b")))

    start_match(play_turn)
    assert listed == ["once"]
