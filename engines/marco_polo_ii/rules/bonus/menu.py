"""R9 The menu of bonus actions: options for all that are possible now, and carrying one out."""

from collections.abc import Iterator
from functools import partial
from typing import Literal, NamedTuple

from engines.kernel import GameContext, LazyText, Message, Option, Seat, SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost
from engines.marco_polo_ii.rules import caravans
from engines.marco_polo_ii.rules.actions.menu import has_opening
from engines.marco_polo_ii.rules.payment import can_pay, compute_default_payment, describe_changes, list_changes
from engines.marco_polo_ii.rules.rewards import gain_reward
from engines.marco_polo_ii.table.names import (
    describe_amounts,
    describe_contract,
    describe_outpost,
    name_guild,
    name_place,
)
from engines.marco_polo_ii.table.state import Player, State

from . import contracts, dice, seals

DATA = CONTENT.data
GROUP = Message("bonus.group")

BonusKind = Literal[
    "fulfil", "improve", "purse", "reroll", "adjust", "black", "filippo", "vidal", "start", "complete", "jade"
]


class BonusAction(NamedTuple):
    """A bonus action."""

    kind: BonusKind
    """Its rule in R9; "jade" only lets the player choose shares of jade for the rest of the turn (R7)."""
    id: str = ""
    """Id of its contract, guild, tile or caravan; "" if it needs none."""

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.id}" if self.id else f"bonus:{self.kind}"


def build_bonus_options(s: State, seat: Seat) -> list[Option]:
    """R9 Return an option for each bonus action that is possible and can be paid now."""
    return [
        Option(bonus.key, bonus, label, detail, GROUP, _find_picture_place(bonus))
        for bonus, label, detail in _iter_possible(s, seat)
    ]


def _find_picture_place(bonus: BonusAction) -> str:
    """Return the `Option.place` of a bonus action."""
    match bonus.kind:
        case "fulfil":
            return f"held:{bonus.id}"
        case "improve":
            return f"guild:{bonus.id}"
        case "purse":
            return "space:purse"
        case _:
            return f"aside:{bonus.key}"


def _iter_possible(s: State, seat: Seat) -> Iterator[tuple[BonusAction, Message, LazyText | None]]:
    player = s.players[seat]
    for ident in player.contracts:
        if contracts.can_fulfil(player, ident):
            yield (
                BonusAction("fulfil", ident),
                message("bonus.fulfil", contract=describe_contract(ident)),
                _describe_fulfilment(player, ident),
            )
    for guild in seals.list_improvable_seals(player):
        cost, improved_bonus = seals.compute_improve_cost(player, guild), DATA.guilds[guild].improved_bonus
        detail = message(
            "bonus.improve_detail",
            cost=describe_amounts(compute_default_payment(player, cost)),
            gain=describe_amounts(improved_bonus),
        )
        yield BonusAction("improve", guild), message("bonus.improve", guild=name_guild(guild)), detail
    yield from _iter_dice_actions(s, seat)
    for tile in player.outposts:
        yield BonusAction("filippo", tile), message("bonus.filippo", gain=describe_outpost(tile)), None
    if contracts.may_trade(s, seat):
        trade_cost, trade_gain = describe_amounts(contracts.VIDAL.trade_cost), describe_amounts(contracts.TRADE)
        items = (*list_changes(player, contracts.VIDAL.trade_cost), message("bonus.once"))
        yield (
            BonusAction("vidal"),
            message("card.exchange", cost=trade_cost, gain=trade_gain),
            message("menu.detail", items=items),
        )
    if caravans.may_start_route(s, seat):
        yield BonusAction("start"), message("bonus.start"), message("bonus.start_detail")
    for number in caravans.list_arrived_caravans(player):
        caravan = player.caravans[number]
        load = describe_amounts(Cost(**{good: caravan.goods.count(good) for good in caravan.goods}))
        detail = message("bonus.complete_detail", place=name_place(caravan.place or ""), load=load)
        yield BonusAction("complete", str(number)), message("bonus.complete"), detail
    if player.jade and not s.turn.asks_jade:
        yield BonusAction("jade"), message("bonus.jade_ask"), message("bonus.jade_detail")


def _describe_fulfilment(player: Player, ident: str) -> Message | None:
    """R9.1 Describe the stock before and after fulfilling; None if the cost cannot be paid (R12 Vidal need not pay)."""
    line = CONTENT.contracts[ident]
    if not can_pay(player, line.cost):
        return None
    items = list_changes(player, line.cost, contracts.compute_contract_reward(player, ident))
    return message("menu.detail", items=items) if items else None


def _iter_dice_actions(s: State, seat: Seat) -> Iterator[tuple[BonusAction, Message, LazyText | None]]:
    """R9.3 to R9.6 Yield the bonus actions with dice."""
    player = s.players[seat]
    if not is_stuck(s, seat) and dice.list_purse_dice(s, seat):
        yield (
            BonusAction("purse"),
            message("bonus.purse"),
            message("bonus.purse_detail", gains=tuple(map(describe_amounts, dice.GAINS))),
        )
    if dice.list_rollable_dice(player):
        for kind, cost in (("reroll", dice.REROLL_COST), ("adjust", dice.ADJUST_COST)):
            if can_pay(player, cost):
                bonus = BonusAction("reroll" if kind == "reroll" else "adjust")
                yield bonus, message(f"bonus.{kind}"), partial(describe_changes, player, cost)
    if dice.may_buy_black_die(s, seat):
        yield BonusAction("black"), message("bonus.black"), partial(describe_changes, player, dice.BLACK_DIE_COST)


def is_stuck(s: State, seat: Seat) -> bool:
    """R5 Exception 2: return whether a main action is owed but none is legal. Then the main question has the purse."""
    return not s.turn.has_acted and s.players[seat].has_dice and not has_opening(s, seat)


async def take_bonus_action(ctx: GameContext[State], seat: Seat, bonus: BonusAction) -> None:
    """R9 Carry out a bonus action."""
    player = ctx.state.players[seat]
    ctx.state.turn.had_jade = player.jade > 0
    with ctx.log_line():
        match bonus.kind:
            case "fulfil":
                await contracts.fulfil_contract(ctx, seat, bonus.id)
            case "improve":
                await seals.improve_seal(ctx, seat, next(guild for guild in player.seals if guild == bonus.id))
            case "purse":
                await dice.use_purse(ctx, seat)
            case "reroll":
                await dice.reroll_die(ctx, seat)
            case "adjust":
                await dice.adjust_die(ctx, seat)
            case "black":
                await dice.buy_black_die(ctx, seat)
            case "filippo":
                await _use_outpost(ctx, seat, bonus.id)
            case "vidal":
                await contracts.trade_goods(ctx, seat)
            case "start":
                await caravans.start_route(ctx, seat)
            case "complete":
                await caravans.complete_route(ctx, seat, int(bonus.id))
            case "jade":
                ctx.state.turn.asks_jade = True  # R7 for the rest of the turn


async def _use_outpost(ctx: GameContext[State], seat: Seat, tile: str) -> None:
    """R12 Filippo: gain the reward of a kept tile, which leaves the game."""
    ctx.state.players[seat].outposts.remove(tile)
    ctx.log_event("filippo.uses", who=SeatRef(seat), gain=describe_outpost(tile))
    await gain_reward(ctx, seat, DATA.outposts[tile].reward, "bonuses")
