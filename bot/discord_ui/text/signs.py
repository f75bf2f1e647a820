"""Seats in text: their token in its colour, as an emoji of the application; until Discord has it, shape and letter.

The emoji belong to the application (2,000 of them), so they can be used in every server without a permission.
`seat_emoji` uploads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from bot.table import LiveTable
from engines.kernel import LETTERS, Game, Seat
from render import arts

SHAPES = "●■▲◆⬢⬟★✚"
"""A seat's sign beside its letter; the same shape as on the pictures."""
PREFIX = "seat_"


class Sign(NamedTuple):
    """The token of a seat in a colour (#RRGGBB)."""

    seat: Seat
    colour: str

    @property
    def name(self) -> str:
        """What the emoji is called: `seat_A_f0be3c`."""
        return f"{PREFIX}{LETTERS[self.seat]}_{self.colour.removeprefix('#').lower()}"


_published: dict[str, str] = {}
"""Name -> how a text shows it. One application, one set of emoji."""
_told: list[Callable[[], None]] = []
"""Who wants to know that a sign is missing: the newest last."""
_missing: dict[Sign, None] = {}


def publish(emoji: Iterable[tuple[str, int]]) -> None:
    """Emoji that Discord has, by name and id."""
    _published.update({name: f"<:{name}:{number}>" for name, number in emoji if name.startswith(PREFIX)})


def when_missing(tell: Callable[[], None]) -> None:
    """Call this when a text would have shown a sign that is not there."""
    _told[:] = [tell]


def forget() -> None:
    """No emoji is there: for another application."""
    _published.clear()
    _missing.clear()
    _told.clear()


def missing() -> tuple[Sign, ...]:
    """Signs that texts wanted and that are not there."""
    return tuple(sign for sign in _missing if sign.name not in _published)


def plain(seat: Seat) -> str:
    """`● A`: for buttons and menus, which show no emoji inside their words."""
    return f"{SHAPES[seat]} {LETTERS[seat]}"


def of(live: LiveTable, seat: Seat) -> str:
    """The seat's token, where Discord has it; else `● A`."""
    colour = _colour(live, seat) if _told else None  # without anybody who uploads them, letters are enough
    if colour is None:
        return plain(seat)
    sign = Sign(seat, colour)
    shown = _published.get(sign.name)
    if shown is None and sign not in _missing:
        _missing[sign] = None
        for tell in _told[-1:]:
            tell()
    return shown or plain(seat)


def all_of(game: Game[object]) -> Iterator[Sign]:
    """Every sign that a game may need."""
    art = arts().get(game.id)
    for colour in () if art is None else art.colours.values():
        for seat in range(max(game.seats)):
            yield Sign(seat, colour)


def _colour(live: LiveTable, seat: Seat) -> str | None:
    """The colour of the seat's pieces, as far as it is known."""
    art = arts().get(live.game.id)
    if art is None or not art.colours or seat >= len(live.seats):
        return None
    if live.game.seat_colors is not None:
        decided = None if live.match is None else live.game.seat_colors(live.match.public().view(None))[seat]
        return None if decided is None else art.colours.get(decided)
    setup = live.setup
    chosen = live.seats[seat].colour if setup is None else setup.colors[seat]
    return None if chosen is None else art.colours.get(chosen)
