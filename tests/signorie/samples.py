"""Samples of this game for the shared tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.kernel import Message
from engines.signorie.view import Mat, View
from tests.project.pictures import Showpiece
from tests.reasons.accounts import Account, Amounts


def _choose_board_and_leaders_mat(view: View) -> dict[str, str]:
    leader = max(range(len(view.mats)), key=lambda seat: view.mats[seat].vp)
    return {"board": "board", "mat": f"mat:{leader}"}


SHOWPIECE = Showpiece(3, lambda view: view.round == 5 and view.phase != "actions", _choose_board_and_leaders_mat)
"""The fifth round with three players: the board, and the leader's mat."""


def _find_mat(view: View, seat: int) -> Mat:
    return next(mat for mat in view.mats if mat.seat == seat)


def _list_people(before: View, after: View, seat: int) -> Amounts:
    was, now = _find_mat(before, seat), _find_mat(after, seat)
    people = {("m[ae]n", "男性ミープル"): was.men - now.men, ("wom[ae]n", "女性ミープル"): was.women - now.women}
    return {units: n for units, n in people.items() if n > 0}


def list_losses(before: View, after: View, seat: int) -> Amounts:
    """Return the florins, men and women that the seat has less of."""
    florins = _find_mat(before, seat).florins - _find_mat(after, seat).florins
    return {**({("florins?", "フロリン"): florins} if florins > 0 else {}), **_list_people(before, after, seat)}


def _count_raised(name: str) -> Callable[[View, View, int, Message], set[int] | None]:
    """Return a count of how much more the seat has."""

    def count(before: View, after: View, seat: int, _: Message) -> set[int] | None:
        more = getattr(_find_mat(after, seat), name) - getattr(_find_mat(before, seat), name)
        return {more} if more > 0 else None

    return count


def _list_won_people(before: View, after: View, seat: int, _: Message) -> Amounts | None:
    return _list_people(after, before, seat) or None


def _find_row(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    """Return the VP of a row that scores now, or the tiles of a row with more tiles."""
    name = "vp" if reason.key == "aid.row" else "tiles"
    was, now = ({row.id: getattr(row, name) for row in _find_mat(view, seat).plan} for view in (before, after))
    number = reason.args[name]
    return {number} if number in [n for row, n in now.items() if n > was[row]] else None  # type: ignore[arg-type]


def _find_helper(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    return set() if len(_find_mat(after, seat).helpers) > len(_find_mat(before, seat).helpers) else None


def _count_career_steps(before: View, after: View, seat: int, _: Message) -> set[int] | None:
    was, now = (
        sum(slot.number * n for track in view.careers for slot in track.slots for owner, n in slot.men if owner == seat)
        for view in (before, after)
    )
    return {now - was} if now > was else None


def _count_initiative(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    was, now = (next(slot for slot in view.initiative if seat in slot.discs) for view in (before, after))
    if now.number <= was.number or bool(now.vp) != (reason.key == "aid.initiative"):
        return None
    return {now.number - was.number} | ({now.vp} if now.vp else set())


def _find_wedding(before: View, after: View, seat: int, _: Message) -> set[int] | None:
    was, now = (sum(son.is_married for son in _find_mat(view, seat).sons) for view in (before, after))
    return set() if now > was else None


def _count_dice(_: View, after: View, seat: int, reason: Message) -> set[int] | None:
    """Return the offspring dice that the Signoria action rolls, or the one of a helper."""
    dice = reason.args["dice"]
    return {dice, 1} if dice in (1, _find_mat(after, seat).offspring_dice) else None  # each brings 1


def _add_dice(before: View, after: View, seat: int, _: Message) -> set[int] | None:
    """R11 Return the sum of the dice that no longer keeps the threshold, and the threshold."""
    was, now = _find_mat(before, seat), _find_mat(after, seat)
    total = sum(pips for _colour, pips in now.dice)
    kept_before = sum(pips for _colour, pips in was.dice) <= was.threshold
    return {total, now.threshold} if kept_before and total > now.threshold else None


REASON_ACCOUNTS = {
    "aid.vp": Account(("VP", "勝利点"), _count_raised("vp")),
    "aid.florins": Account(("florin", "フロリン"), _count_raised("florins")),
    "aid.people": Account(("", ""), _list_won_people),
    "aid.row": Account(("VP", "点"), _find_row),
    "aid.tile": Account(("tile", "タイル"), _find_row),
    "aid.helper": Account(("from now on", "たびに"), _find_helper),
    "aid.careers": Account(("career", "職業"), _count_career_steps),
    "aid.initiative": Account(("initiative", "イニシアチブ"), _count_initiative),
    "aid.initiative_low": Account(("initiative", "イニシアチブ"), _count_initiative),
    "aid.bride": Account(("bride", "花嫁"), _find_wedding),
    "aid.offspring": Account(("offspring d", "子孫ダイス"), _count_dice),
    "aid.threshold": Account(("threshold", "しきい値"), _add_dice),
}
"""Amounts that each kind of reason tells, counted again from Views (tests/reasons)."""

UNCOUNTED_REASONS: Mapping[str, str] = {
    "aid.spent": "a price: `list_losses` counts it",
}
"""Key of a reason that no account counts -> what else checks it, or why nothing can."""
