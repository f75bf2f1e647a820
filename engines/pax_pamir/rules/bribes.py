"""R7 Bribes: who is owed one, and settling it by post: paid, lowered or declined, or the action does not happen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from engines.kernel import LETTERS, Msg, Option, Prompt, Seat, Standing, Table, Term, Who
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.abilities import has
from engines.pax_pamir.table.derived import holder
from engines.pax_pamir.table.state import Request, State

if TYPE_CHECKING:
    from engines.pax_pamir.view import View  # which tells the bribes that are due

COURTLY = 107
"""Event: its buyer may decline to pay (Courtly Manners); discarded, nobody pays (Disregard for Customs)."""
REQUESTS = 3
"""R7.5 Requests per turn that may fail; after that only the full bribe is left."""
DECLINED = -1
"""Instead of a price: the payer declines to pay, by Courtly Manners."""


class Due(NamedTuple):
    """A bribe: who receives it, and how much it is unless it is lowered."""

    payee: int
    full: int


def for_play(s: State, player: int, card: int) -> Due | None:
    """R6.2, R7 Playing a card: its region's ruler is owed a rupee for each tribe there; armies do not count.

    R11 Charismatic Courtiers (#42) in the own court: nothing is owed.
    """
    region = CONTENT.cards[card].region
    ruler = s.rulers[region]
    if ruler is None or ruler == player or COURTLY in s.globals or has(s, player, "charismatic_courtiers"):
        return None
    return Due(ruler, s.tribes[region][ruler])


def for_hostage(s: State, player: int, card: int) -> Due | None:
    """R4.6, R7 Using a card of the own court: who holds it hostage is owed a rupee for each of his spies on it.

    R11 Civil Service Reforms (#24): nothing is owed.
    """
    if card not in s.spies:
        return None
    captor = holder(s, card)
    if captor is None or COURTLY in s.globals or has(s, player, "civil_service_reforms"):
        return None
    return Due(captor, s.spies[card][captor])


def may_decline(s: State, player: int) -> bool:
    """R12 Courtly Manners (#107)."""
    return COURTLY in s.players[player].events


def can_be_lowered(s: State, due: Due) -> bool:
    """R7.5, R7.8 Three failed requests end the haggling of a turn. Wakhan never lowers a bribe."""
    return due.payee != s.wakhan and s.playing.requests < REQUESTS


def purse(s: State, player: int, due: Due | None) -> int:
    """R7 Rupees left for the action itself at best; below 0 the action is out of reach.

    A bribe may be lowered to 0 as long as its payee can still be asked.
    """
    rupees = s.players[player].rupees
    if due is None or may_decline(s, player) or can_be_lowered(s, due):
        return rupees
    return rupees - due.full


# ---------------------------------------------------------------- settling it


async def settle(
    t: Table[State], due: Due, kind: Literal["play", "hostage"], card: int, plan: Msg, cost: int = 0
) -> bool:
    """R7.2-R7.7 Come to terms about the bribe, and pay it; False: the action does not happen.

    plan: what the bribe is for, in words; cost: rupees of the action itself, which must remain.
    """
    s = t.state
    payer = s.playing.player
    s.playing.request = Request(kind, payer, due.payee, card, due.full)
    price = await _price(t, due, plan, cost)
    asked = _open(s).offer is not None
    s.playing.request = None
    if price is None:
        if asked:
            t.tell("bribe.given_up", who=s.named(payer), plan=plan)
        return False
    if price == DECLINED:
        decline(t, payer, due)
    else:
        pay(t, payer, due, price)
    return True


def decline(t: Table[State], payer: int, due: Due) -> None:
    """R12 Courtly Manners (#107): the payer owes the bribe, and does not pay it."""
    s = t.state
    t.tell("bribe.declined", who=s.named(payer), payee=s.named(due.payee), full=due.full, event=_COURTLY)


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


async def _price(t: Table[State], due: Due, plan: Msg, cost: int) -> int | None:
    """R7.2-R7.4 The rupees that the payer will pay; `DECLINED`; None: the action is given up."""
    s = t.state
    payer = s.playing.player
    payee, left = s.named(due.payee), s.players[payer].rupees - cost
    answers = _answers(due.full, left, can_be_lowered(s, due), may_decline(s, payer))
    first: int | str = await t.choose(
        payer,
        "bribe.ask",
        answers,
        rule="R7",
        default="cancel",
        payee=payee,
        plan=plan,
        full=due.full,
        purse=_purse(left, cost),
    )
    if not isinstance(first, str):
        return first
    if not first.startswith("offer:"):
        return None
    offer = int(first.removeprefix("offer:"))
    asked = await _ask_payee(t, due, plan, offer)
    if asked is not None and asked <= offer:
        return asked
    final = _final(due.full, left, asked)
    args: dict[str, Any] = {"payee": payee, "plan": plan, "full": due.full, "offer": offer}
    args["purse"] = _purse(left, cost)
    if asked is None:
        price: int | None = await t.choose(payer, "bribe.refused", final, rule="R7", default="cancel", **args)
    else:
        price = await t.choose(payer, "bribe.countered", final, rule="R7", default="cancel", **args, asked=asked)
    if asked is None or price is None:
        s.playing.requests += 1
    return price


def _purse(left: int, cost: int) -> Msg:
    """What the payer has; rupees that the action itself will cost are not there for the bribe."""
    return (
        Msg("bribe.purse_less", {"rupees": left + cost, "cost": cost}) if cost else Msg("bribe.purse", {"rupees": left})
    )


async def _ask_payee(t: Table[State], due: Due, plan: Msg, offer: int) -> int | None:
    """R7.3 The payee accepts the offer, names a sum, or refuses (None)."""
    s = t.state
    payer = s.playing.player
    _open(s).offer = offer
    t.tell("bribe.offered", who=s.named(payer), payee=s.named(due.payee), plan=plan, full=due.full, offer=offer)
    price: int | None = await t.choose(
        due.payee,
        "bribe.reply",
        _replies(due.full, offer),
        rule="R7",
        topic=topic(payer),
        default="refuse",
        payer=s.named(payer),
        plan=plan,
        full=due.full,
        offer=offer,
    )
    if price is None:
        t.tell("bribe.no", who=s.named(due.payee), full=due.full)
    elif price > offer:
        t.tell("bribe.asked", who=s.named(due.payee), price=price)
        _open(s).counter = price
    return price


def _open(s: State) -> Request:
    """The request that is being settled."""
    request = s.playing.request
    assert request is not None
    return request


@lru_cache(1024)
def _answers(full: int, left: int, requests: bool, decline: bool) -> tuple[Option, ...]:
    """R7.2 Pay in full, offer less, decline by Courtly Manners, give up."""
    options = []
    if decline:
        options.append(
            Option("decline", DECLINED, Msg("bribe.decline"), Msg("bribe.decline_detail", {"event": _COURTLY}))
        )
    if full <= left:
        options.append(_pay_option("pay", full, left))
    if requests:
        for offer in range(min(full - 1, left), -1, -1):
            label = Msg("bribe.offer", {"offer": offer}) if offer else Msg("bribe.offer_none")
            options.append(
                Option(f"offer:{offer}", f"offer:{offer}", label, Msg("bribe.offer_detail", {"off": full - offer}))
            )
    return (*options, _CANCEL)


@lru_cache(1024)
def _final(full: int, left: int, asked: int | None) -> tuple[Option, ...]:
    """R7.4 After the reply: what was named, the full bribe, or give up. Rupees that are not there cannot be paid."""
    prices = {f"pay:{asked}": asked, "pay": full} if asked is not None and asked < full else {"pay": full}
    return (*(_pay_option(key, price, left) for key, price in prices.items() if price <= left), _CANCEL)


@lru_cache(1024)
def _replies(full: int, offer: int) -> tuple[Option, ...]:
    """R7.3 The payee may name any sum from 0 to the full bribe; who names the full bribe refuses."""
    accept = Option("accept", offer, Msg("bribe.accept", {"offer": offer}) if offer else Msg("bribe.waive"))
    sums = [n for n in range(full - 1, -1, -1) if n != offer]
    named = [Option(f"counter:{n}", n, Msg("bribe.counter", {"price": n}) if n else Msg("bribe.waive")) for n in sums]
    return accept, *named, Option("refuse", None, Msg("bribe.refuse", {"full": full}))


def _pay_option(key: str, price: int, left: int) -> Option:
    label = Msg("bribe.pay", {"price": price}) if price else Msg("bribe.pay_none")
    return Option(key, price, label, Msg("bribe.pay_detail", {"left": left - price}))


_COURTLY = Term("event.courtly_manners")
_CANCEL = Option("cancel", None, Msg("bribe.cancel"), Msg("bribe.cancel_detail"))


# ---------------------------------------------------------------- standing answers


def topic(payer: Seat) -> str:
    """R7.7 Orders are given for each payer: "bribe_a" when A asks."""
    return f"bribe_{LETTERS[payer].lower()}"


def _standing(payer: Seat) -> Standing:
    def choices(view: View, seat: Seat) -> Sequence[Option]:
        people = [player.number for player in view.players if not player.automa]
        return _orders() if payer != seat and payer in people else ()

    return Standing(Msg("standing.bribe", {"payer": Who(payer)}), choices, ordered)


@lru_cache
def _orders() -> tuple[Option, ...]:
    """R7.7 Never, up to so many rupees off, or whatever is offered."""
    upto = [Option(f"upto:{n}", n, Msg("order.upto", {"off": n})) for n in (1, 2, 3)]
    return Option("never", 0, Msg("order.never")), *upto, Option("always", None, Msg("order.always"))


def ordered(prompt: Prompt, order: str) -> tuple[str, ...] | None:
    """R7.7 What an order answers: accept within its limit, else name the least that the limit allows."""
    full, offer = prompt.text.args["full"], prompt.text.args["offer"]
    assert isinstance(full, int) and isinstance(offer, int)
    match order.split(":"):
        case ["never"]:
            return ("refuse",)
        case ["always"]:
            return ("accept",)
        case ["upto", off]:
            least = full - int(off)
            return ("accept",) if offer >= least else (f"counter:{least}",)
        case _:
            return None


STANDING = {topic(seat): _standing(seat) for seat in range(CONTENT.data.meta.players_max)}
