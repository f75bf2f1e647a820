"""Why an option has its star: what this press brings and what only a later one does, beside what the others bring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from engines.kernel.match import Match
from engines.kernel.policy import Line
from engines.kernel.prompt import Decision, Prompt
from engines.kernel.trial import copied
from engines.kernel.words import Msg, Seat, Text, read

from .aids import Aids, Way

PAIR = 2
"""Of so many ways the one that is left is "the other", not "most others"."""


class Step(NamedTuple):
    """One answer of a line. label: what was chosen; free: whether anything else was worth trying, or it was something
    beside the question; asked: the question that it led to
    """

    state: Any
    label: tuple[Text, ...]
    free: bool
    asked: Prompt | None


def told(
    world: Match[Any], seat: Seat, aids: Aids, ways: Sequence[Way], best: Sequence[Way], planned: bool
) -> Iterator[tuple[Way, Msg]]:
    """The best, each with what sets it apart: of two that bring the same only the first one is left.

    planned: the best one carries a plan on, and need not be better than most
    """
    known = [way for way in ways if way.place is not None]
    alike, shared = _common([way.gains for way in known]), _common([way.costs for way in known])
    for number, way in enumerate(best):
        if all(str(gain) in alike for gain in way.gains):
            if rather := _rather(world, seat, aids, way, known):
                yield way, rather
                continue
            if not aids.plain:
                continue
        others = {str(gain) for other in best if other is not way for gain in other.gains}
        if all(str(gain) in alike | others for gain in way.gains):
            if number:
                continue
            others = set()
        costs = tuple(cost for cost in way.costs if str(cost) not in shared)
        reasons = Reasons(world, seat, aids, way, ways, alike, others)
        yield way, _careful(costs, reasons.gained() if way.gains else reasons.without_gain(planned))


def _rather(world: Match[Any], seat: Seat, aids: Aids, way: Way, known: Sequence[Way]) -> Msg | None:
    """What the answer has that a worse one lacks: the best of those for which there is something to say."""
    prompt = world.prompt(seat)
    assert prompt is not None
    for other in known:
        if other.value < way.value and (said := tuple(aids.contrast(other.after, way.after, seat))):
            labels = tuple(read(one.label) for one in (*prompt.options, *prompt.asides) if one.key in other.answer)
            if labels:
                return Msg("kernel.aid.rather", {"what": labels, "why": several(said[: aids.several])})
    return None


def _common(told: Sequence[tuple[Msg, ...]]) -> set[str]:
    """What is said of every answer."""
    return set.intersection(*({str(one) for one in some} for some in told)) if len(told) > 1 else set()


def _careful(costs: tuple[Msg, ...], why: Msg) -> Msg:
    return Msg("kernel.aid.careful", {"costs": costs, "why": why}) if costs else why


class Reasons:
    """The reasons of one answer that is pointed out.

    common: what all answers bring; others: what the other one brings that is pointed out
    """

    def __init__(
        self,
        world: Match[Any],
        seat: Seat,
        aids: Aids,
        way: Way,
        ways: Sequence[Way],
        common: set[str],
        others: set[str],
    ) -> None:
        assert way.place is not None
        self.world, self.seat, self.aids, self.way, self.ways = world, seat, aids, way, ways
        self.common, self.others = common, others
        self.steps = played(world, seat, aids, way.place.line)
        self.first = _at_once(self.steps)

    def gained(self) -> Msg:
        """What the answer itself brings, even if another does too; and what only a later one brings, as the plan."""
        aids, plan = self.aids, self.apart(self.way.gains)
        if not plan:
            return self.alike()
        own = [gain for gain in self.brought(self.steps) if str(gain) not in self.common]
        rest = self.apart(aids.reasons(self.steps[self.first].state, self.steps[-1].state, self.seat))
        own = [gain for gain in own if gain in plan or not any(aids.repeats(then, gain) for then in plan)]
        now = (self.apart(own) or tuple(own))[: aids.several]
        later = (rest if now else plan)[: aids.several - len(now)]
        if not later:
            return self.beside_label(now)
        return Msg("kernel.aid.both", {"now": several(now), "then": self.then(later)}) if now else self.then(later)

    def apart(self, gains: Iterable[Msg]) -> tuple[Msg, ...]:
        return tuple(gain for gain in gains if str(gain) not in self.common | self.others)

    def brought(self, steps: Sequence[Step]) -> list[Msg]:
        """What an answer brings before anything else is chosen."""
        return list(self.aids.reasons(self.world.state, steps[_at_once(steps)].state, self.seat))

    def alike(self) -> Msg:
        """In the end others lead to the same; what none of them brings at once is a reason all the same."""
        own = self.brought(self.steps)
        if not own:
            return Msg("kernel.aid.alike", {"why": self.then(self.way.gains[: self.aids.several])})
        why = several(own[: self.aids.several])
        for way in self.ways:
            if way.place is None or way is self.way:
                continue
            others = self.brought(played(self.world, self.seat, self.aids, way.place.line))
            if all(gain in others for gain in own):
                return Msg("kernel.aid.alike", {"why": why})
        return why

    def then(self, gains: Sequence[Msg]) -> Msg:
        """What later answers bring, with the one that brings most kinds of it, and whether it brings all of it."""
        stages = self.stages()
        if not stages:
            return several(gains)
        wanted = {gain.key for gain in gains}
        label, brings = max(stages, key=lambda stage: len(wanted & {gain.key for gain in stage[1]}))
        whole = {str(gain) for gain in gains} <= {str(gain) for gain in brings}
        return Msg("kernel.aid.then" if whole else "kernel.aid.then_more", {"what": label, "why": several(gains)})

    def stages(self) -> list[tuple[tuple[Text, ...], list[Msg]]]:
        """What is chosen after this answer, and what each brings before the next."""
        starts = [number for number, step in enumerate(self.steps) if step.free and number > self.first]
        ends = [*(start - 1 for start in starts[1:]), len(self.steps) - 1]
        states = [step.state for step in self.steps]
        return [
            (self.steps[start].label, list(self.aids.reasons(states[start - 1], states[end], self.seat)))
            for start, end in zip(starts, ends, strict=False)
        ]

    def beside_label(self, gains: Sequence[Msg]) -> Msg:
        """What the option's own label says already is no reason for it."""
        labels = [part for part in self.steps[0].label if isinstance(part, Msg)]
        if len(gains) == 1 and any(self.aids.repeats(gains[0], label) for label in labels):
            return Msg("kernel.aid.ahead")
        return several(gains)

    def without_gain(self, planned: bool) -> Msg:
        """What chance is about to decide; else how the others are worse."""
        if self.way.hopes:
            last = len(self.steps) - 1
            if self.first == last:
                return several(self.way.hopes)
            label, _ = self.stages()[-1]
            return Msg("kernel.aid.then", {"what": label, "why": several(self.way.hopes)})
        others = [way for way in self.ways if way is not self.way]
        spared = [cost for cost in others[0].costs if all(cost in way.costs for way in others)] if others else []
        if spared:
            return Msg("kernel.aid.spares", {"costs": tuple(spared)})
        if any(way.place is None for way in others) and len(self.ways) == PAIR:
            return Msg("kernel.aid.ahead")  # what the other one brings is not known
        if len(self.ways) == PAIR:
            return Msg("kernel.aid.other")
        return Msg("kernel.aid.goes_on" if planned else "kernel.aid.steady")


def _at_once(steps: Sequence[Step]) -> int:
    """The last step before anything else is chosen."""
    return next((number for number, later in enumerate(steps[1:]) if later.free), len(steps) - 1)


def several(gains: Sequence[Msg]) -> Msg:
    return gains[0] if len(gains) == 1 else Msg("kernel.aid.gains", {"gains": tuple(gains)})


def played(world: Match[Any], seat: Seat, aids: Aids, line: Line) -> list[Step]:
    """The State after each answer of a line that can be foreseen."""
    found, match = [], world.fork()
    for keys in line:
        prompt = match.prompt(seat)
        assert prompt is not None
        beside = [aside for aside in prompt.asides if aside.key in keys]
        offered = [*(option for option in prompt.options if option.key in keys), *beside]
        label = tuple(read(option.label) for option in offered)
        free = bool(beside) or (prompt.kind != "confirm" and len(aids.player.prune(match.state, prompt)) > 1)
        match.apply(Decision(match.step, seat, keys))
        found.append(Step(copied(match.state), label, free, match.prompt(seat)))
    return found
