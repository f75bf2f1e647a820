"""The courts and hands of Pax Pamir: they fit their canvas in both languages and show the facts that decide a turn."""

from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from engines.kernel import Message
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render import Mark, RenderContext, Scene, load_arts, paint
from render.kit.bounds import measure_bounds
from render.kit.colour import SIGNAL, SIGNAL_NIGHT
from render.kit.render_context import Lang
from render.kit.scene import Box, Icon, Node, Sprite, TextRun, describe_node
from render.kit.text import measure_text
from render.kit.tokens import IconDisc, NumberDisc, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.cards.court_cards import draw_court_face, draw_large_cards
from render.pax_pamir.pieces import Emblem
from tests.render.badges import check_badges_apart, list_numbers
from tests.render.picture_checks import list_cut_labels, list_nodes_outside

from . import boards, notation

ART = load_arts()["pax_pamir"]


def give_hand(view: View, number: int, count: int) -> View:
    """Return the View with the first `count` court cards in the player's hand."""
    hand = tuple(CONTENT.cards)[:count]
    players = list(view.players)
    players[number] = msgspec.structs.replace(players[number], hand=hand, hand_size=count)
    return msgspec.structs.replace(view, players=tuple(players))


@pytest.mark.parametrize("count", [3, 4, 5])
def test_a_full_hand_stands_on_a_plate_and_an_overfull_one_on_madder(count: int) -> None:
    view = give_hand(boards.build_classic(), 2, count)
    limit = view.players[2].hand_limit
    view = give_hand(view, 2, limit + count - 4)
    scene = ART.draw(view, "court:2", RenderContext("en", boards.NAMES[:5]))
    (words,) = (n for n in scene.live_part if isinstance(n, TextRun) and n.text.endswith(f"/{limit}") and n.y < 100)
    plates = [
        n.fill for n in scene.live_part if isinstance(n, Box) and n.x < words.x < n.x + n.w and n.y < words.y < 100
    ]
    assert plates == ([] if count < 4 else [theme.CREAM if count == 4 else theme.MADDER])


@cache
def build_states() -> dict[str, tuple[View, int]]:
    """Return Views by name, each with the reader's seat."""
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
    views = {
        "classic": (boards.build_classic(), 2),
        "full": (boards.build_full(), 2),
        "bare": (boards.build_bare(), 0),
        "six": (
            boards.build_table(
                (notation.build_player(0, "a", (*wide[:5], "3 AABBCCDDEE")), *boards.build_classic().players[1:])
            ),
            2,
        ),
        "Wakhan": (boards.build_with_wakhan(), 0),
        "Wakhan with eight": (boards.build_with_wakhan(wide[:8]), 0),
        "Wakhan with twelve": (boards.build_with_wakhan(wide), 0),
    }
    for count in (4, 6, 12, 18):
        views[f"{count} in hand"] = (give_hand(boards.build_classic(), 2, count), 2)
    for card in CONTENT.ai:
        view = boards.build_with_wakhan()
        assert view.wakhan is not None
        hers = msgspec.structs.replace(view.wakhan, front=card)
        views[f"Wakhan's card {card}"] = (msgspec.structs.replace(view, wakhan=hers), 0)
    return views


def draw_scenes(lang: Lang, names: tuple[str, ...] = boards.NAMES) -> Iterator[tuple[str, Scene]]:
    for name, (view, seat) in build_states().items():
        ctx = RenderContext(lang, names, viewer=seat)
        courts = [f"court:{player.number}" for player in view.players]
        for picture in ("courts", *courts, "panel:hand"):
            yield f"{name} {picture}", ART.compose(view, picture, ctx)


def list_nodes(scene: Scene) -> tuple[Node, ...]:
    return (*scene.static_part, *scene.live_part)


