"""Spies on the overview: owner, number and suit are legible on a phone at every table."""

from itertools import combinations, pairwise, product

import pytest
from msgspec.structs import replace

from engines.pax_pamir.data.content import CONTENT, SUITS
from engines.pax_pamir.data.types import Suit
from engines.pax_pamir.view import View
from render import Scene
from render.kit.bounds import measure_bounds
from render.kit.marks.mark_layout import CAPITAL_HEIGHT
from render.kit.marks.removed_marker import RemovedMarker
from render.kit.scene import Anchor, Box, Disc, Icon, Numeral, Sprite, TextRun
from render.kit.text import measure_text
from render.pax_pamir import theme
from render.pax_pamir.board.columns import layout_columns
from render.pax_pamir.layout import SEATS_X, find_board_sizes
from render.pax_pamir.pieces import SpyToken

from . import boards, notation
from .scenes import build_context, build_view, draw_overview, has_overlap
from .test_latest import iter_turns

PHONE = 34
"""Minimum width of a sign in px; a phone shows a quarter of it, 8.5 px."""
LETTER = 32
"""Minimum size of a letter in px; 8 px on a phone."""
ORDINARY = {2: 54, 3: 48, 4: 50, 5: 42}
"""Height of signs in px by number of seats, except for the fullest courts."""
MOSTLY = 0.7


def list_signs(scene: Scene) -> list[Sprite]:
    return [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, SpyToken)]


def list_pockets(scene: Scene) -> list[tuple[Suit, Box]]:
    suits: dict[str, Suit] = {theme.POCKETS[suit]: suit for suit in SUITS}
    return [
        (suits[node.fill], node)
        for node in scene.live_part
        if isinstance(node, Box) and node.fill and node.fill in suits
    ]


def read_spies(scene: Scene, row: float, foot: float) -> dict[Suit, dict[int, int]]:
    """Read a row (from y `row` to `foot`) as suit -> player -> spies, from the signs and numbers in its pockets."""
    spies_by_suit: dict[Suit, dict[int, int]] = {}
    counts = [node for node in scene.live_part if isinstance(node, TextRun) and node.x > SEATS_X]
    numbers = [node for node in counts if node.text.removeprefix("×").isdigit()]
    for suit, box in list_pockets(scene):
        if not row < box.y < foot:
            continue
        inside = [s for s in list_signs(scene) if box.x <= s.x <= box.x + box.w and box.y <= s.y <= box.y + box.h]
        spies_by_suit[suit] = {}
        for sign in inside:
            assert isinstance(sign.piece, SpyToken)
            _, _, right, _ = measure_bounds(sign)
            beside = [
                int(t.text.removeprefix("×"))
                for t in numbers
                if abs(t.y - box.y - box.h / 2) < 8 and -8 < t.x - right < 8
            ]
            spies_by_suit[suit][sign.piece.player] = beside[0] if beside else 1
    return spies_by_suit


def count_spies(view: View, player: int) -> dict[Suit, dict[int, int]]:
    spies_by_suit: dict[Suit, dict[int, int]] = {}
    for slot in view.players[player].court:
        for owner, n in enumerate(slot.spies):
            if n:
                by_owner = spies_by_suit.setdefault(CONTENT.cards[slot.card].suit, {})
                by_owner[owner] = by_owner.get(owner, 0) + n
    return spies_by_suit


