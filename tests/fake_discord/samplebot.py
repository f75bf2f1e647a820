"""A real bot that uses every kind of interaction the fake Discord server supports."""

from __future__ import annotations

import asyncio
import io
import re
from typing import Any, cast

import discord
from discord import app_commands, ui
from discord.ext import commands
from PIL import Image

Interaction = discord.Interaction[Any]
JAPANESE_TEXTS = {"roll": "ふる", "Roll the dice": "さいころを振る", "sides": "面"}


def build_picture(shade: int) -> discord.File:
    """Return a small PNG of one shade of grey."""
    buffer = io.BytesIO()
    Image.new("L", (40, 30), shade).save(buffer, "PNG")
    buffer.seek(0)
    return discord.File(buffer, "board.png", description=f"A grey board, shade {shade}")


def read_interaction_data(interaction: Interaction) -> dict[str, Any]:
    """Return the raw data of an interaction."""
    return cast("dict[str, Any]", interaction.data)


class CountButton(ui.DynamicItem[ui.Button[Any]], template=r"count:(?P<n>\d+):(?P<how>\w+)"):
    """A button that carries its whole state in its custom_id, as Teban's buttons do."""

    def __init__(self, n: int, how: str, label: str | None = None, disabled: bool = False) -> None:
        super().__init__(ui.Button(label=label or f"{how} {n}", custom_id=f"count:{n}:{how}", disabled=disabled))
        self.n, self.how = n, how

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str]) -> CountButton:
        return cls(int(match["n"]), match["how"])

    async def callback(self, interaction: Interaction) -> None:
        if self.how == "update":
            await interaction.response.edit_message(view=build_card(self.n + 1), attachments=[build_picture(self.n)])
        elif self.how == "later":
            await interaction.response.defer()
            await interaction.edit_original_response(view=build_card(self.n + 10), attachments=[build_picture(self.n)])
        elif self.how == "keep":
            await interaction.response.edit_message(view=build_card(self.n + 1))
        elif self.how == "private":
            await interaction.response.send_message(view=build_card(self.n), file=build_picture(1), ephemeral=True)
            await interaction.edit_original_response(view=build_card(self.n + 5), attachments=[build_picture(2)])
        elif self.how == "twice":
            await interaction.response.edit_message(view=build_card(self.n + 1))
            await interaction.client.http.request(  # a second answer, past the client's own check
                discord.http.Route("POST", f"/interactions/{interaction.id}/{interaction.token}/callback"),
                json={"type": 6},
            )
        elif self.how == "sleep":
            await asyncio.sleep(self.n)
        elif self.how == "form":
            await interaction.response.send_modal(BidForm())


class BidForm(ui.Modal, title="Bid"):
    """A modal with a text field, a select and a check box."""

    amount: ui.Label[Any] = ui.Label(text="Amount", component=ui.TextInput(custom_id="amount", max_length=3))
    colour: ui.Label[Any] = ui.Label(
        text="Colour",
        component=ui.Select(
            custom_id="colour", options=[discord.SelectOption(label=c, value=c) for c in ("red", "blue")]
        ),
    )
    certainty: ui.Label[Any] = ui.Label(text="Sure", component=ui.Checkbox(custom_id="sure"))

    async def on_submit(self, interaction: Interaction) -> None:
        amount, colour, is_sure = (cast(Any, label.component) for label in (self.amount, self.colour, self.certainty))
        words = f"{amount.value} on {colour.values[0]}, {'sure' if is_sure.value else 'unsure'}"
        await interaction.response.send_message(words, ephemeral=True)


class CityMenu(ui.DynamicItem[ui.Select[Any]], template=r"menu:(?P<n>\d+)"):
    def __init__(self, n: int) -> None:
        options = [discord.SelectOption(label=f"City {i}", value=f"c{i}") for i in range(n)]
        super().__init__(ui.Select(custom_id=f"menu:{n}", options=options, max_values=2, placeholder="Cities"))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str]) -> CityMenu:
        return cls(int(match["n"]))

    async def callback(self, interaction: Interaction) -> None:
        await interaction.response.send_message(", ".join(read_interaction_data(interaction)["values"]), ephemeral=True)


