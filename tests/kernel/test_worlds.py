"""Imagined worlds: what a seat cannot see is dealt anew, whatever moment of a turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest

from engines.kernel import Match, Msg, Option, Prompt, Rng, Table, random_answer
from tests.kernel.toys import Notes, Script, answer, begin, options

CHANCE = bytes(range(32, 64))


def cards(t: Table[Notes], seat: int) -> list[Option]:
    return [Option(f"card:{card}", card, Msg("card")) for card in t.state.hands[seat]]


async def duel(t: Table[Notes]) -> None:
    """Seat 0 says two letters; both play a card from the hand at once; a card is drawn; seat 0 says a letter."""
    for n in range(2):
        t.state.said.append(await t.choose(0, f"letter {n}", options("a", "b")))
    played = await t.together([t.question(seat, "play", partial(cards, t, seat)) for seat in (0, 1)])
    for seat, card in played.items():
        t.state.hands[seat].remove(card)
        t.state.said.append(f"{seat} plays {card}")
    t.state.said.append(f"drawn {t.draw(t.state.pile)}")
    t.state.said.append(await t.choose(0, "last", options("a", "b")))


def keys(prompt: Prompt | None) -> list[str]:
    assert prompt is not None
    return [option.key for option in prompt.options]


def other_than(match: Match[Notes], seat: int, rng: Rng) -> Match[Notes]:
    """A world whose other hand really is another one."""
    for _ in range(20):
        world = match.world(seat, rng)
        if world.state.hands[1 - seat] != match.state.hands[1 - seat]:
            return world
    raise AssertionError("twenty worlds, and nothing was dealt anew")


def at(match: Match[Notes], moves: Sequence[tuple[int, str]]) -> Match[Notes]:
    for seat, key in moves:
        answer(match, seat, key)
    return match


def chests(t: Table[Notes], seat: int) -> list[Option]:
    """A number on every card of the hand, up to 2 each."""
    return [Option(f"card:{card}", card, Msg("card"), limit=2) for card in t.state.hands[seat]]


async def hoard(t: Table[Notes]) -> None:
    """Seat 1 puts three coins on the cards of the hand; then both do, at once."""
    await t.choose(0, "first", options("a", "b"))
    coins = [await t.allocate(1, "coins", partial(chests, t, 1), 3)]
    coins += (await t.together([t.allotment(seat, "coins", partial(chests, t, seat), 3) for seat in (0, 1)])).values()
    t.state.said += [f"{sum(spread.values())} coins" for spread in coins]


def test_a_distribution_over_a_hand_is_asked_of_the_dealt_hand() -> None:
    match = at(begin(hoard), [(0, "a")])
    for _ in range(2):
        world = other_than(match, 0, Rng(CHANCE))
        assert keys(world.prompt(1)) == [f"card:{card}" for card in world.state.hands[1]]
        assert keys(match.prompt(1)) == [f"card:{card}" for card in match.state.hands[1]]
        for game in (match, world):
            for seat in game.waiting:
                first, second, _ = keys(game.prompt(seat))
                answer(game, seat, first, second, first)
    assert match.over and world.over
    assert match.state.said == world.state.said == ["3 coins"] * 3


async def best_card(t: Table[Notes]) -> None:
    await t.choose(1, "play", partial(cards, t, 1), default=f"card:{max(t.state.hands[1])}")


async def as_many_as_there_are(t: Table[Notes]) -> None:
    def low() -> list[Option]:
        return [option for option in cards(t, 1) if option.value < 12]

    await t.choose_some(1, "show", low, len(low()), len(low()), always_ask=True)


@pytest.mark.parametrize(
    ("script", "complaint"),
    [(best_card, "play: seat 1 cannot answer its default"), (as_many_as_there_are, "show: seat 1 must choose")],
)
def test_a_default_or_a_number_that_comes_from_a_hand_is_an_error_of_the_rule(script: Script, complaint: str) -> None:
    match, rng = begin(script), Rng(CHANCE)
    with pytest.raises(RuntimeError, match=complaint):
        for _ in range(20):
            match.world(0, rng)


def test_a_world_keeps_what_the_seat_knows_and_deals_the_rest() -> None:
    match = begin(duel)
    world = other_than(match, 0, Rng(CHANCE))
    assert world.state.hands[0] == match.state.hands[0]
    assert sorted(world.state.pile + world.state.hands[1]) == sorted(match.state.pile + match.state.hands[1])
    assert world.prompt(0) == match.prompt(0)


def test_a_world_is_dealt_in_the_middle_of_a_turn() -> None:
    match = at(begin(duel), [(0, "a")])
    world = other_than(match, 0, Rng(CHANCE))
    assert world.state.said == ["a"] and world.position == 1
    answer(world, 0, "b")
    assert world.state.said == ["a", "b"]
    assert match.state.said == ["a"]


def test_a_world_does_not_hold_the_hidden_answers_of_others() -> None:
    match = at(begin(duel), [(0, "a"), (0, "b")])
    card = keys(match.prompt(1))[0]
    answer(match, 1, card)
    world = match.world(0, Rng(CHANCE))
    assert set(world.waiting) == {0, 1} and world.answers == {}
    assert match.world(1, Rng(CHANCE)).answers == {1: (card,)}


def test_questions_that_come_from_a_hand_are_asked_of_the_dealt_hand() -> None:
    match = at(begin(duel), [(0, "a"), (0, "b")])
    world = other_than(match, 0, Rng(CHANCE))
    assert keys(world.prompt(0)) == keys(match.prompt(0))
    assert keys(world.prompt(1)) == [f"card:{card}" for card in world.state.hands[1]]
    assert keys(match.prompt(1)) == [f"card:{card}" for card in match.state.hands[1]]
    for seat in (0, 1):
        answer(world, seat, keys(world.prompt(seat))[0])
    assert world.state.said[-1].startswith("drawn")


@pytest.mark.parametrize("own_answer", [False, True])
def test_a_fork_of_a_world_is_the_same_world(own_answer: bool) -> None:
    match = at(begin(duel), [(0, "a"), (0, "b")])
    if own_answer:
        answer(match, 0, keys(match.prompt(0))[0])
    world = other_than(match, 0, Rng(CHANCE))
    fork = world.fork()
    assert fork.state == world.state
    assert keys(fork.prompt(1)) == keys(world.prompt(1))
    for game in (world, fork):
        for seat in game.waiting:
            answer(game, seat, keys(game.prompt(seat))[0])
    assert fork.state == world.state


def test_a_world_goes_on_over_checkpoints_with_chance_of_its_own() -> None:
    match = begin(duel, turns=3)
    rng, chance = Rng(CHANCE), Rng(CHANCE[::-1])
    world = other_than(match, 0, rng)
    while not world.over:
        seat = world.waiting[0]
        prompt = world.prompt(seat)
        assert prompt is not None
        answer(world, seat, *random_answer(world, prompt, chance))
        again = world.fork()
        assert again.state == world.state
        assert again.table.rng.seed == world.table.rng.seed != match.seed
        assert again.table.rng.counter == world.table.rng.counter
        if world.position == world.base:
            with pytest.raises(ValueError, match="outside"):
                world.undo()
    assert world.state.turns == 3


def test_undo_in_a_world_stops_at_its_deal() -> None:
    """Before it lies the true game, which a computer player must not see."""
    match = at(begin(duel), [(0, "a")])
    world = match.world(0, Rng(CHANCE))
    with pytest.raises(ValueError, match=r"position 0 is outside 1\.\.1"):
        world.undo()
    answer(world, 0, "b")
    assert world.undo().state == match.world(0, Rng(CHANCE)).state


def test_nobody_reads_the_true_game_through_the_view_of_another_seat() -> None:
    match = at(begin(duel), [(0, "a")])
    world = other_than(match, 0, Rng(CHANCE))
    assert world.view(1).hand == tuple(world.state.hands[1])
    assert world.public() is world


def test_a_world_of_a_world_is_dealt_from_it() -> None:
    """Seat 1 is imagined by seat 0 to imagine: what seat 0 does not know stays imagined in the inner world."""
    match = begin(duel)
    rng = Rng(CHANCE)
    outer = other_than(match, 0, rng)
    answer(outer, 0, "a")
    inner = outer.world(1, rng)
    assert inner.state.said == ["a"]
    assert inner.state.hands[1] == outer.state.hands[1] != match.state.hands[1]
    assert inner.fork().state == inner.state


def test_the_same_chance_deals_the_same_world() -> None:
    match = at(begin(duel), [(0, "a")])
    one, two = (match.world(0, Rng(CHANCE)) for _ in range(2))
    assert one.state == two.state and one.state != match.world(0, Rng(CHANCE[::-1])).state
