"""Explain a suggestion: gains of this answer now and later, compared with the alternatives."""

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

from engines.kernel.match import Match
from engines.kernel.messages import Message, Seat, Text, resolve_text
from engines.kernel.policy import Answer, AnswerLine, list_shown_answers
from engines.kernel.prompt import Decision, Prompt
from engines.kernel.simulation import copy_state

from .aids import Aids, AnswerForecast
from .claims import Claim, exceeds_most, find_true_claim, is_unsurpassed

PAIR = 2
"""With this many answers the remaining one is called "the other", not "most others"."""


class ForeseenStep(NamedTuple):
    """One answer of a line."""

    state: Any
    """A copy of the State after the answer, in a world where hidden things are redealt."""
    labels: tuple[Text, ...]
    """Labels of the chosen options."""
    is_free: bool
    """Whether anything else was worth trying, or it was a side action."""
    next_prompt: Prompt | None
    """The next question after it."""


def explain_best(
    world: Match[Any],
    seat: Seat,
    aids: Aids,
    forecasts: Sequence[AnswerForecast],
    best_forecasts: Sequence[AnswerForecast],
    planned_line: AnswerLine,
) -> Iterator[tuple[AnswerForecast, Message]]:
    """Yield the best answers, each with the reason that sets it apart; of two with the same reason only the first.

    planned_line: the answer that continues a plan, which need not be better than most; empty without a plan
    """
    foreseeable = [forecast for forecast in forecasts if forecast.end is not None]
    shared_gains, shared_dangers = (
        _list_common([forecast.gains for forecast in foreseeable]),
        _list_common([forecast.dangers for forecast in foreseeable]),
    )
    comparison = Comparison(world, seat, aids, forecasts)
    for number, forecast in enumerate(best_forecasts):
        if forecast.end is None:  # a confirmation beside which nothing is worth its price
            yield forecast, comparison.explain_rank(forecast)
            continue
        if all(str(gain) in shared_gains for gain in forecast.gains):
            if contrast := _explain_contrast(comparison, aids, forecast, foreseeable):
                yield forecast, contrast
                continue
            if not aids.stars_plain_best and not planned_line:
                continue
        others = {str(gain) for other in best_forecasts if other is not forecast for gain in other.gains}
        if all(str(gain) in shared_gains | others for gain in forecast.gains):
            if number:
                continue
            others = set()
        dangers = tuple(danger for danger in forecast.dangers if str(danger) not in shared_dangers)
        reasons = Explanation(comparison, aids, forecast, shared_gains, others)
        is_planned = (forecast.answer,) == planned_line
        yield (
            forecast,
            _add_warning(
                dangers, reasons.explain_gains() if forecast.gains else reasons.explain_without_gain(is_planned)
            ),
        )


