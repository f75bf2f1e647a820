"""Random numbers are the same on every Python version, for any hash seed of the process; any legal answer can come."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import pytest

from engines.kernel import GameContext, Message, Option, Rng, compute_commitment, pick_random_answer
from tests.kernel import toys
from tests.kernel.toys import Notes, Script, build_options, start_match

SEED = bytes(range(32))

VECTORS = """
from engines.kernel import Rng
rng = Rng(bytes(range(32)))
print([rng.pick_below(6) for _ in range(12)], rng.counter)
print(Rng(bytes(range(32))).pick_below(2**128))
letters = list("abcdefgh")
rng = Rng(bytes(range(32)), 100)
rng.shuffle(letters)
print("".join(letters), rng.counter)
rng = Rng(b"\\xff" * 32, 2**40)
print(rng.sample(list(range(100)), 5), rng.counter - 2**40)
"""

KNOWN = """\
[4, 2, 1, 4, 2, 3, 1, 1, 4, 2, 5, 3] 12
224941893354753549030954110412801198658
cadhbgef 107
[79, 23, 98, 90, 89] 5
"""


@pytest.mark.parametrize("hash_seed", ["0", "1", "4711"])
def test_known_numbers_under_every_hash_seed(hash_seed: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", VECTORS],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == KNOWN


def test_generator_resumes_from_its_counter() -> None:
    rng = Rng(SEED)
    numbers = [rng.pick_below(1000) for _ in range(20)]
    assert [Rng(SEED, i).pick_below(1000) for i in range(20)] == numbers
    assert rng.counter == 20


def test_other_seeds_give_other_numbers() -> None:
    assert Rng(SEED).pick_below(2**128) != Rng(SEED[::-1]).pick_below(2**128)


def test_every_face_falls_about_equally_often() -> None:
    rng = Rng(SEED)
    counts = Counter(rng.pick_below(6) for _ in range(6000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert all(850 < count < 1150 for count in counts.values())


def test_a_shuffle_reaches_every_order_about_equally_often() -> None:
    rng = Rng(SEED)
    seen: Counter[str] = Counter()
    for _ in range(2400):
        letters = list("abcd")
        rng.shuffle(letters)
        seen["".join(letters)] += 1
    assert len(seen) == 24
    assert all(60 < count < 150 for count in seen.values())


def test_a_sample_holds_different_items() -> None:
    assert sorted(Rng(SEED).sample(range(5), 5)) == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="cannot take 6 of 5"):
        Rng(SEED).sample(range(5), 6)


def test_a_sample_has_a_random_order() -> None:
    rng = Rng(SEED)
    assert len({tuple(rng.sample("abc", 2)) for _ in range(100)}) == 6


def test_impossible_requests_are_named() -> None:
    with pytest.raises(ValueError, match="32 bytes, got 3"):
        Rng(b"abc")
    with pytest.raises(ValueError, match="needs n >= 1, got 0"):
        Rng(SEED).pick([])


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    assert compute_commitment(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def test_picked_seeds_give_independent_streams() -> None:
    rng = Rng(SEED)
    first, second = rng.pick_seed(), rng.pick_seed()
    assert len(first) == 32
    assert len({SEED, first, second}) == 3


async def choose_some(ctx: GameContext[Notes]) -> None:
    await ctx.choose_some(0, "ask", build_options("a", "b", "c"), 1, 2)


async def choose_or_act(ctx: GameContext[Notes]) -> None:
    async def take(value: str) -> None:
        ctx.state.entries.append(value)

    with ctx.side_actions(0, lambda: [Option("help", "help", Message("help"))], take):
        await ctx.choose(0, "ask", lambda: build_options("a", "b"))


def count_answers(script: Script) -> Counter[tuple[str, ...]]:
    match, rng = start_match(script), Rng(toys.SEED)
    prompt = match.find_prompt(0)
    assert prompt is not None
    return Counter(tuple(sorted(pick_random_answer(match, prompt, rng))) for _ in range(300))


def test_every_number_of_options_is_chosen() -> None:
    assert set(count_answers(choose_some)) == {("a",), ("b",), ("c",), ("a", "b"), ("a", "c"), ("b", "c")}


def test_one_answer_in_four_is_a_side_action() -> None:
    counts = count_answers(choose_or_act)
    assert 50 < counts["help",] < 100 and min(counts["a",], counts["b",]) > 80


def test_a_single_choice_picks_as_often_as_one_among_several() -> None:
    """Random games are stored by their seed: the quick path must not change their course."""
    match, rng = start_match(choose_or_act), Rng(toys.SEED)
    prompt = match.find_prompt(0)
    assert prompt is not None
    for _ in range(20):
        start = rng.counter
        answer = pick_random_answer(match, prompt, rng)
        assert rng.counter - start == (2 if answer == ("help",) else 3)
