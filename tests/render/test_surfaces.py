"""Textures, relief, ornament and engraving: the same bytes in every process, and quiet below words."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256

import pytest
from PIL import Image, ImageStat

from render.kit.colour import compute_contrast
from render.kit.painting.materials import MATERIALS, draw_material
from render.kit.scene import Box
from render.kit.surfaces import engraving, ornament, texture
from render.kit.surfaces.relief import apply_shade, bevel_image, draw_round_mask, shade_heights

INK, IVORY, NIGHT = "#26190F", "#FCF3DD", "#181E32"
LEAST = 4.5  # WCAG 2.1 AA


def draw_star(plate: engraving.Plate) -> None:
    plate.rounding = 1
    plate.oval(50, 50, 40, 40, 0, 200)
    plate.polygon([(50, 10), (60, 50), (50, 90), (40, 50)], 80, 240)
    plate.line([(0, 95), (100, 95)], 2)


def cut_star() -> Image.Image:
    plate = engraving.Plate(90)
    draw_star(plate)
    return plate.finish()[0]


def lay_relief() -> Image.Image:
    plain = Image.new("RGB", (60, 40), "#A06030")
    heights = Image.radial_gradient("L").resize((60, 40))
    return apply_shade(bevel_image(plain, draw_round_mask(60, 40, 8), 3), shade_heights(heights))


SURFACES: dict[str, Callable[[], Image.Image]] = {
    "paper": lambda: texture.draw_paper(200, 120, 3, "#FFF8E8", "#EBDCB4", 12),
    "weave": lambda: texture.draw_weave(200, 120, NIGHT, 3, 7),
    "marble": lambda: texture.draw_marble(200, 120, 3, "#FAF6EC", "#E8DFCD", "#B0A48E"),
    "wood": lambda: texture.draw_wood(200, 120, 3),
    "water": lambda: texture.draw_water(200, 120, 3, "#8EB8BC", "#BAD8D0", "#4A707A"),
    "kilim": lambda: ornament.draw_kilim(200, 19),
    "dentils": lambda: ornament.draw_dentils(200, 30, "#FAF5E9", "#FFFCF4", "#BEAC8C"),
    "brick": lambda: ornament.draw_brick(200, 120, 3, "#803E30", "#4A2A20"),
    "silk": lambda: ornament.draw_silk(200, 120, "#321E2B", "#965E54"),
    "engraving": cut_star,
    "relief": lay_relief,
}


def hash_surface(name: str) -> str:
    return sha256(SURFACES[name]().tobytes()).hexdigest()


_PRINT_HASHES = """
from tests.render.test_surfaces import SURFACES, hash_material, hash_surface
from render.kit.painting.materials import MATERIALS
print(*map(hash_surface, SURFACES), *map(hash_material, MATERIALS))
"""


def hash_material(name: str) -> str:
    box = Box(0, 0, 160, 90, 12, IVORY, "#C2A66E", 2, (True, False, False, True), name)
    return sha256(draw_material(box)[0].tobytes()).hexdigest()


def test_other_hash_seeds_draw_the_same_bytes() -> None:
    expected = [*map(hash_surface, SURFACES), *map(hash_material, MATERIALS)]
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        printed = subprocess.run(
            [sys.executable, "-c", _PRINT_HASHES], check=True, capture_output=True, text=True, env=environment
        ).stdout
        assert printed.split() == expected


@pytest.mark.parametrize("material", sorted(MATERIALS.keys() - {"hollow", "pit", "kilim", "velvet", "gilt"}))
@pytest.mark.parametrize(("fill", "ink"), [(IVORY, INK), ("#EFE0BF", INK), (NIGHT, IVORY), ("#6E2622", IVORY)])
def test_words_keep_their_contrast_on_a_material(material: str, fill: str, ink: str) -> None:
    """Even on the worst tone of its inner part."""
    sprite, left, top = draw_material(Box(0, 0, 260, 120, 10, fill, material=material))
    inner = sprite.convert("RGB").crop((16 - left, 16 - top, 244 - left, 104 - top))
    worst = min(
        (compute_contrast(ink, "#{:02X}{:02X}{:02X}".format(*colour)))
        for count, colour in inner.getcolors(inner.width * inner.height) or ()
        if isinstance(colour, tuple) and count > 5
    )
    assert worst >= LEAST, f"{ink} on {material} of {fill}: {worst:.1f}"


@pytest.mark.parametrize("material", MATERIALS)
def test_a_material_keeps_its_box_and_its_colour(material: str) -> None:
    sprite, left, top = draw_material(Box(0, 0, 260, 120, 10, "#3E90D0", "#26190F", 2, material=material))
    assert left <= 0 and top <= 0 and sprite.width >= 260 and sprite.height >= 120
    if material not in ("hollow", "pit", "kilim"):
        inner = sprite.convert("RGB").crop((40 - left, 30 - top, 220 - left, 90 - top))
        mean = ImageStat.Stat(inner).mean
        assert all(abs(a - b) <= 24 for a, b in zip(mean, (0x3E, 0x90, 0xD0), strict=True)), mean


@pytest.mark.parametrize(("w", "h"), [(300, 20), (20, 300), (20, 20), (300, 200)])
def test_box_of_any_size_has_its_whole_frame(w: int, h: int) -> None:
    """Its frame is drawn for a small box and stretched along the sides that are longer."""
    sprite, left, top = draw_material(Box(0, 0, w, h, 6, "#F0F0F0", "#203040", 2, material="pill"))
    assert sprite.size == (w - 2 * left, h - 2 * top)
    x, y, right, bottom = -left, -top, w - left - 1, h - top - 1
    for place in (
        ((x + right) // 2, y),
        ((x + right) // 2, bottom),
        (x, (y + bottom) // 2),
        (right, (y + bottom) // 2),
    ):
        *colour, alpha = sprite.getpixel(place)  # type: ignore[misc]
        assert alpha == 255 and max(colour) < 0x90, f"{place}: {colour}"


@pytest.mark.parametrize("material", ["enamel", "lacquer", "metal", "pill", "rod"])
@pytest.mark.parametrize(("w", "h", "radius"), [(61, 46, 0), (333, 60, 8), (100, 90, 22), (378, 76, 38)])
def test_a_box_of_an_even_material_is_stretched_as_it_would_be_drawn(
    material: str, w: int, h: int, radius: float
) -> None:
    for width in (0, 3):
        box = Box(0, 0, w, h, radius, "#E0892F", "#704E2C", width, material=material)
        sprite, left, top = draw_material(box)
        drawn, *corner = MATERIALS[material](box)
        assert (sprite.size, left, top) == (drawn.size, *corner)
        assert sprite.tobytes() == drawn.tobytes()


def test_an_unknown_material_is_refused() -> None:
    with pytest.raises(KeyError, match="velour"):
        draw_material(Box(0, 0, 50, 50, 0, IVORY, material="velour"))


def test_light_comes_from_the_upper_left() -> None:
    plain, mask = Image.new("RGB", (60, 60), "#808080"), Image.new("L", (60, 60))
    mask.paste(255, (10, 10, 50, 50))
    raised = bevel_image(plain, mask, 3, gradient=0).convert("L")
    assert raised.getpixel((11, 30)) > 128 > raised.getpixel((48, 30))  # type: ignore[operator]
    assert raised.getpixel((30, 11)) > 128 > raised.getpixel((30, 48))  # type: ignore[operator]
    slope = Image.linear_gradient("L").resize((40, 40))  # higher below: it faces up
    assert ImageStat.Stat(shade_heights(slope).crop((5, 5, 35, 35))).mean[0] > 128


def test_darker_tones_have_more_ink() -> None:
    inks = [
        ImageStat.Stat(engraving.engrave_tones(Image.new("L", (120, 120), tone), 9, 20)).mean[0]
        for tone in (0, 60, 120, 180, 240)
    ]
    assert inks[0] == 0 and inks == sorted(inks) and inks[-1] > 200


def test_a_later_form_of_a_plate_hides_an_earlier_one() -> None:
    plate = engraving.Plate(90)
    plate.box(10, 10, 80, 80, 255, 255)
    plate.box(30, 30, 40, 40, 0, 0, outline=0)
    ink, body = plate.finish()
    assert ImageStat.Stat(ink.crop((32, 36, 54, 58))).mean[0] == 0
    assert body.getpixel((45, 45)) == 255 and body.getpixel((1, 1)) == 0
