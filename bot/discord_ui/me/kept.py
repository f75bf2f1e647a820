"""What is kept about a person: as a file, and the question before it is forgotten."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import msgspec

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.page.ids import for_help
from bot.discord_ui.page.layout import BAD, Key, Page
from bot.discord_ui.text.voice import Voice
from bot.table.knowing import me


async def export(click: Click) -> None:
    """All of it, for this person alone."""
    found = msgspec.json.format(msgspec.json.encode(await me.export(click.tables, click.person.id)))
    await click.hand_over(Page((click.voice.line("me.export"),)), "teban-me.json", found)


def forget_page(voice: Voice) -> Page:
    """What it means, and the button that does it."""
    return Page((voice.line("me.forget"),), ((Key(for_help("forget"), voice.label("me.forget_do"), BAD),),))


async def forget(click: Click, _: str) -> None:
    await click.take_time()
    await me.forget(click.tables, click.person)
    await click.show(Page((click.voice.line("me.forgotten"),)))


VERBS: Mapping[str, Callable[[Click, str], Awaitable[None]]] = {"forget": forget}
