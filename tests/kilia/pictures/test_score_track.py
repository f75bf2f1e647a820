"""The score track and the achievements: points still to come, and everybody's distance to each achievement."""

from __future__ import annotations

from itertools import combinations

import pytest

from engines.kernel import LANGS, Lang
from engines.kilia.council.scoring import compute_tally
from engines.kilia.game import GAME
from engines.kilia.table.state import State
from render import RenderContext
from render.kilia import ART, theme
from render.kilia.council.header import draw_score_track
from render.kilia.council.seats import X as SEATS_X
from render.kilia.council.seats import draw_legend
from render.kilia.council.wheels import compute_progress
from render.kilia.layout import LOWER, SIGNS
from render.kilia.pieces.board_pieces import draw_uncounted_points
from render.kilia.pieces.flags import Chip
from render.kit.bounds import measure_bounds
from render.kit.colour import WHITE as PAPER_WHITE
from render.kit.marks.change_marks import has_overlap
from render.kit.marks.mark_layout import iter_figures
from render.kit.scene import BODY, DETAIL, Anchor, Box, Icon, Sprite, TextRun
from tests.kilia.pictures.boards import build_checked_view, build_crowded_state
from tests.kilia.stage import BROWN, RED, WHITE, build_table, set_player
from tests.render.rings import CASES, count_rings

NAMES = ("Aoi", "Marco", "Jules", "ことり")
TAGS = ("+1", "+4", "+6", "?")
"""Tags of points that the final scoring adds."""
_RULE = 14  # px from the side of a hanging board to the inner edge of its gold rule


def build_board() -> State:
    s = build_table(offer="W01 R13 B05 Y10 W10")
    set_player(
        s,
        WHITE,
        coins=7,
        goods=(1, 0, 2, 0),
        zones=(3, 2, 0, 1),
        market="M1:Y01 M2:Y02",
        fulfilled="C01",
        abilities="W04",
    )
    set_player(s, RED, fulfilled="C02")
    s.wheels["fifteen_coins"].waiting = [BROWN]
    return s


def list_picture_texts(s: State, picture: str, lang: Lang, reader: int | None) -> list[str]:
    scene = ART.draw(GAME.view(s, reader), picture, RenderContext(lang, NAMES, reader))
    return [node.text for node in scene.live_part if isinstance(node, TextRun)]


@pytest.mark.parametrize("lang", LANGS)
def test_the_ends_of_the_score_track_stay_within_the_rule_of_their_board(lang: Lang) -> None:
    x, _, w, _ = SIGNS[1]
    nodes = draw_score_track(GAME.view(build_crowded_state(), None), RenderContext(lang, NAMES))
    words = [measure_bounds(node) for node in nodes if isinstance(node, TextRun)]
    assert len(words) == 3 and min(left for left, _, _, _ in words) >= x + _RULE
    assert max(right for _, _, right, _ in words) <= x + w - _RULE


def test_future_points_equal_the_final_ones_and_reveal_no_secret() -> None:
    """R4 For the other players only the number of face-down contracts is public."""
    s = build_board()
    own_view, public = GAME.view(s, WHITE), GAME.view(s, None)
    for seat in (WHITE, RED):
        mat = GAME.view(s, seat).mats[seat]
        assert mat.points + mat.pending_points == compute_tally(s, seat).total
    assert [mat.pending_points for mat in public.mats] == [1, 0, 6, 0] and own_view.mats[RED].pending_points == 0
    assert [text for text in list_picture_texts(s, "panel:board", "en", WHITE) if text in TAGS] == ["+4", "?", "+6"]
    assert [text for text in list_picture_texts(s, "board", "en", None) if text in TAGS] == ["+1", "?", "?", "+6"]
    assert [text for text in list_picture_texts(s, "mat:0", "ja", WHITE) if text in TAGS] == ["+4"]
    assert [text for text in list_picture_texts(s, "mat:0", "ja", None) if text in TAGS] == ["+1", "?"]


def test_hourglasses_stand_only_where_points_are_to_come() -> None:
    """A seat without chips had one too."""
    s = build_table(3)
    set_player(s, RED, chips=0)
    scene = ART.draw(GAME.view(s, None), "board", RenderContext("en", NAMES[:3]))
    assert not [node for node in scene.live_part if isinstance(node, Icon) and node.name == "hourglass"]


