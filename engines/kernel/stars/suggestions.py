"""First-game aids: the options of a question that look best, with reasons in a few words.

Each game provides its computer player, which follows an option to the position behind it, and `explain_gains`, which
says what has been gained there. Options are tried in an imagined world, so nothing hidden leaks; if something would be
revealed, or another seat must answer, nothing is suggested. The suggestions are the computer player's own choices, so
that a newcomer who follows the stars plays about as well.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from engines.kernel.match import Match
from engines.kernel.messages import Arg, Message, NounRef, Seat, Text, resolve_text
from engines.kernel.policy import Answer, AnswerLine, SearchBudget, list_shown_answers
from engines.kernel.prompt import Decision, Option, Prompt
from engines.kernel.search import SearchNode

from .aids import Aids, AnswerForecast
from .claims import EQUAL_VALUE_GAP, find_true_claim, is_beyond_preview
from .explanation import explain_best, play_line

WHY_KEY, WHY_AND_DETAIL_KEY = "kernel.aid.only", "kernel.aid.also"
"""Details of an option that looks good: only the reason, or the reason before the option's own detail."""
REASONS_BEYOND_OPTION = frozenset(f"kernel.aid.{name}" for name in ("then", "then_more", "along", "together", "shared"))
"""Reasons that speak of later answers, or of several options together."""
MIN_LEAD = 0.3
"""Minimum lead of a suggested answer over the ordinary (middle) one, in the unit of `evaluate`."""
MAX_GAP_OF_SECOND = 1.0
"""A second answer is suggested, for another reason, if it is worse by no more than this."""
MIN_LEAD_OF_DANGEROUS = 1.0
"""Minimum lead of a suggested answer that has dangers (`Aids.explain_dangers`)."""
MIN_ANSWERS_FOR_TWO = 4
"""With at least this many answers two may be suggested, with fewer only one."""


class PlannedAnswer(NamedTuple):
    """An answer of a planned line."""

    keys: Answer
    """As in `Decision.keys`."""
    labels: tuple[Text, ...]
    """Labels of the chosen options."""


class Advice(NamedTuple):
    """The options of a question that look best, with their reasons, the best first."""

    position: int
    """Position of the question in the game."""
    best: Mapping[str, Message] = {}
    """Reason by option key; empty if nothing is clearly better than most."""
    plans: tuple[AnswerLine, ...] = ()
    """Plans that begin with these options, so that the next question of the turn can continue them (`continue_plan`).
    """
    line: tuple[PlannedAnswer, ...] = ()
    """The best plan as far as one press plays it (`foresee_line`)."""


def build_advised_prompt(match: Match[Any], seat: Seat, aids: Aids | None) -> Prompt | None:
    """Return the seat's open question; details of the options that look best begin with a star and the reason.

    aids: those of the game (`Game.aids`); None: the question is returned unchanged
    """
    prompt = match.find_prompt(seat)
    return prompt if prompt is None or aids is None else add_advice(prompt, compute_advice(match, seat, aids), aids)


def add_advice(prompt: Prompt, advice: Advice, aids: Aids) -> Prompt:
    """Return the question with the reasons of the advice in the details of its options."""
    options, side_actions = (
        tuple(_add_reason(option, advice, aids) for option in choices)
        for choices in (prompt.options, prompt.side_actions)
    )
    return msgspec.structs.replace(prompt, options=options, side_actions=side_actions)


def _add_reason(option: Option, advice: Advice, aids: Aids) -> Option:
    why = advice.best.get(option.key)
    if why is None:
        return option
    detail = None if option.detail is None else resolve_text(option.detail)
    option_parts = [part for text in (resolve_text(option.label), detail) for part in iter_parts(text)]
    if detail is not None:
        detail = _omit_repeats(detail, tuple(_iter_immediate_reasons(why)), aids)
    why = _mark_totals(why, option_parts, aids)
    if detail is None:
        return msgspec.structs.replace(option, detail=Message(WHY_KEY, {"why": why}))
    return msgspec.structs.replace(option, detail=Message(WHY_AND_DETAIL_KEY, {"why": why, "detail": detail}))


