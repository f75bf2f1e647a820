"""The life of a table, independent of Discord: seats, play, undo, consent, preset answers and timers.

Every function that changes a table takes a `TableService` and a `Table` whose lock is held (`async with
service.lock_table(id) as table`). It raises `Refused` before anything has happened, and has committed when it returns.

The packages are layers; each imports only from those before it: `clock` (waking hours and turn clocks), `state` (a
table in memory), `terms` and `deadline`, `notices` and `player_records`, `service`, `seats` and `history`, `lobby` and
`play`, `admin` and `computers`, the modules `request_kinds` and `consent`, and at the top `background` and `personal`.
"""

from bot.table.state.settings import TableSettings
from bot.table.state.suggestions import SuggestionRequest

from .service.table_service import TableService
from .state.people import Person
from .state.seats import SeatAssignment
from .state.table import ConsentRequest, QuestionRef, Table

__all__ = [
    "ConsentRequest",
    "Person",
    "QuestionRef",
    "SeatAssignment",
    "SuggestionRequest",
    "Table",
    "TableService",
    "TableSettings",
]
