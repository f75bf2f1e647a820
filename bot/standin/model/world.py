"""A small Discord, whole: its places and people, and what is written, uploaded, registered and pressed."""

from __future__ import annotations

from bot.standin.model.clock import Clock
from bot.standin.model.commands import Commands
from bot.standin.model.emoji import Emoji
from bot.standin.model.errors import Json
from bot.standin.model.files import Files
from bot.standin.model.installs import Installs
from bot.standin.model.interactions import Interactions
from bot.standin.model.messages import Messages
from bot.standin.model.places import Places


class World(Places):
    """Everything that Discord would know. `keep_messages` bounds memory: older messages of a channel are forgotten
    (soak runs); so does keep_files=False: what is uploaded is forgotten at once.
    """

    def __init__(
        self,
        name: str = "Teban",
        *,
        clock: Clock | None = None,
        keep_messages: int | None = None,
        keep_files: bool = True,
    ) -> None:
        super().__init__(name, clock=clock)
        self.files = Files(self, keep=keep_files)
        self.messages = Messages(self, self.files, keep=keep_messages)
        self.emoji = Emoji(self)
        self.installs = Installs(self)
        self.commands = Commands(self, self.installs)
        kept = None if keep_messages is None else 2_000
        self.interactions = Interactions(self, self.installs, self.commands, self.messages, keep=kept)

    def delete_channel(self, channel_id: str) -> Json:
        """Delete a channel (see Places), and its messages with it."""
        deleted = super().delete_channel(channel_id)
        if channel_id not in self.channels:
            self.messages.forget_channel(channel_id)
        return deleted
