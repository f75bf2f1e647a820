"""Routes of channels, threads and messages."""

from bot.fake_discord.model.components import HAS_THREAD
from bot.fake_discord.model.errors import ApiError, Json, build_unknown_error
from bot.fake_discord.model.events import DM, FORUM, PRIVATE_THREAD, TEXT, THREADS
from bot.fake_discord.model.messages import THREAD_NOTICE
from bot.fake_discord.model.permissions import Permission
from bot.fake_discord.server.routing import ApiRequest, Routes, build_archived_error

routes = Routes()
_CHANNEL = "/channels/{channel_id}"
_MESSAGES = "/channels/{channel_id}/messages"
_MESSAGE = "/channels/{channel_id}/messages/{message_id}"
MAX_TAGS = 5
"""Maximum number of tags of a forum post."""
REQUIRES_TAG = 1 << 4
"""Flag of a forum that demands a tag of every post."""
_THREAD_MEMBER = "/channels/{channel_id}/thread-members/{user_id}"


def _find_message(request: ApiRequest, *, is_public: bool = True) -> Json:
    """Return the message of the path. is_public: hide ephemeral messages, which exist only behind their interaction's
    token.
    """
    message = request.world.messages.find_message(request.params["channel_id"], request.params["message_id"])
    if is_public and request.world.messages.find_ephemeral_owner(message["id"]) is not None:
        raise build_unknown_error("Message")
    return message


def _add_own_membership(request: ApiRequest, channel: Json) -> Json:
    """Return the channel; for a thread that the bot is in, with the bot's membership."""
    membership = request.world.thread_members.get(channel["id"], {}).get(request.world.me["id"])
    return {**channel, "member": membership} if membership is not None else channel


def _require_unarchived(channel: Json) -> None:
    if channel["type"] in THREADS and channel["thread_metadata"]["archived"]:
        raise build_archived_error()


def _require_editable(request: ApiRequest, channel: Json, message: Json) -> None:
    """Raise ApiError for edits that Discord refuses: in locked threads, of old messages too often, with uploads."""
    quirks = request.world.quirks
    if channel["type"] in THREADS and channel["thread_metadata"]["locked"] and not quirks.edits_in_locked_threads:
        permissions = request.world.compute_permissions(request.world.me["id"], channel["id"])
        if not permissions & Permission.MANAGE_THREADS:
            raise ApiError(400, 160005, "Thread is locked")
    if request.uploads and not quirks.patch_accepts_media:
        raise ApiError(400, 50035, "Invalid Form Body")
    if quirks.old_edits is not None and (wait := request.world.messages.charge_old_edit(message, *quirks.old_edits)):
        raise ApiError(429, 30046, "Maximum number of edits to messages older than 1 hour reached", None, wait)


# -- messages ----------------------------------------------------------------------------------------------------------


@routes("POST", _MESSAGES)
def create_message(request: ApiRequest) -> Json:
    channel = request.require_postable_channel(request.params["channel_id"], request.payload)
    request.check_message(request.payload)
    return request.world.messages.create_message(channel["id"], request.world.me, request.payload, request.uploads)


