"""Shapes of the JSON that the playground's page sends; everything else is refused before it is used."""

from typing import Any

import msgspec
from aiohttp import web
from msgspec import Struct, field

Scalar = str | int | float | bool | None


class InvalidRequest(Exception):
    """A request of the page is invalid; the message says what was expected."""


class TypedOption(Struct, frozen=True):
    """An option of a command, or a subcommand with its options."""

    name: str  # of the option or subcommand
    value: Scalar = None  # None for a subcommand
    options: tuple["TypedOption", ...] | None = None  # of a subcommand; None for an option


class SubmittedField(Struct, frozen=True):
    """A part of an entry form: a field, or what holds one."""

    custom_id: str | None = None  # of a field, or None for a label around one
    value: Scalar = None  # of a text field or a radio group
    values: tuple[Scalar, ...] | None = None  # of a menu or of boxes to tick
    component: "SubmittedField | None" = None  # the field in a label
    components: tuple["SubmittedField", ...] | None = None  # the fields in a row


class InteractionData(Struct, frozen=True):
    """An act of a person: a command, a press, a choice or an entry form."""

    name: str | None = None  # of a command
    type: int | None = None  # of a command: slash command, or in the menu of a message or person
    target_id: str | None = None  # message or person in whose menu a command was chosen
    options: tuple[TypedOption, ...] | None = None  # of a slash command, as typed
    custom_id: str | None = None  # of a control or entry form
    component_type: int | None = None  # of a control, by Discord's number
    values: tuple[str, ...] | None = None  # chosen in a menu
    components: tuple[SubmittedField, ...] | None = None  # of an entry form


class Body(Struct, frozen=True):
    """The fields of all requests."""

    person: str | None = field(default=None, name="as")  # id of the user who acts; None for a new one
    name: str | None = None  # new name of a user
    locale: str | None = None  # new language of a user, by Discord's name
    content: str | None = None  # words of a message
    hours: int | None = None  # by which the clock is moved forward
    game: str | None = None  # of a sample table, by its value in the list of samples
    channel_id: str | None = None  # where the user acts
    message_id: str | None = None  # message of the control, or of the one that opened the entry form
    type: int | None = None  # of an interaction, by Discord's number
    data: InteractionData | None = None  # of an interaction


async def read_body(request: web.Request) -> dict[str, Any]:
    """Return the body of a request as plain JSON of the expected shape. Raises InvalidRequest."""
    if request.content_type != "application/json":
        raise InvalidRequest(f"expected application/json, got {request.content_type}")
    return parse_body(await request.read())


def parse_body(content: bytes | str) -> dict[str, Any]:
    """Return an object of the expected shape. Raises InvalidRequest."""
    try:
        plain: dict[str, Any] = msgspec.json.decode(content, type=dict[str, Any])
        msgspec.convert(plain, Body)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise InvalidRequest(f"expected JSON of another shape: {error}") from error
    return plain
