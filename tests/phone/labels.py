"""Labels of a panel's options as a phone shows them."""

from __future__ import annotations

import re
from collections import Counter

from bot.discord_ui.page.pages import Button, Page, SelectMenu
from bot.discord_ui.text.localizer import Localizer

from .questions import ShownQuestion

VISIBLE_CHARACTERS = 38
"""Characters of a label that a phone shows."""
LONG_LABEL = 8
"""Characters of a label that another sentence does not contain by chance."""
OPTION_CONTROL = re.compile(r"p:[^:]+:(pick|ok|choose|aside|way|kind|tick|leaf)\b")
NUMBER = re.compile(r"^(?:★ )?[\d–]+\. ")
QUIET_LINE = re.compile(r"-#|###|\*\*.+?\*\* — ")
"""A line that may use an option's words: small print, the question, or what is chosen under a heading."""


def list_option_labels(page: Page) -> list[str]:
    """Return the labels of the options on a panel, without stars and numbers."""
    labels: list[str] = []
    for row in page.rows:
        if isinstance(row, SelectMenu):
            labels += [choice.label for choice in row.choices if OPTION_CONTROL.match(row.id)]
        else:
            labels += [key.label for key in row if isinstance(key, Button) and OPTION_CONTROL.match(key.id)]
    return [NUMBER.sub("", label) for label in labels]


def list_lookalikes(page: Page) -> list[str]:
    """Return the beginnings that several options have."""
    beginnings = Counter(label[:VISIBLE_CHARACTERS] for label in list_option_labels(page))
    return [beginning for beginning, count in beginnings.items() if count > 1]


def list_control_faults(shown: ShownQuestion) -> list[str]:
    """Return what is wrong with a question's controls: labels that look alike, two menus, an option told twice."""
    page = shown.page
    menus = [row for row in page.rows if isinstance(row, SelectMenu)]
    return [
        *(f"looks alike: {beginning}" for beginning in list_lookalikes(page)),
        *([f"{len(menus)} menus"] if len(menus) > 1 else []),
        *(f"told twice: {key}" for key in list_doubled_answers(page)),
        *(f"told in words above the controls: {label}" for label in list_labels_in_text(shown)),
    ]


def list_doubled_answers(page: Page) -> list[str]:
    """Return the answers that two controls give. *Do ★* does not count: it may give what has words of its own."""
    given: list[str] = []
    for row in page.rows:
        if isinstance(row, SelectMenu):
            given += [choice.value for choice in row.choices if OPTION_CONTROL.match(row.id)]
        else:
            controls = [key.id for key in row if isinstance(key, Button) and OPTION_CONTROL.match(key.id)]
            given += [control.split(":", 3)[-1] for control in controls if ":tick:" not in control]
    return [key for key, count in Counter(given).items() if count > 1]


def list_labels_in_text(shown: ShownQuestion) -> list[str]:
    """Return the labels of options with a control of their own that lines above the controls tell too.

    Lines about stars, about what happened and about own steps are small print; the question itself may name things,
    and the answer chosen under one heading may have the words of an option under another. A planned line of one step
    must not be the label of a button.
    """
    lines = [line for text in shown.page.texts for line in text.split("\n") if not QUIET_LINE.match(line)]
    labels = {label.split(" · ")[0] for label in list_option_labels(shown.page)}
    told = {label for label in labels if len(label) >= LONG_LABEL and any(label in line for line in lines)}
    texts = {line for text in shown.page.texts for line in text.split("\n")}
    plans = {Localizer((shown.lang,)).render_line("panel.line", steps=label): label for label in labels}
    has_buttons = not shown.prompt.variants and not any(isinstance(row, SelectMenu) for row in shown.page.rows)
    return sorted(told | {label for plan, label in plans.items() if has_buttons and plan in texts})
