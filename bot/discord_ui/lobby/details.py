"""The page *Details* of a table, private: habits, options, settings, the shuffle, and the controls to change them."""

from collections.abc import Iterator, Sequence
from functools import partial

from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.pages import (
    DANGER,
    GOLD,
    MAX_CHOICES,
    PRIMARY,
    ActionRow,
    Button,
    Choice,
    Page,
    SelectMenu,
)
from bot.discord_ui.rulebook.lookup import build_lesson_button
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer
from bot.table import Table
from engines.kernel import Lang, list_policies
from storage.kinds import PauseReason

from .options_entry_forms import build_options_buttons
from .page import build_heading, build_join_button, build_poster, build_proof, build_seat_list, build_start_button
from .players_menu import build_players_menu
from .settings_list import format_option, list_current_settings, list_settings

SETTING_LINES = (
    ("players", "closed", "order", "rated"),
    ("pace", "timeout_hours"),
    ("leave_days", "reminder_hours", "undo", "language"),
)
"""Settings shown together in one line: players, time control, the rest."""


def build_seats_page(table: Table, localizer: Localizer, person: int) -> Page:
    """Return seats, options and settings, with the controls that this person may use.

    The poster is here in the reader's language if the public one is in another.
    """
    texts = (build_heading(table, localizer), build_seat_list(table, localizer), _describe_terms(table, localizer))
    if not table.is_open:
        return Page(texts, tuple(_build_rows_in_play(table, localizer, person)))
    has_other_language = localizer.first_lang != Localizer.of_table(table.row.language).first_lang
    return Page(
        (*texts, localizer.render_line("help.fair")),
        tuple(_build_rows(table, localizer, person)),
        build_poster(table, localizer) if has_other_language else None,
        GOLD,
        footer=build_proof(table, localizer),
    )


def _describe_terms(table: Table, localizer: Localizer) -> str:
    """Return the options: non-default ones highlighted, one per line; in small print default ones and settings."""
    chosen = {option: table.settings.options.get(option.id, option.default) for option in table.game.options}
    default_options = [(option.id, value) for option, value in chosen.items() if value == option.default]
    lines = [
        format_option(table, option.id, value, localizer.first_lang, mark="**")
        for option, value in chosen.items()
        if value != option.default
    ]
    lines += _list_default_options(table, default_options, localizer)
    return "\n".join((*lines, *_list_settings_lines(table, localizer)))


def _list_default_options(table: Table, options: Sequence[tuple[str, str]], localizer: Localizer) -> list[str]:
    text = " · ".join(format_option(table, option, value, localizer.first_lang) for option, value in options)
    return [f"-# {text}"] if text else []


def _list_settings_lines(table: Table, localizer: Localizer) -> list[str]:
    """Return the current settings, one line of small print for each group of SETTING_LINES."""
    lines = [list_current_settings(table, localizer, names) for names in SETTING_LINES]
    return [f"-# {' · '.join(labels)}" for labels in lines if labels]


def _build_rows(table: Table, localizer: Localizer, person: int) -> Iterator[ActionRow]:
    """Yield the controls before the start: everybody's, those of a seat, and the host's."""
    is_seated = table.find_seat(person) is not None
    is_host = table.row.host == person
    yield (
        Button(build_table_id(table.key, "leave"), localizer.render_label("lobby.leave"))
        if is_seated
        else build_join_button(table, localizer),
        *((build_start_button(table, localizer),) if is_host else ()),
        *((Button(build_table_id(table.key, "word"), localizer.render_label("lobby.word")),) if is_seated else ()),
        *filter(None, (build_lesson_button(table.game, localizer),)),
    )
    if is_seated and table.game.are_colors_chosen(table.settings.options):
        yield _build_colour_menu(table, localizer)
    if not is_host:
        return
    yield _build_computer_menu(table, localizer)
    players_menu = build_players_menu(table, localizer, person)
    if players_menu is not None:
        yield players_menu
    if table.settings.order != "random" and len(table.seats) > 1:
        yield _build_order_menu(table, localizer)
    if table.game.options:
        yield build_options_buttons(table, localizer)
    yield _build_settings_menu(table, localizer)


def _build_rows_in_play(table: Table, localizer: Localizer, person: int) -> Iterator[ActionRow]:
    """Yield the controls of somebody who plays, then the host's."""
    if table.row.status != "playing":
        return
    if table.find_seat(person) is not None:
        is_asleep = PauseReason.ASLEEP in table.pauses or table.is_archived
        wake = (Button(build_table_id(table.key, "wake"), localizer.render_label("offer.wake"), PRIMARY),)
        resign = Button(build_table_id(table.key, "resign"), localizer.render_label("ask.resign"), DANGER)
        yield (*(wake if is_asleep else ()), resign)
    players_menu = build_players_menu(table, localizer, person)
    if players_menu is not None:
        yield players_menu
    if table.is_playing and table.row.host == person:
        yield _build_settings_menu(table, localizer)


def _build_settings_menu(table: Table, localizer: Localizer) -> SelectMenu:
    """Return the menu of settings. Current values are left out, so that all changes fit one menu."""
    choices = tuple(Choice(value, label) for value, label, holds in list_settings(table, localizer) if not holds)
    return SelectMenu(build_table_id(table.key, "setting"), localizer.render_label("lobby.settings"), choices)


def _build_colour_menu(table: Table, localizer: Localizer) -> SelectMenu:
    names_by_colour = {seated.colour: seated.name for seated in table.seats}
    choices = [Choice("-", localizer.render_label("lobby.any_colour"))]
    for colour in table.game.colors:
        choices.append(
            Choice(colour, titles.name_colour(table.catalogue, colour, localizer), names_by_colour.get(colour, ""))
        )
    return SelectMenu(
        build_table_id(table.key, "colour"), localizer.render_label("lobby.colour"), tuple(choices[:MAX_CHOICES])
    )


def _build_computer_menu(table: Table, localizer: Localizer) -> SelectMenu:
    add = [
        Choice(f"+{name}", localizer.join_languages(partial(_format_add_computer, name)))
        for name in list_policies(table.game)
    ]
    remove = [
        Choice(f"-{s.seat}", localizer.render_label("lobby.remove_computer", name=s.name))
        for s in table.seats
        if s.is_computer
    ]
    return SelectMenu(build_table_id(table.key, "computer"), localizer.render_label("lobby.computers"), (*add, *remove))


def _format_add_computer(policy: str, lang: Lang) -> str:
    localizer = Localizer((lang,))
    return localizer.render_label("lobby.add_computer", policy=titles.name_policy(policy, localizer))


def _build_order_menu(table: Table, localizer: Localizer) -> SelectMenu:
    """Return the menu that moves a seat (any but the first) one place up."""
    choices = tuple(
        Choice(str(s.seat), localizer.render_label("lobby.move_up", seat=s.seat + 1, name=s.name))
        for s in table.seats[1:]
    )
    return SelectMenu(build_table_id(table.key, "up"), localizer.render_label("lobby.order"), choices)