@routes("GET", _MESSAGES)
def list_messages(request: ApiRequest) -> list[Json]:
    channel = request.require_channel(request.params["channel_id"], Permission.VIEW_CHANNEL)
    if (
        channel["type"] != DM
        and not request.world.compute_permissions(request.world.me["id"], channel["id"])
        & Permission.READ_MESSAGE_HISTORY
    ):
        return []  # as Discord does: no error, nothing to read
    limit = int(request.query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise ApiError(400, 50035, f"limit: expected 1 to 100, got {limit}")
    cursor = {key: request.query.get(key) for key in ("before", "after", "around")}
    return request.world.messages.list_history(channel["id"], limit=limit, **cursor)


@routes("GET", _MESSAGE)
def get_message(request: ApiRequest) -> Json:
    request.require_channel(request.params["channel_id"], Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY)
    return _find_message(request)


@routes("PATCH", _MESSAGE)
def edit_message(request: ApiRequest) -> Json:
    channel = request.require_channel(
        request.params["channel_id"],
        Permission.VIEW_CHANNEL | Permission.ATTACH_FILES if request.uploads else Permission.VIEW_CHANNEL,
    )
    message = _find_message(request)
    if message["author"]["id"] != request.world.me["id"]:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    _require_unarchived(channel)
    _require_editable(request, channel, message)
    request.check_message(request.payload, before=message)
    return request.world.messages.edit_message(message, request.payload, request.uploads)


@routes("DELETE", _MESSAGE)
def delete_message(request: ApiRequest) -> None:
    channel = request.require_channel(request.params["channel_id"])
    message = _find_message(request)
    if message["author"]["id"] != request.world.me["id"]:
        request.require_channel(channel["id"], Permission.MANAGE_MESSAGES)
    if not request.world.quirks.deletes_in_archived_threads:
        _require_unarchived(channel)
    request.world.messages.delete_message(channel["id"], message["id"])


@routes("POST", "/channels/{channel_id}/typing")
def show_typing(request: ApiRequest) -> None:
    request.require_postable_channel(request.params["channel_id"], {})


# -- pins --------------------------------------------------------------------------------------------------------------


@routes("PUT", "/channels/{channel_id}/messages/pins/{message_id}")
def pin_message(request: ApiRequest) -> None:
    channel = request.require_channel(request.params["channel_id"], Permission.VIEW_CHANNEL | Permission.PIN_MESSAGES)
    _require_unarchived(channel)
    request.world.messages.pin_message(channel["id"], _find_message(request)["id"], request.world.me)


@routes("DELETE", "/channels/{channel_id}/messages/pins/{message_id}")
def unpin_message(request: ApiRequest) -> None:
    channel = request.require_channel(request.params["channel_id"], Permission.VIEW_CHANNEL | Permission.PIN_MESSAGES)
    _require_unarchived(channel)
    request.world.messages.unpin_message(channel["id"], _find_message(request)["id"])


@routes("GET", "/channels/{channel_id}/messages/pins")
def list_pins(request: ApiRequest) -> Json:
    channel = request.require_channel(request.params["channel_id"])
    pins = request.world.messages.list_pins(channel["id"])
    return {"items": [{"pinned_at": since, "message": message} for since, message in pins], "has_more": False}


# -- channels and threads ----------------------------------------------------------------------------------------------


@routes("GET", _CHANNEL)
def get_channel(request: ApiRequest) -> Json:
    return _add_own_membership(request, request.require_channel(request.params["channel_id"]))


@routes("PATCH", _CHANNEL)
def edit_channel(request: ApiRequest) -> Json:
    channel = request.require_channel(request.params["channel_id"])
    if channel["type"] not in THREADS:
        request.check_schema("channel")
        request.require_channel(channel["id"], Permission.MANAGE_CHANNELS)
        return request.world.update_channel(channel["id"], **request.payload)
    request.check_schema("thread")
    changes = dict(request.payload)
    manages_threads = bool(
        request.world.compute_permissions(request.world.me["id"], channel["id"]) & Permission.MANAGE_THREADS
    )
    only_unarchives = set(changes) == {"archived"} and changes["archived"] is False
    if channel["thread_metadata"]["archived"] and changes.get("archived") is not False:
        raise build_archived_error()
    is_allowed = channel["owner_id"] == request.world.me["id"] or (
        only_unarchives and not channel["thread_metadata"]["locked"]
    )
    if not manages_threads and ("locked" in changes or channel["thread_metadata"]["locked"] or not is_allowed):
        raise ApiError(403, 50013, "Missing Permissions")
    if "applied_tags" in changes:
        _check_tags(
            request,
            request.world.channels[channel["parent_id"]],
            channel.get("applied_tags", []),
            changes["applied_tags"],
        )
    return _add_own_membership(request, request.world.update_channel(channel["id"], **changes))


@routes("DELETE", _CHANNEL)
def delete_channel(request: ApiRequest) -> Json:
    channel = request.require_channel(request.params["channel_id"])
    if channel["type"] != DM:
        request.require_channel(
            channel["id"], Permission.MANAGE_THREADS if channel["type"] in THREADS else Permission.MANAGE_CHANNELS
        )
    return request.world.delete_channel(channel["id"])


@routes("POST", "/channels/{channel_id}/threads")
def create_thread(request: ApiRequest) -> Json:
    channel = request.require_channel(request.params["channel_id"])
    if channel["type"] == FORUM:
        return _create_forum_post(request, channel)
    parent = _require_text_channel(request)
    request.check_schema("text thread")
    kind = request.payload.get("type", PRIVATE_THREAD)
    request.require_channel(
        parent["id"], Permission.CREATE_PRIVATE_THREADS if kind == PRIVATE_THREAD else Permission.CREATE_PUBLIC_THREADS
    )
    minutes = request.payload.get("auto_archive_duration") or 4320
    me = request.world.me
    thread = request.world.add_thread(
        parent["id"], request.payload["name"], me["id"], kind=kind, archive_minutes=minutes
    )
    if kind != PRIVATE_THREAD:
        reference = {"channel_id": thread["id"], "guild_id": parent["guild_id"]}
        notice = {"type": THREAD_NOTICE, "content": thread["name"], "message_reference": reference}
        request.world.messages.create_message(parent["id"], me, {}, extra=notice)
    return _add_own_membership(request, thread)


def _create_forum_post(request: ApiRequest, forum: Json) -> Json:
    """Create a post in a forum, with its first message, which has the id of the post."""
    request.require_channel(forum["id"], Permission.SEND_MESSAGES)
    request.check_schema("forum post")
    payload, me = request.payload, request.world.me
    request.check_message(payload["message"])
    tags = payload.get("applied_tags") or []
    _check_tags(request, forum, [], tags)
    post = request.world.add_thread(
        *(forum["id"], payload["name"], me["id"]),
        archive_minutes=payload.get("auto_archive_duration") or 4320,
        applied_tags=tags,
    )
    message = request.world.messages.create_message(
        post["id"], me, payload["message"], request.uploads, extra={"id": post["id"]}
    )
    return {**_add_own_membership(request, post), "message": message}


def _check_tags(request: ApiRequest, forum: Json, earlier: list[str], tags: list[str]) -> None:
    """Raise ApiError for tags of a post that the forum has not or that the bot may not change, and for none at all in
    a forum that demands one.
    """
    known = {tag["id"]: tag for tag in forum["available_tags"]}
    if len(tags) > MAX_TAGS or not set(tags) <= known.keys():
        raise ApiError(400, 50035, "Invalid Form Body")
    if not tags and forum["flags"] & REQUIRES_TAG:
        raise ApiError(400, 40067, "A tag is required to create a forum post in this channel")
    manages_threads = request.world.compute_permissions(request.world.me["id"], forum["id"]) & Permission.MANAGE_THREADS
    if not manages_threads and any(known[tag]["moderated"] for tag in {*earlier} ^ {*tags} if tag in known):
        raise ApiError(403, 50013, "Missing Permissions")


@routes("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def create_thread_from_message(request: ApiRequest) -> Json:
    parent = _require_text_channel(request)
    request.require_channel(parent["id"], Permission.CREATE_PUBLIC_THREADS)
    message = _find_message(request)
    if message["id"] in request.world.channels:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    minutes = request.payload.get("auto_archive_duration") or 4320
    thread = request.world.add_thread(
        parent["id"], request.payload["name"], request.world.me["id"], message_id=message["id"], archive_minutes=minutes
    )
    request.world.messages.set_fields(message, flags=message["flags"] | HAS_THREAD, thread=thread)
    return _add_own_membership(request, thread)


def _require_text_channel(request: ApiRequest) -> Json:
    parent = request.require_channel(request.params["channel_id"])
    if parent["type"] != TEXT:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    return parent


@routes("PUT", _THREAD_MEMBER)
def add_thread_member(request: ApiRequest) -> None:
    thread = _require_thread(request)
    _require_unarchived(thread)
    user_id = _resolve_user_id(request)
    request.world.find_member(thread["guild_id"], user_id)
    request.world.add_thread_member(thread["id"], user_id)


@routes("DELETE", _THREAD_MEMBER)
def remove_thread_member(request: ApiRequest) -> None:
    thread = _require_thread(request)
    _require_unarchived(thread)
    user_id = _resolve_user_id(request)
    if user_id != request.world.me["id"] and not (
        thread["type"] == PRIVATE_THREAD and thread["owner_id"] == request.world.me["id"]
    ):
        request.require_channel(thread["id"], Permission.MANAGE_THREADS)
    request.world.remove_thread_member(thread["id"], user_id)


@routes("GET", _THREAD_MEMBER)
def get_thread_member(request: ApiRequest) -> Json:
    member = request.world.thread_members[_require_thread(request)["id"]].get(_resolve_user_id(request))
    if member is None:
        raise build_unknown_error("Member")
    return member


@routes("GET", "/channels/{channel_id}/thread-members")
def list_thread_members(request: ApiRequest) -> list[Json]:
    return list(request.world.thread_members[_require_thread(request)["id"]].values())


def _require_thread(request: ApiRequest) -> Json:
    thread = request.require_channel(request.params["channel_id"])
    if thread["type"] not in THREADS:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    return thread


def _resolve_user_id(request: ApiRequest) -> str:
    user_id = request.params["user_id"]
    return str(request.world.me["id"]) if user_id == "@me" else user_id
