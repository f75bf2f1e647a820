"""data.toml is checked when it is read: a wrong line is reported with its key, what was expected and what came."""

from __future__ import annotations

from importlib.resources import files

import pytest

from engines.kernel import WrongData, catalogue
from engines.signorie.content import CONTENT, read

TEXT = files("engines.signorie").joinpath("data.toml").read_text("utf-8")


def wrong(old: str, new: str) -> str:
    """The complaint about data.toml with this one change."""
    assert old in TEXT
    with pytest.raises(WrongData) as caught:
        read(TEXT.replace(old, new, 1), "data.toml")
    return str(caught.value)


def test_the_data_file_is_sound() -> None:
    assert read(TEXT, "data.toml").data == CONTENT.data


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        # types and shapes
        ("[meta]", "[meta", "data.toml: not valid TOML"),
        ("slot_value = 2", 'slot_value = "two"', "data.toml: column[1].slot_value: Expected `int`, got `str`"),
        ('signoria = "tracks"', 'signoria = "walk"', "data.toml: column[3].signoria: Invalid enum value 'walk'"),
        ('effect = "gain_vp"', 'effect = "gain_pv"', "data.toml: helper[14].effect: Invalid value 'gain_pv'"),
        ("points_per_meeple = 2\n", "", "assignment_tile[0]: Object missing required field `points_per_meeple`"),
        ("face_down_limit = 0", "face_down_limit = 3", "plan_rule.face_down_limit: Invalid enum value 3"),
        ("florins = 5\n", "florins = -5\n", "setup.florins: Expected `int` >= 0"),
        ('{ "2" = 2, "3" = 3, "4" = 4 }', '{ two = 2, "3" = 3, "4" = 4 }', "action_dice_per_color"),
        # what the lines mean together
        ('order = ["yellow", "red", "purple", "blue"]', 'order = ["yellow", "red", "red", "blue"]', "'red' twice"),
        (
            'order = ["yellow", "red", "purple", "blue"]',
            'order = ["yellow", "red"]',
            "expected at least 4 colours, got 2",
        ),
        ("[1, 2, 2, 3]", "[1, 2, 2]", "setup.extra_florins_by_turn_order: expected 4 numbers, got 3"),
        ("males_total = 12", "males_total = 13", "setup.males_total: expected 12, the sum of supply and stock, got 13"),
        ("females_total = 11", "females_total = 1", "setup.females_total: expected 11"),
        ('cities_used = { "2" = 3, "3" = 4, "4" = 5 }', 'cities_used = { "2" = 3, "3" = 4, "4" = 6 }', "cities_used.4"),
        ("brides = 16", "brides = 15", "supply.brides: expected at least 16, for 4 families, got 15"),
        ("vp = [0, 2, 4, 6]", "vp = [0, 2, 4]", "brides.vp: expected 4 numbers, one for each son, got 3"),
        ("vp_reward_slots = [6, 7]", "vp_reward_slots = [6, 8]", "rounds: expected reward slots 1 to 7"),
        ("rank = [1, 1, 2, 2, 3, 3, 4, 4]", "rank = [1, 1, 2, 2, 3, 3, 4]", "career_track.rank: expected 8 numbers"),
        ("rank = [1, 1, 2, 2, 3, 3, 4, 4]", "rank = [1, 1, 2, 3, 2, 3, 4, 4]", "numbers that do not fall"),
        ("slot = 6\n", "slot = 9\n", "career_track.bonus_slot_6.slot: expected 1 to 8, got 9"),
        ('id = "roma"', 'id = "milano"', "city: expected different values, got 'milano' twice"),
        ("slot_values = [1, 1, 2, 2, 3, 3, 4, 4]", "slot_values = [1, 2, 1, 2]", "city_rule.slot_values"),
        ("faces = [1, 2, 3, 4, 5, 6]", "faces = [1, 2, 3, 4, 5, 7]", "die.faces: expected 1, 2, 3 ..."),
        ("male_faces = [4, 5, 6]", "male_faces = [3, 4, 5]", "signoria.offspring: expected every face"),
        ('hires_into = "grey"', 'hires_into = "green"', "column[4].hires_into: expected one of yellow, red"),
        ('id = "y_mid"', 'id = "y_top"', "helper: expected different values, got 'y_top' twice"),
        ('row = "bottom"', 'row = "top"', "helper: expected different values, got ('yellow', 'top') twice"),
        (
            'tracks = ["politician"]\npoints = 3',
            'tracks = ["painter"]\npoints = 3',
            "helper[0].tracks: expected one of",
        ),
        ('"2" = 3, "3" = 3, "4" = 2, "5" = 1', '"2" = 3, "3" = 3, "4" = 2, "5" = 2', "expected 9 tiles, got 10"),
        ("total = 54", "total = 60", "alliance_tiles.total: expected 54, 9 for each house, got 60"),
        ('rows = ["politician", "clergy"', 'rows = ["clergy", "politician"', "plan_rule.rows: expected politician"),
        ("[plan.purple]", "[plan.pink]", "plan: expected a plan for purple"),
        ('["este", "este", "gonzaga", "orsini"]', '["este", "este", "este", "orsini"]', "plan.yellow.military"),
        ('["este", "este", "gonzaga", "orsini"]', '["este", "este", "borgia", "orsini"]', "got 'borgia'"),
        ('area = "red"', 'area = "grey"', "assignment_slot: expected 2 slots in each area"),
        ('id = "a_clergy"', 'id = "a_military"', "assignment_tile: expected different values"),
        ("max = 22", "max = 25", "threshold.max: expected 22, what all meeples give, got 25"),
        ("meeples_max = 1\n", "meeples_max = 1\nmeeples_min = 2\n", "not valid TOML"),
        ("threshold_per_meeple = 3", "threshold_per_meeple = 4", "expected 3, as in threshold.per_meeple, got 4"),
        (
            'id = "b_males"\nkind = "bonus"',
            'id = "b_males"\nkind = "vp"',
            "reward_tile[2].effect: expected an effect of a vp",
        ),
        ('id = "v_males"', 'id = "v_females"', "reward_tile: expected different values"),
        ("bonus_tiles_used = 5", "bonus_tiles_used = 4", "rewards.bonus_tiles_used: expected 5 of the 9 tiles, got 4"),
        ("bonus_tiles_used = 4", "bonus_tiles_used = 5", "variants.short_season.bonus_tiles_used: expected 4 slots"),
    ],
)
def test_a_wrong_line_is_reported(old: str, new: str, complaint: str) -> None:
    assert complaint in wrong(old, new)


def test_every_id_has_a_name_in_both_languages() -> None:
    """terms.toml is the one catalogue of nouns."""
    words, data = catalogue("engines.signorie"), CONTENT.data
    paths = [f"cities.{city.id}" for city in data.city]
    paths += [f"houses.{house}" for house in data.houses.ids]
    paths += [f"die_colors.{color}" for color in data.die.colors]
    paths += [f"player_colors.{color}" for color in data.player_colors.order]
    paths += [f"helper_labels.{helper.id}" for helper in data.helper]
    paths += [f"helper_rows.{row}" for row in data.helper_grid.rows]
    paths += [f"assignment_labels.{tile.id}" for tile in data.assignment_tile]
    paths += [f"reward_labels.{tile.id}" for tile in data.reward_tile]
    paths += [f"signoria_labels.{column.signoria}" for column in data.column]
    paths += [f"terms.{track}" for track in (*data.career_track.tracks, "initiative", "wedding_row")]
    for path in paths:
        assert words.term(path, "ja")
        assert words.term(path, "en")
    assert words.problems() == []
