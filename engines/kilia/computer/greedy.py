"""The greedy player: the kernel's search, with what Kilia knows about its questions."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel import Greedy, Option, Prompt
from engines.kilia.table.questions import HowToCover, HowToPay, RefreshOffer, WhichAction, WhichSegment, WhichWay
from engines.kilia.table.state import State

from .worth import worth

WAYS = 3
"""So many ways to pay are tried: they are listed from the cheapest on."""


def promising(_s: State, prompt: Prompt) -> Sequence[Option]:
    """Options worth trying. Where a warehouse stands changes nothing (R16.2), and payments come cheapest first."""
    match prompt.about:
        case HowToPay():
            return [option for option in prompt.options if option.value is not None][:WAYS]
        case HowToCover() | WhichSegment():
            return prompt.options[:1]
        case WhichWay():
            return [option for option in prompt.options if option.value is not None]
        case RefreshOffer():  # who asks for new cards takes them: to ask and keep the old ones could go on for ever
            return [option for option in prompt.options if option.value]
        case _:
            return prompt.options


def at_the_menu(prompt: Prompt) -> bool:
    """Between two actions the State says all of where the turn stands."""
    return isinstance(prompt.about, WhichAction) and prompt.about.extra


greedy = Greedy(worth, prune=promising, rest=at_the_menu)
