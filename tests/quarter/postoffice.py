"""A minimal Discord without a network: it records posts and their mentions, and can have outages.

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

from bot.discord_ui.interaction.latest_messages import NewestMessages
from bot.discord_ui.outbox.message_client import ROW_CODE_BASE
from bot.fake_discord.model.components import CONTAINER

DIRECT = 1 << 40
"""Added to a person's id, gives the id of their private channel."""
BOT_ID = 1
NONCE_TICKS = 10
"""Ticks during which a nonce is remembered."""


class Killed(BaseException):
    """The bot was killed."""


@dataclass(slots=True)
class Post:
    """A posted message."""

    id: int
    channel: int
    posted_at: int
    """Tick of the post."""
    row_id: int | None
    """Id of the outbox row; None for posts that bypass the outbox."""
    nonce: str | None
    components: list[dict[str, Any]]
    mentions: tuple[int, ...]

    @property
    def marked_row_id(self) -> int | None:
        """Id of the row whose mark the message carries now; None without a mark."""
        mark = _find_mark(self.components)
        return None if mark is None else mark - ROW_CODE_BASE

    @property
    def is_page(self) -> bool:
        """Whether it is a page of components, no longer a plain call."""
        return any(part["type"] == CONTAINER for part in self.components)


Listener = Callable[[Post, bool], None]
"""Called with every post, and with True for every edit, also that of a call into its page."""


@dataclass
class PostOffice:
    """The posts and channels of the simulated Discord."""

    rng: Random
    now: Callable[[], int]
    listener: Listener
    may_kill: Callable[[], None]
    """Called where the bot may be killed."""
    loss_share: float = 0.0
    """Share of responses that get lost after a successful post."""
    is_away: bool = False
    """True during an outage."""
    posts: dict[int, Post] = field(default_factory=dict)
    channels: dict[int, list[int]] = field(default_factory=dict)
    deleted_channels: set[int] = field(default_factory=set)
    """Deleted channels."""
    no_direct: set[int] = field(default_factory=set)
    """People who accept no direct messages."""
    newest_messages: NewestMessages = field(default_factory=NewestMessages)
    """The newest message of each channel that the bot's present run has heard of."""
    requests: int = 0
    _last: int = 0

    def channel(self, number: int) -> Any:
        return Channel(self, number)

    def check_access(self, channel: int) -> None:
        self.requests += 1
        self.may_kill()
        if self.is_away:
            raise aiohttp.ClientConnectionError("Discord is away")
        if channel in self.deleted_channels:
            raise discord.NotFound(_build_response(404), {"code": 10003, "message": "Unknown Channel"})
        if channel - DIRECT in self.no_direct:
            raise discord.Forbidden(
                _build_response(403), {"code": 50007, "message": "Cannot send messages to this user"}
            )

    def finish_request(self) -> None:
        """Finish a successful request: the bot may be killed before the response, or the response may be lost."""
        self.may_kill()
        if self.rng.random() < self.loss_share:
            raise TimeoutError("the answer was lost")


def _find_mark(parts: list[dict[str, Any]]) -> int | None:
    """Return the mark of a page (its box) or of a call (the argument of its button)."""
    for part in parts:
        if part.get("id", 0) >= ROW_CODE_BASE:
            return int(part["id"])
        for button in part.get("components", ()):
            mark = str(button.get("custom_id", "")).rpartition(":")[2]
            if mark.isdecimal() and int(mark) >= ROW_CODE_BASE:
                return int(mark)
    return None


def _build_response(status: int) -> Any:
    return SimpleNamespace(status=status, reason="")


def _present_message(post: Post) -> Any:
    """Return what the gateway says about a post of the bot."""
    return SimpleNamespace(
        id=post.id,
        channel=SimpleNamespace(id=post.channel),
        author=SimpleNamespace(id=BOT_ID),
        flags=SimpleNamespace(ephemeral=False),
        interaction_metadata=None,
    )


@dataclass(slots=True)
class Channel:
    """Result of `get_partial_messageable`."""

    office: PostOffice
    id: int

    async def send(
        self,
        content: str | None = None,
        *,
        view: Any,
        files: Any = (),
        nonce: str | None = None,
        silent: bool = False,
        allowed_mentions: Any = None,
    ) -> Any:
        del files, silent
        office = self.office
        office.check_access(self.id)
        channel_posts = office.channels.setdefault(self.id, [])
        recent_posts = (office.posts[post_id] for post_id in reversed(channel_posts[-20:]))
        twin = next(
            (p for p in recent_posts if nonce and p.nonce == nonce and office.now() - p.posted_at <= NONCE_TICKS), None
        )
        if twin is None:
            parts = view.to_components()
            mark = _find_mark(parts)
            office._last = max(office._last + 1, int(1 + office.now() * 1000))
            allowed = {post_id.id for post_id in getattr(allowed_mentions, "users", None) or ()}
            mentioned = tuple(int(match) for match in dict.fromkeys(re.findall(r"<@!?(\d+)>", f"{content} {parts}")))
            rings = tuple(post_id for post_id in mentioned if post_id in allowed)
            if self.id > DIRECT:
                rings = (self.id - DIRECT,)
            twin = Post(
                office._last, self.id, office.now(), None if mark is None else mark - ROW_CODE_BASE, nonce, parts, rings
            )
            office.posts[twin.id] = twin
            channel_posts.append(twin.id)
            office.newest_messages.record_message(_present_message(twin), BOT_ID)
            office.listener(twin, False)
        office.finish_request()
        return Message(office, self.id, twin.id)

    def get_partial_message(self, number: int) -> Any:
        return Message(self.office, self.id, number)

    async def fetch_message(self, number: int) -> Any:
        message = Message(self.office, self.id, number)
        message._check_exists()
        message.components = [_component_factory(part) for part in self.office.posts[number].components]  # type: ignore[arg-type]
        return message

    async def history(self, limit: int, after: Any = None, oldest_first: bool = False) -> AsyncIterator[Any]:
        del after, oldest_first
        self.office.check_access(self.id)
        for number in self.office.channels.get(self.id, [])[-limit:]:
            post = self.office.posts[number]
            message = Message(self.office, self.id, number)
            message.components = [_component_factory(part) for part in post.components]  # type: ignore[arg-type]
            yield message


@dataclass(slots=True)
class Message:
    """A message, also the result of `get_partial_message`."""

    office: PostOffice
    channel: int
    id: int
    attachments: tuple[Any, ...] = ()
    author: Any = field(default_factory=lambda: SimpleNamespace(id=BOT_ID))
    components: list[Any] = field(default_factory=list)

    @property
    def flags(self) -> Any:
        """Whether it is a page of components, no longer a plain call."""
        return SimpleNamespace(components_v2=self.office.posts[self.id].is_page)

    async def edit(
        self, content: str | None = None, *, view: Any, attachments: Any = (), allowed_mentions: Any = None
    ) -> None:
        del content, attachments, allowed_mentions
        self._check_exists()
        post = self.office.posts[self.id]
        post.components = view.to_components()
        self.office.listener(post, True)
        self.office.finish_request()

    async def delete(self) -> None:
        self._check_exists()
        del self.office.posts[self.id]
        self.office.channels[self.channel].remove(self.id)
        self.office.finish_request()

    def _check_exists(self) -> None:
        self.office.check_access(self.channel)
        if self.id not in self.office.posts:
            raise discord.NotFound(_build_response(404), {"code": 10008, "message": "Unknown Message"})
