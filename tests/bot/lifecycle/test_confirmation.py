"""Everything that cannot be undone asks first, and says what will happen and to whom."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import nullcontext
from typing import Any

import pytest
from discord import app_commands

from bot.discord_ui.controls import HELP_VERBS, QUESTION_VERBS, TABLE_VERBS
from bot.discord_ui.lifecycle.confirmation import Confirmations, IrreversibleAction, OpenConfirmation
from bot.fake_discord import FakeUser, Reply
from bot.fake_discord.model.permissions import Permission as P
from bot.table.clock.waking_hours import HOUR
from storage.play import games
from tests.bot.conftest import TableHarness, confirm, find_custom_id, list_custom_ids, wait_for_note
from tests.bot.forged_controls import forge_control

Options = dict[str, Any]


async def play_game(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, pace="friends")


async def open_lobby(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam", order="joined")
    await table.join_table(jiro)


async def wait_for_late_player(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    """Start a game of two whose second player has been silent for a month, so that the first one decides alone."""
    await table.start_bidding(ada, jiro, pace="friends")
    await table.place_bid(ada, 1)
    table.clock.ahead_ms += 30 * 24 * HOUR


CONFIRMED_COMMANDS: dict[str, tuple[Callable[[TableHarness, FakeUser, FakeUser], Awaitable[None]], Options]] = {
    "table leave": (open_lobby, {}),
    "table end": (play_game, {}),
    "table replace": (wait_for_late_player, {"player": "次郎"}),
    "admin end": (play_game, {}),
    "admin kick": (play_game, {"player": "次郎"}),
    "admin replace": (play_game, {"player": "次郎"}),
}
"""Commands that cannot be undone: how a table comes to where they ask first, and their options."""


async def press_start(table: TableHarness, person: FakeUser) -> Reply:
    await table.wait_for_outbox()
    lobby = await table.find_lobby()
    return await person.click(lobby, find_custom_id(lobby, "t:", "start"))


CONFIRMED_CONTROLS: dict[
    str,
    tuple[
        Callable[[TableHarness, FakeUser, FakeUser], Awaitable[None]],
        Callable[[TableHarness, FakeUser], Awaitable[Reply]],
    ],
] = {
    "start": (open_lobby, press_start),
    "remove": (open_lobby, lambda table, person: table.choose_about_players(person, "Remove 次郎")),
    "resign": (play_game, lambda table, person: table.press_in_details(person, "resign")),
    "forget": (play_game, lambda table, person: table.press_in_settings(person, "forget")),
}
"""Controls that replace commands and cannot be undone: how a table comes to where they ask first, and their use."""
READING_COMMANDS = {
    "board", "rules", "games", "help", "log", "history", "seat", "table seats", "stats player", "stats server",
    "server tables", "admin repost",
}  # fmt: skip
"""Commands that only show something."""
REVERSIBLE_COMMANDS = {
    "play": "it opens the panel, whose answers ask before what cannot be taken back",
    "move": "it answers the open question, as the panel does",
    "undo": "it shows what it takes back and asks",
    "report": "it only stores a remark",
    "table open": "/table end closes it",
    "table invite": "the host can remove them",
    "table sitter": "the person takes the seat back at any time",
    "table pause": "any move goes on, and a vote ends it",
    "table move": "a vote moves it back",
    "me hours": "it can be set again",
    "me away": "the button *I am back*",
    "me notices": "it can be set again",
    "server defaults": "they can be set again",
    "admin pause": "/admin resume",
    "admin resume": "/admin pause",
    "admin host": "it can be given back",
}
"""Commands that can be taken back, and how."""


def iter_command_names(command: object, head: str = "") -> Iterator[str]:
    if isinstance(command, app_commands.Group):
        for child in command.commands:
            yield from iter_command_names(child, f"{head}{command.name} ")
    elif isinstance(command, app_commands.Command):
        yield f"{head}{command.name}"


def list_all_commands(table: TableHarness) -> set[str]:
    return {name for command in table.bot.tree.get_commands() for name in iter_command_names(command)}


async def test_every_command_is_reversible_or_asks_first(table: TableHarness) -> None:
    listed = [*CONFIRMED_COMMANDS, *READING_COMMANDS, *REVERSIBLE_COMMANDS]
    assert sorted(listed) == sorted(list_all_commands(table))


async def dump_database(table: TableHarness) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows but those of what is on its way to Discord."""
    names = await table.db.list_tables()
    return {name: sorted(await table.db.fetch_rows(f'SELECT * FROM "{name}"'), key=repr) for name in names}


@pytest.mark.parametrize("command", CONFIRMED_COMMANDS)
async def test_confirmed_command_changes_nothing_before_its_button(
    table: TableHarness, jiro: FakeUser, command: str
) -> None:
    world, guild = table.driver.world, table.driver.guild_id
    moderator = world.add_user("Ada")
    world.add_member(guild, moderator["id"], roles=[world.add_role(guild, "mods", int(P.MANAGE_CHANNELS))["id"]])
    ada = FakeUser(world, moderator["id"], table.driver.channel_id)
    prepare_table, options = CONFIRMED_COMMANDS[command]
    await prepare_table(table, ada, jiro)
    await table.wait_for_outbox()
    before = await dump_database(table)
    question = await ada.send_command(command, **options)
    assert list_custom_ids(question.message, "h:", "sure") and list_custom_ids(question.message, "h:", "keep")
    assert await dump_database(table) == before
    kept = await ada.click(question, find_custom_id(question.message, "h:", "keep"))
    assert "Nothing was changed" in kept.text
    assert await dump_database(table) == before
    await table.send_confirmed(ada, command, **options)
    assert await dump_database(table) != before
    await table.wait_for_outbox()


