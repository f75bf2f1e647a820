"""Standing answers: every one that may be given stands in a menu, however many there are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord_ui.card.seat import seat_page
from bot.discord_ui.page.layout import MAX_CHOICES, Key, Menu, Page, sheet
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable, Seated
from bot.table.life.names import COMPUTER_NAMES, computer_name
from engines.kernel import Catalogue, Msg, Option, catalogue, games, say
from storage.play.seats import SeatRow

TEXT = {"order": "from {n}", "standing.sell": "Sales", "many": "Many", "few": "Few"}
WORDS = Catalogue({"ja": TEXT, "en": TEXT}, {"terms.toy": {"ja": "玩具", "en": "Toy"}})


@pytest.fixture(autouse=True)
def in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.text.titles.game_title", lambda game, voice: "Toy")
    monkeypatch.setattr("bot.discord_ui.page.picture_requests.own", lambda live, seat, lang: None)


def page(options: tuple[Option, ...], given: dict[str, str] | None = None, leaf: int = 0) -> Page:
    seated = Seated(0, 1, "Ada", None, None, 0)
    game = SimpleNamespace(standing={"sell": SimpleNamespace(about=say("standing.sell"))})
    live = SimpleNamespace(id=12, game=game, match=None, words=WORDS, names=("Ada",), seats=(seated,), waiting=())
    found = seat_page(cast(LiveTable, live), 0, Voice(("en",)), {"sell": options}, given or {}, leaf)
    sheet(found)  # whatever discord.py itself refuses
    return found


def orders(count: int, group: bool = False) -> tuple[Option, ...]:
    groups: list[Any] = [Msg("many"), Msg("few")]
    return tuple(
        Option(f"from:{n}", n, say("order", n=n), group=groups[n % 3 == 0] if group else None) for n in range(count)
    )


def menus(found: Page) -> list[Menu]:
    return [row for row in found.rows if isinstance(row, Menu)]


def keys(found: Page) -> list[Key]:
    return [key for row in found.rows if not isinstance(row, Menu) for key in row if isinstance(key, Key)]


def test_few_are_one_menu_without_numbers() -> None:
    (menu,) = menus(page(orders(MAX_CHOICES), {"sell": "from:3"}))
    assert menu.placeholder == "Sales" and menu.id == "t:12:give:sell.0"
    assert [choice.label for choice in menu.choices if choice.chosen] == ["from 3"]


def test_a_standing_answer_that_is_a_question_has_one_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.text.titles.topic", lambda live, topic, voice: "Sell?")
    assert "\nSell? **ask me**" in "\n".join(page(orders(3)).texts)


def test_more_than_25_go_into_several_menus() -> None:
    found = menus(page(orders(60), {"sell": "from:59"}))
    assert [choice.value for menu in found for choice in menu.choices] == [f"from:{n}" for n in range(60)]
    assert len({menu.id for menu in found}) == 3
    assert found[2].choices[-1].chosen and found[1].choices[0].label == "26. from 25"


def test_groups_have_menus_of_their_own() -> None:
    many, few = menus(page(orders(30, group=True)))
    assert many.placeholder.startswith("Sales · Few") and few.placeholder.startswith("Sales · Many")
    assert len(many.choices) + len(few.choices) == 30


def test_more_than_eight_menus_are_leafed_through() -> None:
    leaves = [page(orders(230), leaf=leaf) for leaf in (0, 1)]
    values = [choice.value for leaf in leaves for menu in menus(leaf) for choice in menu.choices]
    assert values == [f"from:{n}" for n in range(230)]
    assert [(key.id, key.disabled) for key in keys(leaves[0])] == [("t:12:seat:-1", True), ("t:12:seat:1", False)]
    assert menus(page(orders(30), leaf=1)) == menus(page(orders(30))), "a leaf that is gone"


def test_computer_players_are_marked_in_letters_that_every_picture_has() -> None:
    for own in (COMPUTER_NAMES, *(catalogue(game.package).computers for game in games().values())):
        rows = [SeatRow(1, seat, "computer", None, "random", None, 0) for seat in range(len(own))]
        names = [computer_name(rows, seat, own) for seat in range(len(rows))]
        assert len(set(names)) == len(names)
        assert all(name.isascii() and name.endswith(" (CPU)") and len(name) <= 24 for name in names)
