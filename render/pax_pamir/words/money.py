"""Whose money a turn moved: taxes, bribes and gifts."""

from collections.abc import Iterator

from engines.pax_pamir.view import View
from render.kit.marks.news import Said
from render.pax_pamir.private.bribe import request_of
from render.pax_pamir.words.phrases import Phrases

_NOWHERE: frozenset[str] = frozenset()


def money(before: View, seat: int, phrases: Phrases) -> Iterator[Said]:
    """R7, R8.1, R8.2 What cards of the market and other players gave for taxes, who was paid a bribe, and gifts. A
    leverage that somebody had to pay back with a card of theirs is no tax, nor what Wakhan may have taken in a turn of
    hers; of a bribe that was answered the answer tells.
    """
    view = phrases.view
    if view.wakhan is not None or before.turn is None or before.turn.player != seat:
        return
    lay = {space.card: space.rupees for space in before.market if space.card is not None}
    if n := sum(max(0, lay.get(space.card, 0) - space.rupees) for space in view.market if space.card is not None):
        yield Said(phrases.say("since.taxed_market", n=n), _NOWHERE)
    request = request_of(before)
    answered = None if request is None else request.payee
    for then, now in zip(before.players, view.players, strict=True):
        more, who = now.rupees - then.rupees, phrases.player(now.number)
        kept = {slot.card for slot in then.court} <= {slot.card for slot in now.court}
        if now.number != seat and more < 0 and kept:
            yield Said(phrases.say("since.taxed", who=who, n=-more), _NOWHERE)
        elif now.number not in (seat, answered) and more > 0 and len(view.checks) == len(before.checks):
            yield Said(phrases.say("since.bribed", who=who, n=more), _NOWHERE)
    gifts = len(view.players[seat].gifts) - len(before.players[seat].gifts)
    if gifts > 0:
        yield Said(phrases.say("since.gift", n=gifts), _NOWHERE)
