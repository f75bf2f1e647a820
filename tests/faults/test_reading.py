"""A machine that is too busy for one answer is not taken for a fault; one that never answers is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bot.standin import NoAnswer

from .play import Player
from .reading import ASKED, _without_chapters, asked


class Busy:
    """Gives no answer so many times."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.person = self

    async def slash(self, command: str) -> Any:
        self.times -= 1
        if self.times >= 0:
            raise NoAnswer("the application did not respond within 3 s")
        return SimpleNamespace(text=f"-# 1 / 2\n{command}")


def player(times: int) -> Player:
    return Player(Busy(times), 0, "en")  # type: ignore[arg-type]


async def test_who_gets_no_answer_in_time_asks_again() -> None:
    one = player(ASKED - 1)
    assert await asked(one, "log") == "log" and one.unanswered == ASKED - 1


async def test_no_answer_at_all_is_told() -> None:
    one = player(ASKED)
    assert "did not respond" in await asked(one, "log") and one.unanswered == ASKED


def test_the_headings_of_chapters_are_no_part_of_what_is_judged() -> None:
    told = ["Toy · table 1", "A **Ada**", "• Bids.", "• Buys.", "B **Ben**", "• Bids."]
    shown = [*told[:3], "### Round 2", "A **Ada**", told[3], "### Round 3", *told[4:]]
    assert _without_chapters("\n".join(shown)) == "\n".join(told)
    assert _without_chapters("\n".join(shown[:-1])) != "\n".join(told)
