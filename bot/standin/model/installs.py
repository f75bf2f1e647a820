"""Through whom the bot is there: guilds that have invited it, and people who have it for themselves."""

from __future__ import annotations

from bot.standin.model import permissions
from bot.standin.model.errors import Json
from bot.standin.model.events import DM, GROUP
from bot.standin.model.places import Places

IN_GUILD, IN_DM, IN_PRIVATE = 0, 1, 2
"""Contexts of a command: a guild, the bot's direct messages, those of others."""
BY_GUILD, BY_USER = "0", "1"
"""Kinds of installation, as the keys of `authorizing_integration_owners`."""


class Installs:
    """Who has added the bot to their own account, and what follows from that."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._people: set[str] = set()

    def add(self, user_id: str) -> None:
        """The user adds the bot for themselves: its commands go with them to every channel."""
        self._people.add(self._places.user(user_id)["id"])

    def owners(self, user_id: str, channel_id: str) -> dict[str, str]:
        """By kind of installation: the guild that has invited the bot ("0" in its direct messages), the user."""
        channel = self._places.channel(channel_id)
        found: dict[str, str] = {}
        if channel["type"] == DM:
            found[BY_GUILD] = "0"
        elif (channel.get("guild_id"), self._places.me["id"]) in self._places.members:
            found[BY_GUILD] = channel["guild_id"]
        return found | ({BY_USER: user_id} if user_id in self._people else {})

    def app_permissions(self, user_id: str, channel_id: str) -> int:
        """What the bot may do there; where it is not a member, what its answers to its installer may contain."""
        if BY_GUILD in self.owners(user_id, channel_id):
            return self._places.permissions(self._places.me["id"], channel_id)
        return int(permissions.FOR_INSTALLERS)

    def offers(self, command: Json, user_id: str, channel_id: str) -> bool:
        """Whether the person is offered the command in the channel.

        It must belong to an installation, fit the kind of channel, and in a guild be open to the person by default.
        """
        context, owners = self.context(channel_id), self.owners(user_id, channel_id)
        lacking = int(command["default_member_permissions"] or 0) & ~self._places.permissions(user_id, channel_id)
        return (
            (command["contexts"] is None or context in command["contexts"])
            and any(str(kind) in owners for kind in command["integration_types"])
            and not (lacking and context == IN_GUILD)
        )

    def context(self, channel_id: str) -> int:
        """In which kind of place a command is used."""
        return {DM: IN_DM, GROUP: IN_PRIVATE}.get(self._places.channel(channel_id)["type"], IN_GUILD)
