"""Cards that can be chosen: their actions have words wherever there is room, and nothing on them lies on another."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS, Lang, Msg, games
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import CourtSlot, View
from render import Look, Mark, Scene, arts
from render.kit.extent import extent
from render.kit.scene import DETAIL, Icon, Numeral, Sprite, Text
from render.kit.tokens import Coin, IconDisc, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.catalogue import noun, sentence
from render.pax_pamir.pieces import PriceTag, Prize, Star
from tests.pax_pamir.pictures import boards
from tests.pax_pamir.pictures.fields import field
from tests.render.badges import numbers

GAME, ART = games()["pax_pamir"], arts()["pax_pamir"]
MENU = Msg("menu.ask", {"actions": 2, "rupees": 7})
ELSEWHERE = {slot.card for player in boards.classic().players for slot in player.court}
TWO_LINES = [n for n, c in CONTENT.cards.items() if len(c.actions) == 2 and len(c.name) > 16 and n not in ELSEWHERE][:3]


def asked(
    lang: Lang, market: int, court: Sequence[CourtSlot], question: Msg = MENU, rupees: int = 7
) -> tuple[View, Scene]:
    """The picture of a turn of C with so many cards to buy, and all actions of these cards of the own court."""
    view = boards.classic()
    assert view.turn is not None
    mine = replace(view.players[2], court=tuple(court), court_limit=9, rupees=rupees)
    players = tuple(mine if one.number == 2 else one for one in view.players)
    view = replace(view, players=players, turn=replace(view.turn, player=2, actions=2))
    bought = [Mark(f"market:{n}", n + 1) for n in range(market)]
    uses = [(slot.card, action) for slot in court for action in CONTENT.cards[slot.card].actions]
    used = [Mark(f"court:{n}", i, key=f"use:{n}:{a}") for i, (n, a) in enumerate(uses, market + 1)]
    return view, ART.compose(view, "panel:turn", Look(lang, boards.NAMES, 2, (*bought, *used), question=question))


def slot(card: int, spies: tuple[int, ...], hostage: int | None = None) -> CourtSlot:
    return replace(boards.classic().players[2].court[0], card=card, spies=spies, hostage=hostage)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("market", [3, 6, 9, 12])
def test_actions_of_cards_with_spies_have_their_words_and_no_spy_lies_on_them(market: int, lang: Lang) -> None:
    court = [slot(card, (0, 1, 0, 0, 0), 1 if i else None) for i, card in enumerate(TWO_LINES)]
    _, scene = asked(lang, market, court)
    n = market
    for card in TWO_LINES:
        for action in CONTENT.cards[card].actions:
            n += 1
            told = field(scene, Mark(f"court:{card}", n, key=f"use:{card}:{action}"))
            assert told == (action, noun(f"action.{action}", lang))
    signs = [n for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, IconDisc) and n.y > 190]
    spies = [n for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and n.y > 190]
    locks = [n for n in scene.live if isinstance(n, Icon) and n.name == "lock" and n.y > 190]
    assert spies and locks
    for sign in (extent(node) for node in signs):
        for spy in [*map(extent, spies), *map(extent, locks)]:
            assert sign[2] <= spy[0] or spy[2] <= sign[0] or sign[3] <= spy[1] + 4 or spy[3] <= sign[1] + 4


@pytest.mark.parametrize("lang", LANGS)
def test_spies_on_a_card_that_must_wait_leave_its_name_free(lang: Lang) -> None:
    """And why it must wait is said once."""
    spied = [slot(card, (1, 1, 0, 0, 0), hostage) for card, hostage in zip(TWO_LINES, (None, 1, 1), strict=True)]
    view, _ = asked(lang, 12, spied, rupees=0)
    look = Look(lang, boards.NAMES, 2, tuple(Mark(f"market:{n}", n + 1) for n in range(12)), question=MENU)
    scene = ART.compose(view, "panel:turn", look)
    below = [node for node in scene.live if isinstance(node, Text) and node.y > 900]
    names = [node for node in below if node.size <= DETAIL]
    for token in (n for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and n.y > 900):
        left, top, right, foot = extent(token)
        for name in names:
            x, y, end, base = extent(name)
            assert end <= left or right <= x or foot <= y + 6 or base <= top, name
    idle = sentence("rest.idle", lang)
    assert sum(node.text.count(idle) for node in below) == 1


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("market", [6, 11])
def test_prize_and_ability_stand_clear_of_words(market: int, lang: Lang) -> None:
    """A star lay on the last letter of Transcaspia's long name."""
    view, _ = asked(lang, market, ())
    gifted = [n for n, card in CONTENT.cards.items() if card.ability != "none"]
    for first in range(0, len(gifted), market):
        shown = {space.index: card for space, card in zip(view.market, gifted[first : first + market], strict=False)}
        laid = tuple(replace(space, card=shown.get(space.index, space.card)) for space in view.market)
        marks = tuple(Mark(f"market:{n}", n + 1) for n in range(market))
        scene = ART.compose(replace(view, market=laid), "panel:turn", Look(lang, boards.NAMES, 2, marks, question=MENU))
        words = [extent(node) for node in scene.live if isinstance(node, Text)]
        for sign in (n for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, Prize | Star)):
            left, top, right, foot = extent(sign)
            assert all(end <= left + 1 or right <= x or foot <= y + 6 or base <= top + 6 for x, y, end, base in words)


