"""Nouns for things on the table, as arguments of messages, and messages about skills."""

from functools import cache

from engines.kernel import Arg, Message, NounRef, message
from engines.quo_vadis.data.content import CONTENT

from .geometry import parse_area


def name_kind(name: str) -> NounRef:
    return NounRef(f"kind.{name}")


def name_resource(name: str) -> NounRef:
    return NounRef(f"resource.{name}")


def name_terrain(name: str) -> NounRef:
    return NounRef(f"terrain.{name}")


def name_race(name: str) -> NounRef:
    return NounRef(f"race.{name}")


def name_skill(name: str) -> NounRef:
    return NounRef(f"skill.{name}")


def name_generation(number: int) -> NounRef:
    """Return the noun of a generation, numbered from 1."""
    return NounRef(f"generation.{number}")


def name_space(name: str) -> Message:
    """R3.4 Return the name of a space by its side of the area number: 2-4 left."""
    return message("square", area=parse_area(name), slot=name_slot(name))


def name_slot(name: str) -> NounRef:
    """Return the side of its area on which a space lies. Slot letters would be read as players."""
    return NounRef(f"slot.{name[-1]}")


def name_area(name: str) -> Message:
    """Return the name of an area as people write it."""
    return message("place", place=name)


def name_card(name: str) -> str | NounRef:
    """Return the name of a genesis card: its number, or Free."""
    return NounRef("concept.free") if name == "free" else name


def name_track(name: str) -> NounRef:
    """Return the noun of a quantity in a turn summary: a resource, wrath, VP, workers at hand."""
    return NounRef({"vp": "concept.vp", "workers": "concept.at_hand"}.get(name, f"resource.{name}"))


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
        args["kind"] = name_kind(line.kind)
    if line.resource is not None:
        args["resource"] = name_resource(line.resource)
    if line.terrain is not None:
        args["terrain"] = name_terrain(line.terrain)
    return args
