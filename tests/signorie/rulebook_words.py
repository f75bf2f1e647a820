"""Phrases that the rulebook for players must contain because of data.toml: the class that collects them."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from engines.kernel.catalogue import COMMA, Lang


def _load_toml(name: str) -> dict[str, Any]:
    return tomllib.loads(files("engines.signorie").joinpath(name).read_text("utf-8"))


DATA, TERMS = _load_toml("data.toml"), _load_toml("terms.toml")
WORDS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


class Claims:
    """Phrases by entry id, each with its key in data.toml."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang
        self.by_entry: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)

    def add(self, paragraph: str, key: str, en: str, ja: str) -> None:
        self.by_entry[paragraph].append((en if self.lang == "en" else ja, key))

    def find_term(self, section: str, key: str) -> str:
        name = TERMS[section][key][self.lang]
        assert isinstance(name, str)
        return name

    def join_items(self, items: Iterable[object]) -> str:
        return COMMA[self.lang].join(map(str, items))
