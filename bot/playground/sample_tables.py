"""Sample tables, for the first screen's buttons (one per game): open a table, seat computer players, start the game and
press Play. They use the same command and controls as any user; nothing here accesses the bot directly.
"""

import asyncio
import logging
import re

from bot.discord_ui.page.custom_ids import TABLE_PATTERN
from bot.fake_discord.driver import FakeUser
from bot.fake_discord.model import components
from bot.fake_discord.model.errors import ApiError, ImpossibleAction, Json, NoAnswer
from bot.fake_discord.model.world import World

from . import page_data

log = logging.getLogger(__name__)

COMMAND = "table open"
OPPONENTS = 2
MAX_CARD_SECONDS = 60.0
"""Maximum wait for a new card of the bot, which may have to draw it first."""
MAX_TURN_SECONDS = 120.0
"""Maximum wait for the person's turn before the panel is given up; the page shows the table meanwhile. Computer players
take long on a busy machine.
"""


async def list_samples(world: World, person_id: str) -> list[Json]:
    """Return the games with a sample table, {name, value}, as the command offers them in the person's language."""
    person = FakeUser(world, person_id, _find_first_channel(world, person_id))
    try:
        return await person.type_option(COMMAND, "game")
    except (ImpossibleAction, NoAnswer):
        return []


class SampleTables:
    """Opens sample tables. The owner must call `cancel_panels` at the end."""

    def __init__(self) -> None:
        self._panel_tasks: set[asyncio.Task[None]] = set()
        """Tasks that still have to open the panel of a table."""

    async def open_table(self, world: World, person_id: str, game: str) -> str:
        """Start a game of this person against computer players in a new channel, and return the channel's id. The panel
        opens there as soon as it is the person's turn.

        Raises ImpossibleAction if the bot lacks the command or a choice, NoAnswer or TimeoutError if it is silent.
        """
        person = FakeUser(world, person_id, _add_channel(world))
        try:
            await _start_game(person, game, "ja" if world.locales[person_id] == "ja" else "en")
        except (ImpossibleAction, NoAnswer, TimeoutError):
            world.delete_channel(person.channel_id)
            raise
        task = asyncio.create_task(_open_panel(person), name=f"panel of {person.channel_id}")
        self._panel_tasks.add(task)
        task.add_done_callback(self._panel_tasks.discard)
        return person.channel_id

    async def cancel_panels(self) -> None:
        """Cancel the opening of panels."""
        for task in self._panel_tasks:
            task.cancel()
        await asyncio.gather(*self._panel_tasks, return_exceptions=True)


async def _start_game(person: FakeUser, game: str, language: str) -> None:
    await person.send_command(COMMAND, game=game, language=language)
    card, details = await _wait_for_control(person, "terms")
    page = (await person.click(card, details["custom_id"])).message
    for _ in range(OPPONENTS):
        menu = _find_control(page, "computer")
        if (policy := _find_strongest(menu)) is None:
            break
        page = (await person.select_values(page, menu["custom_id"], [policy])).message
    person.dismiss(page)
    card, start = await _wait_for_control(person, "start")
    await person.click(card, start["custom_id"])


async def _open_panel(person: FakeUser) -> None:
    """Open the panel when the person is notified of their turn, unless they have already opened one or answered."""
    try:
        notification = await person.channel.wait_for_message(
            lambda row: _mentions_person(row, person.id) and _has_control(row, "play"), max_seconds=MAX_TURN_SECONDS
        )
        # Only the card of a running game has "changed". The card is the notification itself or follows it; the panel
        # opens below the card.
        card = (
            notification
            if _has_control(notification, "changed")
            else (await _wait_for_control(person, "changed", after=notification))[0]
        )
        if not any(_is_panel(row) for row in person.channel.messages):
            await person.click(card, _find_control(card, "play")["custom_id"])
    except (TimeoutError, ApiError, ImpossibleAction, NoAnswer) as error:
        log.info("the panel of a sample table is not opened: %s", error)


def _find_first_channel(world: World, person_id: str) -> str:
    return next(key for key in world.channels if world.can_see(person_id, key))


def _add_channel(world: World) -> str:
    """Add a channel for one table, named `sample-1`, `sample-2` …"""
    number = 1 + sum(1 for channel in world.channels.values() if str(channel.get("name", "")).startswith("sample-"))
    return str(world.add_text_channel(page_data.find_guild_id(world), f"sample-{number}")["id"])


def _find_strongest(menu: Json) -> str | None:
    """Return the first computer player of the menu, since games list the strongest first; None if
    all seats are taken.
    """
    return next((str(option["value"]) for option in menu["options"] if option["value"].startswith("+")), None)


def _is_panel(message: Json) -> bool:
    """Return whether the message is a panel."""
    return any(str(component.get("custom_id", "")).startswith("p:") for component in _list_controls(message))


def _mentions_person(message: Json, person_id: str) -> bool:
    return any(user["id"] == person_id for user in message["mentions"])


async def _wait_for_control(person: FakeUser, verb: str, *, after: Json | None = None) -> tuple[Json, Json]:
    """Wait for a message with an enabled control of this verb (custom_id `t:12:start`). Return the newest one and that
    control.
    """
    min_id = int(after["id"]) if after else 0
    message = await person.channel.wait_for_message(
        lambda row: int(row["id"]) > min_id and _has_control(row, verb), max_seconds=MAX_CARD_SECONDS
    )
    return message, _find_control(message, verb)


def _has_control(message: Json, verb: str) -> bool:
    return any(_is_control(component, verb) for component in _list_controls(message))


def _find_control(message: Json, verb: str) -> Json:
    return next(component for component in _list_controls(message) if _is_control(component, verb))


def _list_controls(message: Json) -> list[Json]:
    return list(components.list_of_types(message, components.BUTTON, *components.SELECTS))


def _is_control(component: Json, verb: str) -> bool:
    match = re.fullmatch(TABLE_PATTERN, component.get("custom_id") or "")
    return match is not None and (match["verb"], match["arg"]) == (verb, None) and not component.get("disabled")
