"""The menu of what a person can do about others at a table: as the host of a lobby, or by asking the others in play."""

from collections.abc import Iterator

from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.pages import MAX_CHOICES, Choice, SelectMenu
from bot.discord_ui.text.localizer import Localizer
from bot.table import Table
from engines.kernel import Refused, Seat


def build_players_menu(table: Table, localizer: Localizer, person: int) -> SelectMenu | None:
    """Return the menu for this person; None if it has nothing to offer.

    A value is `action:subject`: before the start a person's id (seats are still renumbered), then a seat.
    """
    if table.is_open:
        choices = tuple(_iter_lobby_choices(table, localizer, person))
        label = localizer.render_label("ask.lobby")
    else:
        choices = tuple(_iter_game_choices(table, localizer, person))
        label = localizer.render_label("ask.game")
    if not choices:
        return None
    return SelectMenu(build_table_id(table.key, "ask"), label, choices[:MAX_CHOICES])


def _iter_lobby_choices(table: Table, localizer: Localizer, person: int) -> Iterator[Choice]:
    if table.row.host != person:
        return
    guests = [seated for seated in table.seats if seated.person not in (None, person)]
    for action in ("remove", "host"):
        for seated in guests:
            yield Choice(f"{action}:{seated.person}", localizer.render_label(f"ask.{action}", who=seated.name))


def _iter_game_choices(table: Table, localizer: Localizer, person: int) -> Iterator[Choice]:
    own_seat = table.find_seat(person)
    if own_seat is None or table.row.status != "playing":
        return
    others = [seated for seated in table.seats if seated.seat != own_seat and not seated.is_computer]
    if others:
        yield Choice("extend", localizer.render_label("ask.extend"))
    for seated in others:
        name = table.names[seated.seat]
        if seated.seat in table.waiting:
            yield Choice(f"default:{seated.seat}", localizer.render_label("ask.default", who=name))
        yield Choice(f"relief:{seated.seat}", localizer.render_label("ask.relief", who=name))
        if seated.person is not None:
            yield Choice(f"host:{seated.seat}", localizer.render_label("ask.host", who=name))


def read_subject(table: Table, subject: str) -> Seat:
    """Return the seat that a value of the menu is about. Raises Refused if its person has left."""
    number = int(subject) if subject.isascii() and subject.isdecimal() else -1
    for seated in table.seats:
        if number == (seated.person if table.is_open else seated.seat):
            return seated.seat
    raise Refused("table.refused.no_person_there")
