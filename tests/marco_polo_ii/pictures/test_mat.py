"""The board of a seat: whole words for every character, one anchor for each thing."""

import pytest

from engines.kernel import LANGS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import view
from render import arts
from render.kit.look import Lang, Look
from render.kit.marks.ghost import Ghost
from render.kit.scene import Anchor, Sprite
from render.kit.tokens import Die
from render.marco_polo_ii.mat.mat import mat
from tests.marco_polo_ii.pictures.test_actions import check_words
from tests.marco_polo_ii.table import A, game, person

ART = arts()["marco_polo_ii"]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("character", CONTENT.characters)
def test_every_character_has_whole_words(lang: Lang, character: str) -> None:
    s = game(2, caravan=True)
    seals = {"farmer": True, "spicer": False, "tailor": False}
    held = list(CONTENT.data.contracts)[-2:]
    person(s, A, character, dice=[1, 1, 3], black=[5], coins=12, seals=seals, contracts=held)
    person(s, A, posts=list(CONTENT.trade_cities)[:8])
    if character == "filippo":
        person(s, A, outposts=list(CONTENT.data.outposts))
    scene = mat(view(s, None), "0", Look(lang, ("Bartholomew", "Ann")))
    check_words(scene)
    places = [node.place for node in scene.live if isinstance(node, Anchor)]
    assert len(places) == len(set(places))
    assert {f"held:{one}" for one in held} <= set(places)


def test_equal_dice_are_all_shown() -> None:
    s = game(2)
    person(s, A, dice=[2, 2, 2], black=[2])
    scene = mat(view(s, None), "0", Look("en", ("Ann", "Bela")))
    shown = [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Die) and node.y < 260]
    assert [node.piece.pips for node in shown if isinstance(node.piece, Die)] == [2, 2, 2, 2]
    assert len({node.x for node in shown}) == 4


def test_a_contract_that_was_fulfilled_leaves_its_pale_copy() -> None:
    s = game(2)
    person(s, A, contracts=["c01"])
    before = view(s, None)
    person(s, A, contracts=[], fulfilled=["c01"])
    scene = ART.compose(view(s, None), f"mat:{A}", Look("en", ("Ann", "Bela"), before=before))
    [copy] = [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Ghost)]
    slot = ART.draw(before, f"mat:{A}", Look("en", ("Ann", "Bela"))).anchors["held:c01"].spot
    assert (copy.x, copy.y) == slot.centre
