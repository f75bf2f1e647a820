"""Handlers of the panel's controls: answer, change the draft, turn pages, undo. A stale control shows the new state."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from bot.discord_ui.interaction.arguments import read_number
from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.page.pages import Page
from bot.discord_ui.page.picture_requests import arrange_prompt
from bot.table import QuestionRef, Table
from bot.table.history import game_log
from bot.table.play import answers
from engines.kernel import Prompt, Refused, Seat, StaleAnswer
from engines.kernel.messages import resolve_text
from engines.kernel.stars.suggestions import PlannedAnswer

from . import option_menus
from .distribution import HANDFUL, find_doubled_option, is_full, read_amounts
from .draft import Draft
from .page import build_panel, build_shown_table
from .preview import asks_before_end, build_end_page, build_preview_page
from .question import INITIAL_STATE, PanelQuestion, PanelState


async def give_answer(
    ctx: InteractionContext,
    ref: QuestionRef,
    keys: tuple[str, ...],
    planned_answers: Sequence[tuple[str, ...]] | None = None,
    *,
    may_end: bool = False,
) -> None:
    """Give the answer, then show what is asked now or the awaited players. An answer that ends the game asks first.

    planned_answers: as in `answers.answer_question`. may_end: the person has been asked, and agrees
    """
    async with ctx.service.lock_table(ref.table_id) as table:
        is_own = table.find_seat(ctx.person.id) == ref.seat
        if is_own and not may_end and asks_before_end(table, ref, keys):
            prompt = arrange_prompt(table, table.require_prompt(ref))
            page = _keep_news(ctx, table, ref, build_end_page(table, ctx.localizer, prompt, ref, keys))
        else:
            page = await _apply_answer(ctx, table, ref, keys, planned_answers)
    await ctx.show_page(page)


async def _apply_answer(
    ctx: InteractionContext,
    table: Table,
    ref: QuestionRef,
    keys: tuple[str, ...],
    planned_answers: Sequence[tuple[str, ...]] | None,
) -> Page:
    """Give the answer and return the panel that follows."""
    try:
        rows = await answers.answer_question(ctx.service, table, ctx.person, ref, keys, planned_answers)
    except StaleAnswer:
        return build_stale_panel(ctx, table)
    seat = table.require_seat(ctx.person.id)
    news = ctx.bot.news.store_lines(table, seat, ctx.person.id, game_log.build_new_lines(table, seat, rows))
    return build_panel(table, seat, ctx.localizer, since=news)


def _keep_news(ctx: InteractionContext, table: Table, ref: QuestionRef, page: Page) -> Page:
    """Return a page about an answer to the question, which is replaced when the question is closed."""
    news = ctx.bot.news.load_lines(table, ref.seat, ctx.person.id)
    return replace(page, shown_table=build_shown_table(table, ref.seat, news, ref))


def build_stale_panel(ctx: InteractionContext, table: Table) -> Page:
    """Return the current panel with a notice that the used control was out of date."""
    state = PanelState(notice=ctx.localizer.render_line("panel.stale"))
    return _build_seat_panel(ctx, table, table.require_seat(ctx.person.id), state)


def _build_seat_panel(ctx: InteractionContext, table: Table, seat: Seat, state: PanelState = INITIAL_STATE) -> Page:
    """Return a page of the seat's panel with the stored news above its question."""
    return build_panel(table, seat, ctx.localizer, state, since=ctx.bot.news.load_lines(table, seat, ctx.person.id))


async def pick_option(ctx: InteractionContext, ref: QuestionRef, key: str, *, may_end: bool = False) -> None:
    """Handle an option's button: give it as the answer. may_end: as in `give_answer`"""
    await give_answer(ctx, ref, (key,), may_end=may_end)


async def choose_from_menu(ctx: InteractionContext, ref: QuestionRef, _: str) -> None:
    """Handle a menu of options or side actions: give the selected one as the answer."""
    await give_answer(ctx, ref, ctx.selected_values)


