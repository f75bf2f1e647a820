"""What the rulebook for players must say because data.toml says so: the tools that collect these phrases."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from engines.kernel.catalogue import COMMA, Lang


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads(files("engines.signorie").joinpath(name).read_text("utf-8"))


DATA, TERMS = _toml("data.toml"), _toml("terms.toml")
WORDS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


class Claims:
    """Phrases by entry id, each with the key of data.toml that it comes from."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang
        self.of: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)

    def add(self, paragraph: str, key: str, en: str, ja: str) -> None:
        self.of[paragraph].append((en if self.lang == "en" else ja, key))

    def term(self, section: str, key: str) -> str:
        name = TERMS[section][key][self.lang]
        assert isinstance(name, str)
        return name

    def listed(self, items: Iterable[object]) -> str:
        return COMMA[self.lang].join(map(str, items))
