"""A Discord of a few lines, without a network: it keeps what was posted and whom it rang, and can be away.

The bot's own sender, delivery and recovery work on it as on the real one.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from random import Random
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from discord.components import _component_factory

from bot.discord_ui.outbox.recovery import MARKS

DIRECT = 1 << 40
"""Ids of private channels: this and the person's."""
NONCE_TICKS = 10
"""So long a nonce is known."""


class Killed(BaseException):
    """The bot was killed here."""


@dataclass(slots=True)
class Post:
    """at: tick; row: of the outbox, None for what goes past it."""

    id: int
    channel: int
    at: int
    row: int | None
    nonce: str | None
    parts: list[dict[str, Any]]
    rings: tuple[int, ...]


Listener = Callable[[Post, bool], None]
"""Hears every post, and (True) every change of one."""


@dataclass
class PostOffice:
    """is_away: nothing gets through. lose: the share of answers that get lost though the post is out. kill: called
    where the bot may be killed.
    """

    chance: Random
    now: Callable[[], int]
    hear: Listener
    kill: Callable[[], None]
    lose: float = 0.0
    is_away: bool = False
    posts: dict[int, Post] = field(default_factory=dict)
    channels: dict[int, list[int]] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    """Channels that were deleted."""
    no_direct: set[int] = field(default_factory=set)
    """People who take no direct messages."""
    requests: int = 0
    _last: int = 0

    def channel(self, number: int) -> Any:
        return Channel(self, number)

    def check(self, channel: int) -> None:
        self.requests += 1
        self.kill()
        if self.is_away:
            raise aiohttp.ClientConnectionError("Discord is away")
        if channel in self.gone:
            raise discord.NotFound(_answer(404), {"code": 10003, "message": "Unknown Channel"})
        if channel - DIRECT in self.no_direct:
            raise discord.Forbidden(_answer(403), {"code": 50007, "message": "Cannot send messages to this user"})

    def after(self) -> None:
        """It is done; the bot may be killed before it knows, or the answer be lost."""
        self.kill()
        if self.chance.random() < self.lose:
            raise TimeoutError("the answer was lost")


def _answer(status: int) -> Any:
    return SimpleNamespace(status=status, reason="")


@dataclass(slots=True)
class Channel:
    """What `get_partial_messageable` gives."""

    office: PostOffice
    id: int

    async def send(self, view: Any, files: Any = (), nonce: str | None = None, allowed_mentions: Any = None) -> Any:
        del files
        office = self.office
        office.check(self.id)
        here = office.channels.setdefault(self.id, [])
        known = (office.posts[one] for one in reversed(here[-20:]))
        twin = next((p for p in known if nonce and p.nonce == nonce and office.now() - p.at <= NONCE_TICKS), None)
        if twin is None:
            parts = view.to_components()
            mark = next((p["id"] for p in parts if p.get("id", 0) >= MARKS), None)
            office._last = max(office._last + 1, int(1 + office.now() * 1000))
            allowed = {one.id for one in getattr(allowed_mentions, "users", None) or ()}
            named = tuple(int(found) for found in dict.fromkeys(re.findall(r"<@!?(\d+)>", str(parts))))
            rings = tuple(one for one in named if one in allowed)
            if self.id > DIRECT:
                rings = (self.id - DIRECT,)
            twin = Post(
                office._last, self.id, office.now(), None if mark is None else mark - MARKS, nonce, parts, rings
            )
            office.posts[twin.id] = twin
            here.append(twin.id)
            office.hear(twin, False)
        office.after()
        return SimpleNamespace(id=twin.id)

    def get_partial_message(self, number: int) -> Any:
        return Message(self.office, self.id, number)

    async def history(self, limit: int, after: Any, oldest_first: bool) -> AsyncIterator[Any]:
        del after, oldest_first
        self.office.check(self.id)
        for number in self.office.channels.get(self.id, [])[-limit:]:
            post = self.office.posts[number]
            parts = [_component_factory(part) for part in post.parts]  # type: ignore[arg-type]
            yield SimpleNamespace(id=number, author=SimpleNamespace(id=1), components=parts)


@dataclass(slots=True)
class Message:
    """What `get_partial_message` gives."""

    office: PostOffice
    channel: int
    id: int

    async def edit(self, view: Any, attachments: Any = (), allowed_mentions: Any = None) -> None:
        del attachments, allowed_mentions
        self._there()
        post = self.office.posts[self.id]
        post.parts = view.to_components()
        self.office.hear(post, True)
        self.office.after()

    async def delete(self) -> None:
        self._there()
        del self.office.posts[self.id]
        self.office.channels[self.channel].remove(self.id)
        self.office.after()

    def _there(self) -> None:
        self.office.check(self.channel)
        if self.id not in self.office.posts:
            raise discord.NotFound(_answer(404), {"code": 10008, "message": "Unknown Message"})
