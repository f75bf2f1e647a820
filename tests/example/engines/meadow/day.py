"""The hives (R2), and a round: baskets (R3), the morning (R4), the market (R5) with smoke beside it (R6)."""

from functools import partial

from engines.kernel import Default, Option, Prompt, Seat, Table, Term, Who, say

from .content import CONTENT, FLOWER
from .questions import Bring, Keep, Morning, PickHive
from .state import State, draw, hand_of

COLORS = ("amber", "moss", "plum", "sky")
FIRST_FLOWER = Default(lambda options: (options[0].key,), say("keep.silence"))


async def turn(t: Table[State]) -> None:
    """From checkpoint to checkpoint: all hives, one pick, one morning, or one seat's turn at the market."""
    match t.state.phase:
        case "hives":
            await pick_hives(t)
        case "baskets":
            await pick_flowers(t)
        case "morning":
            await morning(t)
        case "market":
            await market(t)


async def pick_hives(t: Table[State]) -> None:
    """R2 In turn order each takes a hive that is left; its colour is that of the seat from then on."""
    s = t.state
    for seat in s.order:
        left = [color for color in COLORS if color not in [keeper.color for keeper in s.keepers]]
        hives = [Option(f"hive:{color}", color, Term(f"hives.{color}")) for color in left]
        color = await t.choose(seat, "hive.ask", hives, rule="R2", default=hives[0].key, about=PickHive())
        s.keepers[seat].color = color
        t.tell("hive.done", who=Who(seat), hive=Term(f"hives.{color}"))
    s.phase = "baskets"


async def pick_flowers(t: Table[State]) -> None:
    """R3 Everybody keeps a flower of the basket and passes it on; of the last ones nobody takes, all see what it is."""
    s = t.state
    seats = range(len(s.keepers))
    for seat in seats:
        zone, basket = f"basket:{s.round}:{s.before(seat)}", s.baskets[s.before(seat)]
        while not s.pick and len(basket) < CONTENT.basket:
            draw(t, zone, basket, [seat])
        s.seen.saw(seat, zone, basket)
    t.reveal()
    kept = await t.together([keep(t, seat) for seat in seats], always_ask=True)
    for seat, flower in kept.items():
        basket = s.baskets[s.before(seat)]
        card = next(card for card in basket if FLOWER[card] == flower)
        basket.remove(card)
        s.keepers[seat].hand.append(card)
        s.seen.moved(card, f"basket:{s.round}:{s.before(seat)}", hand_of(seat), [seat])
        t.tell("keep.done", to=[seat], flower=Term(f"flowers.{flower}"))
    s.pick += 1
    if s.pick == CONTENT.picks:
        t.reveal()
        for basket in s.baskets:
            s.seen.shown(basket)
            s.pile.discard += basket
            t.tell("left", flowers=tuple(Term(f"flowers.{FLOWER[card]}") for card in basket))
            basket.clear()
        s.pick, s.phase = 0, "morning"


def keep(t: Table[State], seat: Seat) -> Prompt:
    """Also who has no choice is asked: else the others would know that the basket is all of a kind."""
    flowers = len(t.state.baskets[t.state.before(seat)])
    options = partial(in_basket, t.state, seat)
    return t.question(seat, "keep.ask", options, rule="R3", default=FIRST_FLOWER, about=Keep(flowers))


def in_basket(s: State, seat: Seat) -> list[Option]:
    flowers = sorted({FLOWER[card] for card in s.baskets[s.before(seat)]}, key=CONTENT.flowers.index)
    return [
        Option(f"keep:{flower}", flower, Term(f"flowers.{flower}"), say("keep.detail", demand=s.demand[flower]))
        for flower in flowers
    ]


