"""How sentences name a command: `</table open>` in the catalogue becomes a mention that can be pressed.

Discord shows a mention under the name that the reader's own command list has; a name written out would be right in one
language only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from discord.app_commands import AppCommand, AppCommandGroup

from engines.kernel import Lang, Msg, catalogue

_published: dict[str, str] = {}
"""Name -> mention, with the ids that Discord gave when the commands were published: one application, one set of ids."""

_NAMED = re.compile(r"</([a-z]+(?: [a-z]+)?)>")


def of(commands: Iterable[AppCommand]) -> dict[str, str]:
    """Name -> mention of every command and subcommand, as Discord lists them."""
    found: dict[str, str] = {}
    for command in commands:
        found[command.name] = command.mention
        for option in command.options:
            if isinstance(option, AppCommandGroup):
                found[option.qualified_name] = option.mention
    return found


def publish(named: Mapping[str, str]) -> None:
    """The commands that there are now, name -> mention."""
    _published.clear()
    _published.update(named)


def mention(name: str, lang: Lang) -> str:
    """`table open` -> `</table open:12>`; as long as Discord has given no id, the name in that language."""
    return _published.get(name) or f"`/{_localised(name, lang)}`"


def with_mentions(text: str, lang: Lang) -> str:
    """The text with every `</name>` in it made a mention."""
    return _NAMED.sub(lambda found: mention(found[1], lang), text)


def _localised(name: str, lang: Lang) -> str:
    words = name.split()
    paths = (".".join(words[: n + 1]) for n in range(len(words)))
    return " ".join(catalogue("bot").render(Msg(f"commands.{path}.name"), lang) for path in paths)
