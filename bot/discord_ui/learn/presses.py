"""Leafing in a lesson. The id's argument is `<game>.<page>`; without one the games are listed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.interaction.user_error import UserError
from engines.kernel import games

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
    await click.show(lesson(game, int(number), click.voice))


VERBS: Mapping[str, Callable[[Click, str], Awaitable[None]]] = {"learn": learn}
