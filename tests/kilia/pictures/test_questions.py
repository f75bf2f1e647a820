"""Every question has a picture on which what it asks about is the largest thing; its alt text tells the choices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engines.kernel import LANGS, Match, Prompt
from engines.kilia.game import GAME
from engines.kilia.table.state import State
from render import Lang, Look, Mark
from render.kilia import ART
from render.kilia.mat.market import PLACES
from render.kilia.pieces.goods import Ware
from render.kit.marks.numbering import reading_order
from render.kit.scene import Sprite, Text
from tests.contract.pictures.checks import problems
from tests.contract.pictures.shown import Shown
from tests.kilia.fuzz import play, start
from tests.kilia.pictures.boards import crowded, empty
from tests.kilia.stage import WHITE, owner, table

PANELS = {
    "HowToPay": "panel:pay",
    "WhichContract": "panel:contracts",
    "WhichAbility": "panel:learn",
    "WhichWarehouse": "panel:build",
    "WhichSpace": "panel:market",
    "WhichGood": "panel:good",
    "WhichWay": "panel:way",
    "WhichSegment": "panel:way",
    "WhichWindows": "panel:sail",
    "SpratRelief": "panel:relief",
    "RefreshOffer": "panel:refresh",
    "WhichAction": "panel:turn",
}
"""By the type of the question's `about`. The units of a payment and the end of a turn without free moves have none."""
NAMES = ("Aoi", "Marco", "Jules", "ことり")


def questions() -> Iterator[tuple[str, Match[State], Prompt]]:
    """The first questions of each kind in games that begin late."""
    found: dict[str, list[tuple[Match[State], Prompt]]] = {}

    def note(match: Match[State], _: Any) -> None:
        for seat in match.waiting[:1]:
            prompt = match.prompt(seat)
            assert prompt is not None
            of_kind = found.setdefault(type(prompt.about).__name__, [])
            if len(of_kind) < 3:
                of_kind.append((match.fork(), prompt))

    for number in range(16):
        play(start(number, late=True), number, note)
    for kind, prompts in found.items():
        for match, prompt in prompts:
            yield kind, match, prompt


@pytest.fixture(scope="module")
def asked() -> list[tuple[str, Match[State], Prompt]]:
    return list(questions())


def places(prompt: Prompt) -> list[str]:
    return [option.place for option in (*prompt.options, *prompt.asides) if option.place is not None]


def test_every_question_gets_its_picture(asked: list[tuple[str, Match[State], Prompt]]) -> None:
    seen = set()
    for kind, match, prompt in asked:
        wanted = places(prompt)
        if kind in PANELS and wanted:
            seen.add(kind)
            assert ART.panel(match.view(prompt.seat), prompt.seat, wanted) == PANELS[kind], prompt.text.key
        if kind == "EndOfTurn" and wanted:
            assert ART.panel(match.view(prompt.seat), prompt.seat, wanted) == "panel:free"
    assert seen == set(PANELS)


def test_every_option_with_a_place_is_on_it(asked: list[tuple[str, Match[State], Prompt]]) -> None:
    """Free moves too, whatever they mean there: none has a place that the picture lacks."""
    for _, match, prompt in asked:
        wanted = places(prompt)
        if wanted:
            view = match.view(prompt.seat)
            picture = ART.panel(view, prompt.seat, wanted)
            marks = tuple(Mark(place, n) for n, place in enumerate(wanted, 1))
            anchors = ART.draw(view, picture, Look("en", NAMES, prompt.seat, marks)).anchors
            assert set(wanted) <= set(anchors), f"{prompt.text.key} on {picture}"


def test_every_alt_text_is_whole_sentences_that_fit(asked: list[tuple[str, Match[State], Prompt]]) -> None:
    for _, match, prompt in asked:
        view = match.view(prompt.seat)
        for lang in LANGS:
            look = Look(lang, NAMES, prompt.seat)
            for picture in (*ART.pictures(view), *ART.private(view, prompt.seat)):
                text = ART.alt(view, picture, look)
                assert 0 < len(text) <= 400 and text.endswith("。" if lang == "ja" else "."), f"{picture}: {text}"
                assert "。 " not in text and " ." not in text and "??" not in text, f"{picture}: {text}"
                if picture.startswith("panel:"):
                    assert text.startswith({"ja": "あなただけ：", "en": "Only you:"}[lang])


