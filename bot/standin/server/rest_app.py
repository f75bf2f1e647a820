"""Routes of the application and its people: login, commands, interactions and their tokens, guilds, members, direct
messages.
"""

from __future__ import annotations

from bot.standin.model.errors import ApiError, Json
from bot.standin.model.events import THREADS
from bot.standin.model.interactions import AUTOCOMPLETE, CHOICES, DEFERRED_MESSAGE, MESSAGE, MODAL, UPDATE, Interaction
from bot.standin.server import limits
from bot.standin.server.routing import Call, Routes

routes = Routes()
_COMMANDS = "/applications/{application_id}/commands"
_GUILD_COMMANDS = "/applications/{application_id}/guilds/{guild_id}/commands"
_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
_WEBHOOK_MESSAGE = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"


# -- login -------------------------------------------------------------------------------------------------------------


@routes("GET", "/users/@me")
def get_me(call: Call) -> Json:
    return {
        **call.world.me,
        "verified": True,
        "mfa_enabled": False,
        "locale": "en-US",
        "flags": 0,
        "email": None,
        "bio": "",
    }


@routes("GET", "/oauth2/applications/@me")
def get_application(call: Call) -> Json:
    return call.world.application


@routes("GET", "/applications/@me")
def get_own_application(call: Call) -> Json:
    return call.world.application


# -- commands ----------------------------------------------------------------------------------------------------------


def _scope(call: Call) -> str | None:
    if call.params["application_id"] != call.world.application["id"]:
        raise ApiError(403, 20012, "You are not authorized to perform this action on this application")
    guild_id = call.params.get("guild_id")
    if guild_id is not None and (guild_id, call.world.me["id"]) not in call.world.members:
        raise ApiError(403, 50001, "Missing Access")
    return guild_id


def _listed(call: Call) -> list[Json]:
    return call.world.commands.listed(_scope(call))


def _overwritten(call: Call) -> list[Json]:
    scope = _scope(call)
    rows = call.payload or []
    call.check(lambda: [problem for n, row in enumerate(rows) for problem in limits.command_problems(row, path=(n,))])
    return call.world.commands.overwrite(scope, rows)


def _added(call: Call) -> Json:
    scope = _scope(call)
    call.check(lambda: limits.command_problems(call.payload))
    return call.world.commands.upsert(scope, call.payload)


def _one(call: Call) -> Json:
    return call.world.commands.get(_scope(call), call.params["command_id"])


def _removed(call: Call) -> None:
    call.world.commands.remove(_scope(call), call.params["command_id"])


for _path in (_COMMANDS, _GUILD_COMMANDS):
    routes("GET", _path)(_listed)
    routes("PUT", _path)(_overwritten)
    routes("POST", _path)(_added)
    routes("GET", _path + "/{command_id}")(_one)
    routes("DELETE", _path + "/{command_id}")(_removed)


# -- emoji of the application ------------------------------------------------------------------------------------------

_EMOJI = "/applications/{application_id}/emojis"


@routes("GET", _EMOJI)
def list_emoji(call: Call) -> Json:
    _scope(call)
    return {"items": call.world.emoji.listed()}


@routes("POST", _EMOJI)
def add_emoji(call: Call) -> Json:
    _scope(call)
    call.check_schema()
    return call.world.emoji.add(call.payload)


@routes("GET", _EMOJI + "/{emoji_id}")
def get_emoji(call: Call) -> Json:
    _scope(call)
    return call.world.emoji.get(call.params["emoji_id"])


@routes("DELETE", _EMOJI + "/{emoji_id}")
def remove_emoji(call: Call) -> None:
    _scope(call)
    call.world.emoji.remove(call.params["emoji_id"])


# -- interactions ------------------------------------------------------------------------------------------------------


