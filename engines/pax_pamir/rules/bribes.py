"""R7 Settlement of a bribe: it is paid, lowered or declined, or the action does not happen."""

from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from engines.kernel import GameContext, Message, NounRef, Option, SeatRef
from engines.pax_pamir.table import bribes
from engines.pax_pamir.table.questions import BribeAnswered, BribeAsked, BribeOffered
from engines.pax_pamir.table.state import Request, State

from .decisions import decide

Settlement = bribes.Pay | bribes.Decline | bribes.GiveUp


async def settle_bribe(
    ctx: GameContext[State],
    payer: int,
    due: bribes.Due,
    kind: Literal["play", "hostage"],
    card: int,
    plan: Message,
    cost: int = 0,
    *,
    describe_results: Callable[[], Message] | None = None,
) -> bool:
    """R7.2-R7.7 Negotiate the bribe and pay it. Return False if the action does not happen.

    plan: text of the action for which the bribe is due; cost: rupees of the action itself, which must remain;
    describe_results: returns the results of the action, if the plan does not say them.
    """
    s = ctx.state
    s.current_turn.request = request = Request(kind, payer, due.payee, card, due.full)
    settlement = await _negotiate(ctx, request, plan, cost, describe_results)
    s.current_turn.request = None
    match settlement:
        case bribes.Pay(price):
            pay_bribe(ctx, payer, due, price)
            return True
        case bribes.Decline():
            ctx.log_event(
                "bribe.declined",
                who=s.name_player(payer),
                payee=s.name_player(due.payee),
                full=due.full,
                event=_COURTLY,
            )
            return True
        case bribes.GiveUp():
            if request.offer is not None:
                ctx.log_event("bribe.given_up", who=s.name_player(payer), plan=plan)
            return False


def pay_bribe(ctx: GameContext[State], payer: int, due: bribes.Due, price: int) -> None:
    """R7 Pay the agreed rupees to the payee."""
    s = ctx.state
    s.players[payer].rupees -= price
    s.players[due.payee].rupees += price
    payer_ref, payee = s.name_player(payer), s.name_player(due.payee)
    if not price:
        ctx.log_event("bribe.waived", who=payer_ref, payee=payee, full=due.full)
    elif price < due.full:
        ctx.log_event("bribe.paid_less", who=payer_ref, payee=payee, price=price, full=due.full)
    else:
        ctx.log_event("bribe.paid", who=payer_ref, payee=payee, price=price)


async def _negotiate(
    ctx: GameContext[State], request: Request, plan: Message, cost: int, describe_results: Callable[[], Message] | None
) -> Settlement:
    """R7.2-R7.4 Ask the payer to pay or offer less, then the payee for a sum, then the payer to pay it or give up."""
    s = ctx.state
    payer, payee, full = request.payer, s.name_player(request.payee), request.full
    rupees_left = s.players[payer].rupees - cost
    choice: Settlement | bribes.Offer = await decide(
        ctx,
        payer,
        "bribe.ask",
        _build_payer_options(
            full, rupees_left, bribes.can_be_lowered(s, bribes.Due(request.payee, full)), bribes.may_decline(s, payer)
        ),
        BribeAsked(request.payee, full),
        rule="R7",
        default="cancel",
        payee=payee,
        plan=plan,
        full=full,
        purse=_describe_purse(rupees_left, cost),
    )
    if not isinstance(choice, bribes.Offer):
        return choice
    offer = request.offer = choice.price
    demanded = await _ask_payee(ctx, request, plan, offer, rupees_left, describe_results)
    if demanded <= offer:
        return bribes.Pay(demanded)
    is_countered = demanded < full
    settlement: Settlement = await ctx.choose(
        payer,
        "bribe.countered" if is_countered else "bribe.refused",
        _build_final_options(full, rupees_left, demanded),
        rule="R7",
        default="cancel",
        subject=BribeAnswered(request.payee, full, offer, demanded),
        payee=payee,
        plan=plan,
        full=full,
        offer=offer,
        asked=demanded,
        purse=_describe_purse(rupees_left, cost),
    )
    if not is_countered or isinstance(settlement, bribes.GiveUp):
        s.current_turn.requests += 1
    return settlement


