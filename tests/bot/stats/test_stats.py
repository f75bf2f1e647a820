"""/stats and /me lists through the real client; a rated table's lobby says that it is rated."""

from __future__ import annotations

from bot.discord_ui.stats.page import format_habits
from bot.discord_ui.text.localizer import Localizer
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.table.clock.waking_hours import HOUR
from bot.table.state.people import MIN_TURNS, PlayerHabits
from tests.bot.conftest import TableHarness, find_custom_id, start_lobby
from tests.bot.test_after_the_end import play_to_the_end


async def play_rated_game(table: TableHarness, host: FakeUser, other: FakeUser) -> None:
    await host.send_command("table open", game="flotsam", order="joined", rated=True)
    lobby = await table.find_lobby()
    assert "\n-# Rated\n" in c.read_text(lobby)
    assert "new here" in (await table.open_terms(host)).text
    lobby = (await other.click(lobby, find_custom_id(lobby, "t:", "join"))).message
    await start_lobby(host, lobby)
    await table.find_card()
    await play_to_the_end(table)
    await table.wait_for_outbox()


async def test_statistics_of_the_reader_of_others_and_of_the_server(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    assert "No game has been played" in (await ada.send_command("stats player")).text
    assert "For which game?" in (await ada.send_command("stats server")).text
    assert "No rated game of it has been finished" in (await ada.send_command("stats server", game="flotsam")).text
    await play_rated_game(table, ada, jiro)
    mine = await ada.send_command("stats player")
    assert "1 game finished" in mine.text and "Rating" in mine.text and "How you play" in mine.text
    other = await ada.send_command("stats player", player=jiro)
    assert "次郎" in other.text and "How you play" not in other.text
    assert "戦績" in (await jiro.send_command("stats player", game="flotsam")).text
    board = await ada.send_command("stats server")
    assert "**Ada**" in board.text and "**次郎**" in board.text

    assert "載らず" in (await table.press_in_settings(jiro, "listed")).text
    assert "has chosen not to be listed" in (await ada.send_command("stats player", player=jiro)).text
    assert "次郎" not in (await ada.send_command("stats server", game="flotsam")).text
    assert "順位表に名前は載らず" in (await jiro.send_command("stats player")).text
    assert "no game “chess”" in (await ada.send_command("stats server", game="chess")).text


def test_answer_time_span_omits_a_zero_start() -> None:
    """The lobby once showed "0.0–0.0 waking hours" for a person who answers at once."""

    def describe_answer_times(quick: float, slow: float) -> str:
        return format_habits(PlayerHabits(MIN_TURNS, int(quick * HOUR), int(slow * HOUR), 1), Localizer(("en",))).split(
            " · "
        )[0]

    assert describe_answer_times(0, 0) == describe_answer_times(0.2, 0.9) == "usually answers within 1 waking hour"
    assert describe_answer_times(0.5, 3.2) == "usually answers within 3 waking hours"
    assert describe_answer_times(2, 6) == "usually answers in 2–6 waking hours"
