"""Tables of this game in chat: the bot on a stand-in, as in tests/bot."""

from tests.bot.conftest import ada, jiro, real_discord_afterwards, table

__all__ = ["ada", "jiro", "real_discord_afterwards", "table"]
