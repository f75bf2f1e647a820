"""Pax Pamir's overview and its zooms: every state stays on its canvas, fits its boxes and tells the View's figures."""

from itertools import combinations, pairwise

import msgspec
import pytest

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import CourtCard
from engines.pax_pamir.view import MarketSpace, TurnView, View
from render import arts, paint
from render.kit.colour import INK
from render.kit.extent import extent
from render.kit.look import Lang
from render.kit.scene import Box, Disc, Icon, Numeral, Sprite, Text, line
from render.kit.spot import Spot
from render.kit.text import measure
from render.kit.tokens import Seal, SeatToken
from render.pax_pamir import lands, layout, theme
from render.pax_pamir.board import header, regions, roads
from render.pax_pamir.board.event_signs import LastingEvent
from render.pax_pamir.board.header import needed
from render.pax_pamir.board.market import anchors
from render.pax_pamir.board.pill import answering
from render.pax_pamir.board.zoom import PARTS, zoom
from render.pax_pamir.cards.described import CARD_H, open_card
from render.pax_pamir.cards.effects import effect
from render.pax_pamir.cards.market import OnCard, small_card
from render.pax_pamir.layout import CARD_W, SPACE_H
from render.pax_pamir.pieces import Block, PriceTag, Prize, RulerTab, Star
from tests.render.sound import cut, inexact, outside

from . import boards, notation
from .scenes import PICTURES, STATES, look, overlap, overview, scenes, state, texts, words

EDGES = theme.CHIP_EDGES.values()
SPACE = Spot(0, 0, CARD_W, SPACE_H)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_everything_lies_on_its_canvas_and_in_its_box(lang: Lang) -> None:
    assert outside(scenes(lang, boards.LONG)) == []


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_no_label_of_ours_needs_an_ellipsis(lang: Lang) -> None:
    assert cut(scenes(lang)) == []


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_card_fits_its_space_in_both_sizes(lang: Lang) -> None:
    cards = (*CONTENT.cards, *CONTENT.events)
    base = state("start of two")
    for first in range(0, len(cards), 12):
        dealt = cards[first : first + 12]
        spaces = notation.market((*dealt, *[None] * (12 - len(dealt))), dict.fromkeys(range(12), 12), locked=range(12))
        view = msgspec.structs.replace(base, market=spaces)
        for scene in (overview(view, look(view, lang)), *(zoom(view, part, look(view, lang)) for part in PARTS[1:])):
            for text in texts(scene):
                assert text.room is not None and measure(text.text, text.size) <= text.room, line(text)
                assert not text.text.endswith(("...", "…")), line(text)


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("rupees", [0, 2])
def test_names_are_large_and_neither_a_new_cards_corner_nor_a_prize_lies_on_words(rupees: int, lang: Lang) -> None:
    space = MarketSpace(0, None, rupees, 0, False)
    tip = 8.0 + CARD_W, -8.0
    small, hidden = 0, []
    for number, card in CONTENT.cards.items():
        nodes = small_card(number, 0, 0, lang, OnCard(rupees))
        (anchor,) = [a for a in anchors(msgspec.structs.replace(space, card=number), SPACE) if a.drawn]
        assert anchor.spot.tick == tip
        region, *names = reversed([node for node in nodes if isinstance(node, Text)])
        small += names[0].size < 26
        for text in (region, *names):
            _, _, right, _ = extent(text)
            top = text.y - 0.36 * text.size
            if right > tip[0] - 36 + max(0.0, top - tip[1]):
                hidden.append(f"{text.text}: the corner of a new card")
        box = (region.x, region.y - 8, extent(region)[2], region.y + 8)
        signs = [node for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, Prize | Star)]
        hidden += [f"{card.name}: {node.piece}" for node in signs if overlap(box, extent(node), 6)]
    crowded = ["Mir Murad Beg: Prize(coalition='british', size=34)"] * (lang == "ja" and rupees > 0)
    assert small <= 12 and hidden == crowded, "three actions, a prize and a coin beside the longest region"


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_an_event_in_the_market_always_says_something(lang: Lang) -> None:
    for card, event in CONTENT.events.items():
        told = "".join(node.text for node in small_card(card, 0, 0, lang, OnCard()) if isinstance(node, Text))
        if event.discarded == "no_effect" and not event.is_check:
            assert effect(event.purchased, lang).replace(" ", "") in told.replace(" ", "")


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_an_open_event_tells_what_both_sides_do(lang: Lang) -> None:
    for card, event in CONTENT.events.items():
        if event.is_check:
            continue
        found = [node for node in open_card(card, 0, 0, lang, OnCard(rupees=2), 5) if isinstance(node, Text)]
        told = "".join(text.text for text in found).replace(" ", "")
        sides = {event.purchased, event.discarded} - {"no_effect"}
        assert all(effect(side, lang).replace(" ", "") in told for side in sides), told
        lines = sorted(extent(text)[1::2] for text in found)
        assert lines[0][0] > 0 and lines[-1][1] < CARD_H + 7, "the price ends between the rows"
        assert all(lower[0] - upper[1] > -6 for upper, lower in pairwise(lines)), f"{event.purchased}: {lines}"


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_price_covers_no_word_of_an_event(lang: Lang) -> None:
    for card, event in CONTENT.events.items():
        nodes = open_card(card, 0, 0, lang, OnCard(rupees=2), 10)
        *_, pill = (node for node in nodes if isinstance(node, Box))
        below = nodes[: nodes.index(pill)]
        for text in (node for node in below if isinstance(node, Text)):
            _, _, right, foot = extent(text)
            assert foot < pill.y or right < pill.x - 70, f"{event.purchased}: {text.text}"  # a coin is left of it


