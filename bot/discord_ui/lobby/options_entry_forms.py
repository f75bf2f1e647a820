"""The options of a game as entry forms of five fields: boxes to tick for those that are on or off, choices for others.

The custom_id of an entry form carries the values with which it was opened, one character for each option. If somebody
else changes options while it is open, it therefore sets only those that its own person has changed, and none that both
have changed.
"""

from collections.abc import Mapping
from typing import NamedTuple

from bot.discord_ui.interaction.arguments import read_number
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.entry_forms import MAX_FIELDS, MAX_GROUP, ChoiceField, EntryForm, Field, SwitchesField
from bot.discord_ui.page.pages import Button, Choice
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer
from bot.table import Table
from engines.kernel import TableOption

from .settings_list import format_option

SWITCHES = "~switches"
"""Name of the field with the options that are on or off; no option has this id."""
ON, OFF = "on", "off"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""Digits of a custom_id: each is the place of a value among the values of its option."""


def build_options_buttons(table: Table, localizer: Localizer) -> tuple[Button, ...]:
    """Return a button for each entry form of the game's options."""
    count = len(_list_pages(table))
    label = localizer.render_label("lobby.options")
    return tuple(
        Button(build_table_id(table.key, "options", str(page)), label if count == 1 else f"{label} {page + 1}/{count}")
        for page in range(count)
    )


def build_options_entry_form(table: Table, page: str, localizer: Localizer) -> EntryForm:
    """Return an entry form with the present values. page: its number from 0. Raises UserError if there is none."""
    pages = _list_pages(table)
    number = read_number(page or "0", below=max(1, len(pages)))
    fields = tuple(_build_field(table, options, localizer) for options in pages[number])
    values = "".join(DIGITS[option.values.index(_find_value(table, option))] for option in table.game.options)
    custom_id = build_table_id(table.key, "options", f"{number}.{values}")
    return EntryForm(custom_id, localizer.render_label("lobby.options"), fields)


class OptionChanges(NamedTuple):
    """The changes that a person has made in an entry form, by option."""

    new_values: dict[str, str]
    """Values that the person has chosen and that are to be set."""
    kept_values: dict[str, str]
    """Present values of options that somebody else has set to another value since the entry form was opened."""


def read_changes(table: Table, arg: str, submitted: Mapping[str, tuple[str, ...]]) -> OptionChanges:
    """Return what the person has changed in an entry form.

    arg: argument of its custom_id. Raises UserError for an entry form or a value that the game does not have.
    """
    number, _, digits = arg.partition(".")
    options, pages = table.game.options, _list_pages(table)
    if len(digits) != len(options):
        raise UserError("error.old_control")
    opened_with = {option.id: _read_digit(option, digit) for option, digit in zip(options, digits, strict=True)}
    changes = OptionChanges({}, {})
    for field in pages[read_number(number, below=max(1, len(pages)))]:
        for option in field:
            value = _read_value(option, field, submitted)
            present = _find_value(table, option)
            if value in (opened_with[option.id], present):
                continue
            if present == opened_with[option.id]:
                changes.new_values[option.id] = value
            else:
                changes.kept_values[option.id] = present
    return changes


def describe_kept_options(table: Table, kept_values: Mapping[str, str], localizer: Localizer) -> str:
    """Return the sentence about options that an entry form did not set, because somebody else had changed them."""
    options = " · ".join(
        format_option(table, option, value, localizer.first_lang, "**") for option, value in kept_values.items()
    )
    return localizer.render_line("lobby.options_kept", options=options, button=localizer.render_label("lobby.options"))


def _list_pages(table: Table) -> list[list[tuple[TableOption, ...]]]:
    """Return the entry forms with their fields: several options in a field of boxes, else one."""
    switches = [option for option in table.game.options if _is_switch(option)]
    fields = [tuple(switches[n : n + MAX_GROUP]) for n in range(0, len(switches), MAX_GROUP)]
    fields += [(option,) for option in table.game.options if not _is_switch(option)]
    return [fields[n : n + MAX_FIELDS] for n in range(0, len(fields), MAX_FIELDS)]


def _is_switch(option: TableOption) -> bool:
    return set(option.values) == {ON, OFF}


def _find_value(table: Table, option: TableOption) -> str:
    return table.settings.options.get(option.id, option.default)


def _name_field(options: tuple[TableOption, ...]) -> str:
    return f"{SWITCHES}.{options[0].id}" if _is_switch(options[0]) else options[0].id


def _build_field(table: Table, options: tuple[TableOption, ...], localizer: Localizer) -> Field:
    lang = localizer.first_lang
    if _is_switch(options[0]):
        boxes = tuple(
            Choice(
                option.id,
                titles.name_option(table.catalogue, option.id, lang),
                titles.describe_option(table.catalogue, option.id, lang),
                _find_value(table, option) == ON,
            )
            for option in options
        )
        return SwitchesField(_name_field(options), localizer.render_label("lobby.options_on"), boxes)
    [option] = options
    choices = tuple(
        Choice(
            value,
            titles.name_option_value(table.catalogue, option.id, value, lang),
            is_selected=value == _find_value(table, option),
        )
        for value in option.values
    )
    name = titles.name_option(table.catalogue, option.id, lang)
    return ChoiceField(_name_field(options), name, choices, titles.describe_option(table.catalogue, option.id, lang))


def _read_digit(option: TableOption, digit: str) -> str:
    place = DIGITS.find(digit)
    if not 0 <= place < len(option.values):
        raise UserError("error.old_control")
    return option.values[place]


def _read_value(option: TableOption, field: tuple[TableOption, ...], submitted: Mapping[str, tuple[str, ...]]) -> str:
    values = submitted.get(_name_field(field), ())
    if _is_switch(option):
        return ON if option.id in values else OFF
    if len(values) != 1 or values[0] not in option.values:
        raise UserError("error.old_control")
    return values[0]
