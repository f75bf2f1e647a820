"""Which games the contract plays: every discovered one, with every number of seats and every value of every option."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import product
from typing import Any

from engines.kernel import Decision, Game, Match, Rng, Setup, games, random_answer

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
        chosen = "".join(f" {id}={value}" for id, value in self.options)
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


@cache
def tables(game: str) -> tuple[tuple[int, tuple[tuple[str, str], ...]], ...]:
    """All the ways to set the table: values of options x the seats that can play with them."""
    found = games()[game]
    values = [[(option.id, value) for value in option.values] for option in found.options]
    return tuple((seats, chosen) for chosen in product(*values) for seats in found.seats_with(dict(chosen)))


def cases(game: str, count: int, first: int = 0) -> list[Case]:
    """`count` cases that go round all the ways to set the table, each with a seed of its own."""
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
