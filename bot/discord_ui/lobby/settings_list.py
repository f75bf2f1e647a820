"""The settings of a table as the menu and the pages name them, with those that hold now."""

from collections.abc import Collection

from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer
from bot.table import Table
from bot.table.clock.time_control import PACES
from bot.table.state.settings import FIXED, ORDERS
from bot.table.terms import languages, table_terms
from engines.kernel import Lang

REMINDERS = (None, 6, 12, 24, 48, 72)
"""Hours offered in the menu for a table without clock; `/table open` takes any number within the bounds."""


def list_current_settings(table: Table, localizer: Localizer, names: Collection[str]) -> list[str]:
    """Return the values that hold now of the settings with these names."""
    current = [(value.partition("=")[0], label) for value, label, holds in list_settings(table, localizer) if holds]
    return [label for name, label in current if name in names]


def list_conditions(table: Table, localizer: Localizer) -> list[str]:
    """Return the settings that a person must know before sitting down, in a few words."""
    plan = table.settings
    conditions = (("lobby.rated", plan.is_rated), ("lobby.closed", plan.is_invite_only))
    return [localizer.render_label(key) for key, holds in conditions if holds]


def list_changed_options(table: Table, localizer: Localizer) -> list[str]:
    """Return the options that are not as usual."""
    options = ((option, table.settings.options.get(option.id, option.default)) for option in table.game.options)
    return [
        format_option(table, option.id, value, localizer.first_lang)
        for option, value in options
        if value != option.default
    ]


def format_option(table: Table, option: str, value: str, lang: Lang, mark: str = "") -> str:
    value_text = titles.name_option_value(table.catalogue, option, value, lang)
    return f"{titles.name_option(table.catalogue, option, lang)}{Localizer((lang,)).colon}{mark}{value_text}{mark}"


def list_settings(table: Table, localizer: Localizer) -> list[tuple[str, str, bool]]:
    """Return (value, label, is current) of every setting; in play, fixed settings only with their current value."""
    row, plan = table.row, table.settings
    is_fixed = not (table.is_open and plan.adds_languages)  # else the host may fix the present language, too
    language = languages.BOTH_LANGUAGES if languages.is_bilingual(row.language) else row.language
    choices = [
        (f"language={value}", localizer.render_label(f"setting.language.{value}"), is_fixed and language == value)
        for value in languages.PUBLIC_LANGUAGES
    ]
    choices += _list_reminders(table, localizer)
    choices += [
        (f"undo={value}", localizer.render_label(f"setting.undo.{value}"), row.undo_policy == value)
        for value in table_terms.UNDO_POLICIES
    ]
    agreed_choices = [
        (f"order={value}", localizer.render_label(f"setting.order.{value}"), plan.order == value) for value in ORDERS
    ]
    if plan.pace == FIXED:
        agreed_choices += _list_hours("timeout_hours", "setting.timeout", plan.timeout_hours, (), localizer)
    else:
        agreed_choices += [
            (f"pace={value}", localizer.render_label(f"setting.pace.{value}"), plan.pace == value)
            for value in dict.fromkeys((*table_terms.TIME_CONTROLS, plan.pace))
        ]
    if plan.pace not in (FIXED, table_terms.NO_PACE):
        agreed_choices += [
            (f"leave_days={days or 0}", _format_leave(days, localizer), plan.leave_days == days)
            for days in dict.fromkeys((*table_terms.LEAVE_DAYS, plan.leave_days))
        ]
    agreed_choices += [
        (
            f"rated={int(value)}",
            localizer.render_label(f"setting.rated.{'on' if value else 'off'}"),
            plan.is_rated == value,
        )
        for value in (True, False)
        if table.is_open or value  # in play it is only mentioned if the game is rated
    ]
    if table.is_open:
        agreed_choices += [
            (f"closed={n}", localizer.render_label(f"setting.closed.{n}"), table.settings.is_invite_only == bool(n))
            for n in (0, 1)
        ]
        agreed_choices.append(("players=0", localizer.render_label("setting.players.any"), plan.players is None))
        agreed_choices += [
            (f"players={n}", localizer.render_label("setting.players.wanted", players=n), plan.players == n)
            for n in table.seats_allowed
            if n >= len(table.seats)
        ]
    return choices + [value for value in agreed_choices if table.is_open or value[2]]


def _list_reminders(table: Table, localizer: Localizer) -> list[tuple[str, str, bool]]:
    """Return the reminder settings: hours without a clock, else on or off (the clock decides when)."""
    current = table.row.reminder_hours
    if table.settings.pace not in PACES:
        return _list_hours("reminder_hours", "setting.reminder", current, REMINDERS, localizer)
    return [
        ("reminder_hours=0", localizer.render_label("setting.reminder.off"), current is None),
        (
            f"reminder_hours={current or table_terms.DEFAULT_REMINDER_HOURS}",
            localizer.render_label("setting.reminder.clock"),
            current is not None,
        ),
    ]


def _format_leave(days: int | None, localizer: Localizer) -> str:
    return (
        localizer.render_label("setting.leave.off")
        if days is None
        else localizer.render_label("setting.leave.days", days=days)
    )


def _list_hours(
    name: str, key: str, current: int | None, usual_values: tuple[int | None, ...], localizer: Localizer
) -> list[tuple[str, str, bool]]:
    """Return the offered hours, and the current ones if they differ; None means never."""
    return [
        (
            f"{name}={hours or 0}",
            localizer.render_label(f"{key}.hours", hours=hours) if hours else localizer.render_label(f"{key}.off"),
            current == hours,
        )
        for hours in (*usual_values, *(() if current in usual_values else (current,)))
    ]
