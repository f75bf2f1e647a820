"""The map of the overview: everything on it fits, and every place that an option may name is on it."""

from itertools import combinations, product
from math import hypot

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS, LETTERS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.state import Caravan
from engines.marco_polo_ii.view import build_view
from render.kit.bounds import Bounds, measure_bounds
from render.kit.colour import SIGNAL
from render.kit.marks.change_marks import has_overlap
from render.kit.render_context import Lang, RenderContext
from render.kit.scene import DETAIL, Anchor, Box, Disc, Node, Poly, Polyline, Sprite, TextRun
from render.kit.text import measure_text
from render.kit.tokens import Die
from render.marco_polo_ii import ART, theme
from render.marco_polo_ii.board.overview import draw_board
from render.marco_polo_ii.catalogue import render_noun
from render.marco_polo_ii.land.chips import draw_chips
from render.marco_polo_ii.land.cities import find_centre, measure_plate
from render.marco_polo_ii.land.places import HEIGHT, LEFT, PLACES, TOP, WIDTH
from render.marco_polo_ii.land.positions import arrange_at_place, measure_figure, measure_home
from render.marco_polo_ii.land.terrain import find_price_pill, measure_price
from render.marco_polo_ii.land.trails import draw_trails
from render.marco_polo_ii.land.travellers import LEDGE, draw_oases, draw_travellers
from render.marco_polo_ii.pieces.people import Camel, Figure, OasisMarker, Post
from render.marco_polo_ii.pieces.plates import CityPlate, find_plate_colour
from tests.marco_polo_ii.pictures.boards import CROWDED
from tests.marco_polo_ii.table import A, B, C, build_state, own_die, set_player

NAMES = ("Aoi", "Marco", "Jules")
LONG = ("Bartholomew",) * 4
PIECES = (Camel, Figure)


def test_large_stocks_are_readable() -> None:
    """Four players have 23 of everything: a two-digit number for each of the six resources."""
    scene = draw_board(CROWDED["fullest"], RenderContext("en", LONG))
    spots = [node.placement for node in scene.live_part if isinstance(node, Anchor) and node.place.startswith("stock:")]
    numbers = [
        node for node in scene.live_part if isinstance(node, TextRun) and node.text == "23" and node.y > spots[0].y
    ]
    assert len(numbers) == len(spots) == 24
    assert {text.size for text in numbers} == {DETAIL}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_goods_stand_clear_of_the_frame_and_of_the_dice_of_their_seat(seats: int) -> None:
    s = build_state(seats)
    for seat in s.seats:
        set_player(s, seat, coins=9, camels=2, silk=3, dice=[1, 2, 3, 4, 5])
    scene = draw_board(build_view(s, None), RenderContext("en", LONG[:seats]))
    panels = [n for n in scene.live_part if isinstance(n, Box) and n.material == "vellum" and n.y > 1000]
    goods = [n for n in scene.live_part if isinstance(n, TextRun) and n.text.isdigit() and n.y > panels[0].y + 110]
    dice = [n for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, Die) and n.y > panels[0].y]
    assert len(panels) == seats and goods
    for number in goods:
        assert measure_bounds(number)[3] <= panels[0].y + panels[0].h - 2
    assert not dice or max(measure_bounds(die)[3] for die in dice) <= min(measure_bounds(n)[1] for n in goods) + 6


def list_fullest_nodes(lang: Lang) -> tuple[Anchor | Sprite | TextRun, ...]:
    """Return the live nodes with a post of every player in every city, all outposts and long names."""
    tiles = dict(zip(CONTENT.outpost_cities, CONTENT.data.outposts, strict=True))
    s = build_state(
        4,
        caravan=True,
        outposts=tiles,
        dice={"market_pepper": [own_die(A, 3), own_die(B, 4)], "khan_1": [own_die(C, 2)]},
    )
    for seat in s.seats:
        set_player(s, seat, posts=list(CONTENT.trade_cities))
    scene = draw_board(build_view(s, None), RenderContext(lang, LONG))
    return tuple(node for node in scene.live_part if isinstance(node, Anchor | Sprite | TextRun))


