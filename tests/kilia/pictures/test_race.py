"""Who leads, and how far everybody is: what is not on the seals yet, and the way to each achievement."""

from __future__ import annotations

import pytest

from engines.kernel import LANGS, Lang
from engines.kilia.council.scoring import tally
from engines.kilia.game import GAME
from engines.kilia.table.state import State
from render import Look
from render.kilia import ART
from render.kilia.council.progress import progress
from render.kit.scene import Text
from tests.kilia.stage import BROWN, RED, WHITE, owner, table

NAMES = ("Aoi", "Marco", "Jules", "ことり")


def board() -> State:
    s = table(offer="W01 R13 B05 Y10 W10")
    owner(
        s,
        WHITE,
        coins=7,
        goods=(1, 0, 2, 0),
        zones=(3, 2, 0, 1),
        market="M1:Y01 M2:Y02",
        fulfilled="C01",
        abilities="W04",
    )
    owner(s, RED, fulfilled="C02")
    s.wheels["fifteen_coins"].waiting = [BROWN]
    return s


def shown(s: State, picture: str, lang: Lang, reader: int | None) -> list[str]:
    scene = ART.draw(GAME.view(s, reader), picture, Look(lang, NAMES, reader))
    return [node.text for node in scene.live if isinstance(node, Text)]


def test_points_to_come_are_those_of_the_end_and_no_secret_is_told() -> None:
    """R4 Of others it is only known that contracts lie face down."""
    s = board()
    own, public = GAME.view(s, WHITE), GAME.view(s, None)
    for seat in (WHITE, RED):
        mat = GAME.view(s, seat).mats[seat]
        assert mat.points + mat.coming == tally(s, seat).total
    assert [mat.coming for mat in public.mats] == [1, 0, 6, 0] and own.mats[RED].coming == 0
    assert {"+4", "+?", "+6"} <= set(shown(s, "panel:board", "en", WHITE))
    assert {"+1?", "+?", "+6"} <= set(shown(s, "board", "en", None))
    assert "+4" in shown(s, "mat:0", "ja", WHITE) and "+1?" in shown(s, "mat:0", "ja", None)


@pytest.mark.parametrize("lang", LANGS)
def test_each_achievement_says_what_it_asks_and_how_far_everybody_is(lang: Lang) -> None:
    s = board()
    mat = GAME.view(s, WHITE).mats[WHITE]
    ways = {wheel.id: progress(mat, wheel.id) for wheel in GAME.view(s, WHITE).wheels}
    assert ways == {
        "one_zone_4": (3, 4),
        "two_zones_3": (5, 6),
        "four_zones_2": (5, 8),
        "full_market": (2, 6),
        "three_contracts": (1, 3),
        "fifteen_coins": (7, 15),
    }
    told = {f"{n}/{most}" for n, most in (way for way in ways.values() if way)}
    assert told <= set(shown(s, "zoom:wheels", lang, None)) and told - {"7/15"} <= set(
        shown(s, "panel:board", lang, WHITE)
    )
    asks = {
        "en": "Pay 15 coins in your turn, as often as you like",
        "ja": "自分のターンにコイン15を支払う（何回でも）",
    }[lang]
    assert asks in shown(s, "zoom:wheels", lang, None)
    assert asks in ART.alt(GAME.view(s, WHITE), "zoom:wheels", Look(lang, NAMES, WHITE))
    assert "2/6" not in shown(s, "board", lang, None), "it is the reader's own way that stands on the board"


@pytest.mark.parametrize("lang", LANGS)
def test_the_final_round_is_announced_as_the_next_one_until_it_begins(lang: Lang) -> None:
    s = table()
    s.ending = True
    now, later = {"en": ("Final round", "Next: final round"), "ja": ("最終ラウンド", "次が最終ラウンド")}[lang]
    assert later in shown(s, "board", lang, None) and now not in shown(s, "board", lang, None)
    s.ending, s.final = False, True
    assert now in shown(s, "board", lang, None)


def test_a_way_that_leads_to_no_further_chip_is_done() -> None:
    s = table()
    owner(s, WHITE, zones=(4, 3, 3, 3))
    mat = GAME.view(s, None).mats[WHITE]
    assert progress(mat, "four_zones_2") is None and progress(mat, "two_zones_3") is None
    assert progress(mat, "one_zone_4") == (3, 4)
