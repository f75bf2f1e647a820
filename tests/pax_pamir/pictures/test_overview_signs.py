"""Signs on the overview that test readers misread: locks, individual prices, letters, waived bribes."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS, Lang, SeatRef, message
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render import RecentStep, RenderContext
from render.kit.bounds import measure_bounds
from render.kit.marks.badges import AuthorBadge
from render.kit.marks.change_marks import PAPER_INK
from render.kit.scene import Disc, Icon, Numeral, Polyline, Sprite, TextRun
from render.kit.tokens import Coin
from render.pax_pamir import lands, layout
from render.pax_pamir.board import columns as suits
from render.pax_pamir.board.event_signs import LastingEvent
from render.pax_pamir.catalogue import render_message
from render.pax_pamir.layout import find_board_sizes
from render.pax_pamir.pieces import PriceTag, SpyToken

from . import boards, notation
from .scenes import build_context, build_view, draw_overview, has_overlap
from .test_latest import iter_turns


def _build_step(seat: int, before: View) -> RecentStep:
    """Return a step with a logged event; without one a turn has no letters."""
    return RecentStep(seat, before, messages=(message("money.bank", who=SeatRef(seat), rupees=2),))


@pytest.mark.parametrize("court", [("61 BB hostage B", "41 CD hostage C"), ("61 BBC hostage B", "41 CC", "6 D")])
def test_locks_are_beside_holders_if_smaller_signs_make_room(court: tuple[str, ...]) -> None:
    """On top of a sign the lock shrank to a dot."""
    view = boards.build_table((notation.build_player(0, "a", court), *boards.build_classic().players[1:]))
    columns = suits.layout_columns(view, view.players[0], find_board_sizes(view).row)
    assert 0 < columns[0].spy_r < find_board_sizes(view).row.spy_r
    assert all(column.locked_holders == column.holders for column in columns) and any(
        column.holders for column in columns
    )


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("doubled", [False, True])
def test_a_price_of_its_own_hides_neither_names_nor_the_price_of_its_column(doubled: bool, lang: Lang) -> None:
    cards = list(CONTENT.cards)
    view = replace(build_view("classic"), has_double_prices=doubled)
    for first in range(0, len(cards) - 12, 12):
        market = tuple(
            replace(space, card=card, cost=1, is_locked=False, rupees=0)
            for space, card in zip(view.market, cards[first:], strict=False)
        )
        scene = draw_overview(replace(view, market=market), build_context(view, lang))
        tags = [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, PriceTag)]
        texts = [node for node in scene.live_part if isinstance(node, TextRun) and node.y > layout.MARKET_TOP]
        assert len(tags) >= 10
        for tag, text in product(tags, texts):
            assert not has_overlap(measure_bounds(tag), measure_bounds(text), 2), text.text


@pytest.mark.parametrize("region", ["punjab", "kabul", "persia", "transcaspia"])
@pytest.mark.parametrize("lang", LANGS)
def test_letter_of_an_arrival_is_inside_its_region(region: str, lang: Lang) -> None:
    """Punjab's name ends at the map's edge: there the letter once overlapped the frame and pointed at the name."""
    view = build_view("start of five")
    regions = tuple(replace(place, armies={"british": 2}) if place.id == region else place for place in view.regions)
    after = replace(view, regions=regions)
    names = boards.NAMES[: len(view.players)]
    step = _build_step(3, view)
    scene = draw_overview(after, RenderContext(lang, names, view_before=view, turns=(step,)))
    [mark] = [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge)]
    left, _, right, _ = measure_bounds(mark)
    assert left >= lands.X and right <= lands.X + lands.W and lands.Y < mark.y < lands.Y + lands.H


@pytest.mark.parametrize("effect", ["disregard_for_customs", "courtly_manners"])
def test_waived_bribes_are_shown_by_a_coin_on_a_hand(effect: str) -> None:
    """A coin with a 0 was read as a price."""
    shapes = LastingEvent(effect, 52).shapes()
    assert [shape.name for shape in shapes if isinstance(shape, Icon)] == ["bribe"]
    assert [shape.text for shape in shapes if isinstance(shape, Numeral)] == ["0"]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("index", "rupees"), [(0, 0), (6, 2), (1, 0), (7, 1)])
def test_due_check_is_labelled(index: int, rupees: int, lang: Lang) -> None:
    """R9.3 A check in the free column takes place whether it is bought or not."""
    view = build_view("classic")
    space = replace(view.market[index], card=CONTENT.checks[0], rupees=rupees)
    market = tuple(space if old_space.index == index else old_space for old_space in view.market)
    scene = draw_overview(replace(view, market=market), build_context(view, lang))
    placement = scene.anchors[f"market:{index}"].placement
    words = [n for n in scene.live_part if isinstance(n, TextRun) and placement.x < n.x < placement.x + placement.w]
    labels = [
        n
        for n in words
        if n.text == render_message("market.check_due", lang) and placement.y < n.y < placement.y + placement.h
    ]
    assert len(labels) == (index % 6 == 0)
    coins = [n for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, Coin) and n.y > placement.y]
    assert not any(has_overlap(measure_bounds(n), measure_bounds(coin), 2) for n in labels for coin in coins)


@pytest.mark.parametrize("holder", ["B", "C", "D"])
def test_crowded_spies_show_hostage_holders_and_changes(holder: str) -> None:
    """Spies that do not fit below their suits are shown in one strip; the underline of a change is below it."""
    court = (f"61 BBCC hostage {holder}", "41 BCD", "6 BCD", "26 BCCD")
    view = boards.build_table((notation.build_player(0, "a", court), *boards.build_classic().players[1:]))
    size = find_board_sizes(view)
    columns = suits.layout_columns(view, view.players[0], size.row)
    assert suits.sum_owners(columns) is not None
    before = boards.build_table(
        (notation.build_player(0, "a", (court[0].replace("CC", "C"), *court[1:])), *view.players[1:])
    )
    names = boards.NAMES[: len(view.players)]
    scene = draw_overview(view, RenderContext("en", names, view_before=before, turns=(RecentStep(1, before),)))
    foot = size.top + size.row.tiles_y + size.row.tile_h
    strip = foot, foot + 2 * size.row.spy_r
    signs = [
        n
        for n in scene.live_part
        if isinstance(n, Sprite) and isinstance(n.piece, SpyToken) and strip[0] < n.y < strip[1]
    ]
    locks = [n for n in scene.live_part if isinstance(n, Icon) and n.name == "lock" and strip[0] < n.y < strip[1]]
    [near] = [min(signs, key=lambda sign: abs(sign.x - lock.x)) for lock in locks if lock.x > layout.SEATS_X]
    assert isinstance(near.piece, SpyToken) and near.piece.player == "ABCDE".index(holder)
    lines = [n for n in scene.live_part if isinstance(n, Polyline) and n.colour == PAPER_INK.line]
    [line] = [n for n in lines if n.points[0][0] > layout.SEATS_X]
    assert strip[1] < line.points[0][1] < size.top + size.row.h


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_letter_for_a_lasting_event_stands_at_its_sign(seats: int) -> None:
    """At the coloured edge it suggested a change of loyalty."""
    before = next(iter_turns(seats))[0]
    event = next(n for n, event_data in CONTENT.events.items() if event_data.purchased == "new_tactics")
    players = (replace(before.players[0], events=(event,)), *before.players[1:])
    scene = draw_overview(
        replace(before, players=players),
        RenderContext("en", boards.NAMES[:seats], view_before=before, turns=(_build_step(0, before),)),
    )
    [mark] = [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge)]
    sign = scene.anchors["events:0"].placement
    assert sign.y - 60 < mark.y < sign.y and abs(mark.x - sign.centre[0]) < 30
    seal = scene.anchors["vp:0"].placement
    assert mark.x - seal.centre[0] > seal.w / 2 and measure_bounds(mark)[2] <= 1600


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_sign_of_a_lasting_event_lies_in_its_row_beside_the_seal(seats: int) -> None:
    """Half outside the row it looked cut off."""
    before = next(iter_turns(seats))[0]
    event = next(n for n, event_data in CONTENT.events.items() if event_data.purchased == "new_tactics")
    leader = replace(before.players[0], events=(event,), vp=9)
    scene = draw_overview(
        replace(before, players=(leader, *before.players[1:])), RenderContext("en", boards.NAMES[:seats])
    )
    sign, seal, row = (scene.anchors[f"{name}:0"].placement for name in ("events", "vp", "player"))
    [ring] = [n for n in scene.live_part if isinstance(n, Disc) and (n.x, n.y) == seal.centre]
    assert ring.x + ring.r <= sign.x and sign.x + sign.w <= row.x + row.w
    assert sign.y + sign.h <= row.y + row.h


def test_a_spy_that_moves_within_a_suit_has_a_letter() -> None:
    """The suit was once underlined without a letter."""
    after, before = (
        boards.build_table((notation.build_player(0, "a", court), *boards.build_classic().players[1:]))
        for court in (("61 C", "66 B"), ("61 BC", "66"))
    )
    names = boards.NAMES[: len(after.players)]
    scene = draw_overview(after, RenderContext("en", names, view_before=before, turns=(_build_step(1, before),)))
    assert [
        n
        for n in scene.live_part
        if isinstance(n, Sprite) and isinstance(n.piece, AuthorBadge) and n.x > layout.SEATS_X
    ]
