"""Commands are offered to whom Discord would offer them: by installation, kind of channel, and permissions."""

from __future__ import annotations

from typing import Any

import pytest

from bot.standin.model.permissions import Permission
from bot.standin.model.world import World

GUILD, DM, GROUP = 0, 1, 2
Json = dict[str, Any]


def world_with(**command: Any) -> World:
    world = World()
    world.commands.overwrite(None, [{"name": "look", "description": "Look", **command}])
    return world


def places_of(world: World, user: Json) -> dict[str, str]:
    """A server that invited the bot, one that did not, the direct messages of the bot, a group without it."""
    home, other = world.add_guild("home")["id"], world.add_guild("other", invited=False)["id"]
    for guild in (home, other):
        world.join(guild, user["id"])
    friend = world.add_user("Friend")
    return {
        "home": world.add_text_channel(home, "games")["id"],
        "other": world.add_text_channel(other, "games")["id"],
        "dm": world.dm(user["id"])["id"],
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
def test_where_a_command_is_offered(command: Json, installed: bool, expected: set[str]) -> None:
    world = world_with(**command)
    user = world.add_user("Ada")
    places = places_of(world, user)
    if installed:
        world.installs.add(user["id"])
    offered = {name for name, channel in places.items() if world.commands.usable(user["id"], channel)}
    assert offered == expected


def test_whoever_may_manage_is_shown_what_only_managers_are() -> None:
    world = world_with(default_member_permissions=str(int(Permission.MANAGE_GUILD)))
    guild = world.add_guild("home")["id"]
    channel = world.add_text_channel(guild, "games")["id"]
    role = world.add_role(guild, "managers", int(Permission.MANAGE_GUILD))["id"]
    manager, other = world.add_user("Grace")["id"], world.add_user("Ada")["id"]
    world.join(guild, manager, roles=[role])
    world.join(guild, other)
    assert world.commands.usable(manager, channel) and not world.commands.usable(other, channel)
