"""Grounds: the prerendered pictures of each game, shipped as WebP and loaded when a picture first needs them.

A game's module `ground.py` has `GROUNDS`: the name of each ground and the function that draws it from seeded bytes.
`python -m render.kit.painting.prerender` writes them into the game's folder `grounds/`.

A ground that depends on the game in play has a subject. The same module has `SCENERY`: its name and the function that
lays it, from the subject and its size, of what is prerendered. This happens when it is first needed, in 0.1 s or so.
"""

from collections.abc import Callable, Hashable, Mapping
from importlib import import_module
from importlib.resources import files
from io import BytesIO
from typing import Any

from PIL import Image, JpegImagePlugin, WebPImagePlugin

from render.kit.illustration import Ground
from render.kit.painting.image_cache import keep_images

FOLDER = "grounds"
QUALITY = 82
_KEPT_QUALITY = 95
MAX_GROUND_BYTES = 300_000


def load_ground(name: str) -> Image.Image:
    """Return a ground by `game/name` as RGB. Raises FileNotFoundError for an unknown name."""
    return Image.frombytes("RGB", *decode_ground(name))


def cut_ground(name: str, box: tuple[int, int, int, int]) -> Image.Image:
    """Return a rectangle of a ground, given by its sides. The whole ground as an image would take 2 ms."""
    (width, height), content = decode_ground(name)
    left, top, right, bottom = box
    if min(left, top) < 0 or right > width or bottom > height:
        return load_ground(name).crop(box)  # black beside the ground
    rows = (content[3 * (y * width + left) : 3 * (y * width + right)] for y in range(top, bottom))
    return Image.frombytes("RGB", (right - left, bottom - top), b"".join(rows))


@keep_images
def decode_ground(name: str) -> tuple[tuple[int, int], bytes]:
    """Return the size and the px of a ground. Bytes take a quarter less than an image."""
    image = JpegImagePlugin.JpegImageFile(BytesIO(_recode_ground(name)))
    return image.size, image.tobytes()


@keep_images
def _recode_ground(name: str) -> bytes:
    """Return a ground as JPEG, which is decoded in a fifth of the time of WebP: its px are often not worth keeping."""
    buffer = BytesIO()
    read_ground(name).save(buffer, "JPEG", quality=_KEPT_QUALITY)
    return buffer.getvalue()


def read_ground(name: str) -> Image.Image:
    """Return a ground as it is shipped, as RGB. Raises FileNotFoundError for an unknown name."""
    game, _, picture = name.partition("/")
    content = files(f"render.{game}").joinpath(FOLDER, f"{picture}.webp").read_bytes()
    # by its own class: `Image.open` would first import the readers of all formats, 50 ms
    shipped: Image.Image = WebPImagePlugin.WebPImageFile(BytesIO(content))
    return shipped.convert("RGB")


def list_grounds(game: str) -> tuple[str, ...]:
    """Return the names of a game's shipped grounds."""
    folder = files(f"render.{game}").joinpath(FOLDER)
    names = sorted(file.name for file in folder.iterdir()) if folder.is_dir() else []
    return tuple(f"{game}/{name.removesuffix('.webp')}" for name in names)


def paste_ground(canvas: Image.Image, ground: Ground) -> None:
    """Paste a ground, or the part of it in its window, scaled to its rectangle if that has another size."""
    x, y, w, h = (round(side) for side in (ground.x, ground.y, ground.w, ground.h))
    if ground.subject is not None:
        scenery = draw_scenery(ground.name, ground.subject, (w, h))
        canvas.paste(scenery, (x, y), scenery if scenery.mode == "RGBA" else None)
        return
    if ground.window is None:
        canvas.paste(scale_ground(ground.name, w, h), (x, y))
        return
    window = ground.window
    if (w, h) == (window[2] - window[0], window[3] - window[1]):
        visible_h = min(h, canvas.height - y)  # a ground is as high as the highest picture on it
        left, top = round(window[0]), round(window[1])
        canvas.paste(cut_ground(ground.name, (left, top, left + w, top + visible_h)), (x, y))
    else:
        # Lanczos takes twice as long, and windows are too many to keep
        whole = load_ground(ground.name)
        canvas.paste(whole.resize((w, h), Image.Resampling.HAMMING, window, reducing_gap=1.0), (x, y))


def draw_scenery(name: str, subject: Hashable, size: tuple[int, int]) -> Image.Image:
    """Draw scenery by `game/name`, as RGB, or as RGBA if it does not cover its rectangle. The game caches it."""
    game, _, part = name.partition("/")
    makers: Mapping[str, Callable[[Any, tuple[int, int]], Image.Image]] = import_module(f"render.{game}.ground").SCENERY
    return makers[part](subject, size)


@keep_images
def scale_ground(name: str, w: int, h: int) -> Image.Image:
    """Return a whole ground with this size."""
    whole = load_ground(name)
    return whole if whole.size == (w, h) else whole.resize((w, h), Image.Resampling.LANCZOS, reducing_gap=2.0)


def load_ground_makers(game: str) -> Mapping[str, Callable[[], Image.Image]]:
    """Return the functions that draw the grounds of a game, by name. Raises ModuleNotFoundError if it has none."""
    makers: Mapping[str, Callable[[], Image.Image]] = import_module(f"render.{game}.ground").GROUNDS
    return makers


def encode_ground(picture: Image.Image) -> bytes:
    buffer = BytesIO()
    picture.save(buffer, "WEBP", quality=QUALITY, method=6)
    return buffer.getvalue()
