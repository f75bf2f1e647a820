"""The nouns of things on the table, as sentences need them."""

from __future__ import annotations

from engines.kernel import Term

from .geometry import area_of


def kind(id: str) -> Term:
    return Term(f"kind.{id}")


def resource(id: str) -> Term:
    return Term(f"resource.{id}")


def terrain(id: str) -> Term:
    return Term(f"terrain.{id}")


def race(id: str) -> Term:
    return Term(f"race.{id}")


def skill(id: str) -> Term:
    return Term(f"skill.{id}")


def generation(number: int) -> Term:
    """The generation in a slot, from 1."""
    return Term(f"generation.{number}")


def space(id: str) -> str:
    """R3.4 A space as people write it: 2-4 A."""
    return f"{area_of(id)} {id[-1].upper()}"


def card(id: str) -> str | Term:
    """A genesis card: its number, or Free."""
    return Term("concept.free") if id == "free" else id


def track(id: str) -> Term:
    """What a summary counts: resources, wrath, VP, workers at hand."""
    return Term({"vp": "concept.vp", "workers": "concept.at_hand"}.get(id, f"resource.{id}"))
