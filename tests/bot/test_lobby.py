"""What a table agrees on before the start: how many seats, and how long a question waits."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.standin import Person
from bot.standin.model import components as c

from .conftest import Table, ident, idents, labels


async def test_a_table_for_three_shows_its_seats_and_refuses_a_fourth(
    table: Table, ada: Person, jiro: Person, marco: Person
) -> None:
    await ada.slash("table open", game="flotsam", players=3, language="en")
    lobby = await table.lobby()
    assert "1 of 3 seats" in c.text(lobby) and "For 3 players" in c.text(lobby)
    await jiro.click(lobby, "Join")
    joined = await marco.click(lobby, "Join")
    await table.said()
    assert "3 of 3 seats" in joined.text

    late = table.driver.person("花子", locale="ja")
    refused = await late.click(lobby, "Join")
    assert refused.ephemeral and "3人用" in refused.text and "ホスト" in refused.text
    assert "This table is for 3" in (await table.driver.person("Grace").slash("table join")).text

    raised = await ada.select(lobby, ident(lobby, "t:", "setting"), "players=4")
    await table.said()
    assert "3 of 4 seats" in raised.text
    joined = await late.click(lobby, "Join")
    await table.said()
    assert "4 of 4 seats" in joined.text


async def test_a_table_starts_with_fewer_than_it_wanted(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro, players=4)
    assert "To move" in c.text(await table.card())


async def test_numbers_that_the_game_has_not_are_refused(table: Table, ada: Person, jiro: Person) -> None:
    assert "for 2, 3, 4 players, not 5" in (await ada.slash("table open", game="flotsam", players=5)).text
    assert "5人では遊べません" in (await jiro.slash("table open", game="flotsam", players=5)).text
    assert (await table.db.rows("SELECT count(*) FROM games"))[0][0] == 0


async def test_how_long_a_question_waits_is_agreed(table: Table, ada: Person, jiro: Person) -> None:
    await ada.slash("table open", game="flotsam", pace="brisk", language="both")
    lobby = await table.lobby()
    assert "Pace: brisk" in c.text(lobby) and "速さ：速い" in c.text(lobby)
    changed = await ada.select(lobby, ident(lobby, "t:", "setting"), "pace=none")
    await table.said()
    assert "Pace: no clock" in changed.text
    await jiro.click(changed, "参加 / Join")
    await ada.click(changed, "開始 / Start")
    await table.card()
    settings = await ada.slash("table seats")
    assert "Pace: no clock" in settings.text
    assert not any("brisk" in label or "players" in label for label in labels(settings.message))


async def test_a_bilingual_lobby_says_its_settings_in_one_language_after_the_other(table: Table, ada: Person) -> None:
    await ada.slash("table open", game="flotsam", language="both")
    lines = c.text(await table.lobby()).split("\n")
    assert [line.startswith("-# ") for line in lines if "Posts in" in line or "投稿は" in line] == [True, True]
    assert not any("Posts in" in line and "投稿は" in line for line in lines)


async def test_only_what_is_played_otherwise_than_usual_stands_out(table: Table, ada: Person) -> None:
    """A newcomer's first card is not to be a wall of settings; they are all there, small."""
    await ada.slash("table open", game="flotsam", language="both")
    lobby = await table.lobby()
    usual = [line for line in c.text(lobby).split("\n") if "長さ" in line or "Length" in line]
    assert [line.startswith("-# ") for line in usual] == [True, True], usual
    assert "長さ：" in usual[0], "colons of full width in Japanese"
    changed = await ada.select(lobby, ident(lobby, "t:", "option"), "length=long")
    (line,) = [line for line in c.text(changed.message).split("\n") if "長さ" in line]
    assert line.startswith("長さ：**") and "Length: **" in line


async def test_the_menu_of_settings_offers_only_what_would_change_something(table: Table, ada: Person) -> None:
    await ada.slash("table open", game="flotsam", reminder=5, pace="brisk", players=3, language="en")
    lobby = await table.lobby()
    menu = next(m for m in c.of_type(lobby, c.STRING_SELECT) if m["custom_id"] == ident(lobby, "t:", "setting"))
    offered = [option["value"] for option in menu["options"]]
    assert not {"language=en", "reminder_hours=5", "pace=brisk", "players=3", "order=random"} & set(offered)
    assert {"language=ja", "reminder_hours=0", "pace=none", "players=0", "players=4", "order=joined"} <= set(offered)


