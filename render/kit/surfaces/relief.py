"""Relief: light from the upper left, one soft shadow, hairlines, hollows, and the shading of heights."""

from functools import lru_cache
from math import ceil

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.colour import parse_rgb
from render.kit.painting.image_cache import keep_images
from render.kit.surfaces.noise import cover_by_mask, fill_colour, scale_tones

SHADE = "#3A1A08"
"""Umber: the colour of surfaces that turn away from the light."""
LIGHT = "#FFFFFA"
SHADOW = "#0A080E"
CORNERS = (True, True, True, True)
_SAMPLES = 4  # drawn px per px of a mask
_WIDE_BLUR = 2  # px


@keep_images
def draw_round_mask(
    width: int, height: int, radius: float, corners: tuple[bool, bool, bool, bool] = CORNERS
) -> Image.Image:
    """Return the mask of a box with round corners."""
    k = _SAMPLES
    mask = Image.new("L", (width * k, height * k))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width * k - 1, height * k - 1), radius * k, fill=255, corners=corners)
    return mask.reduce(k)


def move_mask(mask: Image.Image, dx: float, dy: float) -> Image.Image:
    """Return the mask moved within its size; what leaves it is lost."""
    left, top = -round(dx), -round(dy)
    return mask.crop((left, top, left + mask.width, top + mask.height))


def bevel_image(
    image: Image.Image,
    mask: Image.Image,
    depth: float,
    highlight: float = 0.46,
    shade: float = 0.45,
    gradient: float = 0.12,
) -> Image.Image:
    """Return the image with edges of the mask lit from the upper left, and slightly darker towards its foot."""
    if mask.getbbox() is None:
        return image
    lit, dark, (left, top) = find_lit_edges(mask, depth, highlight, shade, gradient)
    part = image.crop((left, top, left + lit.width, top + lit.height))
    whole = image.copy()
    whole.paste(cover_by_mask(cover_by_mask(part, LIGHT, lit), SHADE, dark), (left, top))
    return whole


def find_lit_edges(
    mask: Image.Image, depth: float, highlight: float = 0.46, shade: float = 0.45, gradient: float = 0.12
) -> tuple[Image.Image, Image.Image, tuple[int, int]]:
    """Return the light and the shade on a shape that covers a part of `mask`, and where they begin.

    Beside the shape they mean nothing.
    """
    box = mask.getbbox() or (0, 0, 1, 1)
    margin, step = ceil(depth), round(depth)
    box = box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin
    mask = mask.crop(box)
    (width, height), soft = mask.size, mask.filter(ImageFilter.BoxBlur(depth * 0.6))
    towards_light, away_from_light = (soft.crop((at, at, width + at, height + at)) for at in (-step, step))
    # the share of light and shade is the scale of the difference, which saves passes over the image
    lit = ImageChops.subtract(mask, towards_light, 1 / highlight)
    dark = ImageChops.subtract(mask, away_from_light, 1 / shade)
    if gradient:
        rise, fall = _draw_slopes(gradient, height)
        lit, dark = (
            ImageChops.add(edge, slope.resize(mask.size, Image.Resampling.NEAREST))
            for edge, slope in ((lit, rise), (dark, fall))
        )
    return lit, dark, box[:2]


@lru_cache(maxsize=512)
def _draw_slopes(gradient: float, height: int) -> tuple[Image.Image, Image.Image]:
    """Return the light and the shade that a surface gets by its height: masks of one column."""
    fall = scale_tones(Image.linear_gradient("L").crop((0, 0, 1, 256)), gradient)
    rise = fall.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    return rise.resize((1, height), Image.Resampling.NEAREST), fall.resize((1, height), Image.Resampling.NEAREST)


def cast_shadow(sprite: Image.Image, dx: float = 2, dy: float = 4, blur: float = 4, share: float = 0.52) -> Image.Image:
    """Return an RGBA sprite above its own soft shadow, which must fit into its margins."""
    whole = draw_shadow(sprite.getchannel("A"), dx, dy, blur, share)
    whole.alpha_composite(sprite)
    return whole


def draw_shadow(mask: Image.Image, dx: float, dy: float, blur: float, share: float) -> Image.Image:
    """Return the soft shadow of a mask as an RGBA sprite of its size."""
    return cover_with(SHADOW, scale_tones(_blur_softly(move_mask(mask, dx, dy), blur), share))


def cover_with(colour: str, mask: Image.Image) -> Image.Image:
    """Return an RGBA sprite of one colour, as strong as the mask is white."""
    sprite = Image.new("RGBA", mask.size, colour)
    sprite.putalpha(mask)
    return sprite


