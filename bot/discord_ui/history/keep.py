"""What can be had of a game after its end: the whole game as a file that anybody can replay."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import msgspec

from bot import audit
from bot.discord_ui.interaction.click import Click
from bot.discord_ui.page.layout import Page
from engines.kernel import Refused


async def export(click: Click, game: int, _: str) -> None:
    """The seed tells everything hidden, so the file is there only when nothing can be played any more."""
    async with click.tables.at(game) as live:
        if live.row.status not in ("over", "ended"):
            raise Refused("table.refused.not_over")
    file = await audit.export(click.tables.db, game)
    text = click.voice.line("history.file", id=game, decisions=len(file.decisions))
    await click.hand_over(Page((text,)), f"teban-{game}.json", msgspec.json.format(msgspec.json.encode(file)))


VERBS: Mapping[str, Callable[[Click, int, str], Awaitable[None]]] = {"export": export}
