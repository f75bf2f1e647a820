"""R11 Phase 3: initiative, the new turn order, and the rewards of the families within their thresholds."""

from functools import lru_cache

from engines.kernel import Arg, GameContext, Message, NounRef, Option, Seat, SeatRef
from engines.signorie.actions.helpers import can_place_free_helper, place_free_helper, use_helpers
from engines.signorie.actions.main_action import perform_main_action
from engines.signorie.data import effect_types
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import RewardId
from engines.signorie.effects.family import describe_supply_with
from engines.signorie.effects.perform import describe_effect, describe_outcome, is_executable, perform_effect
from engines.signorie.table import board
from engines.signorie.table.scoring import gain_vp
from engines.signorie.table.state import State

from .dice import Die, build_die_options, list_takeable_dice, place_die
from .turn_summary import confirm_turn_end, take_snapshot

DATA = CONTENT.data


def score_initiative(ctx: GameContext[State]) -> None:
    """R11 Carry out the part of phase 3 that needs no decisions."""
    gain_initiative_vp(ctx)
    set_turn_order(ctx)
    set_rewarded(ctx)


def gain_initiative_vp(ctx: GameContext[State]) -> None:
    """R11(1) Give each player the VP of the slot with the player's disc."""
    for seat in ctx.state.order:
        slot = board.find_initiative_slot(ctx.state, seat)
        vp = DATA.initiative_track.vp[slot]
        gain_vp(ctx.state.players[seat], "initiative", vp)
        if vp:
            ctx.log_event("initiative.vp", who=SeatRef(seat), vp=vp)


def set_turn_order(ctx: GameContext[State]) -> None:
    """R11(2) Set the new turn order: higher slots first; on the same slot, discs higher in the stack first.

    Then all discs return to slot 0, the new first player's on top, the last player's at the bottom.
    """
    state = ctx.state
    state.order = [seat for discs in reversed(state.initiative) for seat in reversed(discs)]
    state.initiative = [list(reversed(state.order)), *([] for _ in state.initiative[1:])]
    ctx.log_event("initiative.order", order=tuple(SeatRef(seat) for seat in state.order))


def set_rewarded(ctx: GameContext[State]) -> None:
    """R11(3) Fix the seats to be rewarded, in the new turn order, before the first reward (R15.12).

    R15.23: a seat that passed without a die has sum 0.
    """
    state = ctx.state
    for seat in state.order:
        player = state.players[seat]
        key = "reward.within" if board.is_within_threshold(player) else "reward.above"
        ctx.log_event(key, who=SeatRef(seat), sum=player.dice_sum, threshold=board.compute_threshold(player))
    state.rewarded = [seat for seat in state.order if board.is_within_threshold(state.players[seat])]
    state.active = None
    state.phase = "rewards" if state.rewarded else "cleanup"


async def give_reward(ctx: GameContext[State]) -> None:
    """R11(3) Give the next player in `rewarded` the reward."""
    seat = ctx.state.rewarded[0]
    snapshot = take_snapshot(ctx.state, seat)
    bonus_slot = ctx.state.slot in DATA.rounds.bonus_reward_slots
    has_decided = await (give_bonus_reward if bonus_slot else give_vp_reward)(ctx, seat)
    if has_decided:
        await confirm_turn_end(ctx, seat, snapshot, "reward.confirm", "R11")
    ctx.state.rewarded = ctx.state.rewarded[1:]
    if not ctx.state.rewarded:
        ctx.state.phase = "cleanup"


def find_reward_tile(state: State) -> RewardId:
    """Return the reward tile of this round."""
    tile = state.rewards[state.slot - 1]
    if tile is None:
        raise ValueError(f"reward slot {state.slot} has no tile")
    return tile


# ---------------------------------------------------------------- bonus tiles


async def give_bonus_reward(ctx: GameContext[State], seat: Seat) -> bool:
    """R11(3) Give the bonus or the florins (D9), then a wedding (D10). Return whether the player made a decision.

    R15.13: the player may choose the florins even if the bonus is possible; the wedding is offered in both cases.
    """
    tile_id = find_reward_tile(ctx.state)
    effect = CONTENT.bonus_effects[tile_id]
    is_offered = can_offer_bonus(ctx.state, seat, effect)
    florins = ctx.state.players[seat].florins
    has_wedding = can_marry_son(ctx.state, seat) and not asks_before_wedding(ctx.state)
    options = [
        _build_florins_option(florins, ctx.state.slot, find_wedding_gains(ctx.state, seat) if has_wedding else (0, 0))
    ]
    if is_offered:
        options.insert(0, _build_bonus_option(ctx.state, seat, tile_id, effect))
    if await ctx.choose(
        seat, "reward.choose", options, rule="R11", default="florins", tile=_build_reward_noun(tile_id)
    ):
        ctx.log_event("reward.bonus", who=SeatRef(seat), tile=_build_reward_noun(tile_id))
        await perform_bonus(ctx, seat, effect)
    else:
        florins = DATA.rewards.alternative_florins
        ctx.state.players[seat].florins += florins
        key = "reward.florins" if is_offered else "reward.impossible"
        ctx.log_event(key, who=SeatRef(seat), florins=florins, tile=_build_reward_noun(tile_id))
    if not can_marry_son(ctx.state, seat):
        return is_offered
    if not asks_before_wedding(ctx.state):
        marry_son(ctx, seat)
        return is_offered
    await offer_wedding(ctx, seat)
    return True


