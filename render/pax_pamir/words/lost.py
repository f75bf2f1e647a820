"""Why a card has left a court, as far as two Views tell: betrayed, overthrown, over the limit, of another loyalty."""

from collections.abc import Sequence

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render.pax_pamir.diff import Left


def why(fact: Left, lost: Sequence[Left], before: View, view: View, seat: int) -> str:
    """A key of [since]; `left` where more than one cause is possible, as where Wakhan may have had her turn.

    lost: all cards that have left courts. R4.8 One may pay for the leverage of another that has left the same court.
    """
    owner, card = fact.player, CONTENT.cards[fact.card]
    if fact.card in {taken for taken, _ in view.players[seat].prizes}:
        return "prize"
    if view.wakhan is not None:
        return "left"
    others = [one.card for one in lost if one.player == owner and one.card != fact.card]
    if any(CONTENT.cards[other].leveraged for other in others):
        return "left"
    was, now = before.players[owner], view.players[owner]
    if was.loyalty != now.loyalty and card.patriot != "none" and card.patriot == was.loyalty:
        return "patriot"
    betrayed, overthrown = _may_be_betrayed(fact, before, view, seat), _is_overthrown(fact, before, view)
    limited = owner == seat and _ended(before, view, seat) and len(now.court) == now.court_limit
    if overthrown and not limited:  # by a battle, or because the card was betrayed (R4.9)
        return "overthrown"
    possible = [key for key, may in (("betrayed", betrayed), ("overthrown", overthrown), ("limit", limited)) if may]
    return possible[0] if len(possible) == 1 else "left"


def unfought(lost: Sequence[Left], before: View, view: View, seat: int) -> frozenset[tuple[str, int]]:
    """R4.9 Regions, each with whose tribes have left it, where a betrayal may have done that, and no battle."""
    return frozenset(
        (CONTENT.cards[fact.card].region, fact.player)
        for fact in lost
        if _is_overthrown(fact, before, view) and _may_be_betrayed(fact, before, view, seat)
    )


def _is_overthrown(fact: Left, before: View, view: View) -> bool:
    """R4.9 Whether a political card has left a court, and all tribes its region."""
    card = CONTENT.cards[fact.card]
    return card.suit == "political" and _tribes_gone(before, view, fact.player, card.region)


def _may_be_betrayed(fact: Left, before: View, view: View, seat: int) -> bool:
    """R8.5 Whether the player could betray, and had a spy on the card, or has lost one that may have moved there."""
    return _betrays(before, view, seat) and (
        _spied(before, fact, seat) or (fact.player != seat and _spies_lost(before, view, seat))
    )


def _spies_lost(before: View, view: View, seat: int) -> bool:
    """Whether the player has fewer spies than before, with those that cards played since then have brought."""
    was, now = (sum(slot.spies[seat] for player in there.players for slot in player.court) for there in (before, view))
    old = {slot.card for slot in before.players[seat].court}
    new = (slot.card for slot in view.players[seat].court if slot.card not in old)
    return now < was + sum(CONTENT.cards[card].impact.count("spy") for card in new)


def _betrays(before: View, view: View, seat: int) -> bool:
    """R8.5 Whether a card that can betray lies, or lay, in the court."""
    slots = (*before.players[seat].court, *view.players[seat].court)
    return any("betray" in CONTENT.cards[slot.card].actions for slot in slots)


def _spied(before: View, fact: Left, seat: int) -> bool:
    """R8.5 Whether the player had a spy on the card."""
    return any(slot.card == fact.card and slot.spies[seat] for slot in before.players[fact.player].court)


def _tribes_gone(before: View, view: View, owner: int, region: str) -> bool:
    """R4.9 Whether the last tribe has left the region."""
    then, now = (next(one for one in there.regions if one.id == region).tribes[owner] for there in (before, view))
    return then > 0 and not now


def _ended(before: View, view: View, seat: int) -> bool:
    """R9.1 Only in the cleanup of the own turn a court that is too large is cut."""
    return before.turn is not None and before.turn.player == seat and (view.turn is None or view.turn.player != seat)
