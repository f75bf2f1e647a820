"""One whole game of each title at its smallest table. Only those of the example games run before a release.

Played without first-game aids and, except for one example, without drawing: random players need neither, and both are
most of the bot's work. (`tests/playground/test_whole_game.py` draws; so does `python -m tests.e2e`.)
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path

import pytest

from bot.discord_ui.page.pages import MAX_BYTES
from engines.kernel import AIDS, load_games
from storage import ServerAddress
from tests.bot_process import BotProcess
from tests.discovered import list_shipped_games, mark_slice

from .whole_game import LONGEST_NAMES, play_whole_game

DRAWN_GAME = next(name for name in load_games() if name not in list_shipped_games())


@pytest.mark.parametrize("game_id", mark_slice(load_games(), lambda game_id: game_id not in list_shipped_games()))
async def test_a_whole_game_by_clicks(game_id: str) -> None:
    game = load_games()[game_id]
    options = {AIDS.id: "off"} if AIDS in game.options else {}
    played = await play_whole_game(game_id, game.seat_counts[0], seed=3, options=options, plain=game_id != DRAWN_GAME)
    assert played.violations == []
    assert played.shown_scores == played.scores
    assert played.slowest_ms < 3000
    assert 0 < played.largest_message_bytes <= MAX_BYTES


@pytest.mark.release
async def test_messages_of_a_crowded_table_stay_small() -> None:
    """Posts in both languages and names as long as can be: `python -m tests.e2e --game NAME --crowded`."""
    played = await play_whole_game(DRAWN_GAME, 4, seed=3, plain=True, language="both", names=LONGEST_NAMES)
    assert played.violations == []
    assert 0 < played.largest_message_bytes <= MAX_BYTES


@pytest.mark.postgres_only
async def test_a_game_on_a_server_goes_on_after_a_kill(database: ServerAddress, tmp_path: Path) -> None:
    """A second bot is refused, the health check asks the server, and no output shows the password."""
    secret = ServerAddress(database.secret_url.replace("postgres@", "postgres:s3cret@"))
    log = tmp_path / "log"

    async def interrupt(bot: BotProcess) -> None:
        async with asyncio.timeout(60):
            while (health := await run_beside(bot, "bot.health")) != (0, "healthy\n"):
                assert "no heartbeat" in health[1]
        code, output = await run_beside(bot, "bot.main")
        assert code == 1 and output.endswith(f"teban: {database}: the database is locked: another Teban writes it\n")
        code, output = await run_beside(bot, "bot.main", "doctor")
        assert code == 0 and "table 1: " in output and "s3cret" not in output
        await bot.kill()
        assert (await run_beside(bot, "bot.health"))[1].startswith(f"no heartbeat at {database}: ")
        await bot.start()

    played = await play_whole_game(DRAWN_GAME, 2, seed=3, plain=True, database=secret, interrupt=interrupt, log=log)
    assert played.violations == []
    assert played.shown_scores == played.scores
    assert "s3cret" not in log.read_text()


async def run_beside(bot: BotProcess, module: str, *arguments: str) -> tuple[int | None, str]:
    """Run a module with the settings of a running bot; return its exit code and output."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, *arguments, env=bot.environment, stdout=PIPE, stderr=STDOUT
    )
    output, _ = await process.communicate()
    return process.returncode, output.decode()
