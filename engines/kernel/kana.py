"""Japanese as typed into a search: hiragana, katakana, romaji or kanji, all converted to katakana.

A small table of our own: the engines use no library but msgspec, and the readings of kanji come from the games
(`[readings]` of terms.toml); a library would have to guess them.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

MIN_ROMAJI_LENGTH = 4
"""Letters: shorter Latin words are taken as Latin words."""

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
_EQUIVALENTS = (
    ("ツィ", "チ"),
    *((f"ヴ{small}", large) for small, large in zip("ァィェォ", "バビベボ", strict=True)),
    ("ヴ", "ブ"),
    *zip("ァィゥェォ", "アイウエオ", strict=True),
    ("ウオ", "オ"),
)
"""Spellings of one sound, replaced in this order."""
_LONG = str.maketrans({"ā": "aa", "ī": "ii", "ū": "uu", "ē": "ei", "ō": "ou"})
_OO = str.maketrans({"ē": "ee", "ō": "oo"})
_SHORT = str.maketrans("āīūēō", "aiueo")
_MAX_SOUND_LENGTH = max(map(len, _SOUNDS))


def fold_text(text: str) -> str:
    """Normalise a text for search: lower case, half width, katakana, without long-vowel marks and middle dots, so that
    シニョーリア and しにょりあ are equal. Spellings of foreign names are unified: ヴァ is バ, クォ is クオ.
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    kana = "".join(chr(ord(sign) + 0x60) if "ぁ" <= sign <= "ゖ" else sign for sign in plain if sign not in "ー・")
    for spelled, replacement in _EQUIVALENTS:
        kana = kana.replace(spelled, replacement)
    return kana


def convert_romaji(word: str) -> str | None:
    """Return the folded katakana of a word in Latin letters (Hepburn); None if it is not romaji."""
    rest = unicodedata.normalize("NFC", word.casefold()).translate(_LONG).replace("-", "")
    kana: list[str] = []
    while rest:
        if (len(rest) > 1 and rest[0] == rest[1] and rest[0] not in _VOWELS + "n") or rest.startswith("tch"):
            kana.append("ッ")
            rest = rest[1:]
        elif re.match(r"[nm](?![aiueoy])|n'", rest):
            kana.append("ン")
            rest = rest[1:].removeprefix("'")
        else:
            size = next((n for n in range(_MAX_SOUND_LENGTH, 0, -1) if rest[:n] in _SOUNDS), 0)
            if not size:
                return None
            kana.append(_SOUNDS[rest[:size]])
            rest = rest[size:]
    return "".join(kana) or None


@lru_cache(maxsize=256)
def list_readings(word: str) -> tuple[str, ...]:
    """Return the possible readings of a typed word, folded: as it stands, and as romaji if that is possible.

    A long vowel may be typed as ō, ou, oo or not at all, for ー as well as for a vowel. Cached, because a search asks
    for the same word at every paragraph.
    """
    readings = [fold_text(word)]
    if len(word) >= MIN_ROMAJI_LENGTH and word.isalpha():
        plain = unicodedata.normalize("NFC", word.casefold())
        short = re.sub(r"([aiueo])\1", r"\1", plain.translate(_SHORT))
        for spelled in (plain, plain.translate(_OO), short):
            kana = convert_romaji(spelled)
            if kana is not None:
                readings.append(fold_text(kana))
    return tuple(dict.fromkeys(readings))


def replace_with_readings(text: str, readings: Mapping[str, str]) -> str:
    """Replace each word that has a reading by that reading, longest words first."""
    if not readings:
        return text
    words = "|".join(re.escape(word) for word in sorted(readings, key=len, reverse=True))
    return re.sub(words, lambda match: readings[match[0]], text)
