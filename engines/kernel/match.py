"""A running game: drives the script, keeps the decisions since the last checkpoint, knows where the undo barrier is.

At a checkpoint (`play_turn` returned) the State is encoded as a *frame*; between checkpoints only the decisions are
kept. Resume, undo, fork and the view of the other seats are the same operation: decode a frame and apply some decisions
again.
"""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from hashlib import sha256
from typing import Any, Generic, TypeVar

import msgspec

from .chance import Rng
from .context import GameContext
from .messages import Refused, Seat, StaleAnswer
from .prompt import Decision, LogEvent, Prompt, PromptSet, SideAction
from .rules import Rules, Score, Setup, TurnInfo

S = TypeVar("S")

MAX_TURNS_WITHOUT_QUESTION = 10_000
"""A script that plays this many turns without a question is stuck."""


class Frame(msgspec.Struct):
    """The stored data of a checkpoint."""

    position: int
    """Number of decisions before it."""
    step: int
    """Number of questions before it."""
    rng_counter: int = msgspec.field(name="draws")
    """Count of random numbers picked up to it, from which the next one is computed."""
    state: msgspec.Raw  # the State as JSON
    rules: int = 1
    """Version of the rules that wrote the State (frames of the first version do not contain it)."""


class Applied(msgspec.Struct, frozen=True, gc=False):
    """The effects of one decision."""

    events: tuple[LogEvent, ...]  # log lines, private ones too; empty while others still answer the same question
    frames: tuple[bytes, ...]
    """Checkpoints passed, oldest first."""
    is_public: bool
    """The undo barrier now stands behind the decision."""
    has_revealed: bool = False
    """A rule showed something new to a player."""


class Redeal(msgspec.Struct, frozen=True):
    """A deal of an imagined world: everything that a seat cannot see is redealt."""

    position: int  # number of decisions before the deal, counted from the start of the game
    seat: Seat | None  # the one whose knowledge stays; None: a spectator's
    seed: bytes  # of the deal, and of all chance after it


