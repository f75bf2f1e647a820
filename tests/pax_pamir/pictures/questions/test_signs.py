"""Signs beside what can be chosen: ends of the court, prices, what a dominance check brings."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS, Lang
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render import Look, Mark, Scene, arts
from render.kit.colour import WHITE
from render.kit.extent import extent
from render.kit.scene import DETAIL, Line, Sprite, Text
from render.kit.tokens import Badge, Coin, SeatToken
from render.pax_pamir.catalogue import sentence
from tests.pax_pamir.pictures import boards
from tests.pax_pamir.pictures.fields import within
from tests.render.badges import apart, badges

from .test_questions import MENU, turn

ART = arts()["pax_pamir"]
CHECK = CONTENT.checks[0]
HAND = [n for n, card in CONTENT.cards.items() if len(card.actions) == 2 and len(card.name) > 16][:3]


def bought(number: int) -> list[Mark]:
    return [Mark(f"market:{n}", n + 1, key=f"buy:{n}") for n in range(number)]


def drawn(view: View, lang: Lang, marks: Sequence[Mark]) -> Scene:
    return ART.compose(view, "panel:turn", Look(lang, boards.NAMES, 2, tuple(marks), question=MENU))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("market", [1, 4, 11])
def test_numbers_of_the_ends_of_the_court_point_there(market: int, lang: Lang) -> None:
    """R6.2 Left before right, each on its side of the card; no number touches another."""
    view = turn(hand=tuple(HAND), held=len(HAND))
    ends = [(card, end) for card in HAND for end in ("left", "right")]
    played = [Mark(f"hand:{c}", n, key=f"play:{c}:{end}") for n, (c, end) in enumerate(ends, market + 1)]
    scene = drawn(view, lang, (*bought(market), *played))
    apart(scene)
    found = {node.piece.number: (node.x, node.piece) for node in badges(scene) if isinstance(node.piece, Badge)}
    for mark, (card, end) in zip(played, ends, strict=True):
        x, badge = found[mark.number]
        spot = scene.anchors[f"hand:{card}"].spot
        assert badge.point == (-1 if end == "left" else 1)
        assert badge.r >= 20 and spot.x <= x <= spot.x + spot.w
    assert not any(found[n][1].point for n in range(1, market + 1))


def test_the_only_end_of_an_empty_court_has_a_number_without_a_point() -> None:
    view = turn(hand=tuple(HAND), held=len(HAND), court=())
    scene = drawn(
        view, "en", (*bought(3), *(Mark(f"hand:{c}", n, key=f"play:{c}:left") for n, c in enumerate(HAND, 4)))
    )
    assert len(badges(scene)) == 6
    assert not any(node.piece.point for node in badges(scene) if isinstance(node.piece, Badge))


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
    """R10 Who gains how much, who wins, whether the game ends."""
    view = turn()
    spaces = tuple(
        replace(space, card=space.card if space.index else CHECK, cost=space.cost if space.index < market else 99)
        for space in view.market
    )
    view = replace(view, market=spaces, forecast=forecast, decided=decided, checks_left=left)
    scene = drawn(view, lang, bought(market))
    spot, texts = scene.anchors["market:0"].spot, within(scene, "market:0", Text)
    words = {node.text for node in texts}
    known = {"wins": sentence("race.wins", lang, n=max(forecast)), "nobody": sentence("check.nobody", lang)}
    assert {known.get(one, one) for one in told} <= words
    tokens = [node.piece.seat for node in within(scene, "market:0", Sprite) if isinstance(node.piece, SeatToken)]
    assert sorted(tokens) == [seat for seat, gain in enumerate(forecast) if gain]
    said = sentence("check.ends", lang) in words or known["wins"] in words
    assert said == over
    for node in texts:
        x, y, end, foot = extent(node)
        assert x >= spot.x and end <= spot.x + spot.w and y >= spot.y and foot <= spot.y + spot.h, node
        assert node.size >= DETAIL or forecast.count(0) < 2, "small only if many gain"


def test_a_question_about_rupees_on_a_check_tells_nothing_of_what_it_brings() -> None:
    view = turn()
    spaces = tuple(replace(space, card=CHECK) if not space.index else space for space in view.market)
    view = replace(view, market=spaces, forecast=(0, 3, 0, 1, 0))
    look = Look("en", boards.NAMES, 2, (Mark("market:0", 1), Mark("player:1", 2)))
    found = within(ART.compose(view, "panel:turn", look), "market:0", Sprite)
    assert not [node for node in found if isinstance(node.piece, SeatToken)]


@pytest.mark.parametrize("market", [2, 6, 12])
def test_a_price_that_an_ability_changes_stands_behind_that_of_the_column_struck(market: int) -> None:
    """R11 0 in the second column looked like a mistake."""
    card = next(n for n, card in CONTENT.cards.items() if len(card.name) < 12)
    for cost, told in ((1, ["1"]), (0, ["0", "1"])):
        view = replace(turn(), doubled=False)
        spaces = tuple(replace(space, card=card, cost=cost) if space.index == 1 else space for space in view.market)
        scene = drawn(replace(view, market=spaces), "en", bought(market))
        spot = scene.anchors["market:1"].spot
        figures = [node.text for node in within(scene, "market:1", Text) if node.text.isdigit()]
        struck = [n for n in scene.live if isinstance(n, Line) and spot.x < n.points[0][0] < spot.x + spot.w]
        struck = [n for n in struck if spot.y < n.points[0][1] < spot.y + spot.h]
        assert sorted(figures) == told and len(struck) == len(told) - 1


@pytest.mark.parametrize("price", [2, 10])
@pytest.mark.parametrize("market", [3, 11])
def test_the_price_of_what_is_too_dear_can_be_read(price: int, market: int) -> None:
    """It hung over the edge of its card in dark blue."""
    view = turn()
    spaces = tuple(replace(space, cost=price) if space.index == 11 else space for space in view.market)
    scene = drawn(replace(view, market=spaces), "en", bought(market))
    told = [node for node in scene.live if isinstance(node, Text) and node.text == str(price)]
    below = [node for node in told if node.y > scene.height / 2]
    assert below and all(node.size >= DETAIL and node.colour == WHITE for node in below)


@pytest.mark.parametrize("number", [3, 6, 8])
def test_on_the_picture_of_the_hand_ends_have_points_too(number: int) -> None:
    """It answers a question about hand cards alone."""
    hand = tuple(CONTENT.cards)[:number]
    view = turn(hand=hand, held=number)
    ends = [(card, end) for card in hand for end in ("left", "right")]
    marks = tuple(Mark(f"hand:{c}", n, key=f"play:{c}:{end}") for n, (c, end) in enumerate(ends, 1))
    assert ART.panel(view, 2, [mark.place for mark in marks]) == "panel:hand"
    scene = ART.compose(view, "panel:hand", Look("en", boards.NAMES, 2, marks, question=MENU))
    apart(scene)
    points = [node.piece.point for node in badges(scene) if isinstance(node.piece, Badge)]
    assert points == [-1, 1] * number


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("market", [2, 6, 12])
@pytest.mark.parametrize("card", [n for n, card in CONTENT.cards.items() if len(card.actions) > 1][::4])
def test_what_an_action_costs_stands_clear_of_all_else_on_its_card(card: int, market: int, lang: Lang) -> None:
    """A hostage with spies of two, a bonus action, prize and ability: bribe, bonus and actions, none on another."""
    view = turn()
    held = replace(view.players[2].court[0], card=card, spies=(0, 2, 0, 1, 0), hostage=1, favored=True, bribe=2)
    elsewhere = tuple(replace(one, court=()) for one in view.players)
    mine = replace(view.players[2], court=(held,), rupees=1)
    view = replace(view, players=tuple(mine if one.number == 2 else one for one in elsewhere))
    actions = CONTENT.cards[card].actions
    uses = [Mark(f"court:{card}", n, key=f"use:{card}:{a}") for n, a in enumerate(actions, market + 1)]
    scene = drawn(view, lang, (*bought(market), *uses))
    words = [extent(node) for node in within(scene, f"court:{card}", Text)]
    pieces = [extent(node) for node in within(scene, f"court:{card}", Sprite)]
    told = [node.text for node in within(scene, f"court:{card}", Text)]
    [tag] = [n for n in scene.live if isinstance(n, Text) and n.text == sentence("court.bonus", lang)]
    assert "2?" in [getattr(node.piece, "text", "") for node in within(scene, f"court:{card}", Sprite)]
    assert "×2" in told, "whose spies lie there, and how many"
    spot, boxes = scene.anchors[f"court:{card}"].spot, [*words, *pieces]
    assert spot.y - 24 <= tag.y <= spot.y + spot.h, "on the card or on its upper edge"
    boxes += [extent(tag)] * (tag.text not in told)
    assert all(spot.x <= box[0] and box[2] <= spot.x + spot.w + 1 and box[3] <= spot.y + spot.h for box in boxes)
    for i, (left, top, right, foot) in enumerate(boxes):
        for x, y, end, base in boxes[i + 1 :]:
            w, h = min(right, end) - max(left, x), min(foot, base) - max(top, y)
            assert w <= 4 or h <= 10, (told, left, top, x, y)


@pytest.mark.parametrize(
    ("action", "gifts", "price"),
    [("gift", (), "2"), ("gift", (2,), "4"), ("gift", (2, 4), "6"), ("build", (), "2"), ("betray", (), "2")],
)
@pytest.mark.parametrize("market", [1, 6])
def test_an_action_has_the_least_that_it_costs_beside_its_word(
    action: str, gifts: tuple[int, ...], price: str, market: int
) -> None:
    """R8.2, R8.3, R8.5 A gift the cheapest space that is free, a block, a betrayal; moves and taxes cost nothing."""
    view = turn()
    card = next(
        n for n, card in CONTENT.cards.items() if action in card.actions and set(card.actions) & {"tax", "move"}
    )
    held = replace(view.players[2].court[0], card=card, spies=(0,) * 5, hostage=None, favored=False, bribe=0)
    mine = replace(view.players[2], court=(held,), gifts=gifts, rupees=9)
    view = replace(view, players=tuple(mine if one.number == 2 else one for one in view.players))
    actions = CONTENT.cards[card].actions
    uses = [Mark(f"court:{card}", n, key=f"use:{card}:{a}") for n, a in enumerate(actions, market + 1)]
    scene = drawn(view, "en", (*bought(market), *uses))
    coins: dict[str, list[str]] = {
        a: [node.piece.text for node in within(scene, mark.own, Sprite) if isinstance(node.piece, Coin)]
        for a, mark in zip(actions, uses, strict=True)
    }
    assert coins[action] == [price]
    assert all(not there for a, there in coins.items() if a in {"tax", "move", "battle"})


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("market", "others"), [(2, 1), (12, 1), (12, 5)])
def test_a_patriot_of_another_coalition_is_told_to_change_the_loyalty(market: int, others: int, lang: Lang) -> None:
    """R4.10 Gifts and prizes go with it."""
    of = {one: [n for n, c in CONTENT.cards.items() if c.patriot == one] for one in ("british", "russian", "none")}
    hand = (of["british"][0], of["russian"][0], *of["none"][:others])
    view = turn(hand=hand, held=len(hand), loyalty="british")
    played = [Mark(f"hand:{c}", n, key=f"play:{c}:left") for n, c in enumerate(hand, market + 1)]
    scene = drawn(view, lang, (*bought(market), *played))
    [tag] = [n for n in scene.live if isinstance(n, Text) and n.text == sentence("hand.new_loyalty", lang)]
    russian = scene.anchors[f"hand:{hand[1]}"].spot
    assert russian.x < tag.x < russian.x + russian.w and abs(tag.y - russian.y) < 24
