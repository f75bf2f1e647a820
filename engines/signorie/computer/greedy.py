"""The strongest computer player of Signorie: it thinks its turn through (`Greedy`) and judges it by `worth`."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel import Greedy, Option, Prompt
from engines.signorie.effects.family import Roll
from engines.signorie.phases.dice import Die, die_cost
from engines.signorie.table.state import State

from .evaluation import worth

MEEPLE_ROLLED = 1.5
"""What an offspring die is worth before it is rolled."""


def worth_trying(_state: State, prompt: Prompt) -> Sequence[Option]:
    """Of dice of a colour and cost the lowest, and the highest grey one (for "+ die"); of all else everything."""
    kept: dict[object, Option] = {}
    for option in prompt.options:
        if isinstance(option.value, Die):
            color, cost = option.value.color, die_cost(option.value)
            kept.setdefault((color, cost), option)  # the lowest comes first
            if color == "grey":
                kept["grey, highest"] = option
        else:
            kept[option.key] = option
    return list({option.key: option for option in kept.values()}.values())


def prospect(_state: State, prompt: Prompt) -> float:
    """R8.4 Dice that are about to be rolled."""
    return MEEPLE_ROLLED * prompt.about.dice if isinstance(prompt.about, Roll) else 0.0


greedy = Greedy(worth, worth_trying, prospect=prospect)
