"""A local stand-in for Discord: its REST API, its gateway and the people who use it.

The unmodified discord.py client logs in here (see `client.point_client_at`). Tests drive people with `driver.Driver`;
the playground puts a
page on the same `world.World`. Nothing here knows the product: it speaks Discord's own object shapes and nothing else.
"""

from bot.standin.client import point_client_at
from bot.standin.driver import Driver, Person, Reply
from bot.standin.model.errors import ApiError, Impossible, NoAnswer
from bot.standin.model.events import Event
from bot.standin.model.world import World
from bot.standin.server.server import StandIn

__all__ = [
    "ApiError",
    "Driver",
    "Event",
    "Impossible",
    "NoAnswer",
    "Person",
    "Reply",
    "StandIn",
    "World",
    "point_client_at",
]
