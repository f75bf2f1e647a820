"""The lobby of a table before its start: the game, who sits, how fast it is played, and the buttons to begin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.discord_ui.page import phone_screen
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.pages import (
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
from bot.discord_ui.text.localizer import LABEL_SEPARATOR, Localizer
from bot.table import Table
from bot.table.lobby import shuffle_shares
from bot.table.state.seats import SeatAssignment
from bot.table.state.settings import FIXED
from engines.kernel import compute_commitment
from render import load_arts, paint
from render.kit.painting.lobby_poster import WIDTH, PosterTexts, SeatedPlayer, compute_height, draw_lobby_poster

from .settings_list import list_changed_options, list_conditions, list_current_settings


@dataclass(frozen=True, slots=True)
class PosterRequest:
    """A poster to be drawn. Tables whose posters look alike share one."""

    game_id: str
    """Id of the game, which has a landscape for lobbies."""
    table_id: int
    """For the log; not part of the cache key."""
    poster_texts: PosterTexts
    """Title, names and all else that stands on the poster."""
    alt: str
    """Description of the poster in the table's languages."""
    picture: str = "poster"
    """Part of the cache key."""

    @property
    def key(self) -> tuple[object, ...]:
        return self.picture, self.game_id, self.poster_texts

    def draw(self) -> Picture:
        backdrop = load_arts()[self.game_id].lobby_backdrop
        assert backdrop is not None
        return Picture(paint(draw_lobby_poster(backdrop, self.poster_texts)), self.alt)


@dataclass(frozen=True, slots=True)
class LobbyParts:
    """The parts of a lobby that it shows on a phone, as far as there is room. *Details* has them all."""

    absences: int
    """Number of lines about people who will be away."""
    options: int
    """Number of lines about table options that are not the default."""
    words: int
    """Number of people's words for the shuffle."""
    has_names: bool = True
    """False: the names of all and the number of seats stand on the poster alone."""

    def iter_fewer_parts(self) -> Iterator[LobbyParts]:
        """Yield these parts and ever fewer: the names go first, then absences, then options, then words."""
        yield self
        yield replace(self, has_names=False)
        for absences in reversed(range(self.absences)):
            yield LobbyParts(absences, self.options, self.words, has_names=False)
        for options in reversed(range(self.options)):
            yield LobbyParts(0, options, self.words, has_names=False)
        for words in reversed(range(self.words)):
            yield LobbyParts(0, 0, words, has_names=False)


def build_lobby(table: Table, localizer: Localizer) -> Page:
    """Return the lobby (public: in the table's language or languages); all else is on the page *Details*.

    If a phone would not show the buttons, the poster alone has the names, and then parts are only on *Details*.
    """
    parts = LobbyParts(
        len(list(_iter_absences(table, localizer))),
        len(list_changed_options(table, localizer)),
        len(shuffle_shares.format_words(table)),
    )
    for fewer_parts in parts.iter_fewer_parts():
        lobby = _arrange_lobby(table, localizer, fewer_parts)
        if not isinstance(lobby.picture_request, PosterRequest) or _fits_screen(lobby, lobby.picture_request):
            break
    return lobby


def _arrange_lobby(table: Table, localizer: Localizer, parts: LobbyParts) -> Page:
    """Return the lobby with these parts. Two whole texts and a poster leave the names one paragraph."""
    page = build_in_each_language(localizer, partial(_build_lobby, table, parts=parts))
    if len(localizer.langs) == 1:
        names = "\n".join(titles.name_seat(table, s) + _write_colour(table, s, localizer) for s in table.seats)
    else:
        names = " · ".join(titles.name_seat(table, seated) for seated in table.seats)
    page = replace(page, footer=build_proof(table, localizer, parts.words))
    return replace(page, texts=(*page.texts, names)) if parts.has_names else replace(page, legend=names)


def _fits_screen(page: Page, poster: PosterRequest) -> bool:
    """Return whether a phone shows the whole page."""
    backdrop = load_arts()[poster.game_id].lobby_backdrop
    assert backdrop is not None
    aspect = compute_height(backdrop, poster.poster_texts) / WIDTH
    return phone_screen.measure_page(page, aspect * phone_screen.PICTURE_WIDTH) <= phone_screen.SCREEN_HEIGHT


def _write_colour(table: Table, seated: SeatAssignment, localizer: Localizer) -> str:
    """Return the colour as it follows the seat's name; "" while it is not known."""
    colour = seat_icons.find_colour(table, seated.seat)
    return "" if colour is None else f" — {titles.name_colour(table.catalogue, colour, localizer)}"


