"""Pictures of questions: what is asked about is there, large; hand and market are there, quiet, with why they must
wait; a bribe shows the card at stake."""

from typing import Any

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS, Lang, Msg
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render import Look, Mark, Scene, Step, arts
from render.kit.extent import extent
from render.kit.marks.ghost import Ghost
from render.kit.scene import Box, Icon, Sprite, Text
from render.kit.tokens import Coin, IconDisc, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.board.event_signs import LastingEvent
from render.pax_pamir.catalogue import noun
from render.pax_pamir.layout import CARD_W, SPACE_H
from render.pax_pamir.pieces import Emblem, Prize, RulerTab
from tests.pax_pamir.pictures import boards
from tests.render.badges import apart, badges, numbers

ART = arts()["pax_pamir"]
QUESTIONS: dict[str, tuple[str, ...]] = {
    "regions": tuple(f"region:{region.id}" for region in boards.classic().regions),
    "borders": tuple(f"border:{border.id}" for border in boards.classic().borders),
    "pieces everywhere": ("region:kabul", "court:5", "court:14", "court:26", "court:65", "gift:2"),
    "cards of courts": ("court:5", "court:44", "court:72"),
    "gift spaces": ("gift:2", "gift:4", "gift:6"),
    "loyalties": ("coalition:afghan", "coalition:british", "coalition:russian"),
    "suits": ("suit:economic", "suit:military", "suit:political", "suit:intelligence"),
    "players": ("player:0", "player:1", "player:3", "player:4"),
    "taxes": ("market:1", "market:4", "player:1"),
}
LEAST = 0.45
"""Share of the picture, head and all, that the options of a question without a map take."""
LEAST_OF_CARDS = 0.25
"""The same where hand and market lie below them."""
LARGER = 2.0
"""So many times as large as a card that cannot be chosen is one that can."""


def asked(places: tuple[str, ...], lang: Lang) -> tuple[View, Look]:
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    return boards.classic(), Look(lang, boards.NAMES, 2, marks)


@pytest.mark.parametrize("cards", [("court:5",), ("court:5", "court:14"), ("court:5", "court:14", "court:26")])
def test_few_cards_below_the_map_are_large_and_none_is_as_wide_as_the_picture(cards: tuple[str, ...]) -> None:
    """One was drawn across all of it, with words for the desk."""
    view, look = asked(("region:kabul", "region:punjab", *cards), "en")
    scene = ART.compose(view, "panel:turn", look)
    spots = [scene.anchors[card].spot for card in cards]
    assert all(spot.h >= 300 and spot.w <= 790 for spot in spots)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_all_that_is_asked_is_on_one_picture(question: str, lang: Lang) -> None:
    places = QUESTIONS[question]
    view, look = asked(places, lang)
    assert ART.panel(view, 2, places) == "panel:turn"
    scene = ART.compose(view, "panel:turn", look)
    assert sorted(numbers(scene)) == list(range(1, len(places) + 1))
    apart(scene)
    if not any(place.startswith(("region", "border")) for place in places):
        spots = [scene.anchors[place].spot for place in places]
        least = LEAST_OF_CARDS if question == "cards of courts" else LEAST
        assert sum(spot.w * spot.h for spot in spots) > least * scene.width * scene.height


def words(scene: Scene) -> str:
    return " ".join(node.text for node in scene.live if isinstance(node, Text))


def turn(actions: int = 2, **player: Any) -> View:
    """C has the turn."""
    view = boards.classic()
    assert view.turn is not None
    players = tuple(replace(one, **player) if one.number == 2 else one for one in view.players)
    return replace(view, players=players, turn=replace(view.turn, player=2, actions=actions))


MENU, BLACKMAIL = Msg("menu.ask", {"actions": 2, "rupees": 7}), Msg("blackmail.ask")