@pytest.mark.parametrize("lang", LANGS)
def test_cities_lie_on_the_map_without_overlap(lang: Lang) -> None:
    blocks: dict[str, list[tuple[float, float, float, float]]] = {}
    for node in list_fullest_nodes(lang):
        if isinstance(node, Anchor) and node.part == "map":
            city = (node.container or node.place).removeprefix("city:")
            if city in CONTENT.data.cities and not node.place.startswith("figure"):
                blocks.setdefault(city, []).append(measure_bounds(node))
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
def test_every_word_fits_and_is_complete(lang: Lang) -> None:
    for node in list_fullest_nodes(lang):
        if isinstance(node, TextRun):
            assert node.max_width is not None
            assert measure_text(node.text, node.size) <= node.max_width, node.text
            assert "..." not in node.text


def test_every_place_of_a_movement_and_every_space_has_an_anchor() -> None:
    places = {node.place for node in list_fullest_nodes("en") if isinstance(node, Anchor)}
    assert {f"city:{city}" for city in CONTENT.data.cities} <= places
    assert {f"oasis:{oasis}" for oasis in CONTENT.data.oases} <= places
    assert {f"space:{space}" for space in CONTENT.data.spaces} <= places


def test_every_oasis_bears_the_letter_by_which_it_is_called() -> None:
    signs = {
        node.piece.letter
        for node in list_fullest_nodes("en")
        if isinstance(node, Sprite) and isinstance(node.piece, OasisMarker)
    }
    assert signs == {render_noun(f"oases.{oasis}", "en")[-1] for oasis in CONTENT.data.oases}


def test_no_place_is_named_twice() -> None:
    places = [node.place for node in list_fullest_nodes("en") if isinstance(node, Anchor)]
    assert len(places) == len(set(places))


def test_pieces_at_a_city_leave_route_prices_legible() -> None:
    data = CONTENT.data
    s = build_state(2, caravan=True)
    seen = build_view(s, None)
    for city in CONTENT.trade_cities:
        spaces = [space for space in CONTENT.card_spaces if data.spaces[space].city == city]
        tiles = [*data.outposts] if city in CONTENT.outpost_cities else [""]
        bonuses = [*data.city_bonuses] if data.cities[city].city_bonus_slot else [""]
        for card, tile, bonus in product(data.city_cards if spaces else [""], tiles, bonuses):
            crowded_view = replace(
                seen,
                city_cards={**seen.city_cards, **dict.fromkeys(spaces, card)},
                outposts={city: tile} if tile else {},
                bonuses={city: bonus} if bonus else {},
            )
            anchors = [node for node in draw_chips(crowded_view, city, *PLACES[city]) if isinstance(node, Anchor)]
            left, right = anchors[0].placement.x, anchors[-1].placement.x + anchors[-1].placement.w
            top, bottom = anchors[0].placement.y, anchors[0].placement.y + anchors[0].placement.h
            for route in data.routes:
                if (pill := find_price_pill(route)) is not None:
                    wide = max(0, min(right, pill.x + pill.w) - max(left, pill.x))
                    high = max(0, min(bottom, pill.y + pill.h) - max(top, pill.y))
                    assert wide * high <= pill.w * pill.h / 6, (city, route, card, tile)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("number", [1, 2, 4])
def test_route_prices_are_never_hidden_by_figures_and_caravans(number: int, lang: Lang) -> None:
    """No piece is painted over a price, or the price is painted once more on top of it."""
    boxes = [box for route in CONTENT.data.routes if (box := measure_price(route)) is not None]
    for place in PLACES:
        s = build_state(4, caravan=True)
        for seat in s.seats:
            p = set_player(s, seat, figures=[place] if seat < number else [])
            p.caravans = [Caravan(place, ["gold", "silk"])] if seat < number else [Caravan()]
        nodes = draw_board(build_view(s, None), RenderContext(lang, LONG)).live_part
        last = max(i for i, node in enumerate(nodes) if isinstance(node, Sprite) and isinstance(node.piece, PIECES))
        above = [measure_bounds(node) for node in nodes[last + 1 :] if isinstance(node, Box | Sprite)]
        for node in nodes:
            if isinstance(node, Sprite) and isinstance(node.piece, PIECES):
                for box in boxes:
                    assert not has_overlap(measure_bounds(node), box) or any(
                        has_overlap(box, pill) for pill in above
                    ), (place, box)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("number", [1, 2])
