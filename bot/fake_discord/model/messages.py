"""Messages: create, edit, delete, pin and read them. Permissions are checked by the routes, before these functions."""

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from bot.fake_discord.model.directory import Directory
from bot.fake_discord.model.errors import (
    ApiError,
    InvalidBody,
    Json,
    PayloadProblem,
    build_unknown_error,
)
from bot.fake_discord.model.events import THREADS, GatewayEvent
from bot.fake_discord.model.phones import MENTION, Phones
from bot.fake_discord.model.uploads import FileStore, Upload

from . import components

NONCE_SECONDS = 300
"""Time for which a nonce with enforce_nonce finds the earlier message (Discord says "the past few minutes")."""

OLD_SECONDS = 3600.0
"""Age from which edits of a message are limited (`Quirks.old_edits`)."""

DEFAULT, PIN_NOTICE, THREAD_NOTICE, REPLY = 0, 6, 18, 19
"""Message types."""
MAX_PINS = 50
_EDITABLE = components.IS_V2 | components.SUPPRESS_EMBEDS
"""Flags that an edit may set."""


class Messages:
    """All messages by channel, oldest first. For an ephemeral message the only user who sees it is stored."""

    def __init__(self, directory: Directory, files: FileStore, *, max_messages: int | None) -> None:
        self._directory, self._files, self._max_messages = directory, files, max_messages
        self._by_channel: dict[str, dict[str, Json]] = {}  # channel id -> message id -> message
        self._private: dict[str, str] = {}  # ephemeral message id -> user id
        self._nonces: dict[tuple[str, str], tuple[str, float]] = {}  # (channel id, nonce) -> (message id, time)
        self._old_edits: dict[str, deque[float]] = {}  # channel id -> times of the latest edits of old messages
        self.phones = Phones()
        self._pins: dict[str, dict[str, str]] = {}  # channel id -> message id -> time of pinning

    # -- read ----------------------------------------------------------------------------------------------------------

    def find_message(self, channel_id: str, message_id: str) -> Json:
        """Return the message as it is now. Raises ApiError 10008 if there is none."""
        message = self._by_channel.get(channel_id, {}).get(message_id)
        if message is None:
            raise build_unknown_error("Message")
        return message

    def find_ephemeral_owner(self, message_id: str) -> str | None:
        """Return the only user who sees this ephemeral message; None for a message that everybody
        in the channel sees.
        """
        return self._private.get(message_id)

    def list_visible(self, channel_id: str, user_id: str) -> list[Json]:
        """Return all messages of a channel that a user sees, including their ephemeral ones, oldest first."""
        messages = self._by_channel.get(channel_id, {})
        return [message for message in messages.values() if self._private.get(message["id"], user_id) == user_id]

    def list_public(self, channel_id: str) -> list[Json]:
        """Return all messages of a channel that are not ephemeral, oldest first."""
        return [
            message for message in self._by_channel.get(channel_id, {}).values() if message["id"] not in self._private
        ]

    def list_history(
        self,
        channel_id: str,
        *,
        limit: int = 50,
        before: str | None = None,
        after: str | None = None,
        around: str | None = None,
    ) -> list[Json]:
        """Return messages as the API lists them: without ephemeral ones, newest first, at most `limit`; with `after`,
        the oldest ones after it.
        """
        messages = self.list_public(channel_id)
        if around is not None:
            older = [m for m in messages if int(m["id"]) < int(around)][-(limit // 2) :]
            messages = (older + [m for m in messages if int(m["id"]) >= int(around)])[:limit]
        elif after is not None:
            messages = [m for m in messages if int(m["id"]) > int(after)][:limit]
        else:
            messages = [m for m in messages if before is None or int(m["id"]) < int(before)][-limit:]
        return messages[::-1]

    def list_pins(self, channel_id: str) -> list[tuple[str, Json]]:
        """Return (time of pinning, message) of every pinned message, the latest pin first."""
        return [
            (since, self.find_message(channel_id, message_id))
            for message_id, since in reversed(self._pins.get(channel_id, {}).items())
        ]

    # -- write ---------------------------------------------------------------------------------------------------------

    def create_message(
        self, channel_id: str, author: Json, payload: Json, uploads: Mapping[int, Upload] | None = None, *,
        private_to: str | None = None, extra: Json | None = None,
    ) -> Json:  # fmt: skip
        """Post a message. private_to: the only user who sees it (ephemeral). extra: further fields (type, webhook_id,
        interaction_metadata).
        """
        if payload.get("enforce_nonce") and payload.get("nonce") is not None:
            earlier = self._find_by_nonce(channel_id, str(payload["nonce"]))
            if earlier is not None:
                return self.present_message(earlier)
        flags = int(payload.get("flags") or 0)
        message: Json = {
            "id": self._directory.snowflakes.create_id(), "channel_id": channel_id, "type": DEFAULT, "author": author,
            "content": "", "embeds": [],
            "attachments": [], "components": [], "mentions": [], "mention_roles": [], "mention_everyone": False,
            "pinned": False, "tts": False,
            "timestamp": self._directory.clock.format_now(), "edited_timestamp": None, "flags": flags,
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
            message |= self._build_body(message, payload, uploads or {})
        except ApiError:
            self._private.pop(message["id"], None)
            raise
        messages = self._by_channel.setdefault(channel_id, {})
        messages[message["id"]] = message
        self.phones.push_message(message, self._directory.find_channel(channel_id))
        if payload.get("enforce_nonce") and payload.get("nonce") is not None:
            self._nonces[channel_id, str(payload["nonce"])] = (message["id"], self._directory.clock.read_now())
        if private_to is None:
            self._touch_channel(channel_id, message["id"])
        self._emit_message("MESSAGE_CREATE", message)
        if self._max_messages is not None and len(messages) > self._max_messages:
            # Public and ephemeral messages are bounded separately: private panels must not push out the card.
            same_kind = [key for key in messages if (key in self._private) is (private_to is not None)]
            if len(same_kind) > self._max_messages:
                self._drop_message(channel_id, same_kind[0])
        return message

    def edit_message(self, message: Json, payload: Json, uploads: Mapping[int, Upload] | None = None) -> Json:
        """Edit a message; fields that are not in the payload stay. Flags are ORed: V2 and ephemeral stay set, "loading"
        is cleared.
        """
        flags = message["flags"] | int(payload.get("flags") or 0) & _EDITABLE
        edited_message = {
            **message,
            "flags": flags & ~components.IS_LOADING,
            "edited_timestamp": self._directory.clock.format_now(),
        }
        edited_message |= self._build_body(edited_message, payload, uploads or {})
        return self._replace_message(edited_message, "MESSAGE_UPDATE")

    def charge_old_edit(self, message: Json, max_edits: int, seconds: float) -> float:
        """Charge the edit of a message older than an hour. Return the seconds to wait after too many, else 0."""
        now = self._directory.clock.read_now()
        if now - self._directory.snowflakes.read_time(message["id"]) < OLD_SECONDS:
            return 0.0
        edits = self._old_edits.setdefault(message["channel_id"], deque(maxlen=max_edits))
        if len(edits) == max_edits and now - edits[0] < seconds:
            return round(edits[0] + seconds - now, 3)
        edits.append(now)
        return 0.0

    def set_fields(self, message: Json, **fields: Any) -> Json:
        """Set fields without an edit by the author (pinned, thread, flags)."""
        return self._replace_message({**message, **fields}, "MESSAGE_UPDATE")

    def delete_message(self, channel_id: str, message_id: str) -> None:
        """Delete a message with its files. Raises ApiError 10008 if there is none."""
        self.find_message(channel_id, message_id)
        data = {"id": message_id, "channel_id": channel_id, **self._build_guild_field(channel_id)}
        recipient = self._private.get(message_id)
        self._drop_message(channel_id, message_id)
        self._directory.emit_event(GatewayEvent("MESSAGE_DELETE", data, data.get("guild_id"), channel_id, recipient))

    def bulk_delete(self, channel_id: str, message_ids: Sequence[str]) -> None:
        """Delete many messages with a single event, as moderation bots do to clear a channel.
        Unknown ids are ignored.
        """
        deleted_ids = [message_id for message_id in message_ids if message_id in self._by_channel.get(channel_id, {})]
        for message_id in deleted_ids:
            self._drop_message(channel_id, message_id)
        data = {"ids": deleted_ids, "channel_id": channel_id, **self._build_guild_field(channel_id)}
        self._directory.emit_event(GatewayEvent("MESSAGE_DELETE_BULK", data, data.get("guild_id"), channel_id))

    def pin_message(self, channel_id: str, message_id: str, user: Json) -> None:
        """Pin a message; pinning it twice has no effect. Discord announces it in the channel with a system message."""
        message = self.find_message(channel_id, message_id)
        pins = self._pins.setdefault(channel_id, {})
        if message_id in pins:
            return
        if len(pins) >= MAX_PINS:
            raise ApiError(400, 30003, f"Maximum number of pins reached for the channel ({MAX_PINS})")
        pins[message_id] = self._directory.clock.format_now()
        self.set_fields(message, pinned=True)
        self._emit_pins_update(channel_id, pins[message_id])
        reference = {"message_id": message_id, "channel_id": channel_id, **self._build_guild_field(channel_id)}
        self.create_message(channel_id, user, {}, extra={"type": PIN_NOTICE, "message_reference": reference})

    def unpin_message(self, channel_id: str, message_id: str) -> None:
        """Unpin a message. Raises ApiError 10008 if it is not pinned."""
        message = self.find_message(channel_id, message_id)
        if self._pins.get(channel_id, {}).pop(message_id, None) is None:
            raise build_unknown_error("Message")
        self.set_fields(message, pinned=False)
        self._emit_pins_update(channel_id, None)

    def drop_channel(self, channel_id: str) -> None:
        """Drop all messages of a channel without events."""
        for message_id in list(self._by_channel.get(channel_id, {})):
            self._drop_message(channel_id, message_id)
        self._by_channel.pop(channel_id, None)
        self._pins.pop(channel_id, None)

    # -- internals -----------------------------------------------------------------------------------------------------

    def _build_body(self, message: Json, payload: Json, uploads: Mapping[int, Upload]) -> Json:
        """Return the changed fields of a message: content, embeds, attachments, components, mentions."""
        attachments = self._build_attachments(message, payload, uploads)
        body: Json = {"attachments": attachments}
        body |= {key: payload[key] or empty for key, empty in (("content", ""), ("embeds", [])) if key in payload}
        try:
            if "components" in payload:
                body["components"] = self._build_components(message, payload["components"] or [], attachments)
            _check_not_empty({**message, **body})
        except ApiError:
            self._drop_files(attachments, kept_attachments=message["attachments"])
            raise
        if "content" in body or "components" in body:
            body["mentions"] = self._list_mentions(
                components.read_text({**message, **body}), payload.get("allowed_mentions")
            )
        self._drop_files(message["attachments"], kept_attachments=attachments)
        return body

    def _build_components(self, message: Json, tree: list[Json], attachments: list[Json]) -> list[Json]:
        by_filename = {attachment["filename"]: attachment for attachment in attachments}
        removed_urls = {row["url"] for row in message["attachments"]} - {row["url"] for row in attachments}
        return components.complete_tree(tree, lambda media: self._resolve_media(media, by_filename, removed_urls))

    def _list_mentions(self, text: str, allowed: Json | None) -> list[Json]:
        """Return the users that a text mentions, as far as `allowed_mentions` permits (None: all)."""
        all_allowed = allowed is None or "users" in (allowed.get("parse") or ())
        allowed_ids = set(map(str, (allowed or {}).get("users") or ()))
        mentioned_ids = dict.fromkeys(MENTION.findall(text))
        users = self._directory.users
        return [
            users[user_id] for user_id in mentioned_ids if user_id in users and (all_allowed or user_id in allowed_ids)
        ]

    def _drop_files(self, attachments: list[Json], *, kept_attachments: list[Json]) -> None:
        kept_ids = {row["id"] for row in kept_attachments}
        for row in attachments:
            if row["id"] not in kept_ids:
                self._files.delete_file(row["id"])

    def _build_attachments(self, message: Json, payload: Json, uploads: Mapping[int, Upload]) -> list[Json]:
        """Return the attachments after a create or edit: the ones listed in the payload stay (all, if the payload has
        no list), and uploads are added.
        """
        old = {attachment["id"]: attachment for attachment in message["attachments"]}
        listed_attachments = payload.get("attachments")
        fields_by_id = {str(row["id"]): row for row in listed_attachments or ()}
        remaining = (
            list(old.values())
            if listed_attachments is None and "attachments" not in payload
            else [old[key] for key in fields_by_id if key in old]
        )
        ephemeral = bool(message["flags"] & components.IS_EPHEMERAL)
        return remaining + [
            self._files.store_upload(
                message["channel_id"], upload, fields_by_id.get(str(index), {}), is_ephemeral=ephemeral
            )
            for index, upload in sorted(uploads.items())
        ]

    def _resolve_media(self, media: Json, by_filename: Mapping[str, Json], removed_urls: Collection[str]) -> Json:
        url: str = media["url"]
        if not url.startswith("attachment://"):
            if url in removed_urls or self._files.is_dead_url(url):
                message = f"{url} is no longer there: the attachment was removed by this or an earlier edit"
                raise InvalidBody([PayloadProblem(("components",), "UNFURLED_MEDIA_ITEM_NOT_FOUND", message)])
            return {"proxy_url": url, "loading_state": 2, **media}
        attachment = by_filename.get(url.removeprefix("attachment://"))
        if attachment is None:
            raise InvalidBody(
                [
                    PayloadProblem(
                        ("components",), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", f"no file for {url}"
                    )
                ]
            )
        keys = ("url", "proxy_url", "width", "height", "content_type")
        return {
            **{key: attachment[key] for key in keys if key in attachment},
            "loading_state": 2,
            "attachment_id": attachment["id"],
        }

    def _find_by_nonce(self, channel_id: str, nonce: str) -> Json | None:
        message_id, posted_at = self._nonces.get((channel_id, nonce), ("", 0.0))
        if self._directory.clock.read_now() - posted_at > NONCE_SECONDS:
            return None
        message = self._by_channel.get(channel_id, {}).get(message_id)
        if message is None and message_id and self._directory.quirks.finds_deleted_nonce:
            raise build_unknown_error("Message")
        return message

    def present_message(self, message: Json) -> Json:
        """Return the message as the API shows it: without the files that V2 components show (`Quirks`)."""
        if self._directory.quirks.lists_v2_attachments or not message["flags"] & components.IS_V2:
            return message
        return {**message, "attachments": []}

    def _touch_channel(self, channel_id: str, message_id: str) -> None:
        """Update a channel after a new message: set last_message_id; in a thread count the message and unarchive the
        thread.
        """
        channel = self._directory.find_channel(channel_id)
        changes: Json = {"last_message_id": message_id}
        unarchives = False
        if channel["type"] in THREADS:
            changes |= {
                "message_count": channel["message_count"] + 1,
                "total_message_sent": channel["total_message_sent"] + 1,
            }
            unarchives = bool(channel["thread_metadata"]["archived"])
            if unarchives:
                changes["archived"] = False
        self._directory.update_channel(channel_id, is_quiet=not unarchives, **changes)

    def _build_guild_field(self, channel_id: str) -> Json:
        channel = self._directory.channels[channel_id]
        return {"guild_id": channel["guild_id"]} if "guild_id" in channel else {}

    def _replace_message(self, message: Json, event: str) -> Json:
        self._by_channel[message["channel_id"]][message["id"]] = message
        self._emit_message(event, message)
        return message

    def _emit_message(self, name: str, message: Json) -> None:
        guild = self._build_guild_field(message["channel_id"])
        data = {**self.present_message(message), **guild}
        member = self._directory.members.get((guild.get("guild_id", ""), message["author"]["id"]))
        if member is not None:
            data["member"] = {key: value for key, value in member.items() if key != "user"}
        self._directory.emit_event(
            GatewayEvent(name, data, guild.get("guild_id"), message["channel_id"], self._private.get(message["id"]))
        )

    def _emit_pins_update(self, channel_id: str, since: str | None) -> None:
        guild = self._build_guild_field(channel_id)
        data = {"channel_id": channel_id, "last_pin_timestamp": since, **guild}
        self._directory.emit_event(GatewayEvent("CHANNEL_PINS_UPDATE", data, guild.get("guild_id"), channel_id))

    def _drop_message(self, channel_id: str, message_id: str) -> None:
        message = self._by_channel[channel_id].pop(message_id)
        self._private.pop(message_id, None)
        self._pins.get(channel_id, {}).pop(message_id, None)
        if message.get("nonce") is not None and not self._directory.quirks.finds_deleted_nonce:
            self._nonces.pop((channel_id, str(message["nonce"])), None)
        for attachment in message["attachments"]:
            self._files.delete_file(attachment["id"])


def _check_not_empty(message: Json) -> None:
    """Raise ApiError 50006 for an empty message (system messages and "thinking..." may be empty)."""
    if message["type"] not in (DEFAULT, REPLY) or message["flags"] & components.IS_LOADING:
        return
    if not any(message.get(key) for key in ("content", "embeds", "attachments", "components", "poll")):
        raise ApiError(400, 50006, "Cannot send an empty message")
