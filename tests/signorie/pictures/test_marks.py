"""Author badges on the board: at dice and cities, without hiding shields; discs hide no other disc."""

from math import dist

import msgspec
import pytest

from engines.kernel import SeatRef, message
from engines.signorie.view import CityView, View
from render import Mark, RecentStep, RenderContext, Scene, load_arts
from render.kit.bounds import Bounds, measure_bounds
from render.kit.colour import WHITE
from render.kit.marks.badges import AuthorBadge, NumberBadge
from render.kit.placement import Point
from render.kit.scene import Box, Icon, Poly, Sprite, TextRun
from render.kit.tokens import Coin, Die, NumberDisc, ShieldTile
from render.signorie import theme
from render.signorie.layout import (
    BAND_H,
    CITIES,
    COLORS,
    SEATS_X,
    place_bay,
    place_city_slot,
    place_dice_area,
    place_seat_row,
)

from . import boards

ART = load_arts()["signorie"]


def draw_card_after_turn(view: View, before: View, seat: int) -> Scene:
    """Return the card after a turn of this seat in which it also scored a point."""
    mats = tuple(msgspec.structs.replace(mat, vp=mat.vp + (mat.seat == seat)) for mat in view.mats)
    view, names = msgspec.structs.replace(view, mats=mats), boards.NAMES[: len(view.mats)]
    return ART.compose(
        view,
        "board",
        RenderContext(
            "ja",
            names,
            view_before=before,
            turns=(RecentStep(seat, before, messages=(message("pass.done", who=SeatRef(seat), sum=0),)),),
        ),
    )


def list_letters(scene: Scene) -> list[Sprite]:
    return [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge)]


def has_overlap(a: Bounds, b: Bounds) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@pytest.mark.parametrize("track", ["politician", "clergy", "military", "initiative"])
def test_letter_at_the_end_of_a_track_is_clear_of_player_rows(track: str) -> None:
    view = boards.build_classic_view()
    slots = view.initiative
    at_end = tuple(
        msgspec.structs.replace(
            place, discs=tuple(seat for seat in place.discs if seat != 1) + ((1,) if place.number == 9 else ())
        )
        for place in slots
    )
    careers = tuple(
        msgspec.structs.replace(
            career,
            slots=tuple(
                msgspec.structs.replace(
                    slot, men=tuple(sorted({**dict(slot.men), 1: dict(slot.men).get(1, 0) + 1}.items()))
                )
                if slot.number == 8
                else slot
                for slot in career.slots
            ),
        )
        if career.id == track
        else career
        for career in view.careers
    )
    now = {"initiative": at_end} if track == "initiative" else {"careers": careers}
    marks = list_letters(draw_card_after_turn(msgspec.structs.replace(view, **now), view, 1))
    track_marks = [mark for mark in marks if 136 < mark.y < 540 and mark.x < 980 and mark.x + 31 < SEATS_X]
    rows = [mark for mark in marks if 136 < mark.y < 540 and mark.x + 31 >= SEATS_X]
    assert len(track_marks) == 1 and all(is_in_own_row(mark, view) for mark in rows)


def is_in_own_row(mark: Sprite, view: View) -> bool:
    row = place_seat_row(view.order.index(1), len(view.mats))
    return row.y <= mark.y <= row.y + row.h


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("kind", ["marriage", "mission"])
def test_letter_of_a_taken_tile_stands_in_its_arch_off_the_shields(city: str, kind: str) -> None:
    before = boards.build_classic_view()
    cities = tuple(
        msgspec.structs.replace(place, is_used=True, **{kind: None}) if place.id == city else place
        for place in before.cities
    )
    was = tuple(
        msgspec.structs.replace(place, is_used=True, **{kind: before.cities[0].marriage or before.cities[0].mission})
        if place.id == city
        else place
        for place in before.cities
    )
    before = msgspec.structs.replace(before, cities=was)
    scene = draw_card_after_turn(msgspec.structs.replace(before, cities=cities), before, 1)
    arch = place_bay(city)
    [mark] = [letter for letter in list_letters(scene) if letter.y > 540]
    left, top, right, foot = measure_bounds(mark)
    half, x, y = (right - left) / 2, (left + right) / 2, (top + foot) / 2
    assert arch.x <= x <= arch.x + arch.w and arch.y <= y <= arch.y + arch.h + half, (
        "its middle, at the very edge at most"
    )
    for node in scene.live_part:
        if isinstance(node, Sprite) and isinstance(node.piece, ShieldTile):
            a, b, c, d = measure_bounds(node)
            assert right <= a + 4 or c <= left + 4 or foot <= b + 4 or d <= top + 4, "on a shield"


