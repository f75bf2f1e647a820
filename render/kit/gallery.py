"""Boards of several tables in one picture, each reduced, with a line of words above it."""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

from PIL import Image

from render.kit.colour import on
from render.kit.painter import COMPRESS_LEVEL, image
from render.kit.scene import HEAD, KEY, Scene, Text
from render.kit.text import fit

WIDTH = 760
"""Of a board in px: two beside each other are as wide as any other picture."""
CAPTION, GAP = 112, 32
MARGIN = 24
GROUND = "#24272C"
COLOURS = 256


def paint_gallery(boards: Sequence[tuple[Scene, str]]) -> bytes:
    """PNG of (board, words above it), two in a row. ValueError without any."""
    if not boards:
        raise ValueError("a gallery has at least one board")
    cells = [_cell(scene, words) for scene, words in boards]
    rows = [cells[i : i + 2] for i in range(0, len(cells), 2)]
    columns = len(rows[0])
    height = sum(max(cell.height for cell in row) for row in rows) + GAP * (len(rows) - 1)
    whole = Image.new("RGB", (WIDTH * columns + GAP * (columns - 1), height), GROUND)
    top = 0
    for row in rows:
        for nth, cell in enumerate(row):
            whole.paste(cell, (nth * (WIDTH + GAP), top))
        top += max(cell.height for cell in row) + GAP
    out = BytesIO()
    whole.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", compress_level=COMPRESS_LEVEL)
    return out.getvalue()


def _cell(scene: Scene, words: str) -> Image.Image:
    height = round(scene.height * WIDTH / scene.width)
    small = image(scene).resize((WIDTH, height), Image.Resampling.LANCZOS, reducing_gap=2.0)
    above = image(replace(scene, width=WIDTH, height=CAPTION, ground=GROUND, static=(), live=_caption(words)))
    cell = Image.new("RGB", (WIDTH, CAPTION + height), GROUND)
    cell.paste(above, (0, 0))
    cell.paste(small, (0, CAPTION))
    return cell


def _caption(words: str) -> tuple[Text, ...]:
    """One large line, or two of the next size."""
    room = WIDTH - 2 * MARGIN
    fitted = fit(words, room, HEAD)
    if fitted.size < HEAD:
        fitted = fit(words, room, KEY, lines=2)
    return fitted.runs(MARGIN, CAPTION / 2, on(GROUND), room=room)
