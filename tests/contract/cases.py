"""Which games the contract plays: every discovered one, with every pair of choices before its start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import product
from typing import Any

from engines.kernel import AIDS, OFF_ON, Decision, Game, Match, Rng, Setup, TableOption, games, random_answer
from tests.contract.pairs import Row, covering

NAMES = ("Hana", "Otto", "Ines", "Björn", "Lucía", "健太", "Zoë", "Ömer")
CHANGE_OF_MIND = 6
"""One in so many answers to an open `together` replaces an earlier one."""


@dataclass(frozen=True, slots=True)
class Case:
    """One game to be played: the setup, and a number that is its seed."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    number: int

    def __str__(self) -> str:
        chosen = "".join(f" {key}={value}" for key, value in self.options)
        return f"{self.game} {self.seats} seats{chosen} #{self.number}"

    @property
    def seed(self) -> bytes:
        return sha256(str(self).encode()).digest()

    @property
    def definition(self) -> Game[Any]:
        return games()[self.game]

    @property
    def setup(self) -> Setup:
        return self.definition.setup(self.seats, (), dict(self.options))

    def start(self) -> Match[Any]:
        return Match.start(self.definition, self.setup, self.seed)


Way = tuple[int, tuple[tuple[str, str], ...]]
"""One way to set the table: the number of seats, and the value of each option."""


def values_of(option: TableOption) -> tuple[str, ...]:
    """Its values. Of aids, with and without them: who plays a first game is a matter of the table, not of the rules."""
    return OFF_ON if option == AIDS else option.values


def every_way(game: str) -> Iterator[Way]:
    """All the ways to set the table: values of options x the seats that can play with them."""
    found = games()[game]
    values = [[(option.id, value) for value in values_of(option)] for option in found.options]
    return ((seats, chosen) for chosen in product(*values) for seats in found.seats_with(dict(chosen)))


@cache
def tables(game: str) -> tuple[Way, ...]:
    """Ways to set the table in which every pair of choices occurs that can."""
    found = games()[game]
    ids = [option.id for option in found.options]

    def way(row: Row) -> Way:
        seats, *values = row
        return int(seats), tuple(zip(ids, map(str, values), strict=True))

    def fits(row: Row) -> bool:
        seats, options = way(row)
        return seats in found.seats_with(dict(options))

    return tuple(way(row) for row in covering([found.seats, *map(values_of, found.options)], fits))


def cases(game: str, count: int, first: int = 0) -> list[Case]:
    """`count` cases that go round the ways to set the table (`tables`), each with a seed of its own."""
    ways = tables(game)
    return [Case(game, *ways[n % len(ways)], n) for n in range(first, first + count)]


def slice_of(each: int) -> list[Case]:
    """The fixed slice: `each` cases of every game."""
    return [case for game in games() for case in cases(game, each)]


def chance(case: Case, purpose: str) -> Rng:
    """Random numbers for the test itself, apart from those of the game."""
    return Rng(sha256(f"{case} {purpose}".encode()).digest())


def random_decision(match: Match[Any], rng: Rng) -> Decision:
    """A legal decision of some seat that is asked; in a `together` now and then a change of mind."""
    assert match.ask is not None
    seats = match.waiting
    if match.answers and not rng.below(CHANGE_OF_MIND):
        seats = tuple(match.answers)
    seat = rng.pick(seats)
    prompt = match.prompt(seat)
    assert prompt is not None
    return Decision(match.step, seat, random_answer(match, prompt, rng))
