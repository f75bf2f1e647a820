"""Pax Pamir's overview and zooms: every state stays on its canvas, fits its boxes and shows the View's figures."""

from itertools import combinations

import msgspec
import pytest

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import TurnView, View
from render import load_arts, paint
from render.kit.bounds import measure_bounds
from render.kit.colour import INK
from render.kit.render_context import Lang
from render.kit.scene import Disc, Icon, Sprite, TextRun
from render.kit.tokens import Seal, SeatToken
from render.pax_pamir import lands, layout, theme
from render.pax_pamir.board import regions, roads
from render.pax_pamir.board.header import count_needed_blocks
from render.pax_pamir.board.turn_pill import find_awaited_player
from render.pax_pamir.pieces import CoalitionBlock, RulerTab
from tests.render.picture_checks import list_cut_labels, list_nodes_outside

from . import boards
from .scenes import (
    PICTURES,
    STATES,
    build_context,
    build_view,
    draw_overview,
    draw_scenes,
    has_overlap,
    list_texts,
    list_words,
)

EDGES = theme.CHIP_EDGES.values()


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_everything_lies_on_its_canvas_and_in_its_box(lang: Lang) -> None:
    assert list_nodes_outside(draw_scenes(lang, boards.LONG)) == []


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_no_label_of_ours_needs_an_ellipsis(lang: Lang) -> None:
    assert list_cut_labels(draw_scenes(lang)) == []


def test_static_layer_is_shared_by_boards_of_one_height() -> None:
    printed = {
        (scene.height, scene.static_part)
        for scene in (draw_overview(build_view(n), build_context(build_view(n), "ja")) for n in STATES)
    }
    assert sorted(height for height, _ in printed) == [1240, 1350]


def test_score_track_is_below_the_map_for_three_players_and_more() -> None:
    for name, strip in (("start of two", 0), ("start of three", 110), ("classic", 110), ("start of five", 110)):
        view = build_view(name)
        scene = draw_overview(view, build_context(view))
        foot = lands.Y + lands.H
        top, end = (scene.anchors[f"player:{view.ring[i]}"].placement for i in (0, -1))
        tokens = [scene.anchors[f"race:{seat}"].placement for seat in view.ring]
        assert scene.height == layout.BOARD_HEIGHT + strip and end.y + end.h <= layout.MARKET_TOP + strip
        if strip:
            assert top.y < lands.Y and end.y + end.h > foot + strip / 2
            assert all(foot < placement.y and placement.x > lands.X - 8 and placement.w >= 46 for placement in tokens)
        else:
            assert all(placement.y + placement.h < top.y for placement in tokens)
        assert scene.anchors["market:0"].placement.y == layout.SPACE_TOP + strip


def test_pictures_are_small_enough_for_a_phone() -> None:
    for name in ("classic", "fullest"):
        for picture in PICTURES:
            reader = build_context(
                build_view(name), "ja", view_before=boards.build_four_before() if name == "classic" else None
            )
            scene = load_arts()["pax_pamir"].compose(build_view(name), picture, reader)
            assert scene.width == 1600
            assert len(paint(scene)) <= 520_000


# The map


def test_every_border_is_drawn_once_and_both_of_its_lands_follow_it() -> None:
    for border, ends in CONTENT.borders.items():
        steps = set(lands.build_staircase(border))
        assert all(steps <= set(lands.build_outline(region)) for region in ends)
        assert all(
            a[0] == b[0] or a[1] == b[1]
            for a, b in zip(*[lands.build_staircase(border)[i:] for i in (0, 1)], strict=False)
        )


def test_the_lands_cover_the_map_without_gap_or_overlap() -> None:
    def compute_area(points: tuple[tuple[float, float], ...]) -> float:
        pairs = zip(points, (*points[1:], points[0]), strict=True)
        return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2

    xs, ys = zip(*(point for region in CONTENT.regions for point in lands.build_outline(region)), strict=True)
    whole = (max(xs) - min(xs)) * (max(ys) - min(ys))
    assert sum(compute_area(lands.build_outline(region)) for region in CONTENT.regions) == pytest.approx(whole)


def test_armies_tribes_roads_and_rulers_are_those_of_the_view() -> None:
    view = build_view("classic")
    nodes = [node for node in draw_overview(view, build_context(view)).live_part if isinstance(node, Sprite)]
    on_map = [node for node in nodes if 124 < node.y < 750 and node.x < 1032]
    armies = [
        node.piece.coalition for node in on_map if isinstance(node.piece, CoalitionBlock) and node.piece.kind == "army"
    ]
    roads = [
        node.piece.coalition for node in on_map if isinstance(node.piece, CoalitionBlock) and node.piece.kind == "road"
    ]
    tribes = [node.piece.seat for node in on_map if isinstance(node.piece, SeatToken)]
    rulers = [node.piece.player for node in on_map if isinstance(node.piece, RulerTab)]
    assert sorted(armies) == sorted(c for region in view.regions for c in region.armies)
    assert sorted(roads) == ["afghan", "british", "british", "russian"]
    assert [tribes.count(player) for player in range(4)] == [0, 4, 3, 4]
    assert rulers == [region.ruler for region in view.regions if region.ruler is not None]


def test_a_check_that_would_win_the_game_is_red() -> None:
    """R10.4 Red if the forecast puts a player four points ahead of every other; not at three."""
    view = build_view("classic")
    assert view.forecast_winner is None
    labels = list_words(
        draw_overview(msgspec.structs.replace(view, forecast=(9, 0, 0, 0), forecast_winner=0), build_context(view))
    )
    assert "+9 wins" in labels
    assert "+9" in list_words(draw_overview(msgspec.structs.replace(view, forecast=(9, 0, 0, 0)), build_context(view)))


