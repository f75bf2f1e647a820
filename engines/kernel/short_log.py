"""A turn in few words, for the lines below a picture: the log's own sentences, shortened by the game's `[brief]` table.

`brief.die.taken` is the short form of `die.taken`, with the same arguments; sentences inside it (a card's name) have
short forms, too. A sentence without one is left out. Short forms do not name the actor, whose name precedes the line;
`brief.<key>_other` is used if the event happens to another seat in the actor's turn, `brief.<key>_all` if it concerns
the whole table. A form that ends with a colon is a prefix: the rest of its action follows it, with commas.
`brief.<key>_before` is for logs in which an earlier version logged it with fewer arguments.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .catalogue import ALL_SUFFIX, BRIEF_PREFIX, COMMA, OTHER_SUFFIX, SPACE, Catalogue, Lang
from .messages import LETTERS, Arg, Message, NounRef, Seat, SeatRef, SingleArg, split_line

_TIMES_KEY = "kernel.brief.times"
_PREFIX_ENDS = {"ja": "：", "en": ":"}


class ActionSummary(NamedTuple):
    """An action in few words, without the actor's name."""

    seat: Seat | None
    """None: the whole table, or the player that the rules play."""
    words: str
    """Rendered in one language, without a full stop; it begins with the noun of a player that the rules play."""


@dataclass(slots=True)
class _OpenAction:
    """An action that is still being collected."""

    actor: Seat | NounRef | None
    """A NounRef is the player that the rules play; None: the whole table."""
    prefix: str = ""
    """Words before the other phrases."""
    phrases: list[str] = field(default_factory=list)
    """Short forms after the prefix, in the order of the log; repeated ones are merged when it ends."""

    def build_summaries(self, book: Catalogue, lang: Lang) -> Iterator[ActionSummary]:
        """Yield one summary for all phrases of a prefix, else one per phrase; a repeated phrase appears once."""
        phrases = [
            book.render(phrase, lang) if isinstance(phrase, Message) else str(phrase)
            for phrase in _merge_repeats(self.phrases)
        ]
        if self.prefix:
            phrases = [
                f"{self.prefix}{_PREFIX_ENDS[lang]}{SPACE[lang]}{COMMA[lang].join(phrases)}" if phrases else self.prefix
            ]
        for words in phrases:
            if isinstance(self.actor, NounRef):
                yield ActionSummary(None, f"{book.render_noun(self.actor.path, lang)} {words}")
            else:
                yield ActionSummary(self.actor, words)


def summarize_log(
    messages: Iterable[Message],
    seat: Seat | None,
    book: Catalogue,
    lang: Lang,
    names: Sequence[str] = (),
    letters: Sequence[str] = LETTERS,
) -> tuple[ActionSummary, ...]:
    """Summarize sentences or lines of the log, in their order.

    seat: the seat whose turn they belong to; letters: of the seats, perhaps with their signs
    """
    lettered = [f"{letter} {name}" for letter, name in zip(letters, names, strict=False)]
    summaries: list[ActionSummary] = []
    action = _OpenAction(seat)
    for msg in (sentence for line in messages for sentence in split_line(line)):
        key = BRIEF_PREFIX + msg.key
        actor = _find_actor(msg, action.actor)
        starts_action = book.is_action(msg)
        if book.is_heading(msg) or book.has_key(key + ALL_SUFFIX):
            actor, key = None, key + ALL_SUFFIX if book.has_key(key + ALL_SUFFIX) else key
        elif actor != action.actor and not starts_action and book.has_key(key + OTHER_SUFFIX):
            actor, key = action.actor, key + OTHER_SUFFIX
        if not book.has_key(key):
            if starts_action:
                summaries += action.build_summaries(book, lang)
                action = _OpenAction(actor)
            continue
        parts = _render_parts(Message(key, msg.args), book, lang, lettered, letters)
        is_prefix = parts[-1].endswith(_PREFIX_ENDS[lang])
        extends_prefix = is_prefix and action.prefix and not action.phrases
        if actor != action.actor or ((starts_action or is_prefix) and not extends_prefix):
            summaries += action.build_summaries(book, lang)
            action = _OpenAction(actor)
        if not is_prefix:
            action.phrases += parts
        else:
            words = parts[-1].removesuffix(_PREFIX_ENDS[lang])
            action.prefix = f"{action.prefix}{COMMA[lang]}{words}" if action.prefix else words
    return (*summaries, *action.build_summaries(book, lang))


def drop_bare_heading(words: str, book: Catalogue, lang: Lang) -> str:
    """Return the words of an action without a prefix that names nothing, such as "used a helper:", which says little
    without the rest of the action.
    """
    for key in book.list_keys():
        if key.startswith(BRIEF_PREFIX) and not book.list_placeholders(key, lang):
            prefix = book.render(Message(key), lang)
            if prefix.endswith(_PREFIX_ENDS[lang]) and words.startswith(prefix):
                return words.removeprefix(prefix).strip()
    return words


def _render_parts(msg: Message, book: Catalogue, lang: Lang, names: Sequence[str], letters: Sequence[str]) -> list[str]:
    """Return the words of a sentence; if it only lists things, one part for each, because other sentences may list them
    too.
    """

    def words(**args: Arg) -> str:
        return book.render(Message(msg.key, _shorten_args({**msg.args, **args}, book)), lang, names, letters)

    lists = [(name, arg) for name, arg in msg.args.items() if isinstance(arg, tuple)]
    if len(lists) == 1 and lists[0][1] and not words(**{lists[0][0]: ()}):
        [(name, items)] = lists
        return [words(**{name: (item,)}) for item in items]
    return [words()]


def _find_actor(msg: Message, current: Seat | NounRef | None) -> Seat | NounRef | None:
    """Return the actor that the sentence names; else the current one."""
    match msg.args.get("who"):
        case SeatRef(seat):
            return seat
        case NounRef() as automa:
            return automa
    return current


def _shorten_args(args: Mapping[str, Arg], book: Catalogue) -> dict[str, Arg]:
    """Replace sentences inside a sentence by their short forms from `[brief]`, and merge equal ones."""
    return {
        name: tuple(_merge_repeats([_shorten_arg(atom, book) for atom in arg]))
        if isinstance(arg, tuple)
        else _shorten_arg(arg, book)
        for name, arg in args.items()
    }


def _shorten_arg(arg: SingleArg, book: Catalogue) -> SingleArg:
    if not isinstance(arg, Message):
        return arg
    key = BRIEF_PREFIX + arg.key
    return Message(key if book.has_key(key) else arg.key, _shorten_args(arg.args, book))


def _merge_repeats(items: Sequence[SingleArg]) -> list[SingleArg]:
    """Replace repeated items by one item with their number."""
    return [
        item if (n := items.count(item)) < 2 else Message(_TIMES_KEY, {"what": item, "n": n})
        for i, item in enumerate(items)
        if item not in items[:i]
    ]