def can_offer_bonus(state: State, seat: Seat, effect: effect_types.BonusEffect) -> bool:
    """R11.1 Return whether the bonus can be carried out; if not, the player gets the florins."""
    match effect:
        case effect_types.FreeHelper():
            return can_place_free_helper(state, seat)
        case effect_types.ExtraAction():
            return bool(list_extra_dice(state, seat))
        case _:
            return is_executable(state, seat, board.compute_budget(state.players[seat]), effect)


async def perform_bonus(ctx: GameContext[State], seat: Seat, effect: effect_types.BonusEffect) -> None:
    """R11.1 Carry out the bonus. R15.15: missions and marriages take city tiles, as the normal actions do."""
    match effect:
        case effect_types.FreeHelper():
            await place_free_helper(ctx, seat)
        case effect_types.ExtraAction():
            await perform_extra_action(ctx, seat)
        case _:
            await perform_effect(ctx, seat, effect)


def list_extra_dice(state: State, seat: Seat) -> list[Die]:
    """R11.2 Return the dice left in the pool with an executable main action.

    The seat's slots count as empty, and no die has a cost.
    """
    return list_takeable_dice(state, seat, is_extra=True)


async def perform_extra_action(ctx: GameContext[State], seat: Seat) -> None:
    """R11.2 Remove the seat's dice from the round, then play a die without cost (D13): main action and helpers."""
    state, player = ctx.state, ctx.state.players[seat]
    for color in player.dice:
        state.aside[color] += 1
    player.dice = {}
    ctx.log_event("extra.dice_removed", who=SeatRef(seat))
    options = list(build_die_options(state, seat, list_extra_dice(state, seat), is_extra=True))
    die: Die = await ctx.choose(seat, "extra.choose", options, rule="R11.2", default=options[0].key)
    place_die(ctx, seat, die, 0)
    await perform_main_action(ctx, seat, die.color)
    await use_helpers(ctx, seat, die.color, die.pips)


def can_marry_son(state: State, seat: Seat) -> bool:
    """R11(3) Return whether a son slot is empty. R15.14: otherwise there is neither a bride nor florins."""
    return state.players[seat].brides < DATA.brides.sons


def asks_before_wedding(state: State) -> bool:
    """R11(3) Return whether a wedding is asked for: it brings no florins in this round and would take one of four sons,
    who could marry for florins later.
    """
    return state.asks_every_step or not find_wedding_florins(state)


async def offer_wedding(ctx: GameContext[State], seat: Seat) -> None:
    """R11(3) Ask whether to marry a son (D10)."""
    brides = ctx.state.players[seat].brides
    options = _build_wedding_options(seat, brides, DATA.brides.vp[brides], find_wedding_florins(ctx.state))
    if await ctx.choose(seat, "wedding.choose", options, rule="R11", default="yes"):
        marry_son(ctx, seat)
    else:
        ctx.log_event("wedding.declined", who=SeatRef(seat))


def find_wedding_florins(state: State) -> int:
    """R11(3) Return the florins that a wedding brings in this round."""
    return DATA.brides.dowry.florins if state.slot in DATA.brides.dowry.reward_slots else 0


def find_wedding_gains(state: State, seat: Seat) -> tuple[int, int]:
    """R11(3) Return the VP and the florins of the next wedding."""
    return DATA.brides.vp[state.players[seat].brides], find_wedding_florins(state)


def marry_son(ctx: GameContext[State], seat: Seat) -> None:
    """R11(3) Marry the topmost single son: gain the VP of his slot, and in some rounds florins."""
    player = ctx.state.players[seat]
    vp, florins = find_wedding_gains(ctx.state, seat)
    player.brides += 1
    player.florins += florins
    gain_vp(player, "sons", vp)
    if gains := _list_gains(vp, florins):
        ctx.log_event("wedding.done", who=SeatRef(seat), gains=gains)
    else:
        ctx.log_event("wedding.done_for_love", who=SeatRef(seat))


# ---------------------------------------------------------------- VP tiles


