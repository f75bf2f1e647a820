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

    name: str
    value: Scalar = None
    options: tuple["TypedOption", ...] | None = None


class SubmittedField(Struct, frozen=True):
    """A part of a form: a field, or what holds one."""

    custom_id: str | None = None
    value: Scalar = None
    values: tuple[Scalar, ...] | None = None
    component: "SubmittedField | None" = None
    components: tuple["SubmittedField", ...] | None = None


class InteractionData(Struct, frozen=True):
    """An act of a person: a command, a press, a choice or a form."""

    name: str | None = None
    type: int | None = None
    target_id: str | None = None
    options: tuple[TypedOption, ...] | None = None
    custom_id: str | None = None
    component_type: int | None = None
    values: tuple[str, ...] | None = None
    components: tuple[SubmittedField, ...] | None = None


class Body(Struct, frozen=True):
    """The fields of all requests."""

    person: str | None = field(default=None, name="as")
    name: str | None = None
    locale: str | None = None
    content: str | None = None
    hours: int | None = None
    game: str | None = None
    channel_id: str | None = None
    message_id: str | None = None
    type: int | None = None
    data: InteractionData | None = None


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
