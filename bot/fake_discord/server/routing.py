"""Parsed API requests as the route handlers see them, and the route table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from bot.fake_discord.model.errors import ApiError, InvalidBody, Json, PayloadProblem, Violation
from bot.fake_discord.model.events import DM, THREADS
from bot.fake_discord.model.permissions import Permission
from bot.fake_discord.model.uploads import Upload
from bot.fake_discord.model.world import World
from bot.fake_discord.server.schema_validation import list_schema_problems

from . import payload_rules


@dataclass(slots=True)
class ApiRequest:
    """One parsed request to the API."""

    world: World
    """All that the fake server knows."""
    method: str
    """Of HTTP, in capitals."""
    template: str
    """Route template, e.g. "/channels/{channel_id}"."""
    params: Mapping[str, str]
    """Values of the names in `template`."""
    query: Mapping[str, str]
    """Parameters behind the `?`."""
    payload: Any
    """The JSON body; None without one, or before it is read."""
    uploads: dict[int, Upload]
    """By the n of `files[n]`."""
    is_strict: bool
    """Payloads are checked, and refused as Discord would."""
    after_response: Callable[[], None] | None = field(default=None)
    """Called after the response was sent."""

    def refuse_problems(self, list_problems: Callable[[], list[PayloadProblem]]) -> None:
        """Refuse the payload (code 50035) if the check finds problems. Checks only run when validation is on."""
        if self.is_strict and (payload_problems := list_problems()):
            raise InvalidBody(payload_problems)

    def check_schema(self, template: str | None = None) -> None:
        """Check the payload against the API description of this operation (or of the one named by `template`)."""
        self.refuse_problems(lambda: list_schema_problems(self.method, template or self.template, self.payload))

    def check_message(self, data: Json, *, before: Json | None = None, path: tuple[str | int, ...] = ()) -> None:
        """Check a message payload against the rules that the description does not state.

        Raises ApiError 500 if it is larger than Discord can take (`Quirks.max_message_bytes`).
        """
        max_bytes = self.world.quirks.max_message_bytes
        size = len(msgspec.json.encode(data.get("components") or []))
        self.world.largest_message_bytes = max(self.world.largest_message_bytes, size)
        if self.is_strict and max_bytes is not None and size > max_bytes:
            problem = PayloadProblem(("components",), "TOO_LARGE", f"{size} bytes, at most {max_bytes} are accepted")
            self.world.violations.append(Violation(self.method, self.template, problem, data))
            raise ApiError(500, 0, "500: Internal Server Error")
        uploaded_files = [(index, upload.filename) for index, upload in self.uploads.items()]
        self.refuse_problems(
            lambda: payload_rules.list_message_problems(data, uploaded_files=uploaded_files, before=before, path=path)
        )

    def require_channel(self, channel_id: str, bits: Permission = Permission.VIEW_CHANNEL) -> Json:
        """Return the channel. Raises ApiError 50001 if the bot cannot see it, 50013 if it lacks these permissions."""
        channel = self.world.find_channel(channel_id)
        permissions = self.world.compute_permissions(self.world.me["id"], channel_id)
        if not permissions & Permission.VIEW_CHANNEL:
            raise ApiError(403, 50001, "Missing Access")
        if bits & ~permissions:
            raise ApiError(403, 50013, "Missing Permissions")
        return channel

    def require_postable_channel(self, channel_id: str, data: Json) -> Json:
        """Return the channel if the bot may post this message in it. Raises ApiError for missing permissions, archived
        or locked threads and closed direct messages.
        """
        channel = self.world.find_channel(channel_id)
        if channel["type"] == DM:
            if channel["recipients"][0]["id"] in self.world.closed_dms:
                raise ApiError(403, 50007, "Cannot send messages to this user")
            return channel
        bits = Permission.VIEW_CHANNEL | (
            Permission.SEND_MESSAGES_IN_THREADS if channel["type"] in THREADS else Permission.SEND_MESSAGES
        )
        if self.uploads:
            bits |= Permission.ATTACH_FILES
        if data.get("embeds"):
            bits |= Permission.EMBED_LINKS
        self.require_channel(channel_id, bits)
        manages = self.world.compute_permissions(self.world.me["id"], channel_id) & Permission.MANAGE_THREADS
        if channel["type"] in THREADS and channel["thread_metadata"]["locked"] and not manages:
            if channel["thread_metadata"]["archived"]:
                raise build_archived_error()
            raise ApiError(400, 160005, "Thread is locked")
        return channel


def build_archived_error() -> ApiError:
    """Return the error for changes in an archived thread."""
    return ApiError(400, 50083, "Thread is archived")


Handler = Callable[[ApiRequest], Json | list[Json] | None]


class Routes:
    """A table of routes below /api/v10. A handler returns the response body, or None for 204; an ApiError that it
    raises becomes an error response.
    """

    def __init__(self) -> None:
        self.handlers: dict[tuple[str, str], Handler] = {}
        """By method and path template."""

    def __call__(self, method: str, template: str) -> Callable[[Handler], Handler]:
        def add(handler: Handler) -> Handler:
            self.handlers[method, template] = handler
            return handler

        return add