def test_every_flat_colour_is_exact_in_the_palette() -> None:
    assert inexact(scenes("ja")) == []


def test_the_printed_layer_is_one_for_all_states_of_boards_of_one_height() -> None:
    printed = {(scene.height, scene.static) for scene in (overview(state(n), look(state(n), "ja")) for n in STATES)}
    assert sorted(height for height, _ in printed) == [1240, 1350]


def test_four_and_five_have_the_race_below_the_map_and_rows_beside_all_of_it() -> None:
    for name, strip in (("start of two", 0), ("classic", 110), ("start of five", 110)):
        view = state(name)
        scene = overview(view, look(view))
        foot = lands.Y + lands.H
        top, end = (scene.anchors[f"player:{view.ring[i]}"].spot for i in (0, -1))
        tokens = [scene.anchors[f"race:{seat}"].spot for seat in view.ring]
        assert scene.height == layout.BOARD_HEIGHT + strip and end.y + end.h <= layout.MARKET_TOP + strip
        if strip:
            assert top.y < lands.Y and end.y + end.h > foot + strip / 2
            assert all(foot < spot.y and spot.x > lands.X - 8 and spot.w >= 46 for spot in tokens)
        else:
            assert all(spot.y + spot.h < top.y for spot in tokens)
        assert scene.anchors["market:0"].spot.y == layout.SPACE_TOP + strip


def test_pictures_are_small_enough_for_a_phone() -> None:
    for name in ("classic", "fullest"):
        for picture in PICTURES:
            reader = look(state(name), "ja", before=boards.four_before() if name == "classic" else None)
            scene = arts()["pax_pamir"].compose(state(name), picture, reader)
            assert scene.width == 1600
            assert len(paint(scene)) <= 400_000


# The map


def test_every_border_is_drawn_once_and_both_of_its_lands_follow_it() -> None:
    for border, ends in CONTENT.borders.items():
        steps = set(lands.staircase(border))
        assert all(steps <= set(lands.outline(region)) for region in ends)
        assert all(
            a[0] == b[0] or a[1] == b[1] for a, b in zip(*[lands.staircase(border)[i:] for i in (0, 1)], strict=False)
        )


