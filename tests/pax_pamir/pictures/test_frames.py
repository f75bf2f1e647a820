"""Change frames on Pax Pamir's board: the most important changes, below the pieces, and not too many."""

import msgspec

from engines.pax_pamir.view import View
from render.kit.colour import SIGNAL
from render.kit.scene import Box, Disc, Polyline, Sprite, TextRun, describe_node
from render.kit.tokens import Coin
from render.pax_pamir import layout
from render.pax_pamir.board import regions
from render.pax_pamir.cards.market import find_coin_centre
from render.pax_pamir.pieces import RulerTab, SpyToken

from . import boards, notation
from .scenes import build_context, build_view, draw_overview


def test_changes_of_a_turn_are_marked() -> None:
    now = build_view("classic")
    scene = draw_overview(now, build_context(now, view_before=boards.build_four_before()))
    halos = [node for node in scene.live_part if isinstance(node, Box) and node.edge == SIGNAL]
    inner = [(halo.x + 7, halo.y + 7) for halo in halos]
    kabul = next(region for region in now.regions if region.id == "kabul")
    army = regions.layout_armies(kabul)["afghan"]
    card = scene.anchors["market:5"].placement
    assert (card.x, card.y) in inner
    assert any(abs(x - army.x) < 6 and abs(y - army.y) < 46 for x, y in inner)
    assert len(halos) <= 6


def test_every_change_of_a_turn_leaves_a_mark() -> None:
    now = build_view("classic")

    def replace_row(**values: object) -> View:
        row = msgspec.structs.replace(now.players[2], **values)
        return msgspec.structs.replace(now, players=(*now.players[:2], row, now.players[3]))

    court = now.players[2].court
    spied = (court[0], msgspec.structs.replace(court[1], spies=(0, 1, 0, 0)), *court[2:])
    borders = (msgspec.structs.replace(now.borders[0], roads={"afghan": 1}), *now.borders[1:])
    regions = [msgspec.structs.replace(place, ruler=0) if place.id == "herat" else place for place in now.regions]
    for before in (
        replace_row(rupees=1),
        replace_row(hand_size=1),
        replace_row(vp=1),
        replace_row(influence=1),
        replace_row(loyalty=None),
        replace_row(court=court[1:]),
        replace_row(court=(*court, notation.build_slot("60"))),
        replace_row(court=spied),
        msgspec.structs.replace(now, borders=borders),
        msgspec.structs.replace(now, regions=tuple(regions)),
        msgspec.structs.replace(now, favored="economic"),
        msgspec.structs.replace(now, dominant=None),
    ):
        scene = draw_overview(now, build_context(now, view_before=before))
        assert any(SIGNAL in describe_node(node) for node in scene.live_part)
    later = msgspec.structs.replace(replace_row(events=(110,)), globals=(109,))
    scene = draw_overview(later, build_context(later, view_before=now))
    assert len([node for node in scene.live_part if getattr(node, "edge", None) == SIGNAL]) == 2


def test_frames_lie_below_names_rulers_spies_and_coins() -> None:
    now = build_view("alone")
    spied = tuple(msgspec.structs.replace(slot, spies=(0, 0)) for slot in now.players[1].court)
    old = msgspec.structs.replace(now.players[1], court=spied)
    regions = tuple(msgspec.structs.replace(place, ruler=None) for place in now.regions)
    market = tuple(msgspec.structs.replace(space, rupees=0) for space in now.market)
    before = msgspec.structs.replace(now, players=(now.players[0], old), regions=regions, market=market)
    nodes = draw_overview(now, build_context(now, view_before=before)).live_part
    frames = [i for i, node in enumerate(nodes) if getattr(node, "edge", None) == SIGNAL]
    spies = [i for i, node in enumerate(nodes) if isinstance(node, Sprite) and isinstance(node.piece, SpyToken)]
    coins = [i for i, node in enumerate(nodes) if isinstance(node, Sprite) and isinstance(node.piece, Coin)]
    tabs = [i for i, node in enumerate(nodes) if isinstance(node, Sprite) and isinstance(node.piece, RulerTab)]
    plates = [
        i
        for i, node in enumerate(nodes)
        if isinstance(node, TextRun) and node.text in ("Persia", "Kabul") and node.y < 700
    ]
    placement = draw_overview(now, build_context(now, view_before=before)).anchors["stars:1:political"].placement
    under = [
        n
        for n in nodes
        if isinstance(n, Polyline) and n.colour == SIGNAL and placement.x < n.points[0][0] < placement.x + 9
    ]
    assert len(frames) == 5 and len(plates) == 2 and len(under) == 1
    assert max(frames) < min(*spies, *coins, *tabs, *plates)


