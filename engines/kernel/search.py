"""The greedy player of any game: it plays its own turn out in thought and takes the line that leaves it best off.

A game gives `worth`, what a State is worth to a seat by rule of thumb, and may add which options are worth trying, at
which question inside a turn a line may be judged, and how others answer.

A line is followed by what looks best at once, up to where it may be judged. Then lines are gone through again, with all
answers to one of their questions, while the budget lasts: by turns the most promising line, and the earliest question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .answers import Answer, answers, neighbours
from .chance import SEED_BYTES, Rng
from .match import Applied, Match
from .policy import Budget, Line, random_answer
from .prompt import Decision, Option, Prompt
from .words import Seat

LATER = 0.001
"""Of two ways to the same end the shorter one is taken."""
SAME = 1e-9
PATIENCE = 2
"""At most this many questions in a row are searched in full while no answer changes the worth yet."""
LONGEST = 40
"""A line of so many answers goes no further: it may lead in a circle."""


@dataclass(frozen=True)
class Greedy:
    """A policy. It tells the kinds of questions by the type of `Prompt.about`, never by their sentences.

    worth:    what a State is worth to a seat
    prune:    the options of a question that are worth trying; asides are always tried
    rest:     questions inside the turn at which a line may be judged, because the State says all of where the turn
              stands: a menu to which it comes back. Where the turn is confirmed or over a line is judged in any case
    prospect: what the question adds to the worth of the State in which it is put: dice about to be rolled, a regret
    others:   what somebody else is likely to answer in the own turn; None: what is best for that seat at once
    last:     questions at which a line ends, because chance decides next: `prospect` says what it is worth there
    """

    worth: Callable[[Any, Seat], float]
    prune: Callable[[Any, Prompt], Sequence[Option]] = lambda state, prompt: prompt.options
    rest: Callable[[Prompt], bool] = lambda prompt: False
    prospect: Callable[[Any, Prompt], float] = lambda state, prompt: 0.0
    others: Callable[[Any, Prompt], Answer | None] = lambda state, prompt: None
    last: Callable[[Prompt], bool] = lambda prompt: False

    def __call__(self, world: Match[Any], prompt: Prompt, rng: Rng, budget: Budget) -> Line:
        """The line with the best end; among equals, one by chance."""
        if len(prompt.options) + len(prompt.asides) == 1:
            return ((prompt.options[0].key,),)
        return Thought(self, prompt.seat, budget).line(world, rng)

    def explored(self, world: Match[Any], seat: Seat, budget: Budget, plan: Line = ()) -> Place:
        """The open question, with the lines that were gone through from it; the one that was planned is among them."""
        return Thought(self, seat, budget, wide=True).explored(world, plan)

    def arrival(self, world: Match[Any], seat: Seat, answer: Answer, budget: Budget) -> Place:
        """The place that this answer leads to, if the seat goes on with good answers to the next rest."""
        thought = Thought(self, seat, budget)
        place = thought.after(thought.place(world), answer, world.fork())
        thought.follow(place)
        return place.end


@dataclass(eq=False, slots=True)
class Place:
    """Where a line has come to.

    line:     own answers up to here; `sure` of them may be given before anything was revealed or others were asked
    ended:    the turn is over, or will be when it is confirmed; rests: the line may be judged, and may go on: before a
              confirmation that has asides, too
    now:      what it is worth as it stands; value: when the line goes on from here as far as was followed
    ways:     where the answers lead; followed: whether it was played on from here
    """

    world: Match[Any]
    before: Place | None
    line: Line
    sure: int
    certain: bool
    ended: bool
    rests: bool
    now: float
    value: float
    ways: list[Place] = field(default_factory=list)
    followed: bool = False

    @property
    def judged(self) -> bool:
        return self.ended or self.rests

    @property
    def end(self) -> Place:
        """The last place of the best line found from here."""
        followed = [way for way in self.ways if way.followed]
        return max(followed, key=lambda way: way.value).end if followed else self

    @property
    def foreseen(self) -> Place:
        """The best place from here before which nothing is revealed and nobody else is asked; at least this one.

        Where the best way cannot be foreseen, what can be known ends here.
        """
        followed = [way for way in self.ways if way.followed]
        known = [way.foreseen for way in followed if way.certain]
        if len(known) < len(followed):
            known.append(self)
        return max(known, key=lambda place: place.now, default=self)

    def settle(self) -> None:
        """Update `value` here and in all earlier places, after a line from here was explored."""
        place: Place | None = self
        while place is not None:
            place.value = max((way.value for way in place.ways if way.followed), default=place.now)
            place = place.before


def _promise(place: Place) -> tuple[float, int]:
    return place.value, -len(place.line)


def _neglect(place: Place) -> tuple[int, float]:
    """Early questions of less promising lines: their better continuation may just not have been seen."""
    return -len(place.line), place.value


@dataclass
class Thought:
    """The search of one player before one answer.

    wide: the first question is tried with all its options where only one would be worth trying, to see whether it is
          better than they are
    """

    player: Greedy
    seat: Seat
    budget: Budget
    wide: bool = False

    def line(self, world: Match[Any], rng: Rng) -> Line:
        root = self.explored(world)
        end = rng.pick([way for way in root.ways if way.value > root.value - SAME]).end
        return end.line[: end.sure]

    def explored(self, world: Match[Any], plan: Line = ()) -> Place:
        """The question here and its ways, as far as the budget lasts; first of all the planned answers."""
        root = self.place(world)
        frontier, deep = [*self.carry_on(root, plan), *self.widen(root)], False
        while frontier and not self.budget.spent:
            deep = not deep
            place = max(frontier, key=_promise if deep else _neglect)
            frontier.remove(place)
            frontier += self.widen(place)
        return root

    def carry_on(self, place: Place, plan: Line) -> list[Place]:
        """Follow these answers as far as they can be given. Returns as `widen`."""
        if not plan:
            return []
        for answer in plan:
            if place.ended:
                break
            self.grow(place)
            way = next((way for way in place.ways if way.line[-1] == answer), None)
            if way is None:
                break
            way.followed, place = True, way
        open_ends = self.follow(place) if place.line else []
        place.settle()
        return open_ends

    def widen(self, place: Place) -> list[Place]:
        """Explore every answer from here, the one that is worth most at once first. Returns the places from which lines
        may go on."""
        if place.rests:
            place.world = place.world.afresh()
        self.grow(place)
        unknown = [way for way in place.ways if not way.followed]
        open_ends = []
        for way in sorted(unknown, key=lambda way: -way.now):
            open_ends += self.follow(way)
        place.settle()
        return open_ends

    def follow(self, place: Place, patience: int = PATIENCE) -> list[Place]:
        """Play on greedily from here to the first place where the line may be judged. Returns as `widen`.

        Places that are explored already stay; the best of the rest goes on, because stopping is always an answer. Where
        no answer changes the worth yet, all of them are explored.
        """
        place.followed = True
        if place.ended:
            return []
        if place.rests or self.budget.spent or len(place.line) >= LONGEST:
            return [place]
        self.grow(place)
        going = [way for way in place.ways if not way.judged]
        for way in place.ways:
            way.followed = way.judged
        open_ends = [place, *(way for way in place.ways if way.rests)]
        if going:
            best = max(going, key=lambda way: way.now)
            undecided = patience and all(way.now > best.now - SAME for way in going)
            for way in going if undecided else (best,):
                open_ends += self.follow(way, patience - 1)
        place.settle()
        return open_ends

    def grow(self, place: Place) -> None:
        """Try the candidate answers to the question here, and where not all were listed, the neighbours of the best."""
        if place.ways or place.world.ask is None:
            return
        prompt = place.world.prompt(self.seat)
        assert prompt is not None
        options = self.player.prune(place.world.state, prompt)
        if self.wide and place.before is None and len(options) == 1:
            options = prompt.options
        tried: set[Answer] = set()

        def attempt(some: Iterable[Answer]) -> None:
            for answer in some:
                if answer not in tried:
                    tried.add(answer)
                    place.ways.append(self.after(place, answer, place.world.fork()))

        if prompt.max == 1 and place.before is not None:
            # The last answer is given on the world itself, which nobody needs any more: one fork less.
            *most, last = answers(prompt, options)
            attempt(most)
            place.ways.append(self.after(place, last, place.world))
            return
        attempt(answers(prompt, options))
        best = None
        while prompt.max > 1 and not self.budget.spent:
            found = max(place.ways, key=lambda way: way.now)
            if found is best:
                break
            best = found
            attempt(neighbours(prompt, options, best.line[-1]))

    def after(self, place: Place, answer: Answer, world: Match[Any]) -> Place:
        """Where an answer leads, up to the seat's next question or the end of the turn. world: a fork for it."""
        applied = self.apply(world, self.seat, answer)
        certain, over = place.certain and not applied.revealed, bool(applied.frames)
        while world.ask is not None and not over and self.seat not in world.waiting:
            certain = False
            prompt = world.ask.of(world.waiting[0])
            assert prompt is not None
            if prompt.kind == "confirm" or self.player.rest(prompt):
                break
            over = bool(self.apply(world, prompt.seat, self.reply(world, prompt)).frames)
        return self.place(world, place, (*place.line, answer), certain, over)

    def place(
        self,
        world: Match[Any],
        before: Place | None = None,
        line: Line = (),
        certain: bool = True,
        over: bool = False,
    ) -> Place:
        prompt = world.prompt(self.seat)
        ended = over or prompt is None or (prompt.kind == "confirm" and not prompt.asides) or self.player.last(prompt)
        now = self.player.worth(world.state, self.seat) - LATER * len(line)
        if prompt is not None and not over:
            now += self.player.prospect(world.state, prompt)
        sure = len(line) if before is None or before.certain else before.sure
        rests = not ended and prompt is not None and (prompt.kind == "confirm" or self.player.rest(prompt))
        return Place(world, before, line, sure, certain, ended, rests, now, now)

    def apply(self, world: Match[Any], seat: Seat, answer: Answer) -> Applied:
        self.budget.tries -= 1
        return world.apply(Decision(world.step, seat, answer))

    def reply(self, world: Match[Any], prompt: Prompt) -> Answer:
        """What somebody else answers in the own turn."""
        state, seat = world.state, prompt.seat
        likely = self.player.others(state, prompt)
        if likely is not None:
            return likely
        if world.ask is not None and world.ask.together:
            return random_answer(world, prompt, Rng(bytes(SEED_BYTES)))  # a guess, the same on all lines

        def brings(answer: Answer) -> float:
            fork = world.fork()
            self.apply(fork, seat, answer)
            return self.player.worth(fork.state, seat)

        return max(answers(prompt, self.player.prune(state, prompt)), key=brings)
