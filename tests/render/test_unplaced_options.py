"""Options without a place stand below the picture of their question."""

from __future__ import annotations

from render import Scene
from render.kit.bounds import measure_bounds
from render.kit.colour import Theme
from render.kit.marks.unplaced_options import MAX_OPTIONS, add_plates, measure_plates
from render.kit.render_context import UnplacedOption
from render.kit.scene import Box, TextRun
from tests.render.badges import list_numbers

BOARD = Scene(Theme("plates", ("#000000",), ()), 1600, 1000, "#000000", (), ())


def test_plates_stand_side_by_side_below_the_picture() -> None:
    options = (UnplacedOption(7, "Pass"), UnplacedOption(9, "End the turn", is_chosen=True))
    scene = add_plates(BOARD, options)
    assert scene.height == BOARD.height + measure_plates(options) and list_numbers(scene) == [7, 9]
    plates = [measure_bounds(node) for node in scene.live_part if isinstance(node, Box)]
    assert plates[0][2] < plates[1][0] and plates[0][1] == plates[1][1] >= BOARD.height


def test_plates_that_do_not_fit_in_a_row_begin_another_one() -> None:
    options = tuple(UnplacedOption(n, "Strike left, right, bottom") for n in range(1, MAX_OPTIONS + 1))
    scene = add_plates(BOARD, options)
    for node in scene.live_part:
        left, top, right, bottom = measure_bounds(node)
        assert 0 < left < right < scene.width and BOARD.height < top < bottom < scene.height
    assert len({node.y for node in scene.live_part if isinstance(node, TextRun)}) > 1


def test_too_many_options_have_no_plates() -> None:
    options = tuple(UnplacedOption(n, "Pass") for n in range(MAX_OPTIONS + 1))
    assert add_plates(BOARD, options) is BOARD and not measure_plates(options) and add_plates(BOARD, ()) is BOARD
