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
    """A position as it is sent to a worker process: how the match is stored, and the seat that is asked."""

    engine: str
    setup: Setup
    seed: bytes
    frame: bytes
    tail: tuple[Decision, ...]
    seat: int

    @property
    def game(self) -> Game[Any]:
        return load_games()[self.engine]

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
    advice: Advice


QuestionKey = tuple[Seat, bytes, tuple[Decision, ...]]
"""Key of a seat's question that survives an undo: seat, frame, and the decisions since the frame. Together they
determine the state of the game.
"""


class SuggestionRequest(NamedTuple):
    """Suggestions for a seat's question that still have to be computed."""

    table_id: int
    question_version: tuple[int, int]
    """Epoch and step of the question."""
    job: SuggestionJob
