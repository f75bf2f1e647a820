"""R16.1, R16.2 Cargo of a ship: open windows over the cells of the warehouses, and the choices of ship 2."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engines.kernel import Message, message
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Side, Thing

from .queries import find_ship_number, list_cells
from .questions import WindowChoice
from .state import Player, Warehouse
from .words import count_things, describe_amounts

DATA = CONTENT.data
CELL_COUNT = DATA.canal.cells_per_warehouse


class Cargo(NamedTuple):
    """Goods and coins of one sailing."""

    certain_things: tuple[Thing, ...]
    """Things brought regardless of any choice."""
    choices: tuple[WindowChoice, ...] = ()
    """Warehouses where one of two windows is chosen."""


def find_other_end(side: Side) -> Side:
    """R16.2 Return the end to which the ship sails and its bow points."""
    return "right" if side == "left" else "left"


def list_open_cells(number: int, side: Side) -> tuple[int, ...]:
    """R16.1 Return the open cells of a ship at this end. With the bow to the left, cell k becomes 5 - k."""
    cells = DATA.ships[number].windows
    return cells if side == "left" else tuple(CELL_COUNT + 1 - cell for cell in cells)


def compute_cargo(
    player: Player,
    *,
    side: Side | None = None,
    canal: Sequence[Warehouse | None] | None = None,
    number: int | None = None,
) -> Cargo:
    """R16.2 Compute the cargo of the next sailing; or from another side, along another canal, with another ship.

    A choice arises only if both windows of ship 2 show something, and not the same; else the fuller one is taken.
    """
    number = number or find_ship_number(player)
    open_cells = list_open_cells(number, side or player.side)
    certain_things: list[Thing] = []
    choices: list[WindowChoice] = []
    for segment, warehouse in enumerate(player.canal if canal is None else canal, 1):
        if warehouse is None:
            continue
        cells = list_cells(player, warehouse)
        visible_cells = [(cell_number, cells[cell_number - 1]) for cell_number in open_cells]
        if DATA.ships[number].take == "all":
            certain_things += [thing for _, cell in visible_cells for thing in cell]
            continue
        distinct_cells = {
            tuple(sorted(cell)): (cell_number, cell) for cell_number, cell in reversed(visible_cells) if cell
        }
        if len(distinct_cells) > 1:
            choices.append(
                WindowChoice(
                    segment,
                    tuple(visible_cell for visible_cell in visible_cells if visible_cell in distinct_cells.values()),
                )
            )
        else:
            certain_things += [thing for _, cell in distinct_cells.values() for thing in cell]
    return Cargo(tuple(certain_things), tuple(choices))


def compute_income(
    player: Player, *, canal: Sequence[Warehouse | None] | None = None, number: int | None = None
) -> tuple[int, int]:
    """R16.2 Return the maximum number of things from the next sailing and from the one after it."""
    next_cargo = compute_cargo(player, canal=canal, number=number)
    return_cargo = compute_cargo(player, side=find_other_end(player.side), canal=canal, number=number)
    return count_max_things(next_cargo), count_max_things(return_cargo)


def count_max_things(cargo: Cargo) -> int:
    """R16.2 Count goods and coins of one sailing, with the fuller window of each choice."""
    return len(cargo.certain_things) + sum(max(len(things) for _, things in choice.windows) for choice in cargo.choices)


def describe_cargo(cargo: Cargo) -> tuple[Message, ...]:
    """Describe a sailing's certain things and the number of windows to choose."""
    if not cargo.choices:
        return describe_amounts(count_things(cargo.certain_things))
    choices = message("cargo.choices", n=len(cargo.choices))
    return (*describe_amounts(count_things(cargo.certain_things)), choices) if cargo.certain_things else (choices,)


def collect_things(player: Player, things: Iterable[Thing]) -> None:
    """R16.2 Add goods and coins to the player's supply."""
    for thing in things:
        if thing == "coin":
            player.coins += 1
        else:
            player.goods[thing] += 1
