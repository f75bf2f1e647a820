"""Entries of the rulebook that are made from the data: skills, races, epic cards, areas.

Entries: `B01` to `S30`, `race.<race>`, `kind.<kind>`, `area.<area>`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engines.kernel import Entry, Lang, Msg, Term, catalogue
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.data.types import KindLine, RaceLine, Skill, Tile
from engines.quo_vadis.table import names

from .wording import whole_effect


def entries(lang: Lang) -> Iterable[Entry]:
    """All of them in one language."""
    words = catalogue("engines.quo_vadis")
    for entry, title, lines in pages():
        yield Entry(entry, words.render(title, lang), "\n".join(words.render(line, lang) for line in lines))


def pages() -> Iterator[tuple[str, Msg, Iterator[Msg]]]:
    """Id, title and the lines of the text."""
    for skill in DATA.skill:
        yield skill.id, Msg("handbook.skill", {"id": skill.id, "skill": names.skill(skill.id)}), _skill(skill)
    for race in DATA.race:
        yield f"race.{race.id}", Msg("handbook.noun", {"noun": names.race(race.id)}), _race(race)
    for kind in DATA.kind:
        yield f"kind.{kind.id}", Msg("handbook.noun", {"noun": names.kind(kind.id)}), _kind(kind)
    for tile in DATA.tile:
        yield f"area.{tile.id}", Msg("handbook.area", {"id": tile.id}), _tile(tile)


def _skill(skill: Skill) -> Iterator[Msg]:
    yield whole_effect(skill.id)
    if skill.race is None:
        yield Msg("handbook.drafted")
    else:
        yield Msg("handbook.basic_of", {"race": names.race(skill.race)})
        if any(race.recommended == skill.id for race in DATA.race):
            yield Msg("handbook.recommended")


def _race(race: RaceLine) -> Iterator[Msg]:
    yield Msg(
        "handbook.race",
        {"terrain": names.terrain(race.terrain), "colour": Term(f"player_colors.{race.colour}")},
    )
    for side, most in (("standard", DATA.standard_board.max), ("custom", race.custom_max)):
        limits = {"morale": most.morale, "food": most.food, "faith": most.faith, "wrath": most.wrath}
        yield Msg(f"handbook.{side}", dict(limits))
    yield Msg("handbook.basic_skills", {"skills": tuple(names.skill(skill) for skill in race.basic)})


def _kind(kind: KindLine) -> Iterator[Msg]:
    yield Msg(f"handbook.kind.{kind.id}", {"per_action": kind.per_action, "wrath": kind.wrath})
    yield Msg("handbook.count", {"count": kind.count})


def _tile(tile: Tile) -> Iterator[Msg]:
    yield Msg("handbook.tile", {"terrains": tuple(names.terrain(terrain) for terrain in tile.terrains)})
    if tile.double:
        yield Msg("handbook.double")
