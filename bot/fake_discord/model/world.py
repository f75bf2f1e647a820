"""The complete model of a small Discord: users, guilds and channels with messages, files, commands and interactions."""

from bot.fake_discord.model.clock import Clock
from bot.fake_discord.model.commands import Commands, Installations
from bot.fake_discord.model.directory import Directory
from bot.fake_discord.model.errors import Json
from bot.fake_discord.model.interactions import Interactions
from bot.fake_discord.model.messages import Messages
from bot.fake_discord.model.uploads import EmojiStore, FileStore


class World(Directory):
    """The complete state of the fake Discord server.

    For long runs memory can be bounded. keep_messages: maximum number of messages kept per channel. keeps_files: False
    drops the content of uploaded files at once.
    """

    def __init__(
        self,
        name: str = "Teban",
        *,
        clock: Clock | None = None,
        keep_messages: int | None = None,
        keeps_files: bool = True,
    ) -> None:
        super().__init__(name, clock=clock)
        self.largest_message_bytes = 0
        """Bytes of the largest list of components that a message had."""
        self.files = FileStore(self, keeps_files=keeps_files)
        self.messages = Messages(self, self.files, max_messages=keep_messages)
        self.emoji = EmojiStore(self)
        self.installs = Installations(self)
        """By people, for their own accounts."""
        self.commands = Commands(self, self.installs)
        max_interactions = None if keep_messages is None else 2_000
        self.interactions = Interactions(
            self, self.installs, self.commands, self.messages, max_interactions=max_interactions
        )

    def delete_channel(self, channel_id: str, *, is_quiet: bool = False) -> Json:
        """Delete a channel (see Directory) with its messages."""
        deleted = super().delete_channel(channel_id, is_quiet=is_quiet)
        if channel_id not in self.channels:
            self.messages.drop_channel(channel_id)
        return deleted
