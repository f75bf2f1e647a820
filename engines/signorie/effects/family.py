"""R8.4 Offspring, R8.5 meeples from the stock to the supply."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from engines.kernel import Msg, Option, Seat, Table, Who
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import SEXES, Sex
from engines.signorie.table.budget import Budget
from engines.signorie.table.state import Player, State

OFFSPRING = CONTENT.data.signoria.offspring
FACES = len(CONTENT.data.die.faces)


class Roll(msgspec.Struct, frozen=True):
    """How many offspring dice are about to be rolled."""

    dice: int


def can_grow(have: Budget) -> bool:
    """R8.4 The stock holds at least one meeple of either sex."""
    return have.men_stock + have.women_stock > 0


async def offspring(t: Table[State], seat: Seat, dice: int) -> None:
    """R8.4 Roll the dice together (R15.20); each brings a woman or a man, or nobody when that stock is empty.

    The player confirms first: what the dice show cannot be taken back (R4).
    """
    await t.confirm(
        seat, "offspring.confirm", rule="R8.4", default="yes", about=Roll(dice), yes="kernel.roll", dice=dice
    )
    rolled = sorted(t.roll(FACES) for _ in range(dice))
    player = t.state.players[seat]
    girls, boys = (sum(pips in faces for pips in rolled) for faces in (OFFSPRING.female_faces, OFFSPRING.male_faces))
    women, men = _move(player, "female", girls), _move(player, "male", boys)
    key = "offspring.rolled" if (women, men) == (girls, boys) else "offspring.rolled_short"
    t.tell(key, who=Who(seat), count=dice, dice=tuple(rolled), people=people(men, women))


def can_take(have: Budget, sex: Sex | Literal["any"]) -> bool:
    """R8.5 At least one such meeple is in stock."""
    if sex == "any":
        return can_grow(have)
    return (have.men_stock if sex == "male" else have.women_stock) > 0


async def take_meeples(t: Table[State], seat: Seat, count: int, sex: Sex | Literal["any"]) -> None:
    """R8.5 `count` meeples from the own stock, or what there is; "any": the player chooses the sex of each."""
    player = t.state.players[seat]
    if sex == "any":
        options = take_options(player, count)
        first = options[0].key
        men, women = await t.choose(seat, "take.choose", options, rule="R8.5", default=first, count=count)
    else:
        men, women = (count, 0) if sex == "male" else (0, count)
    player = t.state.players[seat]
    men, women = _move(player, "male", men), _move(player, "female", women)
    t.tell("take.done", who=Who(seat), people=people(men, women))


def take_options(player: Player, count: int) -> list[Option]:
    """R8.5 Every division into men and women that the stock allows."""
    men, women = (player.stock[sex] for sex in SEXES)
    total = min(count, men + women)
    return [
        _take(taken, total - taken, player.supply["male"] + taken, player.supply["female"] + total - taken)
        for taken in range(max(0, total - women), min(men, total) + 1)
    ]


@lru_cache(1024)
def _take(men: int, women: int, men_then: int, women_then: int) -> Option:
    detail = Msg("take.detail", {"people": people(men_then, women_then)})
    return Option(f"take:{men}:{women}", (men, women), people(men, women), detail)


def people(men: int, women: int) -> Msg:
    """A number of men and women, in words."""
    if men and women:
        return Msg("people.both", {"men": men, "women": women})
    if men:
        return Msg("people.men", {"men": men})
    return Msg("people.women", {"women": women}) if women else Msg("people.nobody")


def people_of(sex: Sex, number: int) -> Msg:
    return people(number, 0) if sex == "male" else people(0, number)


def _move(player: Player, sex: Sex, meeples: int) -> int:
    """From the stock to the supply, as many as there are; how many moved."""
    moved = min(meeples, player.stock[sex])
    player.stock[sex] -= moved
    player.supply[sex] += moved
    return moved
