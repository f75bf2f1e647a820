"""First-game aids: what a game gives for them, and what is known of an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from engines.kernel.answers import Answer
from engines.kernel.prompt import Option, Prompt
from engines.kernel.rules import TableOption
from engines.kernel.search import Greedy, Place
from engines.kernel.words import Msg, Seat

AIDS = TableOption("aids", ("first", "on", "off"), "first")
"""The table option of a game that has them: for people who play their first game of it, for everybody, for nobody."""
SEVERAL = 3
"""A reason names so many gains."""
TRIES = 180
"""For all options of a question together: beyond, the rest is judged by what it brings at once."""


@dataclass(frozen=True)
class Aids:
    """What a game gives for them.

    player:  its computer player
    reasons: what the seat has gained between two States, one by one, the most telling first
    tries:   for all options of a question together; fewer where a try of the game takes long, since somebody waits
    costs:   what is dangerous about it: said first, and pointed out only if it is worth much more than the rest
    several: a reason names so many gains
    plain:   whether what looks best is pointed out although nothing that it gains tells it from the others
    repeats: whether this part of an option's detail, its label, or this reason of the answer itself where the other is
             one of the plan that begins with it, says no more than this reason does
    beside:  whether this aside may be pointed out at the question; where it has nothing to do with it, it may not
    hopes:   what chance is about to bring at the question where what can be known ends ("2 offspring dice")
    contrast: what the end of an answer has that the end of another lacks, the weightiest first: told of an answer that
             gains nothing of its own
    opinion: what to answer, by rules of thumb, where nothing can be foreseen because chance or the others decide next,
             and why; nothing: it is thought out
    """

    player: Greedy
    reasons: Callable[[Any, Any, Seat], Iterable[Msg]]
    tries: int = TRIES
    costs: Callable[[Any, Any, Seat], Iterable[Msg]] = lambda before, after, seat: ()
    several: int = SEVERAL
    plain: bool = True
    repeats: Callable[[Msg, Msg], bool] = lambda reason, part: False
    beside: Callable[[Prompt, Option], bool] = lambda prompt, aside: True
    hopes: Callable[[Any, Prompt], Iterable[Msg]] = lambda state, prompt: ()
    contrast: Callable[[Any, Any, Seat], Iterable[Msg]] = lambda other, own, seat: ()
    opinion: Callable[[Any, Prompt], Mapping[str, Msg]] = lambda state, prompt: {}


class Way(NamedTuple):
    """An answer, and where it leads if the seat goes on well: what that is worth, what is gained, what it costs.

    place: the end of the line; None: nothing of it can be foreseen; after: the State there
    """

    answer: Answer
    value: float
    place: Place | None
    gains: tuple[Msg, ...]
    costs: tuple[Msg, ...]
    hopes: tuple[Msg, ...] = ()
    after: Any = None
