"""Localization: catalogue text in a reader's language or in a table's public languages; cutting and comparing texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.table.terms.languages import ENGLISH_FIRST, choose_lang, is_bilingual
from engines.kernel import LANGS, Arg, Catalogue, Lang, Message, Text, load_catalogue

from .command_mentions import insert_mentions

LINE_SEPARATOR = "\n"
LABEL_SEPARATOR = " / "
EDGE_CHARS = " ,;:·、；："
"""Characters stripped from the ends of cut text."""
FIRST_JAPANESE = "\u3041"
"""The first kana; kanji come later."""
PART_ENDS = ",;.·、；。"
"""Characters that end a list item or a sentence."""
QUESTION_MARKS = re.compile(r"[?？]|か。|ください。")
"""Ends of sentences that ask."""
SENTENCE_END = re.compile(r"(?<=[.?!])\s+|(?<=[。？！])|\n")


def load_bot_catalogue() -> Catalogue:
    """Return the bot's catalogue, which falls back to the kernel's."""
    return load_catalogue("bot")


@dataclass(frozen=True, slots=True)
class Localizer:
    """Renderer of text in one language (for a reader) or one or two (for public posts)."""

    langs: tuple[Lang, ...]
    """Different ones, in the order in which they are shown."""

    @classmethod
    def of_table(cls, language: str) -> Localizer:
        """Return the localizer of a table's public posts; `language` is ja, en, both or en+ja (English first)."""
        if is_bilingual(language):
            return cls(LANGS[::-1] if language == ENGLISH_FIRST else LANGS)
        return cls((choose_lang(language),))

    @property
    def first_lang(self) -> Lang:
        """First language, used where only one is possible (pictures)."""
        return self.langs[0]

    @property
    def colon(self) -> str:
        """Separator of a name and its value; full width if the only language is Japanese."""
        return "：" if self.langs == ("ja",) else ": "

    def bracket(self, text: str) -> str:
        """Return the text in brackets, ready to follow a word; of full width if the only language is Japanese."""
        return f"（{text}）" if self.langs == ("ja",) else f" ({text})"

    def render_line(self, key: str, /, **args: Arg) -> str:
        """Return a sentence of the bot's catalogue, one line per language."""
        return self.render_message(Message(key, args))

    def render_label(self, key: str, /, **args: Arg) -> str:
        """Return a short text of the bot's catalogue (for a button), the languages side by side."""
        return self.join_languages(lambda lang: load_bot_catalogue().render(Message(key, args), lang))

    def render_message(self, msg: Message, catalogue: Catalogue | None = None, names: Sequence[str] = ()) -> str:
        """Return a sentence of any catalogue (default: the bot's), one line per language."""
        chosen = catalogue or load_bot_catalogue()
        return self.join_languages(lambda lang: insert_mentions(chosen.render(msg, lang, names), lang), LINE_SEPARATOR)

    def render_message_label(self, msg: Text, catalogue: Catalogue, names: Sequence[str] = ()) -> str:
        """Return a short text of any catalogue, the languages side by side."""
        return self.join_languages(lambda lang: catalogue.render(msg, lang, names))

    def join_names(self, names: Iterable[str]) -> str:
        """Return the names joined by the first language's separator."""
        return ("、" if self.first_lang == "ja" else ", ").join(names)

    def join_languages(self, render: Callable[[Lang], str], separator: str = LABEL_SEPARATOR) -> str:
        """Return the text in each language joined by `separator`; equal texts appear once."""
        return separator.join(dict.fromkeys(render(lang) for lang in self.langs))


def cut_text(text: str, length: int) -> str:
    """Return the text cut to `length` characters, ending in an ellipsis if it was longer."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def cut_end(text: str, length: int) -> str:
    """Return the beginning of the text, at most `length` characters, with an ellipsis if it was longer.

    Cuts at the end of a list item or sentence, or else of a word, outside brackets, if there is one in the second half.
    Japanese has no spaces: there a cut may be behind any sign of its own, but not within a foreign name.
    """
    if len(text) <= length:
        return text
    free = [n for n in range(length // 2, length - 1) if _has_balanced_brackets(text[:n])]
    part_ends = [n for n in free if text[n] in PART_ENDS]
    word_ends = [n for n in free if text[n] == " " or text[n - 1] >= FIRST_JAPANESE]
    cut_index = max(part_ends or word_ends, default=0)
    if cut_index:
        return text[:cut_index].rstrip(EDGE_CHARS) + "…"
    return cut_text(text, length)


def _has_balanced_brackets(text: str) -> bool:
    """Return whether every opened bracket and quotation mark is closed."""
    return all(text.count(opening) == text.count(closing) for opening, closing in ("()", "（）", "「」", "“”"))


def cut_middle(text: str, length: int) -> str:
    """Return beginning and end of the text with an ellipsis between, at most `length` characters.

    The beginning names the thing, the end distinguishes it from similar ones. The end starts at a whole word.
    """
    if len(text) <= length:
        return text
    tail_start = len(text) - length // 2
    word = text.find(" ", tail_start - 1, tail_start + length // 3) + 1
    tail = text[word or tail_start :].lstrip(EDGE_CHARS)
    max_head = length - 1 - len(tail)
    head = text[: max_head + 1]
    head = head.rpartition(" ")[0] if " " in head[max_head // 2 :] else head[:max_head]
    return f"{head.rstrip(EDGE_CHARS)}…{tail}"


def split_text(text: str, max_length: int) -> list[str]:
    """Split the text into pieces of at most `max_length` characters, at blank lines, else line ends, else anywhere."""
    return _split_text(text, max_length, ("\n\n", "\n"))


def _split_text(text: str, max_length: int, ends: tuple[str, ...]) -> list[str]:
    if len(text) <= max_length:
        return [text]
    if not ends:
        return [text[start : start + max_length] for start in range(0, len(text), max_length)]
    end, *finer = ends
    pieces: list[str] = []
    for block in text.split(end):
        for piece in _split_text(block, max_length, tuple(finer)):
            if pieces and len(pieces[-1]) + len(end) + len(piece) <= max_length:
                pieces[-1] += end + piece
            else:
                pieces.append(piece)
    return pieces


def split_sentences(text: str) -> list[str]:
    return [sentence.strip() for sentence in SENTENCE_END.split(text) if sentence.strip()]


def join_sentences(sentences: Sequence[str], lang: Lang) -> str:
    return ("" if lang == "ja" else " ").join(sentences)


def find_shared_question(texts: Sequence[str], lang: Lang) -> str:
    """Return the sentences that these questions share; "" if none of the shared ones asks."""
    if len(set(texts)) == 1:
        return texts[0]
    others = [set(split_sentences(text)) for text in texts[1:]]
    shared = [sentence for sentence in split_sentences(texts[0]) if all(sentence in other for other in others)]
    return join_sentences(shared, lang) if any(map(QUESTION_MARKS.search, shared)) else ""
