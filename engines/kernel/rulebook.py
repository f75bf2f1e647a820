"""A game's rulebook for look-ups: `locale/rules.ja.toml` and `locale/rules.en.toml`, the same ids in both.

Each file holds `[[entry]]` tables with `id` ("R7.1", "helper.y_top"), `title` and `text` (Markdown). They are followed
by the entries that the game makes from its data (`Game.entries`), so that the text of a card is written only once.
"""

import re
from collections.abc import Mapping
from functools import cache, cached_property
from importlib import import_module

import msgspec

from .catalogue import LANGS, Lang, load_catalogue
from .data_files import WrongData, load_data
from .kana import fold_text, list_readings, replace_with_readings

PICTURE_PREFIX = "picture."
"""Prefix of the ids of entries that explain a picture: they mention everything drawn, and explain little."""


class Entry(msgspec.Struct, frozen=True):
    """A paragraph, card, tile or helper: its title and text."""

    id: str
    """A paragraph's number ("R6.1") or a name with a prefix ("picture.board"); the same in both languages."""
    title: str
    """One line without Markdown; searched before the text."""
    text: str
    """Markdown."""


class _File(msgspec.Struct):
    entry: list[Entry]
    """In printed order; TOML's `[[entry]]`."""


class Rulebook:
    """The entries of one game by language and id, in printed order."""

    def __init__(self, entries: dict[Lang, dict[str, Entry]], readings: Mapping[str, str] | None = None) -> None:
        self.entries = entries
        self.readings = readings or {}
        """Katakana readings of words and printed names."""

    def find_entry(self, paragraph: str, lang: Lang) -> Entry | None:
        return self.entries[lang].get(paragraph)

    def list_entries(self, query: str, lang: Lang, limit: int = 25) -> list[Entry]:
        """Return entries that contain every word of the query in either language, in the reader's language, best first.

        Hits in the id or title rank before hits in the text, whole words before beginnings of words, and those before
        the middle of words; among equal hits, entries that explain pictures come last. Upper and lower case, full and
        half width, hiragana and katakana are equal; kanji and printed names are found by their readings too, in kana or
        romaji; a number behind a Japanese word is a separate word. An empty query lists the book from its beginning; if
        no entry contains every word, the entries with the most words are listed.
        """
        words = re.sub(r"(?<=[^\x00-\x7f])(?=\d)", " ", fold_text(query)).split()
        ranked_entries: list[tuple[int, int, bool, int, Entry]] = []
        for order, (paragraph, entry) in enumerate(self.entries[lang].items()):
            titles, text = self._search_texts[paragraph]
            ranks = [rank for word in words if (rank := _find_best_rank(word, titles, text)) is not None]
            if ranks or not words:
                describes_picture = bool(words) and paragraph.startswith(PICTURE_PREFIX)
                ranked_entries.append((len(words) - len(ranks), sum(ranks), describes_picture, order, entry))
        ranked_entries.sort(key=lambda item: item[:4])
        return [entry for missing, *_, entry in ranked_entries if missing == ranked_entries[0][0]][:limit]

    @cached_property
    def _search_texts(self) -> dict[str, tuple[str, str]]:
        """By id: the id with titles, and the texts, as searched, in both languages."""
        books = [self.entries[lang] for lang in LANGS]
        return {
            paragraph: (
                self._fold_with_reading(" ".join([paragraph, *(book[paragraph].title for book in books)])),
                self._fold_with_reading(" ".join(book[paragraph].text for book in books)),
            )
            for paragraph in books[0]
        }

    def _fold_with_reading(self, text: str) -> str:
        """Return the folded text as written, and as read aloud."""
        aloud = replace_with_readings(text, self.readings)
        return fold_text(text if aloud == text else f"{text} {aloud}")

    def list_problems(self) -> list[str]:
        """Return ids that only one language has. Empty when sound."""
        ja, en = self.entries["ja"].keys(), self.entries["en"].keys()
        return [f"{paragraph}: not in both languages" for paragraph in sorted(ja ^ en)]


def _find_best_rank(word: str, titles: str, text: str) -> int | None:
    """Return the best rank of a word as typed, or as one of its possible readings from romaji."""
    ranks = [_rank_word(reading, titles, text) for reading in list_readings(word)]
    return min((rank for rank in ranks if rank is not None), default=None)


def _rank_word(word: str, titles: str, text: str) -> int | None:
    """Return the rank of a word: 0 is best; None: not found. Inside a Latin word ("tie" in "cities") a short hit does
    not count.

    A paragraph may be found without its R ("4.1"), but not by the end of its number.
    """
    pattern, word_end = re.escape(word), r"(?!\w|\.\d)" if word[-1].isdigit() else r"(?![a-z0-9])"
    if word in titles:
        if re.match(rf"{'r?' if '.' in word else ''}{pattern}{word_end}", titles):
            return 0
        if re.search(rf"(?<![a-z0-9])(?<!\d\.){pattern}{word_end}", titles):
            return 1
    for base, haystack in ((2, titles), (4, text)):
        if word in haystack:
            if re.search(rf"(?<![a-z0-9]){pattern}", haystack):
                return base
            if len(word) > 4 or not word.isascii():
                return base + 1
    return None


@cache
def load_rulebook(package: str) -> Rulebook:
    """Return the rulebook of a game package, e.g. `load_rulebook(GAME.package)`. Raises WrongData."""
    build_entries = getattr(getattr(import_module(package), "GAME", None), "entries", None)
    entries: dict[Lang, dict[str, Entry]] = {}
    for lang in LANGS:
        name = f"locale/rules.{lang}.toml"
        book = load_data(package, _File, name).entry
        if build_entries is not None:
            book += build_entries(lang)
        entries[lang] = {entry.id: entry for entry in book}
        if len(entries[lang]) != len(book):
            ids = [entry.id for entry in book]
            duplicates = sorted({paragraph for paragraph in ids if ids.count(paragraph) > 1})
            raise WrongData(f"{package}/{name}: the same id twice: {duplicates}")
    return Rulebook(entries, load_catalogue(package).readings)
