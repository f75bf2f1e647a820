"""Windows and orientation: nearly payable items, and the stock after the council."""

from __future__ import annotations

from itertools import combinations, pairwise, product

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS, Lang, message
from engines.kilia.data.content import CONTENT
from engines.kilia.game import GAME
from engines.kilia.table.state import State
from render import Mark, RecentStep, RenderContext
from render.kilia import ART, theme
from render.kilia.layout import CARD_H
from render.kilia.panels.nearly_payable import MissingBadge, list_nearly_payable
from render.kilia.pieces.cards import draw_action_card
from render.kilia.pieces.goods import Ware, build_stock
from render.kilia.pieces.ships import Jetty, Ship
from render.kit.bounds import measure_bounds
from render.kit.colour import GOLD, INK, compute_contrast
from render.kit.illustration import Vignette
from render.kit.marks.badges import AuthorBadge
from render.kit.marks.change_marks import has_overlap
from render.kit.scene import Box, Disc, Icon, Sprite, TextRun
from render.kit.tokens import Seal, SeatToken
from tests.kilia.pictures.boards import build_checked_view, build_crowded_state, build_empty_state
from tests.kilia.stage import RED, WHITE, build_table, set_player

NAMES = ("Aoi", "Marco")


@pytest.mark.parametrize("card", CONTENT.cards)
def test_no_ability_touches_the_foot_of_its_card(card: str) -> None:
    nodes = draw_action_card(card, 0, 0, "en", is_available=True, h=CARD_H)
    assert max(measure_bounds(node)[3] for node in nodes if isinstance(node, Icon | Sprite)) <= CARD_H - 6


def _build_sailing() -> State:
    """Ship 2 at the left end with the printed warehouse (salt | brick, coin | coin, wood | wheat) alone."""
    s = build_table(2)
    set_player(s, WHITE, zones=(0, 0, 1, 0), goods=(0, 1, 0, 0), active="SW C24", coins=1)
    s.phase = "council"
    return s


def test_nearly_payable_items_are_listed_with_missing_goods() -> None:
    """Items that a window may make payable come first; payable ones stand last."""
    s = _build_sailing()
    mat = GAME.view(s, WHITE).mats[WHITE]
    items = list_nearly_payable(mat, build_stock(mat))
    assert [(near.zone or near.contract, near.missing_count) for near in items] == [
        ("warehouse", 1),
        ("SW", 2),
        ("C24", 3),
    ]
    assert items[1].units == ("brick", "brick", "wheat") and items[1].held_units == (True, False, False)
    richer = {**build_stock(mat), "brick": 3, "wheat": 2, "salt": 2, "wood": 2, "coin": 9}
    assert all(near.missing_count == 0 for near in list_nearly_payable(mat, richer))
    assert len(list_nearly_payable(mat, richer)) == 3


def test_chosen_window_counts_in_the_nearly_payable_list() -> None:
    s = _build_sailing()
    view = GAME.view(s, WHITE)
    choice = view.mats[WHITE].next_sailing.choices[0]
    places = [f"window:{choice.segment}:{cell}" for cell, _ in choice.windows]
    missing = {}
    for chosen in (None, *places):
        marks = tuple(Mark(place, n, place == chosen) for n, place in enumerate(places, 1))
        live = ART.draw(view, "panel:sail", RenderContext("en", NAMES, WHITE, marks)).live_part
        missing[chosen] = sum(isinstance(node, Sprite) and isinstance(node.piece, MissingBadge) for node in live)
    assert missing == {None: 4, places[0]: 3, places[1]: 3}  # coins are one disc


def test_window_choice_shows_the_return_cargo() -> None:
    """Ship 2 shows 2 and 4 now, 3 and 1 on the way back; with few choices the canal is drawn as it will be."""
    s = _build_sailing()
    view = GAME.view(s, WHITE)
    marks = tuple(
        Mark(f"window:{choice.segment}:{cell}", n)
        for choice in view.mats[WHITE].next_sailing.choices
        for n, (cell, _) in enumerate(choice.windows, 1)
    )
    ctx = RenderContext("en", NAMES, WHITE, marks)
    live = ART.draw(view, "panel:sail", ctx).live_part
    at = next(node.y for node in live if isinstance(node, TextRun) and node.text == "Way back")
    assert [node.text for node in live if isinstance(node, TextRun) and node.y == at] == ["Way back", "×1"]
    cells = sorted(node.x for node in live if isinstance(node, Box) and node.fill == GOLD and node.y > at + 40)
    first = 62 + 216 * 2 + 6
    assert cells == [first, first + 2 * 49]
    assert "the way back brings" in ART.describe_picture(view, "panel:sail", ctx)


