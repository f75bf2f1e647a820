"""Imagined worlds: cards that a seat cannot see are redealt, at any point of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest

from engines.kernel import GameContext, Match, Message, Option, Prompt, Rng, pick_random_answer
from tests.kernel.toys import Notes, Script, answer, build_options, start_match

CHANCE = bytes(range(32, 64))


def build_card_options(ctx: GameContext[Notes], seat: int) -> list[Option]:
    return [Option(f"card:{card}", card, Message("card")) for card in ctx.state.hands[seat]]


async def play_duel(ctx: GameContext[Notes]) -> None:
    """Seat 0 says two letters; both play a card at the same time; a card is drawn; seat 0 says a letter."""
    for n in range(2):
        ctx.state.entries.append(await ctx.choose(0, f"letter {n}", build_options("a", "b")))
    played = await ctx.ask_together(
        [ctx.build_choice_prompt(seat, "play", partial(build_card_options, ctx, seat)) for seat in (0, 1)]
    )
    for seat, card in played.items():
        ctx.state.hands[seat].remove(card)
        ctx.state.entries.append(f"{seat} plays {card}")
    ctx.state.entries.append(f"drawn {ctx.take_from(ctx.state.pile)}")
    ctx.state.entries.append(await ctx.choose(0, "last", build_options("a", "b")))


def list_keys(prompt: Prompt | None) -> list[str]:
    assert prompt is not None
    return [option.key for option in prompt.options]


def imagine_other_hand(match: Match[Notes], seat: int, rng: Rng) -> Match[Notes]:
    """Return an imagined world in which the other seat's hand differs from the true one."""
    for _ in range(20):
        world = match.imagine_world(seat, rng)
        if world.state.hands[1 - seat] != match.state.hands[1 - seat]:
            return world
    raise AssertionError("twenty worlds, and nothing was dealt anew")


def play_moves(match: Match[Notes], moves: Sequence[tuple[int, str]]) -> Match[Notes]:
    for seat, key in moves:
        answer(match, seat, key)
    return match


def build_chests(ctx: GameContext[Notes], seat: int) -> list[Option]:
    """Return an option for each card of the hand that takes up to 2 coins."""
    return [Option(f"card:{card}", card, Message("card"), limit=2) for card in ctx.state.hands[seat]]


async def play_hoard(ctx: GameContext[Notes]) -> None:
    """Let seat 1 distribute three coins over its hand, then both seats at the same time."""
    await ctx.choose(0, "first", build_options("a", "b"))
    coins = [await ctx.allocate(1, "coins", partial(build_chests, ctx, 1), 3)]
    coins += (
        await ctx.ask_together(
            [ctx.build_allocation_prompt(seat, "coins", partial(build_chests, ctx, seat), 3) for seat in (0, 1)]
        )
    ).values()
    ctx.state.entries += [f"{sum(spread.values())} coins" for spread in coins]


def test_distribution_over_a_hand_uses_the_redealt_hand() -> None:
    match = play_moves(start_match(play_hoard), [(0, "a")])
    for _ in range(2):
        world = imagine_other_hand(match, 0, Rng(CHANCE))
        assert list_keys(world.find_prompt(1)) == [f"card:{card}" for card in world.state.hands[1]]
        assert list_keys(match.find_prompt(1)) == [f"card:{card}" for card in match.state.hands[1]]
        for game in (match, world):
            for seat in game.waiting_seats:
                first, second, _ = list_keys(game.find_prompt(seat))
                answer(game, seat, first, second, first)
    assert match.is_over and world.is_over
    assert match.state.entries == world.state.entries == ["3 coins"] * 3


async def ask_with_hidden_default(ctx: GameContext[Notes]) -> None:
    await ctx.choose(1, "play", partial(build_card_options, ctx, 1), default=f"card:{max(ctx.state.hands[1])}")


async def ask_with_hidden_count(ctx: GameContext[Notes]) -> None:
    def list_low_cards() -> list[Option]:
        return [option for option in build_card_options(ctx, 1) if option.value < 12]

    await ctx.choose_some(1, "show", list_low_cards, len(list_low_cards()), len(list_low_cards()), asks_always=True)


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        (ask_with_hidden_default, "play: seat 1 cannot answer its default"),
        (ask_with_hidden_count, "show: seat 1 must choose"),
    ],
)
def test_default_or_count_that_depends_on_a_hand_is_a_rule_error(script: Script, complaint: str) -> None:
    match, rng = start_match(script), Rng(CHANCE)
    with pytest.raises(RuntimeError, match=complaint):
        for _ in range(20):
            match.imagine_world(0, rng)


def test_a_world_keeps_what_the_seat_knows_and_deals_the_rest() -> None:
    match = start_match(play_duel)
    world = imagine_other_hand(match, 0, Rng(CHANCE))
    assert world.state.hands[0] == match.state.hands[0]
    assert sorted(world.state.pile + world.state.hands[1]) == sorted(match.state.pile + match.state.hands[1])
    assert world.find_prompt(0) == match.find_prompt(0)


