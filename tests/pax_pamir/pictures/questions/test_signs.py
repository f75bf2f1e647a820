"""Signs beside options: ends of the court, prices, the forecast of a dominance check."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS, Lang
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render import Mark, RenderContext, Scene, load_arts
from render.kit.bounds import measure_bounds
from render.kit.marks.badges import NumberBadge
from render.kit.scene import DETAIL, Polyline, Sprite, TextRun
from render.kit.tokens import Coin, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.catalogue import render_message
from tests.pax_pamir.pictures import boards
from tests.pax_pamir.pictures.fields import list_within
from tests.render.badges import check_badges_apart, list_badges

from .test_questions import MENU, build_turn_view

ART = load_arts()["pax_pamir"]
CHECK = CONTENT.checks[0]
HAND = [n for n, card in CONTENT.cards.items() if len(card.actions) == 2 and len(card.name) > 16][:3]


def build_purchase_marks(number: int) -> list[Mark]:
    return [Mark(f"market:{n}", n + 1, key=f"buy:{n}") for n in range(number)]


def draw_question(view: View, lang: Lang, marks: Sequence[Mark]) -> Scene:
    return ART.compose(view, "panel:turn", RenderContext(lang, boards.NAMES, 2, tuple(marks), question=MENU))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("market", [1, 4, 11])
def test_numbers_of_the_ends_of_the_court_point_there(market: int, lang: Lang) -> None:
    """R6.2 Left before right, each on its side of the card; numbers do not touch."""
    view = build_turn_view(hand=tuple(HAND), hand_size=len(HAND))
    ends = [(card, end) for card in HAND for end in ("left", "right")]
    played = [Mark(f"hand:{c}", n, key=f"play:{c}:{end}") for n, (c, end) in enumerate(ends, market + 1)]
    scene = draw_question(view, lang, (*build_purchase_marks(market), *played))
    check_badges_apart(scene)
    badge_by_number = {
        node.piece.number: (node.x, node.piece) for node in list_badges(scene) if isinstance(node.piece, NumberBadge)
    }
    for mark, (card, end) in zip(played, ends, strict=True):
        x, badge = badge_by_number[mark.number]
        placement = scene.anchors[f"hand:{card}"].placement
        assert badge.tip_side == (-1 if end == "left" else 1)
        assert badge.r >= 20 and placement.x <= x <= placement.x + placement.w
    assert not any(badge_by_number[n][1].tip_side for n in range(1, market + 1))


def test_the_only_end_of_an_empty_court_has_a_number_without_a_point() -> None:
    view = build_turn_view(hand=tuple(HAND), hand_size=len(HAND), court=())
    scene = draw_question(
        view,
        "en",
        (*build_purchase_marks(3), *(Mark(f"hand:{c}", n, key=f"play:{c}:left") for n, c in enumerate(HAND, 4))),
    )
    assert len(list_badges(scene)) == 6
    assert not any(node.piece.tip_side for node in list_badges(scene) if isinstance(node.piece, NumberBadge))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("market", [1, 4, 12])
@pytest.mark.parametrize(
    ("forecast", "decided", "left", "told", "over"),
    [
        ((0, 3, 0, 1, 0), None, 3, {"+3", "+1"}, False),
        ((0, 5, 0, 1, 0), 1, 2, {"wins", "+1"}, True),
        ((2, 3, 2, 1, 1), None, 1, {"+2", "+3", "+1"}, True),
        ((0, 0, 0, 0, 0), None, 2, {"nobody"}, False),
    ],
)
def test_a_check_tells_what_buying_it_brings(
    forecast: tuple[int, ...], decided: int | None, left: int, told: set[str], over: bool, market: int, lang: Lang
) -> None:
    """R10 The gain of each player, the winner, and whether the game ends."""
    view = build_turn_view()
    spaces = tuple(
        replace(space, card=space.card if space.index else CHECK, cost=space.cost if space.index < market else 99)
        for space in view.market
    )
    view = replace(view, market=spaces, forecast=forecast, forecast_winner=decided, checks_left=left)
    scene = draw_question(view, lang, build_purchase_marks(market))
    placement, texts = scene.anchors["market:0"].placement, list_within(scene, "market:0", TextRun)
    words = {node.text for node in texts}
    known = {"wins": render_message("race.wins", lang, n=max(forecast)), "nobody": render_message("check.nobody", lang)}
    assert {known.get(text, text) for text in told} <= words
    tokens = [node.piece.seat for node in list_within(scene, "market:0", Sprite) if isinstance(node.piece, SeatToken)]
    assert sorted(tokens) == [seat for seat, gain in enumerate(forecast) if gain]
    said = render_message("check.ends", lang) in words or known["wins"] in words
    assert said == over
    for node in texts:
        x, y, end, foot = measure_bounds(node)
        assert (
            x >= placement.x
            and end <= placement.x + placement.w
            and y >= placement.y
            and foot <= placement.y + placement.h
        ), node
        assert node.size >= DETAIL or forecast.count(0) < 2, "small only if many gain"


def test_question_about_rupees_omits_the_forecast_of_a_check() -> None:
    view = build_turn_view()
    spaces = tuple(replace(space, card=CHECK) if not space.index else space for space in view.market)
    view = replace(view, market=spaces, forecast=(0, 3, 0, 1, 0))
    ctx = RenderContext("en", boards.NAMES, 2, (Mark("market:0", 1), Mark("player:1", 2)))
    sprites = list_within(ART.compose(view, "panel:turn", ctx), "market:0", Sprite)
    assert not [node for node in sprites if isinstance(node.piece, SeatToken)]


@pytest.mark.parametrize("market", [2, 6, 12])
def test_reduced_price_follows_the_struck_column_price(market: int) -> None:
    """R11 A bare 0 in the second column looked like a mistake."""
    card = next(n for n, card in CONTENT.cards.items() if len(card.name) < 12)
    for cost, labels in ((1, ["1"]), (0, ["0", "1"])):
        view = replace(build_turn_view(), has_double_prices=False)
        spaces = tuple(replace(space, card=card, cost=cost) if space.index == 1 else space for space in view.market)
        scene = draw_question(replace(view, market=spaces), "en", build_purchase_marks(market))
        placement = scene.anchors["market:1"].placement
        figures = [node.text for node in list_within(scene, "market:1", TextRun) if node.text.isdigit()]
        struck = [
            n
            for n in scene.live_part
            if isinstance(n, Polyline) and placement.x < n.points[0][0] < placement.x + placement.w
        ]
        struck = [n for n in struck if placement.y < n.points[0][1] < placement.y + placement.h]
        assert sorted(figures) == labels and len(struck) == len(labels) - 1


@pytest.mark.parametrize("price", [2, 10])
@pytest.mark.parametrize("market", [3, 11])
def test_unaffordable_price_is_legible(price: int, market: int) -> None:
    """It once hung over the edge of its card in dark blue."""
    view = build_turn_view()
    spaces = tuple(replace(space, cost=price) if space.index == 11 else space for space in view.market)
    scene = draw_question(replace(view, market=spaces), "en", build_purchase_marks(market))
    price_texts = [node for node in scene.live_part if isinstance(node, TextRun) and node.text == str(price)]
    below = [node for node in price_texts if node.y > scene.height / 2]
    assert below and all(node.size >= DETAIL and node.colour == theme.CREAM for node in below)


@pytest.mark.parametrize("number", [3, 6, 8])
def test_court_ends_are_pointed_on_the_hand_picture(number: int) -> None:
    """The hand's picture is used for questions about hand cards alone."""
    hand = tuple(CONTENT.cards)[:number]
    view = build_turn_view(hand=hand, hand_size=number)
    ends = [(card, end) for card in hand for end in ("left", "right")]
    marks = tuple(Mark(f"hand:{c}", n, key=f"play:{c}:{end}") for n, (c, end) in enumerate(ends, 1))
    assert ART.choose_panel(view, 2, [mark.place for mark in marks]) == "panel:hand"
    scene = ART.compose(view, "panel:hand", RenderContext("en", boards.NAMES, 2, marks, question=MENU))
    check_badges_apart(scene)
    points = [node.piece.tip_side for node in list_badges(scene) if isinstance(node.piece, NumberBadge)]
    assert points == [-1, 1] * number


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("market", [2, 6, 12])
@pytest.mark.parametrize("card", [n for n, card in CONTENT.cards.items() if len(card.actions) > 1][::4])
def test_cost_of_an_action_overlaps_nothing_on_its_card(card: int, market: int, lang: Lang) -> None:
    """A hostage with spies of two, a bonus action, prize and ability: bribe, bonus and actions do not overlap."""
    view = build_turn_view()
    court_slot = replace(
        view.players[2].court[0], card=card, spies=(0, 2, 0, 1, 0), hostage=1, is_favored=True, bribe=2
    )
    elsewhere = tuple(replace(player, court=()) for player in view.players)
    mine = replace(view.players[2], court=(court_slot,), rupees=1)
    view = replace(view, players=tuple(mine if player.number == 2 else player for player in elsewhere))
    actions = CONTENT.cards[card].actions
    uses = [Mark(f"court:{card}", n, key=f"use:{card}:{a}") for n, a in enumerate(actions, market + 1)]
    scene = draw_question(view, lang, (*build_purchase_marks(market), *uses))
    words = [measure_bounds(node) for node in list_within(scene, f"court:{card}", TextRun)]
    pieces = [measure_bounds(node) for node in list_within(scene, f"court:{card}", Sprite)]
    labels = [node.text for node in list_within(scene, f"court:{card}", TextRun)]
    [tag] = [n for n in scene.live_part if isinstance(n, TextRun) and n.text == render_message("court.bonus", lang)]
    assert "2?" in [getattr(node.piece, "text", "") for node in list_within(scene, f"court:{card}", Sprite)]
    assert "×2" in labels, "whose spies lie there, and how many"
    placement, boxes = scene.anchors[f"court:{card}"].placement, [*words, *pieces]
    assert placement.y - 24 <= tag.y <= placement.y + placement.h, "on the card or on its upper edge"
    boxes += [measure_bounds(tag)] * (tag.text not in labels)
    assert all(
        placement.x <= box[0] and box[2] <= placement.x + placement.w + 1 and box[3] <= placement.y + placement.h
        for box in boxes
    )
    for i, (left, top, right, foot) in enumerate(boxes):
        for x, y, end, base in boxes[i + 1 :]:
            w, h = min(right, end) - max(left, x), min(foot, base) - max(top, y)
            assert w <= 4 or h <= 10, (labels, left, top, x, y)


