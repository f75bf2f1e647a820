"""The greedy player of any game: its lookahead, its stopping points and its budget."""

from __future__ import annotations

import pytest
from msgspec import Struct

from engines.kernel import (
    AnswerLine,
    GameContext,
    GreedyPlayer,
    Match,
    Message,
    Option,
    Prompt,
    Rng,
    SearchBudget,
    choose_line,
    message,
)
from tests.kernel.toys import SEED, Notes, Script, answer, build_options, count_points, start_match

PLAYER = GreedyPlayer(count_points)


def build_numbers(*numbers: int) -> list[Option]:
    return [Option(f"n:{number}", str(number), Message("n")) for number in numbers]


def find_line(
    script: Script, player: GreedyPlayer = PLAYER, budget: SearchBudget | None = None, seat: int = 0
) -> AnswerLine:
    return choose_line(start_match(script), seat, player, Rng(SEED), budget)


async def play_doors(ctx: GameContext[Notes]) -> None:
    """Offer doors with prizes behind them; choosing a door itself changes nothing."""
    door = await ctx.choose(0, "door", build_options("left", "middle", "right"))
    prizes = {"left": (1, 2), "middle": (3, 9, 4), "right": (5, 6)}[door]
    ctx.state.entries.append(await ctx.choose(0, "prize", build_numbers(*prizes)))
    await ctx.confirm(0, "sure")


def test_search_looks_ahead_and_returns_the_whole_line() -> None:
    assert find_line(play_doors) == (("middle",), ("n:9",))


async def play_ladder(ctx: GameContext[Notes]) -> None:
    """Offer steps that cost before they pay; the player may stop at any time."""
    for number in (-1, -1, 7, -1):
        step = await ctx.choose(0, "step", [*build_options("stop"), *build_numbers(number)])
        if step == "stop":
            break
        ctx.state.entries.append(step)
    await ctx.confirm(0, "sure")


def test_search_accepts_a_loss_for_a_later_gain() -> None:
    assert find_line(play_ladder) == (("n:-1",), ("n:-1",), ("n:7",), ("stop",))


class Menu(Struct, frozen=True):
    """Subject of the question that the turn returns to."""


async def play_shop(ctx: GameContext[Notes]) -> None:
    """Offer two purchases from a menu: 4 is best immediately, but 1 and then 3 bring a bonus."""
    while len(ctx.state.entries) < 2:
        left = [option for option in build_numbers(1, 3, 4) if option.value not in ctx.state.entries]
        word = await ctx.choose(
            0,
            "menu",
            [*left, *build_options("end")] if "4" not in ctx.state.entries else build_options("end", "stop"),
            subject=Menu(),
        )
        ctx.state.entries.append(word)
        if ctx.state.entries == ["1", "3"]:
            ctx.state.entries.append("5")
    await ctx.confirm(0, "sure")


def test_search_continues_past_a_menu() -> None:
    player = GreedyPlayer(count_points, is_rest=lambda prompt: isinstance(prompt.subject, Menu))
    assert find_line(play_shop, player) == (("n:1",), ("n:3",))


async def play_lottery(ctx: GameContext[Notes]) -> None:
    ctx.state.entries.append(await ctx.choose(0, "first", build_numbers(1, 2)))
    ctx.state.entries.append(await ctx.choose(0, "second", build_numbers(1, 2)))
    ctx.mark_revealed()
    ctx.state.entries.append(await ctx.choose(0, "third", build_numbers(1, 2)))
    await ctx.confirm(0, "sure")


def test_a_line_ends_where_something_is_revealed() -> None:
    assert find_line(play_lottery) == (("n:2",), ("n:2",))


async def play_trade(ctx: GameContext[Notes]) -> None:
    """Make an offer whose result the other seat decides; it wants the first seat to get less."""
    offer = await ctx.choose(0, "offer", build_numbers(2, 6))
    reply = await ctx.choose(1, "reply", build_options("yes", "no") if offer == "6" else build_options("yes", "later"))
    ctx.state.entries += [offer] if reply != "no" else []
    ctx.state.entries.append(await ctx.choose(0, "more", build_numbers(0, 1)))
    await ctx.confirm(0, "sure")