@pytest.mark.parametrize("lang", LANGS)
def test_spaces_of_the_market_are_told_in_the_order_of_their_numbers_and_in_one_size(lang: Lang) -> None:
    s = crowded()
    view = GAME.view(s, s.active)
    scene = ART.draw(view, "panel:market", Look(lang, NAMES, s.active))
    texts = [node for node in scene.live if isinstance(node, Text) and node.x > 948]
    spaces = [text.text for text in texts if text.text in PLACES]
    spots = [scene.anchors[f"market:{space}"].spot for space in spaces]
    assert list(reading_order(spots)) == list(range(6))
    lines = sorted((text for text in texts if text.x == 948 + 196), key=lambda text: text.y)
    assert len(lines) == 12 and len({text.size for text in lines[::2]}) == 1, "names, each above its uses"


def test_alt_texts_of_decisions_tell_what_each_choice_brings() -> None:
    s = crowded()
    view = GAME.view(s, s.active)
    look = Look("en", NAMES, s.active)
    assert ART.alt(view, "panel:build", look).startswith("Only you: Which warehouse? nothing.")
    beginning = GAME.view(table(2), WHITE)
    assert "income of a round 2 → " in ART.alt(beginning, "panel:build", Look("en", NAMES, WHITE))
    assert "smoke sprat for the castle" in ART.alt(view, "panel:turn", look)
    assert "M2 covers the brick merchant" in ART.alt(view, "panel:market", look)
    assert "pay 15 coins for the number" in ART.alt(view, "panel:free", look)
    assert "salt 12 → 13" in ART.alt(view, "panel:good", look)
    assert "coins 23 → 18" in ART.alt(view, "panel:refresh", look)


@pytest.mark.parametrize("board", [crowded, empty])
def test_private_pictures_of_the_fullest_and_the_emptiest_turn_are_sound(board: Any) -> None:
    s = board()
    view = GAME.view(s, s.active)
    for lang in LANGS:
        for picture in ART.private(view, s.active):
            look = Look(lang, NAMES, s.active)
            shown = Shown(picture, ART.compose(view, picture, look), look)
            assert not list(problems(shown)), picture


def test_equal_goods_of_a_payment_are_drawn_once_with_their_number_and_no_space_has_a_code() -> None:
    """At most 50 px were shared by ten of them."""
    s = table(offer="B01 B05 B09 Y10 W10", active=WHITE)
    owner(s, WHITE, coins=9, goods=(9, 9, 3, 0), zones=(0, 0, 3, 0))
    scene = ART.draw(GAME.view(s, WHITE), "panel:turn", Look("en", NAMES, WHITE))
    field = scene.anchors["expand:1"].spot
    inside = [n for n in scene.live if isinstance(n, Sprite) and field.y + 60 < n.y < field.y + field.h]
    goods = [n.piece for n in inside if field.x < n.x < field.x + field.w and isinstance(n.piece, Ware)]
    numbers = [
        n.text for n in scene.live if isinstance(n, Text) and n.text.endswith("×") and field.y < n.y < field.y + 200
    ]
    assert goods and len({ware.thing for ware in goods}) == len(goods) and all(ware.size >= 40 for ware in goods)
    assert numbers and not {n.text for n in scene.live if isinstance(n, Text)} & set(PLACES)


@pytest.mark.parametrize("lang", LANGS)
def test_spaces_of_the_market_bear_their_names_wherever_they_are_drawn(lang: Lang) -> None:
    """Words of options call them M1 to M6; two of them give the same, so nobody could tell which is meant."""
    for s, of in ((crowded(), "merchants"), (table(2), "empty spaces")):
        view = GAME.view(s, s.active)
        for picture in (f"mat:{s.active}", "panel:mat", "panel:market"):
            scene = ART.draw(view, picture, Look(lang, NAMES, s.active))
            for space in PLACES:
                spot = scene.anchors[f"market:{space}"].spot
                inside = [
                    n.text
                    for n in scene.live
                    if isinstance(n, Text) and spot.x < n.x < spot.x + spot.w and spot.y < n.y < spot.y + spot.h
                ]
                assert space in inside, f"{of} on {picture}"
    merchants = ART.draw(GAME.view(table(2), WHITE), "panel:turn", Look(lang, NAMES, WHITE))
    assert any(isinstance(n, Text) and n.text.startswith("M1") for n in merchants.live), "whose bonus is drawn"


def test_what_is_closed_says_why() -> None:
    """A full zone, a cost that is not at hand, and a card whose price as a merchant is not there."""
    s = table(offer="W01 B05 R09 Y10 Y11", active=WHITE)
    owner(s, WHITE, coins=0, goods=(0, 0, 0, 0), zones=(0, 0, 0, 4))
    shown = [
        n.text
        for n in ART.draw(GAME.view(s, WHITE), "panel:turn", Look("en", NAMES, WHITE)).live
        if isinstance(n, Text)
    ]
    assert shown.count("complete") == 2 and "1 coin short" in shown and "5 coins short" in shown
    assert "1 salt short" in shown and "2 short" not in shown, "goods and coins are not added up"
