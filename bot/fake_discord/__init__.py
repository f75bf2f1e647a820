"""A local fake Discord server: the REST API, the gateway, and simulated users.

The unmodified discord.py client logs in here (see `client.point_client_at`). Tests drive users with `driver.Driver`;
the playground puts a web page on the same `world.World`. Nothing here depends on the bot: all objects have Discord's
own JSON shapes.
"""

from bot.fake_discord.client import point_client_at
from bot.fake_discord.driver import Driver, FakeUser, Reply
from bot.fake_discord.model.errors import ApiError, ImpossibleAction, NoAnswer
from bot.fake_discord.model.events import GatewayEvent
from bot.fake_discord.model.world import World
from bot.fake_discord.server.app import FakeDiscord

__all__ = [
    "ApiError",
    "Driver",
    "FakeDiscord",
    "FakeUser",
    "GatewayEvent",
    "ImpossibleAction",
    "NoAnswer",
    "Reply",
    "World",
    "point_client_at",
]
