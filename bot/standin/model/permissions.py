"""Discord's permission bits and how they add up in a channel (docs: Topics > Permissions > Permission Overwrites)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntFlag
from typing import Any


class Permission(IntFlag):
    """The bits that the stand-in checks or shows. Names are Discord's."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
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

ALL = sum(P)

EVERYONE = (
    P.VIEW_CHANNEL | P.SEND_MESSAGES | P.SEND_MESSAGES_IN_THREADS | P.CREATE_PUBLIC_THREADS | P.CREATE_PRIVATE_THREADS
    | P.EMBED_LINKS | P.ATTACH_FILES | P.READ_MESSAGE_HISTORY | P.ADD_REACTIONS | P.USE_EXTERNAL_EMOJIS
    | P.CHANGE_NICKNAME | P.USE_APPLICATION_COMMANDS
)  # fmt: skip
"""What @everyone may do in a new guild (the part that we model)."""

IN_DM = (
    P.VIEW_CHANNEL | P.SEND_MESSAGES | P.EMBED_LINKS | P.ATTACH_FILES | P.READ_MESSAGE_HISTORY | P.ADD_REACTIONS
    | P.USE_EXTERNAL_EMOJIS | P.MENTION_EVERYONE | P.PIN_MESSAGES | P.USE_APPLICATION_COMMANDS
)  # fmt: skip
"""What everybody may do in a direct message."""


FOR_INSTALLERS = P.EMBED_LINKS | P.ATTACH_FILES | P.MENTION_EVERYONE | P.USE_EXTERNAL_EMOJIS
"""What the bot may do in a channel where only the person who used it has it."""


def resolve(
    *, guild_id: str, user_id: str, is_owner: bool, roles: Mapping[str, int], overwrites: Iterable[Mapping[str, Any]]
) -> int:
    """Permission bits of a member in a channel.

    `roles` maps the ids of the member's roles, @everyone (whose id is the guild's) included, to their bits.
    `overwrites` are those of the
    channel, or of the parent for a thread. A member who cannot view the channel can do nothing in it.
    """
    bits = 0
    for granted in roles.values():
        bits |= granted
    if is_owner or bits & P.ADMINISTRATOR:
        return ALL
    mine = {row["id"]: (int(row["allow"]), int(row["deny"])) for row in overwrites}
    allow, deny = mine.get(guild_id, (0, 0))
    bits = bits & ~deny | allow
    role_allow = role_deny = 0
    for role_id in roles:
        if role_id != guild_id and role_id in mine:
            role_allow |= mine[role_id][0]
            role_deny |= mine[role_id][1]
    bits = bits & ~role_deny | role_allow
    allow, deny = mine.get(user_id, (0, 0))
    bits = bits & ~deny | allow
    return bits if bits & P.VIEW_CHANNEL else 0
