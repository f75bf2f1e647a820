"""Emoji of the application: 2,000 at most, names of 2 to 32 word characters, each once; pictures up to 256 KiB."""

from __future__ import annotations

import base64
import re
from binascii import Error

from bot.standin.model.errors import ApiError, InvalidForm, Json, Problem, unknown
from bot.standin.model.places import Places

MOST = 2000
MAX_BYTES = 256 << 10
_NAME = re.compile(r"\w{2,32}", re.ASCII)
_DATA = "data:image/png;base64,"


class Emoji:
    """What the application has uploaded, and the pictures by id."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._by_id: dict[str, Json] = {}
        self._pictures: dict[str, bytes] = {}

    def listed(self) -> list[Json]:
        return list(self._by_id.values())

    def get(self, emoji_id: str) -> Json:
        if emoji_id not in self._by_id:
            raise unknown("Emoji")
        return self._by_id[emoji_id]

    def add(self, payload: Json) -> Json:
        """Upload one. Raises ApiError 30008 over the limit, 50035 for a name or picture that Discord refuses."""
        name, content = str(payload.get("name", "")), _decoded(str(payload.get("image", "")))
        problems = []
        if not _NAME.fullmatch(name):
            problems.append(Problem(("name",), "STRING_TYPE_REGEX", f"{name!r} is no name of an emoji"))
        elif any(emoji["name"] == name for emoji in self._by_id.values()):
            problems.append(Problem(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", f"{name!r} exists already"))
        if content is None or len(content) > MAX_BYTES:
            problems.append(Problem(("image",), "IMAGE_INVALID", "expected a PNG of at most 256 KiB"))
        if problems or content is None:
            raise InvalidForm(problems)
        if len(self._by_id) >= MOST:
            raise ApiError(400, 30008, f"Maximum number of emojis reached ({MOST})")
        emoji_id = self._places.snowflakes.next()
        self._pictures[emoji_id] = content
        self._by_id[emoji_id] = {
            "id": emoji_id, "name": name, "roles": [], "user": self._places.me, "require_colons": True,
            "managed": False, "animated": False, "available": True,
        }  # fmt: skip
        return self._by_id[emoji_id]

    def remove(self, emoji_id: str) -> None:
        self.get(emoji_id)
        del self._by_id[emoji_id], self._pictures[emoji_id]

    def picture(self, emoji_id: str) -> bytes | None:
        return self._pictures.get(emoji_id)


def _decoded(image: str) -> bytes | None:
    """The bytes of a data address; None if it is none, or no PNG."""
    if not image.startswith(_DATA):
        return None
    try:
        content = base64.b64decode(image.removeprefix(_DATA), validate=True)
    except Error:
        return None
    return content if content.startswith(b"\x89PNG") else None
