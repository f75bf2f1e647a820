"""What the controls of a panel do: answer, tick, leaf through, go back. A stale one shows the present state."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.page.layout import Page
from bot.table import LiveTable, QuestionRef, history, play
from engines.kernel import Msg, Prompt, Refused, Stale

from . import menus
from .draft import Draft
from .page import panel


async def answer(click: Click, ref: QuestionRef, keys: tuple[str, ...]) -> None:
    """Give the answer, then show what is asked next, or who is waited for now."""
    async with click.tables.at(ref.game) as live:
        last, mine = live.last_n, _unconfirmed(live, click.person.id)
        try:
            await play.answer(click.tables, live, click.person, ref, keys)
        except Stale:
            page = present(click, live)
        else:
            seat = live.seat_or_refuse(click.person.id)
            page = panel(live, seat, click.voice, told=mine + await _told(click, live, seat, last))
            if live.match is not None and live.match.acting is None:
                await history.mark_seen(click.tables, live, click.person)
    await click.show(page)


def _unconfirmed(live: LiveTable, person: int) -> list[Msg]:
    """The person's own steps that nobody else has seen yet."""
    seat, match = live.seat_of(person), live.match
    if match is None or seat is None or match.acting != seat:
        return []
    return [event.text for event in match.tail_events if event.visible_to(seat)]


async def _told(click: Click, live: LiveTable, seat: int, last: int) -> list[Msg]:
    """What the seat may read of what came after decision `last`."""
    lines = await history.lines(click.tables, live, seat, since=last)
    return [text for line in lines if line.n > last for text in line.texts]


def present(click: Click, live: LiveTable) -> Page:
    """The state as it is, for somebody who pressed an old button."""
    seat = live.seat_or_refuse(click.person.id)
    return panel(live, seat, click.voice).with_notice(click.voice.line("panel.stale"))


async def pick(click: Click, ref: QuestionRef, key: str) -> None:
    """A button with an option."""
    await answer(click, ref, (key,))


async def choose(click: Click, ref: QuestionRef, _: str) -> None:
    """A menu of which one option is chosen."""
    await answer(click, ref, click.values)


async def ok(click: Click, ref: QuestionRef, draft: str) -> None:
    """The draft is the answer."""
    async with click.tables.at(ref.game) as live:
        prompt = _open(click, live, ref)
        keys = None if prompt is None else Draft.read(prompt, draft).keys(prompt)
        page = present(click, live) if keys is None else None
    if keys is not None:
        await answer(click, ref, keys)
    elif page is not None:
        await click.show(page)


async def tick(click: Click, ref: QuestionRef, arg: str) -> None:
    """A menu of which several are chosen: `<number of the menu>.<draft>`."""
    number, _, text = arg.partition(".")

    def change(live: LiveTable, prompt: Prompt) -> tuple[Draft, int]:
        block = menus.blocks(live, menus.lines(live, prompt.options, click.voice), click.voice)[int(number)]
        options = tuple(line.option for line in block.lines)
        draft = Draft.read(prompt, text).ticked(prompt, options, click.values)
        return draft, int(number) // menus.MENUS_ON_PAGE

    await _redraft(click, ref, change)


async def plus(click: Click, ref: QuestionRef, arg: str) -> None:
    await _step(click, ref, arg, 1)


async def minus(click: Click, ref: QuestionRef, arg: str) -> None:
    await _step(click, ref, arg, -1)


async def _step(click: Click, ref: QuestionRef, arg: str, by: int) -> None:
    """`<index of the option>.<draft>` on a button, `m<number of the menu>.<draft>` on a menu."""
    where, _, text = arg.partition(".")

    def change(live: LiveTable, prompt: Prompt) -> tuple[Draft, int]:
        on_menu = where.startswith("m")
        index = int(click.values[0] if on_menu else where)
        draft = Draft.read(prompt, text)
        if draft.total + by <= prompt.max:
            draft = draft.changed(index, by, prompt.options[index].limit)
        return draft, int(where[1:]) // menus.MENUS_ON_PAGE if on_menu else 0

    await _redraft(click, ref, change)


async def leaf(click: Click, ref: QuestionRef, arg: str) -> None:
    """Another page of a long list: `<page>.<draft>`."""
    number, _, text = arg.partition(".")
    await _redraft(click, ref, lambda live, prompt: (Draft.read(prompt, text), int(number)))


async def _redraft(click: Click, ref: QuestionRef, change: Callable[[LiveTable, Prompt], tuple[Draft, int]]) -> None:
    async with click.tables.at(ref.game) as live:
        prompt = _open(click, live, ref)
        if prompt is None:
            page = present(click, live)
        else:
            draft, number = change(live, prompt)
            page = panel(live, ref.seat, click.voice, draft=draft, leaf=number)
    await click.show(page)


def _open(click: Click, live: LiveTable, ref: QuestionRef) -> Prompt | None:
    """The question that `ref` names; None if another one is open by now."""
    if live.seat_or_refuse(click.person.id) != ref.seat:
        raise Refused("table.refused.other_seat")
    live.playing()
    try:
        return live.prompt_of(ref)
    except Stale:
        return None


async def change(click: Click, ref: QuestionRef, _: str) -> None:
    """The answer that was given is to be replaced, while others still think."""
    async with click.tables.at(ref.game) as live:
        if _open(click, live, ref) is None:
            page = present(click, live)
        else:
            page = panel(live, ref.seat, click.voice, change=True)
    await click.show(page)


async def back(click: Click, ref: QuestionRef, _: str) -> None:
    """Take the own last step back."""
    async with click.tables.at(ref.game) as live:
        try:
            await play.back(click.tables, live, click.person, ref)
        except Stale:
            page = present(click, live)
        else:
            page = panel(live, live.seat_or_refuse(click.person.id), click.voice)
    await click.show(page)


VERBS: Mapping[str, Callable[[Click, QuestionRef, str], Awaitable[None]]] = {
    "pick": pick,
    "choose": choose,
    "ok": ok,
    "tick": tick,
    "plus": plus,
    "minus": minus,
    "leaf": leaf,
    "change": change,
    "back": back,
}
