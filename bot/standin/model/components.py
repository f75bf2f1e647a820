"""Message components (and modals) as trees: walk them, number them, find the one that somebody means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bot.standin.model.errors import Json

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = range(
    1, 9
)
SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 17, 18, 19, 21, 22, 23
"""Discord's component types."""

SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
LINK, PREMIUM = 5, 6
"""Button styles without a custom_id."""
SUPPRESS_EMBEDS, HAS_THREAD, IS_EPHEMERAL, IS_LOADING, IS_V2 = 1 << 2, 1 << 5, 1 << 6, 1 << 7, 1 << 15
"""Message flags."""
V2_ONLY = (SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR, CONTAINER)

Path = tuple[str | int, ...]


def walk(components: Any, path: Path = ("components",)) -> Iterator[tuple[Path, Json]]:
    """Every component of a tree with its path, parents before children. Skips what is not shaped like a component."""
    for index, component in enumerate(components if isinstance(components, list) else ()):
        if isinstance(component, dict):
            yield from _walk_one(component, (*path, index))


def _walk_one(component: Json, path: Path) -> Iterator[tuple[Path, Json]]:
    yield path, component
    for key in ("accessory", "component"):
        if isinstance(component.get(key), dict):
            yield from _walk_one(component[key], (*path, key))
    yield from walk(component.get("components"), (*path, "components"))


def media_slots(component: Json) -> Iterator[tuple[Path, Json]]:
    """The {"url": ...} objects inside a gallery, thumbnail or file component, with their path inside it."""
    if component.get("type") == MEDIA_GALLERY:
        for index, item in enumerate(component.get("items") or ()):
            if isinstance(item, dict) and isinstance(item.get("media"), dict):
                yield ("items", index, "media"), item["media"]
    elif component.get("type") == THUMBNAIL and isinstance(component.get("media"), dict):
        yield ("media",), component["media"]
    elif component.get("type") == FILE and isinstance(component.get("file"), dict):
        yield ("file",), component["file"]


def stored(components: list[Json], resolve_media: Callable[[Json], Json]) -> list[Json]:
    """The tree as Discord keeps it: every component numbered (`id`), defaults filled in, media replaced by
    `resolve_media`.
    """
    taken = {component["id"] for _, component in walk(components) if component.get("id")}
    free = (number for number in range(1, 10_000) if number not in taken)

    def keep(component: Json) -> Json:
        kept = dict(component)
        kept["id"] = component.get("id") or next(free)
        if kept["type"] in SELECTS:
            kept = {"min_values": 1, "max_values": 1, "disabled": False, **kept}
        for key in ("accessory", "component"):
            if key in kept:
                kept[key] = keep(kept[key])
        if "components" in kept:
            kept["components"] = [keep(child) for child in kept["components"]]
        if kept["type"] == MEDIA_GALLERY:
            kept["items"] = [{**item, "media": resolve_media(item["media"])} for item in kept["items"]]
        if kept["type"] == THUMBNAIL:
            kept["media"] = resolve_media(kept["media"])
        if kept["type"] == FILE:
            kept["file"] = resolve_media(kept["file"])
        return kept

    return [keep(component) for component in components]


# -- what a person sees ------------------------------------------------------------------------------------------------


def of_type(message: Mapping[str, Any], *types: int) -> list[Json]:
    """All components of these types in a message or modal, in reading order."""
    return [component for _, component in walk(message.get("components")) if component.get("type") in types]


def buttons(message: Mapping[str, Any]) -> list[Json]:
    """All buttons, links included."""
    return of_type(message, BUTTON)


def selects(message: Mapping[str, Any]) -> list[Json]:
    """All select menus, of every kind."""
    return of_type(message, *SELECTS)


def texts(message: Mapping[str, Any]) -> list[str]:
    """The content, then every text display, in reading order."""
    content = [message["content"]] if message.get("content") else []
    return content + [component["content"] for component in of_type(message, TEXT_DISPLAY)]


def text(message: Mapping[str, Any]) -> str:
    """All that is written in a message, one line per text (labels of buttons and options are not part of it)."""
    return "\n".join(texts(message))


def media(message: Mapping[str, Any]) -> list[Json]:
    """Every picture or file shown: {"url", "description", ...}, for V2 messages from the components, otherwise the
    attachments.
    """
    shown = []
    for _, component in walk(message.get("components")):
        if component.get("type") == MEDIA_GALLERY:
            shown += [{**item["media"], "description": item.get("description")} for item in component["items"]]
        else:
            shown += [{**slot, "description": component.get("description")} for _, slot in media_slots(component)]
    if not shown and not message.get("flags", 0) & IS_V2:
        shown = [{"description": None, **attachment} for attachment in message.get("attachments", ())]
    return shown


def media_urls(message: Mapping[str, Any]) -> list[str]:
    """Addresses of everything in `media`."""
    return [item["url"] for item in media(message)]


def find(message: Mapping[str, Any], target: str, *types: int) -> Json | None:
    """The component of these types whose custom_id is `target`; if none has it, the first whose label (or
    placeholder) is `target`.
    """
    candidates = of_type(message, *types)
    for key in ("custom_id", "label", "placeholder"):
        for component in candidates:
            if component.get(key) == target:
                return component
    return None
