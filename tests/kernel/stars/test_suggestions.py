"""Suggestions: the options that look best, with a true reason each, and nothing that cannot be known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from msgspec.structs import replace as replaced

from engines.kernel import (
    Aids,
    Budget,
    Decision,
    Greedy,
    Match,
    Msg,
    Option,
    Prompt,
    Seat,
    Table,
    advised,
    catalogue,
    suggestions,
)
from engines.kernel.stars.aids import Way
from engines.kernel.stars.suggestions import Advice, _best, _ways, advice, carried, is_suggested, marked
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


def told(why: Msg) -> str:
    if why.key == "kernel.aid.gains":
        gains = why.args["gains"]
        assert isinstance(gains, tuple)
        return " ".join(told(gain) for gain in gains if isinstance(gain, Msg))
    return " ".join(told(arg) if isinstance(arg, Msg) else str(arg) for arg in why.args.values()) or why.key


def found(script: Script) -> dict[str, str]:
    return {key: told(why) for key, why in suggestions(aided(script), 0, AIDS).items()}


async def prizes(t: Table[Notes]) -> None:
    """Behind the first door nothing, behind the others more and more; the last one costs."""
    doors = {"a": (), "b": ("2",), "c": ("1", "1"), "d": ("4",), "e": ("5", "sword"), "f": ("3",), "g": ("-3",)}
    door = await t.choose(0, "door", options(*doors))
    t.state.said += doors[door]
    await t.choose(0, "more", options("yes", "no"))


def test_the_best_is_pointed_out_with_what_it_brings() -> None:
    assert found(prizes) == {"e": "5 sword"}, "the next one is clearly worse"


async def close(t: Table[Notes]) -> None:
    """Two are about as good, for different reasons; a third one would be good, too."""
    said = {
        "a": ("2",),
        "b": ("0",),
        "c": ("3", "0", "sword"),
        "d": ("3", "0", "shield"),
        "e": ("0",),
        "f": ("1",),
        "g": (),
    }
    t.state.said += said[await t.choose(0, "door", options(*said))]
    await t.choose(0, "more", options("yes", "no"))


def test_at_most_two_are_pointed_out_each_for_what_only_it_brings() -> None:
    assert found(close) == {"c": "sword", "d": "shield"}


def beside(worth: float, *, mute: bool = False) -> list[str]:
    """What is pointed out where help stands beside four doors and is worth so much."""

    async def turn(t: Table[Notes]) -> None:
        async def take(value: str) -> None:
            t.state.said.append(value)

        with t.asides(0, lambda: [] if "help" in t.state.said else options("help"), take):
            t.state.said.append(await t.choose(0, "door", lambda: options("0", "1", "2", "5")))
        await t.choose(0, "more", options("yes", "no"))

    player = Greedy(lambda state, seat: points(state, seat) + worth * state.said.count("help"))
    aids = Aids(player, reasons, beside=lambda prompt, aside: not mute)
    match = Match.start(game := replace(toy(turn), aids=aids), game.setup(2), SEED)
    return [*suggestions(match, 0, aids)]


def test_what_stands_beside_the_question_is_pointed_out_only_if_it_is_worth_much() -> None:
    assert beside(0.1) == ["5"], "with help first it would be a little better; the door is what is asked about"
    assert beside(2.0) == ["help"]
    assert beside(2.0, mute=True) == ["5"], "the game says that help has nothing to do with the question"


def test_what_several_options_bring_together_is_told_as_such() -> None:
    async def turn(t: Table[Notes]) -> None:
        taken = await t.choose_some(0, "take", lambda: options("1", "-2", "3"), 0, 3, default=())
        t.state.said += taken
        await t.choose(0, "more", options("yes", "no"))

    said = suggestions(aided(turn), 0, AIDS)
    assert {key: why.key for key, why in said.items()} == {"1": "kernel.aid.together", "3": "kernel.aid.along"}
    assert said["3"].args["first"] == Msg("1"), "the reason stands once, and the other says where"


def test_to_choose_nothing_may_be_best_and_then_no_option_is_pointed_out() -> None:
    async def turn(t: Table[Notes]) -> None:
        taken = await t.choose_some(0, "take", lambda: options("-3", "-2", "-1"), 0, 3, default=())
        t.state.said += taken
        await t.choose(0, "more", options("yes", "no"))

    assert suggestions(aided(turn), 0, AIDS) == {}


def test_of_what_is_distributed_the_reason_says_how_many_of_each() -> None:
    async def turn(t: Table[Notes]) -> None:
        slots = [replaced(option, limit=3) for option in options("1", "2")]
        spread = await t.allocate(0, "spread", lambda: slots, 4)
        t.state.said += ["9"] if spread == {"1": 1, "2": 3} else []
        await t.choose(0, "more", options("yes", "no"))

    said = suggestions(aided(turn), 0, AIDS)
    first = next(why for why in said.values() if why.key == "kernel.aid.shared")
    what = first.args["what"]
    assert isinstance(what, tuple)
    counted = {one.args["n"] for one in what if isinstance(one, Msg)}
    assert counted == {1, 3} and len(said) == 2
    assert all(one.key == "kernel.aid.counted" for one in what if isinstance(one, Msg)), "an amount, not how often"


def test_what_the_plan_says_better_is_not_said_before_it() -> None:
    """Two odds of one war stand in no reason: those of the end do."""

    async def turn(t: Table[Notes]) -> None:
        for _ in range(2):
            t.state.said += (await t.choose(0, "door", options("1", "2", "5", "0")),)
        await t.choose(0, "more", options("yes", "no"))

    [once] = suggestions(aided(turn), 0, replace(AIDS, repeats=lambda reason, part: reason.key == part.key)).values()
    assert once.key == "kernel.aid.then_more" and told(once).endswith("10")
    [twice] = suggestions(aided(turn), 0, AIDS).values()
    assert twice.key == "kernel.aid.both"


def test_what_the_reason_says_is_not_said_again() -> None:
    """Of the option's own detail; what the plan brings later is another thing."""

    def said(detail: Msg | None, why: Msg) -> object:
        one = Option("a", "a", Msg("label"), detail)
        found = marked(Prompt(0, Msg("door"), (one,)), Advice(0, {"a": why}, ()), aids)
        (option,) = found.options
        assert option.detail is not None
        return read(option.detail).args.get("detail")  # type: ignore[union-attr]

    aids = replace(AIDS, repeats=lambda reason, part: reason.args == part.args)
    word, gains = Msg("word", {"word": "sword"}), Msg("gains", {"points": 5})
    both = Msg("all", {"parts": (Msg("takes", {"word": "sword"}), Msg("costs", {"points": 2}))})
    rest = Msg("all", {"parts": (Msg("costs", {"points": 2}),)})
    assert said(both, word) == said(both, Msg("kernel.aid.gains", {"gains": (gains, word)})) == rest
    assert said(both, gains) == said(both, Msg("kernel.aid.then", {"what": (), "why": word})) == both
    assert said(Msg("takes", {"word": "sword"}), word) is None


