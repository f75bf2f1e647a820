"""Options without a place on the picture of a question: their numbers and words on plates below it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from render.kit.colour import INK
from render.kit.marks.badges import NumberBadge
from render.kit.render_context import UnplacedOption
from render.kit.scene import KEY, Box, Node, Scene, Sprite
from render.kit.text import FittedText, fit_text, measure_text

MAX_OPTIONS = 6
"""Maximum number of plates; a question with more options without a place tells none of them on its picture."""
_FILL = "#FBF4E2"
_LEFT, _RIGHT, _GAP = 44.0, 1556.0, 28.0
_HEIGHT, _PITCH = 60.0, 76.0  # height of a plate; px from row to row
_FIRST, _LAST = 40, 12  # px from the picture to the middle of the first row; from the last plate to the edge
_NUMBER_RADIUS, _WORDS_X, _END = 26.0, 72.0, 28.0  # number; from the left edge to the words, from them to the right


@dataclass(frozen=True, slots=True)
class _Plate:
    """One option on its plate."""

    option: UnplacedOption  # its number stands at the left end
    x: float  # left side, in canvas px
    row: int  # from 0, downwards
    words: FittedText  # of the option, in one line
    words_width: float  # px of that line

    @property
    def width(self) -> float:
        return _WORDS_X + self.words_width + _END


def measure_plates(options: Sequence[UnplacedOption]) -> int:
    """Return the height in px that the plates of these options add to a picture."""
    rows = 1 + max((plate.row for plate in _list_plates(options)), default=-1)
    return round(_FIRST + _PITCH * (rows - 1) + _HEIGHT / 2 + _LAST) if rows else 0


def add_plates(scene: Scene, options: Sequence[UnplacedOption]) -> Scene:
    """Return the picture with a plate for each of these options below it."""
    height = measure_plates(options)
    if not height:
        return scene
    nodes = [node for plate in _list_plates(options) for node in _draw_plate(plate, scene.height + _FIRST)]
    return replace(
        scene,
        height=scene.height + height,
        footer_height=scene.footer_height + height,
        live_part=(*scene.live_part, *nodes),
    )


def _list_plates(options: Sequence[UnplacedOption]) -> list[_Plate]:
    """Lay the plates side by side, in as many rows as they need; none if there are too many."""
    plates: list[_Plate] = []
    x, row = _LEFT, 0
    for option in options if len(options) <= MAX_OPTIONS else ():
        words = fit_text(option.words, _RIGHT - _LEFT - _WORDS_X - _END, KEY)
        plate = _Plate(option, x, row, words, measure_text(words.lines[0], words.size))
        if plates and x + plate.width > _RIGHT:
            row += 1
            plate = replace(plate, x=_LEFT, row=row)
        plates.append(plate)
        x = plate.x + plate.width + _GAP
    return plates


def _draw_plate(plate: _Plate, first_y: float) -> Iterator[Node]:
    y = first_y + _PITCH * plate.row
    yield Box(plate.x, y - _HEIGHT / 2, plate.width, _HEIGHT, 12, _FILL, material="paper")
    yield from plate.words.build_runs(plate.x + _WORDS_X, y, INK, max_width=plate.words_width + 1)
    badge = NumberBadge(plate.option.number, plate.option.is_chosen, _NUMBER_RADIUS)
    yield Sprite(plate.x + _HEIGHT / 2 + 2, y, badge)
