"""A table in memory: its row, its seats and, once it has started, its Match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from engines.kernel import AIDS, Catalogue, Decision, Game, Match, Prompt, Refused, Seat, Setup, Stale, catalogue
from engines.kernel.stars.suggestions import Advice, is_advisable, marked
from storage.play.deals import DealRow
from storage.play.games import GameRow
from storage.time.kinds import Pause

from .acted import Recent
from .computers.thinking import Wish
from .knowing.facts import Facts
from .question_ref import QuestionRef
from .seated import FIRST_GAMES, Held, Seated
from .time import leave

FIXED = "fixed"


class Plan(msgspec.Struct, frozen=True):
    """What the table has agreed before the start, kept in the game's row.

    players: how many seats are wanted (None: whoever comes, as many as the game has); order: how seats are numbered at
    the start; pace: how fast it plays, a name of `time.pace.PACES` or "none"; FIXED: tables of before, where a question
    with a time-out answer answers itself after timeout_hours of the wall clock (None: never); setup: of the start;
    rated: the result counts for ratings, so only people play.
    closed: before the start only guests may join.
    ballot: by which rules the table votes (`life.votes`); a table keeps those under which it was opened.
    """

    options: dict[str, str] = {}
    players: int | None = None
    order: str = "random"
    timeout_hours: int | None = 72
    pace: str = FIXED
    leave_days: int | None = leave.AT_A_TABLE
    setup: Setup | None = None
    rated: bool = False
    closed: bool = False
    ballot: int = 1


ORDERS = ("random", "joined")


@dataclass(frozen=True, slots=True)
class Request:
    """An open request to the others. needed: people who can still decide it; wanted: how many of them it still takes.

    from_n: the first decision that would be taken back, None for other kinds. refused: who said No. lost: no more
    answers can make it pass. next_at: when somebody's silence counts as an abstention; None: nobody's does.
    """

    kind: str
    asked_by: str
    asked_by_id: int
    agreed: tuple[str, ...]
    needed: tuple[str, ...]
    needed_ids: tuple[int, ...]
    wanted: int
    from_n: int | None
    at: int = 0
    refused: tuple[str, ...] = ()
    lost: bool = False
    next_at: int | None = None


class Suggested(NamedTuple):
    """A seat's question as it was last read with suggestions. moment: epoch and step"""

    moment: tuple[int, int]
    prompt: Prompt
    advice: Advice


Position = tuple[Seat, bytes, tuple[Decision, ...]]
"""A seat's question wherever it is asked again: the frame and the decisions since say all of how the table stands."""


class Wanted(NamedTuple):
    """Suggestions for a seat's question that nobody has thought out yet. moment: epoch and step"""

    game: int
    moment: tuple[int, int]
    wish: Wish


