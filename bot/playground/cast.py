"""Who and what is there when the playground opens: four people, two of each language, and a few channels.

One of each language is a moderator: only they are shown what moderators do.
"""

from __future__ import annotations

from bot.standin.model.permissions import Permission
from bot.standin.model.world import World

GUILD = "Teban"
CHANNELS = ("welcome", "table-1", "table-2")
PEOPLE = (("Aoi", "ja"), ("Marco", "en-US"), ("Kotori", "ja"), ("Jules", "en-US"))
MODERATORS = frozenset({"Kotori", "Jules"})
MODERATE = Permission.MANAGE_CHANNELS | Permission.MANAGE_GUILD


def populate(world: World) -> None:
    """Fill an empty world."""
    guild_id = world.add_guild(GUILD)["id"]
    for name in CHANNELS:
        world.add_text_channel(guild_id, name)
    role = world.add_role(guild_id, "Moderators", int(MODERATE))["id"]
    for name, locale in PEOPLE:
        world.join(guild_id, world.add_user(name, locale=locale)["id"], roles=[role] if name in MODERATORS else None)
