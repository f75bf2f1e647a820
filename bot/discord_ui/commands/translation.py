"""Names and descriptions of the commands from the catalogue: English as base, Japanese as localization."""

from collections.abc import Callable
from typing import Any, TypeVar

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation, TranslationContextTypes, locale_str

from bot.discord_ui.text.localizer import load_bot_catalogue
from engines.kernel import Message

T = TypeVar("T")


def translatable(key: str) -> locale_str:
    """Return a catalogue sentence for a command's name or description, in English until `Translator` translates it."""
    return locale_str(load_bot_catalogue().render(Message(key), "en"), key=key)


def translate_description(command: str) -> locale_str:
    """Return the description of the command with this dotted path (`table.open`)."""
    return translatable(f"commands.{command}.description")


def describe_parameters(command: str, *parameters: str) -> Callable[[T], T]:
    """Return a decorator that sets the descriptions of a command's parameters."""
    return app_commands.describe(**{p: translatable(f"commands.{command}.params.{p}.description") for p in parameters})


class Translator(app_commands.Translator):
    """Translator into Japanese: names by their command path, other texts by the key that `translatable` stored."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        if locale is not Locale.japanese:
            return None
        key = string.extras.get("key") or _find_name_key(context)
        return None if key is None else load_bot_catalogue().render(Message(key), "ja")


def _find_name_key(context: TranslationContextTypes) -> str | None:
    match context.location:
        case TranslationContextLocation.command_name | TranslationContextLocation.group_name:
            return f"commands.{_find_path(context.data)}.name"
        case TranslationContextLocation.parameter_name:
            return f"commands.{_find_path(context.data.command)}.params.{context.data.name}.name"
        case _:
            return None


def _find_path(command: Any) -> str:
    return str(command.qualified_name).replace(" ", ".")
