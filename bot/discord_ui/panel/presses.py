"""What the controls of a panel do: answer, tick, leaf through, go back. A stale one shows the present state."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.page.layout import Page
from bot.discord_ui.page.picture_requests import arranged
from bot.table import LiveTable, QuestionRef, history, play
from engines.kernel import Prompt, Refused, Seat, Stale

from . import menus
from .distribution import HANDFUL
from .draft import Draft
from .page import panel
from .preview import preview_page
from .question import AT_FIRST, Where


async def answer(click: Click, ref: QuestionRef, keys: tuple[str, ...]) -> None:
    """Give the answer, then show what is asked next, or who is waited for now."""
    async with click.tables.at(ref.game) as live:
        last = live.last_n
        try:
            await play.answer(click.tables, live, click.person, ref, keys)
        except Stale:
            page = present(click, live)
        else:
            seat = live.seat_or_refuse(click.person.id)
            since = await history.lines(click.tables, live, seat, since=last)
            news = click.bot.news.tell(live, seat, click.person.id, [line for line in since if line.n > last])
            page = panel(live, seat, click.voice, since=news)
    await click.show(page)


def present(click: Click, live: LiveTable) -> Page:
    """Show the present panel, after a press on a button that is out of date."""
    return _panel(click, live, live.seat_or_refuse(click.person.id)).with_notice(click.voice.line("panel.stale"))


def _panel(click: Click, live: LiveTable, seat: Seat, where: Where = AT_FIRST) -> Page:
    """A page of the seat's panel, with what was told above its question."""
    return panel(live, seat, click.voice, where, since=click.bot.news.told(live, seat, click.person.id))


async def pick(click: Click, ref: QuestionRef, key: str) -> None:
    """Button of one option: give it as the answer."""
    await answer(click, ref, (key,))


async def choose(click: Click, ref: QuestionRef, _: str) -> None:
    """Menu from which one option or aside is chosen: give it as the answer."""
    await answer(click, ref, click.values)


async def way(click: Click, ref: QuestionRef, _: str) -> None:
    """Menu of complete answers (a distribution with few ways): give the chosen one."""
    await ok(click, ref, click.chosen)


async def ok(click: Click, ref: QuestionRef, draft: str) -> None:
    """Button OK: give the draft as the answer."""
    async with click.tables.at(ref.game) as live:
        prompt = _open(click, live, ref)
        keys = None if prompt is None else Draft.read(prompt, draft).keys(prompt)
        page = present(click, live) if keys is None else None
    if keys is not None:
        await answer(click, ref, keys)
    elif page is not None:
        await click.show(page)


async def tick(click: Click, ref: QuestionRef, arg: str) -> None:
    """Menu from which several options are chosen: update the draft. The id's argument is `<menu>.<draft>`."""
    number, _, text = arg.partition(".")

    def change(live: LiveTable, prompt: Prompt) -> tuple[Draft, int]:
        block = menus.blocks_of(prompt, menus.lines(live, prompt.options, click.voice))[int(number)]
        among = tuple(line.option for line in block.lines)
        if prompt.kind == "each":  # the whole group, also where its menu is parted
            among = next(group for group in prompt.groups if among[0] in group)
        draft = Draft.read(prompt, text).ticked(prompt, among, click.values)
        return draft, int(number) // menus.on_page(prompt)

    await _redraft(click, ref, change)


async def plus(click: Click, ref: QuestionRef, arg: str) -> None:
    await _step(click, ref, arg, 1)


async def minus(click: Click, ref: QuestionRef, arg: str) -> None:
    await _step(click, ref, arg, -1)


async def handful(click: Click, ref: QuestionRef, arg: str) -> None:
    await _step(click, ref, arg, HANDFUL)


async def rest(click: Click, ref: QuestionRef, arg: str) -> None:
    """Button: put all that is left on this slot, up to its limit."""
    await _step(click, ref, arg, None)


async def _step(click: Click, ref: QuestionRef, arg: str, by: int | None) -> None:
    """`<index of the option>.<draft>` on a button, `m<number of the menu>.<draft>` on a menu.

    by: None for all that is left.
    """
    where, _, text = arg.partition(".")

    def change(_live: LiveTable, prompt: Prompt) -> tuple[Draft, int]:
        on_menu = where.startswith("m")
        index = int(click.chosen if on_menu else where)
        draft = Draft.read(prompt, text)
        left = prompt.max - draft.total
        draft = draft.changed(index, left if by is None else min(by, left), prompt.options[index].limit)
        return draft, int(where[1:]) // menus.on_page(prompt) if on_menu else 0

    await _redraft(click, ref, change)


