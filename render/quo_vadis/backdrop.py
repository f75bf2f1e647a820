"""The backdrop of the pictures: the frame of the overview, dark cloth between friezes, vellum, charts, signs."""

from render import kit
from render.quo_vadis import theme
from render.quo_vadis.scenery.sign import measure_sign

WIDTH, BOARD_H = 1600, 1200
CAPTIONS_H = 340
"""px below the board, for the lines of the news."""
FRIEZE_H, POST_W = 22, 14
"""px of the bronze frame: its rails and its posts."""
SEA = (24, 126, 1052, 1048)
"""Rectangle of the sea on the overview: x, y, width, height."""
POSTER_FOOT, POSTER_SUN = 762, (520, 410)
"""y of the rail below the landscape of the poster, and the point from which its rays come."""
_DESK_TOP = 120
"""y of the vellum below a header."""
QUESTION_SEA = (24, 124, 1052, 1046)
"""Rectangle of the sea beside a question."""


def draw_table() -> kit.Nodes:
    """Draw the table of the overview."""
    return (kit.Ground(0, 0, WIDTH, BOARD_H + CAPTIONS_H, "quo_vadis/board"),)


def draw_end(raised: float = 0) -> kit.Nodes:
    """Draw the ground of the poster: rays over the sea, and vellum below for the points. raised: px cut off above."""
    return (kit.Ground(0, -raised, WIDTH, BOARD_H + CAPTIONS_H, "quo_vadis/end"),)


def draw_cloth(height: float, foot: float = CAPTIONS_H) -> kit.Nodes:
    """Draw the cloth of a picture of this height, and as much below it as its lines may take."""
    h = min(height + foot, BOARD_H + CAPTIONS_H)
    return (kit.Ground(0, 0, WIDTH, h, "quo_vadis/night", (0, 0, WIDTH, h)),)


def draw_frieze(y: float, x: float = 0, w: float = WIDTH) -> kit.Ground:
    """Draw a rail of bronze from x on."""
    return kit.Ground(x, y, w, FRIEZE_H, "quo_vadis/frieze", (0, 0, w, FRIEZE_H))


def draw_vellum(x: float, y: float, w: float, h: float) -> kit.Ground:
    return kit.Ground(x, y, w, h, "quo_vadis/vellum", (0, 0, w, h))


def draw_chart(sea: kit.Ground) -> kit.Nodes:
    """Draw a sea with its land in a rule of bronze."""
    frame = kit.Box(sea.x - 3, sea.y - 3, sea.w + 6, sea.h + 6, 6, None, theme.BRONZE, 5)
    return (sea, frame)


def measure_desk(height: float) -> tuple[float, float]:
    """Return the y of the upper and lower edge of the vellum of a desk between its rails."""
    return _DESK_TOP + FRIEZE_H / 2, height - 24 - FRIEZE_H / 2


def draw_desk(height: float) -> kit.Nodes:
    """Draw a sheet of vellum on the cloth, below the header, between rails of bronze."""
    sheet = draw_vellum(20, _DESK_TOP, WIDTH - 40, height - _DESK_TOP - 24)
    rails = (draw_frieze(y - FRIEZE_H / 2) for y in (_DESK_TOP, height - 24))
    return (*draw_cloth(height), sheet, *rails)


def draw_swatch(terrain: str, x: float, y: float, w: float, h: float) -> kit.Ground:
    """Draw a terrain in a rectangle."""
    return kit.Ground(x, y, w, h, "quo_vadis/swatch", subject=terrain)


def draw_hex(terrain: str, x: float, y: float, side: int) -> kit.Ground:
    """Draw one hex around a point: the sign of a terrain."""
    reach = measure_sign(side) / 2
    return kit.Ground(x - reach, y - reach, 2 * reach, 2 * reach, "quo_vadis/hex", subject=(terrain, side))