class Comparison:
    """The question with the forecasts of its answers, against which claims about one of them are checked."""

    def __init__(self, world: Match[Any], seat: Seat, aids: Aids, forecasts: Sequence[AnswerForecast]) -> None:
        prompt = world.find_prompt(seat)
        assert prompt is not None
        self.world, self.seat, self.aids, self.forecasts = world, seat, aids, forecasts
        self.prompt = prompt
        """The seat's open question."""
        self.state = aids.show_declared(world.state, prompt)
        """The State as the question shows it."""
        self.shown_answers = list_shown_answers(prompt)
        """The answers with which claims compare; None: too many to be shown."""
        self.values = {
            forecast.answer: forecast.value if forecast.end is None else forecast.end.value_now
            for forecast in forecasts
            if forecast.end is not None or self.is_confirmation(forecast)
        }
        """Answer -> its value, of the answers of which something can be foreseen, and of the confirming one."""

    def find_reason(self, forecast: AnswerForecast, *claims: Claim) -> Message:
        """Return the first of the claims that holds for this answer."""
        return find_true_claim(claims, forecast.answer, self.shown_answers)

    def explain_rank(self, forecast: AnswerForecast, *claims: Claim) -> Message:
        """Return the first of the claims that holds, else the place of the answer among all that are shown."""
        ahead = Claim(Message("kernel.aid.ahead"), self.values, is_unsurpassed)
        if self.prompt.kind == "confirm":
            stop = ahead._replace(words=Message("kernel.aid.stop"))
            sure_values = dict.fromkeys(self.shown_answers or (), -inf) | self.values
            sure = Claim(Message("kernel.aid.stop_sure"), sure_values, is_unsurpassed)
            ends = [Claim(Message("kernel.aid.ends"))] if self.is_confirmation(forecast) else []
            return self.find_reason(forecast, *claims, stop, sure, *ends)
        key = "kernel.aid.other" if len(self.shown_answers or ()) == PAIR else "kernel.aid.steady"
        claims = (*claims, *self.list_savings(forecast), Claim(Message(key), self.values, exceeds_most), ahead)
        return self.find_reason(forecast, *claims)

    def is_confirmation(self, forecast: AnswerForecast) -> bool:
        """Return whether the answer confirms what was done, and is no side action beside that."""
        return self.prompt.kind == "confirm" and forecast.answer == (self.prompt.options[0].key,)

    def list_savings(self, forecast: AnswerForecast) -> list[Claim]:
        """Return that this answer leaves more than the best of the worse ones with costs beside which it leaves less of
        nothing, if there is such a one.

        Of an answer that neither brings nor costs anything, that would say no more than its label: the other one is
        said not to be worth its costs.
        """
        before, state_after = self.state, self.find_state_after(forecast.answer)
        is_idle = not forecast.gains and not any(self.aids.explain_costs(before, state_after, self.seat))
        key = "kernel.aid.unworthy" if is_idle else "kernel.aid.saves"
        for other in self.forecasts:
            if other.end is not None and other.value < forecast.value and (labels := self.list_labels(other.answer)):
                other_state = self.find_state_after(other.answer)
                spared_costs, extra_costs = (
                    tuple(self.aids.explain_costs(*states, self.seat))
                    for states in ((state_after, other_state), (other_state, state_after))
                )
                if spared_costs and not extra_costs and any(self.aids.explain_costs(before, other_state, self.seat)):
                    return [Claim(Message(key, {"what": labels, "costs": spared_costs}))]
        return []

    def find_state_after(self, answer: Answer) -> Any:
        """Return the State right after an answer, which the preview of its option shows."""
        match = self.world.fork()
        match.apply(Decision(match.step, self.seat, answer))
        return self.aids.show_declared(match.state, match.find_prompt(self.seat))

    def list_labels(self, answer: Answer) -> tuple[Text, ...]:
        return tuple(
            resolve_text(option.label)
            for option in (*self.prompt.options, *self.prompt.side_actions)
            if option.key in answer
        )


def _explain_contrast(
    comparison: Comparison, aids: Aids, forecast: AnswerForecast, foreseeable: Sequence[AnswerForecast]
) -> Message | None:
    """Return the advantages over the best of the worse answers for which there is one; None: there is none.

    An advantage that only the rest of the turn would bring is none of the options themselves, and is not named.
    """
    seat, has_advantage = comparison.seat, False
    for other in foreseeable:
        if other.value >= forecast.value or not any(aids.explain_contrast(other.end_state, forecast.end_state, seat)):
            continue
        has_advantage = True
        other_state, state = (comparison.find_state_after(answer) for answer in (other.answer, forecast.answer))
        contrasts = tuple(aids.explain_contrast(other_state, state, seat))
        if contrasts and (labels := comparison.list_labels(other.answer)):
            return Message("kernel.aid.rather", {"what": labels, "why": join_gains(contrasts[: aids.max_gains])})
    return comparison.explain_rank(forecast) if has_advantage else None


def _list_common(lists: Sequence[tuple[Message, ...]]) -> set[str]:
    """Return the messages that all lists contain, as strings."""
    return (
        set.intersection(*({str(message) for message in messages} for messages in lists)) if len(lists) > 1 else set()
    )


def _add_warning(dangers: tuple[Message, ...], why: Message) -> Message:
    return Message("kernel.aid.careful", {"dangers": dangers, "why": why}) if dangers else why


