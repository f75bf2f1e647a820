"""Uploaded files and emoji: their Discord objects, and their content as served by Discord's CDN."""

import base64
import mimetypes
import re
import struct
from binascii import Error
from dataclasses import dataclass
from urllib.parse import quote

from bot.fake_discord.model.directory import Directory
from bot.fake_discord.model.errors import TAKEN_NAME, ApiError, InvalidBody, Json, PayloadProblem, build_unknown_error

MAX_FILE_BYTES = 10 * 1024 * 1024
"""Bytes of one file in a guild without boosts (also sent with each interaction as `attachment_size_limit`)."""


_FRAME_HEADERS = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""Kinds of JPEG segments with the size of the picture."""


@dataclass(frozen=True, slots=True)
class Upload:
    """One `files[n]` part of a multipart body."""

    filename: str
    """As the sender names it; components refer to it by `attachment://`."""
    content: bytes
    """Whole file, at most MAX_FILE_BYTES."""


def read_picture_size(content: bytes) -> tuple[int, int] | None:
    """Return (width, height) in pixels of a PNG or JPEG; None for anything else."""
    if content[:8] == b"\x89PNG\r\n\x1a\n" and content[12:16] == b"IHDR":
        width, height = struct.unpack(">II", content[16:24])
        return width, height
    return _read_jpeg_size(content) if content.startswith(b"\xff\xd8") else None


def _read_jpeg_size(content: bytes) -> tuple[int, int] | None:
    """Return the size in the first frame header of a JPEG; its segments begin with 0xFF, a kind, and a length."""
    position = 2
    while position + 9 <= len(content) and content[position] == 0xFF:
        kind, length = content[position + 1], int.from_bytes(content[position + 2 : position + 4], "big")
        if kind in _FRAME_HEADERS:
            height, width = struct.unpack(">HH", content[position + 5 : position + 9])
            return width, height
        position += 2 + length
    return None


class FileStore:
    """File content by attachment id. keeps_files: False drops the content at once, for long runs (files
    exist but are empty).
    """

    def __init__(self, directory: Directory, *, keeps_files: bool = True) -> None:
        self._directory = directory
        self._keeps_files = keeps_files
        self._bytes: dict[str, bytes] = {}
        """By attachment id; empty if content is not kept."""

    def store_upload(self, channel_id: str, upload: Upload, sender_fields: Json, *, is_ephemeral: bool) -> Json:
        """Store an upload and return its attachment object. sender_fields: its description and title.
        Raises ApiError 413 with code 40005 over the size limit.
        """
        if len(upload.content) > MAX_FILE_BYTES:
            raise ApiError(413, 40005, "Request entity too large")
        attachment_id = self._directory.snowflakes.create_id()
        self._bytes[attachment_id] = upload.content if self._keeps_files else b""
        url = f"{self._directory.base_url}/cdn/attachments/{channel_id}/{attachment_id}/{quote(upload.filename)}"
        attachment: Json = {
            "id": attachment_id, "filename": upload.filename, "size": len(upload.content), "url": url, "proxy_url": url,
            "content_type": mimetypes.guess_type(upload.filename)[0] or "application/octet-stream",
            "content_scan_version": 0,
        }  # fmt: skip
        attachment |= {key: sender_fields[key] for key in ("description", "title") if sender_fields.get(key)}
        if size := read_picture_size(upload.content):
            attachment["width"], attachment["height"] = size
        if is_ephemeral:
            attachment["ephemeral"] = True
        return attachment

    def read_file(self, attachment_id: str) -> bytes | None:
        """Return the content of an attachment; None if it no longer exists."""
        return self._bytes.get(attachment_id)

    def read_url(self, url: str) -> bytes | None:
        """Return the content behind a URL of this CDN; None for another URL or a deleted file."""
        head = f"{self._directory.base_url}/cdn/attachments/"
        return self.read_file(url.removeprefix(head).split("/")[1]) if url.startswith(head) else None

    def is_dead_url(self, url: str) -> bool:
        """Return whether this is a URL of this CDN whose file was deleted."""
        return url.startswith(f"{self._directory.base_url}/cdn/attachments/") and self.read_url(url) is None

    def delete_file(self, attachment_id: str) -> None:
        """Delete an attachment's content."""
        self._bytes.pop(attachment_id, None)


MAX_EMOJI = 2000
MAX_EMOJI_BYTES = 256 << 10
_NAME_PATTERN = re.compile(r"\w{2,32}", re.ASCII)
_DATA_URL_PREFIX = "data:image/png;base64,"


class EmojiStore:
    """Emoji uploaded by the application, and their pictures by id."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._by_id: dict[str, Json] = {}
        """The emoji, as Discord describes them."""
        self._pictures: dict[str, bytes] = {}
        """Emoji id -> PNG."""

    def list_emoji(self) -> list[Json]:
        return list(self._by_id.values())

    def find_emoji(self, emoji_id: str) -> Json:
        if emoji_id not in self._by_id:
            raise build_unknown_error("Emoji")
        return self._by_id[emoji_id]

    def add_emoji(self, payload: Json) -> Json:
        """Upload an emoji. Raises ApiError 30008 over the limit, 50035 for a name or picture that Discord refuses."""
        name, content = str(payload.get("name", "")), _decode_image(str(payload.get("image", "")))
        problems = []
        if not _NAME_PATTERN.fullmatch(name):
            problems.append(PayloadProblem(("name",), "STRING_TYPE_REGEX", f"{name!r} is no name of an emoji"))
        elif any(emoji["name"] == name for emoji in self._by_id.values()):
            problems.append(PayloadProblem(("name",), TAKEN_NAME, f"{name!r} exists already"))
        if content is None or len(content) > MAX_EMOJI_BYTES:
            problems.append(PayloadProblem(("image",), "IMAGE_INVALID", "expected a PNG of at most 256 KiB"))
        if problems or content is None:
            raise InvalidBody(problems)
        if len(self._by_id) >= MAX_EMOJI:
            raise ApiError(400, 30008, f"Maximum number of emojis reached ({MAX_EMOJI})")
        emoji_id = self._directory.snowflakes.create_id()
        self._pictures[emoji_id] = content
        self._by_id[emoji_id] = {
            "id": emoji_id, "name": name, "roles": [], "user": self._directory.me, "require_colons": True,
            "managed": False, "animated": False, "available": True,
        }  # fmt: skip
        return self._by_id[emoji_id]

    def delete_emoji(self, emoji_id: str) -> None:
        self.find_emoji(emoji_id)
        del self._by_id[emoji_id], self._pictures[emoji_id]

    def read_picture(self, emoji_id: str) -> bytes | None:
        return self._pictures.get(emoji_id)


def _decode_image(image: str) -> bytes | None:
    """Return the bytes of a data URL; None if it is not a data URL of a PNG."""
    if not image.startswith(_DATA_URL_PREFIX):
        return None
    try:
        content = base64.b64decode(image.removeprefix(_DATA_URL_PREFIX), validate=True)
    except Error:
        return None
    return content if content.startswith(b"\x89PNG") else None
