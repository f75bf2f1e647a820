"""Every question that a rule puts in a test is checked in full (`Prompt.check`); no test finds another one's emoji.

Python looks for circles as seldom as in the bot: while eight thousand tests are collected not at all, for nothing of
that goes away, and afterwards not among what was collected.
"""

import gc
from collections.abc import Iterator

import pytest

from bot.discord_ui.text import signs
from bot.memory import MIDDLE_ROUNDS, NEW_OBJECTS, YOUNG_ROUNDS
from engines.kernel import prompt

prompt.CHECKED = True
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, YOUNG_ROUNDS, MIDDLE_ROUNDS)
    gc.enable()


@pytest.fixture(autouse=True)
def no_emoji_of_others() -> Iterator[None]:
    """The emoji of seats belong to one application; each test has its own."""
    yield
    signs.forget()
