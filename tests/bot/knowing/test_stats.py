"""/stats and /me lists by the real client; a rated table says so before anybody joins."""

from __future__ import annotations

from bot.discord_ui.stats.page import facts
from bot.discord_ui.text.voice import Voice
from bot.standin import Person
from bot.standin.model import components as c
from bot.table.knowing.facts import FEWEST, Facts
from bot.table.time.hours import HOUR
from tests.bot.conftest import Table, ident
from tests.bot.test_after_the_end import play_to_the_end


async def rated(table: Table, host: Person, other: Person) -> None:
    await host.slash("table open", game="flotsam", order="joined", rated=True)
    lobby = await table.lobby()
    assert "Rated: the result counts" in c.text(lobby) and "new here" in c.text(lobby)
    lobby = (await other.click(lobby, ident(lobby, "t:", "join"))).message
    await host.click(lobby, ident(lobby, "t:", "start"))
    await table.card()
    await play_to_the_end(table)
    await table.said()


async def test_statistics_of_oneself_of_others_and_of_the_server(table: Table, ada: Person, jiro: Person) -> None:
    assert "No game has been played" in (await ada.slash("stats player")).text
    assert "Nobody has finished" in (await ada.slash("stats server", game="flotsam")).text
    await rated(table, ada, jiro)
    mine = await ada.slash("stats player")
    assert "1 game finished" in mine.text and "Rating" in mine.text and "How you play" in mine.text
    other = await ada.slash("stats player", player=jiro)
    assert "次郎" in other.text and "How you play" not in other.text
    assert "戦績" in (await jiro.slash("stats player", game="flotsam")).text
    board = await ada.slash("stats server")
    assert "**Ada**" in board.text and "**次郎**" in board.text

    assert "載らず" in (await jiro.slash("me lists", shown=False)).text
    assert "does not want to stand in lists" in (await ada.slash("stats player", player=jiro)).text
    assert "次郎" not in (await ada.slash("stats server", game="flotsam")).text
    assert "順位表に名前は載りません" in (await jiro.slash("stats player")).text
    assert "no game chess" in (await ada.slash("stats server", game="chess")).text


def test_a_span_that_begins_with_nothing_is_not_said() -> None:
    """The lobby said "0.0–0.0 waking hours" of who answers at once."""

    def said(quick: float, slow: float) -> str:
        return facts(Facts(FEWEST, int(quick * HOUR), int(slow * HOUR), 1), Voice(("en",))).split(" · ")[0]

    assert said(0, 0) == said(0.2, 0.9) == "usually answers within 1 waking hour"
    assert said(0.5, 3.2) == "usually answers within 3 waking hours"
    assert said(2, 6) == "usually answers in 2–6 waking hours"
