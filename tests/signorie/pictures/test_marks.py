"""Who has just done what on the board: letters stand at dice and cities and hide no shield; discs hide no other one."""

from math import dist

import msgspec
import pytest

from engines.kernel import Who, say
from engines.signorie.view import CityView, View
from render import Look, Mark, Scene, Step, arts
from render.kit.colour import WHITE
from render.kit.extent import Bounds, extent
from render.kit.scene import Box, Icon, Poly, Sprite, Text
from render.kit.spot import Point
from render.kit.tokens import Badge, Coin, Die, NumberDisc, ShieldTile, Tick
from render.signorie import theme
from render.signorie.layout import (
    BAND_H,
    CITIES,
    COLORS,
    SEATS_X,
    bay,
    city_slot,
    dice_area,
    seat_row,
)

from . import boards

ART = arts()["signorie"]


def latest(view: View, before: View, seat: int) -> Scene:
    """The card after a turn of this seat, in which it has won a point, too."""
    mats = tuple(msgspec.structs.replace(mat, vp=mat.vp + (mat.seat == seat)) for mat in view.mats)
    view, names = msgspec.structs.replace(view, mats=mats), boards.NAMES[: len(view.mats)]
    return ART.compose(
        view,
        "board",
        Look("ja", names, before=before, turns=(Step(seat, before, told=(say("pass.done", who=Who(seat), sum=0),)),)),
    )


def letters(scene: Scene) -> list[Sprite]:
    return [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Tick)]


def overlap(a: Bounds, b: Bounds) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@pytest.mark.parametrize("track", ["politician", "clergy", "military", "initiative"])
def test_the_letter_at_the_end_of_a_track_is_clear_of_the_players_rows(track: str) -> None:
    view = boards.classic()
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
    marks = letters(latest(msgspec.structs.replace(view, **now), view, 1))
    there = [mark for mark in marks if 136 < mark.y < 540 and mark.x < 980 and mark.x + 31 < SEATS_X]
    rows = [mark for mark in marks if 136 < mark.y < 540 and mark.x + 31 >= SEATS_X]
    assert len(there) == 1 and all(is_in_own_row(mark, view) for mark in rows)


def is_in_own_row(mark: Sprite, view: View) -> bool:
    row = seat_row(view.order.index(1), len(view.mats))
    return row.y <= mark.y <= row.y + row.h


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("kind", ["marriage", "mission"])
def test_the_letter_of_who_took_a_tile_stands_in_its_arch_and_on_no_shield(city: str, kind: str) -> None:
    before = boards.classic()
    cities = tuple(
        msgspec.structs.replace(place, used=True, **{kind: None}) if place.id == city else place
        for place in before.cities
    )
    was = tuple(
        msgspec.structs.replace(place, used=True, **{kind: before.cities[0].marriage or before.cities[0].mission})
        if place.id == city
        else place
        for place in before.cities
    )
    before = msgspec.structs.replace(before, cities=was)
    scene = latest(msgspec.structs.replace(before, cities=cities), before, 1)
    arch = bay(city)
    [mark] = [one for one in letters(scene) if one.y > 540]
    left, top, right, foot = extent(mark)
    half, x, y = (right - left) / 2, (left + right) / 2, (top + foot) / 2
    assert arch.x <= x <= arch.x + arch.w and arch.y <= y <= arch.y + arch.h + half, (
        "its middle, at the very edge at most"
    )
    for node in scene.live:
        if isinstance(node, Sprite) and isinstance(node.piece, ShieldTile):
            a, b, c, d = extent(node)
            assert right <= a + 4 or c <= left + 4 or foot <= b + 4 or d <= top + 4, "on a shield"


@pytest.mark.parametrize("color", COLORS)
def test_a_die_that_was_taken_has_a_letter_at_its_colour(color: str) -> None:
    view = boards.classic()
    full = tuple(
        msgspec.structs.replace(dice, left=(dice.left + (6,) * dice.size)[: dice.size]) if dice.color == color else dice
        for dice in view.dice
    )
    before = msgspec.structs.replace(view, dice=full)
    less = tuple(msgspec.structs.replace(dice, left=dice.left[1:]) if dice.color == color else dice for dice in full)
    scene = latest(msgspec.structs.replace(view, dice=less), before, 2)
    area = dice_area(color)
    [mark] = [one for one in letters(scene) if one.y > 800]
    assert isinstance(mark.piece, Tick) and mark.piece.seat == 2
    assert area.x < mark.x < area.x + area.w and area.y < mark.y < area.y + BAND_H
    band = [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Die)]
    left, top, right, foot = extent(mark)
    assert not any(overlap((left + 6, top, right - 6, foot), extent(die)) for die in band), (
        "in the place that is empty now"
    )


