"""Routes of channels, threads and messages."""

from __future__ import annotations

from bot.standin.model.components import HAS_THREAD
from bot.standin.model.errors import ApiError, Json, unknown
from bot.standin.model.events import DM, PRIVATE_THREAD, TEXT, THREADS
from bot.standin.model.messages import THREAD_NOTICE
from bot.standin.model.permissions import Permission as P
from bot.standin.server.routing import Call, Routes, archived_thread

routes = Routes()
_CHANNEL = "/channels/{channel_id}"
_MESSAGES = "/channels/{channel_id}/messages"
_MESSAGE = "/channels/{channel_id}/messages/{message_id}"
_THREAD_MEMBER = "/channels/{channel_id}/thread-members/{user_id}"


def _message(call: Call, *, public: bool = True) -> Json:
    """The message of the path; ephemeral ones do not exist here, only behind their interaction's token."""
    message = call.world.messages.get(call.params["channel_id"], call.params["message_id"])
    if public and call.world.messages.owner_of_ephemeral(message["id"]) is not None:
        raise unknown("Message")
    return message


def _as_bot_sees(call: Call, channel: Json) -> Json:
    """A thread carries the bot's own membership, if it has one."""
    mine = call.world.thread_members.get(channel["id"], {}).get(call.world.me["id"])
    return {**channel, "member": mine} if mine is not None else channel


def _need_awake(channel: Json) -> None:
    if channel["type"] in THREADS and channel["thread_metadata"]["archived"]:
        raise archived_thread()


# -- messages ----------------------------------------------------------------------------------------------------------


@routes("POST", _MESSAGES)
def create_message(call: Call) -> Json:
    channel = call.need_to_post(call.params["channel_id"], call.payload)
    call.check_message(call.payload)
    return call.world.messages.create(channel["id"], call.world.me, call.payload, call.uploads)