def test_predicted_answers_are_best_for_their_seat_or_as_the_game_predicts() -> None:
    assert find_line(play_trade) == (("n:2",),), "a line ends where somebody else is asked"
    trusting = GreedyPlayer(count_points, predict_answer=lambda state, prompt: (prompt.options[0].key,))
    assert find_line(play_trade, trusting) == (("n:6",),)


async def play_shares(ctx: GameContext[Notes]) -> None:
    """Distribute coins over six chests of different value, up to four each; the most valuable are best."""
    slots = [Option(f"chest:{n}", n, Message("n"), limit=4) for n in range(1, 7)]
    for chest, coins in (await ctx.allocate(0, "shares", slots, 10, at_least=3)).items():
        ctx.state.entries.append(str((-3 if chest < 4 else chest) * coins))
    await ctx.confirm(0, "sure")


async def play_team(ctx: GameContext[Notes]) -> None:
    people = build_numbers(*range(-6, 10))
    ctx.state.entries += await ctx.choose_some(0, "team", people, 2, 5)
    await ctx.confirm(0, "sure")


async def play_outfit(ctx: GameContext[Notes]) -> None:
    parts = [Option(f"{part}:{n}", str(n), Message("n"), group=message(part)) for part in "abcd" for n in (1, 3, 2)]
    ctx.state.entries += await ctx.choose_each(0, "outfit", parts)
    await ctx.confirm(0, "sure")


@pytest.mark.parametrize(
    ("script", "best"),
    [
        (play_shares, ("chest:4", "chest:4", *("chest:5",) * 4, *("chest:6",) * 4)),
        (play_team, ("n:5", "n:6", "n:7", "n:8", "n:9")),
        (play_outfit, ("a:3", "b:3", "c:3", "d:3")),
    ],
)
def test_large_answer_sets_are_searched_by_hill_climbing(script: Script, best: tuple[str, ...]) -> None:
    assert find_line(script, budget=SearchBudget(1000)) == (best,)


async def play_both(ctx: GameContext[Notes]) -> None:
    for seat, number in (
        await ctx.ask_together([ctx.build_choice_prompt(seat, "both", build_numbers(1, 4, 2)) for seat in (0, 1)])
    ).items():
        ctx.state.entries += [number] if seat == 0 else []
    await ctx.choose(0, "next", build_options("a", "b"))


def test_simultaneous_answers_of_others_are_predicted_alike() -> None:
    assert find_line(play_both)[0] == ("n:4",)


async def play_free_gift(ctx: GameContext[Notes]) -> None:
    async def take(value: str) -> None:
        ctx.state.entries.append(value)

    def list_gifts() -> list[Option]:
        return [] if "10" in ctx.state.entries else build_numbers(10)

    with ctx.side_actions(0, list_gifts, take):
        ctx.state.entries.append(await ctx.choose(0, "number", lambda: build_numbers(1, 2)))
    await ctx.confirm(0, "sure")


def test_search_tries_side_actions() -> None:
    assert find_line(play_free_gift) == (("n:10",), ("n:2",))


def test_prospect_of_a_question_counts() -> None:
    """The second door leads to dice that are rolled after a confirmation."""

    async def play_dice(ctx: GameContext[Notes]) -> None:
        if await ctx.choose(0, "door", build_options("safe", "dice")) == "dice":
            await ctx.confirm(0, "roll", subject=6)
            ctx.state.entries.append(str(ctx.roll_die()))
        else:
            ctx.state.entries.append("2")
        await ctx.confirm(0, "sure")

    assert find_line(play_dice) == (("safe",),)
    hopeful = GreedyPlayer(count_points, estimate_prospect=lambda state, prompt: 3.5 if prompt.subject == 6 else 0.0)
    assert find_line(play_dice, hopeful) == (("dice",),)


