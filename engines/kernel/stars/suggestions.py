"""First-game aids: which options of a question look good, and why, in a few words.

A game gives its computer player, which sees where an option leads, and `reasons`, which say what a seat gains there.
Options are tried in an imagined world, so nothing hidden is told; where something would be revealed, or somebody else
must answer, nothing is known and nothing said. What is pointed out is what the computer player would do with the same
thought, so that a newcomer who follows the stars plays about as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from engines.kernel.answers import Answer
from engines.kernel.match import Match
from engines.kernel.policy import Budget, Line
from engines.kernel.prompt import Option, Prompt
from engines.kernel.search import Place
from engines.kernel.words import Msg, Seat, Term, Text, read

from .aids import Aids, Way
from .starred import played, told

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
    for way, why in told(world, seat, aids, ways, _best(ways, root.now, prompt, plan[:1]), bool(plan)):
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
        state, asked = end.world.state, end.world.prompt(seat)
        if end.ways:  # lines went on in its world
            *_, (state, _, _, asked) = played(world, seat, aids, end.line)
        value = end.now + (SAME if (answer,) == planned else 0.0)
        gains, costs = (tuple(tell(before, state, seat)) for tell in (aids.reasons, aids.costs))
        hopes = () if asked is None else tuple(aids.hopes(state, asked))
        found.append(Way(answer, value, end, gains, costs, hopes, state))
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
    if best.costs:
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
