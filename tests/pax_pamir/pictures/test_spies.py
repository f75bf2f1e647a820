"""Spies on the overview: whose they are, how many and below which suit can be read on a phone, at every table."""

from itertools import combinations, pairwise, product

import pytest
from msgspec.structs import replace

from engines.pax_pamir.data.content import CONTENT, SUITS
from engines.pax_pamir.data.types import Suit
from engines.pax_pamir.view import View
from render import Scene
from render.kit.extent import extent
from render.kit.marks.figures import CAPITAL
from render.kit.marks.ghost import Ghost
from render.kit.scene import Box, Numeral, Sprite, Text
from render.kit.text import measure
from render.pax_pamir import theme
from render.pax_pamir.board.columns import columns
from render.pax_pamir.layout import SEATS_X, board
from render.pax_pamir.pieces import Spy

from . import boards, notation
from .scenes import look, overlap, overview, state
from .test_latest import turns

PHONE = 34
"""px: a quarter of it, 8.5 px, is as wide as a sign must be on a phone."""
LETTER = 32
"""px: 8 px on a phone."""
ORDINARY = {2: 54, 3: 48, 4: 50, 5: 42}
"""px: so high are signs by number of seats, but for the fullest courts."""
MOSTLY = 0.7


def signs(scene: Scene) -> list[Sprite]:
    return [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Spy)]


def pockets(scene: Scene) -> list[tuple[Suit, Box]]:
    suits: dict[str, Suit] = {theme.POCKETS[suit]: suit for suit in SUITS}
    return [
        (suits[node.fill], node) for node in scene.live if isinstance(node, Box) and node.fill and node.fill in suits
    ]


def read(scene: Scene, row: float, foot: float) -> dict[Suit, dict[int, int]]:
    """What a row tells: suit -> player -> spies, from the signs and numbers in its pockets."""
    told: dict[Suit, dict[int, int]] = {}
    counts = [node for node in scene.live if isinstance(node, Text) and node.x > SEATS_X]
    numbers = [node for node in counts if node.text.removeprefix("×").isdigit()]
    for suit, box in pockets(scene):
        if not row < box.y < foot:
            continue
        inside = [s for s in signs(scene) if box.x <= s.x <= box.x + box.w and box.y <= s.y <= box.y + box.h]
        told[suit] = {}
        for sign in inside:
            assert isinstance(sign.piece, Spy)
            _, _, right, _ = extent(sign)
            beside = [
                int(t.text.removeprefix("×"))
                for t in numbers
                if abs(t.y - box.y - box.h / 2) < 8 and -8 < t.x - right < 8
            ]
            told[suit][sign.piece.player] = beside[0] if beside else 1
    return told


def spies(view: View, player: int) -> dict[Suit, dict[int, int]]:
    found: dict[Suit, dict[int, int]] = {}
    for slot in view.players[player].court:
        for owner, n in enumerate(slot.spies):
            if n:
                there = found.setdefault(CONTENT.cards[slot.card].suit, {})
                there[owner] = there.get(owner, 0) + n
    return found


def problems(view: View, scene: Scene) -> list[str]:
    """Signs that are too small or lie on another, and rows that do not tell whose spies are where."""
    found = []
    boxes = [extent(sign) for sign in signs(scene)]
    for left, top, right, bottom in boxes:
        if right - left < 0.85 * PHONE or bottom - top < 0.9 * PHONE:
            found.append(f"a sign of {right - left:.0f} x {bottom - top:.0f}")
    for a, b in combinations(boxes, 2):
        if a[0] < b[2] + 2 and b[0] < a[2] + 2 and a[1] + 3 < b[3] and b[1] + 3 < a[3]:
            found.append(f"{a} and {b} touch each other")
    for sign in signs(scene):
        assert isinstance(sign.piece, Spy)
        found += [
            f"a letter of {one.size:.0f} px"
            for one in sign.piece.shapes()
            if isinstance(one, Numeral) and one.size < LETTER
        ]
    for player in view.ring:
        spot = scene.anchors[f"player:{player}"].spot
        told = read(scene, spot.y, spot.y + spot.h)
        if told != spies(view, player):
            found.append(f"row of {player}: {told}, not {spies(view, player)}")
    for suit, box in pockets(scene):
        tiles = [anchor.spot for place, anchor in scene.anchors.items() if place.startswith("stars:")]
        mine = [tile for tile in tiles if tile.y < box.y < tile.y + tile.h]
        own = mine[SUITS.index(suit)]
        if (box.x, box.w) != (own.x, own.w):
            found.append(f"the pocket of {suit} at {box.x:.0f} is not as wide as its tile at {own.x:.0f}")
    return found


