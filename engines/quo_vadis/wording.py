"""Sentences about skills, with the numbers of data.toml in them: a corrected line is read everywhere at once."""

from __future__ import annotations

from functools import cache

from engines.kernel import Arg, Msg
from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.table import names


@cache
def effect(skill: str) -> Msg:
    """What a skill does, in a few words for a button."""
    return Msg(f"skill.{skill.lower()}", _numbers(skill))


@cache
def whole_effect(skill: str) -> Msg:
    """What a skill does, exactly."""
    return Msg(f"handbook.{skill.lower()}", _numbers(skill))


def _numbers(skill: str) -> dict[str, Arg]:
    line = CONTENT.skills[skill]
    args: dict[str, Arg] = dict(line.params)
    if line.kind is not None:
        args["kind"] = names.kind(line.kind)
    if line.resource is not None:
        args["resource"] = names.resource(line.resource)
    if line.terrain is not None:
        args["terrain"] = names.terrain(line.terrain)
    return args
