"""R16.1, R16.2 What a ship brings: open windows over the cells of the warehouses, and the choices of ship 2."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engines.kernel import Msg, say
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Side, Thing

from .holdings import seen_cells, ship_number
from .questions import WindowChoice
from .state import Player, Warehouse
from .words import amounts, counted

DATA = CONTENT.data
CELLS = DATA.canal.cells_per_warehouse


class Cargo(NamedTuple):
    """One sailing. sure: brought whatever is chosen; choices: warehouses where one of two windows is chosen."""

    sure: tuple[Thing, ...]
    choices: tuple[WindowChoice, ...] = ()


def other_end(side: Side) -> Side:
    """R16.2 Where the ship sails to; its bow points there."""
    return "right" if side == "left" else "left"


def windows(number: int, side: Side) -> tuple[int, ...]:
    """R16.1 Open cells of a ship that lies at this end. Bow to the left mirrors the windows (k becomes 5 - k)."""
    printed = DATA.ships[number].windows
    return printed if side == "left" else tuple(CELLS + 1 - cell for cell in printed)


def cargo(
    player: Player,
    *,
    side: Side | None = None,
    canal: Sequence[Warehouse | None] | None = None,
    number: int | None = None,
) -> Cargo:
    """R16.2 What the next sailing brings; from the other side, along another canal or with another ship, if given.

    Asked is only where both windows of ship 2 show something, and not the same; else the fuller one is taken.
    """
    number = number or ship_number(player)
    open_cells = windows(number, side or player.side)
    sure: list[Thing] = []
    choices: list[WindowChoice] = []
    for segment, warehouse in enumerate(player.canal if canal is None else canal, 1):
        if warehouse is None:
            continue
        cells = seen_cells(player, warehouse)
        shown = [(k, cells[k - 1]) for k in open_cells]
        if DATA.ships[number].take == "all":
            sure += [thing for _, cell in shown for thing in cell]
            continue
        different = {tuple(sorted(cell)): (k, cell) for k, cell in reversed(shown) if cell}
        if len(different) > 1:
            choices.append(WindowChoice(segment, tuple(one for one in shown if one in different.values())))
        else:
            sure += [thing for _, cell in different.values() for thing in cell]
    return Cargo(tuple(sure), tuple(choices))


def income(
    player: Player, *, canal: Sequence[Warehouse | None] | None = None, number: int | None = None
) -> tuple[int, int]:
    """R16.2 Goods and coins that the next sailing and the one after it bring at most, from where the ship lies."""
    this = cargo(player, canal=canal, number=number)
    back = cargo(player, side=other_end(player.side), canal=canal, number=number)
    return most(this), most(back)


def most(load: Cargo) -> int:
    """R16.2 Goods and coins of one sailing, with the fuller window of each choice."""
    return len(load.sure) + sum(max(len(things) for _, things in choice.windows) for choice in load.choices)


def orientation_matters(player: Player) -> bool:
    """R20 The largest ship shows every cell both ways; no smaller one will follow."""
    return len(windows(ship_number(player), player.side)) < CELLS or DATA.ships[ship_number(player)].take == "one"


def cargo_words(load: Cargo) -> tuple[Msg, ...]:
    """What a sailing brings, in words: what is sure, and how many windows are to be chosen."""
    if not load.choices:
        return amounts(counted(load.sure))
    choices = say("cargo.choices", n=len(load.choices))
    return (*amounts(counted(load.sure)), choices) if load.sure else (choices,)


def collect(player: Player, things: Iterable[Thing]) -> None:
    """R16.2 Goods and coins from the supply into the personal one."""
    for thing in things:
        if thing == "coin":
            player.coins += 1
        else:
            player.goods[thing] += 1
