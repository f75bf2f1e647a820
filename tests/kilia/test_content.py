"""data.toml: the error for a wrong line names the line, the expected value and the actual one."""

from __future__ import annotations

from importlib.resources import files

import pytest

from engines.kernel import WrongData
from engines.kilia.data.content import CONTENT, parse_content

TEXT = files("engines.kilia").joinpath("data.toml").read_text("utf-8")


def test_data_file_is_sound() -> None:
    assert parse_content(TEXT, "data.toml").data == CONTENT.data


def test_every_table_and_line_names_its_source() -> None:
    """Each value of our own, not printed in the game, stays marked."""
    data = CONTENT.data
    for table in (data.action_cards, data.contracts, data.start_contracts, data.ships, data.market_spaces):
        assert all("ours" in line.provenance for line in table.values())


@pytest.mark.parametrize(
    ("line", "wrong", "complaint"),
    [
        ("action_cards = 96", "action_cards = 95", "action_cards: expected 95 lines, got 96"),
        ("players_max = 4", "players_max = 5", "players_max: expected at most 4"),
        ("smoke_sprat_cards = 4", "smoke_sprat_cards = 3", "smoke_sprat_cards: expected one for each player, got 3"),
        ("costs = [1, 2, 3, 4]", "costs = [2, 1, 3, 4]", "costs: expected rising numbers"),
        ('good = "salt"\nzone', 'good = "wood"\nzone', "player_colors.white.good: expected the good of its zone"),
        ('contract = "SW"', 'contract = "SX"', "player_colors.white.contract: expected a start contract"),
        ("{ keys = 1, price = 0 }", "{ keys = 2, price = 0 }", "slots: expected a first slot that is free"),
        ('supports = ["M1", "M2"]', 'supports = ["M6", "M2"]', "market_spaces.M4.supports: expected spaces below"),
        ("wheel = [9, 7, 5, 4, 3]", "wheel = [7, 9, 5, 4, 3]", "full_market.wheel: expected falling numbers"),
        ("start_warehouse_segment = 3", "start_warehouse_segment = 6", "start_warehouse_segment: expected 1 to 5"),
        ("windows = [2, 4]", "windows = [2, 6]", "ships.2.windows: expected cells 1 to 4"),
        ("cost = { salt = 3 }", "cost = { new_contract = 3 }", "contracts.C01.cost: expected goods and coins"),
        ('goods = ["salt", "wheat"]', 'goods = ["salt", "salt"]', "ability: expected two different goods"),
        ('good = "brick"\nstart', 'good = "salt"\nstart', "zones: expected a good for each"),
        ('[["salt"], ["brick", "coin"], ["coin", "wood"], ["wheat"]]', '[["salt"]]', "warehouse: expected 4 cells"),
        ("W01 = { zone", "C01 = { zone", "action_cards: expected ids of their own"),
        ("refresh_cost = 5", "refresh_price = 5", "refresh"),
        ("coins = 3", 'coins = "three"', "setup.coins"),
        ("[extra_wheels.e2]", "[extra_wheels.e3]", "extra_wheels.e3: expected a noun"),
    ],
)
def test_a_wrong_line_is_named(line: str, wrong: str, complaint: str) -> None:
    assert line in TEXT
    with pytest.raises(WrongData) as error:
        parse_content(TEXT.replace(line, wrong, 1), "data.toml")
    assert complaint in str(error.value)
