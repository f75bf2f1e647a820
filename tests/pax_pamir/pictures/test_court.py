"""The courts and hands of Pax Pamir: they fit their canvas in both languages, and show what decides a turn."""

from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render import Look, Mark, Scene, arts, paint
from render.kit.colour import SIGNAL, SIGNAL_NIGHT
from render.kit.extent import extent
from render.kit.look import Lang
from render.kit.scene import Box, Icon, Node, Sprite, Text, line
from render.kit.text import measure
from render.kit.tokens import NumberDisc, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.cards.large import large_cards
from render.pax_pamir.pieces import Emblem
from tests.render.badges import apart, numbers
from tests.render.sound import cut, inexact, outside

from . import boards, notation

ART = arts()["pax_pamir"]


def hand_of(view: View, number: int, count: int) -> View:
    """The player holds the first `count` court cards."""
    held = tuple(CONTENT.cards)[:count]
    players = list(view.players)
    players[number] = msgspec.structs.replace(players[number], hand=held, held=count)
    return msgspec.structs.replace(view, players=tuple(players))


@cache
def states() -> dict[str, tuple[View, int]]:
    """Views, and the reader's seat."""
    wide = (
        "9",
        "31 A",
        "66 CC",
        "61",
        "67",
        "88",
        "12 AAB hostage A used",
        "14 favored",
        "5 AABBCCC",
        "20",
        "17",
        "16",
    )
    found = {
        "classic": (boards.classic(), 2),
        "full": (boards.full(), 2),
        "bare": (boards.bare(), 0),
        "six": (boards.table((notation.player(0, "a", (*wide[:5], "3 AABBCCDDEE")), *boards.classic().players[1:])), 2),
        "Wakhan": (boards.with_wakhan(), 0),
        "Wakhan with eight": (boards.with_wakhan(wide[:8]), 0),
        "Wakhan with twelve": (boards.with_wakhan(wide), 0),
    }
    for count in (4, 6, 12, 18):
        found[f"{count} in hand"] = (hand_of(boards.classic(), 2, count), 2)
    for card in CONTENT.ai:
        view = boards.with_wakhan()
        assert view.wakhan is not None
        hers = msgspec.structs.replace(view.wakhan, front=card)
        found[f"Wakhan's card {card}"] = (msgspec.structs.replace(view, wakhan=hers), 0)
    return found


def scenes(lang: Lang, names: tuple[str, ...] = boards.NAMES) -> Iterator[tuple[str, Scene]]:
    for name, (view, seat) in states().items():
        look = Look(lang, names, viewer=seat)
        courts = [f"court:{player.number}" for player in view.players]
        for picture in ("courts", *courts, "panel:hand"):
            yield f"{name} {picture}", ART.compose(view, picture, look)


def nodes(scene: Scene) -> tuple[Node, ...]:
    return (*scene.static, *scene.live)


def texts(scene: Scene) -> list[str]:
    return [node.text for node in nodes(scene) if isinstance(node, Text)]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_everything_lies_on_its_canvas_and_in_its_box(lang: Lang) -> None:
    for name, scene in scenes(lang, boards.LONG):
        assert (scene.width, scene.height) == (1600, 1200 if name.endswith("courts") else 1000)
    assert outside(scenes(lang, boards.LONG)) == []


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_no_label_of_ours_needs_an_ellipsis(lang: Lang) -> None:
    assert cut(scenes(lang)) == []


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize(("width", "height"), [(236, 528), (258, 566), (272, 566), (340, 738)])
def test_every_court_card_can_be_read_in_large(lang: Lang, width: int, height: int) -> None:
    for card in CONTENT.cards:
        for node in large_cards((card,), ((0, 0),), width, height, lang):
            left, top, right, bottom = extent(node)
            assert left >= 0 and top >= 0 and right <= width + 1 and bottom <= height, f"{card}: {line(node)}"
            if isinstance(node, Text):
                assert node.room is not None and measure(node.text, node.size) <= node.room
                assert not node.text.endswith(("...", "…")), f"{card}: {line(node)}"


def test_every_flat_colour_is_exact_in_the_palette() -> None:
    assert inexact(scenes("ja")) == []


def test_pictures_are_small_enough_for_a_phone() -> None:
    view, seat = states()["full"]
    for picture in ("courts", "court:2", "panel:hand", "panel:turn"):
        assert len(paint(ART.compose(view, picture, Look("ja", boards.NAMES, viewer=seat)))) <= 400_000


def shown(view: View, picture: str, lang: Lang = "en", **look: object) -> Scene:
    return ART.compose(view, picture, Look(lang, boards.NAMES, **look))  # type: ignore[arg-type]


def test_the_header_and_the_fields_tell_what_the_player_has() -> None:
    found = texts(shown(boards.classic(), "court:1"))
    for text in ("Marco", "British", "6", "2 left", "1 + 0 + 1 + 1", "5/7", "3 + 4", "3/4", "2 + 2"):
        assert text in found


