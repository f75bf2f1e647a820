"""The first screen's buttons, one for each game: somebody opens a table, seats computer players, starts and presses
Play, with the same command and the same controls as anybody. Nothing here reaches into the bot.
"""

from __future__ import annotations

import asyncio
import logging
import re

from bot.playground import shown
from bot.standin.driver import Person
from bot.standin.model import components
from bot.standin.model.errors import ApiError, Impossible, Json, NoAnswer
from bot.standin.model.world import World

log = logging.getLogger(__name__)

COMMAND = "table open"
OPPONENTS = 2
CARD_SECONDS = 10.0
"""How long the bot may take for a new card."""
TURN_SECONDS = 120.0
"""How long the panel waits for the person's turn; the page shows the table meanwhile. Computers think long when the
machine has much to do.
"""


async def offered(world: World, person_id: str) -> list[Json]:
    """The games of which there is a sample: {name, value}, as the command offers them in the person's language."""
    there = Person(world, person_id, _first_channel(world, person_id))
    try:
        return await there.autocomplete(COMMAND, "game")
    except (Impossible, NoAnswer):
        return []


class Samples:
    """Opens sample tables. Whoever makes one closes it."""

    def __init__(self) -> None:
        self._opening: set[asyncio.Task[None]] = set()
        """Tables whose panel is still to be opened."""

    async def open(self, world: World, person_id: str, game: str) -> str:
        """A channel with a table of this person against computer players, begun. Returns the channel's id; the panel
        opens there as soon as it is the person's turn.

        Raises Impossible if the bot lacks the command or a choice, NoAnswer or TimeoutError if it is silent.
        """
        there = Person(world, person_id, _new_channel(world))
        try:
            await _begin(there, game, "ja" if world.locales[person_id] == "ja" else "en")
        except (Impossible, NoAnswer, TimeoutError):
            world.delete_channel(there.channel_id)
            raise
        task = asyncio.create_task(_play(there), name=f"panel of {there.channel_id}")
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)
        return there.channel_id

    async def close(self) -> None:
        """No further panels open."""
        for task in self._opening:
            task.cancel()
        await asyncio.gather(*self._opening, return_exceptions=True)


async def _begin(there: Person, game: str, language: str) -> None:
    await there.slash(COMMAND, game=game, language=language)
    for _ in range(OPPONENTS):
        card, menu = await _control(there, "computer")
        if (policy := _strongest(menu)) is None:
            break
        await there.select(card, menu["custom_id"], [policy])
    card, start = await _control(there, "start")
    await there.click(card, start["custom_id"])


async def _play(there: Person) -> None:
    """Open the panel when the person is called, unless they have opened one themselves or the call is answered."""
    try:
        call = await there.channel.wait_for(
            lambda row: _calls(row, there.id) and _has(row, "play"), within=TURN_SECONDS
        )
        # Only the card of a running game tells what changed. It is the call or follows it; the panel opens below it.
        card = call if _has(call, "changed") else (await _control(there, "changed", after=call))[0]
        if not any(_asks(row) for row in there.channel.messages):
            await there.click(card, _find(card, "play")["custom_id"])
    except (TimeoutError, ApiError, Impossible, NoAnswer) as error:
        log.info("the panel of a sample table is not opened: %s", error)


def _first_channel(world: World, person_id: str) -> str:
    return next(key for key in world.channels if world.can_see(person_id, key))


def _new_channel(world: World) -> str:
    """`sample-1`, `sample-2` …: a table has a channel to itself."""
    number = 1 + sum(1 for channel in world.channels.values() if str(channel.get("name", "")).startswith("sample-"))
    return str(world.add_text_channel(shown.guild_id(world), f"sample-{number}")["id"])


def _strongest(menu: Json) -> str | None:
    """The first computer player offered: games name the strongest first. None: all seats are taken."""
    return next((str(option["value"]) for option in menu["options"] if option["value"].startswith("+")), None)


def _asks(message: Json) -> bool:
    """Whether it is a panel."""
    return any(str(component.get("custom_id", "")).startswith("p:") for component in _controls(message))


def _calls(message: Json, person_id: str) -> bool:
    return any(user["id"] == person_id for user in message["mentions"])


async def _control(person: Person, verb: str, *, after: Json | None = None) -> tuple[Json, Json]:
    """The newest message with an enabled control of this verb (custom_id `t:12:start`), and that control."""
    least = int(after["id"]) if after else 0
    message = await person.channel.wait_for(lambda row: int(row["id"]) > least and _has(row, verb), within=CARD_SECONDS)
    return message, _find(message, verb)


def _has(message: Json, verb: str) -> bool:
    return any(_is(component, verb) for component in _controls(message))


def _find(message: Json, verb: str) -> Json:
    return next(component for component in _controls(message) if _is(component, verb))


def _controls(message: Json) -> list[Json]:
    return list(components.of_type(message, components.BUTTON, *components.SELECTS))


def _is(component: Json, verb: str) -> bool:
    return bool(re.fullmatch(rf"t:\d+:{verb}", component.get("custom_id") or "")) and not component.get("disabled")
