"""Words about a View that alt texts and reports of all games share: sentences, nouns, one line of limited length."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engines.kernel import Arg, Msg, catalogue
from render.kit.look import Look

LIMIT = 400
"""Characters of an alt text; Discord would allow 1024, a listener does not."""

_LEAST = 12  # characters below which the beginning of a list says nothing
_CUTS = (", ", "; ", ". ", "、", "；", "。")


@dataclass(frozen=True, slots=True)
class Phrases:
    """Words about one View in the language of one Look. A game adds what lies on its table.

    Its locale has `phrase.semicolon`, `alt.option`, `alt.both`, `alt.chosen`, `alt.options`, `alt.changed`.
    game: the game's id, which is the name of its folders
    """

    view: Any
    look: Look

    game: ClassVar[str]

    def say(self, key: str, /, **args: Arg) -> str:
        """A sentence of the folder's own locale."""
        return catalogue(f"render.{self.game}").render(Msg(key, args), self.look.lang)

    def told(self, msg: Msg) -> str:
        """A sentence of the engine, e.g. what VP were gained for."""
        return catalogue(f"engines.{self.game}").render(msg, self.look.lang, self.look.names)

    def noun(self, path: str) -> str:
        """A noun of the game's terms.toml."""
        return catalogue(f"engines.{self.game}").term(path, self.look.lang)

    def capital(self, path: str) -> str:
        """The noun as the first word of a line."""
        word = self.noun(path)
        return word[:1].upper() + word[1:]

    def together(self, *sentences: str) -> str:
        """Sentences one after the other: Japanese needs no space between them."""
        return ("" if self.look.lang == "ja" else " ").join(filter(None, sentences))

    def series(self, items: Iterable[str]) -> str:
        """Items that have commas of their own, one after the other."""
        return self.say("phrase.semicolon").join(items)

    def place(self, place: str) -> str:
        """The place of an option by the name of what lies there. ValueError for unknown ones."""
        raise ValueError(f"unknown place {place!r}")

    def options(self) -> Iterator[str]:
        """The numbers that stand on each place."""
        places: dict[str, list[str]] = {}
        for mark in sorted(self.look.marks, key=lambda mark: mark.number):
            number = self.say("alt.chosen", n=mark.number) if mark.chosen else str(mark.number)
            places.setdefault(mark.place, []).append(number)
        for place, numbers in places.items():
            yield self.say("alt.option", numbers=self.say("alt.both").join(numbers), place=self.place(place))

    def one_line(self, heads: Sequence[str], focal: str, news: Sequence[str]) -> str:
        """An alt text of at most `LIMIT` characters: head, options, focal area, what changed.

        heads: the beginning, and shorter ones for where it gets too long; of the rest items are left out.
        """
        lists = [focal]
        if self.look.marks:
            lists.insert(0, self.say("alt.options", options=tuple(self.options())))
        if news:
            lists.append(self.say("alt.changed", changed=self.series(news)))
        whole = self.together(heads[0], *lists)
        if len(whole) <= LIMIT:
            return whole
        return self.together(heads[-1], *_fitted(lists, LIMIT - len(heads[-1]) - len(lists)))


def section(heading: str, lines: Iterable[str]) -> str:
    """Part of a report in Discord's Markdown."""
    return "\n".join((f"### {heading}", *lines))


def item(text: str) -> str:
    return f"- {text}"


def _fitted(lists: list[str], room: int) -> list[str]:
    """The lists cut so that together they need at most `room`; what one does not need, the others get."""
    shares: dict[int, int] = {}
    for rank, i in enumerate(sorted(range(len(lists)), key=lambda i: len(lists[i]))):
        shares[i] = min(len(lists[i]), max(room, 0) // (len(lists) - rank))
        room -= shares[i]
    return [cut for i, text in enumerate(lists) if (cut := _cut(text, shares[i]))]


def _cut(text: str, room: int) -> str:
    """The text, or as many of its items as fit, with an ellipsis; empty when hardly anything would be left."""
    if len(text) <= room:
        return text
    end = max(text.rfind(sign, 0, room - 1) for sign in _CUTS)
    return text[:end] + "…" if end >= _LEAST else ""