@pytest.mark.parametrize("name", ["classic", "fullest", "alone"])
def test_nothing_on_the_map_lies_on_a_name_a_ruler_or_another_army(name: str) -> None:
    view = build_view(name)
    for lang in ("ja", "en"):
        plates = [
            layout.build_region_placement(region.id, regions.measure_plate(region.id, lang)) for region in view.regions
        ]
        fixed = [(plate.x, plate.y, plate.x + plate.w, plate.y + plate.h) for plate in plates]
        fixed += [(plate.centre[0] - 46, plate.y - 42, plate.centre[0] + 46, plate.y) for plate in plates]
        pills = [roads.measure_pill(border) for border in view.borders if border.roads]
        boxes = [(x, y, x + w, y + h) for x, y, w, h in pills]
        for region in view.regions:
            armies = regions.layout_armies(region).values()
            boxes += [(army.x, army.y - 24, army.x + army.w, army.y + 26) for army in armies]
        for box, other in combinations(boxes, 2):
            assert not has_overlap(box, other, 6), (lang, box, other)
        for box in boxes:
            assert not any(has_overlap(box, other, 6) for other in fixed), (lang, box)


# Header, players, market


def test_header_shows_suit_score_track_deck_and_turn() -> None:
    labels = list_words(draw_overview(build_view("classic"), build_context(build_view("classic"))))
    assert labels.index("Military") + 1 == labels.index("×2")
    race = [
        text.text
        for text in list_texts(draw_overview(build_view("classic"), build_context(build_view("classic"))))
        if text.size == 52 and text.y < 124
    ]
    assert race == ["9", "5", "4"]
    assert "Dominant" in labels and "27" in labels and "ことり to play" in labels


@pytest.mark.parametrize("picture", ["board", "zoom:map"])
def test_score_track_shows_leaders_and_gains_of_a_check(picture: str) -> None:
    view = msgspec.structs.replace(build_view("classic"), forecast=(0, 10, 0, 6))
    scene = load_arts()["pax_pamir"].compose(view, picture, build_context(view))
    at = {n: scene.anchors[f"race:{n}"].placement.centre for n in range(4)}
    assert at[3][0] < min(at[1][0], at[2][0]) <= max(at[1][0], at[2][0]) < at[0][0]
    ends = {node.x for node in scene.live_part if isinstance(node, Disc) and node.r == (9 if picture == "board" else 7)}
    assert len(ends) == 2
    if picture == "board":
        gains = [
            measure_bounds(node) for node in scene.live_part if isinstance(node, TextRun) and node.text in ("+10", "+6")
        ]
        seals = [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, Seal)]
        points = [(node.x - 20, node.y - 16, node.x + 20, node.y + 16) for node in seals if node.x > layout.SEATS_X]
        assert len(gains) == 2 and len(points) == 4
        assert not any(has_overlap(gain, point, 0) for gain in gains for point in points)
        (ring,) = [node for node in scene.live_part if isinstance(node, Disc) and node.edge == INK and node.width == 6]
        assert (ring.x, ring.y) == scene.anchors["vp:0"].placement.centre


def test_no_coalition_is_dominant_without_a_sufficient_lead() -> None:
    view = build_view("alone")
    assert view.dominant is None and list(view.blocks.values()) == [7, 4, 1]
    assert count_needed_blocks(view) == 1
    labels = list_words(draw_overview(view, build_context(view)))
    assert "Dominant" not in labels and "+1" in labels and "To dominance" in labels


def test_open_bribe_shows_the_hourglass() -> None:
    view = build_view("bribe")
    scene = draw_overview(view, build_context(view))
    assert "Marco to answer" in list_words(scene)
    assert [node for node in scene.live_part if isinstance(node, Icon) and node.name == "hourglass"]
    request = view.turn.request if view.turn else None
    assert request is not None
    assert find_awaited_player(TurnView(2, 1, request)) == request.payee
    assert find_awaited_player(TurnView(2, 1, msgspec.structs.replace(request, counter=2))) == request.payer


def test_players_stand_in_table_order_and_by_place_at_the_end() -> None:
    def list_order(view: View) -> list[str]:
        names = [*boards.NAMES[:3], "Wakhan"]
        return [
            text.text
            for text in list_texts(draw_overview(view, build_context(view)))
            if text.text in names and text.x > 1052
        ]

    assert list_order(build_view("classic")) == ["Marco", "ことり", "Wakhan", "あおい"]
    assert list_order(build_view("ended")) == ["Wakhan", "あおい", "ことり", "Marco"]
    assert "Wakhan wins" in list_words(draw_overview(build_view("ended"), build_context(build_view("ended"))))


def test_a_shared_victory_names_all_who_won() -> None:
    view = build_view("ended")
    shared = tuple(msgspec.structs.replace(score, place=max(1, score.place - 1)) for score in view.scores)
    scene = draw_overview(msgspec.structs.replace(view, scores=shared), build_context(view))
    assert "Wakhan, あおい win" in list_words(scene)


def test_only_private_pictures_are_labelled_private() -> None:
    view = build_view("classic")
    for picture in PICTURES:
        text = " ".join(list_words(load_arts()["pax_pamir"].compose(view, picture, build_context(view))))
        assert ("Only you can see this" in text) == picture.startswith("panel:"), picture
