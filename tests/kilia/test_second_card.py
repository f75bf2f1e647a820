"""R9 Promises of an expansion: a second card only if the player can take one, in words and in the picture."""

from __future__ import annotations

import pytest

from engines.kernel import LANGS, Lang
from engines.kilia.game import GAME
from engines.kilia.rules.turn import take_turn
from engines.kilia.table.state import State
from render import RenderContext
from render.kilia import ART
from render.kit.scene import TextRun
from tests.kilia.stage import WHITE, Played, build_table, play, set_player

NAMES = ("Aoi", "Marco", "Jules", "ことり")


def build_late_state(coins: int, offer: str = "Y10 - - W01 W10") -> State:
    """Return a position with one key, two holes in the offer, the last two cards for five coins each; one wheat comes
    from a merchant.
    """
    s = build_table(offer=offer)
    set_player(s, WHITE, coins=coins, market="M3:Y11")
    return s


def list_picture_texts(s: State, lang: Lang) -> list[str]:
    scene = ART.draw(GAME.view(s, WHITE), "panel:turn", RenderContext(lang, NAMES, WHITE))
    return [node.text for node in scene.live_part if isinstance(node, TextRun)]


def play_turn(s: State, *answers: str) -> Played:
    return play(s, take_turn, *answers, "yes")


def test_an_expansion_without_a_card_for_the_canal_promises_no_warehouse() -> None:
    s = build_late_state(coins=5)  # four are left
    assert "no warehouse" in list_picture_texts(s, "en") and "倉庫なし" in list_picture_texts(s, "ja")
    done = play_turn(s, "expand:1")
    assert "no warehouse available" in done.render_detail("action.main", "expand:1")
    assert "建てられる倉庫はない" in done.render_detail("action.main", "expand:1", "ja")
    assert "White builds no warehouse: no card is free, and the coins left pay for none." in done.sentences


def test_a_second_card_for_coins_says_its_price() -> None:
    s = build_late_state(coins=6)
    assert "no warehouse" not in list_picture_texts(s, "en"), "the price stands there"
    done = play_turn(s, "expand:1", "build:4", "printed")
    assert "a warehouse for 5 coins" in done.render_detail("action.main", "expand:1")
    assert not [said for said in done.sentences if "no card is free" in said]


def test_new_castle_key_counts_for_its_contract() -> None:
    s = build_table(offer="W01 - - - -", contracts="- C02 C03 C04 C05")
    set_player(s, WHITE, goods=(1, 0, 0, 0))
    assert "2 keys, a contract;" in play_turn(s, "expand:1", "none").render_detail("action.main", "expand:1")
    s = build_table(offer="W01 - - - -", contracts="- - C03 C04 C05")
    set_player(s, WHITE, goods=(1, 0, 0, 0))
    done = play_turn(s, "expand:1")
    assert "no contract available" in done.render_detail("action.main", "expand:1")
    assert "White takes no contract: none is free, and the coins left pay for none." in done.sentences


@pytest.mark.parametrize("lang", LANGS)
def test_known_ability_is_no_second_card(lang: Lang) -> None:
    s = build_table(offer="R13 W05 - - -")
    set_player(s, WHITE, goods=(0, 1, 0, 0), coins=1, abilities="W15")
    none = {"en": "no ability available", "ja": "得られる能力はない"}[lang]
    assert none in play_turn(s, "expand:1").render_detail("action.main", "expand:1", lang)
