"""Pictures of questions: the options are large; hand and market are subdued, with the reason why they must wait; a
bribe shows the card at stake."""

from typing import Any

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS, Lang, Message
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render import Mark, RecentStep, RenderContext, Scene, load_arts
from render.kit.bounds import measure_bounds
from render.kit.marks.removed_marker import RemovedMarker
from render.kit.scene import BODY, Box, Icon, Sprite, TextRun
from render.kit.tokens import Coin, IconDisc, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.board.event_signs import LastingEvent
from render.pax_pamir.catalogue import render_noun
from render.pax_pamir.layout import CARD_W, SPACE_H
from render.pax_pamir.pieces import Emblem, PrizeRibbon, RulerTab
from tests.pax_pamir.pictures import boards
from tests.render.badges import check_badges_apart, list_badges, list_numbers

ART = load_arts()["pax_pamir"]
QUESTIONS: dict[str, tuple[str, ...]] = {
    "regions": tuple(f"region:{region.id}" for region in boards.build_classic().regions),
    "borders": tuple(f"border:{border.id}" for border in boards.build_classic().borders),
    "pieces everywhere": ("region:kabul", "court:5", "court:14", "court:26", "court:65", "gift:2"),
    "cards of courts": ("court:5", "court:44", "court:72"),
    "gift spaces": ("gift:2", "gift:4", "gift:6"),
    "loyalties": ("coalition:afghan", "coalition:british", "coalition:russian"),
    "suits": ("suit:economic", "suit:military", "suit:political", "suit:intelligence"),
    "players": ("player:0", "player:1", "player:3", "player:4"),
    "taxes": ("market:1", "market:4", "player:1"),
}
LEAST = 0.45
"""Minimum share of the picture, header included, of the options of a question without a map."""
LEAST_OF_CARDS = 0.25
"""The same if hand and market are below them."""
LARGER = 2.0
"""Minimum ratio of the size of a selectable card to that of another card."""


def build_question(places: tuple[str, ...], lang: Lang) -> tuple[View, RenderContext]:
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    return boards.build_classic(), RenderContext(lang, boards.NAMES, 2, marks)


@pytest.mark.parametrize("cards", [("court:5",), ("court:5", "court:14"), ("court:5", "court:14", "court:26")])
def test_few_cards_below_the_map_are_large_and_none_is_as_wide_as_the_picture(cards: tuple[str, ...]) -> None:
    """A card was once drawn across the whole picture, with words sized for a desktop."""
    view, ctx = build_question(("region:kabul", "region:punjab", *cards), "en")
    scene = ART.compose(view, "panel:turn", ctx)
    placements = [scene.anchors[card].placement for card in cards]
    assert all(placement.h >= 300 and placement.w <= 790 for placement in placements)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_all_options_are_on_one_picture(question: str, lang: Lang) -> None:
    places = QUESTIONS[question]
    view, ctx = build_question(places, lang)
    assert ART.choose_panel(view, 2, places) == "panel:turn"
    scene = ART.compose(view, "panel:turn", ctx)
    assert sorted(list_numbers(scene)) == list(range(1, len(places) + 1))
    check_badges_apart(scene)
    if not any(place.startswith(("region", "border")) for place in places):
        placements = [scene.anchors[place].placement for place in places]
        min_share = LEAST_OF_CARDS if question == "cards of courts" else LEAST
        assert sum(placement.w * placement.h for placement in placements) > min_share * scene.width * scene.height


def join_words(scene: Scene) -> str:
    return " ".join(node.text for node in scene.live_part if isinstance(node, TextRun))


def build_turn_view(actions: int = 2, **player: Any) -> View:
    """Return the classic View with C on turn."""
    view = boards.build_classic()
    assert view.turn is not None
    players = tuple(replace(person, **player) if person.number == 2 else person for person in view.players)
    return replace(view, players=players, turn=replace(view.turn, player=2, actions=actions))


MENU, BLACKMAIL = Message("menu.ask", {"actions": 2, "rupees": 7}), Message("blackmail.ask")


def draw_question(view: View, lang: Lang, question: Message, *places: str) -> Scene:
    """Draw the picture of a question with these options."""
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    return ART.compose(view, "panel:turn", RenderContext(lang, boards.NAMES, 2, marks, question=question))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("question", [MENU, BLACKMAIL], ids=lambda question: question.key)
def test_hand_and_market_are_shown_even_without_options(question: Message, lang: Lang) -> None:
    view = build_turn_view()
    mine = view.players[2]
    scene = draw_question(view, lang, question, f"court:{mine.court[0].card}")
    text = join_words(scene)
    market = [space.card for space in view.market if space.card in CONTENT.cards]
    assert mine.hand and market
    for card in (*mine.hand, *market, *(slot.card for slot in mine.court)):
        assert all(word in text for word in CONTENT.cards[card or 0].name.split()), CONTENT.cards[card or 0].name
    placement = scene.anchors[f"court:{mine.court[0].card}"].placement
    assert placement.w * placement.h > LARGER * CARD_W * SPACE_H