class Explanation:
    """The reasons for one suggested answer.

    common: gains of all answers; others: gains of the other suggested answer
    """

    def __init__(
        self, comparison: Comparison, aids: Aids, forecast: AnswerForecast, common: set[str], others: set[str]
    ) -> None:
        assert forecast.end is not None
        self.world, self.seat, self.forecasts = comparison.world, comparison.seat, comparison.forecasts
        self.comparison, self.aids, self.forecast, self.common, self.others = comparison, aids, forecast, common, others
        self.steps = play_line(self.world, self.seat, aids, forecast.end.line)
        """From the answer to the end of the turn, as it is foreseen."""
        self.immediate_step = _find_immediate_step(self.steps)
        """Index of the last step before the next choice."""

    def explain_gains(self) -> Message:
        """Return the immediate gains, even if another answer brings them too, and later gains that only this answer
        brings, as its plan.
        """
        aids, planned_gains = self.aids, self.filter_distinct(self.forecast.gains)
        if not planned_gains:
            return self.explain_shared_end()
        immediate = [gain for gain in self.list_immediate_gains(self.steps) if str(gain) not in self.common]
        rest = self.filter_distinct(
            aids.explain_gains(self.steps[self.immediate_step].state, self.steps[-1].state, self.seat)
        )
        immediate = [
            gain
            for gain in immediate
            if gain in planned_gains or not any(aids.is_repeat(planned_gain, gain) for planned_gain in planned_gains)
        ]
        now = (self.filter_distinct(immediate) or tuple(immediate))[: aids.max_gains]
        rest = tuple(gain for gain in rest if gain not in now or gain not in planned_gains)  # the plan brings it once
        later = (rest if now else planned_gains)[: aids.max_gains - len(now)]
        if not later:
            return self.omit_if_on_label(now)
        if not now:
            return self.explain_later_gains(self.add_costs(later, self.comparison.state, self.steps), later)
        before, following = self.steps[self.immediate_step].state, self.steps[self.immediate_step + 1 :]
        later_reason = self.explain_later_gains(self.add_costs(later, before, following), later)
        return Message("kernel.aid.both", {"now": self.add_immediate_costs(now), "then": later_reason})

    def add_immediate_costs(self, gains: Sequence[Message]) -> Message:
        return self.add_costs(gains, self.comparison.state, self.steps[self.immediate_step : self.immediate_step + 1])

    def add_costs(self, gains: Sequence[Message], before: Any, steps: Sequence[ForeseenStep]) -> Message:
        """Return gains with what the seat has less of as soon as these steps have brought them all."""
        states = [step.state for step in steps]
        named = {str(gain) for gain in gains}
        after = next(
            (state for state in states if named <= {str(x) for x in self.aids.explain_gains(before, state, self.seat)}),
            states[-1],
        )
        return self.add_difference(gains, before, after)

    def add_difference(self, gains: Sequence[Message], before: Any, after: Any) -> Message:
        """Return gains with what the seat has less of."""
        why, costs = join_gains(gains), tuple(self.aids.explain_costs(before, after, self.seat))
        return Message("kernel.aid.priced", {"why": why, "costs": costs}) if costs else why

    def filter_distinct(self, gains: Iterable[Message]) -> tuple[Message, ...]:
        """Return the gains that neither all answers nor the other suggestion bring."""
        return tuple(gain for gain in gains if str(gain) not in self.common | self.others)

    def list_immediate_gains(self, steps: Sequence[ForeseenStep]) -> list[Message]:
        """Return the gains before the next choice."""
        return list(self.aids.explain_gains(self.comparison.state, steps[_find_immediate_step(steps)].state, self.seat))

    def explain_shared_end(self) -> Message:
        """Explain an answer whose end other answers reach too; an immediate gain that no other answer brings is still a
        reason.
        """
        immediate = self.list_immediate_gains(self.steps)[: self.aids.max_gains]
        if not immediate:
            later = self.forecast.gains[: self.aids.max_gains]
            why = self.add_costs(later, self.comparison.state, self.steps)
            return self.explain_shared(self.explain_later_gains(why, later))
        why = self.add_immediate_costs(immediate)
        for forecast in self.forecasts:
            if forecast.end is None or forecast is self.forecast:
                continue
            others = self.list_immediate_gains(play_line(self.world, self.seat, self.aids, forecast.end.line))
            if all(gain in others for gain in immediate):
                return self.explain_shared(why)
        return why

    def explain_shared(self, why: Message) -> Message:
        """Return a reason that other answers share, with the addition that this one is best if that holds."""
        return self.comparison.find_reason(
            self.forecast,
            Claim(Message("kernel.aid.alike", {"why": why}), self.comparison.values, is_unsurpassed),
            Claim(why),
        )

    def explain_later_gains(self, why: Message, gains: Sequence[Message]) -> Message:
        """Return the gains of later answers, with the choice that brings most kinds of them, and
        whether it brings all. why: these gains in words
        """
        stages = self.list_stages()
        if not stages:
            return why
        wanted_keys = {gain.key for gain in gains}
        label, brings = max(stages, key=lambda stage: len(wanted_keys & {gain.key for gain in stage[1]}))
        is_complete = {str(gain) for gain in gains} <= {str(gain) for gain in brings}
        return Message("kernel.aid.then" if is_complete else "kernel.aid.then_more", {"what": label, "why": why})

    def list_stages(self) -> list[tuple[tuple[Text, ...], list[Message]]]:
        """Return the choices after this answer, each with its gains before the next one."""
        starts = [number for number, step in enumerate(self.steps) if step.is_free and number > self.immediate_step]
        ends = [*(start - 1 for start in starts[1:]), len(self.steps) - 1]
        states = [step.state for step in self.steps]
        return [
            (self.steps[start].labels, list(self.aids.explain_gains(states[start - 1], states[end], self.seat)))
            for start, end in zip(starts, ends, strict=False)
        ]

    def omit_if_on_label(self, gains: Sequence[Message]) -> Message:
        """Return the gains as a reason, unless the option's own label already says it."""
        labels = [part for part in self.steps[0].labels if isinstance(part, Message)]
        if len(gains) == 1 and any(self.aids.is_repeat(gains[0], label) for label in labels):
            ahead = Claim(Message("kernel.aid.ahead"), self.comparison.values, is_unsurpassed)
            return self.comparison.explain_rank(self.forecast, *self.comparison.list_savings(self.forecast), ahead)
        return self.add_immediate_costs(gains)

    def explain_without_gain(self, is_planned: bool) -> Message:
        """Name the results that chance is about to decide; otherwise the drawbacks of the other answers."""
        if self.forecast.hopes:
            why = self.add_difference(self.forecast.hopes, self.comparison.state, self.steps[-1].state)
            if self.immediate_step == len(self.steps) - 1:
                return why
            label, _ = self.list_stages()[-1]
            return Message("kernel.aid.then", {"what": label, "why": why})
        others = [forecast for forecast in self.forecasts if forecast is not self.forecast]
        avoided_dangers = (
            [danger for danger in others[0].dangers if all(danger in other.dangers for other in others)]
            if others
            else []
        )
        freedom = {
            forecast.answer: -float(any(danger in forecast.dangers for danger in avoided_dangers))
            for forecast in self.forecasts
            if forecast.end is not None
        }
        claims = (
            [Claim(Message("kernel.aid.spares", {"dangers": tuple(avoided_dangers)}), freedom)]
            if avoided_dangers
            else []
        )
        if is_planned and not self.comparison.is_confirmation(self.forecast):
            claims.append(Claim(Message("kernel.aid.goes_on")))
        return self.comparison.explain_rank(self.forecast, *claims)


