"""A game as an animation: WebP, or GIF if Pillow has no WebP, within a limit of bytes."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import islice

from PIL import Image, features

from render.kit.colour import pick_ink
from render.kit.painter import paint_image
from render.kit.painting.encoding import apply_palette, encode_jpeg, encode_png
from render.kit.scene import HEAD, KEY, Scene, TextRun
from render.kit.text import fit_texts

FRAME_MS, FIRST_MS, LAST_MS = 900, 1500, 6000
MAX_FRAME_COUNT = 90
"""Frames of a longer game are dropped evenly: a minute and a half are enough."""
ANIMATION_SIZES = ((1000, MAX_FRAME_COUNT), (800, 72), (640, 48), (480, 32))
"""Width in px and number of frames; the first that fits the limit of bytes is used."""
QUALITY = 72


def encode_animation(scenes: Sequence[Scene], max_bytes: int, kind: str = "") -> tuple[bytes, str]:
    """Return the encoded animation, and "webp" or "gif". kind: one of them; "": WebP if Pillow can write it.

    Raises ValueError if there are no scenes, or not even the smallest animation fits.
    """
    if not scenes:
        raise ValueError("an animation has at least one picture")
    kind = kind or ("webp" if features.check("webp") else "gif")
    for width, max_count in ANIMATION_SIZES:
        frames = [_render_frame(scenes[i], width) for i in pick_frames(len(scenes), max_count)]
        encoded_frames = _encode_frames(frames, kind)
        if len(encoded_frames) <= max_bytes:
            return encoded_frames, kind
    raise ValueError(f"an animation of {len(scenes)} pictures does not fit into {max_bytes} bytes")


def pick_frames(count: int, max_count: int) -> list[int]:
    """Return the indices of at most `max_count` of `count` frames, including the first and the last."""
    if count <= max_count:
        return list(range(count))
    return sorted({round(i * (count - 1) / (max_count - 1)) for i in range(max_count)})


def _render_frame(scene: Scene, width: int) -> Image.Image:
    """Render one frame with a byte per pixel, because the whole animation is in memory."""
    height = round(scene.height * width / scene.width)
    small = paint_image(scene).resize((width, height), Image.Resampling.LANCZOS, reducing_gap=2.0)
    if scene.theme.has_materials:
        return small.quantize(COLOUR_COUNT, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return apply_palette(small, scene.theme)


def _encode_frames(frames: list[Image.Image], kind: str) -> bytes:
    first, *more = _pad_frames(frames)
    buffer = BytesIO()
    durations = [FIRST_MS, *([FRAME_MS] * (len(frames) - 2)), LAST_MS][-len(frames) :]
    if kind == "webp":
        first.save(
            buffer, "WEBP", save_all=True, append_images=more, duration=durations, loop=0, quality=QUALITY, method=1
        )
    else:
        first.save(buffer, "GIF", save_all=True, append_images=more, duration=durations, loop=0, optimize=False)
    return buffer.getvalue()


def _pad_frames(frames: list[Image.Image]) -> Iterator[Image.Image]:
    """Pad frames of different height: smaller ones are centred in the height of the largest."""
    height = max(frame.height for frame in frames)
    for frame in frames:
        if frame.height == height:
            yield frame
            continue
        whole = Image.new("P", (frame.width, height), frame.getpixel((0, 0)))
        whole.putpalette(frame.getpalette() or [])
        whole.paste(frame, (0, (height - frame.height) // 2))
        yield whole


BOARD_WIDTH = 760
"""Width of a board in px: two beside each other are as wide as any other picture."""
CAPTION_HEIGHT, BOARD_GAP = 112, 32
MARGIN = 24
BACKGROUND = "#24272C"
COLOUR_COUNT = 256
LANGUAGE_SEPARATOR = " / "
"""Separates the languages of a bilingual caption."""


def paint_gallery(boards: Sequence[tuple[Scene, str]]) -> bytes:
    """Return one picture of (board, caption above it), two in a row: a PNG, or a JPEG if any board has materials.

    Raises ValueError without any board.
    """
    if not boards:
        raise ValueError("a gallery has at least one board")
    captions = _build_captions([words for _, words in boards])
    cells = [_paint_cell(scene, caption) for (scene, _), caption in zip(boards, captions, strict=True)]
    rows = [cells[i : i + 2] for i in range(0, len(cells), 2)]
    columns = len(rows[0])
    height = sum(max(cell.height for cell in row) for row in rows) + BOARD_GAP * (len(rows) - 1)
    whole = Image.new("RGB", (BOARD_WIDTH * columns + BOARD_GAP * (columns - 1), height), BACKGROUND)
    top = 0
    for row in rows:
        for nth, cell in enumerate(row):
            whole.paste(cell, (nth * (BOARD_WIDTH + BOARD_GAP), top))
        top += max(cell.height for cell in row) + BOARD_GAP
    if any(scene.theme.has_materials for scene, _ in boards):
        return encode_jpeg(whole)
    return encode_png(whole.quantize(COLOUR_COUNT, dither=Image.Dither.NONE))


def _paint_cell(scene: Scene, caption_runs: tuple[TextRun, ...]) -> Image.Image:
    height = round(scene.height * BOARD_WIDTH / scene.width)
    small = paint_image(scene).resize((BOARD_WIDTH, height), Image.Resampling.LANCZOS, reducing_gap=2.0)
    caption = Scene(scene.theme, BOARD_WIDTH, CAPTION_HEIGHT, BACKGROUND, (), caption_runs)
    above = paint_image(caption)
    cell = Image.new("RGB", (BOARD_WIDTH, CAPTION_HEIGHT + height), BACKGROUND)
    cell.paste(above, (0, 0))
    cell.paste(small, (0, CAPTION_HEIGHT))
    return cell


def _build_captions(captions: Sequence[str]) -> Iterator[tuple[TextRun, ...]]:
    """Yield the runs of each caption, all in one size: one large line, or two of the next size, one for each
    language of a bilingual caption.
    """
    max_width = BOARD_WIDTH - 2 * MARGIN
    parts = [caption.split(LANGUAGE_SEPARATOR, 1) for caption in captions]
    all_parts = [part for of_caption in parts for part in of_caption]
    if len(all_parts) > len(captions):
        fitted = fit_texts(all_parts, max_width, KEY)
    else:
        fitted = fit_texts(all_parts, max_width, HEAD)
        if any(text.size < HEAD for text in fitted):
            fitted = fit_texts(all_parts, max_width, KEY, max_lines=2)
    texts = iter(fitted)
    for of_caption in parts:
        pitch = CAPTION_HEIGHT / len(of_caption)
        yield tuple(
            run
            for n, text in enumerate(islice(texts, len(of_caption)))
            for run in text.build_runs(MARGIN, pitch * (n + 0.5), pick_ink(BACKGROUND), max_width=max_width)
        )