def test_points_to_come_and_hidden_points_have_separate_signs() -> None:
    """One tag `+1 contract ?` read as if the contracts brought a point."""
    view = GAME.view(build_board(), None)
    for seat, names in ((WHITE, ["hourglass", "contract"]), (RED, ["contract"]), (BROWN, ["hourglass"])):
        nodes = [*draw_uncounted_points(view.mats[seat], 1000, 20, 78, (BODY, DETAIL))]
        assert [node.name for node in nodes if isinstance(node, Icon)] == names
        tags = [measure_bounds(node) for node in nodes if isinstance(node, Box)]
        assert len(tags) == len(names) and not [pair for pair in combinations(tags, 2) if has_overlap(*pair)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_signs_at_a_seal_cover_no_figure_and_stay_within_the_picture(seats: int) -> None:
    s = build_table(seats)
    for seat, (contract, abilities) in enumerate(
        zip(("C01", "C02", "C03", "C04"), ("W04", "R04", "B04", "Y04"), strict=True)
    ):
        if seat < seats:
            set_player(s, seat, coins=12, goods=(12, 12, 12, 12), zones=(1, 1, 1, 1), fulfilled=contract)
            s.players[seat].abilities = [abilities]
    s.wheels["fifteen_coins"].waiting = [seat for seat in range(seats) for _ in range(2)]
    scene = ART.draw(GAME.view(s, None), "board", RenderContext("en", NAMES[:seats]))
    nodes = [node for node in scene.live_part if not isinstance(node, Anchor)]
    tags = [n for n in nodes if isinstance(n, Box) and n.fill == PAPER_WHITE and n.x > 1480 and n.y > LOWER - 9]
    boxes = [measure_bounds(tag) for tag in tags]
    assert len(tags) == 2 * seats and max(right for _, _, right, _ in boxes) <= scene.width - 8
    assert not [pair for pair in combinations(boxes, 2) if has_overlap(*pair)]
    for i, box in zip(map(nodes.index, tags), boxes, strict=True):
        others = [figure for figure in iter_figures([*nodes[:i], *nodes[i + 3 :]]) if not figure.is_sign]
        assert not [figure.node for figure in others if has_overlap(box, figure.box)]


@pytest.mark.parametrize("lang", LANGS)
def test_legend_for_two_and_the_board_in_words_explain_both_signs(lang: Lang) -> None:
    s, ctx = build_board(), RenderContext(lang, NAMES)
    view = GAME.view(s, None)
    words = {"en": ("points to come", "hidden contracts"), "ja": ("これから入る点", "裏向きの契約の点")}[lang]
    assert {*words} <= {*list_picture_texts(build_table(2), "board", lang, None)}
    signs = {"en": "(+ to come, ? hidden contracts)", "ja": "（＋はこれから入る点、？は裏向きの契約）"}[lang]
    assert signs in ART.describe_picture(view, "board", ctx)
    assert signs not in ART.describe_picture(GAME.view(build_table(2), None), "board", ctx)
    lines = ART.describe_board(view, ctx)
    for text in {
        "en": (", 1 point to come, contracts face down not counted", ", 6 points to come,"),
        "ja": ("（これから入る点1）（裏向きの契約は含まず）", "（これから入る点6）、"),
    }[lang]:
        assert lines.count(text) == 1


@pytest.mark.parametrize("lang", LANGS)
def test_the_legend_of_zone_cards_looks_like_a_row_of_zones_and_not_like_any_good(lang: Lang) -> None:
    """A square of all four colours is the sign of any good: readers took its costs for cards of each zone."""
    nodes = [*draw_legend(GAME.view(build_table(2), None), RenderContext(lang, NAMES), 0)]
    colours = set(theme.ZONES.values())
    tiles = [node for node in nodes if isinstance(node, Box) and node.fill in colours]
    numbers = [node for node in nodes if isinstance(node, TextRun) and node.text.isdigit()]
    assert [(n.x, n.y) for n in numbers] == [(tile.x + tile.w / 2, tile.y + tile.h / 2) for tile in tiles]
    assert 1 < len({tile.fill for tile in tiles}) < len(colours)
    boxes = [measure_bounds(node) for node in nodes if isinstance(node, TextRun) and not node.text.isdigit()]
    assert not any(has_overlap(measure_bounds(tile), box) for tile in tiles for box in boxes)


@pytest.mark.parametrize("lang", LANGS)
def test_each_achievement_says_its_condition_and_all_distances(lang: Lang) -> None:
    s = build_board()
    mat = GAME.view(s, WHITE).mats[WHITE]
    ways = {wheel.id: compute_progress(mat, wheel.id) for wheel in GAME.view(s, WHITE).wheels}
    assert ways == {
        "one_zone_4": (3, 4),
        "two_zones_3": (5, 6),
        "four_zones_2": (5, 8),
        "full_market": (2, 6),
        "three_contracts": (1, 3),
        "fifteen_coins": (7, 15),
    }
    distance_texts = {f"{n}/{target}" for n, target in (way for way in ways.values() if way)}
    assert distance_texts <= set(list_picture_texts(s, "zoom:wheels", lang, None)) and distance_texts - {"7/15"} <= set(
        list_picture_texts(s, "panel:board", lang, WHITE)
    )
    asks = {
        "en": "Pay 15 coins in your turn, as often as you like",
        "ja": "自分のターンにコイン15を支払う（何回でも）",
    }[lang]
    assert asks in list_picture_texts(s, "zoom:wheels", lang, None)
    assert asks in ART.describe_picture(GAME.view(s, WHITE), "zoom:wheels", RenderContext(lang, NAMES, WHITE))
    assert "2/6" not in list_picture_texts(s, "board", lang, None), (
        "it is the reader's own way that stands on the board"
    )


@pytest.mark.parametrize("lang", LANGS)
def test_the_final_round_is_announced_as_the_next_one_until_it_begins(lang: Lang) -> None:
    s = build_table()
    s.is_ending = True
    now, later = {"en": ("Final round", "Next: final round"), "ja": ("最終ラウンド", "次が最終ラウンド")}[lang]
    assert later in list_picture_texts(s, "board", lang, None) and now not in list_picture_texts(s, "board", lang, None)
    s.is_ending, s.is_final_round = False, True
    assert now in list_picture_texts(s, "board", lang, None)


def test_achievement_without_further_chip_is_done() -> None:
    s = build_table()
    set_player(s, WHITE, zones=(4, 3, 3, 3))
    mat = GAME.view(s, None).mats[WHITE]
    assert compute_progress(mat, "four_zones_2") is None and compute_progress(mat, "two_zones_3") is None
    assert compute_progress(mat, "one_zone_4") == (3, 4)


@pytest.mark.parametrize(("values", "leaders"), CASES)
def test_every_leader_has_a_ring(values: tuple[int, ...], leaders: int) -> None:
    assert count_rings("kilia", build_checked_view(build_crowded_state()), "mats", "points", values) == leaders


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("chips_left", [(4, 4, 4, 4), (4, 3, 4, 4), (2, 3, 2, 2), (1, 1, 1, 1)])
def test_chips_to_the_end_show_each_seat_that_has_placed_most(chips_left: tuple[int, ...], lang: Lang) -> None:
    s = build_table(4)
    for player, left in zip(s.players, chips_left, strict=True):
        player.chips = left
    live = ART.draw(GAME.view(s, None), "board", RenderContext(lang, NAMES)).live_part
    chips = [node for node in live if isinstance(node, Sprite) and isinstance(node.piece, Chip) and node.y < 100]
    [number] = [node for node in live if isinstance(node, TextRun) and node.text == f"{4 - min(chips_left)}/4"]
    placed_most = {seat for seat, left in enumerate(chips_left) if left == min(chips_left) < 4}
    assert {node.piece.seat for node in chips if isinstance(node.piece, Chip)} == placed_most
    boxes = [*map(measure_bounds, chips), measure_bounds(number)]
    assert not [pair for pair in combinations(boxes, 2) if has_overlap(*pair)]
    assert all(box[2] <= 352 for box in boxes)


def test_the_next_number_has_an_hourglass_while_chips_wait_for_it() -> None:
    s = build_table(2)
    s.wheels["one_zone_4"].waiting = [WHITE]
    live = ART.draw(GAME.view(s, None), "board", RenderContext("en", NAMES)).live_part
    [hourglass] = [node for node in live if isinstance(node, Icon) and node.name == "hourglass" and node.x < SEATS_X]
    numbers = [node for node in live if isinstance(node, TextRun) and (node.x, node.text) == (hourglass.x, "8")]
    assert numbers and not has_overlap(measure_bounds(numbers[0]), measure_bounds(hourglass))
