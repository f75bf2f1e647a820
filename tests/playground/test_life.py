"""The life of a table on the playground's page, with its clock moved forward: a reminder, a pause by vote, lateness and
extra time, an absence; a substitute, a successor, an end by vote.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.discord_ui.outbox.rate_limit import RateLimiter
from bot.playground import Playground
from tests.playground.conftest import OpenPage
from tests.playground.inside import run_teban_inside
from tests.playground.page_session import PageSession

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    """The playground with Teban in it, who tells time by its clock."""
    async with run_teban_inside(tmp_path, rate_limiter=RateLimiter(is_unlimited=True)) as running:
        yield running


async def test_reminder_pause_lateness_and_absence(playground: Playground, open_page: OpenPage) -> None:
    session = await PageSession.start(await open_page("Aoi"), playground)
    user, first_player, (first, second) = session.user, session.first_player, session.other_players

    await session.advance_days(2)
    await session.wait_for_message("Still your turn")
    await user.take_screenshot("reminder")

    await user.switch_to(first)
    await session.type_command("table pause", until=3)
    await session.wait_for_message("asks for a pause until")
    await user.switch_to(second)
    await session.press_button("Agree")
    await session.wait_for_message("The table pauses until")
    await user.take_screenshot("vote")
    await session.advance_days(5)
    await session.wait_for_message("The pause is over")

    await session.advance_days(3)
    await session.wait_for_message("used up the time")
    await user.switch_to(first)
    await session.press_button("Give another day")
    await session.wait_for_message(f"{first} gives {first_player} another day")
    await user.take_screenshot("late")

    await session.type_command("me away", until=4)
    await user.take_screenshot("absence")
    await session.wait_for_message("Days of leave remaining")


async def test_substitute_successor_and_end_by_vote(playground: Playground, open_page: OpenPage) -> None:
    session = await PageSession.start(await open_page("Aoi"), playground)
    user, first_player, (first, second) = session.user, session.first_player, session.other_players
    await user.add_person("Jules")
    await user.add_person("Nina")  # the page gives newcomers the two languages in turn: Nina reads Japanese

    await user.switch_to(first_player)
    await session.type_command("table sitter", "Jules", until=9)
    await session.wait_for_message("asks you to fill in until")
    await user.switch_to("Jules")
    await session.press_button("Fill in")
    await session.wait_for_message(f"You are filling in for {first_player}")
    await user.take_screenshot("sitter")

    await user.switch_to(first)
    await session.type_command("table replace")
    await session.wait_for_message(f"The seat of {first} is free")
    await user.take_screenshot("invitation")
    await user.switch_to("Nina")
    await session.press_button("Take this seat")
    await session.wait_for_message("席が空いています")
    await user.take_screenshot("advert")
    await session.press_button("はい、引き継ぎます")
    await session.wait_for_message(f"Nina takes the seat of {first} and plays on.")
    await user.take_screenshot("briefing")

    await user.switch_to(second)
    await session.type_command("table end")
    await session.press_button("Do it")
    await session.wait_for_message(f"{second} asks to end this table")
    for name in ("Nina", "Jules"):
        await user.switch_to(name)
        await session.press_button("Agree")
    await session.wait_for_message("The players have ended the table.")
    await user.take_screenshot("ended")
