"""A small real bot that uses everything which the page has to show: a card with a picture, buttons, selects, a modal,
private answers, deferred answers, commands with choices, autocomplete and people.
"""

from __future__ import annotations

import asyncio
import io
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands
from PIL import Image

Interaction = discord.Interaction[Any]
CITIES = ("Milano", "Venezia", "Firenze", "Roma", "Napoli", "Genova", "Siena", "Ferrara", "Mantova")
JAPANESE = {
    "table": "卓",
    "open": "開く",
    "Open a table": "卓を開く",
    "game": "ゲーム",
    "Which game": "どのゲームか",
    "seats": "席数",
}


def board(colour: str = "#2c5a4e") -> discord.File:
    buffer = io.BytesIO()
    Image.new("RGB", (1600, 1200), colour).save(buffer, "PNG")
    buffer.seek(0)
    return discord.File(buffer, "board.png")


class Card(ui.LayoutView):
    """What is public: a picture, a count that a button raises, and ways to everything else."""

    def __init__(self, count: int = 0) -> None:
        super().__init__(timeout=None)
        play: ui.Button[Any] = ui.Button(label="Play", custom_id="play", style=discord.ButtonStyle.primary)
        play.callback = self.play  # type: ignore[method-assign]
        keys = [
            self.key("Again", "again", self.again, discord.ButtonStyle.success),
            self.key("Bid", "bid", self.bid, discord.ButtonStyle.danger),
            self.key("Silent", "silent", self.silent),
            self.key("Slow", "slow", self.slow),
        ]
        closed: ui.Button[Any] = ui.Button(label="Closed", custom_id="closed", disabled=True, emoji="🔒")
        self.count = count
        self.add_item(
            ui.Container(
                ui.Section(ui.TextDisplay(f"## Round {count}\n**Aoi** is to move"), accessory=play),
                ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description=f"The board, {count}")),
                ui.Separator(),
                ui.ActionRow(*keys, closed),
                ui.ActionRow(ui.Button(label="Rules", url="https://example.org/")),
                accent_colour=0x2C5A4E,
            )
        )

    @staticmethod
    def key(label: str, custom_id: str, callback: Any, style: Any = discord.ButtonStyle.secondary) -> ui.Button[Any]:
        made: ui.Button[Any] = ui.Button(label=label, custom_id=custom_id, style=style)
        made.callback = callback  # type: ignore[method-assign]
        return made

    async def play(self, interaction: Interaction) -> None:
        await interaction.response.send_message(view=Panel(), file=board("#1a2234"), ephemeral=True)

    async def again(self, interaction: Interaction) -> None:
        await interaction.response.edit_message(view=Card(self.count + 1), attachments=[board()])

    async def bid(self, interaction: Interaction) -> None:
        await interaction.response.send_modal(Bid(timeout=60))

    async def silent(self, interaction: Interaction) -> None:
        raise RuntimeError("an error of the bot: nobody is answered")

    async def slow(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.client.resume.wait()
        await interaction.edit_original_response(content="thought **well**")


class Panel(ui.LayoutView):
    """What one person sees: selects of all kinds that matter."""

    def __init__(self, said: str = "Where to?") -> None:
        super().__init__(timeout=60)
        city: ui.Select[Any] = ui.Select(
            custom_id="city",
            placeholder="City",
            options=[discord.SelectOption(label=f"{i}. {name}", value=name) for i, name in enumerate(CITIES, 1)],
        )
        dice: ui.Select[Any] = ui.Select(
            custom_id="dice",
            placeholder="Dice",
            min_values=2,
            max_values=3,
            options=[discord.SelectOption(label=f"Die {i}", value=str(i), description="a die") for i in range(1, 6)],
        )
        who: ui.UserSelect[Any] = ui.UserSelect(custom_id="who", placeholder="Who")
        for select in (city, dice, who):
            select.callback = self.answer(select)  # type: ignore[method-assign]
        self.add_item(
            ui.Container(
                ui.TextDisplay(said),
                ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="Your options")),
                ui.ActionRow(city),
                ui.ActionRow(dice),
                ui.ActionRow(who),
            )
        )

    @staticmethod
    def answer(select: Any) -> Any:
        async def answer(interaction: Interaction) -> None:
            names = ", ".join(getattr(value, "name", value) for value in select.values)
            await interaction.response.edit_message(view=Panel(f"Chosen: {names}"), attachments=[board("#1a2234")])

        return answer


