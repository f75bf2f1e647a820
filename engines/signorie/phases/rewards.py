"""R11 Phase 3: initiative, the new turn order, and the reward of each family within its threshold."""

from __future__ import annotations

from functools import lru_cache

from engines.kernel import Arg, Msg, Option, Seat, Table, Term, Who
from engines.signorie.actions.helpers import can_place_free, free_helper, use_helpers
from engines.signorie.actions.main_action import main_action
from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import (
    BonusEffect,
    ExtraAction,
    FreeHelper,
    VpEffect,
    VpPerCityWith,
    VpPerHelper,
    VpPerMeepleInCities,
)
from engines.signorie.data.ids import RewardId
from engines.signorie.effects.perform import ahead, executable, perform, words
from engines.signorie.table.board import cities_with, in_cities, initiative_slot, threshold, within_threshold
from engines.signorie.table.budget import budget
from engines.signorie.table.scoring import gain_vp
from engines.signorie.table.state import State

from .dice import Die, die_options, place_die, takeable
from .turn_summary import before, confirm_end

DATA = CONTENT.data


def score_initiative(t: Table[State]) -> None:
    """R11 Everything of phase 3 that nobody decides."""
    initiative_vp(t)
    new_turn_order(t)
    fix_rewarded(t)


def initiative_vp(t: Table[State]) -> None:
    """R11(1) Every player gains the VP of the slot that his disc is on."""
    for seat in t.state.order:
        slot = initiative_slot(t.state, seat)
        vp = DATA.initiative_track.vp[slot]
        gain_vp(t.state.players[seat], "initiative", vp)
        if vp:
            t.tell("initiative.vp", who=Who(seat), vp=vp)


def new_turn_order(t: Table[State]) -> None:
    """R11(2) Higher slot first, within a slot the disc higher in the stack first.

    Then all discs return to slot 0, the new first player's on top, the last one's at the bottom.
    """
    state = t.state
    state.order = [seat for discs in reversed(state.initiative) for seat in reversed(discs)]
    state.initiative = [list(reversed(state.order)), *([] for _ in state.initiative[1:])]
    t.tell("initiative.order", order=tuple(Who(seat) for seat in state.order))


def fix_rewarded(t: Table[State]) -> None:
    """R11(3) Who is rewarded, fixed for all players before the first reward (R15.12); served in the new order.

    R15.23: who passed at once has sum 0.
    """
    state = t.state
    for seat in state.order:
        player = state.players[seat]
        key = "reward.within" if within_threshold(player) else "reward.above"
        t.tell(key, who=Who(seat), sum=player.dice_sum, threshold=threshold(player))
    state.rewarded = [seat for seat in state.order if within_threshold(state.players[seat])]
    state.active = None
    state.phase = "rewards" if state.rewarded else "cleanup"


async def serve_reward(t: Table[State]) -> None:
    """R11(3) The reward of the next rewarded player."""
    seat = t.state.rewarded[0]
    was = before(t.state, seat)
    bonus_slot = t.state.slot in DATA.rounds.bonus_reward_slots
    decided = await (bonus_reward if bonus_slot else vp_reward)(t, seat)
    if decided:
        await confirm_end(t, seat, was, "reward.confirm", "R11")
    t.state.rewarded = t.state.rewarded[1:]
    if not t.state.rewarded:
        t.state.phase = "cleanup"


def reward_tile(state: State) -> RewardId:
    """The tile of this round."""
    tile = state.rewards[state.slot - 1]
    if tile is None:
        raise ValueError(f"reward slot {state.slot} has no tile")
    return tile


# ---------------------------------------------------------------- bonus tiles