def test_influence_that_an_event_bends_is_not_told_as_a_sum() -> None:
    view = boards.classic()
    rumored = msgspec.structs.replace(view.players[1], influence=1, events=(108,))
    found = texts(
        shown(msgspec.structs.replace(view, players=(view.players[0], rumored, *view.players[2:])), "court:1")
    )
    assert "event" in found and "Rumor" in found
    assert not [text for text in found if text.startswith("1 + ")]


def test_a_hostage_lies_on_the_colour_of_its_holder_with_a_lock() -> None:
    scene = shown(boards.classic(), "court:1")
    grounds = [node for node in scene.live if isinstance(node, Box) and node.fill in theme.SEATS.values()]
    assert [ground.fill for ground in grounds] == [theme.SEATS["tan"]]
    assert [node.name for node in scene.live if isinstance(node, Icon)].count("lock") == 1


def test_spies_stand_one_by_one_the_holder_first_and_as_numbers_where_they_are_many() -> None:
    few = boards.table((notation.player(0, "a", ("61 BCC hostage C",)), *boards.classic().players[1:]))
    trays = [node for node in shown(few, "court:0").live if isinstance(node, Sprite) and node.y > 880]
    assert [node.piece.seat for node in trays if isinstance(node.piece, SeatToken)] == [2, 2, 1]
    scene = shown(boards.full(), "court:2")
    tray = scene.anchors[f"tray:{boards.full().players[2].court[0].card}"].spot
    here = [node for node in scene.live if isinstance(node, Sprite) and tray.y < node.y < tray.y + tray.h]
    pieces = [node.piece for node in here if tray.x < node.x < tray.x + tray.w]
    told = [
        one.seat if isinstance(one, SeatToken) else one.text
        for one in pieces
        if isinstance(one, SeatToken | NumberDisc)
    ]
    assert told == [4, "4", 0, "3", 1, "2", 2, "3", 3, "2"], "the letter stays, and has its count"
    crowd = boards.table((notation.player(0, "a", ("61 BBBCCCCCDDD",)), *boards.classic().players[1:]))
    tray = shown(crowd, "court:0").anchors["tray:61"].spot
    row = [n for n in shown(crowd, "court:0").live if isinstance(n, Sprite | Text) and tray.y < n.y < tray.y + tray.h]
    words = [node.text if isinstance(node, Text) else node.piece for node in row]
    assert [one if isinstance(one, str) else one.seat for one in words if isinstance(one, str | SeatToken)] == [
        *(1, "×3", 2, "×5", 3, "×3")
    ]


def test_a_card_is_tagged_once_it_has_been_used_and_while_its_action_is_a_bonus() -> None:
    found = texts(shown(boards.classic(), "court:1"))
    assert (found.count("used"), found.count("bonus")) == (1, 1)
    without_actions = boards.table((notation.player(0, "a", ("7 favored",)), *boards.classic().players[1:]))
    assert not CONTENT.cards[7].actions and "bonus" not in texts(shown(without_actions, "court:0"))


def test_wakhans_court_shows_her_card_and_no_hand() -> None:
    found = texts(shown(boards.with_wakhan(), "court:2"))
    card = CONTENT.ai[1]
    assert {"Wakhan", "AI", "×17", "Wakhan's card 1", "column 0", "Tax", "Russian"} <= set(found)
    assert "Hand" not in found
    order = [CONTENT.regions.index(region) for region in card.region_order]
    regions = ["Transcaspia", "Kabul", "Persia", "Herat", "Kandahar", "Punjab"]
    places = [text for text in found if text in regions]
    assert places[-6:] == [regions[i] for i in order]


def test_before_her_first_turn_wakhan_has_no_card() -> None:
    view = boards.with_wakhan(())
    assert view.wakhan is not None
    hers = msgspec.structs.replace(view.wakhan, front=None, column=None, row=None)
    found = " ".join(texts(shown(msgspec.structs.replace(view, wakhan=hers), "court:2")))
    assert "No card yet" in found and "0/3" in found


def test_the_hand_says_who_rules_and_what_a_card_costs() -> None:
    view = boards.classic()
    assert {"No ruler", "You rule here", "Ruler B: bribe 2", "Hand 3/2"} <= set(
        texts(shown(view, "panel:hand", viewer=2))
    )
    for change, said in (({"declines": True}, "Ruler B: bribe 2 or 0"), ({"bribes": {}}, "Ruler B: no bribe")):
        mine = msgspec.structs.replace(view.players[2], **change)
        changed = msgspec.structs.replace(view, players=(*view.players[:2], mine, *view.players[3:]))
        assert said in texts(shown(changed, "panel:hand", viewer=2))


