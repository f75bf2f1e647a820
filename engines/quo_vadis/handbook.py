"""Rulebook entries made from the data: skills, races, epic cards, areas.

Their ids: `B01` to `S30`, `race.<race>`, `kind.<kind>`, `area.<area>`.
"""

from collections.abc import Iterable, Iterator

from engines.kernel import Entry, Lang, Message, NounRef, load_catalogue
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.data.types import KindLine, RaceLine, Skill, Tile
from engines.quo_vadis.table import names

from .table.names import describe_full_effect


def build_entries(lang: Lang) -> Iterable[Entry]:
    """Return all entries in one language."""
    messages = load_catalogue("engines.quo_vadis")
    for entry, title, lines in iter_entries():
        yield Entry(entry, messages.render(title, lang), "\n".join(messages.render(line, lang) for line in lines))


def iter_entries() -> Iterator[tuple[str, Message, Iterator[Message]]]:
    """Yield id, title and text lines of each entry."""
    for skill in DATA.skill:
        yield (
            skill.id,
            Message("handbook.skill", {"id": skill.id, "skill": names.name_skill(skill.id)}),
            _describe_skill(skill),
        )
    for race in DATA.race:
        yield f"race.{race.id}", Message("handbook.noun", {"noun": names.name_race(race.id)}), _describe_race(race)
    for kind in DATA.kind:
        yield f"kind.{kind.id}", Message("handbook.noun", {"noun": names.name_kind(kind.id)}), _describe_kind(kind)
    for tile in DATA.tile:
        yield f"area.{tile.id}", Message("handbook.area", {"id": tile.id}), _describe_tile(tile)


def _describe_skill(skill: Skill) -> Iterator[Message]:
    yield describe_full_effect(skill.id)
    if skill.race is None:
        yield Message("handbook.drafted")
    else:
        yield Message("handbook.basic_of", {"race": names.name_race(skill.race)})
        if any(race.recommended == skill.id for race in DATA.race):
            yield Message("handbook.recommended")


def _describe_race(race: RaceLine) -> Iterator[Message]:
    yield Message(
        "handbook.race",
        {"terrain": names.name_terrain(race.terrain), "colour": NounRef(f"player_colors.{race.colour}")},
    )
    for side, maxima in (("standard", DATA.standard_board.max), ("custom", race.custom_max)):
        limits = {"morale": maxima.morale, "food": maxima.food, "faith": maxima.faith, "wrath": maxima.wrath}
        yield Message(f"handbook.{side}", dict(limits))
    yield Message("handbook.basic_skills", {"skills": tuple(names.name_skill(skill) for skill in race.basic)})


def _describe_kind(kind: KindLine) -> Iterator[Message]:
    yield Message(f"handbook.kind.{kind.id}", {"per_action": kind.per_action, "wrath": kind.wrath})
    yield Message("handbook.count", {"count": kind.count})


def _describe_tile(tile: Tile) -> Iterator[Message]:
    yield Message("handbook.tile", {"terrains": tuple(names.name_terrain(terrain) for terrain in tile.terrains)})
    if tile.is_double:
        yield Message("handbook.double")
