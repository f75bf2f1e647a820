"""Japanese as people type it into a search: hiragana, katakana, romaji, or kanji; all become katakana.

A small table of our own: the engines use no library but msgspec, and the readings of kanji come from the games
(`[readings]` of terms.toml), which a library would have to guess.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

SHORTEST_ROMAJI = 4
"""Letters: shorter Latin words are Latin words."""

_VOWELS = "aiueo"
_ROWS = {
    "": "アイウエオ",
    "k": "カキクケコ",
    "g": "ガギグゲゴ",
    "s": "サシスセソ",
    "z": "ザジズゼゾ",
    "t": "タチツテト",
    "d": "ダヂヅデド",
    "n": "ナニヌネノ",
    "h": "ハヒフヘホ",
    "b": "バビブベボ",
    "p": "パピプペポ",
    "m": "マミムメモ",
    "r": "ラリルレロ",
}
_SMALL = {"a": "ャ", "u": "ュ", "o": "ョ", "e": "ェ"}
_SOUNDS: dict[str, str] = {
    **{f"{row}{vowel}": kana for row, line in _ROWS.items() for vowel, kana in zip(_VOWELS, line, strict=True)},
    **{f"{row}y{vowel}": line[1] + small for row, line in _ROWS.items() if row for vowel, small in _SMALL.items()},
    **{f"sh{vowel}": "シ" + small for vowel, small in _SMALL.items()},
    **{f"ch{vowel}": "チ" + small for vowel, small in _SMALL.items()},
    **{f"j{vowel}": "ジ" + small for vowel, small in _SMALL.items()},
    **{
        "shi": "シ",
        "chi": "チ",
        "tsu": "ツ",
        "ji": "ジ",
        "fu": "フ",
        "fa": "ファ",
        "fi": "フィ",
        "fe": "フェ",
        "fo": "フォ",
    },
    **{"ya": "ヤ", "yu": "ユ", "yo": "ヨ", "wa": "ワ", "wi": "ウィ", "we": "ウェ", "wo": "ヲ", "vu": "ヴ"},
    **{"va": "ヴァ", "vi": "ヴィ", "ve": "ヴェ", "vo": "ヴォ", "ti": "ティ", "di": "ディ"},
}
_ALIKE = (
    ("ツィ", "チ"),
    *((f"ヴ{small}", large) for small, large in zip("ァィェォ", "バビベボ", strict=True)),
    ("ヴ", "ブ"),
    *zip("ァィゥェォ", "アイウエオ", strict=True),
    ("ウオ", "オ"),
)
"""Spellings of one sound, in this order."""
_LONG = str.maketrans({"ā": "aa", "ī": "ii", "ū": "uu", "ē": "ei", "ō": "ou"})
_OO = str.maketrans({"ē": "ee", "ō": "oo"})
_SHORT = str.maketrans("āīūēō", "aiueo")
_LONGEST = max(map(len, _SOUNDS))


def folded(text: str) -> str:
    """Normalised for search: lower case, half width, katakana; long-vowel marks and middle dots are dropped, so that
    シニョーリア and しにょりあ are equal. Names from abroad are spelled in more than one way: ヴァ is バ, クォ is クオ.
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    kana = "".join(chr(ord(sign) + 0x60) if "ぁ" <= sign <= "ゖ" else sign for sign in plain if sign not in "ー・")
    for spelled, alike in _ALIKE:
        kana = kana.replace(spelled, alike)
    return kana


def from_romaji(word: str) -> str | None:
    """The folded katakana of a word in Latin letters (Hepburn); None if it is no romaji."""
    left = unicodedata.normalize("NFC", word.casefold()).translate(_LONG).replace("-", "")
    found: list[str] = []
    while left:
        if (len(left) > 1 and left[0] == left[1] and left[0] not in _VOWELS + "n") or left.startswith("tch"):
            found.append("ッ")
            left = left[1:]
        elif re.match(r"[nm](?![aiueoy])|n'", left):
            found.append("ン")
            left = left[1:].removeprefix("'")
        else:
            size = next((n for n in range(_LONGEST, 0, -1) if left[:n] in _SOUNDS), 0)
            if not size:
                return None
            found.append(_SOUNDS[left[:size]])
            left = left[size:]
    return "".join(found) or None


@lru_cache(maxsize=256)
def heard(word: str) -> tuple[str, ...]:
    """What a typed word may mean, folded: as it stands, and as romaji if it can be that.

    A long vowel is written ō, ou, oo or not at all, whether ー or a vowel stands for it. A search asks it of the same
    word at every paragraph.
    """
    found = [folded(word)]
    if len(word) >= SHORTEST_ROMAJI and word.isalpha():
        plain = unicodedata.normalize("NFC", word.casefold())
        short = re.sub(r"([aiueo])\1", r"\1", plain.translate(_SHORT))
        for spelled in (plain, plain.translate(_OO), short):
            kana = from_romaji(spelled)
            if kana is not None:
                found.append(folded(kana))
    return tuple(dict.fromkeys(found))


def spoken(text: str, readings: Mapping[str, str]) -> str:
    """The text with each word that has a reading replaced by that reading, longest words first."""
    if not readings:
        return text
    words = "|".join(re.escape(word) for word in sorted(readings, key=len, reverse=True))
    return re.sub(words, lambda found: readings[found[0]], text)