def test_nobody_sees_another_hand_unless_hands_lie_open() -> None:
    view = boards.classic()
    assert not [picture for picture in ART.pictures(view) if picture.startswith("hand")]
    with pytest.raises(KeyError, match="no picture"):
        shown(view, "hand:2")
    with pytest.raises(KeyError, match="no picture"):
        shown(view, "panel:hand", viewer=1)
    with pytest.raises(KeyError, match="no picture"):
        shown(view, "panel:hand")
    open_hands = msgspec.structs.replace(
        view,
        options=("open_hands",),
        players=tuple(msgspec.structs.replace(p, hand=tuple(range(1, p.held + 1))) for p in view.players),
    )
    assert [name for name in ART.pictures(open_hands) if name.startswith("hand")] == [f"hand:{n}" for n in range(5)]
    assert CONTENT.cards[1].name.split()[0] in " ".join(texts(shown(open_hands, "hand:3")))


def test_a_hand_that_lies_open_speaks_to_nobody() -> None:
    view = msgspec.structs.replace(boards.classic(), options=("open_hands",))
    found = texts(shown(view, "hand:2", viewer=2))
    assert "Ruler C" in found and "You rule here" not in found
    assert "Only you can see this" not in found


def test_private_pictures_stand_on_night_ground_and_say_so() -> None:
    for picture in ("panel:hand", "panel:turn"):
        scene = shown(boards.classic(), picture, viewer=2)
        assert "Only you can see this" in " ".join(texts(scene))
        assert not [node for node in scene.static if isinstance(node, Box) and node.fill == theme.WOOL]


def test_every_number_of_an_option_stands_on_its_card_in_hand() -> None:
    view = boards.full()
    hand = tuple(Mark(f"hand:{card}", n) for n, card in enumerate(view.players[2].hand or (), 1))
    scene = shown(view, "panel:hand", viewer=2, marks=hand)
    assert numbers(scene) == list(range(1, 9))
    apart(scene)


def halos(scene: Scene) -> list[Node]:
    return [node for node in scene.live if getattr(node, "edge", None) in (SIGNAL, SIGNAL_NIGHT)]


def test_what_changed_is_marked_and_nothing_else() -> None:
    view = boards.classic()
    assert halos(shown(view, "court:1", before=view)) == []
    marco = view.players[1]
    for change in (
        {"vp": 5},
        {"rupees": 1},
        {"gifts": ()},
        {"prizes": ()},
        {"events": (105,)},
        {"court": marco.court[1:]},
        {"court": (notation.slot("26 E"), *marco.court[1:])},
    ):
        before = msgspec.structs.replace(marco, **change)
        then = msgspec.structs.replace(view, players=(view.players[0], before, *view.players[2:]))
        assert len(halos(shown(view, "court:1", before=then))) == 1, change
    with pytest.raises(TypeError, match="expected a View of 'pax_pamir', got str"):
        shown(view, "court:1", before="yesterday")


def test_the_frame_of_a_hostage_reaches_around_the_ground_of_its_holder() -> None:
    view = boards.classic()
    court = view.players[1].court
    old = msgspec.structs.replace(view.players[1], court=tuple(slot for slot in court if slot.hostage is None))
    before = msgspec.structs.replace(view, players=(view.players[0], old, *view.players[2:]))
    scene = shown(view, "court:1", before=before)
    (frame,) = [node for node in halos(scene) if isinstance(node, Box)]
    (ground,) = [node for node in scene.live if isinstance(node, Box) and node.fill == theme.SEATS["tan"]]
    assert frame.x + frame.width <= ground.x and frame.y + frame.width <= ground.y
    assert frame.x + frame.w - frame.width >= ground.x + ground.w
    assert scene.live.index(frame) < scene.live.index(ground)


def test_a_court_that_changed_all_over_is_marked_by_its_rows() -> None:
    view = boards.full()
    mine = msgspec.structs.replace(view.players[2], court=())
    before = msgspec.structs.replace(view, players=(*view.players[:2], mine, *view.players[3:]))
    assert len(halos(shown(view, "court:2", before=before))) == 2


def test_new_cards_in_hand_are_marked() -> None:
    view = boards.classic()
    fewer = msgspec.structs.replace(view.players[2], hand=(88, 60))
    before = msgspec.structs.replace(view, players=(*view.players[:2], fewer, *view.players[3:]))
    assert len(halos(shown(view, "panel:hand", viewer=2, before=before))) == 1


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_wakhans_influence_names_the_dominant_coalition_or_the_most_she_has(lang: Lang) -> None:
    for dominant in CONTENT.data.wakhan_card[0].loyalty_order:
        view = msgspec.structs.replace(boards.with_wakhan(), dominant=dominant)
        emblems = [
            node.piece for node in shown(view, "court:2", lang).live if isinstance(node, Sprite) and node.y < 230
        ]
        assert Emblem(dominant, 32) in emblems
    view = msgspec.structs.replace(boards.with_wakhan(), dominant=None)
    assert {"ja": "最大", "en": "at most"}[lang] in texts(shown(view, "court:2", lang))
