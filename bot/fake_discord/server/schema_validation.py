"""Check payloads against Discord's own OpenAPI description (`openapi.json`, unmodified; rewritten in memory only).

OpenAPI 3.1 schemas are JSON Schema 2020-12. Two rewritings make errors exact and checking fast: a union whose branches
have constant `type`s becomes "if the type is X then branch X" (the plain union only says "not valid under any of the
given schemas"), and `null or X` becomes "if it is not null then X". Objects are closed, so that a misspelt field is an
error. Rules that the description does not state are in `payload_rules`.

Only developers need this module. It uses jsonschema-rs (extra `validate`) and the description in the checkout
(`bot/fake_discord/api/`). Neither is part of the wheel, so both are loaded only on use.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from bot.fake_discord.model.errors import Json, PayloadProblem

if TYPE_CHECKING:
    import jsonschema_rs

API_DESCRIPTION = Path(__file__).parents[1] / "api" / "openapi.json"


class ValidationUnavailable(RuntimeError):
    """Payloads cannot be checked here; the message says what is missing and how to get it."""


def find_missing_requirement() -> str | None:
    """Return which requirement of the checks is not installed and how to get it; None if all are installed."""
    if not API_DESCRIPTION.is_file():
        return "Discord's API description is not part of the installed program: run it from a checkout"
    if find_spec("jsonschema_rs") is None:
        return "jsonschema-rs is not installed: pip install --editable '.[validate]'"
    return None


_CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
_SCHEMAS: dict[tuple[str, str], str] = {
    ("POST", "/channels/{channel_id}/messages"): "MessageCreateRequest",
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): "MessageEditRequestPartial",
    ("POST", "text thread"): "CreateTextThreadWithoutMessageRequest",
    ("POST", "forum post"): "CreateForumThreadRequest",
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads"): "CreateTextThreadWithMessageRequest",
    ("POST", "/webhooks/{webhook_id}/{webhook_token}"): "IncomingWebhookInteractionRequest",
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"): "IncomingWebhookUpdateRequestPartial",
    ("POST", "/applications/{application_id}/commands"): "ApplicationCommandCreateRequest",
    ("POST", "/applications/{application_id}/guilds/{guild_id}/commands"): "ApplicationCommandCreateRequest",
    ("PATCH", "thread"): "UpdateThreadRequestPartial",
    ("PATCH", "channel"): "UpdateGuildChannelRequestPartial",
    ("POST", "/users/@me/channels"): "CreatePrivateChannelRequest",
}
"""Schema by operation. Requests whose schema depends on the kind of channel name it in words."""
_INLINE_SCHEMAS = {
    ("POST", _CALLBACK),
    ("POST", "/applications/{application_id}/emojis"),
    ("PUT", "/applications/{application_id}/commands"),
    ("PUT", "/applications/{application_id}/guilds/{guild_id}/commands"),
}
"""Operations whose schema is inline in the description."""
_EXTRA_FIELDS: dict[tuple[str, ...], Json] = {
    ("ApplicationCommandUpdateRequest", "ApplicationCommandCreateRequest"): {"nsfw": {"type": "boolean"}},
    (
        "IncomingWebhookUpdateForInteractionCallbackRequestPartial",
        "IncomingWebhookUpdateRequestPartial",
        "MessageEditRequestPartial",
        "BaseCreateMessageCreateRequest",
    ): {"tts": {"const": False}},
    ("CreateForumThreadRequest",): {"type": {"const": 11}},
    ("RichEmbed",): {"flags": {"type": "integer"}},
}
"""Fields that the API description lacks: `nsfw` and an embed's `flags` are documented (the documentation has
precedence); `tts` false and the type of a forum post are sent by clients and ignored by Discord.
"""
_SNOWFLAKE: Json = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$"}
"""The description allows strings only; Discord accepts numbers as well, and clients send them (ids of users, indices of
uploads).
"""
_CODES = {
    "maxLength": "BASE_TYPE_BAD_LENGTH", "minLength": "BASE_TYPE_BAD_LENGTH", "maxItems": "BASE_TYPE_BAD_LENGTH",
    "minItems": "BASE_TYPE_BAD_LENGTH", "required": "BASE_TYPE_REQUIRED", "enum": "BASE_TYPE_CHOICES",
    "additionalProperties": "UNKNOWN_FIELD", "maximum": "NUMBER_TYPE_MAX", "minimum": "NUMBER_TYPE_MIN",
}  # fmt: skip


def _find_type_values(schemas: Json, schema: Json) -> list[int] | None:
    """Return the constant values of the `type` property of an object schema; None if it has no such property."""
    while "$ref" in schema:
        schema = schemas[schema["$ref"].rsplit("/", 1)[1]]
    kind = schema.get("properties", {}).get("type")
    return kind.get("enum") if isinstance(kind, dict) else None


def _rewrite_schema(schemas: Json, node: Any) -> Any:
    if isinstance(node, list):
        return [_rewrite_schema(schemas, item) for item in node]
    if not isinstance(node, dict):
        return node
    node = {key: _rewrite_schema(schemas, value) for key, value in node.items()}
    for keyword in ("anyOf", "oneOf"):
        branches = node.get(keyword)
        if not isinstance(branches, list):
            continue
        real = [branch for branch in branches if branch.get("type") != "null"]
        kinds = [_find_type_values(schemas, branch) for branch in real]
        flat = [kind for group in kinds for kind in group or ()]
        if len(real) > 1 and all(kinds) and len(set(flat)) == len(flat):
            type_rule = {"type": "object", "required": ["type"], "properties": {"type": {"enum": flat}}}
            branch_rules = [
                {"if": {"properties": {"type": {"enum": group}}, "required": ["type"]}, "then": branch}
                for group, branch in zip(kinds, real, strict=True)
            ]
            rule = [type_rule, *branch_rules]
        elif len(real) == 1 < len(branches):
            rule = real
        else:
            continue
        del node[keyword]
        if len(real) < len(branches):
            node |= {"if": {"not": {"type": "null"}}, "then": {"allOf": rule}}
        else:
            node["allOf"] = [*node.get("allOf", ()), *rule]
    if node.get("format") == "int32":  # JSON Schema only notes it
        node.setdefault("maximum", 2**31 - 1)
    if node.get("type") == "object" and "properties" in node and "additionalProperties" not in node:
        node["additionalProperties"] = False
    return node


@lru_cache(maxsize=1)
def _load_registry() -> jsonschema_rs.Registry:
    import jsonschema_rs  # noqa: PLC0415 - an extra that the bot runs without

    spec: Json = msgspec.json.decode(API_DESCRIPTION.read_bytes())
    schemas = spec["components"]["schemas"]
    schemas["SnowflakeType"] = _SNOWFLAKE
    for names, fields in _EXTRA_FIELDS.items():
        for name in names:
            schemas[name]["properties"] |= fields
    return jsonschema_rs.Registry(
        [("urn:discord", _rewrite_schema(schemas, {key: spec[key] for key in ("components", "paths")}))]
    )


@lru_cache(maxsize=64)
def _build_validator(method: str, template: str) -> jsonschema_rs.Draft202012Validator | None:
    import jsonschema_rs  # noqa: PLC0415 - an extra that the bot runs without

    if (method, template) in _SCHEMAS:
        pointer = f"/components/schemas/{_SCHEMAS[method, template]}"
    elif (method, template) in _INLINE_SCHEMAS:
        escaped = template.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
        pointer = f"/paths/{escaped}/{method.lower()}/requestBody/content/application~1json/schema"
    else:
        return None
    return jsonschema_rs.Draft202012Validator({"$ref": f"urn:discord#{pointer}"}, registry=_load_registry())


def list_schema_problems(method: str, template: str, payload: Any) -> list[PayloadProblem]:
    """Return the violations of the API description in a payload; empty for operations without a payload."""
    validator = _build_validator(method, template)
    if validator is None:
        return []
    problems = []
    for error in validator.iter_errors(payload):
        kind, path = error.kind.name, tuple(error.instance_path)
        message = error.message if len(error.message) < 300 else f"{error.message[:140]} ... {error.message[-140:]}"
        fields = getattr(error.kind, "unexpected", None) or [getattr(error.kind, "property", None)]
        problems += [
            PayloadProblem((*path, field) if field else path, _CODES.get(kind, "BASE_TYPE_INVALID"), message)
            for field in fields
        ]
    return problems