@dataclass(slots=True)
class LiveTable:
    """One table. Held under its lock by whoever reads or changes it (`TableService.at`).

    base_n: the stored number of the decision at the Match's frame, numbers: of each decision since; last_n: the highest
    number ever used.
    told: everything up to this decision has been told in public messages.
    dirty: a change is under way and its commit has not come back: this may not be what is stored.
    claimed: the click under which the table is held and has been changed.
    """

    row: GameRow
    game: Game[Any]
    plan: Plan
    seats: tuple[Seated, ...]
    match: Match[Any] | None = None
    base_n: int = 0
    numbers: list[int] = field(default_factory=list)
    last_n: int = 0
    told: int = 0
    requests: tuple[Request, ...] = ()
    pauses: frozenset[Pause] = frozenset()
    """Why the clocks stand still."""
    pause_ends: dict[Pause, int | None] = field(default_factory=dict)
    """When each of them ends by itself, if it does."""
    held: tuple[Held, ...] = ()
    """Who held the seats, by seat and in order; empty before the start."""
    orders: dict[tuple[Seat, str], str] = field(default_factory=dict)
    recent: Recent = field(default_factory=Recent)
    """Who acted lately: the card marks what changed, and by whom. Of a game that is not in play nothing."""
    facts: Mapping[int, Facts] = field(default_factory=dict)
    """Before the start: how the people who sit usually play, for those who may join them."""
    guests: tuple[int, ...] = ()
    """Before the start: people whom the host has named."""
    deal: DealRow | None = None
    """What the shuffle is made of; None at tables of versions before."""
    shares: Mapping[int, str] = field(default_factory=dict)
    """Before the start: what each person (id) has put in."""
    dirty: bool = False
    claimed: int | None = None
    suggested: dict[Seat, Suggested] = field(default_factory=dict)
    """What was last suggested to each seat: its next question carries the plan on."""
    thought: dict[Position, Advice] = field(default_factory=dict)
    """What was suggested since the frame: Back leads to a question of which it is known."""
    met: dict[tuple[Seat, str], int] = field(default_factory=dict)
    """Glosses that were told (`knowing.gloss`): by seat and sentence, the position in the game."""
    restored: set[str] = field(default_factory=set)
    """What was posted anew because somebody had deleted it (`life.restoring`)."""

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def words(self) -> Catalogue:
        return catalogue(self.game.package)

    @property
    def setup(self) -> Setup | None:
        return self.plan.setup

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seated.name for seated in self.seats)

    @property
    def people(self) -> tuple[Seated, ...]:
        """Seats that somebody holds."""
        return tuple(seated for seated in self.seats if seated.person is not None)

    def names_at(self, n: int) -> tuple[str, ...]:
        """What stood on the seats when decision n was made."""
        names = list(self.names)
        for one in self.held:
            if one.from_n <= n or one.why == "start":
                names[one.seat] = one.name
        return tuple(names)

    def stood_in(self, n: int, seat: Seat) -> str:
        """The name of the person who answered decision n for the holder of the seat; "" if nobody did."""
        found = [one.sitter for one in self.held if one.seat == seat and one.from_n <= n]
        return found[-1] if found else ""

    @property
    def is_open(self) -> bool:
        return self.row.status == "open"

    @property
    def is_archived(self) -> bool:
        """Nobody came back to it, so it was put away; whoever comes fetches it again."""
        return self.row.archived_at is not None

    @property
    def is_playing(self) -> bool:
        return self.row.status == "playing" and not self.is_paused

    @property
    def is_paused(self) -> bool:
        """It is in play, but the present rules cannot go on with it (see `upgrade`)."""
        return Pause.RULES in self.pauses and self.row.status == "playing"

    def seat_of(self, person: int) -> Seat | None:
        """The seat that the person holds, or sits in on for somebody."""
        return next((seated.seat for seated in self.seats if person in (seated.person, seated.sitter)), None)

    def seat_or_refuse(self, person: int) -> Seat:
        """Raises Refused if the person does not sit here."""
        seat = self.seat_of(person)
        if seat is None:
            raise Refused("table.refused.not_seated")
        return seat

    @property
    def seats_allowed(self) -> tuple[int, ...]:
        """Numbers of seats with which the game can start as it is agreed."""
        return self.game.seats_with(self.plan.options)

    @property
    def seats_wanted(self) -> int:
        """How many seats can be taken before the start, unless the host wants more."""
        return self.plan.players or self.seats_allowed[-1]

    def playing(self) -> Match[Any]:
        """The Match. Raises Refused if the table is not in play."""
        if self.is_open:
            raise Refused("table.refused.not_started")
        self.not_ended()
        if self.is_paused:
            raise Refused("table.refused.paused")
        if not self.is_playing or self.match is None:
            raise Refused("table.refused.finished")
        return self.match

    def not_ended(self) -> None:
        """Raises Refused if the table was closed before its game was over."""
        if self.row.status == "ended":
            raise Refused("table.refused.ended")

    def host_only(self, person: int) -> None:
        if person != self.row.host:
            raise Refused("table.refused.host_only")

    def open_only(self) -> None:
        self.not_ended()
        if not self.is_open:
            raise Refused("table.refused.already_started")

    def ref(self, seat: Seat) -> QuestionRef | None:
        """What names the seat's open question; None: nothing is asked of it."""
        if self.match is None or self.match.prompt(seat) is None:
            return None
        return QuestionRef(self.id, self.row.epoch, self.match.step, seat)

    def question(self, seat: Seat) -> Prompt | None:
        """The seat's open question as a person reads it: with the suggestions that are known (`wanted`)."""
        prompt = None if self.match is None else self.match.prompt(seat)
        if prompt is None or not self.aided(seat):
            return prompt
        known = self._known(seat, prompt)
        return prompt if known is None else known.prompt

    def _known(self, seat: Seat, prompt: Prompt) -> Suggested | None:
        """What is suggested to the seat's question, if that was thought out, before something was taken back, too."""
        known, match, aids = self.suggested.get(seat), self.match, self.game.aids
        if known is not None and known.moment == self.moment:
            return known
        if match is None or aids is None:
            return None
        found = self.thought.get((seat, match.frame, tuple(match.tail)))
        if found is None:
            return None
        known = self.suggested[seat] = Suggested(self.moment, marked(prompt, found, aids), found)
        return known

    def wanted(self, seat: Seat) -> Wanted | None:
        """What is still to be thought out where the table has first-game aids for the seat; then `advise` takes it.

        It takes up to half a second, so it is done elsewhere (`computers.suggesting`), and others press meanwhile.
        """
        match, earlier = self.match, self.suggested.get(seat)
        prompt = None if match is None else match.prompt(seat)
        if match is None or prompt is None or self.game.aids is None or not is_advisable(prompt):
            return None
        if not self.aided(seat) or self._known(seat, prompt) is not None:
            return None
        said = None if earlier is None or earlier.moment[0] != self.row.epoch else earlier.advice
        wish = Wish(self.game.id, match.setup, match.seed, match.frame, tuple(match.tail), seat, said)
        return Wanted(self.id, self.moment, wish)

    def advise(self, wanted: Wanted, found: Advice | None) -> None:
        """The question has these suggestions from now on, if it is still open. None: they could not be thought out."""
        seat, match, aids = wanted.wish.seat, self.match, self.game.aids
        prompt = None if match is None else match.prompt(seat)
        if match is not None and prompt is not None and aids is not None and wanted.moment == self.moment:
            found = found or Advice(match.position)
            self.suggested[seat] = Suggested(wanted.moment, marked(prompt, found, aids), found)
            frame = wanted.wish.frame
            self.thought = {one: said for one, said in self.thought.items() if one[1] == frame}
            self.thought[seat, frame, wanted.wish.tail] = found

    @property
    def moment(self) -> tuple[int, int]:
        """What changes with every question and with everything that is taken back: epoch and step. It stays while
        others answer what all are asked together.
        """
        return self.row.epoch, 0 if self.match is None else self.match.step

    def aided(self, seat: Seat) -> bool:
        """Whether the person on the seat is given suggestions and glosses. Tables of before this option have none."""
        wish = None if self.setup is None else self.setup.options.get(AIDS.id)
        return wish == "on" or (wish == "first" and self.seats[seat].is_newcomer)

    def unaided_now(self, seat: Seat) -> bool:
        """Whether the person on the seat had first-game aids in their last game, and has none any more."""
        wish = None if self.setup is None else self.setup.options.get(AIDS.id)
        return self.game.aids is not None and wish == "first" and self.seats[seat].finished == FIRST_GAMES

    def prompt_of(self, ref: QuestionRef) -> Prompt:
        """The open question that `ref` names. Raises Stale if another one is open by now."""
        if ref != self.ref(ref.seat):
            raise Stale("table.refused.stale")
        assert self.match is not None
        prompt = self.match.prompt(ref.seat)
        assert prompt is not None
        return prompt

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None: nobody's, or the game does not say."""
        moment = self.game.moment
        return None if moment is None or self.match is None else moment(self.match.public().view(None)).turn

    @property
    def following(self) -> Seat | None:
        """Who is on turn next, as far as the game says and a seat of the table has it."""
        moment = self.game.moment
        if moment is None or self.match is None:
            return None
        following = moment(self.match.public().view(None)).following
        return following[0] if following and following[0] < len(self.seats) else None

    @property
    def public_n(self) -> int:
        """Number of the last decision that everybody may know; 0: none yet."""
        public = 0 if self.match is None else self.match.barrier - self.match.base
        return self.numbers[public - 1] if public else self.base_n

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Seats that are asked; none before the start and after the end."""
        return () if self.match is None or not self.is_playing else self.match.waiting

    @property
    def times_out(self) -> bool:
        """Whether an open question has a time-out answer."""
        return (
            self.match is not None
            and self.match.ask is not None
            and any(p.default is not None for p in self.match.ask.prompts)
        )
