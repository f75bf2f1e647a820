"""Text about a View for alt texts and boards in words of all games: sentences, nouns, one line of limited length."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engines.kernel import Arg, Message, load_catalogue
from render.kit.render_context import RenderContext

ALT_TEXT_LIMIT = 400
"""Maximum length of an alt text; Discord would allow 1024 characters, but that is too long for a listener."""

_MIN_LENGTH = 12  # characters: a shorter beginning of a list is useless
_ITEM_ENDS = (", ", "; ", ". ", "、", "；", "。")


@dataclass(frozen=True, slots=True)
class PhraseBook:
    """Texts about one View in the language of one RenderContext. A game adds methods for the things on its table.

    Its locale has `phrase.semicolon`, `alt.option`, `alt.both`, `alt.chosen`, `alt.options`, `alt.changed`.
    """

    view: Any  # of the game's own type, which its subclass names
    ctx: RenderContext  # reader of the texts: language, names, seat, marks

    game: ClassVar[str]
    """The game's id, which is the name of its folders."""

    def render_phrase(self, key: str, /, **args: Arg) -> str:
        """Render a sentence of the picture folder's own locale."""
        return load_catalogue(f"render.{self.game}").render(Message(key, args), self.ctx.lang)

    def render_message(self, msg: Message) -> str:
        """Render a sentence of the engine, e.g. the source of a gain of VP."""
        return load_catalogue(f"engines.{self.game}").render(msg, self.ctx.lang, self.ctx.names)

    def render_noun(self, path: str) -> str:
        """Render a noun of the game's terms.toml."""
        return load_catalogue(f"engines.{self.game}").render_noun(path, self.ctx.lang)

    def render_capitalized_noun(self, path: str) -> str:
        """Render the noun as the first word of a line."""
        word = self.render_noun(path)
        return word[:1].upper() + word[1:]

    def join_sentences(self, *sentences: str) -> str:
        """Join sentences; Japanese needs no space between them."""
        return ("" if self.ctx.lang == "ja" else " ").join(filter(None, sentences))

    def join_items(self, items: Iterable[str]) -> str:
        """Join items that contain commas."""
        return self.render_phrase("phrase.semicolon").join(items)

    def describe_place(self, place: str) -> str:
        """Return the name of the thing at an option's place. Raises ValueError for unknown places."""
        raise ValueError(f"unknown place {place!r}")

    def describe_options(self) -> Iterator[str]:
        """Yield each place with the numbers of its options."""
        places: dict[str, list[str]] = {}
        for mark in sorted(self.ctx.marks, key=lambda mark: mark.number):
            number = self.render_phrase("alt.chosen", n=mark.number) if mark.is_chosen else str(mark.number)
            places.setdefault(mark.place, []).append(number)
        for place, numbers in places.items():
            yield self.render_phrase(
                "alt.option", numbers=self.render_phrase("alt.both").join(numbers), place=self.describe_place(place)
            )

    def build_alt_text(self, heads: Sequence[str], focal: str, changes: Sequence[str]) -> str:
        """Build an alt text of at most `ALT_TEXT_LIMIT` characters: head, options, focal area, changes.

        heads: the beginning, and shorter ones if it gets too long; from the rest items are dropped.
        """
        lists = [focal]
        if self.ctx.marks:
            lists.insert(0, self.render_phrase("alt.options", options=tuple(self.describe_options())))
        if changes:
            lists.append(self.render_phrase("alt.changed", changed=self.join_items(changes)))
        whole = self.join_sentences(heads[0], *lists)
        if len(whole) <= ALT_TEXT_LIMIT:
            return whole
        return self.join_sentences(heads[-1], *_fit_lists(lists, ALT_TEXT_LIMIT - len(heads[-1]) - len(lists)))


def format_section(heading: str, lines: Iterable[str]) -> str:
    """Format part of a board in words in Discord's Markdown."""
    return "\n".join((f"### {heading}", *lines))


def format_item(text: str) -> str:
    return f"- {text}"


def _fit_lists(lists: list[str], max_length: int) -> list[str]:
    """Cut the lists to at most `max_length` in total; space that one list does not need goes to the others."""
    shares: dict[int, int] = {}
    for rank, i in enumerate(sorted(range(len(lists)), key=lambda i: len(lists[i]))):
        shares[i] = min(len(lists[i]), max(max_length, 0) // (len(lists) - rank))
        max_length -= shares[i]
    return [cut for i, text in enumerate(lists) if (cut := _cut_list(text, shares[i]))]


def _cut_list(text: str, max_length: int) -> str:
    """Return the text, or as many of its items as fit, with an ellipsis; empty if hardly anything would be left."""
    if len(text) <= max_length:
        return text
    end = max(text.rfind(sign, 0, max_length - 1) for sign in _ITEM_ENDS)
    return text[:end] + "…" if end >= _MIN_LENGTH else ""
