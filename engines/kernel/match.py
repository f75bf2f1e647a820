"""A running game: drives the script, keeps the decisions since the last checkpoint, knows where the undo barrier is.

At a checkpoint (`turn` returned) the State is encoded as a *frame*; between checkpoints only the decisions are kept.
Resume, undo, fork and the view of the others are the same operation: decode a frame and apply some decisions again.
"""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from hashlib import sha256
from typing import Any, Generic, TypeVar

import msgspec

from .chance import Rng
from .prompt import Aside, Ask, Decision, Event, Prompt
from .rules import Rules, Score, Setup
from .table import Table
from .words import Refused, Seat, Stale

S = TypeVar("S")

SCRIPT_TURNS = 10_000
"""A script that plays so many turns without asking anybody is stuck."""


class Frame(msgspec.Struct):
    """What a checkpoint stores.

    position: decisions before it; step: questions before it; draws: random counter; rules: version of the rules that
    wrote the State (frames of the first version do not say it)
    """

    position: int
    step: int
    draws: int
    state: msgspec.Raw
    rules: int = 1


class Applied(msgspec.Struct, frozen=True, gc=False):
    """What one decision did.

    frames:   checkpoints passed, oldest first
    public:   the barrier now stands behind it
    revealed: a rule showed somebody something new
    """

    events: tuple[Event, ...]
    frames: tuple[bytes, ...]
    public: bool
    revealed: bool = False


class Deal(msgspec.Struct, frozen=True):
    """In an imagined world: after `position` decisions, everything that `seat` cannot see is redealt from `seed`."""

    position: int
    seat: Seat | None
    seed: bytes