def list_texts(scene: Scene) -> list[str]:
    return [node.text for node in list_nodes(scene) if isinstance(node, TextRun)]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_everything_lies_on_its_canvas_and_in_its_box(lang: Lang) -> None:
    for name, scene in draw_scenes(lang, boards.LONG):
        assert (scene.width, scene.height) == (1600, 1200 if name.endswith("courts") else 1000)
    assert list_nodes_outside(draw_scenes(lang, boards.LONG)) == []


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_no_label_of_ours_needs_an_ellipsis(lang: Lang) -> None:
    assert list_cut_labels(draw_scenes(lang)) == []


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize(("width", "height"), [(236, 528), (258, 566), (272, 566), (340, 738)])
def test_every_court_card_can_be_read_in_large(lang: Lang, width: int, height: int) -> None:
    for card in CONTENT.cards:
        for node in draw_large_cards((card,), ((0, 0),), width, height, lang):
            left, top, right, bottom = measure_bounds(node)
            assert left >= 0 and top >= 0 and right <= width + 1 and bottom <= height, f"{card}: {describe_node(node)}"
            if isinstance(node, TextRun):
                assert node.max_width is not None and measure_text(node.text, node.size) <= node.max_width
                assert not node.text.endswith(("...", "…")), f"{card}: {describe_node(node)}"


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_words_of_a_wide_card_keep_off_its_band_and_its_edge(lang: Lang) -> None:
    """They once began at the teeth of the band and could end 3 px from the edge."""
    for number in CONTENT.cards:
        for node in draw_court_face(number, 0, 0, 362, 566, lang):
            if isinstance(node, TextRun):
                left, _, right, _ = measure_bounds(node)
                assert left >= 84 + 12 and right <= 362 - 8, f"{number}: {describe_node(node)}"


@pytest.mark.parametrize(("width", "height"), [(256, 560), (272, 565)])
def test_three_actions_of_a_patriot_stand_clear_of_the_emblem(width: int, height: int) -> None:
    """The third once lay on it."""
    for card in (number for number, card in CONTENT.cards.items() if card.patriot != "none"):
        sprites = [
            node for node in draw_large_cards((card,), ((0, 0),), width, height, "en") if isinstance(node, Sprite)
        ]
        tops = [measure_bounds(node)[1] for node in sprites if isinstance(node.piece, Emblem)]
        feet = [node.y + node.piece.r for node in sprites if isinstance(node.piece, IconDisc)]
        assert len(tops) == 1 and len(feet) == len(CONTENT.cards[card].actions) and max(feet) <= tops[0] + 1, card


def test_pictures_are_small_enough_for_a_phone() -> None:
    view, seat = build_states()["full"]
    for picture in ("courts", "court:2", "panel:hand", "panel:turn"):
        max_bytes = 400_000 if picture.startswith("panel:") else 520_000
        assert len(paint(ART.compose(view, picture, RenderContext("ja", boards.NAMES, viewer=seat)))) <= max_bytes


def draw_picture(view: View, picture: str, lang: Lang = "en", **ctx: object) -> Scene:
    return ART.compose(view, picture, RenderContext(lang, boards.NAMES, **ctx))  # type: ignore[arg-type]


def test_header_and_fields_show_the_assets_of_the_player() -> None:
    labels = list_texts(draw_picture(boards.build_classic(), "court:1"))
    for text in ("Marco", "British", "6", "2 left", "1 + 0 + 1 + 1", "5/7", "3 + 4", "3/4", "2 + 2"):
        assert text in labels


def test_influence_changed_by_an_event_is_not_shown_as_a_sum() -> None:
    view = boards.build_classic()
    rumored = msgspec.structs.replace(view.players[1], influence=1, events=(108,))
    labels = list_texts(
        draw_picture(msgspec.structs.replace(view, players=(view.players[0], rumored, *view.players[2:])), "court:1")
    )
    assert "event" in labels and "Rumor" in labels
    assert not [text for text in labels if text.startswith("1 + ")]


def test_a_hostage_lies_on_the_colour_of_its_holder_with_a_lock() -> None:
    scene = draw_picture(boards.build_classic(), "court:1")
    grounds = [node for node in scene.live_part if isinstance(node, Box) and node.fill in theme.SEATS.values()]
    assert [ground.fill for ground in grounds] == [theme.SEATS["tan"]]
    assert [node.name for node in scene.live_part if isinstance(node, Icon)].count("lock") == 1


