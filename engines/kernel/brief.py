"""A turn in few words, for the lines below a picture: the log's own sentences, each as its game has it in `[brief]`.

`brief.die.taken` says in few words what `die.taken` says, with the same arguments; sentences within it (a card's name)
have theirs, too. What has none is not told. Who acts stands before the line, so none names them; `brief.<key>_other`
is said where it happens to somebody else in their turn, `brief.<key>_all` where it is of the whole table. One that ends
with a colon leads what follows from it: the rest of its deed stands behind it, with commas. `brief.<key>_before` is for
logs in which an earlier version told it with fewer arguments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .catalogue import ALL, BRIEF, COMMA, OTHER, SPACE, Catalogue, Lang
from .words import LETTERS, Arg, Atom, Msg, Seat, Term, Who, sentences

_TIMES = "kernel.brief.times"
_LEADS = {"ja": "：", "en": ":"}


class Deed(NamedTuple):
    """What somebody did, without their name. who: a seat; None: the whole table, or whom the rules play"""

    who: Seat | None
    words: str


@dataclass(slots=True)
class _Doing:
    """A deed as far as it is told. who: a Term is whom the rules play, None the whole table; lead: before the rest"""

    who: Seat | Term | None
    lead: str = ""
    done: list[str] = field(default_factory=list)

    def deeds(self, book: Catalogue, lang: Lang) -> Iterator[Deed]:
        """Once for all that a lead leads, else one by one; what happened twice is told once."""
        done = [book.render(one, lang) if isinstance(one, Msg) else str(one) for one in _once(self.done)]
        if self.lead:
            done = [f"{self.lead}{_LEADS[lang]}{SPACE[lang]}{COMMA[lang].join(done)}" if done else self.lead]
        for words in done:
            if isinstance(self.who, Term):
                yield Deed(None, f"{book.term(self.who.path, lang)} {words}")
            else:
                yield Deed(self.who, words)


def brief(
    told: Iterable[Msg], seat: Seat | None, book: Catalogue, lang: Lang, names: Sequence[str] = ()
) -> tuple[Deed, ...]:
    """What the log tells, in its order.

    told: its sentences or lines; seat: whose turn they tell of
    """
    lettered = [f"{letter} {name}" for letter, name in zip(LETTERS, names, strict=False)]
    deeds: list[Deed] = []
    doing = _Doing(seat)
    for msg in (one for line in told for one in sentences(line)):
        key = BRIEF + msg.key
        who = _who(msg, doing.who)
        begins = book.is_deed(msg)
        if book.is_heading(msg) or book.has(key + ALL):
            who, key = None, key + ALL if book.has(key + ALL) else key
        elif who != doing.who and not begins and book.has(key + OTHER):
            who, key = doing.who, key + OTHER
        if not book.has(key):
            if begins:
                deeds += doing.deeds(book, lang)
                doing = _Doing(who)
            continue
        parts = _parts(Msg(key, msg.args), book, lang, lettered)
        leads = parts[-1].endswith(_LEADS[lang])
        goes_on = leads and doing.lead and not doing.done
        if who != doing.who or ((begins or leads) and not goes_on):
            deeds += doing.deeds(book, lang)
            doing = _Doing(who)
        if not leads:
            doing.done += parts
        else:
            words = parts[-1].removesuffix(_LEADS[lang])
            doing.lead = f"{doing.lead}{COMMA[lang]}{words}" if doing.lead else words
    return (*deeds, *doing.deeds(book, lang))


def _parts(msg: Msg, book: Catalogue, lang: Lang, names: Sequence[str]) -> list[str]:
    """Its words; of a sentence that only lists things each of them, for another one may list them, too."""

    def words(**args: Arg) -> str:
        return book.render(Msg(msg.key, _short({**msg.args, **args}, book)), lang, names)

    lists = [(name, arg) for name, arg in msg.args.items() if isinstance(arg, tuple)]
    if len(lists) == 1 and lists[0][1] and not words(**{lists[0][0]: ()}):
        [(name, listed)] = lists
        return [words(**{name: (one,)}) for one in listed]
    return [words()]


def _who(msg: Msg, doing: Seat | Term | None) -> Seat | Term | None:
    """Who does it; where the sentence names nobody, who was doing something."""
    match msg.args.get("who"):
        case Who(seat):
            return seat
        case Term() as automa:
            return automa
    return doing


def _short(args: Mapping[str, Arg], book: Catalogue) -> dict[str, Arg]:
    """Sentences within a sentence as `[brief]` has them, those that are alike once."""
    return {
        name: tuple(_once([_atom(atom, book) for atom in arg])) if isinstance(arg, tuple) else _atom(arg, book)
        for name, arg in args.items()
    }


def _atom(arg: Atom, book: Catalogue) -> Atom:
    if not isinstance(arg, Msg):
        return arg
    key = BRIEF + arg.key
    return Msg(key if book.has(key) else arg.key, _short(arg.args, book))


def _once(told: Sequence[Atom]) -> list[Atom]:
    """What was done twice or more often is told once, with how often."""
    return [
        one if (n := told.count(one)) < 2 else Msg(_TIMES, {"what": one, "n": n})
        for i, one in enumerate(told)
        if one not in told[:i]
    ]
