"""Frames of what changed on Pax Pamir's board: the most telling, below the pieces, and not too many."""

import msgspec

from engines.pax_pamir.view import View
from render.kit.colour import SIGNAL
from render.kit.scene import Box, Disc, Line, Sprite, Text, line
from render.kit.tokens import Coin
from render.pax_pamir import layout
from render.pax_pamir.board import regions
from render.pax_pamir.cards.market import coin_at
from render.pax_pamir.pieces import RulerTab, Spy

from . import boards, notation
from .scenes import look, overview, state


def test_what_a_turn_changed_is_marked() -> None:
    now = state("classic")
    scene = overview(now, look(now, before=boards.four_before()))
    halos = [node for node in scene.live if isinstance(node, Box) and node.edge == SIGNAL]
    inner = [(halo.x + 7, halo.y + 7) for halo in halos]
    kabul = next(region for region in now.regions if region.id == "kabul")
    army = regions.armies(kabul)["afghan"]
    card = scene.anchors["market:5"].spot
    assert (card.x, card.y) in inner
    assert any(abs(x - army.x) < 6 and abs(y - army.y) < 46 for x, y in inner)
    assert len(halos) <= 6


def test_whatever_a_turn_changes_leaves_a_mark() -> None:
    now = state("classic")

    def mine(**values: object) -> View:
        row = msgspec.structs.replace(now.players[2], **values)
        return msgspec.structs.replace(now, players=(*now.players[:2], row, now.players[3]))

    court = now.players[2].court
    spied = (court[0], msgspec.structs.replace(court[1], spies=(0, 1, 0, 0)), *court[2:])
    borders = (msgspec.structs.replace(now.borders[0], roads={"afghan": 1}), *now.borders[1:])
    regions = [msgspec.structs.replace(place, ruler=0) if place.id == "herat" else place for place in now.regions]
    for before in (
        mine(rupees=1),
        mine(held=1),
        mine(vp=1),
        mine(influence=1),
        mine(loyalty=None),
        mine(court=court[1:]),
        mine(court=(*court, notation.slot("60"))),
        mine(court=spied),
        msgspec.structs.replace(now, borders=borders),
        msgspec.structs.replace(now, regions=tuple(regions)),
        msgspec.structs.replace(now, favored="economic"),
        msgspec.structs.replace(now, dominant=None),
    ):
        scene = overview(now, look(now, before=before))
        assert any(SIGNAL in line(node) for node in scene.live)
    later = msgspec.structs.replace(mine(events=(110,)), globals=(109,))
    scene = overview(later, look(later, before=now))
    assert len([node for node in scene.live if getattr(node, "edge", None) == SIGNAL]) == 2


def test_frames_lie_below_names_rulers_spies_and_coins() -> None:
    now = state("alone")
    spied = tuple(msgspec.structs.replace(slot, spies=(0, 0)) for slot in now.players[1].court)
    old = msgspec.structs.replace(now.players[1], court=spied)
    regions = tuple(msgspec.structs.replace(place, ruler=None) for place in now.regions)
    market = tuple(msgspec.structs.replace(space, rupees=0) for space in now.market)
    before = msgspec.structs.replace(now, players=(now.players[0], old), regions=regions, market=market)
    live = overview(now, look(now, before=before)).live
    frames = [i for i, node in enumerate(live) if getattr(node, "edge", None) == SIGNAL]
    spies = [i for i, node in enumerate(live) if isinstance(node, Sprite) and isinstance(node.piece, Spy)]
    coins = [i for i, node in enumerate(live) if isinstance(node, Sprite) and isinstance(node.piece, Coin)]
    tabs = [i for i, node in enumerate(live) if isinstance(node, Sprite) and isinstance(node.piece, RulerTab)]
    plates = [
        i for i, node in enumerate(live) if isinstance(node, Text) and node.text in ("Persia", "Kabul") and node.y < 700
    ]
    spot = overview(now, look(now, before=before)).anchors["stars:1:political"].spot
    under = [n for n in live if isinstance(n, Line) and n.colour == SIGNAL and spot.x < n.points[0][0] < spot.x + 9]
    assert len(frames) == 5 and len(plates) == 2 and len(under) == 1
    assert max(frames) < min(*spies, *coins, *tabs, *plates)


def test_the_frame_of_a_region_holds_its_name_and_its_ruler() -> None:
    now = state("classic")
    for region in now.regions:
        changed = msgspec.structs.replace(region, armies={"afghan": 1}, tribes=(1, 1, 1, 1), ruler=0)
        later = msgspec.structs.replace(now, regions=tuple(changed if r is region else r for r in now.regions))
        for lang in ("ja", "en"):
            scene = overview(later, look(later, lang, before=now))
            (frame,) = [node for node in scene.live if isinstance(node, Box) and node.edge == SIGNAL]
            plate = layout.region(region.id, regions.plate_w(region.id, lang))
            line = frame.width
            assert frame.x + line <= plate.x and plate.x + plate.w <= frame.x + frame.w - line
            assert frame.y + line <= plate.y - 44


def test_the_market_has_its_share_of_the_frames_whatever_else_changed() -> None:
    now = state("classic")
    cards = tuple(msgspec.structs.replace(space, card=None) if space.index in (4, 5) else space for space in now.market)
    poor = tuple(msgspec.structs.replace(player, rupees=0, held=0, court=()) for player in now.players)
    before = msgspec.structs.replace(now, players=poor, market=cards, regions=boards.start(4).regions)
    scene = overview(now, look(now, before=before))
    frames = [node for node in scene.live if isinstance(node, Box) and node.edge == SIGNAL]
    first, last = (scene.anchors[f"market:{i}"].spot for i in (4, 5))
    (around,) = [frame for frame in frames if frame.y > layout.MARKET_TOP + layout.board(now).strip]
    assert around.x < first.x < last.x + last.w < around.x + around.w
    assert len(frames) <= 6


def test_rupees_put_on_cards_are_marked_before_the_purses_they_came_from() -> None:
    now = state("classic")
    rich = tuple(msgspec.structs.replace(player, rupees=20, held=9) for player in now.players)
    bare = tuple(msgspec.structs.replace(space, rupees=0) for space in now.market)
    scene = overview(now, look(now, before=msgspec.structs.replace(now, players=rich, market=bare)))
    discs = [node for node in scene.live if isinstance(node, Disc) and node.edge == SIGNAL]
    spots = [scene.anchors[f"market:{i}"].spot for i in (1, 4, 6, 9)]
    assert {(disc.x, disc.y) for disc in discs} == {coin_at(spot.x, spot.y) for spot in spots}
    lines = [node for node in scene.live if isinstance(node, Line) and node.colour == SIGNAL]
    assert len(lines) == 2 and all(x > layout.SEATS_X for line in lines for x, _ in line.points)


def test_everything_at_once_has_at_most_six_halos() -> None:
    before = boards.start(5)
    scene = overview(state("fullest"), look(state("fullest"), before=before))
    assert 1 <= len([node for node in scene.live if getattr(node, "edge", None) == SIGNAL]) <= 6
