"""Encoding: pictures of flat colours as PNG with the palette of their theme, pictures with materials as JPEG.

A palette of a textured picture takes 60 to 110 ms to find and store, a JPEG 7 to 15 ms, and keeps all colours.
"""

from functools import lru_cache
from io import BytesIO

from PIL import Image

from render.kit.colour import Theme, build_palette

COMPRESS_LEVEL = 3
QUALITIES = (78, 68, 58)
"""The first with which a JPEG is small enough is used; the last in any case."""
MAX_PUBLIC_BYTES, MAX_PRIVATE_BYTES = 520_000, 400_000
_EXTENSIONS = {b"\xff\xd8\xff": "jpg", b"RIFF": "webp"}


def encode_picture(picture: Image.Image, theme: Theme, max_bytes: int = MAX_PUBLIC_BYTES) -> bytes:
    """Return the bytes of a picture, RGB or with the theme's palette applied. max_bytes: wanted of a JPEG."""
    if not theme.has_materials:
        return encode_png(picture if picture.mode == "P" else apply_palette(picture, theme))
    return encode_jpeg(picture, max_bytes)


def find_extension(content: bytes) -> str:
    """Return the extension of a picture's file by its first bytes."""
    return next((extension for start, extension in _EXTENSIONS.items() if content.startswith(start)), "png")


def encode_png(picture: Image.Image) -> bytes:
    buffer = BytesIO()
    picture.save(buffer, "PNG", compress_level=COMPRESS_LEVEL)
    return buffer.getvalue()


def encode_jpeg(picture: Image.Image, max_bytes: int = MAX_PUBLIC_BYTES) -> bytes:
    """Return the picture as JPEG, with a smaller quality if it would be too large."""
    for quality in QUALITIES:
        buffer = BytesIO()
        picture.save(buffer, "JPEG", quality=quality)
        if buffer.tell() <= max_bytes:
            break
    return buffer.getvalue()


def apply_palette(canvas: Image.Image, theme: Theme) -> Image.Image:
    """Map the image to the fixed palette of the theme, without dither."""
    return canvas.quantize(palette=build_palette_image(theme), dither=Image.Dither.NONE)


def convert_colours(canvas: Image.Image, theme: Theme) -> Image.Image:
    """Return the picture as it is kept until it is encoded: with a palette, or as RGB if it has materials."""
    return canvas if theme.has_materials else apply_palette(canvas, theme)


@lru_cache(maxsize=16)
def build_palette_image(theme: Theme) -> Image.Image:
    image = Image.new("P", (1, 1))
    colours = build_palette(theme)
    padded = (*colours, *([colours[0]] * (256 - len(colours))))
    image.putpalette([channel for colour in padded for channel in colour])
    return image