def shade_slope(image: Image.Image, gradient: float) -> None:
    """Lay on an RGB image the light and the shade that its surface gets by its height."""
    rise, fall = _draw_slopes(gradient, image.height)
    column = cover_with(LIGHT, rise)
    column.alpha_composite(cover_with(SHADE, fall))
    slope = column.resize(image.size, Image.Resampling.NEAREST)
    image.paste(slope, (0, 0), slope)


def _blur_softly(mask: Image.Image, blur: float) -> Image.Image:
    """Return the mask blurred, at half its size if the blur is wide enough to hide that: in a third of the time."""
    if blur < _WIDE_BLUR or min(mask.size) < 2 * blur:
        return mask.filter(ImageFilter.GaussianBlur(blur))
    return (
        mask.reduce(2)
        .filter(ImageFilter.GaussianBlur(blur / 2))
        .resize(mask.size, Image.Resampling.BILINEAR, (0, 0, mask.width / 2, mask.height / 2))
    )


def shade_below(
    canvas: Image.Image,
    box: tuple[float, float, float, float],
    blur: int = 10,
    dy: int = 5,
    strength: int = 150,
    radius: float = 12,
) -> None:
    """Draw the soft shadow of a box (left, top, right, bottom) on an RGB canvas, before the box is drawn."""
    left, top, right, bottom = map(round, box)
    margin = blur * 2
    mask = Image.new("L", (right - left + 2 * margin, bottom - top + 2 * margin))
    ImageDraw.Draw(mask).rounded_rectangle(
        (margin, margin, margin + right - left, margin + bottom - top), radius, fill=strength
    )
    canvas.paste((0, 0, 0), (left - margin, top - margin + dy), mask.filter(ImageFilter.GaussianBlur(blur)))


def draw_hairline(
    sprite: Image.Image,
    box: tuple[int, int, int, int],
    radius: float,
    colour: str,
    width: float,
    corners: tuple[bool, bool, bool, bool] = CORNERS,
) -> None:
    """Draw the line inside the edge of a round box (x, y, w, h) on an RGBA sprite."""
    x, y, w, h = box
    k = _SAMPLES
    mask = Image.new("L", (w * k, h * k))
    ImageDraw.Draw(mask).rounded_rectangle(
        (0, 0, w * k - 1, h * k - 1), radius * k, outline=255, width=max(k, round(width * k)), corners=corners
    )
    line = fill_colour((w, h), colour).convert("RGBA")
    line.putalpha(mask.reduce(k))
    layer = Image.new("RGBA", sprite.size)
    layer.paste(line, (x, y))
    sprite.alpha_composite(layer)


def sink_box(
    canvas: Image.Image,
    box: tuple[float, float, float, float],
    radius: float = 10,
    depth: int = 5,
    dark: float = 0.5,
    light: float = 0.35,
) -> None:
    """Cut a tray into an RGB canvas: a shadow below its upper edge, light on its lower one."""
    left, top, right, bottom = map(round, box)
    w, h, margin = right - left, bottom - top, 2 * depth
    mask = draw_round_mask(w, h, radius)
    whole = Image.new("L", (w + 2 * margin, h + 2 * margin))
    whole.paste(mask, (margin, margin))
    around = ImageChops.offset(ImageChops.invert(whole), depth // 2, depth).filter(
        ImageFilter.GaussianBlur(depth * 0.8)
    )
    inner = (margin, margin, margin + w, margin + h)
    canvas.paste((0, 0, 0), (left, top), scale_tones(ImageChops.multiply(around.crop(inner), mask), dark))
    lit = ImageChops.subtract(ImageChops.offset(whole, 0, 2), whole).crop((margin, margin, margin + w, 2 * margin + h))
    canvas.paste((255, 255, 255), (left, top), scale_tones(lit, light))


def shade_heights(heights: Image.Image, distance: int = 2, gain: float = 2.0) -> Image.Image:
    """Return a mask that is lighter than 128 on slopes that face the upper left, and darker on the others."""
    slope = ImageChops.subtract(heights, ImageChops.offset(heights, distance, distance), scale=1, offset=128)
    return scale_tones(slope, gain, 128 * (1 - gain))


def apply_shade(image: Image.Image, shade: Image.Image, strength: float = 1.0) -> Image.Image:
    """Darken an image by the dark half of a shade (below 128), and lighten it by the light half."""
    dark = shade.point([min(255, int(255 - max(0, 128 - tone) * 2 * strength * 0.62)) for tone in range(256)])
    light = shade.point([int(max(0, tone - 128) * 2 * strength * 0.5) for tone in range(256)])
    image = ImageChops.multiply(image, Image.merge("RGB", (dark, dark, dark)))
    return ImageChops.screen(image, Image.merge("RGB", (light, light, light)))


def parse_rgba(colour: str, alpha: int = 255) -> tuple[int, int, int, int]:
    return (*parse_rgb(colour), alpha)
