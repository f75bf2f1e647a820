"""The card of a table before the start: who sits, what is agreed, and everything to change it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.discord_ui.page.ids import at_table
from bot.discord_ui.page.layout import GOLD, GOOD, MAX_CHOICES, STRONG, Choice, Key, Menu, Page, Row
from bot.discord_ui.rulebook.lookup import first_turn_key
from bot.discord_ui.stats.page import facts
from bot.discord_ui.text import titles
from bot.discord_ui.text.voice import Voice, cut
from bot.table import LiveTable
from bot.table.fairness import shuffle
from bot.table.live import FIXED, ORDERS
from bot.table.lobby.agreement import LEAVE_DAYS, NO_PACE, PUBLIC_LANGUAGES, SPEEDS, UNDO_POLICIES, USUAL_REMINDER
from bot.table.time.pace import PACES
from engines.kernel import Lang, commitment, policies

REMINDERS = (None, 6, 12, 24, 48, 72)
"""Hours offered in the menu where no clock runs; `/table open` takes any number within the bounds."""
TOGETHER = (
    ("players", "closed", "order", "rated"),
    ("pace", "timeout_hours"),
    ("leave_days", "reminder_hours", "undo", "language"),
)
"""Settings that are read in one line: who plays, how fast, the rest."""


def lobby(live: LiveTable, voice: Voice) -> Page:
    """For everybody at the table, in its language(s)."""
    texts = (_head(live, voice), _seats(live, voice), _agreed(live, voice))
    return Page(texts, _rows(live, voice), colour=GOLD, foot="" if live.deal is None else _shuffle(live, voice))


def seats_page(live: LiveTable, voice: Voice) -> Page:
    """Who sits where, and the settings that the host may change in play."""
    if live.is_open:
        return lobby(live, voice)
    rows = (_settings(live, voice),) if live.is_playing else ()
    return Page((_head(live, voice), _seats(live, voice), _agreed(live, voice)), rows)


def _head(live: LiveTable, voice: Voice) -> str:
    host = next((s.name for s in live.seats if s.person == live.row.host), "?")
    key = "lobby.head" if live.is_open else "lobby.host"
    return f"## {titles.table_title(live, voice)}\n{voice.line(key, host=host)}"


def _seats(live: LiveTable, voice: Voice) -> str:
    lines = []
    for seated in live.seats:
        line = titles.seat_name(live, seated)
        if seated.policy is not None:
            line += f" — {titles.policy(seated.policy, voice)}"
        if seated.relief is not None:
            line += f" — {voice.label('relief.answers')}"
        if seated.is_vacant:
            line += f" — {voice.label('seatcard.vacant')}"
        if seated.sitter_until is not None:
            until = seated.sitter_until // 1000
            line += f" — {voice.label('seatcard.sits_in', who=seated.sitter_name, until=until)}"
        if seated.colour is not None:
            line += f" — {titles.colour(live.words, seated.colour, voice)}"
        lines.append(line)
        known = None if seated.person is None else live.facts.get(seated.person)
        if live.is_open and known is not None:
            lines.append("-# " + facts(known, voice).replace("\n", "\n-# "))
            lines += [
                "-# " + voice.line("lobby.away", start=start // 1000, end=end // 1000).replace("\n", "\n-# ")
                for start, end in known.away
            ]
    taken, wanted = len(live.seats), live.plan.players
    if wanted is not None:
        lines.append("-# " + voice.label("lobby.seats_wanted", taken=taken, wanted=wanted))
    else:
        least, most = live.seats_allowed[0], live.seats_allowed[-1]
        lines.append("-# " + voice.label("lobby.seats", taken=taken, least=least, most=most))
    return "\n".join(lines)


def _shuffle(live: LiveTable, voice: Voice) -> str:
    """Our commitment, and what everybody has put in; numbers of clicks are posted when the game begins."""
    assert live.deal is not None
    named = [(s.name, live.shares.get(s.person)) for s in live.seats if s.person is not None]
    given = voice.listed(shuffle.told_short(name, share) for name, share in named if share is not None)
    return voice.line("lobby.shuffle", commitment=commitment(live.deal.secret), shares=given)


def _agreed(live: LiveTable, voice: Voice) -> str:
    """What is played otherwise than usual stands out, one option a line; below, small, what is as usual."""
    chosen = {option: live.plan.options.get(option.id, option.default) for option in live.game.options}
    usual = [(option.id, value) for option, value in chosen.items() if value == option.default]
    lines = [
        voice.join(partial(_option, live, option.id, value, mark="**"))
        for option, value in chosen.items()
        if value != option.default
    ]
    lines.append(voice.each(lambda one: "\n".join((*_as_usual(live, usual, one), *_in_force(live, one)))))
    return "\n".join(lines)


def _option(live: LiveTable, option: str, value: str, lang: Lang, mark: str = "") -> str:
    said = titles.option_value(live.words, option, value, lang)
    return f"{titles.option_name(live.words, option, lang)}{Voice((lang,)).colon}{mark}{said}{mark}"


def _as_usual(live: LiveTable, options: Sequence[tuple[str, str]], voice: Voice) -> list[str]:
    said = " · ".join(_option(live, option, value, voice.first) for option, value in options)
    return [f"-# {said}"] if said else []


def _in_force(live: LiveTable, voice: Voice) -> list[str]:
    """The settings that hold, in a line of small print for each of `TOGETHER`."""
    holding = [(value.partition("=")[0], label) for value, label, holds in settings(live, voice) if holds]
    lines = [[label for name, label in holding if name in names] for names in TOGETHER]
    return [f"-# {' · '.join(labels)}" for labels in lines if labels]


def _rows(live: LiveTable, voice: Voice) -> tuple[Row, ...]:
    enough = len(live.seats) in live.seats_allowed
    full = len(live.seats) >= live.seats_allowed[-1]
    rows: list[Row] = [
        (
            Key(at_table(live.id, "join"), voice.label("lobby.join"), STRONG, disabled=full),
            Key(at_table(live.id, "leave"), voice.label("lobby.leave")),
            Key(at_table(live.id, "start"), voice.label("lobby.start"), GOOD, disabled=not enough),
            *filter(None, (first_turn_key(live.game, voice, short=True),)),
        ),
    ]
    if live.game.seat_colors is None:
        rows.append(_colours(live, voice))
    rows.append(_computers(live, voice))
    if live.plan.order != "random" and len(live.seats) > 1:
        rows.append(_order(live, voice))
    if live.game.options:
        rows.append(_options(live, voice))
    rows.append(_settings(live, voice))
    return tuple(rows)


def _settings(live: LiveTable, voice: Voice) -> Menu:
    """What holds already is not offered: it stands in the text, and all that can be changed fits one menu."""
    choices = tuple(Choice(value, label) for value, label, holds in settings(live, voice) if not holds)
    return Menu(at_table(live.id, "setting"), voice.label("lobby.settings"), choices)


def _colours(live: LiveTable, voice: Voice) -> Menu:
    takers = {seated.colour: seated.name for seated in live.seats}
    choices = [Choice("-", voice.label("lobby.any_colour"))]
    for colour in live.game.colors:
        choices.append(Choice(colour, titles.colour(live.words, colour, voice), takers.get(colour, "")))
    return Menu(at_table(live.id, "colour"), voice.label("lobby.colour"), tuple(choices[:MAX_CHOICES]))


def _computers(live: LiveTable, voice: Voice) -> Menu:
    add = [Choice(f"+{name}", voice.join(partial(_add_computer, name))) for name in policies(live.game)]
    remove = [
        Choice(f"-{s.seat}", voice.label("lobby.remove_computer", name=s.name)) for s in live.seats if s.is_computer
    ]
    return Menu(at_table(live.id, "computer"), voice.label("lobby.computers"), (*add, *remove))


def _add_computer(policy: str, lang: Lang) -> str:
    voice = Voice((lang,))
    return voice.label("lobby.add_computer", policy=titles.policy(policy, voice))


def _order(live: LiveTable, voice: Voice) -> Menu:
    """Each seat but the first, one place up."""
    choices = tuple(
        Choice(str(s.seat), voice.label("lobby.move_up", seat=s.seat + 1, name=s.name)) for s in live.seats[1:]
    )
    return Menu(at_table(live.id, "up"), voice.label("lobby.order"), choices)


def _options(live: LiveTable, voice: Voice) -> Menu:
    choices = []
    for option in live.game.options:
        now = live.plan.options.get(option.id, option.default)
        for value in option.values:
            name = voice.join(partial(_option, live, option.id, value))
            if value != now:
                shown = voice.join(partial(titles.option_help, live.words, option.id))
                choices.append(Choice(f"{option.id}={value}", name, cut(shown, 100)))
    return Menu(at_table(live.id, "option"), voice.label("lobby.options"), tuple(choices[:MAX_CHOICES]))


def settings(live: LiveTable, voice: Voice) -> list[tuple[str, str, bool]]:
    """(value, label, whether it holds now) of every setting; in play, of what was agreed only what holds."""
    row, plan = live.row, live.plan
    found = [
        (f"language={one}", voice.label(f"setting.language.{one}"), row.language == one) for one in PUBLIC_LANGUAGES
    ]
    found += _reminders(live, voice)
    found += [(f"undo={one}", voice.label(f"setting.undo.{one}"), row.undo_policy == one) for one in UNDO_POLICIES]
    agreed = [(f"order={one}", voice.label(f"setting.order.{one}"), plan.order == one) for one in ORDERS]
    if plan.pace == FIXED:
        agreed += _hours("timeout_hours", "setting.timeout", plan.timeout_hours, (), voice)
    else:
        agreed += [(f"pace={one}", voice.label(f"setting.pace.{one}"), plan.pace == one) for one in SPEEDS]
    if plan.pace not in (FIXED, NO_PACE):
        agreed += [
            (f"leave_days={days or 0}", _leave(days, voice), plan.leave_days == days)
            for days in dict.fromkeys((*LEAVE_DAYS, plan.leave_days))
        ]
    agreed += [
        (f"rated={int(one)}", voice.label(f"setting.rated.{'on' if one else 'off'}"), plan.rated == one)
        for one in (True, False)
        if live.is_open or one  # in play it is worth a word only if it counts
    ]
    if live.is_open:
        agreed += [(f"closed={n}", voice.label(f"setting.closed.{n}"), live.plan.closed == bool(n)) for n in (0, 1)]
        agreed.append(("players=0", voice.label("setting.players.any"), plan.players is None))
        agreed += [
            (f"players={n}", voice.label("setting.players.wanted", players=n), plan.players == n)
            for n in live.seats_allowed
            if n >= len(live.seats)
        ]
    return found + [one for one in agreed if live.is_open or one[2]]


def _reminders(live: LiveTable, voice: Voice) -> list[tuple[str, str, bool]]:
    """Where a clock runs it says when people are reminded, if they are: hours would say nothing."""
    now = live.row.reminder_hours
    if live.plan.pace not in PACES:
        return _hours("reminder_hours", "setting.reminder", now, REMINDERS, voice)
    return [
        ("reminder_hours=0", voice.label("setting.reminder.off"), now is None),
        (f"reminder_hours={now or USUAL_REMINDER}", voice.label("setting.reminder.clock"), now is not None),
    ]


def _leave(days: int | None, voice: Voice) -> str:
    return voice.label("setting.leave.off") if days is None else voice.label("setting.leave.days", days=days)


def _hours(
    name: str, key: str, now: int | None, offered: tuple[int | None, ...], voice: Voice
) -> list[tuple[str, str, bool]]:
    """The hours offered, and those agreed if they are others; None is never."""
    return [
        (
            f"{name}={hours or 0}",
            voice.label(f"{key}.hours", hours=hours) if hours else voice.label(f"{key}.off"),
            now == hours,
        )
        for hours in (*offered, *(() if now in offered else (now,)))
    ]
