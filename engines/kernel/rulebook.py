"""A game's rulebook for looking things up: `locale/rules.ja.toml` and `locale/rules.en.toml`, the same ids in both.

Each file holds `[[entry]]` tables with `id` ("R7.1", "helper.y_top"), `title` and `text` (Markdown).
"""

from __future__ import annotations

import unicodedata
from functools import cache

import msgspec

from .catalogue import LANGS, Lang
from .content import WrongData, load


class Entry(msgspec.Struct, frozen=True):
    """A paragraph, card, tile or helper: what it is called and what it says."""

    id: str
    title: str
    text: str


class _File(msgspec.Struct):
    entry: list[Entry]


class Rulebook:
    """The entries of one game by language and id, in printed order."""

    def __init__(self, entries: dict[Lang, dict[str, Entry]]) -> None:
        self.entries = entries

    def get(self, id: str, lang: Lang) -> Entry | None:
        return self.entries[lang].get(id)

    def search(self, query: str, lang: Lang, limit: int = 25) -> list[Entry]:
        """Entries whose id, title or text holds the query in either language, in the reader's language, best first.

        Upper and lower case, full and half width are alike. An empty query lists the book from its beginning.
        """
        wanted = _plain(query)
        ranked: list[tuple[int, int, Entry]] = []
        for order, (id, entry) in enumerate(self.entries[lang].items()):
            names = [_plain(id), *(_plain(self.entries[other][id].title) for other in LANGS)]
            if any(name.startswith(wanted) for name in names):
                ranked.append((0, order, entry))
            elif any(wanted in name for name in names):
                ranked.append((1, order, entry))
            elif any(wanted in _plain(self.entries[other][id].text) for other in LANGS):
                ranked.append((2, order, entry))
        ranked.sort(key=lambda item: item[:2])
        return [entry for _, _, entry in ranked[:limit]]

    def problems(self) -> list[str]:
        """Ids that only one language has. Empty when sound."""
        ja, en = self.entries["ja"].keys(), self.entries["en"].keys()
        return [f"{id}: not in both languages" for id in sorted(ja ^ en)]


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


@cache
def rulebook(package: str) -> Rulebook:
    """The rulebook of a game package, e.g. `rulebook("engines.signorie")`. Raises WrongData."""
    entries: dict[Lang, dict[str, Entry]] = {}
    for lang in LANGS:
        name = f"locale/rules.{lang}.toml"
        book = load(package, _File, name).entry
        entries[lang] = {entry.id: entry for entry in book}
        if len(entries[lang]) != len(book):
            ids = [entry.id for entry in book]
            raise WrongData(f"{package}/{name}: the same id twice: {sorted({id for id in ids if ids.count(id) > 1})}")
    return Rulebook(entries)
