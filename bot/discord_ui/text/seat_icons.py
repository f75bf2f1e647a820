"""Icons of seats in text: an application emoji showing the token in its colour, or a shape and letter (`● A`).

The emoji belong to the application (at most 2,000), so they need no permission in any server. `seat_emoji` uploads
them; until one exists, shape and letter are used.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from bot.table import Table
from engines.kernel import LETTERS, Game, Seat
from render import load_arts

SHAPES = "●■▲◆⬢⬟★✚"
"""Shape of each seat, shown beside its letter; the same as on the pictures."""
PREFIX = "seat_"


class SeatIcon(NamedTuple):
    """The token of a seat in a colour, uploaded as an emoji of the application."""

    seat: Seat
    """Its letter stands on the token."""
    colour: str
    """#RRGGBB."""

    @property
    def name(self) -> str:
        """Name of the emoji, such as `seat_A_f0be3c`."""
        return f"{PREFIX}{LETTERS[self.seat]}_{self.colour.removeprefix('#').lower()}"


_emoji: dict[str, str] = {}
"""Emoji name -> its markup in a message; one set per application."""
_callbacks: list[Callable[[], None]] = []
"""Callback for missing emoji (at most one)."""
_missing: dict[SeatIcon, None] = {}
"""An ordered set: icons that texts have lacked."""


def register_emoji(emoji: Iterable[tuple[str, int]]) -> None:
    """Register emoji that exist on Discord, as (name, id)."""
    _emoji.update({name: f"<:{name}:{number}>" for name, number in emoji if name.startswith(PREFIX)})


def notify_when_missing(callback: Callable[[], None]) -> None:
    """Set the callback for texts that need an emoji which does not exist yet."""
    _callbacks[:] = [callback]


def forget_emoji() -> None:
    """Forget all emoji and the callback, as for another application."""
    _emoji.clear()
    _missing.clear()
    _callbacks.clear()


def list_missing() -> tuple[SeatIcon, ...]:
    """Return the icons that texts needed and Discord does not have yet."""
    return tuple(icon for icon in _missing if icon.name not in _emoji)


def format_plain_icon(seat: Seat) -> str:
    """Return `● A`, for labels of buttons and menus, which cannot contain emoji."""
    return f"{SHAPES[seat]} {LETTERS[seat]}"


def format_icon(table: Table, seat: Seat) -> str:
    """Return the emoji of the seat's token if Discord has it, else `● A`."""
    colour = find_hex_colour(table, seat) if _callbacks else None  # nothing uploads emoji: do not ask for any
    if colour is None:
        return format_plain_icon(seat)
    icon = SeatIcon(seat, colour)
    markup = _emoji.get(icon.name)
    if markup is None and icon not in _missing:
        _missing[icon] = None
        for callback in _callbacks[-1:]:
            callback()
    return markup or format_plain_icon(seat)


def iter_game_icons(game: Game[object]) -> Iterator[SeatIcon]:
    """Yield every icon that a game may need."""
    art = load_arts().get(game.id)
    for colour in () if art is None else art.colours.values():
        for seat in range(max(game.seat_counts)):
            yield SeatIcon(seat, colour)


def find_hex_colour(table: Table, seat: Seat) -> str | None:
    """Return the colour (#RRGGBB) of the seat's pieces, or None if it is not known yet."""
    art = load_arts().get(table.game.id)
    if art is None or not art.colours or seat >= len(table.seats):
        return None
    colour = find_colour(table, seat)
    return None if colour is None else art.colours.get(colour)


def find_colour(table: Table, seat: Seat) -> str | None:
    """Return the seat's colour, chosen in the lobby or decided by the rules; None: not yet."""
    if not table.game.are_colors_chosen(table.settings.options):
        return find_decided_colour(table, seat)
    setup = table.setup
    return table.seats[seat].colour if setup is None else setup.colors[seat]


def find_decided_colour(table: Table, seat: Seat) -> str | None:
    """Return the colour that the rules have decided for the seat; None: not yet, or players choose their colours."""
    game = table.game
    if game.seat_colors is None or table.match is None or game.are_colors_chosen(table.settings.options):
        return None
    return game.seat_colors(table.match.build_public_match().build_view(None))[seat]