async def do_planned_line(ctx: InteractionContext, ref: QuestionRef, line_hash: str) -> None:
    """Handle the button *Do ★*: give the suggested answers that it showed.

    After a restart they are computed anew: they are the same unless they went on from those of an earlier question.
    """
    async with ctx.service.lock_table(ref.table_id) as table:
        prompt = _load_question(ctx, table, ref)
        request = None if prompt is None else table.find_suggestion_request(ref.seat)
    if request is not None:
        await ctx.bot.suggestion_finder.compute_suggestions(request)
    async with ctx.service.lock_table(ref.table_id) as table:
        prompt = _load_question(ctx, table, ref)
        page = build_stale_panel(ctx, table)
        line: tuple[PlannedAnswer, ...] = ()
        if prompt is not None:
            question = PanelQuestion.build(table, ref.seat, ctx.localizer, prompt, ref)
            line = question.find_promised_line(line_hash)
            if not line:
                state = PanelState(notice=ctx.localizer.render_line("panel.line_gone"))
                page = _build_seat_panel(ctx, table, ref.seat, state)
    if line:
        await give_answer(ctx, ref, line[0].keys, [answer.keys for answer in line[1:]])
    else:
        await ctx.show_page(page)


async def choose_distribution(ctx: InteractionContext, ref: QuestionRef, _: str) -> None:
    """Handle the menu of complete answers of several options: give the selected one."""
    await confirm_draft(ctx, ref, ctx.selected_value)


async def preview_distribution(ctx: InteractionContext, ref: QuestionRef, _: str) -> None:
    """Handle the same menu in preview mode."""
    await preview_draft(ctx, ref, ctx.selected_value)


async def show_details(ctx: InteractionContext, ref: QuestionRef, arg: str) -> None:
    """Handle the button Details. The id's argument is `<variant>.<draft>`."""
    variant, _, text = arg.partition(".")
    async with ctx.service.lock_table(ref.table_id) as table:
        prompt = _load_question(ctx, table, ref)
        if prompt is None:
            page = build_stale_panel(ctx, table)
        else:
            state = PanelState(Draft.decode(prompt, text), variant=read_number(variant), is_detailed=True)
            page = _build_seat_panel(ctx, table, ref.seat, state)
    await ctx.show_page(page)


async def confirm_draft(ctx: InteractionContext, ref: QuestionRef, draft: str, *, may_end: bool = False) -> None:
    """Handle the button OK: give the draft as the answer. may_end: as in `give_answer`"""
    async with ctx.service.lock_table(ref.table_id) as table:
        prompt = _load_question(ctx, table, ref)
        keys = None if prompt is None else Draft.decode(prompt, draft).list_keys(prompt)
        page = build_stale_panel(ctx, table) if keys is None else None
    if keys is not None:
        await give_answer(ctx, ref, keys, may_end=may_end)
    elif page is not None:
        await ctx.show_page(page)


async def select_options(ctx: InteractionContext, ref: QuestionRef, arg: str) -> None:
    """Handle a menu of one kind of options: update the draft. The id's argument is `<kind>.<draft>`."""
    number, _, text = arg.partition(".")

    def build_draft(table: Table, prompt: Prompt) -> tuple[Draft, int]:
        kinds = option_menus.build_kinds(prompt, option_menus.build_lines(table, prompt.options, ctx.localizer))
        draft, index = Draft.decode(prompt, text), read_number(number)
        if not index < len(kinds):  # a menu of an earlier version
            return draft, 0
        options = tuple(line.option for line in kinds[index].lines)
        if prompt.kind == "each":  # the whole group, even if its menu is split
            options = next(group for group in prompt.groups if options[0] in group)
        return draft.with_selection(prompt, options, ctx.selected_values), index + 1

    await _change_draft(ctx, ref, build_draft, is_given=is_full)


async def choose_amounts(ctx: InteractionContext, ref: QuestionRef, _: str) -> None:
    """Handle the menu of amounts: give them, or show them as a draft and say why they are no answer."""

    def find_problem(table: Table, prompt: Prompt, draft: Draft) -> str:
        if (doubled := find_doubled_option(prompt, ctx.selected_values)) is not None:
            name = ctx.localizer.render_message_label(resolve_text(doubled.label), table.catalogue, table.names)
            return ctx.localizer.render_line("panel.two_amounts", name=name)
        try:
            prompt.parse_answer(draft.list_keys(prompt))
        except Refused as refused:
            return ctx.localizer.render_message(refused.reason)
        return ""

    await _change_draft(
        ctx,
        ref,
        lambda table, prompt: (read_amounts(prompt, ctx.selected_values), 0),
        is_given=lambda prompt, draft: prompt.kind == "allocate",
        find_problem=find_problem,
    )


