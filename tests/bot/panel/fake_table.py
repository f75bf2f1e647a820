"""A fake table and questions from which panels can be built, without a game."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from bot.discord_ui.page.pages import Button, Page, SelectMenu
from bot.discord_ui.text.localizer import Localizer
from bot.table import TableSettings
from engines.kernel import Catalogue, Message, Option, Prompt, message

Show = Callable[..., Page]
"""(prompt, *, acting_seat, and the fields of `PanelState`) -> its panel; the type of the fixture in `conftest`."""

EN = Localizer(("en",))
TEXT = {"ask": "What do you do?", "thing": "thing {n}", "long": "{n} " + "very " * 12 + "long", "cost": "costs {n}"}
TEXT |= {"wide": "{n} very very very very wide"}
TEXT |= {"good": "good", "kernel.aid.only": "★ {why}", "kernel.aid.also": "★ {why} · {detail}"}
TEXT |= {"kernel.aid.then": "then “{what}”: {why}", "kernel.aid.after_that": "after that “{what}”: {why}"}
TEXT |= {"kernel.aid.later": "later: {why}"}
TEXT |= {f"g{n}": f"Group {n}" for n in range(30)}
WORDS = Catalogue({"ja": TEXT, "en": TEXT}, {"terms.toy": {"ja": "玩具", "en": "Toy"}})


def build_options(
    count: int, label: str = "thing", *, group: int = 0, limit: int = 1, detail: bool = False
) -> list[Option]:
    return [
        Option(
            f"o:{n}",
            n,
            message(label, n=n),
            message("cost", n=n) if detail else None,
            Message(f"g{n // group}") if group else None,
            limit=limit,
        )
        for n in range(count)
    ]


def star_option(option: Option) -> Option:
    return replace(
        option, detail=Message("kernel.aid.also", {"why": Message("good"), "detail": Message("cost", {"n": 1})})
    )


def build_prompt(options_of_prompt: list[Option], kind: Any = "one", min_count: int = 1, max_count: int = 1) -> Prompt:
    return Prompt(0, Message("ask"), tuple(options_of_prompt), min_count, max_count, kind)


class FakeTable(SimpleNamespace):
    """A fake `Table` with the attributes that a panel reads."""

    catalogue = WORDS
    names = ("Ada",)
    settings = TableSettings(timeout_hours=48)
    is_playing = True
    is_newcomer = False
    public_n = 0
    row = SimpleNamespace(epoch=0)

    def find_planned_line(self, seat: int) -> tuple[()]:
        return ()

    def has_aids(self, seat: int) -> bool:
        return self.is_newcomer

    def has_outgrown_aids(self, seat: int) -> bool:
        return False

    def build_prompt(self, seat: int) -> Prompt:
        open_prompt: Prompt = self.match.find_prompt(seat)
        return open_prompt

    def find_suggestion_request(self, seat: int) -> None:
        """Return None: the fake table wants no suggestion."""


def list_buttons(page: Page) -> list[Button]:
    """Return all buttons except Details, which every question has."""
    buttons = [key for row in page.rows if not isinstance(row, SelectMenu) for key in row if isinstance(key, Button)]
    return [key for key in buttons if ":details:" not in key.id]


def list_menus(page: Page) -> list[SelectMenu]:
    return [row for row in page.rows if isinstance(row, SelectMenu)]
