"""Reasons of suggestions: gain of this answer, gain of later answers, and the comparison with other options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from engines.kernel import GameContext, GreedyPlayer, Message, Prompt, list_suggestions
from engines.kernel.messages import Arg
from engines.kernel.stars.explanation import join_gains
from engines.kernel.stars.shown_reasons import iter_shorter, omit_parts_of_line, separate_later_steps
from engines.kernel.stars.suggestions import PlannedAnswer
from tests.kernel.stars.test_suggestions import AIDS, explain_gains, render_reason, start_aided_match
from tests.kernel.toys import Notes, Script, build_options, count_points


def list_reasons(script: Script, **aids: Any) -> dict[str, Message]:
    return list_suggestions(start_aided_match(script), 0, replace(AIDS, **aids))


async def play_steps(ctx: GameContext[Notes]) -> None:
    """Collect six points in any number of answers; fewer answers are better."""
    left = 6
    while left:
        taken = int(await ctx.choose(0, "step", build_options(*map(str, (n for n in (1, 2, 3, 6) if n <= left)))))
        ctx.state.entries.append(str(taken))
        left -= taken
    await ctx.choose(0, "more", build_options("yes", "no"))


def evaluate_fewest_answers(state: Notes, seat: int) -> float:
    return count_points(state, seat) - len(state.entries)


def test_reason_claims_no_exclusive_gain_that_others_reach_later() -> None:
    """Other options reach six as well, but in more steps: "others bring that, too" was wrong."""
    assert list_reasons(play_steps, player=GreedyPlayer(evaluate_fewest_answers)) == {
        "6": Message("gains", {"points": 6})
    }


async def play_chain(ctx: GameContext[Notes]) -> None:
    ctx.state.entries.append(await ctx.choose(0, "first", build_options("4", "1", "2")))
    ctx.state.entries.append(await ctx.choose(0, "second", build_options("7", "0")))
    await ctx.choose(0, "more", build_options("yes", "no"))


def test_later_gain_excludes_immediate_gain() -> None:
    """For gains of four and seven the reason once said "+4, then +11"."""
    why = list_reasons(play_chain)["4"]
    assert why.key == "kernel.aid.both" and why.args["now"] == Message("gains", {"points": 4})
    assert why.args["then"] == Message(
        "kernel.aid.then", {"what": (Message("7"),), "why": Message("gains", {"points": 7})}
    )


async def play_shop(ctx: GameContext[Notes]) -> None:
    """A first answer that costs nothing, one that costs a coin and brings something, and one more coin after that."""
    for options in (("3", "1", "2"), ("7", "0"), ("8", "0")):
        number = await ctx.choose(0, "buy", build_options(*options))
        ctx.state.entries += [number, *(["coin"] if number in "78" else [])]
    await ctx.choose(0, "more", build_options("yes", "no"))


def test_later_gain_is_told_with_what_it_costs_until_then() -> None:
    def explain_first_gain(before: Notes, after: Notes, seat: int) -> Iterable[Message]:
        if "3" in after.entries:
            yield from (Message(f"gain {n}") for n in "37" if n in after.entries and n not in before.entries)

    def explain_costs(before: Notes, after: Notes, seat: int) -> Iterable[Message]:
        if paid := after.entries.count("coin") - before.entries.count("coin"):
            yield Message("coins", {"n": paid})

    why = list_reasons(play_shop, explain_gains=explain_first_gain, explain_costs=explain_costs)["3"]
    assert why.args["now"] == Message("gain 3"), "for nothing"
    then = why.args["then"]
    assert isinstance(then, Message) and then.args["why"] == Message(
        "kernel.aid.priced", {"why": Message("gain 7"), "costs": (Message("coins", {"n": 1}),)}
    )


def test_gains_that_one_press_does_not_bring_come_after_that() -> None:
    """A later answer that it gives is told as its step, and not named again; "after that" was said of its gain. An
    answer that comes later may share its gain with one that the press gives.
    """
    door, hall, next_door = (PlannedAnswer((key,), (Message(key),)) for key in ("door", "hall", "next"))
    then = Message("kernel.aid.then", {"what": (Message("next"),), "why": Message("gain")})
    for key, line, told in (
        ("then", (door, next_door), "next"),
        ("then", (door,), "after_that"),
        ("then", (door, hall), "after_that"),
        ("then_more", (door, next_door), "next"),
        ("then_more", (door,), "after_that_more"),
        ("then_more", (door, hall), "then_more"),
    ):
        reason = Message("kernel.aid.both", {"now": Message("gain"), "then": Message(f"kernel.aid.{key}", then.args)})
        after = separate_later_steps(reason, line).args["then"]
        args = {"why": Message("gain")} if told == "next" else then.args
        assert isinstance(after, Message) and (after.key, after.args) == (f"kernel.aid.{told}", args)


def test_gains_that_the_steps_of_a_press_tell_are_left_out() -> None:
    """The reason said "+3 coins" above the step "Take 3 coins"."""

    def is_repeat(gain: Message, part: Message) -> bool:
        return (gain.key, part.key) == ("gain", "amount")

    take = PlannedAnswer(("take",), (Message("take", {"what": Message("amount")}),))
    line = (take, PlannedAnswer(("go",), (Message("go"),)))
    gain, other = Message("gain"), Message("other")
    priced = Message("kernel.aid.priced", {"why": gain, "costs": (other,)})
    then = Message("kernel.aid.next", {"why": other})
    for reason, told in (
        (join_gains((gain, other)), other),
        (gain, gain),
        (join_gains((gain, gain)), join_gains((gain, gain))),
        (Message("kernel.aid.both", {"now": gain, "then": then}), then),
        (Message("kernel.aid.both", {"now": priced, "then": then}), None),
        (Message("kernel.aid.shared", {"what": (Message("amount"),), "why": join_gains((gain, other))}), other),
    ):
        assert omit_parts_of_line(reason, line, is_repeat) == (told or reason)


def test_a_reason_becomes_shorter_thought_by_thought() -> None:
    def price(why: Message) -> Message:
        return Message("kernel.aid.priced", {"why": why, "costs": (Message("coin"), Message("camel"))})

    def pay(why: Message) -> Message:
        return Message("kernel.aid.paid", {"why": why, "cost": Message("coin")})

    def shorten(why: Message) -> Message:
        return Message("kernel.aid.some", {"why": why})

    one, two, three = (Message(name) for name in ("one", "two", "three"))
    now = price(join_gains((one, two, three)))
    then = Message("kernel.aid.then", {"what": (Message("next"),), "why": two})
    both = Message("kernel.aid.both", {"now": now, "then": then})
    assert [*iter_shorter(Message("kernel.aid.alike", {"why": both}))] == [
        both,
        Message("kernel.aid.both", {"now": now, "then": Message("kernel.aid.later", {"why": two})}),
        shorten(now),
        price(shorten(join_gains((one, two)))),
        price(shorten(one)),
        pay(shorten(one)),
    ]
    assert [*iter_shorter(price(one))] == [pay(one)], "a gain keeps its price, at last the first part of it"
    assert not [*iter_shorter(Message("kernel.aid.priced", {"why": one, "costs": (Message("coin"),)}))]
    card = Message("card", {"merits": (one, two)})
    assert [*iter_shorter(card)] == [shorten(Message("card", {"merits": (one,)}))]
    careful = Message("kernel.aid.careful", {"dangers": (two,), "why": one})
    assert [*iter_shorter(careful)] == [Message("kernel.aid.warns", {"dangers": (two,)})]


async def play_two_later(ctx: GameContext[Notes]) -> None:
    begun = await ctx.choose(0, "begin", build_options("a", "b", "c"))
    for _ in range(2):
        number = await ctx.choose(0, "go on", build_options("5", "0"))
        ctx.state.entries.append(number if begun == "a" else "0")
    await ctx.choose(0, "more", build_options("yes", "no"))


def test_later_gain_of_two_answers_is_not_credited_to_one() -> None:
    why = list_reasons(play_two_later)["a"]
    assert why == Message("kernel.aid.then_more", {"what": (Message("5"),), "why": Message("gains", {"points": 10})})


async def play_roll(ctx: GameContext[Notes]) -> None:
    door = await ctx.choose(0, "door", build_options("dice", "0", "1", "wall"))
    if door == "dice":
        await ctx.confirm(0, "roll", default="yes")
        ctx.state.entries.append(str(ctx.take_from(ctx.state.pile)))
    elif door == "1":
        ctx.state.entries.append("-1")
    await ctx.choose(0, "more", build_options("yes", "no"))


def test_reason_of_random_option_names_the_hope() -> None:
    def explain_hopes(_state: Notes, prompt: Prompt) -> Iterable[Message]:
        return [Message("chance")] if prompt.text.key.endswith("roll") else []

    def estimate_prospect(_state: Notes, prompt: Prompt) -> float:
        return 2.0 if prompt.text.key.endswith("roll") else 0.0

    player = GreedyPlayer(count_points, estimate_prospect=estimate_prospect)
    assert list_reasons(play_roll, player=player, explain_hopes=explain_hopes) == {"dice": Message("chance")}
    assert list_reasons(play_roll, player=player) == {"dice": Message("kernel.aid.steady")}


async def play_pair(ctx: GameContext[Notes]) -> None:
    if await ctx.choose(0, "door", build_options("pass", "on")) == "on":
        ctx.state.entries += ["-5", "eye"]
    await ctx.choose(0, "more", build_options("yes", "no"))


def test_reason_between_two_options_names_the_cost_of_the_other() -> None:
    """The reason once said "most others" for a single other option."""

    def explain_dangers(before: Notes, after: Notes, seat: int) -> list[Message]:
        return [Message("blind")] if "eye" in after.entries and "eye" not in before.entries else []

    def explain_numbers(before: Notes, after: Notes, seat: int) -> list[Message]:
        return [gain for gain in explain_gains(before, after, seat) if gain.key == "gains"]

    assert list_reasons(play_pair, explain_gains=explain_numbers) == {"pass": Message("kernel.aid.other")}
    assert list_reasons(play_pair, explain_gains=explain_numbers, explain_dangers=explain_dangers) == {
        "pass": Message("kernel.aid.spares", {"dangers": (Message("blind"),)})
    }


FEES = {"free": (), "toll": ("coin", "-1"), "swap": ("camel", "-2"), "both": ("coin", "camel", "-3")}


async def play_fees(ctx: GameContext[Notes], *, ways: Sequence[str] = tuple(FEES)) -> None:
    ctx.state.entries += FEES[await ctx.choose(0, "way", build_options(*ways))]
    await ctx.choose(0, "more", build_options("yes", "no"))


def test_an_answer_without_gain_tells_what_another_costs_more() -> None:
    """The reason was "better than most other options", and then of a pass that it leaves more than an answer with
    costs.
    """

    def list_costs(*goods: str, time: int = 0, ways: Sequence[str] = tuple(FEES)) -> dict[str, Message]:
        def explain_costs(before: Notes, after: Notes, seat: int) -> Iterable[Message]:
            yield from (Message(good) for good in goods if after.entries.count(good) > before.entries.count(good))
            if len(after.entries) < len(before.entries) and time:
                yield Message("time", {"n": time})

        script = partial(play_fees, ways=ways)
        return list_reasons(script, explain_gains=lambda before, after, seat: (), explain_costs=explain_costs)

    saved: dict[str, Arg] = {"what": (Message("toll"),), "costs": (Message("coin"),)}
    assert list_costs("coin", "camel") == {"free": Message("kernel.aid.unworthy", saved)}
    more: dict[str, Arg] = {"what": (Message("both"),), "costs": (Message("camel"),)}
    assert list_costs("coin", "camel", ways=("toll", "both")) == {"toll": Message("kernel.aid.saves", more)}
    assert list_costs("camel")["free"].args["what"] == (Message("swap"),), "beside the best that costs more"
    assert list_costs("coin", time=1) == {"free": Message("kernel.aid.steady")}, "it takes more of something else"
    assert list_costs() == {"free": Message("kernel.aid.steady")}


async def play_named(ctx: GameContext[Notes]) -> None:
    ctx.state.entries.append(await ctx.choose(0, "take", build_options("sword", "0", "-4", "-5")))
    await ctx.choose(0, "more", build_options("yes", "no"))


def test_reason_does_not_repeat_the_label() -> None:
    def evaluate(state: Notes, seat: int) -> float:
        return count_points(state, seat) + 2 * state.entries.count("sword")

    player = GreedyPlayer(evaluate)
    assert render_reason(list_reasons(play_named, player=player)["sword"]) == "sword"
    same = list_reasons(play_named, player=player, is_repeat=lambda reason, label: reason.args.get("word") == label.key)
    assert same == {"sword": Message("kernel.aid.ahead")}