@pytest.mark.parametrize("color", COLORS)
def test_taken_die_has_a_letter_at_its_colour(color: str) -> None:
    view = boards.build_classic_view()
    full = tuple(
        msgspec.structs.replace(dice, left=(dice.left + (6,) * dice.size)[: dice.size]) if dice.color == color else dice
        for dice in view.dice
    )
    before = msgspec.structs.replace(view, dice=full)
    less = tuple(msgspec.structs.replace(dice, left=dice.left[1:]) if dice.color == color else dice for dice in full)
    scene = draw_card_after_turn(msgspec.structs.replace(view, dice=less), before, 2)
    area = place_dice_area(color)
    [mark] = [letter for letter in list_letters(scene) if letter.y > 800]
    assert isinstance(mark.piece, AuthorBadge) and mark.piece.seat == 2
    assert area.x < mark.x < area.x + area.w and area.y < mark.y < area.y + BAND_H
    band = [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, Die)]
    left, top, right, foot = measure_bounds(mark)
    assert not any(has_overlap((left + 6, top, right - 6, foot), measure_bounds(die)) for die in band), (
        "in the place that is empty now"
    )


def test_new_dice_and_reward_of_a_round_have_no_letter() -> None:
    view = boards.build_classic_view()
    full = tuple(msgspec.structs.replace(dice, left=(1,) * dice.size) for dice in view.dice)
    rewards = tuple(
        msgspec.structs.replace(slot, status="now" if slot.number == view.slot + 1 else "past")
        if slot.number in (view.slot, view.slot + 1)
        else slot
        for slot in view.rewards
    )
    later = msgspec.structs.replace(view, dice=full, slot=view.slot + 1, round=view.round + 1, rewards=rewards)
    assert not [
        letter for letter in list_letters(draw_card_after_turn(later, view, 2)) if letter.y > 800 or letter.y < 120
    ]


def list_tail_tips(scene: Scene, mark: Sprite) -> list[Point]:
    """Return the ends of a badge's callout tails."""
    wedges = [node.points for node in scene.live_part if isinstance(node, Poly) and node.fill == WHITE]
    tail_ends = [(points[1], [(a + b) / 2 for a, b in zip(points[0], points[2], strict=True)]) for points in wedges]
    return [tip for tip, root in tail_ends if abs(root[0] - mark.x) < 1 and abs(root[1] - mark.y) < 1]


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("slot", range(8))
def test_letter_points_at_the_meeple_that_came_to_a_city(city: str, slot: int) -> None:
    """The letter stood by the name, and its callout tail pointed at a free slot."""
    view, replace = boards.build_classic_view(), msgspec.structs.replace

    def make_view(number: int) -> View:
        def fill_place(place: CityView) -> CityView:
            slots = tuple(
                replace(letter, seat=(i + 1) % 2 if i < number else None, sex="female" if i < number else None)
                for i, letter in enumerate(place.slots)
            )
            tile = place.marriage if number == slot else None
            return replace(place, is_used=True, slots=slots, next=number if number < 8 else None, marriage=tile)

        return replace(view, cities=tuple(fill_place(place) if place.id == city else place for place in view.cities))

    seat = (slot + 1) % 2
    scene = draw_card_after_turn(make_view(slot + 1), make_view(slot), seat)
    centre = place_city_slot(city, slot).centre
    [mark] = [letter for letter in list_letters(scene) if letter.y > 540]
    assert min(dist(tip, centre) for tip in list_tail_tips(scene, mark)) < 36
    others = [place_city_slot(city, i).centre for i in range(8) if i != slot]
    assert not any(dist(tip, other) < 28 for tip in list_tail_tips(scene, mark) for other in others)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("dice", [1, 2, 4])