class Bid(ui.Modal, title="Bid"):
    about: ui.TextDisplay[Any] = ui.TextDisplay("A **secret** bid.")
    amount: ui.Label[Any] = ui.Label(
        text="Amount", description="0 to 8", component=ui.TextInput(custom_id="amount", min_length=1, max_length=2)
    )
    colour: ui.Label[Any] = ui.Label(
        text="Colour",
        component=ui.Select(custom_id="colour", options=[discord.SelectOption(label=c) for c in ("red", "blue")]),
    )
    order: ui.Label[Any] = ui.Label(
        text="Order",
        component=ui.RadioGroup(
            custom_id="order",
            options=[discord.RadioGroupOption(label="First"), discord.RadioGroupOption(label="Last")],
        ),
    )
    sure: ui.Label[Any] = ui.Label(text="Sure", component=ui.Checkbox(custom_id="sure"))

    async def on_submit(self, interaction: Interaction) -> None:
        parts: list[Any] = [label.component for label in (self.amount, self.colour, self.order, self.sure)]
        amount, colour, order, sure = parts
        words = f"{amount.value} on {colour.values[0]}, {order.value}, {'sure' if sure.value else 'unsure'}"
        await interaction.response.send_message(words, ephemeral=True)


class Japanese(app_commands.Translator):
    async def translate(self, string: locale_str, locale: discord.Locale, context: Any) -> str | None:
        return JAPANESE.get(string.message) if locale is discord.Locale.japanese else None


table = app_commands.Group(name="table", description="Tables")


@table.command(name="open", description="Open a table")
@app_commands.describe(game="Which game", seats="How many seats", partner="With whom")
@app_commands.choices(
    game=[app_commands.Choice(name="Signorie", value="s"), app_commands.Choice(name="Kilia", value="k")]
)
async def open_table(
    interaction: Interaction,
    game: app_commands.Choice[str],
    seats: app_commands.Range[int, 2, 4] = 2,
    partner: discord.User | None = None,
) -> None:
    with_whom = f" with {partner.display_name}" if partner else ""
    await interaction.response.send_message(f"{game.name} for {seats}{with_whom}")


@table.command(name="card", description="Post the card")
async def post_card(interaction: Interaction) -> None:
    await interaction.response.send_message(view=Card(), file=board())


@app_commands.command(name="move", description="Move by typing")
async def move(interaction: Interaction, to: str) -> None:
    await interaction.response.send_message(f"to {to}", ephemeral=True)


@move.autocomplete("to")
async def cities(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    interaction.client.typed.append(typed)
    fitting = [name for name in CITIES if typed.lower() in name.lower()]
    return [app_commands.Choice(name=name, value=name.upper()) for name in fitting]


@app_commands.command(name="about", description="Look something up")
async def about(interaction: Interaction, city: str = "everything") -> None:
    await interaction.response.send_message(f"about {city}", ephemeral=True)


about.autocomplete("city")(cities)


class SmallBot(commands.Bot):
    def __init__(self) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.05,
            max_messages=None,
        )
        self.resume = asyncio.Event()  # lets slow answers go on
        self.typed: list[str] = []  # every autocompletion asked for

    async def setup_hook(self) -> None:
        await self.tree.set_translator(Japanese())
        self.tree.add_command(table)
        self.tree.add_command(move)
        self.tree.add_command(about)
        await self.tree.sync()
