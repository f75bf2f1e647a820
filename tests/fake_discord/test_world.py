"""The model of the fake Discord server: documented permissions, events per user, time, bounded memory."""

from __future__ import annotations

import asyncio

import pytest

from bot.fake_discord import ApiError, Driver, GatewayEvent, World
from bot.fake_discord.model import permissions
from bot.fake_discord.model.clock import Clock
from bot.fake_discord.model.components import IS_EPHEMERAL
from bot.fake_discord.model.permissions import Permission as P
from bot.fake_discord.model.uploads import read_picture_size

JPEG = bytes.fromhex("ffd8ffe000040000ffc0000b08001e002801011100")
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x28\0\0\0\x1e"


@pytest.fixture
async def world() -> World:
    return World()


@pytest.fixture
async def driver(world: World) -> Driver:
    return Driver(world)


@pytest.mark.parametrize(
    ("roles", "overwrites", "expected"),
    [
        ({"g": P.VIEW_CHANNEL}, [], P.VIEW_CHANNEL),
        ({"g": P.VIEW_CHANNEL, "r": P.SEND_MESSAGES}, [], P.VIEW_CHANNEL | P.SEND_MESSAGES),
        ({"g": P.VIEW_CHANNEL, "r": P.ADMINISTRATOR}, [("u", 0, P.VIEW_CHANNEL)], P(permissions.ALL_PERMISSIONS)),
        ({"g": P.VIEW_CHANNEL | P.SEND_MESSAGES}, [("g", 0, P.SEND_MESSAGES)], P.VIEW_CHANNEL),
        ({"g": P.VIEW_CHANNEL, "r": 0}, [("g", 0, P.VIEW_CHANNEL), ("r", P.VIEW_CHANNEL, 0)], P.VIEW_CHANNEL),
        ({"g": P.VIEW_CHANNEL, "r": 0}, [("r", P.SEND_MESSAGES, 0), ("u", 0, P.SEND_MESSAGES)], P.VIEW_CHANNEL),
        ({"g": P.VIEW_CHANNEL, "r": 0, "s": 0}, [("r", P.SEND_MESSAGES, 0), ("s", 0, P.SEND_MESSAGES)],
         P.VIEW_CHANNEL | P.SEND_MESSAGES),
        ({"g": P.SEND_MESSAGES}, [], P(0)),
    ],
)  # fmt: skip
def test_overwrites_apply_in_order_everyone_roles_member(
    roles: dict[str, P], overwrites: list[tuple[str, P, P]], expected: P
) -> None:
    rows = [{"id": target, "allow": str(int(allow)), "deny": str(int(deny))} for target, allow, deny in overwrites]
    bits = {role: int(granted) for role, granted in roles.items()}
    resolved = permissions.resolve_permissions(guild_id="g", user_id="u", is_owner=False, roles=bits, overwrites=rows)
    assert resolved == int(expected)


async def test_users_receive_events_of_visible_channels_only(world: World, driver: Driver) -> None:
    alice, bob = driver.add_user("Alice"), driver.add_user("Bob")
    secret = driver.add_channel("secret")
    world.set_overwrite(secret.id, bob.id, deny=P.VIEW_CHANNEL)
    thread = world.add_thread(driver.channel_id, "whispers", alice.id, kind=12)
    with world.subscribe(alice.id) as hers, world.subscribe(bob.id) as his:
        alice.post_message("to all")
        alice.in_channel(secret.data).post_message("in secret")
        alice.in_channel(thread).post_message("in the private thread")
        world.messages.create_message(driver.channel_id, world.me, {"content": "psst"}, private_to=alice.id)
        world.messages.create_message(world.open_dm(bob.id)["id"], world.me, {"content": "dear Bob"})
        hers.close()
        his.close()
        heard = {
            name: [event["d"]["content"] async for event in stream if event["t"] == "MESSAGE_CREATE"]
            for name, stream in (("alice", hers), ("bob", his))
        }
    assert heard["alice"] == ["to all", "in secret", "in the private thread", "psst"]
    assert heard["bob"] == ["to all", "dear Bob"]