class Match(Generic[S]):
    """One game in play.

    ask:      the open question (None: the game is over)
    step:     its number, counted from 0; an undo takes it back
    position: number of decisions applied so far
    """

    def __init__(self, game: Rules[S], setup: Setup, seed: bytes, frame: bytes, deals: Sequence[Deal] = ()) -> None:
        self.game = game
        self.setup = setup
        self.seed = seed
        self.frame = frame
        self.opening: tuple[Event, ...] = ()
        self._deals = tuple(deals)
        self._load()

    # ------------------------------------------------------------------ beginnings

    @classmethod
    def start(cls, game: Rules[S], setup: Setup, seed: bytes) -> Match[S]:
        """A new game: shuffled, and played to its first question. `opening` are the sentences of the beginning."""
        table: Table[Any] = Table(None, Rng(seed))
        state = game.new(setup, table)
        raw = msgspec.Raw(msgspec.json.encode(state))
        frame = msgspec.json.encode(Frame(0, 0, table.rng.counter, raw, game.rules))
        match = cls(game, setup, seed, frame)
        match.opening = (*table.lines(), *match.opening)
        return match

    @classmethod
    def resume(
        cls,
        game: Rules[S],
        setup: Setup,
        seed: bytes,
        frame: bytes,
        decisions: Sequence[Decision],
        deals: Sequence[Deal] = (),
    ) -> Match[S]:
        """A game as it was: a frame and the decisions since. Raises Refused if a decision no longer fits the rules."""
        match = cls(game, setup, seed, frame, deals)
        for decision in decisions:
            match.apply(decision)
        return match

    def _load(self) -> None:
        """Decode the frame and run to its first question. What is told on the way was told before."""
        frame = msgspec.json.decode(self.frame, type=Frame)
        state = self._decode(frame)
        self.table: Table[S] = Table(state, Rng(self.seed, frame.draws))
        self.base = self.position = self.barrier = frame.position
        self.step = frame.step
        self.tail: list[Decision] = []
        """Decisions since the frame."""
        self.tail_events: list[Event] = []
        """Sentences of the decisions behind the barrier: only the seat that acts may read them yet."""
        self.answers: dict[Seat, tuple[str, ...]] = {}
        """Answers to an open `together`."""
        self._turn: Coroutine[Any, Any, None] | None = None
        self._public: Match[S] | None = None
        self._kept: Match[S] | None = None
        self._views: dict[Seat | None, Any] = {}
        """What each seat sees of the present State."""
        self.ask: Ask | None = self._run(None, [])
        self._told = bool(self.table.events) or self.table.rng.counter > frame.draws
        """Whether anything was told or drawn on the way."""
        self._deal_now()
        if not self.base:
            self.opening = self.table.lines()
        self.table.forget()
        self.table.revealed = False

    def _decode(self, frame: Frame) -> S:
        """The State of a frame; one that earlier rules wrote is brought up to date by the game (`Game.upgrade`)."""
        if frame.rules == self.game.rules or self.game.upgrade is None:
            return msgspec.json.decode(frame.state, type=self.game.state)
        plain = self.game.upgrade(msgspec.json.decode(frame.state), frame.rules)
        return msgspec.convert(plain, self.game.state, str_keys=True)

    # ------------------------------------------------------------------ reading

    @property
    def state(self) -> S:
        return self.table.state

    @property
    def over(self) -> bool:
        return self.ask is None

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Seats that have not answered the open question."""
        if self.ask is None:
            return ()
        return tuple([seat for seat in self.ask.seats if seat not in self.answers]) if self.answers else self.ask.seats

    @property
    def acting(self) -> Seat | None:
        """The seat with decisions that it can still take back alone."""
        return self.tail[-1].seat if self.position > self.barrier else None

    def prompt(self, seat: Seat) -> Prompt | None:
        """The seat's open question (also one that it has answered already, while others still think)."""
        return None if self.ask is None else self.ask.of(seat)

    def view(self, seat: Seat | None) -> Any:
        """What the seat (None: a spectator) may see. Unconfirmed steps are seen only by the seat that takes them."""
        if self.acting not in (None, seat):
            return self.public().view(seat)
        if seat not in self._views:  # one panel asks for the same view some eight times
            self._views[seat] = self.now(seat)
        return self._views[seat]

    def now(self, seat: Seat | None) -> Any:
        """The same of a Match that was built for the seat's eyes: all steps are seen, whoever takes them."""
        seen = self.game.view(self.state, seat)
        return seen if self.game.asking is None else self.game.asking(seen, self._abouts())

    def _abouts(self) -> dict[Seat, Any]:
        """The seats that the table waits for, each with what its question is about."""
        prompts = {seat: self.prompt(seat) for seat in self.waiting}
        return {seat: None if prompt is None else prompt.about for seat, prompt in prompts.items()}

    def public(self) -> Match[S]:
        """The game as it was at the last barrier: what the others see."""
        if self.position == self.barrier:
            return self
        if self._public is None:
            self._public = self.upto(self.barrier)
        return self._public

    def scores(self) -> tuple[Score, ...]:
        return self.game.scores(self.state)

    def checksum(self) -> str:
        """SHA-256 of the State with sorted keys."""
        plain = msgspec.to_builtins(self.state, str_keys=True)  # only text keys can be sorted
        return sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()

    # ------------------------------------------------------------------ playing

    def apply(self, decision: Decision) -> Applied:
        """Play one decision up to the next question. Raises Stale or Refused before anything has changed.

        Any other exception is an error in the rules: the Match is then unusable and must be resumed.
        """
        ask = self.ask
        if ask is None:
            raise Stale("kernel.refused.over")
        if decision.step != self.step:
            raise Stale("kernel.refused.stale", expected=self.step, got=decision.step)
        prompt = ask.of(decision.seat)
        if prompt is None:
            raise Refused("kernel.refused.not_asked")
        value = prompt.read(decision.keys)

        self._public = self._kept = None
        self._views.clear()
        self.tail.append(decision)
        self.position += 1
        frames: list[bytes] = []
        if ask.together:
            self.answers[decision.seat] = decision.keys
            if self.waiting:
                self.barrier = self.position
                self._deal_now()
                return Applied((), (), True)
            value = {p.seat: p.read(self.answers[p.seat]) for p in ask.prompts}
            self.answers = {}
        self.step += 1
        self.ask = self._run(value, frames)

        table = self.table
        events = table.lines()
        table.forget()
        revealed, table.revealed = table.revealed, False
        public = (
            bool(frames)
            or ask.together
            or revealed
            or (prompt.kind == "confirm" and not isinstance(value, Aside))
            or self.ask is None
            or len(self.ask.prompts) > 1
            or self.ask.prompts[0].seat != decision.seat
        )
        if public:
            self.barrier = self.position
            self.tail_events = []
        else:
            self.tail_events += events
        if self._deals:
            self._deal_now()
        return Applied(events, tuple(frames), public, revealed)

    def _run(self, value: Any, frames: list[bytes]) -> Ask | None:
        """Drive the script to its next question, beginning new turns as they come; None when the game is over."""
        for _ in range(SCRIPT_TURNS):
            if self._turn is None:
                if self.game.over(self.state):
                    return None
                self._turn = self.game.turn(self.table)
                value = None
            try:
                ask: Ask = self._turn.send(value)
                return ask
            except StopIteration:
                self._turn = None
                self._checkpoint(frames)
            except Refused as error:
                # It would read as "nothing has happened", but the rule has begun.
                raise RuntimeError(f"{self.game.id}: a rule raised Refused: {error}") from error
        raise RuntimeError(f"{self.game.id}: {SCRIPT_TURNS} turns without a question")

    def _checkpoint(self, frames: list[bytes]) -> None:
        state = msgspec.Raw(msgspec.json.encode(self.state))
        self.frame = msgspec.json.encode(
            Frame(self.position, self.step, self.table.rng.counter, state, self.game.rules)
        )
        self.base = self.position
        self.tail = []
        frames.append(self.frame)
        if self._deals and self.position > self._deals[-1].position:
            # The frame holds the imagined State: nothing is left to deal.
            self.seed = self.table.rng.seed
            self._deals = ()

    # ------------------------------------------------------------------ other worlds

    def upto(self, position: int) -> Match[S]:
        """The same game after `position` decisions (not before the frame)."""
        # What lies before the deal of an imagined world is the true game: closed.
        first = self._deals[-1].position if self._deals else self.base
        if not first <= position <= self.position:
            raise ValueError(f"position {position} is outside {first}..{self.position}")
        tail = self.tail[: position - self.base]
        return Match.resume(self.game, self.setup, self.seed, self.frame, tail, self._deals)

    def undo(self) -> Match[S]:
        """The game without its last decision; the barrier is found anew. Only within the present frame."""
        return self.upto(self.position - 1)

    def fork(self) -> Match[S]:
        """An independent copy: decisions applied to it leave this Match as it is."""
        if self._deals and not self.tail:
            # An imagined world is forked many times: what was dealt is kept instead of dealt again in each fork.
            self._kept = self._kept or (self if self._begun() else self.afresh())
            if self._kept is not self:
                return self._kept.fork()
        return self.upto(self.position)

    def _begun(self) -> bool:
        """Whether something had happened before the first question of an imagined world, which its deal hides."""
        if self._told:
            return True
        plain = Match(self.game, self.setup, self.seed, self.frame)
        return plain.state != plain._decode(msgspec.json.decode(self.frame, type=Frame))

    def afresh(self) -> Match[S]:
        """The same game with the present State as its checkpoint, so that forks of it replay no decisions.

        The script restarts the turn from that State. This works only where the State alone determines the question: at
        the start of a turn, or at a menu to which the script returns. Elsewhere (another question comes, or something
        else happens on the way to it) `self` is returned.
        """
        if self.ask is None or self.answers:
            return self
        state = msgspec.Raw(msgspec.json.encode(self.state))
        rng = self.table.rng
        frame = msgspec.json.encode(Frame(self.position, self.step, rng.counter, state, self.game.rules))
        again = Match(self.game, self.setup, rng.seed, frame)
        same = again.ask is not None and again.ask.like(self.ask) and again.table.rng.counter == rng.counter
        return again if same and again.state == self.state else self

    def world(self, seat: Seat | None, rng: Rng) -> Match[S]:
        """A fork for a computer player: what the seat (None: a spectator) cannot see is dealt anew, with other dice.

        Hidden answers that others have given to the open question are not in it.
        """
        tail = [d for d in self.tail if d.step < self.step or d.seat == seat]
        position = self.base + len(tail)
        earlier = [Deal(min(d.position, position), d.seat, d.seed) for d in self._deals]
        deals = (*earlier, Deal(position, seat, rng.fresh_seed()))
        return Match.resume(self.game, self.setup, self.seed, self.frame, tail, deals)

    def secret(self, purpose: str, seat: Seat) -> Rng:
        """The random stream for imagined worlds at this moment: the same stream for the same purpose and seat.

        It is derived from the secret seed, so that nobody can compute which world was imagined.
        """
        return Rng(sha256(b"%s %d %d " % (purpose.encode(), self.step, seat) + self.seed).digest())

    def _deal_now(self) -> None:
        """If this is an imagined world and its moment has come, deal anew and go on with other dice.

        Open questions whose options come from a hand are asked of the new hand. The world begins behind a barrier.
        """
        for deal in self._deals:
            if deal.position == self.position:
                rng = Rng(deal.seed)
                self.game.redeal(self.state, deal.seat, rng)
                self.table.rng = Rng(rng.fresh_seed())
                self.ask = None if self.ask is None else self.ask.renewed()
                self.barrier = self.position
                self.tail_events = []
