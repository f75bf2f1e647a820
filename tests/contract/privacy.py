"""Privacy by non-interference (DESIGN 8.2).

Deal anew what a seat cannot see: nothing that the seat observes may change, now or while both games are played on by
the same keys, until a rule shows the seat different things or another seat's key does not exist in the imagined world.

What a rule reveals, it tells or has in the View. If both games show the same there, the questions that follow are the
same too: a question has no other way to know than the hands that nobody was shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engines.kernel import LANGS, Decision, Default, Event, Game, Match, Prompt, Refused, Rng, Seat
from render import Look, Mark, arts, paint
from tests.contract.cases import NAMES, Case, chance, random_decision
from tests.contract.playthrough import shown

OWN = ("own question", "answers ")
"""Channels that hold the options of the seat itself."""

Looker = Seat | None
Observation = dict[str, Any]


class Leak(AssertionError):
    """A seat observes what it must not know: in which case, who, when, and which channel."""


@dataclass
class Checked:
    """What a check has done: how many imagined worlds, how many of them were another State, how many comparisons.

    alike: how often a reveal showed the same in both games
    """

    worlds: int = 0
    different: int = 0
    comparisons: int = 0
    alike: int = 0
    painted: int = 0
    leaks: list[str] = field(default_factory=list)


def observe(match: Match[Any], seat: Looker, pictures: bool) -> Observation:
    """Everything that the bot would show the seat (None: a spectator) at this moment."""
    seen: Observation = {"view": match.view(seat)}
    public = match if match.acting == seat and seat is not None else match.public()
    seen["waiting"] = public.waiting
    seen["step"] = public.step
    seen["questions"] = tuple(asked(prompt) for prompt in (public.ask.prompts if public.ask else ()))
    prompt = None if seat is None else public.prompt(seat)
    if prompt is not None:
        seen["own question"] = (prompt.kind, prompt.topic, shown(prompt))
    if seat is not None:
        for topic, standing in match.game.standing.items():
            orders = standing.choices(seen["view"], seat)
            seen[f"orders {topic}"] = tuple((o.key, o.label, o.detail) for o in orders)
            if prompt is not None and prompt.topic == topic:
                seen[f"answers {topic}"] = tuple(standing.answer(prompt, order.value) for order in orders)
    if match.over:
        seen["scores"] = match.scores()
    if pictures:
        seen |= dict(drawn(match, seat, seen["view"]))
    return seen


def asked(prompt: Prompt) -> tuple[Any, ...]:
    """What must be public knowledge of a question: all but its options."""
    return (
        prompt.seat,
        prompt.text,
        prompt.kind,
        prompt.min,
        prompt.max,
        silence(prompt),
        prompt.topic,
        prompt.rule,
        prompt.about,
    )


def silence(prompt: Prompt) -> Any:
    """What everybody may know of the answer of a time-out."""
    return prompt.default.told if isinstance(prompt.default, Default) else prompt.default


def drawn(match: Match[Any], seat: Looker, view: Any) -> Iterator[tuple[str, Any]]:
    """Scenes, alt texts and words of all pictures in both languages, the panel of an open question, the seat's own."""
    art = arts().get(match.game.id)
    if art is None:
        return
    names = NAMES[: match.setup.seats]
    prompt = None if seat is None else match.prompt(seat)
    options = () if prompt is None else prompt.options
    marks = tuple(Mark(one.place, n, key=one.key) for n, one in enumerate(options, 1) if one.place is not None)
    for lang in LANGS:
        look = Look(lang, names, seat)
        yield f"words {lang}", art.words(view, look)
        for picture in art.pictures(view):
            yield f"scene {picture} {lang}", art.compose(view, picture, look)
            yield f"alt {picture} {lang}", art.alt(view, picture, look)
        if seat is not None:
            look = Look(lang, names, seat, marks)
            panel = art.panel(view, seat, tuple(mark.place for mark in marks))
            yield f"scene {panel} {lang}", art.compose(view, panel, look)
            yield f"alt {panel} {lang}", art.alt(view, panel, look)
            own, look = art.own(view, seat), Look(lang, names, seat)
            yield f"scene own {own} {lang}", art.compose(view, own, look)
            yield f"alt own {own} {lang}", art.alt(view, own, look)


