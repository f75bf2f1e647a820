"""Suggestions to a seat's question: requests for them and the prompts that carry them."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from engines.kernel import (
    Decision,
    Game,
    Match,
    Prompt,
    Seat,
    Setup,
    load_games,
)
from engines.kernel.stars.suggestions import Advice


@dataclass(frozen=True, slots=True)
class SearchPosition:
    """A position as it is sent to a worker process."""

    game_id: str
    """Id of the game, which the worker loads itself."""
    setup: Setup
    """As the match was started with."""
    seed: bytes
    """The match's own, from which its imagined worlds are derived, too."""
    frame: bytes
    """Bytes of the last checkpoint."""
    tail: tuple[Decision, ...]
    """Decisions since that checkpoint."""
    seat: int
    """The seat that is asked."""

    @property
    def game(self) -> Game[Any]:
        return load_games()[self.game_id]

    def build_match(self) -> Match[Any]:
        return Match.resume(self.game, self.setup, self.seed, self.frame, self.tail)


@dataclass(frozen=True, slots=True)
class SuggestionJob(SearchPosition):
    """A search for suggestions."""

    earlier: Advice | None
    """Suggestions made earlier in this turn."""


class SuggestedPrompt(NamedTuple):
    """A seat's question as it was last shown with suggestions."""

    question_version: tuple[int, int]
    """Epoch and step of the question."""
    prompt: Prompt
    """With the reasons of stars in the details of its options."""
    advice: Advice
    """From which they were made; a later question of the turn continues its plan."""


QuestionKey = tuple[Seat, bytes, tuple[Decision, ...]]
"""Key of a seat's question that survives an undo: seat, frame, and the decisions since the frame. Together they
determine the state of the game.
"""


class SuggestionRequest(NamedTuple):
    """Suggestions for a seat's question that still have to be computed."""

    table_id: int
    """Number of the table."""
    question_version: tuple[int, int]
    """Epoch and step of the question."""
    job: SuggestionJob
    """Position to search from, in a worker process."""
