"""R9 What an expansion promises: a second card only where one can be had, in words and in the picture."""

from __future__ import annotations

import pytest

from engines.kernel import LANGS, Lang
from engines.kilia.game import GAME
from engines.kilia.rules.turn import take_turn
from engines.kilia.table.state import State
from render import Look
from render.kilia import ART
from render.kit.scene import Text
from tests.kilia.stage import WHITE, Played, owner, play, table

NAMES = ("Aoi", "Marco", "Jules", "ことり")


def late(coins: int, offer: str = "Y10 - - W01 W10") -> State:
    """One key, two holes in the offer, the last two cards for five coins each; one wheat comes from a merchant."""
    s = table(offer=offer)
    owner(s, WHITE, coins=coins, market="M3:Y11")
    return s


def shown(s: State, lang: Lang) -> list[str]:
    scene = ART.draw(GAME.view(s, WHITE), "panel:turn", Look(lang, NAMES, WHITE))
    return [node.text for node in scene.live if isinstance(node, Text)]


def played(s: State, *answers: str) -> Played:
    return play(s, take_turn, *answers, "yes")


def test_an_expansion_without_a_card_for_the_canal_promises_no_warehouse() -> None:
    s = late(coins=5)  # four are left
    assert "no warehouse" in shown(s, "en") and "倉庫なし" in shown(s, "ja")
    done = played(s, "expand:1")
    assert "no warehouse to be had" in done.detail("action.main", "expand:1")
    assert "建てられる倉庫はない" in done.detail("action.main", "expand:1", "ja")
    assert "White finds no card for a warehouse, free or for the coins left." in done.sentences


def test_a_second_card_for_coins_says_its_price() -> None:
    s = late(coins=6)
    assert not {"no warehouse", "warehouse"} & set(shown(s, "en")), "the price stands there"
    done = played(s, "expand:1", "build:4", "printed")
    assert "a warehouse for 5 coins" in done.detail("action.main", "expand:1")
    assert not [said for said in done.sentences if "finds no" in said]


def test_the_key_that_the_castle_brings_counts_for_its_contract() -> None:
    s = table(offer="W01 - - - -", contracts="- C02 C03 C04 C05")
    owner(s, WHITE, goods=(1, 0, 0, 0))
    assert "2 keys, a contract;" in played(s, "expand:1", "none").detail("action.main", "expand:1")
    s = table(offer="W01 - - - -", contracts="- - C03 C04 C05")
    owner(s, WHITE, goods=(1, 0, 0, 0))
    done = played(s, "expand:1")
    assert "no contract to be had" in done.detail("action.main", "expand:1")
    assert "White finds no contract to take, free or for the coins left." in done.sentences


@pytest.mark.parametrize("lang", LANGS)
def test_an_ability_that_is_known_is_no_second_card(lang: Lang) -> None:
    s = table(offer="R13 W05 - - -")
    owner(s, WHITE, goods=(0, 1, 0, 0), coins=1, abilities="W15")
    none = {"en": "no ability to be had", "ja": "得られる能力はない"}[lang]
    assert none in played(s, "expand:1").detail("action.main", "expand:1", lang)