def test_no_price_hides_the_letter_of_one_or_two_figures(number: int, lang: Lang) -> None:
    """Where large figures would stand below prices, they are smaller."""
    boxes = [box for route in CONTENT.data.routes if (box := measure_price(route)) is not None]
    for place in PLACES:
        figures, _, k = arrange_at_place(place, lang, 4, number, 0)
        for x, y in figures:
            assert not any(has_overlap((x - 9 * k, y - 2 * k, x + 9 * k, y + 18 * k), box) for box in boxes), place


@pytest.mark.parametrize("lang", LANGS)
def test_prices_hide_less_than_a_quarter_of_a_figure(lang: Lang) -> None:
    """At Lanzhou two prices once left little more than the letter."""
    boxes = [box for route in CONTENT.data.routes if (box := measure_price(route)) is not None]
    for place in PLACES:
        figures, _, scale = arrange_at_place(place, lang, 4, 1, 0)
        left, top, right, bottom = measure_figure(figures[0], scale)
        hidden = sum(
            max(0, min(right, box[2]) - max(left, box[0])) * max(0, min(bottom, box[3]) - max(top, box[1]))
            for box in boxes
        )
        assert hidden < 0.25 * (right - left) * (bottom - top), place


def test_pieces_are_smaller_only_at_a_crowded_place() -> None:
    assert all(arrange_at_place(place, lang, 4, 1, 0).scale == 1 for place in PLACES for lang in LANGS)
    assert arrange_at_place("karakorum", "en", 4, 2, 0).scale < 1


@pytest.mark.parametrize("lang", LANGS)
def test_two_figures_of_a_place_hardly_lie_under_prices(lang: Lang) -> None:
    """A third of the second figure at Balkh did: only its letter was kept clear."""
    prices = [box for name in CONTENT.data.routes if (box := measure_price(name)) is not None]
    for place in PLACES:
        centres, _, scale = arrange_at_place(place, lang, 4, 2, 0)
        for body in (measure_figure(centre, scale) for centre in centres):
            covered = sum(_measure_common_area(body, price) for price in prices)
            assert covered < 0.25 * (body[2] - body[0]) * (body[3] - body[1]), place


def _measure_common_area(a: Bounds, b: Bounds) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


def test_oasis_with_a_figure_lies_on_a_disc_of_its_colour() -> None:
    """Among roads and prices the figure beside it seemed to stand on a road."""
    s = build_state(2)
    set_player(s, 0, figures=["oasis_c"])
    nodes = list(draw_travellers(build_view(s, None), RenderContext("en", LONG)))
    discs = [node for node in nodes if isinstance(node, Disc) and node.fill]
    assert [(disc.x, disc.y) for disc in discs] == [PLACES["oasis_c"]] and discs[0].r > 20


def test_one_traveller_and_one_caravan_stand_near_their_place() -> None:
    """The reader can see which city is meant."""
    for place in PLACES:
        men, camels, _ = arrange_at_place(place, "en", 4, 1, 1)
        for at, reach in ((men[0], 90), (camels[0], 80)):
            x, y = find_centre(place, "en") if place in CONTENT.data.cities else PLACES[place]
            half = measure_plate(place, "en") / 2 if place in CONTENT.data.cities else 0
            assert abs(at[0] - x) <= half + reach and abs(at[1] - y) <= 110, place


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("number", [2, 3, 4])
def test_each_of_several_figures_stands_at_its_city(number: int, lang: Lang) -> None:
    """It lies on no other city, and nearer to its own than to any other place."""
    homes = {place: measure_home(place, lang) for place in PLACES}
    for city in CONTENT.data.cities:
        for x, y in arrange_at_place(city, lang, 4, number, 0).figures:
            body = (x - 22, y - 34, x + 22, y + 34)
            near = {place: _measure_gap(body, box) for place, box in homes.items()}
            assert near[city] == min(near.values()) and near[city] < 90, (city, near)


