"""Signorie's pictures: every state stays on its canvas, fits its boxes, and marks what it should."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations

import msgspec
import pytest

from engines.kernel import catalogue
from engines.signorie.view import View
from render import Look, Mark, Scene, arts, paint
from render.kit.colour import INK, SIGNAL, SIGNAL_NIGHT
from render.kit.extent import extent
from render.kit.look import Lang
from render.kit.marks.ghost import Ghost
from render.kit.scene import Box, Disc, Icon, Line, Node, Numeral, Sprite, Text, line
from render.kit.tokens import Badge, BadgeSpan, Die, Meeple, SeatToken
from render.signorie import theme
from render.signorie.layout import HEIGHT, SEATS_W, SEATS_X
from tests.render.badges import apart, numbers
from tests.render.sound import cut, inexact, outside

from . import boards

ART = arts()["signorie"]
PANELS = ART.private(boards.classic(), 0)
STATES: dict[str, Callable[[], View]] = {
    "classic": boards.classic,
    "crowded": boards.crowded,
    "household": boards.household,
    "ended": boards.ended,
    "two": lambda: boards.small(2, variants=("short_season", "secret_letters")),
    "three at rewards": lambda: boards.small(3, "rewards", 6),
}

LONG = ("とてもながいなまえのひと", "Bartholomew the Great", "🐦", "Jules-Alexandre d'Arc")


@cache
def state(name: str) -> View:
    return STATES[name]()


def scenes(lang: Lang, names: tuple[str, ...] = boards.NAMES) -> Iterator[tuple[str, Scene]]:
    for name in STATES:
        view = state(name)
        look = Look(lang, names[: len(view.mats)], viewer=0)
        for picture in (*ART.pictures(view), *PANELS):
            yield f"{name} {picture}", ART.compose(view, picture, look)


def nodes(scene: Scene) -> tuple[Node, ...]:
    return (*scene.static, *scene.live)


def texts(scene: Scene) -> list[Text]:
    return [node for node in nodes(scene) if isinstance(node, Text)]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_everything_lies_on_its_canvas_and_in_its_box(lang: Lang) -> None:
    assert outside(scenes(lang, LONG)) == []


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_no_label_of_ours_needs_an_ellipsis(lang: Lang) -> None:
    assert cut(scenes(lang)) == []


def test_every_flat_colour_is_exact_in_the_palette() -> None:
    assert inexact(scenes("ja")) == []


def test_the_printed_layer_is_one_for_all_states_of_a_language() -> None:
    looks = [Look("ja", boards.NAMES[: len(state(name).mats)], viewer=0) for name in STATES]
    printed = {ART.compose(state(name), "board", look).static for name, look in zip(STATES, looks, strict=True)}
    assert len(printed) == 1
    mats = {ART.compose(state(name), "mat:0", look).static for name, look in zip(STATES, looks, strict=True)}
    assert len(mats) == 1


def test_pictures_are_small_enough_for_a_phone() -> None:
    view = state("classic")
    for picture in (*ART.pictures(view), *PANELS):
        scene = ART.compose(view, picture, Look("ja", boards.NAMES, viewer=0, before=boards.classic_before()))
        assert scene.width == 1600
        assert len(paint(scene)) <= 400_000, picture


def live(view: View, picture: str = "board", lang: Lang = "ja", **look: object) -> list[str]:
    names = boards.NAMES[: len(view.mats)]
    return [line(node) for node in ART.compose(view, picture, Look(lang, names, **look)).live]  # type: ignore[arg-type]


def test_the_header_tells_round_rewards_stack_and_turn() -> None:
    header = [text for text in live(state("classic"), lang="en") if re.search(r" y=66 ", text)]
    assert header[:2] == [
        'Text x=44 y=66 text="Round 4/7" size=52 colour=#FFFFFF room=340'.replace('"', "'"),
        "Disc x=359 y=66 r=14 fill=#2C5A4E",
    ]
    assert len([text for text in header if text.startswith("Disc")]) == 3  # past rewards
    assert any("RewardDisc(tile='b_helper', kind='bonus', status='now')" in text for text in header)
    assert any("text='1 free helper' size=32" in text for text in header)
    assert len([text for text in header if "status='future'" in text]) == 3
    assert any("text=×31 size=32" in text for text in header)
    assert any("text='Jules to play' size=40" in text for text in header)


def test_seats_stand_in_turn_order_and_the_active_one_is_white() -> None:
    seats = ART.compose(state("classic"), "board", Look("ja", boards.NAMES)).live
    names = [node.text for node in seats if isinstance(node, Text) and node.x > SEATS_X and node.y > 180]
    assert [name for name in names if name in boards.NAMES] == ["Marco", "あおい", "ことり", "Jules"]
    rows = [node for node in seats if isinstance(node, Box) and node.x == SEATS_X and node.w == SEATS_W]
    assert [row.fill for row in rows] == ["#FBF7EE", "#FBF7EE", "#FBF7EE", "#FFFFFF"]


def test_cities_that_are_not_in_the_game_are_closed() -> None:
    assert len([text for text in live(state("two")) if "Gate(" in text]) == 2
    assert not [text for text in live(state("classic")) if "Gate(" in text]


def test_full_cities_lose_their_rose_arch() -> None:
    assert len([text for text in live(state("crowded")) if "FullArch(" in text]) == 4


def test_turned_assignment_tiles_show_their_backs_and_no_numbers() -> None:
    backs = [text for text in live(state("two")) if "TileBack(" in text and "size=66" in text]
    assert len(backs) == 3


def test_short_season_has_no_first_reward() -> None:
    assert len([text for text in live(state("two")) if "RewardDisc(" in text and " y=66 " in text]) == 6
    assert not [text for text in live(state("two")) if text.startswith("Disc") and " y=66 " in text]


def test_two_men_stand_apart_and_more_are_counted_by_seat() -> None:
    scene = ART.compose(state("crowded"), "board", Look("en", boards.NAMES)).live
    there = [node for node in scene if isinstance(node, Sprite) and node.x < SEATS_X - 40 and node.y < 450]
    tokens = [node for node in there if isinstance(node.piece, SeatToken)]
    assert all(one.x != other.x or abs(one.y - other.y) >= 27 for one, other in combinations(tokens, 2))
    numbers = [node.text for node in scene if isinstance(node, Numeral)]
    assert {"×12", "×2", "×3"} <= set(numbers), "of one seat, and of two below each other"


def test_a_man_who_climbed_has_a_halo_an_arrow_and_leaves_a_ghost() -> None:
    scene = ART.compose(state("classic"), "board", Look("ja", boards.NAMES, before=boards.classic_before()))
    assert [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Ghost)]
    halos = [node for node in scene.live if isinstance(node, Box) and node.edge == SIGNAL]
    assert [(halo.x + 7, halo.y + 7) for halo in halos] == [(425, 171)]


def test_nothing_changed_means_nothing_is_teal() -> None:
    view = state("classic")
    assert not [text for text in live(view, before=view) if SIGNAL in text]


def test_more_than_six_changes_mark_whole_areas() -> None:
    scene = ART.compose(boards.crowded_later(), "board", Look("ja", boards.NAMES, before=boards.crowded()))
    halos = [node for node in scene.live if isinstance(node, Box | Disc) and node.edge == SIGNAL]
    assert 1 <= len(halos) <= 6


def test_another_games_view_cannot_be_compared_with() -> None:
    with pytest.raises(TypeError, match="expected a View of 'signorie', got str"):
        ART.compose(state("classic"), "board", Look("ja", boards.NAMES, before="yesterday"))


PLACES = {
    "board": ("reward:4",),
    "dice": ("die:red:6", "die:purple:5"),
    "assignments": ("assign:red_m", "assign:light_blue_f"),
    "plan": ("mat:3:row:politician", "mat:3:row:wedding"),
    "helpers": ("mat:3:helper:y_mid", "mat:3:helper:b_mid"),
    "arcade": ("city:milano", "city:napoli"),
    "tracks": ("track:politician:4", "track:clergy:0:1", "track:initiative:0:4"),
    "mat": ("mat:3:son:3",),
    "action:red": ("mat:3:signoria:red", "assign:red_m", "mat:3:helper:y_mid", "mat:3:helper:y_bot"),
    "action:grey": ("mat:3:signoria:grey",),
}


@pytest.mark.parametrize("panel", PLACES)
def test_every_kind_of_place_gets_its_number_on_the_panel_that_shows_it(panel: str) -> None:
    view, places = state("household"), PLACES[panel]
    assert ART.panel(view, 3, places) == f"panel:{panel}"
    marks = tuple(Mark(place, number) for number, place in enumerate(places, 1))
    scene = ART.compose(view, f"panel:{panel}", Look("en", boards.NAMES, viewer=3, marks=marks))
    assert numbers(scene) == list(range(1, len(places) + 1))


@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize("panel", PLACES)
def test_up_to_eight_numbers_on_every_place_stand_apart_and_on_the_canvas(panel: str, count: int) -> None:
    places = PLACES[panel]
    marks = tuple(Mark(place, 1 + i + len(places) * n) for i, place in enumerate(places) for n in range(count))
    if len(places) == 1:
        marks = tuple(Mark(places[0], 2 * n + 1) for n in range(count))
    scene = ART.compose(state("household"), f"panel:{panel}", Look("ja", boards.NAMES, viewer=3, marks=marks))
    assert numbers(scene) == sorted(mark.number for mark in marks)
    apart(scene)


def test_badges_of_a_die_or_a_walk_cover_no_pips_and_no_men() -> None:
    view = state("crowded")
    marks = (Mark("track:politician:0:1", 1), Mark("track:politician:2:4", 2), Mark("track:initiative:0:9", 3))
    scene = ART.compose(view, "panel:tracks", Look("ja", boards.NAMES, viewer=3, marks=marks))
    assert covered(scene) == []
    dice = (Mark("die:red:6", 1), Mark("die:purple:2", 2))
    scene = ART.compose(state("classic"), "panel:dice", Look("ja", boards.NAMES, viewer=3, marks=dice))
    assert covered(scene) == []


def covered(scene: Scene) -> list[str]:
    """Pieces and texts that a badge lies on."""
    live = [node for node in scene.live if isinstance(node, Sprite | Text)]
    badges = [extent(node) for node in live if isinstance(node, Sprite) and isinstance(node.piece, Badge | BadgeSpan)]
    others = [node for node in live if not (isinstance(node, Sprite) and isinstance(node.piece, Badge | BadgeSpan))]
    found = []
    for left, top, right, bottom in badges:
        for node in others:
            a, b, c, d = extent(node)
            if a < right - 1 and left < c - 1 and b < bottom - 1 and top < d - 1:
                found.append(line(node))
    return found


def test_a_question_without_places_is_asked_on_the_picture_of_what_changed() -> None:
    before, now = boards.classic_before(), state("classic")
    assert ART.panel(now, 3, (), None) == "panel:board"
    assert ART.panel(now, 3, (), before) == "panel:board"  # a man has climbed
    assert ART.panel(state("household"), 3, (), now) == "panel:mat"  # helpers, brides and tiles


def test_many_options_on_one_place_share_one_badge_and_a_chosen_one_is_checked() -> None:
    marks = (*(Mark("city:roma", n) for n in (3, 4, 5, 6)), Mark("city:milano", 1, chosen=True))
    scene = ART.compose(state("classic"), "panel:arcade", Look("en", boards.NAMES, viewer=3, marks=marks))
    pieces = [node.piece for node in scene.live if isinstance(node, Sprite)]
    assert [piece.text for piece in pieces if isinstance(piece, BadgeSpan)] == ["3–6"]
    assert [piece.chosen for piece in pieces if isinstance(piece, Badge)] == [True]


def test_an_unknown_place_has_no_number_and_an_unknown_picture_is_refused() -> None:
    view = state("classic")
    assert numbers(ART.compose(view, "board", Look("en", boards.NAMES, marks=(Mark("moon:1", 1),)))) == []
    for picture in ("moon", "mat:7", "zoom:mat"):
        with pytest.raises(KeyError, match="no picture"):
            ART.compose(view, picture, Look("en", boards.NAMES))


def test_private_pictures_say_so_and_stand_on_the_dark_ground() -> None:
    for picture in PANELS:
        scene = ART.compose(state("household"), picture, Look("en", boards.NAMES, viewer=3))
        assert [node for node in scene.live if isinstance(node, Icon) and node.name == "eye_off"], picture
        assert not [n for n in scene.static if isinstance(n, Box) and n.w == 1560 and n.fill == "#F1E9DA"]


def test_the_sentences_of_both_languages_agree() -> None:
    assert catalogue("render.signorie").problems() == []


def halo_count(scene: Scene) -> int:
    signals = (SIGNAL, SIGNAL_NIGHT)
    framed = [node for node in scene.live if getattr(node, "edge", None) in signals]
    return len(framed) + len([node for node in scene.live if isinstance(node, Line) and node.colour in signals])


def test_one_turn_marks_what_a_seat_gained_and_took() -> None:
    before, mats = state("classic"), list(state("classic").mats)
    mats[3] = msgspec.structs.replace(mats[3], vp=60)
    gained = msgspec.structs.replace(before, mats=tuple(mats))
    scene = ART.compose(gained, "board", Look("ja", boards.NAMES, before=before))
    assert [node.r for node in scene.live if isinstance(node, Disc) and node.edge == SIGNAL] == [44]  # the seal
    mats[3] = msgspec.structs.replace(mats[3], vp=60, florins=2, dice=(*mats[3].dice, ("yellow", 1)))
    more = msgspec.structs.replace(before, mats=tuple(mats))
    scene = ART.compose(more, "board", Look("ja", boards.NAMES, before=before))
    [framed] = [node for node in scene.live if isinstance(node, Box) and node.edge == SIGNAL]
    newest = ART.draw(more, "board", Look("ja", boards.NAMES, before=before)).anchors["taken:3"].spot
    assert abs(framed.x + framed.w / 2 - newest.centre[0]) < 1
    dice = [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Die)]
    [there] = [die for die in dice if (die.x, die.y) == newest.centre]
    assert there.piece == Die(theme.DICE["yellow"], 1, 34), "the die that was taken, before the others"


def test_whatever_a_turn_changes_leaves_a_mark_on_the_board_and_on_the_mat() -> None:
    before = state("classic")
    sons = before.mats[3].sons
    wedded = (msgspec.structs.replace(sons[0], married=True), *sons[1:])
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
            scene = ART.compose(view, picture, Look("en", boards.NAMES, viewer=3, before=before))
            assert halo_count(scene) == 1, (change, picture)


def test_a_mat_drops_no_change() -> None:
    for before, now in ((boards.classic(), state("household")), (boards.crowded(), state("household"))):
        scene = ART.compose(now, "mat:3", Look("en", boards.NAMES, before=before))
        halos = [node for node in scene.live if isinstance(node, Box) and node.edge == SIGNAL]
        assert 1 <= len(halos) <= 6
        for part in (0, 230, 1100):  # family, columns, plan
            assert any(part <= halo.x <= part + 900 for halo in halos)


def test_the_end_tells_where_the_points_came_from() -> None:
    view = state("ended")
    assert ART.pictures(view)[:2] == ("final", "board")
    shown = [text.text for text in texts(ART.compose(view, "final", Look("en", boards.NAMES)))]
    assert "Marco wins" in shown
    assert "15 ahead of Jules; most from Marriages (56)" in shown
    for mat in view.mats:
        wide = [str(vp) for _, vp in mat.points if vp > 3]
        assert all(vp in shown for vp in wide)
    assert not [text for text in texts(ART.compose(view, "mat:0", Look("en", boards.NAMES))) if "dice" in text.text]


def test_who_leads_has_a_disc_behind_the_seal_and_all_stand_on_the_line() -> None:
    scene = ART.compose(state("classic"), "board", Look("en", boards.NAMES))
    line_of_points = [node for node in scene.live if isinstance(node, Sprite) and 128 < node.y < 154 and node.x > 990]
    tokens = [node.piece for node in line_of_points if isinstance(node.piece, SeatToken) and node.piece.r == 17]
    assert {token.seat for token in tokens} == {0, 1, 2, 3}
    by_points = sorted(line_of_points, key=lambda node: node.x)
    assert [node.piece.seat for node in by_points if isinstance(node.piece, SeatToken)] == [3, 2, 0, 1]
    assert len([node for node in scene.live if isinstance(node, Disc) and node.edge == INK and node.width == 6]) == 1


def test_points_gained_are_written_on_the_seal() -> None:
    before, mats = state("classic"), list(state("classic").mats)
    mats[3] = msgspec.structs.replace(mats[3], vp=60)
    view = msgspec.structs.replace(before, mats=tuple(mats))
    shown = texts(ART.compose(view, "board", Look("en", boards.NAMES, before=before)))
    assert [text.text for text in shown if re.fullmatch(r"\+\d+", text.text)] == ["+8"]


def test_private_panels_have_the_size_of_a_mat_and_are_never_taller_than_the_board() -> None:
    for name in STATES:
        look = Look("ja", boards.NAMES[: len(state(name).mats)], viewer=0)
        heights = {panel: ART.compose(state(name), panel, look).height for panel in PANELS}
        assert heights.pop("panel:board") == HEIGHT
        assert heights.pop("panel:dice") == 1320, "five rows with a heading each, and why something is closed"
        assert set(heights.values()) == {1000}


def test_the_own_mat_shows_in_private_what_it_shows_in_public() -> None:
    view = state("household")
    public, private = (
        {text.text for text in texts(ART.compose(view, picture, Look("en", boards.NAMES, viewer=3)))}
        for picture in ("mat:3", "panel:mat")
    )
    assert public - private == {"Jules"}


def test_letters_of_men_and_women_in_cities_are_read_on_a_phone() -> None:
    """At 400 px six of them and more."""
    shown = [n for n in nodes(ART.draw(state("crowded"), "board", Look("en", boards.NAMES))) if isinstance(n, Sprite)]
    people = [n.piece for n in shown if isinstance(n.piece, Meeple) and n.piece.letter and 760 < n.y < 900]
    letters = [shape.size for piece in people for shape in piece.shapes() if isinstance(shape, Numeral)]
    assert letters and min(letters) >= 26