def list_faults(view: View, scene: Scene) -> list[str]:
    """Return faults: signs too small or overlapping, and rows that do not show the spies of the View."""
    faults = []
    boxes = [measure_bounds(sign) for sign in list_signs(scene)]
    for left, top, right, bottom in boxes:
        if right - left < 0.85 * PHONE or bottom - top < 0.9 * PHONE:
            faults.append(f"a sign of {right - left:.0f} x {bottom - top:.0f}")
    for a, b in combinations(boxes, 2):
        if a[0] < b[2] + 2 and b[0] < a[2] + 2 and a[1] + 3 < b[3] and b[1] + 3 < a[3]:
            faults.append(f"{a} and {b} touch each other")
    for sign in list_signs(scene):
        assert isinstance(sign.piece, SpyToken)
        faults += [
            f"a letter of {shape.size:.0f} px"
            for shape in sign.piece.shapes()
            if isinstance(shape, Numeral) and shape.size < LETTER
        ]
    for player in view.ring:
        placement = scene.anchors[f"player:{player}"].placement
        row_spies = read_spies(scene, placement.y, placement.y + placement.h)
        if row_spies != count_spies(view, player):
            faults.append(f"row of {player}: {row_spies}, not {count_spies(view, player)}")
    for suit, box in list_pockets(scene):
        tiles = [anchor.placement for place, anchor in scene.anchors.items() if place.startswith("stars:")]
        mine = [tile for tile in tiles if tile.y < box.y < tile.y + tile.h]
        own_tile = mine[SUITS.index(suit)]
        if (box.x, box.w) != (own_tile.x, own_tile.w):
            faults.append(f"the pocket of {suit} at {box.x:.0f} is not as wide as its tile at {own_tile.x:.0f}")
    return faults


def has_locks(view: View, sign: Sprite) -> bool:
    """Return whether the sign's row has locks, which take space from the signs."""
    scene = draw_overview(view, build_context(view))
    rows = {number: scene.anchors[f"player:{number}"].placement for number in view.ring}
    row = next(number for number, placement in rows.items() if placement.y < sign.y < placement.y + placement.h)
    return any(column.locked_holders for column in layout_columns(view, view.players[row], find_board_sizes(view).row))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_spies_can_be_read_at_every_table(seats: int) -> None:
    radii: list[float] = []
    for n, (view, _) in enumerate(iter_turns(seats)):
        if n % 3 == 0:
            scene = draw_overview(view, build_context(view))
            assert not list_faults(view, scene)
            radii += [
                2 * sign.piece.r
                for sign in list_signs(scene)
                if isinstance(sign.piece, SpyToken) and not has_locks(view, sign)
            ]
    assert sum(size >= ORDINARY[seats] for size in radii) >= MOSTLY * len(radii) > 0


def test_small_signs_and_a_wrong_owner_are_detected() -> None:
    view = build_view("classic")
    scene = draw_overview(view, build_context(view))
    sign = list_signs(scene)[0]
    assert isinstance(sign.piece, SpyToken)
    for other in (SpyToken(sign.piece.player, sign.piece.colour, 13), SpyToken(4, sign.piece.colour, sign.piece.r)):
        nodes = tuple(Sprite(n.x, n.y, other) if n is sign else n for n in scene.live_part)
        faulty = Scene(scene.theme, scene.width, scene.height, scene.background, scene.static_part, nodes)
        assert list_faults(view, faulty)


def test_tiles_with_three_owners_take_space_from_their_neighbours() -> None:
    court = ("61 BCD", "41 A", "6 EE")
    cards = [CONTENT.cards[int(text.split()[0])].suit for text in court]
    assert len({*cards}) == 3
    view = boards.build_table((notation.build_player(0, "a", court), *boards.build_classic().players[1:]))
    scene = draw_overview(view, build_context(view))
    row = scene.anchors["player:0"].placement
    boxes = sorted((box for _, box in list_pockets(scene) if row.y < box.y < row.y + row.h), key=lambda box: box.x)
    assert len(boxes) == 3
    assert all(a.x + a.w <= b.x for a, b in pairwise(boxes))
    assert boxes[-1].x + boxes[-1].w <= SEATS_X + 400
    assert len({box.w for box in boxes}) > 1
    assert read_spies(scene, row.y, row.y + row.h) == count_spies(view, 0)