async def test_created_message_is_a_snapshot(world: World, driver: Driver) -> None:
    first = world.messages.create_message(driver.channel_id, world.me, {"content": "one"})
    world.messages.edit_message(first, {"content": "two"})
    assert first["content"] == "one"
    assert world.messages.find_message(driver.channel_id, first["id"])["content"] == "two"


async def test_an_edit_cannot_make_a_public_message_ephemeral(world: World, driver: Driver) -> None:
    first = world.messages.create_message(driver.channel_id, world.me, {"content": "one"})
    assert not world.messages.edit_message(first, {"flags": IS_EPHEMERAL})["flags"] & IS_EPHEMERAL


async def test_memory_is_bounded_and_panels_do_not_push_cards_out() -> None:
    world = World(keep_messages=3)
    driver = Driver(world)
    alice = driver.add_user("Alice")
    card = world.messages.create_message(driver.channel_id, world.me, {"content": "card"})
    for n in range(10):
        world.messages.create_message(driver.channel_id, world.me, {"content": f"panel {n}"}, private_to=alice.id)
    assert [m["content"] for m in alice.channel.messages] == ["card", "panel 7", "panel 8", "panel 9"]
    for n in range(3):
        world.messages.create_message(driver.channel_id, world.me, {"content": str(n)})
    with pytest.raises(ApiError) as missing:
        world.messages.find_message(driver.channel_id, card["id"])
    assert missing.value.code == 10008


async def test_only_allowed_mentions_notify(world: World, driver: Driver) -> None:
    alice, bob = driver.add_user("Alice"), driver.add_user("Bob")
    words = {"content": f"{alice.mention} {bob.mention} {alice.mention}"}

    def list_mentions(allowed: object) -> list[str]:
        message = world.messages.create_message(driver.channel_id, world.me, {**words, "allowed_mentions": allowed})
        return [user["global_name"] for user in message["mentions"]]

    assert list_mentions(None) == ["Alice", "Bob"]
    assert list_mentions({"parse": ["users"]}) == ["Alice", "Bob"]
    assert list_mentions({"parse": []}) == []
    assert list_mentions({"parse": [], "users": [bob.id]}) == ["Bob"]


async def test_clock_fires_timers_in_order() -> None:
    clock, fired = Clock(), []
    clock.call_later(20, lambda: fired.append("late"))
    clock.call_later(10, lambda: fired.append("early"))
    never = clock.call_later(15, lambda: fired.append("never"))
    never.cancel()
    clock.advance(30)
    assert fired == ["early", "late"]
    clock.call_later(0.01, lambda: fired.append("real"))
    await asyncio.sleep(0.03)
    assert fired == ["early", "late", "real"]
    with pytest.raises(ValueError, match="time only goes forward"):
        clock.advance(-1)


async def test_ids_increase(world: World) -> None:
    ids = [int(world.snowflakes.create_id()) for _ in range(1000)]
    assert ids == sorted(set(ids))


async def test_wait_for_timeout_shows_messages(world: World, driver: Driver) -> None:
    driver.add_user("Alice").post_message("good morning")
    with pytest.raises(TimeoutError, match="good morning"):
        await driver.view_channel().wait_for_message("good night", max_seconds=0.01)
    waiting = asyncio.create_task(driver.view_channel().wait_for_message("good night"))
    await asyncio.sleep(0)
    sent = driver.add_user("Bob").post_message("good night")
    assert await waiting == sent


async def test_private_event_reaches_one_person(world: World, driver: Driver) -> None:
    alice, bob = driver.add_user("Alice"), driver.add_user("Bob")
    event = GatewayEvent("MESSAGE_CREATE", {}, driver.guild_id, driver.channel_id, only_user_id=alice.id)
    assert world.receives_event(alice.id, event) and not world.receives_event(bob.id, event)


def test_picture_size_is_read() -> None:
    assert read_picture_size(PNG) == (40, 30)
    assert read_picture_size(JPEG) == (40, 30)
    assert read_picture_size(JPEG[:12]) is None
    assert read_picture_size(b"GIF89a") is None
