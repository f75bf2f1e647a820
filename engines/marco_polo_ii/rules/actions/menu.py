"""R6, R8 The heart of the turn: which space, and which dice; then the action."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engines.kernel import Msg, Option, Seat, Table, Who, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.rules.balance import leaves
from engines.marco_polo_ii.rules.goods import receive
from engines.marco_polo_ii.rules.payment import pay, usual
from engines.marco_polo_ii.table.names import RULES, amounts, space_name
from engines.marco_polo_ii.table.names import dice as dice_words
from engines.marco_polo_ii.table.questions import PlaceDice
from engines.marco_polo_ii.table.spaces import Dice, Piece, is_token, legal_dice, open_spaces, pieces, place
from engines.marco_polo_ii.table.state import State

from .action import Action
from .cards import CITY_CARD
from .contracts import CONTRACTS
from .effects import opens
from .guild import GUILD
from .khan import KHAN
from .market import MARKET
from .special import SPECIAL
from .travel import TRAVEL

DATA = CONTENT.data
DONATA = DATA.characters.donata
DE_WU = DATA.characters.de_wu

_ONE_BY_ONE = 5
"""More sets of dice than these are listed by their value."""

ACTIONS: Mapping[str, Action] = {
    "market": MARKET,
    "khan": KHAN,
    "guild": GUILD,
    "contracts": CONTRACTS,
    "travel": TRAVEL,
    "special": SPECIAL,
    "city_card": CITY_CARD,
}


def openings(s: State, seat: Seat) -> dict[str, list[Dice]]:
    """R6 Space -> the sets of dice that may be placed there, the cheapest first; spaces without any are left out."""
    mine = tuple(pieces(s.players[seat]))
    found = {}
    for space in open_spaces(s):
        sets = placements(s, seat, space, mine)
        if sets:
            found[space] = sets
    if _gold_spaces_alike(s, found):
        del found["market_gold_b"]
    return found


def any_opening(s: State, seat: Seat) -> bool:
    """R5 Whether any main action is legal."""
    mine = tuple(pieces(s.players[seat]))
    return any(placements(s, seat, space, mine) for space in open_spaces(s))


def owes_action(s: State, seat: Seat) -> bool:
    """R5 Whether a main action is legal with dice alone; R12: a token is never owed."""
    return any(not any(map(is_token, dice.pieces)) for space in open_spaces(s) for dice in placements(s, seat, space))


def placements(s: State, seat: Seat, space: str, mine: tuple[Piece, ...] | None = None) -> list[Dice]:
    """R6 Legal sets of dice whose fee and costs can be paid for an action that can be done.

    mine: the own pieces, where they are known
    """
    line = DATA.spaces[space]
    if line.city is not None and _is_shut(s, seat, line.city):
        return []
    legal = legal_dice(s, seat, space, None, mine)
    if line.action == "guild" and s.players[seat].character == "de_wu":
        legal = [*legal_dice(s, seat, space, DE_WU.guild_dice, mine), *legal]  # R12
    possible, judged = ACTIONS[line.action].possible, dict[tuple[int, int, str], bool]()
    found = []
    for dice in legal:
        alike = _alike(line.action, dice)
        if alike not in judged:
            judged[alike] = possible(s, seat, space, dice)
        if judged[alike]:
            found.append(dice)
    return found


def _alike(action: str, dice: Dice) -> tuple[int, int, str]:
    """R6 What decides whether an action is possible: the fee; of seals and cards also the value, and a token (R12)."""
    if action in ("guild", "city_card"):
        first = dice.pieces[0]
        return dice.fee, dice.value, first if is_token(first) else ""
    return dice.fee, 0, ""


def _is_shut(s: State, seat: Seat, city: str) -> bool:
    """R8.6, R8.7 Without an own post in the city nothing opens its spaces but one of Donata's tokens (R12)."""
    player = s.players[seat]
    return city not in player.posts and not player.tokens


