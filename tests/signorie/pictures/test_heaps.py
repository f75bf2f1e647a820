"""Pieces that share a space of a track: none hides another, and the letter of who moved one means that one."""

from itertools import combinations
from math import dist

import msgspec
import pytest

from engines.signorie.view import View
from render import Look, arts
from render.kit.extent import extent
from render.kit.scene import Box, Sprite, Text
from render.kit.tokens import LETTERS, Meeple, SeatToken
from render.signorie import theme
from render.signorie.board import arcade
from render.signorie.layout import (
    BAY_H,
    BAY_TOP,
    SEATS_X,
    career_slot,
    city_slot,
    initiative_slot,
)

from . import boards
from .test_marks import latest, letters, overlap, tips

ART = arts()["signorie"]


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("slot", [0, 5, 9])
def test_discs_on_one_slot_hide_no_other_and_are_large(slot: int, count: int) -> None:
    view = boards.classic()
    places = [
        msgspec.structs.replace(place, discs=tuple(range(count)) if place.number == slot else ())
        for place in view.initiative
    ]
    live = ART.draw(msgspec.structs.replace(view, initiative=tuple(places)), "board", Look("en", boards.NAMES)).live
    spot = initiative_slot(slot, tuple(len(place.discs) for place in places))
    discs = [
        node
        for node in live
        if isinstance(node, Sprite)
        and isinstance(node.piece, SeatToken)
        and spot.x < node.x < spot.x + spot.w
        and spot.y < node.y < spot.y + spot.h
    ]
    assert len(discs) == count
    for one, other in combinations(discs, 2):
        assert isinstance(one.piece, SeatToken)
        apart = ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5
        assert apart >= 1.8 * one.piece.r
    radii = [disc.piece.r for disc in discs if isinstance(disc.piece, SeatToken)]
    assert min(radii) >= 19
    [value] = [
        node for node in live if isinstance(node, Text) and abs(node.x - spot.centre[0]) < 1 and node.y == spot.y + 70
    ]
    left, _, right, _ = extent(value)
    assert not any(overlap((left, value.y - 9, right, value.y + 9), extent(disc)) for disc in discs)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_men_on_the_last_slot_leave_its_number_free(count: int) -> None:
    view = boards.classic()
    clergy = next(career for career in view.careers if career.id == "clergy")
    men = tuple((seat, 1) for seat in range(count))
    slots = (*clergy.slots[:7], msgspec.structs.replace(clergy.slots[7], men=men))
    careers = tuple(msgspec.structs.replace(one, slots=slots) if one is clergy else one for one in view.careers)
    scene = ART.compose(msgspec.structs.replace(view, careers=careers), "board", Look("en", boards.NAMES))
    spot = career_slot("clergy", 8)
    [value] = [
        node
        for node in scene.static
        if isinstance(node, Text) and node.text == "13" and spot.y < node.y < spot.y + spot.h
    ]
    left, _, right, _ = extent(value)
    pieces = [
        extent(node)
        for node in scene.live
        if isinstance(node, Sprite)
        and isinstance(node.piece, Meeple | SeatToken)
        and spot.x < node.x < spot.x + spot.w
        and spot.y < node.y < spot.y + spot.h
    ]
    assert len(pieces) == count
    assert not any(overlap((left, value.y - 10, right, value.y + 10), piece) for piece in pieces)
    for a, b, c, d in pieces:
        assert spot.x <= a and c <= spot.x + spot.w and spot.y <= b and d <= spot.y + spot.h, "within its slot"
    if count == 1:
        assert abs((pieces[0][0] + pieces[0][2]) / 2 - spot.centre[0]) < 1