async def shared(t: Table[Notes]) -> None:
    """All doors bring the sword; what one brings in addition is no reason that is told."""
    door = await t.choose(0, "door", options("a", "b", "c"))
    t.state.said += ["sword", "-1"] if door != "b" else ["sword"]
    await t.choose(0, "more", options("yes", "no"))


def test_a_reason_that_holds_for_all_is_told_as_such() -> None:
    assert found(shared) == {"b": "sword"}
    assert {why.key for why in suggestions(aided(shared), 0, AIDS).values()} == {"kernel.aid.alike"}
    plain = suggestions(aided(shared), 0, replace(AIDS, plain=False))
    assert plain == {}, "a game may have it that a star without a reason of its own stands nowhere"


async def alike(t: Table[Notes]) -> None:
    """Most doors are just as good."""
    said = {"a": ("1", "1"), "b": ("2",), "c": ("sword", "2"), "d": ("x", "0")}
    t.state.said += said[await t.choose(0, "door", options(*said))]
    await t.choose(0, "more", options("yes", "no"))


def test_where_most_are_just_as_good_none_is_pointed_out() -> None:
    assert found(alike) == {}


async def circle(t: Table[Notes]) -> None:
    """A man goes to and fro; stopping is as good."""
    for _ in range(4):
        step = await t.choose(0, "where", options("there", "back", "stop", "away"))
        if step == "stop":
            break
        t.state.said += {"there": ["hill"], "back": ["dale"], "away": ["-3"]}[step]
    await t.choose(0, "more", options("yes", "no"))


def test_what_is_no_better_than_stopping_is_not_pointed_out() -> None:
    assert found(circle).keys() <= {"stop"}


async def planned(t: Table[Notes]) -> None:
    """The key opens the chest, and only there lies anything."""
    tool = await t.choose(0, "tool", options("key", "rope", "lamp"))
    chest = await t.choose(0, "where", options("chest", "wall"))
    t.state.said += ["4"] if tool == "key" and chest == "chest" else ["0"]
    await t.choose(0, "more", options("yes", "no"))


def test_what_comes_later_is_told_as_a_plan() -> None:
    (why,) = suggestions(aided(planned), 0, AIDS).values()
    assert why == Msg("kernel.aid.then", {"what": (Msg("chest"),), "why": Msg("gains", {"points": 4})})


