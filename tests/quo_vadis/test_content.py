"""data.toml: its contents, marks on values of our own, and an error that names the key of a wrong line."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

from engines.kernel import LANGS, Lang, WrongData, load_catalogue, load_rulebook
from engines.quo_vadis.data.content import CONTENT, DATA, parse_content
from engines.quo_vadis.table.names import describe_effect, describe_full_effect

TEXT = files("engines.quo_vadis").joinpath("data.toml").read_text("utf-8")


def test_r2_components() -> None:
    assert len(CONTENT.tiles) == 15 and sum(kind.count for kind in DATA.kind) == 100
    assert Counter(skill.race is None for skill in DATA.skill) == {False: 10, True: 30}
    assert sum(DATA.components.tokens.values()) == 20


def test_r2_terrains_of_the_tiles() -> None:
    """Our own: the ten non-doubles are the ten ways to take 3 of 5 terrains; with the doubles 9 spaces of each."""
    singles = [tuple(sorted(tile.terrains)) for tile in DATA.tile if not tile.is_double]
    assert len(set(singles)) == 10
    assert set(Counter(terrain for tile in DATA.tile for terrain in tile.terrains).values()) == {9}


def test_r2_every_side_of_a_board_sums_to_23() -> None:
    sides = [race.custom_max for race in DATA.race]
    assert {side.morale + side.food + side.faith + side.wrath for side in (*sides, DATA.standard_board.max)} == {23}


def test_own_values_are_marked() -> None:
    assert {skill.id for skill in DATA.skill if skill.provenance != "ours"} == {"S24", "S25", "S26"}
    assert DATA.standard_board.provenance == "ours"
    assert {tile.provenance for tile in DATA.tile} == {"mixed"} and all("ours" in tile.note for tile in DATA.tile)
    assert all("ours" in race.note for race in DATA.race)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('id = "1-2"', 'id = "1-9"', "tile: expected"),
        ("numbers = [1, 2]", "numbers = [2, 1]", "tile[0].numbers: expected the numbers of 1-2"),
        ('terrain = "sea"\ncolour = "blue"', 'terrain = "sea"\ncolour = "red"', "race: expected a noun"),
        ('terrain = "sea"\ncolour = "blue"', 'terrain = "plains"\ncolour = "green"', "race: expected"),
        ('terrain = "sea"\ncolour = "blue"', 'terrain = "sea"\ncolour = "green"', "race[1].colour: expected blue"),
        ('recommended = "B01"', 'recommended = "B03"', "race[0].recommended: expected one of B01, B02"),
        ('basic = ["B01", "B02"]', 'basic = ["B01", "B03"]', "race[0].basic: expected"),
        ("ring = [[0, -1],", "ring = [[0, -2],", "geometry.ring: expected"),
        ("extra = [[1, 1],", "extra = [[3, 3],", "geometry.extra[0]: expected a position that touches"),
        ("extra = [[1, 1],", "extra = [[-2, 1],", "geometry.extra: expected"),
        ("doubles = { 3 = 0,", "doubles = { 2 = 0,", "setup.doubles: expected"),
        ("5 = 4 }", "5 = 6 }", "setup.doubles.5: expected at most 5"),
        ("cubes = [7, 7, 6, 6, 5]", "cubes = [7, 7]", "setup.cubes: expected 5 numbers"),
        ("cubes = [7, 7, 6, 6, 5]", "cubes = [99, 7, 6, 6, 5]", "setup.cubes: expected at most"),
        ("pack = 6", "pack = 7", "setup.pack: expected at most 6"),
        ("pack = 6", "pack = 4", "setup.pack: expected a skill for each change"),
        ("minimum = 3", "minimum = 2", "wrath.tier: expected rising from 2"),
        ("versatile = [0, 1, 3, 12, 18]", "versatile = [0, 1, 3, 12]", "scoring.versatile: expected 5"),
        ("specialist = [0, 2, 4,", "specialist = [0, 4, 2,", "scoring.specialist: expected 6"),
        ('gives = "food"', 'gives = "faith"', "kind: expected"),
        ("rounds = 10", "rounds = 0", "meta.rounds"),
        ("rounds = 10", "rounds = 10\nlength = 3", "meta"),
        ('id = "S30"', 'id = "S29"', "skill: expected"),
    ],
)
def test_a_wrong_line_names_its_key(old: str, new: str, expected: str) -> None:
    assert old in TEXT
    with pytest.raises(WrongData) as error:
        parse_content(TEXT.replace(old, new, 1), "data.toml")
    assert f"data.toml: {expected}" in str(error.value)


def test_every_skill_text_has_the_numbers_of_the_data() -> None:
    words = load_catalogue("engines.quo_vadis")
    for skill in DATA.skill:
        for lang in LANGS:
            short, whole = (
                words.render(text, lang) for text in (describe_effect(skill.id), describe_full_effect(skill.id))
            )
            assert short and whole
            numbers = [str(number) for number in skill.params.values()]
            assert all(number in whole for number in numbers), (skill.id, lang)


def test_the_rulebook_has_every_skill_race_card_and_area() -> None:
    entries = load_rulebook("engines.quo_vadis").entries["ja"]
    ids = {skill.id for skill in DATA.skill} | {f"race.{race.id}" for race in DATA.race}
    ids |= {f"kind.{kind.id}" for kind in DATA.kind} | {f"area.{tile.id}" for tile in DATA.tile}
    assert ids <= set(entries) and "tutorial.first_turn" in entries
    assert load_rulebook("engines.quo_vadis").list_entries("万華", "ja")[0].id == "S28"


@pytest.mark.parametrize("lang", LANGS)
def test_lesson_explains_final_scoring_and_where_terms_are(lang: Lang) -> None:
    lesson = load_rulebook("engines.quo_vadis").entries[lang]["tutorial.first_turn"].text
    four, five = DATA.scoring.versatile[3:5]
    before, _, final = lesson.partition({"ja": "最終決算", "en": "final scoring"}[lang])
    assert str(four) in final and str(five) in final and str(DATA.scoring.population_per_vp) in final
    assert "R6" in before[:60]
