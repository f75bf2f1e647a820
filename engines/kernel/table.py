"""The interface between a rule and the game: the State, random numbers, and the ways to ask and to tell.

A game is an `async def` script. Every `await` on a Table is a decision of a player; no event loop is involved, the
Match drives the coroutine with `.send()`. One legal option resolves itself and is not logged.
"""

from __future__ import annotations

import types
from collections.abc import Awaitable, Callable, Generator, Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from . import prompt as rules_of_asking
from .chance import Rng
from .prompt import Aside, Ask, Default, Kind, Option, Options, Prompt
from .telling import Telling
from .words import Arg, Lazy, Msg, Seat

S = TypeVar("S")
T = TypeVar("T")


@types.coroutine
def _put(ask: Ask) -> Generator[Ask, Any, Any]:
    """Hand the question to the Match and come back with the value(s)."""
    for prompt in ask.prompts:
        if rules_of_asking.CHECKED:
            prompt.check()
        elif len(prompt.options) < prompt.min:
            prompt.check_enough()
    return (yield ask)


def _list(options: Options) -> tuple[tuple[Option, ...], Callable[[], Sequence[Option]] | None]:
    """The options now, and how to list them again."""
    return (tuple(options()), options) if callable(options) else (tuple(options), None)


_Take = Callable[[Any], Awaitable[None]]
"""Carries out the value of an aside that was chosen."""


class _Span(NamedTuple):
    """A span of the script in which a seat has asides."""

    seat: Seat
    offered: Callable[[], Sequence[Option]]
    take: _Take


