"""The check that a pressed control belongs to the table that it names, and is where that table is."""

from storage.play import games as game_rows

from .context import InteractionContext
from .errors import UserError


async def check_origin(ctx: InteractionContext, table_id: int, tag: str, *, is_anywhere: bool = False) -> None:
    """Raise UserError if the control is another table's with this number, or is on a public post in another channel.

    After a restore the number may belong to a newer table. Private pages and direct messages may be anywhere.
    is_anywhere: so may the public post of this control, within the server.
    """
    row = await game_rows.load_game(ctx.service.db, table_id)
    if row is None:
        return  # the handler says that there is no such table
    if tag != (row.tag or ""):
        raise UserError("error.other_table")
    interaction = ctx.interaction
    if interaction.guild_id is None or ctx.is_on_private_page:
        return
    if interaction.guild_id != row.guild_id or not (is_anywhere or interaction.channel_id == row.channel_id):
        raise UserError("error.other_channel")
