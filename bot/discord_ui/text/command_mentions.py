"""Clickable command mentions: `</table open>` in a catalogue sentence becomes Discord's mention of that command.

Discord displays a mention under the command's name in the reader's language; a written-out name would fit one language.
"""

import re
from collections.abc import Iterable, Mapping

from discord import AppCommandType
from discord.app_commands import AppCommand, AppCommandGroup

from engines.kernel import Lang, Message, load_catalogue

_mentions: dict[str, str] = {}
"""Command name -> mention. Discord assigns the ids when the commands are published, one set per application."""

_COMMAND = re.compile(r"</([a-z]+(?: [a-z]+)?)>")


def collect_mentions(commands: Iterable[AppCommand]) -> dict[str, str]:
    """Return name -> mention for every command and subcommand that is typed."""
    mentions: dict[str, str] = {}
    for command in commands:
        if command.type is not AppCommandType.chat_input:
            continue
        mentions[command.name] = command.mention
        for option in command.options:
            if isinstance(option, AppCommandGroup):
                mentions[option.qualified_name] = option.mention
    return mentions


def set_mentions(mentions: Mapping[str, str]) -> None:
    """Replace the known mentions (name -> mention) by those of the published commands."""
    _mentions.clear()
    _mentions.update(mentions)


def mention_command(name: str, lang: Lang) -> str:
    """Return `</table open:12>` for `table open`; without an id from Discord, the command's name in that language."""
    return _mentions.get(name) or f"`/{_localise_name(name, lang)}`"


def insert_mentions(text: str, lang: Lang) -> str:
    """Return the text with every `</name>` replaced by its mention."""
    return _COMMAND.sub(lambda match: mention_command(match[1], lang), text)


def _localise_name(name: str, lang: Lang) -> str:
    words = name.split()
    paths = (".".join(words[: n + 1]) for n in range(len(words)))
    return " ".join(load_catalogue("bot").render(Message(f"commands.{path}.name"), lang) for path in paths)