@pytest.mark.parametrize(
    ("question", "actions", "player", "reasons"),
    [
        (BLACKMAIL, 2, {}, ["after this question"]),
        (MENU, 0, {}, ["no action left, only bonus actions"]),
        (BLACKMAIL, 0, {}, ["no action left, only bonus actions"]),
        (MENU, 2, {"rupees": 0}, ["too dear"]),
        (MENU, 2, {"hand": (), "hand_size": 0}, ["no cards"]),
        (MENU, 2, {"bribes": {60: 9}}, ["the bribe is too high"]),
    ],
)
def test_picture_explains_why_hand_and_market_must_wait(
    question: Message, actions: int, player: dict[str, Any], reasons: list[str]
) -> None:
    view = build_turn_view(actions, **player)
    text = join_words(draw_question(view, "en", question, f"court:{view.players[2].court[0].card}"))
    assert all(reason in text for reason in reasons), text
    others = {"after this question", "no action left, only bonus actions"} - set(reasons)
    assert not any(other in text for other in others)


@pytest.mark.parametrize(("lang", "asks"), [("en", "Blackmail: place a spy"), ("ja", "恐喝：密偵のいないカード")])
def test_picture_shows_the_question_and_the_owner_of_a_card(lang: Lang, asks: str) -> None:
    view = build_turn_view()
    other = next(slot for slot in view.players[3].court if not any(slot.spies))
    text = join_words(
        draw_question(view, lang, BLACKMAIL, f"court:{view.players[2].court[0].card}", f"court:{other.card}")
    )
    assert asks in text and boards.NAMES[3] in text


def test_numbers_cover_no_words_with_very_many_options() -> None:
    view = build_turn_view()
    mine = view.players[2]
    hand = tuple(card for card in CONTENT.cards if card not in {slot.card for slot in mine.court})[:6]
    view = build_turn_view(hand=hand, hand_size=6)
    ends = [f"hand:{card}" for card in hand for _ in range(2)]
    places = [f"market:{space.index}" for space in view.market] + ends
    scene = draw_question(view, "en", MENU, *places, *(f"court:{slot.card}" for slot in mine.court))
    assert len(list_numbers(scene)) > 26 and scene.height <= 1600
    boxes = [measure_bounds(node) for node in scene.live_part if isinstance(node, TextRun)]
    for badge in list_badges(scene):
        a = measure_bounds(badge)
        assert not [b for b in boxes if a[0] < b[2] and b[0] < a[2] and a[1] + 4 < b[3] and b[1] < a[3] - 4], badge
    action = render_noun("action.tax", "en")
    assert action in join_words(scene)


@pytest.mark.parametrize("seat", [1, 2])
def test_both_parties_of_a_bribe_see_the_card_and_the_sums(seat: int) -> None:
    view = boards.build_bribe()
    assert ART.choose_panel(view, seat, ()) == "panel:bribe"
    scene = ART.compose(view, "panel:bribe", RenderContext("en", boards.NAMES, seat))
    texts = {node.text for node in scene.live_part if isinstance(node, TextRun)}
    coins = [node.piece.text for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, Coin)]
    assert view.turn is not None and view.turn.request is not None
    assert {"Full bribe", "Offered"} <= texts
    assert coins == [str(view.turn.request.full), str(view.turn.request.offer)]
    stake = scene.anchors[f"stake:{view.turn.request.card}"].placement
    assert stake.w * stake.h > 0.19 * scene.width * scene.height


def test_other_players_do_not_see_the_bribe_picture() -> None:
    view = boards.build_bribe()
    assert "panel:bribe" not in ART.list_private_pictures(view, 0)
    with pytest.raises(KeyError):
        ART.compose(view, "panel:bribe", RenderContext("en", boards.NAMES, 0))
    assert view.turn is not None
    assert "panel:bribe" not in ART.list_private_pictures(replace(view, turn=replace(view.turn, request=None)), 1)


def count_prices(scene: Scene) -> int:
    """Count the market options that show a price."""
    placements = [anchor.placement for anchor in scene.anchors.values() if anchor.place.startswith("market:")]
    return sum(
        isinstance(node, Icon)
        and node.name == "rupee"
        and placement.x < node.x < placement.x + placement.w
        and placement.y < node.y < placement.y + placement.h
        for node in scene.live_part
        for placement in placements
    )