def iter_parts(text: Text | None) -> Iterator[Message]:
    """Yield a message with all messages in its arguments."""
    if isinstance(text, Message):
        yield text
        for arg in text.args.values():
            for part in arg if isinstance(arg, tuple) else (arg,):
                if isinstance(part, Message):
                    yield from iter_parts(part)


def _mark_totals(why: Message, option_parts: Sequence[Message], aids: Aids) -> Message:
    """Return the reason with each number that differs from the option's own text marked as a total."""
    if why.key in REASONS_BEYOND_OPTION:
        return why
    if not why.key.startswith("kernel."):
        is_total = is_beyond_preview(why, option_parts, aids.previewed_amounts)
        return Message("kernel.aid.in_all", {"why": why}) if is_total else why
    args: dict[str, Arg] = {}
    for name, arg in why.args.items():
        if isinstance(arg, tuple):
            args[name] = tuple(
                _mark_totals(part, option_parts, aids) if isinstance(part, Message) else part for part in arg
            )
        else:
            args[name] = _mark_totals(arg, option_parts, aids) if isinstance(arg, Message) else arg
    return Message(why.key, args)


def _iter_immediate_reasons(why: Message) -> Iterator[Message]:
    """Yield the reasons in it that belong to the option itself, not to a plan that begins with it."""
    if why.key in REASONS_BEYOND_OPTION:
        return
    inner = [part for arg in why.args.values() for part in (arg if isinstance(arg, tuple) else (arg,))]
    reasons = [part for part in inner if isinstance(part, Message)]
    if why.key.startswith("kernel."):
        for reason in reasons:
            yield from _iter_immediate_reasons(reason)
    else:
        yield why


def _omit_repeats(detail: Text, reasons: Sequence[Message], aids: Aids) -> Text | None:
    """Remove the `parts` of the detail that the reasons repeat; None if nothing is left."""
    if not isinstance(detail, Message):
        return detail
    if any(aids.is_repeat(reason, detail) for reason in reasons):
        return None
    parts = detail.args.get("parts")
    if not isinstance(parts, tuple):
        return detail
    remaining = tuple(
        part
        for part in parts
        if not isinstance(part, Message) or not any(aids.is_repeat(reason, part) for reason in reasons)
    )
    return Message(detail.key, {**detail.args, "parts": remaining}) if remaining else None


def is_suggested(detail: Text | None) -> bool:
    """Return whether the option with this detail is one of those that look best."""
    return isinstance(detail, Message) and detail.key in (WHY_KEY, WHY_AND_DETAIL_KEY)


def find_reason(detail: Text) -> Text | None:
    """Return the reason of an option's star; None if its detail has none."""
    if not isinstance(detail, Message) or not is_suggested(detail):
        return None
    reason = detail.args["why"]
    return reason if isinstance(reason, (Message, NounRef)) else None


def strip_reason(detail: Text) -> Text:
    """Return the option's own detail without the reason of its star, if there is more than the reason."""
    remaining = detail.args["detail"] if isinstance(detail, Message) and detail.key == WHY_AND_DETAIL_KEY else detail
    return remaining if isinstance(remaining, (Message, NounRef)) else detail


def list_suggestions(match: Match[Any], seat: Seat, aids: Aids) -> dict[str, Message]:
    """Return the options of the seat's open question that look best, with their reasons; the best first."""
    return dict(compute_advice(match, seat, aids).best)


def is_advisable(prompt: Prompt) -> bool:
    """Return whether there is more than one choice."""
    return len(prompt.options) + len(prompt.side_actions) > 1


