"""The greedy player of any game: what it sees, where it stops, what it costs."""

from __future__ import annotations

import pytest
from msgspec import Struct

from engines.kernel import Budget, Greedy, Line, Match, Msg, Option, Prompt, Rng, Table, say, think
from tests.kernel.toys import SEED, Notes, Script, answer, begin, options, points

PLAYER = Greedy(points)


def numbered(*numbers: int) -> list[Option]:
    return [Option(f"n:{number}", str(number), Msg("n")) for number in numbers]


def thought(script: Script, player: Greedy = PLAYER, budget: Budget | None = None, seat: int = 0) -> Line:
    return think(begin(script), seat, player, Rng(SEED), budget)


async def doors(t: Table[Notes]) -> None:
    """Behind the doors lie prizes; the choice of a door itself changes nothing."""
    door = await t.choose(0, "door", options("left", "middle", "right"))
    prizes = {"left": (1, 2), "middle": (3, 9, 4), "right": (5, 6)}[door]
    t.state.said.append(await t.choose(0, "prize", numbered(*prizes)))
    await t.confirm(0, "sure")


def test_it_sees_what_an_answer_leads_to_and_returns_the_whole_line() -> None:
    assert thought(doors) == (("middle",), ("n:9",))


async def ladder(t: Table[Notes]) -> None:
    """Each step costs before it pays; one may stop at any time."""
    for number in (-1, -1, 7, -1):
        step = await t.choose(0, "step", [*options("stop"), *numbered(number)])
        if step == "stop":
            break
        t.state.said.append(step)
    await t.confirm(0, "sure")


def test_it_goes_through_a_loss_to_a_gain_and_stops_there() -> None:
    assert thought(ladder) == (("n:-1",), ("n:-1",), ("n:7",), ("stop",))


class Menu(Struct, frozen=True):
    """The question to which the turn comes back."""


async def shop(t: Table[Notes]) -> None:
    """Two purchases from a menu: 4 is the best at once, but 1 and then 3 bring a bonus."""
    while len(t.state.said) < 2:
        left = [option for option in numbered(1, 3, 4) if option.value not in t.state.said]
        word = await t.choose(
            0, "menu", [*left, *options("end")] if "4" not in t.state.said else options("end", "stop"), about=Menu()
        )
        t.state.said.append(word)
        if t.state.said == ["1", "3"]:
            t.state.said.append("5")
    await t.confirm(0, "sure")


def test_it_goes_on_over_a_menu_where_a_line_may_be_judged() -> None:
    player = Greedy(points, rest=lambda prompt: isinstance(prompt.about, Menu))
    assert thought(shop, player) == (("n:1",), ("n:3",))


async def lottery(t: Table[Notes]) -> None:
    t.state.said.append(await t.choose(0, "first", numbered(1, 2)))
    t.state.said.append(await t.choose(0, "second", numbered(1, 2)))
    t.reveal()
    t.state.said.append(await t.choose(0, "third", numbered(1, 2)))
    await t.confirm(0, "sure")


def test_a_line_ends_where_something_is_revealed() -> None:
    assert thought(lottery) == (("n:2",), ("n:2",))


async def trade(t: Table[Notes]) -> None:
    """What comes of an offer is up to the other seat, who wants the first seat to get less."""
    offer = await t.choose(0, "offer", numbered(2, 6))
    reply = await t.choose(1, "reply", options("yes", "no") if offer == "6" else options("yes", "later"))
    t.state.said += [offer] if reply != "no" else []
    t.state.said.append(await t.choose(0, "more", numbered(0, 1)))
    await t.confirm(0, "sure")


def test_others_answer_what_is_best_for_them_or_what_the_game_expects() -> None:
    assert thought(trade) == (("n:2",),), "a line ends where somebody else is asked"
    trusting = Greedy(points, others=lambda state, prompt: (prompt.options[0].key,))
    assert thought(trade, trusting) == (("n:6",),)


async def shares(t: Table[Notes]) -> None:
    """Twelve coins over six chests of different worth, each up to four: 5 and 6 are the best, 2 needs all four."""
    slots = [Option(f"chest:{n}", n, Msg("n"), limit=4) for n in range(1, 7)]
    for chest, coins in (await t.allocate(0, "shares", slots, 10, at_least=3)).items():
        t.state.said.append(str((-3 if chest < 4 else chest) * coins))
    await t.confirm(0, "sure")


async def team(t: Table[Notes]) -> None:
    people = numbered(*range(-6, 10))
    t.state.said += await t.choose_some(0, "team", people, 2, 5)
    await t.confirm(0, "sure")


async def outfit(t: Table[Notes]) -> None:
    parts = [Option(f"{part}:{n}", str(n), Msg("n"), group=say(part)) for part in "abcd" for n in (1, 3, 2)]
    t.state.said += await t.choose_each(0, "outfit", parts)
    await t.confirm(0, "sure")


@pytest.mark.parametrize(
    ("script", "best"),
    [
        (shares, ("chest:4", "chest:4", *("chest:5",) * 4, *("chest:6",) * 4)),
        (team, ("n:5", "n:6", "n:7", "n:8", "n:9")),
        (outfit, ("a:3", "b:3", "c:3", "d:3")),
    ],
)
def test_long_lists_of_answers_are_climbed(script: Script, best: tuple[str, ...]) -> None:
    assert thought(script, budget=Budget(1000)) == (best,)


