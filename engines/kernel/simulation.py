"""Previews: the consequences of an answer, shown before it is given, where they may be shown.

The answer is given in several imagined worlds, in which everything hidden from the seat was redealt, so nothing
hidden can leak. A consequence that depends on the deal differs between them, and is not shown.
"""

from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from .chance import SEED_BYTES, Rng
from .context import GameContext
from .match import Match
from .messages import Message, Refused, Seat
from .prompt import Decision, LogEvent, Prompt, PromptSet

WORLDS = 4
"""Number of imagined worlds that must agree."""


class Preview(NamedTuple):
    """The consequences of an answer, as its seat may see them."""

    view_before: Any
    """View of the seat before the answer."""
    view_after: Any
    """View of the seat after it."""
    events: tuple[LogEvent, ...]
    """The sentences of the log that it causes."""
    next_prompt: Prompt | None
    """The next question to the seat; None: its turn is over."""
    later_question: Message | None = None
    """After the turn: the next question that is already open for the seat, alone or together with other seats."""


def preview_answer(match: Match[Any], seat: Seat, keys: tuple[str, ...]) -> Preview | None:
    """Return the consequences of these keys as the seat's answer. Raises Refused if they are not a legal answer.

    None if they may not be shown or cannot be known: something would be revealed, dice would fall, or it depends on
    another seat's answer.
    """
    if seat not in match.waiting_seats:
        return None
    rng = match.derive_rng("preview", seat)
    first = _try_answer(match.imagine_world(seat, rng), seat, keys)
    for _ in range(1, WORLDS):
        other = _try_answer(match.imagine_world(seat, rng), seat, keys)
        if first is None or other is None or _list_visible_parts(first) != _list_visible_parts(other):
            return None
    return first


def ends_game(match: Match[Any], seat: Seat, keys: tuple[str, ...]) -> bool:
    """Return whether these keys as the seat's answer end the game, as far as the seat can know.

    They end it in every imagined world, so that nothing hidden can leak. If dice, hidden cards or other seats decide
    whether the game ends, some imagined world mostly goes on.
    """
    if match.waiting_seats != (seat,):
        return False
    rng = match.derive_rng("end", seat)
    return all(_is_over_after(match.imagine_world(seat, rng), seat, keys) for _ in range(WORLDS))


def _is_over_after(world: Match[Any], seat: Seat, keys: tuple[str, ...]) -> bool:
    try:
        world.apply(Decision(world.step, seat, keys))
    except Refused:
        return False
    return world.is_over


def _list_visible_parts(preview: Preview) -> tuple[object, ...]:
    """Return all parts of it that the person gets to see."""
    prompt = preview.next_prompt
    keys = () if prompt is None else tuple(option.key for option in prompt.options)
    return preview.view_after, preview.events, prompt and prompt.text, keys, preview.later_question


def _try_answer(world: Match[Any], seat: Seat, keys: tuple[str, ...]) -> Preview | None:
    """Return the consequences in this world; None if they cannot be known."""
    view_before, counter_before = world.build_view(seat), world.context.rng.counter
    applied = world.apply(Decision(world.step, seat, keys))
    is_own_turn = world.open_prompts is not None and world.open_prompts.seats == (seat,)
    others_must_answer = not (is_own_turn or applied.frames or world.is_over)
    if applied.has_revealed or world.context.rng.counter > counter_before or others_must_answer:
        return None
    events = tuple(event for event in applied.events if event.is_visible_to(seat))
    prompt = world.find_prompt(seat) if seat in world.waiting_seats else None
    # the text is public, the options may not be
    later_question = None if is_own_turn or prompt is None else prompt.text
    return Preview(view_before, world.build_view(seat), events, prompt if is_own_turn else None, later_question)


S = TypeVar("S")

Answerer = Callable[[Prompt], tuple[str, ...] | None]
"""(question on the way) -> its answer; None: the simulation ends there."""


class RuleOutcome(NamedTuple, Generic[S]):
    """The result of a rule's simulation."""

    state: S
    """The State at the end of the rule, or at the question that stopped it."""
    prompt: Prompt | None
    """The question that stopped it; None at the end of the rule."""
    answered_prompts: list[Prompt]
    """The questions on the way that were answered."""
    events: list[LogEvent]
    """Sentences that the rule logged up to there, also those for single seats."""
    facts: list[Any]
    """Typed data that the rule noted (`GameContext.note_fact`)."""
    has_revealed: bool
    """A player was shown something new: the real game may go another way."""
    has_used_chance: bool
    """Chance decided something: the real game may go another way."""


def copy_state(state: S) -> S:
    """Return a deep copy of the State."""
    kind: Any = type(state)
    copy: S = _build_decoder(kind).decode(msgspec.msgpack.encode(state))
    return copy


@cache
def _build_decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind)


def build_trial_context(state: S) -> GameContext[S]:
    """Return a GameContext over a copy of the State, for dry runs. Its random numbers are fixed and not those of the
    game.
    """
    return GameContext(copy_state(state), Rng(bytes(SEED_BYTES)))


def simulate_rule(
    state: S,
    rule: Callable[[GameContext[S]], Coroutine[Any, Any, Any]],
    answer: Answerer = lambda prompt: None,
) -> RuleOutcome[S]:
    """Simulate a rule from this State up to the first question that `answer` leaves open.

    A question to several seats at once always ends the simulation.
    """
    context = build_trial_context(state)
    script, value = rule(context), None
    answered_prompts: list[Prompt] = []
    prompt: Prompt | None = None
    try:
        while True:
            ask: PromptSet = script.send(value)
            prompt = ask.prompts[0]
            keys = None if ask.is_simultaneous else answer(prompt)
            if keys is None:
                break
            answered_prompts.append(prompt)
            value = prompt.parse_answer(keys)
    except StopIteration:
        prompt = None
    finally:
        script.close()
    return RuleOutcome(
        context.state,
        prompt,
        answered_prompts,
        context.events,
        context.facts,
        context.has_revealed,
        context.rng.counter > 0,
    )
