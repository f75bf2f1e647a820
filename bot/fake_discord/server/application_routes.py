"""Routes of the application: login, commands, emoji, interactions with their tokens, guilds, members and direct
messages.
"""

from bot.fake_discord.model.errors import ApiError, Json
from bot.fake_discord.model.events import THREADS
from bot.fake_discord.model.interactions import (
    AUTOCOMPLETE,
    CHOICES,
    DEFERRED_MESSAGE,
    MESSAGE,
    MODAL,
    UPDATE,
    Interaction,
)
from bot.fake_discord.server.routing import ApiRequest, Routes

from . import payload_rules

routes = Routes()
_COMMANDS = "/applications/{application_id}/commands"
_GUILD_COMMANDS = "/applications/{application_id}/guilds/{guild_id}/commands"
_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
_WEBHOOK_MESSAGE = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"


# -- login -------------------------------------------------------------------------------------------------------------


@routes("GET", "/users/@me")
def get_me(request: ApiRequest) -> Json:
    return {
        **request.world.me,
        "verified": True,
        "mfa_enabled": False,
        "locale": "en-US",
        "flags": 0,
        "email": None,
        "bio": "",
    }


@routes("GET", "/oauth2/applications/@me")
def get_application(request: ApiRequest) -> Json:
    return request.world.application


@routes("GET", "/applications/@me")
def get_own_application(request: ApiRequest) -> Json:
    return request.world.application


# -- commands ----------------------------------------------------------------------------------------------------------


def _require_scope(request: ApiRequest) -> str | None:
    if request.params["application_id"] != request.world.application["id"]:
        raise ApiError(403, 20012, "You are not authorized to perform this action on this application")
    guild_id = request.params.get("guild_id")
    if guild_id is not None and (guild_id, request.world.me["id"]) not in request.world.members:
        raise ApiError(403, 50001, "Missing Access")
    return guild_id


def _list_commands(request: ApiRequest) -> list[Json]:
    return request.world.commands.list_commands(_require_scope(request))


def _overwrite_commands(request: ApiRequest) -> list[Json]:
    scope = _require_scope(request)
    commands = request.payload or []
    request.refuse_problems(
        lambda: [
            problem for n, row in enumerate(commands) for problem in payload_rules.list_command_problems(row, path=(n,))
        ]
    )
    return request.world.commands.overwrite_commands(scope, commands)


def _add_command(request: ApiRequest) -> Json:
    scope = _require_scope(request)
    request.refuse_problems(lambda: payload_rules.list_command_problems(request.payload))
    return request.world.commands.upsert_command(scope, request.payload)


def _get_command(request: ApiRequest) -> Json:
    return request.world.commands.find_command(_require_scope(request), request.params["command_id"])


def _delete_command(request: ApiRequest) -> None:
    request.world.commands.delete_command(_require_scope(request), request.params["command_id"])


for _path in (_COMMANDS, _GUILD_COMMANDS):
    routes("GET", _path)(_list_commands)
    routes("PUT", _path)(_overwrite_commands)
    routes("POST", _path)(_add_command)
    routes("GET", _path + "/{command_id}")(_get_command)
    routes("DELETE", _path + "/{command_id}")(_delete_command)


# -- emoji of the application ------------------------------------------------------------------------------------------

_EMOJI = "/applications/{application_id}/emojis"


@routes("GET", _EMOJI)
def list_emoji(request: ApiRequest) -> Json:
    _require_scope(request)
    return {"items": request.world.emoji.list_emoji()}


@routes("POST", _EMOJI)
def add_emoji(request: ApiRequest) -> Json:
    _require_scope(request)
    request.check_schema()
    return request.world.emoji.add_emoji(request.payload)


@routes("GET", _EMOJI + "/{emoji_id}")
def get_emoji(request: ApiRequest) -> Json:
    _require_scope(request)
    return request.world.emoji.find_emoji(request.params["emoji_id"])


@routes("DELETE", _EMOJI + "/{emoji_id}")
def delete_emoji(request: ApiRequest) -> None:
    _require_scope(request)
    request.world.emoji.delete_emoji(request.params["emoji_id"])


# -- interactions ------------------------------------------------------------------------------------------------------


