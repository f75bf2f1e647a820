"""The lobby card of a table before its start: seats, options, settings, and the controls to change them."""

from collections.abc import Sequence
from functools import partial

from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.layout import (
    GOLD,
    MAX_CHOICES,
    PRIMARY,
    SUCCESS,
    ActionRow,
    Button,
    Choice,
    Page,
    SelectMenu,
    build_in_each_language,
)
from bot.discord_ui.rulebook.lookup import build_lesson_button
from bot.discord_ui.stats.page import format_habits
from bot.discord_ui.text import seat_icons, titles
from bot.discord_ui.text.localizer import Localizer, cut_text
from bot.table import Table
from bot.table.clock.time_control import PACES
from bot.table.lobby import shuffle_shares
from bot.table.policy import table_terms
from bot.table.state.settings import FIXED, ORDERS
from engines.kernel import Lang, compute_commitment, list_policies

REMINDERS = (None, 6, 12, 24, 48, 72)
"""Hours offered in the menu for a table without clock; `/table open` takes any number within the bounds."""
SETTING_LINES = (
    ("players", "closed", "order", "rated"),
    ("pace", "timeout_hours"),
    ("leave_days", "reminder_hours", "undo", "language"),
)
"""Settings shown together in one line: players, time control, the rest."""


def build_lobby(table: Table, localizer: Localizer) -> Page:
    """Return the lobby card (public: in the table's language or languages)."""
    return build_in_each_language(localizer, partial(_build_lobby, table))


def _build_lobby(table: Table, localizer: Localizer) -> Page:
    texts = (_build_heading(table, localizer), _build_seat_list(table, localizer), _describe_terms(table, localizer))
    return Page(
        texts,
        _build_rows(table, localizer),
        colour=GOLD,
        foot="" if table.deal is None else _describe_shuffle(table, localizer),
    )


def build_seats_page(table: Table, localizer: Localizer) -> Page:
    """Return the seats and settings; in play with the settings that the host may still change."""
    return build_in_each_language(localizer, partial(_build_seats_page, table))


def _build_seats_page(table: Table, localizer: Localizer) -> Page:
    if table.is_open:
        return _build_lobby(table, localizer)
    rows = (_build_settings_menu(table, localizer),) if table.is_playing else ()
    return Page(
        (_build_heading(table, localizer), _build_seat_list(table, localizer), _describe_terms(table, localizer)), rows
    )


def _build_heading(table: Table, localizer: Localizer) -> str:
    host = next((s.name for s in table.seats if s.person == table.row.host), "?")
    key = "lobby.head" if table.is_open else "lobby.host"
    return f"## {titles.table_title(table, localizer)}\n{localizer.render_line(key, host=host)}"


