"""Seats in text have their colour where Discord has the bot's emoji, and shape and letter where it has not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.discord_ui import seat_emoji
from bot.discord_ui.text import signs
from bot.discord_ui.text.signs import Sign
from bot.standin import Driver, StandIn, point_client_at
from bot.standin.model import components as c
from engines.kernel import games
from render import arts
from tests.discovered import a_game, shipped

from .conftest import Table, labels


@pytest.fixture
async def coloured(tmp_path: Path) -> AsyncIterator[Table]:
    async with StandIn() as standin:
        point_client_at(standin.base_url)
        table = Table(standin, tmp_path / "teban.sqlite3", emoji=True)
        yield table
        await table.stop()
        signs.forget()
        table.driver.assert_clean()


async def uploaded(table: Table) -> list[str]:
    every = {sign.name for game in games().values() for sign in signs.all_of(game)}
    async with asyncio.timeout(60):
        while len(table.standin.world.emoji.listed()) < len(every):
            await asyncio.sleep(0.05)
    return [emoji["name"] for emoji in table.standin.world.emoji.listed()]


async def test_texts_name_seats_by_their_tokens(coloured: Table) -> None:
    await coloured.boot()
    names = await uploaded(coloured)
    assert len(names) == len(set(names)) > 50
    ada, jiro = (coloured.driver.person(name) for name in ("Ada", "Jiro"))
    await coloured.open(ada, jiro, game=a_game())
    card = await coloured.card()
    assert "<:seat_A_" in c.text(card) or "<:seat_B_" in c.text(card)
    assert not [label for label in labels(card) if "<:" in label], "buttons show no emoji in their words"


async def test_a_second_start_uploads_nothing(coloured: Table) -> None:
    await coloured.boot()
    await uploaded(coloured)
    before = coloured.standin.world.emoji.listed()
    await coloured.stop()
    await coloured.boot()
    await asyncio.sleep(0.3)
    assert coloured.standin.world.emoji.listed() == before


async def test_letters_stand_where_discord_takes_no_emoji(coloured: Table) -> None:
    coloured.standin.faults.fail("POST", "/applications/*/emojis", 403, code=50013)
    await coloured.boot()
    driver: Driver = coloured.driver
    ada, jiro = (driver.person(name) for name in ("Ada", "Jiro"))
    await coloured.open(ada, jiro, game=a_game())
    card = c.text(await coloured.card())
    assert ("● A" in card or "■ B" in card) and "<:seat" not in card
    assert coloured.bot.is_well(), "and nothing else stops"


@pytest.mark.parametrize("game", shipped())
def test_every_game_says_the_colours_of_its_seats(game: str) -> None:
    assert set(arts()[game].colours) == set(games()[game].colors)


def test_the_picture_is_a_token_on_nothing() -> None:
    image = Image.open(BytesIO(seat_emoji.picture(Sign(0, "#F0BE3C")))).convert("RGBA")
    assert image.size == (seat_emoji.SIZE,) * 2
    corner, middle = image.getpixel((0, 0)), image.getpixel((20, 48))
    assert isinstance(corner, tuple) and isinstance(middle, tuple)
    assert corner[3] == 0 and middle[:3] == (0xF0, 0xBE, 0x3C)
