"""Fixtures for this game's chat tests: the bot on the fake Discord server, as in tests/bot."""

from tests.bot.conftest import ada, jiro, real_discord_afterwards, table

__all__ = ["ada", "jiro", "real_discord_afterwards", "table"]
