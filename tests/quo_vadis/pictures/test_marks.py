"""Positions of marks: a seat's actions in one area share a mark, and no mark seems to belong to another row."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from engines.kernel import LANGS, Lang, SeatRef, message
from engines.quo_vadis import GAME
from engines.quo_vadis.table import names
from engines.quo_vadis.table.state import Side, War
from engines.quo_vadis.view import View
from render import Mark, RecentStep, RenderContext, load_arts
from render.kit.bounds import measure_bounds
from render.kit.colour import INK, WHITE
from render.kit.marks.badges import AuthorBadge, NumberBadge
from render.kit.marks.change_marks import has_overlap
from render.kit.scene import Disc, Poly, Scene, Sprite, TextRun
from render.kit.tokens import NumberDisc, SeatToken
from render.quo_vadis.pieces import TownPiece
from tests.quo_vadis.stage import A, B, C, build_table, place_town, put_workers, set_player, start_turn

ART = load_arts()["quo_vadis"]
NAMES = ("Ann", "Bela", "Cem", "Dana")


def build_step(seat: int, before: View) -> RecentStep:
    """Return a step of this seat with a sentence in the log."""
    return RecentStep(
        seat,
        before,
        messages=(message("area.done", who=SeatRef(seat), area=names.name_area("2-4"), cards=("2", "4"), faith=0),),
    )


def list_author_badges(scene: Scene) -> list[Sprite]:
    return [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge)]


@pytest.mark.parametrize(("others", "marks"), [(False, 1), (True, 3)])
def test_actions_of_one_seat_in_its_area_share_a_mark_beside_its_new_town(others: bool, marks: int) -> None:
    """A builds in 2-4 left and comes to the right; or B's worker leaves the one and C's the bottom one: a mark each."""
    before, after = build_table(), build_table()
    for s in (before, after):
        put_workers(s, "2-4:a", A)
        start_turn(s, A, "2-4")
    put_workers(before if others else after, "2-4:b", B if others else A)
    if others:
        put_workers(before, "2-4:c", C)
    place_town(after, "2-4:a", A, 1)
    then = GAME.view(before, None)
    scene = ART.compose(GAME.view(after, None), "board", RenderContext("en", NAMES[:3], turns=(build_step(A, then),)))
    on_map = [tick for tick in list_author_badges(scene) if tick.x < 1080]
    assert len(on_map) == marks
    towns = [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, TownPiece)]
    assert len(towns) == 1 and not any(has_overlap(measure_bounds(towns[0]), _measure_core(tick)) for tick in on_map)


def test_letter_in_a_shared_area_is_nearest_to_the_new_piece() -> None:
    """Beside the number of the area it could mean the pieces of any of them."""
    before, after = build_table(), build_table()
    for s in (before, after):
        put_workers(s, "2-4:a", B)
        put_workers(s, "2-4:b", C)
        start_turn(s, A, "2-4")
    put_workers(after, "2-4:c", A)
    then = GAME.view(before, None)
    scene = ART.compose(GAME.view(after, None), "board", RenderContext("en", NAMES[:3], turns=(build_step(A, then),)))
    [tick] = [tick for tick in list_author_badges(scene) if tick.x < 1080]
    on_map = [node for node in scene.live_part if isinstance(node, Sprite) and 140 < node.y < 1180 and node.x < 1080]
    workers = [node for node in on_map if isinstance(node.piece, SeatToken) and node.piece.seat in (A, B, C)]
    nearest = min(workers, key=lambda worker: math.dist((worker.x, worker.y), (tick.x, tick.y)))
    assert isinstance(nearest.piece, SeatToken) and nearest.piece.seat == A
    number = scene.anchors["token:2-4"].placement.centre
    assert math.dist((tick.x, tick.y), number) > math.dist((nearest.x, nearest.y), number), "beyond the piece"


def test_letters_of_a_war_are_those_of_the_attacker() -> None:
    """The last seat to declare its morale seemed to have driven the losers out, and its letter stood at each place."""
    sides = [Side(A, 1, 0, 6, bid=0), Side(B, 1, 0, 6, bid=0), Side(C, 1, 0, 6)]
    before, after = build_table(), build_table()
    for s in (before, after):
        put_workers(s, "2-4:a", A)
        start_turn(s, A, "2-4", war=War("2-4", sides))
    put_workers(before, "2-4:b", B)
    put_workers(before, "2-4:c", C)
    step = replace(build_step(C, GAME.view(before, None)), continues_turn=True)
    scene = ART.compose(GAME.view(after, None), "board", RenderContext("en", NAMES[:3], turns=(step,)))
    letters = {tick.piece.seat for tick in list_author_badges(scene) if isinstance(tick.piece, AuthorBadge)}
    assert letters == {A}


def _measure_core(tick: Sprite) -> tuple[float, float, float, float]:
    """Return the bounds of a square within the disc."""
    half = 0.7 * (measure_bounds(tick)[2] - tick.x)
    return tick.x - half, tick.y - half, tick.x + half, tick.y + half


@pytest.mark.parametrize("players", [3, 4])
def test_mark_of_a_card_is_in_the_row_of_its_player(players: int) -> None:
    for seat in range(players):
        before, after = build_table(players), build_table(players)
        set_player(after, seat, stacks=["labour"])
        ctx = RenderContext("en", NAMES[:players], turns=(build_step(seat, GAME.view(before, None)),))
        scene = ART.compose(GAME.view(after, None), "board", ctx)
        [tick] = [tick for tick in list_author_badges(scene) if tick.x > 1080]
        points = scene.anchors[f"vp:{seat}"].placement
        below = [
            a.placement.y for place, a in scene.anchors.items() if place.startswith("vp:") and a.placement.y > points.y
        ]
        left, top, right, bottom = measure_bounds(tick)
        assert points.y < top and left > 1100 and right < 1556
        assert bottom < min(below, default=1166.0) - 20, seat


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("played", [1, 2, 3])
def test_the_letter_beside_a_card_points_into_it_and_not_at_a_free_place(played: int, players: int) -> None:
    """Below the points, three free places away, it could mean those or the areas."""
    stacks = ["labour", "blessing", "miracle"][:played]
    before, after = build_table(players), build_table(players)
    set_player(before, A, stacks=stacks[:-1])
    set_player(after, A, stacks=stacks)
    ctx = RenderContext("en", NAMES[:players], turns=(build_step(A, GAME.view(before, None)),))
    scene = ART.compose(GAME.view(after, None), "board", ctx)
    [tip] = [n.points[1] for n in scene.live_part if isinstance(n, Poly) and n.fill == WHITE and n.points[1][0] > 1080]
    card = scene.anchors[f"generation:{A}:{played - 1}"].placement
    assert card.x < tip[0] < card.x + card.w and card.y < tip[1] < card.y + card.h
    [tick] = [tick for tick in list_author_badges(scene) if tick.x > 1080]
    assert measure_bounds(tick)[0] > card.x + card.w, "it hides nothing of the card"


@pytest.mark.parametrize("lang", LANGS)
def test_rows_of_areas_have_headings_that_explain_the_faith_costs(lang: Lang) -> None:
    """R7.1 Markers on 2 and 5: their areas need Free. No area looks like the number of an option."""
    s = build_table()
    set_player(s, A, faith=3, wrath=2)
    start_turn(s, A)
    s.markers = ["2", "5"]
    view = GAME.view(s, A)
    places = [*(f"area:{area}" for area in view.prices), *(f"strike:{area}" for area in view.prices)]
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    scene = ART.compose(view, "panel:area", RenderContext(lang, NAMES[:3], A, marks))
    first = min(scene.anchors[place].placement.y for place in places)
    words = {n.text for n in scene.live_part if isinstance(n, TextRun) and n.x > 1080 and 110 < n.y < first}
    assert (
        words
        == {
            "en": {"2, 5, doubles: 1 faith", "strike", "all 2"},
            "ja": {"2、5とゾロ目は信仰1", "天変地異", "2全部"},
        }[lang]
    )
    pieces = {n.piece for n in scene.live_part if isinstance(n, Sprite)}
    discs = {piece for piece in pieces if isinstance(piece, NumberDisc) and "-" in piece.text}
    badges = [n.piece for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, NumberBadge)]
    dark = {shape.fill for badge in badges for shape in badge.shapes() if isinstance(shape, Disc)}
    assert 0 in view.prices.values() and discs and not {disc.fill for disc in discs if disc.fill != "#FFFFFF"} & dark


@pytest.mark.parametrize("crowd", [0, 3])
def test_option_number_stands_at_its_area_and_hides_no_piece(crowd: int) -> None:
    s = build_table()
    for slot in "ab":
        put_workers(s, f"2-4:{slot}", *(A, B, C)[:crowd])
    put_workers(s, "1-3:c", *(A, B, C)[:crowd])
    s.turn = None
    view = GAME.view(s, A)
    marks = [Mark(f"area:{area}", n) for n, area in enumerate(view.prices, 1)]
    strikes = [Mark(f"strike:{area}", n) for n, area in enumerate(view.prices, 50)]
    scene = ART.compose(view, "panel:area", RenderContext("en", NAMES[:3], A, (*marks, *strikes)))
    at = {area.id: scene.anchors[f"token:{area.id}"].placement for area in view.areas}
    number_by_area = {}
    on_map = [node for node in scene.live_part if isinstance(node, Sprite) and node.x < 1068]
    for node in on_map:
        if isinstance(node.piece, NumberDisc) and node.piece.fill == INK:
            near = min(at, key=lambda area: math.dist(at[area].centre, (node.x, node.y)))
            number_by_area[near] = int(node.piece.text)
            for other in on_map:
                assert isinstance(other.piece, NumberDisc) or not has_overlap(
                    measure_bounds(node), measure_bounds(other)
                ), near
    assert {*view.prices} - {*number_by_area} == ({"2-4"} if crowd else set()), "everywhere where there is room"
    assert number_by_area.items() <= {mark.place.removeprefix("area:"): mark.number for mark in marks}.items()


def test_areas_with_wrath_have_their_numbers_on_the_map_too() -> None:
    """They are shown alone, instead of those without it (R12)."""
    s = build_table()
    s.turn = None
    view = GAME.view(s, A)
    strikes = tuple(Mark(f"strike:{area}", n) for n, area in enumerate(view.prices, 1))
    scene = ART.compose(view, "panel:area", RenderContext("en", NAMES[:3], A, strikes))
    discs = [
        n.piece for n in scene.live_part if isinstance(n, Sprite) and n.x < 1068 and isinstance(n.piece, NumberDisc)
    ]
    assert sorted(int(disc.text) for disc in discs if disc.fill == INK) == [mark.number for mark in strikes]
