"""What the controls of a card in play do. Anybody may press them: who has no seat sees what everybody may see."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.lobby.page import lobby
from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.layout import Page
from bot.discord_ui.panel.page import panel
from bot.discord_ui.rulebook.lookup import paragraph
from bot.discord_ui.rulebook.page import rules_pages
from bot.table import LiveTable, consent, history, orders
from bot.table.history import Line
from bot.table.life import relief, sitting, votes
from bot.table.notices import snooze
from bot.table.time import late
from engines.kernel import Seat

from .board import board_page, board_pages
from .clock import clock_line
from .seat import relief_over, seat_page
from .undo import undo


async def play(click: Click, game: int, _: str) -> None:
    """Button Play: the panel of the question that the person is asked."""
    async with click.tables.at(game) as live:
        page = _play(click, live)
    if game in click.bot.troubled:
        page = page.with_notice(click.voice.line("trouble.here"))
    await click.show(page)


def _play(click: Click, live: LiveTable, since: Sequence[Line] = ()) -> Page:
    seat = live.seat_of(click.person.id)
    if live.is_open:
        return lobby(live, click.voice).with_notice(click.voice.line("card.not_started"))
    if seat is None:
        return _spectator(click, live)
    news, person = click.bot.news, click.person.id
    told = news.tell(live, seat, person, since) if since else news.told(live, seat, person)
    return _finished(click, live) or _relieved(click, live, seat) or panel(live, seat, click.voice, since=told)


def _relieved(click: Click, live: LiveTable, seat: Seat) -> Page | None:
    """For somebody for whom a computer player answers."""
    if live.seats[seat].relief is None:
        return None
    page = board_page(live, click.voice).with_notice(click.voice.line("relief.yours"))
    return replace(page, rows=((relief_over(live, click.voice),), *page.rows))


def _finished(click: Click, live: LiveTable) -> Page | None:
    """The last board, for somebody who presses Play when nothing can be played any more."""
    if live.is_playing:
        return None
    return board_page(live, click.voice).with_notice(click.voice.line(_ending(live)))


def _ending(live: LiveTable) -> str:
    """The sentence that says why nothing can be played."""
    if live.is_paused:
        return "card.paused"
    return "card.over" if live.row.status == "over" else "card.ended"


def _spectator(click: Click, live: LiveTable) -> Page:
    return _finished(click, live) or board_page(live, click.voice).with_notice(click.voice.line("card.no_seat"))


async def seat(click: Click, game: int, leaf: str) -> None:
    """Button My seat: the private picture of the person's seat, and their standing answers."""
    async with click.tables.at(game) as live:
        page = await _seat(click, live, int(leaf or 0))
    await click.show(page)


async def _seat(click: Click, live: LiveTable, leaf: int = 0) -> Page:
    own = live.seat_of(click.person.id)
    if live.is_open:
        return lobby(live, click.voice)
    if own is None:
        return _spectator(click, live)
    if not live.is_playing:
        return seat_page(live, own, click.voice, {}, {}).with_notice(click.voice.line(_ending(live)))
    offers, given = orders.choices(live, click.person), orders.given(live, click.person)
    clock = await clock_line(click.tables, live, own, click.voice)
    return seat_page(live, own, click.voice, offers, given, leaf, clock)


async def give(click: Click, game: int, arg: str) -> None:
    """Menu of a topic: give or revoke a standing answer. The id's argument is `<topic>.<number of the menu>`."""
    key = click.chosen
    topic = arg.rpartition(".")[0]
    async with click.tables.at(game) as live:
        await orders.give(click.tables, live, click.person, topic, key)
        page = await _seat(click, live)
    await click.show(page)


async def by_itself(click: Click, game: int, topic: str) -> None:
    """A standing answer that every game has and that needs no choice."""
    async with click.tables.at(game) as live:
        await orders.give(click.tables, live, click.person, topic, "")
        page = await _seat(click, live)
    await click.show(page)


async def revoke(click: Click, game: int, topic: str) -> None:
    async with click.tables.at(game) as live:
        await orders.revoke(click.tables, live, click.person, topic)
        page = await _seat(click, live)
    await click.show(page)


