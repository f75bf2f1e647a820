"""Names and descriptions of the commands: English as the base, Japanese as localisation, from one catalogue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as Where
from discord.app_commands import TranslationContextTypes, locale_str

from bot.discord_ui.text.voice import bot_words, lang_of
from engines.kernel import Msg

T = TypeVar("T")


def text(key: str) -> locale_str:
    """A sentence of the catalogue for a command's name or description, English until `Translator` translates it."""
    return locale_str(bot_words().render(Msg(key), "en"), key=key)


def description(command: str) -> locale_str:
    """The description of a command, given by its path with dots (`table.open`)."""
    return text(f"commands.{command}.description")


def describe(command: str, *parameters: str) -> Callable[[T], T]:
    """Decorator: the descriptions of a command's parameters."""
    return app_commands.describe(**{p: text(f"commands.{command}.params.{p}.description") for p in parameters})


class Translator(app_commands.Translator):
    """Names are found by where they stand, everything else by the key that `text` has put into it."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        if lang_of(locale) != "ja":
            return None
        key = string.extras.get("key") or _name_key(context)
        return None if key is None else bot_words().render(Msg(key), "ja")


def _name_key(context: TranslationContextTypes) -> str | None:
    match context.location:
        case Where.command_name | Where.group_name:
            return f"commands.{_path(context.data)}.name"
        case Where.parameter_name:
            return f"commands.{_path(context.data.command)}.params.{context.data.name}.name"
        case _:
            return None


def _path(command: Any) -> str:
    return str(command.qualified_name).replace(" ", ".")
