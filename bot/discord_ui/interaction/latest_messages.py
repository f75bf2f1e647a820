"""The newest messages of channels, and the newest answer shown on each message.

A late picture does not restore an older page, and one of the bot's messages below which nobody has posted can be edited
into another.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import discord

from bot.discord_ui.page.pages import Page


class LatestEdits:
    """Message id -> last interaction answered on it, for the `capacity` newest messages."""

    def __init__(self, capacity: int = 4096) -> None:
        self._newest_interactions: OrderedDict[int, int] = OrderedDict()
        """Message -> its newest interaction; the message that was answered last is at the end."""
        self._newer_pages: dict[int, Page | None] = {}
        """Messages being edited -> newer page shown meanwhile, or None."""
        self._capacity = capacity

    def record_answer(self, message: int, interaction: int, page: Page) -> None:
        """Record that the interaction's answer (`page`) is being sent to the message."""
        if interaction < self._newest_interactions.get(message, 0):
            return
        self._newest_interactions[message] = interaction
        self._newest_interactions.move_to_end(message)
        if message in self._newer_pages:
            self._newer_pages[message] = page
        if len(self._newest_interactions) > self._capacity:
            self._newest_interactions.popitem(last=False)

    def mark_outdated(self, message: int, interaction: int) -> None:
        """Record that the message will be deleted because a later interaction was answered in another one."""
        self._newest_interactions[message] = max(self._newest_interactions.get(message, 0), interaction)

    def is_newest(self, message: int, interaction: int) -> bool:
        return self._newest_interactions.get(message, interaction) <= interaction

    @contextmanager
    def track_edit(self, message: int) -> Iterator[Callable[[], Page | None]]:
        """Mark the message as being edited. Yields a function that returns the newer page the edit overtook, if any."""
        self._newer_pages[message] = None
        try:
            yield lambda: self._newer_pages.get(message)
        finally:
            self._newer_pages.pop(message, None)


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
        """By id; the channel that was last written in is at the end."""
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
