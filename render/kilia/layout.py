"""Places of the parts of the overview, in px, and the grounds around them and behind other pictures."""

from render import kit

WIDTH, HEIGHT = 1600, 1200
CAPTIONS_H = 340
"""The most that the lines below a board take."""
PANEL_H, TABLE_H = 1700, 1000
"""Heights of the highest private picture, and of the other public ones without their lines."""

BAND_H, QUAY = 268, 200
"""Height of the panorama, and the upper edge of its quay."""
POSTER_H, POSTER_QUAY = 700, 520
"""Height of the harbour on the poster of the end, and the upper edge of its quay."""
MAT_SIGN = (24, 10, 1552, 90)
MAT_SHEET, MAT_CANAL = (20, 118, 1580, 664), (20, 664, 1580, 984)
"""The hanging board, the sheet and the canal of a player's board; the latter two as left, top, right, bottom."""
HEADER_H = 108
"""Height of the header of zooms and of the boards of the players."""
SIGNS = ((24, 3, 336, 101), (372, 3, 462, 101), (840, 3, 250, 101))
"""The hanging boards of the header: x, y, w, h."""

COLUMN_LEFT, COLUMN_PITCH, COLUMN_W = 44, 306, 288
"""The five columns of the offer."""
CLOTH = (16, 278, 1584, 774)
CONTRACTS, CONTRACT_H = 290, 132
STRIP, STRIP_H = 430, 68
CARDS, CARD_H = 506, 258

LOWER = 786
"""Upper edge of the wheels and of the rows of the seats."""
FOOT, FRIEZE_H = 1184, 18
"""Top of the lines below the board, and the height of their band of gables."""
WHEEL_LEFT, WHEEL_PITCH_X, WHEEL_PITCH_Y, WHEEL_W, WHEEL_H, WHEEL_LABEL = 16, 444, 133, 436, 128, 108


def find_column(number: int) -> int:
    """Return the left edge of the column of a slot, counted from 1."""
    return COLUMN_LEFT + COLUMN_PITCH * (number - 1)


def find_wheel(n: int) -> tuple[int, int]:
    """Return the upper left corner of the n-th wheel."""
    return WHEEL_LEFT + WHEEL_PITCH_X * (n % 2), LOWER + WHEEL_PITCH_Y * (n // 2)


def draw_table() -> kit.Ground:
    """Draw the table below a header with hanging boards, as high as any picture on it."""
    height = TABLE_H + CAPTIONS_H
    return kit.Ground(0, 0, WIDTH, height, "kilia/table", (0, 0, WIDTH, height))


def draw_mat_ground() -> kit.Ground:
    """Draw the sheet and the canal of a player's board below its header."""
    height = TABLE_H + CAPTIONS_H
    return kit.Ground(0, 0, WIDTH, height, "kilia/mat", (0, 0, WIDTH, height))


def draw_night(height: float) -> kit.Nodes:
    """Draw tarred oak between two bands of gables, for a private picture of this height."""
    upper_h, foot = height - FRIEZE_H, PANEL_H - FRIEZE_H
    return (
        kit.Ground(0, 0, WIDTH, upper_h, "kilia/night", (0, 0, WIDTH, upper_h)),
        kit.Ground(0, upper_h, WIDTH, FRIEZE_H, "kilia/night", (0, foot, WIDTH, PANEL_H)),
    )
