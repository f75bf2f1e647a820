"""The players of a game one by one: a seat that changed hands had several."""

from dataclasses import dataclass

from bot.table.state.table import Table
from engines.kernel import Seat
from storage.play.seat_tenures import find_tenure


@dataclass(frozen=True, slots=True)
class SeatPlayer:
    """A person or computer player with the time in which they held a seat. Substitutes and the autopilot answer for
    them.
    """

    seat: Seat
    """0 .. n-1."""
    name: str
    """As of their first time on the seat."""
    first_n: int
    """The first decision of their time."""
    spans: tuple[tuple[int, int | None], ...]
    """First and last decision of each time in which they held the seat; None: until now."""
    is_present: bool
    """They hold the seat now, or held it last if it is open."""

    @property
    def key(self) -> str:
        """The player in a control: the seat, or for somebody who has left it `<seat>-<first decision>`."""
        return str(self.seat) if self.is_present else f"{self.seat}-{self.first_n}"

    def was_held_at(self, n: int) -> bool:
        """Return whether the seat was theirs when decision n was made (0: at the beginning)."""
        return any(first <= max(n, 1) and (last is None or n <= last) for first, last in self.spans)


def list_players(table: Table) -> list[SeatPlayer]:
    """Return all players by seat, the earlier ones of a seat first. Before the start: the people who have joined."""
    return [player for seated in table.seats for player in _list_players_of_seat(table, seated.seat)]


def find_player(table: Table, key: str) -> SeatPlayer | None:
    """Return the player with this key; None if there is none."""
    return next((player for player in list_players(table) if player.key == key), None)


def _list_players_of_seat(table: Table, seat: Seat) -> list[SeatPlayer]:
    """Return the players of one seat. The time of an open seat counts for the player who left it."""
    tenures = [tenure for tenure in table.tenures if tenure.seat == seat]
    if not tenures:
        return [SeatPlayer(seat, table.names[seat], 1, ((1, None),), is_present=True)]
    names: dict[int | str, str] = {}
    spans: dict[int | str, list[tuple[int, int | None]]] = {}
    current: int | str | None = None
    for tenure in tenures:
        if tenure is not find_tenure(tenures, seat, tenure.from_n):
            continue  # another tenure began before the next decision
        player = tenure.holder or tenure.policy or current
        if player is None or player == current:
            continue
        if current is not None:
            spans[current][-1] = (spans[current][-1][0], tenure.from_n - 1)
        names.setdefault(player, tenure.name)
        spans.setdefault(player, []).append((tenure.from_n, None))
        current = player
    return [
        SeatPlayer(seat, names[player], spans[player][0][0], tuple(spans[player]), is_present=player == current)
        for player in spans
    ]
