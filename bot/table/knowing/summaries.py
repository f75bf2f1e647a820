"""A person's list of tables, read without waking any of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.table.life import names
from bot.table.question_ref import QuestionRef
from bot.table.seated import Seated
from engines.kernel import Seat
from storage import Source
from storage.messages import posts
from storage.messages.kinds import Saying
from storage.play import games, open_questions
from storage.play.games import GameRow
from storage.play.open_questions import OpenQuestionRow
from storage.time import pauses, timers
from storage.time.kinds import Timer
from storage.time.pauses import PauseRow
from storage.time.timers import TimerRow


@dataclass(frozen=True, slots=True)
class Summary:
    """One line of a person's list of tables. waiting: names of those whose turn it is; mine: the person among them.

    until: when the person's time is out, None if nothing says so; card: the message to jump to; pauses: why the table
    stands still, if it does; away: the person's seat, while a computer player or a sitter answers there
    """

    row: GameRow
    names: tuple[str, ...]
    waiting: tuple[str, ...]
    mine: bool
    since: int | None
    until: int | None = None
    card: int | None = None
    pauses: tuple[PauseRow, ...] = ()
    away: Seated | None = None

    @property
    def calls(self) -> bool:
        """Whether it waits for the person now: a table that pauses or sleeps calls nobody."""
        return self.mine and not self.pauses


async def tables_of(source: Source, person: int) -> list[Summary]:
    """The person's tables that are open or in play; those that wait for the person first, longest wait first;
    tables that pause stand behind those that do not.

    However many they are, it takes the same few queries.
    """
    rows = await games.of_person(source, person)
    numbers = [row.id for row in rows]
    seated = await names.seated_at(source, rows)
    asked = await open_questions.of_games(source, numbers)
    due = await timers.of_games(source, numbers)
    cards = await posts.of_games(source, numbers, Saying.CARD)
    still = await pauses.of_games(source, numbers)
    found = [
        replace(
            _summary(
                row, person, seated[row.id], asked[row.id], due[row.id], [post.message_id for post in cards[row.id]]
            ),
            pauses=tuple(still[row.id]),
        )
        for row in rows
    ]
    return sorted(found, key=lambda s: (not s.calls, bool(s.pauses), not s.mine, s.since or s.row.created_at))


def _summary(
    row: GameRow,
    person: int,
    seated: Sequence[Seated],
    asked: Sequence[OpenQuestionRow],
    due: Sequence[TimerRow],
    cards: Sequence[int],
) -> Summary:
    mine = next((a for a in asked if seated[a.seat].called == person), None)
    return Summary(
        row,
        tuple(s.name for s in seated),
        tuple(seated[a.seat].name for a in asked),
        mine is not None,
        mine.since_at if mine is not None else min((a.since_at for a in asked), default=None),
        None if mine is None else _until(due, mine.seat),
        cards[0] if cards else None,
        away=next((s for s in seated if s.person == person and s.called != person), None),
    )


def _until(due: Sequence[TimerRow], seat: Seat) -> int | None:
    """When the seat's question answers itself, or the seat is late."""
    for row in due:
        if (row.kind == Timer.LATE and row.key == str(seat)) or (
            row.kind == Timer.TIMEOUT and QuestionRef.decode(row.key).seat == seat
        ):
            return row.due_at
    return None