def test_rupees_to_be_taken_stand_without_prices() -> None:
    view, ctx = build_question(QUESTIONS["taxes"], "en")
    assert count_prices(ART.compose(view, "panel:turn", ctx)) == 0
    market = tuple(f"market:{space.index}" for space in view.market if space.card is not None)
    view, ctx = build_question(market, "en")
    assert count_prices(ART.compose(view, "panel:turn", ctx)) == len(market)


def test_prices_are_shown_beside_an_event_that_cannot_be_bought() -> None:
    """R6.1 Public Withdrawal is no option although its price could be paid."""
    view, _ = build_question((), "en")
    event_id = next(event.id for event in CONTENT.events.values() if not event.is_purchasable)
    market = [
        replace(space, card=event_id, cost=0, is_locked=False) if not space.index else space for space in view.market
    ]
    view = replace(view, market=tuple(market))
    others = tuple(f"market:{space.index}" for space in market[1:] if space.card is not None)
    ctx = RenderContext("en", boards.NAMES, 2, tuple(Mark(place, n) for n, place in enumerate(others, 1)))
    assert count_prices(ART.compose(view, "panel:turn", ctx)) == len(others)


@pytest.mark.parametrize("more", [0, 3, 8])
def test_card_shows_the_same_facts_for_any_number_of_cards(more: int) -> None:
    """Name, region, icons, price, actions, patriot and prize are shown, alone or beside other cards."""
    view, _ = build_question((), "en")
    here = next(
        space for space in view.market if space.card in CONTENT.cards and CONTENT.cards[space.card].patriot != "none"
    )
    others = [space for space in view.market if space.card is not None and space is not here]
    spaces = (here, *others[:more])
    view = replace(
        view,
        market=tuple(
            market_space if market_space in spaces else replace(market_space, card=None) for market_space in view.market
        ),
    )
    ctx = RenderContext("en", boards.NAMES, 2, tuple(Mark(f"market:{s.index}", n) for n, s in enumerate(spaces, 1)))
    scene = ART.compose(view, "panel:turn", ctx)
    placement = scene.anchors[f"market:{here.index}"].placement

    def is_inside(node: Any) -> bool:
        return (
            placement.x <= getattr(node, "x", -1) <= placement.x + placement.w
            and placement.y <= node.y <= placement.y + placement.h
        )

    words = [node.text for node in scene.live_part if isinstance(node, TextRun) and is_inside(node)]
    pieces = [node.piece for node in scene.live_part if isinstance(node, Sprite) and is_inside(node)]
    card = CONTENT.cards[here.card or 0]
    assert (
        card.name in " ".join(words) and render_noun(f"region.{card.region}", "en") in words and str(here.cost) in words
    )
    assert any(isinstance(piece, Emblem) and piece.coalition == card.patriot for piece in pieces)
    assert [piece.icon for piece in pieces if isinstance(piece, IconDisc)] == list(card.actions)
    assert (card.prize != "none") == any(isinstance(piece, PrizeRibbon) for piece in pieces)


def test_many_spies_on_a_low_card_leave_its_actions_free() -> None:
    view = boards.build_classic()
    card = next(number for number, card in CONTENT.cards.items() if len(card.actions) == 3)
    slot = replace(view.players[2].court[0], card=card, spies=(1, 1, 0, 1, 1), hostage=1)
    court = tuple(replace(slot, card=other) for other in (card, *sorted(CONTENT.cards)[:12]))
    players = tuple(replace(player, court=court) if player.number == 2 else player for player in view.players)
    view = replace(view, players=players)
    marks = tuple(Mark(f"court:{slot.card}", n) for n, slot in enumerate(court, 1))
    for numbered_marks in (marks, marks[:4]):
        scene = ART.compose(view, "panel:turn", RenderContext("en", boards.NAMES, 2, numbered_marks))
        discs = [
            measure_bounds(node)
            for node in scene.live_part
            if isinstance(node, Sprite) and isinstance(node.piece, IconDisc)
        ]
        tokens = [
            measure_bounds(node)
            for node in scene.live_part
            if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)
        ]
        locks = [
            measure_bounds(node) for node in scene.live_part if isinstance(node, Icon) and node.name in ("lock", "spy")
        ]
        assert discs and tokens and locks
        for disc in discs:
            for sign in (*tokens, *locks):
                clear = disc[2] <= sign[0] or sign[2] <= disc[0] or disc[3] <= sign[1] or sign[3] <= disc[1]
                assert clear, (disc, sign)