async def show_kind(ctx: InteractionContext, ref: QuestionRef, draft: str) -> None:
    """Handle the menu of kinds: show the options of the selected one."""
    number = read_number(ctx.selected_value)
    await _change_draft(ctx, ref, lambda table, prompt: (Draft.decode(prompt, draft), number))


async def preview_kind(ctx: InteractionContext, ref: QuestionRef, _: str) -> None:
    """Handle the menu of kinds in preview mode."""
    await _show_options(ctx, ref, f"{ctx.selected_value}.0", is_preview=True)


async def put_on_slot(ctx: InteractionContext, ref: QuestionRef, text: str) -> None:
    """Handle the menu of a distribution. Its value is `<index of the option>.<change of its count>`."""
    index, _, change = ctx.selected_value.partition(".")
    number = read_number(change.removeprefix("-"))
    await _change_count(ctx, ref, f"{index}.{text}", -number if change.startswith("-") else number)


async def add_one(ctx: InteractionContext, ref: QuestionRef, arg: str) -> None:
    await _change_count(ctx, ref, arg, 1)


async def remove_one(ctx: InteractionContext, ref: QuestionRef, arg: str) -> None:
    await _change_count(ctx, ref, arg, -1)


async def add_several(ctx: InteractionContext, ref: QuestionRef, arg: str) -> None:
    await _change_count(ctx, ref, arg, HANDFUL)


async def add_rest(ctx: InteractionContext, ref: QuestionRef, arg: str) -> None:
    """Handle the button that puts all the rest on one slot, up to its limit."""
    await _change_count(ctx, ref, arg, None)


async def _change_count(ctx: InteractionContext, ref: QuestionRef, arg: str, delta: int | None) -> None:
    """Change the count of one option in the draft.

    arg: `<index of the option>.<draft>` for a button, `m<number of the menu>.<draft>` for a menu. delta: None for all
    the rest.
    """
    target, _, text = arg.partition(".")

    def build_draft(_table: Table, prompt: Prompt) -> tuple[Draft, int]:
        on_menu = target.startswith("m")
        index = read_number(ctx.selected_value if on_menu else target, below=len(prompt.options))
        draft = Draft.decode(prompt, text)
        total_left = prompt.max - draft.total
        draft = draft.with_change(
            index, total_left if delta is None else min(delta, total_left), prompt.options[index].limit
        )
        return draft, 0

    await _change_draft(ctx, ref, build_draft, is_given=is_full)


async def turn_page(ctx: InteractionContext, ref: QuestionRef, arg: str) -> None:
    """Show another page of a long list of options. The id's argument is `<page>.<draft>`."""
    number, _, text = arg.partition(".")
    await _change_draft(ctx, ref, lambda table, prompt: (Draft.decode(prompt, text), read_number(number)))


async def show_variant(ctx: InteractionContext, ref: QuestionRef, arg: str) -> None:
    """Show the options of another variant. The id's argument is `<page>.<variant>`."""
    await _show_options(ctx, ref, arg, is_preview=False)


async def _show_options(ctx: InteractionContext, ref: QuestionRef, arg: str, *, is_preview: bool) -> None:
    number, _, variant_text = arg.partition(".")
    async with ctx.service.lock_table(ref.table_id) as table:
        if _load_question(ctx, table, ref) is None:
            page = build_stale_panel(ctx, table)
        else:
            state = PanelState(
                page_number=read_number(number), is_preview=is_preview, variant=read_number(variant_text or "0")
            )
            page = _build_seat_panel(ctx, table, ref.seat, state)
    await ctx.show_page(page)


async def _change_draft(
    ctx: InteractionContext,
    ref: QuestionRef,
    build_draft: Callable[[Table, Prompt], tuple[Draft, int]],
    *,
    is_given: Callable[[Prompt, Draft], bool] = lambda *_: False,
    find_problem: Callable[[Table, Prompt, Draft], str] = lambda *_: "",
) -> None:
    """Show the question with another draft and its problem, or give it as the answer if it has none and `is_given`."""
    keys: tuple[str, ...] | None = None
    async with ctx.service.lock_table(ref.table_id) as table:
        prompt = _load_question(ctx, table, ref)
        if prompt is None:
            page = build_stale_panel(ctx, table)
        else:
            draft, number = build_draft(table, prompt)
            problem = find_problem(table, prompt, draft)
            keys = draft.list_keys(prompt) if is_given(prompt, draft) and not problem else None
            page = _build_seat_panel(ctx, table, ref.seat, PanelState(draft, number, notice=problem))
    if keys is not None:
        await give_answer(ctx, ref, keys)
    else:
        await ctx.show_page(page)


