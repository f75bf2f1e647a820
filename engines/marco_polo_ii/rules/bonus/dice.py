"""R9.3 to R9.6 Bonus actions with dice: the purse, rerolling, adjusting, buying a black die."""

from functools import partial

from engines.kernel import GameContext, Message, Option, Seat, SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.rules.gains import gain_black_dice, gain_for_roll, receive
from engines.marco_polo_ii.rules.payment import can_pay, describe_changes, describe_remaining_dice, list_changes, pay
from engines.marco_polo_ii.table import spaces
from engines.marco_polo_ii.table.names import describe_amounts, describe_die
from engines.marco_polo_ii.table.questions import Adjust, Reroll, RollAgain, UsePurse
from engines.marco_polo_ii.table.state import Player, State

DATA = CONTENT.data
GAINS = DATA.constants.purse_options
REROLL_COST = Cost(camels=DATA.constants.reroll_cost_camels)
ADJUST_COST = Cost(camels=DATA.constants.adjust_cost_camels)
BLACK_DIE_COST = Cost(camels=DATA.constants.black_die_cost_camels)
LOWEST, HIGHEST = 1, 6


def list_purse_dice(s: State, seat: Seat) -> list[spaces.DieCode]:
    """R9.3 Return the dice that may go in the purse: any; R12 Donata's tokens only while the purse is empty."""
    seat_pieces = dict.fromkeys(spaces.list_pieces(s.players[seat]))
    return [piece for piece in seat_pieces if not (spaces.is_token(piece) and s.spaces["purse"])]


def build_purse_options(s: State, seat: Seat) -> list[Option]:
    """R9.3 Return an option for each gain and die, e.g. `purse:2.4b`: the second gain for the black 4."""
    return [
        Option(
            f"purse:{i}.{piece}",
            (i - 1, piece),
            message("purse.label", gain=describe_amounts(gain), die=describe_die(piece)),
            partial(_describe_purse_option, s.players[seat], piece, gain),
            group=describe_amounts(gain),
            place=f"purse:{i}.{piece}",
        )
        for i, gain in enumerate(GAINS, 1)
        for piece in list_purse_dice(s, seat)
    ]


def _describe_purse_option(player: Player, piece: spaces.DieCode, gain: Gain) -> Message:
    """R9.3 Describe the stock before and after, and the dice left."""
    items = list_changes(player, gain=gain)
    return message(
        "menu.detail",
        items=(*items, describe_remaining_dice(player, spaces.Dice((piece,), spaces.parse_value(piece), 0))),
    )


async def use_purse(ctx: GameContext[State], seat: Seat) -> None:
    """R9.3 Ask for a die and a gain, and put the die in the purse."""
    options = build_purse_options(ctx.state, seat)
    chosen = await ctx.choose(seat, "purse.ask", options, rule="R9", default=options[0].key, subject=UsePurse())
    put_in_purse(ctx, seat, *chosen)


def put_in_purse(ctx: GameContext[State], seat: Seat, number: int, piece: spaces.DieCode) -> None:
    """R9.3 Put a die in the purse for gain `number`. R5 If it was the last die, no main action is owed any more."""
    s = ctx.state
    spaces.place_dice(s, seat, "purse", spaces.Dice((piece,), spaces.parse_value(piece), 0))
    s.turn.purse += 1
    gain: Gain = GAINS[number]
    receive(s, seat, gain, "spaces")
    ctx.log_event("purse.done", who=SeatRef(seat), die=describe_die(piece), gain=describe_amounts(gain))
    if not s.players[seat].has_dice:
        s.turn.has_acted = True


def list_rollable_dice(player: Player) -> list[spaces.DieCode]:
    """R9.4 Return the dice that may be rerolled: the player's and black ones; R12 no tokens."""
    return [piece for piece in dict.fromkeys(spaces.list_pieces(player)) if not spaces.is_token(piece)]


async def reroll_die(ctx: GameContext[State], seat: Seat) -> None:
    """R9.4 Reroll one die, for a camel."""
    player = ctx.state.players[seat]
    detail = partial(describe_changes, player, REROLL_COST)
    options = [
        Option(
            f"reroll:{piece}", piece, message("die.option", dice=describe_die(piece)), detail, place=f"reroll:{piece}"
        )
        for piece in list_rollable_dice(player)
    ]
    piece: spaces.DieCode = await ctx.choose(
        seat, "reroll.ask", options, rule="R9", default=options[0].key, subject=Reroll()
    )
    about = RollAgain(spaces.parse_value(piece))
    await ctx.confirm(
        seat,
        "reroll.confirm",
        rule="R9",
        default="yes",
        button_key="kernel.roll",
        detail=detail,
        subject=about,
        die=describe_die(piece),
    )
    payment = await pay(ctx, seat, REROLL_COST)
    value = ctx.roll_die()
    _change_die(ctx.state.players[seat], piece, value)
    ctx.log_event(
        "reroll.done", who=SeatRef(seat), paid=describe_amounts(payment), die=describe_die(piece), value=value
    )
    if DATA.rulings.isabella_rerolls_count and ctx.state.players[seat].character == "isabella":
        gain_for_roll(ctx, seat, value)


def list_adjustments(player: Player) -> list[tuple[spaces.DieCode, int]]:
    """R9.5 Return (die, new value) for every die, 1 up or down; not 6 up, not 1 down."""
    return [
        (piece, value)
        for piece in list_rollable_dice(player)
        for value in (spaces.parse_value(piece) - 1, spaces.parse_value(piece) + 1)
        if LOWEST <= value <= HIGHEST
    ]


async def adjust_die(ctx: GameContext[State], seat: Seat) -> None:
    """R9.5 Change one die by 1, for two camels."""
    player = ctx.state.players[seat]
    detail = partial(describe_changes, player, ADJUST_COST)
    options = [
        Option(
            f"adjust:{piece}.{value}",
            (piece, value),
            message("adjust.label", die=describe_die(piece), value=value),
            detail,
            place=f"adjust:{piece}.{value}",
        )
        for piece, value in list_adjustments(player)
    ]
    piece, value = await ctx.choose(seat, "adjust.ask", options, rule="R9", default=options[0].key, subject=Adjust())
    payment = await pay(ctx, seat, ADJUST_COST)
    _change_die(ctx.state.players[seat], piece, value)
    ctx.log_event(
        "adjust.done", who=SeatRef(seat), paid=describe_amounts(payment), die=describe_die(piece), value=value
    )


def _change_die(player: Player, piece: spaces.DieCode, value: int) -> None:
    """Change the value of a die."""
    dice = player.dice if spaces.is_own(piece) else player.black
    dice.remove(spaces.parse_value(piece))
    dice.append(value)
    dice.sort()


def may_buy_black_die(s: State, seat: Seat) -> bool:
    """R9.6 Return whether the seat may buy a black die: once per turn, if one is left and can be paid."""
    limit = DATA.constants.black_die_purchases_per_turn
    return s.turn.bought < limit and spaces.count_black_dice_left(s) > 0 and can_pay(s.players[seat], BLACK_DIE_COST)


async def buy_black_die(ctx: GameContext[State], seat: Seat) -> None:
    """R9.6 Buy a black die for three camels; it is rolled at once."""
    ctx.state.turn.bought += 1
    payment = await pay(ctx, seat, BLACK_DIE_COST)
    await gain_black_dice(ctx, seat, 1, payment)