class PeopleMenu(ui.DynamicItem[ui.UserSelect[Any]], template=r"people"):
    def __init__(self) -> None:
        super().__init__(ui.UserSelect(custom_id="people"))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str]) -> PeopleMenu:
        built = cls()
        # discord.py puts the selected values on its own item.
        built.item = cast("ui.UserSelect[Any]", item)
        return built

    async def callback(self, interaction: Interaction) -> None:
        name = next(iter(read_interaction_data(interaction)["resolved"]["users"].values()))["global_name"]
        await interaction.response.send_message(f"chosen: {name}", ephemeral=True)


def build_card(n: int) -> ui.LayoutView:
    """Return a V2 message: text, a picture, buttons of every behaviour, two menus."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=0x336699)
    box.add_item(ui.TextDisplay(f"Count {n}"))
    box.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="board")))
    row: ui.ActionRow[Any] = ui.ActionRow()
    for how in ("update", "later", "keep", "private", "form"):
        row.add_item(CountButton(n, how))
    more: ui.ActionRow[Any] = ui.ActionRow()
    for how in ("twice", "sleep"):
        more.add_item(CountButton(n, how))
    more.add_item(CountButton(n, "off", disabled=True))
    more.add_item(ui.Button(label="Rules", url="https://example.org/rules"))
    rows: list[ui.ActionRow[Any]] = [row, more, ui.ActionRow(), ui.ActionRow()]
    rows[2].add_item(CityMenu(5))
    rows[3].add_item(PeopleMenu())
    for item in rows:
        box.add_item(item)
    view.add_item(box)
    return view


class JapaneseTranslator(app_commands.Translator):
    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        return JAPANESE_TEXTS.get(string.message) if locale is discord.Locale.japanese else None


class SampleBot(commands.AutoShardedBot):
    def __init__(self) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.05,
            max_messages=None,
        )
        self.messages_heard = 0

    async def setup_hook(self) -> None:
        self.add_dynamic_items(CountButton, CityMenu, PeopleMenu)
        await self.tree.set_translator(JapaneseTranslator())
        commands: list[Any] = [roll, ping, start, later, table, thread, letter, move]
        for command in commands:
            self.tree.add_command(command)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Start shards at once; discord.py would wait 5 seconds between them."""

    async def on_message(self, message: discord.Message) -> None:
        self.messages_heard += 1


@app_commands.command(description="Roll the dice")
async def roll(
    interaction: Interaction, sides: app_commands.Range[int, 2, 100], who: discord.Member | None = None
) -> None:
    name = who.display_name if who else "you"
    await interaction.response.send_message(f"{name}: d{sides} in {interaction.locale.value}")


@app_commands.command(description="Answer at once")
async def ping(interaction: Interaction) -> None:
    await interaction.response.send_message("pong", ephemeral=True)


@app_commands.command(description="Post the card")
async def start(interaction: Interaction) -> None:
    done = await interaction.response.send_message(view=build_card(0), file=build_picture(0))
    assert isinstance(done.resource, discord.InteractionMessage)
    await done.resource.fetch()


@app_commands.command(description="Think, then answer, then say more")
async def later(interaction: Interaction, private: bool) -> None:
    await interaction.response.defer(ephemeral=private, thinking=True)
    await interaction.edit_original_response(content="the answer")
    more = await interaction.followup.send("more", ephemeral=private, wait=True)
    await more.edit(content="much more")


table = app_commands.Group(name="table", description="Tables")


@table.command(name="open", description="Open a table")
@app_commands.choices(game=[app_commands.Choice(name="Draughts", value="draughts")])
async def table_open(interaction: Interaction, game: app_commands.Choice[str]) -> None:
    await interaction.response.send_message(f"a table of {game.name}")


@app_commands.command(description="Open a thread")
async def thread(interaction: Interaction, name: str) -> None:
    await interaction.response.defer(ephemeral=True)
    assert isinstance(interaction.channel, discord.TextChannel)
    created = await interaction.channel.create_thread(name=name, type=discord.ChannelType.public_thread)
    await created.add_user(interaction.user)
    sent = await created.send(view=build_card(3), file=build_picture(3))
    await sent.pin()
    await interaction.followup.send(f"see {created.mention}")


@app_commands.command(description="Write me a letter")
async def letter(interaction: Interaction) -> None:
    await interaction.user.send("Dear you")
    await interaction.response.send_message("sent", ephemeral=True)


@app_commands.command(description="Move a piece")
async def move(interaction: Interaction, where: str) -> None:
    await interaction.response.send_message(f"moved to {where}")


@move.autocomplete("where")
async def suggest_destinations(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=c.title(), value=c) for c in ("roma", "siena", "pisa") if current in c]
