"""The coins of each player change as the log says, turn by turn, in whole games.

A game names its coins and the sentences about them in `tests/<game>/coins.toml`. The keys:

coins            path of a player's coins in the State; empty: the game has none
kinds            kinds of coins, if there are several; each stands for `KIND` in the whole file
gained, paid     by sentence, the argument with the number, the path to the person (usually `who`), and, if it is about
                 one kind only, the argument that names the kind and the name
gains, costs     arguments with sentences about what the person gains, or pays
skipped          sentences about coins that nobody gets or pays now
untold           sentences of turns in which coins change that the log does not tell of, with the reason
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from engines.kernel import Match, Message, NounRef, SeatRef, load_games
from engines.kernel.prompt import LogEvent
from tests.contract.cases import build_cases, build_rng, random_decision

TESTS = Path(__file__).parents[1]
GAMES_PLAYED = 20


@dataclass
class Ledger:
    """The coins of all players as the log says."""

    book: Mapping[str, Any]
    """A game's `coins.toml`."""
    state: Any
    changes: Counter[int | None] = field(default_factory=Counter)
    """By seat; None: nobody is named."""
    is_complete: bool = True
    """The log tells of all changes."""

    def add_sentence(self, sentence: Message, person: object, sign: int = 1) -> None:
        """Add what a sentence says and, inside it, others. person: named before, if this one names nobody."""
        if sentence.key in self.book.get("skipped", ()):
            return
        self.is_complete &= sentence.key not in self.book.get("untold", {})
        person = sentence.args.get("who", person)
        for name, direction in (("gained", sign), ("paid", -sign)):
            if (place := self.book[name].get(sentence.key)) is not None:
                number, path, *kind = place
                count: Any = sentence.args.get(number, 0)
                if not kind or sentence.args[kind[0]] == NounRef(kind[1]):
                    receiver = person if path == "who" else _find_argument(sentence, path)
                    self.changes[self._find_seat(receiver)] += direction * count
        for name, direction in (("gains", sign), ("costs", -sign)):
            for argument in self.book[name]:
                inner = sentence.args.get(argument, ())
                for part in inner if isinstance(inner, tuple) else (inner,):
                    if isinstance(part, Message):
                        self.add_sentence(part, person, direction)
                        person = part.args.get("who", person)

    def _find_seat(self, person: object) -> int | None:
        if isinstance(person, SeatRef):
            return person.seat
        if person is None or not hasattr(self.state, "name_player"):
            return None
        names = [self.state.name_player(seat) for seat in range(len(self.state.players))]
        return names.index(person) if person in names else None


def _find_argument(sentence: Message, path: str) -> object:
    value: Any = sentence
    for name in path.split("."):
        value = value.args.get(name) if isinstance(value, Message) else None
    return value


def read_coins(book: Mapping[str, Any], state: object) -> list[int]:
    """Return the coins of each player."""
    players, _, coins = book["coins"].partition(".*.")
    field_name, _, kind = coins.partition(".")
    fields: list[Any] = [getattr(player, field_name) for player in getattr(state, players)]
    return [value[kind] for value in fields] if kind else fields


def list_changes(book: Mapping[str, Any], match: Match[Any], before: Sequence[int]) -> list[int]:
    """Return how many coins each player has more than before."""
    return [coins - earlier for coins, earlier in zip(read_coins(book, match.state), before, strict=True)]


def compare_turn(
    book: Mapping[str, Any], match: Match[Any], before: Sequence[int], events: Sequence[LogEvent]
) -> str | None:
    """Return how the changes differ from what the events say; None: they agree, or the log does not tell all."""
    ledger = Ledger(book, match.state)
    for event in events:
        ledger.add_sentence(event.text, None)
    changes = list_changes(book, match, before)
    logged_changes = [ledger.changes[seat] for seat in range(len(changes))]
    if changes == logged_changes or not ledger.is_complete:
        return None
    return f"changes {changes}, in the log {logged_changes}: {[event.text for event in events]}"


def list_differences(game: str, book: Mapping[str, Any], untold: int = 0) -> tuple[list[str], int]:
    """Play games. Return the turns in which coins and log differ, and how many coins were told of.

    untold: coins that the first player gets in each turn by a fault.
    """
    differences, coins_told = [], 0
    for case in build_cases(game, GAMES_PLAYED):
        match, rng = case.start(), build_rng(case, "coins")
        before, events = read_coins(book, match.state), list[LogEvent]()
        while not match.is_over:
            applied = match.apply(random_decision(match, rng))
            events += applied.events
            if not applied.frames and not match.is_over:  # a rule may pay before it asks on, and log afterwards
                continue
            difference = compare_turn(book, match, [before[0] - untold, *before[1:]], events)
            differences += [] if difference is None else [f"{case}: {difference}"]
            coins_told += sum(map(abs, list_changes(book, match, before)))
            before, events = read_coins(book, match.state), []
    return differences, coins_told


def load_books(game: str) -> list[Mapping[str, Any]]:
    """Return the game's `coins.toml`, for each kind of coins."""
    text = (TESTS / game / "coins.toml").read_text("utf-8")
    return [tomllib.loads(text.replace("KIND", kind)) for kind in tomllib.loads(text).get("kinds", [""])]


@pytest.mark.parametrize("game", load_games())
def test_coins_change_as_the_log_says(game: str) -> None:
    for book in load_books(game):
        if book["coins"]:
            differences, coins_told = list_differences(game, book)
            assert differences == [] and coins_told > 0


def test_a_coin_that_the_log_does_not_tell_of_is_noticed() -> None:
    [book] = load_books("flotsam")
    differences, _ = list_differences("flotsam", book, untold=1)
    assert differences
