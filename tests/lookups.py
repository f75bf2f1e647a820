"""What people type into `/rules` and what they find: `python -m tests.lookups` prints the table.

Each game has a list in its folder of tests, `lookups.toml`: Japanese in kana, kanji, romaji and katakana, English,
numbers; each row says which entry comes first.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from engines.kernel import LANGS, Entry, Lang, games, rulebook
from tests.discovered import shipped


class Lookup(NamedTuple):
    """found: the id of the entry that comes first."""

    game: str
    kind: str
    typed: str
    found: str
    lang: Lang


def _of(game: str) -> Iterator[Lookup]:
    for lang in LANGS:
        for kind, rows in searches(game).get(lang, {}).items():
            yield from (Lookup(game, kind, typed, found, lang) for typed, found in rows.items())


def searches(game: str) -> dict[str, Any]:
    """The game's `tests/<id>/lookups.toml`."""
    return tomllib.loads(Path(__file__).with_name(game).joinpath("lookups.toml").read_text("utf-8"))


LOOKUPS = tuple(one for game in sorted(shipped()) for one in _of(game))


def first(one: Lookup) -> Entry | None:
    """The entry that comes first."""
    return next(iter(rulebook(games()[one.game].package).search(one.typed, one.lang, 1)), None)


def main() -> None:
    print("| game | typed | as | finds | |\n| --- | --- | --- | --- | --- |")
    for one in LOOKUPS:
        entry = first(one)
        found = "nothing" if entry is None else f"{entry.id}: {entry.title}"
        wrong = "" if entry is not None and entry.id == one.found else f"**not {one.found}**"
        print(f"| {one.game} | {one.typed} | {one.kind} | {found} | {wrong} |")
    print(f"\n{len(LOOKUPS)} searches")


if __name__ == "__main__":
    main()