class Table(Telling, Generic[S]):
    """The table as a rule sees it.

    What every way to ask has in common:

    seat, key:  who is asked, and the sentence of the question, which everybody reads; `**args` are its arguments
    options:    the legal choices, or a function that lists them where they come from what others cannot see. They are
                the only part of a question that may: arguments, numbers and default are public knowledge
    rule:       the paragraph, e.g. "R6.1"
    default:    what a time-out answers, legal whatever is in the hand
    topic:      standing answers of that topic may answer it
    about:      what is asked about, as typed data of the game (`Prompt.about`)
    always_ask: put the question even if it has one answer, because not asking would tell the others something

    Inside a span of asides (`asides`) the question comes again after each aside that is taken, so its options are given
    as a function there, and a question whose numbers may change is asked with `ask`.

    `revealed` is whether somebody was shown something new since the last decision: the Match reads it, and `events`.
    """

    __slots__ = ("_spans", "revealed", "rng", "state")

    def __init__(self, state: S, rng: Rng) -> None:
        super().__init__()
        self.state = state
        self.rng = rng
        self.revealed = False
        self._spans: tuple[_Span, ...] = ()

    # ------------------------------------------------------------------ asking one seat

    async def choose(
        self,
        seat: Seat,
        key: str,
        options: Options,
        /,
        *,
        rule: str | None = None,
        default: str | Default | None = None,
        topic: str | None = None,
        about: Any = None,
        always_ask: bool = False,
        **args: Arg,
    ) -> Any:
        """The value of the one option that the seat chooses."""
        answer = (default,) if isinstance(default, str) else default
        if self._spans:
            self._listed_anew(seat, key, options)
            question = partial(
                self.question, seat, key, options, rule=rule, default=answer, topic=topic, about=about, **args
            )
            return await self.ask(question, always_ask=always_ask)
        # Most questions of most games: the short way.
        offered, renew = _list(options)
        if len(offered) == 1 and not always_ask:
            return offered[0].value
        prompt = Prompt(seat, Msg(key, args), offered, 1, 1, "one", answer, topic, rule, renew, about)
        return await _put(Ask((prompt,)))

    async def choose_some(
        self,
        seat: Seat,
        key: str,
        options: Options,
        least: int,
        most: int,
        /,
        *,
        rule: str | None = None,
        default: tuple[str, ...] | Default | None = None,
        topic: str | None = None,
        about: Any = None,
        always_ask: bool = False,
        **args: Arg,
    ) -> tuple[Any, ...]:
        """The values of least..most different options, in the order in which they were offered."""
        self._listed_anew(seat, key, options)

        def question() -> Prompt:
            offered, renew = _list(options)
            return Prompt(seat, Msg(key, args), offered, least, most, "some", default, topic, rule, renew, about)

        return tuple(await self.ask(question, always_ask=always_ask))

    async def choose_each(
        self,
        seat: Seat,
        key: str,
        options: Options,
        /,
        *,
        rule: str | None = None,
        default: tuple[str, ...] | Default | None = None,
        topic: str | None = None,
        about: Any = None,
        always_ask: bool = False,
        **args: Arg,
    ) -> tuple[Any, ...]:
        """The value of exactly one option of each group (`Option.group`), in the order of the groups."""
        self._listed_anew(seat, key, options)

        def question() -> Prompt:
            return self.each(seat, key, options, rule=rule, default=default, topic=topic, about=about, **args)

        return tuple(await self.ask(question, always_ask=always_ask))

    async def allocate(
        self,
        seat: Seat,
        key: str,
        slots: Options,
        total: int,
        /,
        *,
        at_least: int | None = None,
        rule: str | None = None,
        default: tuple[str, ...] | Default | None = None,
        topic: str | None = None,
        about: Any = None,
        always_ask: bool = False,
        **args: Arg,
    ) -> dict[Any, int]:
        """Distribute things over slots (each up to its `limit`): value of the slot -> number, no zeros.

        All of `total`, or with `at_least` any number from that to `total`.
        """
        self._listed_anew(seat, key, slots)

        def question() -> Prompt:
            return self.allotment(
                seat, key, slots, total, at_least=at_least, rule=rule, default=default, topic=topic, about=about, **args
            )

        return dict(await self.ask(question, always_ask=always_ask))

    async def confirm(
        self,
        seat: Seat,
        key: str,
        /,
        *,
        rule: str | None = None,
        default: str | None = None,
        detail: Lazy | None = None,
        about: Any = None,
        yes: str = "kernel.confirm",
        **args: Arg,
    ) -> None:
        """Before a reveal and at the end of a turn: one button, and Back.

        It never resolves itself, and the undo barrier falls behind it. default: "yes" if a time-out confirms. detail:
        what it will bring, below the question. yes: the sentence on the button
        """
        answer = None if default is None else (default,)
        offered = (Option("yes", True, Msg(yes), detail),)

        def question() -> Prompt:
            return Prompt(seat, Msg(key, args), offered, kind="confirm", default=answer, rule=rule, about=about)

        await self.ask(question)

    async def ask(self, question: Callable[[], Prompt], /, *, always_ask: bool = False) -> Any:
        """Ask a question that is built again after each aside that was taken. Returns its value(s).

        Needed where an aside may change the numbers of the question; `choose` and the others rebuild only the options:
        `await t.ask(lambda: t.allotment(me, "pay.spread", purses(s, me), price(s)))`.
        """
        while True:
            prompt = question()
            takes: dict[str, _Take] = {}
            if self._spans:
                prompt, takes = self._beside(prompt)
            if not always_ask and (answer := prompt.sole_answer) is not None:
                return prompt.read(answer)
            value = await _put(Ask((prompt,)))
            if not isinstance(value, Aside):
                return value
            take = takes.get(value.key) or self._listed_now(prompt.seat, value.key)
            spans, self._spans = self._spans, ()
            try:
                await take(value.value)
            finally:
                self._spans = spans

    # ------------------------------------------------------------------ options beside the questions

    @contextmanager
    def asides(
        self, seat: Seat, offered: Callable[[], Sequence[Option]], take: Callable[[Any], Awaitable[None]], /
    ) -> Iterator[None]:
        """While this is open, `offered` stands beside every question to the seat; `take` carries a chosen value out.

        For free actions and powers that may be used "at any time" of a span of states: then the question comes again.
        Nothing is offered inside `take`, nor in a `together`. While something is offered, a question with one legal
        answer does not resolve itself. Spans may lie inside each other; keys are different from those of options.
        """
        outer = self._spans
        self._spans = (*outer, _Span(seat, offered, take))
        try:
            yield
        finally:
            self._spans = outer

    def _beside(self, prompt: Prompt) -> tuple[Prompt, dict[str, _Take]]:
        """The question with its asides, and what carries each of them out."""
        spans = [span for span in self._spans if span.seat == prompt.seat]
        if not spans:
            return prompt, {}

        def beside() -> list[Option]:
            return [option for span in spans for option in span.offered()]

        asides: list[Option] = []
        takes: dict[str, _Take] = {}
        for span in spans:
            for option in span.offered():
                asides.append(option)
                takes[option.key] = span.take
        return msgspec.structs.replace(prompt, asides=tuple(asides), beside=beside), takes

    def _listed_now(self, seat: Seat, key: str) -> _Take:
        """What carries out an aside that was not there when the question was put: a hand was dealt anew since."""
        spans = [span for span in self._spans if span.seat == seat]
        return next(span.take for span in spans if any(option.key == key for option in span.offered()))

    def _listed_anew(self, seat: Seat, key: str, options: Options) -> None:
        """Raises RuntimeError if asides may change what a fixed list of options says."""
        if not callable(options) and any(span.seat == seat for span in self._spans):
            raise RuntimeError(f"{key}: among asides the options of a question are given as a function")

    # ------------------------------------------------------------------ asking several seats at once

    def question(
        self,
        seat: Seat,
        key: str,
        options: Options,
        least: int = 1,
        most: int = 1,
        /,
        *,
        rule: str | None = None,
        default: tuple[str, ...] | Default | None = None,
        topic: str | None = None,
        about: Any = None,
        **args: Arg,
    ) -> Prompt:
        """One seat's choice in a `together` or an `ask`. With least = most = 1 its answer is a value, else a tuple."""
        offered, renew = _list(options)
        kind: Kind = "one" if least == most == 1 else "some"
        return Prompt(seat, Msg(key, args), offered, least, most, kind, default, topic, rule, renew, about)

    def each(
        self,
        seat: Seat,
        key: str,
        options: Options,
        /,
        *,
        rule: str | None = None,
        default: tuple[str, ...] | Default | None = None,
        topic: str | None = None,
        about: Any = None,
        **args: Arg,
    ) -> Prompt:
        """One seat's choice of one option of each group, in a `together`: its answer is as of `choose_each`."""
        offered, renew = _list(options)
        prompt = Prompt(seat, Msg(key, args), offered, 0, 0, "each", default, topic, rule, renew, about)
        groups = len(prompt.groups)
        return msgspec.structs.replace(prompt, min=groups, max=groups)

    def allotment(
        self,
        seat: Seat,
        key: str,
        slots: Options,
        total: int,
        /,
        *,
        at_least: int | None = None,
        rule: str | None = None,
        default: tuple[str, ...] | Default | None = None,
        topic: str | None = None,
        about: Any = None,
        **args: Arg,
    ) -> Prompt:
        """One seat's distribution in a `together`: its answer is value of the slot -> number, as of `allocate`."""
        offered, renew = _list(slots)
        least = total if at_least is None else at_least
        return Prompt(seat, Msg(key, args), offered, least, total, "allocate", default, topic, rule, renew, about)

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

    # ------------------------------------------------------------------ chance

    def reveal(self) -> None:
        """Declare that a seat is shown something new: a player can no longer undo alone what led here."""
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
