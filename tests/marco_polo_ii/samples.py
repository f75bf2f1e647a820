"""Samples of this game for the shared tools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.kernel import Message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from tests.project.pictures import Showpiece
from tests.reasons.accounts import Account, Amounts, Units, name_argument


def _is_late(view: View) -> bool:
    """Return whether this is the second half of the fourth round, with many dice on the table."""
    placed = sum(die.seat is not None for dice in view.spaces.values() for die in dice)
    return view.round == 4 and placed >= 12


def _map_and_actions(_: View) -> dict[str, str]:
    return {"board": "board", "actions": "actions"}


SHOWPIECE = Showpiece(4, _is_late, _map_and_actions)
"""The fourth round with four players."""


GOODS: dict[str, Units] = {
    "coins": ("coins?", "コイン"),
    "camels": ("camels?", "ラクダ"),
    "pepper": ("pepper", "胡椒"),
    "silk": ("silk", "絹"),
    "gold": ("gold", "金"),
    "jade": ("jade", "翡翠"),
}
"""Names of goods in the sentences of both languages."""


def list_losses(before: View, after: View, seat: int) -> Amounts:
    """Return the goods that the seat has less of."""
    was, now = before.mats[seat].resources, after.mats[seat].resources
    return {units: was[good] - now[good] for good, units in GOODS.items() if was[good] > now[good]}


def _list_won_goods(before: View, after: View, seat: int, _: Message) -> Amounts | None:
    return list_losses(after, before, seat) or None


def _count_points(before: View, after: View, seat: int, _: Message) -> set[int] | None:
    won = after.mats[seat].vp - before.mats[seat].vp
    return {won} if won > 0 else None


def _find_post(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    posts = {*after.mats[seat].posts} - {*before.mats[seat].posts}
    new_crests = {*after.mats[seat].crests} - {*before.mats[seat].crests}
    has_crest = reason.key != "aid.crest" or name_argument(reason, "crest") in new_crests
    return set() if name_argument(reason, "city") in posts and has_crest else None


def _find_seal(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    guild = name_argument(reason, "guild")
    steps = [view.mats[seat].seals.get(guild) for view in (before, after)]  # type: ignore[call-overload]
    is_so = steps == [False, True] if reason.key == "aid.improved" else steps[0] is None is not steps[1]
    return set() if is_so else None


def _iter_payable(view: View, seat: int) -> Iterator[str]:
    """R7 Yield the contracts that can be paid; each jade stands for a coin or a camel."""
    mat = view.mats[seat]
    for ident in filter(None, mat.contract_slots):
        cost = CONTENT.contracts[ident].cost
        lacking = {good: max(0, getattr(cost, good) - n) for good, n in mat.resources.items() if good != "jade"}
        replaced = lacking.pop("coins") + lacking.pop("camels")
        if not any(lacking.values()) and replaced + cost.jade <= mat.resources["jade"]:
            yield ident


def _count_contracts(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    """Return the points of contracts that are new, or can newly be fulfilled, and how many have as many points."""
    payable = {*_iter_payable(after, seat)}
    if reason.key == "aid.contract":
        new = {*filter(None, after.mats[seat].contract_slots)} - {*before.mats[seat].contract_slots} - payable
    else:
        new = payable - {*_iter_payable(before, seat)}
    points = reason.args["vp"]
    assert isinstance(points, int)
    number = [CONTENT.contracts[ident].reward.vp for ident in new].count(points)
    return {points, number} if number else None


REASON_ACCOUNTS = {
    "aid.vp": Account(("VP", "点"), _count_points),
    "aid.goods": Account(("", ""), _list_won_goods),
    "aid.crest": Account(("post in", "交易所"), _find_post),
    "aid.post": Account(("post in", "交易所"), _find_post),
    "aid.seal": Account(("seal", "マーカー"), _find_seal),
    "aid.improved": Account(("improved", "強化"), _find_seal),
    "aid.contract": Account(("contracts? for", "点の契約"), _count_contracts),
    "aid.can_fulfil": Account(("can be fulfilled", "達成できる"), _count_contracts),
}
"""Amounts that each kind of reason tells, counted again from Views (tests/reasons)."""

NAMING_LABELS = frozenset(("contract.discard_held", "contract.discard_drawn"))
"""Labels whose numbers are those of a contract that brings nothing any more."""

UNCOUNTED_REASONS: Mapping[str, str] = {
    "aid.black": "a hope: what the roll brings is not known before",
    "aid.draw": "a hope: what is drawn is not known before",
    "aid.again": "a hope: what the roll brings is not known before",
}
"""Key of a reason that no account counts -> what else checks it, or why nothing can."""
