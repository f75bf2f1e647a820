"""Logs hold no hands and no options, whatever goes wrong: they are copied into error reports and read by many."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.discord_ui.interaction.handling import _describe_interaction
from bot.discord_ui.page.render_pool import DrawingFailed, RenderPool
from bot.logs import OneLineFormatter, describe_error, format_error
from bot.table import TableService
from bot.table.state import stored_match
from engines.kernel import Decision, Refused
from storage import Database, StorageError
from tests.discovered import list_shipped_games
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players

SECRET = "hand:77"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Yield the text of a log at the most talkative level."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(OneLineFormatter())
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    for name in ("bot", "storage", "engines", "render"):
        logging.getLogger(name).setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)
    for name in ("bot", "storage", "engines", "render"):
        logging.getLogger(name).setLevel(logging.NOTSET)


def raise_secret(*_: object) -> None:
    try:
        raise KeyError(SECRET)
    except KeyError as error:
        raise ValueError(f"no card {SECRET}") from error


@pytest.mark.parametrize("game_id", list_shipped_games())
async def test_upgrades_refusals_and_crashes_of_every_game(
    database: Any, written: io.StringIO, monkeypatch: pytest.MonkeyPatch, game_id: str
) -> None:
    clock = Clock()
    async with await Database.open(database, may_create=False) as db:
        service = TableService(db, clock, "en")
        players = Players(service, clock)
        table_id = await players.start_table(AOI, MARCO, JULES, game_id=game_id)
        async with service.lock_table(table_id) as table:
            while table.match is None or len(table.decision_numbers) < 1:
                await players.answer_randomly(table)
            assert table.match.open_prompts is not None
            seat = table.waiting[0]
            with pytest.raises(Refused) as refused:
                await players.answer(table, seat, "no-such-option")
            logging.getLogger("bot.table").warning("refused: %s", refused.value)
            logging.getLogger("bot.table").warning("refused: %s", refused.value.reason)
            options = {option.key for prompt in table.match.open_prompts.prompts for option in prompt.options}
        assert any(key in str(refused.value) for key in options), "the refusal itself quotes the options"

        # Rules that no longer know the last answer, as after an upgrade.
        monkeypatch.setattr(stored_match, "read_decision", lambda row: Decision(row.step, row.seat, ("gone",)))
        await TableService(db, clock, "en").load_games_in_play()

        # Rules that crash with what they hold.
        monkeypatch.setattr("engines.kernel.match.Match._run_script", raise_secret)
        await TableService(db, clock, "en").load_games_in_play()
    text = written.getvalue()
    assert text.count("\n") >= 5 and "Refused" in text and "ValueError" in text
    assert [key for key in (*options, SECRET) if f"{key}'" in text] == [] and SECRET not in text


def test_messages_of_rules_are_withheld_and_others_are_kept() -> None:
    assert describe_error(Refused("kernel.refused.option", options=(SECRET,))) == "Refused: kernel.refused.option"
    assert describe_error(KeyError(SECRET)) == "KeyError"
    assert describe_error(StorageError("disk full")) == "StorageError: disk full"
    assert describe_error(OSError(28, "No space")) == "OSError: [Errno 28] No space"
    command: Any = app_commands.Command(name="move", description="d", callback=_callback)
    wrapped = app_commands.CommandInvokeError(command, KeyError(SECRET))
    assert SECRET in str(wrapped) and SECRET not in describe_error(wrapped)
    try:
        raise_secret()
    except ValueError as error:
        group = ExceptionGroup(SECRET, [error])
    text = format_error(group)
    assert SECRET not in text and text.index("KeyError") < text.index("ValueError") and "raise_secret" in text


async def _callback(interaction: Any) -> None: ...


def test_traceback_of_another_process_has_its_places_only() -> None:
    with ProcessPoolExecutor(1) as pool, pytest.raises(ValueError) as raised:
        pool.submit(raise_secret).result()
    text = format_error(raised.value)
    assert "in raise_secret" in text and SECRET not in text


class FailingRequest:
    def draw(self) -> None:
        raise_secret()


@pytest.mark.parametrize("processes", [False, True])
async def test_failed_drawing_has_its_places_and_kinds_of_errors(written: io.StringIO, processes: bool) -> None:
    pool = RenderPool(processes=processes)
    try:
        await pool.draw_request(FailingRequest())
    except DrawingFailed:
        logging.getLogger("bot").exception("no picture")
    finally:
        pool.close()
    text = written.getvalue()
    assert "in raise_secret" in text and "KeyError" in text and "ValueError" in text and SECRET not in text


async def test_error_of_a_lost_task_is_withheld(written: io.StringIO) -> None:
    async def fail() -> None:
        raise_secret()

    task = asyncio.create_task(fail())
    await asyncio.wait([task])
    del task
    gc.collect()
    assert "never retrieved" in written.getvalue() and SECRET not in written.getvalue()


async def test_lost_presses_do_not_name_what_was_pressed(written: io.StringIO) -> None:
    button: Any = discord.ui.Button(label=SECRET)
    logging.getLogger("discord.ui.view").error("Ignoring exception in dynamic item callback for %r", button)

    async def fail() -> None:
        raise ValueError

    task = asyncio.create_task(fail(), name=f"discord-ui-dynamic-item-Panel-p:12.0.45.0:pick:{SECRET}")
    await asyncio.wait([task])
    del task
    gc.collect()
    text = written.getvalue()
    assert "callback for 'Button'" in text and "never retrieved" in text and SECRET not in text


def test_pressed_option_is_not_named() -> None:
    data = {"custom_id": f"p:12.0.45.0:pick:{SECRET}"}
    pressed: Any = SimpleNamespace(type=SimpleNamespace(name="component"), data=data, id=1)
    assert _describe_interaction(pressed) == "component p:12.0.45.0:pick"
