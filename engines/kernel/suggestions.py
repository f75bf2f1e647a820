"""First-game aids: which options of a question look good, and why, in a few words.

A game gives its computer player, which sees where an option leads, and `reasons`, which say what a seat gains there.
Options are tried in an imagined world, so nothing hidden is told; where something would be revealed, or somebody else
must answer, nothing is known and nothing said. What is pointed out is what the computer player would do with the same
thought, so that a newcomer who follows the stars plays about as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from .answers import Answer
from .match import Match
from .policy import Budget, Line
from .prompt import Decision, Option, Prompt
from .rules import TableOption
from .search import Greedy, Place
from .trial import copied
from .words import Msg, Seat, Term, Text, read

AIDS = TableOption("aids", ("first", "on", "off"), "first")
"""The table option of a game that has them: for people who play their first game of it, for everybody, for nobody."""
ALONE, FIRST = "kernel.aid.only", "kernel.aid.also"
"""What the detail of an option that looks good says: only why, or why before what it said anyway."""
LEAST = 0.3
"""So much better than the middle one an answer must be to be pointed out, in the unit of `worth`."""
NEAR = 1.0
"""A second one is pointed out, for another reason, if it is worse by no more than this."""
DEAR = 1.0
"""So much better than the rest something must be that costs what is said about it (`Aids.costs`)."""
SAME = 0.05
"""Ends that differ by less are equally good."""
MANY = 4
"""Among so many answers two may be pointed out, among fewer only one."""
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
    repeats: whether this part of an option's detail, or this reason of the answer itself where the other is one of the
             plan that begins with it, says no more than this reason does
    beside:  whether this aside may be pointed out at the question; where it has nothing to do with it, it may not
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
    opinion: Callable[[Any, Prompt], Mapping[str, Msg]] = lambda state, prompt: {}


class Way(NamedTuple):
    """An answer, and where it leads if the seat goes on well: what that is worth, what is gained, what it costs.

    place: the end of the line; None: nothing of it can be foreseen
    """

    answer: Answer
    value: float
    place: Place | None
    gains: tuple[Msg, ...]
    costs: tuple[Msg, ...]


class Advice(NamedTuple):
    """The options of a question that look best, and why each is good, the best first; and the plans that begin with
    them, so that the next question of the turn can carry them on (`carried`). position: of the question, in the game
    """

    position: int
    best: Mapping[str, Msg] = {}
    plans: tuple[Line, ...] = ()


def advised(match: Match[Any], seat: Seat, aids: Aids | None) -> Prompt | None:
    """The seat's open question; the details of the options that look best begin with that and the reason.

    aids: those of the game (`Game.aids`); None: it has none, and the question is read as it is
    """
    prompt = match.prompt(seat)
    return prompt if prompt is None or aids is None else marked(prompt, advice(match, seat, aids), aids)


def marked(prompt: Prompt, found: Advice, aids: Aids) -> Prompt:
    """The question with what was found out about it in the details of its options."""
    options, asides = (
        tuple(_marked(option, found, aids) for option in some) for some in (prompt.options, prompt.asides)
    )
    return msgspec.structs.replace(prompt, options=options, asides=asides)


def _marked(option: Option, found: Advice, aids: Aids) -> Option:
    why = found.best.get(option.key)
    if why is None:
        return option
    detail = None if option.detail is None else _beside(read(option.detail), tuple(_at_once(why)), aids)
    if detail is None:
        return msgspec.structs.replace(option, detail=Msg(ALONE, {"why": why}))
    return msgspec.structs.replace(option, detail=Msg(FIRST, {"why": why, "detail": detail}))


def _at_once(why: Msg) -> Iterator[Msg]:
    """The reasons in it that are of the option itself, not of a plan that begins with it."""
    if why.key in ("kernel.aid.then", "kernel.aid.along"):
        return
    inner = [one for arg in why.args.values() for one in (arg if isinstance(arg, tuple) else (arg,))]
    reasons = [one for one in inner if isinstance(one, Msg)]
    if why.key.startswith("kernel."):
        for reason in reasons:
            yield from _at_once(reason)
    else:
        yield why


def _beside(detail: Text, reasons: Sequence[Msg], aids: Aids) -> Text | None:
    """The detail without those of its `parts` that the reasons say; None if nothing is left."""
    if not isinstance(detail, Msg):
        return detail
    if any(aids.repeats(reason, detail) for reason in reasons):
        return None
    parts = detail.args.get("parts")
    if not isinstance(parts, tuple):
        return detail
    kept = tuple(
        part for part in parts if not isinstance(part, Msg) or not any(aids.repeats(reason, part) for reason in reasons)
    )
    return Msg(detail.key, {**detail.args, "parts": kept}) if kept else None


def is_suggested(said: Text | None) -> bool:
    """Whether the option with this detail is one of those that look best."""
    return isinstance(said, Msg) and said.key in (ALONE, FIRST)


def unreasoned(detail: Text) -> Text:
    """What an option brings, without the reason of its star where more than that is said."""
    said = detail.args["detail"] if isinstance(detail, Msg) and detail.key == FIRST else detail
    return said if isinstance(said, (Msg, Term)) else detail


def suggestions(match: Match[Any], seat: Seat, aids: Aids) -> dict[str, Msg]:
    """The options of the seat's open question that look best, and why each is good; the best first."""
    return dict(advice(match, seat, aids).best)