def _find_immediate_step(steps: Sequence[ForeseenStep]) -> int:
    """Return the index of the last step before the next choice."""
    return next((number for number, later in enumerate(steps[1:]) if later.is_free), len(steps) - 1)


def join_gains(gains: Sequence[Message]) -> Message:
    """Join gains to one message."""
    return gains[0] if len(gains) == 1 else Message("kernel.aid.gains", {"gains": tuple(gains)})


def play_line(world: Match[Any], seat: Seat, aids: Aids, line: AnswerLine) -> list[ForeseenStep]:
    """Return the State after each answer of a foreseeable line."""
    steps, match = [], world.fork()
    for keys in line:
        prompt = match.find_prompt(seat)
        assert prompt is not None
        side_actions = [side_action for side_action in prompt.side_actions if side_action.key in keys]
        chosen = [*(option for option in prompt.options if option.key in keys), *side_actions]
        label = tuple(resolve_text(option.label) for option in chosen)
        free = bool(side_actions) or (prompt.kind != "confirm" and len(aids.player.prune(match.state, prompt)) > 1)
        match.apply(Decision(match.step, seat, keys))
        next_prompt = match.find_prompt(seat)
        steps.append(ForeseenStep(aids.show_declared(copy_state(match.state), next_prompt), label, free, next_prompt))
    return steps
