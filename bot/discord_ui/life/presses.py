"""What the buttons of notices do: taking a seat, sitting in, pressing for somebody late, waking a table, a rematch."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.discord_ui.interaction.click import Click
from bot.table import LiveTable, consent, history
from bot.table.life import relief, sitting, sleeping, vacancy, votes
from bot.table.lobby import inviting
from engines.kernel import Refused

from .page import briefing, free_seat


async def take(click: Click, game: int, seat: str) -> None:
    """What awaits whoever takes the seat; nothing is taken yet."""
    async with click.tables.at(game) as live:
        live.playing()
        if not live.seats[int(seat)].is_vacant:
            raise Refused("life.refused.seat_taken")
        vacancy.may_take(live, click.person.id, int(seat))
        page = free_seat(live, int(seat), click.voice)
    await click.show(page)


async def takeit(click: Click, game: int, seat: str) -> None:
    async with click.tables.at(game) as live:
        await vacancy.take(click.tables, live, click.person, int(seat))
        lines = await history.lines(click.tables, live, int(seat))
        page = briefing(live, int(seat), lines, click.voice)
    await click.show(page)


async def sit(click: Click, game: int, seat: str) -> None:
    async with click.tables.at(game) as live:
        await sitting.accept(click.tables, live, click.person, int(seat))
        lines = await history.lines(click.tables, live, int(seat))
        page = briefing(live, int(seat), lines, click.voice)
    await click.show(page)


async def wake(click: Click, game: int, _: str) -> None:
    async with click.tables.at(game) as live:
        await come(click, live)
    await click.acknowledge()


async def come(click: Click, live: LiveTable) -> None:
    """Whoever comes to a sleeping table goes on themselves, also if a computer player answered for them."""
    own = live.seat_of(click.person.id)
    if own is not None and live.seats[own].relief is not None:
        await relief.come_back(click.tables, live, click.person)
    else:
        await sleeping.come(click.tables, live, click.person)


async def again(click: Click, game: int, _: str) -> None:
    """The same people, the same game, a new table."""
    async with click.tables.at(game) as live:
        opened = await inviting.again(click.tables, live, click.person)
        channel = live.row.channel_id
    await click.tell(click.voice.line("table.opened", id=opened, channel=f"<#{channel}>"))


def _asks(name: str) -> Callable[[Click, int, str], Awaitable[None]]:
    """A press that asks the others about a seat."""

    async def ask(click: Click, game: int, seat: str) -> None:
        async with click.tables.at(game) as live:
            await consent.ask(click.tables, live, click.person, votes.named(name, int(seat)))
        await click.acknowledge()

    return ask


VERBS: Mapping[str, Callable[[Click, int, str], Awaitable[None]]] = {
    "take": take,
    "takeit": takeit,
    "sit": sit,
    "wake": wake,
    "again": again,
    "press": _asks("default"),
    "autopilot": _asks("autopilot"),
    "score": _asks("score"),
    "void": _asks("void"),
}
