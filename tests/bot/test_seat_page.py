"""The seat page: every possible preset answer is in a menu, however many there are."""

from __future__ import annotations

from collections.abc import Collection
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord_ui.card.my_seat import build_seat_page
from bot.discord_ui.page.pages import MAX_CHOICES, Button, Page, SelectMenu, build_view
from bot.discord_ui.text.localizer import Localizer
from bot.fake_discord import FakeUser
from bot.table import SeatAssignment, Table
from bot.table.state.seat_names import COMPUTER_NAMES, build_computer_name
from engines.kernel import Catalogue, Message, Option, load_catalogue, load_games, message
from storage.play.seats import SeatRow
from tests.bot.conftest import (
    TableHarness,
)

TEXT = {"order": "from {n}", "standing.sell": "Sales", "many": "Many", "few": "Few"}
WORDS = Catalogue({"ja": TEXT, "en": TEXT}, {"terms.toy": {"ja": "玩具", "en": "Toy"}})


@pytest.fixture(autouse=True)
def in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.text.titles.name_game", lambda game, localizer: "Toy")
    monkeypatch.setattr("bot.discord_ui.page.picture_requests.build_own_picture", lambda table_state, seat, lang: None)


def build_page(
    options: tuple[Option, ...], preset_keys: dict[str, str] | None = None, leaf: int = 0, held: Collection[str] = ()
) -> Page:
    seated = SeatAssignment(0, 1, "Ada", None, None, 0)
    game = SimpleNamespace(presets={"sell": SimpleNamespace(description=message("standing.sell"))})
    table_state = SimpleNamespace(
        id=12,
        key="12",
        game=game,
        match=None,
        catalogue=WORDS,
        names=("Ada",),
        seats=(seated,),
        waiting=(),
        is_playing=False,
    )
    seat_page_built = build_seat_page(
        cast(Table, table_state), 0, Localizer(("en",)), {"sell": options}, preset_keys or {}, leaf, "", held
    )
    build_view(seat_page_built)  # raises if discord.py refuses the page
    return seat_page_built


def build_preset_options(count: int, group: bool = False) -> tuple[Option, ...]:
    groups: list[Any] = [Message("many"), Message("few")]
    return tuple(
        Option(f"from:{n}", n, message("order", n=n), group=groups[n % 3 == 0] if group else None) for n in range(count)
    )


def list_menus(page_built: Page) -> list[SelectMenu]:
    return [row for row in page_built.rows if isinstance(row, SelectMenu)]


def list_buttons(page_built: Page) -> list[Button]:
    return [key for row in page_built.rows if not isinstance(row, SelectMenu) for key in row if isinstance(key, Button)]


def test_few_preset_answers_are_one_menu_without_numbers() -> None:
    (menu,) = list_menus(build_page(build_preset_options(MAX_CHOICES), {"sell": "from:3"}))
    assert menu.placeholder == "Sales" and menu.id == "t:12:give:sell.0"
    assert [choice.label for choice in menu.choices if choice.is_selected] == ["from 3"]


def test_substitute_sees_what_the_holder_has_set_without_controls() -> None:
    options, keys = build_preset_options(3), {"sell": "from:1"}
    [revoke] = list_buttons(build_page(options, keys))[1:]
    assert revoke.id == "t:12:revoke:sell"
    page = build_page(options, keys, held=["sell"])
    assert not list_menus(page) and revoke.id not in [button.id for button in list_buttons(page)]
    assert "Sales: **from 1**" in page.texts[2] and page.texts[-1] == "-# Set by Ada, who alone can change it: Sales"


def test_title_with_a_question_mark_gets_no_colon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.text.titles.name_preset", lambda table_state, topic, localizer: "Sell?")
    assert "\nSell? **ask me**" in "\n".join(build_page(build_preset_options(3)).texts)


def test_more_than_25_preset_answers_need_several_menus() -> None:
    menu_list = list_menus(build_page(build_preset_options(60), {"sell": "from:59"}))
    assert [choice.value for menu in menu_list for choice in menu.choices] == [f"from:{n}" for n in range(60)]
    assert len({menu.id for menu in menu_list}) == 3
    assert menu_list[2].choices[-1].is_selected and menu_list[1].choices[0].label == "26. from 25"


def test_groups_have_menus_of_their_own() -> None:
    many, few = list_menus(build_page(build_preset_options(30, group=True)))
    assert many.placeholder.startswith("Sales · Few") and few.placeholder.startswith("Sales · Many")
    assert len(many.choices) + len(few.choices) == 30


def test_more_than_eight_menus_have_pages() -> None:
    leaves = [build_page(build_preset_options(230), leaf=leaf) for leaf in (0, 1)]
    values = [choice.value for leaf in leaves for menu in list_menus(leaf) for choice in menu.choices]
    assert values == [f"from:{n}" for n in range(230)]
    assert [(key.id, key.is_disabled) for key in list_buttons(leaves[0])] == [
        ("t:12:terms", False),
        ("t:12:seat:-1", True),
        ("t:12:seat:1", False),
    ]
    assert list_menus(build_page(build_preset_options(30), leaf=1)) == list_menus(
        build_page(build_preset_options(30))
    ), "a leaf that is gone"


def test_computer_players_names_are_ascii_with_a_mark() -> None:
    for name_list in (COMPUTER_NAMES, *(load_catalogue(game.package).computer_names for game in load_games().values())):
        rows = [SeatRow(1, seat, "computer", None, "random", None, 0) for seat in range(len(name_list))]
        names = [build_computer_name(rows, seat, name_list) for seat in range(len(rows))]
        assert len(set(names)) == len(names)
        assert all(name.isascii() and name.endswith(" (CPU)") and len(name) <= 24 for name in names)


async def test_seat_page_shows_no_clock_without_time_control(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, pace="none")
    assert "Your clock" not in (await ada.send_command("seat")).text
