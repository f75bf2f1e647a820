"""A game as one moving picture: WebP, or GIF where Pillow has no WebP. As small as it must be."""

from collections.abc import Iterator, Sequence
from io import BytesIO

from PIL import Image, features

from render.kit.painter import image, in_palette
from render.kit.scene import Scene

FRAME_MS, FIRST_MS, LAST_MS = 900, 1500, 6000
MOST_FRAMES = 90
"""Of a longer game frames are left out evenly: a minute and a half are enough."""
SIZES = ((1000, MOST_FRAMES), (800, 72), (640, 48), (480, 32))
"""Width in px and number of frames, the first that fits into the bytes allowed is taken."""
QUALITY = 72


def film(scenes: Sequence[Scene], most_bytes: int, kind: str = "") -> tuple[bytes, str]:
    """The bytes, and "webp" or "gif". kind: one of them; "": WebP if Pillow can write it.

    Raises ValueError if there are no scenes, or not even the smallest film fits.
    """
    if not scenes:
        raise ValueError("a film has at least one picture")
    kind = kind or ("webp" if features.check("webp") else "gif")
    for width, most in SIZES:
        frames = [_frame(scenes[i], width) for i in chosen(len(scenes), most)]
        packed = _packed(frames, kind)
        if len(packed) <= most_bytes:
            return packed, kind
    raise ValueError(f"a film of {len(scenes)} pictures does not fit into {most_bytes} bytes")


def chosen(count: int, most: int) -> list[int]:
    """The indices of at most so many of `count` frames, the first and the last among them."""
    if count <= most:
        return list(range(count))
    return sorted({round(i * (count - 1) / (most - 1)) for i in range(most)})


def _frame(scene: Scene, width: int) -> Image.Image:
    """A byte a pixel: a film is in memory as a whole."""
    height = round(scene.height * width / scene.width)
    small = image(scene).resize((width, height), Image.Resampling.LANCZOS, reducing_gap=2.0)
    return in_palette(small, scene.theme)


def _packed(frames: list[Image.Image], kind: str) -> bytes:
    first, *more = _of_one_size(frames)
    out = BytesIO()
    durations = [FIRST_MS, *([FRAME_MS] * (len(frames) - 2)), LAST_MS][-len(frames) :]
    if kind == "webp":
        first.save(
            out, "WEBP", save_all=True, append_images=more, duration=durations, loop=0, quality=QUALITY, method=1
        )
    else:
        first.save(out, "GIF", save_all=True, append_images=more, duration=durations, loop=0, optimize=False)
    return out.getvalue()


def _of_one_size(frames: list[Image.Image]) -> Iterator[Image.Image]:
    """Pictures of one game may differ in height: smaller ones stand in the middle of the largest."""
    height = max(frame.height for frame in frames)
    for frame in frames:
        if frame.height == height:
            yield frame
            continue
        whole = Image.new("P", (frame.width, height), frame.getpixel((0, 0)))
        whole.putpalette(frame.getpalette() or [])
        whole.paste(frame, (0, (height - frame.height) // 2))
        yield whole
