"""People's apps: push notifications of new messages, and the choices that menus show."""

import re
from collections import deque
from collections.abc import Collection
from typing import NamedTuple

from bot.fake_discord.model.errors import ImpossibleAction, Json
from bot.fake_discord.model.events import DM

from . import components

MENTION = re.compile(r"<@!?(\d+)>")


class Push(NamedTuple):
    """A push notification on a person's phone."""

    user_id: str
    """The person whose phone shows it."""
    message_id: str
    """The message that caused it, which may be gone since."""
    text: str
    """Its words; empty if the message was created without `content`."""


class Phones:
    """The apps of all users."""

    def __init__(self) -> None:
        self.pushes: deque[Push] = deque(maxlen=10_000)
        """The latest push notifications, oldest first."""
        self._choices: dict[tuple[str, str, str], tuple[str | None, tuple[str, ...]]] = {}
        """(user, message, menu) -> the edit of the message and the choice that the menu shows."""

    def push_message(self, message: Json, channel: Json) -> None:
        """Notify the people whom a new message calls. A push shows `content`, nothing of the components."""
        if message["flags"] & (components.IS_EPHEMERAL | components.IS_SILENT):
            return
        users = channel["recipients"] if channel["type"] == DM else message["mentions"]
        names = {user["id"]: user["global_name"] or user["username"] for user in message["mentions"]}
        text = MENTION.sub(lambda match: f"@{names.get(match[1], match[1])}", message["content"])
        self.pushes += [Push(user["id"], message["id"], text) for user in users]

    def record_choice(self, user_id: str, message: Json, custom_id: str, values: Collection[str]) -> None:
        """Record a choice in a menu. Raises ImpossibleAction for the choice that the menu shows already, which an app
        does not send until the message is edited.
        """
        choice = (message["edited_timestamp"], tuple(values))
        key = (user_id, message["id"], custom_id)
        if self._choices.get(key) == choice:
            raise ImpossibleAction(f"{custom_id!r} shows {list(values)} already: the app sends nothing")
        self._choices[key] = choice