def test_stock_after_the_council_is_shown_for_both_orientations() -> None:
    """A card that costs coins is paid for in it, and the better of two numbers is gold."""
    s = build_table(2, offer="W01 R13 Y02 Y10 W10")
    set_player(s, WHITE, coins=7, goods=(1, 0, 0, 0), zones=(0, 0, 0, 1))
    s.building = "Y02"
    live = ART.draw(GAME.view(s, WHITE), "panel:way", RenderContext("en", NAMES, WHITE)).live_part
    table_ = [node for node in live if isinstance(node, TextRun) and node.x > 1260 and node.y > 560]
    rows = {y: [node.text for node in table_ if node.y == y] for y in sorted({node.y for node in table_})}
    assert list(rows.values()) == [["4", "5", "6"], ["1", "2", "1"], ["0", "2", "1"], ["0", "0", "0"], ["0", "0", "0"]]
    gold = [(node.text, node.x) for node in table_ if node.colour == GOLD]
    assert sorted(text for text, _ in gold) == ["2", "2", "6"]


def test_expansion_cost_is_drawn_beside_the_card() -> None:
    """R9 The first card under the warehouse costs one wheat, the third three; alt text too."""
    for cards in (1, 3):
        s = build_table(2, offer="W01 R13 Y02 Y10 W10")
        set_player(s, WHITE, coins=7, zones=(0, 0, 0, cards))
        s.building = "Y02"
        view, ctx = GAME.view(s, WHITE), RenderContext("en", NAMES, WHITE)
        cost = CONTENT.data.zones["warehouse"].costs[cards - 1]
        live = ART.draw(view, "panel:way", ctx).live_part
        paid = [node for node in live if isinstance(node, Sprite) and node.x > 1180 and 200 < node.y < 280]
        assert [node.piece.thing for node in paid if isinstance(node.piece, Ware)] == ["wheat"] * cost
        assert f"the expansion cost {cost} wheat" in ART.describe_picture(view, "panel:way", ctx)


def test_before_the_final_round_no_return_cargo_is_promised() -> None:
    """R17 After a fourth chip the ships sail once more, then never again: picture, words and alt text say so."""
    s = _build_sailing()
    s.is_ending = True
    view = GAME.view(s, WHITE)
    choice = view.mats[WHITE].next_sailing.choices[0]
    marks = tuple(Mark(f"window:{choice.segment}:{cell}", n) for n, (cell, _) in enumerate(choice.windows, 1))
    ctx = RenderContext("en", NAMES, WHITE, marks)
    words = [node.text for node in ART.draw(view, "panel:sail", ctx).live_part if isinstance(node, TextRun)]
    assert "No ship sails in the final round" in words and "Way back" not in words
    assert "the way back" not in ART.describe_picture(view, "panel:sail", ctx)


def test_card_names_all_seats_asked_by_the_council_and_frames_their_rows() -> None:
    """It does not show whether a player has answered in secret."""
    s = _build_sailing()
    view = GAME.view(s, None)
    asked_seats = [mat.seat for mat in view.mats if mat.next_sailing.choices]
    scene = ART.draw(view, "board", RenderContext("en", NAMES))
    above = (n for n in scene.live_part if isinstance(n, Sprite) and n.x > 1200 and n.y < 90)
    assert asked_seats and sorted(n.piece.seat for n in above if isinstance(n.piece, SeatToken)) == asked_seats
    for seat in view.order:
        placement = scene.anchors[f"seat:{seat}"].placement
        row = next(
            n
            for n in scene.live_part
            if isinstance(n, Box) and (n.x, n.y, n.w) == (placement.x, placement.y, placement.w)
        )
        assert (row.edge == INK) == (seat in asked_seats)


@pytest.mark.parametrize("lang", LANGS)
def test_card_header_names_one_asked_seat_or_says_several(lang: Lang) -> None:
    """Tokens alone would not explain themselves."""
    view = GAME.view(_build_sailing(), None)
    choices = view.mats[WHITE].next_sailing.choices

    def read_header(*asked_seats: int) -> str:
        mats = tuple(
            replace(mat, next_sailing=mat.next_sailing._replace(choices=choices if mat.seat in asked_seats else ()))
            for mat in view.mats
        )
        live = ART.draw(replace(view, mats=mats), "board", RenderContext(lang, NAMES)).live_part
        return "".join(n.text for n in live if isinstance(n, TextRun) and n.x > 1150 and n.y < 100)

    assert read_header(WHITE) == {"en": f"Council: {NAMES[WHITE]}", "ja": f"評議会：{NAMES[WHITE]}"}[lang]
    assert read_header(WHITE, RED).replace(" ", "") == {"en": "Council:choosing", "ja": "評議会で選択中"}[lang]