def compute_advice(match: Match[Any], seat: Seat, aids: Aids | None, earlier: Advice | None = None) -> Advice:
    """Find the options that look best at the seat's open question; none if the game has no aids.

    earlier: advice at an earlier question of the turn; its plan is continued unless something better shows up
    """
    prompt = match.find_prompt(seat)
    if aids is None or prompt is None or not is_advisable(prompt):
        return Advice(match.position)
    world = match.imagine_world(seat, match.derive_rng("aids", seat))
    if reasons := explain_by_rule(world.state, prompt, aids):
        return Advice(match.position, reasons, line=foresee_line(world, seat, ((next(iter(reasons)),),)))
    plan = continue_plan(match, seat, earlier)
    root = aids.player.explore(world, seat, SearchBudget(aids.tries), plan)
    forecasts = _forecast_answers(world, seat, aids, root, plan[:1])
    # all lead to the same end: compare immediate gains
    if not plan and forecasts[0].value - forecasts[-1].value < EQUAL_VALUE_GAP:
        forecasts = _forecast_answers(world, seat, aids, aids.player.explore(world, seat, SearchBudget(0)), ())
    reasons = {}
    plans: list[AnswerLine] = []
    best = _select_best(forecasts, root.value_now, prompt, plan[:1])
    for forecast, why in explain_best(world, seat, aids, forecasts, best, plan[:1]):
        plans.append((forecast.answer,) if forecast.end is None else forecast.end.line)
        reasons = {**_split_reason(prompt, forecast.answer, why), **reasons}
    return Advice(match.position, reasons, tuple(plans), foresee_line(world, seat, plans[0]) if plans else ())


def explain_by_rule(state: Any, prompt: Prompt, aids: Aids) -> dict[str, Message]:
    """Return the options that the game suggests by rule of thumb, each with its first claim that holds."""
    shown_answers = list_shown_answers(prompt)
    return {
        key: find_true_claim(claims, (key,), shown_answers)
        for key, claims in aids.suggest_by_rule(state, prompt).items()
    }


def foresee_line(world: Match[Any], seat: Seat, plan: AnswerLine) -> tuple[PlannedAnswer, ...]:
    """Return the answers of a plan until something is revealed, another seat is asked, or the turn must be confirmed.

    They can be given together, and taken back together unless the first of them reveals something.
    """
    match, line = world.fork(), list[PlannedAnswer]()
    for keys in plan:
        prompt = match.find_prompt(seat)
        if prompt is None or (prompt.kind == "confirm" and prompt.options[0].key in keys):
            break
        options = {option.key: option for option in (*prompt.options, *prompt.side_actions)}
        answer = PlannedAnswer(keys, tuple(resolve_text(options[key].label) for key in dict.fromkeys(keys)))
        is_public = match.apply(Decision(match.step, seat, keys)).is_public
        if not is_public or not line:
            line.append(answer)
        if is_public:
            break
    return tuple(line)


def _split_reason(prompt: Prompt, answer: Answer, why: Message) -> dict[str, Message]:
    """Return a reason for each option of an answer. One part alone does not bring the whole gain: the first option
    states it, the others refer to the first. An answer of nothing has no option that could show a reason.
    """
    labels = {
        option.key: resolve_text(option.label)
        for option in (*prompt.options, *prompt.side_actions)
        if option.key in answer
    }
    if not labels:
        return {}
    first, *others = labels
    if not others:
        return {first: why}
    if prompt.kind == "allocate":  # the choice is the number of each
        counted = tuple(Message("kernel.aid.counted", {"what": labels[key], "n": answer.count(key)}) for key in labels)
        reasons = {first: Message("kernel.aid.shared", {"what": counted, "why": why})}
    else:
        reasons = {first: Message("kernel.aid.together", {"why": why})}
    return {**reasons, **dict.fromkeys(others, Message("kernel.aid.along", {"first": labels[first]}))}


def continue_plan(match: Match[Any], seat: Seat, earlier: Advice | None) -> AnswerLine:
    """Return the rest of a plan whose answers were given since the earlier advice; empty if other
    answers were given.
    """
    if earlier is None or not match.frame_position <= earlier.position < match.position:
        return ()
    since = match.decisions_since_frame[earlier.position - match.frame_position :]
    given_answers = tuple(decision.keys for decision in since)
    if any(decision.seat != seat for decision in since):
        return ()
    return next(
        (plan[len(given_answers) :] for plan in earlier.plans if plan[: len(given_answers)] == given_answers), ()
    )