class Match(Generic[S]):
    """One game in play.

    open_prompts: the open question (None: the game is over); step: its number, counted from 0, which an undo takes
    back; position: number of decisions applied so far
    """

    def __init__(self, game: Rules[S], setup: Setup, seed: bytes, frame: bytes, deals: Sequence[Redeal] = ()) -> None:
        self.game = game
        self.setup = setup
        self.seed = seed
        self.frame = frame
        self.opening_events: tuple[LogEvent, ...] = ()
        """Sentences from the frame to the first question, without any decision."""
        self._redeals = tuple(deals)
        """Of an imagined world; empty: this is the real match."""
        self._load_frame()

    # ------------------------------------------------------------------ beginnings

    @classmethod
    def start(cls, game: Rules[S], setup: Setup, seed: bytes) -> Match[S]:
        """Start a new game: shuffle, and play to the first question. `opening_events` are the sentences of the
        beginning.
        """
        context: GameContext[Any] = GameContext(None, Rng(seed))
        state = game.new_game(setup, context)
        raw = msgspec.Raw(msgspec.json.encode(state))
        frame = msgspec.json.encode(Frame(0, 0, context.rng.counter, raw, game.rules_version))
        match = cls(game, setup, seed, frame)
        match.opening_events = (*context.build_lines(), *match.opening_events)
        return match

    @classmethod
    def resume(
        cls,
        game: Rules[S],
        setup: Setup,
        seed: bytes,
        frame: bytes,
        decisions: Sequence[Decision],
        deals: Sequence[Redeal] = (),
    ) -> Match[S]:
        """Restore a game from a frame and the decisions since. Raises Refused if a decision no
        longer fits the rules.
        """
        match = cls(game, setup, seed, frame, deals)
        for decision in decisions:
            match.apply(decision)
        return match

    def _load_frame(self) -> None:
        """Decode the frame and run to its first question. Events on the way were logged before and are dropped."""
        frame = msgspec.json.decode(self.frame, type=Frame)
        state = self._decode_state(frame)
        self.context: GameContext[S] = GameContext(state, Rng(self.seed, frame.rng_counter))
        self.frame_position = self.position = self.undo_barrier = frame.position
        self.step = frame.step
        self.decisions_since_frame: list[Decision] = []
        """Decisions since the frame."""
        self.private_events: list[LogEvent] = []
        """Events of the decisions after the barrier: only the acting seat may read them yet."""
        self.hidden_answers: dict[Seat, tuple[str, ...]] = {}
        """Answers so far to an open question to several seats."""
        self._script: Coroutine[Any, Any, None] | None = None
        self._public_match: Match[S] | None = None
        self._turn_info: TurnInfo | None = None
        """Cache of `find_turn_info` until the barrier moves: each unconfirmed step would build another View for it."""
        self._fork_source: Match[S] | None = None
        self._views: dict[Seat | None, Any] = {}
        """Cache: View of each seat of the present State."""
        self.open_prompts: PromptSet | None = self._run_script(None, [])
        self._has_opening_effects = bool(self.context.events) or self.context.rng.counter > frame.rng_counter
        """Whether anything was logged or left to chance before the first question."""
        self._redeal_if_due()
        if not self.frame_position:
            self.opening_events = self.context.build_lines()
        self.context.clear()
        self.context.has_revealed = False

    def _decode_state(self, frame: Frame) -> S:
        """Return the State of a frame; the game updates one that earlier rules wrote (`Game.upgrade`)."""
        if frame.rules == self.game.rules_version or self.game.upgrade is None:
            return msgspec.json.decode(frame.state, type=self.game.state_type)
        plain = self.game.upgrade(msgspec.json.decode(frame.state), frame.rules)
        return msgspec.convert(plain, self.game.state_type, str_keys=True)

    # ------------------------------------------------------------------ reading

    @property
    def state(self) -> S:
        return self.context.state

    @property
    def is_over(self) -> bool:
        return self.open_prompts is None

    @property
    def waiting_seats(self) -> tuple[Seat, ...]:
        """Seats that have not answered the open question."""
        if self.open_prompts is None:
            return ()
        return (
            tuple([seat for seat in self.open_prompts.seats if seat not in self.hidden_answers])
            if self.hidden_answers
            else self.open_prompts.seats
        )

    @property
    def acting_seat(self) -> Seat | None:
        """The seat with decisions that it can still take back alone."""
        return self.decisions_since_frame[-1].seat if self.position > self.undo_barrier else None

    def find_prompt(self, seat: Seat) -> Prompt | None:
        """Return the seat's open question (also one that it has answered already, while others still think)."""
        return None if self.open_prompts is None else self.open_prompts.find_prompt(seat)

    def build_view(self, seat: Seat | None) -> Any:
        """Return the View of the seat (None: a spectator). Unconfirmed steps are visible only to the seat that takes
        them.
        """
        if self.acting_seat not in (None, seat):
            return self.build_public_match().build_view(seat)
        if seat not in self._views:  # one panel needs the same View about eight times
            self._views[seat] = self.build_full_view(seat)
        return self._views[seat]

    def build_full_view(self, seat: Seat | None) -> Any:
        """Return the View of a Match that was built for this seat: it shows all steps, also unconfirmed ones of other
        seats.
        """
        view = self.game.view(self.state, seat)
        return view if self.game.add_prompts is None else self.game.add_prompts(view, self._list_waiting_subjects())

    def _list_waiting_subjects(self) -> dict[Seat, Any]:
        """Return the seats that the table waits for, each with the subject of its question."""
        prompts = {seat: self.find_prompt(seat) for seat in self.waiting_seats}
        return {seat: None if prompt is None else prompt.subject for seat, prompt in prompts.items()}

    def build_public_match(self) -> Match[S]:
        """Return the game as it was at the last undo barrier: the part that the other seats see."""
        if self.position == self.undo_barrier:
            return self
        if self._public_match is None:
            self._public_match = self.rebuild_at(self.undo_barrier)
        return self._public_match

    def find_turn_info(self) -> TurnInfo | None:
        """Return what everybody knows of the position in the game's course; None if the game does not say."""
        if self._turn_info is None and self.game.turn_info is not None:
            self._turn_info = self.game.turn_info(self.build_public_match().build_view(None))
        return self._turn_info

    def compute_scores(self) -> tuple[Score, ...]:
        return self.game.scores(self.state)

    def compute_checksum(self) -> str:
        """Return the SHA-256 of the State with sorted keys."""
        plain = msgspec.to_builtins(self.state, str_keys=True)  # only text keys can be sorted
        return sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()

    # ------------------------------------------------------------------ playing

    def apply(self, decision: Decision) -> Applied:
        """Play one decision up to the next question. Raises StaleAnswer or Refused before anything has changed.

        Any other exception is an error in the rules: the Match is then unusable and must be resumed.
        """
        ask = self.open_prompts
        if ask is None:
            raise StaleAnswer("kernel.refused.over")
        if decision.step != self.step:
            raise StaleAnswer("kernel.refused.stale", expected=self.step, got=decision.step)
        prompt = ask.find_prompt(decision.seat)
        if prompt is None:
            raise Refused("kernel.refused.not_asked")
        value = prompt.parse_answer(decision.keys)

        self._fork_source = None
        self._views.clear()
        self.decisions_since_frame.append(decision)
        self.position += 1
        frames: list[bytes] = []
        if ask.is_simultaneous:
            self.hidden_answers[decision.seat] = decision.keys
            if self.waiting_seats:
                self._move_barrier()
                self._redeal_if_due()
                return Applied((), (), True)
            value = {p.seat: p.parse_answer(self.hidden_answers[p.seat]) for p in ask.prompts}
            self.hidden_answers = {}
        self.step += 1
        self.open_prompts = self._run_script(value, frames)

        context = self.context
        events = context.build_lines()
        context.clear()
        has_revealed, context.has_revealed = context.has_revealed, False
        is_public = (
            bool(frames)
            or ask.is_simultaneous
            or has_revealed
            or (prompt.kind == "confirm" and not isinstance(value, SideAction))
            or self.open_prompts is None
            or len(self.open_prompts.prompts) > 1
            or self.open_prompts.prompts[0].seat != decision.seat
        )
        if is_public:
            self._move_barrier()
            self.private_events = []
        else:
            self.private_events += events
        if self._redeals:
            self._redeal_if_due()
        return Applied(events, tuple(frames), is_public, has_revealed)

    def _move_barrier(self) -> None:
        """Make all decisions so far public."""
        self.undo_barrier = self.position
        self._public_match = self._turn_info = None

    def _run_script(self, value: Any, frames: list[bytes]) -> PromptSet | None:
        """Run the script to its next question, starting new turns as needed; return None when the game is over."""
        for _ in range(MAX_TURNS_WITHOUT_QUESTION):
            if self._script is None:
                if self.game.is_over(self.state):
                    return None
                self._script = self.game.play_turn(self.context)
                value = None
            try:
                ask: PromptSet = self._script.send(value)
                return ask
            except StopIteration:
                self._script = None
                self._write_checkpoint(frames)
            except Refused as error:
                # Refused means "nothing has happened", but the rule has already begun.
                raise RuntimeError(f"{self.game.id}: a rule raised Refused: {error}") from error
        raise RuntimeError(f"{self.game.id}: {MAX_TURNS_WITHOUT_QUESTION} turns without a question")

    def _write_checkpoint(self, frames: list[bytes]) -> None:
        state = msgspec.Raw(msgspec.json.encode(self.state))
        self.frame = msgspec.json.encode(
            Frame(self.position, self.step, self.context.rng.counter, state, self.game.rules_version)
        )
        self.frame_position = self.position
        self.decisions_since_frame = []
        frames.append(self.frame)
        if self._redeals and self.position > self._redeals[-1].position:
            # The frame contains the imagined State: no deal is left.
            self.seed = self.context.rng.seed
            self._redeals = ()

    # ------------------------------------------------------------------ undo, forks and imagined worlds

    def rebuild_at(self, position: int) -> Match[S]:
        """Return the same game after `position` decisions (not before the frame)."""
        # Positions before the deal of an imagined world belong to the true game: not accessible.
        first = self._redeals[-1].position if self._redeals else self.frame_position
        if not first <= position <= self.position:
            raise ValueError(f"position {position} is outside {first}..{self.position}")
        tail = self.decisions_since_frame[: position - self.frame_position]
        return Match.resume(self.game, self.setup, self.seed, self.frame, tail, self._redeals)

    def undo(self) -> Match[S]:
        """Return the game without its last decision, with the barrier computed again. Works only within
        the present frame.
        """
        return self.rebuild_at(self.position - 1)

    def fork(self) -> Match[S]:
        """Return an independent copy: decisions applied to it leave this Match unchanged."""
        if self._redeals and not self.decisions_since_frame:
            # An imagined world is forked many times: keep its deal instead of dealing again in each fork.
            self._fork_source = self._fork_source or (self if self._has_begun() else self.checkpoint_here())
            if self._fork_source is not self:
                return self._fork_source.fork()
        return self.rebuild_at(self.position)

    def _has_begun(self) -> bool:
        """Return whether anything happened before the first question of an imagined world, which its deal hides."""
        if self._has_opening_effects:
            return True
        plain = Match(self.game, self.setup, self.seed, self.frame)
        return plain.state != plain._decode_state(msgspec.json.decode(self.frame, type=Frame))

    def checkpoint_here(self) -> Match[S]:
        """Return the same game with the present State as its checkpoint, so that forks of it replay no decisions.

        The script restarts the turn from that State. This works only if the State alone determines the question: at the
        start of a turn, or at a menu to which the script returns. Otherwise (another question comes, or something else
        happens on the way to it) `self` is returned.
        """
        if self.open_prompts is None or self.hidden_answers:
            return self
        state = msgspec.Raw(msgspec.json.encode(self.state))
        rng = self.context.rng
        frame = msgspec.json.encode(Frame(self.position, self.step, rng.counter, state, self.game.rules_version))
        candidate = Match(self.game, self.setup, rng.seed, frame)
        is_same_question = (
            candidate.open_prompts is not None
            and candidate.open_prompts.is_same_as(self.open_prompts)
            and candidate.context.rng.counter == rng.counter
        )
        return candidate if is_same_question and candidate.state == self.state else self

    def imagine_world(self, seat: Seat | None, rng: Rng) -> Match[S]:
        """Fork the game for a computer player: redeal everything hidden from the seat (None: from a spectator), with
        other dice.

        Hidden answers of other seats to the open question are left out.
        """
        tail = [d for d in self.decisions_since_frame if d.step < self.step or d.seat == seat]
        position = self.frame_position + len(tail)
        earlier = [Redeal(min(d.position, position), d.seat, d.seed) for d in self._redeals]
        deals = (*earlier, Redeal(position, seat, rng.pick_seed()))
        return Match.resume(self.game, self.setup, self.seed, self.frame, tail, deals)

    def derive_rng(self, purpose: str, seat: Seat) -> Rng:
        """Return the random stream for imagined worlds at this point: the same stream for the same purpose and seat.

        It is derived from the secret seed, so that the imagined world cannot be predicted.
        """
        return Rng(sha256(b"%s %d %d " % (purpose.encode(), self.step, seat) + self.seed).digest())

    def _redeal_if_due(self) -> None:
        """If this is an imagined world whose redeal is due, redeal it and continue with other dice.

        Open questions whose options depend on a hand are renewed for the new hand. The world begins behind a barrier.
        """
        for deal in self._redeals:
            if deal.position == self.position:
                rng = Rng(deal.seed)
                self.game.redeal(self.state, deal.seat, rng)
                self.context.rng = Rng(rng.pick_seed())
                self.open_prompts = None if self.open_prompts is None else self.open_prompts.renew_options()
                self._move_barrier()
                self.private_events = []
