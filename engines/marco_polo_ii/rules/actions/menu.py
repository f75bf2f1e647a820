"""Forecast of a space's effect for each die value, shown when dice are chosen (R8)."""

from collections.abc import Mapping
from functools import partial

from engines.kernel import GameContext, Message, Option, Seat, SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.rules.gains import receive
from engines.marco_polo_ii.rules.payment import compute_default_payment, describe_remaining_dice, pay
from engines.marco_polo_ii.table import spaces
from engines.marco_polo_ii.table.names import RULES, describe_amounts, describe_dice, name_guild, name_space
from engines.marco_polo_ii.table.questions import PlaceDice
from engines.marco_polo_ii.table.state import State

from . import space_actions
from .city_cards import CITY_CARD, count_max_times, list_own_markers

DATA = CONTENT.data


def describe_effect(s: State, seat: Seat, space: str, dice: spaces.Dice) -> Message | None:
    """Describe the effect that depends on the value of the dice; None if the value makes no difference.

    On the Khan spaces: the minimum value for the next player.
    """
    value = dice.value
    match DATA.spaces[space].action:
        case "travel":
            return _describe_steps(min(value, DATA.spaces[space].max_steps))
        case "guild":
            return _describe_seals(s, seat, value)
        case "special":
            return _describe_gain(space_actions.compute_special_reward(s, seat, space, value))
        case "city_card":
            return _describe_card_effect(s, seat, s.city_cards[space], value)
        case "khan" if spaces.find_next_khan_space(s) != CONTENT.khan_spaces[-1] and not spaces.is_token(
            dice.pieces[0]
        ):
            return message("menu.khan_next", n=value)  # R16.29: a token leaves the space empty
        case _:
            return None


def _describe_card_effect(s: State, seat: Seat, ident: str, value: int) -> Message:
    """R8.7 Describe the effect of a city card with a die of this value, given the player's current stock."""
    player, line = s.players[seat], DATA.city_cards[ident]
    match line.kind:
        case "exchange" if line.reward.move:
            return _describe_steps(value * line.reward.move)
        case "exchange":
            return message("menu.times", n=count_max_times(player, line.cost, line.reward, value))
        case "choice_exchange":
            return message(
                "menu.times", n=max(count_max_times(player, entry.cost, entry.reward, value) for entry in line.options)
            )
        case "count_posts":
            return _describe_gain(line.per.multiply(min(len(player.posts), value)))
        case "count_contracts":
            return _describe_gain(line.per.multiply(min(len(player.fulfilled), value)))
        case "per_pip":
            return _describe_gain(line.per.multiply(value))
        case "by_die":
            return _describe_gain(next(entry.reward for entry in line.ranges if entry.min <= value <= entry.max))
        case "city_bonus":
            uses = next(entry.times for entry in line.ranges if entry.min <= value <= entry.max)
            return message("menu.bonuses", n=min(uses, len(list_own_markers(s, seat))))
        case "guild_one_die":
            return _describe_seals(s, seat, value)


def _describe_steps(n: int) -> Message:
    return message("menu.steps", n=n)


def _describe_seals(s: State, seat: Seat, value: int) -> Message:
    return message("menu.up_to_guild", guild=name_guild(space_actions.list_open_guilds(s, seat, value)[-1]))


def _describe_gain(gain: Gain) -> Message:
    return message("menu.gains", gain=describe_amounts(gain))


DONATA = DATA.characters.donata
DE_WU = DATA.characters.de_wu

_MAX_UNGROUPED = 5
"""If there are more sets of dice than this, the options are grouped by value."""

ACTIONS: Mapping[str, space_actions.Action] = {
    "market": space_actions.MARKET,
    "khan": space_actions.KHAN,
    "guild": space_actions.GUILD,
    "contracts": space_actions.CONTRACTS,
    "travel": space_actions.TRAVEL,
    "special": space_actions.SPECIAL,
    "city_card": CITY_CARD,
}


def list_openings(s: State, seat: Seat) -> dict[str, list[spaces.Dice]]:
    """R6 Return space -> sets of dice that may be placed there, lowest first; without spaces that have none."""
    seat_pieces = tuple(spaces.list_pieces(s.players[seat]))
    sets_by_space = {}
    for space in spaces.iter_open_spaces(s):
        sets = list_placements(s, seat, space, seat_pieces)
        if sets:
            sets_by_space[space] = sets
    if _are_gold_spaces_equal(s, sets_by_space):
        del sets_by_space["market_gold_b"]
    return sets_by_space


def has_opening(s: State, seat: Seat) -> bool:
    """R5 Return whether any main action is legal."""
    seat_pieces = tuple(spaces.list_pieces(s.players[seat]))
    return any(list_placements(s, seat, space, seat_pieces) for space in spaces.iter_open_spaces(s))


def owes_action(s: State, seat: Seat) -> bool:
    """R5 Return whether a main action is legal with dice alone; R12 a token never has to be used."""
    return any(
        not any(map(spaces.is_token, dice.pieces))
        for space in spaces.iter_open_spaces(s)
        for dice in list_placements(s, seat, space)
    )


def list_placements(
    s: State, seat: Seat, space: str, seat_pieces: tuple[spaces.DieCode, ...] | None = None
) -> list[spaces.Dice]:
    """R6 Return the legal sets of dice for a space whose action is possible with fee and costs paid.

    seat_pieces: the seat's pieces, if already computed.
    """
    line = DATA.spaces[space]
    if line.city is not None and _is_shut(s, seat, line.city):
        return []
    legal = spaces.list_legal_dice(s, seat, space, None, seat_pieces)
    if line.action == "guild" and s.players[seat].character == "de_wu":
        legal = [*spaces.list_legal_dice(s, seat, space, DE_WU.guild_dice, seat_pieces), *legal]  # R12
    is_possible, results = ACTIONS[line.action].is_possible, dict[tuple[int, int, str], bool]()
    possible_sets = []
    for dice in legal:
        key = _build_possibility_key(line.action, dice)
        if key not in results:
            results[key] = is_possible(s, seat, space, dice)
        if results[key]:
            possible_sets.append(dice)
    return possible_sets