def _load_question(ctx: InteractionContext, table: Table, ref: QuestionRef) -> Prompt | None:
    """Return the question of `ref`, None if it is no longer open. Raises Refused for another player's seat."""
    if table.require_seat(ctx.person.id) != ref.seat:
        raise Refused("table.refused.other_seat")
    table.require_match()
    try:
        return arrange_prompt(table, table.require_prompt(ref))
    except StaleAnswer:
        return None


async def start_preview(ctx: InteractionContext, ref: QuestionRef, arg: str) -> None:
    """Switch to preview mode, in which controls preview their option. The id's argument is `<page>.<variant>`."""
    await _show_options(ctx, ref, arg, is_preview=True)


async def preview_option(ctx: InteractionContext, ref: QuestionRef, key: str) -> None:
    """Replace the question by the preview of an option."""
    await _show_preview(ctx, ref, lambda prompt: (key,))


async def preview_selected(ctx: InteractionContext, ref: QuestionRef, _: str) -> None:
    await _show_preview(ctx, ref, lambda prompt: ctx.selected_values)


async def preview_amounts(ctx: InteractionContext, ref: QuestionRef, _: str) -> None:
    """Handle the menu of amounts in preview mode."""
    await _show_preview(ctx, ref, lambda prompt: read_amounts(prompt, ctx.selected_values).list_keys(prompt))


async def preview_draft(ctx: InteractionContext, ref: QuestionRef, draft: str) -> None:
    await _show_preview(ctx, ref, lambda prompt: Draft.decode(prompt, draft).list_keys(prompt))


async def _show_preview(ctx: InteractionContext, ref: QuestionRef, keys: Callable[[Prompt], tuple[str, ...]]) -> None:
    async with ctx.service.lock_table(ref.table_id) as table:
        prompt = _load_question(ctx, table, ref)
        if prompt is None:
            page = build_stale_panel(ctx, table)
        else:
            page = build_preview_page(table, ref.seat, ctx.localizer, prompt, ref, keys(prompt))
            page = _keep_news(ctx, table, ref, page)
    await ctx.show_page(page)


async def change_answer(ctx: InteractionContext, ref: QuestionRef, _: str) -> None:
    """Handle the button Change: let the person replace their answer while others still answer the same question."""
    async with ctx.service.lock_table(ref.table_id) as table:
        is_open = _load_question(ctx, table, ref) is not None
        page = (
            _build_seat_panel(ctx, table, ref.seat, PanelState(is_changing=True))
            if is_open
            else build_stale_panel(ctx, table)
        )
    await ctx.show_page(page)


async def undo_answer(ctx: InteractionContext, ref: QuestionRef, _: str) -> None:
    """Handle the button Back: undo the person's last decision."""
    async with ctx.service.lock_table(ref.table_id) as table:
        try:
            await answers.take_back_step(ctx.service, table, ctx.person, ref)
        except StaleAnswer:
            page = build_stale_panel(ctx, table)
        else:
            page = _build_seat_panel(ctx, table, table.require_seat(ctx.person.id))
    await ctx.show_page(page)


VERBS: Mapping[str, Callable[[InteractionContext, QuestionRef, str], Awaitable[None]]] = {
    "pick": pick_option,
    "line": do_planned_line,
    "choose": choose_from_menu,
    "aside": choose_from_menu,
    "way": choose_distribution,
    "lookway": preview_distribution,
    "kind": show_kind,
    "lookkind": preview_kind,
    "put": put_on_slot,
    "amounts": choose_amounts,
    "lookamounts": preview_amounts,
    "details": show_details,
    "ok": confirm_draft,
    "end": partial(pick_option, may_end=True),
    "enddraft": partial(confirm_draft, may_end=True),
    "tick": select_options,
    "plus": add_one,
    "minus": remove_one,
    "handful": add_several,
    "rest": add_rest,
    "leaf": turn_page,
    "variant": show_variant,
    "looking": start_preview,
    "look": preview_option,
    "lookmenu": preview_selected,
    "lookdraft": preview_draft,
    "change": change_answer,
    "back": undo_answer,
}
