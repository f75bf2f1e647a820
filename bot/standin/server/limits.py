"""Discord's rules for payloads that its API description does not state. Each function returns what is wrong, with the
path of the field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from bot.standin.model import commands as cmd
from bot.standin.model import components as c
from bot.standin.model.errors import Json, Problem

MAX_COMPONENTS, MAX_TEXT, MAX_ROWS, MAX_ATTACHMENTS, MAX_MODAL_ITEMS, MAX_COMMAND_TEXT = 40, 4000, 5, 10, 5, 8000
Path = tuple[str | int, ...]


def message_problems(
    data: Json, *, uploaded: Collection[tuple[int, str]] = (), before: Json | None = None, path: Path = ()
) -> list[Problem]:
    """Rules for a message payload. `uploaded` are (index, file name) of its files, `before` is the message that it
    edits.
    """
    return [Problem((*path, *p.path), p.code, p.message) for p in _message(data, uploaded, before)]


def _message(data: Json, uploaded: Collection[tuple[int, str]], before: Json | None) -> Iterator[Problem]:
    flags = (data.get("flags") or 0) | (before["flags"] if before else 0)
    tree = data["components"] if "components" in data else before["components"] if before else []
    found = list(c.walk(tree))
    if flags & c.IS_V2:
        after = {**(before or {}), **data}
        for key in ("content", "embeds", "poll", "sticker_ids"):
            if after.get(key):
                yield Problem(
                    (key,),
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    f"`{key}` cannot be used with IS_COMPONENTS_V2",
                )
        if len(found) > MAX_COMPONENTS:
            message = f"{len(found)} components over the whole tree, at most {MAX_COMPONENTS} are allowed"
            yield Problem(("components",), "BASE_TYPE_BAD_LENGTH", message)
        length = sum(
            len(component.get("content") or "") for _, component in found if component["type"] == c.TEXT_DISPLAY
        )
        if length > MAX_TEXT:
            message = f"{length} characters over all text displays, at most {MAX_TEXT} are allowed"
            yield Problem(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
    else:
        if len(tree or ()) > MAX_ROWS:
            yield Problem(
                ("components",),
                "BASE_TYPE_BAD_LENGTH",
                f"{len(tree)} rows, at most {MAX_ROWS} without IS_COMPONENTS_V2",
            )
        for where, component in found:
            if component["type"] in c.V2_ONLY or (len(where) == 2 and component["type"] != c.ACTION_ROW):
                yield Problem(
                    where, "UNION_TYPE_CHOICES", f"component type {component['type']} needs the flag IS_COMPONENTS_V2"
                )
    if "components" in data:
        yield from _components(found)
    yield from _attachments(data, uploaded, before, found if "components" in data else ())


def _components(found: Collection[tuple[Path, Json]]) -> Iterator[Problem]:
    for key, code in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
        counts = Counter(component[key] for _, component in found if component.get(key))
        for where, component in found:
            if counts[component.get(key)] > 1 and component.get(key):
                yield Problem(
                    (*where, key),
                    code,
                    f"{key} {component[key]!r} is used {counts[component[key]]} times in this message",
                )
    for where, component in found:
        if component["type"] == c.BUTTON:
            yield from _button(where, component)
        elif component["type"] == c.ACTION_ROW:
            menus = sum(child.get("type") in c.SELECTS for child in component["components"])
            if menus and len(component["components"]) > 1:
                yield Problem((*where, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "a menu fills its row alone")
        elif component["type"] in c.SELECTS:
            yield from _menu(where, component)


def _button(where: Path, button: Json) -> Iterator[Problem]:
    if button["style"] != c.PREMIUM and not button.get("label") and not button.get("emoji"):
        yield Problem(
            (*where, "label"), "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "a button needs a label or an emoji"
        )
    if button["style"] == c.LINK:
        if not button.get("url") or button.get("custom_id"):
            yield Problem(where, "BUTTON_COMPONENT_URL_REQUIRED", "a link button has a url and no custom_id")
    elif button["style"] != c.PREMIUM and (not button.get("custom_id") or button.get("url")):
        yield Problem(where, "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "a button has a custom_id and no url")


def _menu(where: Path, menu: Json) -> Iterator[Problem]:
    low, high = menu.get("min_values", 1), menu.get("max_values", 1)
    if low is None or high is None or low > high:
        yield Problem(
            (*where, "min_values"), "BASE_TYPE_BAD_LENGTH", f"min_values {low} is more than max_values {high}"
        )
    options = menu.get("options")
    if menu["type"] != c.STRING_SELECT or not isinstance(options, list):
        return
    if isinstance(high, int) and high > len(options):
        yield Problem(
            (*where, "max_values"), "BASE_TYPE_BAD_LENGTH", f"max_values {high} is more than the {len(options)} options"
        )
    for value, times in Counter(option["value"] for option in options).items():
        if times > 1:
            yield Problem(
                (*where, "options"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                f"the value {value!r} is used {times} times",
            )
    if isinstance(high, int) and sum(bool(option.get("default")) for option in options) > max(high, 1):
        yield Problem(
            (*where, "options"),
            "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
            f"more than {high} options are chosen beforehand",
        )


def _attachments(
    data: Json, uploaded: Collection[tuple[int, str]], before: Json | None, found: Iterable[tuple[Path, Json]]
) -> Iterator[Problem]:
    old = {attachment["id"]: attachment["filename"] for attachment in (before["attachments"] if before else ())}
    indices = {str(index) for index, _ in uploaded}
    rows = data.get("attachments")
    kept = (
        [row for row in rows or () if str(row["id"]) in old] if "attachments" in data else [{"id": key} for key in old]
    )
    for index, row in enumerate(rows or ()):
        if str(row["id"]) not in indices and str(row["id"]) not in old:
            message = f"attachment {row['id']} is neither an uploaded file nor on the message"
            yield Problem(("attachments", index, "id"), "ATTACHMENT_NOT_FOUND", message)
    names = {old[str(row["id"])] for row in kept} | {name for _, name in uploaded}
    if len(kept) + len(uploaded) > MAX_ATTACHMENTS:
        yield Problem(
            ("attachments",),
            "BASE_TYPE_MAX_LENGTH",
            f"at most {MAX_ATTACHMENTS} attachments, got {len(kept) + len(uploaded)}",
        )
    for where, component in found:
        for inside, media in c.media_slots(component):
            url = str(media.get("url"))
            if url.startswith("attachment://") and url.removeprefix("attachment://") not in names:
                message = f"{url}: the message has no such file; it has {sorted(names)}"
                yield Problem((*where, *inside, "url"), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message)
            elif not url.startswith(("attachment://", "http://", "https://")):
                yield Problem(
                    (*where, *inside, "url"),
                    "URL_TYPE_INVALID_SCHEME",
                    f"{url}: scheme must be attachment, http or https",
                )
            elif component["type"] == c.FILE and not url.startswith("attachment://") and before is None:
                yield Problem(
                    (*where, *inside, "url"),
                    "URL_TYPE_INVALID_SCHEME",
                    f"{url}: a file component takes attachment:// only",
                )


def modal_problems(data: Json, *, path: Path = ()) -> list[Problem]:
    """Rules for the data of a modal callback."""
    items = data["components"]
    problems = []
    if len(items) > MAX_MODAL_ITEMS:
        problems.append(
            Problem(
                ("components",), "BASE_TYPE_BAD_LENGTH", f"{len(items)} items, at most {MAX_MODAL_ITEMS} in a modal"
            )
        )
    found = list(c.walk(items))
    problems += _components(found)
    for where, field in found:
        low, high = field.get("min_length") or 0, field.get("max_length") or 4000
        if field["type"] == c.TEXT_INPUT and (low > high or len(field.get("value") or "") > high):
            problems.append(
                Problem(where, "BASE_TYPE_BAD_LENGTH", f"min_length {low}, max_length {high} and the value do not fit")
            )
    return [Problem((*path, *p.path), p.code, p.message) for p in problems]


def deferral_problems(data: Json, *, path: Path = ()) -> list[Problem]:
    """A deferred answer promises a message: of its data only the flag EPHEMERAL counts."""
    extra = sorted(key for key, value in data.items() if value and key != "flags")
    if (data.get("flags") or 0) & ~c.IS_EPHEMERAL:
        extra.append("flags other than EPHEMERAL")
    message = "a deferred answer cannot carry"
    return [Problem(path, "BASE_TYPE_INVALID", f"{message} {', '.join(extra)}")] if extra else []


def choice_problems(data: Json, kind: int, *, path: Path = ()) -> list[Problem]:
    """Rules for the choices of an autocompletion of an option of type `kind`."""
    wanted: tuple[type, ...] = {cmd.STRING: (str,), cmd.INTEGER: (int,), cmd.NUMBER: (int, float)}[kind]
    return [
        Problem(
            (*path, "choices", index, "value"),
            "BASE_TYPE_INVALID",
            f"{choice['value']!r} does not fit an option of type {kind} (text has 1 to 100 characters)",
        )
        for index, choice in enumerate(data.get("choices") or ())
        if not isinstance(choice["value"], wanted)
        or isinstance(choice["value"], bool)
        or len(str(choice["value"])) > 100
    ]


def command_problems(command: Json, *, path: Path = ()) -> list[Problem]:
    """Rules for the registration of one command."""
    problems = [*_named(command, path), *_options(command.get("options") or (), path)]
    length = _command_length(command)
    if length > MAX_COMMAND_TEXT:
        message = (
            f"names, descriptions and values are {length} characters together, at most {MAX_COMMAND_TEXT} are allowed"
        )
        problems.append(Problem(path, "APPLICATION_COMMAND_TOO_LARGE", message))
    return problems


def _named(row: Json, path: Path) -> Iterator[Problem]:
    if row.get("type", cmd.CHAT_INPUT) == cmd.CHAT_INPUT or len(path) > 1:
        if not row.get("description"):
            yield Problem((*path, "description"), "BASE_TYPE_REQUIRED", "a description is required")
        names: list[tuple[Path, Any]] = [((*path, "name"), row["name"])]
        names += [
            ((*path, "name_localizations", tag), name) for tag, name in (row.get("name_localizations") or {}).items()
        ]
        for where, name in names:
            if not all(char.isalnum() or char in "-_'" for char in name) or name != name.lower():
                yield Problem(
                    where, "APPLICATION_COMMAND_INVALID_NAME", f"{name!r}: only lower-case letters, digits, - and _"
                )


def _options(options: Iterable[Json], path: Path) -> Iterator[Problem]:
    names: set[str] = set()
    optional = False
    for index, option in enumerate(options):
        where = (*path, "options", index)
        yield from _named(option, where)
        if option["name"] in names:
            yield Problem(
                (*where, "name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                f"a second option {option['name']!r}",
            )
        names.add(option["name"])
        if option.get("required") and optional:
            yield Problem(
                (*where, "required"),
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "required options come before optional ones",
            )
        optional = optional or not option.get("required")
        if option.get("choices") and option.get("autocomplete"):
            yield Problem(
                (*where, "autocomplete"),
                "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE",
                "choices and autocompletion exclude each other",
            )
        yield from _options(option.get("options") or (), where)


def _command_length(row: Json) -> int:
    """Characters that count: of each localised text the longest version, and string values of choices."""
    total = 0
    for key in ("name", "description"):
        total += max(map(len, [row.get(key) or "", *(row.get(f"{key}_localizations") or {}).values()]))
    total += sum(len(choice["value"]) for choice in row.get("choices") or () if isinstance(choice["value"], str))
    return total + sum(_command_length(part) for key in ("options", "choices") for part in row.get(key) or ())
