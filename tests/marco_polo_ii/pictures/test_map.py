"""The map of the overview: everything on it has room, and every place that an option may name is there."""

from itertools import combinations, product
from math import hypot

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS, LETTERS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.state import Caravan
from engines.marco_polo_ii.view import view
from render.kit.colour import SIGNAL
from render.kit.extent import extent
from render.kit.look import Lang, Look
from render.kit.marks.signals import meet
from render.kit.scene import DETAIL, Anchor, Box, Line, Poly, Sprite, Text
from render.kit.text import measure
from render.marco_polo_ii import ART, theme
from render.marco_polo_ii.board.overview import board
from render.marco_polo_ii.catalogue import noun
from render.marco_polo_ii.land.chips import chips
from render.marco_polo_ii.land.cities import middle, plate_width
from render.marco_polo_ii.land.ground import pill_of, price_box
from render.marco_polo_ii.land.places import HEIGHT, LEFT, PLACES, TOP, WIDTH
from render.marco_polo_ii.land.standing import home, stands
from render.marco_polo_ii.land.trails import trails
from render.marco_polo_ii.land.travellers import oases, travellers
from render.marco_polo_ii.pieces.people import Camel, Figure, Oasis
from tests.marco_polo_ii.pictures.boards import CROWDED
from tests.marco_polo_ii.table import A, B, C, game, own, person

NAMES = ("Aoi", "Marco", "Jules")
LONG = ("Bartholomew",) * 4
PIECES = (Camel, Figure)


def test_what_rich_players_hold_is_no_small_print() -> None:
    """Four players with 23 of everything: a number in two figures for each of the six things."""
    scene = board(CROWDED["fullest"], Look("en", LONG))
    spots = [node.spot for node in scene.live if isinstance(node, Anchor) and node.place.startswith("stock:")]
    held = [node for node in scene.live if isinstance(node, Text) and node.text == "23" and node.y > spots[0].y]
    assert len(held) == len(spots) == 24
    assert {text.size for text in held} == {DETAIL}


def fullest(lang: Lang) -> tuple[Anchor | Sprite | Text, ...]:
    """The live nodes with a post of everybody in every city, all outposts and long names."""
    tiles = dict(zip(CONTENT.outpost_cities, CONTENT.data.outposts, strict=True))
    s = game(4, caravan=True, outposts=tiles, dice={"market_pepper": [own(A, 3), own(B, 4)], "khan_1": [own(C, 2)]})
    for seat in s.seats:
        person(s, seat, posts=list(CONTENT.trade_cities))
    scene = board(view(s, None), Look(lang, LONG))
    return tuple(node for node in scene.live if isinstance(node, Anchor | Sprite | Text))


@pytest.mark.parametrize("lang", LANGS)
def test_cities_lie_on_the_map_and_on_no_other(lang: Lang) -> None:
    blocks: dict[str, list[tuple[float, float, float, float]]] = {}
    for node in fullest(lang):
        if isinstance(node, Anchor) and node.part == "map":
            city = (node.within or node.place).removeprefix("city:")
            if city in CONTENT.data.cities and not node.place.startswith("figure"):
                blocks.setdefault(city, []).append(extent(node))
    assert blocks.keys() == CONTENT.data.cities.keys()
    for boxes in blocks.values():
        for left, top, right, bottom in boxes:
            assert LEFT <= left < right <= LEFT + WIDTH
            assert TOP <= top < bottom <= TOP + HEIGHT
    for one, other in combinations(blocks, 2):
        for a in blocks[one]:
            for b in blocks[other]:
                apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
                assert apart, f"{one} lies on {other}"


@pytest.mark.parametrize("lang", LANGS)
def test_every_word_has_room_and_is_whole(lang: Lang) -> None:
    for node in fullest(lang):
        if isinstance(node, Text):
            assert node.room is not None
            assert measure(node.text, node.size) <= node.room, node.text
            assert "..." not in node.text


def test_every_place_of_a_movement_and_every_space_has_an_anchor() -> None:
    places = {node.place for node in fullest("en") if isinstance(node, Anchor)}
    assert {f"city:{city}" for city in CONTENT.data.cities} <= places
    assert {f"oasis:{oasis}" for oasis in CONTENT.data.oases} <= places
    assert {f"space:{space}" for space in CONTENT.data.spaces if space != "purse"} <= places


def test_every_oasis_bears_the_letter_by_which_it_is_called() -> None:
    signs = {node.piece.letter for node in fullest("en") if isinstance(node, Sprite) and isinstance(node.piece, Oasis)}
    assert signs == {noun(f"oases.{oasis}", "en")[-1] for oasis in CONTENT.data.oases}


def test_no_place_is_named_twice() -> None:
    places = [node.place for node in fullest("en") if isinstance(node, Anchor)]
    assert len(places) == len(set(places))


