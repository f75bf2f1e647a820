"""The newest messages of the channels: one of the bot's below which nobody has posted can be edited into another."""

from collections import OrderedDict
from dataclasses import dataclass

import discord


@dataclass(slots=True)
class _Channel:
    first_id: int
    """The first message heard of since the start."""
    newest_id: int = 0
    """The newest message that the outbox did not post; 0: none since the start."""


class NewestMessages:
    """Ids of the newest messages in the `capacity` channels that were last written in."""

    def __init__(self, capacity: int = 4096) -> None:
        self._channels: OrderedDict[int, _Channel] = OrderedDict()
        self._capacity = capacity

    def record_message(self, message: discord.Message, bot_id: int) -> None:
        """Record a message that was posted just now. bot_id: whose posts do not count, except answers to commands."""
        if message.flags.ephemeral:
            return
        channel = self._channels.setdefault(message.channel.id, _Channel(message.id))
        if message.author.id != bot_id or message.interaction_metadata is not None:
            channel.newest_id = max(channel.newest_id, message.id)
        self._channels.move_to_end(message.channel.id)
        if len(self._channels) > self._capacity:
            self._channels.popitem(last=False)

    def is_last(self, channel_id: int, message: int) -> bool:
        """Return whether surely nobody else has posted below this message of the bot."""
        channel = self._channels.get(channel_id)
        return channel is not None and channel.first_id <= message and channel.newest_id < message
