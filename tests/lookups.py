"""Searches typed into `/rules` and the entries that they find: `python -m tests.lookups` prints the table.

Each game has a list in its test folder, `lookups.toml`: Japanese in kana, kanji, romaji and katakana, English, numbers.
Each row names the entry that must come first.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from engines.kernel import LANGS, Entry, Lang, load_games, load_rulebook
from tests.discovered import list_shipped_games


class Lookup(NamedTuple):
    """One search and its expected result."""

    game: str
    kind: str
    typed: str
    entry_id: str
    """Id of the entry that must come first."""
    lang: Lang


def _iter_lookups(game: str) -> Iterator[Lookup]:
    for lang in LANGS:
        for kind, rows in load_searches(game).get(lang, {}).items():
            yield from (Lookup(game, kind, typed, entry_id, lang) for typed, entry_id in rows.items())


def load_searches(game: str) -> dict[str, Any]:
    """Return the game's `tests/<id>/lookups.toml`."""
    return tomllib.loads(Path(__file__).with_name(game).joinpath("lookups.toml").read_text("utf-8"))


LOOKUPS = tuple(one for game in sorted(list_shipped_games()) for one in _iter_lookups(game))


def find_first_entry(lookup: Lookup) -> Entry | None:
    """Return the entry that comes first, or None."""
    return next(iter(load_rulebook(load_games()[lookup.game].package).list_entries(lookup.typed, lookup.lang, 1)), None)


def main() -> None:
    print("| game | typed | as | finds | |\n| --- | --- | --- | --- | --- |")
    for lookup in LOOKUPS:
        entry = find_first_entry(lookup)
        result = "nothing" if entry is None else f"{entry.id}: {entry.title}"
        wrong = "" if entry is not None and entry.id == lookup.entry_id else f"**not {lookup.entry_id}**"
        print(f"| {lookup.game} | {lookup.typed} | {lookup.kind} | {result} | {wrong} |")
    print(f"\n{len(LOOKUPS)} searches")


if __name__ == "__main__":
    main()
