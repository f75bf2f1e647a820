"""The greedy player of any game: it simulates its own turn and takes the line with the best position at the end.

A game gives `evaluate`, a rule-of-thumb value of a State for a seat, and may add the options worth trying, the
questions inside a turn at which a line may be judged, and predictions of other seats' answers.

A line is continued greedily up to a position where it may be judged. Then lines are revisited, with all answers to one
of their questions, while the budget lasts: alternately the most promising line, and the earliest question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .chance import SEED_BYTES, Rng
from .match import Applied, Match
from .messages import Seat
from .policy import Answer, AnswerLine, SearchBudget, iter_neighbours, list_answers, pick_random_answer
from .prompt import Decision, Option, Prompt

STEP_COST = 0.001
"""Cost of an answer: of two lines to the same end the shorter one is taken."""
EPSILON = 1e-9
PATIENCE = 2
"""At most this many questions in a row are searched in full while no answer changes the value yet."""
MAX_LINE_LENGTH = 40
"""A line with this many answers is not continued: it may run in a circle."""


@dataclass(frozen=True)
class GreedyPlayer:
    """A policy. It recognises kinds of questions by the type of `Prompt.subject`, never by their sentences."""

    evaluate: Callable[[Any, Seat], float]
    """Value of a State for a seat."""
    prune: Callable[[Any, Prompt], Sequence[Option]] = lambda state, prompt: prompt.options
    """The options of a question that are worth trying; side actions are always tried."""
    is_rest: Callable[[Prompt], bool] = lambda prompt: False
    """Whether a line may be judged at this question inside the turn, because the State alone determines the position: a
    menu to which the turn returns. At a confirmation and at the end of the turn a line is judged in any case.
    """
    estimate_prospect: Callable[[Any, Prompt], float] = lambda state, prompt: 0.0
    """Value that the question adds to that of the State: dice about to be rolled, a regret."""
    predict_answer: Callable[[Any, Prompt], Answer | None] = lambda state, prompt: None
    """Prediction of another seat's answer in the player's own turn; None: the answer that is best for that seat at
    once.
    """
    is_last: Callable[[Prompt], bool] = lambda prompt: False
    """Whether a line ends at this question, because chance decides next: `estimate_prospect` gives its value there."""

    def __call__(self, world: Match[Any], prompt: Prompt, rng: Rng, budget: SearchBudget) -> AnswerLine:
        """Return the line with the best end; among equals, one at random."""
        if len(prompt.options) + len(prompt.side_actions) == 1:
            return ((prompt.options[0].key,),)
        return LineSearch(self, prompt.seat, budget).find_line(world, rng)

    def explore(self, world: Match[Any], seat: Seat, budget: SearchBudget, plan: AnswerLine = ()) -> SearchNode:
        """Return the open question with the lines that were explored from it, the planned one among them."""
        return LineSearch(self, seat, budget, tries_all_options=True).explore(world, plan)

    def find_arrival(self, world: Match[Any], seat: Seat, answer: Answer, budget: SearchBudget) -> SearchNode:
        """Return the node at the end of this answer, if the seat continues with good answers to the next rest."""
        search = LineSearch(self, seat, budget)
        place = search.build_child(search.build_node(world), answer, world.fork())
        search.follow_greedily(place)
        return place.best_end


@dataclass(eq=False, slots=True)
class SearchNode:
    """A position that a line has reached."""

    world: Match[Any]
    """A fork of the match at this position; used up by the search if `children` is filled."""
    parent: SearchNode | None
    """The node one own answer earlier; None: the open question."""
    line: AnswerLine
    """The player's own answers up to here."""
    sure_count: int
    """Number of them that may be given before anything is revealed or another seat is asked."""
    is_certain: bool
    """Nothing was revealed and no other seat was asked on the way."""
    is_end: bool
    """The turn is over, or will be when it is confirmed."""
    is_rest: bool
    """The line may be judged, and may continue; also before a confirmation that has side actions."""
    value_now: float
    """Value of the position as it stands."""
    value: float
    """Value when the line continues from here, as far as explored."""
    children: list[SearchNode] = field(default_factory=list)
    """Positions after the answers."""
    is_followed: bool = False
    """The line was continued from here."""

    @property
    def can_be_judged(self) -> bool:
        return self.is_end or self.is_rest

    @property
    def best_end(self) -> SearchNode:
        """The last node of the best line found from here."""
        followed_children = [child for child in self.children if child.is_followed]
        return max(followed_children, key=lambda child: child.value).best_end if followed_children else self

    @property
    def foreseeable_end(self) -> SearchNode:
        """The best node from here before which nothing is revealed and no other seat is asked; at least this one.

        If the best line cannot be foreseen, the foreseeable part ends here.
        """
        followed_children = [child for child in self.children if child.is_followed]
        foreseeable = [child.foreseeable_end for child in followed_children if child.is_certain]
        if len(foreseeable) < len(followed_children):
            foreseeable.append(self)
        return max(foreseeable, key=lambda place: place.value_now, default=self)

    def update_values(self) -> None:
        """Update `value` here and in all earlier nodes, after a line from here was explored."""
        node: SearchNode | None = self
        while node is not None:
            node.value = max((child.value for child in node.children if child.is_followed), default=node.value_now)
            node = node.parent


