"""Samples of this game for the shared tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.kernel import Message, Prompt
from engines.pax_pamir.computer.greedy import evaluate_coalitions
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.table.state import COLUMNS, State
from engines.pax_pamir.view import View
from tests.project.pictures import Showpiece
from tests.reasons.accounts import Account, Amounts, name_argument
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


def list_losses(before: View, after: View, seat: int) -> Amounts:
    """Return the rupees paid. Those on a bought card are a gain of their own, as its option tells."""
    found = sum(old.rupees for old, new in zip(before.market, after.market, strict=True) if old.card and not new.card)
    spent = before.players[seat].rupees - after.players[seat].rupees + found
    return {("rupees?", "ルピー"): spent} if spent > 0 else {}


def _count_more(name: str, *, in_all: bool = False) -> Callable[[View, View, int, Message], set[int] | None]:
    """Return a count of how much more the seat has, or of what it then has."""

    def count(before: View, after: View, seat: int, _: Message) -> set[int] | None:
        was, now = (getattr(view.players[seat], name) for view in (before, after))
        return {now if in_all else now - was} if now > was else None

    return count


def _count_blocks(before: View, after: View, _: int, reason: Message) -> set[int] | None:
    name = name_argument(reason, "coalition")
    coalition = next(coalition for coalition in COALITIONS if coalition == name)
    was, now = (
        sum(region.armies.get(coalition, 0) for region in view.regions)
        + sum(border.roads.get(coalition, 0) for border in view.borders)
        for view in (before, after)
    )
    return {now - was} if now > was else None


def _find_ruler(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    region = name_argument(reason, "region")
    was, now = (next(x.ruler for x in view.regions if x.id == region) for view in (before, after))
    is_so = now == seat != was if reason.key == "aid.rules" else was not in (None, seat, now)
    return set() if is_so else None


def _count_found(before: View, after: View, _: int, reason: Message) -> set[int] | None:
    found = sum(old.rupees for old, new in zip(before.market, after.market, strict=True) if old.card and not new.card)
    return {found} if found else None


def _find_lost_cards(before: View, after: View, seat: int, _: Message) -> set[int] | None:
    courts = [[{slot.card for slot in player.court} for player in view.players] for view in (before, after)]
    lost = [was - now for player, (was, now) in enumerate(zip(*courts, strict=True)) if player != seat]
    return set() if any(lost) else None


REASON_ACCOUNTS = {
    "aid.points": Account(("VP", "勝利点"), _count_more("vp")),
    "aid.influence": Account(("influence", "影響力"), _count_more("influence", in_all=True)),
    "aid.cylinders": Account(("cylinders", "円柱駒"), _count_more("in_play", in_all=True)),
    "aid.rupees": Account(("rupee", "ルピー"), _count_more("rupees")),
    "aid.blocks": Account(("block", "駒"), _count_blocks),
    "aid.rules": Account(("rule", "支配者"), _find_ruler),
    "aid.unseats": Account(("no longer rule", "支配を失う"), _find_ruler),
    "aid.lying": Account(("rupee", "ルピー"), _count_found),
    "aid.loses": Account(("loses", "失う"), _find_lost_cards),
}
"""What each kind of reason tells, counted again from Views (tests/reasons)."""
