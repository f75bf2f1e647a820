"""Everything that cannot be undone asks first, and says what will happen and to whom."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from discord import app_commands

from bot.discord_ui.controls import HELP_VERBS, QUESTION_VERBS, TABLE_VERBS
from bot.discord_ui.lifecycle.confirmation import Confirmations, IrreversibleAction, OpenConfirmation
from bot.fake_discord import FakeUser, Reply
from bot.table import Table
from storage.play import games
from tests.bot.conftest import TableHarness, find_custom_id

CONFIRMED_COMMANDS = {
    "table resign", "table end", "table leave", "table remove", "admin end", "admin kick", "me forget",
}  # fmt: skip
"""Commands that cannot be undone; each asks first."""
REVERSIBLE_COMMANDS = {
    "play", "move", "seat", "undo", "report", "board", "rules", "games", "help", "log", "history", "table open",
    "table join", "table word", "table start", "table seats", "table settings", "table host", "table relief",
    "table sitter", "table replace", "table press", "table pause", "table extend", "table wake", "table move",
    "table invite", "stats player", "stats server", "me hours", "me away", "me net", "me back", "me reminder",
    "me lists", "me export", "me notices", "server defaults", "server tables", "admin pause", "admin resume",
    "admin replace", "admin host", "admin repost",
}  # fmt: skip
"""Commands that only read, can be taken back, or need the agreement of others."""


def list_command_names(command: object, head: str = "") -> Iterator[str]:
    if isinstance(command, app_commands.Group):
        for child in command.commands:
            yield from list_command_names(child, f"{head}{command.name} ")
    elif isinstance(command, app_commands.Command):
        yield f"{head}{command.name}"


def list_all_commands(table: TableHarness) -> set[str]:
    return {name for command in table.bot.tree.get_commands() for name in list_command_names(command)}


async def test_every_command_is_reversible_or_asks_first(table: TableHarness) -> None:
    assert list_all_commands(table) == CONFIRMED_COMMANDS | REVERSIBLE_COMMANDS
    assert not CONFIRMED_COMMANDS & REVERSIBLE_COMMANDS


async def test_a_new_command_is_noticed(table: TableHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    @app_commands.command(name="destroy", description="x")
    async def destroy(_: object) -> None: ...

    monkeypatch.setattr(type(table.bot.tree), "get_commands", lambda _: [destroy])
    assert list_all_commands(table) - CONFIRMED_COMMANDS - REVERSIBLE_COMMANDS == {"destroy"}


CONFIRMING_VERBS = {"sure", "forget"}
"""Buttons that carry out what was confirmed."""
ANSWERING_VERBS = {"line", "ok", "pick", "choose", "handful", "tick", "put", "press", "take", "play"}
"""Answers and what leads to them; the confirmation of the turn asks before what cannot be undone."""
REVERSIBLE_VERBS = {
    "again", "agree", "autopilot", "changed", "colour", "computer", "day", "export", "give", "history", "historyat",
    "historyby", "hours", "join", "keep", "leave", "log", "logby", "login", "option", "picture", "refuse", "relieve",
    "replay", "revoke", "rules", "score", "seat", "setting", "since", "sit", "snooze", "span", "standing", "start",
    "takeit", "undo", "up", "void", "wake", "why", "zoom",
    "contents", "language", "learn", "look", "moderators", "public", "rule", "tables", "turn", "votes", "yours",
    "aside", "back", "change", "details", "kind", "leaf", "lookdraft", "looking", "lookkind", "lookmenu", "lookway",
    "minus", "plus", "rest", "variant", "way",
}  # fmt: skip
"""Controls that only show something, can be taken back, ask the others, or (leave) ask a host first."""


def test_every_control_is_reversible_or_asks_first() -> None:
    verbs = {*TABLE_VERBS, *HELP_VERBS, *QUESTION_VERBS}
    assert verbs == CONFIRMING_VERBS | ANSWERING_VERBS | REVERSIBLE_VERBS


async def confirm(person: FakeUser, reply: Reply) -> Reply:
    return await person.click(reply, find_custom_id(reply.message, "t:", "sure"))


async def test_resigning_says_that_the_game_ends_and_for_whom(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    question = await ada.send_command("table resign")
    assert "The game ends now for everybody: the win goes to 次郎." in question.text
    row = await games.load_game(table.db, 1)
    assert row is not None and row.status == "playing"
    kept = await ada.click(question, find_custom_id(question.message, "t:", "keep"))
    assert "Nothing was changed" in kept.text
    await confirm(ada, await ada.send_command("table resign"))
    row = await games.load_game(table.db, 1)
    assert row is not None and (row.status, row.ending) == ("ended", "conceded")


async def test_changed_consequences_are_asked_again(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, marco)
    question = await ada.send_command("table resign")
    assert "anybody may take the seat" in question.text
    await confirm(jiro, await jiro.send_command("table resign"))
    again = await confirm(ada, question)
    assert "The table has changed meanwhile" in again.text and "the win goes to Marco" in again.text
    row = await games.load_game(table.db, 1)
    assert row is not None and row.status == "playing"
    await confirm(ada, again)
    row = await games.load_game(table.db, 1)
    assert row is not None and row.ending == "conceded"


async def test_question_of_another_person_or_of_before_a_restart_does_nothing(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    question = await ada.send_command("table resign")
    await table.stop()
    await table.boot()
    reply = await confirm(ada, question)
    assert "no longer open" in reply.text
    row = await games.load_game(table.db, 1)
    assert row is not None and row.status == "playing"


def test_confirmation_belongs_to_its_table_and_person() -> None:
    async def carry_out(_: Table) -> None: ...

    action = IrreversibleAction(lambda _: (), carry_out, lambda _: "")
    confirmations = Confirmations()
    confirmation = OpenConfirmation(game=1, person=7, action=action, text="")
    token = confirmations.add(confirmation)
    assert confirmations.take(token, 2, 7) is None and confirmations.take(token, 1, 8) is None
    assert confirmations.take(token, 1, 7) is confirmation
    assert confirmations.take(token, 1, 7) is None


async def test_host_who_leaves_a_lobby_is_asked_and_a_guest_is_not(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await ada.send_command("table open", game="flotsam", order="joined")
    lobby = await table.find_lobby()
    await jiro.click(lobby, find_custom_id(lobby, "t:", "join"))
    question = await ada.click(await table.find_lobby(), find_custom_id(lobby, "t:", "leave"))
    assert "次郎 becomes the host" in question.text
    await confirm(ada, question)
    row = await games.load_game(table.db, 1)
    assert row is not None and row.host == int(jiro.id)
    await table.wait_for_outbox()


async def test_end_kick_and_removal_name_the_people(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam", order="joined")
    lobby = await table.find_lobby()
    await jiro.click(lobby, find_custom_id(lobby, "t:", "join"))
    assert "Others at the table: 次郎" in (await ada.send_command("table end")).text
    removal = await ada.send_command("table remove", player="次郎")
    assert "Remove 次郎 from this table?" in removal.text
    await confirm(ada, removal)
    await table.wait_for_outbox()
    assert "次郎" not in str((await table.find_lobby())["components"])


async def test_forgetting_names_the_tables_that_lose_their_player(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    page = await ada.send_command("me forget")
    assert "Flotsam · table 1: a computer player answers for you from now on." in page.text
    assert "漂着市 · 第1卓：これからはコンピュータープレイヤー" in (await jiro.send_command("me forget")).text


async def test_conceded_game_is_no_finished_game_with_points(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.start_bidding(ada, jiro)
    await table.place_bid(ada, 1)
    await table.place_bid(jiro, 0)
    await confirm(ada, await ada.send_command("table resign"))
    stats = (await jiro.send_command("stats player")).text
    assert "途中で終わったゲームが1回" in stats and "最高" not in stats