@routes("GET", _MESSAGES)
def list_messages(call: Call) -> list[Json]:
    channel = call.need(call.params["channel_id"], P.VIEW_CHANNEL)
    if (
        channel["type"] != DM
        and not call.world.permissions(call.world.me["id"], channel["id"]) & P.READ_MESSAGE_HISTORY
    ):
        return []  # as Discord does: no error, nothing to read
    limit = int(call.query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise ApiError(400, 50035, f"limit: expected 1 to 100, got {limit}")
    where = {key: call.query.get(key) for key in ("before", "after", "around")}
    return call.world.messages.history(channel["id"], limit=limit, **where)


@routes("GET", _MESSAGE)
def get_message(call: Call) -> Json:
    call.need(call.params["channel_id"], P.VIEW_CHANNEL | P.READ_MESSAGE_HISTORY)
    return _message(call)


@routes("PATCH", _MESSAGE)
def edit_message(call: Call) -> Json:
    channel = call.need(call.params["channel_id"], P.VIEW_CHANNEL | P.ATTACH_FILES if call.uploads else P.VIEW_CHANNEL)
    message = _message(call)
    if message["author"]["id"] != call.world.me["id"]:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    _need_awake(channel)
    call.check_message(call.payload, before=message)
    return call.world.messages.edit(message, call.payload, call.uploads)


@routes("DELETE", _MESSAGE)
def delete_message(call: Call) -> None:
    channel = call.need(call.params["channel_id"])
    message = _message(call)
    if message["author"]["id"] != call.world.me["id"]:
        call.need(channel["id"], P.MANAGE_MESSAGES)
    _need_awake(channel)
    call.world.messages.delete(channel["id"], message["id"])


@routes("POST", "/channels/{channel_id}/typing")
def typing(call: Call) -> None:
    call.need_to_post(call.params["channel_id"], {})


# -- pins --------------------------------------------------------------------------------------------------------------


@routes("PUT", "/channels/{channel_id}/messages/pins/{message_id}")
def pin(call: Call) -> None:
    channel = call.need(call.params["channel_id"], P.VIEW_CHANNEL | P.PIN_MESSAGES)
    _need_awake(channel)
    call.world.messages.pin(channel["id"], _message(call)["id"], call.world.me)


@routes("DELETE", "/channels/{channel_id}/messages/pins/{message_id}")
def unpin(call: Call) -> None:
    channel = call.need(call.params["channel_id"], P.VIEW_CHANNEL | P.PIN_MESSAGES)
    _need_awake(channel)
    call.world.messages.unpin(channel["id"], _message(call)["id"])


@routes("GET", "/channels/{channel_id}/messages/pins")
def list_pins(call: Call) -> Json:
    channel = call.need(call.params["channel_id"])
    rows = call.world.messages.pins(channel["id"])
    return {"items": [{"pinned_at": since, "message": message} for since, message in rows], "has_more": False}


# -- channels and threads ----------------------------------------------------------------------------------------------


@routes("GET", _CHANNEL)
def get_channel(call: Call) -> Json:
    return _as_bot_sees(call, call.need(call.params["channel_id"]))


@routes("PATCH", _CHANNEL)
def edit_channel(call: Call) -> Json:
    channel = call.need(call.params["channel_id"])
    if channel["type"] not in THREADS:
        call.check_schema("channel")
        call.need(channel["id"], P.MANAGE_CHANNELS)
        return call.world.update_channel(channel["id"], **call.payload)
    call.check_schema("thread")
    changes = dict(call.payload)
    manages = bool(call.world.permissions(call.world.me["id"], channel["id"]) & P.MANAGE_THREADS)
    wakes_only = set(changes) == {"archived"} and changes["archived"] is False
    if channel["thread_metadata"]["archived"] and changes.get("archived") is not False:
        raise archived_thread()
    may = channel["owner_id"] == call.world.me["id"] or (wakes_only and not channel["thread_metadata"]["locked"])
    if not manages and ("locked" in changes or channel["thread_metadata"]["locked"] or not may):
        raise ApiError(403, 50013, "Missing Permissions")
    return _as_bot_sees(call, call.world.update_channel(channel["id"], **changes))


@routes("DELETE", _CHANNEL)
def delete_channel(call: Call) -> Json:
    channel = call.need(call.params["channel_id"])
    if channel["type"] != DM:
        call.need(channel["id"], P.MANAGE_THREADS if channel["type"] in THREADS else P.MANAGE_CHANNELS)
    return call.world.delete_channel(channel["id"])


@routes("POST", "/channels/{channel_id}/threads")
def create_thread(call: Call) -> Json:
    parent = _parent(call)
    kind = call.payload.get("type", PRIVATE_THREAD)
    call.need(parent["id"], P.CREATE_PRIVATE_THREADS if kind == PRIVATE_THREAD else P.CREATE_PUBLIC_THREADS)
    minutes = call.payload.get("auto_archive_duration") or 4320
    me = call.world.me
    thread = call.world.add_thread(parent["id"], call.payload["name"], me["id"], kind=kind, archive_minutes=minutes)
    if kind != PRIVATE_THREAD:
        reference = {"channel_id": thread["id"], "guild_id": parent["guild_id"]}
        notice = {"type": THREAD_NOTICE, "content": thread["name"], "message_reference": reference}
        call.world.messages.create(parent["id"], me, {}, extra=notice)
    return _as_bot_sees(call, thread)


@routes("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def create_thread_from_message(call: Call) -> Json:
    parent = _parent(call)
    call.need(parent["id"], P.CREATE_PUBLIC_THREADS)
    message = _message(call)
    if message["id"] in call.world.channels:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    minutes = call.payload.get("auto_archive_duration") or 4320
    thread = call.world.add_thread(
        parent["id"], call.payload["name"], call.world.me["id"], message_id=message["id"], archive_minutes=minutes
    )
    call.world.messages.mark(message, flags=message["flags"] | HAS_THREAD, thread=thread)
    return _as_bot_sees(call, thread)


def _parent(call: Call) -> Json:
    parent = call.need(call.params["channel_id"])
    if parent["type"] != TEXT:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    return parent


@routes("PUT", _THREAD_MEMBER)
def add_thread_member(call: Call) -> None:
    thread = _thread(call)
    _need_awake(thread)
    user_id = _user_id(call)
    call.world.member(thread["guild_id"], user_id)
    call.world.join_thread(thread["id"], user_id)


@routes("DELETE", _THREAD_MEMBER)
def remove_thread_member(call: Call) -> None:
    thread = _thread(call)
    _need_awake(thread)
    user_id = _user_id(call)
    if user_id != call.world.me["id"] and not (
        thread["type"] == PRIVATE_THREAD and thread["owner_id"] == call.world.me["id"]
    ):
        call.need(thread["id"], P.MANAGE_THREADS)
    call.world.leave_thread(thread["id"], user_id)


@routes("GET", _THREAD_MEMBER)
def get_thread_member(call: Call) -> Json:
    member = call.world.thread_members[_thread(call)["id"]].get(_user_id(call))
    if member is None:
        raise unknown("Member")
    return member


@routes("GET", "/channels/{channel_id}/thread-members")
def list_thread_members(call: Call) -> list[Json]:
    return list(call.world.thread_members[_thread(call)["id"]].values())


def _thread(call: Call) -> Json:
    thread = call.need(call.params["channel_id"])
    if thread["type"] not in THREADS:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    return thread


def _user_id(call: Call) -> str:
    user_id = call.params["user_id"]
    return str(call.world.me["id"]) if user_id == "@me" else user_id
