"""A round: price marks (R2), the crate (R3), bids (R4), claims (R5); after the last one the holds are opened (R6)."""

from functools import partial

from msgspec import Struct

from engines.kernel import Option, Prompt, Seat, Standing, Table, Term, Who, say

from .content import CONTENT
from .scoring import over
from .state import State
from .view import View


class Claim(Struct, frozen=True):
    """R5 What a claim is about: the price that was paid."""

    price: int


async def turn(t: Table[State]) -> None:
    """One round, from checkpoint to checkpoint."""
    await post_prices(t)
    await t.confirm(t.state.crier, "open", rule="R3")
    lot = t.state.lot = t.draw(t.state.pile)
    t.tell("drawn", lot=Term(f"goods.{lot}"))
    await auction(t, lot)
    t.state.lot = None
    t.state.round += 1
    if over(t.state):
        t.reveal()
        for seat, m in enumerate(t.state.merchants):
            if m.hold:
                t.tell("opened", who=Who(seat), crates=tuple(Term(f"goods.{good}") for good in m.hold))


async def post_prices(t: Table[State]) -> None:
    """R2 The crier spreads two marks over the goods; each raises a price by 1, none above 9."""
    s = t.state
    room = {good: min(CONTENT.marks, CONTENT.top_price - price) for good, price in s.prices.items()}
    slots = [
        Option(
            key=f"raise:{good}",
            value=good,
            label=say("raise.label", good=Term(f"goods.{good}")),
            detail=say("raise.detail", price=s.prices[good]),
            place=f"good:{good}",
            limit=most,
        )
        for good, most in room.items()
        if most
    ]
    marks = min(CONTENT.marks, sum(room.values()))
    for good, count in (await t.allocate(s.crier, "raise.ask", slots, marks, rule="R2", marks=marks)).items():
        s.prices[good] += count
        t.tell("raise.done", who=Who(s.crier), good=Term(f"goods.{good}"), price=s.prices[good])


async def auction(t: Table[State], lot: str) -> None:
    """R4 All bid at once; the highest pays and takes the crate, of equals the first clockwise from the crier."""
    s = t.state
    bids = await t.together([bid(t, seat, lot) for seat in s.clockwise(s.crier)])
    for seat, coins in bids.items():
        t.tell("bid.told", who=Who(seat), coins=coins)
    winner = max(s.clockwise(s.crier), key=lambda seat: bids[seat])
    price = bids[winner]
    if not price:
        s.sea.append(lot)
        t.tell("unsold", lot=Term(f"goods.{lot}"))
        return
    s.merchants[winner].coins -= price
    t.tell("sold", who=Who(winner), lot=Term(f"goods.{lot}"), price=price)
    await claims(t, winner, lot, price)
    s.merchants[winner].quay.append(lot)


def bid(t: Table[State], seat: Seat, lot: str) -> Prompt:
    purse = t.state.merchants[seat].coins
    options = [
        Option(f"bid:{n}", n, say("bid.label", coins=n), say("bid.detail", left=purse - n)) for n in range(purse + 1)
    ]
    return t.question(seat, "bid.ask", options, default=("bid:0",), rule="R4", lot=Term(f"goods.{lot}"))


async def claims(t: Table[State], winner: Seat, lot: str, price: int) -> None:
    """R5 Clockwise, each other seat may show the same good from the hold and be paid instead of the harbour.

    Everybody is asked, also who cannot: a question that was not put would tell what is in the hold.
    """
    s = t.state
    crate = Term(f"goods.{lot}")
    for seat in s.clockwise(winner)[1:]:
        answers = partial(claim, s, seat, lot, price)
        if await t.choose(
            seat,
            "claim.ask",
            answers,
            rule="R5",
            topic="claim",
            default="pass",
            always_ask=True,
            about=Claim(price),
            winner=Who(winner),
            lot=crate,
            price=price,
        ):
            s.merchants[seat].hold.remove(lot)
            s.merchants[seat].coins += price
            s.sea.append(lot)
            t.reveal()
            t.tell("claim.done", who=Who(seat), winner=Who(winner), lot=crate, price=price)
            return


def claim(s: State, seat: Seat, lot: str, price: int) -> list[Option]:
    """Listed by a function, since it depends on the hold: an imagined world asks the hold that it has dealt."""
    options = [Option("pass", False, say("claim.pass"))]
    if lot in s.merchants[seat].hold:
        options.append(
            Option("claim", True, say("claim.label", lot=Term(f"goods.{lot}")), say("claim.detail", price=price))
        )
    return options


def orders(_view: View, _seat: Seat) -> list[Option]:
    """Answers to R5 that a seat may give in advance."""
    from_price = [Option(f"from:{n}", n, say("orders.from", price=n)) for n in (1, 3, 5, 8)]
    return [Option("never", None, say("orders.never")), *from_price]


def ordered(prompt: Prompt, price: int | None) -> tuple[str, ...]:
    """What an order answers: claim from its price on if the hold allows it, else pass."""
    wanted = price is not None and prompt.about.price >= price
    return ("claim",) if wanted and any(option.key == "claim" for option in prompt.options) else ("pass",)


CLAIM = Standing(say("standing.claim"), orders, ordered)