def test_a_plan_is_carried_on() -> None:
    """With no budget to find it again, the next question still has the star; not after another answer."""
    for tool, expected in (("key", ("chest",)), ("rope", ())):
        match = aided(planned)
        first = advice(match, 0, AIDS)
        match.apply(Decision(match.step, 0, (tool,)))
        assert carried(match, 0, first)[:1] == ((expected,) if expected else ())
        found = advice(match, 0, replace(AIDS, tries=0), first).best
        assert tuple(found) == expected


def test_beside_a_plan_that_is_carried_on_nothing_else_is_pointed_out() -> None:
    """Whoever was told to begin is not told to give it up as well."""
    match = aided(prizes)
    root = AIDS.player.explored(match.world(0, match.secret("aids", 0)), 0, Budget(0))
    place, prompt = root.ways[0], match.prompt(0)
    assert prompt is not None and len(prompt.options) >= 4
    ways = [Way((key,), 5.0 - n / 2, place, (Msg(key),), ()) for n, key in enumerate("abcd")]
    assert [way.answer for way in _best(ways, 0.0, prompt, ())] == [("a",), ("b",)]
    assert [way.answer for way in _best(ways, 0.0, prompt, (("a",),))] == [("a",)]


def test_a_plan_is_given_up_for_what_is_clearly_better() -> None:
    """And an answer that brings nothing nameable keeps its star before a worse one that does."""
    match = aided(prizes)
    world, prompt = match.world(0, match.secret("aids", 0)), match.prompt(0)
    root = AIDS.player.explored(world, 0, Budget(0))
    assert prompt is not None
    planned = _ways(world, 0, AIDS, root, (("b",),))
    assert [way.answer for way in planned][:2] == [("e",), ("d",)], "what was planned is not held to be better"
    place = root.ways[0]
    ways = [Way((key,), 5.0 - n / 2, place, (Msg(key),) if n else (), ()) for n, key in enumerate("abcd")]
    assert _best(ways, 0.0, prompt, ())[0].answer == ("a",)


def test_what_gains_nothing_says_what_another_answer_lacks() -> None:
    def contrast(other: Notes, own: Notes, seat: Seat) -> list[Msg]:
        return [Msg("keeps", {"points": int(points(own, seat) - points(other, seat))})]

    aids = replace(AIDS, reasons=lambda before, after, seat: (), plain=False)
    assert suggestions(aided(discard), 0, aids) == {}
    [(key, why)] = suggestions(aided(discard), 0, replace(aids, contrast=contrast)).items()
    assert (key, why.key, why.args["what"]) == ("b", "kernel.aid.rather", (Msg("c"),))


async def dear(t: Table[Notes], best: str = "3") -> None:
    """The best door costs an eye."""
    said = {"a": (best, "0", "eye"), "b": ("3", "0", "shield"), "c": ("0",), "d": ("0",)}
    t.state.said += said[await t.choose(0, "door", options(*said))]
    await t.choose(0, "more", options("yes", "no"))


async def dearer(t: Table[Notes]) -> None:
    await dear(t, "9")


def test_what_is_dangerous_is_pointed_out_only_if_it_is_much_better_and_says_so_first() -> None:
    def costs(before: Notes, after: Notes, seat: Seat) -> list[Msg]:
        return [Msg("blind")] if "eye" in after.said and "eye" not in before.said else []

    aids = replace(AIDS, costs=costs)
    assert list(suggestions(aided(dear), 0, aids)) == ["b"]
    why = suggestions(aided(dearer), 0, aids)["a"]
    assert why.key == "kernel.aid.careful" and why.args["costs"] == (Msg("blind"),)


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
    offered = [Option("a", "3", Msg("a"), lambda: Msg("kernel.confirm")), *options("0", "1", "2")]
    t.state.said.append(await t.choose(0, "number", offered))
    await t.choose(0, "more", options("yes", "no"))


def test_the_details_say_so() -> None:
    match = aided(described)
    prompt = advised(match, 0, AIDS)
    assert prompt is not None
    first, *others = (None if option.detail is None else read(option.detail) for option in prompt.options)
    why = Msg("gains", {"points": 3})
    assert first == Msg("kernel.aid.also", {"why": why, "detail": Msg("kernel.confirm")})
    assert others == [None, None, None] and [option.key for option in prompt.options] == ["a", "0", "1", "2"]
    assert [is_suggested(said) for said in (first, *others)] == [True, False, False, False]
    confirm = Msg("kernel.aid.only", {"why": Msg("kernel.confirm")})
    assert catalogue("engines.kernel").render(confirm, "en") == "★ Confirm"


def test_without_aids_or_a_question_nothing_is_said() -> None:
    plain = begin(prizes)
    assert advised(plain, 0, None) == plain.prompt(0)
    assert advised(plain, 1, AIDS) is None and suggestions(aided(prizes), 1, AIDS) == {}
