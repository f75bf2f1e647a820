"""Requests and components of which probes are made."""

from typing import Any

from bot.discord_check.probe import HttpRequest, Json
from bot.fake_discord.model.components import (
    ACTION_ROW,
    BUTTON,
    CONTAINER,
    IS_EPHEMERAL,
    IS_SILENT,
    IS_V2,
    MEDIA_GALLERY,
    STRING_SELECT,
    TEXT_DISPLAY,
)

MESSAGES = "/channels/{channel}/messages"
MESSAGE = "/channels/{channel}/messages/{message}"
CALLBACK = "/interactions/{interaction}/{interaction_token}/callback"
ORIGINAL = "/webhooks/{application}/{interaction_token}/messages/@original"
FILE_ID = "components.0.items.0.media.attachment_id"
"""Path of the id of the picture in the answer to a message that begins with a gallery."""
GREY = 2


def build_text(content: str) -> Json:
    return {"type": TEXT_DISPLAY, "content": content}


def build_gallery(name: str, description: str = "A blue square") -> Json:
    return {"type": MEDIA_GALLERY, "items": [{"media": {"url": f"attachment://{name}"}, "description": description}]}


def build_buttons(*labels: str, custom_id: str = "c:button", **fields: Any) -> Json:
    """Return a row of buttons; the custom_id of the first is `custom_id` itself."""
    buttons = [
        {"type": BUTTON, "style": GREY, "label": label, "custom_id": custom_id + ("" if n == 0 else f":{n}"), **fields}
        for n, label in enumerate(labels)
    ]
    return {"type": ACTION_ROW, "components": buttons}


def build_menu(options: list[Json], custom_id: str = "c:menu") -> Json:
    return {
        "type": ACTION_ROW,
        "components": [{"type": STRING_SELECT, "custom_id": custom_id, "options": options}],
    }


def build_options(count: int, text: str = "", description: str = "") -> list[Json]:
    """Return menu options with numbered labels, filled up with a text."""
    return [
        {"label": f"{n + 1} {text}"[:100], "value": f"{n}", **({"description": description} if description else {})}
        for n in range(count)
    ]


def build_container(*components: Json) -> Json:
    return {"type": CONTAINER, "components": list(components)}


def build_page(*components: Json, **fields: Any) -> Json:
    """Return the payload of a silent V2 message."""
    return {"flags": IS_V2 | IS_SILENT, "components": list(components), "allowed_mentions": {"parse": []}, **fields}


def build_edit(*components: Json, **fields: Any) -> Json:
    """Return the payload of an edit into V2 components."""
    return {"flags": IS_V2, "components": list(components), **fields}


def build_answer(kind: int, *components: Json, is_private: bool = False, **fields: Any) -> Json:
    """Return the payload of a first answer to an interaction."""
    flags = IS_V2 | (IS_EPHEMERAL if is_private else 0)
    return {"type": kind, "data": {"flags": flags, "components": list(components), **fields}}


def build_post_request(payload: Json, *files: str, path: str = MESSAGES, **fields: Any) -> HttpRequest:
    """Build the HTTP request that posts in the channel.

    Later requests know the message as `{message}`, its first picture as `{file}`.
    """
    saves = {"message": "id", "file": FILE_ID}
    return HttpRequest(method="POST", path=path, payload=payload, files=files, saves=saves, **fields)


def build_edit_request(payload: Json, *files: str, **fields: Any) -> HttpRequest:
    """Build the HTTP request that edits `{message}`."""
    return HttpRequest(method="PATCH", path=MESSAGE, payload=payload, files=files, **fields)


def build_get_request(path: str) -> HttpRequest:
    """Build the HTTP request that reads what is at the path."""
    return HttpRequest(method="GET", path=path)


def build_delete_request(path: str) -> HttpRequest:
    """Build the HTTP request that deletes what is at the path."""
    return HttpRequest(method="DELETE", path=path)
