"""The life of a table on the playground's page, with its clock moved forward: a reminder, a pause by vote, lateness and
given time, an absence; a sitter, a successor, an end by vote.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.discord_ui.outbox.budget import Budget
from bot.playground import Playground
from tests.playground.conftest import OpenPage
from tests.playground.evening import Evening
from tests.playground.inside import teban_inside

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    """The playground with Teban in it, who tells time by its clock."""
    async with teban_inside(tmp_path, budget=Budget(endless=True)) as running:
        yield running


async def test_the_life_of_a_table(playground: Playground, open_page: OpenPage) -> None:
    evening = await Evening.begin(await open_page("Aoi"), playground)
    hands, asked, (first, second) = evening.hands, evening.asked, evening.others

    await evening.later(2)
    await evening.told("Still waiting for you")
    await hands.look("reminder")

    await hands.be(first)
    await evening.command("table pause", until=3)
    await evening.told("asks for a pause until")
    await hands.be(second)
    await evening.press("Agree")
    await evening.told("The table pauses until")
    await hands.look("vote")
    await evening.later(5)
    await evening.told("The pause is over")

    await evening.later(3)
    await evening.told("used all the time")
    await hands.be(first)
    await evening.press("Give a day")
    await evening.told(f"{first} gives {asked} another day")
    await hands.look("late")

    await evening.command("me away", until=4)
    await hands.look("absence")
    await evening.told("Days of leave that you have left")


async def test_seats_change_hands_and_the_table_ends_by_vote(playground: Playground, open_page: OpenPage) -> None:
    evening = await Evening.begin(await open_page("Aoi"), playground)
    hands, asked, (first, second) = evening.hands, evening.asked, evening.others
    await hands.join("Jules")
    await hands.join("Nina")  # the page gives newcomers the two languages in turn: Nina reads Japanese

    await hands.be(asked)
    await evening.command("table sitter", "Jules", until=9)
    await evening.told("asks you to sit in for them until")
    await hands.be("Jules")
    await evening.press("Sit in")
    await evening.told(f"You sit in for {asked}")
    await hands.look("sitter")

    await hands.be(first)
    await evening.command("table replace")
    await evening.told(f"The seat of {first} is free")
    await hands.look("invitation")
    await hands.be("Nina")
    await evening.press("Take this seat")
    await evening.told("席が空いています")
    await hands.look("advert")
    await evening.press("はい、引き継ぎます")
    await evening.told(f"Nina takes the seat of {first} and plays on.")
    await hands.look("briefing")

    await hands.be(second)
    await evening.command("table end")
    await evening.told(f"{second} asks to end this table")
    for name in ("Nina", "Jules"):
        await hands.be(name)
        await evening.press("Agree")
    await evening.told("The table was ended because all wanted it.")
    await hands.look("ended")