@pytest.mark.parametrize("lang", LANGS)
def test_every_figure_in_a_city_stands_on_a_ledge_of_its_plate(lang: Lang) -> None:
    """Readers could not say to which of two cities a figure between them belonged."""
    for city in CONTENT.data.cities:
        nodes = _draw_four_figures(city, lang)
        ledges = [node for node in nodes if isinstance(node, Polyline) and node.colour != theme.PANEL]
        figures = [node for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, Figure)]
        left, top, right, bottom = measure_home(city, lang)
        assert len(figures) == len(ledges) == 4
        for figure, ledge in zip(figures, ledges, strict=True):
            (ax, ay), (bx, by), (x, y) = ledge.points
            half = figure.piece.size / 4 if isinstance(figure.piece, Figure) else 0
            assert min(ax, bx) <= figure.x - half and figure.x + half <= max(ax, bx), "as wide as its feet"
            assert ay == by and ay - ledge.width / 2 < measure_bounds(figure)[3] < ay + ledge.width / 2, "at its feet"
            assert left <= x <= right and top <= y <= bottom, "joined with the plate"
            assert ledge.colour == find_plate_colour(CONTENT.data.cities[city].kind)


@pytest.mark.parametrize("lang", LANGS)
def test_line_leads_from_every_figure_to_its_oasis(lang: Lang) -> None:
    for oasis in CONTENT.data.oases:
        nodes = _draw_four_figures(oasis, lang)
        lines = {node.points for node in nodes if isinstance(node, Polyline)}
        figures = [node for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, Figure)]
        assert lines == {((figure.x, figure.y), PLACES[oasis]) for figure in figures} and len(figures) == 4


def _draw_four_figures(place: str, lang: Lang) -> list[Node]:
    """Draw the figures of four players at one place."""
    s = build_state(4)
    for seat in s.seats:
        set_player(s, seat, figures=[place])
    return list(draw_travellers(build_view(s, None), RenderContext(lang, LONG)))


@pytest.mark.parametrize("lang", LANGS)
def test_no_ledge_of_a_figure_lies_on_a_post_or_a_name(lang: Lang) -> None:
    """The end of a line from a figure once hid the letter of a post in Fuzhou."""
    s = build_state(4)
    for seat in s.seats:
        set_player(s, seat, figures=["fuzhou"], posts=["fuzhou"])
    live = draw_board(build_view(s, None), RenderContext(lang, LONG)).live_part
    sprites = [(i, node) for i, node in enumerate(live) if isinstance(node, Sprite)]
    above = [i for i, sprite in sprites if isinstance(sprite.piece, CityPlate | Post)]
    ledges = [i for i, node in enumerate(live) if isinstance(node, Polyline) and node.width == LEDGE]
    assert len(above) >= 4 + len(CONTENT.data.cities) and len(ledges) == 4 and max(ledges) < min(above)


@pytest.mark.parametrize("lang", LANGS)
def test_figures_of_four_players_stand_in_one_row_below_the_start(lang: Lang) -> None:
    """The first picture of every game for four: the last of them once stood below a price."""
    assert len({y for _, y in arrange_at_place(CONTENT.start, lang, 4, 4, 0).figures}) == 1


def _measure_gap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    return hypot(max(0.0, a[0] - b[2], b[0] - a[2]), max(0.0, a[1] - b[3], b[1] - a[3]))


def test_route_has_the_colour_of_its_seat_and_new_caravan_no_arrow() -> None:
    """R13 B's caravan was sold in Lanzhou, where A's stands now, and begins anew in Lhasa: this is no move."""
    before, after = build_state(3, caravan=True), build_state(3, caravan=True)
    set_player(before, B).caravans = [Caravan("lanzhou", ["silk"])]
    set_player(after, B).caravans = [Caravan("lhasa", ["gold"])]
    set_player(after, A).caravans = [Caravan("lanzhou", ["silk"])]
    set_player(after, C, figures=["xian"]).walks = [["beijing", "oasis_a", "xian"]]
    earlier, now = build_view(before, None), build_view(after, None)
    ctx = RenderContext("en", LONG, view_before=earlier)
    colours = {line.colour for line in draw_trails(now, ctx) if isinstance(line, Polyline)}
    assert theme.SEAT[now.mats[C].color] in colours and theme.SEAT[now.mats[A].color] not in colours
    drawn = ART.compose(now, "board", ctx).live_part
    assert not [node for node in drawn if isinstance(node, Poly) and node.fill == SIGNAL], "the head of an arrow"


