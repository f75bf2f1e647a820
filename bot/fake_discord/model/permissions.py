"""Discord's permission bits and their combination in a channel (docs: Topics > Permissions > Permission Overwrites)."""

from collections.abc import Iterable, Mapping
from enum import IntFlag
from typing import Any


class Permission(IntFlag):
    """The bits that the fake Discord server checks or shows, with Discord's names."""

    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_AUDIT_LOG = 1 << 7
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CHANGE_NICKNAME = 1 << 26
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


P = Permission

ALL_PERMISSIONS = sum(P)

EVERYONE_PERMISSIONS = (
    P.VIEW_CHANNEL | P.SEND_MESSAGES | P.SEND_MESSAGES_IN_THREADS | P.CREATE_PUBLIC_THREADS | P.CREATE_PRIVATE_THREADS
    | P.EMBED_LINKS | P.ATTACH_FILES | P.READ_MESSAGE_HISTORY | P.ADD_REACTIONS | P.USE_EXTERNAL_EMOJIS
    | P.CHANGE_NICKNAME | P.USE_APPLICATION_COMMANDS
)  # fmt: skip
"""Permissions of @everyone in a new guild (the modelled part)."""

SEES_BANS = P.ADMINISTRATOR | P.BAN_MEMBERS | P.VIEW_AUDIT_LOG
"""Any of them lets a bot receive GUILD_BAN_ADD."""

DM_PERMISSIONS = (
    P.VIEW_CHANNEL | P.SEND_MESSAGES | P.EMBED_LINKS | P.ATTACH_FILES | P.READ_MESSAGE_HISTORY | P.ADD_REACTIONS
    | P.USE_EXTERNAL_EMOJIS | P.MENTION_EVERYONE | P.PIN_MESSAGES | P.USE_APPLICATION_COMMANDS
)  # fmt: skip
"""Permissions of everybody in a direct message."""


INSTALLER_PERMISSIONS = P.EMBED_LINKS | P.ATTACH_FILES | P.MENTION_EVERYONE | P.USE_EXTERNAL_EMOJIS
"""Permissions of the bot in a channel where it is not a member and only the present user has installed it."""


def build_role(role_id: str, name: str, bits: int, position: int, bot_id: str | None = None) -> dict[str, Any]:
    """Build a role; bot_id: the bot whose invitation made and manages it."""
    return {
        "id": role_id, "name": name, "color": 0, "colors": {"primary_color": 0, "secondary_color": None,
        "tertiary_color": None},
        "hoist": False, "icon": None, "unicode_emoji": None, "position": position, "permissions": str(int(bits)),
        "managed": bot_id is not None,
        "mentionable": False, "flags": 0, **({} if bot_id is None else {"tags": {"bot_id": bot_id}}),
    }  # fmt: skip


def resolve_permissions(
    *, guild_id: str, user_id: str, is_owner: bool, roles: Mapping[str, int], overwrites: Iterable[Mapping[str, Any]]
) -> int:
    """Return the permission bits of a member in a channel. A member who cannot view the channel has none.

    roles: bits by role id of the member, including @everyone, which has the guild's id. overwrites: those of the
    channel, or of the parent of a thread.
    """
    bits = 0
    for role_permissions in roles.values():
        bits |= role_permissions
    if is_owner or bits & P.ADMINISTRATOR:
        return ALL_PERMISSIONS
    overwrites_by_id = {row["id"]: (int(row["allow"]), int(row["deny"])) for row in overwrites}
    allow, deny = overwrites_by_id.get(guild_id, (0, 0))
    bits = bits & ~deny | allow
    role_allow = role_deny = 0
    for role_id in roles:
        if role_id != guild_id and role_id in overwrites_by_id:
            role_allow |= overwrites_by_id[role_id][0]
            role_deny |= overwrites_by_id[role_id][1]
    bits = bits & ~role_deny | role_allow
    allow, deny = overwrites_by_id.get(user_id, (0, 0))
    bits = bits & ~deny | allow
    return bits if bits & P.VIEW_CHANNEL else 0
