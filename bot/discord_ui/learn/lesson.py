"""Pages of a lesson (two minutes to read): summary of the game, a first turn in words, the same turn in pictures."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from bot.discord_ui.interaction.arguments import read_number
from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.page.custom_ids import build_help_id, build_table_id
from bot.discord_ui.page.pages import PRIMARY, SECONDARY, SUCCESS, Button, Page
from bot.discord_ui.page.phone_screen import arrange_buttons
from bot.discord_ui.page.picture_requests import sort_options
from bot.discord_ui.rulebook.lookup import FIRST_TURN, LEGEND, SUMMARY, build_rule_button, load_game_rulebook
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer, cut_text, load_bot_catalogue
from engines.kernel import Catalogue, Game, Lang, Message, Option, Prompt, load_catalogue, load_games, resolve_text
from render import RenderContext, load_arts

from . import pictures
from .example_turn import ExampleTurn, LessonStep, load_example

TEXT_PAGES = 2
"""Text pages before the pictures of the turn."""
MAX_OPTIONS, MAX_DETAIL = 4, 110
CHOSEN = "➡️"


def build_game_list(localizer: Localizer) -> Page:
    """Return the page on which a reader picks the game to learn."""
    taught = [
        game
        for game in load_games().values()
        if load_game_rulebook(game).find_entry(FIRST_TURN, localizer.first_lang) is not None
    ]
    buttons = [Button(build_help_id("learn", f"{game.id}.0"), titles.name_game(game, localizer)) for game in taught]
    return Page((localizer.render_line("learn.which"),), arrange_buttons(buttons))


def build_lesson_page(game: Game[Any], number: int, localizer: Localizer, table: str | None = None) -> Page:
    """Return page `number` of a lesson (from 0, clamped).

    table: key of the table at which the reader plays this game; the last page links to it.
    """
    example = load_example(game)
    last = TEXT_PAGES - 1 if example is None else TEXT_PAGES + len(example.steps)
    number = min(max(number, 0), last)
    localizer = Localizer((localizer.first_lang,))
    if number == 0:
        page = _build_summary(game, localizer)
    elif number < TEXT_PAGES or example is None:
        page = _build_text_page(game, example, localizer)
    elif number < last:
        page = _build_step_page(game, example, number, localizer)
    else:
        page = _build_last_page(game, example, number, localizer, table)
    title, lesson_title = titles.name_game(game, localizer), localizer.render_label("rules.first_turn")
    head = f"-# {title} · {lesson_title} · {number + 1}/{last + 1}"
    if number == 0 and page.picture_request is not None:
        head += f" · {localizer.render_label('learn.not_yours')}"
    rule = (
        None
        if number < TEXT_PAGES or example is None or number == last
        else example.steps[number - TEXT_PAGES].prompt.rule
    )
    play = (
        ((Button(build_table_id(table, "play"), localizer.render_label("card.play"), SUCCESS),),)
        if table and number == last
        else ()
    )
    return Page(
        (head, *page.texts),
        (*play, _build_navigation(game, number, last, rule, localizer)),
        page.picture_request,
        page.colour,
    )


def _build_navigation(
    game: Game[Any], number: int, last: int, rule: str | None, localizer: Localizer
) -> tuple[Button, ...]:
    """Return the buttons Back, Next and a rulebook entry: the question's rule, the picture's legend or the summary."""

    def build_page_button(page_number: int, label: str, style: Any, has_page: bool) -> Button:
        return Button(
            build_help_id("learn", f"{game.id}.{page_number}"),
            localizer.render_label(label),
            style,
            is_disabled=not has_page,
        )

    legend = number == 0 and load_game_rulebook(game).find_entry(LEGEND, localizer.first_lang) is not None
    entry, label = (LEGEND, "learn.legend") if legend else (SUMMARY, "learn.book")
    return (
        build_page_button(number - 1, "rules.before", SECONDARY, number > 0),
        build_page_button(number + 1, "rules.after", PRIMARY, number < last),
        build_rule_button(game, rule, localizer)
        or Button(build_help_id("look", f"{game.id}.{entry}"), localizer.render_label(label)),
    )


def _build_summary(game: Game[Any], localizer: Localizer) -> Page:
    entry = load_game_rulebook(game).find_entry(SUMMARY, localizer.first_lang)
    text = "" if entry is None else entry.text.strip()
    return Page(
        (f"## {titles.name_game(game, localizer)}\n{text}",),
        picture_request=build_example_board(game, localizer.first_lang),
    )


def build_example_board(game: Game[Any], lang: Lang) -> pictures.LessonRequest | None:
    """Return the public board at the beginning of the example turn; None if there is none, or no pictures."""
    example = load_example(game)
    if example is None or game.id not in load_arts():
        return None
    return pictures.build_board_request(game.id, 0, example.start_view, RenderContext(lang, _list_names(example, lang)))


def _build_text_page(game: Game[Any], example: ExampleTurn | None, localizer: Localizer) -> Page:
    entry = load_game_rulebook(game).find_entry(FIRST_TURN, localizer.first_lang)
    text = "" if entry is None else f"### {entry.title}\n{entry.text.strip()}"
    picture_request = None
    if example is not None and game.id in load_arts():
        picture_request = pictures.build_belongings_request(
            game.id, 1, example, localizer.first_lang, _list_names(example, localizer.first_lang)
        )
    return Page((text,), picture_request=picture_request)


def _build_step_page(game: Game[Any], example: ExampleTurn, number: int, localizer: Localizer) -> Page:
    """Return the page of one question: its text, some options, the chosen answer and the resulting events."""
    step, lang, catalogue = example.steps[number - TEXT_PAGES], localizer.first_lang, load_catalogue(game.package)
    names = _list_names(example, lang)
    art = load_arts().get(game.id)
    prompt = step.prompt if art is None else sort_options(art, step.view, step.prompt)
    picture_request = (
        None if art is None else pictures.build_question_request(game.id, number, step, prompt, lang, names)
    )
    intro = [localizer.render_line("learn.example", who=names[example.seat])] if number == TEXT_PAGES else []
    question = catalogue.render(prompt.text, lang, names).replace("\n", "\n### ")
    event_lines = [f"✓ {catalogue.with_bold_names.render(msg, lang, names)}" for msg in step.events]
    texts = (
        *intro,
        f"### {question}",
        "\n".join(_list_options(prompt, step, catalogue, names, localizer)),
        "\n".join(event_lines),
    )
    return Page(tuple(filter(None, texts)), picture_request=picture_request)


def _list_options(
    prompt: Prompt, step: LessonStep, catalogue: Catalogue, names: Sequence[str], localizer: Localizer
) -> list[str]:
    """Return some of the options with the picture's numbers; the chosen ones are always included and highlighted."""
    options = (*prompt.options, *prompt.side_actions)
    if prompt.kind == "confirm":
        options = prompt.options
    numbered = list(enumerate(options, 1))
    chosen = [numbered_option for numbered_option in numbered if numbered_option[1].key in step.keys]
    unchosen = [numbered_option for numbered_option in numbered if numbered_option not in chosen][
        : max(0, MAX_OPTIONS - len(chosen))
    ]
    lines = [
        _format_option(n, numbered_option, numbered_option.key in step.keys, catalogue, names, localizer.first_lang)
        for n, numbered_option in sorted(chosen + unchosen, key=lambda x: x[0])
    ]
    omitted_count = len(numbered) - len(chosen) - len(unchosen)
    return [*lines, *([localizer.render_line("learn.more", count=omitted_count)] if omitted_count else [])]


