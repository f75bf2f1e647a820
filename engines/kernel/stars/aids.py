"""First-game aids: the part that a game provides, and the forecast of an answer."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engines.kernel.messages import Message, Seat
from engines.kernel.policy import Answer
from engines.kernel.prompt import Prompt
from engines.kernel.rules import TableOption
from engines.kernel.search import GreedyPlayer, SearchNode

from .claims import Claim, PreviewedAmount

AIDS = TableOption("aids", ("first", "on", "off"), "first")
"""The table option of a game that has aids: in the first games of a person, for everybody, for nobody."""
DEFAULT_MAX_GAINS = 3
"""Maximum number of gains in one reason."""
DEFAULT_AIDS_TRIES = 180
"""For all options of a question together; beyond that, the rest is judged by its immediate value."""


@dataclass(frozen=True)
class Aids:
    """The functions and settings that a game provides for first-game aids."""

    player: GreedyPlayer
    """The computer player whose opinion the stars show."""
    explain_gains: Callable[[Any, Any, Seat], Iterable[Message]]
    """(State before, State after, seat) -> gains of the seat, one by one, the most important first."""
    tries: int = DEFAULT_AIDS_TRIES
    """Budget for all options of a question together; lower if a try of the game takes long, since the person waits."""
    explain_dangers: Callable[[Any, Any, Seat], Iterable[Message]] = lambda before, after, seat: ()
    """Dangers of the answer: named first, and it is suggested only if it is much better than the rest."""
    explain_costs: Callable[[Any, Any, Seat], Iterable[Message]] = lambda before, after, seat: ()
    """(State before, State after, seat) -> what the seat has less of, by the names that options give it. A reason
    with gains names it for the same answers, so that costs and gains are the same kind of thing.
    """
    max_gains: int = DEFAULT_MAX_GAINS
    """Maximum number of gains named in one reason."""
    stars_plain_best: bool = True
    """Whether the best answer is suggested even if none of its gains distinguishes it from the others."""
    is_repeat: Callable[[Message, Message], bool] = lambda reason, part: False
    """(reason, text) -> whether the text adds nothing to the reason. The text is a part of an option's detail, its
    label, or an immediate reason compared with one of the plan.
    """
    previewed_amounts: Mapping[str, PreviewedAmount] = field(default_factory=dict)
    """Key of a reason -> where an option has its number, too. If the reason has another number, that is shown as the
    total of all that follows.
    """
    explain_hopes: Callable[[Any, Prompt], Iterable[Message]] = lambda state, prompt: ()
    """Results that chance is about to bring at the question where the foreseeable part ends ("2 offspring dice")."""
    explain_contrast: Callable[[Any, Any, Seat], Iterable[Message]] = lambda other, own, seat: ()
    """(State after another answer, State after this one, seat) -> advantages of this one, the most important first.
    Used for an answer without gains of its own.
    """
    show_declared: Callable[[Any, Prompt | None], Any] = lambda state, prompt: state
    """(State, the seat's open question) -> the State as the question shows it: with what is declared, not yet done."""
    suggest_by_rule: Callable[[Any, Prompt], Mapping[str, Sequence[Claim]]] = lambda state, prompt: {}
    """Answers by rule of thumb if nothing can be foreseen because chance or other seats decide next; the reason of each
    is the first of its claims that holds. Empty: search for an answer.
    """


class AnswerForecast(NamedTuple):
    """An answer and where it leads if the seat continues well."""

    answer: Answer
    """Keys of the answer to the open question."""
    value: float
    """Value of that end, or of the present position if nothing can be foreseen."""
    end: SearchNode | None
    """The end of the line; None: nothing of it can be foreseen."""
    gains: tuple[Message, ...]
    """Gains up to the end (`Aids.explain_gains`)."""
    dangers: tuple[Message, ...]
    """Dangers there (`Aids.explain_dangers`)."""
    hopes: tuple[Message, ...] = ()
    """Results that chance is about to bring there (`Aids.explain_hopes`)."""
    end_state: Any = None
    """The State at the end."""