def _build_possibility_key(action: str, dice: spaces.Dice) -> tuple[int, int, str]:
    """R6 Return a key of the properties that decide whether an action is possible, to check each case only once.

    The fee; for seals and cards also the value and a token (R12).
    """
    if action in ("guild", "city_card"):
        first = dice.pieces[0]
        return dice.fee, dice.value, first if spaces.is_token(first) else ""
    return dice.fee, 0, ""


def _is_shut(s: State, seat: Seat, city: str) -> bool:
    """R8.6, R8.7 Return whether the spaces of a city are closed: no post there, and no token of Donata (R12)."""
    player = s.players[seat]
    return city not in player.posts and not player.tokens


def _are_gold_spaces_equal(_s: State, sets_by_space: Mapping[str, list[spaces.Dice]]) -> bool:
    """R8.1 Return whether both gold spaces allow the same dice at the same fee. They use the same book, so one of them
    is enough.
    """
    return "market_gold_a" in sets_by_space and sets_by_space.get("market_gold_a") == sets_by_space.get("market_gold_b")


def build_space_options(s: State, seat: Seat) -> list[Option]:
    """Return an option `space:market_silk` for each space, with its gains and the dice that may be placed."""
    return [
        Option(
            f"space:{space}",
            space,
            name_space(space),
            partial(_describe_space, s, seat, space, sets),
            group=Message(f"action.{DATA.spaces[space].action}"),
            place=f"space:{space}",
        )
        for space, sets in list_openings(s, seat).items()
    ]


def _describe_space(s: State, seat: Seat, space: str, sets: list[spaces.Dice]) -> Message:
    forecast = ACTIONS[DATA.spaces[space].action].forecast(s, seat, space)
    fewest, most_dice = len(sets[0].pieces), len(sets[-1].pieces)
    if most_dice > 1:
        values = [dice.value for dice in sets]
        key = f"menu.sets{'_one' if min(values) == max(values) else ''}{'_fee' if sets[0].fee else ''}"
        number = message("menu.one_or", n=most_dice) if fewest == 1 else most_dice
        return message(key, outlook=forecast, n=number, least=min(values), most=max(values))
    priced_dice = tuple(_describe_priced_dice(dice) for dice in sets)
    return message("menu.dice" if len(priced_dice) > 1 else "menu.die", outlook=forecast, dice=priced_dice)


def _describe_priced_dice(dice: spaces.Dice) -> Message:
    return message("die.fee", die=describe_dice(dice.pieces), fee=dice.fee) if dice.fee else describe_dice(dice.pieces)


async def take_main_action(ctx: GameContext[State], seat: Seat, space: str) -> None:
    """R5 RESOLVE: choose and place the dice, pay the fee, carry out the action. No bonus action in between."""
    s = ctx.state
    sets = list_placements(s, seat, space)
    options = [
        Option(
            f"dice:{dice.key}",
            dice,
            message("die.options" if len(dice.pieces) > 1 else "die.option", dice=describe_dice(dice.pieces)),
            partial(_describe_dice_option, s, seat, space, dice),
            group=message("die.group", value=dice.value)
            if len(dice.pieces) > 1 and len(sets) > _MAX_UNGROUPED
            else None,
            place=f"dice:{space}/{dice.key}",
        )
        for dice in sets
    ]
    line = DATA.spaces[space]
    chosen: spaces.Dice = await ctx.choose(
        seat,
        "menu.dice_ask",
        options,
        rule=RULES[line.action],
        default=options[0].key,
        subject=PlaceDice(space),
        space=name_space(space),
        n=max(len(dice.pieces) for dice in sets),
    )
    s.turn.had_jade = s.players[seat].jade > 0
    with ctx.log_line():
        await _carry_out_action(ctx, seat, space, chosen)


async def _carry_out_action(ctx: GameContext[State], seat: Seat, space: str, dice: spaces.Dice) -> None:
    """R6 Place the dice, pay the fee (Travel pays it together with the routes, R7), carry out the action."""
    line = DATA.spaces[space]
    spaces.place_dice(ctx.state, seat, space, dice)
    ctx.state.turn.has_acted = True
    ctx.log_event("menu.placed", who=SeatRef(seat), dice=describe_dice(dice.pieces), space=name_space(space))
    if dice.fee and line.action != "travel":
        payment = await pay(ctx, seat, Cost(coins=dice.fee))
        ctx.log_event("menu.fee", who=SeatRef(seat), paid=describe_amounts(payment))
    await ACTIONS[line.action].carry_out(ctx, seat, space, dice)
    if dice.fee and ctx.state.players[seat].character == "donata":
        camels = Gain(camels=DONATA.occupied_camels)
        receive(ctx.state, seat, camels, "character")
        ctx.log_event("told.gains", who=SeatRef(seat), gain=describe_amounts(camels))


def _describe_dice_option(s: State, seat: Seat, space: str, dice: spaces.Dice) -> Message:
    """Describe the effect of this set of dice, its fee, and the dice left afterwards."""
    items: list[Message] = []
    if dice.fee:
        items.append(
            message(
                "menu.with_fee", paid=describe_amounts(compute_default_payment(s.players[seat], Cost(coins=dice.fee)))
            )
        )
    if (effect := describe_effect(s, seat, space, dice)) is not None:
        items.append(effect)
    items.append(describe_remaining_dice(s.players[seat], dice))
    return message("menu.detail", items=tuple(items))