async def both(t: Table[Notes]) -> None:
    for seat, number in (await t.together([t.question(seat, "both", numbered(1, 4, 2)) for seat in (0, 1)])).items():
        t.state.said += [number] if seat == 0 else []
    await t.choose(0, "next", options("a", "b"))


def test_what_others_answer_at_the_same_time_is_guessed_alike() -> None:
    assert thought(both)[0] == ("n:4",)


async def free_gift(t: Table[Notes]) -> None:
    async def take(value: str) -> None:
        t.state.said.append(value)

    def offered() -> list[Option]:
        return [] if "10" in t.state.said else numbered(10)

    with t.asides(0, offered, take):
        t.state.said.append(await t.choose(0, "number", lambda: numbered(1, 2)))
    await t.confirm(0, "sure")


def test_options_beside_a_question_are_tried_too() -> None:
    assert thought(free_gift) == (("n:10",), ("n:2",))


def test_what_a_question_promises_counts() -> None:
    """The second door leads to dice that are rolled behind a confirmation."""

    async def dice(t: Table[Notes]) -> None:
        if await t.choose(0, "door", options("safe", "dice")) == "dice":
            await t.confirm(0, "roll", about=6)
            t.state.said.append(str(t.roll()))
        else:
            t.state.said.append("2")
        await t.confirm(0, "sure")

    assert thought(dice) == (("safe",),)
    hopeful = Greedy(points, prospect=lambda state, prompt: 3.5 if prompt.about == 6 else 0.0)
    assert thought(dice, hopeful) == (("dice",),)


def test_pruned_options_are_not_tried() -> None:
    def few(state: Notes, prompt: Prompt) -> list[Option]:
        return [option for option in prompt.options if option.key not in ("middle", "yes")]

    assert thought(doors, Greedy(points, few))[0] == ("right",)


async def endless(t: Table[Notes]) -> None:
    while await t.choose(0, "again", options("again", "and again", "stop")) != "stop":
        t.state.said.append("0")
    await t.confirm(0, "sure")


@pytest.mark.parametrize("tries", [0, 1, 30])
def test_the_budget_holds(tries: int) -> None:
    """Whatever happens, an answer is given, and what was begun is finished: some tries more than allowed."""
    for script in (endless, shares, doors):
        budget = Budget(tries)
        ((key, *_), *_) = thought(script, budget=budget)
        assert key
        assert budget.tries > -30


def test_it_leaves_the_world_as_it_was() -> None:
    match = begin(doors)
    before = match.checksum()
    assert think(match, 0, PLAYER, Rng(SEED)) == think(match, 0, PLAYER, Rng(SEED))
    assert match.checksum() == before and match.position == 0
    answer(match, 0, "middle")
    with pytest.raises(ValueError, match="nothing to decide"):
        think(match, 1, PLAYER, Rng(SEED))


async def turn_of_two(t: Table[Notes]) -> None:
    """A turn that begins with something told and a question, and asks again."""
    t.state.said.append(await t.choose(t.state.turns % 2, "number", numbered(1, 2)))


def test_a_line_ends_with_the_turn() -> None:
    match = begin(turn_of_two, turns=4)
    assert think(match, 0, PLAYER, Rng(SEED)) == (("n:2",),)
    answer(match, 0, "n:2")
    assert think(match, 1, PLAYER, Rng(SEED)) == (("n:1",),)


# ---------------------------------------------------------------- forks that have nothing to play again


async def drawing(t: Table[Notes]) -> None:
    """A card is drawn before the first question: the turn cannot be begun anew from the State after that."""
    t.state.said.append(str(t.draw(t.state.pile)))
    await t.choose(0, "keep", options("yes", "no"))


async def emptying(t: Table[Notes]) -> None:
    """Played again from the State at its question this script fails."""
    t.state.hands[0].remove(max(t.state.hands[0]))
    assert len(t.state.hands[0]) == 2
    await t.choose(0, "keep", options("yes", "no"))


@pytest.mark.parametrize("script", [doors, drawing, emptying])
def test_forks_of_a_world_are_the_same_world(script: Script) -> None:
    """Also where something happens before the first question."""
    world: Match[Notes] = begin(script).world(0, Rng(SEED))
    for fork in (world.fork(), world.fork().fork()):
        assert fork.state == world.state and fork.ask is not None and world.ask is not None
        assert fork.ask.like(world.ask)


def test_a_world_is_begun_afresh_only_where_nothing_happened_on_the_way() -> None:
    for script, kept in ((doors, True), (drawing, False)):
        world = begin(script).world(0, Rng(SEED))
        assert (world.afresh() is not world) == kept


def test_a_game_goes_on_from_a_fresh_world_as_from_the_old_one() -> None:
    world = begin(doors).world(0, Rng(SEED))
    again = world.afresh()
    for game in (world, again):
        answer(game, 0, "left")
        answer(game, 0, "n:2")
    assert world.state == again.state and world.step == again.step and world.position == again.position
