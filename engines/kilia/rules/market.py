"""R8 Market: spaces for a merchant, and their bonuses."""

from functools import cache

from msgspec.structs import replace

from engines.kernel import ComputedDefault, GameContext, Message, NounRef, Option, Seat, SeatRef, message
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import SPACES, Space
from engines.kilia.table.queries import find_merchant
from engines.kilia.table.questions import WhichSpace
from engines.kilia.table.state import Merchant, Player, State
from engines.kilia.table.turn_actions import MerchantPlaced, format_turn_action

from .achievements import add_fourth_chip_warning, place_due_markers
from .contracts import take_any_good, take_contract
from .offer import pay_price, take_action_card

DATA = CONTENT.data


def list_open_spaces(player: Player) -> list[Space]:
    """R8 Return empty spaces supported by merchants, and every occupied one, where the new card is stacked."""
    return [
        space
        for space in SPACES
        if all(player.market[lower_space] for lower_space in DATA.market_spaces[space].supports)
    ]


async def place_merchant(ctx: GameContext[State], seat: Seat, slot: int) -> None:
    """R6.2 Take the card and lay it face down on a market space; R8 gain its bonus; R13 check for a full market."""
    s, player = ctx.state, ctx.state.players[seat]
    card = s.offer[slot - 1]
    assert card is not None
    # pay before asking for the space, so that the player sees the coins that remain
    source_words = pay_price(player, slot)
    space: Space = await ctx.choose(
        seat,
        "market.ask",
        [build_space_option(s, seat, space) for space in list_open_spaces(player)],
        rule="R8",
        default=EMPTY_FIRST,
        subject=WhichSpace(card, slot),
        slot=slot,
        good=NounRef(f"goods.{CONTENT.find_good(card)}"),
    )
    take_action_card(s, slot)
    covered_merchant = find_merchant(player, space)
    player.market[space].append(Merchant(card))
    player.turn_actions.append(format_turn_action(MerchantPlaced(CONTENT.find_good(card))))
    with ctx.log_line():
        ctx.log_event(
            "market.placed" if covered_merchant is None else "market.stacked",
            who=SeatRef(seat),
            good=NounRef(f"goods.{CONTENT.find_good(card)}"),
            space=space,
            card=card,
            source=source_words,
            old=covered_merchant.card if covered_merchant else "",
        )
        if covered_merchant is None:
            gain_coins_or_sprat(ctx, seat, space)
        place_due_markers(ctx, seat)
    if covered_merchant is None:
        await choose_bonus(ctx, seat, space)


EMPTY_FIRST = ComputedDefault(
    lambda options: (next((o.key for o in options if o.key.startswith("space:")), options[0].key),),
    Message("market.default"),
)
"""Default on time-out: the first space with a bonus; every space costs the same."""


def build_space_option(s: State, seat: Seat, space: Space) -> Option:
    """Build the option of a space: its bonus and uses per turn, or the merchant that the card would cover."""
    player = s.players[seat]
    covered_merchant = find_merchant(player, space)
    if covered_merchant is not None:
        return build_stack_option(space, covered_merchant.card)

    def build_detail() -> Message:
        player_after = replace(player, market={**player.market, space: [Merchant("")]})
        return add_fourth_chip_warning(
            s, seat, player_after, message("market.bonus", uses=DATA.market_spaces[space].uses)
        )

    return replace(build_empty_space_option(space), detail=build_detail)


@cache
def build_empty_space_option(space: Space) -> Option:
    """Build the option of an empty space, without its detail."""
    space_data = DATA.market_spaces[space]
    bonus = message(f"bonus.{space_data.bonus}", coins=DATA.rules.bonus_coins)
    label = message("market.empty", space=space, bonus=bonus)
    return Option(f"space:{space.lower()}", space, label, place=f"market:{space}")


@cache
def build_stack_option(space: Space, covered_card: str) -> Option:
    """Build the option of stacking the card on a merchant."""
    space_data, good = DATA.market_spaces[space], NounRef(f"goods.{CONTENT.find_good(covered_card)}")
    args = {"space": space, "uses": space_data.uses, "good": good}
    return Option(
        f"stack:{space.lower()}",
        space,
        message("market.stack", **args),
        message("market.cover", **args),
        place=f"market:{space}",
    )


def gain_coins_or_sprat(ctx: GameContext[State], seat: Seat, space: Space) -> None:
    """R8 Gain a bonus without a choice: three coins, or a sprat (R14), playable from a later turn on."""
    player = ctx.state.players[seat]
    match DATA.market_spaces[space].bonus:
        case "coins":
            player.coins += DATA.rules.bonus_coins
            ctx.log_event("bonus.coins_done", coins=DATA.rules.bonus_coins)
        case "smoke_sprat":
            ctx.state.sprats -= 1
            player.sprat = "new"
            ctx.log_event("bonus.sprat_done")
        case _:
            pass


async def choose_bonus(ctx: GameContext[State], seat: Seat, space: Space) -> None:
    """R8 Gain a bonus with a choice: any good, a new contract."""
    match DATA.market_spaces[space].bonus:
        case "any_good":
            await take_any_good(ctx, seat, "R8")
        case "new_contract":
            await take_contract(ctx, seat, "market")
        case _:
            pass