@pytest.mark.parametrize("lang", LANGS)
def test_the_points_of_the_header_stand_apart_and_the_end_has_a_word(lang: Lang) -> None:
    """Four equal scores: no token covers another one, or the numbers of the line."""
    view = GAME.view(build_table(4), None)
    live = ART.draw(view, "board", RenderContext(lang, ("Aoi", "Marco", "Jules", "Nina"))).live_part
    tokens = [n for n in live if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and n.y < 100 and n.x < 820]
    ends = [n for n in live if isinstance(n, TextRun) and n.y == 78 and n.text.isdigit()]
    assert len(tokens) == 4 and len(ends) == 2
    assert all(abs(a.x - b.x) >= 38 for a, b in combinations(tokens, 2))
    assert all(min(n.x for n in ends) + 19 < token.x < max(n.x for n in ends) - 19 for token in tokens)
    flag = next(n for n in live if isinstance(n, Icon) and n.name == "flag")
    assert [n.text for n in live if isinstance(n, TextRun) and n.y == flag.y and n.x < flag.x] == [
        {"en": "chips to end", "ja": "終了チップ"}[lang]
    ]


def test_the_signs_of_a_row_stand_apart() -> None:
    """Chips, actions of the last turn, and the cards of each zone, in the fullest rows."""
    view = build_checked_view(build_crowded_state())
    scene = ART.draw(view, "board", RenderContext("en", ("Aoi", "Marco", "Jules", "Nina")))
    for seat in view.order:
        row = scene.anchors[f"seat:{seat}"].placement
        signs = [
            measure_bounds(n)
            for n in scene.live_part
            if isinstance(n, Sprite | Icon) and row.y < n.y < row.y + 60 and row.x + 100 < n.x < row.x + 520
            if not isinstance(n, Icon) or n.name != "check"  # in the box of its zone
        ]
        boxes = [measure_bounds(anchor) for place, anchor in scene.anchors.items() if place.startswith(f"zone:{seat}:")]
        assert len(boxes) == 4 and len(signs) >= 2
        assert all(min(abs(a[0] - b[2]), abs(b[0] - a[2])) >= 4 for a, b in combinations(boxes, 2))
        assert not [1 for sign in signs for box in boxes if has_overlap(sign, box)]


@pytest.mark.parametrize("picture", ["board", "zoom:seats"])
def test_only_full_zones_have_a_check(picture: str) -> None:
    view = build_checked_view(build_crowded_state())
    scene = ART.draw(view, picture, RenderContext("en", ("Aoi", "Marco", "Jules", "Nina")))
    checks = [(n.x, n.y) for n in scene.live_part if isinstance(n, Icon) and n.name == "check"]
    full = [f"zone:{mat.seat}:{zone.id}" for mat in view.mats for zone in mat.zones if zone.cost is None]
    assert len(checks) == len(full) > 0
    for place in full:
        area = scene.anchors[place].placement
        assert [x for x, y in checks if area.y < y < area.y + area.h and 0 < x - area.x < 160], place


