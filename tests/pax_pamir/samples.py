"""Samples of this game for the shared tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.kernel import Message, Prompt, SeatRef
from engines.pax_pamir.computer.greedy import evaluate_coalitions
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.table.names import name_card
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
    """Return the rupees paid. Rupees on a bought card are a gain of their own, as its option tells."""
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


def _compute_check_points(view: View) -> list[int]:
    """R10.3 Return the VP of a check now: shares of 5, 3, 1 by influence with a dominant coalition, else 3, 1."""
    (top, top_count), (_, second_count), _ = sorted(view.blocks.items(), key=lambda item: -item[1])
    is_dominant = top_count - second_count >= view.lead
    strengths = {
        player.number: player.influence if is_dominant else player.in_play
        for player in view.players
        if not is_dominant or player.is_automa or player.loyalty == top
    }
    values = [value * (2 if view.checks_left == 1 else 1) for value in ((5, 3, 1) if is_dominant else (3, 1))]
    points = [0] * len(view.players)
    for player, strength in strengths.items():
        place = sum(other > strength for other in strengths.values())
        tied = [*strengths.values()].count(strength)
        points[player] = sum(values[place : place + tied]) // tied
    return points


def _count_lead(before: View, after: View, seat: int, _: Message) -> set[int] | None:
    """R10.3 Return by how much the seat's VP of a check now grow against those of the best other player."""
    leads = []
    for points in map(_compute_check_points, (before, after)):
        leads.append(points[seat] - max(points[:seat] + points[seat + 1 :]))
    return {leads[1] - leads[0]} if leads[1] > leads[0] else None


def _find_check_winner(view: View) -> int | None:
    """R10.4 Return who would win by a check that lies in the market: ahead by 4, or ahead at all at the last one."""
    totals = [player.vp + points for player, points in zip(view.players, _compute_check_points(view), strict=True)]
    first, second, *_ = sorted(totals, reverse=True)
    is_near = any(space.card in CONTENT.checks for space in view.market)
    lead = 1 if view.checks_left == 1 else 4
    return totals.index(first) if is_near and first - second >= lead else None


def _find_new_winner(before: View, after: View, seat: int, _: Message) -> set[int] | None:
    winner = _find_check_winner(after)
    return set() if winner not in (None, seat, _find_check_winner(before)) else None


def _list_captors(view: View) -> dict[int, tuple[int, int]]:
    """R4.6 Return card -> (owner, player with most spies on it, if that is somebody else) of the hostages."""
    hostages = {}
    for player in view.players:
        for slot in player.court:
            captor = slot.spies.index(max(slot.spies)) if slot.spies else player.number
            if captor != player.number and slot.spies.count(max(slot.spies)) == 1:
                hostages[slot.card] = (player.number, captor)
    return hostages


