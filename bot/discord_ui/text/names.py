"""Display names, made harmless where they come in: the same text stands in messages, buttons and pictures."""

from __future__ import annotations

import re
import unicodedata

MAX_NAME = 24
"""Characters of a display name that are kept; a longer one ends in an ellipsis."""

_MAX_MARKS = 2
"""Combining marks in a row that a name may stack; more climb over the lines above."""

_JOINER = "\u200d"
"""Makes one emoji of several (a family, a profession). Between anything else it is an invisible sign."""

# What may become a link or an invitation although no "https://" stands before it.
_ADDRESS = re.compile(r"\bwww\.[\w.-]*|\b[\w-]+(?:\.[\w-]+)+(?=/)", re.IGNORECASE)

# Signs with a meaning for Discord (markdown, mentions, links) become their full-width twins: an escape with backslashes
# would show in buttons and pictures, where markdown is not read.
_TWINS = str.maketrans({sign: chr(ord(sign) + 0xFEE0) for sign in "*_~`|<>@#[]()\\"})


def clean(name: str) -> str:
    """A name without markdown, mentions, links, direction marks and other invisible signs, at most MAX_NAME long."""
    kept: list[str] = []
    marks = 0
    text = unicodedata.normalize("NFC", name)
    for place, sign in enumerate(text):
        if sign == _JOINER and _joins(text, place):
            kept.append(sign)
            continue
        category = unicodedata.category(sign)
        marks = marks + 1 if category.startswith("M") else 0
        if category.startswith("Z"):
            kept.append(" ")
        elif not category.startswith("C") and marks <= _MAX_MARKS:
            kept.append(sign)
    plain = " ".join("".join(kept).replace("://", "：//").translate(_TWINS).split())
    plain = _ADDRESS.sub(lambda found: found[0].replace(".", "．"), plain)
    if len(plain) > MAX_NAME:
        plain = plain[: MAX_NAME - 1].rstrip().rstrip(_JOINER) + "…"
    return plain or "?"


def _joins(text: str, place: int) -> bool:
    """Whether the joiner here stands between two emoji, the first perhaps with its colour of skin or its form."""
    before = text[:place].rstrip("\ufe0f")[-1:]
    after = text[place + 1 : place + 2]
    return bool(before and after) and _is_picture(before) and _is_picture(after)


def _is_picture(sign: str) -> bool:
    """An emoji or its colour of skin."""
    return unicodedata.category(sign) == "So" or "\U0001f3fb" <= sign <= "\U0001f3ff"