async def give_vp_reward(ctx: GameContext[State], seat: Seat) -> bool:
    """R11(3) Give the VP of the tile, then offer to buy VP once (D11). Return whether the player made a decision."""
    tile_id = find_reward_tile(ctx.state)
    effect = CONTENT.vp_effects[tile_id]
    vp = compute_tile_vp(ctx.state, seat, effect)
    player = ctx.state.players[seat]
    gain_vp(player, "rewards", vp)
    ctx.log_event("reward.vp", who=SeatRef(seat), tile=_build_reward_noun(tile_id), vp=vp)
    cost, gain = DATA.rewards.buy_vp_cost, DATA.rewards.buy_vp_gain
    if player.florins < cost:
        return False
    is_last_round = ctx.state.slot == DATA.rounds.count  # R12: florins are worth nothing after the last round
    if not ctx.state.asks_every_step and is_last_round:
        buy_vp(ctx, seat)
        return False
    options = _build_purchase_options(player.florins)
    if await ctx.choose(seat, "purchase.choose", options, rule="R11.3", default="no", cost=cost, vp=gain):
        buy_vp(ctx, seat)
    else:
        ctx.log_event("purchase.declined", who=SeatRef(seat))
    return True


def buy_vp(ctx: GameContext[State], seat: Seat) -> None:
    """R11.3 Buy VP for florins (D11)."""
    cost, gain = DATA.rewards.buy_vp_cost, DATA.rewards.buy_vp_gain
    player = ctx.state.players[seat]
    player.florins -= cost
    gain_vp(player, "purchases", gain)
    ctx.log_event("purchase.done", who=SeatRef(seat), cost=cost, vp=gain)


def compute_tile_vp(state: State, seat: Seat, effect: effect_types.VpEffect) -> int:
    """R11.3 Return the VP that a VP tile brings to the player. R15.17: helpers without a cost count too."""
    match effect:
        case effect_types.VpPerHelper(vp=vp):
            return vp * len(state.players[seat].helpers)
        case effect_types.VpPerCityWith(vp=vp, sex=sex):
            return vp * board.count_cities_with(state, seat, sex)
        case effect_types.VpPerMeepleInCities(vp=vp, sex=sex):
            return vp * board.count_in_cities(state, seat, sex)


# ---------------------------------------------------------------- options


def _build_reward_noun(tile_id: RewardId) -> NounRef:
    return NounRef(f"reward_labels.{tile_id}")


def _build_bonus_option(state: State, seat: Seat, tile_id: RewardId, effect: effect_types.BonusEffect) -> Option:
    label = Message("reward.bonus_label", {"tile": _build_reward_noun(tile_id)})
    player = state.players[seat]
    match effect:
        case effect_types.FreeHelper() | effect_types.ExtraAction():
            detail = describe_effect(effect)
        case effect_types.TakeMeeples(count=count, sex=sex) if sex != "any" and count <= player.stock[sex]:
            detail = describe_supply_with(player, sex, count)  # the label says how many are taken
        case _:
            detail = describe_outcome(state, seat, board.compute_budget(player), effect)
    return Option("bonus", True, label, detail, place=f"reward:{state.slot}")


@lru_cache(256)
def _build_florins_option(florins: int, slot: int, wedding: tuple[int, int]) -> Option:
    """Build the option to take florins instead of the bonus.

    florins: in hand now; wedding: VP and florins of the wedding that follows without a question, (0, 0) if none.
    """
    gained = DATA.rewards.alternative_florins
    label = Message("reward.florins_label", {"florins": gained})
    key = "reward.florins_wed" if any(wedding) else "reward.florins_detail"
    detail = Message(key, {"gains": _list_gains(*wedding), "total": florins + gained + wedding[1]})
    return Option("florins", False, label, detail, place=f"reward:{slot}:florins")


@lru_cache(256)
def _build_wedding_options(seat: Seat, brides: int, vp: int, florins: int) -> tuple[Option, Option]:
    dice = DATA.brides.married_at_start + brides + 1
    gains = (*_list_gains(vp, florins), Message("wedding.dice", {"dice": dice}))
    place = f"mat:{seat}:son:{brides + 1}"
    return (
        Option("yes", True, Message("wedding.yes"), Message("wedding.detail", {"gains": gains}), place=place),
        Option("no", False, Message("wedding.no")),
    )


def _list_gains(vp: int, florins: int) -> tuple[Message, ...]:
    gains = (("wedding.vp", vp), ("wedding.florins", florins))
    return tuple(Message(key, {"gained": gained}) for key, gained in gains if gained)


@lru_cache(256)
def _build_purchase_options(florins: int) -> tuple[Option, Option]:
    cost, gain = DATA.rewards.buy_vp_cost, DATA.rewards.buy_vp_gain
    args: dict[str, Arg] = {"cost": cost, "vp": gain, "left": florins - cost}
    return (
        Option("yes", True, Message("purchase.yes", args), Message("purchase.detail", args)),
        Option("no", False, Message("purchase.no", args)),
    )
