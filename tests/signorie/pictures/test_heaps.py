"""Pieces that share a space of a track: none hides another, and each author badge points at the moved piece."""

from itertools import combinations
from math import dist

import msgspec
import pytest

from engines.signorie.view import View
from render import RenderContext, load_arts
from render.kit.bounds import measure_bounds
from render.kit.scene import Box, Sprite, TextRun
from render.kit.tokens import SEAT_LETTERS, Meeple, SeatToken
from render.signorie import theme
from render.signorie.board import arcade
from render.signorie.layout import BAY_H, BAY_TOP, SEATS_X, place_career_slot, place_city_slot, place_initiative_slot

from . import boards
from .test_marks import draw_card_after_turn, has_overlap, list_letters, list_tail_tips

ART = load_arts()["signorie"]


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("slot", [0, 5, 9])
def test_discs_on_one_slot_are_large_and_do_not_overlap(slot: int, count: int) -> None:
    view = boards.build_classic_view()
    places = [
        msgspec.structs.replace(place, discs=tuple(range(count)) if place.number == slot else ())
        for place in view.initiative
    ]
    live = ART.draw(
        msgspec.structs.replace(view, initiative=tuple(places)), "board", RenderContext("en", boards.NAMES)
    ).live_part
    placement = place_initiative_slot(slot, tuple(len(place.discs) for place in places))
    discs = [
        node
        for node in live
        if isinstance(node, Sprite)
        and isinstance(node.piece, SeatToken)
        and placement.x < node.x < placement.x + placement.w
        and placement.y < node.y < placement.y + placement.h
    ]
    assert len(discs) == count
    for one, other in combinations(discs, 2):
        assert isinstance(one.piece, SeatToken)
        apart = ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5
        assert apart >= 1.8 * one.piece.r
    radii = [disc.piece.r for disc in discs if isinstance(disc.piece, SeatToken)]
    assert min(radii) >= 19
    [value] = [
        node
        for node in live
        if isinstance(node, TextRun) and abs(node.x - placement.centre[0]) < 1 and node.y == placement.y + 70
    ]
    left, _, right, _ = measure_bounds(value)
    assert not any(has_overlap((left, value.y - 9, right, value.y + 9), measure_bounds(disc)) for disc in discs)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_men_on_the_last_slot_leave_its_number_free(count: int) -> None:
    view = boards.build_classic_view()
    clergy = next(career for career in view.careers if career.id == "clergy")
    men = tuple((seat, 1) for seat in range(count))
    slots = (*clergy.slots[:7], msgspec.structs.replace(clergy.slots[7], men=men))
    careers = tuple(msgspec.structs.replace(track, slots=slots) if track is clergy else track for track in view.careers)
    scene = ART.compose(msgspec.structs.replace(view, careers=careers), "board", RenderContext("en", boards.NAMES))
    placement = place_career_slot("clergy", 8)
    [value] = [
        node
        for node in scene.static_part
        if isinstance(node, TextRun) and node.text == "13" and placement.y < node.y < placement.y + placement.h
    ]
    left, _, right, _ = measure_bounds(value)
    pieces = [
        measure_bounds(node)
        for node in scene.live_part
        if isinstance(node, Sprite)
        and isinstance(node.piece, Meeple | SeatToken)
        and placement.x < node.x < placement.x + placement.w
        and placement.y < node.y < placement.y + placement.h
    ]
    assert len(pieces) == count
    assert not any(has_overlap((left, value.y - 10, right, value.y + 10), piece) for piece in pieces)
    for a, b, c, d in pieces:
        assert (
            placement.x <= a and c <= placement.x + placement.w and placement.y <= b and d <= placement.y + placement.h
        ), "within its slot"
    if count == 1:
        assert abs((pieces[0][0] + pieces[0][2]) / 2 - placement.centre[0]) < 1


