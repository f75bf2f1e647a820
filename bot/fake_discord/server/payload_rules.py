"""Rules of Discord for payloads that its API description does not state. Each function returns the broken rules with
the path of the field.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from bot.fake_discord.model import commands
from bot.fake_discord.model import components as c
from bot.fake_discord.model.errors import Json, PayloadProblem

MAX_COMPONENTS, MAX_TEXT, MAX_ROWS, MAX_ATTACHMENTS, MAX_MODAL_ITEMS, MAX_COMMAND_TEXT = 40, 4000, 5, 10, 5, 8000
MAX_CONTENT = 2000
"""Characters of a plain message; the API description states the 4000 of people who pay."""
Path = tuple[str | int, ...]


def list_message_problems(
    data: Json, *, uploaded_files: Collection[tuple[int, str]] = (), before: Json | None = None, path: Path = ()
) -> list[PayloadProblem]:
    """Check a message payload. uploaded_files: (index, file name) of its files. before: the message that it edits."""
    return [PayloadProblem((*path, *p.path), p.code, p.message) for p in _check_message(data, uploaded_files, before)]


def _check_message(
    data: Json, uploaded_files: Collection[tuple[int, str]], before: Json | None
) -> Iterator[PayloadProblem]:
    flags = (data.get("flags") or 0) | (before["flags"] if before else 0)
    tree = data["components"] if "components" in data else before["components"] if before else []
    components = list(c.walk_components(tree))
    if len(data.get("content") or "") > MAX_CONTENT:
        yield PayloadProblem(("content",), "BASE_TYPE_MAX_LENGTH", f"at most {MAX_CONTENT} characters are allowed")
    if flags & c.IS_V2:
        edited_message = {**(before or {}), **data}
        for key in ("content", "embeds", "poll", "sticker_ids"):
            if edited_message.get(key):
                yield PayloadProblem(
                    (key,),
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    f"`{key}` cannot be used with IS_COMPONENTS_V2",
                )
        if len(components) > MAX_COMPONENTS:
            message = f"{len(components)} components over the whole tree, at most {MAX_COMPONENTS} are allowed"
            yield PayloadProblem(("components",), "BASE_TYPE_BAD_LENGTH", message)
        length = sum(
            len(component.get("content") or "") for _, component in components if component["type"] == c.TEXT_DISPLAY
        )
        if length > MAX_TEXT:
            message = f"{length} characters over all text displays, at most {MAX_TEXT} are allowed"
            yield PayloadProblem(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
    else:
        if len(tree or ()) > MAX_ROWS:
            yield PayloadProblem(
                ("components",),
                "BASE_TYPE_BAD_LENGTH",
                f"{len(tree)} rows, at most {MAX_ROWS} without IS_COMPONENTS_V2",
            )
        for location, component in components:
            if component["type"] in c.V2_ONLY or (len(location) == 2 and component["type"] != c.ACTION_ROW):
                yield PayloadProblem(
                    location,
                    "UNION_TYPE_CHOICES",
                    f"component type {component['type']} needs the flag IS_COMPONENTS_V2",
                )
    if "components" in data:
        yield from _check_components(components)
    yield from _check_attachments(data, uploaded_files, before, components if "components" in data else ())


def _check_components(components: Collection[tuple[Path, Json]]) -> Iterator[PayloadProblem]:
    for key, code in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
        counts = Counter(component[key] for _, component in components if component.get(key))
        for location, component in components:
            if counts[component.get(key)] > 1 and component.get(key):
                yield PayloadProblem(
                    (*location, key),
                    code,
                    f"{key} {component[key]!r} is used {counts[component[key]]} times in this message",
                )
    for location, component in components:
        if component["type"] == c.BUTTON:
            yield from _check_button(location, component)
        elif component["type"] == c.ACTION_ROW:
            menus = sum(child.get("type") in c.SELECTS for child in component["components"])
            if menus and len(component["components"]) > 1:
                yield PayloadProblem(
                    (*location, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "a menu fills its row alone"
                )
        elif component["type"] in c.SELECTS:
            yield from _check_menu(location, component)


def _check_button(location: Path, button: Json) -> Iterator[PayloadProblem]:
    if button["style"] != c.PREMIUM and not button.get("label") and not button.get("emoji"):
        yield PayloadProblem(
            (*location, "label"), "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "a button needs a label or an emoji"
        )
    if button["style"] == c.LINK:
        if not button.get("url") or button.get("custom_id"):
            yield PayloadProblem(location, "BUTTON_COMPONENT_URL_REQUIRED", "a link button has a url and no custom_id")
    elif button["style"] != c.PREMIUM and (not button.get("custom_id") or button.get("url")):
        yield PayloadProblem(location, "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "a button has a custom_id and no url")


def _check_menu(location: Path, menu: Json) -> Iterator[PayloadProblem]:
    low, high = menu.get("min_values", 1), menu.get("max_values", 1)
    if low is None or high is None or low > high:
        yield PayloadProblem(
            (*location, "min_values"), "BASE_TYPE_BAD_LENGTH", f"min_values {low} is more than max_values {high}"
        )
    options = menu.get("options")
    if menu["type"] != c.STRING_SELECT or not isinstance(options, list):
        return
    if isinstance(high, int) and high > len(options):
        yield PayloadProblem(
            (*location, "max_values"),
            "BASE_TYPE_BAD_LENGTH",
            f"max_values {high} is more than the {len(options)} options",
        )
    for value, times in Counter(option["value"] for option in options).items():
        if times > 1:
            yield PayloadProblem(
                (*location, "options"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                f"the value {value!r} is used {times} times",
            )
    if isinstance(high, int) and sum(bool(option.get("default")) for option in options) > max(high, 1):
        yield PayloadProblem(
            (*location, "options"),
            "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
            f"more than {high} options are chosen beforehand",
        )


def _check_attachments(
    data: Json,
    uploaded_files: Collection[tuple[int, str]],
    before: Json | None,
    components: Iterable[tuple[Path, Json]],
) -> Iterator[PayloadProblem]:
    old_names = {attachment["id"]: attachment["filename"] for attachment in (before["attachments"] if before else ())}
    indices = {str(index) for index, _ in uploaded_files}
    listed_attachments = data.get("attachments")
    remaining = (
        [row for row in listed_attachments or () if str(row["id"]) in old_names]
        if "attachments" in data
        else [{"id": key} for key in old_names]
    )
    for index, row in enumerate(listed_attachments or ()):
        if str(row["id"]) not in indices and str(row["id"]) not in old_names:
            message = f"attachment {row['id']} is neither an uploaded file nor on the message"
            yield PayloadProblem(("attachments", index, "id"), "ATTACHMENT_NOT_FOUND", message)
    names = {old_names[str(row["id"])] for row in remaining} | {name for _, name in uploaded_files}
    if len(remaining) + len(uploaded_files) > MAX_ATTACHMENTS:
        yield PayloadProblem(
            ("attachments",),
            "BASE_TYPE_MAX_LENGTH",
            f"at most {MAX_ATTACHMENTS} attachments, got {len(remaining) + len(uploaded_files)}",
        )
    for location, component in components:
        for media_path, media in c.iter_media(component):
            url = str(media.get("url"))
            if url.startswith("attachment://") and url.removeprefix("attachment://") not in names:
                message = f"{url}: the message has no such file; it has {sorted(names)}"
                yield PayloadProblem(
                    (*location, *media_path, "url"), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message
                )
            elif not url.startswith(("attachment://", "http://", "https://")):
                yield PayloadProblem(
                    (*location, *media_path, "url"),
                    "URL_TYPE_INVALID_SCHEME",
                    f"{url}: scheme must be attachment, http or https",
                )
            elif component["type"] == c.FILE and not url.startswith("attachment://") and before is None:
                yield PayloadProblem(
                    (*location, *media_path, "url"),
                    "URL_TYPE_INVALID_SCHEME",
                    f"{url}: a file component takes attachment:// only",
                )


def list_modal_problems(data: Json, *, path: Path = ()) -> list[PayloadProblem]:
    """Check the data of a modal callback."""
    items = data["components"]
    problems = []
    if len(items) > MAX_MODAL_ITEMS:
        problems.append(
            PayloadProblem(
                ("components",), "BASE_TYPE_BAD_LENGTH", f"{len(items)} items, at most {MAX_MODAL_ITEMS} in a modal"
            )
        )
    components = list(c.walk_components(items))
    problems += _check_components(components)
    for location, field in components:
        low, high = field.get("min_length") or 0, field.get("max_length") or 4000
        if field["type"] == c.TEXT_INPUT and (low > high or len(field.get("value") or "") > high):
            problems.append(
                PayloadProblem(
                    location, "BASE_TYPE_BAD_LENGTH", f"min_length {low}, max_length {high} and the value do not fit"
                )
            )
    return [PayloadProblem((*path, *p.path), p.code, p.message) for p in problems]


def list_deferral_problems(data: Json, *, path: Path = ()) -> list[PayloadProblem]:
    """Check a deferred answer: its data may contain only the flag EPHEMERAL."""
    extra = sorted(key for key, value in data.items() if value and key != "flags")
    if (data.get("flags") or 0) & ~c.IS_EPHEMERAL:
        extra.append("flags other than EPHEMERAL")
    message = "a deferred answer cannot carry"
    return [PayloadProblem(path, "BASE_TYPE_INVALID", f"{message} {', '.join(extra)}")] if extra else []


def list_choice_problems(data: Json, kind: int, *, path: Path = ()) -> list[PayloadProblem]:
    """Check the autocompletion choices of an option of type `kind`."""
    value_types: tuple[type, ...] = {commands.STRING: (str,), commands.INTEGER: (int,), commands.NUMBER: (int, float)}[
        kind
    ]
    return [
        PayloadProblem(
            (*path, "choices", index, "value"),
            "BASE_TYPE_INVALID",
            f"{choice['value']!r} does not fit an option of type {kind} (text has 1 to 100 characters)",
        )
        for index, choice in enumerate(data.get("choices") or ())
        if not isinstance(choice["value"], value_types)
        or isinstance(choice["value"], bool)
        or len(str(choice["value"])) > 100
    ]


def list_command_problems(command: Json, *, path: Path = ()) -> list[PayloadProblem]:
    """Check the registration of one command."""
    problems = [*_check_names(command, path), *_check_options(command.get("options") or (), path)]
    length = _measure_command(command)
    if length > MAX_COMMAND_TEXT:
        message = (
            f"names, descriptions and values are {length} characters together, at most {MAX_COMMAND_TEXT} are allowed"
        )
        problems.append(PayloadProblem(path, "APPLICATION_COMMAND_TOO_LARGE", message))
    return problems


def _check_names(row: Json, path: Path) -> Iterator[PayloadProblem]:
    if row.get("type", commands.CHAT_INPUT) == commands.CHAT_INPUT or len(path) > 1:
        if not row.get("description"):
            yield PayloadProblem((*path, "description"), "BASE_TYPE_REQUIRED", "a description is required")
        names: list[tuple[Path, Any]] = [((*path, "name"), row["name"])]
        names += [
            ((*path, "name_localizations", tag), name) for tag, name in (row.get("name_localizations") or {}).items()
        ]
        for location, name in names:
            if not all(char.isalnum() or char in "-_'" for char in name) or name != name.lower():
                yield PayloadProblem(
                    location, "APPLICATION_COMMAND_INVALID_NAME", f"{name!r}: only lower-case letters, digits, - and _"
                )


def _check_options(options: Iterable[Json], path: Path) -> Iterator[PayloadProblem]:
    names: set[str] = set()
    optional = False
    for index, option in enumerate(options):
        location = (*path, "options", index)
        yield from _check_names(option, location)
        if option["name"] in names:
            yield PayloadProblem(
                (*location, "name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                f"a second option {option['name']!r}",
            )
        names.add(option["name"])
        if option.get("required") and optional:
            yield PayloadProblem(
                (*location, "required"),
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "required options come before optional ones",
            )
        optional = optional or not option.get("required")
        if option.get("choices") and option.get("autocomplete"):
            yield PayloadProblem(
                (*location, "autocomplete"),
                "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE",
                "choices and autocompletion exclude each other",
            )
        yield from _check_options(option.get("options") or (), location)


def _measure_command(row: Json) -> int:
    """Return the characters that count: the longest version of each localised text, and string values of choices."""
    total = 0
    for key in ("name", "description"):
        total += max(map(len, [row.get(key) or "", *(row.get(f"{key}_localizations") or {}).values()]))
    total += sum(len(choice["value"]) for choice in row.get("choices") or () if isinstance(choice["value"], str))
    return total + sum(_measure_command(part) for key in ("options", "choices") for part in row.get(key) or ())