def test_the_lands_cover_the_map_without_gap_or_overlap() -> None:
    def area(points: tuple[tuple[float, float], ...]) -> float:
        pairs = zip(points, (*points[1:], points[0]), strict=True)
        return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2

    xs, ys = zip(*(point for region in CONTENT.regions for point in lands.outline(region)), strict=True)
    whole = (max(xs) - min(xs)) * (max(ys) - min(ys))
    assert sum(area(lands.outline(region)) for region in CONTENT.regions) == pytest.approx(whole)


def test_armies_tribes_roads_and_rulers_are_those_of_the_view() -> None:
    view = state("classic")
    live = [node for node in overview(view, look(view)).live if isinstance(node, Sprite)]
    on_map = [node for node in live if 124 < node.y < 750 and node.x < 1032]
    armies = [node.piece.coalition for node in on_map if isinstance(node.piece, Block) and node.piece.kind == "army"]
    roads = [node.piece.coalition for node in on_map if isinstance(node.piece, Block) and node.piece.kind == "road"]
    tribes = [node.piece.seat for node in on_map if isinstance(node.piece, SeatToken)]
    rulers = [node.piece.player for node in on_map if isinstance(node.piece, RulerTab)]
    assert sorted(armies) == sorted(c for region in view.regions for c in region.armies)
    assert sorted(roads) == ["afghan", "british", "british", "russian"]
    assert [tribes.count(player) for player in range(4)] == [0, 4, 3, 4]
    assert rulers == [region.ruler for region in view.regions if region.ruler is not None]


def test_a_check_that_would_win_the_game_is_red() -> None:
    """R10.4 Four ahead of every other, with what a check now would bring; not what makes it no more than three."""
    view = state("classic")
    assert view.decided is None
    shown = words(overview(msgspec.structs.replace(view, forecast=(9, 0, 0, 0), decided=0), look(view)))
    assert "+9 wins" in shown
    assert "+9" in words(overview(msgspec.structs.replace(view, forecast=(9, 0, 0, 0)), look(view)))


@pytest.mark.parametrize("name", ["classic", "fullest", "alone"])
def test_nothing_on_the_map_lies_on_a_name_a_ruler_or_another_army(name: str) -> None:
    view = state(name)
    for lang in ("ja", "en"):
        plates = [layout.region(region.id, regions.plate_w(region.id, lang)) for region in view.regions]
        fixed = [(plate.x, plate.y, plate.x + plate.w, plate.y + plate.h) for plate in plates]
        fixed += [(plate.centre[0] - 46, plate.y - 42, plate.centre[0] + 46, plate.y) for plate in plates]
        pills = [roads.pill_box(border) for border in view.borders if border.roads]
        boxes = [(x, y, x + w, y + h) for x, y, w, h in pills]
        for region in view.regions:
            armies = regions.armies(region).values()
            boxes += [(army.x, army.y - 24, army.x + army.w, army.y + 26) for army in armies]
        for box, other in combinations(boxes, 2):
            assert not overlap(box, other, 6), (lang, box, other)
        for box in boxes:
            assert not any(overlap(box, other, 6) for other in fixed), (lang, box)


# Header, players, market


def test_the_header_tells_suit_race_deck_and_turn() -> None:
    shown = words(overview(state("classic"), look(state("classic"))))
    assert shown.index("Military") + 1 == shown.index("×2")
    race = [
        text.text
        for text in texts(overview(state("classic"), look(state("classic"))))
        if text.size == 52 and text.y < 124
    ]
    assert race == ["9", "5", "4"]
    assert "Dominant" in shown and "27" in shown and "ことり to play" in shown