@routes("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
def create_first_answer(request: ApiRequest) -> Json | None:
    interactions = request.world.interactions
    interaction_before = interactions.find_interaction(request.params["interaction_id"])
    data, kind = request.payload.get("data") or {}, request.payload["type"]
    if kind in (MESSAGE, UPDATE):
        changes = (
            kind == UPDATE
            and interaction_before is not None
            and interaction_before.message_id is not None
            and interaction_before.callback is None
        )
        before = (
            request.world.messages.find_message(interaction_before.channel_id, interaction_before.message_id)
            if changes and interaction_before and interaction_before.message_id
            else None
        )
        request.check_message(data, before=before, path=("data",))
    elif kind == DEFERRED_MESSAGE:
        request.refuse_problems(lambda: payload_rules.list_deferral_problems(data, path=("data",)))
    elif kind == MODAL:
        request.refuse_problems(lambda: payload_rules.list_modal_problems(data, path=("data",)))
    elif kind == CHOICES and interaction_before is not None and interaction_before.type == AUTOCOMPLETE:
        request.refuse_problems(
            lambda: payload_rules.list_choice_problems(data, interaction_before.focused_type, path=("data",))
        )
    interaction, body = interactions.accept_answer(
        request.params["interaction_id"], request.params["interaction_token"], request.payload, request.uploads
    )
    request.after_response = lambda: _resolve_first_answer(interaction)
    return body if request.query.get("with_response") in ("1", "true") else None


def _resolve_first_answer(interaction: Interaction) -> None:
    if not interaction.first_answer.done():
        interaction.first_answer.set_result(True)


def _find_interaction(request: ApiRequest) -> Interaction:
    if request.params["webhook_id"] != request.world.application["id"]:
        raise ApiError(404, 10015, "Unknown Webhook")
    return request.world.interactions.find_interaction_by_token(request.params["webhook_token"])


@routes("POST", _WEBHOOK)
def create_follow_up(request: ApiRequest) -> Json:
    interaction = _find_interaction(request)
    request.check_message(request.payload)
    return request.world.interactions.post_follow_up(interaction, request.payload, request.uploads)


@routes("GET", _WEBHOOK_MESSAGE)
def get_answer(request: ApiRequest) -> Json:
    return request.world.interactions.find_message(_find_interaction(request), request.params["message_id"])


@routes("PATCH", _WEBHOOK_MESSAGE)
def edit_answer(request: ApiRequest) -> Json:
    interaction = _find_interaction(request)
    before = request.world.interactions.find_message(interaction, request.params["message_id"])
    request.check_message(request.payload, before=before)
    return request.world.interactions.edit_message(
        interaction, request.params["message_id"], request.payload, request.uploads
    )


@routes("DELETE", _WEBHOOK_MESSAGE)
def delete_answer(request: ApiRequest) -> None:
    request.world.interactions.delete_message(_find_interaction(request), request.params["message_id"])


# -- people and guilds -------------------------------------------------------------------------------------------------


@routes("POST", "/users/@me/channels")
def open_dm(request: ApiRequest) -> Json:
    user_id = str(request.payload["recipient_id"])
    if user_id == request.world.me["id"]:
        raise ApiError(400, 50007, "Cannot send messages to this user")
    return request.world.open_dm(user_id)


@routes("GET", "/users/{user_id}")
def get_user(request: ApiRequest) -> Json:
    return request.world.find_user(request.params["user_id"])


@routes("GET", "/users/@me/guilds")
def list_guilds(request: ApiRequest) -> list[Json]:
    return [
        guild
        for guild in request.world.guilds.values()
        if (guild["id"], request.world.me["id"]) in request.world.members
    ]


def _require_guild(request: ApiRequest) -> Json:
    guild = request.world.find_guild(request.params["guild_id"])
    if (guild["id"], request.world.me["id"]) not in request.world.members:
        raise ApiError(403, 50001, "Missing Access")
    return guild


@routes("GET", "/guilds/{guild_id}")
def get_guild(request: ApiRequest) -> Json:
    return _require_guild(request)


@routes("GET", "/guilds/{guild_id}/channels")
def list_channels(request: ApiRequest) -> list[Json]:
    guild_id = _require_guild(request)["id"]
    return [
        row for row in request.world.channels.values() if row.get("guild_id") == guild_id and row["type"] not in THREADS
    ]


@routes("GET", "/guilds/{guild_id}/threads/active")
def list_active_threads(request: ApiRequest) -> Json:
    guild_id, me = _require_guild(request)["id"], request.world.me["id"]
    threads = [
        row for row in request.world.channels.values() if row.get("guild_id") == guild_id and row["type"] in THREADS
    ]
    visible = [
        row for row in threads if not row["thread_metadata"]["archived"] and request.world.can_see(me, row["id"])
    ]
    memberships = [
        request.world.thread_members[row["id"]][me] for row in visible if me in request.world.thread_members[row["id"]]
    ]
    return {"threads": visible, "members": memberships}


@routes("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(request: ApiRequest) -> Json:
    return request.world.find_member(_require_guild(request)["id"], request.params["user_id"])


@routes("DELETE", "/users/@me/guilds/{guild_id}")
def leave_guild(request: ApiRequest) -> None:
    request.world.remove_member(_require_guild(request)["id"], request.world.me["id"])
