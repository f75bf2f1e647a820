"""What the controls of a panel do: answer, tick, leaf through, go back. A stale one shows the present state."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from engines.kernel import Msg, Prompt, Refused, Stale

from ..table import Live, Token, chronicle, play
from . import menus
from .click import Click
from .draft import Draft
from .page import Page
from .panel import panel


async def answer(click: Click, token: Token, keys: tuple[str, ...]) -> None:
    """Give the answer, then show what is asked next, or who is waited for now."""
    async with click.house.at(token.game) as live:
        last, mine = live.last_n, _unconfirmed(live, click.person.id)
        try:
            await play.answer(click.house, live, click.person, token, keys)
        except Stale:
            page = present(click, live)
        else:
            seat = live.seat_or_refuse(click.person.id)
            page = panel(live, seat, click.voice, told=mine + await _told(click, live, seat, last))
            if live.match is not None and live.match.acting is None:
                await chronicle.saw(click.house, live, click.person)
    await click.show(page)


def _unconfirmed(live: Live, person: int) -> list[Msg]:
    """The person's own steps that nobody else has seen yet."""
    seat, match = live.seat_of(person), live.match
    if match is None or seat is None or match.acting != seat:
        return []
    return [event.text for event in match.tail_events if event.visible_to(seat)]


async def _told(click: Click, live: Live, seat: int, last: int) -> list[Msg]:
    """What the seat may read of what came after decision `last`."""
    lines = await chronicle.lines(click.house, live, seat, since=last)
    return [text for line in lines if line.n > last for text in line.texts]


def present(click: Click, live: Live) -> Page:
    """The state as it is, for somebody who pressed an old button."""
    seat = live.seat_or_refuse(click.person.id)
    return panel(live, seat, click.voice).with_notice(click.voice.line("panel.stale"))


async def pick(click: Click, token: Token, key: str) -> None:
    """A button with an option."""
    await answer(click, token, (key,))


async def choose(click: Click, token: Token, _: str) -> None:
    """A menu of which one option is chosen."""
    await answer(click, token, click.values)


async def ok(click: Click, token: Token, draft: str) -> None:
    """The draft is the answer."""
    async with click.house.at(token.game) as live:
        prompt = _open(click, live, token)
        keys = None if prompt is None else Draft.read(prompt, draft).keys(prompt)
        page = present(click, live) if keys is None else None
    if keys is not None:
        await answer(click, token, keys)
    elif page is not None:
        await click.show(page)


async def tick(click: Click, token: Token, arg: str) -> None:
    """A menu of which several are chosen: `<number of the menu>.<draft>`."""
    number, _, text = arg.partition(".")

    def change(live: Live, prompt: Prompt) -> tuple[Draft, int]:
        block = menus.blocks(live, menus.lines(live, prompt.options, click.voice), click.voice)[int(number)]
        options = tuple(line.option for line in block.lines)
        draft = Draft.read(prompt, text).ticked(prompt, options, click.values)
        return draft, int(number) // menus.MENUS_ON_PAGE

    await _redraft(click, token, change)


async def plus(click: Click, token: Token, arg: str) -> None:
    await _step(click, token, arg, 1)


async def minus(click: Click, token: Token, arg: str) -> None:
    await _step(click, token, arg, -1)


async def _step(click: Click, token: Token, arg: str, by: int) -> None:
    """`<index of the option>.<draft>` on a button, `m<number of the menu>.<draft>` on a menu."""
    where, _, text = arg.partition(".")

    def change(live: Live, prompt: Prompt) -> tuple[Draft, int]:
        on_menu = where.startswith("m")
        index = int(click.values[0] if on_menu else where)
        draft = Draft.read(prompt, text)
        if draft.total + by <= prompt.max:
            draft = draft.changed(index, by, prompt.options[index].limit)
        return draft, int(where[1:]) // menus.MENUS_ON_PAGE if on_menu else 0

    await _redraft(click, token, change)


async def leaf(click: Click, token: Token, arg: str) -> None:
    """Another page of a long list: `<page>.<draft>`."""
    number, _, text = arg.partition(".")
    await _redraft(click, token, lambda live, prompt: (Draft.read(prompt, text), int(number)))


async def _redraft(click: Click, token: Token, change: Callable[[Live, Prompt], tuple[Draft, int]]) -> None:
    async with click.house.at(token.game) as live:
        prompt = _open(click, live, token)
        if prompt is None:
            page = present(click, live)
        else:
            draft, number = change(live, prompt)
            page = panel(live, token.seat, click.voice, draft=draft, leaf=number)
    await click.show(page)


def _open(click: Click, live: Live, token: Token) -> Prompt | None:
    """The question that the token names; None if another one is open by now."""
    if live.seat_or_refuse(click.person.id) != token.seat:
        raise Refused("table.refused.other_seat")
    live.playing()
    try:
        return live.prompt_of(token)
    except Stale:
        return None


async def change(click: Click, token: Token, _: str) -> None:
    """The answer that was given is to be replaced, while others still think."""
    async with click.house.at(token.game) as live:
        if _open(click, live, token) is None:
            page = present(click, live)
        else:
            page = panel(live, token.seat, click.voice, change=True)
    await click.show(page)


async def back(click: Click, token: Token, _: str) -> None:
    """Take the own last step back."""
    async with click.house.at(token.game) as live:
        try:
            await play.back(click.house, live, click.person, token)
        except Stale:
            page = present(click, live)
        else:
            page = panel(live, live.seat_or_refuse(click.person.id), click.voice)
    await click.show(page)


VERBS: Mapping[str, Callable[[Click, Token, str], Awaitable[None]]] = {
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
