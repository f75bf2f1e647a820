"""Suggestions: the options that look best, with a true reason each, and nothing that cannot be known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engines.kernel import Aids, Greedy, Match, Msg, Option, Seat, Table, advised, catalogue, suggestions
from engines.kernel.words import read
from tests.kernel.toys import SEED, Notes, Script, begin, options, points, toy


def reasons(before: Notes, after: Notes, seat: Seat) -> Iterator[Msg]:
    """The numbers that were gained, and any words."""
    gained = int(points(after, seat) - points(before, seat))
    if gained > 0:
        yield Msg("gains", {"points": gained})
    for word in after.said[len(before.said) :]:
        if word.isalpha():
            yield Msg("word", {"word": word})


AIDS = Aids(Greedy(points), reasons)


def aided(script: Script) -> Match[Notes]:
    game = replace(toy(script), aids=AIDS)
    return Match.start(game, game.setup(2), SEED)


def found(script: Script) -> dict[str, str]:
    return {key: " ".join(map(str, why.args.values())) for key, why in suggestions(aided(script), 0, AIDS).items()}


async def prizes(t: Table[Notes]) -> None:
    """Behind the first door nothing, behind the others more and more; the last one costs."""
    doors = {"a": (), "b": ("2",), "c": ("1", "1"), "d": ("4",), "e": ("5", "sword"), "f": ("3",), "g": ("-3",)}
    door = await t.choose(0, "door", options(*doors))
    t.state.said += doors[door]
    await t.choose(0, "more", options("yes", "no"))


def test_the_best_three_are_pointed_out_with_what_they_bring() -> None:
    assert found(prizes) == {"e": "5", "d": "4", "f": "3"}


async def alike(t: Table[Notes]) -> None:
    """What is just as good for the same reason is treated alike; of the same reason the lesser one is left out."""
    said = {"a": ("1", "1"), "b": ("2",), "c": ("sword", "2"), "d": ("x", "0")}
    t.state.said += said[await t.choose(0, "door", options(*said))]
    await t.choose(0, "more", options("yes", "no"))


def test_what_is_just_as_good_is_pointed_out_too() -> None:
    assert found(alike) == {"a": "2", "b": "2", "c": "2"}


async def discard(t: Table[Notes]) -> None:
    """Something must be given up, and every way brings a sword."""
    costs = {"a": "-5", "b": "-1", "c": "-4"}
    keep = await t.choose(0, "give up", options(*costs))
    t.state.said += [costs[keep], "sword", *(["shield"] if keep == "b" else [])]
    await t.choose(0, "more", options("yes", "no"))


def test_where_something_must_be_done_the_lesser_evil_is_pointed_out() -> None:
    assert found(discard) == {"b": "shield"}, "what every choice brings is no reason"


async def gamble(t: Table[Notes]) -> None:
    """One door opens on a card, one on another seat's question, one on a prize."""
    door = await t.choose(0, "door", options("card", "offer", "prize"))
    if door == "card":
        t.state.said += [str(100 + t.draw(t.state.pile))]
    elif door == "offer":
        t.state.said += [await t.choose(1, "reply", options("5", "4"))]
    else:
        t.state.said += ["3"]
    await t.choose(0, "more", options("yes", "no"))


def test_what_cannot_be_known_is_not_advised() -> None:
    assert found(gamble) == {"prize": "3"}


async def hidden(t: Table[Notes]) -> None:
    """The other hand decides what a door brings, without a word to anybody."""
    door = await t.choose(0, "door", options("a", "b", "c"))
    t.state.said += [str(sum(t.state.hands[1])) if door == "a" else "3"]
    await t.choose(0, "more", options("yes", "no"))


def test_advice_comes_from_an_imagined_world() -> None:
    """What the true hand would have brought is never told."""
    match = aided(hidden)
    truth = sum(match.state.hands[1])
    why = suggestions(match, 0, AIDS).get("a")
    assert why is None or why.args["points"] != truth
    assert suggestions(match, 0, AIDS) == suggestions(match, 0, AIDS)


async def described(t: Table[Notes]) -> None:
    offered = [Option("a", "3", Msg("a"), lambda: Msg("kernel.confirm")), *options("4", "0")]
    t.state.said.append(await t.choose(0, "number", offered))
    await t.choose(0, "more", options("yes", "no"))


def test_the_details_say_so() -> None:
    match = aided(described)
    prompt = advised(match, 0, AIDS)
    assert prompt is not None
    first, second, third = (None if option.detail is None else read(option.detail) for option in prompt.options)
    gains = [Msg("gains", {"points": 3}), Msg("gains", {"points": 4})]
    assert first == Msg("kernel.aid.also", {"why": gains[0], "detail": Msg("kernel.confirm")})
    assert second == Msg("kernel.aid.only", {"why": gains[1]}) and third is None
    assert [option.key for option in prompt.options] == ["a", "4", "0"]
    confirm = Msg("kernel.aid.only", {"why": Msg("kernel.confirm")})
    assert catalogue("engines.kernel").render(confirm, "en") == "★ Confirm"


def test_without_aids_or_a_question_nothing_is_said() -> None:
    plain = begin(prizes)
    assert advised(plain, 0, None) == plain.prompt(0)
    assert advised(plain, 1, AIDS) is None and suggestions(aided(prizes), 1, AIDS) == {}
