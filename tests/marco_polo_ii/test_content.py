"""data.toml: a wrong line is refused with its key; the rulebook says the same numbers."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from engines.kernel import WrongData, load_rulebook
from engines.marco_polo_ii.data.content import CONTENT, parse_content
from tests.check_each import check_each

TEXT = files("engines.marco_polo_ii").joinpath("data.toml").read_text("utf-8")
DATA = CONTENT.data


def test_every_component_names_its_source() -> None:
    lines = [line for line in TEXT.splitlines() if re.match(r"[a-z0-9_]+ *= \{", line) and "khan_reward" not in line]
    assert len(lines) > 250 and all('from = "' in line for line in lines)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("coins = 8", "coins = -8", "setup.coins"),
        ("coins = 8", "guineas = 8", "guineas"),
        ('b = "oasis_a"', 'b = "atlantis"', "routes.r01"),
        ('crest = "sun"', 'crest = "moon"', "crests"),
        ("[0, 1, 2, 4", '["a", 1, 2, 4', "crest_scoring"),
        ('city = "lhasa"', 'city = "paris"', "spaces.card_lhasa_1.city"),
        ("reward = { camels = 3 }", "reward = { black_die = 1 }", "city_bonuses.cb1"),
        ("cost = { camels = 1, pepper = 2 }", "cost = { coins = 1 }", "contracts.c01.cost"),
        ("reward = { vp = 3, coins = 3 }", "reward = { vp = 3 }", "contracts.c01.reward"),
        (
            "{ min = 4, max = 6, reward = { gold = 2 } }",
            "{ min = 5, max = 6, reward = { gold = 2 } }",
            "city_cards.k08",
        ),
        ('crests = ["sun", "rooster"], seals = ["farmer"', 'crests = ["sun", "sun"], seals = ["farmer"', "goals.g01"),
        ('t01 = { crests = ["sun", "rooster"]', 't01 = { crests = ["sun", "moon"]', "route_tiles.t01"),
        ('city_bonus_slot = true, from = "ours', 'city_bonus_slot = false, from = "ours', "cities"),
        ("rank = 1, extra_coins", "extra_coins", "spaces.travel_1.rank"),
        ("khan_spaces = 4", "khan_spaces = 5", "Khan"),
        ('book = "pepper", left_jade', 'book = "silk", left_jade', "offer_tiles"),
        ("[setup.by_players.4]", "[setup.by_players.5]", "setup.by_players"),
        ('colors = ["blue", "yellow", "green", "red"]', 'colors = ["blue", "yellow", "green"]', "meta.colors"),
        ('colors = ["blue"', 'colors = ["puce"', "meta.colors"),
        ("1 = { coins = 2 }, 6", "6", "characters.isabella"),
    ],
)
def test_a_wrong_line_is_refused(old: str, new: str, complaint: str) -> None:
    assert old in TEXT
    with pytest.raises(WrongData, match=complaint):
        parse_content(TEXT.replace(old, new, 1), "data.toml")


PARAGRAPHS = [
    ident for ident in load_rulebook("engines.marco_polo_ii").entries["en"] if re.fullmatch(r"R\d+(\.\d+)?", ident)
]
ROOT = Path(str(files("engines.marco_polo_ii")))
CODE = "".join(path.read_text("utf-8") for path in sorted(ROOT.rglob("*.py")))
HERE = Path(__file__)
TESTS = "".join(path.read_text("utf-8") for path in sorted(HERE.parent.glob("test_*.py")) if path.name != HERE.name)
UNCITED_PARAGRAPHS = {"R1", "R15", "R16", "R9", "R14", "R9.7"}
"""The overview, the rulings (their details are cited one by one), and chapters that only introduce their paragraphs."""


@check_each("paragraph", [ident for ident in PARAGRAPHS if ident not in UNCITED_PARAGRAPHS])
def test_every_paragraph_is_cited_by_code_and_by_a_test(paragraph: str) -> None:
    name = paragraph.lower().replace(".", "_")
    assert re.search(rf"\b{re.escape(paragraph)}(?!\d|\.\d)", CODE), f"no code cites {paragraph}"
    assert re.search(rf"\b{re.escape(paragraph)}(?!\d|\.\d)|_{name}(?!\d|_\d)", TESTS), f"no test plays {paragraph}"


@check_each("number", range(1, 35))
def test_every_worked_example_has_a_test(number: int) -> None:
    assert f"def test_w{number:02}_" in TESTS


def load_paragraph(ident: str) -> list[str]:
    """Return the paragraph in both languages."""
    return [load_rulebook("engines.marco_polo_ii").entries[lang][ident].text for lang in ("en", "ja")]


def test_the_rulebook_says_the_numbers_of_the_data() -> None:
    for text in load_paragraph("R2"):
        for number in (DATA.setup.dice, DATA.setup.trading_posts, DATA.setup.camels, DATA.setup.coins):
            assert str(number) in text
    for text in load_paragraph("R14.2"):
        assert re.search(r"[, 、]+".join(map(str, DATA.crest_scoring.vp[1:])), text)
    for text in load_paragraph("R14.1"):
        assert all(str(guild.goal_vp) in text for guild in DATA.guilds.values())
    for text in load_paragraph("R14.6"):
        assert all(str(good.caravan_end_vp) in text for ident, good in DATA.goods.items() if ident != "jade")
    for text in load_paragraph("R13"):
        assert all(str(good.caravan_sell_vp) in text for ident, good in DATA.goods.items() if ident != "jade")
    for text in load_paragraph("R8.2"):
        assert str(DATA.constants.khan_reward.coins) in text and str(DATA.constants.khan_reward.camels) in text
    for text in load_paragraph("R14.5"):
        assert str(DATA.final_scoring.most_contracts_vp) in text
    for ident, cost in (
        ("R9.4", DATA.constants.reroll_cost_camels),
        ("R9.5", DATA.constants.adjust_cost_camels),
        ("R9.6", DATA.constants.black_die_cost_camels),
    ):
        assert all(str(cost) in text for text in load_paragraph(ident))


def test_every_component_has_a_page() -> None:
    book = load_rulebook("engines.marco_polo_ii").entries["ja"]
    ids = [f"contract.{ident}" for ident in CONTENT.contracts]
    ids += [f"city_card.{ident}" for ident in DATA.city_cards]
    ids += [f"city.{ident}" for ident in DATA.cities] + [f"oasis.{ident}" for ident in DATA.oases]
    ids += [f"goal.{ident}" for ident in DATA.goals] + [f"character.{ident}" for ident in CONTENT.characters]
    ids += [f"seal.{ident}" for ident in DATA.guilds] + [f"book.{ident}" for ident in DATA.books]
    ids += ["city_bonus", "outpost", "route_tile", "tutorial.first_turn", "table.time_out"]
    assert [ident for ident in ids if ident not in book] == []
