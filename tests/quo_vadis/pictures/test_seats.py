"""The picture of all players: their rows of the overview, enlarged, with race, hand and hidden skills."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS
from render import Lang, RenderContext, load_arts
from render.kit.bounds import measure_bounds
from render.kit.illustration import Vignette
from render.kit.marks.change_marks import has_overlap
from render.kit.scene import Box, Numeral, Sprite, TextRun
from render.kit.tokens import IconDisc
from render.quo_vadis.backdrop import measure_desk
from render.quo_vadis.board.seats import draw_points_track
from render.quo_vadis.catalogue import render_noun
from render.quo_vadis.pieces import GenerationChip, TownPiece, WorkerPiece
from tests.quo_vadis.pictures.boards import build_fullest_view
from tests.render.rings import CASES, count_rings

ART = load_arts()["quo_vadis"]
NAMES = ("Aoi", "Bartholomew", "Kotori", "Jules", "Nina")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seats", [3, 5])
def test_seats_picture_enlarges_rows_and_adds_details(seats: int, lang: Lang) -> None:
    view, ctx = build_fullest_view(seats), RenderContext(lang, NAMES[:seats])
    scene, board = ART.compose(view, "seats", ctx), ART.compose(view, "board", ctx)
    assert "seats" in ART.list_pictures(view)
    words = [node.text for node in scene.live_part if isinstance(node, TextRun)]
    for player in view.players:
        assert render_noun(f"race.{player.race}", lang) in words
        assert f"{player.hand_size}/{player.hand_limit}" in words
    for seat in range(seats):
        assert scene.anchors[f"vp:{seat}"].placement.w > 1.5 * board.anchors[f"vp:{seat}"].placement.w
    for anchor in scene.anchors.values():
        placement = anchor.placement
        assert placement.x >= 20 and placement.x + placement.w <= 1580 and placement.y + placement.h <= 1180, (
            anchor.place
        )
    top, foot = measure_desk(scene.height)
    tablets = [node for node in scene.live_part if isinstance(node, Box) and node.material == "vellum" and node.w > 700]
    assert len(tablets) == 2 * seats - 1, "the row of who is on turn is no tablet"
    assert min(box.y for box in tablets) >= top + 8 and max(box.y + box.h for box in tablets) <= foot - 8
    assert ART.describe_picture(view, "seats", ctx)


@pytest.mark.parametrize(("values", "leaders"), CASES)
def test_every_leader_has_a_ring(values: tuple[int, ...], leaders: int) -> None:
    assert count_rings("quo_vadis", build_fullest_view(3), "players", "points", values) == leaders


@pytest.mark.parametrize("seats", [3, 4])
def test_a_high_generation_has_a_number_that_fills_it(seats: int) -> None:
    scene = ART.compose(build_fullest_view(seats), "board", RenderContext("en", NAMES[:seats]))
    chips = [node.piece for node in scene.live_part if isinstance(node, Sprite)]
    numbers = [chip.shapes()[-1] for chip in chips if isinstance(chip, GenerationChip)]
    assert numbers and all(isinstance(number, Numeral) and number.size >= 30 for number in numbers)


@pytest.mark.parametrize(("stack", "count"), [(("labour",), 1), (("labour", "miracle"), 1), (("labour",) * 8, 0)])
def test_the_youngest_card_of_a_generation_has_its_engraving_where_there_is_room(
    stack: tuple[str, ...], count: int
) -> None:
    view = build_fullest_view(3)
    view = replace(view, players=(replace(view.players[0], generations=(stack,)), *view.players[1:]))
    scene = ART.compose(view, "mat:0", RenderContext("en", NAMES[:3]))
    engravings = [node for node in scene.live_part if isinstance(node, Vignette)]
    assert [node.name for node in engravings] == [f"quo_vadis/{stack[-1]}"] * count
    heads = [node for node in scene.live_part if isinstance(node, Box) and node.material == "cloth" and node.h == 100]
    assert all(node.y + node.h <= heads[0].y for node in engravings)


def test_no_piece_hides_the_bolt_of_a_struck_space() -> None:
    view = build_fullest_view(5)
    assert view.turn is not None
    before = ART.compose(view, "board", RenderContext("en", NAMES))
    struck = tuple(place.removeprefix("space:") for place in before.anchors if place.startswith("space:"))
    view = replace(view, turn=replace(view.turn, struck_spaces=struck))
    nodes = [
        node for node in ART.compose(view, "board", RenderContext("en", NAMES)).live_part if isinstance(node, Sprite)
    ]
    bolts = [i for i, node in enumerate(nodes) if isinstance(node.piece, IconDisc) and node.piece.icon == "bolt"]
    assert len(bolts) == len(struck)
    for i in bolts:
        later = [measure_bounds(node) for node in nodes[i + 1 :] if isinstance(node.piece, TownPiece | WorkerPiece)]
        x, y = nodes[i].x, nodes[i].y
        assert not any(left < x < right and top < y < bottom for left, top, right, bottom in later)


@pytest.mark.parametrize("lowest", [0, 42, 104])
def test_the_lowest_number_beside_the_score_track_lies_on_no_seal(lowest: int) -> None:
    """Two digits once lay on the seal that names the points."""
    view = build_fullest_view(3)
    players = tuple(replace(player, points=lowest + 3 * seat) for seat, player in enumerate(view.players))
    seal, *others = draw_points_track(replace(view, players=players), RenderContext("en", NAMES[:3]))
    first = next(node for node in others if isinstance(node, TextRun))
    assert first.text == str(lowest // 10 * 10) and not has_overlap(measure_bounds(seal), measure_bounds(first))