def test_a_new_round_that_brings_dice_and_the_next_reward_is_nobodys_deed() -> None:
    view = boards.classic()
    full = tuple(msgspec.structs.replace(dice, left=(1,) * dice.size) for dice in view.dice)
    rewards = tuple(
        msgspec.structs.replace(slot, status="now" if slot.number == view.slot + 1 else "past")
        if slot.number in (view.slot, view.slot + 1)
        else slot
        for slot in view.rewards
    )
    later = msgspec.structs.replace(view, dice=full, slot=view.slot + 1, round=view.round + 1, rewards=rewards)
    assert not [one for one in letters(latest(later, view, 2)) if one.y > 800 or one.y < 120]


def tips(scene: Scene, mark: Sprite) -> list[Point]:
    """The ends of the tails of a letter."""
    wedges = [node.points for node in scene.live if isinstance(node, Poly) and node.fill == WHITE]
    found = [(points[1], [(a + b) / 2 for a, b in zip(points[0], points[2], strict=True)]) for points in wedges]
    return [tip for tip, root in found if abs(root[0] - mark.x) < 1 and abs(root[1] - mark.y) < 1]


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("slot", range(8))
def test_the_letter_of_who_came_to_a_city_points_at_that_meeple(city: str, slot: int) -> None:
    """It stood by the name, and its tail pointed at a free slot."""
    view, replace = boards.classic(), msgspec.structs.replace

    def filled(number: int) -> View:
        def of(place: CityView) -> CityView:
            slots = tuple(
                replace(one, seat=(i + 1) % 2 if i < number else None, sex="female" if i < number else None)
                for i, one in enumerate(place.slots)
            )
            tile = place.marriage if number == slot else None
            return replace(place, used=True, slots=slots, next=number if number < 8 else None, marriage=tile)

        return replace(view, cities=tuple(of(place) if place.id == city else place for place in view.cities))

    seat = (slot + 1) % 2
    scene = latest(filled(slot + 1), filled(slot), seat)
    there = city_slot(city, slot).centre
    [mark] = [one for one in letters(scene) if one.y > 540]
    assert min(dist(tip, there) for tip in tips(scene, mark)) < 36
    others = [city_slot(city, i).centre for i in range(8) if i != slot]
    assert not any(dist(tip, other) < 28 for tip in tips(scene, mark) for other in others)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("dice", [1, 2, 4])
def test_the_letter_of_who_took_a_die_means_that_die(dice: int, seats: int) -> None:
    view = boards.classic() if seats == 4 else boards.small(seats)
    colours, mats = ("red", "purple", "grey", "yellow")[4 - dice :], list(view.mats)
    mats[1] = msgspec.structs.replace(mats[1], passed=False, dice=tuple((colour, 2) for colour in colours[:-1]))
    before = msgspec.structs.replace(view, mats=tuple(mats))
    mats[1] = msgspec.structs.replace(mats[1], dice=(*mats[1].dice, ("yellow", 5)))
    scene = latest(msgspec.structs.replace(view, mats=tuple(mats)), before, 1)
    row = seat_row(view.order.index(1), seats)
    [mark] = [one for one in letters(scene) if row.y - 20 < one.y < row.y + row.h and one.x > SEATS_X]
    [tip] = tips(scene, mark)
    there = [
        node
        for node in scene.live
        if isinstance(node, Sprite) and isinstance(node.piece, Die) and row.y < node.y < row.y + row.h
    ]
    assert len(there) == dice
    nearest = min(there, key=lambda node: dist(tip, (node.x, node.y)))
    assert isinstance(nearest.piece, Die) and nearest.piece == Die(theme.DICE["yellow"], 5, nearest.piece.size)
    left, top, right, foot = extent(nearest)
    assert left <= tip[0] <= right and top <= tip[1] <= foot


def test_equal_dice_are_one_option_in_one_frame() -> None:
    view = boards.classic()
    dice = tuple(msgspec.structs.replace(one, left=(4, 4, 6) if one.color == "grey" else one.left) for one in view.dice)
    marks = tuple(Mark(f"die:grey:{pips}", n) for n, pips in enumerate((4, 6), 1))
    look = Look("en", boards.NAMES, viewer=1, marks=marks)
    scene = ART.compose(msgspec.structs.replace(view, dice=dice), "panel:dice", look)
    dies = [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Die) and node.x > 956]
    pair, other = dies[:2], dies[2]
    first, second = (node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Badge))
    assert first.x == sum(die.x for die in pair) / 2 and second.x == other.x
    frame = next(
        node for node in scene.live if isinstance(node, Box) and node.x < pair[0].x < node.x + node.w < other.x
    )
    assert frame.x < pair[0].x - 38 and frame.x + frame.w > pair[1].x + 38


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_letter_of_who_acted_stands_at_the_dice_of_their_row(seats: int) -> None:
    """For whoever passed it is the only one."""
    view = boards.classic() if seats == 4 else boards.small(seats)
    for seat in view.order:
        mats = tuple(msgspec.structs.replace(mat, passed=False) if mat.seat == seat else mat for mat in view.mats)
        passed = tuple(msgspec.structs.replace(mat, passed=True) if mat.seat == seat else mat for mat in view.mats)
        before = msgspec.structs.replace(view, mats=mats)
        scene = latest(msgspec.structs.replace(view, mats=passed), before, seat)
        [mark] = [one for one in letters(scene) if one.y < 540]
        row, (left, top, right, bottom) = seat_row(view.order.index(seat), seats), extent(mark)
        assert row.x + 100 < left and right < row.x + 520 and row.y - 18 < top and bottom < row.y + row.h


