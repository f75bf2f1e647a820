"""A small Discord, whole: its places and people, and what is written, uploaded, registered and pressed."""

from __future__ import annotations

from bot.standin.model.clock import Clock
from bot.standin.model.commands import Commands
from bot.standin.model.errors import Json
from bot.standin.model.files import Files
from bot.standin.model.interactions import Interactions
from bot.standin.model.messages import Messages
from bot.standin.model.places import Places


class World(Places):
    """Everything that Discord would know. `keep_messages` bounds memory: older messages of a channel are forgotten
    (soak runs).
    """

    def __init__(self, name: str = "Teban", *, clock: Clock | None = None, keep_messages: int | None = None) -> None:
        super().__init__(name, clock=clock)
        self.files = Files(self)
        self.messages = Messages(self, self.files, keep=keep_messages)
        self.commands = Commands(self)
        kept = None if keep_messages is None else 2_000
        self.interactions = Interactions(self, self.commands, self.messages, keep=kept)

    def delete_channel(self, channel_id: str) -> Json:
        """Delete a channel (see Places), and its messages with it."""
        deleted = super().delete_channel(channel_id)
        if channel_id not in self.channels:
            self.messages.forget_channel(channel_id)
        return deleted
