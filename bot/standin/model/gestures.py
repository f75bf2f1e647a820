"""What people can do to a message or a modal: only what is really there, enabled and offered. Everything else is
Impossible.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.standin.model import components as c
from bot.standin.model.commands import resolve_channel, resolve_role, resolve_user
from bot.standin.model.errors import Impossible, Json
from bot.standin.model.messages import Messages
from bot.standin.model.places import Places


def check_component(
    places: Places, messages: Messages, user_id: str, channel_id: str, message_id: str, data: Json
) -> Json:
    """The completed data of a click or a selection: the component exists on the message as it is now, is enabled, and
    offers the values.
    """
    owner = messages.owner_of_ephemeral(message_id)
    seen = {message["id"]: message for message in messages.visible(channel_id, user_id)}
    if message_id not in seen:
        raise Impossible(
            f"user {user_id} sees no message {message_id}" + (f": it is ephemeral for {owner}" if owner else "")
        )
    message = seen[message_id]
    custom_id = data.get("custom_id")
    there = [
        component for component in c.of_type(message, c.BUTTON, *c.SELECTS) if component.get("custom_id") is not None
    ]
    component = next((component for component in there if component["custom_id"] == custom_id), None)
    if component is None:
        offered = [component["custom_id"] for component in there]
        raise Impossible(f"message {message_id} has no component {custom_id!r}; it has {offered}")
    if component.get("disabled"):
        raise Impossible(f"{custom_id!r} is disabled")
    if data.get("component_type", component["type"]) != component["type"]:
        raise Impossible(f"{custom_id!r} is a component of type {component['type']}, not {data['component_type']}")
    done: Json = {"custom_id": custom_id, "component_type": component["type"], "id": component["id"]}
    if component["type"] in c.SELECTS:
        done |= _chosen(places, channel_id, component, data.get("values") or [])
    elif data.get("values"):
        raise Impossible(f"{custom_id!r} is a button: it takes no values")
    return done


def check_modal(places: Places, channel_id: str, modal: Json, data: Json) -> Json:
    """The completed data of a submitted modal: every field that is there, filled within its bounds, and no other.

    `data["components"]` is a tree as Discord sends it, or just {"custom_id", "value" or "values"} objects in any order.
    """
    filled = {
        field["custom_id"]: field for _, field in c.walk(data.get("components")) if field.get("custom_id") is not None
    }
    resolved: Json = {}
    tree: list[Json] = []
    for number, item in enumerate(modal["components"], start=1):
        row: Json = {"type": item["type"], "id": item.get("id") or number}
        if item["type"] == c.LABEL:
            row["component"] = _field(places, channel_id, item["component"], filled, resolved)
        elif item["type"] == c.ACTION_ROW:
            row["components"] = [_field(places, channel_id, child, filled, resolved) for child in item["components"]]
        tree.append(row)
    if filled:
        raise Impossible(f"modal {modal['custom_id']!r} has no field {', '.join(map(repr, filled))}")
    done: Json = {"custom_id": modal["custom_id"], "components": tree}
    if resolved:
        done["resolved"] = resolved
    return done


def _field(places: Places, channel_id: str, field: Json, filled: dict[str, Json], resolved: Json) -> Json:
    """One field of a submitted modal; takes what was filled in out of `filled`."""
    custom_id = field["custom_id"]
    given = filled.pop(custom_id, {})
    done: Json = {"type": field["type"], "id": field.get("id") or 1, "custom_id": custom_id}
    required = field.get("required", True)
    if field["type"] == c.TEXT_INPUT:
        value = given.get("value", field.get("value") or "")
        low, high = field.get("min_length") or 0, field.get("max_length") or 4000
        if not isinstance(value, str) or (required and not value) or (value and not low <= len(value) <= high):
            raise Impossible(
                f"{custom_id!r}: expected text of {max(low, int(required))} to {high} characters, got {value!r}"
            )
        return {**done, "value": value}
    if field["type"] == c.CHECKBOX:
        return {**done, "value": bool(given.get("value", field.get("default", False)))}
    if field["type"] == c.RADIO_GROUP:
        offered = [option["value"] for option in field["options"]]
        chosen = given.get(
            "value", next((option["value"] for option in field["options"] if option.get("default")), None)
        )
        if (chosen is None and required) or (chosen is not None and chosen not in offered):
            raise Impossible(f"{custom_id!r}: expected one of {offered}, got {chosen!r}")
        return {**done, "value": chosen}
    if field["type"] == c.FILE_UPLOAD:
        if required or given.get("values"):
            raise Impossible(f"{custom_id!r}: files cannot be uploaded on the stand-in")
        return {**done, "values": []}
    values = given.get("values", [option["value"] for option in field.get("options") or () if option.get("default")])
    if not values and not required:
        return {**done, "values": []}
    picked = _chosen(places, channel_id, field, values)
    for kind, objects in picked.pop("resolved", {}).items():
        resolved.setdefault(kind, {}).update(objects)
    return done | picked


def _chosen(places: Places, channel_id: str, component: Json, values: Sequence[Any]) -> Json:
    """{"values", "resolved"?} of a selection that the menu offers."""
    name, kind = component["custom_id"], component["type"]
    low, high = component.get("min_values", 1), component.get("max_values", 1)
    if kind == c.CHECKBOX_GROUP and "max_values" not in component:
        high = len(component["options"])
    if len(set(values)) < len(values):
        raise Impossible(f"{name!r}: a value is chosen twice: {list(values)}")
    if not low <= len(values) <= high:
        raise Impossible(f"{name!r}: choose {low} to {high}, got {list(values)}")
    if kind in (c.STRING_SELECT, c.CHECKBOX_GROUP):
        offered = [option["value"] for option in component["options"]]
        if not set(values) <= set(offered):
            raise Impossible(f"{name!r} does not offer {[v for v in values if v not in offered]}; it offers {offered}")
        return {"values": list(values)}
    channel, resolved = places.channel(channel_id), Json()
    for value in map(str, values):
        if kind in (c.USER_SELECT, c.MENTIONABLE_SELECT) and value in places.users:
            resolve_user(places, channel, value, resolved)
        elif kind == c.CHANNEL_SELECT and value in places.channels:
            resolve_channel(places, value, resolved)
        elif not (kind in (c.ROLE_SELECT, c.MENTIONABLE_SELECT) and resolve_role(places, channel, value, resolved)):
            raise Impossible(f"{name!r} (component type {kind}) does not offer {value}")
    return {"values": [str(value) for value in values], "resolved": resolved}
