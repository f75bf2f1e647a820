"""R9.3 to R9.6 The purse, rerolling, adjusting, buying a black die."""

from __future__ import annotations

from functools import partial

from engines.kernel import Msg, Option, Seat, Table, Who, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.rules.balance import changes, leaves, told
from engines.marco_polo_ii.rules.black_dice import gain_black_dice, gain_for_roll
from engines.marco_polo_ii.rules.goods import receive
from engines.marco_polo_ii.rules.payment import can_pay, pay
from engines.marco_polo_ii.table.names import amounts, die
from engines.marco_polo_ii.table.questions import Adjust, Reroll, RollAgain, UsePurse
from engines.marco_polo_ii.table.spaces import Dice, Piece, black_dice_left, is_own, is_token, pieces, place, worth
from engines.marco_polo_ii.table.state import Player, State

DATA = CONTENT.data
GAINS = DATA.constants.purse_options
REROLL = Cost(camels=DATA.constants.reroll_cost_camels)
ADJUST = Cost(camels=DATA.constants.adjust_cost_camels)
BLACK = Cost(camels=DATA.constants.black_die_cost_camels)
LOWEST, HIGHEST = 1, 6


def for_purse(s: State, seat: Seat) -> list[Piece]:
    """R9.3 Any die; R12 Donata's tokens only while the purse is empty."""
    found = dict.fromkeys(pieces(s.players[seat]))
    return [piece for piece in found if not (is_token(piece) and s.spaces["purse"])]


def purse_options(s: State, seat: Seat) -> list[Option]:
    """R9.3 `purse:2.4b`: the second gain for the black 4."""
    return [
        Option(
            f"purse:{i}.{piece}",
            (i - 1, piece),
            say("purse.label", gain=amounts(gain), die=die(piece)),
            partial(_purse_detail, s.players[seat], piece, gain),
            group=amounts(gain),
            place=f"purse:{i}.{piece}",
        )
        for i, gain in enumerate(GAINS, 1)
        for piece in for_purse(s, seat)
    ]


def _purse_detail(player: Player, piece: Piece, gain: Gain) -> Msg:
    """R9.3 The stock before and after, and the dice that stay."""
    items = changes(player, gain=gain)
    return say("menu.detail", items=(*items, leaves(player, Dice((piece,), worth(piece), 0))))


async def use_purse(t: Table[State], seat: Seat) -> None:
    """R9.3 Which die, and for what."""
    options = purse_options(t.state, seat)
    chosen = await t.choose(seat, "purse.ask", options, rule="R9", default=options[0].key, about=UsePurse())
    put_in_purse(t, seat, *chosen)


def put_in_purse(t: Table[State], seat: Seat, number: int, piece: Piece) -> None:
    """R9.3 The gain; R5: when the last die goes there before the main action, none is owed any more."""
    s = t.state
    place(s, seat, "purse", Dice((piece,), worth(piece), 0))
    s.turn.purse += 1
    gain: Gain = GAINS[number]
    receive(s, seat, gain, "spaces")
    t.tell("purse.done", who=Who(seat), die=die(piece), gain=amounts(gain))
    if not s.players[seat].has_dice:
        s.turn.acted = True


def rollable(player: Player) -> list[Piece]:
    """R9.4 Own and black dice; R12: no tokens."""
    return [piece for piece in dict.fromkeys(pieces(player)) if not is_token(piece)]


async def reroll(t: Table[State], seat: Seat) -> None:
    """R9.4 One die again, for a camel."""
    player = t.state.players[seat]
    detail = partial(told, player, REROLL)
    options = [
        Option(f"reroll:{piece}", piece, say("die.option", dice=die(piece)), detail, place=f"reroll:{piece}")
        for piece in rollable(player)
    ]
    piece: Piece = await t.choose(seat, "reroll.ask", options, rule="R9", default=options[0].key, about=Reroll())
    about = RollAgain(worth(piece))
    await t.confirm(
        seat, "reroll.confirm", rule="R9", default="yes", yes="kernel.roll", detail=detail, about=about, die=die(piece)
    )
    paid = await pay(t, seat, REROLL)
    value = t.roll()
    _turn_to(t.state.players[seat], piece, value)
    t.tell("reroll.done", who=Who(seat), paid=amounts(paid), die=die(piece), value=value)
    if DATA.rulings.isabella_rerolls_count and t.state.players[seat].character == "isabella":
        gain_for_roll(t, seat, value)


def adjustments(player: Player) -> list[tuple[Piece, int]]:
    """R9.5 Every die one up or down; not 6 up, not 1 down."""
    return [
        (piece, value)
        for piece in rollable(player)
        for value in (worth(piece) - 1, worth(piece) + 1)
        if LOWEST <= value <= HIGHEST
    ]


async def adjust(t: Table[State], seat: Seat) -> None:
    """R9.5 One die by 1, for two camels."""
    player = t.state.players[seat]
    detail = partial(told, player, ADJUST)
    options = [
        Option(
            f"adjust:{piece}.{value}",
            (piece, value),
            say("adjust.label", die=die(piece), value=value),
            detail,
            place=f"adjust:{piece}.{value}",
        )
        for piece, value in adjustments(player)
    ]
    piece, value = await t.choose(seat, "adjust.ask", options, rule="R9", default=options[0].key, about=Adjust())
    paid = await pay(t, seat, ADJUST)
    _turn_to(t.state.players[seat], piece, value)
    t.tell("adjust.done", who=Who(seat), paid=amounts(paid), die=die(piece), value=value)


def _turn_to(player: Player, piece: Piece, value: int) -> None:
    """Show another side of a die."""
    dice = player.dice if is_own(piece) else player.black
    dice.remove(worth(piece))
    dice.append(value)
    dice.sort()


def may_buy(s: State, seat: Seat) -> bool:
    """R9.6 Once a turn, if one is left."""
    limit = DATA.constants.black_die_purchases_per_turn
    return s.turn.bought < limit and black_dice_left(s) > 0 and can_pay(s.players[seat], BLACK)


async def buy_black_die(t: Table[State], seat: Seat) -> None:
    """R9.6 Three camels; rolled at once."""
    t.state.turn.bought += 1
    paid = await pay(t, seat, BLACK)
    await gain_black_dice(t, seat, 1, paid)