@pytest.mark.parametrize("favored", [False, True])
def test_a_bonus_action_says_so(favored: bool) -> None:
    for market in (3, 12):
        _, scene = asked("en", market, [replace(slot(card, (0,) * 5), favored=favored) for card in TWO_LINES])
        assert any(isinstance(node, Text) and node.text == "bonus" for node in scene.live) == favored


@pytest.mark.parametrize("price", [2, 10])
def test_a_price_stands_in_its_tag(price: int) -> None:
    ground, coin, number = PriceTag(price).shapes()
    assert isinstance(coin, Icon) and isinstance(number, Numeral)
    left, _, right, _ = extent(ground)
    assert left < extent(coin)[0] and extent(coin)[2] <= extent(number)[0] and extent(number)[2] < right - 3


@pytest.mark.parametrize("lang", LANGS)
def test_of_a_yes_or_no_both_answers_bear_their_numbers(lang: Lang) -> None:
    view, _ = asked(lang, 0, [slot(TWO_LINES[0], (0,) * 5)])
    for question, other in (("blackmail.ask", "no:spy"), ("battle.safe_house", "no:house")):
        marks = (Mark(f"court:{TWO_LINES[0]}", 1), Mark(other, 2))
        look = Look(lang, boards.NAMES, 2, marks, question=Msg(question))
        assert ART.panel(view, 2, [mark.place for mark in marks]) == "panel:turn"
        scene = ART.compose(view, "panel:turn", look)
        assert sorted(numbers(scene)) == [1, 2]
        yes, no = (scene.anchors[mark.place].spot for mark in marks)
        assert (yes.w, yes.h) == (no.w, no.h)
        assert ART.alt(view, "panel:turn", look).count("1") and scene.height < 1600


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("market", [1, 6, 12])
@pytest.mark.parametrize(("rupees", "told", "fill"), [(7, "5", theme.COIN), (1, "5?", theme.ROSE)])
def test_the_action_of_a_hostage_tells_the_bribe_and_whether_it_can_be_paid(
    market: int, rupees: int, told: str, fill: str, lang: Lang
) -> None:
    """R7 It is the holder's; in a question that asks about something else there is none."""
    held = replace(slot(TWO_LINES[0], (0, 5, 0, 0, 0), 1), bribe=5)
    _, scene = asked(lang, market, [held], rupees=rupees)
    coins = [n.piece for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, Coin)]
    assert [coin.fill for coin in coins if coin.text == told] == [fill]
    view = boards.classic()
    mine = replace(view.players[2], court=(held,))
    view = replace(view, players=tuple(mine if one.number == 2 else one for one in view.players))
    look = Look(lang, boards.NAMES, 2, (Mark(f"court:{held.card}", 1),), question=MENU)
    other = ART.compose(view, "panel:turn", look)
    assert not [n for n in other.live if isinstance(n, Sprite) and isinstance(n.piece, Coin) and n.piece.text[0] == "5"]
