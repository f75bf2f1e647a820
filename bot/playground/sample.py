"""The first screen's button: somebody opens a table, seats computer players, starts and presses Play, with the same
command and the same controls as anybody. Nothing here reaches into the bot.
"""

from __future__ import annotations

import re

from bot.playground import shown
from bot.standin import components
from bot.standin.driver import Person
from bot.standin.errors import Json
from bot.standin.world import World

COMMAND, GAME = "table open", "signorie"
COMPUTER = "+greedy"
OPPONENTS = 2
SECONDS = 10.0
"""How long the bot may take for a new card."""


async def sample_table(world: World, person_id: str) -> str:
    """Open a channel with a table of this person against computer players and begin. Returns the channel's id.

    Raises Impossible if the bot lacks the command or a control, NoAnswer or TimeoutError if it is silent.
    """
    there = Person(world, person_id, _new_channel(world))
    language = "ja" if world.locales[person_id] == "ja" else "en"
    await there.slash(COMMAND, game=GAME, language=language)
    for _ in range(OPPONENTS):
        await there.select(*await _control(there, "computer"), [COMPUTER])
    await there.click(*await _control(there, "start"))
    await there.click(*await _control(there, "play"))
    return there.channel_id


def _new_channel(world: World) -> str:
    """`sample-1`, `sample-2` …: a table has a channel to itself."""
    number = 1 + sum(1 for channel in world.channels.values() if str(channel.get("name", "")).startswith("sample-"))
    return str(world.add_text_channel(shown.guild_id(world), f"sample-{number}")["id"])


async def _control(person: Person, verb: str) -> tuple[Json, str]:
    """The newest message with an enabled control of this verb, and the control's custom_id (`t:12:start`)."""
    found = ""

    def has(message: Json) -> bool:
        nonlocal found
        for component in components.of_type(message, components.BUTTON, *components.SELECTS):
            custom_id = component.get("custom_id") or ""
            if re.fullmatch(rf"t:\d+:{verb}", custom_id) and not component.get("disabled"):
                found = custom_id
                return True
        return False

    message = await person.channel.wait_for(has, within=SECONDS)
    return message, found
