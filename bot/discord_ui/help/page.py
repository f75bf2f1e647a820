"""Pages of /help (commands, language menus) and /games (a person's tables)."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.discord_ui.page.custom_ids import build_help_id
from bot.discord_ui.page.pages import PRIMARY, ActionRow, Button, Choice, Link, Page, SelectMenu
from bot.discord_ui.page.phone_screen import arrange_buttons
from bot.discord_ui.text import titles, waiting
from bot.discord_ui.text.command_mentions import mention_command
from bot.discord_ui.text.localizer import Localizer
from bot.table.player_records.table_list import TableEntry
from bot.table.terms.languages import PUBLIC_LANGUAGES
from engines.kernel import LANGS, load_games

AS_DISCORD = "discord"
TABLE_COMMANDS = (
    "table open",
    "table invite",
    "table seats",
    "table leave",
    "table sitter",
    "table replace",
    "table pause",
    "table move",
    "table end",
)
ME = ("me hours", "me away", "me notices")
STATS = ("stats player", "stats server")
SERVER = ("server defaults", "server tables")
BASIC_TABLE = ("table open", "table leave", "table seats", "table end")
"""Table commands that a newcomer needs; the others are on a page of their own, as one message cannot hold all."""
COMMANDS = (
    *BASIC_TABLE,
    "play",
    "move",
    "board",
    "seat",
    "log",
    "history",
    "undo",
    "rules",
    "games",
    "help",
)
PERSONAL = (*ME, *STATS, "report")
"""Commands that belong to no table, on a page of their own."""
ADMIN = tuple(f"admin {name}" for name in ("pause", "resume", "end", "replace", "kick", "host", "repost"))
MAX_TABLES = 20
"""Maximum tables listed by /games."""
MAX_LINKS = 10


@dataclass(frozen=True, slots=True)
class ServerLanguage:
    """A server's choice of a language for public posts."""

    language: str | None
    """One of PUBLIC_LANGUAGES; None: not chosen, Discord's locale of the server decides."""


def build_help_page(localizer: Localizer, chosen: str | None, server: ServerLanguage | None = None) -> Page:
    """Return the help page. chosen: the person's language; server: set if they may choose the server's language."""
    playable = localizer.join_names(titles.name_game(game, localizer) for game in load_games().values())
    texts = (
        localizer.render_line("help.head"),
        localizer.render_line("help.games", games=playable),
        _describe_commands(COMMANDS, localizer),
        localizer.render_line("help.fair"),
    )
    menus: list[ActionRow] = [
        _build_language_menu("language", "help.language", (AS_DISCORD, *LANGS), chosen, localizer)
    ]
    if server is not None:
        offered = (AS_DISCORD, *PUBLIC_LANGUAGES)
        menus.append(_build_language_menu("public", "help.public", offered, server.language, localizer))
    buttons = (
        Button(build_help_id("learn"), localizer.render_label("rules.first_turn"), PRIMARY),
        Button(build_help_id("tables"), localizer.render_label("help.tables")),
        Button(build_help_id("yours"), localizer.render_label("help.yours")),
        Button(build_help_id("votes"), localizer.render_label("vote.button")),
        Button(build_help_id("moderators"), localizer.render_label("help.moderators")),
    )
    return Page(texts, (*menus, buttons))


def build_table_commands_page(localizer: Localizer) -> Page:
    """Return the page of all table commands."""
    return Page((f"## {localizer.render_label('help.tables')}", _describe_commands(TABLE_COMMANDS, localizer)))


def build_personal_commands_page(localizer: Localizer) -> Page:
    """Return the page of personal commands: hours, holidays, notifications, stored data, statistics, reports."""
    buttons = (Button(build_help_id("me"), localizer.render_label("help.settings"), PRIMARY),)
    return Page((f"## {localizer.render_label('help.yours')}", _describe_commands(PERSONAL, localizer)), (buttons,))


def build_moderators_page(localizer: Localizer) -> Page:
    """Return the page of commands for a server's moderators and managers."""
    return Page((localizer.render_line("help.moderators_head"), _describe_commands((*ADMIN, *SERVER), localizer)))


def _describe_commands(commands: Sequence[str], localizer: Localizer) -> str:
    """Return a line per command: its clickable mention and description."""
    lines = []
    for name in commands:
        description = localizer.render_line(f"commands.{name.replace(' ', '.')}.description")
        lines.append(f"{mention_command(name, localizer.first_lang)} — {description}")
    return "\n".join(lines)


def _build_language_menu(
    verb: str, key: str, languages: Sequence[str], chosen_lang: str | None, localizer: Localizer
) -> SelectMenu:
    """Return a language menu. chosen_lang: None selects "as in Discord"."""
    choices = (
        Choice(lang, localizer.render_label(f"{key}_{lang}"), is_selected=lang == (chosen_lang or AS_DISCORD))
        for lang in languages
    )
    return SelectMenu(build_help_id(verb), localizer.render_label(key), tuple(choices))


def build_games_page(tables: Sequence[TableEntry], localizer: Localizer, head: str = "games.head") -> Page:
    """Return the list of the person's tables; those waiting for the person come first."""
    if not tables:
        return Page((f"## {localizer.render_label(head)}", localizer.render_line("games.none")))
    lines: list[str] = []
    links: list[Link] = []
    for entry in tables[:MAX_TABLES]:
        title = titles.name_game_by_id(entry.row.engine, localizer)
        since = f" · <t:{entry.asked_since // 1000}:R>" if entry.asked_since is not None else ""
        if entry.row.status == "open":
            status_text = localizer.render_label("games.open")
        elif entry.is_asked:
            time_left = (
                "" if entry.due_at is None else f" · {localizer.render_label('games.until', at=entry.due_at // 1000)}"
            )
            status_text = f"**{localizer.render_label('games.mine')}**{since}{time_left}"
        else:
            status_text = localizer.render_label("games.waiting", names=localizer.join_names(entry.asked_names)) + since
        pauses = waiting.explain_pauses(
            {pause.reason: pause.until_at for pause in entry.pauses}, entry.row.archived_at is not None, localizer
        )
        status_text = "\n".join((*pauses, *_describe_substitute(entry, localizer), status_text))
        number = localizer.render_label("table.number", id=entry.row.id)
        lines.append(f"**{title}** · {number} · <#{entry.row.channel_id}>\n{status_text}")
        if entry.is_asked and len(links) < MAX_LINKS:
            url = build_channel_url(entry.row.guild_id, entry.row.channel_id, entry.card_message_id)
            links.append(Link(url, f"{title} {number}"))
    if len(tables) > MAX_TABLES:
        lines.append(localizer.render_line("games.more", count=len(tables) - MAX_TABLES))
    rows: tuple[ActionRow, ...] = arrange_buttons(links)
    return Page((f"## {localizer.render_label(head)}", "\n".join(lines)), rows)


def _describe_substitute(entry: TableEntry, localizer: Localizer) -> tuple[str, ...]:
    """Return a note about the substitute or autopilot that answers for the person, if any."""
    absent_seat = entry.absent_seat
    if absent_seat is None or entry.row.status != "playing":
        return ()
    if absent_seat.substitute_until is not None:
        return (
            localizer.render_line(
                "seatcard.sits_in", who=absent_seat.substitute_name, until=absent_seat.substitute_until // 1000
            ),
        )
    return (localizer.render_line("relief.yours"),)


def build_channel_url(guild: int, channel: int, message: int | None = None) -> str:
    """Return the URL that opens Discord at a channel or message."""
    tail = "" if message is None else f"/{message}"
    return f"https://discord.com/channels/{guild}/{channel}{tail}"