@pytest.mark.parametrize(
    ("action", "gifts", "price"),
    [("gift", (), "2"), ("gift", (2,), "4"), ("gift", (2, 4), "6"), ("build", (), "2"), ("betray", (), "2")],
)
@pytest.mark.parametrize("market", [1, 6])
def test_action_shows_its_minimum_cost(action: str, gifts: tuple[int, ...], price: str, market: int) -> None:
    """R8.2, R8.3, R8.5 The cheapest free gift space, one block, a betrayal; moves, taxes and battles cost nothing."""
    view = build_turn_view()
    card = next(
        n for n, card in CONTENT.cards.items() if action in card.actions and set(card.actions) & {"tax", "move"}
    )
    court_slot = replace(view.players[2].court[0], card=card, spies=(0,) * 5, hostage=None, is_favored=False, bribe=0)
    mine = replace(view.players[2], court=(court_slot,), gifts=gifts, rupees=9)
    view = replace(view, players=tuple(mine if player.number == 2 else player for player in view.players))
    actions = CONTENT.cards[card].actions
    uses = [Mark(f"court:{card}", n, key=f"use:{card}:{a}") for n, a in enumerate(actions, market + 1)]
    scene = draw_question(view, "en", (*build_purchase_marks(market), *uses))
    coins: dict[str, list[str]] = {
        a: [node.piece.text for node in list_within(scene, mark.own_anchor, Sprite) if isinstance(node.piece, Coin)]
        for a, mark in zip(actions, uses, strict=True)
    }
    assert coins[action] == [price]
    assert all(not coin for a, coin in coins.items() if a in {"tax", "move", "battle"})


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("market", "others"), [(2, 1), (12, 1), (12, 5)])
def test_foreign_patriot_is_marked_as_changing_the_loyalty(market: int, others: int, lang: Lang) -> None:
    """R4.10 Gifts and prizes are lost with it."""
    of = {
        coalition: [n for n, c in CONTENT.cards.items() if c.patriot == coalition]
        for coalition in ("british", "russian", "none")
    }
    hand = (of["british"][0], of["russian"][0], *of["none"][:others])
    view = build_turn_view(hand=hand, hand_size=len(hand), loyalty="british")
    played = [Mark(f"hand:{c}", n, key=f"play:{c}:left") for n, c in enumerate(hand, market + 1)]
    scene = draw_question(view, lang, (*build_purchase_marks(market), *played))
    [tag] = [
        n for n in scene.live_part if isinstance(n, TextRun) and n.text == render_message("hand.new_loyalty", lang)
    ]
    russian = scene.anchors[f"hand:{hand[1]}"].placement
    assert russian.x < tag.x < russian.x + russian.w and abs(tag.y - russian.y) < 24