def test_catch_up_picture_shows_lasting_events_and_the_player_on_turn() -> None:
    before = boards.build_classic()
    now = replace(before, globals=(109, 115))
    scene = ART.compose(
        now, "board", RenderContext("en", boards.NAMES, view_before=before, steps=(RecentStep(1, before),))
    )
    signs = [
        node.piece for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, LastingEvent)
    ]
    assert len(signs) == 2
    back = ART.compose(before, "board", RenderContext("en", boards.NAMES, view_before=now, steps=(RecentStep(1, now),)))
    ghosts = [
        node.piece for node in back.live_part if isinstance(node, Sprite) and isinstance(node.piece, RemovedMarker)
    ]
    assert [ghost.piece for ghost in ghosts if isinstance(ghost.piece, LastingEvent)]


def test_lost_rule_leaves_a_removed_marker() -> None:
    before = boards.build_classic()
    regions = tuple(replace(region, ruler=None) for region in before.regions)
    now = replace(before, regions=regions)
    scene = ART.compose(
        now, "board", RenderContext("en", boards.NAMES, view_before=before, steps=(RecentStep(1, before),))
    )
    ghosts = [
        node.piece for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, RemovedMarker)
    ]
    tabs = [ghost for ghost in ghosts if isinstance(ghost.piece, RulerTab)]
    assert len(tabs) == 3


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("places", [("court:5", "court:14"), ("region:kabul",), ()])
def test_header_shows_the_token_of_the_asked_player(seat: int, places: tuple[str, ...]) -> None:
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    view = boards.build_classic()
    view = replace(view, players=tuple(replace(player, hand=player.hand or ()) for player in view.players))
    scene = ART.draw(view, "panel:turn", RenderContext("en", boards.NAMES, seat, marks))
    tokens = [
        n.piece for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and n.y < 110
    ]
    assert tokens[0].seat == seat  # the token of the player on turn may follow


def test_answer_in_another_players_turn_is_labelled_as_one() -> None:
    view, ctx = build_question(("court:5",), "en")
    assert view.turn is not None
    for player, words in ((2, "Your turn"), (1, "Your answer")):
        scene = ART.draw(replace(view, turn=replace(view.turn, player=player)), "panel:turn", ctx)
        assert {"Your turn", "Your answer"} & {n.text for n in scene.live_part if isinstance(n, TextRun)} == {words}


@pytest.mark.parametrize(
    ("lang", "heads"),
    [
        ("en", ("Market: buy", "Hand: play", "Court: act")),
        ("ja", ("市場から購入", "手札からプレイ", "宮廷アクション")),
    ],
)
def test_only_the_menu_explains_its_numbers(lang: Lang, heads: tuple[str, ...]) -> None:
    view = build_turn_view()
    mine = view.players[2]
    assert mine.hand
    places = ("market:0", "market:1", "market:2", f"hand:{mine.hand[0]}", *(f"court:{s.card}" for s in mine.court[:5]))

    def list_texts(question: Message) -> list[str]:
        return [
            node.text for node in draw_question(view, lang, question, *places).live_part if isinstance(node, TextRun)
        ]

    assert {*heads} <= {*list_texts(MENU)}
    assert not {*heads} & {*list_texts(BLACKMAIL)}


def test_continued_row_of_one_kind_has_its_heading() -> None:
    view = build_turn_view()
    court = tuple(replace(view.players[2].court[0], card=card, spies=(0,) * 5) for card in list(CONTENT.cards)[:6])
    view = build_turn_view(court=court)
    scene = draw_question(
        view, "en", MENU, *(f"market:{n}" for n in range(2)), *(f"court:{slot.card}" for slot in court)
    )
    heads = [node.text for node in scene.live_part if isinstance(node, TextRun) and node.text.startswith("Court: act")]
    assert heads == ["Court: act", "Court: act (more)"]
    # over both and between
    assert len([n for n in scene.live_part if isinstance(n, Box) and n.fill == theme.MUTED]) == 3


@pytest.mark.parametrize("lang", LANGS)
def test_long_question_has_two_lines_instead_of_small_words(lang: Lang) -> None:
    view = build_turn_view()
    long = Message("tax.ask", {"card": "Exiled Durrani Nobility #42 " * 2, "most": 2, "there": 12})
    scene = draw_question(view, lang, long, f"court:{view.players[2].court[0].card}")
    lines = [node for node in scene.live_part if isinstance(node, TextRun) and 100 < node.y < 200 and node.x == 44]
    assert len(lines) == 2 and all(line.size >= BODY and 112 < line.y < 176 for line in lines)