@pytest.mark.parametrize("control", CONFIRMED_CONTROLS)
async def test_control_that_cannot_be_undone_asks_first(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, control: str
) -> None:
    prepare_table, use_control = CONFIRMED_CONTROLS[control]
    await prepare_table(table, ada, jiro)
    await table.wait_for_outbox()
    before = await dump_database(table)
    question = await use_control(table, ada)
    kept = await ada.click(question, find_custom_id(question.message, "h:", "keep"))
    assert "Nothing was changed" in kept.text
    assert await dump_database(table) == before
    await confirm(ada, await use_control(table, ada))
    assert await dump_database(table) != before
    await table.wait_for_outbox()


async def test_a_new_command_is_noticed(table: TableHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    @app_commands.command(name="destroy", description="x")
    async def destroy(_: object) -> None: ...

    monkeypatch.setattr(type(table.bot.tree), "get_commands", lambda _: [destroy])
    assert list_all_commands(table) == {"destroy"}


CONFIRMING_VERBS = {"sure", "takeit", "end", "enddraft"}
"""Buttons that carry out what was asked. takeit: on the page of an open seat, which says what taking it means; end,
enddraft: on the page that says that an answer ends the game.
"""
ASKING_VERBS = {"finish", "leave", "start", "forget", "autopilot", "score", "void", "resign", "ask"}
"""Buttons that ask first where they cannot be undone: for a host of other people, or where nobody else has to agree."""
ANSWERING_VERBS = {"line", "ok", "pick", "choose", "handful", "tick", "put", "amounts", "press", "take", "play"}
ANSWERING_VERBS |= {"agree", "refuse"}
"""Answers and what leads to them: the confirmation of the turn asks before what cannot be undone, as does an answer
that ends the game; a request says what agreeing does, and /undo takes a forced answer (press) back.
"""
REVERSIBLE_VERBS = {
    "colour": "it can be chosen again until the start",
    "computer": "it can be removed or added again until the start",
    "join": "Leave",
    "options": "it opens a form; they can be set again until the start",
    "option": "it can be set again until the start",
    "setting": "it can be set again",
    "up": "the seat can be moved again until the start",
    "hours": "they can be set again",
    "give": "the preset answer can be revoked",
    "standing": "the preset answer can be revoked",
    "revoke": "the preset answer can be given again",
    "relieve": "the person answers again at any time",
    "sit": "the person, or the substitute, ends it at any time",
    "day": "it only gives time",
    "snooze": "the question stays open",
    "wake": "the table falls asleep again by itself",
    "word": "it opens a form; the word can be changed until the start",
    "present": "/me away",
    "net": "it can be set again",
    "listed": "it can be set again",
    "again": "the new table can be closed",
    "undo": "it shows what it takes back and asks",
    "back": "/table leave",
    "language": "it can be chosen again",
    "keep": "nothing was changed",
}
"""Controls that can be taken back, and how."""
SHOWING_VERBS = {
    "changed", "contents", "export", "history", "historyat", "historyby", "learn", "lesson", "log", "logby", "login",
    "look", "me", "moderators", "picture", "public", "replay", "rule", "rules", "seat", "since", "span", "tables",
    "terms", "turn", "votes", "why", "yours", "zoom",
}  # fmt: skip
"""Controls that only show something."""
DRAFTING_VERBS = {
    "aside", "change", "details", "kind", "leaf", "lookamounts", "lookdraft", "looking", "lookkind", "lookmenu",
    "lookway", "minus", "plus", "rest", "variant", "way",
}  # fmt: skip
"""Controls of a panel that change an answer before it is given."""


def test_every_control_is_reversible_or_asks_first() -> None:
    listed = [
        *(*CONFIRMING_VERBS, *ASKING_VERBS, *ANSWERING_VERBS),
        *(*REVERSIBLE_VERBS, *SHOWING_VERBS, *DRAFTING_VERBS),
    ]
    assert sorted(listed) == sorted({*TABLE_VERBS, *HELP_VERBS, *QUESTION_VERBS})


async def test_menu_makes_no_request_that_its_own_button_asks_about(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    """Whether to abort a game in which the others have given up is asked first; a forged choice would skip that."""
    await table.open_and_start(ada, jiro, pace="none")
    card = await table.find_card()
    menu = find_custom_id((await ada.send_command("table seats")).message, "t:", "ask")
    with forge_control(table, card, menu, "void:1"):
        refused = await ada.select_values(card, menu, "void:1")
        assert "earlier version" in await wait_for_note(table, ada, refused, 2)
    assert await table.db.fetch_rows("SELECT kind FROM requests") == []


async def test_question_of_another_person_or_of_before_a_restart_does_nothing(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    question = await table.press_in_details(ada, "resign")
    await table.stop()
    await table.boot()
    reply = await confirm(ada, question)
    assert "used already" in reply.text
    row = await games.load_game(table.db, 1)
    assert row is not None and row.status == "playing"


def test_confirmation_belongs_to_its_person() -> None:
    async def carry_out(_: None) -> None: ...

    action = IrreversibleAction(nullcontext, lambda _: (), carry_out, lambda _: "")
    confirmations = Confirmations()
    confirmation = OpenConfirmation(person=7, action=action, text="")
    token = confirmations.add(confirmation)
    assert confirmations.take(token, 8) is None
    assert confirmations.take(token, 7) is confirmation
    assert confirmations.take(token, 7) is None
