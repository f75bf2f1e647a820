"""Privacy by non-interference.

Everything that a seat cannot see is redealt. The seat's observations must not change, now or while both games continue
with the same keys, until a rule shows the seat different things or another seat's key does not exist in the imagined
world.

Information revealed by a rule is in the log or in the View. If both games show the same there, the following questions
must be the same too: otherwise they would depend on hidden hands.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from engines.kernel import LANGS, ComputedDefault, Decision, Game, LogEvent, Match, Prompt, Refused, Rng, Seat
from render import Mark, RenderContext, load_arts, paint
from tests.contract.cases import NAMES, Case, build_rng, random_decision
from tests.contract.playthrough import describe_prompt

OWN_CHANNELS = ("own question", "answers ")
"""Prefixes of the channels that contain the seat's own options."""
DEALS = 30
"""Deals that are compared; a part that could lie in two ways lies the same in all of them by chance of 1 : 2**29."""

Looker = Seat | None
Observation = dict[str, Any]


class Leak(AssertionError):
    """A seat observes hidden information; the message names the case, the seat, the decision and the channel."""


@dataclass
class PrivacyCounts:
    """Counts of a privacy check."""

    worlds: int = 0
    """Imagined worlds."""
    different: int = 0
    """Imagined worlds whose State differs from the true one."""
    comparisons: int = 0
    equal_reveals: int = 0
    """Reveals that showed the same in both games."""
    painted: int = 0
    """Scenes whose pixels were compared."""
    leaks: list[str] = field(default_factory=list)


def observe(match: Match[Any], seat: Looker, pictures: bool) -> Observation:
    """Return everything that the bot would show the seat (None: a spectator) in this position."""
    seen: Observation = {"view": match.build_view(seat)}
    public = match if match.acting_seat == seat and seat is not None else match.build_public_match()
    seen["waiting"] = public.waiting_seats
    seen["step"] = public.step
    seen["questions"] = tuple(
        describe_public_prompt(prompt) for prompt in (public.open_prompts.prompts if public.open_prompts else ())
    )
    prompt = None if seat is None else public.find_prompt(seat)
    if prompt is not None:
        seen["own question"] = (prompt.kind, prompt.topic, describe_prompt(prompt))
    if seat is not None:
        for topic, standing in match.game.presets.items():
            orders = standing.choices(seen["view"], seat)
            seen[f"orders {topic}"] = tuple((o.key, o.label, o.detail) for o in orders)
            if prompt is not None and prompt.topic == topic:
                seen[f"answers {topic}"] = tuple(standing.answer(prompt, order.value) for order in orders)
    if match.is_over:
        seen["scores"] = match.compute_scores()
    if pictures:
        seen |= dict(iter_drawings(match, seat, seen["view"]))
    return seen


def describe_public_prompt(prompt: Prompt) -> tuple[Any, ...]:
    """Return the public part of a question: everything except its options."""
    return (
        prompt.seat,
        prompt.text,
        prompt.kind,
        prompt.min,
        prompt.max,
        find_public_default(prompt),
        prompt.topic,
        prompt.rule,
        prompt.subject,
    )


def find_public_default(prompt: Prompt) -> Any:
    """Return the public information about the time-out answer."""
    return prompt.default.description if isinstance(prompt.default, ComputedDefault) else prompt.default


def iter_drawings(match: Match[Any], seat: Looker, view: Any) -> Iterator[tuple[str, Any]]:
    """Iterate over scenes, alternative texts and reports of all pictures, the panel's and the seat's own included."""
    art = load_arts().get(match.game.id)
    if art is None:
        return
    names = NAMES[: match.setup.seats]
    prompt = None if seat is None else match.find_prompt(seat)
    options = () if prompt is None else prompt.options
    marks = tuple(
        Mark(option.place, n, key=option.key) for n, option in enumerate(options, 1) if option.place is not None
    )
    for lang in LANGS:
        ctx = RenderContext(lang, names, seat)
        yield f"words {lang}", art.describe_board(view, ctx)
        for picture in art.list_pictures(view):
            yield f"scene {picture} {lang}", art.compose(view, picture, ctx)
            yield f"alt {picture} {lang}", art.describe_picture(view, picture, ctx)
        if seat is not None:
            ctx = RenderContext(lang, names, seat, marks)
            panel = art.choose_panel(view, seat, tuple(mark.place for mark in marks))
            yield f"scene {panel} {lang}", art.compose(view, panel, ctx)
            yield f"alt {panel} {lang}", art.describe_picture(view, panel, ctx)
            own_picture, ctx = art.find_own_picture(view, seat), RenderContext(lang, names, seat)
            yield f"scene own {own_picture} {lang}", art.compose(view, own_picture, ctx)
            yield f"alt own {own_picture} {lang}", art.describe_picture(view, own_picture, ctx)


