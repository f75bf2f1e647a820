"""The interface between a rule and the game: the State, random numbers, questions and the log.

A game is an `async def` script. Every `await` on a GameContext is a decision of a player; no event loop is involved:
the Match drives the coroutine with `.send()`. A question with one legal option resolves itself and is not logged.
"""

import types
from collections.abc import Awaitable, Callable, Generator, Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from . import prompt as prompt_rules
from .chance import Rng
from .event_log import EventLog
from .messages import LazyArg, LazyText, Message, Seat, Wording
from .prompt import ComputedDefault, Option, Options, Prompt, PromptKind, PromptSet, SideAction

S = TypeVar("S")
T = TypeVar("T")


@types.coroutine
def _await_answer(ask: PromptSet) -> Generator[PromptSet, Any, Any]:
    """Hand the question to the Match and return the value(s) of its answer."""
    for prompt in ask.prompts:
        if prompt_rules.CHECKS_PROMPTS:
            prompt.check()
        elif len(prompt.options) < prompt.min:
            prompt.check_enough()
    return (yield ask)


def _list_options(options: Options) -> tuple[tuple[Option, ...], Callable[[], Sequence[Option]] | None]:
    """Return the present options, and the function that lists them again, if there is one."""
    return (tuple(options()), options) if callable(options) else (tuple(options), None)


_Handler = Callable[[Any], Awaitable[None]]
"""Carries out the value of a chosen side action."""


class _SideActionSpan(NamedTuple):
    """A span of the script in which a seat has side actions."""

    seat: Seat  # the only one whose questions get the side actions
    list_options: Callable[[], Sequence[Option]]  # the ones possible now, in the order shown
    handler: _Handler  # may ask and change the State; no side actions are offered meanwhile


