"""Seats in text are shown by emoji in their colour, or by shape and letter if Discord has no emoji of the bot."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.discord_ui.text import seat_emoji, seat_icons
from bot.discord_ui.text.seat_icons import SeatIcon
from bot.fake_discord import Driver, FakeDiscord, point_client_at
from bot.fake_discord.model import components as c
from engines.kernel import load_games
from render import load_arts
from tests.discovered import list_shipped_games, pick_game

from .conftest import TableHarness, list_labels


@pytest.fixture
async def coloured(database: Path) -> AsyncIterator[TableHarness]:
    async with FakeDiscord() as fake_discord:
        point_client_at(fake_discord.base_url)
        table = TableHarness(fake_discord, database, emoji=True)
        yield table
        await table.stop()
        seat_icons.forget_emoji()
        table.driver.assert_clean()


async def wait_for_uploads(table: TableHarness) -> list[str]:
    sign_names = {sign.name for game in load_games().values() for sign in seat_icons.iter_game_icons(game)}
    async with asyncio.timeout(60):
        while len(table.fake_discord.world.emoji.list_emoji()) < len(sign_names):
            await asyncio.sleep(0.05)
    return [emoji["name"] for emoji in table.fake_discord.world.emoji.list_emoji()]


async def test_texts_name_seats_by_their_tokens(coloured: TableHarness) -> None:
    await coloured.boot()
    names = await wait_for_uploads(coloured)
    assert len(names) == len(set(names)) > 50
    ada, jiro = (coloured.driver.add_user(name) for name in ("Ada", "Jiro"))
    await coloured.open_and_start(ada, jiro, game=pick_game())
    card = await coloured.find_card()
    assert "<:seat_A_" in c.read_text(card) or "<:seat_B_" in c.read_text(card)
    assert not [label for label in list_labels(card) if "<:" in label], "buttons show no emoji in their words"


async def test_a_second_start_uploads_nothing(coloured: TableHarness) -> None:
    await coloured.boot()
    await wait_for_uploads(coloured)
    before = coloured.fake_discord.world.emoji.list_emoji()
    await coloured.stop()
    await coloured.boot()
    await asyncio.sleep(0.3)
    assert coloured.fake_discord.world.emoji.list_emoji() == before


async def test_an_emoji_that_another_process_has_just_uploaded_stops_no_other(
    coloured: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, draw_emoji = coloured.fake_discord.world, seat_emoji.draw_emoji

    def draw_after_another_upload(icon: SeatIcon) -> bytes:
        image = draw_emoji(icon)
        if len(world.emoji.list_emoji()) == 1:
            content = b64encode(image).decode()
            world.emoji.add_emoji({"name": icon.name, "image": f"data:image/png;base64,{content}"})
        return image

    monkeypatch.setattr(seat_emoji, "draw_emoji", draw_after_another_upload)
    await coloured.boot()
    names = await wait_for_uploads(coloured)
    assert len(names) == len(set(names))
    assert [violation.is_taken_name for violation in world.violations] == [True]
    world.violations.clear()


async def test_seats_are_letters_if_discord_refuses_emoji(coloured: TableHarness) -> None:
    coloured.fake_discord.faults.fail("POST", "/applications/*/emojis", 403, code=50013)
    await coloured.boot()
    driver: Driver = coloured.driver
    ada, jiro = (driver.add_user(name) for name in ("Ada", "Jiro"))
    await coloured.open_and_start(ada, jiro, game=pick_game())
    card = c.read_text(await coloured.find_card())
    assert ("● A" in card or "■ B" in card) and "<:seat" not in card
    assert await coloured.bot.find_problem() is None, "and nothing else stops"


@pytest.mark.parametrize("game", list_shipped_games())
def test_every_game_has_colours_for_its_seats(game: str) -> None:
    assert set(load_arts()[game].colours) == set(load_games()[game].colors)


def test_emoji_is_a_token_on_transparent_background() -> None:
    image = Image.open(BytesIO(seat_emoji.draw_emoji(SeatIcon(0, "#F0BE3C")))).convert("RGBA")
    assert image.size == (seat_emoji.SIZE,) * 2
    corner, middle = image.getpixel((0, 0)), image.getpixel((20, 48))
    assert isinstance(corner, tuple) and isinstance(middle, tuple)
    assert corner[3] == 0 and middle[:3] == (0xF0, 0xBE, 0x3C)
