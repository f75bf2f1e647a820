"""Signs on the overview that strangers read wrongly or with doubt: locks, prices of one's own, letters, no bribes."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS, Lang, Who, say
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render import Look, Step
from render.kit.extent import extent
from render.kit.marks.signals import PAPER
from render.kit.scene import Icon, Line, Numeral, Sprite, Text
from render.kit.tokens import Coin, Tick
from render.pax_pamir import lands, layout
from render.pax_pamir.board import columns as suits
from render.pax_pamir.board.event_signs import LastingEvent
from render.pax_pamir.catalogue import sentence
from render.pax_pamir.layout import board
from render.pax_pamir.pieces import PriceTag, Spy

from . import boards, notation
from .scenes import look, overlap, overview, state
from .test_latest import turns


def _taken(seat: int, before: View) -> Step:
    """A turn of which something is told, for else it has no letters."""
    return Step(seat, before, told=(say("money.bank", who=Who(seat), rupees=2),))


@pytest.mark.parametrize("court", [("61 BB hostage B", "41 CD hostage C"), ("61 BBC hostage B", "41 CC", "6 D")])
def test_locks_stand_beside_their_holders_where_signs_a_little_smaller_make_room(court: tuple[str, ...]) -> None:
    """On a sign a lock shrank to a dot."""
    view = boards.table((notation.player(0, "a", court), *boards.classic().players[1:]))
    found = suits.columns(view, view.players[0], board(view).row)
    assert 0 < found[0].r < board(view).row.spy
    assert all(column.locked == column.holders for column in found) and any(column.holders for column in found)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("doubled", [False, True])
def test_a_price_of_its_own_hides_neither_names_nor_the_price_of_its_column(doubled: bool, lang: Lang) -> None:
    cards = list(CONTENT.cards)
    view = replace(state("classic"), doubled=doubled)
    for first in range(0, len(cards) - 12, 12):
        market = tuple(
            replace(space, card=card, cost=1, locked=False, rupees=0)
            for space, card in zip(view.market, cards[first:], strict=False)
        )
        scene = overview(replace(view, market=market), look(view, lang))
        tags = [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, PriceTag)]
        texts = [node for node in scene.live if isinstance(node, Text) and node.y > layout.MARKET_TOP]
        assert len(tags) >= 10
        for tag, text in product(tags, texts):
            assert not overlap(extent(tag), extent(text), 2), text.text


@pytest.mark.parametrize("region", ["punjab", "kabul", "persia", "transcaspia"])
@pytest.mark.parametrize("lang", LANGS)
def test_the_letter_for_what_came_to_a_land_stands_in_it(region: str, lang: Lang) -> None:
    """Punjab's name ends at the edge of the map: there the letter hung over its frame and pointed at the name."""
    view = state("start of five")
    there = tuple(replace(one, armies={"british": 2}) if one.id == region else one for one in view.regions)
    after = replace(view, regions=there)
    names = boards.NAMES[: len(view.players)]
    step = _taken(3, view)
    scene = overview(after, Look(lang, names, before=view, turns=(step,)))
    [mark] = [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Tick)]
    left, _, right, _ = extent(mark)
    assert left >= lands.X and right <= lands.X + lands.W and lands.Y < mark.y < lands.Y + lands.H


@pytest.mark.parametrize("effect", ["disregard_for_customs", "courtly_manners"])
def test_no_bribes_are_told_by_a_coin_on_a_hand(effect: str) -> None:
    """A coin with a 0 was read as a price."""
    shapes = LastingEvent(effect, 52).shapes()
    assert [one.name for one in shapes if isinstance(one, Icon)] == ["bribe"]
    assert [one.text for one in shapes if isinstance(one, Numeral)] == ["0"]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("index", "rupees"), [(0, 0), (6, 2), (1, 0), (7, 1)])
def test_a_check_that_comes_at_the_end_of_this_turn_says_so(index: int, rupees: int, lang: Lang) -> None:
    """R9.3 In the column without a price it takes place whether it is bought or not."""
    view = state("classic")
    space = replace(view.market[index], card=CONTENT.checks[0], rupees=rupees)
    market = tuple(space if one.index == index else one for one in view.market)
    scene = overview(replace(view, market=market), look(view, lang))
    spot = scene.anchors[f"market:{index}"].spot
    words = [n for n in scene.live if isinstance(n, Text) and spot.x < n.x < spot.x + spot.w]
    told = [n for n in words if n.text == sentence("market.check_due", lang) and spot.y < n.y < spot.y + spot.h]
    assert len(told) == (index % 6 == 0)
    coins = [n for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, Coin) and n.y > spot.y]
    assert not any(overlap(extent(n), extent(coin), 2) for n in told for coin in coins)


@pytest.mark.parametrize("holder", ["B", "C", "D"])
def test_spies_of_a_whole_court_tell_who_holds_hostages_and_what_is_new(holder: str) -> None:
    """Where they have no room below their suits they hang in one strip: the line for what changed stands below it."""
    court = (f"61 BBCC hostage {holder}", "41 BCD", "6 BCD", "26 BCCD")
    view = boards.table((notation.player(0, "a", court), *boards.classic().players[1:]))
    size = board(view)
    found = suits.columns(view, view.players[0], size.row)
    assert suits.together(found) is not None
    before = boards.table((notation.player(0, "a", (court[0].replace("CC", "C"), *court[1:])), *view.players[1:]))
    names = boards.NAMES[: len(view.players)]
    scene = overview(view, Look("en", names, before=before, turns=(Step(1, before),)))
    foot = size.top + size.row.tiles + size.row.tile
    strip = foot, foot + 2 * size.row.spy
    signs = [n for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, Spy) and strip[0] < n.y < strip[1]]
    locks = [n for n in scene.live if isinstance(n, Icon) and n.name == "lock" and strip[0] < n.y < strip[1]]
    [near] = [min(signs, key=lambda sign: abs(sign.x - lock.x)) for lock in locks if lock.x > layout.SEATS_X]
    assert isinstance(near.piece, Spy) and near.piece.player == "ABCDE".index(holder)
    lines = [n for n in scene.live if isinstance(n, Line) and n.colour == PAPER.line]
    [line] = [n for n in lines if n.points[0][0] > layout.SEATS_X]
    assert strip[1] < line.points[0][1] < size.top + size.row.h


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_letter_for_a_lasting_event_stands_at_its_sign(seats: int) -> None:
    """At the coloured edge it told of a loyalty that had not changed."""
    before = next(turns(seats))[0]
    event = next(n for n, one in CONTENT.events.items() if one.purchased == "new_tactics")
    players = (replace(before.players[0], events=(event,)), *before.players[1:])
    scene = overview(
        replace(before, players=players), Look("en", boards.NAMES[:seats], before=before, turns=(_taken(0, before),))
    )
    [mark] = [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Tick)]
    sign = scene.anchors["events:0"].spot
    assert sign.y - 60 < mark.y < sign.y and abs(mark.x - sign.centre[0]) < 30
    seal = scene.anchors["vp:0"].spot
    assert mark.x - seal.centre[0] > seal.w / 2 and extent(mark)[2] <= 1600


def test_a_spy_that_moves_within_a_suit_has_a_letter() -> None:
    """The suit was underlined, and nobody had done it."""
    after, before = (
        boards.table((notation.player(0, "a", court), *boards.classic().players[1:]))
        for court in (("61 C", "66 B"), ("61 BC", "66"))
    )
    names = boards.NAMES[: len(after.players)]
    scene = overview(after, Look("en", names, before=before, turns=(_taken(1, before),)))
    assert [n for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, Tick) and n.x > layout.SEATS_X]
