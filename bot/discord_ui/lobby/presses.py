"""What the controls of a lobby do. The answer is the lobby as it now is; after the start the sender shows the card."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable, seating

from .page import seats_page


async def _change(click: Click, game: int, change: Callable[[LiveTable], Awaitable[None]]) -> None:
    async with click.tables.at(game) as live:
        await change(live)
        page = seats_page(live, click.voice if click.on_own_page else Voice.of_table(live.row.language))
        still_open = live.is_open
    if click.on_own_page:
        await click.show(page)
    elif still_open:
        await click.redraw(page)
    else:
        await click.acknowledge()


async def join(click: Click, game: int, _: str) -> None:
    await _change(click, game, lambda live: seating.join(click.tables, live, click.person))


async def leave(click: Click, game: int, _: str) -> None:
    await _change(click, game, lambda live: seating.leave(click.tables, live, click.person))


async def start(click: Click, game: int, _: str) -> None:
    await _change(click, game, lambda live: seating.start(click.tables, live, click.person))


async def colour(click: Click, game: int, _: str) -> None:
    (chosen,) = click.values
    wish = None if chosen == "-" else chosen
    await _change(click, game, lambda live: seating.choose_colour(click.tables, live, click.person, wish))


async def computer(click: Click, game: int, _: str) -> None:
    (chosen,) = click.values
    sign, what = chosen[0], chosen[1:]
    if sign == "+":
        await _change(click, game, lambda live: seating.add_computer(click.tables, live, click.person, what))
    else:
        await _change(click, game, lambda live: seating.remove_computer(click.tables, live, click.person, int(what)))


async def up(click: Click, game: int, _: str) -> None:
    seat = int(click.values[0])
    await _change(click, game, lambda live: seating.move(click.tables, live, click.person, seat, seat - 1))


async def option(click: Click, game: int, _: str) -> None:
    option, value = click.values[0].split("=", 1)
    await _change(click, game, lambda live: seating.set_option(click.tables, live, click.person, option, value))


async def setting(click: Click, game: int, _: str) -> None:
    name, text = click.values[0].split("=", 1)
    value: Any = (int(text) or None) if text.isdigit() else text
    if name in ("rated", "closed"):
        value = text == "1"
    await _change(click, game, lambda live: seating.set_settings(click.tables, live, click.person, **{name: value}))


VERBS: Mapping[str, Callable[[Click, int, str], Awaitable[None]]] = {
    "join": join,
    "leave": leave,
    "start": start,
    "colour": colour,
    "computer": computer,
    "up": up,
    "option": option,
    "setting": setting,
}
