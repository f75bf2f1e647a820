"""Cases that the contract tests play: every discovered game, with every pair of table options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import product
from typing import Any

from engines.kernel import AIDS, OFF_ON, Decision, Game, Match, Rng, Setup, TableOption, load_games, pick_random_answer
from tests.contract.pairs import Row, cover_pairs

NAMES = ("Hana", "Otto", "Ines", "Björn", "Lucía", "健太", "Zoë", "Ömer")
CHANGE_OF_MIND = 6
"""One in this many answers to an open `together` replaces an earlier one."""


@dataclass(frozen=True, slots=True)
class Case:
    """One game to be played: its setup, and a number that determines its seed."""

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
        return load_games()[self.game]

    @property
    def setup(self) -> Setup:
        return self.definition.build_setup(self.seats, (), dict(self.options))

    def start(self) -> Match[Any]:
        return Match.start(self.definition, self.setup, self.seed)


TableSetup = tuple[int, tuple[tuple[str, str], ...]]
"""One table setup: the number of seats, and the value of each option."""


def list_values(option: TableOption) -> tuple[str, ...]:
    """Return the option's values; for first-game aids only on and off, as the third value depends on the table."""
    return OFF_ON if option == AIDS else option.values


def iter_setups(game: str) -> Iterator[TableSetup]:
    """Iterate over all table setups: option values x the seat counts that they allow."""
    definition = load_games()[game]
    values = [[(option.id, value) for value in list_values(option)] for option in definition.options]
    return ((seats, chosen) for chosen in product(*values) for seats in definition.list_seat_counts(dict(chosen)))


@cache
def cover_setups(game: str) -> tuple[TableSetup, ...]:
    """Return table setups that together contain every possible pair of choices."""
    definition = load_games()[game]
    ids = [option.id for option in definition.options]

    def build_setup(row: Row) -> TableSetup:
        seats, *values = row
        return int(seats), tuple(zip(ids, map(str, values), strict=True))

    def is_possible(row: Row) -> bool:
        seats, options = build_setup(row)
        return seats in definition.list_seat_counts(dict(options))

    return tuple(
        build_setup(row)
        for row in cover_pairs([definition.seat_counts, *map(list_values, definition.options)], is_possible)
    )


def build_cases(game: str, count: int, first: int = 0) -> list[Case]:
    """Return `count` cases that cycle through the covering table setups, each with its own seed."""
    ways = cover_setups(game)
    return [Case(game, *ways[n % len(ways)], n) for n in range(first, first + count)]


def sample_cases(count_per_game: int) -> list[Case]:
    """Return the fixed sample: `count_per_game` cases of every game."""
    return [case for game in load_games() for case in build_cases(game, count_per_game)]


def build_rng(case: Case, purpose: str) -> Rng:
    """Return random numbers for the test itself, independent of the game's."""
    return Rng(sha256(f"{case} {purpose}".encode()).digest())


def random_decision(match: Match[Any], rng: Rng) -> Decision:
    """Return a legal decision of a random waiting seat; sometimes a changed answer, if several were asked at once."""
    assert match.open_prompts is not None
    seats = match.waiting_seats
    if match.hidden_answers and not rng.pick_below(CHANGE_OF_MIND):
        seats = tuple(match.hidden_answers)
    seat = rng.pick(seats)
    prompt = match.find_prompt(seat)
    assert prompt is not None
    return Decision(match.step, seat, pick_random_answer(match, prompt, rng))
