"""Every line of every catalogue and rulebook, rendered with sample values, is a whole sentence of one language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engines.kernel import LANGS, Arg, Catalogue, Lang, Message, NounRef, SeatRef, load_catalogue, load_games
from engines.kernel.rulebook import load_rulebook
from render import load_arts

GAME_PACKAGES = tuple(game.package for game in load_games().values())
PACKAGES = (
    "bot",
    "engines.kernel",
    *GAME_PACKAGES,
    *(f"render.{game}" for game in load_games() if game in load_arts()),
)

NAMES: dict[Lang, tuple[str, ...]] = {"ja": ("花子",), "en": ("Hana",)}
WORD = Message("kernel.confirm")
"""A sentence that every catalogue knows."""

JAPANESE = re.compile(r"[\u3001-\u30ff\u3400-\u9fff\uff01-\uff9f]")
NARROW_BRACKETS = re.compile(rf"\([^()]*{JAPANESE.pattern}[^()]*\)|{JAPANESE.pattern} ?\(|\){JAPANESE.pattern}")
"""Brackets of half width around Japanese text or beside it."""
LATIN = re.compile(r"[A-Za-zÀ-ž]{2,}")
NEUTRAL = re.compile(r"`[^`]*`|<[^>]*>|docs/[\w./-]+|\d[\d-]*[a-z]?\b")
"""Commands, times, keys, files and numbers, which are the same in both languages."""
LATIN_WORDS = frozenset(
    {
        "CPU",
        "SHA",
        "Discord",
        "English",
        "True",
        "False",
        "everyone",
        "OK",
        "VP",
        "AI",
        "II",
        "III",
        "IV",
        "SW",
        "SR",
        "SB",
        "SY",
    }
)
"""Latin words of Japanese sentences, besides names that stand in a game's `[readings]`."""
INDEX = "word."
"""Entries of a rulebook that give a word in both languages, for the look-up."""
OWN_NAMES = ("help.language_ja", "help.public_ja", "help.public_both", "commands.")
"""Keys of sentences that name the other language in that language, and of commands."""


def list_samples(catalogue: Catalogue, key: str, field: str) -> list[Arg]:
    """Return values for a placeholder, of the kind that its formats in both languages ask for."""
    formats = {spec for lang in LANGS for name, spec in catalogue.list_placeholders(key, lang) if name == field}
    if any("|" in spec or spec.endswith("d") for spec in formats):
        return [1, 2, 0]
    noun = NounRef(next(iter(catalogue.nouns), "coalition"))
    kinds: dict[str, list[Arg]] = {"letter": [SeatRef(0)], "line": [(WORD, WORD)]}
    for spec, samples in kinds.items():
        if spec in formats:
            return samples
    nouns: list[Arg] = [noun, (noun, noun)] if catalogue.nouns else []
    if formats & {"short", "cap"} and nouns:
        return nouns
    return [1, 2, 0, *nouns, SeatRef(0), WORD]


def render_samples(catalogue: Catalogue, key: str, lang: Lang) -> Iterator[str]:
    """Yield the sentence with the first samples of all placeholders, the second samples, and so on."""
    fields = {name for other in LANGS for name, _ in catalogue.list_placeholders(key, other)}
    samples = {field: list_samples(catalogue, key, field) for field in sorted(fields)}
    for n in range(max(map(len, samples.values()), default=1)):
        args = {field: values[min(n, len(values) - 1)] for field, values in samples.items()}
        yield catalogue.render(Message(key, args), lang, NAMES[lang])


def list_plurals(catalogue: Catalogue) -> dict[str, str]:
    """Return singular -> plural of the nouns that the English sentences count."""
    forms = [
        spec.replace("# ", "").split("|")
        for key in catalogue.list_keys()
        for _, spec in catalogue.list_placeholders(key, "en")
        if "|" in spec
    ]
    return {one: many for one, many in forms if one.isalpha() and many in (f"{one}s", f"{one}es", f"{one[:-1]}ies")}