async def zoom(click: Click, game: int, _: str) -> None:
    """With the detail that the reader's own question is about; else the overview, and a menu of the details."""
    async with click.tables.at(game) as live:
        about = picture_requests.asked_about(live, live.seat_of(click.person.id))
        pages = _of_before(click, live, board_pages(live, about, click.voice))
    await click.show(*pages)


async def picture(click: Click, game: int, _: str) -> None:
    name = click.chosen
    async with click.tables.at(game) as live:
        pages = _of_before(click, live, board_pages(live, name, click.voice))
    await click.show(*pages)


def _of_before(click: Click, live: LiveTable, pages: tuple[Page, ...]) -> tuple[Page, ...]:
    """Everybody sees the board without what is not confirmed; whoever has taken such steps is told that."""
    if live.match is None or live.match.acting is None or live.match.acting != live.seat_of(click.person.id):
        return pages
    first, *more = pages
    return first.with_notice(click.voice.line("board.unconfirmed")), *more


async def rules(click: Click, game: int, _: str) -> None:
    """Button Rules: the paragraph behind the open question, else the first entry of the rulebook."""
    async with click.tables.at(game) as live:
        own = live.seat_of(click.person.id)
        prompt = None
        if live.match is not None and live.waiting:
            asked = live.waiting[0] if own is None or own not in live.waiting else own
            prompt = live.match.prompt(asked) if asked == own else live.match.public().prompt(asked)
        rule = paragraph(live.game, prompt.rule if prompt else None, click.voice.first)
        pages = rules_pages(live.game, rule, click.voice)
    await click.show(*pages)


async def agree(click: Click, game: int, kind: str) -> None:
    """Button Agree: consent to the open request. The sender updates its message and the card."""
    async with click.tables.at(game) as live:
        await consent.agree(click.tables, live, click.person, kind)
    await click.acknowledge()


async def refuse(click: Click, game: int, kind: str) -> None:
    async with click.tables.at(game) as live:
        await consent.refuse(click.tables, live, click.person, kind)
    await click.acknowledge()


async def day(click: Click, game: int, seat: str) -> None:
    """Button Give a day: one more day for the seat that is late, from somebody who waits."""
    async with click.tables.at(game) as live:
        await late.give_day(click.tables, live, click.person, int(seat))
    await click.acknowledge()


async def later(click: Click, game: int, wish: str) -> None:
    """Menu Remind me later: postpone the next reminder."""
    async with click.tables.at(game) as live:
        at = await snooze.snooze(click.tables, live, click.person, wish)
    await click.tell(
        click.voice.line("snooze.never") if at is None else click.voice.line("snooze.until", at=at // 1000)
    )


async def relieve(click: Click, game: int, seat: str) -> None:
    """Button Relieve: ask the others to let a computer player answer for the seat that is late."""
    async with click.tables.at(game) as live:
        await consent.ask(click.tables, live, click.person, votes.named("relief", int(seat)))
    await click.acknowledge()


async def back(click: Click, game: int, _: str) -> None:
    """Button I am back: end the relief; then the panel of the person's question, with what was done for them."""
    async with click.tables.at(game) as live:
        own = live.seat_of(click.person.id)
        if own is not None and live.seats[own].sitter is not None:
            await sitting.stop(click.tables, live, click.person)
        else:
            await relief.come_back(click.tables, live, click.person)
        done = [] if own is None else await history.done_for(click.tables, live, own)
        page = _play(click, live, done)
        if done:
            page = page.with_notice(click.voice.line("relief.done", count=len(done)))
    await click.show(page)


VERBS: Mapping[str, Callable[[Click, int, str], Awaitable[None]]] = {
    "play": play,
    "seat": seat,
    "give": give,
    "revoke": revoke,
    "standing": by_itself,
    "zoom": zoom,
    "picture": picture,
    "rules": rules,
    "agree": agree,
    "refuse": refuse,
    "day": day,
    "relieve": relieve,
    "snooze": later,
    "back": back,
    "undo": undo,
}