def _find_hostage(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    """Return whether the named card of the named player has come into the seat's hands, or the seat's own is free."""
    was, now = _list_captors(before), _list_captors(after)
    court = {slot.card for slot in after.players[seat].court}
    if reason.key == "aid.freed":
        cards = {card for card, (owner, _) in was.items() if owner == seat and card not in now and card in court}
    else:
        who = reason.args["who"]
        taken = {card: owner for card, (owner, captor) in now.items() if captor == seat != was.get(card, (0, None))[1]}
        cards = {card for card, owner in taken.items() if not isinstance(who, SeatRef) or who.seat == owner}
    return set() if reason.args["card"] in [name_card(card) for card in cards] else None


def _count_merits(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    """R4.1 Return the ranks (and rupees) told of the cards bought or played: their new actions, abilities and stars."""
    was, now = before.players[seat], after.players[seat]
    if reason.key == "aid.court":
        new = [slot.card for slot in now.court if slot.card not in {old.card for old in was.court}]
        new = [card for card in new if CONTENT.cards[card].actions]
    else:
        new = [card for card in now.hand or () if card not in (was.hand or ())]
    printed = [CONTENT.cards[card] for card in new]
    known = {action for slot in was.court for action in CONTENT.cards[slot.card].actions}
    actions = [action for card in printed for action in card.actions if action not in known]
    ranks: dict[str, int] = {}
    for card in printed:
        ranks[card.suit] = ranks.get(card.suit, 0) + card.rank
    abilities = [card.ability for card in printed if card.ability != "none"]
    if actions or abilities or len(ranks) > 1 or "military" not in ranks:
        ranks.pop("military", None)
    merits = reason.args["merits"]
    assert isinstance(merits, tuple)
    told = [merit for merit in merits if isinstance(merit, Message)]
    told_ranks = {merit.key.removeprefix("aid.stars."): merit.args["rank"] for merit in told if "rank" in merit.args}
    told_actions = {str(merit.args.get("action", merit)) for merit in told if "aid.action." in str(merit)}
    told_abilities = [merit.key.removeprefix("aid.ability.") for merit in told if ".ability." in merit.key]
    if (told_ranks, told_actions, told_abilities) != (
        ranks,
        {str(Message(f"aid.action.{action}")) for action in actions},
        abilities,
    ):
        return None
    in_words = {1, 2} if {*abilities} & TWOFOLD_ABILITIES else {1} if abilities else set[int]()
    found = _count_found(before, after, seat, reason) if reason.key == "aid.lying_card" else set[int]()
    return None if found is None else {*ranks.values(), *found, *in_words}


TWOFOLD_ABILITIES = {"insurrection", "well_connected"}
"""Abilities whose words tell a 2."""


def _find_first_place(_: View, after: View, seat: int, __: Message) -> set[int] | None:
    """R10.4 Return the place, which the words of a language may tell as a number."""
    vp = [player.vp for player in after.players]
    return {1} if after.scores and vp[seat] == max(vp) else None


def _find_new_loyalty(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    was, now = before.players[seat].loyalty, after.players[seat].loyalty
    return set() if now == name_argument(reason, "coalition") and now != was else None


REASON_ACCOUNTS = {
    "aid.points": Account(("VP", "勝利点"), _count_more("vp")),
    "aid.influence": Account(("influence", "影響力"), _count_more("influence", in_all=True)),
    "aid.cylinders": Account(("cylinders?", "円柱駒"), _count_more("in_play", in_all=True)),
    "aid.rupees": Account(("rupee", "ルピー"), _count_more("rupees")),
    "aid.blocks": Account(("block", "駒"), _count_blocks),
    "aid.rules": Account(("rule", "支配者"), _find_ruler),
    "aid.unseats": Account(("no longer rule", "支配を失う"), _find_ruler),
    "aid.lying": Account(("rupee", "ルピー"), _count_found),
    "aid.loses": Account(("loses", "失う"), _find_lost_cards),
    "aid.check": Account(("VP better", "点よく"), _count_lead),
    "aid.first": Account(("first place", "1位"), _find_first_place),
    "aid.hostage": Account(("hostage", "人質に取る"), _find_hostage),
    "aid.freed": Account(("frees", "自由になる"), _find_hostage),
    "aid.card": Account(("once played", "プレイすれば"), _count_merits),
    "aid.lying_card": Account(("rupees? on it", "上の.*ルピー"), _count_merits),
    "aid.court": Account(("in your court", "宮廷に入ると"), _count_merits),
    "aid.loyalty": Account(("loyalty becomes", "忠誠が.*変わる"), _find_new_loyalty),
    "aid.wins": Account(("win the game", "勝つ"), _find_new_winner),
}
"""Amounts that each kind of reason tells, counted again from Views (tests/reasons)."""

UNCOUNTED_REASONS: Mapping[str, str] = {
    "aid.spent": "a price: `list_losses` counts it",
    "aid.can": "a merit of a card, which the account of the card reads",
}
"""Key of a reason that no account counts -> what else checks it, or why nothing can."""
