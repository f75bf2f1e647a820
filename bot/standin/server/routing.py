"""A request as the route handlers see it, and the table of routes they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.standin.model.errors import ApiError, InvalidForm, Json, Problem
from bot.standin.model.events import DM, THREADS
from bot.standin.model.files import Upload
from bot.standin.model.permissions import Permission as P
from bot.standin.model.world import World
from bot.standin.server import limits
from bot.standin.server.validation import schema_problems


@dataclass(slots=True)
class Call:
    """One request to the API, parsed. `then` is run when the answer has left the house."""

    world: World
    method: str
    template: str
    params: Mapping[str, str]
    query: Mapping[str, str]
    payload: Any
    uploads: dict[int, Upload]
    validate: bool
    then: Callable[[], None] | None = field(default=None)

    def check(self, problems: Callable[[], list[Problem]]) -> None:
        """Refuse the payload (code 50035) if the check, run only where validation is on, finds anything."""
        if self.validate and (found := problems()):
            raise InvalidForm(found)

    def check_schema(self, template: str | None = None) -> None:
        """Check the payload against the API description of this operation (or of a named one)."""
        self.check(lambda: schema_problems(self.method, template or self.template, self.payload))

    def check_message(self, data: Json, *, before: Json | None = None, path: tuple[str | int, ...] = ()) -> None:
        """Check a message payload against the rules that the description does not state."""
        uploaded = [(index, upload.filename) for index, upload in self.uploads.items()]
        self.check(lambda: limits.message_problems(data, uploaded=uploaded, before=before, path=path))

    def need(self, channel_id: str, bits: P = P.VIEW_CHANNEL) -> Json:
        """The channel, if the bot sees it (else 50001) and has these permissions in it (else 50013)."""
        channel = self.world.channel(channel_id)
        held = self.world.permissions(self.world.me["id"], channel_id)
        if not held & P.VIEW_CHANNEL:
            raise ApiError(403, 50001, "Missing Access")
        if bits & ~held:
            raise ApiError(403, 50013, "Missing Permissions")
        return channel

    def need_to_post(self, channel_id: str, data: Json) -> Json:
        """The channel, if the bot may post this message in it: permissions, archived or locked threads, closed direct
        messages.
        """
        channel = self.world.channel(channel_id)
        if channel["type"] == DM:
            if channel["recipients"][0]["id"] in self.world.closed_dms:
                raise ApiError(403, 50007, "Cannot send messages to this user")
            return channel
        bits = P.VIEW_CHANNEL | (P.SEND_MESSAGES_IN_THREADS if channel["type"] in THREADS else P.SEND_MESSAGES)
        if self.uploads:
            bits |= P.ATTACH_FILES
        if data.get("embeds"):
            bits |= P.EMBED_LINKS
        self.need(channel_id, bits)
        manages = self.world.permissions(self.world.me["id"], channel_id) & P.MANAGE_THREADS
        if channel["type"] in THREADS and channel["thread_metadata"]["locked"] and not manages:
            if channel["thread_metadata"]["archived"]:
                raise archived_thread()
            raise ApiError(400, 160005, "Thread is locked")
        return channel


def archived_thread() -> ApiError:
    """The error for changing something in an archived thread."""
    return ApiError(400, 50083, "Thread is archived")


Handler = Callable[[Call], Json | list[Json] | None]


class Routes:
    """A table of routes below /api/v10. A handler answers with a body, or None for 204; whatever it raises as
    ApiError is the answer.
    """

    def __init__(self) -> None:
        self.table: dict[tuple[str, str], Handler] = {}

    def __call__(self, method: str, template: str) -> Callable[[Handler], Handler]:
        def add(handler: Handler) -> Handler:
            self.table[method, template] = handler
            return handler

        return add
