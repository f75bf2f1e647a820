"""The question for a character: a portrait for each, and room for its complete power beside it."""

from __future__ import annotations

import warnings

import pytest
from PIL import ImageChops

from engines.kernel import LANGS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import build_view
from render import Mark, RenderContext, load_arts
from render.kit.bounds import measure_bounds
from render.kit.illustration import Vignette
from render.kit.render_context import Lang
from render.kit.scene import Anchor, TextRun
from render.kit.text import TextTooWide
from render.kit.vignettes.sheet import load_ink
from render.marco_polo_ii.subjects import SUBJECTS
from tests.marco_polo_ii.table import A, build_state

ART = load_arts()["marco_polo_ii"]


def test_every_character_has_a_portrait_of_its_own() -> None:
    assert SUBJECTS.keys() == set(CONTENT.characters)
    engraved = [load_ink(f"marco_polo_ii/{character}", 120) for character in CONTENT.characters]
    for i, ink in enumerate(engraved):
        assert ink.getbbox() is not None
        assert all(ImageChops.difference(ink, other).getbbox() for other in engraved[:i])


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_the_power_stands_beside_the_portrait_or_below_it_within_the_field(lang: Lang, count: int) -> None:
    """Every character is offered once, in each of the layouts."""
    characters = [*CONTENT.characters]
    for start in range(0, len(characters), count):
        offered = [*characters, *characters][start : start + count]
        marks = tuple(Mark(f"character:{character}", n) for n, character in enumerate(offered, 1))
        with warnings.catch_warnings():
            warnings.simplefilter("error", TextTooWide)
            scene = ART.compose(
                build_view(build_state(), A), "panel:ask", RenderContext(lang, ("A", "B", "C"), A, marks)
            )
        fields = [node.placement for node in scene.live_part if isinstance(node, Anchor)]
        portraits = [node for node in scene.live_part if isinstance(node, Vignette)]
        assert [portrait.name for portrait in portraits] == [f"marco_polo_ii/{character}" for character in offered]
        for field, portrait in zip(fields, portraits, strict=True):
            assert field.y < portrait.y and portrait.y + portrait.h < field.y + field.h
            words = [
                measure_bounds(node)
                for node in scene.live_part
                if isinstance(node, TextRun) and field.x < node.x < field.x + field.w and node.y > field.y
                if node.y < field.y + field.h
            ]
            assert len(words) > 2
            for left, top, right, bottom in words:
                assert field.x <= left and right <= field.x + field.w
                assert portrait.x + portrait.w < left if count > 3 else portrait.y + portrait.h < top
                assert field.y <= top and bottom <= field.y + field.h
