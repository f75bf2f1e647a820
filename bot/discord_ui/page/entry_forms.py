"""Entry forms (Discord's modals): their fields as data, and what a person has filled in.

A submitted one is found by its custom_id like a button (`controls.handle_entry_form`), so it still works after a
restart: discord.py keeps none of them.
"""

from dataclasses import dataclass
from typing import Any

import discord
from discord import Interaction, ui

from bot.discord_ui.text.localizer import cut_text

from .pages import Choice

MAX_FIELDS = 5
"""Maximum number of fields of an entry form (Discord's limit)."""
MAX_GROUP = 10
"""Maximum number of choices of a radio or checkbox group (Discord's limit)."""
MAX_TITLE = 45
"""Maximum characters of an entry form's title and of a field's label (Discord's limit)."""
MAX_TEXT = 100
"""Maximum characters of a field's description, and of a choice's label and description (Discord's limit)."""


@dataclass(frozen=True, slots=True)
class TextField:
    """A line to type, or a box for several lines."""

    name: str
    """Its custom_id, under which `read_entry_form` gives the value."""
    label: str
    """Cut at MAX_TITLE characters."""
    max_length: int
    """Characters that Discord lets the person type."""
    is_long: bool = False
    """A box for several lines."""


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """Choices of which exactly one is taken: a radio group, or a menu if they are too many for that."""

    name: str
    """Its custom_id, under which `read_entry_form` gives the value."""
    label: str
    """Cut at MAX_TITLE characters."""
    choices: tuple[Choice, ...]
    """The selected one is the present value. Up to MAX_GROUP are buttons; more are a menu."""
    help: str = ""
    """A sentence below the label, cut at MAX_TEXT characters; "" for none."""


@dataclass(frozen=True, slots=True)
class SwitchesField:
    """Things that are on or off, each with a box to tick."""

    name: str
    """Its custom_id, under which `read_entry_form` gives the values that are on."""
    label: str
    """Cut at MAX_TITLE characters."""
    choices: tuple[Choice, ...]
    """The selected ones are on now; at most MAX_GROUP."""


Field = TextField | ChoiceField | SwitchesField


@dataclass(frozen=True, slots=True)
class EntryForm:
    """At most MAX_FIELDS fields for a person to fill in."""

    custom_id: str
    """Leads to the handler of the submitted entry form, like that of a button."""
    title: str
    """Cut at MAX_TITLE characters."""
    fields: tuple[Field, ...]
    """From top to bottom."""


def build_modal(entry_form: EntryForm) -> ui.Modal:
    """Return an entry form as discord.py sends it. It counts as finished, so that discord.py does not store it."""
    modal = ui.Modal(title=cut_text(entry_form.title, MAX_TITLE), custom_id=entry_form.custom_id)
    for field in entry_form.fields:
        description = field.help if isinstance(field, ChoiceField) else ""
        modal.add_item(
            ui.Label(
                text=cut_text(field.label, MAX_TITLE),
                description=cut_text(description, MAX_TEXT) or None,
                component=_build_field(field),
            )
        )
    modal.stop()
    return modal


def _build_field(field: Field) -> ui.Item[Any]:
    match field:
        case TextField():
            style = discord.TextStyle.paragraph if field.is_long else discord.TextStyle.short
            return ui.TextInput(custom_id=field.name, max_length=field.max_length, style=style)
        case SwitchesField():
            return ui.CheckboxGroup(
                custom_id=field.name,
                required=False,
                min_values=0,
                max_values=len(field.choices),
                options=[
                    discord.CheckboxGroupOption(
                        label=cut_text(choice.label, MAX_TEXT),
                        value=choice.value,
                        description=cut_text(choice.detail, MAX_TEXT) or None,
                        default=choice.is_selected,
                    )
                    for choice in field.choices
                ],
            )
        case ChoiceField() if len(field.choices) <= MAX_GROUP:
            return ui.RadioGroup(
                custom_id=field.name,
                options=[
                    discord.RadioGroupOption(
                        label=cut_text(choice.label, MAX_TEXT), value=choice.value, default=choice.is_selected
                    )
                    for choice in field.choices
                ],
            )
        case ChoiceField():
            return ui.Select(
                custom_id=field.name,
                options=[
                    discord.SelectOption(
                        label=cut_text(choice.label, MAX_TEXT), value=choice.value, default=choice.is_selected
                    )
                    for choice in field.choices
                ],
            )


def read_entry_form(interaction: Interaction[Any]) -> dict[str, tuple[str, ...]]:
    """Return the values of a submitted entry form by the name of their field. A forged one may hold any values."""
    values: dict[str, tuple[str, ...]] = {}
    data: Any = interaction.data or {}
    for row in data.get("components", ()):
        field = row.get("component") or {}
        if "values" in field:
            values[field["custom_id"]] = tuple(field["values"])
        elif field.get("value") is not None:
            values[field["custom_id"]] = (str(field["value"]),)
    return values
