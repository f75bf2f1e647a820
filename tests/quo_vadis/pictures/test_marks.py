"""Where marks stand: what one seat did in an area has one mark, and none reads as another row's."""

from __future__ import annotations

import math

import pytest

from engines.kernel import LANGS, Lang, Who, say
from engines.quo_vadis import GAME
from engines.quo_vadis.table import names
from engines.quo_vadis.view import View
from render import Look, Mark, Step, arts
from render.kit.colour import INK, WHITE, contrast
from render.kit.extent import extent
from render.kit.marks.signals import meet
from render.kit.scene import Disc, Poly, Scene, Sprite, Text
from render.kit.tokens import Badge, NumberDisc, SeatToken, Tick
from render.quo_vadis import theme
from render.quo_vadis.pieces import TownPiece
from tests.quo_vadis.stage import A, B, C, person, put, table, town, turn

ART = arts()["quo_vadis"]
NAMES = ("Ann", "Bela", "Cem", "Dana")


def acted(seat: int, before: View) -> Step:
    """A turn of which there is something to tell."""
    return Step(
        seat, before, told=(say("area.done", who=Who(seat), area=names.area("2-4"), cards=("2", "4"), faith=0),)
    )


def ticks(scene: Scene) -> list[Sprite]:
    return [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Tick)]


@pytest.mark.parametrize(("others", "marks"), [(False, 1), (True, 3)])
def test_what_one_seat_did_in_an_area_of_its_own_has_one_mark_beside_its_new_town(others: bool, marks: int) -> None:
    """A builds in 2-4 left and comes to the right; or B's worker leaves that and C's the bottom one: a mark each."""
    before, after = table(), table()
    for s in (before, after):
        put(s, "2-4:a", A)
        turn(s, A, "2-4")
    put(before if others else after, "2-4:b", B if others else A)
    if others:
        put(before, "2-4:c", C)
    town(after, "2-4:a", A, 1)
    then = GAME.view(before, None)
    scene = ART.compose(GAME.view(after, None), "board", Look("en", NAMES[:3], turns=(acted(A, then),)))
    on_map = [tick for tick in ticks(scene) if tick.x < 1080]
    assert len(on_map) == marks
    towns = [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, TownPiece)]
    assert len(towns) == 1 and not any(meet(extent(towns[0]), _core(tick)) for tick in on_map)


def test_in_an_area_of_several_seats_a_letter_is_nearest_to_the_piece_that_came() -> None:
    """Beside the number of the area it could mean the pieces of any of them."""
    before, after = table(), table()
    for s in (before, after):
        put(s, "2-4:a", B)
        put(s, "2-4:b", C)
        turn(s, A, "2-4")
    put(after, "2-4:c", A)
    then = GAME.view(before, None)
    scene = ART.compose(GAME.view(after, None), "board", Look("en", NAMES[:3], turns=(acted(A, then),)))
    [tick] = [tick for tick in ticks(scene) if tick.x < 1080]
    on_map = [node for node in scene.live if isinstance(node, Sprite) and 140 < node.y < 1180 and node.x < 1080]
    workers = [node for node in on_map if isinstance(node.piece, SeatToken) and node.piece.seat in (A, B, C)]
    nearest = min(workers, key=lambda one: math.dist((one.x, one.y), (tick.x, tick.y)))
    assert isinstance(nearest.piece, SeatToken) and nearest.piece.seat == A
    number = scene.anchors["token:2-4"].spot.centre
    assert math.dist((tick.x, tick.y), number) > math.dist((nearest.x, nearest.y), number), "beyond the piece"


def _core(tick: Sprite) -> tuple[float, float, float, float]:
    """A square within the disc."""
    half = 0.7 * (extent(tick)[2] - tick.x)
    return tick.x - half, tick.y - half, tick.x + half, tick.y + half


@pytest.mark.parametrize("players", [3, 4])
def test_the_mark_of_a_card_stands_within_the_row_of_whoever_played_it(players: int) -> None:
    for seat in range(players):
        before, after = table(players), table(players)
        person(after, seat, stacks=["labour"])
        look = Look("en", NAMES[:players], turns=(acted(seat, GAME.view(before, None)),))
        scene = ART.compose(GAME.view(after, None), "board", look)
        [tick] = [tick for tick in ticks(scene) if tick.x > 1080]
        points = scene.anchors[f"vp:{seat}"].spot
        below = [a.spot.y for place, a in scene.anchors.items() if place.startswith("vp:") and a.spot.y > points.y]
        left, top, right, bottom = extent(tick)
        assert points.y < top and left > 1100 and right < 1556
        assert bottom < min(below, default=1166.0) - 20, seat


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("played", [1, 2, 3])
def test_the_letter_beside_a_card_points_into_it_and_not_at_a_free_place(played: int, players: int) -> None:
    """Below the points, three free places away, it could mean those or the areas."""
    stacks = ["labour", "blessing", "miracle"][:played]
    before, after = table(players), table(players)
    person(before, A, stacks=stacks[:-1])
    person(after, A, stacks=stacks)
    look = Look("en", NAMES[:players], turns=(acted(A, GAME.view(before, None)),))
    scene = ART.compose(GAME.view(after, None), "board", look)
    [tip] = [n.points[1] for n in scene.live if isinstance(n, Poly) and n.fill == WHITE and n.points[1][0] > 1080]
    card = scene.anchors[f"generation:{A}:{played - 1}"].spot
    assert card.x < tip[0] < card.x + card.w and card.y < tip[1] < card.y + card.h
    [tick] = [tick for tick in ticks(scene) if tick.x > 1080]
    assert extent(tick)[0] > card.x + card.w, "it hides nothing of the card"