def test_no_oasis_has_a_letter_of_a_player() -> None:
    letters = {n.piece.letter for n in draw_oases() if isinstance(n, Sprite) and isinstance(n.piece, OasisMarker)}
    assert len(letters) == len(CONTENT.data.oases) and not letters & set(LETTERS)


def test_figures_of_the_asked_seat_have_a_dark_edge() -> None:
    """On the player's turn, or in the player's own picture."""
    s = build_state(3, on=B)
    for ctx, seat in ((RenderContext("en", NAMES), B), (RenderContext("en", NAMES, 2), 2)):
        live = ART.draw(build_view(s, ctx.viewer), "board", ctx).live_part
        figures = [n.piece for n in live if isinstance(n, Sprite) and isinstance(n.piece, Figure)]
        assert {figure.seat for figure in figures if figure.is_active} == {seat} and len(figures) == 3


@pytest.mark.parametrize("lang", LANGS)
def test_no_figure_hides_letters_at_the_next_place_or_its_own_oasis(lang: Lang) -> None:
    """For each place in turn, the four figures stand at it and at the three places nearest to it."""
    for place in PLACES:
        x, y = PLACES[place]
        near = sorted(PLACES, key=lambda one: hypot(PLACES[one][0] - x, PLACES[one][1] - y))[:4]
        s = build_state(4)
        for seat in s.seats:
            set_player(s, seat, figures=[near[seat]])
        live = draw_board(build_view(s, None), RenderContext(lang, LONG)).live_part
        men = {n.piece.seat: n for n in live if isinstance(n, Sprite) and isinstance(n.piece, Figure)}
        for one, other in combinations(men.values(), 2):
            assert abs(one.x - other.x) >= 38 or abs(one.y - other.y) >= 64, near
        for seat, near_place in enumerate(near):
            if near_place in CONTENT.data.oases:
                (ox, oy), man = PLACES[near_place], men[seat]
                wide, high = 28 + 18 - abs(man.x - ox), 40 + 18 - abs(man.y - oy)
                assert max(0, wide) * max(0, high) <= 36 * 36 / 2, near_place


@pytest.mark.parametrize("lang", LANGS)
def test_figures_at_one_place_do_not_hide_their_letters(lang: Lang) -> None:
    for place in PLACES:
        men, _, scale = arrange_at_place(place, lang, 4, 3, 0)
        for (ax, ay), (bx, by) in combinations(men, 2):
            assert abs(ax - bx) >= 38 * scale or abs(ay - by) >= 64 * scale, place


def test_route_has_a_ring_at_its_start_and_one_arrow_head_per_road() -> None:
    """There and back along one road: the way back is not drawn."""
    before, after = build_state(3), build_state(3)
    set_player(after, C, figures=["oasis_a"]).walks = [["beijing", "oasis_a", "xian", "oasis_a"]]
    now = build_view(after, None)
    trail_nodes = [*draw_trails(now, RenderContext("en", LONG, view_before=build_view(before, None)))]
    heads = [node for node in trail_nodes if isinstance(node, Poly)]
    assert len(heads) == 2 and {head.fill for head in heads} == {theme.SEAT[now.mats[C].color]}
    y = find_centre("beijing", "en")[1]
    assert any(
        isinstance(node, Polyline) and all(abs(py - y) <= 38 for _, py in node.points) and len(node.points) > 8
        for node in trail_nodes
    ), "a ring around Beijing"


@pytest.mark.parametrize("lang", LANGS)
def test_the_header_says_what_each_of_its_values_is(lang: Lang) -> None:
    live = draw_board(build_view(build_state(3), None), RenderContext(lang, NAMES)).live_part
    head = {node.text for node in live if isinstance(node, TextRun) and node.y < 60}
    assert {"en": {"starts next", "black dice"}, "ja": {"次のスタート", "黒ダイス"}}[lang] <= head
