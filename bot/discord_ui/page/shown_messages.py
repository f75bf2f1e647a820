"""The present content of a message of the bot: its picture, its controls, and its components as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any, NamedTuple, cast
from urllib.parse import unquote, urlsplit

import discord

from .pages import PageView


class ShownView(PageView):
    """The components of a message as they are."""

    def __init__(self, components: list[dict[str, Any]]) -> None:
        super().__init__()
        self._components = components

    def to_components(self) -> list[dict[str, Any]]:
        return self._components

    def has_components_v2(self) -> bool:
        """Return True: discord.py would look for children, which are not built here."""
        return True


class ShownPicture(NamedTuple):
    """The picture that a message shows. As one of an edit's `attachments` it is kept."""

    file: str
    """File name."""
    alt: str
    """Description."""
    attachment_id: int | None
    """Id by which an edit keeps the file; None: Discord did not name one."""

    def to_dict(self) -> dict[str, Any]:
        """Return the partial attachment object by which an edit names a file that it keeps."""
        return {"id": self.attachment_id, "filename": self.file}


MIN_ROW_CODE = 2**30
"""Smallest number that the outbox gives a message; Discord itself numbers components from 1."""


def find_row_code(message: discord.Message) -> int | None:
    """Return the number by which the outbox finds a message again, or None if it has none."""
    codes = [part.id for part in message.components if isinstance(part, discord.Container) and part.id is not None]
    return next((code for code in codes if code >= MIN_ROW_CODE), None)


def find_picture(message: discord.Message) -> ShownPicture | None:
    """Return the picture in a message, or None if it has none."""
    for component in _walk_components(message.components):
        if isinstance(component, discord.MediaGalleryComponent) and component.items:
            item = component.items[0]
            name = unquote(PurePosixPath(urlsplit(item.media.url).path).name)
            return ShownPicture(name, item.description or "", item.media.attachment_id)
    return None


def keep_picture(picture: ShownPicture | None) -> list[discord.Attachment]:
    """Return the attachments of an edit that keeps the shown picture; an edit drops the files that it does not name."""
    return [] if picture is None else [cast("discord.Attachment", picture)]


def build_shown_view(message: discord.Message) -> ShownView:
    """Return the components that a message shows, to show them again; its picture must be kept (`find_picture`)."""
    components = cast("list[dict[str, Any]]", [component.to_dict() for component in message.components])
    picture = find_picture(message)
    if picture is not None:
        for component in _walk_dicts(components):
            for item in component.get("items", ()):
                item["media"] = {"url": f"attachment://{picture.file}"}
    return ShownView(components)


def list_custom_ids(message: discord.Message) -> list[str]:
    """Return the custom_ids of a message's controls, in reading order."""
    components = (cast("dict[str, Any]", component.to_dict()) for component in message.components)
    return [component["custom_id"] for component in _walk_dicts(components) if component.get("custom_id")]


def _walk_dicts(components: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _walk_dicts(component.get("components", ()))


def _walk_components(components: Iterable[Any]) -> Iterator[Any]:
    for component in components:
        yield component
        yield from _walk_components(getattr(component, "children", ()))
