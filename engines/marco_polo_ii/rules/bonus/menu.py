"""R9 All bonus actions that are possible now, beside the question of the own turn; and carrying one out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from engines.kernel import Msg, Option, Seat, Table, Who, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost
from engines.marco_polo_ii.rules import caravans
from engines.marco_polo_ii.rules.actions.menu import any_opening
from engines.marco_polo_ii.rules.balance import changes, told
from engines.marco_polo_ii.rules.payment import can_pay, usual
from engines.marco_polo_ii.rules.rewards import gain
from engines.marco_polo_ii.table.names import amounts, outpost, place
from engines.marco_polo_ii.table.names import contract as contract_words
from engines.marco_polo_ii.table.names import guild as guild_name
from engines.marco_polo_ii.table.state import Player, State

from . import contracts, dice, seals

DATA = CONTENT.data
GROUP = Msg("bonus.group")

Kind = Literal[
    "fulfil", "improve", "purse", "reroll", "adjust", "black", "filippo", "vidal", "start", "complete", "jade"
]


class Bonus(NamedTuple):
    """A bonus action; id: of the contract, guild, tile or caravan, or "" if it needs none."""

    kind: Kind
    id: str = ""

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.id}" if self.id else f"bonus:{self.kind}"


def offered(s: State, seat: Seat) -> list[Option]:
    """R9 Everything that can be paid for now."""
    return [
        Option(bonus.key, bonus, label, detail, GROUP, _place(bonus)) for bonus, label, detail in _possible(s, seat)
    ]


def _place(bonus: Bonus) -> str:
    """Where it lies on a picture."""
    match bonus.kind:
        case "fulfil":
            return f"held:{bonus.id}"
        case "improve":
            return f"guild:{bonus.id}"
        case "purse":
            return "space:purse"
        case _:
            return f"aside:{bonus.key}"


def _possible(s: State, seat: Seat) -> Iterator[tuple[Bonus, Msg, Msg | None]]:
    player = s.players[seat]
    for ident in player.contracts:
        if contracts.can_fulfil(player, ident):
            yield Bonus("fulfil", ident), say("bonus.fulfil", contract=contract_words(ident)), _fulfilled(player, ident)
    for guild in seals.improvable(player):
        cost, gained = seals.improve_cost(player, guild), DATA.guilds[guild].improved_bonus
        detail = say("bonus.improve_detail", cost=amounts(usual(player, cost)), gain=amounts(gained))
        yield Bonus("improve", guild), say("bonus.improve", guild=guild_name(guild)), detail
    yield from _with_dice(s, seat)
    for tile in player.outposts:
        yield Bonus("filippo", tile), say("bonus.filippo", gain=outpost(tile)), None
    if contracts.may_trade(s, seat):
        one, other = amounts(contracts.VIDAL.trade_cost), amounts(contracts.TRADE)
        items = (*changes(player, contracts.VIDAL.trade_cost), say("bonus.once"))
        yield Bonus("vidal"), say("card.exchange", cost=one, gain=other), say("menu.detail", items=items)
    if caravans.may_start(s, seat):
        yield Bonus("start"), say("bonus.start"), say("bonus.start_detail")
    for number in caravans.arrived(player):
        caravan = player.caravans[number]
        load = amounts(Cost(**{good: caravan.goods.count(good) for good in caravan.goods}))
        detail = say("bonus.complete_detail", place=place(caravan.place or ""), load=load)
        yield Bonus("complete", str(number)), say("bonus.complete"), detail
    if player.jade and not s.turn.asks_jade:
        yield Bonus("jade"), say("bonus.jade_ask"), say("bonus.jade_detail")


def _fulfilled(player: Player, ident: str) -> Msg | None:
    """R9.1 The stock before and after paying and gaining; R12 Vidal need not pay, and cannot always."""
    line = CONTENT.contracts[ident]
    if not can_pay(player, line.cost):
        return None
    items = changes(player, line.cost, contracts.reward_of(player, ident))
    return say("menu.detail", items=items) if items else None


def _with_dice(s: State, seat: Seat) -> Iterator[tuple[Bonus, Msg, Msg | None]]:
    """R9.3 to R9.6 What is done with the own dice."""
    player = s.players[seat]
    if not is_stuck(s, seat) and dice.for_purse(s, seat):
        yield Bonus("purse"), say("bonus.purse"), say("bonus.purse_detail", gains=tuple(map(amounts, dice.GAINS)))
    if dice.rollable(player):
        for kind, cost in (("reroll", dice.REROLL), ("adjust", dice.ADJUST)):
            if can_pay(player, cost):
                bonus = Bonus("reroll" if kind == "reroll" else "adjust")
                yield bonus, say(f"bonus.{kind}"), told(player, cost)
    if dice.may_buy(s, seat):
        yield Bonus("black"), say("bonus.black"), told(player, dice.BLACK)


def is_stuck(s: State, seat: Seat) -> bool:
    """R5 Exception 2: a main action is owed and none is legal. Then the purse is among the answers themselves."""
    return not s.turn.acted and s.players[seat].has_dice and not any_opening(s, seat)


async def take(t: Table[State], seat: Seat, bonus: Bonus) -> None:
    """R9 Carry out a bonus action, completely."""
    player = t.state.players[seat]
    with t.line():
        match bonus.kind:
            case "fulfil":
                await contracts.fulfil(t, seat, bonus.id)
            case "improve":
                await seals.improve(t, seat, next(guild for guild in player.seals if guild == bonus.id))
            case "purse":
                await dice.use_purse(t, seat)
            case "reroll":
                await dice.reroll(t, seat)
            case "adjust":
                await dice.adjust(t, seat)
            case "black":
                await dice.buy_black_die(t, seat)
            case "filippo":
                await _use_outpost(t, seat, bonus.id)
            case "vidal":
                await contracts.trade(t, seat)
            case "start":
                await caravans.start_route(t, seat)
            case "complete":
                await caravans.complete_route(t, seat, int(bonus.id))
            case "jade":
                t.state.turn.asks_jade = True  # R7 for the rest of the turn


async def _use_outpost(t: Table[State], seat: Seat, tile: str) -> None:
    """R12 Filippo: a kept tile is gained and leaves the game."""
    t.state.players[seat].outposts.remove(tile)
    t.tell("filippo.uses", who=Who(seat), gain=outpost(tile))
    await gain(t, seat, DATA.outposts[tile].reward, "bonuses")
