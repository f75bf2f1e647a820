"""How names that a game prints in Latin letters are read, for Japanese readers."""

from __future__ import annotations

from collections.abc import Mapping


def latin_names(readings: Mapping[str, str], text: str) -> dict[str, str]:
    """The names in the text with their readings in kana, as they follow each other."""
    found = {name: kana for name, kana in readings.items() if _is_latin(name) and name in text}
    return dict(sorted(found.items(), key=lambda one: text.index(one[0])))


def _is_latin(name: str) -> bool:
    """Printed in Latin letters, accents and all."""
    return not any(sign > "\u024f" for sign in name)
