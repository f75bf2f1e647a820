"""Kills of the bot at chosen moments of its messages, which random kills rarely meet."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from bot.fake_discord import FakeDiscord
from bot.fake_discord.model.events import GatewayEvent
from bot.fake_discord.server.faults import Fault
from tests.bot_process import BotProcess

from .channel import classify_message, is_plain

LOOK_S = 0.01
MAX_HANG_S = 40.0


class KillPoint(StrEnum):
    """A moment at which the bot is killed."""

    CALL_CREATED = "killed between a call and its edit"
    """The creation was answered, and the edit has been requested but not made."""
    CALL_EDITED = "killed at the edit of a call"
    """The edit was made, and its answer has not come."""
    CARD_REUSED = "killed when a card became a post"
    """The edit was made, and its answer has not come."""


class AimedKill:
    """Kills the bot at the next such moment in any channel."""

    def __init__(self, fake_discord: FakeDiscord, bot: BotProcess, point: KillPoint) -> None:
        self.fake_discord, self.bot, self.point = fake_discord, bot, point
        self._cards: set[str] = set()
        self._calls: set[str] = set()
        self._held_edit: Fault | None = None

    async def kill_at_point(self, max_seconds: float) -> bool:
        """Wait until the bot is killed; return False if no such moment came."""
        process = self.bot.process
        assert process is not None
        stop_listening = self.fake_discord.world.add_listener(self._handle_event)
        try:
            async with asyncio.timeout(max_seconds):
                while process.returncode is None:
                    if self._held_edit is not None and self._held_edit.hits:
                        self.bot.kill_now()
                        await process.wait()
                    await asyncio.sleep(LOOK_S)
        except TimeoutError:
            return False
        finally:
            stop_listening()
            if self._held_edit is not None:
                self._held_edit.remaining = 0
        return True

    def _handle_event(self, event: GatewayEvent) -> None:
        message = event.d
        if event.t == "MESSAGE_CREATE":
            kind = classify_message(message)
            if kind == "call" and is_plain(message):
                self._calls.add(message["id"])
                self._hold_edit(message)
            elif kind == "card":
                self._cards.add(message["id"])
        elif event.t == "MESSAGE_UPDATE":
            kind = classify_message(message)
            if message["id"] in self._cards and kind == "told" and self.point is KillPoint.CARD_REUSED:
                self.bot.kill_now()
            if message["id"] in self._calls and not is_plain(message) and self.point is KillPoint.CALL_EDITED:
                self.bot.kill_now()
            if kind == "card":
                self._cards.add(message["id"])

    def _hold_edit(self, message: Mapping[str, Any]) -> None:
        """Let the edit of a call hang: the bot is killed as soon as it is requested."""
        if self.point is KillPoint.CALL_CREATED and self._held_edit is None:
            path = f"/channels/{message['channel_id']}/messages/{message['id']}"
            self._held_edit = self.fake_discord.faults.hang("PATCH", path, MAX_HANG_S)
