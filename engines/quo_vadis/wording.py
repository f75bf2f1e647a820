"""Messages about skills. Their numbers come from data.toml, so a correction there shows everywhere."""

from functools import cache

from engines.kernel import Arg, Message
from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.table import names


@cache
def describe_effect(skill: str) -> Message:
    """Return the effect of a skill in a few words, for a button."""
    return Message(f"skill.{skill.lower()}", _build_args(skill))


@cache
def describe_full_effect(skill: str) -> Message:
    """Return the exact effect of a skill."""
    return Message(f"handbook.{skill.lower()}", _build_args(skill))


def _build_args(skill: str) -> dict[str, Arg]:
    line = CONTENT.skills[skill]
    args: dict[str, Arg] = dict(line.params)
    if line.kind is not None:
        args["kind"] = names.name_kind(line.kind)
    if line.resource is not None:
        args["resource"] = names.name_resource(line.resource)
    if line.terrain is not None:
        args["terrain"] = names.name_terrain(line.terrain)
    return args