def _rate_promise(node: SearchNode) -> tuple[float, int]:
    return node.value, -len(node.line)


def _rate_neglect(node: SearchNode) -> tuple[int, float]:
    """Prefer early questions of less promising lines: their better continuation may not have been found yet."""
    return -len(node.line), node.value


@dataclass
class LineSearch:
    """The search of one player before one answer."""

    player: GreedyPlayer
    """Its functions judge positions and choose candidates."""
    seat: Seat
    """The one that answers; lines end when its turn does."""
    budget: SearchBudget
    """Shared by all lines; what is left remains for a later search."""
    tries_all_options: bool = False
    """If only one option of the first question is worth trying, all its options are tried for comparison."""

    def find_line(self, world: Match[Any], rng: Rng) -> AnswerLine:
        root = self.explore(world)
        end = rng.pick([child for child in root.children if child.value > root.value - EPSILON]).best_end
        return end.line[: end.sure_count]

    def explore(self, world: Match[Any], plan: AnswerLine = ()) -> SearchNode:
        """Explore the open question as far as the budget lasts, the planned answers first. Returns its node."""
        root = self.build_node(world)
        frontier, is_deep = [*self.follow_plan(root, plan), *self.explore_answers(root)], False
        while frontier and not self.budget.is_spent:
            is_deep = not is_deep
            node = max(frontier, key=_rate_promise if is_deep else _rate_neglect)
            frontier.remove(node)
            frontier += self.explore_answers(node)
        return root

    def follow_plan(self, node: SearchNode, plan: AnswerLine) -> list[SearchNode]:
        """Follow these answers as far as they can be given. Returns the same as `explore_answers`."""
        if not plan:
            return []
        for answer in plan:
            if node.is_end:
                break
            self.add_children(node)
            child = next((child for child in node.children if child.line[-1] == answer), None)
            if child is None:
                break
            child.is_followed, node = True, child
        open_ends = self.follow_greedily(node) if node.line else []
        node.update_values()
        return open_ends

    def explore_answers(self, node: SearchNode) -> list[SearchNode]:
        """Explore every answer from here, the one with the best immediate value first. Returns the nodes from which
        lines may continue.
        """
        if node.is_rest:
            node.world = node.world.checkpoint_here()
        self.add_children(node)
        unexplored = [child for child in node.children if not child.is_followed]
        open_ends = []
        for child in sorted(unexplored, key=lambda child: -child.value_now):
            open_ends += self.follow_greedily(child)
        node.update_values()
        return open_ends

    def follow_greedily(self, node: SearchNode, patience: int = PATIENCE) -> list[SearchNode]:
        """Play on greedily from here to the first node where the line may be judged. Returns the same as
        `explore_answers`.

        Nodes that may be judged stay; the best of the rest continues, because stopping is always an answer. If no
        answer changes the value yet, all of them are explored.
        """
        node.is_followed = True
        if node.is_end:
            return []
        if node.is_rest or self.budget.is_spent or len(node.line) >= MAX_LINE_LENGTH:
            return [node]
        self.add_children(node)
        open_children = [child for child in node.children if not child.can_be_judged]
        for child in node.children:
            child.is_followed = child.can_be_judged
        open_ends = [node, *(child for child in node.children if child.is_rest)]
        if open_children:
            best = max(open_children, key=lambda child: child.value_now)
            explores_all = patience and all(child.value_now > best.value_now - EPSILON for child in open_children)
            for child in open_children if explores_all else (best,):
                open_ends += self.follow_greedily(child, patience - 1)
        node.update_values()
        return open_ends

    def add_children(self, node: SearchNode) -> None:
        """Try the candidate answers to the question here, and if not all were listed, the neighbours of the best."""
        if node.children or node.world.open_prompts is None:
            return
        prompt = node.world.find_prompt(self.seat)
        assert prompt is not None
        options = self.player.prune(node.world.state, prompt)
        if self.tries_all_options and node.parent is None and len(options) == 1:
            options = prompt.options
        tried_answers: set[Answer] = set()

        def attempt(candidates: Iterable[Answer]) -> None:
            for answer in candidates:
                if answer not in tried_answers:
                    tried_answers.add(answer)
                    node.children.append(self.build_child(node, answer, node.world.fork()))

        if prompt.max == 1 and node.parent is not None:
            # Apply the last answer to the world itself, which is not needed any more: one fork less.
            *others, last = list_answers(prompt, options)
            attempt(others)
            node.children.append(self.build_child(node, last, node.world))
            return
        attempt(list_answers(prompt, options))
        best = None
        while prompt.max > 1 and not self.budget.is_spent:
            best_child = max(node.children, key=lambda child: child.value_now)
            if best_child is best:
                break
            best = best_child
            attempt(iter_neighbours(prompt, options, best.line[-1]))

    def build_child(self, node: SearchNode, answer: Answer, world: Match[Any]) -> SearchNode:
        """Apply an answer and return the node at the seat's next question or the end of the turn.
        world: a fork for it.
        """
        applied = self.apply_answer(world, self.seat, answer)
        certain, is_turn_over = node.is_certain and not applied.has_revealed, bool(applied.frames)
        while world.open_prompts is not None and not is_turn_over and self.seat not in world.waiting_seats:
            certain = False
            prompt = world.open_prompts.find_prompt(world.waiting_seats[0])
            assert prompt is not None
            if prompt.kind == "confirm" or self.player.is_rest(prompt):
                break
            is_turn_over = bool(self.apply_answer(world, prompt.seat, self.predict_reply(world, prompt)).frames)
        return self.build_node(world, node, (*node.line, answer), certain, is_turn_over)

    def build_node(
        self,
        world: Match[Any],
        parent: SearchNode | None = None,
        line: AnswerLine = (),
        is_certain: bool = True,
        is_turn_over: bool = False,
    ) -> SearchNode:
        prompt = world.find_prompt(self.seat)
        is_end = (
            is_turn_over
            or prompt is None
            or (prompt.kind == "confirm" and not prompt.side_actions)
            or self.player.is_last(prompt)
        )
        value_now = self.player.evaluate(world.state, self.seat) - STEP_COST * len(line)
        if prompt is not None and not is_turn_over:
            value_now += self.player.estimate_prospect(world.state, prompt)
        sure_count = len(line) if parent is None or parent.is_certain else parent.sure_count
        is_rest = not is_end and prompt is not None and (prompt.kind == "confirm" or self.player.is_rest(prompt))
        return SearchNode(world, parent, line, sure_count, is_certain, is_end, is_rest, value_now, value_now)

    def apply_answer(self, world: Match[Any], seat: Seat, answer: Answer) -> Applied:
        self.budget.tries -= 1
        return world.apply(Decision(world.step, seat, answer))

    def predict_reply(self, world: Match[Any], prompt: Prompt) -> Answer:
        """Predict the answer of another seat in the player's own turn."""
        state, seat = world.state, prompt.seat
        prediction = self.player.predict_answer(state, prompt)
        if prediction is not None:
            return prediction
        if world.open_prompts is not None and world.open_prompts.is_simultaneous:
            return pick_random_answer(world, prompt, Rng(bytes(SEED_BYTES)))  # the same guess on all lines

        def evaluate_answer(answer: Answer) -> float:
            fork = world.fork()
            self.apply_answer(fork, seat, answer)
            return self.player.evaluate(fork.state, seat)

        return max(list_answers(prompt, self.player.prune(state, prompt)), key=evaluate_answer)
