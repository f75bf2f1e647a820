"""A round: price marks (R2), the crate (R3), bids (R4), claims (R5); after the last one the holds are opened (R6)."""

from functools import partial

from msgspec import Struct

from engines.kernel import GameContext, NounRef, Option, PresetTopic, Prompt, Seat, SeatRef, message

from .content import CONTENT
from .scoring import is_over
from .state import State
from .view import View


class Claim(Struct, frozen=True):
    """R5 The data of the question for a claim."""

    price: int
    """Price that the winner paid."""


async def play_turn(ctx: GameContext[State]) -> None:
    """Play one round, from checkpoint to checkpoint."""
    await post_prices(ctx)
    await ctx.confirm(ctx.state.crier, "open", rule="R3")
    lot = ctx.state.lot = ctx.take_from(ctx.state.pile)
    ctx.log_event("drawn", lot=NounRef(f"goods.{lot}"))
    await run_auction(ctx, lot)
    ctx.state.lot = None
    ctx.state.round += 1
    if is_over(ctx.state):
        ctx.mark_revealed()
        for seat, m in enumerate(ctx.state.merchants):
            if m.hold:
                ctx.log_event("opened", who=SeatRef(seat), crates=tuple(NounRef(f"goods.{good}") for good in m.hold))


async def post_prices(ctx: GameContext[State]) -> None:
    """R2 Let the crier distribute two marks over the goods; each raises a price by 1, up to 9."""
    s = ctx.state
    max_raises = {good: min(CONTENT.marks, CONTENT.top_price - price) for good, price in s.prices.items()}
    slots = [
        Option(
            key=f"raise:{good}",
            value=good,
            label=message("raise.label", good=NounRef(f"goods.{good}")),
            detail=message("raise.detail", price=s.prices[good]),
            place=f"good:{good}",
            limit=limit,
        )
        for good, limit in max_raises.items()
        if limit
    ]
    marks = min(CONTENT.marks, sum(max_raises.values()))
    for good, count in (await ctx.allocate(s.crier, "raise.ask", slots, marks, rule="R2", marks=marks)).items():
        s.prices[good] += count
        ctx.log_event("raise.done", who=SeatRef(s.crier), good=NounRef(f"goods.{good}"), price=s.prices[good])


async def run_auction(ctx: GameContext[State], lot: str) -> None:
    """R4 Let all seats bid at once. The highest bid wins the crate; of equals, the first clockwise from the crier."""
    s = ctx.state
    bids = await ctx.ask_together([build_bid_prompt(ctx, seat, lot) for seat in s.list_clockwise(s.crier)])
    for seat, coins in bids.items():
        ctx.log_event("bid.told", who=SeatRef(seat), coins=coins)
    winner = max(s.list_clockwise(s.crier), key=lambda seat: bids[seat])
    price = bids[winner]
    if not price:
        s.sea.append(lot)
        ctx.log_event("unsold", lot=NounRef(f"goods.{lot}"))
        return
    s.merchants[winner].coins -= price
    ctx.log_event("sold", who=SeatRef(winner), lot=NounRef(f"goods.{lot}"), price=price)
    await ask_claims(ctx, winner, lot, price)
    s.merchants[winner].quay.append(lot)


def build_bid_prompt(ctx: GameContext[State], seat: Seat, lot: str) -> Prompt:
    purse = ctx.state.merchants[seat].coins
    options = [
        Option(f"bid:{n}", n, message("bid.label", coins=n), message("bid.detail", left=purse - n))
        for n in range(purse + 1)
    ]
    return ctx.build_choice_prompt(seat, "bid.ask", options, default=("bid:0",), rule="R4", lot=NounRef(f"goods.{lot}"))


async def ask_claims(ctx: GameContext[State], winner: Seat, lot: str, price: int) -> None:
    """R5 Let each other seat, clockwise, claim the price by showing the same good from its hold.

    All are asked, even those without the good: otherwise a missing question would reveal what is in the hold.
    """
    s = ctx.state
    crate = NounRef(f"goods.{lot}")
    for seat in s.list_clockwise(winner)[1:]:
        list_answers = partial(list_claim_answers, s, seat, lot, price)
        if await ctx.choose(
            seat,
            "claim.ask",
            list_answers,
            rule="R5",
            topic="claim",
            default="pass",
            asks_always=True,
            subject=Claim(price),
            winner=SeatRef(winner),
            lot=crate,
            price=price,
        ):
            s.merchants[seat].hold.remove(lot)
            s.merchants[seat].coins += price
            s.sea.append(lot)
            ctx.mark_revealed()
            ctx.log_event("claim.done", who=SeatRef(seat), winner=SeatRef(winner), lot=crate, price=price)
            return


def list_claim_answers(s: State, seat: Seat, lot: str, price: int) -> list[Option]:
    """List the answers to a claim. As a function of the State it also works with redealt holds."""
    options = [Option("pass", False, message("claim.pass"))]
    if lot in s.merchants[seat].hold:
        options.append(
            Option(
                "claim", True, message("claim.label", lot=NounRef(f"goods.{lot}")), message("claim.detail", price=price)
            )
        )
    return options


def list_presets(_view: View, _seat: Seat) -> list[Option]:
    """List the presets for R5: answers that a seat may give in advance."""
    from_price = [Option(f"from:{n}", n, message("orders.from", price=n)) for n in (1, 3, 5, 8)]
    return [Option("never", None, message("orders.never")), *from_price]


def answer_preset(prompt: Prompt, price: int | None) -> tuple[str, ...]:
    """Return the answer of a preset: claim from its price on if the hold allows it, else pass."""
    wants_claim = price is not None and prompt.subject.price >= price
    return ("claim",) if wants_claim and any(option.key == "claim" for option in prompt.options) else ("pass",)


CLAIM_PRESETS = PresetTopic(message("standing.claim"), list_presets, answer_preset)
