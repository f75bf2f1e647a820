"""A table and questions that a panel can be made of, without games."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from bot.discord_ui.page.layout import Key, Menu, Page
from bot.discord_ui.text.voice import Voice
from bot.table import Plan
from engines.kernel import Catalogue, Msg, Option, Prompt, say

Show = Callable[..., Page]
"""(prompt, *, acting, and what `Where` takes) -> its panel; the fixture `shown`."""

EN = Voice(("en",))
TEXT = {"ask": "What do you do?", "thing": "thing {n}", "long": "{n} " + "very " * 12 + "long", "cost": "costs {n}"}
TEXT |= {"kernel.aid.also": "★ {why} · {detail}"}
TEXT |= {f"g{n}": f"Group {n}" for n in range(30)}
WORDS = Catalogue({"ja": TEXT, "en": TEXT}, {"terms.toy": {"ja": "玩具", "en": "Toy"}})


def options(count: int, label: str = "thing", *, group: int = 0, limit: int = 1, detail: bool = False) -> list[Option]:
    return [
        Option(
            f"o:{n}",
            n,
            say(label, n=n),
            say("cost", n=n) if detail else None,
            Msg(f"g{n // group}") if group else None,
            limit=limit,
        )
        for n in range(count)
    ]


def advised(option: Option) -> Option:
    return replace(option, detail=Msg("kernel.aid.also", {"why": "good", "detail": "costs 1"}))


def prompt(found: list[Option], kind: Any = "one", least: int = 1, most: int = 1) -> Prompt:
    return Prompt(0, Msg("ask"), tuple(found), least, most, kind)


class Toy(SimpleNamespace):
    """What a panel reads of a table."""

    words = WORDS
    names = ("Ada",)
    plan = Plan(timeout_hours=48)
    is_playing = False
    is_newcomer = False

    def aided(self, seat: int) -> bool:
        return self.is_newcomer

    def unaided_now(self, seat: int) -> bool:
        return False

    def question(self, seat: int) -> Prompt:
        asked: Prompt = self.match.prompt(seat)
        return asked

    def wanted(self, seat: int) -> None:
        """Nothing is suggested."""


def keys_of(page: Page) -> list[Key]:
    """All buttons but Preview, which stands beside every question."""
    found = [key for row in page.rows if not isinstance(row, Menu) for key in row if isinstance(key, Key)]
    return [key for key in found if ":look" not in key.id]


def menus_of(page: Page) -> list[Menu]:
    return [row for row in page.rows if isinstance(row, Menu)]
