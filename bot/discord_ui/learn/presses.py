"""Leafing in a lesson. The id's argument is `<game>.<page>`; without one the games are listed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.interaction.user_error import UserError
from engines.kernel import Game, games

from .page import lesson, shelf


async def learn(click: Click, arg: str) -> None:
    """Show a page of a lesson on the own page that was pressed, else as a new one."""
    engine, _, number = arg.partition(".")
    if not engine:
        await click.show(shelf(click.voice))
        return
    game = games().get(engine)
    if game is None or not number.isdigit():
        raise UserError("error.old_control")
    await click.show(lesson(game, int(number), click.voice, await _own_table(click, game)))


async def _own_table(click: Click, game: Game[Any]) -> int | None:
    """The table of this channel if the person plays that game there."""
    found = await click.tables.find(click.interaction.channel_id or 0)
    if found is None:
        return None
    async with click.tables.at(found) as live:
        plays = live.is_playing and live.game.id == game.id and live.seat_of(click.person.id) is not None
        return live.id if plays else None


VERBS: Mapping[str, Callable[[Click, str], Awaitable[None]]] = {"learn": learn}
