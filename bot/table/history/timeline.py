"""The turn info of a game at each checkpoint, and its chapters: rounds or phases, as the game names them."""

import logging
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from bot.table.clock.waking_hours import DAY
from bot.table.service.table_service import TableService
from bot.table.state.stored_match import pack_turn_info, unpack_turn_info
from bot.table.state.table import Table
from engines.kernel import Message, Seat, TurnInfo
from storage.play import checkpoints, decisions
from storage.play.decisions import DecisionOutlineRow
from storage.play.seat_tenures import find_decider

from .game_log import find_first_own_decision
from .seat_players import SeatPlayer

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CheckpointOutline:
    """A checkpoint: after decision n (0: the beginning)."""

    n: int
    """Last decision before it."""
    stored_at: int
    """Unix milliseconds."""
    turn_info: TurnInfo | None
    """Turn info; None where the game has none, or stored it in a form that can no longer be read."""


@dataclass(frozen=True, slots=True)
class GameChapter:
    """A run of decisions under one heading, such as a round."""

    heading: Message
    """`TurnInfo.heading` of all its checkpoints."""
    after_n: int
    """The last decision before the chapter."""
    last_n: int | None
    """The last decision of the chapter; None: it lasts to the end."""

    @property
    def number(self) -> int | None:
        """The number in its heading: the first number that the sentence takes (the round comes before the number of
        rounds).
        """
        return next((arg for arg in self.heading.args.values() if isinstance(arg, int)), None)

    def contains(self, n: int) -> bool:
        """Return whether decision n belongs to the chapter."""
        return self.after_n < n and (self.last_n is None or n <= self.last_n)


async def load_checkpoint_outlines(service: TableService, table: Table) -> tuple[CheckpointOutline, ...]:
    """Return every valid checkpoint, oldest first. Turn info that an earlier version did not store is computed and
    stored.
    """
    rows = await checkpoints.load_outlines(service.db, table.id)
    missing = [row.n for row in rows if row.turn_info is None] if table.game.turn_info is not None else []
    computed = {n: blob for n in missing if (blob := await _compute_turn_info(service, table, n)) is not None}
    if computed:
        async with service.db.transaction() as tx:
            for n, blob in computed.items():
                await checkpoints.set_turn_info(tx, table.id, n, blob)
    outlines = []
    for row in rows:
        blob = computed.get(row.n, row.turn_info)
        outlines.append(CheckpointOutline(row.n, row.saved_at, None if blob is None else unpack_turn_info(blob)))
    return tuple(outlines)


async def _compute_turn_info(service: TableService, table: Table, n: int) -> bytes | None:
    """Compute the packed turn info after decision n; None if today's rules cannot read the game."""
    try:
        return pack_turn_info((await service.load_match_at(service.db, table, n)).match)
    except Exception as error:  # noqa: BLE001 - rules that have changed may raise anything
        log.info("table %d after decision %d cannot be read: %s", table.id, n, error)
        return None


def group_chapters(outlines: tuple[CheckpointOutline, ...]) -> tuple[GameChapter, ...]:
    """Group consecutive checkpoints with the same heading into chapters."""
    starts: list[tuple[Message, int]] = []
    for outline in outlines:
        if outline.turn_info is not None and (not starts or starts[-1][0] != outline.turn_info.heading):
            starts.append((outline.turn_info.heading, outline.n))
    ends: list[int | None] = [*(after_n for _, after_n in starts[1:]), None]
    all_chapters = [
        GameChapter(heading, after_n, last_n) for (heading, after_n), last_n in zip(starts, ends, strict=False)
    ]
    return tuple(chapter for chapter in all_chapters if chapter.last_n != chapter.after_n)


@dataclass(frozen=True, slots=True)
class LookbackRange:
    """A range of decisions to look back over."""

    after_n: int
    """The last decision before the range."""
    name: str
    """Key of its name."""