def locked(view: View, sign: Sprite) -> bool:
    """Whether locks stand in its row: they take room from the signs."""
    scene = overview(view, look(view))
    rows = {number: scene.anchors[f"player:{number}"].spot for number in view.ring}
    row = next(number for number, spot in rows.items() if spot.y < sign.y < spot.y + spot.h)
    return any(column.locked for column in columns(view, view.players[row], board(view).row))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_spies_can_be_read_at_every_table(seats: int) -> None:
    radii: list[float] = []
    for n, (view, _) in enumerate(turns(seats)):
        if n % 3 == 0:
            scene = overview(view, look(view))
            assert not problems(view, scene)
            radii += [
                2 * sign.piece.r for sign in signs(scene) if isinstance(sign.piece, Spy) and not locked(view, sign)
            ]
    assert sum(size >= ORDINARY[seats] for size in radii) >= MOSTLY * len(radii) > 0


def test_smaller_signs_and_a_wrong_owner_would_be_noticed() -> None:
    view = state("classic")
    scene = overview(view, look(view))
    sign = signs(scene)[0]
    assert isinstance(sign.piece, Spy)
    for other in (Spy(sign.piece.player, sign.piece.colour, 13), Spy(4, sign.piece.colour, sign.piece.r)):
        live = tuple(Sprite(n.x, n.y, other) if n is sign else n for n in scene.live)
        faulty = Scene(scene.theme, scene.width, scene.height, scene.ground, scene.static, live)
        assert problems(view, faulty)


def test_tiles_with_the_spies_of_three_take_room_of_those_beside_them() -> None:
    court = ("61 BCD", "41 A", "6 EE")
    cards = [CONTENT.cards[int(text.split()[0])].suit for text in court]
    assert len({*cards}) == 3
    view = boards.table((notation.player(0, "a", court), *boards.classic().players[1:]))
    scene = overview(view, look(view))
    row = scene.anchors["player:0"].spot
    boxes = sorted((box for _, box in pockets(scene) if row.y < box.y < row.y + row.h), key=lambda box: box.x)
    assert len(boxes) == 3
    assert all(a.x + a.w <= b.x for a, b in pairwise(boxes))
    assert boxes[-1].x + boxes[-1].w <= SEATS_X + 400
    assert len({box.w for box in boxes}) > 1
    assert read(scene, row.y, row.y + row.h) == spies(view, 0)


def test_spies_that_have_no_room_by_suit_are_counted_by_owner() -> None:
    view = state("fullest")
    scene = overview(view, look(view))
    spot = scene.anchors["player:0"].spot
    here = [sign for sign in signs(scene) if spot.y < sign.y < spot.y + spot.h]
    assert [sign.piece.player for sign in here if isinstance(sign.piece, Spy)] == [0, 1, 2, 3, 4]
    numbers = [
        int(node.text.removeprefix("×"))
        for node in scene.live
        if isinstance(node, Text) and abs(node.y - here[0].y) < 2 and here[0].x < node.x < here[-1].x + 40
    ]
    totals = [sum(slot.spies[owner] for slot in view.players[0].court) for owner in range(5)]
    assert numbers == [n for n in totals if n > 1]


def test_tiles_have_the_room_of_the_spies_while_there_are_none() -> None:
    view = state("classic")
    bare = tuple(
        replace(one, court=tuple(replace(s, spies=(0,) * 4, hostage=None) for s in one.court)) for one in view.players
    )
    without = replace(view, players=bare)
    sums = [overview(v, look(v)).anchors["stars:1:political"].spot for v in (view, without)]
    assert sums[0].centre == sums[1].centre and sums[0].h == sums[1].h
    tiles = [
        [
            node
            for node in overview(v, look(v)).live
            if isinstance(node, Box) and (node.x, node.y) == (sums[0].x, sums[0].y)
        ]
        for v in (view, without)
    ]
    assert tiles[1][0].h > tiles[0][0].h + 30


