"""R8.4 Offspring, and R8.5 taking meeples from the stock into the supply."""

from functools import lru_cache
from typing import Literal

import msgspec

from engines.kernel import GameContext, Message, Option, Seat, SeatRef
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import SEXES, Sex
from engines.signorie.table.board import Budget
from engines.signorie.table.state import Player, State

OFFSPRING = CONTENT.data.signoria.offspring
FACES = len(CONTENT.data.die.faces)


class Roll(msgspec.Struct, frozen=True):
    """Subject of the question before a roll."""

    dice: int
    """Number of offspring dice to be rolled together (R8.4)."""


def can_grow(budget: Budget) -> bool:
    """R8.4 Return whether the stock holds at least one meeple of either sex."""
    return budget.men_stock + budget.women_stock > 0


async def roll_offspring(ctx: GameContext[State], seat: Seat, dice: int) -> None:
    """R8.4 Roll the dice together (R15.20). Each brings a woman or a man, or nothing if none of that sex is in stock.

    The player confirms first, because a roll cannot be undone (R4).
    """
    await ctx.confirm(
        seat, "offspring.confirm", rule="R8.4", default="yes", subject=Roll(dice), button_key="kernel.roll", dice=dice
    )
    rolled = sorted(ctx.roll_die(FACES) for _ in range(dice))
    player = ctx.state.players[seat]
    girls, boys = (sum(pips in faces for pips in rolled) for faces in (OFFSPRING.female_faces, OFFSPRING.male_faces))
    women, men = _move_to_supply(player, "female", girls), _move_to_supply(player, "male", boys)
    key = "offspring.rolled" if (women, men) == (girls, boys) else "offspring.rolled_short"
    ctx.log_event(key, who=SeatRef(seat), count=dice, dice=tuple(rolled), people=describe_people(men, women))


def can_take(budget: Budget, sex: Sex | Literal["any"]) -> bool:
    """R8.5 Return whether at least one such meeple is in stock."""
    if sex == "any":
        return can_grow(budget)
    return (budget.men_stock if sex == "male" else budget.women_stock) > 0


async def take_meeples(ctx: GameContext[State], seat: Seat, count: int, sex: Sex | Literal["any"]) -> None:
    """R8.5 Take `count` meeples from the player's stock, or all if fewer; "any": the player chooses the sexes."""
    player = ctx.state.players[seat]
    if sex == "any":
        options = build_take_options(player, count)
        first = options[0].key
        men, women = await ctx.choose(seat, "take.choose", options, rule="R8.5", default=first, count=count)
    else:
        men, women = (count, 0) if sex == "male" else (0, count)
    player = ctx.state.players[seat]
    men, women = _move_to_supply(player, "male", men), _move_to_supply(player, "female", women)
    ctx.log_event("take.done", who=SeatRef(seat), people=describe_people(men, women))


def build_take_options(player: Player, count: int) -> list[Option]:
    """R8.5 Build an option for each division into men and women that the stock allows."""
    men, women = (player.stock[sex] for sex in SEXES)
    total = min(count, men + women)
    return [
        _build_take_option(
            men_taken, total - men_taken, player.supply["male"] + men_taken, player.supply["female"] + total - men_taken
        )
        for men_taken in range(max(0, total - women), min(men, total) + 1)
    ]


@lru_cache(1024)
def _build_take_option(men: int, women: int, men_then: int, women_then: int) -> Option:
    label = Message("take.label", {"people": describe_people(men, women)})
    return Option(f"take:{men}:{women}", (men, women), label, _describe_supply(men_then, women_then))


def describe_supply_with(player: Player, sex: Sex, count: int) -> Message:
    """Return the text of the player's supply with `count` more of one sex."""
    men, women = (player.supply[one] + count * (one == sex) for one in SEXES)
    return _describe_supply(men, women)


def _describe_supply(men: int, women: int) -> Message:
    return Message("take.detail", {"people": describe_people(men, women)})


def describe_people(men: int, women: int) -> Message:
    """Return the message for a number of men and women."""
    if men and women:
        return Message("people.both", {"men": men, "women": women})
    if men:
        return Message("people.men", {"men": men})
    return Message("people.women", {"women": women}) if women else Message("people.nobody")


def describe_people_of_sex(sex: Sex, number: int) -> Message:
    return describe_people(number, 0) if sex == "male" else describe_people(0, number)


def _move_to_supply(player: Player, sex: Sex, meeples: int) -> int:
    """Move up to `meeples` meeples from the stock to the supply; return the number moved."""
    move_count = min(meeples, player.stock[sex])
    player.stock[sex] -= move_count
    player.supply[sex] += move_count
    return move_count
