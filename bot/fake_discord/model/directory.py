"""Users, guilds, members, channels and threads of the fake Discord server, and the events about their changes.

Objects have Discord's own shapes (`Json`) and are stored by id. A stored object is never changed in place: a change
stores a new dict, so an event or message that was handed out is a snapshot.
"""

from collections import deque
from typing import Any

from bot.fake_discord.model import events
from bot.fake_discord.model.clock import Clock, Snowflakes
from bot.fake_discord.model.errors import Json, RefusedRequest, Violation, build_unknown_error
from bot.fake_discord.model.permissions import Permission
from bot.fake_discord.model.quirks import Quirks

from . import permissions


class Directory(events.EventHub):
    """All users, guilds and channels, with permissions and event listeners."""

    def __init__(self, name: str = "Teban", *, clock: Clock | None = None) -> None:
        super().__init__()
        self.clock = clock or Clock()
        self.snowflakes = Snowflakes(self.clock)
        self.base_url = "http://127.0.0.1"  # the server puts its own address here when it starts
        self.users: dict[str, Json] = {}  # by id
        self.locales: dict[str, str] = {}  # user id -> locale; never part of a public user object
        self.closed_dms: set[str] = set()  # users who accept no direct messages from the bot
        self.guilds: dict[str, Json] = {}  # by id
        self.members: dict[tuple[str, str], Json] = {}  # (guild id, user id)
        self.channels: dict[str, Json] = {}  # by id; threads and direct messages too
        self._dms: dict[str, str] = {}  # user id -> channel id
        self.thread_members: dict[str, dict[str, Json]] = {}  # thread id -> user id -> the member
        self.violations: list[Violation] = []  # payloads that Discord would have refused
        self.refusals: deque[RefusedRequest] = deque(maxlen=1_000)  # the latest requests answered with an error
        self.me = self.add_user(name, is_bot=True)  # the bot
        self.quirks = Quirks()
        self.application: Json = {
            "id": self.me["id"], "name": name, "icon": None, "description": "", "summary": "", "type": None,
            "bot_public": True,
            "bot_require_code_grant": False, "verify_key": "0" * 64, "flags": 1 << 23, "hook": True,
            "is_monetized": False,
            "owner": self.add_user("developer"), "team": None, "bot": self.me, "integration_types_config": {"0": {},
            "1": {}},
            "approximate_guild_count": 0, "redirect_uris": [], "interactions_endpoint_url": None,
        }  # fmt: skip

    def subscribe(self, user_id: str) -> events.Subscription:
        """Return the events of one user, including their ephemeral and direct messages, as an async iterator."""
        return events.Subscription(self.add_listener, lambda event: self.receives_event(user_id, event))

    def receives_event(self, user_id: str, event: events.GatewayEvent) -> bool:
        """Return whether this user's client would receive the event."""
        if event.only_user_id is not None:
            return event.only_user_id == user_id
        if event.channel_id is not None and event.channel_id in self.channels:
            return self.can_see(user_id, event.channel_id)
        return event.guild_id is None or (event.guild_id, user_id) in self.members

    def add_user(self, name: str, *, locale: str = "en-US", is_bot: bool = False) -> Json:
        """Add a user. name: the display name, from which the username is derived."""
        user_id = self.snowflakes.create_id()
        username = "".join(c for c in name.lower() if c.isascii() and c.isalnum()) or f"user{user_id[-6:]}"
        user: Json = {
            "id": user_id, "username": username, "global_name": name, "discriminator": "0", "avatar": None,
            "avatar_decoration_data": None,
            "public_flags": 0, "clan": None, "primary_guild": None, "collectibles": None,
        }  # fmt: skip
        if is_bot:
            user |= {"bot": True, "discriminator": "0001", "global_name": None, "username": name}
        self.users[user_id] = user
        self.locales[user_id] = locale
        return user

    def update_user(self, user_id: str, *, name: str | None = None, locale: str | None = None) -> Json:
        """Change a user's display name or language."""
        user = self.find_user(user_id)
        if locale is not None:
            self.locales[user_id] = locale
        if name is not None:
            user = self.users[user_id] = {**user, "global_name": name}
            for guild_id, member_id in list(self.members):
                if member_id == user_id:
                    self.update_member(guild_id, user_id, user=user)
        return user

    def find_user(self, user_id: str) -> Json:
        """Return the user. Raises ApiError 10013 if unknown."""
        if user_id not in self.users:
            raise build_unknown_error("User")
        return self.users[user_id]

    def add_guild(
        self,
        name: str,
        *,
        locale: str = "en-US",
        bot_permissions: int = permissions.EVERYONE_PERMISSIONS,
        has_bot: bool = True,
    ) -> Json:
        """Add a guild, owned by the application's developer. If `has_bot`, the bot is a member with a managed role that
        grants `bot_permissions`.
        """
        guild_id = self.snowflakes.create_id()
        everyone = permissions.build_role(guild_id, "@everyone", permissions.EVERYONE_PERMISSIONS, 0)
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
        if not has_bot:
            return guild
        managed_role = self.add_role(guild_id, self.me["username"], bot_permissions, is_managed=True)
        self.add_member(guild_id, self.me["id"], roles=[managed_role["id"]])
        self.emit_event(events.GatewayEvent("GUILD_CREATE", self.build_guild_snapshot(guild_id), guild_id))
        return self.guilds[guild_id]

    def add_role(self, guild_id: str, name: str, bits: int = 0, *, is_managed: bool = False) -> Json:
        """Add a role above the others."""
        guild = self.find_guild(guild_id)
        bot_id = self.me["id"] if is_managed else None
        role = permissions.build_role(self.snowflakes.create_id(), name, bits, len(guild["roles"]), bot_id)
        self.guilds[guild_id] = {**guild, "roles": [*guild["roles"], role]}
        self.emit_event(events.GatewayEvent("GUILD_ROLE_CREATE", {"guild_id": guild_id, "role": role}, guild_id))
        return role

    def find_guild(self, guild_id: str) -> Json:
        """Return the guild. Raises ApiError 10004 if unknown."""
        if guild_id not in self.guilds:
            raise build_unknown_error("Guild")
        return self.guilds[guild_id]

    def build_guild_snapshot(self, guild_id: str) -> Json:
        """Return the guild as GUILD_CREATE sends it to the bot: with channels, active threads and the bot's member."""
        guild = self.find_guild(guild_id)
        guild_channels = [c for c in self.channels.values() if c.get("guild_id") == guild_id]
        threads = [c for c in guild_channels if c["type"] in events.THREADS and not c["thread_metadata"]["archived"]]
        visible_threads = [c for c in threads if self.can_see(self.me["id"], c["id"])]
        return {
            **guild, "joined_at": self.members[guild_id, self.me["id"]]["joined_at"], "large": False,
            "unavailable": False, "member_count": sum(1 for member_of, _ in self.members if member_of == guild_id),
            "voice_states": [], "presences": [], "members": [self.members[guild_id, self.me["id"]]],
            "channels": [c for c in guild_channels if c["type"] not in events.THREADS],
            "threads": visible_threads, "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [],
        }  # fmt: skip

    def add_member(self, guild_id: str, user_id: str, *, roles: list[str] | None = None) -> Json:
        """Make a user a member of a guild."""
        member: Json = {
            "user": self.find_user(user_id), "nick": None, "avatar": None, "banner": None, "roles": roles or [],
            "joined_at": self.clock.format_now(),
            "premium_since": None, "deaf": False, "mute": False, "flags": 0, "pending": False,
            "communication_disabled_until": None,
        }  # fmt: skip
        self.find_guild(guild_id)
        self.members[guild_id, user_id] = member
        self.emit_event(events.GatewayEvent("GUILD_MEMBER_ADD", {**member, "guild_id": guild_id}, guild_id))
        return member

    def update_role(self, guild_id: str, role_id: str, bits: int) -> None:
        """Change the permissions of a role."""
        guild = self.find_guild(guild_id)
        roles = [{**role, "permissions": str(int(bits))} if role["id"] == role_id else role for role in guild["roles"]]
        self.guilds[guild_id] = {**guild, "roles": roles}
        role = next(role for role in roles if role["id"] == role_id)
        self.emit_event(events.GatewayEvent("GUILD_ROLE_UPDATE", {"guild_id": guild_id, "role": role}, guild_id))

    def update_member(self, guild_id: str, user_id: str, **fields: Any) -> None:
        """Change fields of a member, such as `roles`."""
        member = self.members[guild_id, user_id] = {**self.find_member(guild_id, user_id), **fields}
        self.emit_event(events.GatewayEvent("GUILD_MEMBER_UPDATE", {**member, "guild_id": guild_id}, guild_id))

    def remove_member(self, guild_id: str, user_id: str) -> None:
        """Remove a user (or the bot itself) from a guild."""
        member = self.find_member(guild_id, user_id)
        self.emit_event(
            events.GatewayEvent("GUILD_MEMBER_REMOVE", {"guild_id": guild_id, "user": member["user"]}, guild_id)
        )
        del self.members[guild_id, user_id]
        if user_id == self.me["id"]:
            self.emit_event(events.GatewayEvent("GUILD_DELETE", {"id": guild_id}, guild_id, only_user_id=user_id))

    def ban_member(self, guild_id: str, user_id: str) -> None:
        """Ban a user from a guild and remove them."""
        role_ids = {guild_id, *self.find_member(guild_id, self.me["id"])["roles"]}
        bits = [int(role["permissions"]) for role in self.guilds[guild_id]["roles"] if role["id"] in role_ids]
        if self.quirks.sends_bans_without_permission or any(bit & permissions.SEES_BANS for bit in bits):
            ban = {"guild_id": guild_id, "user": self.find_user(user_id)}
            self.emit_event(events.GatewayEvent("GUILD_BAN_ADD", ban, guild_id))
        self.remove_member(guild_id, user_id)

    def find_member(self, guild_id: str, user_id: str) -> Json:
        """Return the member. Raises ApiError 10007 if unknown."""
        if (guild_id, user_id) not in self.members:
            raise build_unknown_error("Member")
        return self.members[guild_id, user_id]

    def compute_permissions(self, user_id: str, channel_id: str) -> int:
        """Return the permission bits of a user in a channel; 0 if they cannot see it. A thread uses its parent's
        overwrites.
        """
        channel = self.find_channel(channel_id)
        if channel["type"] in (events.DM, events.GROUP):
            ids = {
                user["id"] for user in (*channel["recipients"], *([self.me] if channel["type"] == events.DM else []))
            }
            return int(permissions.DM_PERMISSIONS) if user_id in ids else 0
        guild = self.guilds[channel["guild_id"]]
        member = self.members.get((guild["id"], user_id))
        if member is None:
            return 0
        role_ids = {guild["id"], *member["roles"]}
        parent = self.channels[channel["parent_id"]] if channel["type"] in events.THREADS else channel
        bits = permissions.resolve_permissions(
            guild_id=guild["id"], user_id=user_id, is_owner=guild["owner_id"] == user_id,
            roles={role["id"]: int(role["permissions"]) for role in guild["roles"] if role["id"] in role_ids},
            overwrites=parent["permission_overwrites"],
        )  # fmt: skip
        if (
            channel["type"] == events.PRIVATE_THREAD
            and user_id not in self.thread_members[channel_id]
            and not bits & Permission.MANAGE_THREADS
        ):
            return 0
        return bits

    def can_see(self, user_id: str, channel_id: str) -> bool:
        """Return whether this user may view the channel."""
        return bool(self.compute_permissions(user_id, channel_id) & Permission.VIEW_CHANNEL)

    def set_overwrite(self, channel_id: str, target_id: str, *, allow: int = 0, deny: int = 0) -> Json:
        """Set the permissions that a channel allows and denies to one user or role (0 and 0 remove the overwrite)."""
        channel = self.find_channel(channel_id)
        overwrites = [row for row in channel["permission_overwrites"] if row["id"] != target_id]
        if allow or deny:
            bits = {"allow": str(int(allow)), "deny": str(int(deny))}
            overwrites.append({"id": target_id, "type": int(target_id in self.users), **bits})
        return self.update_channel(channel_id, permission_overwrites=overwrites)

    def deny_bot(self, channel_id: str, bits: int) -> Json:
        """Deny permissions to the bot in one channel (0 removes the denial)."""
        return self.set_overwrite(channel_id, self.me["id"], deny=bits)

    def find_channel(self, channel_id: str) -> Json:
        """Return the channel, thread or direct message. Raises ApiError 10003 if unknown."""
        if channel_id not in self.channels:
            raise build_unknown_error("Channel")
        return self.channels[channel_id]

    def add_text_channel(self, guild_id: str, name: str, **fields: Any) -> Json:
        """Add a text channel. fields: those of a channel of another type, as the API names them."""
        guild_id = self.find_guild(guild_id)["id"]
        count = sum(channel.get("guild_id") == guild_id for channel in self.channels.values())
        channel: Json = {
            "id": self.snowflakes.create_id(), "type": events.TEXT, "guild_id": guild_id, "name": name,
            "position": count, "permission_overwrites": [],
            "topic": None, "nsfw": False, "last_message_id": None, "rate_limit_per_user": 0, "parent_id": None,
            "flags": 0,
            "last_pin_timestamp": None, **fields,
        }  # fmt: skip
        self.channels[channel["id"]] = channel
        self.emit_event(events.GatewayEvent("CHANNEL_CREATE", channel, guild_id, channel["id"]))
        return channel

    def open_dm(self, user_id: str) -> Json:
        """Return the direct-message channel of the bot and a user, creating it if needed."""
        user = self.find_user(user_id)
        if user_id in self._dms:
            return self.channels[self._dms[user_id]]
        channel_id = self._dms[user_id] = self.snowflakes.create_id()
        self.channels[channel_id] = {
            "id": channel_id,
            "type": events.DM,
            "last_message_id": None,
            "flags": 0,
            "recipients": [user],
        }
        # The user's client shows the bot as the recipient.
        self.emit_event(
            events.GatewayEvent(
                "CHANNEL_CREATE", {**self.channels[channel_id], "recipients": [self.me]}, only_user_id=user_id
            )
        )
        return self.channels[channel_id]

    def add_group(self, *user_ids: str) -> Json:
        """Add a group channel between users, without the bot."""
        people = [self.find_user(user_id) for user_id in user_ids]
        channel: Json = {
            "id": self.snowflakes.create_id(),
            "type": events.GROUP,
            "name": None,
            "icon": None,
            "recipients": people,
        }
        channel |= {"owner_id": user_ids[0], "last_message_id": None, "flags": 0}
        self.channels[channel["id"]] = channel
        return channel

    def add_thread(
        self,
        parent_id: str,
        name: str,
        owner_id: str,
        *,
        kind: int = events.PUBLIC_THREAD,
        message_id: str | None = None,
        archive_minutes: int = 4320,
        applied_tags: list[str] | None = None,
    ) -> Json:
        """Add a thread to a text channel or forum. A thread started from a message has the message's id."""
        parent = self.find_channel(parent_id)
        thread_id = message_id or self.snowflakes.create_id()
        now = self.clock.format_now()
        thread: Json = {
            "id": thread_id, "type": kind, "guild_id": parent["guild_id"], "parent_id": parent_id, "owner_id": owner_id,
            "name": name,
            "last_message_id": None, "rate_limit_per_user": 0, "message_count": 0, "member_count": 1,
            "total_message_sent": 0, "flags": 0, "applied_tags": applied_tags or [],
            "thread_metadata": {
                "archived": False, "archive_timestamp": now, "auto_archive_duration": archive_minutes, "locked": False,
                "create_timestamp": now, **({"invitable": True} if kind == events.PRIVATE_THREAD else {}),
            },
        }  # fmt: skip
        self.channels[thread_id] = thread
        self.thread_members[thread_id] = {}
        self.add_thread_member(thread_id, owner_id)
        self.emit_event(
            events.GatewayEvent(
                "THREAD_CREATE", {**self.channels[thread_id], "newly_created": True}, parent["guild_id"], thread_id
            )
        )
        return self.channels[thread_id]

    def add_thread_member(self, thread_id: str, user_id: str) -> Json:
        """Add a user to a thread (adding twice is harmless)."""
        members = self.thread_members[thread_id]
        if user_id not in members:
            members[user_id] = {
                "id": thread_id,
                "user_id": user_id,
                "join_timestamp": self.clock.format_now(),
                "flags": 0,
            }
            thread = self.channels[thread_id] = {**self.channels[thread_id], "member_count": min(50, len(members))}
            self.emit_event(
                events.GatewayEvent(
                    "THREAD_MEMBER_UPDATE", {**members[user_id], "guild_id": thread["guild_id"]}, only_user_id=user_id
                )
            )
        return members[user_id]

    def remove_thread_member(self, thread_id: str, user_id: str) -> None:
        """Remove a user from a thread."""
        self.thread_members[thread_id].pop(user_id, None)

    def update_channel(self, channel_id: str, *, is_quiet: bool = False, **changes: Any) -> Json:
        """Change fields of a channel. For a thread `archived`, `locked`, `auto_archive_duration` and `invitable` are
        stored in its metadata. is_quiet: send no event.
        """
        channel = self.find_channel(channel_id)
        if channel["type"] in events.THREADS:
            keys = ("archived", "locked", "auto_archive_duration", "invitable")
            metadata: Json = {key: changes.pop(key) for key in keys if key in changes}
            if "archived" in metadata and metadata["archived"] != channel["thread_metadata"]["archived"]:
                metadata["archive_timestamp"] = self.clock.format_now()
            changes["thread_metadata"] = {**channel["thread_metadata"], **metadata}
        channel = self.channels[channel_id] = {**channel, **changes}
        if not is_quiet:
            name = "THREAD_UPDATE" if channel["type"] in events.THREADS else "CHANNEL_UPDATE"
            self.emit_event(events.GatewayEvent(name, channel, channel.get("guild_id"), channel_id))
        return channel

    def delete_channel(self, channel_id: str, *, is_quiet: bool = False) -> Json:
        """Delete a channel with its threads, or a thread (a direct message stays). is_quiet: send no event."""
        channel = self.find_channel(channel_id)
        if channel["type"] == events.DM:
            return channel
        for thread in [
            c for c in self.channels.values() if c.get("parent_id") == channel_id and c["type"] in events.THREADS
        ]:
            self.delete_channel(thread["id"], is_quiet=not self.quirks.sends_thread_deletes_with_parent)
        if not is_quiet:
            is_thread = channel["type"] in events.THREADS
            data = {key: channel[key] for key in ("id", "guild_id", "parent_id", "type")} if is_thread else channel
            name = "THREAD_DELETE" if is_thread else "CHANNEL_DELETE"
            self.emit_event(events.GatewayEvent(name, data, channel["guild_id"], channel_id))
        del self.channels[channel_id]
        self.thread_members.pop(channel_id, None)
        return channel