def test_whatever_lies_at_a_city_leaves_the_prices_of_its_routes_legible() -> None:
    data = CONTENT.data
    s = game(2, caravan=True)
    seen = view(s, None)
    for city in CONTENT.trade_cities:
        spaces = [space for space in CONTENT.card_spaces if data.spaces[space].city == city]
        tiles = [*data.outposts] if city in CONTENT.outpost_cities else [""]
        bonuses = [*data.city_bonuses] if data.cities[city].city_bonus_slot else [""]
        for card, tile, bonus in product(data.city_cards if spaces else [""], tiles, bonuses):
            shown = replace(
                seen,
                city_cards={**seen.city_cards, **dict.fromkeys(spaces, card)},
                outposts={city: tile} if tile else {},
                bonuses={city: bonus} if bonus else {},
            )
            anchors = [node for node in chips(shown, city, *PLACES[city]) if isinstance(node, Anchor)]
            left, right = anchors[0].spot.x, anchors[-1].spot.x + anchors[-1].spot.w
            top, bottom = anchors[0].spot.y, anchors[0].spot.y + anchors[0].spot.h
            for route in data.routes:
                if (pill := pill_of(route)) is not None:
                    wide = max(0, min(right, pill.x + pill.w) - max(left, pill.x))
                    high = max(0, min(bottom, pill.y + pill.h) - max(top, pill.y))
                    assert wide * high <= pill.w * pill.h / 6, (city, route, card, tile)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("number", [1, 2, 4])
def test_what_a_route_costs_is_never_hidden_by_figures_and_caravans(number: int, lang: Lang) -> None:
    """Wherever they stand: no piece is painted over a price, or the price is painted once more on top of it."""
    boxes = [box for route in CONTENT.data.routes if (box := price_box(route)) is not None]
    for place in PLACES:
        s = game(4, caravan=True)
        for seat in s.seats:
            p = person(s, seat, figures=[place] if seat < number else [])
            p.caravans = [Caravan(place, ["gold", "silk"])] if seat < number else [Caravan()]
        nodes = board(view(s, None), Look(lang, LONG)).live
        last = max(i for i, node in enumerate(nodes) if isinstance(node, Sprite) and isinstance(node.piece, PIECES))
        above = [extent(node) for node in nodes[last + 1 :] if isinstance(node, Box | Sprite)]
        for node in nodes:
            if isinstance(node, Sprite) and isinstance(node.piece, PIECES):
                for box in boxes:
                    assert not meet(extent(node), box) or any(meet(box, pill) for pill in above), (place, box)


def test_no_price_hides_whose_a_single_figure_is() -> None:
    """Its letter is seen wherever it stands alone."""
    boxes = [box for route in CONTENT.data.routes if (box := price_box(route)) is not None]
    for place in PLACES:
        ((x, y),), _ = stands(place, "ja", 4, 1, 0)
        assert not any(meet((x - 9, y - 2, x + 9, y + 18), box) for box in boxes), place


def test_one_traveller_and_one_caravan_stand_near_their_place() -> None:
    """Nobody has to ask which city is meant."""
    for place in PLACES:
        men, camels = stands(place, "en", 4, 1, 1)
        for at, reach in ((men[0], 90), (camels[0], 80)):
            x, y = middle(place, "en") if place in CONTENT.data.cities else PLACES[place]
            half = plate_width(place, "en") / 2 if place in CONTENT.data.cities else 0
            assert abs(at[0] - x) <= half + reach and abs(at[1] - y) <= 110, place


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("number", [2, 3, 4])
def test_each_of_several_figures_stands_at_its_city(number: int, lang: Lang) -> None:
    """It lies on no other city, and nearer to its own than to any other place."""
    homes = {place: home(place, lang) for place in PLACES}
    for city in CONTENT.data.cities:
        for x, y in stands(city, lang, 4, number, 0)[0]:
            body = (x - 22, y - 34, x + 22, y + 34)
            near = {place: _gap(body, box) for place, box in homes.items()}
            assert near[city] == min(near.values()) and near[city] < 90, (city, near)


@pytest.mark.parametrize("lang", LANGS)
def test_the_line_from_a_figure_to_its_city_leaves_the_name_to_be_read(lang: Lang) -> None:
    for city in CONTENT.data.cities:
        s = game(4)
        for seat in s.seats:
            person(s, seat, figures=[city])
        left, top, right, bottom = home(city, lang)
        for node in travellers(view(s, None), Look(lang, LONG)):
            if isinstance(node, Line):
                for x, y in node.points:
                    assert not (left + 9 < x < right - 9 and top + 9 < y < bottom - 9), city


def _gap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    return hypot(max(0.0, a[0] - b[2], b[0] - a[2]), max(0.0, a[1] - b[3], b[1] - a[3]))


