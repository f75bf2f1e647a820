"""The hives (R2), and a round: baskets (R3), morning (R4), market (R5) with smoke as a side action (R6)."""

from functools import partial

from engines.kernel import ComputedDefault, GameContext, NounRef, Option, Prompt, Seat, SeatRef, message

from .content import CONTENT, FLOWER
from .questions import Bring, Keep, Morning, PickHive
from .state import State, name_hand_zone, take_flower

COLORS = ("amber", "moss", "plum", "sky")
FIRST_FLOWER = ComputedDefault(lambda options: (options[0].key,), message("keep.silence"))


async def play_turn(ctx: GameContext[State]) -> None:
    """Play to the next checkpoint: all hives, one pick, one morning, or one seat's turn at the market."""
    match ctx.state.phase:
        case "hives":
            await pick_hives(ctx)
        case "baskets":
            await pick_flowers(ctx)
        case "morning":
            await play_morning(ctx)
        case "market":
            await play_market(ctx)


async def pick_hives(ctx: GameContext[State]) -> None:
    """R2 Let each seat, in turn order, take a free hive, whose colour becomes the seat's colour."""
    s = ctx.state
    for seat in s.order:
        free_colors = [color for color in COLORS if color not in [keeper.color for keeper in s.keepers]]
        hives = [Option(f"hive:{color}", color, NounRef(f"hives.{color}")) for color in free_colors]
        color = await ctx.choose(seat, "hive.ask", hives, rule="R2", default=hives[0].key, subject=PickHive())
        s.keepers[seat].color = color
        ctx.log_event("hive.done", who=SeatRef(seat), hive=NounRef(f"hives.{color}"))
    s.phase = "baskets"


async def pick_flowers(ctx: GameContext[State]) -> None:
    """R3 Let each seat keep a flower of its basket and pass the basket on; after the last pick, reveal the rest."""
    s = ctx.state
    seats = range(len(s.keepers))
    for seat in seats:
        zone, basket = f"basket:{s.round}:{s.find_basket_origin(seat)}", s.baskets[s.find_basket_origin(seat)]
        while not s.passes and len(basket) < CONTENT.basket:
            take_flower(ctx, zone, basket, [seat])
        s.knowledge.note_seen(seat, zone, basket)
    ctx.mark_revealed()
    kept_flowers = await ctx.ask_together([build_keep_prompt(ctx, seat) for seat in seats], asks_always=True)
    for seat, flower in kept_flowers.items():
        basket = s.baskets[s.find_basket_origin(seat)]
        card = next(card for card in basket if FLOWER[card] == flower)
        basket.remove(card)
        s.keepers[seat].hand.append(card)
        s.knowledge.note_moved(card, f"basket:{s.round}:{s.find_basket_origin(seat)}", name_hand_zone(seat), [seat])
        ctx.log_event("keep.done", to=[seat], flower=NounRef(f"flowers.{flower}"))
    s.passes += 1
    if s.passes == CONTENT.picks:
        ctx.mark_revealed()
        for basket in s.baskets:
            s.knowledge.forget_cards(basket)
            s.pile.discard += basket
            ctx.log_event("left", flowers=tuple(NounRef(f"flowers.{FLOWER[card]}") for card in basket))
            basket.clear()
        s.passes, s.phase = 0, "morning"


def build_keep_prompt(ctx: GameContext[State], seat: Seat) -> Prompt:
    """R3 Build the question to one seat. Even without a choice it is asked, or others could tell that all are alike."""
    flowers = len(ctx.state.baskets[ctx.state.find_basket_origin(seat)])
    options = partial(list_basket, ctx.state, seat)
    return ctx.build_choice_prompt(seat, "keep.ask", options, rule="R3", default=FIRST_FLOWER, subject=Keep(flowers))


def list_basket(s: State, seat: Seat) -> list[Option]:
    flowers = sorted({FLOWER[card] for card in s.baskets[s.find_basket_origin(seat)]}, key=CONTENT.flowers.index)
    return [
        Option(f"keep:{flower}", flower, NounRef(f"flowers.{flower}"), message("keep.detail", demand=s.demand[flower]))
        for flower in flowers
    ]


