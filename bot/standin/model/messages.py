"""Messages: create, edit, delete, pin, read back. Permissions are the routes' business; this is what a message
becomes once it is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from bot.standin.model import components
from bot.standin.model.errors import ApiError, InvalidForm, Json, Problem, unknown
from bot.standin.model.events import THREADS, Event
from bot.standin.model.files import Files, Upload
from bot.standin.model.places import Places

NONCE_SECONDS = 300
"""How long a nonce with enforce_nonce finds its first message again (Discord says "the past few minutes")."""

DEFAULT, PIN_NOTICE, THREAD_NOTICE, REPLY = 0, 6, 18, 19
"""Message types."""
MAX_PINS = 50
_MENTION = re.compile(r"<@!?(\d+)>")
_EDITABLE = components.IS_V2 | components.SUPPRESS_EMBEDS
"""Flags that an edit may set."""


class Messages:
    """All messages by channel, oldest first. Ephemeral ones are kept with the only user who sees them."""

    def __init__(self, places: Places, files: Files, *, keep: int | None) -> None:
        self._places, self._files, self._keep = places, files, keep
        self._by_channel: dict[str, dict[str, Json]] = {}
        self._private: dict[str, str] = {}  # ephemeral message id -> user id
        self._nonces: dict[tuple[str, str], tuple[str, float]] = {}  # (channel id, nonce) -> (message id, when)
        self._pins: dict[str, dict[str, str]] = {}  # channel id -> message id -> since when

    # -- read ----------------------------------------------------------------------------------------------------------

    def get(self, channel_id: str, message_id: str) -> Json:
        """The message as it is now, or ApiError 10008."""
        message = self._by_channel.get(channel_id, {}).get(message_id)
        if message is None:
            raise unknown("Message")
        return message

    def owner_of_ephemeral(self, message_id: str) -> str | None:
        """Who alone sees this message; None for a message that everybody in the channel sees."""
        return self._private.get(message_id)

    def visible(self, channel_id: str, user_id: str) -> list[Json]:
        """All messages of a channel that a user sees, own ephemerals included, oldest first."""
        rows = self._by_channel.get(channel_id, {})
        return [message for message in rows.values() if self._private.get(message["id"], user_id) == user_id]

    def public(self, channel_id: str) -> list[Json]:
        """All messages of a channel that are not ephemeral, oldest first."""
        return [
            message for message in self._by_channel.get(channel_id, {}).values() if message["id"] not in self._private
        ]

    def history(
        self,
        channel_id: str,
        *,
        limit: int = 50,
        before: str | None = None,
        after: str | None = None,
        around: str | None = None,
    ) -> list[Json]:
        """What the API lists: no ephemerals, newest first, at most `limit`; with `after`, the oldest ones after it."""
        rows = self.public(channel_id)
        if around is not None:
            older = [m for m in rows if int(m["id"]) < int(around)][-(limit // 2) :]
            rows = (older + [m for m in rows if int(m["id"]) >= int(around)])[:limit]
        elif after is not None:
            rows = [m for m in rows if int(m["id"]) > int(after)][:limit]
        else:
            rows = [m for m in rows if before is None or int(m["id"]) < int(before)][-limit:]
        return rows[::-1]

    def pins(self, channel_id: str) -> list[tuple[str, Json]]:
        """(since when, message) of every pinned message, the latest pin first."""
        return [
            (since, self.get(channel_id, message_id))
            for message_id, since in reversed(self._pins.get(channel_id, {}).items())
        ]

    # -- write ---------------------------------------------------------------------------------------------------------

    def create(
        self, channel_id: str, author: Json, payload: Json, uploads: Mapping[int, Upload] | None = None, *,
        private_to: str | None = None, extra: Json | None = None,
    ) -> Json:  # fmt: skip
        """Post a message. `private_to` makes it ephemeral for that user; `extra` are further fields (type,
        webhook_id, interaction_metadata).
        """
        if payload.get("enforce_nonce") and payload.get("nonce") is not None:
            known = self._same_nonce(channel_id, str(payload["nonce"]))
            if known is not None:
                return known
        flags = int(payload.get("flags") or 0)
        message: Json = {
            "id": self._places.snowflakes.next(), "channel_id": channel_id, "type": DEFAULT, "author": author,
            "content": "", "embeds": [],
            "attachments": [], "components": [], "mentions": [], "mention_roles": [], "mention_everyone": False,
            "pinned": False, "tts": False,
            "timestamp": self._places.clock.iso(), "edited_timestamp": None, "flags": flags,
        }  # fmt: skip
        if private_to is not None:
            message["flags"] |= components.IS_EPHEMERAL
            self._private[message["id"]] = private_to
        if payload.get("nonce") is not None:
            message["nonce"] = payload["nonce"]
        if payload.get("poll"):
            message["poll"] = payload["poll"]
        reference = payload.get("message_reference")
        if reference:
            message |= {"type": REPLY, "message_reference": {"type": 0, "channel_id": channel_id, **reference}}
            message["referenced_message"] = self._by_channel.get(channel_id, {}).get(str(reference["message_id"]))
        message |= extra or {}
        try:
            message |= self._body(message, payload, uploads or {})
        except ApiError:
            self._private.pop(message["id"], None)
            raise
        rows = self._by_channel.setdefault(channel_id, {})
        rows[message["id"]] = message
        if payload.get("enforce_nonce") and payload.get("nonce") is not None:
            self._nonces[channel_id, str(payload["nonce"])] = (message["id"], self._places.clock.now())
        if private_to is None:
            self._touch_channel(channel_id, message["id"])
        self._emit("MESSAGE_CREATE", message)
        if self._keep is not None and len(rows) > self._keep:
            # Public and ephemeral messages are bounded apart: private panels must not push the card out.
            alike = [key for key in rows if (key in self._private) is (private_to is not None)]
            if len(alike) > self._keep:
                self._forget(channel_id, alike[0])
        return message

    def edit(self, message: Json, payload: Json, uploads: Mapping[int, Upload] | None = None) -> Json:
        """Change a message; what the payload does not name stays. Flags are ORed: V2 and ephemeral never go away,
        "loading" does.
        """
        flags = message["flags"] | int(payload.get("flags") or 0) & _EDITABLE
        changed = {**message, "flags": flags & ~components.IS_LOADING, "edited_timestamp": self._places.clock.iso()}
        changed |= self._body(changed, payload, uploads or {})
        return self._put(changed, "MESSAGE_UPDATE")

    def mark(self, message: Json, **fields: Any) -> Json:
        """Set fields that are not an edit by the author (pinned, thread, flags)."""
        return self._put({**message, **fields}, "MESSAGE_UPDATE")

    def delete(self, channel_id: str, message_id: str) -> None:
        """Delete a message with its files, or ApiError 10008."""
        self.get(channel_id, message_id)
        gone = {"id": message_id, "channel_id": channel_id, **self._guild_of(channel_id)}
        only = self._private.get(message_id)
        self._forget(channel_id, message_id)
        self._places.emit(Event("MESSAGE_DELETE", gone, gone.get("guild_id"), channel_id, only))

    def delete_many(self, channel_id: str, message_ids: Sequence[str]) -> None:
        """What a moderator's bot does to clear a channel: one event for all that are there."""
        gone = [message_id for message_id in message_ids if message_id in self._by_channel.get(channel_id, {})]
        for message_id in gone:
            self._forget(channel_id, message_id)
        told = {"ids": gone, "channel_id": channel_id, **self._guild_of(channel_id)}
        self._places.emit(Event("MESSAGE_DELETE_BULK", told, told.get("guild_id"), channel_id))

    def pin(self, channel_id: str, message_id: str, user: Json) -> None:
        """Pin a message (again: nothing happens). Discord tells it in the channel with a message of its own."""
        message = self.get(channel_id, message_id)
        pins = self._pins.setdefault(channel_id, {})
        if message_id in pins:
            return
        if len(pins) >= MAX_PINS:
            raise ApiError(400, 30003, f"Maximum number of pins reached for the channel ({MAX_PINS})")
        pins[message_id] = self._places.clock.iso()
        self.mark(message, pinned=True)
        self._emit_pins(channel_id, pins[message_id])
        reference = {"message_id": message_id, "channel_id": channel_id, **self._guild_of(channel_id)}
        self.create(channel_id, user, {}, extra={"type": PIN_NOTICE, "message_reference": reference})

    def unpin(self, channel_id: str, message_id: str) -> None:
        """Unpin a message, or ApiError 10008 if it is not pinned."""
        message = self.get(channel_id, message_id)
        if self._pins.get(channel_id, {}).pop(message_id, None) is None:
            raise unknown("Message")
        self.mark(message, pinned=False)
        self._emit_pins(channel_id, None)

    def forget_channel(self, channel_id: str) -> None:
        """Drop everything of a channel without telling."""
        for message_id in list(self._by_channel.get(channel_id, {})):
            self._forget(channel_id, message_id)
        self._by_channel.pop(channel_id, None)
        self._pins.pop(channel_id, None)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _body(self, message: Json, payload: Json, uploads: Mapping[int, Upload]) -> Json:
        """The changed fields of a message: content, embeds, attachments, components, mentions."""
        attachments = self._attachments(message, payload, uploads)
        body: Json = {"attachments": attachments}
        body |= {key: payload[key] or empty for key, empty in (("content", ""), ("embeds", [])) if key in payload}
        try:
            if "components" in payload:
                body["components"] = self._components(message, payload["components"] or [], attachments)
            _check_filled({**message, **body})
        except ApiError:
            self._drop_files(attachments, but=message["attachments"])
            raise
        if "content" in body or "components" in body:
            body["mentions"] = self._mentions(components.text({**message, **body}), payload.get("allowed_mentions"))
        self._drop_files(message["attachments"], but=attachments)
        return body

    def _components(self, message: Json, tree: list[Json], attachments: list[Json]) -> list[Json]:
        named = {attachment["filename"]: attachment for attachment in attachments}
        leaving = {row["url"] for row in message["attachments"]} - {row["url"] for row in attachments}
        return components.stored(tree, lambda media: self._resolved(media, named, leaving))

    def _mentions(self, words: str, allowed: Json | None) -> list[Json]:
        """Whom a text calls: the users it names, as far as `allowed_mentions` lets it (without: all)."""
        anybody = allowed is None or "users" in (allowed.get("parse") or ())
        some = set(map(str, (allowed or {}).get("users") or ()))
        named = dict.fromkeys(_MENTION.findall(words))
        users = self._places.users
        return [users[user_id] for user_id in named if user_id in users and (anybody or user_id in some)]

    def _drop_files(self, rows: list[Json], *, but: list[Json]) -> None:
        kept = {row["id"] for row in but}
        for row in rows:
            if row["id"] not in kept:
                self._files.drop(row["id"])

    def _attachments(self, message: Json, payload: Json, uploads: Mapping[int, Upload]) -> list[Json]:
        """Attachments after a create or edit: those named in the payload stay (all, if it names none), uploads come
        on top.
        """
        old = {attachment["id"]: attachment for attachment in message["attachments"]}
        rows = payload.get("attachments")
        about = {str(row["id"]): row for row in rows or ()}
        kept = (
            list(old.values())
            if rows is None and "attachments" not in payload
            else [old[key] for key in about if key in old]
        )
        ephemeral = bool(message["flags"] & components.IS_EPHEMERAL)
        return kept + [
            self._files.store(message["channel_id"], upload, about.get(str(index), {}), ephemeral=ephemeral)
            for index, upload in sorted(uploads.items())
        ]

    def _resolved(self, media: Json, named: Mapping[str, Json], leaving: Collection[str]) -> Json:
        url: str = media["url"]
        if not url.startswith("attachment://"):
            if url in leaving or self._files.is_dead(url):
                message = f"{url} is no longer there: the attachment was removed by this or an earlier edit"
                raise InvalidForm([Problem(("components",), "UNFURLED_MEDIA_ITEM_NOT_FOUND", message)])
            return {"proxy_url": url, "loading_state": 2, **media}
        attachment = named.get(url.removeprefix("attachment://"))
        if attachment is None:
            raise InvalidForm(
                [Problem(("components",), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", f"no file for {url}")]
            )
        keys = ("url", "proxy_url", "width", "height", "content_type")
        return {
            **{key: attachment[key] for key in keys if key in attachment},
            "loading_state": 2,
            "attachment_id": attachment["id"],
        }

    def _same_nonce(self, channel_id: str, nonce: str) -> Json | None:
        message_id, when = self._nonces.get((channel_id, nonce), ("", 0.0))
        if self._places.clock.now() - when > NONCE_SECONDS:
            return None
        return self._by_channel.get(channel_id, {}).get(message_id)

    def _touch_channel(self, channel_id: str, message_id: str) -> None:
        """A new message sets last_message_id; in a thread it counts, and brings an archived one back."""
        channel = self._places.channel(channel_id)
        changes: Json = {"last_message_id": message_id}
        wakes = False
        if channel["type"] in THREADS:
            changes |= {
                "message_count": channel["message_count"] + 1,
                "total_message_sent": channel["total_message_sent"] + 1,
            }
            wakes = bool(channel["thread_metadata"]["archived"])
            if wakes:
                changes["archived"] = False
        self._places.update_channel(channel_id, quiet=not wakes, **changes)

    def _guild_of(self, channel_id: str) -> Json:
        channel = self._places.channels[channel_id]
        return {"guild_id": channel["guild_id"]} if "guild_id" in channel else {}

    def _put(self, message: Json, event: str) -> Json:
        self._by_channel[message["channel_id"]][message["id"]] = message
        self._emit(event, message)
        return message

    def _emit(self, name: str, message: Json) -> None:
        guild = self._guild_of(message["channel_id"])
        told = {**message, **guild}
        member = self._places.members.get((guild.get("guild_id", ""), message["author"]["id"]))
        if member is not None:
            told["member"] = {key: value for key, value in member.items() if key != "user"}
        self._places.emit(
            Event(name, told, guild.get("guild_id"), message["channel_id"], self._private.get(message["id"]))
        )

    def _emit_pins(self, channel_id: str, since: str | None) -> None:
        guild = self._guild_of(channel_id)
        told = {"channel_id": channel_id, "last_pin_timestamp": since, **guild}
        self._places.emit(Event("CHANNEL_PINS_UPDATE", told, guild.get("guild_id"), channel_id))

    def _forget(self, channel_id: str, message_id: str) -> None:
        message = self._by_channel[channel_id].pop(message_id)
        self._private.pop(message_id, None)
        self._pins.get(channel_id, {}).pop(message_id, None)
        if message.get("nonce") is not None:
            self._nonces.pop((channel_id, str(message["nonce"])), None)
        for attachment in message["attachments"]:
            self._files.drop(attachment["id"])


def _check_filled(message: Json) -> None:
    """ApiError 50006 for a message that would show nothing (system messages and "thinking..." may)."""
    if message["type"] not in (DEFAULT, REPLY) or message["flags"] & components.IS_LOADING:
        return
    if not any(message.get(key) for key in ("content", "embeds", "attachments", "components", "poll")):
        raise ApiError(400, 50006, "Cannot send an empty message")