@routes("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
def first_answer(call: Call) -> Json | None:
    interactions = call.world.interactions
    known = interactions.find(call.params["interaction_id"])
    data, kind = call.payload.get("data") or {}, call.payload["type"]
    if kind in (MESSAGE, UPDATE):
        changes = kind == UPDATE and known is not None and known.message_id is not None and known.callback is None
        before = (
            call.world.messages.get(known.channel_id, known.message_id)
            if changes and known and known.message_id
            else None
        )
        call.check_message(data, before=before, path=("data",))
    elif kind == DEFERRED_MESSAGE:
        call.check(lambda: limits.deferral_problems(data, path=("data",)))
    elif kind == MODAL:
        call.check(lambda: limits.modal_problems(data, path=("data",)))
    elif kind == CHOICES and known is not None and known.type == AUTOCOMPLETE:
        call.check(lambda: limits.choice_problems(data, known.focused_type, path=("data",)))
    interaction, body = interactions.answer(
        call.params["interaction_id"], call.params["interaction_token"], call.payload, call.uploads
    )
    call.then = lambda: _resolve(interaction)
    return body if call.query.get("with_response") in ("1", "true") else None


def _resolve(interaction: Interaction) -> None:
    if not interaction.first.done():
        interaction.first.set_result(True)


def _by_token(call: Call) -> Interaction:
    if call.params["webhook_id"] != call.world.application["id"]:
        raise ApiError(404, 10015, "Unknown Webhook")
    return call.world.interactions.by_token(call.params["webhook_token"])


@routes("POST", _WEBHOOK)
def follow_up(call: Call) -> Json:
    interaction = _by_token(call)
    call.check_message(call.payload)
    return call.world.interactions.follow_up(interaction, call.payload, call.uploads)


@routes("GET", _WEBHOOK_MESSAGE)
def get_answer(call: Call) -> Json:
    return call.world.interactions.message_of(_by_token(call), call.params["message_id"])


@routes("PATCH", _WEBHOOK_MESSAGE)
def edit_answer(call: Call) -> Json:
    interaction = _by_token(call)
    before = call.world.interactions.message_of(interaction, call.params["message_id"])
    call.check_message(call.payload, before=before)
    return call.world.interactions.edit(interaction, call.params["message_id"], call.payload, call.uploads)


@routes("DELETE", _WEBHOOK_MESSAGE)
def delete_answer(call: Call) -> None:
    call.world.interactions.delete(_by_token(call), call.params["message_id"])


# -- people and guilds -------------------------------------------------------------------------------------------------


@routes("POST", "/users/@me/channels")
def open_dm(call: Call) -> Json:
    user_id = str(call.payload["recipient_id"])
    if user_id == call.world.me["id"]:
        raise ApiError(400, 50007, "Cannot send messages to this user")
    return call.world.dm(user_id)


@routes("GET", "/users/{user_id}")
def get_user(call: Call) -> Json:
    return call.world.user(call.params["user_id"])


@routes("GET", "/users/@me/guilds")
def list_guilds(call: Call) -> list[Json]:
    return [guild for guild in call.world.guilds.values() if (guild["id"], call.world.me["id"]) in call.world.members]


def _guild(call: Call) -> Json:
    guild = call.world.guild(call.params["guild_id"])
    if (guild["id"], call.world.me["id"]) not in call.world.members:
        raise ApiError(403, 50001, "Missing Access")
    return guild


@routes("GET", "/guilds/{guild_id}")
def get_guild(call: Call) -> Json:
    return _guild(call)


@routes("GET", "/guilds/{guild_id}/channels")
def list_channels(call: Call) -> list[Json]:
    guild_id = _guild(call)["id"]
    return [
        row for row in call.world.channels.values() if row.get("guild_id") == guild_id and row["type"] not in THREADS
    ]


@routes("GET", "/guilds/{guild_id}/threads/active")
def list_active_threads(call: Call) -> Json:
    guild_id, me = _guild(call)["id"], call.world.me["id"]
    rows = [row for row in call.world.channels.values() if row.get("guild_id") == guild_id and row["type"] in THREADS]
    seen = [row for row in rows if not row["thread_metadata"]["archived"] and call.world.can_see(me, row["id"])]
    mine = [call.world.thread_members[row["id"]][me] for row in seen if me in call.world.thread_members[row["id"]]]
    return {"threads": seen, "members": mine}


@routes("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(call: Call) -> Json:
    return call.world.member(_guild(call)["id"], call.params["user_id"])


@routes("DELETE", "/users/@me/guilds/{guild_id}")
def leave_guild(call: Call) -> None:
    call.world.leave(_guild(call)["id"], call.world.me["id"])