def test_spies_are_counted_by_owner_if_suits_do_not_fit() -> None:
    view = build_view("fullest")
    scene = draw_overview(view, build_context(view))
    placement = scene.anchors["player:0"].placement
    here = [sign for sign in list_signs(scene) if placement.y < sign.y < placement.y + placement.h]
    assert [sign.piece.player for sign in here if isinstance(sign.piece, SpyToken)] == [0, 1, 2, 3, 4]
    numbers = [
        int(node.text.removeprefix("×"))
        for node in scene.live_part
        if isinstance(node, TextRun) and abs(node.y - here[0].y) < 2 and here[0].x < node.x < here[-1].x + 40
    ]
    totals = [sum(slot.spies[owner] for slot in view.players[0].court) for owner in range(5)]
    assert numbers == [n for n in totals if n > 1]


def test_tiles_use_the_space_of_spies_if_there_are_none() -> None:
    view = build_view("classic")
    bare = tuple(
        replace(player, court=tuple(replace(s, spies=(0,) * 4, hostage=None) for s in player.court))
        for player in view.players
    )
    without = replace(view, players=bare)
    sums = [draw_overview(v, build_context(v)).anchors["stars:1:political"].placement for v in (view, without)]
    assert sums[0].centre == sums[1].centre and sums[0].h == sums[1].h
    tiles = [
        [
            node
            for node in draw_overview(v, build_context(v)).live_part
            if isinstance(node, Box) and (node.x, node.y) == (sums[0].x, sums[0].y)
        ]
        for v in (view, without)
    ]
    assert tiles[1][0].h > tiles[0][0].h + 30


def test_owners_below_one_suit_are_apart_each_followed_by_its_count() -> None:
    """As in a row of a recorded game, where the signs touched each other."""
    view = boards.build_table((notation.build_player(0, "a", ("61 CDD", "41 E")), *build_view("fullest").players[1:]))
    scene = draw_overview(view, build_context(view))
    row = scene.anchors["player:0"].placement
    assert read_spies(scene, row.y, row.y + row.h) == count_spies(view, 0)
    here = sorted((s for s in list_signs(scene) if row.y < s.y < row.y + row.h), key=lambda s: s.x)
    assert all(measure_bounds(a)[2] + 6 <= measure_bounds(b)[0] for a, b in pairwise(here))
    assert all(isinstance(n, Numeral) and n.size >= LETTER for s in here for n in s.piece.shapes()[1:])


NAMED: dict[str, tuple[str, ...]] = {
    "short": ("Aoi", "Marco", "Kotori", "Nina", "Bartholomew"),
    "long": ("Bartholomew of Kabul", "Wilhelmina", "とてもながいなまえ", "MWMWMWMW", "Jules d'Arc"),
}


@pytest.mark.parametrize(
    ("name", "names"),
    [*product(("start of two", "with Wakhan", "classic", "start of five"), NAMED), ("fullest", "short")],
)
def test_numbers_of_a_row_are_large_and_names_whole(name: str, names: str) -> None:
    """Names get the space that the numbers leave: a digit of a sum is 28 px high, 7 on a phone. An ordinary name is
    smaller than 26 or needs a second line only if nearly all sums have two digits.
    """
    view = boards.CROWDED[name] if name in boards.CROWDED else build_view(name)
    scene = draw_overview(view, build_context(view, names=NAMED[names][: len(view.players)]))
    runs = [node for node in scene.live_part if isinstance(node, TextRun) and node.x > SEATS_X and node.y > 124]
    for seat, name_text in enumerate(NAMED[names][: len(view.players)]):
        if view.players[seat].is_automa:
            continue
        row, first = scene.anchors[f"player:{seat}"].placement, scene.anchors[f"rupees:{seat}"].placement
        before = [run for run in runs if run.x < first.x and row.y < run.y < row.y + 60]
        assert "".join(run.text for run in before).replace("-", "").replace(" ", "") == name_text.replace(" ", "")
        assert all(
            measure_bounds(run)[2] <= first.x and run.max_width and measure_text(run.text, run.size) <= run.max_width
            for run in before
        )
        assert names == "long" or name == "fullest" or min(run.size for run in before) >= 26
        for what in ("rupees", "held", "influence", "cylinders"):
            placement = scene.anchors[f"{what}:{seat}"].placement
            [number] = [
                run
                for run in runs
                if placement.x < measure_bounds(run)[0]
                and measure_bounds(run)[2] <= placement.x + placement.w + 1
                and placement.y < run.y < placement.y + placement.h
            ]
            assert CAPITAL_HEIGHT * number.size >= 28 and number.text.isdigit()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_contents_of_a_row_do_not_touch_its_frame(seats: int) -> None:
    """In the active row of five players the name, the spies and the numbers at the bottom once did."""
    spied = 0
    for n, (view, _) in enumerate(iter_turns(seats)):
        if n % 5:
            continue
        scene = draw_overview(view, build_context(view))
        for player in view.ring:
            row = scene.anchors[f"player:{player}"].placement
            inside = (row.x + 72, row.y, row.x + row.w, row.y + row.h)
            hung = [box for _, box in list_pockets(scene) if row.y < box.y < row.y + row.h]
            spied += len(hung)
            row_nodes: list[Box | TextRun] = [*hung, *(node for node in scene.live_part if isinstance(node, TextRun))]
            for node in row_nodes:
                left, top, right, foot = measure_bounds(node)
                if inside[0] < left and right < inside[2] + 10 and inside[1] - 8 < top < inside[3]:
                    base = foot - 0.2 * node.size if isinstance(node, TextRun) else foot  # digits have no descenders
                    assert row.y + 2 <= top and base <= row.y + row.h - 4, node
    assert spied


