"""The lobby of a table before its start: the game, who sits, how fast it is played, and the buttons to begin."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from bot.discord_ui.page import phone_screen
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.layout import (
    GOLD,
    PRIMARY,
    SUCCESS,
    Button,
    Page,
    build_in_each_language,
)
from bot.discord_ui.page.pictures import Picture
from bot.discord_ui.rulebook.lookup import build_lesson_button
from bot.discord_ui.stats.page import format_habits
from bot.discord_ui.text import seat_icons, titles
from bot.discord_ui.text.localizer import Localizer
from bot.table import Table
from bot.table.lobby import shuffle_shares
from bot.table.state.seats import SeatAssignment
from bot.table.state.settings import FIXED
from engines.kernel import compute_commitment
from render import load_arts, paint
from render.kit.painting.lobby_poster import WIDTH, Placard, Sitter, compute_height, draw_lobby_poster

from .settings_list import list_current_settings, list_departures


@dataclass(frozen=True, slots=True)
class PosterRequest:
    """A poster to be drawn. Tables whose posters look alike share one."""

    engine: str
    table_id: int
    placard: Placard
    alt: str
    picture: str = "poster"

    @property
    def key(self) -> tuple[object, ...]:
        return self.picture, self.engine, self.placard

    def draw(self) -> Picture:
        backdrop = load_arts()[self.engine].lobby_backdrop
        assert backdrop is not None
        return Picture(paint(draw_lobby_poster(backdrop, self.placard)), self.alt)


def build_lobby(table: Table, localizer: Localizer) -> Page:
    """Return the lobby (public: in the table's language or languages); all else is on the page *Details*.

    The names stand once. Two whole texts and a poster leave them one paragraph, and none if they are so long that a
    phone would not show the buttons: then the poster has them, with the chosen colours.
    """
    page = build_in_each_language(localizer, partial(_build_lobby, table))
    if len(localizer.langs) == 1:
        names = "\n".join(titles.name_seat(table, s) + _write_colour(table, s, localizer) for s in table.seats)
    else:
        names = " · ".join(titles.name_seat(table, seated) for seated in table.seats)
    lobby = replace(page, texts=(*page.texts, names))
    poster = page.picture_request
    if not isinstance(poster, PosterRequest) or _fits_screen(lobby, poster):
        return lobby
    return replace(page, legend=names)


def _fits_screen(page: Page, poster: PosterRequest) -> bool:
    """Return whether a phone shows the whole page."""
    backdrop = load_arts()[poster.engine].lobby_backdrop
    assert backdrop is not None
    aspect = compute_height(backdrop, poster.placard) / WIDTH
    return phone_screen.measure_page(page, aspect * phone_screen.PICTURE_WIDTH) <= phone_screen.SCREEN_HEIGHT


def _write_colour(table: Table, seated: SeatAssignment, localizer: Localizer) -> str:
    """Return what follows the name of a seat whose colour is known; "" for others."""
    colour = seat_icons.find_colour(table, seated.seat)
    return "" if colour is None else f" — {titles.name_colour(table.words, colour, localizer)}"


def _build_lobby(table: Table, localizer: Localizer) -> Page:
    facts = (
        _describe_pace(table, localizer),
        f"{_describe_host(table, localizer)} · {_describe_seats(table, localizer)}",
        " · ".join(list_departures(table, localizer)),
        *_list_absences(table, localizer),
    )
    text = "\n-# ".join((f"### {titles.table_title(table, localizer)}", *filter(None, facts)))
    foot = ""
    if table.deal is not None:
        words = shuffle_shares.format_words(table)
        foot = shuffle_shares.format_proof(words, compute_commitment(table.deal.secret))
    return Page((text,), (_build_buttons(table, localizer),), build_poster(table, localizer), GOLD, foot=foot)


def _list_absences(table: Table, localizer: Localizer) -> Iterator[str]:
    """Yield the announced absences of all who sit, with their names."""
    for seated in table.seats:
        habits = None if seated.person is None else table.habits.get(seated.person)
        for start, end in () if habits is None else habits.absences:
            away = localizer.render_label("lobby.away", start=start // 1000, end=end // 1000)
            yield f"**{seated.name}**{localizer.colon}{away}"


def build_poster(table: Table, localizer: Localizer) -> PosterRequest | None:
    """Return the poster in the table's first language; None if the game has none."""
    art = load_arts().get(table.game.id)
    if art is None or art.lobby_backdrop is None:
        return None
    localizer = Localizer((localizer.first_lang,))
    sitters = [Sitter(seated.name, seat_icons.find_hex_colour(table, seated.seat)) for seated in table.seats]
    free = max(0, table.seats_wanted - len(sitters))
    title = titles.game_title(table.game, localizer)
    placard = Placard(
        title, _describe_seats(table, localizer), localizer.render_label("lobby.free"), (*sitters, *(None,) * free)
    )
    names = tuple(seated.name for seated in table.seats)
    alt = localizer.render_label("lobby.poster", game=title, names=names, free=free)
    return PosterRequest(table.game.id, table.id, placard, alt)


def build_heading(table: Table, localizer: Localizer) -> str:
    return f"## {titles.table_title(table, localizer)}\n{_describe_host(table, localizer)}"


def _describe_host(table: Table, localizer: Localizer) -> str:
    host = next((s.name for s in table.seats if s.person == table.row.host), "?")
    return localizer.render_line("lobby.host", host=host)


def build_seat_list(table: Table, localizer: Localizer) -> str:
    """Return who sits; before the start with their absences, and how fast each of them plays."""
    lines = []
    for seated in table.seats:
        line = titles.name_seat(table, seated)
        if seated.policy is not None:
            line += f" — {titles.name_policy(seated.policy, localizer)}"
        if seated.autopilot_policy is not None:
            line += f" — {localizer.render_label('relief.answers')}"
        if seated.is_vacant:
            line += f" — {localizer.render_label('seatcard.vacant')}"
        if seated.substitute_until is not None:
            until = seated.substitute_until // 1000
            line += f" — {localizer.render_label('seatcard.sits_in', who=seated.substitute_name, until=until)}"
        lines.append(line + _write_colour(table, seated, localizer))
        habits = None if seated.person is None else table.habits.get(seated.person)
        if table.is_open and habits is not None:
            lines.append("-# " + format_habits(habits, localizer).replace("\n", "\n-# "))
            lines += [
                "-# " + localizer.render_line("lobby.away", start=start // 1000, end=end // 1000).replace("\n", "\n-# ")
                for start, end in habits.absences
            ]
    lines.append(f"-# {_describe_seats(table, localizer)}")
    return "\n".join(lines)


def _describe_seats(table: Table, localizer: Localizer) -> str:
    """Return how many seats are taken, and how many the table wants or the game allows."""
    taken, wanted = len(table.seats), table.settings.players
    min_players, max_players = table.seats_allowed[0], table.seats_allowed[-1]
    if wanted is not None or taken == max_players:
        return localizer.render_label("lobby.seats_wanted", taken=taken, wanted=wanted or max_players)
    return localizer.render_label("lobby.seats", taken=taken, least=min_players, most=max_players)


def _describe_pace(table: Table, localizer: Localizer) -> str:
    """Return how fast the table plays, in a few words."""
    pace = table.settings.pace
    if pace == FIXED:
        return " · ".join(list_current_settings(table, localizer, ("timeout_hours",)))
    return localizer.render_line(f"setting.short_pace.{pace}")


def _build_buttons(table: Table, localizer: Localizer) -> tuple[Button, ...]:
    """Return the buttons in an order in which two languages need no more than two rows on a phone."""
    return (
        build_join_button(table, localizer),
        *filter(None, (build_lesson_button(table.game, localizer),)),
        build_start_button(table, localizer),
        Button(build_table_id(table.key, "terms"), localizer.render_label("panel.details")),
    )


def build_join_button(table: Table, localizer: Localizer) -> Button:
    is_full = len(table.seats) >= table.seats_allowed[-1]
    return Button(build_table_id(table.key, "join"), localizer.render_label("lobby.join"), PRIMARY, is_disabled=is_full)


def build_start_button(table: Table, localizer: Localizer) -> Button:
    is_enough = len(table.seats) in table.seats_allowed
    label = localizer.render_label("lobby.start")
    return Button(build_table_id(table.key, "start"), label, SUCCESS, is_disabled=not is_enough)