async def bonus_reward(t: Table[State], seat: Seat) -> bool:
    """R11(3) The bonus or the florins (D9), then a wedding (D10). Whether the player had anything to decide.

    R15.13: the florins may be chosen although the bonus is possible, and the wedding is offered in both cases.
    """
    tile_id = reward_tile(t.state)
    effect = CONTENT.bonus_effects[tile_id]
    offered = bonus_offered(t.state, seat, effect)
    florins, follows = t.state.players[seat].florins, can_wed(t.state, seat) and not t.state.every_step
    options = [_florins(florins, t.state.slot, wedding_gains(t.state, seat) if follows else (0, 0))]
    if offered:
        options.insert(0, _bonus(t.state, seat, tile_id, effect))
    if await t.choose(seat, "reward.choose", options, rule="R11", default="florins", tile=_label(tile_id)):
        t.tell("reward.bonus", who=Who(seat), tile=_label(tile_id))
        await perform_bonus(t, seat, effect)
    else:
        florins = DATA.rewards.alternative_florins
        t.state.players[seat].florins += florins
        key = "reward.florins" if offered else "reward.impossible"
        t.tell(key, who=Who(seat), florins=florins, tile=_label(tile_id))
    if not can_wed(t.state, seat):
        return offered
    if t.state.every_step:
        await offer_wedding(t, seat)
    else:
        wed(t, seat)  # nothing speaks against it
    return offered or t.state.every_step


def bonus_offered(state: State, seat: Seat, effect: BonusEffect) -> bool:
    """R11.1 Whether the bonus can be carried out; if not, the player gets the florins."""
    match effect:
        case FreeHelper():
            return can_place_free(state, seat)
        case ExtraAction():
            return bool(extra_dice(state, seat))
        case _:
            return executable(state, seat, budget(state.players[seat]), effect)


async def perform_bonus(t: Table[State], seat: Seat, effect: BonusEffect) -> None:
    """R11.1 The bonus of the tile. R15.15: missions and marriages take city tiles like the normal action."""
    match effect:
        case FreeHelper():
            await free_helper(t, seat)
        case ExtraAction():
            await extra_action(t, seat)
        case _:
            await perform(t, seat, effect)


def extra_dice(state: State, seat: Seat) -> list[Die]:
    """R11.2 Dice left in the pool with an executable main action; all own slots count as empty, no die costs."""
    return takeable(state, seat, extra=True)


async def extra_action(t: Table[State], seat: Seat) -> None:
    """R11.2 The own dice go out of the round; a die of the pool without cost (D13), its main action, its helpers."""
    state, player = t.state, t.state.players[seat]
    for color in player.dice:
        state.aside[color] += 1
    player.dice = {}
    t.tell("extra.dice_removed", who=Who(seat))
    options = list(die_options(state, seat, extra_dice(state, seat), extra=True))
    die: Die = await t.choose(seat, "extra.choose", options, rule="R11.2", default=options[0].key)
    place_die(t, seat, die, 0)
    await main_action(t, seat, die.color)
    await use_helpers(t, seat, die.color, die.pips)


def can_wed(state: State, seat: Seat) -> bool:
    """R11(3) One of the son slots is empty. R15.14: otherwise neither bride nor florins."""
    return state.players[seat].brides < DATA.brides.sons


async def offer_wedding(t: Table[State], seat: Seat) -> None:
    """R11(3) D10, put only at a table where every step is asked about."""
    brides = t.state.players[seat].brides
    options = _wed_or_not(seat, brides, DATA.brides.vp[brides], wedding_florins(t.state))
    if await t.choose(seat, "wedding.choose", options, rule="R11", default="yes"):
        wed(t, seat)
    else:
        t.tell("wedding.declined", who=Who(seat))


def wedding_florins(state: State) -> int:
    """R11(3) What a wedding pays in this round."""
    return DATA.brides.dowry.florins if state.slot in DATA.brides.dowry.reward_slots else 0


def wedding_gains(state: State, seat: Seat) -> tuple[int, int]:
    """R11(3) The VP and the florins of the next wedding."""
    return DATA.brides.vp[state.players[seat].brides], wedding_florins(state)


def wed(t: Table[State], seat: Seat) -> None:
    """R11(3) A bride to the topmost empty son slot, its VP, and in some rounds florins."""
    player = t.state.players[seat]
    vp, florins = wedding_gains(t.state, seat)
    player.brides += 1
    player.florins += florins
    gain_vp(player, "sons", vp)
    if gains := _gains(vp, florins):
        t.tell("wedding.done", who=Who(seat), gains=gains)
    else:
        t.tell("wedding.done_for_love", who=Who(seat))


# ---------------------------------------------------------------- VP tiles


