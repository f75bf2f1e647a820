"""Uploaded files: the attachment objects that Discord makes of them, and the bytes that its CDN serves."""

from __future__ import annotations

import mimetypes
import struct
from dataclasses import dataclass
from urllib.parse import quote

from bot.standin.model.errors import ApiError, Json
from bot.standin.model.places import Places

SIZE_LIMIT = 10 * 1024 * 1024
"""Bytes of one file in a guild without boosts (also sent with each interaction as `attachment_size_limit`)."""


@dataclass(frozen=True, slots=True)
class Upload:
    """One `files[n]` part of a multipart body."""

    filename: str
    content: bytes


def picture_size(content: bytes) -> tuple[int, int] | None:
    """(width, height) in pixels of a PNG; None for anything else."""
    if content[:8] == b"\x89PNG\r\n\x1a\n" and content[12:16] == b"IHDR":
        width, height = struct.unpack(">II", content[16:24])
        return width, height
    return None


class Files:
    """The CDN: bytes by attachment id. keep: false forgets the bytes at once, as long runs need (the files are there,
    and empty).
    """

    def __init__(self, places: Places, *, keep: bool = True) -> None:
        self._places = places
        self._keep = keep
        self._bytes: dict[str, bytes] = {}

    def store(self, channel_id: str, upload: Upload, about: Json, *, ephemeral: bool) -> Json:
        """Keep an upload; `about` is the sender's attachment object (description, title). Raises 413 code 40005 over
        the size limit.
        """
        if len(upload.content) > SIZE_LIMIT:
            raise ApiError(413, 40005, "Request entity too large")
        attachment_id = self._places.snowflakes.next()
        self._bytes[attachment_id] = upload.content if self._keep else b""
        url = f"{self._places.base}/cdn/attachments/{channel_id}/{attachment_id}/{quote(upload.filename)}"
        attachment: Json = {
            "id": attachment_id, "filename": upload.filename, "size": len(upload.content), "url": url, "proxy_url": url,
            "content_type": mimetypes.guess_type(upload.filename)[0] or "application/octet-stream",
            "content_scan_version": 0,
        }  # fmt: skip
        attachment |= {key: about[key] for key in ("description", "title") if about.get(key)}
        if size := picture_size(upload.content):
            attachment["width"], attachment["height"] = size
        if ephemeral:
            attachment["ephemeral"] = True
        return attachment

    def read(self, attachment_id: str) -> bytes | None:
        """The bytes of an attachment that still exists."""
        return self._bytes.get(attachment_id)

    def at(self, url: str) -> bytes | None:
        """The bytes behind one of our own CDN addresses; None if the address is not ours or the file is gone."""
        head = f"{self._places.base}/cdn/attachments/"
        return self.read(url.removeprefix(head).split("/")[1]) if url.startswith(head) else None

    def is_dead(self, url: str) -> bool:
        """Is this one of our own addresses whose file is gone?"""
        return url.startswith(f"{self._places.base}/cdn/attachments/") and self.at(url) is None

    def drop(self, attachment_id: str) -> None:
        """Forget an attachment's bytes."""
        self._bytes.pop(attachment_id, None)
