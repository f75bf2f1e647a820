"""My seat: the private view, and the answers that I have given in advance."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.ids import at_table
from bot.discord_ui.page.layout import BAD, MAX_CHOICES, STRONG, Choice, Key, Menu, Page, Row, rows_of
from bot.discord_ui.panel import menus
from bot.discord_ui.text import titles
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable
from bot.table.notices import standing
from engines.kernel import Option, Seat, read


def seat_page(
    live: LiveTable,
    seat: Seat,
    voice: Voice,
    offers: Mapping[str, tuple[Option, ...]],
    given: Mapping[str, str],
    leaf: int = 0,
    clock: str = "",
) -> Page:
    """offers: the orders that may be given now, by topic; given: the key of the order in force, by topic; leaf: which
    page of their menus, if there are more than fit; clock: the own clock in words.
    """
    texts = [
        f"-# {titles.table_title(live, voice)}",
        f"## {titles.seat_name(live, live.seats[seat])}",
        *((clock,) if clock else ()),
        *_orders(live, seat, voice, offers, given),
    ]
    rows: list[Row] = []
    if live.seats[seat].relief is not None and live.is_playing:
        texts.append(voice.line("relief.yours"))
        rows.append((relief_over(live, voice),))
    seated = live.seats[seat]
    if seated.sitter is not None and seated.sitter_until is not None and live.is_playing:
        texts.append(voice.line("seatcard.sits_in", who=seated.sitter_name, until=seated.sitter_until // 1000))
        rows.append((relief_over(live, voice),))
    if live.match is not None and live.match.prompt(seat) is not None and seat in live.waiting:
        rows.append((Key(at_table(live.id, "play"), voice.label("card.play"), STRONG),))
    found = [menu for topic, options in offers.items() for menu in _menus(live, topic, options, given, voice)]
    last = max(0, len(found) - 1) // menus.MENUS_ON_PAGE
    leaf = min(leaf, last)
    rows += found[leaf * menus.MENUS_ON_PAGE : (leaf + 1) * menus.MENUS_ON_PAGE]
    if last:
        rows.append(
            (
                Key(at_table(live.id, "seat", str(leaf - 1)), voice.label("panel.earlier"), disabled=leaf == 0),
                Key(at_table(live.id, "seat", str(leaf + 1)), voice.label("panel.later"), disabled=leaf == last),
            )
        )
    if live.match is not None and live.is_playing:
        general = _general(live, seat, voice, given)
        rows += general
        if general:
            texts.append(voice.line("standing.hint"))
    revoke = [
        Key(
            at_table(live.id, "revoke", topic),
            voice.label("seat.revoke", topic=titles.topic(live, topic, voice)),
            BAD,
        )
        for topic in given
    ]
    return Page(tuple(texts), (*rows, *rows_of(revoke)), picture_requests.own(live, seat, voice.first))


def _general(live: LiveTable, seat: Seat, voice: Voice, given: Mapping[str, str]) -> list[Row]:
    """Standing answers that every game has: what may be given now, the question that is asked first."""
    rows: list[Row] = []
    prompt = None if live.match is None or seat not in live.waiting else live.match.prompt(seat)
    if prompt is not None and standing.may_be_always(live, prompt) and len(prompt.options) <= MAX_CHOICES:
        arg = f"{standing.ALWAYS}{prompt.name}.0"
        lines = menus.lines(live, prompt.options, voice)
        choices = tuple(Choice(line.option.key, line.label) for line in lines)
        rows.append(Menu(at_table(live.id, "give", arg), voice.label("standing.always_menu"), choices))
    offered = [standing.CONFIRM]
    if live.game.moment is not None and live.turn not in (None, seat):
        offered.append(standing.PASS)
    keys = tuple(
        Key(at_table(live.id, "standing", topic), voice.label(titles.GENERAL[topic]))
        for topic in offered
        if topic not in given
    )
    return [*rows, keys] if keys else rows


def _given(live: LiveTable, voice: Voice, given: Mapping[str, str]) -> list[str]:
    """General standing answers that are in force, a line each."""
    lines = []
    for topic, value in given.items():
        if topic.startswith(standing.ALWAYS):
            always = msgspec.json.decode(value, type=standing.Always)
            answer = voice.msg_label(always.answer, live.words, live.names)
            lines.append(
                f"{voice.label('standing.always')}{voice.colon}{titles.topic(live, topic, voice)} → **{answer}**"
            )
        elif standing.is_general(topic):
            lines.append(titles.topic(live, topic, voice))
    return lines


def relief_over(live: LiveTable, voice: Voice) -> Key:
    """The person answers again for their seat, and the computer player stops."""
    return Key(at_table(live.id, "back"), voice.label("relief.back"), STRONG)


def _menus(
    live: LiveTable, topic: str, options: tuple[Option, ...], given: Mapping[str, str], voice: Voice
) -> list[Menu]:
    """The orders of one topic: one menu, or one for each group, long groups in parts."""
    title = titles.topic(live, topic, voice)
    lines = menus.lines(live, options, voice)
    if not lines:
        return []
    found = []
    for number, block in enumerate(menus.blocks(lines)):
        part = len(block.lines) < len(lines)
        head = " · ".join(filter(None, (title, block.title))) + f" ({block.range})" if part else title
        choices = tuple(
            Choice(x.option.key, x.numbered if part else x.label, block.detail(x), given.get(topic) == x.option.key)
            for x in block.lines
        )
        found.append(Menu(at_table(live.id, "give", f"{topic}.{number}"), head, choices))
    return found


def _orders(
    live: LiveTable, seat: Seat, voice: Voice, offers: Mapping[str, tuple[Option, ...]], given: Mapping[str, str]
) -> list[str]:
    general = _given(live, voice, given)
    if not offers:
        return ["\n".join([voice.line("seat.orders"), *general])] if general else []
    lines = general
    for topic, options in offers.items():
        key = given.get(topic)
        chosen = next((option for option in options if option.key == key), None)
        if key is None:
            what = voice.label("seat.asked")
        elif chosen is None:
            what = f"`{key}`"
        else:
            what = voice.msg_label(read(chosen.label), live.words, live.names)
        about = titles.topic(live, topic, voice)
        between = " " if about.endswith(("?", "？")) else voice.colon
        lines.append(f"{about}{between}**{what}**")
    hints = [voice.line("seat.orders_hint")]
    if _asked_now(live, seat) in offers:
        hints.append(voice.line("seat.orders_now"))
    return ["\n".join([voice.line("seat.orders"), *lines, *(f"-# {hint}" for hint in hints)])]


def _asked_now(live: LiveTable, seat: Seat) -> str | None:
    """The topic of the question that waits for the seat: an order given now answers it."""
    prompt = None if live.match is None or seat not in live.waiting else live.match.prompt(seat)
    return None if prompt is None else prompt.topic
