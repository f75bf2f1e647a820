"""Build the JSON that the page shows: people, channels and commands (each with who sees it), and mentions."""

import itertools
from collections.abc import Collection

from bot.fake_discord.model.commands import CHAT_INPUT, MESSAGE_MENU, USER_MENU
from bot.fake_discord.model.errors import Json
from bot.fake_discord.model.events import DM, GatewayEvent
from bot.fake_discord.model.world import World

MESSAGE_EVENTS = frozenset({"MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"})
CHANNEL_EVENTS = frozenset({"CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE"})
DELETE_EVENTS = frozenset({"CHANNEL_DELETE", "THREAD_DELETE"})
WORLD_EVENTS = frozenset(
    {"GUILD_MEMBER_ADD", "GUILD_MEMBER_UPDATE", "GUILD_MEMBER_REMOVE", "GUILD_APPLICATION_COMMAND_INDEX_UPDATE"}
)
COMMAND_TYPES = (CHAT_INPUT, USER_MENU, MESSAGE_MENU)
LISTENING = "PLAYGROUND_HERE"
"""An event of the playground: from now on the page receives the private events of the person `d.as`."""
WORLD_CHANGED = "PLAYGROUND_WORLD"
"""An event of the playground: people, channels or commands have changed; `d` is the result of `build_world`."""


def find_guild_id(world: World) -> str:
    """Return the id of the playground's only guild."""
    return next(iter(world.guilds))


def list_people(world: World) -> list[str]:
    """Return the ids of the people whom a browser can play: members of the guild, except the bot."""
    return [user_id for guild, user_id in world.members if guild == find_guild_id(world) and user_id != world.me["id"]]


def build_user(world: World, user_id: str) -> Json:
    """Return a user with their locale, which Discord itself does not show to others."""
    return {**world.find_user(user_id), "locale": world.locales[user_id]}


def build_channel(world: World, channel_id: str) -> Json:
    """Return a channel with `seen_by`: the people who may see it."""
    return {
        **world.find_channel(channel_id),
        "seen_by": [person for person in list_people(world) if world.can_see(person, channel_id)],
    }


def build_commands(world: World) -> list[Json]:
    """Return the commands of all types, global and of the guild, with `seen_by`: the people to whom the guild offers
    them.

    The page itself filters commands that are not available in direct messages.
    """
    commands_by_name = {
        (command["type"], command["name"]): command
        for command in [*world.commands.list_commands(), *world.commands.list_commands(find_guild_id(world))]
    }
    channel_id = next((key for key, row in world.channels.items() if row.get("guild_id") == find_guild_id(world)), None)
    usable: dict[str, set[str]] = {person: set() for person in list_people(world)}
    for person, kind in itertools.product(usable if channel_id is not None else (), COMMAND_TYPES):
        usable[person] |= {row["id"] for row in world.commands.list_usable(person, str(channel_id), kind)}
    return [
        row | {"seen_by": [person for person, ids in usable.items() if row["id"] in ids]}
        for row in commands_by_name.values()
    ]


def list_mentions(world: World) -> list[Json]:
    """Return the messages that mention people: {id, channel_id, users}."""
    mentions = []
    for channel_id in world.channels:
        for message in world.messages.list_public(channel_id):
            if mentioned_ids := [row["id"] for row in message["mentions"] if row["id"] != message["author"]["id"]]:
                mentions.append({"id": message["id"], "channel_id": channel_id, "users": mentioned_ids})
    return mentions


def build_world(world: World) -> Json:
    """Return everything that the page needs before the first message."""
    return {
        "guild": {"id": find_guild_id(world), "name": world.find_guild(find_guild_id(world))["name"]},
        "bot": world.me,
        "users": [build_user(world, user_id) for user_id in [*list_people(world), world.me["id"]]],
        "channels": [build_channel(world, channel_id) for channel_id in world.channels],
        "commands": build_commands(world),
        "pings": list_mentions(world),
        "ahead": world.clock.offset,
    }


def build_event(world: World, gateway_event: GatewayEvent, played_people: Collection[str]) -> Json | None:
    """Return a gateway event for the page: {t, d, to}; `to` are the people who receive it (None: everybody).

    played_people: the people whom the page plays. Returns None for events that the page does not show, and for private
    messages to others.
    """
    if gateway_event.t in MESSAGE_EVENTS:
        recipients = [person for person in list_people(world) if world.receives_event(person, gateway_event)]
        if is_private(world, gateway_event):
            recipients = [person for person in recipients if person in played_people]
        return {"t": gateway_event.t, "d": gateway_event.d, "to": recipients} if recipients else None
    if gateway_event.t in CHANNEL_EVENTS:
        return {"t": gateway_event.t, "d": build_channel(world, gateway_event.d["id"]), "to": None}
    if gateway_event.t == "THREAD_MEMBER_UPDATE":  # a person who joins a private thread sees it from now on
        return {"t": "THREAD_UPDATE", "d": build_channel(world, gateway_event.d["id"]), "to": None}
    if gateway_event.t in DELETE_EVENTS:
        return {"t": gateway_event.t, "d": {"id": gateway_event.d["id"]}, "to": None}
    if gateway_event.t in WORLD_EVENTS:
        return build_world_changed(world)
    return None


def is_private(world: World, gateway_event: GatewayEvent) -> bool:
    """Return whether the message is ephemeral or a direct message."""
    return gateway_event.only_user_id is not None or world.find_channel(gateway_event.d["channel_id"])["type"] == DM


def build_world_changed(world: World) -> Json:
    """Return the event that sends the whole world again."""
    return {"t": WORLD_CHANGED, "d": build_world(world), "to": None}