async def leaf(click: Click, ref: QuestionRef, arg: str) -> None:
    """Button: another page of a long list of options. The id's argument is `<page>.<draft>`."""
    number, _, text = arg.partition(".")
    await _redraft(click, ref, lambda live, prompt: (Draft.read(prompt, text), int(number)))


async def variant(click: Click, ref: QuestionRef, arg: str) -> None:
    """Button: the options of another variant. The id's argument is `<page>.<variant>`."""
    await _in_variant(click, ref, arg, looking=False)


async def _in_variant(click: Click, ref: QuestionRef, arg: str, *, looking: bool) -> None:
    number, _, shown = arg.partition(".")
    async with click.tables.at(ref.game) as live:
        if _open(click, live, ref) is None:
            page = present(click, live)
        else:
            where = Where(leaf=int(number), looking=looking, variant=int(shown or 0))
            page = _panel(click, live, ref.seat, where)
    await click.show(page)


async def _redraft(click: Click, ref: QuestionRef, change: Callable[[LiveTable, Prompt], tuple[Draft, int]]) -> None:
    async with click.tables.at(ref.game) as live:
        prompt = _open(click, live, ref)
        if prompt is None:
            page = present(click, live)
        else:
            draft, number = change(live, prompt)
            page = _panel(click, live, ref.seat, Where(draft, number))
    await click.show(page)


def _open(click: Click, live: LiveTable, ref: QuestionRef) -> Prompt | None:
    """The question that `ref` names; None if another one is open by now."""
    if live.seat_or_refuse(click.person.id) != ref.seat:
        raise Refused("table.refused.other_seat")
    live.playing()
    try:
        return arranged(live, live.prompt_of(ref))
    except Stale:
        return None


async def looking(click: Click, ref: QuestionRef, arg: str) -> None:
    """From now on a press shows what an option would do. The id's argument is `<page>.<variant>`."""
    await _in_variant(click, ref, arg, looking=True)


async def look(click: Click, ref: QuestionRef, key: str) -> None:
    """Show what an option would do in the place of the question: there is one panel."""
    await _look(click, ref, lambda prompt: (key,))


async def look_menu(click: Click, ref: QuestionRef, _: str) -> None:
    await _look(click, ref, lambda prompt: click.values)


async def look_draft(click: Click, ref: QuestionRef, draft: str) -> None:
    await _look(click, ref, lambda prompt: Draft.read(prompt, draft).keys(prompt))


async def _look(click: Click, ref: QuestionRef, keys: Callable[[Prompt], tuple[str, ...]]) -> None:
    async with click.tables.at(ref.game) as live:
        prompt = _open(click, live, ref)
        if prompt is None:
            page = present(click, live)
        else:
            page = preview_page(live, ref.seat, click.voice, prompt, ref, keys(prompt))
    await click.show(page)


async def change(click: Click, ref: QuestionRef, _: str) -> None:
    """Button Change: replace the answer given in a question to several seats, as long as others still think."""
    async with click.tables.at(ref.game) as live:
        is_open = _open(click, live, ref) is not None
        page = _panel(click, live, ref.seat, Where(change=True)) if is_open else present(click, live)
    await click.show(page)


async def back(click: Click, ref: QuestionRef, _: str) -> None:
    """Button Back: undo the person's last decision."""
    async with click.tables.at(ref.game) as live:
        try:
            await play.back(click.tables, live, click.person, ref)
        except Stale:
            page = present(click, live)
        else:
            page = _panel(click, live, live.seat_or_refuse(click.person.id))
    await click.show(page)


VERBS: Mapping[str, Callable[[Click, QuestionRef, str], Awaitable[None]]] = {
    "pick": pick,
    "choose": choose,
    "aside": choose,
    "way": way,
    "ok": ok,
    "tick": tick,
    "plus": plus,
    "minus": minus,
    "handful": handful,
    "rest": rest,
    "leaf": leaf,
    "variant": variant,
    "looking": looking,
    "look": look,
    "lookmenu": look_menu,
    "lookdraft": look_draft,
    "change": change,
    "back": back,
}
