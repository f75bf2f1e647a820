"""The two languages of a game: nouns in `terms.toml`, sentences in `locale/ja.toml` and `locale/en.toml`.

A template is Python's format syntax with four additions:
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

from .messages import LETTERS, LINE_KEY, Arg, Message, NounRef, SeatRef, Text

Lang = Literal["ja", "en"]
LANGS: tuple[Lang, ...] = ("ja", "en")
COMMA: Mapping[Lang, str] = {"ja": "、", "en": ", "}
SPACE: Mapping[Lang, str] = {"ja": "", "en": " "}

OLD_SUFFIX = "_before"
"""Suffix of the key of an earlier form of a sentence, kept while logs of running games contain it with fewer arguments.
"""
BRIEF_PREFIX, OTHER_SUFFIX, ALL_SUFFIX = "brief.", "_other", "_all"
"""`brief.<key>` is the short form of a sentence of the log; suffixes say to whom it applies (`summarize_log`)."""


class Importance(IntEnum):
    """Importance of a sentence of the log for readers who read only some of them; smaller is more important."""

    FIRST = 0
    """Changes of points, rank or control, and beginnings of chapters."""
    PLAY = 1
    LATER = 2
    """Purchases, payments, haggling."""
    LAST = 3
    """Refills of a display."""


TemplatePart = tuple[str, str | None, str]
Template = list[TemplatePart]
"""Literal text, then a field name (or None), then its format spec."""


class Catalogue:
    """Sentences and nouns of one package in both languages.

    `sentences[lang][key]` is a template, `nouns[path][lang]` a noun (optionally `short_ja`, `short_en`). Keys that are
    missing here are looked up in `base` (the kernel's own catalogue). An unknown key raises a KeyError that names it.
    """

    def __init__(
        self,
        sentences: Mapping[Lang, Mapping[str, str]],
        nouns: Mapping[str, Mapping[str, str]],
        base: Catalogue | None = None,
        bold_names: Sequence[str] = (),
        computer_names: Sequence[str] = (),
        readings: Mapping[str, str] | None = None,
        headings: Sequence[str] = (),
        importance_lists: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.nouns = nouns
        self.base = base
        self.bold_names = frozenset(bold_names)
        """Sections of nouns, and keys of sentences, that name cards and places: reports show them in bold."""
        self.computer_names = tuple(computer_names)
        """Names for computer players, the same in both languages."""
        self.readings: Mapping[str, str] = readings or {}
        """Katakana of Japanese words and printed names, for the look-up."""
        self.headings = frozenset(headings)
        """Sentences of the log that concern the whole table ("Round 2."): reports list them under no player."""
        lists = dict(importance_lists or {})
        self._action_keys = frozenset(lists.pop("actions", ()))
        """Keys, or sections of keys, of sentences that report an action which causes others."""
        self._step_keys = frozenset(lists.pop("steps", ()))
        """The same, of sentences that report a result of an action which causes others in turn."""
        self._importance = {key: Importance[name.upper()] for name, keys in lists.items() for key in keys}
        """Key, or section of keys, of a sentence of the log -> its importance."""
        self._plain_catalogue: Catalogue | None = None
        """The catalogue that this one copies with bold names; None: this one has no bold names."""
        self._templates: dict[Lang, dict[str, Template]] = {
            lang: {key: list(_parse_template(key, template)) for key, template in sentences[lang].items()}
            for lang in LANGS
        }
        """The sentences, by language and key."""

    def render(self, msg: Text, lang: Lang, names: Sequence[str] = (), letters: Sequence[str] = LETTERS) -> str:
        """Render a text in `lang`; `names[seat]` are the display names (missing ones are replaced by seat letters).

        A noun that stands alone begins with a capital. letters: of the seats, perhaps with their signs
        """
        if isinstance(msg, NounRef):
            return self._render_arg(msg, "cap", lang, names, letters)
        pieces = self._find_template(msg.key, lang)
        texts: list[str] = []
        for literal, field, spec in pieces:
            texts.append(literal)
            if field is not None:
                if field not in msg.args:
                    return self._render_old(msg, field, lang, names, letters)
                texts.append(self._render_arg(msg.args[field], spec, lang, names, letters))
        return "".join(texts)

    def _render_old(self, msg: Message, missing: str, lang: Lang, names: Sequence[str], letters: Sequence[str]) -> str:
        """Render a sentence that an earlier version logged with fewer arguments by its `<key>_before`."""
        old_key = msg.key + OLD_SUFFIX
        if not self.has_key(old_key):
            raise KeyError(f"sentence {msg.key!r} ({lang}) needs the argument {missing!r}, got {sorted(msg.args)}")
        return self.render(Message(old_key, msg.args), lang, names, letters)

    @cached_property
    def with_bold_names(self) -> Catalogue:
        """The same catalogue with names of cards and places (`[meta] set_off` of terms.toml) in Markdown's bold."""
        bold = copy(self)
        bold._plain_catalogue = self
        return bold

    def render_noun(self, path: str, lang: Lang, *, is_short: bool = False) -> str:
        """Return the noun at `path`; with `is_short`, its short label if it has one."""
        entry = self.nouns.get(path)
        if entry is None:
            if self.base is not None:
                return self.base.render_noun(path, lang, is_short=is_short)
            raise KeyError(f"no noun {path!r} in terms.toml")
        return entry.get(f"short_{lang}", entry[lang]) if is_short else entry[lang]

    def has_key(self, key: str) -> bool:
        return key in self._templates["en"] or (self.base is not None and self.base.has_key(key))

    def find_related(self, msg: Message, table: str) -> Message | None:
        """Return the sentence with the same key in another table ("gloss."), without arguments; None: there is
        none.
        """
        key = table + msg.key
        return Message(key) if self.has_key(key) else None

    def rate_importance(self, msg: Message) -> Importance:
        """Return how important a sentence of the log is for readers who read only some of them (`[importance]` of
        terms.toml).

        A line of the log is as important as its most important sentence. An unlisted sentence is a play, unless it
        contains a sentence of the first rank ("gains 3 VP").
        """
        key = msg.key.removesuffix(OLD_SUFFIX)
        importance = self._importance.get(key, self._importance.get(key.rpartition(".")[0]))
        if importance is not None or key in self.headings:
            return Importance.FIRST if importance is None else importance
        inner_ratings = [self.rate_importance(inner) for arg in msg.args.values() for inner in _iter_messages(arg)]
        if msg.key == LINE_KEY:
            return min(inner_ratings)
        return Importance.FIRST if Importance.FIRST in inner_ratings else Importance.PLAY

    def is_heading(self, msg: Message) -> bool:
        """Return whether a sentence of the log concerns the whole table and heads the following ones, also as the first
        of a line.
        """
        first = next(_iter_messages(msg.args["sentences"])) if msg.key == LINE_KEY else msg
        return first.key in self.headings

    def is_action(self, msg: Message) -> bool:
        """Return whether a sentence of the log reports an action that causes others (`actions` in `[importance]`)."""
        return self._is_listed(self._action_keys, msg)

    def is_step(self, msg: Message) -> bool:
        """Return whether it reports a result of an action that causes others in turn (`steps` in `[importance]`)."""
        return self._is_listed(self._step_keys, msg)

    def _is_listed(self, known_keys: Set[str], msg: Message) -> bool:
        key = msg.key.removesuffix(OLD_SUFFIX)
        if key in known_keys or key.rpartition(".")[0] in known_keys:
            return True
        return msg.key == LINE_KEY and any(
            self._is_listed(known_keys, sentence) for arg in msg.args.values() for sentence in _iter_messages(arg)
        )

    def list_keys(self) -> frozenset[str]:
        return frozenset(self._templates["en"])

    def list_placeholders(self, key: str, lang: Lang) -> list[tuple[str, str]]:
        """Return name and format of each placeholder of a sentence, e.g. ("n", "florin|florins")."""
        return [(field, spec) for _, field, spec in self._find_template(key, lang) if field]

    def list_problems(self) -> list[str]:
        """Return differences between the languages: missing keys, other placeholders, missing
        nouns. Empty when sound.
        """
        problems: list[str] = []
        ja, en = self._templates["ja"], self._templates["en"]
        problems += [f"{key}: no Japanese sentence" for key in en.keys() - ja.keys()]
        problems += [f"{key}: no English sentence" for key in ja.keys() - en.keys()]
        for key in sorted(ja.keys() & en.keys()):
            fields = [{field for _, field, _ in pieces[key] if field} for pieces in (ja, en)]
            if fields[0] != fields[1]:
                problems.append(f"{key}: placeholders differ, ja {sorted(fields[0])}, en {sorted(fields[1])}")
        problems += [
            f"noun {path}: needs ja and en"
            for path, noun in self.nouns.items()
            if not noun.get("ja") or not noun.get("en")
        ]
        problems += [f"heading {key}: no such sentence" for key in sorted(self.headings - en.keys())]
        problems += self._iter_brief_problems()
        sections = {key.rpartition(".")[0] for key in en}
        problems += [
            f"[importance] {key}: no such sentence or section"
            for key in (self._importance.keys() | self._action_keys | self._step_keys) - en.keys() - sections
        ]
        return problems

    def _iter_brief_problems(self) -> Iterator[str]:
        """Yield errors of `[brief]`: each entry belongs to a sentence of the log and needs only its arguments, in old
        logs, too.
        """
        fields = {key: {field for _, field, _ in pieces if field} for key, pieces in self._templates["en"].items()}
        for key in sorted(key for key in fields if key.startswith(BRIEF_PREFIX)):
            old = OLD_SUFFIX if key.endswith(OLD_SUFFIX) else ""
            long = (
                key.removeprefix(BRIEF_PREFIX)
                .removesuffix(OLD_SUFFIX)
                .removesuffix(OTHER_SUFFIX)
                .removesuffix(ALL_SUFFIX)
                + old
            )
            if long not in fields:
                yield f"{key}: no such sentence"
            elif more := fields[key] - fields[long]:
                yield f"{key}: {long} has no {sorted(more)}"
            elif key + OLD_SUFFIX not in fields and (more := fields[key] - fields.get(long + OLD_SUFFIX, fields[key])):
                yield f"{key}: {long + OLD_SUFFIX} has no {sorted(more)}, so {key + OLD_SUFFIX} is needed"

    def _find_template(self, key: str, lang: Lang) -> Template:
        pieces = self._templates[lang].get(key)
        if pieces is not None:
            return pieces
        if self.base is not None:
            return self.base._find_template(key, lang)
        raise KeyError(f"no sentence {key!r} in the {lang} catalogue")

    def _render_arg(self, value: Arg, spec: str, lang: Lang, names: Sequence[str], letters: Sequence[str]) -> str:
        if spec == "cap":
            text = self._render_arg(value, "", lang, names, letters)
            return text[:1].upper() + text[1:]
        if "|" in spec:
            item, many = spec.split("|")
            return item if value == 1 else many.replace("#", str(value))
        if self._plain_catalogue is not None and self._is_bold(value):
            return f"**{self._plain_catalogue._render_arg(value, spec, lang, names, letters)}**"
        match value:
            case int():
                return format(value, spec)
            case str():
                return value
            case NounRef(path):
                return self.render_noun(path, lang, is_short=spec == "short")
            case SeatRef(seat):
                return letters[seat] if spec == "letter" or seat >= len(names) else names[seat]
            case Message():
                return self.render(value, lang, names, letters)
            case _:
                if spec == "line":
                    return SPACE[lang].join(self._render_arg(item, "", lang, names, letters) for item in value)
                return COMMA[lang].join(self._render_arg(item, spec, lang, names, letters) for item in value)

    def _is_bold(self, value: Arg) -> bool:
        match value:
            case NounRef(path):
                return path.partition(".")[0] in self.bold_names
            case Message(key):
                return key in self.bold_names
            case _:
                return False


def _iter_messages(arg: Arg) -> Iterator[Message]:
    for atom in arg if isinstance(arg, tuple) else (arg,):
        if isinstance(atom, Message):
            yield atom


def _parse_template(key: str, template: str) -> Iterator[TemplatePart]:
    """Yield the parts of a template. Raises ValueError for a placeholder inside another one, which would stay
    unrendered, and for a number with more than two forms.
    """
    for literal, field, spec, _ in Formatter().parse(template):
        if "{" in (spec or ""):
            raise ValueError(f"sentence {key}: expected no placeholder inside {{{field}}}, got {spec!r}")
        if (spec or "").count("|") > 1:
            raise ValueError(f"sentence {key}: expected two forms, of one and of many, got {spec!r}")
        yield literal, field, spec or ""


def _flatten_table(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flatten_table(value, f"{prefix}{key}.")
        elif isinstance(value, str):
            yield f"{prefix}{key}", value
        else:
            raise ValueError(f"catalogue key {prefix}{key}: expected a text, got {value!r}")


def _read_nouns(table: Mapping[str, Any]) -> dict[str, Mapping[str, str]]:
    """Return the nouns by path. Sections of terms.toml hold `id = {ja = ..., en = ...}`; other values (provenance) are
    skipped.
    """
    return {
        f"{section}.{key}": noun
        for section, nouns in table.items()
        if isinstance(nouns, dict)
        for key, noun in nouns.items()
        if isinstance(noun, dict)
    }


@cache
def load_catalogue(package: str) -> Catalogue:
    """Return the catalogue of a package, e.g. `load_catalogue(GAME.package)`; the kernel's sentences are its base."""
    root = files(package)
    sentences: dict[Lang, dict[str, str]] = {}
    for lang in LANGS:
        text = root.joinpath("locale", f"{lang}.toml").read_text("utf-8")
        sentences[lang] = dict(_flatten_table(tomllib.loads(text)))
    noun_file = root.joinpath("terms.toml")
    document = tomllib.loads(noun_file.read_text("utf-8")) if noun_file.is_file() else {}
    base = None if package == __package__ else load_catalogue(str(__package__))
    meta = document.get("meta", {})
    return Catalogue(
        sentences,
        _read_nouns(document),
        base,
        meta.get("set_off", ()),
        meta.get("computers", ()),
        document.get("readings"),
        meta.get("headings", ()),
        document.get("importance"),
    )