def test_whose_way_it_was_is_seen_in_its_colour_and_a_new_caravan_has_no_arrow() -> None:
    """R13 B's caravan was sold in Lanzhou, where A's stands now, and begins anew in Lhasa: nothing has moved there."""
    before, after = game(3, caravan=True), game(3, caravan=True)
    person(before, B).caravans = [Caravan("lanzhou", ["silk"])]
    person(after, B).caravans = [Caravan("lhasa", ["gold"])]
    person(after, A).caravans = [Caravan("lanzhou", ["silk"])]
    person(after, C, figures=["xian"]).walks = [["beijing", "oasis_a", "xian"]]
    earlier, now = view(before, None), view(after, None)
    look = Look("en", LONG, before=earlier)
    colours = {line.colour for line in trails(now, look) if isinstance(line, Line)}
    assert theme.SEAT[now.mats[C].color] in colours and theme.SEAT[now.mats[A].color] not in colours
    drawn = ART.compose(now, "board", look).live
    assert not [node for node in drawn if isinstance(node, Poly) and node.fill == SIGNAL], "the head of an arrow"


def test_no_oasis_has_a_letter_of_a_player() -> None:
    letters = {n.piece.letter for n in oases() if isinstance(n, Sprite) and isinstance(n.piece, Oasis)}
    assert len(letters) == len(CONTENT.data.oases) and not letters & set(LETTERS)


def test_the_figures_of_whoever_is_asked_are_dark_around() -> None:
    """On turn, or whose own picture it is."""
    s = game(3, on=B)
    for look, seat in ((Look("en", NAMES), B), (Look("en", NAMES, 2), 2)):
        live = ART.draw(view(s, look.viewer), "board", look).live
        figures = [n.piece for n in live if isinstance(n, Sprite) and isinstance(n.piece, Figure)]
        assert {figure.seat for figure in figures if figure.active} == {seat} and len(figures) == 3


@pytest.mark.parametrize("lang", LANGS)
def test_no_figure_hides_the_letter_of_one_at_the_next_place_nor_its_own_oasis(lang: Lang) -> None:
    """One of everybody's at each place in turn, beside the three that are nearest to it."""
    for place in PLACES:
        x, y = PLACES[place]
        near = sorted(PLACES, key=lambda one: hypot(PLACES[one][0] - x, PLACES[one][1] - y))[:4]
        s = game(4)
        for seat in s.seats:
            person(s, seat, figures=[near[seat]])
        live = board(view(s, None), Look(lang, LONG)).live
        men = {n.piece.seat: n for n in live if isinstance(n, Sprite) and isinstance(n.piece, Figure)}
        for one, other in combinations(men.values(), 2):
            assert abs(one.x - other.x) >= 38 or abs(one.y - other.y) >= 64, near
        for seat, there in enumerate(near):
            if there in CONTENT.data.oases:
                (ox, oy), man = PLACES[there], men[seat]
                wide, high = 28 + 18 - abs(man.x - ox), 40 + 18 - abs(man.y - oy)
                assert max(0, wide) * max(0, high) <= 36 * 36 / 2, there


@pytest.mark.parametrize("lang", LANGS)
def test_no_figure_hides_the_letter_of_another_at_its_place(lang: Lang) -> None:
    for place in PLACES:
        men, _ = stands(place, lang, 4, 3, 0)
        for (ax, ay), (bx, by) in combinations(men, 2):
            assert abs(ax - bx) >= 38 or abs(ay - by) >= 64, place


def test_a_way_has_a_ring_at_its_start_and_heads_of_arrows_on_each_road_once() -> None:
    """There and back along one road: the way back is not drawn."""
    before, after = game(3), game(3)
    person(after, C, figures=["oasis_a"]).walks = [["beijing", "oasis_a", "xian", "oasis_a"]]
    now = view(after, None)
    found = [*trails(now, Look("en", LONG, before=view(before, None)))]
    heads = [node for node in found if isinstance(node, Poly)]
    assert len(heads) == 2 and {head.fill for head in heads} == {theme.SEAT[now.mats[C].color]}
    y = middle("beijing", "en")[1]
    assert any(
        isinstance(node, Line) and all(abs(py - y) <= 38 for _, py in node.points) and len(node.points) > 8
        for node in found
    ), "a ring around Beijing"


@pytest.mark.parametrize("lang", LANGS)
def test_the_header_says_what_each_of_its_values_is(lang: Lang) -> None:
    live = board(view(game(3), None), Look(lang, NAMES)).live
    head = {node.text for node in live if isinstance(node, Text) and node.y < 60}
    assert {"en": {"starts next", "black dice"}, "ja": {"次のスタート", "黒ダイス"}}[lang] <= head
