"""Labels of a panel's options as a phone shows them."""

from __future__ import annotations

import re
from collections import Counter

from bot.discord_ui.page.pages import Button, Page, SelectMenu

VISIBLE_CHARACTERS = 38
"""Characters of a label that a phone shows."""
OPTION_CONTROL = re.compile(r"p:[^:]+:(pick|ok|choose|aside|way|kind|tick|leaf)\b")
NUMBER = re.compile(r"^(?:★ )?[\d–]+\. ")


def list_option_labels(page: Page) -> list[str]:
    """Return the labels of the options on a panel, without stars and numbers."""
    labels: list[str] = []
    for row in page.rows:
        if isinstance(row, SelectMenu):
            labels += [choice.label for choice in row.choices if OPTION_CONTROL.match(row.id)]
        else:
            labels += [key.label for key in row if isinstance(key, Button) and OPTION_CONTROL.match(key.id)]
    return [NUMBER.sub("", label) for label in labels]


def find_lookalikes(page: Page) -> list[str]:
    """Return the beginnings that several options have."""
    beginnings = Counter(label[:VISIBLE_CHARACTERS] for label in list_option_labels(page))
    return [beginning for beginning, count in beginnings.items() if count > 1]
