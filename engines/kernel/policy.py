"""What a computer player is, and the one that knows no game: the random one fills seats and fuzzes the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .chance import Rng
from .match import Match
from .prompt import Prompt
from .words import Seat

RANDOM = "random"


TRIES = 500
"""Enough for the turns of the games we have, in well under a second."""


@dataclass(slots=True)
class Budget:
    """What is left of a computer player's budget for one thought, in tries (answers applied to a fork).

    It counts tries, not seconds, so that a player is equally strong on a busy machine.
    """

    tries: int = TRIES

    @property
    def spent(self) -> bool:
        return self.tries <= 0


Line = tuple[tuple[str, ...], ...]
"""Answers to the open question and, if there are more, to those that come after it: valid in this order until something
is revealed or somebody else is asked."""

Policy = Callable[[Match[Any], Prompt, Rng, Budget], Line]
"""A computer player: (world, prompt, chance, budget) -> a line of at least one answer. The world is a Match in which
all that the seat cannot see was dealt anew."""

ASIDE = 4
"""One answer in so many takes something that stands beside the question."""


def random_answer(_world: Match[Any], prompt: Prompt, rng: Rng) -> tuple[str, ...]:
    """Any legal answer; the number of options is drawn first, then which."""
    if prompt.asides and rng.below(ASIDE) == 0:
        return (rng.pick(prompt.asides).key,)
    if prompt.kind == "each":
        return tuple(rng.pick(group).key for group in prompt.groups)
    if prompt.kind == "one":  # as below, for the most frequent question
        rng.below(1)
        return (rng.pick(prompt.options).key,)
    keys = [option.key for option in prompt.options for _ in range(option.limit)]
    count = prompt.min + rng.below(min(prompt.max, len(keys)) - prompt.min + 1)
    return tuple(rng.sample(keys, count))


def think(match: Match[Any], seat: Seat, policy: Policy, rng: Rng, budget: Budget | None = None) -> Line:
    """The line of answers that the policy gives on this seat. It is shown an imagined world, never the true State.

    budget: default `TRIES`. Raises ValueError if the seat is asked nothing.
    """
    world = match.world(seat, rng)
    prompt = world.prompt(seat)
    if prompt is None:
        raise ValueError(f"seat {seat} has nothing to decide")
    return policy(world, prompt, rng, budget or Budget())


def random_player(world: Match[Any], prompt: Prompt, rng: Rng, _budget: Budget) -> Line:
    return (random_answer(world, prompt, rng),)
