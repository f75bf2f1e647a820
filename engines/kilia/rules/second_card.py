"""R9 Second cards: whether an expansion leads to one (shown before it is chosen), abilities, and warehouses."""

from msgspec.structs import replace

from engines.kernel import Arg, GameContext, Message, Option, Seat, SeatRef, message
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Zone
from engines.kilia.payment.options import select_payments
from engines.kilia.payment.purse import build_expansion_cost, build_purse
from engines.kilia.table.cargo import Cargo, compute_cargo, describe_cargo, find_other_end
from engines.kilia.table.queries import find_ability, list_free_segments
from engines.kilia.table.questions import WhichAbility, WhichOrientation, WhichSegment, WhichWarehouse
from engines.kilia.table.state import Player, State, Warehouse
from engines.kilia.table.words import describe_ability, describe_cell

from .achievements import build_player_with_card
from .offer import find_price, list_affordable, pay_price, take_action_card


def find_second_card_price(s: State, seat: Seat, zone: Zone, slot: int) -> int | None:
    """R7.1, R18.1 Return the coins for the cheapest contract, ability or warehouse after a payable expansion.

    The expansion is paid in the way that keeps most coins. None if no second card is available, as with the shipyard.
    slot: slot of the expansion's card, 0 for the sprat.
    """
    player = s.players[seat]
    payments = select_payments(
        build_purse(player), build_expansion_cost(player, zone, find_price(player, slot) if slot else 0)
    )
    player_after = replace(
        build_player_with_card(player, zone), coins=max(payment.remaining.coins for payment in payments)
    )
    match zone:
        case "castle":
            slots = [other_slot for other_slot, _ in list_affordable(player_after, s.contracts)]
        case "university":
            slots = [other_slot for other_slot, _ in list_learnable(s, player_after) if other_slot != slot]
        case "warehouse":
            slots = [other_slot for other_slot, _ in list_affordable(player_after, s.offer) if other_slot != slot]
        case "shipyard":
            slots = []
    return min((find_price(player_after, other_slot) for other_slot in slots), default=None)


NO_ABILITY = Option("none", None, Message("learn.none"))


def list_learnable(s: State, player: Player) -> list[tuple[int, str]]:
    """R9, R10 Return the cards that the player can take and whose exact ability the player does not have yet."""
    known_abilities = [find_ability(card) for card in player.abilities]
    return [
        (slot, card) for slot, card in list_affordable(player, s.offer) if find_ability(card) not in known_abilities
    ]


async def learn_ability(ctx: GameContext[State], seat: Seat) -> None:
    """R9 After the university, take a second action card by the key and price rule as an ability, or none.

    Nothing else of the card counts. The ability works at once.
    """
    s, player = ctx.state, ctx.state.players[seat]
    options = [build_ability_option(player, slot, card) for slot, card in list_learnable(s, player)]
    if not options:
        ctx.log_event("second.told_university", who=SeatRef(seat))
    slot: int | None = await ctx.choose(
        seat, "learn.ask", [*options, NO_ABILITY], rule="R9", default="none", subject=WhichAbility()
    )
    if slot is None:
        return
    source_words = pay_price(player, slot)
    card = take_action_card(s, slot)
    player.abilities.append(card)
    ctx.log_event("learn.done", who=SeatRef(seat), card=card, source=source_words, ability=describe_ability(card))


def build_ability_option(player: Player, slot: int, card: str) -> Option:
    """Build the option of learning the ability of a card."""
    cost = find_price(player, slot)
    args: dict[str, Arg] = {"card": card, "slot": slot, "price": cost, "left": player.coins - cost}
    detail = message("learn.priced" if cost else "learn.free", **args)
    return Option(
        f"learn:{slot}", slot, message("learn.label", ability=describe_ability(card)), detail, place=f"learn:{slot}"
    )


NO_WAREHOUSE = Option("none", None, Message("build.none"))
ELSEWHERE = Option("elsewhere", None, Message("build.elsewhere"), Message("build.elsewhere_detail"))


