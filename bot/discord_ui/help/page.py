"""/help and /games: how it works, in which language I read, and where it is my turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.discord_ui.page.ids import for_help
from bot.discord_ui.page.layout import STRONG, Choice, Key, Link, Menu, Page, Row, rows_of
from bot.discord_ui.text import stillness, titles
from bot.discord_ui.text.mentions import mention
from bot.discord_ui.text.voice import Voice
from bot.table.knowing.summaries import Summary
from bot.table.lobby.agreement import PUBLIC_LANGUAGES
from engines.kernel import LANGS, games

AS_DISCORD = "discord"
TABLE = (
    "table open",
    "table join",
    "table leave",
    "table word",
    "table start",
    "table seats",
    "table settings",
    "table host",
    "table relief",
    "table sitter",
    "table replace",
    "table resign",
    "table press",
    "table pause",
    "table extend",
    "table move",
    "table wake",
    "table invite",
    "table remove",
    "table end",
)
ME = (
    "me hours",
    "me away",
    "me back",
    "me net",
    "me reminder",
    "me notices",
    "me lists",
    "me export",
    "me forget",
)
STATS = ("stats player", "stats server")
SERVER = ("server defaults", "server tables")
FIRST = ("table open", "table join", "table leave", "table start", "table seats", "table end")
"""What a newcomer needs; the rest of a table's commands has a page of its own, for one message would not hold all."""
COMMANDS = (
    *FIRST,
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
YOURS = (*ME, *STATS, "report")
"""What belongs to no table; a page of its own too."""
ADMIN = tuple(f"admin {name}" for name in ("pause", "resume", "end", "replace", "kick", "host", "repost"))
MAX_TABLES = 20
"""Tables listed by /games."""
MAX_LINKS = 10


@dataclass(frozen=True, slots=True)
class ServerChoice:
    """The language of public posts that a server has set; None: as Discord says."""

    language: str | None


def help_page(voice: Voice, chosen: str | None, server: ServerChoice | None = None) -> Page:
    """chosen: the language that the person has set; server: for somebody who may set the one of the server."""
    playable = voice.listed(titles.game_title(game, voice) for game in games().values())
    texts = (
        voice.line("help.head"),
        voice.line("help.games", games=playable),
        _listed(COMMANDS, voice),
        voice.line("help.fair"),
    )
    menus: list[Row] = [_languages("language", "help.language", (AS_DISCORD, *LANGS), chosen, voice)]
    if server is not None:
        offered = (AS_DISCORD, *PUBLIC_LANGUAGES)
        menus.append(_languages("public", "help.public", offered, server.language, voice))
    keys = (
        Key(for_help("learn"), voice.label("rules.first_turn"), STRONG),
        Key(for_help("tables"), voice.label("help.tables")),
        Key(for_help("yours"), voice.label("help.yours")),
        Key(for_help("votes"), voice.label("vote.button")),
        Key(for_help("moderators"), voice.label("help.moderators")),
    )
    return Page(texts, (*menus, keys))


def tables_page(voice: Voice) -> Page:
    """All that can be done at a table."""
    return Page((f"## {voice.label('help.tables')}", _listed(TABLE, voice)))


def yours_page(voice: Voice) -> Page:
    """Hours, holidays, calls and what is kept; statistics; a report."""
    return Page((f"## {voice.label('help.yours')}", _listed(YOURS, voice)))


def moderators_page(voice: Voice) -> Page:
    """The commands of a server's moderators, and of who manages it."""
    return Page((voice.line("help.moderators_head"), _listed((*ADMIN, *SERVER), voice)))


def _listed(commands: Sequence[str], voice: Voice) -> str:
    """Each as it can be pressed, and what it does."""
    return "\n".join(
        f"{mention(name, voice.first)} — {voice.line('commands.' + name.replace(' ', '.') + '.description')}"
        for name in commands
    )


def _languages(verb: str, key: str, offered: Sequence[str], chosen: str | None, voice: Voice) -> Menu:
    """None chosen: what Discord says."""
    choices = (Choice(one, voice.label(f"{key}_{one}"), chosen=one == (chosen or AS_DISCORD)) for one in offered)
    return Menu(for_help(verb), voice.label(key), tuple(choices))


def games_page(tables: Sequence[Summary], voice: Voice, head: str = "games.head") -> Page:
    """The person's tables, those that wait for the person on top."""
    if not tables:
        return Page((f"## {voice.label(head)}", voice.line("games.none")))
    lines: list[str] = []
    links: list[Link] = []
    for one in tables[:MAX_TABLES]:
        game = games().get(one.row.engine)
        title = one.row.engine if game is None else titles.game_title(game, voice)
        since = f" <t:{one.since // 1000}:R>" if one.since is not None else ""
        if one.row.status == "open":
            state = voice.label("games.open")
        elif one.mine:
            left = "" if one.until is None else f" · {voice.label('games.until', at=one.until // 1000)}"
            state = f"**{voice.label('games.mine')}**{since}{left}"
        else:
            state = voice.label("games.waiting", names=voice.listed(one.waiting)) + since
        still = stillness.why(
            {pause.reason: pause.until_at for pause in one.pauses}, one.row.archived_at is not None, voice
        )
        state = "\n".join((*still, *_answered_by(one, voice), state))
        lines.append(f"**{title}** · {voice.label('table.number', id=one.row.id)} · <#{one.row.channel_id}>\n{state}")
        if one.mine and len(links) < MAX_LINKS:
            label = f"{title} {voice.label('table.number', id=one.row.id)}"
            links.append(Link(channel_link(one.row.guild_id, one.row.channel_id, one.card), label))
    if len(tables) > MAX_TABLES:
        lines.append(voice.line("games.more", count=len(tables) - MAX_TABLES))
    rows: tuple[Row, ...] = rows_of(links)
    return Page((f"## {voice.label(head)}", "\n".join(lines)), rows)


def _answered_by(one: Summary, voice: Voice) -> tuple[str, ...]:
    """Who answers on the person's seat meanwhile, if they do not."""
    away = one.away
    if away is None or one.row.status != "playing":
        return ()
    if away.sitter_until is not None:
        return (voice.line("seatcard.sits_in", who=away.sitter_name, until=away.sitter_until // 1000),)
    return (voice.line("relief.yours"),)


def channel_link(guild: int, channel: int, message: int | None = None) -> str:
    """An address that opens Discord at a channel or message."""
    tail = "" if message is None else f"/{message}"
    return f"https://discord.com/channels/{guild}/{channel}{tail}"
