"""All slash commands, and what holds for every one of them."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import AppCommandError, AppInstallationType

from bot.discord_ui.interaction.errors import report

from . import agree, seats  # noqa: F401 - their commands join the group "table"
from .admin import admin
from .notices import me
from .past import history, log
from .play import move, play, seat, undo
from .read import board, games_, help_, rules
from .report import report as report_command
from .server import server_group
from .stats import stats
from .table import table
from .translate import Translator

COMMANDS: tuple[app_commands.Command[Any, ..., Any] | app_commands.Group, ...] = (
    table,
    play,
    move,
    board,
    seat,
    log,
    history,
    undo,
    rules,
    games_,
    stats,
    report_command,
    server_group,
    me,
    admin,
    help_,
)


class Tree(app_commands.CommandTree[Any]):
    """The commands. Unless one says otherwise, it belongs to servers that have invited the bot."""

    def __init__(self, client: discord.Client) -> None:
        super().__init__(client, allowed_installs=AppInstallationType(guild=True))

    async def plant(self) -> None:
        """Add all commands, in both languages."""
        await self.set_translator(Translator())
        for command in COMMANDS:
            self.add_command(command)

    async def on_error(self, interaction: discord.Interaction[Any], error: AppCommandError, /) -> None:
        """What goes wrong before a command's own code runs: a wrong kind of argument, a command that was taken away."""
        await report(interaction, error.__cause__ or error)