def test_spies_that_left_a_suit_leave_their_outlines_below_it() -> None:
    """No outline where other spies are now; tiles keep space for outlines even if no spy is in play any more."""
    cards = ("61 C", "41 AA")
    suits = [CONTENT.cards[int(text.split()[0])].suit for text in cards]
    bare = tuple(replace(player, court=()) for player in boards.build_classic().players[1:])

    def build_dealt_view(*court: str) -> View:
        return boards.build_table((notation.build_player(0, "a", court), *bare))

    def list_outlines(before: View, view: View) -> list[tuple[int, float]]:
        scene = draw_overview(view, build_context(view, view_before=before))
        tiles = [node for node in scene.live_part if isinstance(node, Box) and node.fill in theme.SUITS.values()]
        old_outlines = []
        for node in scene.live_part:
            if (
                isinstance(node, Sprite)
                and isinstance(node.piece, RemovedMarker)
                and isinstance(node.piece.piece, SpyToken)
            ):
                assert not any(has_overlap(measure_bounds(node), measure_bounds(tile), 3) for tile in tiles)
                old_outlines.append((node.piece.piece.player, node.x))
        return old_outlines

    first = draw_overview(build_dealt_view(*cards), build_context(build_dealt_view(*cards)))
    tiles = {suit: first.anchors[f"stars:0:{suit}"].placement for suit in suits}
    assert list_outlines(build_dealt_view(*cards), build_dealt_view(*cards)) == []
    [(owner, x)] = list_outlines(build_dealt_view(*cards), build_dealt_view("61", cards[1]))
    assert owner == 2 and tiles[suits[0]].x < x < tiles[suits[0]].x + tiles[suits[0]].w
    assert {owner for owner, _ in list_outlines(build_dealt_view(*cards), build_dealt_view("61", "41"))} == {0, 2}
    assert list_outlines(build_dealt_view(*cards), build_dealt_view("61 B", cards[1])) == []


def test_a_lock_on_a_sign_covers_no_count() -> None:
    view = boards.CROWDED["massed"]
    scene = draw_overview(view, build_context(view))
    nodes = [node for node in scene.live_part if not isinstance(node, Anchor)]
    locks = [
        measure_bounds(disc)
        for disc, icon in pairwise(nodes)
        if isinstance(disc, Disc) and isinstance(icon, Icon) and icon.name == "lock" and disc.r < 12
    ]
    counts = [node for node in nodes if isinstance(node, TextRun) and node.text.removeprefix("×").isdigit()]
    assert len(locks) >= 5
    assert not any(has_overlap(lock, measure_bounds(count), 2) for lock in locks for count in counts)
