"""Deliberately false reasons are found: else the test of whole games would prove nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest

from engines.kernel import GameContext, Message, Option, SearchBudget
from engines.kernel.messages import Text
from engines.kernel.stars.suggestions import Advice
from tests.kernel.stars.test_suggestions import AIDS, start_aided_match
from tests.kernel.toys import Notes, Script, build_options, count_points
from tests.reasons.truth import StarredQuestion


def render_text(text: Text) -> str:
    assert isinstance(text, Message)
    return str(text.args.get("text", text.key))


def explain_contrast(other: Notes, own: Notes, seat: int) -> Iterable[Message]:
    yield Message("more", {"n": int(count_points(own, seat) - count_points(other, seat))})


def forge(script: Script, reasons: Mapping[str, Message], *plan: str) -> StarredQuestion:
    match = start_aided_match(script)
    prompt = match.find_prompt(0)
    assert prompt is not None
    plans = (tuple((key,) for key in plan),) if plan else ()
    aids = replace(AIDS, explain_contrast=explain_contrast)
    return StarredQuestion(
        match, prompt, aids, Advice(match.position, reasons, plans), render_text, {"gain": lambda *_: True}
    )


async def play_doors(ctx: GameContext[Notes]) -> None:
    options = [
        Option(key, key, Message("door", {"text": key}), Message("tells", {"text": f"+{key} points"})) for key in "312"
    ]
    ctx.state.entries.append(await ctx.choose(0, "door", options))
    await ctx.choose(0, "more", build_options("yes", "no"))


async def play_treasures(ctx: GameContext[Notes]) -> None:
    """Ask which treasure is given up for another."""
    options = [Option(key, key, Message("door", {"text": f"Discard {key} points"})) for key in "312"]
    ctx.state.entries.append(await ctx.choose(0, "treasure", options))
    await ctx.choose(0, "more", build_options("yes", "no"))


async def play_bag(ctx: GameContext[Notes]) -> None:
    """Offer more combinations than a search tries; 1, 4 and 6 bring most, though none of their neighbours does."""
    taken = await ctx.choose_some(0, "bag", build_options(*"1234567"), 0, 3, default=())
    ctx.state.entries += ("99",) if taken == ("1", "4", "6") else taken
    await ctx.choose(0, "more", build_options("yes", "no"))


async def play_dice(ctx: GameContext[Notes]) -> None:
    async def roll(_: str) -> None:
        ctx.state.entries.append(str(ctx.take_from(ctx.state.pile)))

    with ctx.side_actions(0, lambda: [] if ctx.state.entries else build_options("dice"), roll):
        await ctx.confirm(0, "done")


async def play_gift(ctx: GameContext[Notes]) -> None:
    async def take(_: str) -> None:
        ctx.state.entries.append("3")

    with ctx.side_actions(0, lambda: [] if ctx.state.entries else build_options("gift"), take):
        await ctx.confirm(0, "done")


def contrast_with(text: str, n: int) -> Message:
    return Message("kernel.aid.rather", {"what": (Message("door", {"text": text}),), "why": Message("more", {"n": n})})


@pytest.mark.parametrize(
    ("script", "key", "reason", "fault"),
    [
        (play_doors, "2", Message("kernel.aid.ahead"), "others are as good"),
        (play_doors, "1", Message("kernel.aid.steady"), "others are as good"),
        (play_dice, "yes", Message("kernel.aid.stop"), "nobody knows"),
        (play_gift, "yes", Message("kernel.aid.stop_sure"), "others are as good"),
        (play_doors, "2", Message("gain", {"text": "+5 points"}), "the option tells 2"),
        (play_doors, "2", Message("gain", {"text": "5 points"}), "the option tells 2"),
        (play_doors, "2", Message("count", {"text": "4 doors"}), "a number without a fact"),
        (play_doors, "2", Message("claim", {"text": "the most points"}), "a superlative without a fact"),
        (play_doors, "3", contrast_with("1", 4), "do not differ by that"),
    ],
    ids=(
        "not the best",
        "not better than most",
        "unknown beside it",
        "surely better beside it",
        "other number",
        "other number without a sign",
        "number of nobody",
        "unchecked words",
        "other difference",
    ),
)
def test_a_false_reason_is_found(script: Script, key: str, reason: Message, fault: str) -> None:
    [line] = forge(script, {key: reason}).list_untrue_reasons()
    assert fault in line


@pytest.mark.parametrize(
    ("script", "key", "reason"),
    [
        (play_doors, "3", Message("kernel.aid.ahead")),
        (play_doors, "3", Message("kernel.aid.steady")),
        (play_dice, "yes", Message("kernel.aid.stop_sure")),
        (play_dice, "yes", Message("kernel.aid.ends")),
        (play_doors, "2", Message("gain", {"text": "+2 points"})),
        (play_doors, "2", Message("kernel.aid.in_all", {"why": Message("gain", {"text": "+5 points"})})),
        (play_doors, "3", contrast_with("1", 2)),
    ],
)
def test_a_true_reason_is_not_reported(script: Script, key: str, reason: Message) -> None:
    assert forge(script, {key: reason}).list_untrue_reasons() == []


def test_numbers_in_the_name_of_a_thing_are_not_what_the_option_brings() -> None:
    """The points of a contract that is discarded were held against those of the contract that came instead."""
    forged = forge(play_doors, {"2": Message("gain", {"text": "+5 points"})})
    assert forged.list_untrue_reasons()
    forged.naming_labels = ("door",)
    assert forged.list_untrue_reasons(), "its detail tells other points"
    forged = forge(play_treasures, {"2": Message("gain", {"text": "a treasure of 5 points"})})
    assert "the option tells 2" in forged.list_untrue_reasons()[0]
    forged.naming_labels = ("door",)
    assert forged.list_untrue_reasons() == []


def test_a_combination_that_the_search_did_not_try_is_compared() -> None:
    """The best of those that were tried was called the best of all."""
    forged = forge(play_bag, {"5": Message("kernel.aid.ahead")})
    assert forged.aids.player.explore(forged.match, 0, SearchBudget(AIDS.tries)).best_end.line[0] == ("5", "6", "7")
    forged.advice = forged.advice._replace(plans=((("5", "6", "7"), ("yes",)),))
    assert "others are as good" in forged.list_untrue_reasons()[0]
    forged.advice = forged.advice._replace(best={"5": Message("kernel.aid.steady")})
    assert forged.list_untrue_reasons() == []
    forged.advice = Advice(0, {"1": Message("kernel.aid.ahead")}, ((("1", "4", "6"), ("yes",)),))
    assert forged.list_untrue_reasons() == []


def test_a_gain_that_the_plan_does_not_bring_is_found() -> None:
    three, four = (Message("gains", {"points": points}) for points in (3, 4))
    assert forge(play_doors, {"3": three}, "3", "yes").list_untrue_reasons() == []
    assert forge(play_doors, {"3": four}, "3", "yes").list_untrue_reasons() == ["3: gains (not brought: gains)"]


def test_the_second_star_is_checked_like_the_first() -> None:
    gains = {key: Message("gains", {"points": int(key)}) for key in "32"}
    forged = forge(play_doors, gains, "3", "yes")
    forged.advice = forged.advice._replace(plans=(*forged.advice.plans, (("2",), ("yes",))))
    assert forged.list_untrue_reasons() == []
    forged.advice = forged.advice._replace(best={**gains, "2": gains["3"]})
    [line] = forged.list_untrue_reasons()
    assert "not brought" in line


def test_a_gain_that_is_named_twice_is_found() -> None:
    gain = Message("gains", {"points": 3})
    twice = Message("kernel.aid.both", {"now": gain, "then": gain})
    assert "named twice" in forge(play_doors, {"3": twice}, "3", "yes").list_untrue_reasons()[0]


def test_a_superlative_is_held_against_its_fact() -> None:
    forged = forge(play_doors, {"2": Message("claim", {"text": "the most points"})})
    forged.facts = {"claim": lambda state, prompt, key, reason: key == max(option.key for option in prompt.options)}
    [line] = forged.list_untrue_reasons()
    assert "not so" in line
