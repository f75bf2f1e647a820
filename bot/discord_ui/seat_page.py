"""My seat: the private view, and the answers that I have given in advance."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel import Option, Seat, read

from ..table import Live
from . import shots, titles
from .ids import at_table
from .page import BAD, MAX_CHOICES, STRONG, Choice, Key, Menu, Page, Row, rows_of
from .words import Voice


def seat_page(
    live: Live, seat: Seat, voice: Voice, offers: Mapping[str, tuple[Option, ...]], given: Mapping[str, str]
) -> Page:
    """offers: the orders that may be given now, by topic; given: the key of the order in force, by topic."""
    texts = [
        f"-# {titles.table_title(live, voice)}",
        f"## {titles.seat_name(live.seats[seat])}",
        *_orders(live, voice, offers, given),
    ]
    rows: list[Row] = []
    if live.match is not None and live.match.prompt(seat) is not None and seat in live.waiting:
        rows.append((Key(at_table(live.id, "play"), voice.label("card.play"), STRONG),))
    for topic, options in offers.items():
        choices = tuple(
            Choice(
                option.key,
                voice.msg_label(read(option.label), live.words, live.names),
                "" if option.detail is None else voice.msg_label(read(option.detail), live.words, live.names),
                given.get(topic) == option.key,
            )
            for option in options[:MAX_CHOICES]
        )
        if choices:
            rows.append(Menu(at_table(live.id, "give", topic), titles.topic(live.words, topic, voice), choices))
    revoke = [
        Key(
            at_table(live.id, "revoke", topic),
            voice.label("seat.revoke", topic=titles.topic(live.words, topic, voice)),
            BAD,
        )
        for topic in given
    ]
    return Page(tuple(texts), (*rows, *rows_of(revoke)), shots.own(live, seat, voice.first))


def _orders(live: Live, voice: Voice, offers: Mapping[str, tuple[Option, ...]], given: Mapping[str, str]) -> list[str]:
    if not offers:
        return []
    lines = []
    for topic, options in offers.items():
        key = given.get(topic)
        chosen = next((option for option in options if option.key == key), None)
        if key is None:
            what = voice.label("seat.asked")
        elif chosen is None:
            what = f"`{key}`"
        else:
            what = voice.msg_label(read(chosen.label), live.words, live.names)
        lines.append(f"{titles.topic(live.words, topic, voice)}: **{what}**")
    return ["\n".join([voice.line("seat.orders"), *lines, "-# " + voice.line("seat.orders_hint")])]