async def test_hours_of_reminders_are_settled_only_where_no_clock_runs(table: Table, ada: Person) -> None:
    await ada.slash("table open", game="flotsam", pace="slow", language="both")
    lobby = await table.lobby()
    assert "Reminders by the clock" in c.text(lobby) and "催促は時計に合わせて" in c.text(lobby)
    assert "Reminder after" not in c.text(lobby) + "".join(labels(lobby))
    off = await ada.select(lobby, ident(lobby, "t:", "setting"), "reminder_hours=0")
    assert "No reminders" in off.text
    slow = await ada.select(off, ident(off.message, "t:", "setting"), "pace=none")
    assert any(one["value"] == "reminder_hours=6" for one in menu_of(slow.message))


async def test_whoever_joins_sees_who_will_be_away(table: Table, ada: Person, jiro: Person) -> None:
    lobby = await opened_by(table, ada)
    assert "away from" not in c.text(lobby)
    day = datetime.now(UTC) + timedelta(days=5)
    await ada.slash("me away", until=f"{day:%Y-%m-%d}")
    await table.said()
    shown = c.text(await table.lobby())
    assert "away from <t:" in shown and "から<t:" in shown
    await ada.slash("me back")
    await table.said()
    assert "away from" not in c.text(await table.lobby())


async def opened_by(table: Table, person: Person) -> Any:
    await person.slash("table open", game="flotsam", language="both")
    return await table.lobby()


def menu_of(lobby: Any) -> list[Any]:
    menus = c.of_type(lobby, c.STRING_SELECT)
    return list(next(m for m in menus if m["custom_id"] == ident(lobby, "t:", "setting"))["options"])


async def test_the_host_moves_a_seat_up(table: Table, ada: Person, jiro: Person) -> None:
    await ada.slash("table open", game="flotsam", order="joined", language="en")
    lobby = await table.lobby()
    assert not idents(lobby, "t:", "up"), "one alone has no order"
    lobby = (await jiro.click(lobby, "Join")).message
    assert "2. 次郎: one place up" in labels(lobby)
    moved = await ada.select(lobby, ident(lobby, "t:", "up"), "1")
    assert "2. Ada: one place up" in labels(moved.message) and moved.text.index("次郎") < moved.text.rindex("Ada")
    assert "Only the host" in (await table.driver.person("Grace").select(lobby, ident(lobby, "t:", "up"), "1")).text
    drawn = await ada.select(moved, ident(moved.message, "t:", "setting"), "order=random")
    assert not idents(drawn.message, "t:", "up")


async def test_how_the_shuffle_is_checked_is_small_print_at_the_very_end(
    table: Table, ada: Person, jiro: Person
) -> None:
    """People's own words at once, the long numbers of clicks when the game begins: a lobby is read to join."""
    await ada.slash("table open", game="flotsam", language="en")
    await ada.slash("table word", word="rosebud")
    lobby = await table.lobby()
    joined = (await jiro.click(lobby, "Join")).message
    *_, last = [piece for container in joined["components"] for piece in container["components"]]
    (commitment,) = re.findall(r"[0-9a-f]{64}", c.text(joined))
    assert commitment in last["content"] and all(line.startswith("-# ") for line in last["content"].splitlines())
    assert "Ada `rosebud`" in last["content"] and "次郎" in last["content"]
    assert not re.search(r"\d{17,}", re.sub(r"<[^>]*>|[0-9a-f]{64}", "", c.text(joined))), "no number of a click"
    await ada.click(joined, "Start")
    begun = await table.driver.channel().wait_for("The game begins.")
    assert "reads no messages" in c.text(begun), "nobody waits for an answer to what they write there"
    assert commitment in c.text(begun) and re.search(r"次郎 \d{17,}", c.text(begun))