async def morning(t: Table[State]) -> None:
    """R4 All at once, each says an errand and a flower to praise: one question instead of two."""
    s = t.state
    errand, praise = say("errand.group"), say("praise.group")
    options = [
        Option("gather", "gather", say("errand.gather"), group=errand),
        Option("scout", "scout", say("errand.scout"), group=errand),
    ]
    options += [
        Option(f"praise:{flower}", flower, Term(f"flowers.{flower}"), say("praise.detail", demand=demand), praise)
        for flower, demand in s.demand.items()
    ]
    silence = ("gather", f"praise:{CONTENT.flowers[0]}")
    asked = [
        t.each(seat, "morning.ask", options, rule="R4", default=silence, about=Morning())
        for seat in range(len(s.keepers))
    ]
    for seat, (chosen, flower) in (await t.together(asked)).items():
        s.demand[flower] = min(CONTENT.top_demand, s.demand[flower] + 1)
        t.tell("praise.done", who=Who(seat), flower=Term(f"flowers.{flower}"), demand=s.demand[flower])
        if chosen == "gather":
            s.keepers[seat].honey += 1
            t.tell("errand.gathered", who=Who(seat))
        else:
            t.tell("errand.scouted", who=Who(seat))
            for card in s.pile.show(t, 1, [seat]):
                t.tell("errand.seen", to=[seat], flower=Term(f"flowers.{FLOWER[card]}"))
    s.phase = "market"


async def market(t: Table[State]) -> None:
    """R5 Up to three flowers of the hand; each fetches what is asked for it, and then less is asked."""
    s = t.state
    seat = s.order[s.served]
    with t.asides(seat, partial(smoke_offered, s, seat), partial(smoke, t)):
        brought = await t.ask(lambda: bring(t, seat))
        for flower, n in brought.items():
            honey = n * s.demand[flower]
            cards = [card for card in s.keepers[seat].hand if FLOWER[card] == flower][:n]
            s.keepers[seat].hand = [card for card in s.keepers[seat].hand if card not in cards]
            s.pile.discard += cards
            s.seen.shown(cards)
            s.keepers[seat].honey += honey
            s.demand[flower] = max(1, s.demand[flower] - n)
            t.tell("bring.done", who=Who(seat), n=n, flower=Term(f"flowers.{flower}"), honey=honey)
        await t.confirm(seat, "market.confirm", rule="R5", default="yes", honey=s.keepers[seat].honey)
    s.served, s.smoked = s.served + 1, False
    if s.served == len(s.keepers):
        end_round(t)


def end_round(t: Table[State]) -> None:
    """R7 After the last round all hands are opened."""
    s = t.state
    s.served = 0
    if s.round < CONTENT.rounds:
        s.round, s.phase = s.round + 1, "baskets"
        return
    s.phase = "over"
    t.reveal()
    for seat, keeper in enumerate(s.keepers):
        s.seen.shown(keeper.hand)
        if keeper.hand:
            t.tell("opened", who=Who(seat), flowers=tuple(Term(f"flowers.{FLOWER[card]}") for card in keeper.hand))


def bring(t: Table[State], seat: Seat) -> Prompt:
    """Made anew after each aside: there may be a flower more to bring. How many are in a hand everybody sees."""
    most = min(CONTENT.brought, len(t.state.keepers[seat].hand))
    stalls = partial(in_hand, t.state, seat)
    return t.allotment(seat, "bring.ask", stalls, most, at_least=0, rule="R5", default=(), about=Bring(most), most=most)


def in_hand(s: State, seat: Seat) -> list[Option]:
    hand = [FLOWER[card] for card in s.keepers[seat].hand]
    return [
        Option(
            key=f"bring:{flower}",
            value=flower,
            label=Term(f"flowers.{flower}"),
            detail=say("bring.detail", demand=demand),
            place=f"flower:{flower}",
            limit=hand.count(flower),
        )
        for flower, demand in s.demand.items()
        if flower in hand
    ]


def smoke_offered(s: State, seat: Seat) -> list[Option]:
    """R6 Beside every question of the turn, once, for whoever can pay."""
    if s.smoked or s.keepers[seat].honey < CONTENT.smoke:
        return []
    return [Option("smoke", seat, say("smoke.label"), say("smoke.detail", cost=CONTENT.smoke))]


async def smoke(t: Table[State], seat: Seat) -> None:
    """R6 Pay and draw: a reveal, so it cannot be taken back."""
    s = t.state
    s.smoked = True
    s.keepers[seat].honey -= CONTENT.smoke
    card = draw(t, hand_of(seat), s.keepers[seat].hand, [seat])
    t.tell("smoke.done", who=Who(seat), cost=CONTENT.smoke)
    t.tell("smoke.drawn", to=[seat], flower=Term(f"flowers.{FLOWER[card]}"))
