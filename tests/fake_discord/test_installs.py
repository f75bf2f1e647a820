"""Commands are offered as on Discord: depending on installation, kind of channel and permissions."""

from __future__ import annotations

from typing import Any

import pytest

from bot.fake_discord.model.permissions import Permission
from bot.fake_discord.model.world import World

GUILD, DM, GROUP = 0, 1, 2
Json = dict[str, Any]


def build_world(**command: Any) -> World:
    world = World()
    world.commands.overwrite_commands(None, [{"name": "look", "description": "Look", **command}])
    return world


def add_channels(world: World, user: Json) -> dict[str, str]:
    """Add channels of four kinds and return their ids by name.

    "home" is on a server with the bot, "other" on one without it, "dm" is the bot's direct messages, "group" a group
    without the bot.
    """
    home, other = world.add_guild("home")["id"], world.add_guild("other", has_bot=False)["id"]
    for guild in (home, other):
        world.add_member(guild, user["id"])
    friend = world.add_user("Friend")
    return {
        "home": world.add_text_channel(home, "games")["id"],
        "other": world.add_text_channel(other, "games")["id"],
        "dm": world.open_dm(user["id"])["id"],
        "group": world.add_group(user["id"], friend["id"])["id"],
    }


@pytest.mark.parametrize(
    ("command", "installed", "expected"),
    [
        ({}, False, {"home", "dm"}),
        ({}, True, {"home", "dm"}),
        ({"contexts": [GUILD]}, False, {"home"}),
        ({"integration_types": [0, 1]}, False, {"home", "dm"}),
        ({"integration_types": [0, 1]}, True, {"home", "other", "dm", "group"}),
        ({"integration_types": [0, 1], "contexts": [GUILD, DM]}, True, {"home", "other", "dm"}),
        ({"integration_types": [1], "contexts": [GROUP]}, True, {"group"}),
        ({"integration_types": [1], "contexts": [GROUP]}, False, set()),
        ({"default_member_permissions": str(int(Permission.MANAGE_GUILD))}, True, {"dm"}),
    ],
)
def test_command_is_offered_in_its_channels(command: Json, installed: bool, expected: set[str]) -> None:
    world = build_world(**command)
    user = world.add_user("Ada")
    places = add_channels(world, user)
    if installed:
        world.installs.add_user(user["id"])
    offered = {name for name, channel in places.items() if world.commands.list_usable(user["id"], channel)}
    assert offered == expected


def test_manager_command_is_offered_to_managers_only() -> None:
    world = build_world(default_member_permissions=str(int(Permission.MANAGE_GUILD)))
    guild = world.add_guild("home")["id"]
    channel = world.add_text_channel(guild, "games")["id"]
    role = world.add_role(guild, "managers", int(Permission.MANAGE_GUILD))["id"]
    manager, other = world.add_user("Grace")["id"], world.add_user("Ada")["id"]
    world.add_member(guild, manager, roles=[role])
    world.add_member(guild, other)
    assert world.commands.list_usable(manager, channel) and not world.commands.list_usable(other, channel)
