"""The life of a table, without a word about Discord: seats, play, taking back, consent, standing answers, timers.

Every function that changes a table takes a `TableService` and a `LiveTable` that is held
(`async with tables.at(id) as live`), raises `Refused` before anything has happened, and has committed when it returns.

Rooms: `lobby` (before the start), `life` (who holds the seats, pauses, the end), `time` (hours, clocks, timers),
`notices` (how people are told), `knowing` (what can be known of games and people), `computers`, `fairness`. What all
of them need, and playing itself, stands here.
"""

from .live import LiveTable, Plan, Request, Wanted
from .people import Person
from .question_ref import QuestionRef
from .seated import Seated
from .service import TableService

__all__ = ["LiveTable", "Person", "Plan", "QuestionRef", "Request", "Seated", "TableService", "Wanted"]