def test_letter_points_at_the_taken_die(dice: int, seats: int) -> None:
    view = boards.build_classic_view() if seats == 4 else boards.build_small_view(seats)
    colours, mats = ("red", "purple", "grey", "yellow")[4 - dice :], list(view.mats)
    mats[1] = msgspec.structs.replace(mats[1], has_passed=False, dice=tuple((colour, 2) for colour in colours[:-1]))
    before = msgspec.structs.replace(view, mats=tuple(mats))
    mats[1] = msgspec.structs.replace(mats[1], dice=(*mats[1].dice, ("yellow", 5)))
    scene = draw_card_after_turn(msgspec.structs.replace(view, mats=tuple(mats)), before, 1)
    row = place_seat_row(view.order.index(1), seats)
    [mark] = [letter for letter in list_letters(scene) if row.y - 20 < letter.y < row.y + row.h and letter.x > SEATS_X]
    [tip] = list_tail_tips(scene, mark)
    row_dice = [
        node
        for node in scene.live_part
        if isinstance(node, Sprite) and isinstance(node.piece, Die) and row.y < node.y < row.y + row.h
    ]
    assert len(row_dice) == dice
    nearest = min(row_dice, key=lambda node: dist(tip, (node.x, node.y)))
    assert isinstance(nearest.piece, Die) and nearest.piece == Die(theme.DICE["yellow"], 5, nearest.piece.size)
    left, top, right, foot = measure_bounds(nearest)
    assert left <= tip[0] <= right and top <= tip[1] <= foot


def test_equal_dice_are_one_option_in_one_frame() -> None:
    view = boards.build_classic_view()
    dice = tuple(
        msgspec.structs.replace(pool, left=(4, 4, 6) if pool.color == "grey" else pool.left) for pool in view.dice
    )
    marks = tuple(Mark(f"die:grey:{pips}", n) for n, pips in enumerate((4, 6), 1))
    ctx = RenderContext("en", boards.NAMES, viewer=1, marks=marks)
    scene = ART.compose(msgspec.structs.replace(view, dice=dice), "panel:dice", ctx)
    dies = [
        node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, Die) and node.x > 956
    ]
    pair, other = dies[:2], dies[2]
    first, second = (
        node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, NumberBadge)
    )
    assert first.x == sum(die.x for die in pair) / 2 and second.x == other.x
    frame = next(
        node for node in scene.live_part if isinstance(node, Box) and node.x < pair[0].x < node.x + node.w < other.x
    )
    assert frame.x < pair[0].x - 38 and frame.x + frame.w > pair[1].x + 38


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_actors_letter_stands_at_the_dice_of_their_row(seats: int) -> None:
    """For a player who has passed it is the only letter."""
    view = boards.build_classic_view() if seats == 4 else boards.build_small_view(seats)
    for seat in view.order:
        mats = tuple(msgspec.structs.replace(mat, has_passed=False) if mat.seat == seat else mat for mat in view.mats)
        passed = tuple(msgspec.structs.replace(mat, has_passed=True) if mat.seat == seat else mat for mat in view.mats)
        before = msgspec.structs.replace(view, mats=mats)
        scene = draw_card_after_turn(msgspec.structs.replace(view, mats=passed), before, seat)
        [mark] = [letter for letter in list_letters(scene) if letter.y < 540]
        row, (left, top, right, bottom) = place_seat_row(view.order.index(seat), seats), measure_bounds(mark)
        assert row.x + 100 < left and right < row.x + 520 and row.y - 18 < top and bottom < row.y + row.h


def test_seats_that_passed_before_have_no_letter_at_round_end() -> None:
    """C and D seemed to have taken dice in the last turn of the round."""
    view = boards.build_classic_view()
    mats = tuple(msgspec.structs.replace(mat, has_passed=mat.seat in (2, 3)) for mat in view.mats)
    before = msgspec.structs.replace(view, mats=mats)
    all_passed = tuple(msgspec.structs.replace(mat, has_passed=True) for mat in mats)
    scene = draw_card_after_turn(msgspec.structs.replace(view, mats=all_passed, phase="rewards"), before, 1)
    assert not [mark for mark in list_letters(scene) if mark.x > SEATS_X]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_headings_of_die_question_are_clear_of_the_boxes(lang: str) -> None:
    view = boards.build_classic_view()
    scene = ART.compose(view, "panel:dice", RenderContext(lang, boards.NAMES, viewer=0))  # type: ignore[arg-type]
    headings = [node for node in scene.static_part if isinstance(node, TextRun)]
    boxes = [measure_bounds(node) for node in scene.live_part if isinstance(node, Box) and node.w > 100]
    assert len(headings) == 4
    for text in headings:
        top, foot = text.y - 0.4 * text.size, text.y + 0.4 * text.size
        assert all(foot + 12 <= b or d <= top - 12 for _, b, _, d in boxes), text
    words = [node for node in scene.live_part if isinstance(node, TextRun)]
    assert all(measure_bounds(text)[3] <= scene.height - 24 for text in words)


