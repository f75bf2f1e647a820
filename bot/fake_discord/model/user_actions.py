"""Check actions of users on messages and modals. A control must exist, be enabled and offer the values; every other
action raises ImpossibleAction.
"""

from collections.abc import Sequence
from typing import Any

from bot.fake_discord.model.commands import MESSAGE_MENU, resolve_channel, resolve_role, resolve_user
from bot.fake_discord.model.directory import Directory
from bot.fake_discord.model.errors import ImpossibleAction, Json
from bot.fake_discord.model.events import THREADS
from bot.fake_discord.model.messages import Messages
from bot.fake_discord.model.permissions import Permission

from . import components as c


def check_component(
    directory: Directory, messages: Messages, user_id: str, channel_id: str, message_id: str, data: Json
) -> Json:
    """Return the completed data of a click or a selection. The component must exist on the present message, be enabled
    and offer the values.
    """
    _open_thread(directory, user_id, channel_id)
    owner = messages.find_ephemeral_owner(message_id)
    visible_messages = {message["id"]: message for message in messages.list_visible(channel_id, user_id)}
    if message_id not in visible_messages:
        raise ImpossibleAction(
            f"user {user_id} sees no message {message_id}" + (f": it is ephemeral for {owner}" if owner else "")
        )
    message = visible_messages[message_id]
    custom_id = data.get("custom_id")
    controls = [
        component
        for component in c.list_of_types(message, c.BUTTON, *c.SELECTS)
        if component.get("custom_id") is not None
    ]
    component = next((component for component in controls if component["custom_id"] == custom_id), None)
    if component is None:
        custom_ids = [component["custom_id"] for component in controls]
        raise ImpossibleAction(f"message {message_id} has no component {custom_id!r}; it has {custom_ids}")
    if component.get("disabled"):
        raise ImpossibleAction(f"{custom_id!r} is disabled")
    if data.get("component_type", component["type"]) != component["type"]:
        raise ImpossibleAction(
            f"{custom_id!r} is a component of type {component['type']}, not {data['component_type']}"
        )
    completed: Json = {"custom_id": custom_id, "component_type": component["type"], "id": component["id"]}
    if component["type"] in c.SELECTS:
        completed |= _complete_selection(directory, channel_id, component, data.get("values") or [])
        if not directory.quirks.sends_same_choice_twice:
            messages.phones.record_choice(user_id, message, str(custom_id), completed["values"])
    elif data.get("values"):
        raise ImpossibleAction(f"{custom_id!r} is a button: it takes no values")
    return completed


def complete_menu_entry(
    directory: Directory, messages: Messages, user_id: str, channel_id: str, command: Json, data: Json
) -> Json:
    """Return the completed data of an entry in the menu of a message or person. Raises ImpossibleAction without one.

    Discord has no such menu on messages that only one person sees.
    """
    target_id, resolved = str(data.get("target_id")), Json()
    if command["type"] == MESSAGE_MENU:
        visible_messages = {message["id"]: message for message in messages.list_visible(channel_id, user_id)}
        message = visible_messages.get(target_id)
        if message is None or messages.find_ephemeral_owner(target_id) is not None:
            raise ImpossibleAction(f"user {user_id} sees no public message {target_id} in channel {channel_id}")
        resolved["messages"] = {target_id: messages.present_message(message)}
    elif target_id in directory.users:
        resolve_user(directory, directory.find_channel(channel_id), target_id, resolved)
    else:
        raise ImpossibleAction(f"there is no user {target_id}")
    completed: Json = {"id": command["id"], "name": command["name"], "type": command["type"], "target_id": target_id}
    completed["resolved"] = resolved
    if "guild_id" in command:
        completed["guild_id"] = command["guild_id"]
    return completed


def _open_thread(directory: Directory, user_id: str, channel_id: str) -> None:
    """Open an archived thread before a press in it, as clients do. Raises ImpossibleAction if the user may not."""
    channel = directory.find_channel(channel_id)
    if channel["type"] not in THREADS or not channel["thread_metadata"]["archived"]:
        return
    if directory.quirks.presses_in_archived_threads:
        return
    may_manage = directory.compute_permissions(user_id, channel_id) & Permission.MANAGE_THREADS
    if channel["thread_metadata"]["locked"] and not may_manage:
        raise ImpossibleAction(f"thread {channel_id} is archived and locked: its buttons do nothing")
    directory.update_channel(channel_id, archived=False)