def put(view: View, lang: Lang, question: Msg, *places: str) -> Scene:
    """The picture of a question with these options."""
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    return ART.compose(view, "panel:turn", Look(lang, boards.NAMES, 2, marks, question=question))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("question", [MENU, BLACKMAIL], ids=lambda question: question.key)
def test_hand_and_market_are_there_even_if_nothing_there_can_be_chosen(question: Msg, lang: Lang) -> None:
    view = turn()
    mine = view.players[2]
    scene = put(view, lang, question, f"court:{mine.court[0].card}")
    found = words(scene)
    market = [space.card for space in view.market if space.card in CONTENT.cards]
    assert mine.hand and market
    for card in (*mine.hand, *market, *(slot.card for slot in mine.court)):
        assert all(word in found for word in CONTENT.cards[card or 0].name.split()), CONTENT.cards[card or 0].name
    spot = scene.anchors[f"court:{mine.court[0].card}"].spot
    assert spot.w * spot.h > LARGER * CARD_W * SPACE_H


@pytest.mark.parametrize(
    ("question", "actions", "player", "reasons"),
    [
        (BLACKMAIL, 2, {}, ["after this question"]),
        (MENU, 0, {}, ["no action left, only bonus actions"]),
        (BLACKMAIL, 0, {}, ["no action left, only bonus actions"]),
        (MENU, 2, {"rupees": 0}, ["too dear"]),
        (MENU, 2, {"hand": (), "held": 0}, ["no cards"]),
        (MENU, 2, {"bribes": {60: 9}}, ["the bribe is too high"]),
    ],
)
def test_why_hand_and_market_must_wait_is_told(
    question: Msg, actions: int, player: dict[str, Any], reasons: list[str]
) -> None:
    view = turn(actions, **player)
    found = words(put(view, "en", question, f"court:{view.players[2].court[0].card}"))
    assert all(reason in found for reason in reasons), found
    others = {"after this question", "no action left, only bonus actions"} - set(reasons)
    assert not any(other in found for other in others)


@pytest.mark.parametrize(("lang", "asks"), [("en", "Blackmail: place a spy"), ("ja", "恐喝：密偵のいないカード")])
def test_the_question_stands_on_its_picture_and_whose_card_it_is(lang: Lang, asks: str) -> None:
    view = turn()
    other = next(slot for slot in view.players[3].court if not any(slot.spies))
    found = words(put(view, lang, BLACKMAIL, f"court:{view.players[2].court[0].card}", f"court:{other.card}"))
    assert asks in found and boards.NAMES[3] in found


def test_of_very_many_options_no_number_covers_a_word() -> None:
    view = turn()
    mine = view.players[2]
    hand = tuple(card for card in CONTENT.cards if card not in {slot.card for slot in mine.court})[:6]
    view = turn(hand=hand, held=6)
    ends = [f"hand:{card}" for card in hand for _ in range(2)]
    places = [f"market:{space.index}" for space in view.market] + ends
    scene = put(view, "en", MENU, *places, *(f"court:{slot.card}" for slot in mine.court))
    assert len(numbers(scene)) > 26 and scene.height <= 1600
    boxes = [extent(node) for node in scene.live if isinstance(node, Text)]
    for badge in badges(scene):
        a = extent(badge)
        assert not [b for b in boxes if a[0] < b[2] and b[0] < a[2] and a[1] + 4 < b[3] and b[1] < a[3] - 4], badge
    action = noun("action.tax", "en")
    assert action in words(scene)


@pytest.mark.parametrize("seat", [1, 2])
def test_whom_a_bribe_concerns_sees_the_card_and_the_sums(seat: int) -> None:
    view = boards.bribe()
    assert ART.panel(view, seat, ()) == "panel:bribe"
    scene = ART.compose(view, "panel:bribe", Look("en", boards.NAMES, seat))
    told = {node.text for node in scene.live if isinstance(node, Text)}
    coins = [node.piece.text for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Coin)]
    assert view.turn is not None and view.turn.request is not None
    assert {"Full bribe", "Offered"} <= told
    assert coins == [str(view.turn.request.full), str(view.turn.request.offer)]
    stake = scene.anchors[f"stake:{view.turn.request.card}"].spot
    assert stake.w * stake.h > 0.19 * scene.width * scene.height


def test_nobody_else_sees_the_picture_of_a_bribe() -> None:
    view = boards.bribe()
    assert "panel:bribe" not in ART.private(view, 0)
    with pytest.raises(KeyError):
        ART.compose(view, "panel:bribe", Look("en", boards.NAMES, 0))
    assert view.turn is not None
    assert "panel:bribe" not in ART.private(replace(view, turn=replace(view.turn, request=None)), 1)