def _describe_purse(left: int, cost: int) -> Message:
    """Return a text of the payer's rupees. left: without the cost of the action, which the bribe may not use."""
    return (
        Message("bribe.purse_less", {"rupees": left + cost, "cost": cost})
        if cost
        else Message("bribe.purse", {"rupees": left})
    )


async def _ask_payee(
    ctx: GameContext[State],
    request: Request,
    plan: Message,
    offer: int,
    max_price: int,
    describe_results: Callable[[], Message] | None,
) -> int:
    """R7.3 Return the sum that the payee demands: the offer, less or more. The full bribe is a refusal.

    max_price: rupees that the payer can pay.
    """
    s = ctx.state
    payer, payee, full = s.name_player(request.payer), s.name_player(request.payee), request.full
    ctx.log_event("bribe.offered", who=payer, payee=payee, plan=plan, full=full, offer=offer)
    demanded: int = await ctx.choose(
        request.payee,
        "bribe.reply",
        _build_payee_options(full, offer, max_price, payer, describe_results),
        rule="R7",
        topic=bribes.build_preset_topic_id(request.payer),
        default="refuse",
        subject=BribeOffered(request.payer, full, offer),
        payer=payer,
        plan=plan,
        full=full,
        offer=offer,
        most=max_price,
    )
    if demanded == full:
        ctx.log_event("bribe.no", who=payee, full=full)
    elif demanded > offer:
        ctx.log_event("bribe.asked", who=payee, price=demanded)
        request.counter = demanded
    return demanded


@lru_cache(1024)
def _build_payer_options(full: int, left: int, may_ask: bool, may_decline_bribe: bool) -> tuple[Option, ...]:
    """R7.2 Return the payer's options: decline by Courtly Manners, pay in full, offer less, give up."""
    options = []
    if may_decline_bribe:
        detail = Message("bribe.decline_detail", {"event": _COURTLY})
        options.append(Option("decline", bribes.Decline(), Message("bribe.decline"), detail))
    if full <= left:
        options.append(_build_pay_option("pay", full, left))
    if may_ask:
        for offer in range(min(full - 1, left), -1, -1):
            label = Message("bribe.offer", {"offer": offer}) if offer else Message("bribe.offer_none")
            detail = Message("bribe.offer_detail", {"off": full - offer})
            options.append(Option(f"offer:{offer}", bribes.Offer(offer), label, detail))
    return (*options, _CANCEL)


@lru_cache(1024)
def _build_final_options(full: int, left: int, demanded: int) -> tuple[Option, ...]:
    """R7.4 Return the payer's options after the reply: pay the demanded sum or the full bribe, give up."""
    prices = {f"pay:{demanded}": demanded, "pay": full} if demanded < full else {"pay": full}
    return (*(_build_pay_option(key, price, left) for key, price in prices.items() if price <= left), _CANCEL)


def _build_payee_options(
    full: int, offer: int, max_price: int, payer: SeatRef | NounRef, describe_results: Callable[[], Message] | None
) -> tuple[Option, ...]:
    """R7.3 Return the payee's options: any sum from 0 to the full bribe. A sum that the payer lacks ends the action."""
    out_of_reach = Message("bribe.out_of_reach", {"payer": payer, "most": max_price})
    accept = Option(
        "accept",
        offer,
        Message("bribe.accept", {"offer": offer}) if offer else Message("bribe.waive"),
        describe_results,
    )
    sums = [n for n in range(full - 1, -1, -1) if n != offer]
    counter_options = [
        Option(
            f"counter:{n}",
            n,
            Message("bribe.counter", {"price": n}) if n else Message("bribe.waive"),
            out_of_reach if n > max_price else None,
        )
        for n in sums
    ]
    refuse = Option("refuse", full, Message("bribe.refuse", {"full": full}), out_of_reach if full > max_price else None)
    return accept, *counter_options, refuse


def _build_pay_option(key: str, price: int, left: int) -> Option:
    label = Message("bribe.pay", {"price": price}) if price else Message("bribe.pay_none")
    return Option(key, bribes.Pay(price), label, Message("bribe.pay_detail", {"left": left - price}))


_COURTLY = NounRef("event.courtly_manners")
_CANCEL = Option("cancel", bribes.GiveUp(), Message("bribe.cancel"), Message("bribe.cancel_detail"))