class GameContext(EventLog, Generic[S]):
    """The game as a rule sees it: its State, questions to the seats, chance and the log.

    In a span of `side_actions` a question comes again after each side action. Options are given as a function there,
    and a question whose numbers may change is asked with `ask`. `choose` documents the parameters of all asking
    methods.
    """

    __slots__ = ("_spans", "has_revealed", "rng", "state")

    def __init__(self, state: S, rng: Rng) -> None:
        super().__init__()
        self.state = state
        self.rng = rng
        self.has_revealed = False  # whether a player was shown something new since the last decision
        self._spans: tuple[_SideActionSpan, ...] = ()  # the open ones, the innermost last

    async def choose(
        self,
        seat: Seat,
        key: str,
        options: Options,
        /,
        *,
        rule: str | None = None,
        default: str | ComputedDefault | None = None,
        topic: str | None = None,
        subject: Any = None,
        asks_always: bool = False,
        **args: LazyArg,
    ) -> Any:
        """Return the value of the one option that the seat chooses.

        All asking methods share these parameters:

        seat, key:  the seat that is asked, and the sentence, public; `**args` are its arguments, or compute them
        options:    the legal choices, or a function that lists them if they depend on hidden information. Only the
                    options may: arguments, numbers and default are public knowledge
        rule:       the paragraph, e.g. "R6.1"
        default:    the time-out answer, legal for every possible hand
        topic:      preset answers of that topic may answer it
        subject:    the subject of the question, as typed data of the game (`Prompt.subject`)
        asks_always: put the question even if it has one answer, because skipping it would reveal something
        """
        answer = (default,) if isinstance(default, str) else default
        if self._spans:
            self._check_span(seat, key, is_rebuilt=callable(options))
            build_prompt = partial(
                self.build_choice_prompt,
                seat,
                key,
                options,
                rule=rule,
                default=answer,
                topic=topic,
                subject=subject,
                **args,
            )
            return await self.ask(build_prompt, asks_always=asks_always)  # the rest is a fast path
        listed, renew = _list_options(options)
        if len(listed) == 1 and not asks_always:
            return listed[0].value
        prompt = Prompt(seat, Wording(key, args), listed, 1, 1, "one", answer, topic, rule, renew, subject)
        return await _await_answer(PromptSet((prompt,)))

    async def choose_some(
        self,
        seat: Seat,
        key: str,
        options: Options,
        min_count: int,
        max_count: int,
        /,
        *,
        rule: str | None = None,
        default: tuple[str, ...] | ComputedDefault | None = None,
        topic: str | None = None,
        subject: Any = None,
        asks_always: bool = False,
        **args: LazyArg,
    ) -> tuple[Any, ...]:
        """Return the values of min_count..max_count different options, in the order in which they were offered."""
        self._check_span(seat, key, is_rebuilt=False)

        def build_prompt() -> Prompt:
            offered, renew = _list_options(options)
            return Prompt(
                seat, Wording(key, args), offered, min_count, max_count, "some", default, topic, rule, renew, subject
            )

        return tuple(await self.ask(build_prompt, asks_always=asks_always))

    async def choose_each(
        self,
        seat: Seat,
        key: str,
        options: Options,
        /,
        *,
        rule: str | None = None,
        default: tuple[str, ...] | ComputedDefault | None = None,
        topic: str | None = None,
        subject: Any = None,
        asks_always: bool = False,
        **args: LazyArg,
    ) -> tuple[Any, ...]:
        """Return the value of exactly one option of each group (`Option.group`), in the order of the groups."""
        self._check_span(seat, key, is_rebuilt=False)

        def build_prompt() -> Prompt:
            return self.build_each_prompt(
                seat, key, options, rule=rule, default=default, topic=topic, subject=subject, **args
            )

        return tuple(await self.ask(build_prompt, asks_always=asks_always))

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
        default: tuple[str, ...] | ComputedDefault | None = None,
        topic: str | None = None,
        subject: Any = None,
        asks_always: bool = False,
        **args: LazyArg,
    ) -> dict[Any, int]:
        """Distribute things over slots (each up to its `limit`); return value of the slot -> number, without zeros.

        The total is `total`, or with `at_least` any number from that to `total`.
        """
        self._check_span(seat, key, is_rebuilt=False)

        def build_prompt() -> Prompt:
            return self.build_allocation_prompt(
                seat,
                key,
                slots,
                total,
                at_least=at_least,
                rule=rule,
                default=default,
                topic=topic,
                subject=subject,
                **args,
            )

        return dict(await self.ask(build_prompt, asks_always=asks_always))

    async def confirm(
        self,
        seat: Seat,
        key: str,
        /,
        *,
        rule: str | None = None,
        default: str | None = None,
        detail: LazyText | None = None,
        subject: Any = None,
        button_key: str = "kernel.confirm",
        **args: LazyArg,
    ) -> None:
        """Ask for a confirmation (one button, and Back) before a reveal and at the end of a turn.

        It never resolves itself, and the undo barrier is set behind it. default: "yes" if a time-out confirms. detail:
        the consequence, shown below the question. button_key: the sentence on the button
        """
        answer = None if default is None else (default,)
        offered = (Option("yes", True, Message(button_key), detail),)

        def build_prompt() -> Prompt:
            return Prompt(seat, Wording(key, args), offered, kind="confirm", default=answer, rule=rule, subject=subject)

        await self.ask(build_prompt)

    async def ask(self, build_prompt: Callable[[], Prompt], /, *, asks_always: bool = False) -> Any:
        """Ask a question that is built again after each side action. Returns its value(s).

        Needed if a side action may change the numbers of the question; `choose` and the others rebuild only the
        options: `await ctx.ask(lambda: ctx.build_allocation_prompt(me, "pay.spread", purses(s, me), price(s)))`.
        """
        while True:
            prompt = build_prompt()
            handlers: dict[str, _Handler] = {}
            if self._spans:
                prompt, handlers = self._add_side_actions(prompt)
                prompt.check_reachable()
            if not asks_always and (answer := prompt.sole_answer) is not None:
                return prompt.parse_answer(answer)
            value = await _await_answer(PromptSet((prompt,)))
            if not isinstance(value, SideAction):
                return value
            handler = handlers.get(value.key) or self._find_handler(prompt.seat, value.key)
            spans, self._spans = self._spans, ()
            try:
                await handler(value.value)
            finally:
                self._spans = spans

    @contextmanager
    def side_actions(
        self, seat: Seat, list_options: Callable[[], Sequence[Option]], handler: Callable[[Any], Awaitable[None]], /
    ) -> Iterator[None]:
        """Offer side actions with every question to the seat inside this context; `handler` carries out a chosen value.

        For free actions and powers that may be used "at any time" of a span of states; afterwards the question comes
        again. Nothing is offered inside `handler` or in `ask_together`. While something is offered, a question with one
        legal answer does not resolve itself. Spans may be nested; keys must differ from those of the options.
        """
        outer = self._spans
        self._spans = (*outer, _SideActionSpan(seat, list_options, handler))
        try:
            yield
        finally:
            self._spans = outer

    def _add_side_actions(self, prompt: Prompt) -> tuple[Prompt, dict[str, _Handler]]:
        """Return the question with its side actions, and the handler of each by key."""
        spans = [span for span in self._spans if span.seat == prompt.seat]
        if not spans:
            return prompt, {}

        def list_side_actions() -> list[Option]:
            return [option for span in spans for option in span.list_options()]

        offered = [(option, span.handler) for span in spans for option in span.list_options()]
        handlers = {option.key: handler for option, handler in offered}
        with_actions = msgspec.structs.replace(
            prompt, side_actions=tuple(option for option, _ in offered), renew_side_actions=list_side_actions
        )
        return with_actions, handlers

    def _find_handler(self, seat: Seat, key: str) -> _Handler:
        """Return the handler of a side action that appeared after the question was put: a hand was dealt again."""
        spans = [span for span in self._spans if span.seat == seat]
        return next(span.handler for span in spans if any(option.key == key for option in span.list_options()))

    def _check_span(self, seat: Seat, key: str, *, is_rebuilt: bool) -> None:
        """Raise RuntimeError if side actions may change what a question keeps: a list of options, or numbers."""
        if not is_rebuilt and any(span.seat == seat for span in self._spans):
            raise RuntimeError(f"{key}: among side actions give options as a function, and numbers with `ask`")

    def build_choice_prompt(
        self,
        seat: Seat,
        key: str,
        options: Options,
        min_count: int = 1,
        max_count: int = 1,
        /,
        *,
        rule: str | None = None,
        default: tuple[str, ...] | ComputedDefault | None = None,
        topic: str | None = None,
        subject: Any = None,
        **args: LazyArg,
    ) -> Prompt:
        """Build one seat's choice for `ask_together` or `ask`. With min_count = max_count = 1 its answer is a value,
        else a tuple.
        """
        offered, renew = _list_options(options)
        kind: PromptKind = "one" if min_count == max_count == 1 else "some"
        return Prompt(
            seat, Wording(key, args), offered, min_count, max_count, kind, default, topic, rule, renew, subject
        )

    def build_each_prompt(
        self,
        seat: Seat,
        key: str,
        options: Options,
        /,
        *,
        rule: str | None = None,
        default: tuple[str, ...] | ComputedDefault | None = None,
        topic: str | None = None,
        subject: Any = None,
        **args: LazyArg,
    ) -> Prompt:
        """Build one seat's choice of one option per group for `ask_together`; its answer is that of `choose_each`."""
        offered, renew = _list_options(options)
        prompt = Prompt(seat, Wording(key, args), offered, 0, 0, "each", default, topic, rule, renew, subject)
        groups = len(prompt.groups)
        return msgspec.structs.replace(prompt, min=groups, max=groups)

    def build_allocation_prompt(
        self,
        seat: Seat,
        key: str,
        slots: Options,
        total: int,
        /,
        *,
        at_least: int | None = None,
        rule: str | None = None,
        default: tuple[str, ...] | ComputedDefault | None = None,
        topic: str | None = None,
        subject: Any = None,
        **args: LazyArg,
    ) -> Prompt:
        """Build one seat's distribution for `ask_together`; its answer is value of the slot -> number, as with
        `allocate`.
        """
        offered, renew = _list_options(slots)
        min_count = total if at_least is None else at_least
        return Prompt(
            seat, Wording(key, args), offered, min_count, total, "allocate", default, topic, rule, renew, subject
        )

    async def ask_together(self, prompts: Sequence[Prompt], *, asks_always: bool = False) -> dict[Seat, Any]:
        """Ask several seats at once; the result is in seat order.

        Answers stay hidden and may be replaced until the last one is in. A seat with one legal answer is not asked,
        unless `asks_always`.
        """
        seats = [prompt.seat for prompt in prompts]
        if len(set(seats)) != len(seats):
            raise RuntimeError(f"ask_together asks a seat twice: {seats}")
        sole_answers = {} if asks_always else {p.seat: p.sole_answer for p in prompts if p.sole_answer is not None}
        answers: dict[Seat, Any] = {
            p.seat: p.parse_answer(sole_answers[p.seat]) for p in prompts if p.seat in sole_answers
        }
        open_prompts = tuple(prompt for prompt in prompts if prompt.seat not in sole_answers)
        if open_prompts:
            answers |= await _await_answer(PromptSet(open_prompts, is_simultaneous=True))
        return dict(sorted(answers.items()))

    def mark_revealed(self) -> None:
        """Declare that a seat is shown something new: a player can no longer undo alone the steps that led here."""
        self.has_revealed = True

    def take_from(self, pile: MutableSequence[T]) -> T:
        """Take the top (last) item of a hidden pile and show it to a player: a reveal.

        A tile that is moved face down for all is `pile.pop()` instead.
        """
        self.has_revealed = True
        return pile.pop()

    def roll_die(self, sides: int = 6) -> int:
        """Roll a die, 1 .. sides: a reveal."""
        self.has_revealed = True
        return self.rng.pick_below(sides) + 1
