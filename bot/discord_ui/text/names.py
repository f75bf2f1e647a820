"""Sanitizing of display names. The same text appears in messages, buttons and pictures."""

import re
import unicodedata
from collections.abc import Mapping

from bot.table.state.seat_names import INVISIBLE, NO_NAME, is_blank

MAX_NAME = 24
"""Maximum characters of a display name; a longer one ends in an ellipsis."""

_MAX_COMBINING = 2
"""Maximum combining marks on one character; more would overlap the lines above."""

_JOINER = "\u200d"
"""Zero-width joiner: combines emoji into one (a family, a profession). Elsewhere it is an invisible character."""

# Matches text that Discord may turn into a link or an invitation even without "https://".
_LINK_LIKE = re.compile(r"\bwww\.[\w.-]*|\b[\w-]+(?:\.[\w-]+)+(?=/)", re.IGNORECASE)

# Characters with a meaning for Discord (markdown, mentions, links) become their full-width forms: backslash escapes
# would be visible in buttons and pictures, where markdown is not rendered.
_FULL_WIDTH = str.maketrans({sign: chr(ord(sign) + 0xFEE0) for sign in "*_~`|<>@#[]()\\"})


def clean_name(name: str) -> str:
    """Return the name without markdown, mentions, links and invisible characters, at most MAX_NAME characters long.

    NO_NAME if nothing is visible.
    """
    chars: list[str] = []
    combining = 0
    text = unicodedata.normalize("NFC", name)
    for index, char in enumerate(text):
        if char == _JOINER and _joins_emoji(text, index):
            chars.append(char)
            continue
        category = unicodedata.category(char)
        combining = combining + 1 if category.startswith("M") else 0
        if category.startswith("Z") or char in INVISIBLE:
            chars.append(" ")
        elif not category.startswith("C") and combining <= _MAX_COMBINING:
            chars.append(char)
    plain = " ".join("".join(chars).replace("://", "：//").translate(_FULL_WIDTH).split())
    plain = _LINK_LIKE.sub(lambda match: match[0].replace(".", "．"), plain)
    if len(plain) > MAX_NAME:
        plain = plain[: MAX_NAME - 1].rstrip().rstrip(_JOINER) + "…"
    return NO_NAME if is_blank(plain) else plain


def _joins_emoji(text: str, index: int) -> bool:
    """Return whether the joiner at this index is between two emoji (the first may have a skin tone or a variant)."""
    before = text[:index].rstrip("\ufe0f")[-1:]
    after = text[index + 1 : index + 2]
    return bool(before and after) and _is_emoji(before) and _is_emoji(after)


def _is_emoji(char: str) -> bool:
    """Return whether the character is an emoji or a skin tone modifier."""
    return unicodedata.category(char) == "So" or "\U0001f3fb" <= char <= "\U0001f3ff"


def list_latin_names(readings: Mapping[str, str], text: str) -> dict[str, str]:
    """Return Latin name -> kana reading for the names in the text, in order of appearance."""
    kana_by_name = {name: kana for name, kana in readings.items() if _is_latin(name) and name in text}
    return dict(sorted(kana_by_name.items(), key=lambda item: text.index(item[0])))


def _is_latin(name: str) -> bool:
    """Return whether the name has only Latin letters, including accented ones."""
    return not any(char > "\u024f" for char in name)
