"""The pure model of a small Discord: users, guilds, members, channels, threads, and the events that tell of changes.

Objects are kept in Discord's own shapes (`Json`), keyed by id. A stored object is never changed in place: a change puts
a new dict in its place, so whoever holds an event or a message holds a snapshot. No I/O and no web framework here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from bot.standin.model import permissions
from bot.standin.model.clock import Clock, Snowflakes
from bot.standin.model.errors import Json, Refusal, Violation, unknown
from bot.standin.model.events import DM, GROUP, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, THREADS, Event, Subscription
from bot.standin.model.permissions import Permission


class Places:
    """Who there is, where one can write, and who hears what."""

    def __init__(self, name: str = "Teban", *, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.snowflakes = Snowflakes(self.clock)
        self.base = "http://127.0.0.1"  # the server puts its own address here when it starts
        self.users: dict[str, Json] = {}
        self.locales: dict[str, str] = {}  # user id -> locale; never part of a public user object
        self.closed_dms: set[str] = set()  # users who accept no direct messages from the bot
        self.guilds: dict[str, Json] = {}
        self.members: dict[tuple[str, str], Json] = {}  # (guild id, user id)
        self.channels: dict[str, Json] = {}
        self._dms: dict[str, str] = {}  # user id -> channel id
        self.thread_members: dict[str, dict[str, Json]] = {}
        self.violations: list[Violation] = []  # payloads that Discord would have refused
        self.refusals: deque[Refusal] = deque(maxlen=1_000)  # the latest requests that were answered with an error
        self._listeners: list[Callable[[Event], None]] = []
        self.me = self.add_user(name, bot=True)
        self.application: Json = {
            "id": self.me["id"], "name": name, "icon": None, "description": "", "summary": "", "type": None,
            "bot_public": True,
            "bot_require_code_grant": False, "verify_key": "0" * 64, "flags": 1 << 23, "hook": True,
            "is_monetized": False,
            "owner": self.add_user("developer"), "team": None, "bot": self.me, "integration_types_config": {"0": {},
            "1": {}},
            "approximate_guild_count": 0, "redirect_uris": [], "interactions_endpoint_url": None,
        }  # fmt: skip

    # -- events --------------------------------------------------------------------------------------------------------

    def listen(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Call `listener` with every event from now on; returns the function that stops it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def emit(self, event: Event) -> None:
        """Tell all listeners, in order."""
        for listener in tuple(self._listeners):
            listener(event)

    def subscribe(self, user_id: str) -> Subscription:
        """The events of one user, own ephemerals and direct messages included, as an async iterator."""
        return Subscription(self.listen, lambda event: self.hears(user_id, event))

    def hears(self, user_id: str, event: Event) -> bool:
        """Would this user's client receive the event?"""
        if event.only is not None:
            return event.only == user_id
        if event.channel_id is not None and event.channel_id in self.channels:
            return self.can_see(user_id, event.channel_id)
        return event.guild_id is None or (event.guild_id, user_id) in self.members

    # -- people and guilds ---------------------------------------------------------------------------------------------

    def add_user(self, name: str, *, locale: str = "en-US", bot: bool = False) -> Json:
        """A new user; `name` is the display name, the username is made from it."""
        user_id = self.snowflakes.next()
        username = "".join(c for c in name.lower() if c.isascii() and c.isalnum()) or f"user{user_id[-6:]}"
        user: Json = {
            "id": user_id, "username": username, "global_name": name, "discriminator": "0", "avatar": None,
            "avatar_decoration_data": None,
            "public_flags": 0, "clan": None, "primary_guild": None, "collectibles": None,
        }  # fmt: skip
        if bot:
            user |= {"bot": True, "discriminator": "0001", "global_name": None, "username": name}
        self.users[user_id] = user
        self.locales[user_id] = locale
        return user

    def update_user(self, user_id: str, *, name: str | None = None, locale: str | None = None) -> Json:
        """Change somebody's display name or language."""
        user = self.user(user_id)
        if locale is not None:
            self.locales[user_id] = locale
        if name is not None:
            user = self.users[user_id] = {**user, "global_name": name}
            for (guild_id, member_id), member in list(self.members.items()):
                if member_id == user_id:
                    self.members[guild_id, user_id] = {**member, "user": user}
                    self.emit(
                        Event(
                            "GUILD_MEMBER_UPDATE", {**self.members[guild_id, user_id], "guild_id": guild_id}, guild_id
                        )
                    )
        return user

    def user(self, user_id: str) -> Json:
        """The user, or ApiError 10013."""
        if user_id not in self.users:
            raise unknown("User")
        return self.users[user_id]

    def add_guild(
        self, name: str, *, locale: str = "en-US", bot_permissions: int = permissions.EVERYONE, invited: bool = True
    ) -> Json:
        """A new guild where the bot, if it is `invited`, is a member with a managed role that grants `bot_permissions`.
        Owned by nobody you will meet.
        """
        guild_id = self.snowflakes.next()
        everyone = self._role(guild_id, "@everyone", permissions.EVERYONE, 0)
        guild: Json = {
            "id": guild_id, "name": name, "icon": None, "splash": None, "discovery_splash": None,
            "owner_id": self.application["owner"]["id"],
            "afk_channel_id": None, "afk_timeout": 300, "verification_level": 0, "default_message_notifications": 1,
            "explicit_content_filter": 0, "roles": [everyone], "emojis": [], "stickers": [], "features": [],
            "mfa_level": 0,
            "application_id": None, "system_channel_id": None, "system_channel_flags": 0, "rules_channel_id": None,
            "max_members": 500_000, "vanity_url_code": None, "description": None, "banner": None, "premium_tier": 0,
            "premium_subscription_count": 0, "preferred_locale": locale, "public_updates_channel_id": None,
            "nsfw_level": 0,
            "premium_progress_bar_enabled": False, "safety_alerts_channel_id": None,
        }  # fmt: skip
        self.guilds[guild_id] = guild
        if not invited:
            return guild
        managed = self.add_role(guild_id, self.me["username"], bot_permissions, managed=True)
        self.join(guild_id, self.me["id"], roles=[managed["id"]])
        self.emit(Event("GUILD_CREATE", self.guild_snapshot(guild_id), guild_id))
        return self.guilds[guild_id]

    def _role(self, role_id: str, name: str, bits: int, position: int, *, managed: bool = False) -> Json:
        return {
            "id": role_id, "name": name, "color": 0, "colors": {"primary_color": 0, "secondary_color": None,
            "tertiary_color": None},
            "hoist": False, "icon": None, "unicode_emoji": None, "position": position, "permissions": str(int(bits)),
            "managed": managed,
            "mentionable": False, "flags": 0, **({"tags": {"bot_id": self.me["id"]}} if managed else {}),
        }  # fmt: skip

    def add_role(self, guild_id: str, name: str, bits: int = 0, *, managed: bool = False) -> Json:
        """A new role on top of the others."""
        guild = self.guild(guild_id)
        role = self._role(self.snowflakes.next(), name, bits, len(guild["roles"]), managed=managed)
        self.guilds[guild_id] = {**guild, "roles": [*guild["roles"], role]}
        self.emit(Event("GUILD_ROLE_CREATE", {"guild_id": guild_id, "role": role}, guild_id))
        return role

    def guild(self, guild_id: str) -> Json:
        """The guild, or ApiError 10004."""
        if guild_id not in self.guilds:
            raise unknown("Guild")
        return self.guilds[guild_id]

    def guild_snapshot(self, guild_id: str) -> Json:
        """The guild as GUILD_CREATE carries it to the bot: with channels, active threads and the bot's own member."""
        guild = self.guild(guild_id)
        mine = [c for c in self.channels.values() if c.get("guild_id") == guild_id]
        seen = [
            c
            for c in mine
            if c["type"] in THREADS and not c["thread_metadata"]["archived"] and self.can_see(self.me["id"], c["id"])
        ]
        return {
            **guild, "joined_at": self.members[guild_id, self.me["id"]]["joined_at"], "large": False,
            "unavailable": False, "member_count": sum(1 for where, _ in self.members if where == guild_id),
            "voice_states": [], "presences": [], "members": [self.members[guild_id, self.me["id"]]],
            "channels": [c for c in mine if c["type"] not in THREADS],
            "threads": seen, "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [],
        }  # fmt: skip

    def join(self, guild_id: str, user_id: str, *, roles: list[str] | None = None) -> Json:
        """Make a user a member of a guild."""
        member: Json = {
            "user": self.user(user_id), "nick": None, "avatar": None, "banner": None, "roles": roles or [],
            "joined_at": self.clock.iso(),
            "premium_since": None, "deaf": False, "mute": False, "flags": 0, "pending": False,
            "communication_disabled_until": None,
        }  # fmt: skip
        self.guild(guild_id)
        self.members[guild_id, user_id] = member
        self.emit(Event("GUILD_MEMBER_ADD", {**member, "guild_id": guild_id}, guild_id))
        return member

    def leave(self, guild_id: str, user_id: str) -> None:
        """Take a user out of a guild; if it is the bot, the bot is removed from the guild."""
        member = self.member(guild_id, user_id)
        self.emit(Event("GUILD_MEMBER_REMOVE", {"guild_id": guild_id, "user": member["user"]}, guild_id))
        del self.members[guild_id, user_id]
        if user_id == self.me["id"]:
            self.emit(Event("GUILD_DELETE", {"id": guild_id}, guild_id, only=user_id))

    def ban(self, guild_id: str, user_id: str) -> None:
        """Take a user out of a guild for good."""
        self.emit(Event("GUILD_BAN_ADD", {"guild_id": guild_id, "user": self.user(user_id)}, guild_id))
        self.leave(guild_id, user_id)

    def member(self, guild_id: str, user_id: str) -> Json:
        """The member, or ApiError 10007."""
        if (guild_id, user_id) not in self.members:
            raise unknown("Member")
        return self.members[guild_id, user_id]

    # -- permissions ---------------------------------------------------------------------------------------------------

    def permissions(self, user_id: str, channel_id: str) -> int:
        """Permission bits of a user in a channel; 0 for whoever cannot see it. Threads take the parent's overwrites."""
        channel = self.channel(channel_id)
        if channel["type"] in (DM, GROUP):
            ids = {user["id"] for user in channel["recipients"]} | ({self.me["id"]} if channel["type"] == DM else set())
            return int(permissions.IN_DM) if user_id in ids else 0
        guild = self.guilds[channel["guild_id"]]
        member = self.members.get((guild["id"], user_id))
        if member is None:
            return 0
        held = {guild["id"], *member["roles"]}
        parent = self.channels[channel["parent_id"]] if channel["type"] in THREADS else channel
        bits = permissions.resolve(
            guild_id=guild["id"], user_id=user_id, is_owner=guild["owner_id"] == user_id,
            roles={role["id"]: int(role["permissions"]) for role in guild["roles"] if role["id"] in held},
            overwrites=parent["permission_overwrites"],
        )  # fmt: skip
        if (
            channel["type"] == PRIVATE_THREAD
            and user_id not in self.thread_members[channel_id]
            and not bits & Permission.MANAGE_THREADS
        ):
            return 0
        return bits

    def can_see(self, user_id: str, channel_id: str) -> bool:
        """May this user view the channel?"""
        return bool(self.permissions(user_id, channel_id) & Permission.VIEW_CHANNEL)

    def set_overwrite(self, channel_id: str, target_id: str, *, allow: int = 0, deny: int = 0) -> Json:
        """Set what a channel allows and denies to one user or role (0 and 0 removes the overwrite)."""
        channel = self.channel(channel_id)
        rows = [row for row in channel["permission_overwrites"] if row["id"] != target_id]
        if allow or deny:
            rows.append(
                {
                    "id": target_id,
                    "type": int(target_id in self.users),
                    "allow": str(int(allow)),
                    "deny": str(int(deny)),
                }
            )
        return self.update_channel(channel_id, permission_overwrites=rows)

    def deny_bot(self, channel_id: str, bits: int) -> Json:
        """Take permissions from the bot in one channel (0 gives all back)."""
        return self.set_overwrite(channel_id, self.me["id"], deny=bits)

    # -- channels ------------------------------------------------------------------------------------------------------

    def channel(self, channel_id: str) -> Json:
        """The channel, thread or direct message, or ApiError 10003."""
        if channel_id not in self.channels:
            raise unknown("Channel")
        return self.channels[channel_id]

    def add_text_channel(self, guild_id: str, name: str) -> Json:
        """A new text channel."""
        count = sum(1 for channel in self.channels.values() if channel.get("guild_id") == self.guild(guild_id)["id"])
        channel: Json = {
            "id": self.snowflakes.next(), "type": TEXT, "guild_id": guild_id, "name": name, "position": count,
            "permission_overwrites": [],
            "topic": None, "nsfw": False, "last_message_id": None, "rate_limit_per_user": 0, "parent_id": None,
            "flags": 0,
            "last_pin_timestamp": None,
        }  # fmt: skip
        self.channels[channel["id"]] = channel
        self.emit(Event("CHANNEL_CREATE", channel, guild_id, channel["id"]))
        return channel

    def dm(self, user_id: str) -> Json:
        """The direct-message channel of the bot and a user, made when first asked for."""
        user = self.user(user_id)
        if user_id in self._dms:
            return self.channels[self._dms[user_id]]
        channel_id = self._dms[user_id] = self.snowflakes.next()
        self.channels[channel_id] = {
            "id": channel_id,
            "type": DM,
            "last_message_id": None,
            "flags": 0,
            "recipients": [user],
        }
        # People see the bot as the other side of the channel.
        self.emit(Event("CHANNEL_CREATE", {**self.channels[channel_id], "recipients": [self.me]}, only=user_id))
        return self.channels[channel_id]

    def add_group(self, *user_ids: str) -> Json:
        """A new channel of direct messages between people, without the bot."""
        people = [self.user(user_id) for user_id in user_ids]
        channel: Json = {"id": self.snowflakes.next(), "type": GROUP, "name": None, "icon": None, "recipients": people}
        channel |= {"owner_id": user_ids[0], "last_message_id": None, "flags": 0}
        self.channels[channel["id"]] = channel
        return channel

    def add_thread(
        self,
        parent_id: str,
        name: str,
        owner_id: str,
        *,
        kind: int = PUBLIC_THREAD,
        message_id: str | None = None,
        archive_minutes: int = 4320,
    ) -> Json:
        """A new thread in a text channel; started from a message it takes the message's id."""
        parent = self.channel(parent_id)
        thread_id = message_id or self.snowflakes.next()
        now = self.clock.iso()
        thread: Json = {
            "id": thread_id, "type": kind, "guild_id": parent["guild_id"], "parent_id": parent_id, "owner_id": owner_id,
            "name": name,
            "last_message_id": None, "rate_limit_per_user": 0, "message_count": 0, "member_count": 1,
            "total_message_sent": 0, "flags": 0,
            "thread_metadata": {
                "archived": False, "archive_timestamp": now, "auto_archive_duration": archive_minutes, "locked": False,
                "create_timestamp": now, **({"invitable": True} if kind == PRIVATE_THREAD else {}),
            },
        }  # fmt: skip
        self.channels[thread_id] = thread
        self.thread_members[thread_id] = {}
        self.join_thread(thread_id, owner_id)
        self.emit(
            Event("THREAD_CREATE", {**self.channels[thread_id], "newly_created": True}, parent["guild_id"], thread_id)
        )
        return self.channels[thread_id]

    def join_thread(self, thread_id: str, user_id: str) -> Json:
        """Put a user into a thread (joining twice is harmless)."""
        members = self.thread_members[thread_id]
        if user_id not in members:
            members[user_id] = {"id": thread_id, "user_id": user_id, "join_timestamp": self.clock.iso(), "flags": 0}
            thread = self.channels[thread_id] = {**self.channels[thread_id], "member_count": min(50, len(members))}
            self.emit(Event("THREAD_MEMBER_UPDATE", {**members[user_id], "guild_id": thread["guild_id"]}, only=user_id))
        return members[user_id]

    def leave_thread(self, thread_id: str, user_id: str) -> None:
        """Take a user out of a thread."""
        self.thread_members[thread_id].pop(user_id, None)

    def update_channel(self, channel_id: str, *, quiet: bool = False, **changes: Any) -> Json:
        """Change fields of a channel; the keys `archived`, `locked` and `auto_archive_duration` go into a thread's
        metadata.
        """
        channel = self.channel(channel_id)
        if channel["type"] in THREADS:
            keys = ("archived", "locked", "auto_archive_duration", "invitable")
            inner: Json = {key: changes.pop(key) for key in keys if key in changes}
            if "archived" in inner and inner["archived"] != channel["thread_metadata"]["archived"]:
                inner["archive_timestamp"] = self.clock.iso()
            changes["thread_metadata"] = {**channel["thread_metadata"], **inner}
        channel = self.channels[channel_id] = {**channel, **changes}
        if not quiet:
            name = "THREAD_UPDATE" if channel["type"] in THREADS else "CHANNEL_UPDATE"
            self.emit(Event(name, channel, channel.get("guild_id"), channel_id))
        return channel

    def delete_channel(self, channel_id: str) -> Json:
        """Delete a channel with its messages and threads, or a thread. Direct messages are only closed, which changes
        nothing here.
        """
        channel = self.channel(channel_id)
        if channel["type"] == DM:
            return channel
        for thread in [c for c in self.channels.values() if c.get("parent_id") == channel_id and c["type"] in THREADS]:
            self.delete_channel(thread["id"])
        if channel["type"] in THREADS:
            gone = {key: channel[key] for key in ("id", "guild_id", "parent_id", "type")}
            self.emit(Event("THREAD_DELETE", gone, channel["guild_id"], channel_id))
        else:
            self.emit(Event("CHANNEL_DELETE", channel, channel["guild_id"], channel_id))
        del self.channels[channel_id]
        self.thread_members.pop(channel_id, None)
        return channel