def test_the_market_tells_the_figures_of_its_cards_and_coins() -> None:
    view = msgspec.structs.replace(state("classic"), discards=(12, 30), removed=5)
    shown = words(zoom(view, "market_top", look(view)))
    for label, number in (("Deck", "27"), ("Discards", "2"), ("Checks left", "3"), ("Bank", "10"), ("Removed", "5")):
        assert shown[shown.index(label) + 1] == number
    assert "Removed" not in words(zoom(state("classic"), "market_top", look(view)))


@pytest.mark.parametrize("picture", ["board", "zoom:map"])
def test_the_race_tells_who_leads_and_who_would_gain_from_a_check_now(picture: str) -> None:
    view = msgspec.structs.replace(state("classic"), forecast=(0, 10, 0, 6))
    scene = arts()["pax_pamir"].compose(view, picture, look(view))
    at = {n: scene.anchors[f"race:{n}"].spot.centre for n in range(4)}
    assert at[3][0] < min(at[1][0], at[2][0]) <= max(at[1][0], at[2][0]) < at[0][0]
    ends = {node.x for node in scene.live if isinstance(node, Disc) and node.r == (9 if picture == "board" else 7)}
    assert len(ends) == 2
    if picture == "board":
        gains = [extent(node) for node in scene.live if isinstance(node, Text) and node.text in ("+10", "+6")]
        seals = [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Seal)]
        points = [(node.x - 20, node.y - 16, node.x + 20, node.y + 16) for node in seals if node.x > layout.SEATS_X]
        assert len(gains) == 2 and len(points) == 4
        assert not any(overlap(gain, point, 0) for gain in gains for point in points)
        (ring,) = [node for node in scene.live if isinstance(node, Disc) and node.edge == INK and node.width == 6]
        assert (ring.x, ring.y) == scene.anchors["vp:0"].spot.centre


def test_nobody_is_dominant_until_one_coalition_leads_by_enough() -> None:
    view = state("alone")
    assert view.dominant is None and list(view.blocks.values()) == [7, 4, 1]
    assert needed(view) == 1
    shown = words(overview(view, look(view)))
    assert "Dominant" not in shown and "+1" in shown and "To dominance" in shown


def test_an_open_bribe_is_waited_for_with_the_hourglass() -> None:
    view = state("bribe")
    scene = overview(view, look(view))
    assert "Marco to answer" in words(scene)
    assert [node for node in scene.live if isinstance(node, Icon) and node.name == "hourglass"]
    request = view.turn.request if view.turn else None
    assert request is not None
    assert answering(TurnView(2, 1, request)) == request.payee
    assert answering(TurnView(2, 1, msgspec.structs.replace(request, counter=2))) == request.payer


def test_players_stand_in_table_order_and_by_place_at_the_end() -> None:
    def order(view: View) -> list[str]:
        names = [*boards.NAMES[:3], "Wakhan"]
        return [text.text for text in texts(overview(view, look(view))) if text.text in names and text.x > 1052]

    assert order(state("classic")) == ["Marco", "ことり", "Wakhan", "あおい"]
    assert order(state("ended")) == ["Wakhan", "あおい", "ことり", "Marco"]
    assert "Wakhan wins" in words(overview(state("ended"), look(state("ended"))))


def test_a_shared_victory_names_all_who_won() -> None:
    view = state("ended")
    shared = tuple(msgspec.structs.replace(score, place=max(1, score.place - 1)) for score in view.scores)
    scene = overview(msgspec.structs.replace(view, scores=shared), look(view))
    assert "Wakhan, あおい win" in words(scene)


def test_a_price_of_the_player_on_turn_alone_stands_on_the_card_for_all() -> None:
    """It follows from the special abilities in that court, which all see; the head of the column said another one."""
    spaces = tuple(msgspec.structs.replace(s, cost=0) if s.index == 2 else s for s in state("classic").market)
    view = msgspec.structs.replace(state("classic"), market=spaces)

    def tags(seat: int, private: bool) -> list[int]:
        live = overview(view, look(view, viewer=seat), private).live
        return [node.piece.price for node in live if isinstance(node, Sprite) and isinstance(node.piece, PriceTag)]

    assert tags(2, True) == tags(2, False) == tags(1, True) == [0]


