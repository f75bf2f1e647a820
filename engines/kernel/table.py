"""What a rule holds in its hand: the State, chance, and the ways to ask and to tell.

A game is an `async def` script. Every `await` on a Table is a decision of a player; no event loop is involved, the
Match drives the coroutine with `.send()`. One legal option resolves itself and is not logged.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Generator, Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from typing import Any, Generic, Literal, TypeVar

from .chance import Rng
from .prompt import Ask, Event, Option, Options, Prompt
from .words import Arg, Lazy, Msg, Seat

S = TypeVar("S")
T = TypeVar("T")


@types.coroutine
def _put(ask: Ask) -> Generator[Ask, Any, Any]:
    """Hand the question to the Match and come back with the value(s)."""
    for prompt in ask.prompts:
        prompt.check()
    return (yield ask)


def _list(options: Options) -> tuple[tuple[Option, ...], Callable[[], Sequence[Option]] | None]:
    """The options now, and how to list them again."""
    return (tuple(options()), options) if callable(options) else (tuple(options), None)


async def _ask(prompt: Prompt, always_ask: bool) -> Any:
    if not always_ask and (answer := prompt.sole_answer) is not None:
        return prompt.read(answer)
    return await _put(Ask((prompt,)))


class Table(Generic[S]):
    """The table as a rule sees it.

    What every way to ask has in common:

    seat, key:  who is asked, and the sentence of the question, which everybody reads; `**args` are its arguments
    options:    the legal choices, or a function that lists them where they come from what others cannot see. They are
                the only part of a question that may: arguments, numbers and default are public knowledge
    rule:       the paragraph, e.g. "R6.1"
    default:    what a time-out answers, legal whatever is in the hand
    topic:      standing answers of that topic may answer it
    always_ask: put the question even if it has one answer, because not asking would tell the others something

    `events` collects what was told since the last decision, sentence by sentence, `revealed` whether somebody was shown
    something new: the Match reads both.
    """

    __slots__ = ("_joins", "events", "revealed", "rng", "state")

    def __init__(self, state: S, rng: Rng) -> None:
        self.state = state
        self.rng = rng
        self.events: list[Event] = []
        self.revealed = False
        self._joins: bool | None = None
        """Inside a line: whether the next sentence goes on in it; None outside."""

    # ------------------------------------------------------------------ asking one seat

    async def choose(
        self,
        seat: Seat,
        key: str,
        options: Options,
        /,
        *,
        rule: str | None = None,
        default: str | None = None,
        topic: str | None = None,
        always_ask: bool = False,
        **args: Arg,
    ) -> Any:
        """The value of the one option that the seat chooses."""
        offered, renew = _list(options)
        if len(offered) == 1 and not always_ask:
            return offered[0].value
        answer = None if default is None else (default,)
        prompt = Prompt(seat, Msg(key, args), offered, default=answer, topic=topic, rule=rule, renew=renew)
        return await _put(Ask((prompt,)))

    async def choose_some(
        self,
        seat: Seat,
        key: str,
        options: Options,
        min: int,
        max: int,
        /,
        *,
        rule: str | None = None,
        default: tuple[str, ...] | None = None,
        topic: str | None = None,
        always_ask: bool = False,
        **args: Arg,
    ) -> tuple[Any, ...]:
        """The values of min..max different options, in the order in which they were offered."""
        offered, renew = _list(options)
        prompt = Prompt(seat, Msg(key, args), offered, min, max, "some", default, topic, rule, renew)
        return tuple(await _ask(prompt, always_ask))

    async def allocate(
        self,
        seat: Seat,
        key: str,
        slots: Options,
        total: int,
        /,
        *,
        rule: str | None = None,
        default: tuple[str, ...] | None = None,
        topic: str | None = None,
        always_ask: bool = False,
        **args: Arg,
    ) -> dict[Any, int]:
        """Distribute `total` things over slots (each up to its `limit`): value of the slot -> number, no zeros."""
        prompt = self.allotment(seat, key, slots, total, rule=rule, default=default, topic=topic, **args)
        return dict(await _ask(prompt, always_ask))

    async def confirm(
        self,
        seat: Seat,
        key: str,
        /,
        *,
        rule: str | None = None,
        default: str | None = None,
        detail: Lazy | None = None,
        **args: Arg,
    ) -> None:
        """Before a reveal and at the end of a turn: one button, and Back.

        It never resolves itself, and the undo barrier falls behind it. default: "yes" if a time-out confirms. detail:
        what it will bring, below the question.
        """
        option = Option("yes", True, Msg("kernel.confirm"), detail)
        answer = None if default is None else (default,)
        await _put(Ask((Prompt(seat, Msg(key, args), (option,), kind="confirm", default=answer, rule=rule),)))

    # ------------------------------------------------------------------ asking several seats at once

    def question(
        self,
        seat: Seat,
        key: str,
        options: Options,
        min: int = 1,
        max: int = 1,
        /,
        *,
        rule: str | None = None,
        default: tuple[str, ...] | None = None,
        topic: str | None = None,
        **args: Arg,
    ) -> Prompt:
        """One seat's choice in a `together`. With min = max = 1 its answer is a value, else a tuple of values."""
        offered, renew = _list(options)
        kind: Literal["one", "some"] = "one" if min == max == 1 else "some"
        return Prompt(seat, Msg(key, args), offered, min, max, kind, default, topic, rule, renew)

    def allotment(
        self,
        seat: Seat,
        key: str,
        slots: Options,
        total: int,
        /,
        *,
        rule: str | None = None,
        default: tuple[str, ...] | None = None,
        topic: str | None = None,
        **args: Arg,
    ) -> Prompt:
        """One seat's distribution in a `together`: its answer is value of the slot -> number, as of `allocate`."""
        offered, renew = _list(slots)
        return Prompt(seat, Msg(key, args), offered, total, total, "allocate", default, topic, rule, renew)

    async def together(self, prompts: Sequence[Prompt], *, always_ask: bool = False) -> dict[Seat, Any]:
        """Ask several seats at once; the result is in seat order.

        Answers stay hidden and may be replaced until the last one is in. A seat with one legal answer is not asked,
        unless `always_ask`.
        """
        seats = [prompt.seat for prompt in prompts]
        if len(set(seats)) != len(seats):
            raise RuntimeError(f"together asks a seat twice: {seats}")
        known = {} if always_ask else {p.seat: p.sole_answer for p in prompts if p.sole_answer is not None}
        answers: dict[Seat, Any] = {p.seat: p.read(known[p.seat]) for p in prompts if p.seat in known}
        open_prompts = tuple(prompt for prompt in prompts if prompt.seat not in known)
        if open_prompts:
            answers |= await _put(Ask(open_prompts, together=True))
        return dict(sorted(answers.items()))

    # ------------------------------------------------------------------ telling and chance

    def tell(self, key: str, /, *, to: Sequence[Seat] | None = None, **args: Arg) -> None:
        """A sentence for the log; `to` limits who may read it."""
        self.events.append(Event(Msg(key, args), None if to is None else tuple(to), bool(self._joins)))
        if self._joins is False:
            self._joins = True

    @contextmanager
    def line(self) -> Iterator[None]:
        """What is told inside is one line of the log: a deed, its reason, and all that follows from it.

        A line inside a line stands by itself, and what comes after it begins anew. Questions may be asked inside: each
        answer begins a line of its own.
        """
        outer, self._joins = self._joins, False
        try:
            yield
        finally:
            self._joins = None if outer is None else False

    def take_up(self, key: str, /, **args: Arg) -> Msg | None:
        """Take back the sentence told last, to say more in its place: if it has this key and, among others, these args.

        None, and nothing is taken back, if it has not, or if the next sentence begins a line of its own.
        """
        if not self.events or self._joins is False:
            return None
        last = self.events[-1]
        if last.to is not None or last.text.key != key or not args.items() <= last.text.args.items():
            return None
        self.events.pop()
        if self._joins is not None:
            self._joins = last.joins
        return last.text

    def lines(self) -> tuple[Event, ...]:
        """`events`, the sentences of a line put together."""
        if not any(event.joins for event in self.events):
            return tuple(self.events)
        told: list[list[Event]] = []
        for event in self.events:
            if event.joins and told and told[-1][0].to == event.to:
                told[-1].append(event)
            else:
                told.append([event])
        return tuple(_line(events) for events in told)

    def reveal(self) -> None:
        """Somebody is shown something new: what led here can no longer be taken back alone."""
        self.revealed = True

    def draw(self, pile: MutableSequence[T]) -> T:
        """The top (last) item of a hidden pile, shown to somebody: a reveal.

        A tile moved face down for all is `pile.pop()` instead.
        """
        self.revealed = True
        return pile.pop()

    def roll(self, sides: int = 6) -> int:
        """A die, 1 .. sides: a reveal."""
        self.revealed = True
        return self.rng.below(sides) + 1


def _line(events: Sequence[Event]) -> Event:
    """Events of one line as one."""
    if len(events) == 1:
        return Event(events[0].text, events[0].to)
    return Event(Msg("kernel.line", {"sentences": tuple(event.text for event in events)}), events[0].to)