def test_spies_are_shown_by_owner_holder_first_and_as_numbers_if_many() -> None:
    few = boards.build_table(
        (notation.build_player(0, "a", ("61 BCC hostage C",)), *boards.build_classic().players[1:])
    )
    trays = [node for node in draw_picture(few, "court:0").live_part if isinstance(node, Sprite) and node.y > 880]
    assert [node.piece.seat for node in trays if isinstance(node.piece, SeatToken)] == [2, 2, 1]
    scene = draw_picture(boards.build_full(), "court:2")
    tray = scene.anchors[f"tray:{boards.build_full().players[2].court[0].card}"].placement
    here = [node for node in scene.live_part if isinstance(node, Sprite) and tray.y < node.y < tray.y + tray.h]
    pieces = [node.piece for node in here if tray.x < node.x < tray.x + tray.w]
    labels = [
        piece.seat if isinstance(piece, SeatToken) else piece.text
        for piece in pieces
        if isinstance(piece, SeatToken | NumberDisc)
    ]
    assert labels == [4, "4", 0, "3", 1, "2", 2, "3", 3, "2"], "the letter stays, and has its count"
    crowd = boards.build_table(
        (notation.build_player(0, "a", ("61 BBBCCCCCDDD",)), *boards.build_classic().players[1:])
    )
    tray = draw_picture(crowd, "court:0").anchors["tray:61"].placement
    row = [
        n
        for n in draw_picture(crowd, "court:0").live_part
        if isinstance(n, Sprite | TextRun) and tray.y < n.y < tray.y + tray.h
    ]
    words = [node.text if isinstance(node, TextRun) else node.piece for node in row]
    assert [
        piece if isinstance(piece, str) else piece.seat for piece in words if isinstance(piece, str | SeatToken)
    ] == [*(1, "×3", 2, "×5", 3, "×3")]


def test_used_cards_and_bonus_actions_are_tagged() -> None:
    labels = list_texts(draw_picture(boards.build_classic(), "court:1"))
    assert (labels.count("used"), labels.count("bonus")) == (1, 1)
    without_actions = boards.build_table(
        (notation.build_player(0, "a", ("7 favored",)), *boards.build_classic().players[1:])
    )
    assert not CONTENT.cards[7].actions and "bonus" not in list_texts(draw_picture(without_actions, "court:0"))


def test_wakhans_court_shows_her_card_and_no_hand() -> None:
    labels = list_texts(draw_picture(boards.build_with_wakhan(), "court:2"))
    card = CONTENT.ai[1]
    assert {"Wakhan", "AI", "×17", "Wakhan's card 1", "column 0", "Tax", "Russian"} <= set(labels)
    assert "Hand" not in labels
    order = [CONTENT.regions.index(region) for region in card.region_order]
    regions = ["Transcaspia", "Kabul", "Persia", "Herat", "Kandahar", "Punjab"]
    places = [text for text in labels if text in regions]
    assert places[-6:] == [regions[i] for i in order]


def test_wakhan_has_no_card_before_her_first_turn() -> None:
    view = boards.build_with_wakhan(())
    assert view.wakhan is not None
    hers = msgspec.structs.replace(view.wakhan, front=None, column=None, row=None)
    text = " ".join(list_texts(draw_picture(msgspec.structs.replace(view, wakhan=hers), "court:2")))
    assert "No card yet" in text and "0/3" in text


def test_the_hand_says_who_rules_and_what_a_card_costs() -> None:
    view = boards.build_classic()
    assert {"No ruler", "You rule here", "Ruler B: bribe 2", "Hand 3/2"} <= set(
        list_texts(draw_picture(view, "panel:hand", viewer=2))
    )
    for change, said in (({"may_decline": True}, "Ruler B: bribe 2 or 0"), ({"bribes": {}}, "Ruler B: no bribe")):
        mine = msgspec.structs.replace(view.players[2], **change)
        changed = msgspec.structs.replace(view, players=(*view.players[:2], mine, *view.players[3:]))
        assert said in list_texts(draw_picture(changed, "panel:hand", viewer=2))


@pytest.mark.parametrize("key", ["cleanup.hand", "event.confidence"])
def test_hand_to_discard_from_says_so_and_tells_no_cost_of_playing(key: str) -> None:
    ctx = RenderContext("en", boards.NAMES, 2, question=Message(key))
    texts = list_texts(ART.draw(boards.build_classic(), "panel:hand", ctx))
    assert "Discard 1 card" in texts and not [text for text in texts if text.startswith("Ruler") or text == "No ruler"]


def test_hands_are_hidden_from_others_unless_open() -> None:
    view = boards.build_classic()
    assert not [picture for picture in ART.list_pictures(view) if picture.startswith("hand")]
    with pytest.raises(KeyError, match="no picture"):
        draw_picture(view, "hand:2")
    with pytest.raises(KeyError, match="no picture"):
        draw_picture(view, "panel:hand", viewer=1)
    with pytest.raises(KeyError, match="no picture"):
        draw_picture(view, "panel:hand")
    open_hands = msgspec.structs.replace(
        view,
        options=("open_hands",),
        players=tuple(msgspec.structs.replace(p, hand=tuple(range(1, p.hand_size + 1))) for p in view.players),
    )
    assert [name for name in ART.list_pictures(open_hands) if name.startswith("hand")] == [
        f"hand:{n}" for n in range(5)
    ]
    assert CONTENT.cards[1].name.split()[0] in " ".join(list_texts(draw_picture(open_hands, "hand:3")))


