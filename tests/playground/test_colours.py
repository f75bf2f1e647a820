"""Text on the page is legible in light and in dark (WCAG contrast 4.5 : 1; 3 : 1 for the edges of fields)."""

from __future__ import annotations

import re

import pytest

from bot.playground.routes import PAGE

TEXT_PAIRS = [
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
EDGE_PAIRS = [("field", "page"), ("field", "raised"), ("focus", "page"), ("focus", "raised"), ("focus", "secret")]


def load_colours(scheme: str) -> dict[str, str]:
    """Return the colours of a scheme by name; the dark scheme overrides some of the light one."""
    light, dark = (PAGE / "css/tokens.css").read_text(encoding="utf-8").split("@media (prefers-color-scheme: dark)")
    pairs = re.compile(r"--([\w-]+): #([0-9a-f]{6})\b")
    return dict(pairs.findall(light)) | (dict(pairs.findall(dark)) if scheme == "dark" else {})


def compute_luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def compute_contrast(colour: str, other_colour: str) -> float:
    low, high = sorted((compute_luminance(colour), compute_luminance(other_colour)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_have_enough_contrast(scheme: str) -> None:
    colours = load_colours(scheme)
    for pairs, min_contrast in ((TEXT_PAIRS, 4.5), (EDGE_PAIRS, 3.0)):
        contrasts = {f"{a} on {b}": round(compute_contrast(colours[a], colours[b]), 2) for a, b in pairs}
        assert all(value >= min_contrast for value in contrasts.values()), {
            k: v for k, v in contrasts.items() if v < min_contrast
        }