@pytest.mark.parametrize("lang", LANGS)
def test_what_the_rows_of_areas_are_and_why_some_cost_faith_is_said_above_them(lang: Lang) -> None:
    """R7.1 Markers on 2 and 5: their areas need Free. No area looks like the number of an option."""
    s = table()
    person(s, A, faith=3, wrath=2)
    turn(s, A)
    s.markers = ["2", "5"]
    view = GAME.view(s, A)
    places = [*(f"area:{area}" for area in view.prices), *(f"strike:{area}" for area in view.prices)]
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    scene = ART.compose(view, "panel:area", Look(lang, NAMES[:3], A, marks))
    first = min(scene.anchors[place].spot.y for place in places)
    words = {n.text for n in scene.live if isinstance(n, Text) and n.x > 1080 and 110 < n.y < first}
    assert (
        words
        == {
            "en": {"2, 5, doubles: Free, 1 faith", "+ wrath"},
            "ja": {"2、5とゾロ目はフリー（信仰1）", "神の怒り"},
        }[lang]
    )
    pieces = {n.piece for n in scene.live if isinstance(n, Sprite)}
    discs = {piece for piece in pieces if isinstance(piece, NumberDisc) and "-" in piece.text}
    badges = [n.piece for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, Badge)]
    dark = {shape.fill for badge in badges for shape in badge.shapes() if isinstance(shape, Disc)}
    assert 0 in view.prices.values() and discs and not {disc.fill for disc in discs if disc.fill != "#FFFFFF"} & dark


def test_grey_pieces_are_set_off_from_mountains() -> None:
    assert contrast(theme.RACE["gigant"], theme.TERRAIN["mountain"]) > 2


@pytest.mark.parametrize("crowd", [0, 3])
def test_the_number_of_an_areas_answer_stands_at_the_area_on_the_map_where_it_hides_no_piece(crowd: int) -> None:
    s = table()
    for slot in "ab":
        put(s, f"2-4:{slot}", *(A, B, C)[:crowd])
    put(s, "1-3:c", *(A, B, C)[:crowd])
    s.turn = None
    view = GAME.view(s, A)
    marks = [Mark(f"area:{area}", n) for n, area in enumerate(view.prices, 1)]
    strikes = [Mark(f"strike:{area}", n) for n, area in enumerate(view.prices, 50)]
    scene = ART.compose(view, "panel:area", Look("en", NAMES[:3], A, (*marks, *strikes)))
    at = {area.id: scene.anchors[f"token:{area.id}"].spot for area in view.areas}
    shown = {}
    on_map = [node for node in scene.live if isinstance(node, Sprite) and node.x < 1068]
    for node in on_map:
        if isinstance(node.piece, NumberDisc) and node.piece.fill == INK:
            near = min(at, key=lambda area: math.dist(at[area].centre, (node.x, node.y)))
            shown[near] = int(node.piece.text)
            for other in on_map:
                assert isinstance(other.piece, NumberDisc) or not meet(extent(node), extent(other)), near
    assert {*view.prices} - {*shown} == ({"2-4"} if crowd else set()), "everywhere where there is room"
    assert shown.items() <= {mark.place.removeprefix("area:"): mark.number for mark in marks}.items()


def test_areas_with_wrath_have_their_numbers_on_the_map_too() -> None:
    """They are shown alone, in place of those without it (R12)."""
    s = table()
    s.turn = None
    view = GAME.view(s, A)
    strikes = tuple(Mark(f"strike:{area}", n) for n, area in enumerate(view.prices, 1))
    scene = ART.compose(view, "panel:area", Look("en", NAMES[:3], A, strikes))
    discs = [n.piece for n in scene.live if isinstance(n, Sprite) and n.x < 1068 and isinstance(n.piece, NumberDisc)]
    assert sorted(int(disc.text) for disc in discs if disc.fill == INK) == [mark.number for mark in strikes]


def test_white_pieces_have_a_stronger_edge_on_white_land() -> None:
    assert theme.line(theme.RACE["mystic"]) > theme.line(theme.RACE["gigant"])
    assert theme.RACE["mystic"] == WHITE