@pytest.mark.parametrize("name", ["classic", "alone"])
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_event_that_changes_the_lead_stands_in_the_race(name: str, lang: Lang) -> None:
    view = msgspec.structs.replace(state(name), globals=(109, 115))
    at = {
        node.piece.effect: extent(node)
        for node in overview(view, look(view, lang)).live
        if isinstance(node, Sprite) and isinstance(node.piece, LastingEvent)
    }
    assert header.RACE_X < at["conflict_fatigue"][0] < at["conflict_fatigue"][2] <= header.race_end(view, lang)
    assert at["pashtunwali_values"][0] > header.race_end(view, lang)


@pytest.mark.parametrize(
    ("card", "lang", "word"),
    [(109, "en", "lead"), (109, "ja", "個差"), (115, "en", "suit"), (115, "ja", "スート")],
)
def test_a_lasting_event_says_what_it_is_about(card: int, lang: Lang, word: str) -> None:
    for name in ("classic", "alone", "start of five"):
        view = msgspec.structs.replace(state(name), globals=(card,))
        scene = overview(view, look(view, lang))
        [sign] = [n for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, LastingEvent) and n.y < 124]
        [caption] = [text for text in texts(scene) if text.text == word]
        assert 0 <= extent(caption)[0] - extent(sign)[2] < 12


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("cards", [(106,), (107, 115), (107, 115, 106), (109, 107, 115, 106)])
def test_lasting_events_can_be_read_on_a_phone_and_leave_room_for_a_name(cards: tuple[int, ...], lang: Lang) -> None:
    for name in ("classic", "fullest"):
        view = msgspec.structs.replace(state(name), globals=cards)
        scene = overview(view, look(view, lang))
        signs = [n for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, LastingEvent) and n.y < 124]
        assert len(signs) == len(cards)
        for sign in signs:
            for shape in sign.piece.shapes():
                if isinstance(shape, Icon | Numeral):
                    assert shape.size >= 32, "8 px on a phone"
        boxes = [extent(sign) for sign in signs]
        assert not any(overlap(a, b, 0) for a, b in combinations(boxes, 2))
        assert not any(overlap(a, extent(text), 0) for a in boxes for text in texts(scene))
        who = boards.NAMES[answering(view.turn) or view.turn.player] if view.turn else ""
        assert any(who in text.text for text in texts(scene) if text.y < 124), "the name is cut"


def test_costs_double_with_military_favored() -> None:
    def costs(name: str) -> list[str]:
        y = layout.MARKET_COSTS + layout.board(state(name)).strip
        return [text.text for text in texts(overview(state(name), look(state(name)))) if text.y == y]

    assert costs("classic") == ["0", "2", "4", "6", "8", "10"]
    assert costs("alone") == ["0", "1", "2", "3", "4", "5"]


def test_the_market_in_words_names_every_action_and_ability() -> None:
    view = state("classic")
    shown = " ".join(text for part in PARTS[1:] for text in words(zoom(view, part, look(view))))
    cards = [CONTENT.cards[space.card] for space in view.market if space.card in CONTENT.cards]
    terms = catalogue_terms(cards)
    assert all(term in shown for term in terms), [term for term in terms if term not in shown]


def catalogue_terms(cards: list[CourtCard]) -> set[str]:
    actions = {action for card in cards if len(card.actions) < 3 for action in card.actions}
    return actions | {"Infrastructure", "Charismatic", "Blackmail"}


def test_private_pictures_say_so_and_public_ones_do_not() -> None:
    view = state("classic")
    for picture in PICTURES:
        shown = " ".join(words(arts()["pax_pamir"].compose(view, picture, look(view))))
        assert ("Only you can see this" in shown) == picture.startswith("panel:"), picture