@pytest.mark.parametrize("slot", [4, 8])
@pytest.mark.parametrize("mover", [0, 1, 2])
def test_the_letter_of_who_moved_a_man_means_that_man_and_not_his_neighbour(mover: int, slot: int) -> None:
    """One of two men has come to the slot: the letter's tail ends nearer to him than to the other."""
    view = boards.classic()
    clergy = next(career for career in view.careers if career.id == "clergy")
    pair = (mover, 3)

    def there(seats: tuple[int, ...]) -> View:
        slots = tuple(
            msgspec.structs.replace(one, men=tuple((seat, 1) for seat in seats) if one.number == slot else ())
            for one in clergy.slots
        )
        careers = tuple(msgspec.structs.replace(one, slots=slots) if one is clergy else one for one in view.careers)
        return msgspec.structs.replace(view, careers=careers)

    for came, stood in (pair, pair[::-1]):
        scene = latest(there(pair), there((stood,)), came)
        spot = career_slot("clergy", slot)
        men = {
            node.piece.letter: node
            for node in scene.live
            if isinstance(node, Sprite) and isinstance(node.piece, Meeple) and abs(node.y - spot.y - 28) < 1
        }
        [mark] = [one for one in letters(scene) if 136 < one.y < 540 and one.x < SEATS_X]
        [tip] = tips(scene, mark)
        own, other = (dist(tip, (men[LETTERS[seat]].x, men[LETTERS[seat]].y)) for seat in (came, stood))
        assert own < 30 < other, (came, tip)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_space_of_initiative_that_several_share_is_framed_and_holds_them_all(count: int) -> None:
    view = boards.classic()
    places = tuple(
        msgspec.structs.replace(place, discs=tuple(range(count)) if place.number == 0 else ())
        for place in view.initiative
    )
    scene = ART.compose(msgspec.structs.replace(view, initiative=places), "board", Look("en", boards.NAMES))
    spots = [initiative_slot(place.number, tuple(len(place.discs) for place in places)) for place in places]
    boxes = [node for node in scene.live if isinstance(node, Box) and (node.y, node.h) == (spots[0].y, spots[0].h)]
    assert [(box.x, box.w) for box in boxes] == [(spot.x, spot.w) for spot in spots]
    assert [box.edge == theme.INK_2 for box in boxes] == [count > 1] + [False] * 9
    assert spots[-1].x + spots[-1].w == career_slot("clergy", 8).x + career_slot("clergy", 8).w
    discs = [
        extent(node)
        for node in scene.live
        if isinstance(node, Sprite)
        and isinstance(node.piece, SeatToken)
        and node.x < SEATS_X - 40
        and spots[0].y < node.y < spots[0].y + spots[0].h
    ]
    assert len(discs) == count
    for a, b, c, d in discs:
        assert spots[0].x <= a and c <= spots[0].x + spots[0].w and spots[0].y <= b and d <= spots[0].y + spots[0].h


@pytest.mark.parametrize("neighbours", [(), (1,), (-1,), (-1, 1)])
@pytest.mark.parametrize("slot", [2, 5, 9])
def test_the_letter_of_who_moved_a_disc_that_lies_alone_hides_no_disc(slot: int, neighbours: tuple[int, ...]) -> None:
    """It stood upon the disc that it meant."""
    view = boards.classic()
    held = {slot + step: (seat,) for step, seat in zip(neighbours, (0, 2), strict=False)}

    def there(number: int) -> View:
        discs = {**held, number: (1,)}
        places = [msgspec.structs.replace(place, discs=discs.get(place.number, ())) for place in view.initiative]
        return msgspec.structs.replace(view, initiative=places)

    scene = latest(there(slot), there(0), 1)
    spot = initiative_slot(slot)
    [mark] = [one for one in letters(scene) if spot.y - 40 < one.y < spot.y + spot.h and one.x < SEATS_X]
    discs = [
        node
        for node in scene.live
        if isinstance(node, Sprite) and isinstance(node.piece, SeatToken) and spot.y < node.y < spot.y + spot.h
    ]
    assert len([disc for disc in discs if disc.x < SEATS_X]) == 1 + sum(0 <= at <= 9 for at in held)
    assert not any(overlap(extent(mark), extent(disc)) for disc in discs)


def test_figures_above_each_other_in_a_city_do_not_touch() -> None:
    """They were read as one figure, and the colour of the upper one as that of both."""
    figure = Meeple("woman", theme.SEATS["red"], arcade.MEEPLE, "B")
    for slot in range(0, 8, 2):
        upper, lower = (Sprite(*city_slot("milano", slot + i).centre, figure) for i in (0, 1))
        assert extent(lower)[1] - extent(upper)[3] >= 5
    lowest = extent(lower)[3]
    assert arcade.MEEPLE >= 80, "a man and a woman are told apart at 400 px"
    assert lowest < BAY_TOP + BAY_H, "and they stand within their arch"