def test_option_numbers_in_a_city_stand_above_their_options() -> None:
    keys = {
        "milano": ("marry:milano:2", "marry:milano:4"),
        "napoli": ("mission:clergy:3:napoli", "mission:military:8:napoli"),
        "venezia": ("marry:venezia:1",),
    }
    every = [(city, key) for city, city_keys in keys.items() for key in city_keys]
    marks = tuple(Mark(f"city:{city}", n, key=key) for n, (city, key) in enumerate(every, 1))
    scene = ART.compose(
        boards.build_classic_view(), "panel:arcade", RenderContext("en", boards.NAMES, viewer=0, marks=marks)
    )

    def list_arch_texts(city: str) -> list[str]:
        """List the texts in the middle of an arch below its name, from the top down."""
        x = place_bay(city).centre[0]
        here = [node for node in scene.live_part if isinstance(node, Sprite | TextRun | Icon) and abs(node.x - x) < 2]
        labels = []
        for node in sorted((node for node in here if node.y > 460), key=lambda node: node.y):
            if isinstance(node, Sprite) and isinstance(node.piece, NumberDisc | Coin):
                labels.append(f"{type(node.piece).__name__} {node.piece.text}")
            elif isinstance(node, TextRun | Icon):
                labels.append(node.text if isinstance(node, TextRun) else node.name)
        return labels

    assert list_arch_texts("milano") == ["NumberDisc 1", "Coin 2", "NumberDisc 2", "Coin 4"]
    assert list_arch_texts("napoli") == ["NumberDisc 3", "clergy", "3", "NumberDisc 4", "military", "13"]
    assert list_arch_texts("venezia") == [], "a single one has its number on the keystone"


def test_discs_returned_by_a_new_round_have_no_letter() -> None:
    """B's disc goes from slot 5 to the first one, either by B's own action or because the round is over."""
    view = boards.build_classic_view()

    def make_view(number: int, slot: int, phase: str = "actions") -> View:
        places = [
            msgspec.structs.replace(
                place,
                discs=tuple(seat for seat in place.discs if seat != 1) + ((1,) if place.number == number else ()),
            )
            for place in view.initiative
        ]
        return msgspec.structs.replace(view, initiative=places, slot=slot, phase=phase)

    def is_disc_marked(then: View, now: View) -> bool:
        ctx = RenderContext("en", boards.NAMES[: len(view.mats)], view_before=then, steps=(RecentStep(2, then),))
        return any(deed.change.anchor.place == "disc:1" for deed in ART.attribute_changes(now, "board", ctx))

    assert is_disc_marked(make_view(5, 2), make_view(0, 2)) and not is_disc_marked(make_view(5, 2), make_view(0, 3))
    assert not is_disc_marked(make_view(5, 2), make_view(0, 2, "rewards")), (
        "before the rewards they have gone back, too"
    )


def test_letter_at_a_disc_is_its_owners() -> None:
    """B's disc goes back for B's reward, then C decides something before the card is posted."""
    view = boards.build_classic_view()
    places = [
        msgspec.structs.replace(
            place, discs=tuple(seat for seat in place.discs if seat != 1) + ((1,) if place.number == 0 else ())
        )
        for place in view.initiative
    ]
    scene = draw_card_after_turn(msgspec.structs.replace(view, initiative=places), view, 2)
    [mark] = [letter for letter in list_letters(scene) if 440 < letter.y < 560 and letter.x < SEATS_X]
    assert isinstance(mark.piece, AuthorBadge) and mark.piece.seat == 1
