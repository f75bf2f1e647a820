"""Probes of the application, of codes of refusals, of emoji and of commands."""

import base64

from bot.discord_check.files import build_file
from bot.discord_check.probe import HttpRequest, Outcome, Probe

from .requests import build_delete_request, build_get_request, build_page, build_post_request, build_text

_EMOJI = "/applications/{application}/emojis"
_COMMANDS = "/applications/{application}/guilds/{guild}/commands"
_PICTURE = "data:image/png;base64," + base64.b64encode(build_file("blue.png")).decode()
_ADD_EMOJI = HttpRequest(
    method="POST", path=_EMOJI, payload={"name": "teban_check", "image": _PICTURE}, saves={"emoji": "id"}
)
_ADD_COMMAND = HttpRequest(
    method="POST", path=_COMMANDS, payload={"name": "teban-check", "description": "Is deleted at once"},
    saves={"command": "id"},
)  # fmt: skip

PROBES = (
    Probe(
        name="interactions_endpoint", row=47,
        claim="No Interactions Endpoint URL is set in the portal (with one, the bot hears nothing).",
        steps=(build_get_request("/applications/@me"),),
        reads={"url": "interactions_endpoint_url"}, expected=Outcome(fields={"url": None}),
    ),
    Probe(
        name="session_starts", row=16, claim="A bot may start 1000 sessions a day, one at a time.",
        steps=(build_get_request("/gateway/bot"),),
        reads={"total": "session_start_limit.total", "at_once": "session_start_limit.max_concurrency"},
        expected=Outcome(fields={"total": 1000, "at_once": 1}),
    ),
    Probe(
        name="unknown_channel", row=8, claim="A channel that does not exist answers 10003.",
        steps=(build_get_request("/channels/{unknown}"),), expected=Outcome(status=404, code=10003),
    ),
    Probe(
        name="unknown_message", row=18, claim="A message that does not exist answers 10008.",
        steps=(build_get_request("/channels/{channel}/messages/{unknown}"),), expected=Outcome(status=404, code=10008),
    ),
    Probe(
        name="unknown_member", row=6, claim="A person who is not on the server answers 10007, without an intent.",
        steps=(build_get_request("/guilds/{guild}/members/{stranger}"),), expected=Outcome(status=404, code=10007),
    ),
    Probe(
        name="member", row=46, claim="A member says whether they are pending or in time-out, without an intent.",
        steps=(build_get_request("/guilds/{guild}/members/{person}"),),
        reads={"pending": "pending", "time_out": "communication_disabled_until"},
        expected=Outcome(fields={"pending": False, "time_out": None}),
    ),
    Probe(
        name="emoji_add", row=41, claim="The application can add an emoji.", steps=(_ADD_EMOJI,),
        reads={"name": "name", "available": "available"},
        expected=Outcome(status=201, fields={"name": "teban_check", "available": True}),
    ),
    Probe(
        name="emoji_name_twice", row=41, claim="A second emoji of the same name is refused.",
        steps=(_ADD_EMOJI, _ADD_EMOJI), expected=Outcome(status=400, code=50035),
    ),
    Probe(
        name="emoji_in_text", row=41, claim="Its emoji can be written without a permission.",
        steps=(_ADD_EMOJI, build_post_request(build_page(build_text("<:teban_check:{emoji}>")))),
    ),
    Probe(
        name="emoji_delete", row=41, claim="An emoji can be deleted.",
        steps=(_ADD_EMOJI, build_delete_request(_EMOJI + "/{emoji}")), expected=Outcome(status=204),
    ),
    Probe(
        name="command_add", row=40, claim="A command of one server can be added.", steps=(_ADD_COMMAND,),
        reads={"type": "type", "dm": "dm_permission"}, expected=Outcome(status=201, fields={"type": 1, "dm": None}),
    ),
    Probe(
        name="command_delete", row=40, claim="A command can be deleted.",
        steps=(_ADD_COMMAND, build_delete_request(_COMMANDS + "/{command}")), expected=Outcome(status=204),
    ),
)  # fmt: skip
