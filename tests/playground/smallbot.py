"""A small real bot that uses everything the page can show: a card with a picture, buttons, selects, a modal, private
answers, deferred answers, commands with choices, autocomplete and people.
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
JAPANESE_TEXTS = {
    "table": "卓",
    "open": "開く",
    "Open a table": "卓を開く",
    "game": "ゲーム",
    "Which game": "どのゲームか",
    "seats": "席数",
}


def build_board_file(colour: str = "#2c5a4e") -> discord.File:
    buffer = io.BytesIO()
    Image.new("RGB", (1600, 1200), colour).save(buffer, "PNG")
    buffer.seek(0)
    return discord.File(buffer, "board.png")


class Card(ui.LayoutView):
    """The public message: a picture, a count that a button raises, and buttons for everything else."""

    def __init__(self, count: int = 0) -> None:
        super().__init__(timeout=None)
        play: ui.Button[Any] = ui.Button(label="Play", custom_id="play", style=discord.ButtonStyle.primary)
        play.callback = self.open_panel  # type: ignore[method-assign]
        buttons = [
            self.build_button("Again", "again", self.raise_count, discord.ButtonStyle.success),
            self.build_button("Bid", "bid", self.open_bid_form, discord.ButtonStyle.danger),
            self.build_button("Silent", "silent", self.fail_silently),
            self.build_button("Slow", "slow", self.answer_slowly),
        ]
        closed: ui.Button[Any] = ui.Button(label="Closed", custom_id="closed", disabled=True, emoji="🔒")
        self.count = count
        self.add_item(
            ui.Container(
                ui.Section(ui.TextDisplay(f"## Round {count}\n**Aoi** is to move"), accessory=play),
                ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description=f"The board, {count}")),
                ui.Separator(),
                ui.ActionRow(*buttons, closed),
                ui.ActionRow(ui.Button(label="Rules", url="https://example.org/")),
                accent_colour=0x2C5A4E,
            )
        )

    @staticmethod
    def build_button(
        label: str, custom_id: str, callback: Any, style: Any = discord.ButtonStyle.secondary
    ) -> ui.Button[Any]:
        button: ui.Button[Any] = ui.Button(label=label, custom_id=custom_id, style=style)
        button.callback = callback  # type: ignore[method-assign]
        return button

    async def open_panel(self, interaction: Interaction) -> None:
        await interaction.response.send_message(view=Panel(), file=build_board_file("#1a2234"), ephemeral=True)

    async def raise_count(self, interaction: Interaction) -> None:
        await interaction.response.edit_message(view=Card(self.count + 1), attachments=[build_board_file()])

    async def open_bid_form(self, interaction: Interaction) -> None:
        await interaction.response.send_modal(BidForm(timeout=60))

    async def fail_silently(self, interaction: Interaction) -> None:
        raise RuntimeError("an error of the bot: nobody is answered")

    async def answer_slowly(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.client.resume.wait()
        await interaction.edit_original_response(content="thought **well**")


class Panel(ui.LayoutView):
    """The private message: selects of every kind that Teban uses."""

    def __init__(self, text: str = "Where to?") -> None:
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
        person_select: ui.UserSelect[Any] = ui.UserSelect(custom_id="who", placeholder="Who")
        for select in (city, dice, person_select):
            select.callback = self.build_callback(select)  # type: ignore[method-assign]
        self.add_item(
            ui.Container(
                ui.TextDisplay(text),
                ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="Your options")),
                ui.ActionRow(city),
                ui.ActionRow(dice),
                ui.ActionRow(person_select),
            )
        )

    @staticmethod
    def build_callback(select: Any) -> Any:
        async def show_choice(interaction: Interaction) -> None:
            names = ", ".join(getattr(value, "name", value) for value in select.values)
            await interaction.response.edit_message(
                view=Panel(f"Chosen: {names}"), attachments=[build_board_file("#1a2234")]
            )

        return show_choice


class BidForm(ui.Modal, title="Bid"):
    intro: ui.TextDisplay[Any] = ui.TextDisplay("A **secret** bid.")
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
    certainty: ui.Label[Any] = ui.Label(text="Sure", component=ui.Checkbox(custom_id="sure"))

    async def on_submit(self, interaction: Interaction) -> None:
        parts: list[Any] = [label.component for label in (self.amount, self.colour, self.order, self.certainty)]
        amount, colour, order, is_sure = parts
        words = f"{amount.value} on {colour.values[0]}, {order.value}, {'sure' if is_sure.value else 'unsure'}"
        await interaction.response.send_message(words, ephemeral=True)


class JapaneseTranslator(app_commands.Translator):
    async def translate(self, string: locale_str, locale: discord.Locale, context: Any) -> str | None:
        return JAPANESE_TEXTS.get(string.message) if locale is discord.Locale.japanese else None


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
    await interaction.response.send_message(view=Card(), file=build_board_file())


@app_commands.command(name="move", description="Move by typing")
async def move(interaction: Interaction, to: str) -> None:
    await interaction.response.send_message(f"to {to}", ephemeral=True)


@move.autocomplete("to")
async def suggest_cities(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    interaction.client.typed.append(typed)
    fitting = [name for name in CITIES if typed.lower() in name.lower()]
    return [app_commands.Choice(name=name, value=name.upper()) for name in fitting]


@app_commands.command(name="about", description="Look something up")
async def about(interaction: Interaction, city: str = "everything") -> None:
    await interaction.response.send_message(f"about {city}", ephemeral=True)


about.autocomplete("city")(suggest_cities)


@app_commands.context_menu(name="Repeat")
async def repeat_message(interaction: Interaction, message: discord.Message) -> None:
    await interaction.response.send_message(f"again: {message.content}", ephemeral=True)


@app_commands.context_menu(name="Greet")
async def greet_person(interaction: Interaction, person: discord.User) -> None:
    await interaction.response.send_message(f"hello {person.display_name}", ephemeral=True)


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
        await self.tree.set_translator(JapaneseTranslator())
        self.tree.add_command(table)
        self.tree.add_command(move)
        self.tree.add_command(about)
        self.tree.add_command(repeat_message)
        self.tree.add_command(greet_person)
        await self.tree.sync()
