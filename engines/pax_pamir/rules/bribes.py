"""R7 Settling a bribe by post: it is paid, lowered or declined, or the action does not happen."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from engines.kernel import Msg, Option, Table, Term, Who
from engines.pax_pamir.table.bribes import Decline, Due, GiveUp, Offer, Pay, can_be_lowered, may_decline, topic
from engines.pax_pamir.table.questions import BribeAnswered, BribeAsked, BribeOffered
from engines.pax_pamir.table.state import Request, State

from .decide import decide

Settlement = Pay | Decline | GiveUp


async def settle(
    t: Table[State],
    payer: int,
    due: Due,
    kind: Literal["play", "hostage"],
    card: int,
    plan: Msg,
    cost: int = 0,
    *,
    told: Callable[[], Msg] | None = None,
) -> bool:
    """R7.2-R7.7 Come to terms about the bribe, and pay it; False: the action does not happen.

    plan: what the bribe is for, in words; cost: rupees of the action itself, which must remain; told: what would come
    of it, where the plan does not say so.
    """
    s = t.state
    s.playing.request = request = Request(kind, payer, due.payee, card, due.full)
    settlement = await _come_to_terms(t, request, plan, cost, told)
    s.playing.request = None
    match settlement:
        case Pay(price):
            pay(t, payer, due, price)
            return True
        case Decline():
            t.tell("bribe.declined", who=s.named(payer), payee=s.named(due.payee), full=due.full, event=_COURTLY)
            return True
        case GiveUp():
            if request.offer is not None:
                t.tell("bribe.given_up", who=s.named(payer), plan=plan)
            return False


def pay(t: Table[State], payer: int, due: Due, price: int) -> None:
    """R7 The agreed rupees pass from the payer to the payee."""
    s = t.state
    s.players[payer].rupees -= price
    s.players[due.payee].rupees += price
    who, payee = s.named(payer), s.named(due.payee)
    if not price:
        t.tell("bribe.waived", who=who, payee=payee, full=due.full)
    elif price < due.full:
        t.tell("bribe.paid_less", who=who, payee=payee, price=price, full=due.full)
    else:
        t.tell("bribe.paid", who=who, payee=payee, price=price)


async def _come_to_terms(
    t: Table[State], request: Request, plan: Msg, cost: int, told: Callable[[], Msg] | None
) -> Settlement:
    """R7.2-R7.4 The payer pays, or offers less; then the payee names a sum, and the payer pays that or nothing."""
    s = t.state
    payer, payee, full = request.payer, s.named(request.payee), request.full
    left = s.players[payer].rupees - cost
    first: Settlement | Offer = await decide(
        t,
        payer,
        "bribe.ask",
        _answers(full, left, can_be_lowered(s, Due(request.payee, full)), may_decline(s, payer)),
        BribeAsked(request.payee, full),
        rule="R7",
        default="cancel",
        payee=payee,
        plan=plan,
        full=full,
        purse=_purse(left, cost),
    )
    if not isinstance(first, Offer):
        return first
    offer = request.offer = first.price
    named = await _ask_payee(t, request, plan, offer, left, told)
    if named <= offer:
        return Pay(named)
    countered = named < full
    settlement: Settlement = await t.choose(
        payer,
        "bribe.countered" if countered else "bribe.refused",
        _final(full, left, named),
        rule="R7",
        default="cancel",
        about=BribeAnswered(request.payee, full, offer, named),
        payee=payee,
        plan=plan,
        full=full,
        offer=offer,
        asked=named,
        purse=_purse(left, cost),
    )
    if not countered or isinstance(settlement, GiveUp):
        s.playing.requests += 1
    return settlement


def _purse(left: int, cost: int) -> Msg:
    """What the payer has; rupees that the action itself will cost are not there for the bribe."""
    return (
        Msg("bribe.purse_less", {"rupees": left + cost, "cost": cost}) if cost else Msg("bribe.purse", {"rupees": left})
    )


async def _ask_payee(
    t: Table[State], request: Request, plan: Msg, offer: int, most: int, told: Callable[[], Msg] | None
) -> int:
    """R7.3 The sum that the payee will take: what is offered, less or more. Who names the full bribe insists on it.

    most: what the payer can pay.
    """
    s = t.state
    payer, payee, full = s.named(request.payer), s.named(request.payee), request.full
    t.tell("bribe.offered", who=payer, payee=payee, plan=plan, full=full, offer=offer)
    named: int = await t.choose(
        request.payee,
        "bribe.reply",
        _replies(full, offer, most, payer, told),
        rule="R7",
        topic=topic(request.payer),
        default="refuse",
        about=BribeOffered(request.payer, full, offer),
        payer=payer,
        plan=plan,
        full=full,
        offer=offer,
        most=most,
    )
    if named == full:
        t.tell("bribe.no", who=payee, full=full)
    elif named > offer:
        t.tell("bribe.asked", who=payee, price=named)
        request.counter = named
    return named


@lru_cache(1024)
def _answers(full: int, left: int, requests: bool, decline: bool) -> tuple[Option, ...]:
    """R7.2 Pay in full, offer less, decline by Courtly Manners, give up."""
    options = []
    if decline:
        detail = Msg("bribe.decline_detail", {"event": _COURTLY})
        options.append(Option("decline", Decline(), Msg("bribe.decline"), detail))
    if full <= left:
        options.append(_pay_option("pay", full, left))
    if requests:
        for offer in range(min(full - 1, left), -1, -1):
            label = Msg("bribe.offer", {"offer": offer}) if offer else Msg("bribe.offer_none")
            detail = Msg("bribe.offer_detail", {"off": full - offer})
            options.append(Option(f"offer:{offer}", Offer(offer), label, detail))
    return (*options, _CANCEL)


@lru_cache(1024)
def _final(full: int, left: int, named: int) -> tuple[Option, ...]:
    """R7.4 After the reply: what was named, the full bribe, or give up. Rupees that are not there cannot be paid."""
    prices = {f"pay:{named}": named, "pay": full} if named < full else {"pay": full}
    return (*(_pay_option(key, price, left) for key, price in prices.items() if price <= left), _CANCEL)


def _replies(full: int, offer: int, most: int, payer: Who | Term, told: Callable[[], Msg] | None) -> tuple[Option, ...]:
    """R7.3 The payee may name any sum from 0 to the full bribe. Beyond the purse of the payer nothing happens."""
    out = Msg("bribe.out_of_reach", {"payer": payer, "most": most})
    accept = Option("accept", offer, Msg("bribe.accept", {"offer": offer}) if offer else Msg("bribe.waive"), told)
    sums = [n for n in range(full - 1, -1, -1) if n != offer]
    named = [
        Option(
            f"counter:{n}",
            n,
            Msg("bribe.counter", {"price": n}) if n else Msg("bribe.waive"),
            out if n > most else None,
        )
        for n in sums
    ]
    refuse = Option("refuse", full, Msg("bribe.refuse", {"full": full}), out if full > most else None)
    return accept, *named, refuse


def _pay_option(key: str, price: int, left: int) -> Option:
    label = Msg("bribe.pay", {"price": price}) if price else Msg("bribe.pay_none")
    return Option(key, Pay(price), label, Msg("bribe.pay_detail", {"left": left - price}))


_COURTLY = Term("event.courtly_manners")
_CANCEL = Option("cancel", GiveUp(), Msg("bribe.cancel"), Msg("bribe.cancel_detail"))
