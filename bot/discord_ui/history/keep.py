"""What can be had of a game after its end: all of it as a file that anybody can replay, and a moving picture."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import msgspec

from bot import audit
from bot.discord_ui.interaction.click import Click
from bot.discord_ui.page.layout import Page
from bot.table.knowing import keeping
from engines.kernel import Refused


async def export(click: Click, game: int, _: str) -> None:
    """The seed tells everything hidden, so the file is there only when nothing can be played any more."""
    async with click.tables.at(game) as live:
        if live.row.status not in ("over", "ended"):
            raise Refused("table.refused.not_over")
    file = await audit.export(click.tables.db, game)
    text = click.voice.line("history.file", id=game, decisions=len(file.decisions))
    await click.hand_over(Page((text,)), f"teban-{game}.json", msgspec.json.format(msgspec.json.encode(file)))


async def replay(click: Click, game: int, _: str) -> None:
    """Somebody of the table has the moving picture posted, once."""
    async with click.tables.at(game) as live:
        live.seat_or_refuse(click.person.id)
        if live.row.status != "over":
            raise Refused("table.refused.not_over")
        posted = await keeping.post_replay(click.tables, live, click.person)
    await click.tell(click.voice.line("history.replay_coming" if posted else "history.replay_there"))


VERBS: Mapping[str, Callable[[Click, int, str], Awaitable[None]]] = {"export": export, "replay": replay}
