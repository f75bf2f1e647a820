"""Message components (and modals) as trees: walk them, number them, and find components, texts and media in them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bot.fake_discord.model.errors import Json

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = range(
    1, 9
)
SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 17, 18, 19, 21, 22, 23
"""Discord's component types."""

SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
LINK, PREMIUM = 5, 6
"""Button styles without a custom_id."""
SUPPRESS_EMBEDS, HAS_THREAD, IS_EPHEMERAL, IS_LOADING, IS_SILENT, IS_V2 = (
    1 << 2,
    1 << 5,
    1 << 6,
    1 << 7,
    1 << 12,
    1 << 15,
)
"""Message flags."""
V2_ONLY = (SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR, CONTAINER)

Path = tuple[str | int, ...]


def walk_components(components: Any, path: Path = ("components",)) -> Iterator[tuple[Path, Json]]:
    """Yield every component of a tree with its path, parents before children. Malformed entries are skipped."""
    for index, component in enumerate(components if isinstance(components, list) else ()):
        if isinstance(component, dict):
            yield from _walk_component(component, (*path, index))


def _walk_component(component: Json, path: Path) -> Iterator[tuple[Path, Json]]:
    yield path, component
    for key in ("accessory", "component"):
        if isinstance(component.get(key), dict):
            yield from _walk_component(component[key], (*path, key))
    yield from walk_components(component.get("components"), (*path, "components"))


def iter_media(component: Json) -> Iterator[tuple[Path, Json]]:
    """Yield the {"url": ...} objects inside a gallery, thumbnail or file component, with their path inside it."""
    if component.get("type") == MEDIA_GALLERY:
        for index, item in enumerate(component.get("items") or ()):
            if isinstance(item, dict) and isinstance(item.get("media"), dict):
                yield ("items", index, "media"), item["media"]
    elif component.get("type") == THUMBNAIL and isinstance(component.get("media"), dict):
        yield ("media",), component["media"]
    elif component.get("type") == FILE and isinstance(component.get("file"), dict):
        yield ("file",), component["file"]


def complete_tree(components: list[Json], resolve_media: Callable[[Json], Json]) -> list[Json]:
    """Return the tree as Discord stores it: every component numbered (`id`), defaults filled in, media replaced by
    `resolve_media`.
    """
    used_ids = {component["id"] for _, component in walk_components(components) if component.get("id")}
    free_ids = (number for number in range(1, 10_000) if number not in used_ids)

    def complete(component: Json) -> Json:
        completed = dict(component)
        completed["id"] = component.get("id") or next(free_ids)
        if completed["type"] in SELECTS:
            completed = {"min_values": 1, "max_values": 1, "disabled": False, **completed}
        for key in ("accessory", "component"):
            if key in completed:
                completed[key] = complete(completed[key])
        if "components" in completed:
            completed["components"] = [complete(child) for child in completed["components"]]
        if completed["type"] == MEDIA_GALLERY:
            completed["items"] = [{**item, "media": resolve_media(item["media"])} for item in completed["items"]]
        if completed["type"] == THUMBNAIL:
            completed["media"] = resolve_media(completed["media"])
        if completed["type"] == FILE:
            completed["file"] = resolve_media(completed["file"])
        return completed

    return [complete(component) for component in components]


# -- content that a user sees ------------------------------------------------------------------------------------------


def list_of_types(message: Mapping[str, Any], *types: int) -> list[Json]:
    """Return all components of these types in a message or modal, in reading order."""
    return [component for _, component in walk_components(message.get("components")) if component.get("type") in types]


def list_buttons(message: Mapping[str, Any]) -> list[Json]:
    """Return all buttons, including links."""
    return list_of_types(message, BUTTON)


def list_selects(message: Mapping[str, Any]) -> list[Json]:
    """Return all select menus of every kind."""
    return list_of_types(message, *SELECTS)


def list_texts(message: Mapping[str, Any]) -> list[str]:
    """Return the content, then every text display, in reading order."""
    content = [message["content"]] if message.get("content") else []
    return content + [component["content"] for component in list_of_types(message, TEXT_DISPLAY)]


def read_text(message: Mapping[str, Any]) -> str:
    """Return the whole text of a message, one line per text (without labels of buttons and options)."""
    return "\n".join(list_texts(message))


def list_media(message: Mapping[str, Any]) -> list[Json]:
    """Return every picture or file of a message as {"url", "description", ...}: from the components of a V2 message,
    else from the attachments.
    """
    items = []
    for _, component in walk_components(message.get("components")):
        if component.get("type") == MEDIA_GALLERY:
            items += [{**item["media"], "description": item.get("description")} for item in component["items"]]
        else:
            items += [{**slot, "description": component.get("description")} for _, slot in iter_media(component)]
    if not items and not message.get("flags", 0) & IS_V2:
        items = [{"description": None, **attachment} for attachment in message.get("attachments", ())]
    return items


def list_media_urls(message: Mapping[str, Any]) -> list[str]:
    """Return the URLs of everything in `list_media`."""
    return [item["url"] for item in list_media(message)]


def find_component(message: Mapping[str, Any], target: str, *types: int) -> Json | None:
    """Return the component of these types with custom_id `target`; if there is none, the first with that label (or
    placeholder).
    """
    candidates = list_of_types(message, *types)
    for key in ("custom_id", "label", "placeholder"):
        for component in candidates:
            if component.get(key) == target:
                return component
    return None
