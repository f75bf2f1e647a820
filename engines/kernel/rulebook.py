"""A game's rulebook for looking things up: `locale/rules.ja.toml` and `locale/rules.en.toml`, the same ids in both.

Each file holds `[[entry]]` tables with `id` ("R7.1", "helper.y_top"), `title` and `text` (Markdown). Behind them come
the entries that the game makes from its data (`Game.entries`): what is printed on a card is written once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, cached_property
from importlib import import_module

import msgspec

from .catalogue import LANGS, Lang, catalogue
from .content import WrongData, load
from .kana import folded, heard, spoken

PICTURES = "picture."
"""How the ids of entries begin that say how a picture is read: they name all that is drawn, and explain little."""


class Entry(msgspec.Struct, frozen=True):
    """A paragraph, card, tile or helper: what it is called and what it says."""

    id: str
    title: str
    text: str


class _File(msgspec.Struct):
    entry: list[Entry]


class Rulebook:
    """The entries of one game by language and id, in printed order."""

    def __init__(self, entries: dict[Lang, dict[str, Entry]], readings: Mapping[str, str] | None = None) -> None:
        self.entries = entries
        self.readings = readings or {}
        """Katakana of words and printed names."""

    def get(self, paragraph: str, lang: Lang) -> Entry | None:
        return self.entries[lang].get(paragraph)

    def search(self, query: str, lang: Lang, limit: int = 25) -> list[Entry]:
        """Entries that hold every word of the query in either language, in the reader's language, best first.

        A hit in the id or the title counts before one in the text, a whole word before the start of one, and that
        before its middle; of equal hits those come last that say how a picture is read. Upper and lower case, full and
        half width, hiragana and katakana are alike; kanji and printed names are found by their readings too, in kana or
        romaji; a number behind a Japanese word is a word of its own. An empty query lists the book from its beginning;
        if no entry holds every word, those that hold the most words are listed.
        """
        words = re.sub(r"(?<=[^\x00-\x7f])(?=\d)", " ", folded(query)).split()
        ranked: list[tuple[int, int, bool, int, Entry]] = []
        for order, (paragraph, entry) in enumerate(self.entries[lang].items()):
            titles, text = self._searched[paragraph]
            ranks = [rank for word in words if (rank := _best(word, titles, text)) is not None]
            if ranks or not words:
                drawn = bool(words) and paragraph.startswith(PICTURES)
                ranked.append((len(words) - len(ranks), sum(ranks), drawn, order, entry))
        ranked.sort(key=lambda item: item[:4])
        return [entry for missing, *_, entry in ranked if missing == ranked[0][0]][:limit]

    @cached_property
    def _searched(self) -> dict[str, tuple[str, str]]:
        """By id: its id and titles, and its texts, as they are searched, in both languages."""
        books = [self.entries[lang] for lang in LANGS]
        return {
            paragraph: (
                self._heard(" ".join([paragraph, *(book[paragraph].title for book in books)])),
                self._heard(" ".join(book[paragraph].text for book in books)),
            )
            for paragraph in books[0]
        }

    def _heard(self, text: str) -> str:
        """As it is written, and as it is read aloud."""
        aloud = spoken(text, self.readings)
        return folded(text if aloud == text else f"{text} {aloud}")

    def problems(self) -> list[str]:
        """Ids that only one language has. Empty when sound."""
        ja, en = self.entries["ja"].keys(), self.entries["en"].keys()
        return [f"{paragraph}: not in both languages" for paragraph in sorted(ja ^ en)]


def _best(word: str, titles: str, text: str) -> int | None:
    """The rank of a word as it is typed, or as what it may be in romaji."""
    ranks = [_rank(one, titles, text) for one in heard(word)]
    return min((rank for rank in ranks if rank is not None), default=None)


def _rank(word: str, titles: str, text: str) -> int | None:
    """0 is best; None: it is not there. Inside a Latin word ("tie" in "cities") a short hit is none.

    A paragraph may be called without its R ("4.1"), but not by the end of its number.
    """
    here, ends = re.escape(word), r"(?!\w|\.\d)" if word[-1].isdigit() else r"(?![a-z0-9])"
    if word in titles:
        if re.match(rf"{'r?' if '.' in word else ''}{here}{ends}", titles):
            return 0
        if re.search(rf"(?<![a-z0-9])(?<!\d\.){here}{ends}", titles):
            return 1
    for base, where in ((2, titles), (4, text)):
        if word in where:
            if re.search(rf"(?<![a-z0-9]){here}", where):
                return base
            if len(word) > 4 or not word.isascii():
                return base + 1
    return None


@cache
def rulebook(package: str) -> Rulebook:
    """The rulebook of a game package, e.g. `rulebook(GAME.package)`. Raises WrongData."""
    made = getattr(getattr(import_module(package), "GAME", None), "entries", None)
    entries: dict[Lang, dict[str, Entry]] = {}
    for lang in LANGS:
        name = f"locale/rules.{lang}.toml"
        book = load(package, _File, name).entry
        if made is not None:
            book += made(lang)
        entries[lang] = {entry.id: entry for entry in book}
        if len(entries[lang]) != len(book):
            ids = [entry.id for entry in book]
            twice = sorted({paragraph for paragraph in ids if ids.count(paragraph) > 1})
            raise WrongData(f"{package}/{name}: the same id twice: {twice}")
    return Rulebook(entries, catalogue(package).readings)
