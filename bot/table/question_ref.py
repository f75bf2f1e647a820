"""Which question a button answers. It travels in the button: it works after a restart and is stale after a change."""

from __future__ import annotations

from typing import NamedTuple


class QuestionRef(NamedTuple):
    """epoch: undos of the game so far (a step number comes back after an undo); step: number of the question."""

    game: int
    epoch: int
    step: int
    seat: int

    def encode(self) -> str:
        """`12.0.45.2`"""
        return ".".join(map(str, self))

    @classmethod
    def decode(cls, text: str) -> QuestionRef:
        """Raises ValueError if the text is no such reference."""
        game, epoch, step, seat = map(int, text.split("."))
        return cls(game, epoch, step, seat)
