"""The prerendered grounds of Kilia: the harbour at dawn above the table of the council.

`board` is for the overview; `mat` and `table` for the other public pictures; `night` for private ones; `quayside`
for the end; `zones` and `large_zones` are the engravings of the action cards.
"""

from collections.abc import Callable, Mapping

from PIL import Image

from render.kilia.layout import CAPTIONS_H, HEIGHT, PANEL_H, TABLE_H
from render.kilia.scenery.council import draw_board, draw_mat, draw_quayside, draw_table, draw_tarred_oak
from render.kilia.scenery.zones import LARGE_H, LARGE_W, draw_strips

GROUNDS: Mapping[str, Callable[[], Image.Image]] = {
    "board": lambda: draw_board(HEIGHT + CAPTIONS_H),
    "mat": lambda: draw_mat(TABLE_H + CAPTIONS_H),
    "night": lambda: draw_tarred_oak(PANEL_H),
    "quayside": draw_quayside,
    "table": lambda: draw_table(TABLE_H + CAPTIONS_H),
    "zones": draw_strips,
    "large_zones": lambda: draw_strips(LARGE_W, LARGE_H),
}