def check_privacy(
    case: Case, game: Game[Any] | None = None, *, every: int = 1, pictures: int = 8, paints: int = 0
) -> PrivacyCounts:
    """Play the case and compare an imagined world for each viewer at every `every`-th decision. Raises Leak.

    pictures: Scenes are compared at every `pictures`-th of these positions (0: never)
    paints: number of Scenes whose pixels are compared too
    game: play this definition instead of the case's own
    """
    match = Match.start(game or case.definition, case.setup, case.seed)
    rng, worlds = build_rng(case, "play"), build_rng(case, "worlds")
    decisions: list[Decision] = []
    moments: list[Match[Any]] = [match.fork()]
    while not match.is_over:
        decisions.append(random_decision(match, rng))
        match.apply(decisions[-1])
        moments.append(match.fork())
    checked = PrivacyCounts()
    for number, moment in enumerate(moments[:-1]):
        if number % every:
            continue
        draw = bool(pictures) and number // every % pictures == 0
        for seat in (None, *range(case.seats)):
            if moment.acting_seat not in (None, seat) or any(other != seat for other in moment.hidden_answers):
                continue  # the seat sees the game as it was at the barrier, which is a position of its own
            try:
                _compare_worlds(moment, seat, decisions[number:], worlds, checked, draw, paints)
            except Leak as leak:
                raise Leak(f"{case}, decision {number}, {_name_viewer(seat)}: {leak}") from leak
    return checked


def _name_viewer(seat: Looker) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


def _compare_worlds(
    moment: Match[Any],
    seat: Looker,
    decisions: list[Decision],
    rng: Rng,
    checked: PrivacyCounts,
    draw: bool,
    paints: int,
) -> None:
    """Compare two games that differ in what the seat cannot see, played with the same keys."""
    truth, world = moment.fork(), moment.imagine_world(seat, rng)
    checked.worlds += 1
    checked.different += truth.state != world.state
    problems = world.game.problems(world.state)
    if problems:
        raise Leak(f"redeal breaks the game: {problems}")
    events_of_both: tuple[list[LogEvent], list[LogEvent]] = ([], [])
    _require_equal(observe(truth, seat, draw), observe(world, seat, draw), checked, paints)
    for played, decision in enumerate(decisions, 1):
        applied_truth = truth.apply(decision)
        try:
            applied_world = world.apply(decision)
        except Refused as refused:
            if decision.seat == seat:
                raise Leak(f"after {played} decisions its own answer {decision.keys} is refused: {refused}") from None
            return  # another seat's answer used a redealt card
        for events, applied in zip(events_of_both, (applied_truth, applied_world), strict=True):
            events.extend(applied.events)
        heard = [[event for event in events if event.is_visible_to(seat)] for events in events_of_both]
        revealed = applied_truth.has_revealed or applied_world.has_revealed
        if revealed and (
            applied_truth.has_revealed != applied_world.has_revealed
            or heard[0] != heard[1]
            or truth.build_view(seat) != world.build_view(seat)
        ):
            return  # the seat was shown different things
        if applied_truth.is_public != applied_world.is_public:
            raise Leak(f"after {played} decisions the barrier falls in one game only")
        if applied_truth.is_public or decision.seat == seat:
            _require_equal({"sentences": heard[0]}, {"sentences": heard[1]}, checked, 0)
        if applied_truth.is_public:
            for events in events_of_both:
                events.clear()
            seen = observe(truth, seat, False), observe(world, seat, False)
            if revealed:
                own_channels = [
                    {key: each.pop(key) for key in (*each,) if key.startswith(OWN_CHANNELS)} for each in seen
                ]
                checked.equal_reveals += 1
            _require_equal(*seen, checked, 0)
            if revealed and own_channels[0] != own_channels[1]:
                return  # the seat was shown different things in its own options


def _require_equal(first: Observation, second: Observation, checked: PrivacyCounts, paints: int) -> None:
    checked.comparisons += 1
    for channel in {**first, **second}:
        if first.get(channel) != second.get(channel):
            raise Leak(f"{channel}: {describe_difference(repr(first.get(channel)), repr(second.get(channel)))}")
    for channel in [channel for channel in first if channel.startswith("scene")]:
        if checked.painted < paints:
            checked.painted += 1
            if paint(first[channel]) != paint(second[channel]):
                raise Leak(f"{channel}: the same Scene paints other pixels")


def describe_difference(text: str, other_text: str) -> str:
    """Return the first difference of two texts with its surroundings."""
    index = next(
        (i for i, (a, b) in enumerate(zip(text, other_text, strict=False)) if a != b), min(len(text), len(other_text))
    )
    first = max(0, index - 80)
    return f"...{text[first : index + 60]}... became ...{other_text[first : index + 60]}..."


def play_some_turns(game: Game[Any], seats: int, decisions: int = 40) -> Match[Any]:
    """Return a game after random decisions."""
    match, rng = Match.start(game, game.build_setup(seats), bytes(32)), Rng(bytes(32))
    for _ in range(decisions):
        match.apply(random_decision(match, rng))
    return match


def count_moved_places(match: Match[Any], seat: Seat | None) -> Counter[str]:
    """Return by field of the State, as `players.hand`, how many places differ between redeals for a seat."""
    states = []
    for n in range(DEALS):
        state = copy.deepcopy(match.state)
        match.game.redeal(state, seat, Rng(bytes(32), 1000 * n))
        states.append(dict(_iter_leaves("", msgspec.to_builtins(state))))
    paths = {path for state in states for path in state}
    moved = [path for path in paths if len({repr(state.get(path)) for state in states}) > 1]
    return Counter(".".join(part for part in path.split("/") if part and not part.isdecimal()) for path in moved)


def _iter_leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the values in nested objects and lists by their path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _iter_leaves(f"{path}/{key}", inner)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _iter_leaves(f"{path}/{index}", inner)
    else:
        yield path, value