def check_modal(directory: Directory, channel_id: str, modal: Json, data: Json) -> Json:
    """Return the completed data of a submitted modal. Fields must exist in the modal and be filled within their bounds.

    `data["components"]` is a tree as Discord sends it, or just {"custom_id", "value" or "values"} objects in any order.
    """
    values_by_id = {
        field["custom_id"]: field
        for _, field in c.walk_components(data.get("components"))
        if field.get("custom_id") is not None
    }
    resolved: Json = {}
    tree: list[Json] = []
    for number, item in enumerate(modal["components"], start=1):
        row: Json = {"type": item["type"], "id": item.get("id") or number}
        if item["type"] == c.LABEL:
            row["component"] = _complete_field(directory, channel_id, item["component"], values_by_id, resolved)
        elif item["type"] == c.ACTION_ROW:
            row["components"] = [
                _complete_field(directory, channel_id, child, values_by_id, resolved) for child in item["components"]
            ]
        tree.append(row)
    if values_by_id:
        raise ImpossibleAction(f"modal {modal['custom_id']!r} has no field {', '.join(map(repr, values_by_id))}")
    completed: Json = {"custom_id": modal["custom_id"], "components": tree}
    if resolved:
        completed["resolved"] = resolved
    return completed


def _complete_field(
    directory: Directory, channel_id: str, field: Json, values_by_id: dict[str, Json], resolved: Json
) -> Json:
    """Return one completed field of a submitted modal, and remove its value from `values_by_id`."""
    custom_id = field["custom_id"]
    submitted = values_by_id.pop(custom_id, {})
    completed: Json = {"type": field["type"], "id": field.get("id") or 1, "custom_id": custom_id}
    required = field.get("required", True)
    if field["type"] == c.TEXT_INPUT:
        value = submitted.get("value", field.get("value") or "")
        low, high = field.get("min_length") or 0, field.get("max_length") or 4000
        if not isinstance(value, str) or (required and not value) or (value and not low <= len(value) <= high):
            raise ImpossibleAction(
                f"{custom_id!r}: expected text of {max(low, int(required))} to {high} characters, got {value!r}"
            )
        return {**completed, "value": value}
    if field["type"] == c.CHECKBOX:
        return {**completed, "value": bool(submitted.get("value", field.get("default", False)))}
    if field["type"] == c.RADIO_GROUP:
        option_values = [option["value"] for option in field["options"]]
        selected = submitted.get(
            "value", next((option["value"] for option in field["options"] if option.get("default")), None)
        )
        if (selected is None and required) or (selected is not None and selected not in option_values):
            raise ImpossibleAction(f"{custom_id!r}: expected one of {option_values}, got {selected!r}")
        return {**completed, "value": selected}
    if field["type"] == c.FILE_UPLOAD:
        if required or submitted.get("values"):
            raise ImpossibleAction(f"{custom_id!r}: files cannot be uploaded to the fake Discord server")
        return {**completed, "values": []}
    values = submitted.get(
        "values", [option["value"] for option in field.get("options") or () if option.get("default")]
    )
    if not values and not required:
        return {**completed, "values": []}
    selection = _complete_selection(directory, channel_id, field, values)
    for kind, objects in selection.pop("resolved", {}).items():
        resolved.setdefault(kind, {}).update(objects)
    return completed | selection


def _complete_selection(directory: Directory, channel_id: str, component: Json, values: Sequence[Any]) -> Json:
    """Return {"values", "resolved"?} of a selection; the menu must offer the values."""
    name, kind = component["custom_id"], component["type"]
    low, high = component.get("min_values", 1), component.get("max_values", 1)
    if kind == c.CHECKBOX_GROUP and "max_values" not in component:
        high = len(component["options"])
    if len(set(values)) < len(values):
        raise ImpossibleAction(f"{name!r}: a value is chosen twice: {list(values)}")
    if not low <= len(values) <= high:
        raise ImpossibleAction(f"{name!r}: choose {low} to {high}, got {list(values)}")
    if kind in (c.STRING_SELECT, c.CHECKBOX_GROUP):
        option_values = [option["value"] for option in component["options"]]
        if not set(values) <= set(option_values):
            raise ImpossibleAction(
                f"{name!r} does not offer {[v for v in values if v not in option_values]}; it offers {option_values}"
            )
        return {"values": list(values)}
    channel, resolved = directory.find_channel(channel_id), Json()
    for value in map(str, values):
        if kind in (c.USER_SELECT, c.MENTIONABLE_SELECT) and value in directory.users:
            resolve_user(directory, channel, value, resolved)
        elif kind == c.CHANNEL_SELECT and value in directory.channels:
            resolve_channel(directory, value, resolved)
        elif not (kind in (c.ROLE_SELECT, c.MENTIONABLE_SELECT) and resolve_role(directory, channel, value, resolved)):
            raise ImpossibleAction(f"{name!r} (component type {kind}) does not offer {value}")
    return {"values": [str(value) for value in values], "resolved": resolved}