def list_faults(text: str, lang: Lang, readings: frozenset[str] = frozenset()) -> list[str]:
    """Return what is wrong with a rendered text, apart from its numbers of things."""
    faults = []
    if re.search(r"[{}]", text):
        faults.append(f"a brace: {text}")
    if re.search(r"^\S.*  +\S", text):
        faults.append(f"two spaces: {text}")
    plain = NEUTRAL.sub(" ", text)
    if lang == "en" and JAPANESE.search(plain):
        faults.append(f"Japanese: {text}")
    if lang == "ja" and NARROW_BRACKETS.search(plain):
        faults.append(f"narrow brackets: {text}")
    if lang == "ja" and (foreign := set(LATIN.findall(plain)) - LATIN_WORDS - readings):
        faults.append(f"English {sorted(foreign)}: {text}")
    return faults


def list_wrong_plurals(catalogue: Catalogue, key: str) -> list[str]:
    """Return counts in the English sentence that disagree with their noun: "1 florins", "2 florin"."""
    placeholders = catalogue.list_placeholders(key, "en")
    faults = []
    plurals = list_plurals(catalogue)
    for number, wrong in ((1, plurals.values()), (2, plurals), (0, plurals)):
        args: dict[str, Arg] = {
            field: number if field in list_counted(catalogue) else list_samples(catalogue, key, field)[-1]
            for field, _ in placeholders
        }
        text = catalogue.render(Message(key, args), "en", NAMES["en"])
        faults += [
            f"{key}: {hit}" for hit in re.findall(rf"(?<![\w.-]){number} (?:{'|'.join(wrong)})\b(?! \w+s\b)", text)
        ]
    return faults


def list_counted(catalogue: Catalogue) -> set[str]:
    """Return the names of placeholders whose number chooses between two forms somewhere."""
    return {
        field for key in catalogue.list_keys() for field, spec in catalogue.list_placeholders(key, "en") if "|" in spec
    }


def list_names(package: str) -> frozenset[str]:
    """Return the Latin names that a game's Japanese texts keep: those with a reading."""
    readings = load_catalogue(package.replace("render.", "engines.")).readings
    return frozenset(word for name in readings for word in LATIN.findall(name))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("package", PACKAGES)
def test_every_sentence_is_rendered_whole_and_in_one_language(package: str, lang: Lang) -> None:
    catalogue, names = load_catalogue(package), list_names(package)
    faults = [
        f"{key}: {fault}"
        for key in sorted(catalogue.list_keys())
        if not key.startswith(OWN_NAMES)
        for text in render_samples(catalogue, key, lang)
        for fault in list_faults(text, lang, names)
    ]
    assert faults == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_number_agrees_with_its_noun(package: str) -> None:
    catalogue = load_catalogue(package)
    assert [fault for key in sorted(catalogue.list_keys()) for fault in list_wrong_plurals(catalogue, key)] == []


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("package", GAME_PACKAGES)
def test_every_rule_is_in_one_language(package: str, lang: Lang) -> None:
    names = list_names(package)
    faults = [
        f"{entry.id}: {fault}"
        for entry in load_rulebook(package).entries[lang].values()
        if not entry.id.startswith(INDEX)
        for line in (entry.title, *entry.text.split("\n"))
        for fault in list_faults(line, lang, names)
    ]
    assert faults == []


@pytest.mark.parametrize(
    ("en", "ja", "fault"),
    [
        ("Take {n} of it", "{n}取る", ""),
        ("Take {{n}}", "取る", "a brace"),
        ("Take  it", "取る", "two spaces"),
        ("Take {n} florins", "{n}取る", "1 florins"),
        ("Take {n} florin", "{n}取る", "2 florin"),
        ("Take it", "Take it", "English"),
        ("Take it", "florinを取る", "English"),
        ("Take、it", "取る", "Japanese"),
        ("Take it", "取る（{n}枚）", ""),
        ("Take it", "取る (3)", "narrow brackets"),
        ("Take it", "{n}(枚)", "narrow brackets"),
    ],
)
def test_a_faulty_sentence_is_noticed(en: str, ja: str, fault: str) -> None:
    base = {"count": "{n:florin|florins}", WORD.key: "確定"}
    catalogue = Catalogue({"en": {**base, "x": en, WORD.key: "OK"}, "ja": {**base, "x": ja}}, {})
    texts = [
        found for lang in LANGS for text in render_samples(catalogue, "x", lang) for found in list_faults(text, lang)
    ]
    found = "; ".join([*texts, *list_wrong_plurals(catalogue, "x")])
    assert fault in found and bool(found) == bool(fault)
