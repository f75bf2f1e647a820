"""What the controls of a lobby do. The answer is the lobby as it now is; after the start the sender shows the card."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.me.page import me_page
from bot.discord_ui.page.ids import at_table
from bot.discord_ui.page.layout import GOOD, Key
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable, preferences
from bot.table.lobby import seating
from bot.table.time import guess
from storage.persons import people

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
    await ask_hours(click, game)


async def ask_hours(click: Click, game: int) -> None:
    """Whoever has not told when they sleep is asked, with a guess; an answer ends the question for good."""
    known = await people.get(click.tables.db, click.person.id)
    if known is not None and known.zone is not None:
        return
    zone = await guess.guess_of(click.tables.db, click.person.id, str(click.interaction.locale))
    keys = [Key(at_table(game, "hours", f"{zone}/-"), click.voice.label("me.hours_none"))] if zone else []
    if zone is None:
        text = click.voice.line("me.hours_ask")
    else:
        keys.insert(0, Key(at_table(game, "hours", zone), click.voice.label("me.hours_right"), GOOD))
        text = click.voice.line("me.hours_guess", zone=zone)
    await click.tell(text, *keys)


async def hours(click: Click, _game: int, arg: str) -> None:
    """The guess was right; with a dash: but no night is wanted."""
    zone = arg.removesuffix("/-")
    await preferences.set_hours(click.tables, click.person, zone, None if zone != arg else guess.NIGHT, ())
    await click.show(await me_page(click))


async def leave(click: Click, game: int, _: str) -> None:
    await _change(click, game, lambda live: seating.leave(click.tables, live, click.person))


async def start(click: Click, game: int, _: str) -> None:
    await _change(click, game, lambda live: seating.start(click.tables, live, click.person))


async def colour(click: Click, game: int, _: str) -> None:
    chosen = click.chosen
    wish = None if chosen == "-" else chosen
    await _change(click, game, lambda live: seating.choose_colour(click.tables, live, click.person, wish))


async def computer(click: Click, game: int, _: str) -> None:
    chosen = click.chosen
    sign, what = chosen[0], chosen[1:]
    if sign == "+":
        await _change(click, game, lambda live: seating.add_computer(click.tables, live, click.person, what))
    else:
        await _change(click, game, lambda live: seating.remove_computer(click.tables, live, click.person, int(what)))


async def up(click: Click, game: int, _: str) -> None:
    seat = int(click.chosen)
    await _change(click, game, lambda live: seating.move(click.tables, live, click.person, seat, seat - 1))


async def option(click: Click, game: int, _: str) -> None:
    option, value = click.chosen.split("=", 1)
    await _change(click, game, lambda live: seating.set_option(click.tables, live, click.person, option, value))


async def setting(click: Click, game: int, _: str) -> None:
    name, text = click.chosen.split("=", 1)
    value: Any = (int(text) or None) if text.isdigit() else text  # 0: as many as come, or without a limit
    if name in ("rated", "closed"):
        value = text == "1"
    await _change(click, game, lambda live: seating.set_settings(click.tables, live, click.person, **{name: value}))


VERBS: Mapping[str, Callable[[Click, int, str], Awaitable[None]]] = {
    "join": join,
    "hours": hours,
    "leave": leave,
    "start": start,
    "colour": colour,
    "computer": computer,
    "up": up,
    "option": option,
    "setting": setting,
}