def _build_lobby(table: Table, localizer: Localizer, parts: LobbyParts) -> Page:
    options, absences = list_changed_options(table, localizer), list(_iter_absences(table, localizer))
    rest = [
        *_describe_rest("lobby.rest_options", len(options) - parts.options, localizer),
        *_describe_rest("lobby.rest_absences", len(absences) - parts.absences, localizer),
    ]
    notes = (*list_conditions(table, localizer), *options[: parts.options], *_point_to_details(rest, localizer))
    facts = (
        _describe_pace(table, localizer),
        f"{_describe_host(table, localizer)} · {_describe_seats(table, localizer)}"
        if parts.has_names
        else _describe_host(table, localizer, is_short=True),
        " · ".join(notes),
        *absences[: parts.absences],
    )
    text = "\n-# ".join((f"### {titles.name_table(table, localizer)}", *filter(None, facts)))
    return Page((text,), (_build_buttons(table, localizer),), build_poster(table, localizer), GOLD)


def _describe_rest(key: str, count: int, localizer: Localizer) -> tuple[str, ...]:
    """Return the number of parts that are only on *Details*, in words; nothing if none are."""
    return (localizer.render_label(key, count=count),) if count else ()


def _point_to_details(rest: Sequence[str], localizer: Localizer) -> tuple[str, ...]:
    """Return the line that tells on which page the rest is; empty if there is no rest."""
    button = localizer.render_label("panel.details")
    return (localizer.render_label("lobby.rest", what=localizer.join_names(rest), button=button),) if rest else ()


def build_proof(table: Table, localizer: Localizer, count: int | None = None) -> str:
    """Return the small print that binds the secret of the shuffle, with this many of people's words, or all."""
    if table.deal is None:
        return ""
    words = shuffle_shares.format_words(table)
    shown = words[:count]
    rests = (
        _point_to_details(_describe_rest("lobby.rest_words", len(words) - len(shown), one_lang), one_lang)
        for one_lang in (Localizer((lang,)) for lang in localizer.langs)
    )
    rest = LABEL_SEPARATOR.join(text for texts in rests for text in texts)
    return shuffle_shares.format_proof((*shown, *filter(None, (rest,))), compute_commitment(table.deal.secret))


def _iter_absences(table: Table, localizer: Localizer) -> Iterator[str]:
    """Yield the announced absences of all who sit, with their names."""
    for seated in table.seats:
        habits = None if seated.person is None else table.habits.get(seated.person)
        for start, end in () if habits is None else habits.absences:
            absence_note = localizer.render_label("lobby.away", start=start // 1000, end=end // 1000)
            yield f"**{seated.name}**{localizer.colon}{absence_note}"


def build_poster(table: Table, localizer: Localizer) -> PosterRequest | None:
    """Return the poster in the table's first language; None if the game has none."""
    art = load_arts().get(table.game.id)
    if art is None or art.lobby_backdrop is None:
        return None
    localizer = Localizer((localizer.first_lang,))
    players = [SeatedPlayer(seated.name, seat_icons.find_hex_colour(table, seated.seat)) for seated in table.seats]
    free = max(0, table.seats_wanted - len(players))
    title = titles.name_game(table.game, localizer)
    poster_texts = PosterTexts(
        title, _describe_seats(table, localizer), localizer.render_label("lobby.free"), (*players, *(None,) * free)
    )
    names = tuple(seated.name for seated in table.seats)
    alt = localizer.render_label("lobby.poster", game=title, names=names, free=free)
    return PosterRequest(table.game.id, table.id, poster_texts, alt)


def build_heading(table: Table, localizer: Localizer) -> str:
    return f"## {titles.name_table(table, localizer)}\n{_describe_host(table, localizer)}"


def _describe_host(table: Table, localizer: Localizer, *, is_short: bool = False) -> str:
    """Return who the host is. is_short: in one line on a phone."""
    host = next((s.name for s in table.seats if s.person == table.row.host), "?")
    if is_short:
        host = phone_screen.cut_to_fit(host, 1, beside=localizer.render_line("lobby.host", host=""), is_small=True)
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
    seat_count, wanted_count = len(table.seats), table.settings.players
    min_players, max_players = table.seats_allowed[0], table.seats_allowed[-1]
    if wanted_count is not None or seat_count == max_players:
        return localizer.render_label("lobby.seats_wanted", taken=seat_count, wanted=wanted_count or max_players)
    return localizer.render_label("lobby.seats", taken=seat_count, least=min_players, most=max_players)


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