def test_who_has_passed_before_has_no_letter_as_the_round_ends() -> None:
    """C and D seemed to have taken dice in the last turn of the round."""
    view = boards.classic()
    mats = tuple(msgspec.structs.replace(mat, passed=mat.seat in (2, 3)) for mat in view.mats)
    before = msgspec.structs.replace(view, mats=mats)
    all_passed = tuple(msgspec.structs.replace(mat, passed=True) for mat in mats)
    scene = latest(msgspec.structs.replace(view, mats=all_passed, phase="rewards"), before, 1)
    assert not [mark for mark in letters(scene) if mark.x > SEATS_X]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_headings_of_the_die_question_stand_clear_of_the_boxes(lang: str) -> None:
    view = boards.classic()
    scene = ART.compose(view, "panel:dice", Look(lang, boards.NAMES, viewer=0))  # type: ignore[arg-type]
    headings = [node for node in scene.static if isinstance(node, Text)]
    boxes = [extent(node) for node in scene.live if isinstance(node, Box) and node.w > 100]
    assert len(headings) == 4
    for text in headings:
        top, foot = text.y - 0.4 * text.size, text.y + 0.4 * text.size
        assert all(foot + 12 <= b or d <= top - 12 for _, b, _, d in boxes), text
    words = [node for node in scene.live if isinstance(node, Text)]
    assert all(extent(text)[3] <= scene.height - 24 for text in words)


def test_of_several_options_in_one_city_each_number_stands_above_what_it_is() -> None:
    keys = {
        "milano": ("marry:milano:2", "marry:milano:4"),
        "napoli": ("mission:clergy:3:napoli", "mission:military:8:napoli"),
        "venezia": ("marry:venezia:1",),
    }
    every = [(city, key) for city, found in keys.items() for key in found]
    marks = tuple(Mark(f"city:{city}", n, key=key) for n, (city, key) in enumerate(every, 1))
    scene = ART.compose(boards.classic(), "panel:arcade", Look("en", boards.NAMES, viewer=0, marks=marks))

    def column(city: str) -> list[str]:
        """From the top down what stands in the middle of an arch below its name."""
        x = bay(city).centre[0]
        here = [node for node in scene.live if isinstance(node, Sprite | Text | Icon) and abs(node.x - x) < 2]
        told = []
        for node in sorted((node for node in here if node.y > 460), key=lambda node: node.y):
            if isinstance(node, Sprite) and isinstance(node.piece, NumberDisc | Coin):
                told.append(f"{type(node.piece).__name__} {node.piece.text}")
            elif isinstance(node, Text | Icon):
                told.append(node.text if isinstance(node, Text) else node.name)
        return told

    assert column("milano") == ["NumberDisc 1", "Coin 2", "NumberDisc 2", "Coin 4"]
    assert column("napoli") == ["NumberDisc 3", "clergy", "3", "NumberDisc 4", "military", "13"]
    assert column("venezia") == [], "a single one has its number on the keystone"


def test_discs_that_a_new_round_takes_back_have_no_letter() -> None:
    """B's disc lies on slot 5 and then on the first; by B's own deed, or because the round is over."""
    view = boards.classic()

    def there(number: int, slot: int, phase: str = "actions") -> View:
        places = [
            msgspec.structs.replace(
                place,
                discs=tuple(seat for seat in place.discs if seat != 1) + ((1,) if place.number == number else ()),
            )
            for place in view.initiative
        ]
        return msgspec.structs.replace(view, initiative=places, slot=slot, phase=phase)

    def marked(then: View, now: View) -> bool:
        look = Look("en", boards.NAMES[: len(view.mats)], before=then, steps=(Step(2, then),))
        return any(deed.change.anchor.place == "disc:1" for deed in ART.deeds(now, "board", look))

    assert marked(there(5, 2), there(0, 2)) and not marked(there(5, 2), there(0, 3))
    assert not marked(there(5, 2), there(0, 2, "rewards")), "before the rewards they have gone back, too"


def test_whoever_decided_last_the_letter_at_a_disc_is_its_owners() -> None:
    """B's disc goes back for B's reward, then C decides something before the card is posted."""
    view = boards.classic()
    places = [
        msgspec.structs.replace(
            place, discs=tuple(seat for seat in place.discs if seat != 1) + ((1,) if place.number == 0 else ())
        )
        for place in view.initiative
    ]
    scene = latest(msgspec.structs.replace(view, initiative=places), view, 2)
    [mark] = [one for one in letters(scene) if 440 < one.y < 560 and one.x < SEATS_X]
    assert isinstance(mark.piece, Tick) and mark.piece.seat == 1