def test_open_hand_addresses_no_reader() -> None:
    view = msgspec.structs.replace(boards.build_classic(), options=("open_hands",))
    labels = list_texts(draw_picture(view, "hand:2", viewer=2))
    assert "Ruler C" in labels and "You rule here" not in labels
    assert "Only you can see this" not in labels


def test_private_pictures_stand_on_night_ground_and_say_so() -> None:
    for picture in ("panel:hand", "panel:turn"):
        scene = draw_picture(boards.build_classic(), picture, viewer=2)
        assert "Only you can see this" in " ".join(list_texts(scene))
        assert not [node for node in scene.static_part if isinstance(node, Box) and node.fill == theme.WOOL]


def test_every_number_of_an_option_stands_on_its_card_in_hand() -> None:
    view = boards.build_full()
    hand = tuple(Mark(f"hand:{card}", n) for n, card in enumerate(view.players[2].hand or (), 1))
    scene = draw_picture(view, "panel:hand", viewer=2, marks=hand)
    assert list_numbers(scene) == list(range(1, 9))
    check_badges_apart(scene)


def list_change_frames(scene: Scene) -> list[Node]:
    return [node for node in scene.live_part if getattr(node, "edge", None) in (SIGNAL, SIGNAL_NIGHT)]


def test_only_changes_are_marked() -> None:
    view = boards.build_classic()
    assert list_change_frames(draw_picture(view, "court:1", view_before=view)) == []
    marco = view.players[1]
    for change in (
        {"vp": 5},
        {"rupees": 1},
        {"gifts": ()},
        {"prizes": ()},
        {"events": (105,)},
        {"court": marco.court[1:]},
        {"court": (notation.build_slot("26 E"), *marco.court[1:])},
    ):
        before = msgspec.structs.replace(marco, **change)
        then = msgspec.structs.replace(view, players=(view.players[0], before, *view.players[2:]))
        assert len(list_change_frames(draw_picture(view, "court:1", view_before=then))) == 1, change
    with pytest.raises(TypeError, match="expected a View of 'pax_pamir', got str"):
        draw_picture(view, "court:1", view_before="yesterday")


def test_frame_of_a_hostage_encloses_the_background_of_its_holder() -> None:
    view = boards.build_classic()
    court = view.players[1].court
    old = msgspec.structs.replace(view.players[1], court=tuple(slot for slot in court if slot.hostage is None))
    before = msgspec.structs.replace(view, players=(view.players[0], old, *view.players[2:]))
    scene = draw_picture(view, "court:1", view_before=before)
    (frame,) = [node for node in list_change_frames(scene) if isinstance(node, Box)]
    (ground,) = [node for node in scene.live_part if isinstance(node, Box) and node.fill == theme.SEATS["tan"]]
    assert frame.x + frame.width <= ground.x and frame.y + frame.width <= ground.y
    assert frame.x + frame.w - frame.width >= ground.x + ground.w
    assert scene.live_part.index(frame) < scene.live_part.index(ground)


def test_fully_changed_court_is_marked_by_rows() -> None:
    view = boards.build_full()
    mine = msgspec.structs.replace(view.players[2], court=())
    before = msgspec.structs.replace(view, players=(*view.players[:2], mine, *view.players[3:]))
    assert len(list_change_frames(draw_picture(view, "court:2", view_before=before))) == 2


def test_new_cards_in_hand_are_marked() -> None:
    view = boards.build_classic()
    fewer = msgspec.structs.replace(view.players[2], hand=(88, 60))
    before = msgspec.structs.replace(view, players=(*view.players[:2], fewer, *view.players[3:]))
    assert len(list_change_frames(draw_picture(view, "panel:hand", viewer=2, view_before=before))) == 1


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_wakhans_influence_names_the_dominant_coalition_or_her_strongest(lang: Lang) -> None:
    for dominant in CONTENT.data.wakhan_card[0].loyalty_order:
        view = msgspec.structs.replace(boards.build_with_wakhan(), dominant=dominant)
        emblems = [
            node.piece
            for node in draw_picture(view, "court:2", lang).live_part
            if isinstance(node, Sprite) and node.y < 230
        ]
        assert Emblem(dominant, 32) in emblems
    view = msgspec.structs.replace(boards.build_with_wakhan(), dominant=None)
    assert {"ja": "最大", "en": "at most"}[lang] in list_texts(draw_picture(view, "court:2", lang))