def prices(scene: Scene) -> int:
    """How many options have a price."""
    spots = [anchor.spot for anchor in scene.anchors.values() if anchor.place.startswith("market:")]
    return sum(
        isinstance(node, Icon)
        and node.name == "rupee"
        and spot.x < node.x < spot.x + spot.w
        and spot.y < node.y < spot.y + spot.h
        for node in scene.live
        for spot in spots
    )


def test_rupees_to_be_taken_stand_without_prices() -> None:
    view, look = asked(QUESTIONS["taxes"], "en")
    assert prices(ART.compose(view, "panel:turn", look)) == 0
    market = tuple(f"market:{space.index}" for space in view.market if space.card is not None)
    view, look = asked(market, "en")
    assert prices(ART.compose(view, "panel:turn", look)) == len(market)


def test_prices_stand_beside_an_event_that_nobody_can_buy() -> None:
    """R6.1 Public Withdrawal is left out though its price could be paid."""
    view, _ = asked((), "en")
    held = next(event.id for event in CONTENT.events.values() if not event.purchasable)
    market = [replace(space, card=held, cost=0, locked=False) if not space.index else space for space in view.market]
    view = replace(view, market=tuple(market))
    others = tuple(f"market:{space.index}" for space in market[1:] if space.card is not None)
    look = Look("en", boards.NAMES, 2, tuple(Mark(place, n) for n, place in enumerate(others, 1)))
    assert prices(ART.compose(view, "panel:turn", look)) == len(others)


@pytest.mark.parametrize("more", [0, 3, 8])
def test_a_card_tells_the_same_however_many_there_are(more: int) -> None:
    """Name, region, what it places, price, actions, patriot and prize: beside others as alone."""
    view, _ = asked((), "en")
    here = next(
        space for space in view.market if space.card in CONTENT.cards and CONTENT.cards[space.card].patriot != "none"
    )
    others = [space for space in view.market if space.card is not None and space is not here]
    shown = (here, *others[:more])
    view = replace(view, market=tuple(one if one in shown else replace(one, card=None) for one in view.market))
    look = Look("en", boards.NAMES, 2, tuple(Mark(f"market:{s.index}", n) for n, s in enumerate(shown, 1)))
    scene = ART.compose(view, "panel:turn", look)
    spot = scene.anchors[f"market:{here.index}"].spot

    def inside(node: Any) -> bool:
        return spot.x <= getattr(node, "x", -1) <= spot.x + spot.w and spot.y <= node.y <= spot.y + spot.h

    words = [node.text for node in scene.live if isinstance(node, Text) and inside(node)]
    pieces = [node.piece for node in scene.live if isinstance(node, Sprite) and inside(node)]
    card = CONTENT.cards[here.card or 0]
    assert card.name in " ".join(words) and noun(f"region.{card.region}", "en") in words and str(here.cost) in words
    assert any(isinstance(piece, Emblem) and piece.coalition == card.patriot for piece in pieces)
    assert [piece.icon for piece in pieces if isinstance(piece, IconDisc)] == list(card.actions)
    assert (card.prize != "none") == any(isinstance(piece, Prize) for piece in pieces)


def test_many_spies_on_a_low_card_leave_its_actions_free() -> None:
    view = boards.classic()
    card = next(number for number, card in CONTENT.cards.items() if len(card.actions) == 3)
    slot = replace(view.players[2].court[0], card=card, spies=(1, 1, 0, 1, 1), hostage=1)
    court = tuple(replace(slot, card=other) for other in (card, *sorted(CONTENT.cards)[:12]))
    players = tuple(replace(one, court=court) if one.number == 2 else one for one in view.players)
    view = replace(view, players=players)
    marks = tuple(Mark(f"court:{slot.card}", n) for n, slot in enumerate(court, 1))
    for shown in (marks, marks[:4]):
        scene = ART.compose(view, "panel:turn", Look("en", boards.NAMES, 2, shown))
        discs = [extent(node) for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, IconDisc)]
        tokens = [extent(node) for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)]
        locks = [extent(node) for node in scene.live if isinstance(node, Icon) and node.name in ("lock", "spy")]
        assert discs and tokens and locks
        for disc in discs:
            for sign in (*tokens, *locks):
                clear = disc[2] <= sign[0] or sign[2] <= disc[0] or disc[3] <= sign[1] or sign[3] <= disc[1]
                assert clear, (disc, sign)