def _gold_spaces_alike(_s: State, found: Mapping[str, list[Dice]]) -> bool:
    """R8.1 Both gold spaces open the same book: where the same dice cost the same, one of them is enough."""
    return "market_gold_a" in found and found.get("market_gold_a") == found.get("market_gold_b")


def space_options(s: State, seat: Seat) -> list[Option]:
    """`space:market_silk`, with what it brings and the dice that may lie there."""
    return [
        Option(
            f"space:{space}",
            space,
            space_name(space),
            partial(_space_detail, s, seat, space, sets),
            group=Msg(f"action.{DATA.spaces[space].action}"),
            place=f"space:{space}",
        )
        for space, sets in openings(s, seat).items()
    ]


def _space_detail(s: State, seat: Seat, space: str, sets: list[Dice]) -> Msg:
    outlook = ACTIONS[DATA.spaces[space].action].outlook(s, seat, space)
    if len(sets[-1].pieces) > 1:
        values = [dice.value for dice in sets]
        key = f"menu.sets{'_one' if min(values) == max(values) else ''}{'_fee' if sets[0].fee else ''}"
        args = {"n": len(sets[-1].pieces), "least": min(values), "most": max(values)}
        return say(key, outlook=outlook, **args)
    shown = tuple(_priced(dice) for dice in sets)
    return say("menu.dice" if len(shown) > 1 else "menu.die", outlook=outlook, dice=shown)


def _priced(dice: Dice) -> Msg:
    return say("die.fee", die=dice_words(dice.pieces), fee=dice.fee) if dice.fee else dice_words(dice.pieces)


async def main_action(t: Table[State], seat: Seat, space: str) -> None:
    """R5 RESOLVE: place the dice, pay the fee, carry the action out. No bonus action in between."""
    s = t.state
    sets = placements(s, seat, space)
    options = [
        Option(
            f"dice:{dice.key}",
            dice,
            say("die.options" if len(dice.pieces) > 1 else "die.option", dice=dice_words(dice.pieces)),
            partial(_dice_detail, s, seat, space, dice),
            group=say("die.group", value=dice.value) if len(dice.pieces) > 1 and len(sets) > _ONE_BY_ONE else None,
            place=f"dice:{space}/{dice.key}",
        )
        for dice in sets
    ]
    line = DATA.spaces[space]
    chosen: Dice = await t.choose(
        seat,
        "menu.dice_ask",
        options,
        rule=RULES[line.action],
        default=options[0].key,
        about=PlaceDice(space),
        space=space_name(space),
        n=max(len(dice.pieces) for dice in sets),
    )
    with t.line():
        await _carry_out(t, seat, space, chosen)


async def _carry_out(t: Table[State], seat: Seat, space: str, dice: Dice) -> None:
    """R6 The dice lie there; the fee, which travellers pay with their routes (R7); the action."""
    line = DATA.spaces[space]
    place(t.state, seat, space, dice)
    t.state.turn.acted = True
    t.tell("menu.placed", who=Who(seat), dice=dice_words(dice.pieces), space=space_name(space))
    if dice.fee and line.action != "travel":
        paid = await pay(t, seat, Cost(coins=dice.fee))
        t.tell("menu.fee", who=Who(seat), paid=amounts(paid))
    await ACTIONS[line.action].carry_out(t, seat, space, dice)
    if dice.fee and t.state.players[seat].character == "donata":
        camels = Gain(camels=DONATA.occupied_camels)
        receive(t.state, seat, camels, "character")
        t.tell("told.gains", who=Who(seat), gain=amounts(camels))


def _dice_detail(s: State, seat: Seat, space: str, dice: Dice) -> Msg:
    """What this set opens, its fee, and the dice that stay."""
    items: list[Msg] = []
    if dice.fee:
        items.append(say("menu.with_fee", paid=amounts(usual(s.players[seat], Cost(coins=dice.fee)))))
    if (opened := opens(s, seat, space, dice)) is not None:
        items.append(opened)
    items.append(leaves(s.players[seat], dice))
    return say("menu.detail", items=tuple(items))
