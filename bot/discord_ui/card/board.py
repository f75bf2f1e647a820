"""Page of the board: one public picture with a menu of the others, or a full text description."""

from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.pages import MAX_CHOICES, Choice, Page, SelectMenu, split_pages
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer
from bot.table import Table
from render import RenderContext

AS_TEXT = "text"
"""Menu value of the text description."""


def build_board_pages(table: Table, picture: str | None, localizer: Localizer) -> tuple[Page, ...]:
    """Return the board's page. picture: name of a public picture, None (overview) or AS_TEXT (maybe several pages)."""
    head = f"-# {titles.name_table(table, localizer)}"
    art = picture_requests.find_art(table)
    if table.match is None:
        return (
            Page((head, localizer.render_line("board.ended" if table.row.status == "ended" else "board.not_started"))),
        )
    if art is None:
        return (Page((head, localizer.render_line("board.no_pictures"))),)
    names = picture_requests.list_public_pictures(table)
    selected = picture if picture in names else names[0]
    lang = localizer.first_lang
    choices = [
        Choice(
            name,
            picture_requests.render_picture_title(table, name, lang),
            is_selected=name == selected and picture != AS_TEXT,
        )
        for name in names
    ]
    choices = [
        *choices[: MAX_CHOICES - 1],
        Choice(AS_TEXT, localizer.render_label("board.in_words"), is_selected=picture == AS_TEXT),
    ]
    menu = SelectMenu(build_table_id(table.key, "picture"), localizer.render_label("board.choose"), tuple(choices))
    if picture == AS_TEXT:
        return split_pages(
            head, art.describe_board(table.match.build_view(None), RenderContext(lang, table.names)), (menu,)
        )
    return (
        Page(
            (head, f"### {picture_requests.render_picture_title(table, selected, lang)}"),
            (menu,),
            picture_requests.build_public_picture(table, selected, lang),
        ),
    )


def build_overview_page(table: Table, localizer: Localizer) -> Page:
    """Return the page of the overview."""
    (page,) = build_board_pages(table, None, localizer)
    return page
