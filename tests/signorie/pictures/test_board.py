"""Signorie's pictures: every state stays on its canvas, fits its boxes and is marked correctly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

import msgspec
import pytest

from engines.kernel import load_catalogue
from engines.signorie.view import View
from render import RenderContext, Scene, load_arts, paint
from render.kit.colour import INK, SIGNAL, SIGNAL_NIGHT, WHITE
from render.kit.marks.removed_marker import RemovedMarker
from render.kit.render_context import Lang
from render.kit.scene import Box, Disc, Icon, Node, Numeral, Polyline, Sprite, TextRun, describe_node
from render.kit.tokens import Die, Meeple, SeatToken
from render.signorie import theme
from render.signorie.layout import HEIGHT, SEATS_W, SEATS_X
from tests.render.picture_checks import list_cut_labels, list_nodes_outside
from tests.render.rings import CASES, count_rings
from tests.signorie.pictures.boards import build_classic_view

from . import boards

ART = load_arts()["signorie"]
PANELS = ART.list_private_pictures(boards.build_classic_view(), 0)

LONG = ("とてもながいなまえのひと", "Bartholomew the Great", "🐦", "Jules-Alexandre d'Arc")


def draw_scenes(lang: Lang, names: tuple[str, ...] = boards.NAMES) -> Iterator[tuple[str, Scene]]:
    for name in boards.STATES:
        view = boards.build_state_view(name)
        ctx = RenderContext(lang, names[: len(view.mats)], viewer=0)
        for picture in (*ART.list_pictures(view), *PANELS):
            yield f"{name} {picture}", ART.compose(view, picture, ctx)


def list_nodes(scene: Scene) -> tuple[Node, ...]:
    return (*scene.static_part, *scene.live_part)


def list_texts(scene: Scene) -> list[TextRun]:
    return [node for node in list_nodes(scene) if isinstance(node, TextRun)]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_everything_lies_on_its_canvas_and_in_its_box(lang: Lang) -> None:
    assert list_nodes_outside(draw_scenes(lang, LONG)) == []


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_own_labels_need_no_ellipsis(lang: Lang) -> None:
    assert list_cut_labels(draw_scenes(lang)) == []


def test_static_layer_is_equal_for_all_states_of_a_language() -> None:
    looks = [
        RenderContext("ja", boards.NAMES[: len(boards.build_state_view(name).mats)], viewer=0) for name in boards.STATES
    ]
    printed = {
        ART.compose(boards.build_state_view(name), "board", ctx).static_part
        for name, ctx in zip(boards.STATES, looks, strict=True)
    }
    assert len(printed) == 1
    mats = {
        ART.compose(boards.build_state_view(name), "mat:0", ctx).static_part
        for name, ctx in zip(boards.STATES, looks, strict=True)
    }
    assert len(mats) == 1


@pytest.mark.release
def test_pictures_are_small_enough_for_a_phone() -> None:
    view = boards.build_state_view("classic")
    for picture in (*ART.list_pictures(view), *PANELS):
        scene = ART.compose(
            view, picture, RenderContext("ja", boards.NAMES, viewer=0, view_before=boards.build_view_before_classic())
        )
        assert scene.width == 1600
        assert len(paint(scene)) <= (400_000 if picture.startswith("panel:") else 520_000), picture


def describe_live_nodes(view: View, picture: str = "board", lang: Lang = "ja", **ctx: object) -> list[str]:
    names = boards.NAMES[: len(view.mats)]
    return [describe_node(node) for node in ART.compose(view, picture, RenderContext(lang, names, **ctx)).live_part]  # type: ignore[arg-type]


def test_header_shows_round_rewards_stack_and_turn() -> None:
    header = [
        text
        for text in describe_live_nodes(boards.build_state_view("classic"), lang="en")
        if re.search(r" y=66 ", text)
    ]
    assert header[:2] == [
        'TextRun x=44 y=66 text="Round 4/7" size=52 colour=#FBF3DE max_width=340'.replace('"', "'"),
        "Disc x=359 y=66 r=14 fill=#2C5A4E",
    ]
    assert len([text for text in header if text.startswith("Disc")]) == 3  # past rewards
    assert any("RewardDisc(tile='b_helper', kind='bonus', status='now')" in text for text in header)
    assert any("text='1 free helper' size=32" in text for text in header)
    assert len([text for text in header if "status='future'" in text]) == 3
    assert any("text=×31 size=32" in text for text in header)
    assert any("text='Jules to play' size=40" in text for text in header)


def test_seats_stand_in_turn_order_and_the_active_one_is_white() -> None:
    seats = ART.compose(boards.build_state_view("classic"), "board", RenderContext("ja", boards.NAMES)).live_part
    names = [node.text for node in seats if isinstance(node, TextRun) and node.x > SEATS_X and node.y > 180]
    assert [name for name in names if name in boards.NAMES] == ["Marco", "あおい", "ことり", "Jules"]
    rows = [node for node in seats if isinstance(node, Box) and node.x == SEATS_X and node.w == SEATS_W]
    assert [row.fill for row in rows] == [*[theme.TABLET] * 3, WHITE]


def test_cities_that_are_not_in_the_game_are_closed() -> None:
    assert len([text for text in describe_live_nodes(boards.build_state_view("two")) if "Gate(" in text]) == 2
    assert not [text for text in describe_live_nodes(boards.build_state_view("classic")) if "Gate(" in text]


def test_full_cities_lose_their_rose_arch() -> None:
    assert len([text for text in describe_live_nodes(boards.build_state_view("crowded")) if "FullArch(" in text]) == 4


def test_turned_assignment_tiles_show_their_backs_and_no_numbers() -> None:
    backs = [
        text
        for text in describe_live_nodes(boards.build_state_view("two"))
        if "TileBack(" in text and "size=66" in text
    ]
    assert len(backs) == 3


def test_short_season_has_no_first_reward() -> None:
    assert (
        len(
            [
                text
                for text in describe_live_nodes(boards.build_state_view("two"))
                if "RewardDisc(" in text and " y=66 " in text
            ]
        )
        == 6
    )
    assert not [
        text
        for text in describe_live_nodes(boards.build_state_view("two"))
        if text.startswith("Disc") and " y=66 " in text
    ]


def test_two_men_stand_apart_and_more_are_counted_by_seat() -> None:
    scene = ART.compose(boards.build_state_view("crowded"), "board", RenderContext("en", boards.NAMES)).live_part
    badges = [node for node in scene if isinstance(node, Sprite) and node.x < SEATS_X - 40 and node.y < 450]
    tokens = [node for node in badges if isinstance(node.piece, SeatToken)]
    assert all(one.x != other.x or abs(one.y - other.y) >= 27 for one, other in combinations(tokens, 2))
    numbers = [node.text for node in scene if isinstance(node, Numeral)]
    assert {"×12", "×2", "×3"} <= set(numbers), "of one seat, and of two below each other"


def test_climbing_man_has_halo_arrow_and_removed_marker() -> None:
    scene = ART.compose(
        boards.build_state_view("classic"),
        "board",
        RenderContext("ja", boards.NAMES, view_before=boards.build_view_before_classic()),
    )
    assert [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, RemovedMarker)]
    halos = [node for node in scene.live_part if isinstance(node, Box) and node.edge == SIGNAL]
    assert [(halo.x + 7, halo.y + 7) for halo in halos] == [(425, 171)]


def test_unchanged_board_has_no_teal_marks() -> None:
    view = boards.build_state_view("classic")
    assert not [text for text in describe_live_nodes(view, view_before=view) if SIGNAL in text]


def test_more_than_six_changes_mark_whole_areas() -> None:
    scene = ART.compose(
        boards.build_later_crowded_view(),
        "board",
        RenderContext("ja", boards.NAMES, view_before=boards.build_crowded_view()),
    )
    halos = [node for node in scene.live_part if isinstance(node, Box | Disc) and node.edge == SIGNAL]
    assert 1 <= len(halos) <= 6


def test_view_of_another_game_cannot_be_compared() -> None:
    with pytest.raises(TypeError, match="expected a View of 'signorie', got str"):
        ART.compose(
            boards.build_state_view("classic"), "board", RenderContext("ja", boards.NAMES, view_before="yesterday")
        )


def test_private_pictures_say_so_and_have_dark_background() -> None:
    for picture in PANELS:
        scene = ART.compose(boards.build_state_view("household"), picture, RenderContext("en", boards.NAMES, viewer=3))
        assert [node for node in scene.live_part if isinstance(node, Icon) and node.name == "eye_off"], picture
        assert not [n for n in scene.static_part if isinstance(n, Box) and n.w == 1560 and n.fill == "#F1E9DA"]


def test_the_sentences_of_both_languages_agree() -> None:
    assert load_catalogue("render.signorie").list_problems() == []


def count_halos(scene: Scene) -> int:
    signals = (SIGNAL, SIGNAL_NIGHT)
    framed = [node for node in scene.live_part if getattr(node, "edge", None) in signals]
    return len(framed) + len(
        [node for node in scene.live_part if isinstance(node, Polyline) and node.colour in signals]
    )


def test_turn_marks_gains_and_taken_pieces() -> None:
    before, mats = boards.build_state_view("classic"), list(boards.build_state_view("classic").mats)
    mats[3] = msgspec.structs.replace(mats[3], vp=60)
    gained = msgspec.structs.replace(before, mats=tuple(mats))
    scene = ART.compose(gained, "board", RenderContext("ja", boards.NAMES, view_before=before))
    assert [node.r for node in scene.live_part if isinstance(node, Disc) and node.edge == SIGNAL] == [44]  # the seal
    mats[3] = msgspec.structs.replace(mats[3], vp=60, florins=2, dice=(*mats[3].dice, ("yellow", 1)))
    more = msgspec.structs.replace(before, mats=tuple(mats))
    scene = ART.compose(more, "board", RenderContext("ja", boards.NAMES, view_before=before))
    [framed] = [node for node in scene.live_part if isinstance(node, Box) and node.edge == SIGNAL]
    newest = ART.draw(more, "board", RenderContext("ja", boards.NAMES, view_before=before)).anchors["taken:3"].placement
    assert abs(framed.x + framed.w / 2 - newest.centre[0]) < 1
    dice = [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, Die)]
    [taken_die] = [die for die in dice if (die.x, die.y) == newest.centre]
    assert taken_die.piece == Die(theme.DICE["yellow"], 1, 34), "the die that was taken, before the others"


def test_every_change_of_a_turn_is_marked_on_board_and_mat() -> None:
    before = boards.build_state_view("classic")
    sons = before.mats[3].sons
    wedded = (msgspec.structs.replace(sons[0], is_married=True), *sons[1:])
    for change in (
        {"florins": 3},
        {"men": 5},
        {"vp": 53},
        {"helpers": ("y_top",)},
        {"sons": wedded},
    ):
        mats = (*before.mats[:3], msgspec.structs.replace(before.mats[3], **change))
        view = msgspec.structs.replace(before, mats=mats)
        for picture in ("board", "mat:3", "panel:board", "panel:mat"):
            scene = ART.compose(view, picture, RenderContext("en", boards.NAMES, viewer=3, view_before=before))
            assert count_halos(scene) == 1, (change, picture)


def test_a_mat_drops_no_change() -> None:
    for before, now in (
        (boards.build_classic_view(), boards.build_state_view("household")),
        (boards.build_crowded_view(), boards.build_state_view("household")),
    ):
        scene = ART.compose(now, "mat:3", RenderContext("en", boards.NAMES, view_before=before))
        halos = [node for node in scene.live_part if isinstance(node, Box) and node.edge == SIGNAL]
        assert 1 <= len(halos) <= 6
        for part in (0, 230, 1100):  # family, columns, plan
            assert any(part <= halo.x <= part + 900 for halo in halos)


def test_final_picture_shows_sources_of_points() -> None:
    view = boards.build_state_view("ended")
    assert ART.list_pictures(view)[:2] == ("final", "board")
    labels = [text.text for text in list_texts(ART.compose(view, "final", RenderContext("en", boards.NAMES)))]
    assert "Marco wins" in labels
    assert "15 ahead of Jules; most from Marriages (56)" in labels
    for mat in view.mats:
        wide = [str(vp) for _, vp in mat.points if vp > 3]
        assert all(vp in labels for vp in wide)
    assert not [
        text
        for text in list_texts(ART.compose(view, "mat:0", RenderContext("en", boards.NAMES)))
        if "dice" in text.text
    ]


def test_leader_has_disc_behind_seal_and_all_stand_on_line() -> None:
    scene = ART.compose(boards.build_state_view("classic"), "board", RenderContext("en", boards.NAMES))
    line_of_points = [
        node for node in scene.live_part if isinstance(node, Sprite) and 128 < node.y < 154 and node.x > 990
    ]
    tokens = [node.piece for node in line_of_points if isinstance(node.piece, SeatToken) and node.piece.r == 17]
    assert {token.seat for token in tokens} == {0, 1, 2, 3}
    by_points = sorted(line_of_points, key=lambda node: node.x)
    assert [node.piece.seat for node in by_points if isinstance(node.piece, SeatToken)] == [3, 2, 0, 1]
    assert (
        len([node for node in scene.live_part if isinstance(node, Disc) and node.edge == INK and node.width == 6]) == 1
    )


def test_points_gained_are_written_on_the_seal() -> None:
    before, mats = boards.build_state_view("classic"), list(boards.build_state_view("classic").mats)
    mats[3] = msgspec.structs.replace(mats[3], vp=60)
    view = msgspec.structs.replace(before, mats=tuple(mats))
    labels = list_texts(ART.compose(view, "board", RenderContext("en", boards.NAMES, view_before=before)))
    assert [text.text for text in labels if re.fullmatch(r"\+\d+", text.text)] == ["+8"]


def test_private_panels_have_the_size_of_a_mat_and_are_never_taller_than_the_board() -> None:
    for name in boards.STATES:
        ctx = RenderContext("ja", boards.NAMES[: len(boards.build_state_view(name).mats)], viewer=0)
        heights = {panel: ART.compose(boards.build_state_view(name), panel, ctx).height for panel in PANELS}
        assert heights.pop("panel:board") == HEIGHT
        assert heights.pop("panel:dice") == 1320, "five rows with a heading each, and why something is closed"
        assert set(heights.values()) == {1000}


def test_private_mat_equals_public_mat() -> None:
    view = boards.build_state_view("household")
    public, private = (
        {text.text for text in list_texts(ART.compose(view, picture, RenderContext("en", boards.NAMES, viewer=3)))}
        for picture in ("mat:3", "panel:mat")
    )
    assert public - private == {"Jules"}


def test_letters_of_meeples_in_cities_are_readable_on_a_phone() -> None:
    """At 400 px, six of them or more are readable."""
    sprites = [
        n
        for n in list_nodes(ART.draw(boards.build_state_view("crowded"), "board", RenderContext("en", boards.NAMES)))
        if isinstance(n, Sprite)
    ]
    people = [n.piece for n in sprites if isinstance(n.piece, Meeple) and n.piece.letter and 760 < n.y < 900]
    letters = [shape.size for piece in people for shape in piece.shapes() if isinstance(shape, Numeral)]
    assert letters and min(letters) >= 26


@pytest.mark.parametrize(("values", "leaders"), CASES)
def test_every_leader_has_a_ring(values: tuple[int, ...], leaders: int) -> None:
    assert count_rings("signorie", build_classic_view(), "mats", "vp", values) == leaders