def test_a_world_is_dealt_in_the_middle_of_a_turn() -> None:
    match = play_moves(start_match(play_duel), [(0, "a")])
    world = imagine_other_hand(match, 0, Rng(CHANCE))
    assert world.state.entries == ["a"] and world.position == 1
    answer(world, 0, "b")
    assert world.state.entries == ["a", "b"]
    assert match.state.entries == ["a"]


def test_a_world_does_not_hold_the_hidden_answers_of_others() -> None:
    match = play_moves(start_match(play_duel), [(0, "a"), (0, "b")])
    card = list_keys(match.find_prompt(1))[0]
    answer(match, 1, card)
    world = match.imagine_world(0, Rng(CHANCE))
    assert set(world.waiting_seats) == {0, 1} and world.hidden_answers == {}
    assert match.imagine_world(1, Rng(CHANCE)).hidden_answers == {1: (card,)}


def test_question_about_a_hand_uses_the_redealt_hand() -> None:
    match = play_moves(start_match(play_duel), [(0, "a"), (0, "b")])
    world = imagine_other_hand(match, 0, Rng(CHANCE))
    assert list_keys(world.find_prompt(0)) == list_keys(match.find_prompt(0))
    assert list_keys(world.find_prompt(1)) == [f"card:{card}" for card in world.state.hands[1]]
    assert list_keys(match.find_prompt(1)) == [f"card:{card}" for card in match.state.hands[1]]
    for seat in (0, 1):
        answer(world, seat, list_keys(world.find_prompt(seat))[0])
    assert world.state.entries[-1].startswith("drawn")


@pytest.mark.parametrize("own_answer", [False, True])
def test_a_fork_of_a_world_is_the_same_world(own_answer: bool) -> None:
    match = play_moves(start_match(play_duel), [(0, "a"), (0, "b")])
    if own_answer:
        answer(match, 0, list_keys(match.find_prompt(0))[0])
    world = imagine_other_hand(match, 0, Rng(CHANCE))
    fork = world.fork()
    assert fork.state == world.state
    assert list_keys(fork.find_prompt(1)) == list_keys(world.find_prompt(1))
    for game in (world, fork):
        for seat in game.waiting_seats:
            answer(game, seat, list_keys(game.find_prompt(seat))[0])
    assert fork.state == world.state


def test_a_world_goes_on_over_checkpoints_with_chance_of_its_own() -> None:
    match = start_match(play_duel, turns=3)
    rng, answer_rng = Rng(CHANCE), Rng(CHANCE[::-1])
    world = imagine_other_hand(match, 0, rng)
    while not world.is_over:
        seat = world.waiting_seats[0]
        prompt = world.find_prompt(seat)
        assert prompt is not None
        answer(world, seat, *pick_random_answer(world, prompt, answer_rng))
        again = world.fork()
        assert again.state == world.state
        assert again.context.rng.seed == world.context.rng.seed != match.seed
        assert again.context.rng.counter == world.context.rng.counter
        if world.position == world.frame_position:
            with pytest.raises(ValueError, match="outside"):
                world.undo()
    assert world.state.turns == 3


def test_undo_in_a_world_stops_at_its_deal() -> None:
    """The true game is before that point, and a computer player must not see it."""
    match = play_moves(start_match(play_duel), [(0, "a")])
    world = match.imagine_world(0, Rng(CHANCE))
    with pytest.raises(ValueError, match=r"position 0 is outside 1\.\.1"):
        world.undo()
    answer(world, 0, "b")
    assert world.undo().state == match.imagine_world(0, Rng(CHANCE)).state


def test_views_of_an_imagined_world_do_not_show_the_true_game() -> None:
    match = play_moves(start_match(play_duel), [(0, "a")])
    world = imagine_other_hand(match, 0, Rng(CHANCE))
    assert world.build_view(1).hand == tuple(world.state.hands[1])
    assert world.build_public_match() is world


def test_nested_world_is_dealt_from_the_outer_world() -> None:
    """Seat 0 imagines how seat 1 imagines the game: cards unknown to seat 0 stay imagined in the inner world."""
    match = start_match(play_duel)
    rng = Rng(CHANCE)
    outer = imagine_other_hand(match, 0, rng)
    answer(outer, 0, "a")
    inner = outer.imagine_world(1, rng)
    assert inner.state.entries == ["a"]
    assert inner.state.hands[1] == outer.state.hands[1] != match.state.hands[1]
    assert inner.fork().state == inner.state


def test_the_same_chance_deals_the_same_world() -> None:
    match = play_moves(start_match(play_duel), [(0, "a")])
    first, second = (match.imagine_world(0, Rng(CHANCE)) for _ in range(2))
    assert first.state == second.state and first.state != match.imagine_world(0, Rng(CHANCE[::-1])).state
