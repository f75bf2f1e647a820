"""A table in memory with its open requests, and the reference to a question, which outlives a restart in button ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bot.table.state.people import PlayerHabits
from bot.table.state.settings import TableSettings
from bot.table.state.suggestions import QuestionKey, SuggestedPrompt, SuggestionJob, SuggestionRequest
from engines.kernel import AIDS, Catalogue, Game, Match, Prompt, Refused, Seat, Setup, StaleAnswer, load_catalogue
from engines.kernel.stars.suggestions import Advice, PlannedAnswer, add_advice, is_advisable
from storage.kinds import PauseReason
from storage.play.deals import DealRow
from storage.play.games import GameRow
from storage.play.preset_answers import PresetRow
from storage.play.seat_tenures import find_tenure

from .recent_actions import RecentActions
from .seats import NEWCOMER_GAMES, SeatAssignment, SeatTenure


class QuestionRef(NamedTuple):
    """Identifies a question. It becomes stale as soon as the question changes."""

    table_id: int  # number of the table
    epoch: int
    """`GameRow.epoch` when the question was asked: step numbers come again in a later epoch."""
    step: int
    """Number of the question."""
    seat: int  # the seat that is asked
    tag: str = ""
    """Tag of the table; "" if it has none."""

    def encode(self) -> str:
        """Return the text form, such as `12.0.45.2.0fa3c1`."""
        return ".".join(map(str, self)).removesuffix(".")

    @classmethod
    def decode(cls, text: str) -> QuestionRef:
        """Parse the text form. Raises ValueError."""
        table_id, epoch, step, seat, *tag = text.split(".")
        return cls(int(table_id), int(epoch), int(step), int(seat), *tag)


@dataclass(frozen=True, slots=True)
class ConsentRequest:
    """An open request for consent that the other people of the table vote on."""

    kind: str
    """Kind of the request (`votes.build_kind`)."""
    asker: str
    """Name of the person who asked."""
    asked_by_id: int  # the same person's id
    agreed_names: tuple[str, ...]
    """Names of the people who agreed."""
    undecided_names: tuple[str, ...]
    """Names of the people who can still decide it."""
    undecided_ids: tuple[int, ...]
    """Ids of the same people."""
    votes_missing: int
    """The number of agreements that are missing."""
    from_n: int | None
    """The first decision that would be taken back; None for other kinds."""
    asked_at: int = 0
    """When the request was made."""
    refused_names: tuple[str, ...] = ()
    """Names of the people who answered No."""
    has_failed: bool = False
    """True if no further answers can make it pass."""
    next_abstention_at: int | None = None
    """When the next silence counts as an abstention; None if none will."""
    expires_at: int = 0
    """When the request expires: later by each outage since it was made."""


@dataclass(slots=True)
class Table:
    """One table in memory. Its lock is held by every task that reads or changes it (`TableService.lock_table`)."""

    row: GameRow
    """The stored facts of the table."""
    game: Game[Any]
    """The rules that it plays by."""
    settings: TableSettings
    """The table terms."""
    seats: tuple[SeatAssignment, ...]
    """Their holders and substitutes, in order."""
    match: Match[Any] | None = None
    """The game; None before the start, and while it cannot be loaded."""
    base_n: int = 0
    """Stored number of the decision at the Match's frame."""
    decision_numbers: list[int] = field(default_factory=list)
    """Stored numbers of the decisions since the frame."""
    last_n: int = 0
    """The highest decision number ever used."""
    published_n: int = 0
    """All decisions up to this number have been published in public messages."""
    requests: tuple[ConsentRequest, ...] = ()
    """The open requests for consent."""
    pauses: frozenset[PauseReason] = frozenset()
    """Reasons why the clocks are stopped."""
    pause_ends: dict[PauseReason, int | None] = field(default_factory=dict)
    """When each pause ends by itself; None if it does not."""
    tenures: tuple[SeatTenure, ...] = ()
    """All tenures of the seats, by seat and in order; empty before the start."""
    presets: dict[tuple[Seat, str], PresetRow] = field(default_factory=dict)
    """Preset answers by seat and topic."""
    recent_actions: RecentActions = field(default_factory=RecentActions)
    """Recent actions, for the change markers on the card. Empty unless the game is in play."""
    moved_seats: set[Seat] = field(default_factory=set)
    """Seats with a decision that was not taken back. Empty unless the game is in play."""
    habits: Mapping[int, PlayerHabits] = field(default_factory=dict)
    """Before the start: the habits of the seated people, for those who consider joining."""
    guests: tuple[int, ...] = ()
    """Before the start: ids of the people whom the host invited."""
    deal: DealRow | None = None
    """The secret and the shares of the shuffle; None at tables of earlier versions."""
    shares: Mapping[int, str] = field(default_factory=dict)
    """Before the start: each person's contribution to the shuffle, by id."""
    is_dirty: bool = False
    """True while a transaction is open: memory may differ from the database."""
    claimed_interaction: int | None = None
    """Id of the interaction that is being applied (idempotency key)."""
    suggested_prompts: dict[Seat, SuggestedPrompt] = field(default_factory=dict)
    """The last suggestions for each seat; its next question continues the same plan."""
    advice_by_question: dict[QuestionKey, Advice] = field(default_factory=dict)
    """Suggestions computed since the frame, so that they are known again after Back."""
    gloss_positions: dict[tuple[Seat, str], int] = field(default_factory=dict)
    """Position in the game at which a seat was shown a gloss for the first time, by seat and sentence."""
    reposted_keys: set[str] = field(default_factory=set)
    """Keys of posts that were repeated because another user had deleted them."""

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def key(self) -> str:
        """The table's number and tag, as in the custom_ids of its controls."""
        return self.row.key

    @property
    def catalogue(self) -> Catalogue:
        return load_catalogue(self.game.package)

    @property
    def setup(self) -> Setup | None:
        return self.settings.setup

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seated.name for seated in self.seats)

    @property
    def held_seats(self) -> tuple[SeatAssignment, ...]:
        """Seats that a person holds."""
        return tuple(seated for seated in self.seats if seated.person is not None)

    def names_at(self, n: int) -> tuple[str, ...]:
        """Return the names that belonged to the seats when decision n was made."""
        names = list(self.names)
        for tenure in self.tenures:
            if tenure.from_n <= n or tenure.reason == "start":
                names[tenure.seat] = tenure.name
        return tuple(names)

    def find_substitute_name(self, n: int, seat: Seat, decided_by: int | None) -> str:
        """Return the name of the substitute who answered decision n for the seat's holder; "" if none did. decided_by:
        id of the person who made it: the holder may answer during a substitution, too.
        """
        tenure = find_tenure(self.tenures, seat, n)
        return "" if tenure is None or decided_by in (None, tenure.holder) else tenure.substitute

    @property
    def is_open(self) -> bool:
        return self.row.status == "open"

    @property
    def is_archived(self) -> bool:
        """True if the table was put away because it slept too long. The next visit brings it back."""
        return self.row.archived_at is not None

    @property
    def is_playing(self) -> bool:
        return self.row.status == "playing" and not self.is_paused

    @property
    def is_paused(self) -> bool:
        """True if the game is in play but the present rules cannot continue it (see `rules_upgrade`)."""
        return PauseReason.INCOMPATIBLE_RULES in self.pauses and self.row.status == "playing"

    def find_seat(self, person: int) -> Seat | None:
        """Return the seat that the person holds or substitutes for; None if there is none."""
        return next((seated.seat for seated in self.seats if person in (seated.person, seated.substitute)), None)

    def require_seat(self, person: int) -> Seat:
        """Return the person's seat. Raises Refused if the person has none at this table."""
        seat = self.find_seat(person)
        if seat is None:
            raise Refused("table.refused.not_seated")
        return seat

    @property
    def seats_allowed(self) -> tuple[int, ...]:
        """Numbers of seats with which the game can start under the agreed options."""
        return self.game.list_seat_counts(self.settings.options)

    @property
    def seats_wanted(self) -> int:
        """The number of seats that can be taken before the start: the host's choice, or the game's maximum."""
        return self.settings.players or self.seats_allowed[-1]

    def require_match(self) -> Match[Any]:
        """Return the Match. Raises Refused if the table is not in play."""
        if self.is_open:
            raise Refused("table.refused.not_started")
        self.require_not_ended()
        if self.is_paused:
            raise Refused("table.refused.paused")
        if not self.is_playing or self.match is None:
            raise Refused("table.refused.finished")
        return self.match

    def require_not_ended(self) -> None:
        """Raises Refused if the table was closed before its game was over."""
        if self.row.status == "ended":
            raise Refused("table.refused.ended")

    def require_host(self, person: int) -> None:
        """Raises Refused unless the person is the host."""
        if person != self.row.host:
            raise Refused("table.refused.host_only")

    def require_open(self) -> None:
        """Raises Refused if the table has ended or started."""
        self.require_not_ended()
        if not self.is_open:
            raise Refused("table.refused.already_started")

    def build_question_ref(self, seat: Seat) -> QuestionRef | None:
        """Return the reference of the seat's open question; None if the seat is not asked."""
        if self.match is None or self.match.find_prompt(seat) is None:
            return None
        return QuestionRef(self.id, self.row.epoch, self.match.step, seat, self.row.tag or "")

    def build_prompt(self, seat: Seat) -> Prompt | None:
        """Return the seat's open question as its player reads it, with all suggestions known so far (see
        `find_suggestion_request`).
        """
        prompt = None if self.match is None else self.match.find_prompt(seat)
        if prompt is None or not self.has_aids(seat):
            return prompt
        suggested = self._find_suggestions(seat, prompt)
        return prompt if suggested is None else suggested.prompt

    def _find_suggestions(self, seat: Seat, prompt: Prompt) -> SuggestedPrompt | None:
        """Return the suggestions for the seat's question if they were computed before, also if that
        was before an undo.
        """
        suggested, match, aids = self.suggested_prompts.get(seat), self.match, self.game.aids
        if suggested is not None and suggested.question_version == self.question_version:
            return suggested
        if match is None or aids is None:
            return None
        advice = self.advice_by_question.get((seat, match.frame, tuple(match.decisions_since_frame)))
        if advice is None:
            return None
        suggested = self.suggested_prompts[seat] = SuggestedPrompt(
            self.question_version, add_advice(prompt, advice, aids), advice
        )
        return suggested

    def find_planned_line(self, seat: Seat) -> tuple[PlannedAnswer, ...]:
        """Return the suggested answers to the seat's open question and its next ones, as far as they can be taken back
        together; empty if there are fewer than two or none are known.
        """
        prompt = None if self.match is None or not self.has_aids(seat) else self.match.find_prompt(seat)
        suggested = None if prompt is None else self._find_suggestions(seat, prompt)
        return () if suggested is None else suggested.advice.line

    def find_suggestion_request(self, seat: Seat) -> SuggestionRequest | None:
        """Return the job that computes suggestions for the seat, if the table has first-game aids for it and none are
        known yet.

        A job takes up to half a second, so it runs outside the table's lock (`computers`); `set_advice` takes its
        result.
        """
        match, earlier = self.match, self.suggested_prompts.get(seat)
        prompt = None if match is None else match.find_prompt(seat)
        if match is None or prompt is None or self.game.aids is None or not is_advisable(prompt):
            return None
        if not self.has_aids(seat) or self._find_suggestions(seat, prompt) is not None:
            return None
        earlier_advice = None if earlier is None or earlier.question_version[0] != self.row.epoch else earlier.advice
        job = SuggestionJob(
            self.game.id, match.setup, match.seed, match.frame, tuple(match.decisions_since_frame), seat, earlier_advice
        )
        return SuggestionRequest(self.id, self.question_version, job)

    def set_advice(self, request: SuggestionRequest, new_advice: Advice | None) -> None:
        """Attach suggestions to the question if it is still open. new_advice: None if they could not be computed."""
        seat, match, aids = request.job.seat, self.match, self.game.aids
        prompt = None if match is None else match.find_prompt(seat)
        if (
            match is not None
            and prompt is not None
            and aids is not None
            and request.question_version == self.question_version
        ):
            new_advice = new_advice or Advice(match.position)
            self.suggested_prompts[seat] = SuggestedPrompt(
                request.question_version, add_advice(prompt, new_advice, aids), new_advice
            )
            frame = request.job.frame
            self.advice_by_question = {
                key: advice for key, advice in self.advice_by_question.items() if key[1] == frame
            }
            self.advice_by_question[seat, frame, request.job.tail] = new_advice

    @property
    def question_version(self) -> tuple[int, int]:
        """Epoch and step. They change with every question and every undo, but not while other seats answer a question
        that is put to all of them together.
        """
        return self.row.epoch, 0 if self.match is None else self.match.step

    def has_aids(self, seat: Seat) -> bool:
        """Return whether the person on the seat gets suggestions and glosses. Tables older than
        this option have none.
        """
        aids_option = None if self.setup is None else self.setup.options.get(AIDS.id)
        return aids_option == "on" or (aids_option == "first" and self.seats[seat].is_newcomer)

    def has_outgrown_aids(self, seat: Seat) -> bool:
        """Return whether the person on the seat had first-game aids in their last game and has them no longer."""
        aids_option = None if self.setup is None else self.setup.options.get(AIDS.id)
        return (
            self.game.aids is not None and aids_option == "first" and self.seats[seat].games_finished == NEWCOMER_GAMES
        )

    def require_prompt(self, ref: QuestionRef) -> Prompt:
        """Return the open question that `ref` names. Raises StaleAnswer if another question is open by now."""
        if ref != self.build_question_ref(ref.seat):
            raise StaleAnswer("table.refused.stale")
        assert self.match is not None
        prompt = self.match.find_prompt(ref.seat)
        assert prompt is not None
        return prompt

    @property
    def seat_on_turn(self) -> Seat | None:
        """The seat on turn; None if no seat is, or the game does not say."""
        info = None if self.match is None else self.match.find_turn_info()
        return None if info is None else info.turn

    @property
    def next_on_turn(self) -> Seat | None:
        """The seat that is on turn next, if the game says so and a person or computer player holds it."""
        info = None if self.match is None else self.match.find_turn_info()
        next_seats = () if info is None else info.following
        return next_seats[0] if next_seats and next_seats[0] < len(self.seats) else None

    @property
    def following_seats(self) -> tuple[Seat, ...]:
        """The seats that come after the one on turn, in order, as far as the game says; without an automa."""
        info = None if self.match is None else self.match.find_turn_info()
        return () if info is None else tuple(seat for seat in info.following if seat < len(self.seats))

    @property
    def public_n(self) -> int:
        """Number of the last decision that is public; 0: none yet. Answers to a question that several seats are asked
        at once become public when all have answered: until then even their number is a secret.
        """
        match = self.match
        public = 0 if match is None else match.undo_barrier - match.frame_position
        while match is not None and public and match.decisions_since_frame[public - 1].step == match.step:
            public -= 1
        return self.decision_numbers[public - 1] if public else self.base_n

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Seats that are asked; empty before the start and after the end."""
        return () if self.match is None or not self.is_playing else self.match.waiting_seats

    @property
    def has_time_out(self) -> bool:
        """Whether an open question has a time-out answer."""
        open_prompts = None if self.match is None else self.match.open_prompts
        return open_prompts is not None and any(prompt.default is not None for prompt in open_prompts.prompts)
