"""Who may not know something receives the same from the whole bot whatever it is; and a bot that tells it is found out
(DESIGN 8.2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.discord_ui.card import presses as card_presses
from bot.discord_ui.commands import read
from bot.discord_ui.history import log_presses
from bot.discord_ui.interaction import click
from bot.discord_ui.outbox import delivery, messages
from bot.discord_ui.page.layout import Page
from bot.discord_ui.page.studio import Studio
from bot.discord_ui.panel import followed
from bot.discord_ui.panel.page import panel
from bot.table import LiveTable
from engines.kernel import Match, Rng, games
from tests.bot.conftest import Table
from tests.discovered import shipped

from .two_worlds import Case, Leak, compare

SEATS = 3


def hides(name: str) -> bool:
    """Whether there is something in the game that somebody must not know."""
    game = games()[name]
    if SEATS not in game.seats:
        return False
    match = Match.start(game, game.setup(SEATS, (), {}), bytes(32))
    return bool(match.world(0, Rng(bytes(32))).state != match.state)


PUBLISHED = next(name for name in sorted(shipped(), reverse=True) if hides(name))
CASES = (
    Case("flotsam", 0, 4),
    Case("flotsam", None, 9),
    Case("meadow", 1, 6),
    Case("meadow", None, 3),
    Case(PUBLISHED, 1, 12),
    Case(PUBLISHED, None, 12),
)


@pytest.fixture(autouse=True)
def words_and_picture_come_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is: else what is seen would depend on when one looks."""
    monkeypatch.setattr(click, "SOON_SECONDS", 60.0)
    monkeypatch.setattr(followed, "SETTLES_SECONDS", 0.01)
    monkeypatch.setattr(followed, "RESTS_SECONDS", 0.02)


@pytest.mark.parametrize("case", CASES, ids=str)
async def test_what_a_person_receives_does_not_depend_on_what_is_hidden(
    table: Table, tmp_path: Path, case: Case
) -> None:
    assert await compare(table, tmp_path, case) >= 1


# ---------------------------------------------------------------------- bots that tell


def hidden(live: LiveTable) -> str:
    """Something that nobody may know: it depends on every hidden card."""
    return "" if live.match is None else live.match.checksum()[:6]


def telling(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same page, or pages, with a sentence too many."""

    def other(live: LiveTable, *more: Any, **named: Any) -> Any:
        made = function(live, *more, **named)
        if isinstance(made, tuple):
            return (made[0].with_notice(hidden(live)), *made[1:])
        return None if made is None else made.with_notice(hidden(live))

    return other


def in_a_picture(change: Callable[[Any, str], Any]) -> Callable[[Table, pytest.MonkeyPatch], None]:
    def put_in(table: Table, patch: pytest.MonkeyPatch) -> None:
        draw = Studio.draw

        async def other(self: Studio, shot: Any) -> Any:
            return change(await draw(self, shot), hidden(table.bot.tables._lives[shot.game]))

        patch.setattr(Studio, "draw", other)

    return put_in


def on_a_page(place: Any, name: str) -> Callable[[Table, pytest.MonkeyPatch], None]:
    return lambda table, patch: patch.setattr(place, name, telling(getattr(place, name)))


def order_of_options(table: Table, patch: pytest.MonkeyPatch) -> None:
    """What is offered says nothing, but in which order it is does."""

    def other(live: LiveTable, *given: Any, **named: Any) -> Page:
        page = panel(live, *given, **named)
        return replace(page, rows=page.rows[::-1]) if int(hidden(live), 16) % 2 else page

    patch.setattr(card_presses, "panel", other)


LEAKS = {
    "card": on_a_page(delivery, "card"),
    "panel": on_a_page(card_presses, "panel"),
    "log": on_a_page(log_presses, "log_page"),
    "board in words": on_a_page(read, "board_pages"),
    "a turn's post": on_a_page(messages, "turn"),
    "picture": in_a_picture(lambda picture, secret: replace(picture, content=picture.content + secret.encode())),
    "alternative text": in_a_picture(lambda picture, secret: replace(picture, alt=f"{picture.alt} {secret}")),
    "name of a file": in_a_picture(lambda picture, secret: replace(picture, file=f"{secret}.png")),
}


@pytest.mark.parametrize("leak", LEAKS)
async def test_a_bot_that_tells_it_is_found_out(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    LEAKS[leak](table, monkeypatch)
    with pytest.raises(Leak):
        await compare(table, tmp_path, Case("flotsam", 0, 9, acts=4))


async def test_the_order_of_what_is_offered_counts(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order_of_options(table, monkeypatch)
    with pytest.raises(Leak):
        for number in range(6):  # one world in two has another order
            folder = tmp_path / str(number)
            folder.mkdir()
            await compare(table, folder, Case("meadow", 1, 6, seed=number))