async def list_lookback_ranges(
    service: TableService, table: Table, person: int | None, last_seen_n: int | None
) -> tuple[LookbackRange, ...]:
    """Return the useful ranges, shortest first. person: the reader; last_seen_n: the last decision before their last
    look.

    Of ranges that begin at the same decision only the first is kept.
    """
    rows = await _load_public_rows(service, table)
    ranges = [] if last_seen_n is None else [LookbackRange(last_seen_n, "look")]
    own_numbers = [row.n for row in rows if person is not None and find_decider(table.tenures, row) == person]
    if own_numbers:
        ranges.append(LookbackRange(own_numbers[-1], "mine"))
    all_chapters = group_chapters(await load_checkpoint_outlines(service, table))
    if all_chapters:
        ranges.append(LookbackRange(all_chapters[-1].after_n, "round"))
    yesterday = [row.n for row in rows if row.decided_at < service.clock() - DAY]
    if yesterday:
        ranges.append(LookbackRange(yesterday[-1], "day"))
    ranges.append(LookbackRange(0, "beginning"))
    by_start: dict[int, LookbackRange] = {}
    for span in ranges:
        if span.after_n < table.public_n:
            by_start.setdefault(span.after_n, span)
    return tuple(sorted(by_start.values(), key=lambda span: -span.after_n))


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """The position after decision n (0: the beginning).

    A question that several seats were asked at once has one step a seat, in the order of the seats and all at the time
    when the last one answered: how often and when a secret answer was changed stays unknown.
    """

    n: int
    """A number of the game's own, so that steps can be ordered; it does not reveal when a secret answer was changed.
    """
    seat: Seat | None
    """The seat that decided; None at the beginning."""
    decided_at: int
    """Unix milliseconds at which the question was answered by all."""
    ends_turn: bool
    """It ended a turn, or is the last one so far."""
    decision_n: int = 0
    """Number of the seat's decision."""
    view_n: int = 0
    """The board is shown as it was after this decision."""


@dataclass(frozen=True, slots=True)
class GameHistory:
    """The history of a game."""

    steps: tuple[HistoryStep, ...]
    """All steps in order; the first is the beginning."""
    chapters: tuple[GameChapter, ...]
    """In order; () for a game without turn info."""
    outlines: tuple[CheckpointOutline, ...]
    """All valid checkpoints, oldest first."""

    def select_steps(self, is_by_turn: bool, player: SeatPlayer | None = None) -> tuple[HistoryStep, ...]:
        """Return the steps turn by turn or decision by decision, of one player or all. The beginning
        is always included.
        """
        first, *rest = self.steps
        selected = [
            step
            for step in rest
            if player is None or (step.seat == player.seat and player.was_held_at(step.decision_n))
        ]
        if is_by_turn and player is None:
            selected = [step for step in selected if step.ends_turn]
        elif is_by_turn:
            selected = [
                step
                for step, following in zip(selected, [*selected[1:], None], strict=False)
                if self._is_turn_over(step, following)
            ]
        return (first, *selected)

    def _is_turn_over(self, step: HistoryStep, following: HistoryStep | None) -> bool:
        """Return whether the seat's turn ended before its next step."""
        return following is None or any(step.n <= other.n < following.n and other.ends_turn for other in self.steps)

    def find_previous(self, step: HistoryStep, is_by_turn: bool) -> HistoryStep | None:
        """Return the step to compare with: the end of the previous turn, or the previous decision."""
        earlier = [other for other in self.steps if other.n < step.n and (other.ends_turn or not is_by_turn)]
        return earlier[-1] if earlier else None

    def find_turn_seat(self, step: HistoryStep) -> Seat | None:
        """Return the seat that began the turn to which a step belongs; None if several seats were asked at once."""
        steps = [other for other in self.steps if other.n <= step.n]
        if any(other.view_n < other.n for other in steps[-2:]):
            return None
        turn_start = max((i for i, other in enumerate(steps[:-1], 1) if other.ends_turn), default=0)
        return steps[turn_start].seat

    def find_chapter(self, n: int) -> GameChapter | None:
        """Return the chapter in which decision n was made (0: the first)."""
        return next((chapter for chapter in self.chapters if chapter.contains(max(n, 1))), None)


