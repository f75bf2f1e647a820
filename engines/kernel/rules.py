"""What a running game needs of a game: the record of its rules, and what stands in it and comes out of it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from .catalogue import Lang
from .chance import Rng
from .prompt import Option, Prompt
from .rulebook import Entry
from .table import Table
from .words import Msg, Refused, Seat

S = TypeVar("S")


class TableOption(msgspec.Struct, frozen=True):
    """A choice made before the start. Sentences: `option.<id>.name`, `option.<id>.help`, `option.<id>.<value>`."""

    id: str
    values: tuple[str, ...]
    default: str


OFF_ON = ("off", "on")


class Setup(msgspec.Struct, frozen=True):
    """How a table was set: number of seats, the colour of each, and the value of every table option."""

    seats: int
    colors: tuple[str, ...]
    options: dict[str, str] = {}

    def on(self, option: str) -> bool:
        return self.options.get(option) == "on"


class Score(msgspec.Struct, frozen=True):
    """Final result of a seat. place 1 = winner (ties only where the rules leave them); parts add up to total.

    A player that the rules themselves play (`Game.automa`) has the number after the seats.
    """

    seat: Seat
    place: int
    total: int
    parts: tuple[tuple[Msg, int], ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A topic on which a seat may answer in advance ("always", "waive up to 2 for B").

    A question belongs to it by `topic=` on the Table. The game says which orders there are and what each answers; who
    gives and keeps them is the bot's business.

    about:   what is answered in advance, in a few words; may name people
    choices: orders that the seat may give now, from its View; their `key` is what is stored
    answer:  what an order, as the `value` of its option, answers to a prompt of this topic, or None = ask the person
    """

    about: Msg
    choices: Callable[[Any, Seat], Sequence[Option]]
    answer: Callable[[Prompt, Any], tuple[str, ...] | None]

    def answer_to(self, prompt: Prompt, view: Any, order: str) -> tuple[str, ...] | None:
        """What a stored order answers; None if the seat may not give it any more, or is asked. view: the seat's."""
        for option in self.choices(view, prompt.seat):
            if option.key == order:
                return self.answer(prompt, option.value)
        return None


class Moment(msgspec.Struct, frozen=True):
    """Where a game stands, for the life of a table between moves: public knowledge.

    heading:   the round, the phase
    turn:      whose turn it is; a question to anybody else comes off turn. None: nobody's (a draft, an end of round)
    following: who comes next, in order, as far as that is known
    standing:  points of each seat so far, where they are public
    """

    heading: Msg
    turn: Seat | None = None
    following: tuple[Seat, ...] = ()
    standing: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Rules(Generic[S]):
    """The rules of a game, as one frozen record of functions over a plain-data State.

    The State is a msgspec Struct of plain data: ids, numbers, lists, dicts with text keys. All that the game hides is
    in it. Rules are `async def`; each `await` on the Table is a question to a seat (see Table for the ways to ask and
    what they have in common, Prompt for what an answer is).

    seats:    numbers of seats that can play
    colors:   seat colours to choose among, in the printed order
    options:  what the table may choose before the start
    rules:    version of the rules; raise it when a fix changes how logged decisions play out
    new:      the State after the shuffle; sentences told here open the log
    turn:     plays from one checkpoint to the next, reading from the State alone where it stands; the State is stored
              when it returns, and a restarted game plays the decisions since then again
    over:     whether the game has ended
    view:     what a seat may see (None: a spectator), built as a whitelist
    asking:   puts into a View which seats the table waits for, and why, where it says so; a State does not know that.
              Each seat comes with what its question is about: no more of it than is public may reach a View
    scores:   final scores, or the standing so far, best first
    problems: which invariant is broken, in words; empty when sound
    redeal:   deals anew, in place, what the seat cannot see (None: what no spectator sees). Open questions whose
              options were given as a function are then listed anew (`Prompt.renew`)
    standing: standing answers by topic (`Prompt.topic`)
    seats_for: the numbers of seats that can play with these values of the table options; None: always all of `seats`.
              The smallest of `seats` must be able to play with every value
    automa:   the noun of the player that the rules themselves play. It is no seat of the table: nobody sits there,
              nothing is asked of it, sentences call it by this noun; in the scores it comes after the seats
    entries:  entries of the rulebook that are made from the data (cards, tiles), after those that are written
    moment:   where the game stands, from a spectator's view
    seat_colors: the colours of the seats where the rules decide them, from a spectator's view (None: not yet). The
              lobby then asks for no colours, and `Setup.colors` mean nothing
    upgrade:  the State of earlier rules as plain data, and their version -> the plain data of today's State
    worth:    what a State is worth to a seat, in final points, by rule of thumb: for search, suggestions, previews
    """

    id: str
    package: str
    seats: tuple[int, ...]
    colors: tuple[str, ...]
    rules: int
    state: type[S]
    new: Callable[[Setup, Table[Any]], S]
    turn: Callable[[Table[S]], Coroutine[Any, Any, None]]
    over: Callable[[S], bool]
    view: Callable[[S, Seat | None], Any]
    scores: Callable[[S], tuple[Score, ...]]
    problems: Callable[[S], list[str]]
    redeal: Callable[[S, Seat | None, Rng], None]
    options: tuple[TableOption, ...] = ()
    standing: Mapping[str, Standing] = field(default_factory=dict)
    seats_for: Callable[[Mapping[str, str]], tuple[int, ...]] | None = None
    automa: str | None = None
    entries: Callable[[Lang], Iterable[Entry]] | None = None
    moment: Callable[[Any], Moment] | None = None
    seat_colors: Callable[[Any], tuple[str | None, ...]] | None = None
    upgrade: Callable[[dict[str, Any], int], dict[str, Any]] | None = None
    asking: Callable[[Any, Mapping[Seat, Any]], Any] | None = None
    worth: Callable[[S, Seat], float] | None = None

    def seats_with(self, options: Mapping[str, str]) -> tuple[int, ...]:
        """Numbers of seats that can play with these values of the table options."""
        return self.seats if self.seats_for is None else self.seats_for(options)

    def setup(self, seats: int, colors: Sequence[str] = (), options: Mapping[str, str] | None = None) -> Setup:
        """A checked Setup: default colours and options filled in. Raises Refused with what was expected."""
        values = {option.id: option.default for option in self.options}
        for key, value in (options or {}).items():
            allowed = next((option.values for option in self.options if option.id == key), None)
            if allowed is None:
                raise Refused("kernel.refused.option", got=key, allowed=tuple(values))
            if value not in allowed:
                raise Refused("kernel.refused.option_value", option=key, got=value, allowed=allowed)
            values[key] = value
        if seats not in self.seats_with(values):
            raise Refused("kernel.refused.seats", got=seats, allowed=self.seats_with(values))
        chosen = tuple(colors) + tuple(c for c in self.colors if c not in colors)[: seats - len(colors)]
        if len(chosen) != seats or len(set(chosen)) != seats or not set(chosen) <= set(self.colors):
            raise Refused("kernel.refused.colors", got=tuple(colors), allowed=self.colors)
        return Setup(seats, chosen, values)