async def build_warehouse(ctx: GameContext[State], seat: Seat) -> None:
    """R9 After the warehouse zone, take a second action card by the key and price rule for a free segment, or none."""
    s, player = ctx.state, ctx.state.players[seat]
    options = [build_warehouse_option(player, slot, card) for slot, card in list_affordable(player, s.offer)]
    if not options:
        ctx.log_event("second.told_warehouse", who=SeatRef(seat))
    slot: int | None = await ctx.choose(
        seat, "build.ask", [*options, NO_WAREHOUSE], rule="R9", default="none", subject=WhichWarehouse()
    )
    if slot is None:
        return
    card = s.offer[slot - 1]
    assert card is not None
    segment, is_turned = await choose_placement(ctx, seat, card)
    s.building = s.building_segment = None
    source_words = pay_price(player, slot)
    take_action_card(s, slot)
    player.canal[segment - 1] = Warehouse(card, is_turned)
    ctx.log_event(
        "build.done_turned" if is_turned else "build.done",
        who=SeatRef(seat),
        card=card,
        source=source_words,
        segment=segment,
        cells=tuple(map(describe_cell, CONTENT.cards[card].warehouse)),
    )


def build_warehouse_option(player: Player, slot: int, card: str) -> Option:
    """Build the option of a card as a warehouse."""
    cost = find_price(player, slot)
    args: dict[str, Arg] = {"card": card, "slot": slot, "price": cost, "left": player.coins - cost}
    label = message("build.label", cells=tuple(map(describe_cell, CONTENT.cards[card].warehouse)))
    return Option(
        f"build:{slot}", slot, label, message("build.priced" if cost else "build.free", **args), place=f"build:{slot}"
    )


async def choose_placement(ctx: GameContext[State], seat: Seat, card: str) -> tuple[int, bool]:
    """R9 Return a free segment and the orientation (R18.15), both chosen by the player.

    The segment never changes what the ship brings (R16.2). So the first free one is proposed in the question of the
    orientation, which is asked with the largest ship too (R20): no card looks the same both ways.
    """
    s = ctx.state
    s.building = card
    segment, has_other_segments = list_free_segments(s.players[seat])[0], len(list_free_segments(s.players[seat])) > 1
    while True:
        s.building_segment = segment
        options = [build_orientation_option(s, seat, card, segment, is_turned) for is_turned in (False, True)]
        is_turned: bool | None = await ctx.choose(
            seat,
            "build.way",
            [*options, ELSEWHERE] if has_other_segments else options,
            rule="R9",
            default="printed",
            subject=WhichOrientation(card, segment),
            card=card,
            segment=segment,
        )
        if is_turned is not None:
            return segment, is_turned
        segment, has_other_segments = await choose_segment(ctx, seat, card), False


async def choose_segment(ctx: GameContext[State], seat: Seat, card: str) -> int:
    """R9 Ask for the segment, if the player wants another one than the first free one."""
    segments = list_free_segments(ctx.state.players[seat])
    options = [
        Option(f"segment:{segment}", segment, message("build.segment", segment=segment), place=f"segment:{segment}")
        for segment in segments
    ]
    number: int = await ctx.choose(
        seat, "build.where", options, rule="R9", default=options[0].key, subject=WhichSegment(card), card=card
    )
    return number


def build_orientation_option(s: State, seat: Seat, card: str, segment: int, is_turned: bool) -> Option:
    """Build the option of an orientation, with the cargo of the whole canal at the sailings to come as detail (R17)."""
    next_words, return_words = map(describe_cargo, compute_sailings(s.players[seat], card, segment, is_turned))
    if s.is_final_round:
        detail = Message("build.income_none")
    elif s.is_ending:
        detail = message("build.income_last", this=next_words)
    else:
        detail = message("build.income", this=next_words, back=return_words)
    return Option(
        key="turned" if is_turned else "printed",
        value=is_turned,
        label=Message("build.turned" if is_turned else "build.printed"),
        detail=detail,
        place=f"way:{'turned' if is_turned else 'printed'}",
    )


def compute_sailings(player: Player, card: str, segment: int, is_turned: bool) -> tuple[Cargo, Cargo]:
    """R16.2 Compute the cargo of the whole canal at the next two councils with this warehouse."""
    canal = list(player.canal)
    canal[segment - 1] = Warehouse(card, is_turned)
    return compute_cargo(player, canal=canal), compute_cargo(player, side=find_other_end(player.side), canal=canal)
