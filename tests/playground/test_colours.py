"""Text on the page is legible in light and in dark (WCAG contrast 4.5 : 1; 3 : 1 for the edges of fields)."""

from __future__ import annotations

import re

import pytest

from bot.playground.page_routes import PAGE

TEXT = [
    ("ink", "page"), ("ink", "ground"), ("ink", "raised"), ("ink", "accent-soft"), ("ink", "quiet-button"),
    ("ink", "quiet-button-hover"), ("ink", "secret"), ("ink", "secret-raised"), ("ink", "secret-page"),
    ("ink", "secret-button"), ("ink", "ping-soft"), ("ink", "code"),
    ("ink-2", "page"), ("ink-2", "ground"), ("ink-2", "raised"), ("ink-2", "secret"), ("ink-2", "secret-raised"),
    ("on-accent", "accent"), ("on-accent", "accent-hover"), ("on-accent", "primary"), ("on-accent", "primary-hover"),
    ("on-accent", "success"), ("on-accent", "danger"),
    ("link", "page"), ("link", "raised"), ("link", "secret"), ("link", "accent-soft"),
    ("danger-text", "page"), ("danger-text", "raised"), ("danger-text", "secret"), ("ping", "ping-soft"),
    *(("on-accent", f"face-{number}") for number in range(8)),
]  # fmt: skip
EDGES = [("field", "page"), ("field", "raised"), ("focus", "page"), ("focus", "raised"), ("focus", "secret")]


def tokens(scheme: str) -> dict[str, str]:
    """Colour tokens of a scheme; dark ones come on top of the light ones."""
    light, dark = (PAGE / "css/tokens.css").read_text(encoding="utf-8").split("@media (prefers-color-scheme: dark)")
    pairs = re.compile(r"--([\w-]+): #([0-9a-f]{6})\b")
    return dict(pairs.findall(light)) | (dict(pairs.findall(dark)) if scheme == "dark" else {})


def luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_keep_their_distance(scheme: str) -> None:
    colours = tokens(scheme)
    for pairs, least in ((TEXT, 4.5), (EDGES, 3.0)):
        weak = {f"{a} on {b}": round(contrast(colours[a], colours[b]), 2) for a, b in pairs}
        assert all(value >= least for value in weak.values()), {k: v for k, v in weak.items() if v < least}
