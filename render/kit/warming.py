"""What every first picture would wait for, done once before anybody asks: fonts are opened, drawings are read."""

from render.kit import fonts
from render.kit.icons import icons
from render.kit.scene import BODY, DETAIL, KEY, SIZES
from render.kit.text import has_glyph, measure

_SAMPLE = "勝利点VPあア019/+"


def warm() -> None:
    """Takes some 10 ms of the first picture away. Safe to call again, and from any thread."""
    icons()
    has_glyph("〓")
    for size in SIZES:
        measure(_SAMPLE, size)
    for size in (DETAIL, BODY, KEY):
        measure(_SAMPLE, size, "regular")
    with fonts.LOCK:
        fonts.font("bold", fonts.MASTER).getlength("0123456789")