def check(case: Case, game: Game[Any] | None = None, *, every: int = 1, pictures: int = 8, paints: int = 0) -> Checked:
    """Play the case and imagine worlds at every `every`-th decision, one for each who looks. Raises Leak.

    `pictures`: Scenes are compared at every so many-th of these moments (0: never). `paints`: so many Scenes are also
    painted. `game`: play this definition instead of the case's own.
    """
    match = Match.start(game or case.definition, case.setup, case.seed)
    rng, worlds = chance(case, "play"), chance(case, "worlds")
    decisions: list[Decision] = []
    moments: list[Match[Any]] = [match.fork()]
    while not match.over:
        decisions.append(random_decision(match, rng))
        match.apply(decisions[-1])
        moments.append(match.fork())
    checked = Checked()
    for number, moment in enumerate(moments[:-1]):
        if number % every:
            continue
        draw = bool(pictures) and number // every % pictures == 0
        for seat in (None, *range(case.seats)):
            if moment.acting not in (None, seat) or any(other != seat for other in moment.answers):
                continue  # the seat sees the game as it was at the barrier: that moment is looked at itself
            try:
                _compare(moment, seat, decisions[number:], worlds, checked, draw, paints)
            except Leak as leak:
                raise Leak(f"{case}, decision {number}, {_name(seat)}: {leak}") from leak
    return checked


def _name(seat: Looker) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


def _compare(
    moment: Match[Any], seat: Looker, decisions: list[Decision], rng: Rng, checked: Checked, draw: bool, paints: int
) -> None:
    """Two games that differ in what the seat cannot see, played by the same keys."""
    truth, world = moment.fork(), moment.world(seat, rng)
    checked.worlds += 1
    checked.different += truth.state != world.state
    problems = world.game.problems(world.state)
    if problems:
        raise Leak(f"redeal breaks the game: {problems}")
    told: tuple[list[Event], list[Event]] = ([], [])
    _same(observe(truth, seat, draw), observe(world, seat, draw), checked, paints)
    for played, decision in enumerate(decisions, 1):
        one = truth.apply(decision)
        try:
            two = world.apply(decision)
        except Refused as refused:
            if decision.seat == seat:
                raise Leak(f"after {played} decisions the own answer {decision.keys} is refused: {refused}") from None
            return  # another seat answered from what was dealt anew
        for events, applied in zip(told, (one, two), strict=True):
            events.extend(applied.events)
        heard = [[event for event in events if event.visible_to(seat)] for events in told]
        revealed = one.revealed or two.revealed
        if revealed and (one.revealed != two.revealed or heard[0] != heard[1] or truth.view(seat) != world.view(seat)):
            return  # the seat was shown different things
        if one.public != two.public:
            raise Leak(f"after {played} decisions the barrier falls in one game only")
        if one.public or decision.seat == seat:
            _same({"sentences": heard[0]}, {"sentences": heard[1]}, checked, 0)
        if one.public:
            for events in told:
                events.clear()
            seen = observe(truth, seat, False), observe(world, seat, False)
            if revealed:
                own = [{key: each.pop(key) for key in (*each,) if key.startswith(OWN)} for each in seen]
                checked.alike += 1
            _same(*seen, checked, 0)
            if revealed and own[0] != own[1]:
                return  # what it was shown is in its own options


def _same(one: Observation, two: Observation, checked: Checked, paints: int) -> None:
    checked.comparisons += 1
    for channel in {**one, **two}:
        if one.get(channel) != two.get(channel):
            raise Leak(f"{channel}: {difference(repr(one.get(channel)), repr(two.get(channel)))}")
    for channel in [channel for channel in one if channel.startswith("scene")]:
        if checked.painted < paints:
            checked.painted += 1
            if paint(one[channel]) != paint(two[channel]):
                raise Leak(f"{channel}: the same Scene paints other pixels")


def difference(one: str, two: str) -> str:
    """The place where two texts part, with what stands around it."""
    at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    first = max(0, at - 80)
    return f"...{one[first : at + 60]}... became ...{two[first : at + 60]}..."