def test_pruned_options_are_not_tried() -> None:
    def prune_options(state: Notes, prompt: Prompt) -> list[Option]:
        return [option for option in prompt.options if option.key not in ("middle", "yes")]

    assert find_line(play_doors, GreedyPlayer(count_points, prune_options))[0] == ("right",)


async def play_endless(ctx: GameContext[Notes]) -> None:
    while await ctx.choose(0, "again", build_options("again", "and again", "stop")) != "stop":
        ctx.state.entries.append("0")
    await ctx.confirm(0, "sure")


@pytest.mark.parametrize("tries", [0, 1, 30])
def test_search_stays_near_its_budget(tries: int) -> None:
    """An answer is always found; a line in progress is finished, which may exceed the budget by a few tries."""
    for script in (play_endless, play_shares, play_doors):
        budget = SearchBudget(tries)
        ((key, *_), *_) = find_line(script, budget=budget)
        assert key
        assert budget.tries > -30


def test_search_leaves_the_world_unchanged() -> None:
    match = start_match(play_doors)
    before = match.compute_checksum()
    assert choose_line(match, 0, PLAYER, Rng(SEED)) == choose_line(match, 0, PLAYER, Rng(SEED))
    assert match.compute_checksum() == before and match.position == 0
    answer(match, 0, "middle")
    with pytest.raises(ValueError, match="nothing to decide"):
        choose_line(match, 1, PLAYER, Rng(SEED))


async def play_turn_of_two(ctx: GameContext[Notes]) -> None:
    """Ask one question per turn."""
    ctx.state.entries.append(await ctx.choose(ctx.state.turns % 2, "number", build_numbers(1, 2)))


def test_a_line_ends_with_the_turn() -> None:
    match = start_match(play_turn_of_two, turns=4)
    assert choose_line(match, 0, PLAYER, Rng(SEED)) == (("n:2",),)
    answer(match, 0, "n:2")
    assert choose_line(match, 1, PLAYER, Rng(SEED)) == (("n:1",),)


# ---------------------------------------------------------------- forks without decisions to replay


async def play_take_first(ctx: GameContext[Notes]) -> None:
    """Take a card before the first question: the turn cannot be restarted from the State after that."""
    ctx.state.entries.append(str(ctx.take_from(ctx.state.pile)))
    await ctx.choose(0, "keep", build_options("yes", "no"))


async def play_unrepeatable(ctx: GameContext[Notes]) -> None:
    """Remove a card before the question: replaying this script from that State fails."""
    ctx.state.hands[0].remove(max(ctx.state.hands[0]))
    assert len(ctx.state.hands[0]) == 2
    await ctx.choose(0, "keep", build_options("yes", "no"))


@pytest.mark.parametrize("script", [play_doors, play_take_first, play_unrepeatable])
def test_forks_of_a_world_are_the_same_world(script: Script) -> None:
    """This holds even if something happens before the first question."""
    world: Match[Notes] = start_match(script).imagine_world(0, Rng(SEED))
    for fork in (world.fork(), world.fork().fork()):
        assert fork.state == world.state and fork.open_prompts is not None and world.open_prompts is not None
        assert fork.open_prompts.is_same_as(world.open_prompts)


def test_fork_gets_a_fresh_frame_only_if_nothing_happened_before_the_question() -> None:
    for script, is_fresh in ((play_doors, True), (play_take_first, False)):
        world = start_match(script).imagine_world(0, Rng(SEED))
        assert (world.checkpoint_here() is not world) == is_fresh


def test_fresh_world_continues_like_the_old_one() -> None:
    world = start_match(play_doors).imagine_world(0, Rng(SEED))
    again = world.checkpoint_here()
    for game in (world, again):
        answer(game, 0, "left")
        answer(game, 0, "n:2")
    assert world.state == again.state and world.step == again.step and world.position == again.position
