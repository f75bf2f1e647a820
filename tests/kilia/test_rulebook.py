"""The rulebook for players: both languages hold the same entries, and every figure in them equals data.toml.

The owner of the printed game may correct a line of data.toml; these tests then name the entries to be reworded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

import pytest

from engines.kernel import LANGS, Lang, load_rulebook
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, SPACES, ZONES
from engines.kilia.table.cargo import list_open_cells

DATA = CONTENT.data
BOOK = load_rulebook("engines.kilia")
MADE = ("card.", "contract.", "achievement.", "wheel.", "space.", "ship.", "word.")
"""Entries made from the data: test_handbook.py."""
WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
ORDINALS = ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth"]

RULES, SETUP, BOARD, CANAL = DATA.rules, DATA.setup, DATA.council_board, DATA.canal
SLOTS = BOARD.slots
COSTS = DATA.zones["castle"].costs
USES = dict(zip(("bottom", "middle", "top"), sorted({line.uses for line in DATA.market_spaces.values()}), strict=True))
CONTRACTS = DATA.components.start_contracts + DATA.components.normal_contracts
ACTIONS, SPRATS, STARTS = (
    DATA.components.action_cards,
    DATA.components.smoke_sprat_cards,
    DATA.components.start_contracts,
)
MOST, FULL, SHIPS = DATA.meta.players_max, len(COSTS), len(DATA.ships)
KEYS, SHIP = DATA.zones["castle"].start_symbols, DATA.zones["shipyard"].start_symbols
FIFTEEN, BONUS, EVERY = RULES.coins_achievement_cost, RULES.bonus_coins, RULES.contracts_per_chip
E1, E2 = (" ".join(map(str, wheel.wheel)) for wheel in DATA.extra_wheels.values())
CELLS = CANAL.cells_per_warehouse


def list_spaces(bonus: str, comma: str) -> str:
    return comma.join(space for space, line in DATA.market_spaces.items() if line.bonus == bonus)


def list_cells(number: int, comma: str, *, left: bool = False) -> str:
    visible_cells = sorted(list_open_cells(number, "right" if left else "left"))
    return comma.join(map(str, visible_cells))


def count_coins(number: int) -> str:
    return f"{number} coin" if number == 1 else f"{number} coins"


ENGLISH: Mapping[str, tuple[str, ...]] = {
    "R1": (
        f"{DATA.meta.players_min} to {MOST} shipowners in Kiel",
        f"one of your {WORDS[len(ZONES)]} zones",
        "all four chips",
    ),
    "tutorial.first_turn": (
        f"slot 2 costs {count_coins(SLOTS[1].price)}",
        f"slot 3 costs {SLOTS[2].price}",
        "You have one key",
        "costs one good of the zone",
        f"worth {RULES.own_zone_points_per_card} points at the end",
        f"sells you one of its goods for {count_coins(RULES.merchant_cost)}",
        "M1 to M3",
    ),
    "R2": (
        f"{len(SLOTS)} contract slots, {len(SLOTS)} slots for action cards",
        f"{len(DATA.achievements)} achievements",
        f"{ACTIONS} action cards; {CONTRACTS} contracts, of which {STARTS} are start contracts; {SPRATS} smoke sprats",
        f"{SHIPS} ships, {SETUP.scoring_chips} scoring chips",
    ),
    "R2.2": (f"of {WORDS[CELLS]} cells",),
    "R3": (
        f"{WORDS[len(SLOTS)].capitalize()} action cards and {WORDS[len(SLOTS)]} contracts",
        f"{SETUP.scoring_chips} chips, {SETUP.coins} coins and {SETUP.goods_each_other_colour} good",
        f"Ship {SHIP} lies at the {SETUP.ship_side} end",
        f"Of its {WORDS[CANAL.segments]} segments the {ORDINALS[CANAL.start_warehouse_segment]}",
        f"everybody has {KEYS} key",
        f"the {ORDINALS[SETUP.two_player_cover_rank]}-highest number",
        f"E1 ({E1}) or E2 ({E2})",
    ),
    "R5": (f"= {KEYS} + cards under the castle", f"= {SHIP} + cards under the shipyard"),
    "R6.1": (f"pay {FIFTEEN} coins", f"for {BOARD.refresh_cost} coins"),
    "R6.2": (f"fewer than {WORDS[FULL]} cards",),
    "R7": (f"{WORDS[len(SLOTS)].capitalize()} slots",),
    "R7.1": (
        f"Slot 1: {SLOTS[0].keys} key, free for everybody",
        *(f"Slot {n}: {slot.keys} keys, or {count_coins(slot.price)}" for n, slot in enumerate(SLOTS[1:], 2)),
    ),
    "R7.3": (f"pay {BOARD.refresh_cost} coins", f"the {WORDS[len(SLOTS)]} cards are set aside"),
    "R8": (
        f"{USES['top']} uses a turn",
        f"{USES['middle']} uses a turn",
        f"{USES['bottom']} use a turn",
        f"{list_spaces('any_good', ', ')}: any good",
        f"{list_spaces('coins', ', ')}: {BONUS} coins",
        f"{list_spaces('smoke_sprat', ', ')}: a smoke sprat",
        f"{list_spaces('new_contract', ', ')}: a new contract",
        "stands on two merchants",
    ),
    "R9": (f"costs {COSTS[0]} good of it, the second {COSTS[1]}, the third {COSTS[2]}, the fourth {COSTS[3]}",),
    "R11": (
        f"{WORDS[RULES.three_to_one]} own goods of one other kind",
        f"for {count_coins(RULES.merchant_cost)} laid on it",
        "in the bottom row once, in the middle twice, on top three times a turn",
    ),
    "R13": (
        "Three contracts fulfilled**, again at the 6th, the 9th",
        "One zone expanded four times",
        "Two zones expanded three times",
        "Four zones expanded twice",
        f"on all {WORDS[len(SPACES)]} spaces",
        "Fifteen coins",
        f"After {WORDS[SETUP.scoring_chips]} chips",
    ),
    "R14": (f"market space {list_spaces('smoke_sprat', ', ')}",),
    "R16.1": (
        f"shows {WORDS[CELLS]} cells",
        f"Ship 1: cell {list_cells(1, '')} (bow left: {list_cells(1, '', left=True)})",
        f"Ship 2: cell {list_cells(2, ' **or** ')} (bow left: 3 or 1)",
        f"Ship 3: cells {list_cells(3, ' and ')} (bow left: {list_cells(3, ' and ', left=True)})",
        "Ship 4: cells 1 to 3 (bow left: 2 to 4)",
        "Ship 5: all cells",
    ),
    "R17": (
        f"{RULES.own_zone_points_per_card} points for each card under it",
        "1 point for each such good",
        f"for {count_coins(RULES.merchant_cost)} each",
        f"all {WORDS[SETUP.scoring_chips]} chips",
    ),
    "R18.1": (f"With {KEYS} key every other slot costs coins",),
}

JAPANESE: Mapping[str, tuple[str, ...]] = {
    "R1": (f"{DATA.meta.players_min}〜{MOST}人", f"{len(ZONES)}つのゾーン", f"{SETUP.scoring_chips}枚のチップ"),
    "tutorial.first_turn": (
        f"スロット2はコイン{SLOTS[1].price}、スロット3はコイン{SLOTS[2].price}",
        f"鍵は{KEYS}つ",
        f"ゾーンの商品{COSTS[0]}つ",
        f"自分の色以外の商品が{SETUP.goods_each_other_colour}つずつ",
        f"カード1枚につき終了時に{RULES.own_zone_points_per_card}ポイント",
        f"その商品をコイン{RULES.merchant_cost}で1つ",
        f"同じ商品{RULES.three_to_one}つで、ほかの商品1つ",
        f"**M1〜M3**（1ターンに{USES['bottom']}回）、その上が**M4・M5**（{USES['middle']}回）",
        f"**M6**（{USES['top']}回）",
    ),
    "R2": (
        f"契約のスロット{len(SLOTS)}つ",
        f"アクションカードのスロット{len(SLOTS)}つ",
        f"実績{len(DATA.achievements)}つ",
        f"アクションカード{ACTIONS}枚、契約{CONTRACTS}枚（うち開始契約{STARTS}枚）、スモークスプラット{SPRATS}枚",
        f"船{SHIPS}隻、スコアリングチップ{SETUP.scoring_chips}枚",
    ),
    "R2.2": (f"{CELLS}マスの",),
    "R3": (
        f"アクションカード{len(SLOTS)}枚と契約{len(SLOTS)}枚",
        f"チップ{SETUP.scoring_chips}枚、コイン{SETUP.coins}枚、ほかの{len(GOODS) - 1}色の商品を"
        f"{SETUP.goods_each_other_colour}つずつ",
        f"船{SHIP}は運河の{ {'left': '左', 'right': '右'}[SETUP.ship_side] }端",
        f"{CANAL.segments}つの運河スペースのうち{CANAL.start_warehouse_segment}番目",
        f"鍵は{KEYS}つ",
        f"{SETUP.two_player_cover_rank}番目に高い数字",
        f"E1（{E1}）かE2（{E2}）",
    ),
    "R5": (f"{KEYS}＋城のカード", f"{SHIP}＋造船所のカード"),
    "R6.1": (f"{FIFTEEN}コイン", f"コイン{BOARD.refresh_cost}で**アクションカード{len(SLOTS)}枚"),
    "R6.2": (f"{FULL}枚未満",),
    "R7": (f"スロットは{len(SLOTS)}つ",),
    "R7.1": (
        f"スロット1：鍵{SLOTS[0].keys}。だれでも無料",
        *(f"スロット{n}：鍵{slot.keys}、またはコイン{slot.price}" for n, slot in enumerate(SLOTS[1:], 2)),
    ),
    "R7.3": (
        f"コイン{BOARD.refresh_cost}を支払って{len(SLOTS)}枚を",
        f"新しい{len(SLOTS)}枚",
        f"山が{len(SLOTS)}枚に満たなければ",
    ),
    "R8": (
        f"1ターンに{USES['top']}回",
        f"1ターンに{USES['middle']}回",
        f"1ターンに{USES['bottom']}回",
        f"{list_spaces('any_good', '、')}：任意の商品",
        f"{list_spaces('coins', '、')}：コイン{BONUS}",
        f"{list_spaces('smoke_sprat', '、')}：スモークスプラット",
        f"{list_spaces('new_contract', '、')}：新規契約",
    ),
    "R9": (f"1枚目は商品{COSTS[0]}つ、2枚目は{COSTS[1]}つ、3枚目は{COSTS[2]}つ、4枚目は{COSTS[3]}つ",),
    "R11": (
        f"手持ちの商品{RULES.three_to_one}つ",
        f"商人にコイン{RULES.merchant_cost}を",
        f"一番下の行は{USES['bottom']}回、中間は{USES['middle']}回、一番上は{USES['top']}回",
    ),
    "R13": (
        f"{EVERY}つの契約の履行：** {2 * EVERY}枚目、{3 * EVERY}枚目",
        f"1つのゾーンを{FULL}回拡張",
        f"{len(SPACES)}つのスペースすべて",
        f"{FIFTEEN}コイン",
        f"チップが{SETUP.scoring_chips}枚とも",
    ),
    "R14": (f"市場スペース{list_spaces('smoke_sprat', '、')}",),
    "R16.1": (
        f"倉庫の{CELLS}マス",
        f"船1：{list_cells(1, '')}マス目（船首が左なら{list_cells(1, '', left=True)}）",
        "船2：2マス目**または**4マス目（船首が左なら3または1）",
        f"船3：{list_cells(3, 'と')}マス目（船首が左なら{list_cells(3, 'と', left=True)}）",
        "船4：1〜3マス目（船首が左なら2〜4）",
        "船5：すべて",
    ),
    "R17": (
        f"カード1枚につき{RULES.own_zone_points_per_card}ポイント",
        f"{RULES.merchant_cost}コインで働かせる",
        f"チップを{SETUP.scoring_chips}枚とも",
    ),
}

FIGURES = {"en": ENGLISH, "ja": JAPANESE}

NOT_DATA = {
    "R16": {"1", "2", "3"},
    "R17": {"1", "4"},
    "R20": {"1", "3", "4", "5"},
    "R1": {"1"},
    "tutorial.first_turn": {"1", "2"},
    "table.time_out": {"15"},
    "R2": {"1"},
    "R2.1": {"1"},
    "R2.2": {"1", "4"},
    "R3": {"1", "2"},
    "R4": {"2"},
    "R6.1": {"1"},
    "R8": {"2"},
    "R9": {"1", "2"},
    "R10": {"1", "2", "3"},
    "R11": {"1", "3"},
    "R12": {"1"},
    "R13": {"1", "2", "3", "4"},
    "R14": {"1"},
    "R16.1": {"180"},
    "R16.2": {"1"},
}
"""Numbers that count something else: items of a list, "at most one"; the shapes of ships in R20 are asserted below."""


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("entry", ENGLISH)
def test_every_figure_equals_the_data(entry: str, lang: Lang) -> None:
    text = BOOK.entries[lang][entry].text
    missing = [phrase for phrase in FIGURES[lang].get(entry, ()) if phrase not in text]
    assert missing == [], f"{entry} ({lang}) does not say what data.toml says"


def find_unlisted_figures(text: str, phrases: tuple[str, ...]) -> Counter[str]:
    """Count the figures of a text outside of the phrases, references (R7.1, M4, E1, slot 2, ship 3) and headings of
    lists.
    """
    for phrase in sorted(phrases, key=len, reverse=True):
        text = text.replace(phrase, " ")
    text = re.sub(r"\bR\d+(\.\d+)?|[ME]\d(〜M\d)?|(?:Slot|slot|ship|Ship|スロット|船)s? ?\d", " ", text)
    return Counter(re.findall(r"\d+", re.sub(r"^\d\. ", "", text, flags=re.MULTILINE)))


@pytest.mark.parametrize("lang", LANGS)
def test_every_figure_is_checked(lang: Lang) -> None:
    """A new figure in a text belongs to FIGURES, or to NOT_DATA if no line of data.toml holds it."""
    unlisted = {}
    for name, entry in BOOK.entries[lang].items():
        if name.startswith((*MADE, "R18.")):
            continue
        left = set(find_unlisted_figures(entry.text, FIGURES[lang].get(name, ()))) - NOT_DATA.get(name, set())
        if left:
            unlisted[name] = left
    assert unlisted == {}


def test_ship_windows_agree_with_r20() -> None:
    """Only the step from ship 2 to ship 3 gives a cell up: one window of two cells cannot hold both of ship 2's."""
    windows_by_ship = {number: set(ship.windows) for number, ship in DATA.ships.items()}
    lost = {number: windows_by_ship[number] - windows_by_ship[number + 1] for number in range(1, SHIPS)}
    assert lost == {1: set(), 2: {4}, 3: set(), 4: set()} and windows_by_ship[3] - windows_by_ship[2] == {1}
    assert windows_by_ship[5] == set(range(1, CELLS + 1))


def test_a_wrong_figure_is_noticed() -> None:
    """Deliberate faults: a price, a number of uses and a figure that nobody has listed."""
    text = BOOK.entries["en"]["R7.1"].text
    assert ENGLISH["R7.1"][2] not in text.replace("3 coins", "4 coins")
    assert ENGLISH["R8"][0] not in BOOK.entries["en"]["R8"].text.replace("3 uses", "4 uses")
    assert find_unlisted_figures(text + " 7", ENGLISH["R7.1"]) == {"7": 1}