async def vp_reward(t: Table[State], seat: Seat) -> bool:
    """R11(3) The VP of the tile, then D11: once, florins for VP. Whether the player had anything to decide."""
    tile_id = reward_tile(t.state)
    effect = CONTENT.vp_effects[tile_id]
    vp = tile_vp(t.state, seat, effect)
    player = t.state.players[seat]
    gain_vp(player, "rewards", vp)
    t.tell("reward.vp", who=Who(seat), tile=_label(tile_id), vp=vp)
    cost, gain = DATA.rewards.buy_vp_cost, DATA.rewards.buy_vp_gain
    if player.florins < cost:
        return False
    last = t.state.slot == DATA.rounds.count  # R12: florins are worth nothing after it
    if not t.state.every_step and last:
        buy_vp(t, seat)
        return False
    options = _buy_or_not(player.florins)
    if await t.choose(seat, "purchase.choose", options, rule="R11.3", default="no", cost=cost, vp=gain):
        buy_vp(t, seat)
    else:
        t.tell("purchase.declined", who=Who(seat))
    return True


def buy_vp(t: Table[State], seat: Seat) -> None:
    """R11.3 D11: once, florins for VP."""
    cost, gain = DATA.rewards.buy_vp_cost, DATA.rewards.buy_vp_gain
    player = t.state.players[seat]
    player.florins -= cost
    gain_vp(player, "purchases", gain)
    t.tell("purchase.done", who=Who(seat), cost=cost, vp=gain)


def tile_vp(state: State, seat: Seat, effect: VpEffect) -> int:
    """R11.3 What a VP tile is worth to the player. R15.17: helpers that cost nothing count."""
    match effect:
        case VpPerHelper(vp=vp):
            return vp * len(state.players[seat].helpers)
        case VpPerCityWith(vp=vp, sex=sex):
            return vp * cities_with(state, seat, sex)
        case VpPerMeepleInCities(vp=vp, sex=sex):
            return vp * in_cities(state, seat, sex)


# ---------------------------------------------------------------- options


def _label(tile_id: RewardId) -> Term:
    return Term(f"reward_labels.{tile_id}")


def _bonus(state: State, seat: Seat, tile_id: RewardId, effect: BonusEffect) -> Option:
    label = Msg("reward.bonus_label", {"tile": _label(tile_id)})
    if isinstance(effect, FreeHelper | ExtraAction):
        detail = words(effect)
    else:
        detail = ahead(state, seat, budget(state.players[seat]), effect)
    return Option("bonus", True, label, detail, place=f"reward:{state.slot}")


@lru_cache(256)
def _florins(florins: int, slot: int, wedding: tuple[int, int]) -> Option:
    """Instead of the bonus, with so many florins. wedding: VP and florins of the one that follows unasked."""
    gained = DATA.rewards.alternative_florins
    label = Msg("reward.florins_label", {"florins": gained})
    key = "reward.florins_wed" if any(wedding) else "reward.florins_detail"
    detail = Msg(key, {"gains": _gains(*wedding), "total": florins + gained + wedding[1]})
    return Option("florins", False, label, detail, place=f"reward:{slot}:florins")


@lru_cache(256)
def _wed_or_not(seat: Seat, brides: int, vp: int, florins: int) -> tuple[Option, Option]:
    dice = DATA.brides.married_at_start + brides + 1
    gains = (*_gains(vp, florins), Msg("wedding.dice", {"dice": dice}))
    place = f"mat:{seat}:son:{brides + 1}"
    return (
        Option("yes", True, Msg("wedding.yes"), Msg("wedding.detail", {"gains": gains}), place=place),
        Option("no", False, Msg("wedding.no")),
    )


def _gains(vp: int, florins: int) -> tuple[Msg, ...]:
    gains = (("wedding.vp", vp), ("wedding.florins", florins))
    return tuple(Msg(key, {"gained": gained}) for key, gained in gains if gained)


@lru_cache(256)
def _buy_or_not(florins: int) -> tuple[Option, Option]:
    cost, gain = DATA.rewards.buy_vp_cost, DATA.rewards.buy_vp_gain
    args: dict[str, Arg] = {"cost": cost, "vp": gain, "left": florins - cost}
    return (
        Option("yes", True, Msg("purchase.yes", args), Msg("purchase.detail", args)),
        Option("no", False, Msg("purchase.no", args)),
    )
