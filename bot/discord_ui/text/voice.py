"""What the bot itself says, and in which language: a reader's own, or the one or two of a table's public posts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from os.path import commonprefix

from discord import Locale

from engines.kernel import LANGS, Arg, Catalogue, Lang, Msg, Text, catalogue

from .mentions import with_mentions

LINE_BETWEEN = "\n"
LABEL_BETWEEN = " / "
PAUSES = " ,;:·、；："
"""What nothing begins or ends with where it is cut."""
PARTS_END = ",;.·、；。"
"""Where a part of a list or a sentence ends."""


def bot_words() -> Catalogue:
    """The bot's own sentences; those of the kernel are behind them."""
    return catalogue("bot")


def lang_of(locale: Locale | str) -> Lang:
    """Japanese for Discord's Japanese, English for everybody else."""
    return "ja" if str(locale) == Locale.japanese.value else "en"


@dataclass(frozen=True, slots=True)
class Voice:
    """In which languages something is said: one for a reader, one or two in public."""

    langs: tuple[Lang, ...]

    @classmethod
    def of_table(cls, language: str) -> Voice:
        """For public posts; `language` is ja, en or both."""
        return cls(LANGS if language == "both" else (lang_of(language),))

    @property
    def first(self) -> Lang:
        """The first language: the one for pictures, which have only one."""
        return self.langs[0]

    @property
    def colon(self) -> str:
        """Between a name and its value: of full width between Japanese words alone."""
        return "：" if self.langs == ("ja",) else ": "

    def line(self, key: str, /, **args: Arg) -> str:
        """A sentence of the bot, in each language on a line of its own."""
        return self.msg(Msg(key, args))

    def label(self, key: str, /, **args: Arg) -> str:
        """A few words of the bot for a button, the languages side by side."""
        return self.join(lambda lang: bot_words().render(Msg(key, args), lang))

    def msg(self, msg: Msg, words: Catalogue | None = None, names: Sequence[str] = ()) -> str:
        """A sentence of any catalogue (default: the bot's), in each language on a line of its own."""
        catalogue = words or bot_words()
        return self.join(lambda lang: with_mentions(catalogue.render(msg, lang, names), lang), LINE_BETWEEN)

    def msg_label(self, msg: Text, words: Catalogue, names: Sequence[str] = ()) -> str:
        """A few words of any catalogue, the languages side by side."""
        return self.join(lambda lang: words.render(msg, lang, names))

    def each(self, say: Callable[[Voice], str]) -> str:
        """What each language says by itself, names in it too, on a line of its own."""
        return self.join(lambda lang: say(Voice((lang,))), LINE_BETWEEN)

    def listed(self, names: Iterable[str]) -> str:
        """Names one after the other, as the first language parts them."""
        return ("、" if self.first == "ja" else ", ").join(names)

    def join(self, say: Callable[[Lang], str], between: str = LABEL_BETWEEN) -> str:
        """The text in each language, side by side; once if both are equal."""
        return between.join(dict.fromkeys(say(lang) for lang in self.langs))


def cut(text: str, length: int) -> str:
    """At most `length` characters; an ellipsis shows that there was more."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def cut_after(text: str, length: int) -> str:
    """At most `length` characters: what stands first matters most, and no part of a list, word or bracket is cut open
    where one ends in the second half; an ellipsis shows that there was more.
    """
    if len(text) <= length:
        return text
    for ends in (PARTS_END, " "):
        at = max((n for n in range(length // 2, length - 1) if text[n] in ends and _closed(text[:n])), default=0)
        if at:
            return text[:at].rstrip(PAUSES) + "…"
    return cut(text, length)


def _closed(text: str) -> bool:
    """Every bracket and quotation that begins in the text ends in it."""
    return all(text.count(one) == text.count(other) for one, other in ("()", "（）", "「」", "“”"))


def cut_within(text: str, length: int) -> str:
    """At most `length` characters: an ellipsis between the beginning, which says what it is, and the end, which says
    what sets it apart. No word is cut open at the end.
    """
    if len(text) <= length:
        return text
    at = len(text) - length // 2
    word = text.find(" ", at - 1, at + length // 3) + 1
    tail = text[word or at :].lstrip(PAUSES)
    room = length - 1 - len(tail)
    head = text[: room + 1]
    head = head.rpartition(" ")[0] if " " in head[room // 2 :] else head[:room]
    return f"{head.rstrip(PAUSES)}…{tail}"


def cut_apart(text: str, others: Iterable[str], length: int) -> str:
    """The same, but different from the others cut so: where it is not, what they begin with in common gives way."""
    short = cut_within(text, length)
    alike = [other for other in others if other != text and cut_within(other, length) == short]
    if not alike:
        return short
    shared = commonprefix([text, *alike])
    shared = shared[: shared.rfind(" ") + 1] or shared
    return cut(f"…{text.removeprefix(shared)}", length)


def parts(text: str, room: int) -> list[str]:
    """The whole text in pieces of at most `room` characters, parted at empty lines; where those do not help, at the
    ends of lines; a line too long for one piece anywhere.
    """
    return _parts(text, room, ("\n\n", "\n"))


def _parts(text: str, room: int, ends: tuple[str, ...]) -> list[str]:
    if len(text) <= room:
        return [text]
    if not ends:
        return [text[at : at + room] for at in range(0, len(text), room)]
    end, *finer = ends
    found: list[str] = []
    for block in text.split(end):
        for piece in _parts(block, room, tuple(finer)):
            if found and len(found[-1]) + len(end) + len(piece) <= room:
                found[-1] += end + piece
            else:
                found.append(piece)
    return found
