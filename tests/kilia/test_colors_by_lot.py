"""R3(5) Colours by lot: the start player draws first, and the lobby asks for none."""

from __future__ import annotations

import pytest

from bot.discord_ui.lobby.details import build_seats_page
from bot.discord_ui.lobby.page import build_lobby
from bot.discord_ui.page.pages import SelectMenu
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer
from bot.table import Table, TableService
from bot.table.lobby import seating
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Match, Refused
from engines.kilia.game import GAME
from engines.kilia.table.state import State
from engines.kilia.turn_info import list_seat_colors
from tests.kilia.stage import COLORS, render_text
from tests.table.conftest import AOI, MARCO

EN = Localizer(("en",))


def start_match(number: int, colors: str) -> Match[State]:
    setup = GAME.build_setup(3, COLORS[:3], {"colors": colors})
    return Match.start(GAME, setup, number.to_bytes(32, "big"))


def test_r3_colours_are_drawn_for_the_start_player_first() -> None:
    drawn = set()
    for number in range(60):
        match = start_match(number, "drawn")
        seat_colors = list_seat_colors(match.build_view(None))
        order = match.state.order
        said = [render_text(event.text) for event in match.opening_events][1:]
        names = ("White", "Red", "Brown")
        assert said == [f"{names[seat]} draws the colour {seat_colors[seat]}." for seat in order]
        assert GAME.problems(match.state) == [] and len(set(seat_colors)) == 3
        drawn.add(seat_colors[order[0]])
    assert drawn == set(COLORS), "the start player may draw any colour"


def test_r3_chosen_colours_leave_the_shuffle_as_it_was() -> None:
    """Games of earlier versions are replayed from their seed."""
    match = start_match(1, "chosen")
    assert list_seat_colors(match.build_view(None)) == COLORS[:3] and len(match.opening_events) == 1
    assert match.state.deck == Match.start(GAME, GAME.build_setup(3, COLORS[:3]), (1).to_bytes(32, "big")).state.deck


def has_colour_menu(table: Table) -> bool:
    rows = build_seats_page(table, EN, AOI.id).rows
    return any(isinstance(row, SelectMenu) and row.id.endswith(":colour") for row in rows)


async def test_lobby_asks_for_colours_only_where_players_choose_them(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "kilia", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO, "brown")
        assert has_colour_menu(table) and "brown" in build_lobby(table, EN).texts[1]
        await seating.set_options(service, table, AOI, {"colors": "drawn"})
        lobby = build_lobby(table, EN)
        assert not has_colour_menu(table) and "brown" not in lobby.texts[1]
        assert "Colours: by lot" in lobby.texts[0]
        with pytest.raises(Refused, match="colour_decided"):
            await seating.choose_colour(service, table, AOI, "red")
        await seating.start_game(service, table, AOI)
        assert table.match is not None
        seat_colors = list_seat_colors(table.match.build_view(None))
        lines = build_seats_page(table, EN, AOI.id).texts[1].split("\n")
        assert [line.rpartition(" — ")[2] for line in lines[:2]] == list(seat_colors)
        assert titles.name_player(table, 0, EN).endswith(f"({seat_colors[0]})")
