"""The board of a seat: complete texts for every character, and one anchor for each item."""

import pytest

from engines.kernel import LANGS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import build_view
from render import load_arts
from render.kit.illustration import Vignette
from render.kit.marks.removed_marker import RemovedMarker
from render.kit.render_context import Lang, RenderContext
from render.kit.scene import Anchor, Sprite, TextRun
from render.kit.tokens import Die
from render.marco_polo_ii.catalogue import render_noun
from render.marco_polo_ii.mat.mat import draw_mat
from tests.marco_polo_ii.pictures.test_actions import check_words
from tests.marco_polo_ii.table import A, build_state, set_player

ART = load_arts()["marco_polo_ii"]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("character", CONTENT.characters)
def test_every_character_has_complete_text(lang: Lang, character: str) -> None:
    s = build_state(2, caravan=True)
    seals = {"farmer": True, "spicer": False, "tailor": False}
    contract_ids = list(CONTENT.data.contracts)[-2:]
    set_player(s, A, character, dice=[1, 1, 3], black=[5], coins=12, seals=seals, contracts=contract_ids)
    set_player(s, A, posts=list(CONTENT.trade_cities)[:8])
    if character == "filippo":
        set_player(s, A, outposts=list(CONTENT.data.outposts))
    scene = draw_mat(build_view(s, None), "0", RenderContext(lang, ("Bartholomew", "Ann")))
    check_words(scene)
    places = [node.place for node in scene.live_part if isinstance(node, Anchor)]
    assert len(places) == len(set(places))
    assert {f"held:{contract_id}" for contract_id in contract_ids} <= set(places)


def test_equal_dice_are_all_shown() -> None:
    s = build_state(2)
    set_player(s, A, dice=[2, 2, 2], black=[2])
    scene = draw_mat(build_view(s, None), "0", RenderContext("en", ("Ann", "Bela")))
    dice = [
        node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, Die) and node.y < 260
    ]
    assert [node.piece.pips for node in dice if isinstance(node.piece, Die)] == [2, 2, 2, 2]
    assert len({node.x for node in dice}) == 4


@pytest.mark.parametrize("lang", LANGS)
def test_portrait_stands_under_the_name_of_its_character(lang: Lang) -> None:
    """Not under the heading of the fulfilled contracts, whether there are some or none."""
    for fulfilled in ([], ["c01", "c02"]):
        s = build_state(2)
        set_player(s, A, "filippo", fulfilled=fulfilled)
        live = draw_mat(build_view(s, None), "0", RenderContext(lang, ("Ann", "Bela"))).live_part
        [portrait] = [node for node in live if isinstance(node, Vignette)]
        runs = [node for node in live if isinstance(node, TextRun) and 562 < node.x < 800 and 566 < node.y < portrait.y]
        heading = max(runs, key=lambda run: run.y)
        assert heading.text == render_noun("characters.filippo", lang, is_short=True)
        assert (len(runs) == 2) == bool(fulfilled)


def test_fulfilled_contract_leaves_a_removed_marker() -> None:
    s = build_state(2)
    set_player(s, A, contracts=["c01"])
    before = build_view(s, None)
    set_player(s, A, contracts=[], fulfilled=["c01"])
    scene = ART.compose(build_view(s, None), f"mat:{A}", RenderContext("en", ("Ann", "Bela"), view_before=before))
    [copy] = [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, RemovedMarker)]
    slot = ART.draw(before, f"mat:{A}", RenderContext("en", ("Ann", "Bela"))).anchors["held:c01"].placement
    assert (copy.x, copy.y) == slot.centre