async def play_morning(ctx: GameContext[State]) -> None:
    """R4 Ask all seats at once for an errand and a flower to praise, in one question instead of two."""
    s = ctx.state
    errand, praise = message("errand.group"), message("praise.group")
    options = [
        Option("gather", "gather", message("errand.gather"), group=errand),
        Option("scout", "scout", message("errand.scout"), group=errand),
    ]
    options += [
        Option(
            f"praise:{flower}", flower, NounRef(f"flowers.{flower}"), message("praise.detail", demand=demand), praise
        )
        for flower, demand in s.demand.items()
    ]
    silence = ("gather", f"praise:{CONTENT.flowers[0]}")
    prompts = [
        ctx.build_each_prompt(seat, "morning.ask", options, rule="R4", default=silence, subject=Morning())
        for seat in range(len(s.keepers))
    ]
    for seat, (chosen, flower) in (await ctx.ask_together(prompts)).items():
        s.demand[flower] = min(CONTENT.top_demand, s.demand[flower] + 1)
        ctx.log_event("praise.done", who=SeatRef(seat), flower=NounRef(f"flowers.{flower}"), demand=s.demand[flower])
        if chosen == "gather":
            s.keepers[seat].honey += 1
            ctx.log_event("errand.gathered", who=SeatRef(seat))
        else:
            ctx.log_event("errand.scouted", who=SeatRef(seat))
            for card in s.pile.show_top(ctx, 1, [seat]):
                ctx.log_event("errand.seen", to=[seat], flower=NounRef(f"flowers.{FLOWER[card]}"))
    s.phase = "market"


async def play_market(ctx: GameContext[State]) -> None:
    """R5 Let a seat sell up to three flowers from its hand; each earns its demand, which then falls."""
    s = ctx.state
    seat = s.order[s.served_seats]
    with ctx.side_actions(seat, partial(list_smoke_options, s, seat), partial(use_smoke, ctx)):
        amounts = await ctx.ask(lambda: build_bring_prompt(ctx, seat))
        for flower, n in amounts.items():
            honey = n * s.demand[flower]
            cards = [card for card in s.keepers[seat].hand if FLOWER[card] == flower][:n]
            s.keepers[seat].hand = [card for card in s.keepers[seat].hand if card not in cards]
            s.pile.discard += cards
            s.knowledge.forget_cards(cards)
            s.keepers[seat].honey += honey
            s.demand[flower] = max(1, s.demand[flower] - n)
            ctx.log_event("bring.done", who=SeatRef(seat), n=n, flower=NounRef(f"flowers.{flower}"), honey=honey)
        await ctx.confirm(seat, "market.confirm", rule="R5", default="yes", honey=s.keepers[seat].honey)
    s.served_seats, s.is_smoke_used = s.served_seats + 1, False
    if s.served_seats == len(s.keepers):
        end_round(ctx)


def end_round(ctx: GameContext[State]) -> None:
    """R7 Start the next round, or reveal all hands after the last one."""
    s = ctx.state
    s.served_seats = 0
    if s.round < CONTENT.rounds:
        s.round, s.phase = s.round + 1, "baskets"
        return
    s.phase = "over"
    ctx.mark_revealed()
    for seat, keeper in enumerate(s.keepers):
        s.knowledge.forget_cards(keeper.hand)
        if keeper.hand:
            ctx.log_event(
                "opened", who=SeatRef(seat), flowers=tuple(NounRef(f"flowers.{FLOWER[card]}") for card in keeper.hand)
            )


def build_bring_prompt(ctx: GameContext[State], seat: Seat) -> Prompt:
    """R5 Build the question, again after each side action, which may add a flower. The size of a hand is public."""
    max_count = min(CONTENT.brought, len(ctx.state.keepers[seat].hand))
    stalls = partial(list_hand, ctx.state, seat)
    return ctx.build_allocation_prompt(
        seat,
        "bring.ask",
        stalls,
        max_count,
        at_least=0,
        rule="R5",
        default=(),
        subject=Bring(max_count),
        most=max_count,
    )


def list_hand(s: State, seat: Seat) -> list[Option]:
    hand = [FLOWER[card] for card in s.keepers[seat].hand]
    return [
        Option(
            key=f"bring:{flower}",
            value=flower,
            label=NounRef(f"flowers.{flower}"),
            detail=message("bring.detail", demand=demand),
            place=f"flower:{flower}",
            limit=hand.count(flower),
        )
        for flower, demand in s.demand.items()
        if flower in hand
    ]


def list_smoke_options(s: State, seat: Seat) -> list[Option]:
    """R6 List the side action: once in the turn, beside each of its questions, for a seat that can pay."""
    if s.is_smoke_used or s.keepers[seat].honey < CONTENT.smoke:
        return []
    return [Option("smoke", seat, message("smoke.label"), message("smoke.detail", cost=CONTENT.smoke))]


async def use_smoke(ctx: GameContext[State], seat: Seat) -> None:
    """R6 Pay and take a flower. That reveals something, so it cannot be undone."""
    s = ctx.state
    s.is_smoke_used = True
    s.keepers[seat].honey -= CONTENT.smoke
    card = take_flower(ctx, name_hand_zone(seat), s.keepers[seat].hand, [seat])
    ctx.log_event("smoke.done", who=SeatRef(seat), cost=CONTENT.smoke)
    ctx.log_event("smoke.drawn", to=[seat], flower=NounRef(f"flowers.{FLOWER[card]}"))
