"""Reasons of stars: what this press brings, what a later one does, and what it is compared with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engines.kernel import Greedy, Msg, Prompt, Table, suggestions
from tests.kernel.stars.test_suggestions import AIDS, aided, reasons, told
from tests.kernel.toys import Notes, Script, options, points


def whys(script: Script, **aids: Any) -> dict[str, Msg]:
    return suggestions(aided(script), 0, replace(AIDS, **aids))


async def steps(t: Table[Notes]) -> None:
    """Six points in as many presses as one likes; the fewer presses, the better."""
    left = 6
    while left:
        taken = int(await t.choose(0, "step", options(*map(str, (n for n in (1, 2, 3, 6) if n <= left)))))
        t.state.said.append(str(taken))
        left -= taken
    await t.choose(0, "more", options("yes", "no"))


def presses(state: Notes, seat: int) -> float:
    return points(state, seat) - len(state.said)


def test_what_only_this_press_brings_at_once_is_not_said_of_others() -> None:
    """Others come to six as well, step by step: "others bring that, too" was wrong."""
    assert whys(steps, player=Greedy(presses)) == {"6": Msg("gains", {"points": 6})}


async def chain(t: Table[Notes]) -> None:
    t.state.said.append(await t.choose(0, "first", options("4", "1", "2")))
    t.state.said.append(await t.choose(0, "second", options("7", "0")))
    await t.choose(0, "more", options("yes", "no"))


def test_what_comes_later_does_not_count_again_what_comes_now() -> None:
    """It said "+4, then +11" of four and seven."""
    why = whys(chain)["4"]
    assert why.key == "kernel.aid.both" and why.args["now"] == Msg("gains", {"points": 4})
    assert why.args["then"] == Msg("kernel.aid.then", {"what": (Msg("7"),), "why": Msg("gains", {"points": 7})})


async def two_later(t: Table[Notes]) -> None:
    begun = await t.choose(0, "begin", options("a", "b", "c"))
    for _ in range(2):
        found = await t.choose(0, "go on", options("5", "0"))
        t.state.said.append(found if begun == "a" else "0")
    await t.choose(0, "more", options("yes", "no"))


def test_one_later_press_is_not_said_to_bring_what_two_do() -> None:
    why = whys(two_later)["a"]
    assert why == Msg("kernel.aid.then_more", {"what": (Msg("5"),), "why": Msg("gains", {"points": 10})})


async def roll(t: Table[Notes]) -> None:
    door = await t.choose(0, "door", options("dice", "0", "1", "wall"))
    if door == "dice":
        await t.confirm(0, "roll", default="yes")
        t.state.said.append(str(t.draw(t.state.pile)))
    elif door == "1":
        t.state.said.append("-1")
    await t.choose(0, "more", options("yes", "no"))


def test_where_chance_decides_the_reason_says_of_what() -> None:
    def hopes(_state: Notes, asked: Prompt) -> Iterable[Msg]:
        return [Msg("chance")] if asked.text.key.endswith("roll") else []

    def prospect(_state: Notes, asked: Prompt) -> float:
        return 2.0 if asked.text.key.endswith("roll") else 0.0

    player = Greedy(points, prospect=prospect)
    assert whys(roll, player=player, hopes=hopes) == {"dice": Msg("chance")}
    assert whys(roll, player=player) == {"dice": Msg("kernel.aid.steady")}


async def pair(t: Table[Notes]) -> None:
    if await t.choose(0, "door", options("pass", "on")) == "on":
        t.state.said += ["-5", "eye"]
    await t.choose(0, "more", options("yes", "no"))


def test_of_two_the_other_is_meant_and_what_it_costs_is_said() -> None:
    """It said "most others" of one."""

    def costs(before: Notes, after: Notes, seat: int) -> list[Msg]:
        return [Msg("blind")] if "eye" in after.said and "eye" not in before.said else []

    def plain(before: Notes, after: Notes, seat: int) -> list[Msg]:
        return [gain for gain in reasons(before, after, seat) if gain.key == "gains"]

    assert whys(pair, reasons=plain) == {"pass": Msg("kernel.aid.other")}
    assert whys(pair, reasons=plain, costs=costs) == {"pass": Msg("kernel.aid.spares", {"costs": (Msg("blind"),)})}


async def named(t: Table[Notes]) -> None:
    t.state.said.append(await t.choose(0, "take", options("sword", "0", "-4", "-5")))
    await t.choose(0, "more", options("yes", "no"))


def test_what_the_label_says_is_no_reason() -> None:
    def worth(state: Notes, seat: int) -> float:
        return points(state, seat) + 2 * state.said.count("sword")

    player = Greedy(worth)
    assert told(whys(named, player=player)["sword"]) == "sword"
    same = whys(named, player=player, repeats=lambda reason, label: reason.args.get("word") == label.key)
    assert same == {"sword": Msg("kernel.aid.ahead")}
