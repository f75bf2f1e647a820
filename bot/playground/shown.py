"""What the page is told of the world: people with their language, channels with who sees them, commands, pings."""

from __future__ import annotations

from collections.abc import Collection

from bot.standin.model.errors import Json
from bot.standin.model.events import DM, Event
from bot.standin.model.world import World

MESSAGE_EVENTS = frozenset({"MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"})
CHANNEL_EVENTS = frozenset({"CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE"})
GONE_EVENTS = frozenset({"CHANNEL_DELETE", "THREAD_DELETE"})
WORLD_EVENTS = frozenset(
    {"GUILD_MEMBER_ADD", "GUILD_MEMBER_UPDATE", "GUILD_MEMBER_REMOVE", "GUILD_APPLICATION_COMMAND_INDEX_UPDATE"}
)
HERE = "PLAYGROUND_HERE"
"""Our own event: from now on the page hears what only the person `d.as` sees."""
WORLD_CHANGED = "PLAYGROUND_WORLD"
"""Our own event: people, channels or commands are other ones now; `d` is `world_of`."""


def guild_id(world: World) -> str:
    """The one server of the playground."""
    return next(iter(world.guilds))


def people(world: World) -> list[str]:
    """Ids of those whom a browser can be: members of the server, except the bot."""
    return [user_id for where, user_id in world.members if where == guild_id(world) and user_id != world.me["id"]]


def user(world: World, user_id: str) -> Json:
    """A user with their Discord locale, which Discord itself shows to nobody else."""
    return {**world.user(user_id), "locale": world.locales[user_id]}


def channel(world: World, channel_id: str) -> Json:
    """A channel with `seen_by`: the people who may see it."""
    return {
        **world.channel(channel_id),
        "seen_by": [person for person in people(world) if world.can_see(person, channel_id)],
    }


def commands(world: World) -> list[Json]:
    """Slash commands, global and of the server, with `seen_by`: the people to whom the server shows them.

    The page itself leaves out what does not belong in a direct message.
    """
    rows = {command["name"]: command for command in [*world.commands.listed(), *world.commands.listed(guild_id(world))]}
    where = next((key for key, row in world.channels.items() if row.get("guild_id") == guild_id(world)), None)
    seen = {
        person: () if where is None else {row["name"] for row in world.commands.usable(person, where)}
        for person in people(world)
    }
    return [row | {"seen_by": [one for one, names in seen.items() if name in names]} for name, row in rows.items()]


def pings(world: World) -> list[Json]:
    """Messages that mention people: {id, channel_id, users}."""
    found = []
    for channel_id in world.channels:
        for message in world.messages.public(channel_id):
            if mentioned := [row["id"] for row in message["mentions"] if row["id"] != message["author"]["id"]]:
                found.append({"id": message["id"], "channel_id": channel_id, "users": mentioned})
    return found


def world_of(world: World) -> Json:
    """Everything that the page needs before the first message."""
    return {
        "guild": {"id": guild_id(world), "name": world.guild(guild_id(world))["name"]},
        "bot": world.me,
        "users": [user(world, user_id) for user_id in [*people(world), world.me["id"]]],
        "channels": [channel(world, channel_id) for channel_id in world.channels],
        "commands": commands(world),
        "pings": pings(world),
        "ahead": world.clock.ahead,
    }


def event(world: World, told: Event, here: Collection[str]) -> Json | None:
    """A gateway event as a page gets it: {t, d, to}, `to` being the people who hear of it (None: everybody).

    here: the people whom the page is. None for what it does not show, and for private messages to others.
    """
    if told.t in MESSAGE_EVENTS:
        to = [person for person in people(world) if world.hears(person, told)]
        if is_private(world, told):
            to = [person for person in to if person in here]
        return {"t": told.t, "d": told.d, "to": to} if to else None
    if told.t in CHANNEL_EVENTS:
        return {"t": told.t, "d": channel(world, told.d["id"]), "to": None}
    if told.t == "THREAD_MEMBER_UPDATE":  # whoever joins a private thread sees it from now on
        return {"t": "THREAD_UPDATE", "d": channel(world, told.d["id"]), "to": None}
    if told.t in GONE_EVENTS:
        return {"t": told.t, "d": {"id": told.d["id"]}, "to": None}
    if told.t in WORLD_EVENTS:
        return changed(world)
    return None


def is_private(world: World, told: Event) -> bool:
    """Whether the message is an answer that one person sees, or a direct one."""
    return told.only is not None or world.channel(told.d["channel_id"])["type"] == DM


def changed(world: World) -> Json:
    """The event that tells everything anew."""
    return {"t": WORLD_CHANGED, "d": world_of(world), "to": None}