def _build_seat_list(table: Table, localizer: Localizer) -> str:
    lines = []
    for seated in table.seats:
        line = titles.seat_name(table, seated)
        if seated.policy is not None:
            line += f" — {titles.policy_name(seated.policy, localizer)}"
        if seated.autopilot_policy is not None:
            line += f" — {localizer.render_label('relief.answers')}"
        if seated.is_vacant:
            line += f" — {localizer.render_label('seatcard.vacant')}"
        if seated.substitute_until is not None:
            until = seated.substitute_until // 1000
            line += f" — {localizer.render_label('seatcard.sits_in', who=seated.substitute_name, until=until)}"
        colour = seat_icons.find_colour(table, seated.seat)
        if colour is not None:
            line += f" — {titles.colour_name(table.words, colour, localizer)}"
        lines.append(line)
        habits = None if seated.person is None else table.habits.get(seated.person)
        if table.is_open and habits is not None:
            lines.append("-# " + format_habits(habits, localizer).replace("\n", "\n-# "))
            lines += [
                "-# " + localizer.render_line("lobby.away", start=start // 1000, end=end // 1000).replace("\n", "\n-# ")
                for start, end in habits.absences
            ]
    taken, wanted = len(table.seats), table.settings.players
    if wanted is not None:
        lines.append("-# " + localizer.render_label("lobby.seats_wanted", taken=taken, wanted=wanted))
    else:
        min_players, max_players = table.seats_allowed[0], table.seats_allowed[-1]
        lines.append("-# " + localizer.render_label("lobby.seats", taken=taken, least=min_players, most=max_players))
    return "\n".join(lines)


def _describe_shuffle(table: Table, localizer: Localizer) -> str:
    """Return the shuffle commitment and the players' words; contributions that are interaction ids are left out."""
    assert table.deal is not None
    named = [(s.name, table.shares.get(s.person)) for s in table.seats if s.person is not None]
    shares = localizer.join_names(
        shuffle_shares.format_share_short(name, share) for name, share in named if share is not None
    )
    return localizer.render_line("lobby.shuffle", commitment=compute_commitment(table.deal.secret), shares=shares)


def _describe_terms(table: Table, localizer: Localizer) -> str:
    """Return the options: non-default ones highlighted, one per line; in small print default ones and settings."""
    chosen = {option: table.settings.options.get(option.id, option.default) for option in table.game.options}
    default_options = [(option.id, value) for option, value in chosen.items() if value == option.default]
    lines = [
        _format_option(table, option.id, value, localizer.first_lang, mark="**")
        for option, value in chosen.items()
        if value != option.default
    ]
    lines += _list_default_options(table, default_options, localizer)
    return "\n".join((*lines, *_list_current_settings(table, localizer)))


def _format_option(table: Table, option: str, value: str, lang: Lang, mark: str = "") -> str:
    value_text = titles.option_value(table.words, option, value, lang)
    return f"{titles.option_name(table.words, option, lang)}{Localizer((lang,)).colon}{mark}{value_text}{mark}"


def _list_default_options(table: Table, options: Sequence[tuple[str, str]], localizer: Localizer) -> list[str]:
    text = " · ".join(_format_option(table, option, value, localizer.first_lang) for option, value in options)
    return [f"-# {text}"] if text else []


def _list_current_settings(table: Table, localizer: Localizer) -> list[str]:
    """Return the current settings, one line of small print for each group of SETTING_LINES."""
    current = [(value.partition("=")[0], label) for value, label, holds in list_settings(table, localizer) if holds]
    lines = [[label for name, label in current if name in names] for names in SETTING_LINES]
    return [f"-# {' · '.join(labels)}" for labels in lines if labels]


def _build_rows(table: Table, localizer: Localizer) -> tuple[ActionRow, ...]:
    enough = len(table.seats) in table.seats_allowed
    full = len(table.seats) >= table.seats_allowed[-1]
    rows: list[ActionRow] = [
        (
            Button(build_table_id(table.key, "join"), localizer.render_label("lobby.join"), PRIMARY, disabled=full),
            Button(build_table_id(table.key, "leave"), localizer.render_label("lobby.leave")),
            Button(
                build_table_id(table.key, "start"),
                localizer.render_label("lobby.start"),
                SUCCESS,
                disabled=not enough,
            ),
            *filter(None, (build_lesson_button(table.game, localizer, is_short=True),)),
        ),
    ]
    if table.game.are_colors_chosen(table.settings.options):
        rows.append(_build_colour_menu(table, localizer))
    rows.append(_build_computer_menu(table, localizer))
    if table.settings.order != "random" and len(table.seats) > 1:
        rows.append(_build_order_menu(table, localizer))
    if table.game.options:
        rows.append(_build_options_menu(table, localizer))
    rows.append(_build_settings_menu(table, localizer))
    return tuple(rows)


def _build_settings_menu(table: Table, localizer: Localizer) -> SelectMenu:
    """Return the menu of settings. Current values are left out, so that all changes fit one menu."""
    choices = tuple(Choice(value, label) for value, label, holds in list_settings(table, localizer) if not holds)
    return SelectMenu(build_table_id(table.key, "setting"), localizer.render_label("lobby.settings"), choices)


def _build_colour_menu(table: Table, localizer: Localizer) -> SelectMenu:
    takers = {seated.colour: seated.name for seated in table.seats}
    choices = [Choice("-", localizer.render_label("lobby.any_colour"))]
    for colour in table.game.colors:
        choices.append(Choice(colour, titles.colour_name(table.words, colour, localizer), takers.get(colour, "")))
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
    return localizer.render_label("lobby.add_computer", policy=titles.policy_name(policy, localizer))


def _build_order_menu(table: Table, localizer: Localizer) -> SelectMenu:
    """Return the menu that moves a seat (any but the first) one place up."""
    choices = tuple(
        Choice(str(s.seat), localizer.render_label("lobby.move_up", seat=s.seat + 1, name=s.name))
        for s in table.seats[1:]
    )
    return SelectMenu(build_table_id(table.key, "up"), localizer.render_label("lobby.order"), choices)


def _build_options_menu(table: Table, localizer: Localizer) -> SelectMenu:
    choices = []
    for option in table.game.options:
        current = table.settings.options.get(option.id, option.default)
        for value in option.values:
            name = localizer.join_languages(partial(_format_option, table, option.id, value))
            if value != current:
                help_text = localizer.join_languages(partial(titles.option_help, table.words, option.id))
                choices.append(Choice(f"{option.id}={value}", name, cut_text(help_text, 100)))
    return SelectMenu(
        build_table_id(table.key, "option"), localizer.render_label("lobby.options"), tuple(choices[:MAX_CHOICES])
    )


def list_settings(table: Table, localizer: Localizer) -> list[tuple[str, str, bool]]:
    """Return (value, label, is current) of every setting; in play, fixed settings only with their current value."""
    row, plan = table.row, table.settings
    choices = [
        (f"language={value}", localizer.render_label(f"setting.language.{value}"), row.language == value)
        for value in table_terms.PUBLIC_LANGUAGES
    ]
    choices += _list_reminders(table, localizer)
    choices += [
        (f"undo={value}", localizer.render_label(f"setting.undo.{value}"), row.undo_policy == value)
        for value in table_terms.UNDO_POLICIES
    ]
    agreed = [
        (f"order={value}", localizer.render_label(f"setting.order.{value}"), plan.order == value) for value in ORDERS
    ]
    if plan.pace == FIXED:
        agreed += _list_hours("timeout_hours", "setting.timeout", plan.timeout_hours, (), localizer)
    else:
        agreed += [
            (f"pace={value}", localizer.render_label(f"setting.pace.{value}"), plan.pace == value)
            for value in table_terms.TIME_CONTROLS
        ]
    if plan.pace not in (FIXED, table_terms.NO_PACE):
        agreed += [
            (f"leave_days={days or 0}", _format_leave(days, localizer), plan.leave_days == days)
            for days in dict.fromkeys((*table_terms.LEAVE_DAYS, plan.leave_days))
        ]
    agreed += [
        (
            f"rated={int(value)}",
            localizer.render_label(f"setting.rated.{'on' if value else 'off'}"),
            plan.rated == value,
        )
        for value in (True, False)
        if table.is_open or value  # in play it is only mentioned if the game is rated
    ]
    if table.is_open:
        agreed += [
            (f"closed={n}", localizer.render_label(f"setting.closed.{n}"), table.settings.invite_only == bool(n))
            for n in (0, 1)
        ]
        agreed.append(("players=0", localizer.render_label("setting.players.any"), plan.players is None))
        agreed += [
            (f"players={n}", localizer.render_label("setting.players.wanted", players=n), plan.players == n)
            for n in table.seats_allowed
            if n >= len(table.seats)
        ]
    return choices + [value for value in agreed if table.is_open or value[2]]


def _list_reminders(table: Table, localizer: Localizer) -> list[tuple[str, str, bool]]:
    """Return the reminder settings: hours without a clock, else on or off (the clock decides when)."""
    current = table.row.reminder_hours
    if table.settings.pace not in PACES:
        return _list_hours("reminder_hours", "setting.reminder", current, REMINDERS, localizer)
    return [
        ("reminder_hours=0", localizer.render_label("setting.reminder.off"), current is None),
        (
            f"reminder_hours={current or table_terms.DEFAULT_REMINDER}",
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
    name: str, key: str, current: int | None, offered: tuple[int | None, ...], localizer: Localizer
) -> list[tuple[str, str, bool]]:
    """Return the offered hours, and the current ones if they differ; None means never."""
    return [
        (
            f"{name}={hours or 0}",
            localizer.render_label(f"{key}.hours", hours=hours) if hours else localizer.render_label(f"{key}.off"),
            current == hours,
        )
        for hours in (*offered, *(() if current in offered else (current,)))
    ]