def is_advisable(prompt: Prompt) -> bool:
    """Whether there is anything to choose from."""
    return len(prompt.options) + len(prompt.asides) > 1


def advice(match: Match[Any], seat: Seat, aids: Aids | None, earlier: Advice | None = None) -> Advice:
    """What looks best at the seat's open question; nothing where the game has no aids.

    earlier: what was said at an earlier question of the turn; its plan is carried on unless something better shows up
    """
    prompt = match.prompt(seat)
    if aids is None or prompt is None or not is_advisable(prompt):
        return Advice(match.position)
    world = match.world(seat, match.secret("aids", seat))
    if held := aids.opinion(world.state, prompt):
        return Advice(match.position, held)
    plan = carried(match, seat, earlier)
    root = aids.player.explored(world, seat, Budget(aids.tries), plan)
    ways = _ways(world, seat, aids, root, plan[:1])
    if not plan and ways[0].value - ways[-1].value < SAME:  # all ways lead to the same end: what do they bring at once?
        ways = _ways(world, seat, aids, aids.player.explored(world, seat, Budget(0)), ())
    found: dict[str, Msg] = {}
    plans: list[Line] = []
    for way, why in _told(world, seat, aids, ways, _best(ways, root.now, prompt, plan[:1])):
        assert way.place is not None
        plans.append(way.place.line)
        found = {**_of_each(prompt, way.answer, why), **found}
    return Advice(match.position, found, tuple(plans))


def _of_each(prompt: Prompt, answer: Answer, why: Msg) -> dict[str, Msg]:
    """The reason of each option of an answer. A part alone does not bring what all bring: the first says what that is,
    the others that they go with it. An answer of nothing has no option that could say it.
    """
    labels = {one.key: read(one.label) for one in (*prompt.options, *prompt.asides) if one.key in answer}
    if not labels:
        return {}
    first, *others = labels
    if not others:
        return {first: why}
    if prompt.kind == "allocate":  # how many of each is what is chosen
        counted = tuple(Msg("kernel.aid.counted", {"what": labels[key], "n": answer.count(key)}) for key in labels)
        found = {first: Msg("kernel.aid.shared", {"what": counted, "why": why})}
    else:
        found = {first: Msg("kernel.aid.together", {"why": why})}
    return {**found, **dict.fromkeys(others, Msg("kernel.aid.along", {"first": labels[first]}))}


def carried(match: Match[Any], seat: Seat, earlier: Advice | None) -> Line:
    """What is left of a plan whose answers were given since it was said; nothing if other answers were given."""
    if earlier is None or not match.base <= earlier.position < match.position:
        return ()
    since = match.tail[earlier.position - match.base :]
    given = tuple(decision.keys for decision in since)
    if any(decision.seat != seat for decision in since):
        return ()
    return next((plan[len(given) :] for plan in earlier.plans if plan[: len(given)] == given), ())


def _ways(world: Match[Any], seat: Seat, aids: Aids, root: Place, planned: Line) -> list[Way]:
    """The answers that were tried, the best first; what is planned already comes before what is hardly better."""
    before, found, prompt = world.state, [], world.prompt(seat)
    assert prompt is not None
    silent = {aside.key for aside in prompt.asides if not aids.beside(prompt, aside)}
    for place in root.ways:
        answer, end = place.line[-1], place.foreseen
        if not silent.isdisjoint(answer):
            continue
        if not place.certain:
            found.append(Way(answer, root.now, None, (), ()))
            continue
        after = end.world.state if not end.ways else _played(world, seat, aids, end.line)[-1].state
        value = end.now + (NEAR if (answer,) == planned else 0.0)
        gains, costs = (tuple(tell(before, after, seat)) for tell in (aids.reasons, aids.costs))
        found.append(Way(answer, value, end, gains, costs))
    return sorted(found, key=lambda way: -way.value)


def _best(ways: Sequence[Way], now: float, prompt: Prompt, planned: Line) -> list[Way]:
    """At most two that are clearly better than most: what most answers bring needs no advice. Of a plan that is carried
    on it is enough that something else would be worse."""
    known = _asked([way for way in ways if way.place is not None], prompt, planned)
    if not known:
        return []
    measure = ways[-1].value + LEAST if (known[0].answer,) == planned else _measure(ways, now)
    if known[0].value - measure < LEAST:
        return []
    best = known[0]
    harmless = next((way for way in known if way.gains and not way.costs), best)
    if best.value - harmless.value < DEAR:
        best = harmless
    idle = next((way for way in known if not way.gains and not way.costs and abs(way.value - now) < LEAST), None)
    if idle is not None and best.value - idle.value < LEAST:
        best = idle
    if prompt.kind == "confirm" and best.answer == (prompt.options[0].key,):
        return []  # it stands there anyway
    if best is idle:
        return [idle]
    if (best.answer,) == planned:
        return [best]  # what was pointed out is carried on; another star would speak against it
    second = [
        way
        for way in known
        if way is not best and not way.costs and way.gains and way.gains != best.gains and best.value - way.value < NEAR
    ]
    return [best, *second[:1]] if len(ways) >= MANY and prompt.max == 1 else [best]