def test_the_frame_of_a_region_holds_its_name_and_its_ruler() -> None:
    now = build_view("classic")
    for region in now.regions:
        changed = msgspec.structs.replace(region, armies={"afghan": 1}, tribes=(1, 1, 1, 1), ruler=0)
        later = msgspec.structs.replace(now, regions=tuple(changed if r is region else r for r in now.regions))
        for lang in ("ja", "en"):
            scene = draw_overview(later, build_context(later, lang, view_before=now))
            (frame,) = [node for node in scene.live_part if isinstance(node, Box) and node.edge == SIGNAL]
            plate = layout.build_region_placement(region.id, regions.measure_plate(region.id, lang))
            line = frame.width
            assert frame.x + line <= plate.x and plate.x + plate.w <= frame.x + frame.w - line
            assert frame.y + line <= plate.y - 44


def test_the_market_has_its_share_of_the_frames_whatever_else_changed() -> None:
    now = build_view("classic")
    cards = tuple(msgspec.structs.replace(space, card=None) if space.index in (4, 5) else space for space in now.market)
    poor = tuple(msgspec.structs.replace(player, rupees=0, hand_size=0, court=()) for player in now.players)
    before = msgspec.structs.replace(now, players=poor, market=cards, regions=boards.build_start(4).regions)
    scene = draw_overview(now, build_context(now, view_before=before))
    frames = [node for node in scene.live_part if isinstance(node, Box) and node.edge == SIGNAL]
    first, last = (scene.anchors[f"market:{i}"].placement for i in (4, 5))
    (around,) = [frame for frame in frames if frame.y > layout.MARKET_TOP + layout.find_board_sizes(now).strip_h]
    assert around.x < first.x < last.x + last.w < around.x + around.w
    assert len(frames) <= 6


def test_rupees_on_cards_take_precedence_over_rupees_of_players() -> None:
    now = build_view("classic")
    rich = tuple(msgspec.structs.replace(player, rupees=20, hand_size=9) for player in now.players)
    bare = tuple(msgspec.structs.replace(space, rupees=0) for space in now.market)
    scene = draw_overview(now, build_context(now, view_before=msgspec.structs.replace(now, players=rich, market=bare)))
    discs = [node for node in scene.live_part if isinstance(node, Disc) and node.edge == SIGNAL]
    placements = [scene.anchors[f"market:{i}"].placement for i in (1, 4, 6, 9)]
    assert {(disc.x, disc.y) for disc in discs} == {
        find_coin_centre(placement.x, placement.y) for placement in placements
    }
    lines = [node for node in scene.live_part if isinstance(node, Polyline) and node.colour == SIGNAL]
    assert len(lines) == 2 and all(x > layout.SEATS_X for line in lines for x, _ in line.points)


def test_at_most_six_frames_for_any_number_of_changes() -> None:
    before = boards.build_start(5)
    scene = draw_overview(build_view("fullest"), build_context(build_view("fullest"), view_before=before))
    assert 1 <= len([node for node in scene.live_part if getattr(node, "edge", None) == SIGNAL]) <= 6
