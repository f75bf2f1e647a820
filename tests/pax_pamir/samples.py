"""Samples of this game for the shared tools."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel import Message, Prompt
from engines.pax_pamir.computer.greedy import evaluate_coalitions
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.table.state import COLUMNS, State
from tests.project.pictures import Showpiece
from tests.reasons.truth import Fact

SHOWPIECE = Showpiece(4, lambda view: view.checks_left < 2, lambda view: {"board": "board"})
"""Four players before the third dominance check."""


def _list_patriots(s: State, coalition: str) -> list[int]:
    """Return the columns of the market in which a patriot of the coalition lies."""
    cards = ((index % COLUMNS, space.card) for index, space in enumerate(s.market))
    return sorted(
        column for column, card in cards if card in CONTENT.cards and CONTENT.cards[card].patriot == coalition
    )


def _has_most(s: State, _prompt: Prompt, own: str, reason: Message) -> bool:
    counts: Mapping[str, int] = {name: len(_list_patriots(s, name)) for name in COALITIONS}
    return counts[own] == reason.args["count"] and all(counts[own] > counts[name] for name in COALITIONS if name != own)


def _has_cheapest(s: State, _prompt: Prompt, own: str, _reason: Message) -> bool:
    columns: Mapping[str, list[int]] = {name: _list_patriots(s, name) or [COLUMNS] for name in COALITIONS}
    return all(columns[own][0] < columns[name][0] for name in COALITIONS if name != own)


def _rank_coalition(s: State, _prompt: Prompt, own: str, _reason: Message) -> bool:
    values = evaluate_coalitions(s)
    return values[(own,)] == max(values.values())


def _are_coalitions_alike(s: State, _prompt: Prompt, _own: str, _reason: Message) -> bool:
    values = evaluate_coalitions(s).values()
    return max(values) - min(values) < 0.1


def _costs_least(_s: State, prompt: Prompt, own: str, _reason: Message) -> bool:
    prices: Mapping[str, int] = {option.key: option.value for option in prompt.options}
    return all(prices[own] < price for key, price in prices.items() if key != own)


REASON_FACTS: Mapping[str, Fact] = {
    "aid.patriots": _rank_coalition,
    "aid.patriots_most": _has_most,
    "aid.patriots_cheapest": _has_cheapest,
    "aid.patriots_shared": _rank_coalition,
    "aid.loyalties_alike": _are_coalitions_alike,
    "aid.loyalty_unsurpassed": _rank_coalition,
    "aid.cheapest": _costs_least,
}
"""Key of a reason with a superlative -> whether it is true (tests/reasons)."""