def test_author_badge_leaves_the_last_number_of_a_goal_visible() -> None:
    """In the last row, beside fifteen coins."""
    s = build_table(4)
    before = GAME.view(s, None)
    last = before.order[-1]
    set_player(s, last, zones=(1, 0, 0, 0))
    ctx = RenderContext(
        "en",
        ("Aoi", "Marco", "Jules", "Nina"),
        turns=(RecentStep(last, before, messages=(message("expand.keys", keys=2),)),),
    )
    scene = ART.compose(GAME.view(s, None), "board", ctx)
    [tick] = [n for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, AuthorBadge) and n.x < 1000]
    discs = [n for n in scene.live_part if isinstance(n, Disc) and n.y > 724 and n.x < 920]
    right = max(disc.x + disc.r for disc in discs)
    assert right < measure_bounds(tick)[0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_ship_lies_in_a_berth_between_two_jetties(seats: int) -> None:
    """On open water its place in the row was read as a position in a race."""
    s = build_table(seats)
    for seat in range(seats):
        set_player(s, seat, zones=(0, 0, 4, 0))
    context = RenderContext("en", ("Aoi", "Marco", "Jules", "Nina")[:seats])
    live = ART.compose(GAME.view(s, None), "board", context).live_part
    moored = [n for n in live if isinstance(n, Sprite) and isinstance(n.piece, Jetty | Ship)]
    sides = [(*measure_bounds(n)[::2], type(n.piece)) for n in moored]
    row = sorted(sides, key=lambda side: side[0])
    assert [kind for *_, kind in row] == [Jetty, *[Ship, Jetty] * seats]
    assert all(left[1] < right[0] for left, right in pairwise(row))


def test_the_head_of_a_question_bears_the_readers_token() -> None:
    view = GAME.view(_build_sailing(), WHITE)
    live = ART.draw(view, "panel:sail", RenderContext("en", NAMES, WHITE)).live_part
    tokens = [n.piece for n in live if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and n.y < 130]
    assert [token.seat for token in tokens] == [WHITE]


def test_chips_on_goals_are_ten_px_on_a_phone_and_none_covers_another() -> None:
    s = build_table(4)
    s.wheels["three_contracts"].markers[:2] = [[0, 1, 2, 3], [0, 1, 2]]
    s.wheels["full_market"].markers[0] = [2, 3]
    s.wheels["one_zone_4"].waiting = [0, 1, 2, 3]
    s.wheels["four_zones_2"].waiting = [1, 2]
    live = ART.draw(GAME.view(s, None), "board", RenderContext("en", ("Aoi", "Marco", "Jules", "Nina"))).live_part
    chips = [n for n in live if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and n.y > 720 and n.x < 920]
    assert len(chips) == 15
    assert all(isinstance(n.piece, SeatToken) and n.piece.r >= 20 for n in chips)
    assert all(max(abs(a.x - b.x), abs(a.y - b.y)) >= 40 for a, b in combinations(chips, 2))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_numbers_of_two_digits_leave_the_things_beside_them_visible(seats: int) -> None:
    s = build_table(seats)
    for seat in range(seats):
        set_player(s, seat, coins=15, goods=(11, 11, 11, 11))
    live = ART.draw(
        GAME.view(s, None), "board", RenderContext("en", ("Aoi", "Marco", "Jules", "Nina")[:seats])
    ).live_part
    things = [n for n in live if isinstance(n, Sprite) and isinstance(n.piece, Ware | Seal) and n.y > 780]
    counts = [n for n in live if isinstance(n, TextRun) and n.text in {"11", "15"} and n.x > 930]
    assert len(counts) == 5 * seats
    for count in counts:
        _, top, right, bottom = measure_bounds(count)
        boxes = [measure_bounds(thing) for thing in things if thing.x > count.x and top < thing.y < bottom]
        assert all(right + 4 <= box[0] for box in boxes)


def test_the_stock_of_a_large_seat_has_one_size_and_its_numbers_stand_clear_of_its_signs() -> None:
    s = build_table(3)
    set_player(s, 0, coins=8, goods=(2, 11, 10, 13))
    live = ART.draw(GAME.view(s, None), "zoom:seats", RenderContext("en", ("Aoi", "Marco", "Jules"))).live_part
    line = [n for n in live if isinstance(n, Sprite | TextRun) and 460 < n.y < 510 and n.x < 800]
    counts = [n for n in line if isinstance(n, TextRun)][-5:]
    assert [n.text for n in counts] == ["8", "2", "11", "10", "13"] and len({n.size for n in counts}) == 1
    for count, thing in product(counts, (n for n in line if isinstance(n, Sprite))):
        (left, _, right, _), box = measure_bounds(count), measure_bounds(thing)
        assert right + 4 <= box[0] or box[2] + 1 <= left, count


def test_waiting_markers_stand_on_a_light_field() -> None:
    """A brown marker is lost on the dark label of a goal."""
    s = build_table(4)
    s.wheels["one_zone_4"].waiting = [WHITE]
    live = ART.draw(GAME.view(s, None), "board", RenderContext("en", ("Aoi", "Marco", "Jules", "Nina"))).live_part
    [marker] = [n for n in live if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and n.x < 130 and n.y > 786]
    i = live.index(marker)
    [field] = [n for n in live[:i] if isinstance(n, Box) and n.x < marker.x < n.x + n.w and n.y < marker.y < n.y + n.h]
    assert field.fill is not None and compute_contrast(field.fill, theme.SEATS["brown"]) > 4


@pytest.mark.parametrize(("count", "names"), [(0, ["scales"]), (1, ["casks", "scales", "bales"]), (4, [])])
def test_the_free_part_of_a_shelf_shows_what_merchants_weigh_and_store(count: int, names: list[str]) -> None:
    view = build_checked_view(build_empty_state())
    mat = replace(view.mats[0], active_contracts=tuple(CONTENT.contracts)[:count])
    view = replace(view, mats=(mat, *view.mats[1:]))
    scene = ART.compose(view, "mat:0", RenderContext("en", ("A", "B", "C", "D")))
    engravings = [node for node in scene.live_part if isinstance(node, Vignette) and node.ink == theme.INK_2]
    assert [node.name for node in engravings] == [f"kilia/{name}" for name in names]
    anchors = [anchor.placement for anchor in scene.anchors.values() if anchor.place.startswith("active:")]
    assert all(node.y >= place.y + place.h for node in engravings for place in anchors)