def _asked(known: list[Way], prompt: Prompt, planned: Line) -> list[Way]:
    """Without the asides, after which the question comes again, unless one is worth much more than all answers."""
    beside = {aside.key for aside in prompt.asides}
    answers = [way for way in known if beside.isdisjoint(way.answer)]
    much = 2 * LEAST if known and (known[0].answer,) == planned else LEAST
    return answers if answers and known[0].value - answers[0].value < much else known


def _measure(ways: Sequence[Way], now: float) -> float:
    """What an answer is worth that is nothing special: the middle one; nothing, where all but one are unknown."""
    return ways[len(ways) // 2].value if len(ways) > 1 else now


# ---------------------------------------------------------------- reasons


class Step(NamedTuple):
    """One answer of a line. label: what was chosen; free: whether anything else was worth trying."""

    state: Any
    label: tuple[Text, ...]
    free: bool


def _told(
    world: Match[Any], seat: Seat, aids: Aids, ways: Sequence[Way], best: Sequence[Way]
) -> Iterator[tuple[Way, Msg]]:
    """The best, each with what sets it apart: of two that bring the same only the first one is left."""
    known = [way for way in ways if way.place is not None]
    alike, shared = _common([way.gains for way in known]), _common([way.costs for way in known])
    for number, way in enumerate(best):
        if not aids.plain and all(str(gain) in alike for gain in way.gains):
            continue
        others = {str(gain) for other in best if other is not way for gain in other.gains}
        if all(str(gain) in alike | others for gain in way.gains):
            if number:
                continue
            others = set()
        costs = tuple(cost for cost in way.costs if str(cost) not in shared)
        yield way, _careful(costs, _why(world, seat, aids, way, alike, others))


def _common(told: Sequence[tuple[Msg, ...]]) -> set[str]:
    """What is said of every answer."""
    return set.intersection(*({str(one) for one in some} for some in told)) if len(told) > 1 else set()


def _careful(costs: tuple[Msg, ...], why: Msg) -> Msg:
    return Msg("kernel.aid.careful", {"costs": costs, "why": why}) if costs else why


def _why(world: Match[Any], seat: Seat, aids: Aids, way: Way, alike: set[str], others: set[str]) -> Msg:
    """What the answer itself brings, even if another does too; and what only a later one brings, told as the plan."""
    assert way.place is not None

    def apart(gains: Iterable[Msg]) -> tuple[Msg, ...]:
        return tuple(gain for gain in gains if str(gain) not in alike | others)

    if not way.gains:
        return Msg("kernel.aid.steady")
    if not apart(way.gains):
        return Msg("kernel.aid.alike", {"why": _several(way.gains[: aids.several])})
    steps = _played(world, seat, aids, way.place.line)
    at_once = next((number for number, later in enumerate(steps[1:]) if later.free), len(steps) - 1)
    own = [gain for gain in aids.reasons(world.state, steps[at_once].state, seat) if str(gain) not in alike]
    plan = apart(way.gains)
    own = [gain for gain in own if gain in plan or not any(aids.repeats(then, gain) for then in plan)]
    now = (apart(own) or tuple(own))[: aids.several]
    said = {str(gain) for gain in now}
    later = [gain for gain in plan if str(gain) not in said][: aids.several - len(now)]
    if not later:
        return _several(now)
    chosen = steps[0]
    for step in steps[at_once + 1 :]:
        chosen = step if step.free else chosen
        if str(later[0]) in map(str, aids.reasons(world.state, step.state, seat)):
            break
    then = Msg("kernel.aid.then", {"what": chosen.label, "why": _several(later)})
    return Msg("kernel.aid.both", {"now": _several(now), "then": then}) if now else then


def _several(gains: Sequence[Msg]) -> Msg:
    return gains[0] if len(gains) == 1 else Msg("kernel.aid.gains", {"gains": tuple(gains)})


def _played(world: Match[Any], seat: Seat, aids: Aids, line: Line) -> list[Step]:
    """The State after each answer of a line that can be foreseen."""
    found, played = [], world.fork()
    for keys in line:
        prompt = played.prompt(seat)
        assert prompt is not None
        offered = [option for option in (*prompt.options, *prompt.asides) if option.key in keys]
        label = tuple(read(option.label) for option in offered)
        free = prompt.kind != "confirm" and len(aids.player.prune(played.state, prompt)) > 1
        played.apply(Decision(played.step, seat, keys))
        found.append(Step(copied(played.state), label, free))
    return found
