"""The decisions of one person, on all seats that they ever held or answered for."""

from dataclasses import dataclass, field

from storage.engine import Source
from storage.queries import in_column, join_columns

from .decisions import Origin
from .seat_tenures import find_decider, load_tenures_with_person


@dataclass(frozen=True, slots=True)
class PersonalDecisionRow:
    """A decision of the person, without what it made happen."""

    game: int
    """Number of the table (`GameRow.id`)."""
    n: int
    """As in `DecisionRow`, like the other fields."""
    step: int
    """Number of the question."""
    seat: int
    """The seat, which need not have been the person's own (substitutes)."""
    keys: str
    """The chosen option keys."""
    origin: Origin
    """"person", or "order" for the person's preset answers."""
    decided_at: int = field(metadata=in_column("at"))
    """When it was stored."""
    undone_at: int | None
    """When it was taken back; None: it counts."""
    person: int | None
    """The person, if the version that stored the decision knew; else the tenure tells."""


async def load_decisions_of_person(source: Source, person: int) -> list[PersonalDecisionRow]:
    """Return every decision that the person made, including undone ones and preset answers, by game and in order."""
    tenures_by_game = await load_tenures_with_person(source, person)
    rows = await source.fetch_rows(
        f"SELECT {join_columns(PersonalDecisionRow)} FROM decisions d WHERE origin IN ('person', 'order') AND EXISTS"
        " (SELECT 1 FROM stretches s WHERE s.game = d.game AND s.seat = d.seat AND ? IN (s.person, s.holder))"
        " ORDER BY game, n",
        (person,),
    )
    candidates = [PersonalDecisionRow(*row) for row in rows]
    return [row for row in candidates if find_decider(tenures_by_game[row.game], row) == person]


async def load_answer_times(source: Source, person: int, max_count: int = 200) -> list[int]:
    """Return the times of the person's answers, latest first."""
    rows = await load_decisions_of_person(source, person)
    return sorted((row.decided_at for row in rows if row.origin == "person"), reverse=True)[:max_count]
