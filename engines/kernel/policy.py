"""Computer players that know no game: the random one fills seats and fuzzes the rules."""

from __future__ import annotations

from typing import Any

from .chance import Rng
from .game import Game, Policy
from .match import Match
from .prompt import Prompt

RANDOM = "random"


ASIDE = 4
"""One answer in so many takes something that stands beside the question."""


def random_answer(world: Match[Any], prompt: Prompt, rng: Rng) -> tuple[str, ...]:
    """Any legal answer; the number of options is drawn first, then which."""
    if prompt.asides and rng.below(ASIDE) == 0:
        return (rng.pick(prompt.asides).key,)
    if prompt.kind == "each":
        return tuple(rng.pick(group).key for group in prompt.groups)
    keys = [option.key for option in prompt.options for _ in range(option.limit)]
    count = prompt.min + rng.below(min(prompt.max, len(keys)) - prompt.min + 1)
    return tuple(rng.sample(keys, count))


def policies(game: Game[Any]) -> dict[str, Policy]:
    """The game's computer players by name, the strongest first; "random" is always the last."""
    return {**game.policies, RANDOM: random_answer}
