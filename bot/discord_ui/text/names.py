"""Display names, made harmless where they come in: the same text stands in messages, buttons and pictures."""

from __future__ import annotations

import unicodedata

MAX_NAME = 24
"""Characters of a display name that are kept; a longer one ends in an ellipsis."""

_MAX_MARKS = 2
"""Combining marks in a row that a name may stack; more climb over the lines above."""

# Signs with a meaning for Discord (markdown, mentions, links) become their full-width twins: an escape with backslashes
# would show in buttons and pictures, where markdown is not read.
_TWINS = str.maketrans({sign: chr(ord(sign) + 0xFEE0) for sign in "*_~`|<>@#[]()\\"})


def clean(name: str) -> str:
    """A name without markdown, mentions, links, direction marks and other invisible signs, at most MAX_NAME long."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", name):
        category = unicodedata.category(sign)
        marks = marks + 1 if category.startswith("M") else 0
        if category.startswith("Z"):
            kept.append(" ")
        elif not category.startswith("C") and marks <= _MAX_MARKS:
            kept.append(sign)
    plain = " ".join("".join(kept).replace("://", "：//").translate(_TWINS).split())
    if len(plain) > MAX_NAME:
        plain = plain[: MAX_NAME - 1].rstrip() + "…"
    return plain or "?"
