"""Samples of this game for the shared tools."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel import Message, Prompt
from engines.quo_vadis.computer.war_value import estimate_answered_chance
from engines.quo_vadis.table.state import State
from engines.quo_vadis.view import View
from tests.project.pictures import Showpiece
from tests.reasons.truth import Fact


def _board(_: View) -> dict[str, str]:
    return {"board": "board"}


SHOWPIECE = Showpiece(4, lambda view: view.round == 7, _board)
"""The sixth round with four players."""


def _has_best_chance(state: State, prompt: Prompt, own: str, _reason: Message) -> bool:
    war = state.playing.war
    assert war is not None
    side, chances = war.find_side(prompt.seat), {}
    for option in prompt.options:
        side.bid = option.value
        chances[option.key] = estimate_answered_chance(state, war, prompt.seat)
        side.bid = None
    return max(chances.values()) - chances[own] < 0.001


def _may_still_grow(_state: State, _prompt: Prompt, _own: str, reason: Message) -> bool:
    cards, then = reason.args["cards"], reason.args["then"]
    assert isinstance(cards, int) and isinstance(then, int)
    return cards <= then


REASON_FACTS: Mapping[str, Fact] = {"aid.bid_last": _has_best_chance, "aid.stack": _may_still_grow}
"""Key of a reason with a superlative -> whether it is true (tests/reasons)."""
