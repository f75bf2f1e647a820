"""The line below the board tells whose spies came, went and moved, and on whose card."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.kernel import Lang
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render import arts
from tests.pax_pamir.pictures import boards

from .test_told import said

ART = arts()["pax_pamir"]
NAMES = boards.NAMES


@pytest.mark.parametrize(
    ("lang", "moved"),
    [
        ("en", "moved a spy in the court of A {0}: {1} → {2}"),
        ("ja", "自分の密偵1個を移動：A {0}の宮廷で{1} → {2}"),
    ],
)
def test_a_spy_that_moved_within_the_court_of_another_is_on_no_own_card(lang: Lang, moved: str) -> None:
    """It read "own A → own B of C Jules", though both cards were Jules's."""
    base, cards = boards.classic(), list(CONTENT.cards)[60:62]
    slots = [replace(base.players[0].court[0], card=card, hostage=None) for card in cards]

    def spied(*there: int) -> View:
        court = tuple(replace(slot, spies=(0, n, 0, 0, 0)) for slot, n in zip(slots, there, strict=True))
        return replace(base, players=tuple(replace(p, court=() if p.number else court) for p in base.players))

    names = [NAMES[0], *(CONTENT.cards[card].name for card in cards)]
    assert said(spied(1, 0), spied(0, 1), 1, lang) == moved.format(*names)


@pytest.mark.parametrize(
    ("lang", "moved", "off"),
    [
        ("en", "moved a spy from {} of A {} to {} of D {}", "took own spy off {} of A {}"),
        ("ja", "自分の密偵1個を移動：A {1}の{0} → D {3}の{2}", "自分の密偵1個を取り除いた：A {1}の{0}"),
    ],
)
def test_a_spy_that_moved_is_told_from_where_to_where(lang: Lang, moved: str, off: str) -> None:
    seats, cards = (0, 3), list(CONTENT.cards)[60:62]
    slots = [replace(boards.classic().players[0].court[0], card=card, hostage=None) for card in cards]
    base = boards.classic()

    def spied(*there: int) -> View:
        courts = {
            seat: (replace(slot, spies=(0, n, 0, 0, 0)),) for seat, slot, n in zip(seats, slots, there, strict=True)
        }
        return replace(base, players=tuple(replace(p, court=courts.get(p.number, ())) for p in base.players))

    names = [word for seat, card in zip(seats, cards, strict=True) for word in (CONTENT.cards[card].name, NAMES[seat])]
    assert said(spied(1, 0), spied(0, 1), 1, lang) == moved.format(*names)
    assert said(spied(1, 0), spied(0, 0), 1, lang) == off.format(*names)
    new = next(card for card in CONTENT.cards.values() if "spy" in card.impact and card.id not in cards)
    played = replace(slots[0], card=new.id, spies=(0,) * 5)
    after = spied(0, 1)
    after = replace(after, players=tuple(replace(p, court=(played,)) if p.number == 1 else p for p in after.players))
    assert moved.format(*names) not in said(spied(1, 0), after, 1, lang), "it can have come with the card"


@pytest.mark.parametrize(
    ("lang", "off", "on", "both"),
    [
        (
            "en",
            "fought on {0} of A {1}: 1 spy of C {2}, 2 spies of D {3} lost",
            "put 1 spy of C {2}, 2 spies of D {3} on {0} of A {1}",
            "fought on {0} of A {1}: 1 spy of C {2} lost, put on 1 spy of D {3}",
        ),
        (
            "ja",
            "戦闘：A {1}の{0}（C {2}の密偵1個、D {3}の密偵2個を除去）",
            "A {1}の{0}にC {2}の密偵1個、D {3}の密偵2個を配置",
            "戦闘：A {1}の{0}（C {2}の密偵1個を除去、D {3}の密偵1個を配置）",
        ),
    ],
)
def test_whose_spies_left_which_card_is_told(lang: Lang, off: str, on: str, both: str) -> None:
    base = boards.classic()
    slot = replace(base.players[0].court[0], hostage=None)

    def spied(c: int, d: int) -> View:
        court = (replace(slot, spies=(0, 0, c, d, 0)),)
        return replace(base, players=tuple(replace(p, court=court if p.number == 0 else ()) for p in base.players))

    names = CONTENT.cards[slot.card].name, NAMES[0], NAMES[2], NAMES[3]
    assert said(spied(1, 2), spied(0, 0), 1, lang) == off.format(*names)
    assert said(spied(0, 0), spied(1, 2), 1, lang) == on.format(*names)
    assert said(spied(1, 0), spied(0, 1), 1, lang) == both.format(*names)
