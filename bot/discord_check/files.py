"""The files that probes upload."""

from collections.abc import Callable
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw

from render.kit import fonts

FULL_SIZE = (1600, 1200)
"""Size of the bot's pictures, px."""
MAX_FILE_BYTES = 10 * 1024 * 1024
LETTERS = "Bazaar 12 · Kabul 3 · 港 7"


def _draw_square(colour: str) -> bytes:
    return _encode_png(Image.new("RGB", (64, 48), colour))


def _draw_board() -> bytes:
    """Draw words in the smallest size that the bot's pictures use."""
    picture = Image.new("RGB", FULL_SIZE, "#f4efe4")
    draw = ImageDraw.Draw(picture)
    for row, size in enumerate((28, 34, 40, 52)):
        draw.text((60, 80 + 260 * row), f"{size} px: {LETTERS}", fill="#222222", font=fonts.load_font("regular", size))
    return _encode_png(picture)


def _encode_png(picture: Image.Image) -> bytes:
    buffer = BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()


_FILES: dict[str, Callable[[], bytes]] = {
    "blue.png": lambda: _draw_square("#3b6fb6"),
    "red.png": lambda: _draw_square("#c9483b"),
    "board.png": _draw_board,
    "largest.bin": lambda: bytes(MAX_FILE_BYTES),
    "too_large.bin": lambda: bytes(MAX_FILE_BYTES + 1),
}


@cache
def build_file(name: str) -> bytes:
    """Return the content of an upload."""
    return _FILES[name]()
