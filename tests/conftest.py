"""Every question that a rule puts in a test is checked in full (`Prompt.check`); no test finds another one's emoji."""

from collections.abc import Iterator

import pytest

from bot.discord_ui.text import signs
from engines.kernel import prompt

prompt.CHECKED = True


@pytest.fixture(autouse=True)
def no_emoji_of_others() -> Iterator[None]:
    """The emoji of seats belong to one application; each test has its own."""
    yield
    signs.forget()
