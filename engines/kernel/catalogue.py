"""The two languages of a game: nouns in `terms.toml`, sentences in `locale/ja.toml` and `locale/en.toml`.

A template is Python's format syntax with four additions of its own:
`{n:florin|florins}` picks by number (`{n:spy|# spies}` with that number), `{house:short}` takes the short label of a
noun, `{die:cap}` starts with a capital, and a list is joined with the comma of the language, or sentence after sentence
with `{sentences:line}`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence, Set
from copy import copy
from enum import IntEnum
from functools import cache, cached_property
from importlib.resources import files
from string import Formatter
from typing import Any, Literal

from .words import LETTERS, LINE, Arg, Msg, Term, Text, Who

Lang = Literal["ja", "en"]
LANGS: tuple[Lang, ...] = ("ja", "en")
COMMA: Mapping[Lang, str] = {"ja": "、", "en": ", "}
SPACE: Mapping[Lang, str] = {"ja": "", "en": " "}

BEFORE = "_before"
"""Ends the key of a sentence as it was, while logs of running games still hold it with fewer arguments."""
BRIEF, OTHER, ALL = "brief.", "_other", "_all"
"""`brief.<key>` says a sentence of the log in few words; ends tell of whom (`brief`)."""


class Weight(IntEnum):
    """How much a sentence of the log matters to who reads only some of them; the smaller, the more."""

    FIRST = 0
    """What changes points, rank or who rules, and what begins a chapter."""
    PLAY = 1
    LATER = 2
    """Purchases, payments, haggling."""
    LAST = 3
    """What was laid out anew."""


Piece = tuple[str, str | None, str]
"""Literal text, then a field name (or None), then its format spec."""


class Catalogue:
    """Sentences and nouns of one package in both languages.

    `sentences[lang][key]` is a template, `terms[path][lang]` a noun (optionally `short_ja`, `short_en`).
    Keys that are missing here are looked up in `base` (the kernel's own catalogue). An unknown key is a KeyError
    that names it.
    """

    def __init__(
        self,
        sentences: Mapping[Lang, Mapping[str, str]],
        terms: Mapping[str, Mapping[str, str]],
        base: Catalogue | None = None,
        set_off: Sequence[str] = (),
        computers: Sequence[str] = (),
        readings: Mapping[str, str] | None = None,
        headings: Sequence[str] = (),
        told: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.terms = terms
        self.base = base
        self.set_off = frozenset(set_off)
        """Sections of nouns, and sentences, that name cards and places: a report shows them in bold."""
        self.computers = tuple(computers)
        """Names for computer players, the same in both languages."""
        self.readings: Mapping[str, str] = readings or {}
        """Katakana of Japanese words and printed names, for the look-up."""
        self.headings = frozenset(headings)
        """Sentences of the log that are of the whole table ("Round 2."): in a report they stand below no player."""
        lists = dict(told or {})
        self._deeds = frozenset(lists.pop("deeds", ()))
        self._steps = frozenset(lists.pop("steps", ()))
        self._weights = {key: Weight[name.upper()] for name, keys in lists.items() for key in keys}
        self._plain: Catalogue | None = None
        self._pieces: dict[Lang, dict[str, list[Piece]]] = {
            lang: {key: list(_parse(template)) for key, template in sentences[lang].items()} for lang in LANGS
        }

    def render(self, msg: Text, lang: Lang, names: Sequence[str] = ()) -> str:
        """The text in `lang`; `names[seat]` are the display names (seat letters stand in for missing ones).

        A noun that stands alone begins with a capital.
        """
        if isinstance(msg, Term):
            return self._show(msg, "cap", lang, names)
        pieces = self._find(msg.key, lang)
        out: list[str] = []
        for literal, field, spec in pieces:
            out.append(literal)
            if field is not None:
                if field not in msg.args:
                    return self._as_before(msg, field, lang, names)
                out.append(self._show(msg.args[field], spec, lang, names))
        return "".join(out)

    def _as_before(self, msg: Msg, missing: str, lang: Lang, names: Sequence[str]) -> str:
        """A sentence that an earlier version told with fewer arguments, as its `<key>_before` has it."""
        before = msg.key + BEFORE
        if not self.has(before):
            raise KeyError(f"sentence {msg.key!r} ({lang}) needs the argument {missing!r}, got {sorted(msg.args)}")
        return self.render(Msg(before, msg.args), lang, names)

    @cached_property
    def report(self) -> Catalogue:
        """The same catalogue with what is to be set off (`[meta] set_off` of terms.toml) in Markdown's bold."""
        found = copy(self)
        found._plain = self
        return found

    def term(self, path: str, lang: Lang, *, short: bool = False) -> str:
        """The noun at `path`; with `short`, its short label where it has one."""
        entry = self.terms.get(path)
        if entry is None:
            if self.base is not None:
                return self.base.term(path, lang, short=short)
            raise KeyError(f"no noun {path!r} in terms.toml")
        return entry.get(f"short_{lang}", entry[lang]) if short else entry[lang]

    def has(self, key: str) -> bool:
        return key in self._pieces["en"] or (self.base is not None and self.base.has(key))

    def beside(self, msg: Msg, table: str) -> Msg | None:
        """The sentence of a table ("gloss.") that belongs to another one, without arguments; None: there is none."""
        key = table + msg.key
        return Msg(key) if self.has(key) else None

    def weight(self, msg: Msg) -> Weight:
        """How much a sentence of the log matters to who reads only some of them (`[told]` of terms.toml).

        A line of the log weighs as much as its weightiest sentence. What is not listed is a play, unless it holds what
        comes first ("gains 3 VP").
        """
        key = msg.key.removesuffix(BEFORE)
        own = self._weights.get(key, self._weights.get(key.rpartition(".")[0]))
        if own is not None or key in self.headings:
            return Weight.FIRST if own is None else own
        held = [self.weight(inner) for arg in msg.args.values() for inner in _sentences(arg)]
        if msg.key == LINE:
            return min(held)
        return Weight.FIRST if Weight.FIRST in held else Weight.PLAY

    def is_heading(self, msg: Msg) -> bool:
        """Whether a sentence of the log is of the whole table and heads what follows, as the first of a line too."""
        first = next(_sentences(msg.args["sentences"])) if msg.key == LINE else msg
        return first.key in self.headings

    def is_deed(self, msg: Msg) -> bool:
        """Whether a sentence of the log says what somebody did of which others follow (`deeds` in `[told]`)."""
        return self._is_one_of(self._deeds, msg)

    def is_step(self, msg: Msg) -> bool:
        """Whether it says what a deed led to, of which others follow in turn (`steps` in `[told]`)."""
        return self._is_one_of(self._steps, msg)

    def _is_one_of(self, listed: Set[str], msg: Msg) -> bool:
        key = msg.key.removesuffix(BEFORE)
        if key in listed or key.rpartition(".")[0] in listed:
            return True
        return msg.key == LINE and any(
            self._is_one_of(listed, one) for arg in msg.args.values() for one in _sentences(arg)
        )

    def keys(self) -> frozenset[str]:
        return frozenset(self._pieces["en"])

    def problems(self) -> list[str]:
        """What differs between the languages: missing keys, other placeholders, missing nouns. Empty when sound."""
        found: list[str] = []
        ja, en = self._pieces["ja"], self._pieces["en"]
        found += [f"{key}: no Japanese sentence" for key in en.keys() - ja.keys()]
        found += [f"{key}: no English sentence" for key in ja.keys() - en.keys()]
        for key in sorted(ja.keys() & en.keys()):
            fields = [{field for _, field, _ in pieces[key] if field} for pieces in (ja, en)]
            if fields[0] != fields[1]:
                found.append(f"{key}: placeholders differ, ja {sorted(fields[0])}, en {sorted(fields[1])}")
        found += [
            f"noun {path}: needs ja and en"
            for path, noun in self.terms.items()
            if not noun.get("ja") or not noun.get("en")
        ]
        found += [f"heading {key}: no such sentence" for key in sorted(self.headings - en.keys())]
        found += self._brief_problems()
        sections = {key.rpartition(".")[0] for key in en}
        found += [
            f"[told] {key}: no such sentence or section"
            for key in (self._weights.keys() | self._deeds | self._steps) - en.keys() - sections
        ]
        return found

    def _brief_problems(self) -> Iterator[str]:
        """Of `[brief]`: each belongs to a sentence of the log and needs no more than that has, in old logs, too."""
        fields = {key: {field for _, field, _ in pieces if field} for key, pieces in self._pieces["en"].items()}
        for key in sorted(key for key in fields if key.startswith(BRIEF)):
            old = BEFORE if key.endswith(BEFORE) else ""
            long = key.removeprefix(BRIEF).removesuffix(BEFORE).removesuffix(OTHER).removesuffix(ALL) + old
            if long not in fields:
                yield f"{key}: no such sentence"
            elif more := fields[key] - fields[long]:
                yield f"{key}: {long} has no {sorted(more)}"
            elif key + BEFORE not in fields and (more := fields[key] - fields.get(long + BEFORE, fields[key])):
                yield f"{key}: {long + BEFORE} has no {sorted(more)}, so {key + BEFORE} is needed"

    def _find(self, key: str, lang: Lang) -> list[Piece]:
        pieces = self._pieces[lang].get(key)
        if pieces is not None:
            return pieces
        if self.base is not None:
            return self.base._find(key, lang)
        raise KeyError(f"no sentence {key!r} in the {lang} catalogue")

    def _show(self, value: Arg, spec: str, lang: Lang, names: Sequence[str]) -> str:
        if spec == "cap":
            text = self._show(value, "", lang, names)
            return text[:1].upper() + text[1:]
        if "|" in spec:
            one, many = spec.split("|")
            return one if value == 1 else many.replace("#", str(value))
        if self._plain is not None and self._is_set_off(value):
            return f"**{self._plain._show(value, spec, lang, names)}**"
        match value:
            case int():
                return format(value, spec)
            case str():
                return value
            case Term(path):
                return self.term(path, lang, short=spec == "short")
            case Who(seat):
                return LETTERS[seat] if spec == "letter" or seat >= len(names) else names[seat]
            case Msg():
                return self.render(value, lang, names)
            case _:
                if spec == "line":
                    return SPACE[lang].join(self._show(one, "", lang, names) for one in value)
                return COMMA[lang].join(self._show(one, spec, lang, names) for one in value)

    def _is_set_off(self, value: Arg) -> bool:
        match value:
            case Term(path):
                return path.partition(".")[0] in self.set_off
            case Msg(key):
                return key in self.set_off
            case _:
                return False


def _sentences(arg: Arg) -> Iterator[Msg]:
    for atom in arg if isinstance(arg, tuple) else (arg,):
        if isinstance(atom, Msg):
            yield atom


def _parse(template: str) -> Iterator[Piece]:
    for literal, field, spec, _ in Formatter().parse(template):
        yield literal, field, spec or ""


def _flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{key}.")
        elif isinstance(value, str):
            yield f"{prefix}{key}", value
        else:
            raise ValueError(f"catalogue key {prefix}{key}: expected a text, got {value!r}")


def _nouns(table: Mapping[str, Any]) -> dict[str, Mapping[str, str]]:
    """Sections of terms.toml hold `id = {ja = ..., en = ...}`; other values (provenance) are not nouns."""
    return {
        f"{section}.{key}": noun
        for section, nouns in table.items()
        if isinstance(nouns, dict)
        for key, noun in nouns.items()
        if isinstance(noun, dict)
    }


@cache
def catalogue(package: str) -> Catalogue:
    """The catalogue of a package, e.g. `catalogue(GAME.package)`; the kernel's sentences are its base."""
    root = files(package)
    sentences: dict[Lang, dict[str, str]] = {}
    for lang in LANGS:
        text = root.joinpath("locale", f"{lang}.toml").read_text("utf-8")
        sentences[lang] = dict(_flatten(tomllib.loads(text)))
    nouns = root.joinpath("terms.toml")
    words = tomllib.loads(nouns.read_text("utf-8")) if nouns.is_file() else {}
    base = None if package == __package__ else catalogue(str(__package__))
    meta = words.get("meta", {})
    return Catalogue(
        sentences,
        _nouns(words),
        base,
        meta.get("set_off", ()),
        meta.get("computers", ()),
        words.get("readings"),
        meta.get("headings", ()),
        words.get("told"),
    )