def find_step_index(steps: tuple[HistoryStep, ...], n: int) -> int:
    """Return the index of the last step with at most this number."""
    return max(0, bisect_right([step.n for step in steps], n) - 1)


async def load_history(service: TableService, table: Table) -> GameHistory:
    """Return the public history of the table's game."""
    outlines = await load_checkpoint_outlines(service, table)
    ends = {outline.n for outline in outlines}
    rows = await _load_public_rows(service, table)
    steps = [HistoryStep(0, None, table.row.started_at or table.row.created_at, True)]
    for _, group in groupby(rows, key=attrgetter("step")):
        of_question = list(group)
        is_current = of_question[-1].rules == table.game.rules_version
        for n, seat, decision_n, view_n in _list_answers(of_question):
            ends_turn = n in ends
            if ends_turn or is_current:
                decided_at = of_question[-1].decided_at
                steps.append(HistoryStep(n, seat, decided_at, ends_turn or n == rows[-1].n, decision_n, view_n))
    return GameHistory(tuple(steps), group_chapters(outlines), outlines)


async def _load_public_rows(service: TableService, table: Table) -> list[DecisionOutlineRow]:
    public_n = table.public_n
    return [row for row in await decisions.load_public_outlines(service.db, table.id) if row.n <= public_n]


def _list_answers(rows: Sequence[DecisionOutlineRow]) -> list[tuple[int, Seat, int, int]]:
    """Return the steps of one question, given all its decisions: n, seat, decision_n and view_n (`HistoryStep`)."""
    if len(rows) == 1:
        n = rows[0].n
        return [(n, rows[0].seat, n, n)]
    last_answers = {row.seat: row.n for row in rows}
    last_n = rows[-1].n
    numbers = [*(row.n for row in rows[: len(last_answers) - 1]), last_n]
    return [
        (n, seat, last_answers[seat], n if n == last_n else rows[0].n - 1)
        for n, seat in zip(numbers, sorted(last_answers), strict=True)
    ]


class SeatView(NamedTuple):
    """A View, and the seat with whose eyes it was made."""

    view: Any
    """Of the rules that the table has now."""
    seat: Seat | None
    """None: a spectator."""


async def load_view_after(
    service: TableService, table: Table, n: int, seat: Seat | None, person: int | None = None
) -> SeatView | None:
    """Return the board after decision n, a public one; None if it cannot be shown.

    The seat's own view is shown from the first decision on that belonged to the person (None: its holder), before that
    a spectator's.
    """
    if n > table.public_n:
        return None
    if seat is not None and n < find_first_own_decision(table, seat, person):
        seat = None
    try:
        match = (await service.load_match_at(service.db, table, n)).match
        return SeatView(match.build_full_view(seat), seat)
    except Exception as error:  # noqa: BLE001 - rules that have changed may raise anything
        log.info("table %d after decision %d cannot be shown: %s", table.id, n, error)
        return None


async def load_points(service: TableService, table: Table) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the points at the checkpoints: (index of the checkpoint, points by seat).

    Secret points are computed from the States, so call this only for games that are over.
    """
    points_by_outline = []
    for i, outline in enumerate(await load_checkpoint_outlines(service, table)):
        totals = None if outline.turn_info is None else outline.turn_info.public_points
        if totals is None and table.row.status == "over":
            totals = await _count_points(service, table, outline.n)
        if totals is not None:
            points_by_outline.append((i, totals))
    return tuple(points_by_outline)


async def _count_points(service: TableService, table: Table, n: int) -> tuple[int, ...] | None:
    """Compute the points after decision n; None if today's rules cannot read the game."""
    try:
        scores = {
            score.seat: score.total
            for score in (await service.load_match_at(service.db, table, n)).match.compute_scores()
        }
        return tuple(scores[seated.seat] for seated in table.seats)
    except Exception as error:  # noqa: BLE001 - rules that have changed may raise anything
        log.info("table %d after decision %d cannot be counted: %s", table.id, n, error)
        return None