def test_somebody_who_was_away_sees_what_lasts_and_whose_turn_it_is() -> None:
    before = boards.classic()
    now = replace(before, globals=(109, 115))
    scene = ART.compose(now, "board", Look("en", boards.NAMES, before=before, steps=(Step(1, before),)))
    signs = [node.piece for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, LastingEvent)]
    assert len(signs) == 2
    back = ART.compose(before, "board", Look("en", boards.NAMES, before=now, steps=(Step(1, now),)))
    ghosts = [node.piece for node in back.live if isinstance(node, Sprite) and isinstance(node.piece, Ghost)]
    assert [ghost.piece for ghost in ghosts if isinstance(ghost.piece, LastingEvent)]


def test_who_rules_no_more_leaves_a_ghost() -> None:
    before = boards.classic()
    regions = tuple(replace(region, ruler=None) for region in before.regions)
    now = replace(before, regions=regions)
    scene = ART.compose(now, "board", Look("en", boards.NAMES, before=before, steps=(Step(1, before),)))
    ghosts = [node.piece for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Ghost)]
    tabs = [ghost for ghost in ghosts if isinstance(ghost.piece, RulerTab)]
    assert len(tabs) == 3


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("places", [("court:5", "court:14"), ("region:kabul",), ()])
def test_the_head_bears_the_token_of_whom_the_question_asks(seat: int, places: tuple[str, ...]) -> None:
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    view = boards.classic()
    view = replace(view, players=tuple(replace(player, hand=player.hand or ()) for player in view.players))
    scene = ART.draw(view, "panel:turn", Look("en", boards.NAMES, seat, marks))
    tokens = [n.piece for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and n.y < 110]
    assert tokens[0].seat == seat  # behind it may stand who is on turn


def test_an_answer_in_somebody_elses_turn_is_called_one() -> None:
    view, look = asked(("court:5",), "en")
    assert view.turn is not None
    for player, words in ((2, "Your turn"), (1, "Your answer")):
        scene = ART.draw(replace(view, turn=replace(view.turn, player=player)), "panel:turn", look)
        assert {"Your turn", "Your answer"} & {n.text for n in scene.live if isinstance(n, Text)} == {words}


@pytest.mark.parametrize(
    ("lang", "heads"),
    [
        ("en", ("Market: buy", "Hand: play", "Court: act")),
        ("ja", ("市場から購入", "手札からプレイ", "宮廷アクション")),
    ],
)
def test_the_menu_says_what_a_number_does_and_another_question_does_not(lang: Lang, heads: tuple[str, ...]) -> None:
    view = turn()
    mine = view.players[2]
    assert mine.hand
    places = ("market:0", "market:1", "market:2", f"hand:{mine.hand[0]}", *(f"court:{s.card}" for s in mine.court[:5]))

    def words(question: Msg) -> list[str]:
        return [node.text for node in put(view, lang, question, *places).live if isinstance(node, Text)]

    assert {*heads} <= {*words(MENU)}
    assert not {*heads} & {*words(BLACKMAIL)}


def test_a_line_that_goes_on_with_one_kind_below_two_has_its_heading() -> None:
    view = turn()
    court = tuple(replace(view.players[2].court[0], card=card, spies=(0,) * 5) for card in list(CONTENT.cards)[:6])
    view = turn(court=court)
    scene = put(view, "en", MENU, *(f"market:{n}" for n in range(2)), *(f"court:{slot.card}" for slot in court))
    heads = [node.text for node in scene.live if isinstance(node, Text) and node.text.startswith("Court: act")]
    assert heads == ["Court: act", "Court: act (more)"]
    assert len([n for n in scene.live if isinstance(n, Box) and n.fill == theme.MUTED]) == 3  # over both, between them
