"""Two people of one table whose names look the same: a number tells them apart wherever the names stand."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping

MAX_BARE = 20
"""Characters of a name before its number."""

# Capitals and digits first: I, l and 1 look alike, i does not.
_FIRST = str.maketrans("I1|0", "lllO")

# Then small letters, each for the Latin one that it or its capital is printed like; and kana that look like kanji.
_TWINS = str.maketrans(
    "авекмнорстухіјѕԁһԛԝьгαβεζηικμνορτυχニカロエハタトーへべぺ",
    "abekmhopctyxijsdhqwbrabezhikmnoptyx二力口工八夕卜一ヘベペ",
)


def looks(name: str) -> str:
    """The same text for names that a hasty eye takes for each other."""
    plain = unicodedata.normalize("NFKC", name).translate(_FIRST).casefold().translate(_TWINS)
    parts = unicodedata.normalize("NFD", plain).casefold()
    return "".join(sign for sign in parts if unicodedata.category(sign)[0] not in "MCZ" or sign in "\u3099\u309a")


def told_apart(names: Mapping[int, str]) -> dict[int, str]:
    """Names by person, none like another. Whoever has been on Discord longest (the smallest id) keeps the bare name.

    No name can bring such a number along: brackets in names become full-width ones where they come in.
    """
    met: Counter[str] = Counter()
    told = {}
    for person, name in sorted(names.items()):
        met[looks(name)] += 1
        nth = met[looks(name)]
        told[person] = name if nth == 1 else f"{_short(name)} ({nth})"
    return told


def _short(name: str) -> str:
    """Room for the number where a long name would be cut."""
    return name if len(name) <= MAX_BARE else name[: MAX_BARE - 1].rstrip() + "…"
