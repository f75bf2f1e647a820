"""The fault run knows which presses on a draft's controls give the answer."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord_ui.panel.draft import Draft
from bot.fake_discord.model import components as c
from engines.kernel import Message, Option, Prompt

from .play import find_completed_keys

DISHES = tuple(
    Option(key, key, Message(key), group=Message(key[:4])) for key in ("soup:a", "soup:b", "main:a", "main:b", "main:c")
)
MEAL = Prompt(0, Message("meal"), DISHES, max=2, kind="each")
BASKET = Prompt(
    0, Message("basket"), tuple(Option(key, key, Message(key), limit=3) for key in "abc"), max=4, kind="allocate"
)


def build_menu(verb: str, arg: str, *keys: str) -> tuple[dict[str, Any], str]:
    """Return a message with one menu, and the menu's custom_id."""
    custom_id = f"p:1.0.0.0:{verb}:{arg}"
    menu = {"type": c.SELECTS[0], "custom_id": custom_id, "options": [{"value": key} for key in keys]}
    return {"components": [{"type": 1, "components": [menu]}]}, custom_id


@pytest.mark.parametrize(("chosen", "given"), [((), None), (("soup:b",), ("soup:b", "main:c"))])
def test_menu_gives_the_answer_when_it_chooses_the_last_group(
    chosen: tuple[str, ...], given: tuple[str, ...] | None
) -> None:
    draft = Draft.from_keys(MEAL, chosen).encode(MEAL)
    message, custom_id = build_menu("tick", f"1.{draft}", "main:a", "main:b", "main:c")
    assert find_completed_keys(MEAL, message, custom_id, ("main:c",)) == given


@pytest.mark.parametrize(
    ("verb", "arg", "values", "given"),
    [
        ("plus", "0.", (), None),
        ("rest", "0.", (), None),  # up to the limit of the slot, which leaves one thing
        ("rest", "1.{draft}", (), ("a", "a", "b", "b")),
        ("put", "{draft}", ("1.2",), ("a", "a", "b", "b")),
        ("put", "{draft}", ("0.-1",), None),
        ("amounts", "", ("1.2", "1.1"), ("b", "b", "b")),
        ("amounts", "", ("1.2", "2.3"), None),  # one too many together
        ("ok", "{draft}", (), ("a", "a")),
        ("way", "", ("{draft}",), ("a", "a")),
        ("details", "0.{draft}", (), None),
    ],
)
def test_slot_gives_the_answer_when_nothing_is_left(
    verb: str, arg: str, values: tuple[str, ...], given: tuple[str, ...] | None
) -> None:
    draft = Draft.from_keys(BASKET, ("a", "a")).encode(BASKET)
    message, custom_id = build_menu(verb, arg.format(draft=draft))
    assert find_completed_keys(BASKET, message, custom_id, [value.format(draft=draft) for value in values]) == given