def test_of_several_owners_below_one_suit_each_is_apart_with_its_count_right_behind_it() -> None:
    """As in a row of a recorded game, where the signs touched."""
    view = boards.table((notation.player(0, "a", ("61 CDD", "41 E")), *state("fullest").players[1:]))
    scene = overview(view, look(view))
    row = scene.anchors["player:0"].spot
    assert read(scene, row.y, row.y + row.h) == spies(view, 0)
    here = sorted((s for s in signs(scene) if row.y < s.y < row.y + row.h), key=lambda s: s.x)
    assert all(extent(a)[2] + 6 <= extent(b)[0] for a, b in pairwise(here))
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
    """Names have what the numbers leave: a digit of a sum is 28 px high, 7 on a phone. Only where nearly all sums
    have two digits an ordinary name is smaller than 26 or needs a second line.
    """
    view = boards.CROWDED[name] if name in boards.CROWDED else state(name)
    scene = overview(view, look(view, names=NAMED[names][: len(view.players)]))
    runs = [node for node in scene.live if isinstance(node, Text) and node.x > SEATS_X and node.y > 124]
    for seat, who in enumerate(NAMED[names][: len(view.players)]):
        if view.players[seat].automa:
            continue
        row, first = scene.anchors[f"player:{seat}"].spot, scene.anchors[f"rupees:{seat}"].spot
        before = [run for run in runs if run.x < first.x and row.y < run.y < row.y + 60]
        assert "".join(run.text for run in before).replace("-", "").replace(" ", "") == who.replace(" ", "")
        assert all(extent(run)[2] <= first.x and run.room and measure(run.text, run.size) <= run.room for run in before)
        assert names == "long" or name == "fullest" or min(run.size for run in before) >= 26
        for what in ("rupees", "held", "influence", "cylinders"):
            spot = scene.anchors[f"{what}:{seat}"].spot
            [number] = [
                run
                for run in runs
                if spot.x < extent(run)[0]
                and extent(run)[2] <= spot.x + spot.w + 1
                and spot.y < run.y < spot.y + spot.h
            ]
            assert CAPITAL * number.size >= 28 and number.text.isdigit()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_what_stands_in_a_row_does_not_touch_its_frame(seats: int) -> None:
    """As the name, the spies and the numbers at the foot of the active row of five did."""
    spied = 0
    for n, (view, _) in enumerate(turns(seats)):
        if n % 5:
            continue
        scene = overview(view, look(view))
        for player in view.ring:
            row = scene.anchors[f"player:{player}"].spot
            inside = (row.x + 72, row.y, row.x + row.w, row.y + row.h)
            hung = [box for _, box in pockets(scene) if row.y < box.y < row.y + row.h]
            spied += len(hung)
            shown: list[Box | Text] = [*hung, *(node for node in scene.live if isinstance(node, Text))]
            for node in shown:
                left, top, right, foot = extent(node)
                if inside[0] < left and right < inside[2] + 10 and inside[1] - 8 < top < inside[3]:
                    base = foot - 0.2 * node.size if isinstance(node, Text) else foot  # figures have no descenders
                    assert row.y + 2 <= top and base <= row.y + row.h - 4, node
    assert spied


def test_spies_that_left_a_suit_leave_their_outlines_below_it() -> None:
    """Where others lie now there is none; the tiles keep room for it, also if no spy is out any more."""
    cards = ("61 C", "41 AA")
    suits = [CONTENT.cards[int(text.split()[0])].suit for text in cards]
    bare = tuple(replace(one, court=()) for one in boards.classic().players[1:])

    def dealt(*court: str) -> View:
        return boards.table((notation.player(0, "a", court), *bare))

    def outlines(before: View, view: View) -> list[tuple[int, float]]:
        scene = overview(view, look(view, before=before))
        tiles = [node for node in scene.live if isinstance(node, Box) and node.fill in theme.SUITS.values()]
        found = []
        for node in scene.live:
            if isinstance(node, Sprite) and isinstance(node.piece, Ghost) and isinstance(node.piece.piece, Spy):
                assert not any(overlap(extent(node), extent(tile), 3) for tile in tiles)
                found.append((node.piece.piece.player, node.x))
        return found

    first = overview(dealt(*cards), look(dealt(*cards)))
    tiles = {suit: first.anchors[f"stars:0:{suit}"].spot for suit in suits}
    assert outlines(dealt(*cards), dealt(*cards)) == []
    [(owner, x)] = outlines(dealt(*cards), dealt("61", cards[1]))
    assert owner == 2 and tiles[suits[0]].x < x < tiles[suits[0]].x + tiles[suits[0]].w
    assert {owner for owner, _ in outlines(dealt(*cards), dealt("61", "41"))} == {0, 2}
    assert outlines(dealt(*cards), dealt("61 B", cards[1])) == []
