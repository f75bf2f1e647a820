"""The nouns of things on the table, as sentences need them."""

from __future__ import annotations

from engines.kernel import Msg, Term, say

from .geometry import area_of


def kind(name: str) -> Term:
    return Term(f"kind.{name}")


def resource(name: str) -> Term:
    return Term(f"resource.{name}")


def terrain(name: str) -> Term:
    return Term(f"terrain.{name}")


def race(name: str) -> Term:
    return Term(f"race.{name}")


def skill(name: str) -> Term:
    return Term(f"skill.{name}")


def generation(number: int) -> Term:
    """The generation in a slot, from 1."""
    return Term(f"generation.{number}")


def space(name: str) -> Msg:
    """R3.4 A space by where it lies around the number of its area: 2-4 left."""
    return say("square", area=area_of(name), slot=slot(name))


def slot(name: str) -> Term:
    """Where a space lies within its area. Letters would be read as players."""
    return Term(f"slot.{name[-1]}")


def area(name: str) -> Msg:
    """An area as people write it."""
    return say("place", place=name)


def card(name: str) -> str | Term:
    """A genesis card: its number, or Free."""
    return Term("concept.free") if name == "free" else name


def track(name: str) -> Term:
    """What a summary counts: resources, wrath, VP, workers at hand."""
    return Term({"vp": "concept.vp", "workers": "concept.at_hand"}.get(name, f"resource.{name}"))