@pytest.mark.parametrize("slot", [4, 8])
@pytest.mark.parametrize("mover", [0, 1, 2])
def test_letter_points_at_the_moved_man(mover: int, slot: int) -> None:
    """One of two men has come to the slot: the badge's callout tail ends nearer to him than to the other."""
    view = boards.build_classic_view()
    clergy = next(career for career in view.careers if career.id == "clergy")
    pair = (mover, 3)

    def make_view(seats: tuple[int, ...]) -> View:
        slots = tuple(
            msgspec.structs.replace(letter, men=tuple((seat, 1) for seat in seats) if letter.number == slot else ())
            for letter in clergy.slots
        )
        careers = tuple(
            msgspec.structs.replace(letter, slots=slots) if letter is clergy else letter for letter in view.careers
        )
        return msgspec.structs.replace(view, careers=careers)

    for came, stood in (pair, pair[::-1]):
        scene = draw_card_after_turn(make_view(pair), make_view((stood,)), came)
        placement = place_career_slot("clergy", slot)
        men = {
            node.piece.letter: node
            for node in scene.live_part
            if isinstance(node, Sprite) and isinstance(node.piece, Meeple) and abs(node.y - placement.y - 28) < 1
        }
        [mark] = [letter for letter in list_letters(scene) if 136 < letter.y < 540 and letter.x < SEATS_X]
        [tip] = list_tail_tips(scene, mark)
        own, other = (dist(tip, (men[SEAT_LETTERS[seat]].x, men[SEAT_LETTERS[seat]].y)) for seat in (came, stood))
        assert own < 30 < other, (came, tip)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_shared_initiative_space_frames_all_its_discs(count: int) -> None:
    view = boards.build_classic_view()
    places = tuple(
        msgspec.structs.replace(place, discs=tuple(range(count)) if place.number == 0 else ())
        for place in view.initiative
    )
    scene = ART.compose(msgspec.structs.replace(view, initiative=places), "board", RenderContext("en", boards.NAMES))
    spots = [place_initiative_slot(place.number, tuple(len(place.discs) for place in places)) for place in places]
    boxes = [node for node in scene.live_part if isinstance(node, Box) and (node.y, node.h) == (spots[0].y, spots[0].h)]
    assert [(box.x, box.w) for box in boxes] == [(placement.x, placement.w) for placement in spots]
    assert [box.edge == theme.INK_2 for box in boxes] == [count > 1] + [False] * 9
    assert spots[-1].x + spots[-1].w == place_career_slot("clergy", 8).x + place_career_slot("clergy", 8).w
    discs = [
        measure_bounds(node)
        for node in scene.live_part
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
def test_letter_of_a_moved_disc_hides_no_disc(slot: int, neighbours: tuple[int, ...]) -> None:
    """The letter used to cover the disc that it meant."""
    view = boards.build_classic_view()
    discs_by_slot = {slot + step: (seat,) for step, seat in zip(neighbours, (0, 2), strict=False)}

    def make_view(number: int) -> View:
        discs = {**discs_by_slot, number: (1,)}
        places = [msgspec.structs.replace(place, discs=discs.get(place.number, ())) for place in view.initiative]
        return msgspec.structs.replace(view, initiative=places)

    scene = draw_card_after_turn(make_view(slot), make_view(0), 1)
    placement = place_initiative_slot(slot)
    [mark] = [
        letter
        for letter in list_letters(scene)
        if placement.y - 40 < letter.y < placement.y + placement.h and letter.x < SEATS_X
    ]
    discs = [
        node
        for node in scene.live_part
        if isinstance(node, Sprite)
        and isinstance(node.piece, SeatToken)
        and placement.y < node.y < placement.y + placement.h
    ]
    assert len([disc for disc in discs if disc.x < SEATS_X]) == 1 + sum(0 <= at <= 9 for at in discs_by_slot)
    assert not any(has_overlap(measure_bounds(mark), measure_bounds(disc)) for disc in discs)


def test_figures_above_each_other_in_a_city_do_not_touch() -> None:
    """They were read as one figure, and the colour of the upper one as that of both."""
    figure = Meeple("woman", theme.SEATS["red"], arcade.MEEPLE, "B")
    for slot in range(0, 8, 2):
        upper, lower = (Sprite(*place_city_slot("milano", slot + i).centre, figure) for i in (0, 1))
        assert measure_bounds(lower)[1] - measure_bounds(upper)[3] >= 5
    lowest = measure_bounds(lower)[3]
    assert arcade.MEEPLE >= 80, "a man and a woman are told apart at 400 px"
    assert lowest < BAY_TOP + BAY_H, "and they stand within their arch"