def _forecast_answers(
    world: Match[Any], seat: Seat, aids: Aids, root: SearchNode, planned_line: AnswerLine
) -> list[AnswerForecast]:
    """Return the forecasts of the answers that were tried, the best first; a planned answer precedes slightly better
    ones.
    """
    state_before, forecasts = aids.show_declared(world.state, world.find_prompt(seat)), []
    for node in root.children:
        answer, end = node.line[-1], node.foreseeable_end
        if not node.is_certain:
            forecasts.append(AnswerForecast(answer, root.value_now, None, (), ()))
            continue
        state, next_prompt = end.world.state, end.world.find_prompt(seat)
        if end.children:  # its world was used for the continuation
            *_, (state, _, _, next_prompt) = play_line(world, seat, aids, end.line)
        state = aids.show_declared(state, next_prompt)
        value = end.value_now + (EQUAL_VALUE_GAP if (answer,) == planned_line else 0.0)
        gains, dangers = (
            tuple(explain(state_before, state, seat)) for explain in (aids.explain_gains, aids.explain_dangers)
        )
        hopes = () if next_prompt is None else tuple(aids.explain_hopes(state, next_prompt))
        forecasts.append(AnswerForecast(answer, value, end, gains, dangers, hopes, state))
    return sorted(forecasts, key=lambda forecast: -forecast.value)


def _select_best(
    forecasts: Sequence[AnswerForecast], now: float, prompt: Prompt, planned_line: AnswerLine
) -> list[AnswerForecast]:
    """Return at most two that are clearly better than most: a gain of most answers needs no advice. A plan is
    continued, and at a confirmation stopping is best unless something else brings much more.
    """
    for forecast in forecasts:
        if (forecast.answer,) == planned_line and (forecast.end is not None or _is_confirmation(prompt, forecast)):
            return [forecast]  # nothing new is known since it was promised; a second star would contradict it
    foreseeable = _drop_side_actions([forecast for forecast in forecasts if forecast.end is not None], prompt)
    if prompt.kind == "confirm":
        return _select_at_confirmation(forecasts, now, prompt)
    if not foreseeable or foreseeable[0].value - _find_ordinary_value(forecasts, now) < MIN_LEAD:
        return []
    best = foreseeable[0]
    if best.dangers:
        harmless = next((forecast for forecast in foreseeable if forecast.gains and not forecast.dangers), best)
        if best.value - harmless.value < MIN_LEAD_OF_DANGEROUS:
            best = harmless
    idle = next(
        (
            forecast
            for forecast in foreseeable
            if not forecast.gains and not forecast.dangers and abs(forecast.value - now) < MIN_LEAD
        ),
        None,
    )
    if idle is not None and best.value - idle.value < MIN_LEAD:
        best = idle
    if best is idle:
        return [idle]
    second = [
        forecast
        for forecast in foreseeable
        if forecast is not best
        and not forecast.dangers
        and forecast.gains
        and forecast.gains != best.gains
        and best.value - forecast.value < MAX_GAP_OF_SECOND
    ]
    return [best, *second[:1]] if len(forecasts) >= MIN_ANSWERS_FOR_TWO and prompt.max == 1 else [best]


def _is_confirmation(prompt: Prompt, forecast: AnswerForecast) -> bool:
    return prompt.kind == "confirm" and forecast.answer == (prompt.options[0].key,)


def _select_at_confirmation(forecasts: Sequence[AnswerForecast], now: float, prompt: Prompt) -> list[AnswerForecast]:
    """Return the side action that brings much more than stopping, else the confirmation."""
    stop = next((forecast for forecast in forecasts if _is_confirmation(prompt, forecast)), None)
    if stop is None:
        return []
    value = now if stop.end is None else stop.value
    best = next(
        (x for x in forecasts if x is not stop and x.end is not None and x.gains and x.value - value >= MIN_LEAD), stop
    )
    return [best]


def _drop_side_actions(foreseeable: list[AnswerForecast], prompt: Prompt) -> list[AnswerForecast]:
    """Drop side actions, after which the question comes again, unless one is much better than all answers."""
    side_action_keys = {side_action.key for side_action in prompt.side_actions}
    answers = [forecast for forecast in foreseeable if side_action_keys.isdisjoint(forecast.answer)]
    return answers if answers and foreseeable[0].value - answers[0].value < MIN_LEAD else foreseeable


def _find_ordinary_value(forecasts: Sequence[AnswerForecast], now: float) -> float:
    """Return the value of an ordinary answer: the middle one; with a single answer the present value."""
    return forecasts[len(forecasts) // 2].value if len(forecasts) > 1 else now