def _format_option(
    number: int, option: Option, is_chosen: bool, catalogue: Catalogue, names: Sequence[str], lang: Lang
) -> str:
    label = catalogue.render(resolve_text(option.label), lang, names)
    detail = "" if option.detail is None else catalogue.render(resolve_text(option.detail), lang, names)
    label_text = f"{number}. {label}"
    return (f"{CHOSEN} **{label_text}**" if is_chosen else f"-# {label_text}") + (
        f" — {cut_text(detail, MAX_DETAIL)}" if detail else ""
    )


def _build_last_page(
    game: Game[Any], example: ExampleTurn, number: int, localizer: Localizer, table: str | None
) -> Page:
    """Return the last page: the position after the turn, and how to begin one's own turn."""
    names = _list_names(example, localizer.first_lang)
    picture_request = None
    if game.id in load_arts():
        picture_request = pictures.build_result_request(game.id, number, example, localizer.first_lang, names)
    next_hint = localizer.render_line("learn.play" if table else "learn.yours")
    return Page(
        (localizer.render_line("learn.after", who=names[example.seat]), next_hint), picture_request=picture_request
    )


def _list_names(example: ExampleTurn, lang: Lang) -> tuple[str, ...]:
    """Return the names of the example's players."""
    words = load_bot_catalogue().render(Message("learn.names"), lang)
    return tuple(name.strip() for name in words.replace("、", ",").split(","))[: example.seats]


async def show_lesson(ctx: InteractionContext, arg: str) -> None:
    """Show a page of a lesson, replacing the pressed private page, else as a new message."""
    game_id, _, number = arg.partition(".")
    if not game_id:
        await ctx.show_page(build_game_list(ctx.localizer))
        return
    game, page_number = _require_game(game_id), read_number(number)
    await ctx.show_page(build_lesson_page(game, page_number, ctx.localizer, await _find_own_table(ctx, game)))


async def open_lesson(ctx: InteractionContext, game_id: str) -> None:
    """Show the first page of a lesson as a new message, so that the pressed page stays."""
    game = _require_game(game_id)
    page = build_lesson_page(game, 0, ctx.localizer, await _find_own_table(ctx, game))
    await ctx.show_page(page, is_new_message=True)


def _require_game(game_id: str) -> Game[Any]:
    game = load_games().get(game_id)
    if game is None:
        raise UserError("error.old_control")
    return game


async def _find_own_table(ctx: InteractionContext, game: Game[Any]) -> str | None:
    """Return the key of this channel's table if the person plays this game there, else None."""
    table_id = await ctx.service.find_table(ctx.interaction.channel_id or 0)
    if table_id is None:
        return None
    async with ctx.service.lock_table(table_id) as table:
        plays = table.is_playing and table.game.id == game.id and table.find_seat(ctx.person.id) is not None
        return table.key if plays else None


VERBS: Mapping[str, Callable[[InteractionContext, str], Awaitable[None]]] = {
    "learn": show_lesson,
    "lesson": open_lesson,
}
