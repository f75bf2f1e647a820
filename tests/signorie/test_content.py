"""data.toml is checked when it is read: an error names the key, the expected value and the actual one."""

from __future__ import annotations

from importlib.resources import files

import pytest

from engines.kernel import WrongData, load_catalogue
from engines.signorie.data.content import CONTENT, parse_content

TEXT = files("engines.signorie").joinpath("data.toml").read_text("utf-8")


def read_error(old: str, new: str) -> str:
    """Return the error message for data.toml with this one change."""
    assert old in TEXT
    with pytest.raises(WrongData) as caught:
        parse_content(TEXT.replace(old, new, 1), "data.toml")
    return str(caught.value)


def test_the_data_file_is_sound() -> None:
    assert parse_content(TEXT, "data.toml").data == CONTENT.data
    assert load_catalogue("engines.signorie").list_problems() == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        # types and shapes
        ("[meta]", "[meta", "data.toml: not valid TOML"),
        ("slot_value = 2", 'slot_value = "two"', "data.toml: column[1].slot_value: Expected `int`, got `str`"),
        (
            'signoria = "tracks"',
            'signoria = "walk"',
            "data.toml: column[3].signoria: expected one of florins, marriage, ",
        ),
        ('effect = "gain_vp"', 'effect = "gain_pv"', "data.toml: helper[14].effect: Invalid value 'gain_pv'"),
        ("points_per_meeple = 2\n", "", "assignment_tile[0]: Object missing required field `points_per_meeple`"),
        ("florins = 5\n", "florins = -5\n", "setup.florins: Expected `int` >= 0"),
        ('{ "2" = 2, "3" = 3, "4" = 4 }', '{ two = 2, "3" = 3, "4" = 4 }', "action_dice_per_color"),
        ('effect = "gain_vp"', 'effect = "free_helper"', "helper[14].effect: Invalid value 'free_helper'"),
        # figures of effects
        ("points = 3", "points = 0", "helper[0].points: Expected `int` >= 1"),
        ('points = "die"', 'points = "dice"', "helper[9].points: expected one of die, a number, got 'dice'"),
        ("count = 1", "count = 0", "helper[1].count: Expected `int` >= 1"),
        ("dice = 1", "dice = -1", "helper[7].dice: Expected `int` >= 1"),
        ("dice = 1", "dice = 6", "helper[7].dice: expected at most 5, as in supply, got 6"),
        ('effect = "gain_florins"\nflorins = 3', 'effect = "gain_florins"\nflorins = 0', "helper[4].florins: Expected"),
        ('effect = "gain_vp"\nvp = 3', 'effect = "gain_vp"\nvp = 0', "helper[14].vp: Expected `int` >= 1"),
        ("max_meeples = 1\n", "max_meeples = 0\n", "helper[8].max_meeples: Expected `int` >= 1"),
        ("max_meeples = 1\n", "max_meeples = 4\n", "helper[8].max_meeples: expected at most 3, what a tile takes"),
        ("points_per_meeple = 2", "points_per_meeple = 0", "assignment_tile[0].points_per_meeple: Expected `int` >= 1"),
        ("florins_per_meeple = 2", "florins_per_meeple = 0", "assignment_tile[8].florins_per_meeple: Expected"),
        ("meeples_per_meeple = 1", "meeples_per_meeple = 0", "assignment_tile[9].meeples_per_meeple: Expected"),
        ("threshold_per_meeple = 3", "threshold_per_meeple = 0", "assignment_tile[5].threshold_per_meeple: Expected"),
        ('effect = "vp_per_helper"\nvp = 2', 'effect = "vp_per_helper"\nvp = 0', "reward_tile[9].vp: Expected"),
        ('sex = "male"\nvp = 4', 'sex = "male"\nvp = 0', "reward_tile[10].vp: Expected"),
        ("count = 2", "count = 0", "reward_tile[2].count: Expected"),
        ("points = 4", 'points = "die"', "reward_tile[4].points: expected a number, there is no die, got 'die'"),
        ("florins = 3\n", "florins = 0\n", "signoria.florins.florins: Expected `int` >= 1"),
        ('tracks = ["politician"]\npoints', "tracks = []\npoints", "helper[0].tracks: Expected `array` of length >= 1"),
        ('tracks = ["politician"]\nmeeples', "tracks = []\nmeeples", "assignment_tile[0].tracks: Expected `array`"),
        (
            '"clergy", "military"]\npoints',
            '"clergy", "clergy"]\npoints',
            "reward_tile[4].tracks: expected different values, got 'clergy'",
        ),
        ('tracks = ["politician", "clergy", "military", "initiative"]', "tracks = []", "signoria.tracks.tracks: Exp"),
        ('"military", "initiative"]', '"military", "wedding"]', "signoria.tracks.tracks[3]: expected one of"),
        # lines that are never read
        ("players_max = 4", "players_max = 4\nplayers_most = 5", "meta: Object contains unknown field `players_most`"),
        ("face_down_vp = 1", "face_down_vp = 1\nrow_scores_from = 2", "alliance_tiles: Object contains unknown field"),
        ("count = 1\n", "count = 1\ndice = 2\n", "helper[1]: expected one of effect, "),
        ("meeples_max = 3\n", "meeples_max = 3\nflorins = 2\n", "assignment_tile[0]: expected one of effect, "),
        ('effect = "free_helper"\n', 'effect = "free_helper"\ncost = 2\n', "reward_tile[7]: expected one of effect, "),
        # the meaning of the lines together
        ("players_min = 2", "players_min = 5", "meta.players_min: expected at most 4, as in players_max, got 5"),
        ('"4" = 4 }', '"4" = 4, "5" = 4 }', "action_dice_per_color: expected one of 2, 3, 4, got 5"),
        ("offspring_dice = 5", "offspring_dice = 4", "supply.offspring_dice: expected at least 5, for a family"),
        ("max_actions_per_round = 4", "max_actions_per_round = 6", "rounds.max_actions_per_round: expected at most 5"),
        ("reward_slots = [2, 3, 4, 5]", "reward_slots = [2, 3, 6]", "brides.dowry.reward_slots: expected one of 1, 2,"),
        (
            "reward_slots = [2, 3, 4, 5]",
            "reward_slots = [2, 2]",
            "brides.dowry.reward_slots: expected different values",
        ),
        ("rounds = 6", "rounds = 5", "variants.short_season.rounds: expected 6, from reward slot 2 to 7, got 5"),
        ("first_reward_slot = 2", "first_reward_slot = 8", "first_reward_slot: expected at most 7, the last round"),
        (
            "dowry = 4\nrank = 4",
            "dowry = 4\nrank = 5",
            "open_gates.rank: expected at most 4, the highest rank of a man",
        ),
        (
            "dowry = 4\nrank = 4",
            "dowry = 5\nrank = 4",
            "open_gates.dowry: expected at most 4, the highest dowry, got 5",
        ),
        ("3, 3, 4, 4]\n\n[career_track.bonus", "3, 3, 3, 3]\n\n[career_track.bonus", "slot_values: expected at most 3"),
        ("dowry_max = 4", "dowry_max = 3", "city_rule.slot_values: expected at most 3, the highest dowry, got 4"),
        ("slot = 6\n", "slot = 4\n", "career_track: expected different values, got ('slot', 4) twice"),
        ("vp =   [1, 2, 3, 4", "vp =   [1, 3, 2, 4", "career_track.vp: expected numbers that do not fall"),
        (
            "vp =   [1, 2, 3, 4, 6",
            "vp =   [1, 2, 3, 4",
            "career_track.rank: expected 7 numbers, one for each slot, got 8",
        ),
        ("vp = [0, 0, 1, 2, 3, 4, 5, 7, 9, 12]", "vp = [0]", "initiative_track.vp: Expected `array` of length >= 2"),
        ("vp = [0, 0, 1, 2, 3", "vp = [0, 3, 1, 2, 3", "initiative_track.vp: expected numbers that do not fall"),
        (
            'tracks = ["politician", "clergy", "military"]',
            'tracks = ["politician", "clergy"]',
            "career_track.tracks: exp",
        ),
        ('signoria = "mission"', 'signoria = "marriage"', "column.signoria: expected different values, got 'marriage'"),
        ('hires_into = "grey"', 'hires_into = "red"', "column.hires_into: expected different values, got 'red' twice"),
        ('area = "red"\nsex = "male"', 'area = "red"\nsex = "female"', "got ('red', 'female') twice"),
        (
            "slots_per_area = 2",
            "slots_per_area = 3",
            "slots_per_area: expected 2, one for men and one for women, got 3",
        ),
        ("per_house = 9", "per_house = 8", "alliance_tiles.copies_per_house: expected 8 tiles, got 9"),
        ('"2" = 3, "3" = 3', '"0" = 3, "3" = 3', "alliance_tiles.copies_per_house: Expected `int` >= 1"),
        (
            "[plan.yellow]",
            "[plan.green]\nclergy = []\nmilitary = []\npolitician = []\nwedding = []\n[plan.yellow]",
            "'green'",
        ),
        # names
        (
            'id = "roma"',
            'id = "rome"',
            "city[3].id: expected one of firenze, milano, napoli, roma, venezia, got 'rome'",
        ),
        ('id = "roma"', 'id = "Roma"', "venezia, got 'Roma'"),
        ('id = "a_florins"', 'id = "a_money"', "assignment_tile.id: expected a noun assignment_labels.a_money"),
        ('id = "b_males"', 'id = "b_men"', "reward_tile.id: expected a noun reward_labels.b_men"),
        ('id = "y_top"', 'id = "y_first"', "helper.id: expected a noun helper_labels.y_first"),
        ('"blue"]', '"green"]', "player_colors.order[3]: expected one of blue, purple, red, yellow, got 'green'"),
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
        ('hires_into = "grey"', 'hires_into = "green"', "column[4].hires_into: expected one of grey, light_blue"),
        ('id = "y_mid"', 'id = "y_top"', "helper: expected different values, got 'y_top' twice"),
        ('row = "bottom"', 'row = "top"', "helper: expected different values, got ('yellow', 'top') twice"),
        (
            'tracks = ["politician"]\npoints = 3',
            'tracks = ["painter"]\npoints = 3',
            "helper[0].tracks[0]: expected one of",
        ),
        ('"2" = 3, "3" = 3, "4" = 2, "5" = 1', '"2" = 3, "3" = 3, "4" = 2, "5" = 2', "expected 9 tiles, got 10"),
        ("total = 54", "total = 60", "alliance_tiles.total: expected 54, 9 for each house, got 60"),
        ('rows = ["politician", "clergy"', 'rows = ["clergy", "politician"', "plan_rule.rows: expected politician"),
        ("[plan.purple]", "[plan.pink]", "key in plan: expected one of blue, purple, red, yellow, got 'pink'"),
        (TEXT[TEXT.index("[plan.purple]") : TEXT.index("[plan.blue]")], "", "plan: expected a plan for purple"),
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
def test_wrong_line_is_reported(old: str, new: str, complaint: str) -> None:
    assert complaint in read_error(old, new)
