"""Events that a turn has bought, and those that the end of their row has set off, in words."""

from collections.abc import Iterator

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render.kit.marks.news import Said
from render.pax_pamir.layout import COLUMNS
from render.pax_pamir.words.phrases import Phrases
from render.pax_pamir.words.thrown import new_events

_NONE: frozenset[str] = frozenset()


def events_bought(before: View, seat: int, phrases: Phrases) -> Iterator[Said]:
    """R12 Events that somebody has bought: what lasts, and what worked at once."""
    view = phrases.view
    for then, now in zip(before.players, view.players, strict=True):
        for card in (card for card in now.events if card not in then.events):
            key = "since.event_bought" if now.number == seat else "since.event_against"
            words = phrases.say(key, event=phrases.event(card, private=True), who=phrases.player(now.number))
            yield Said(words, frozenset({f"events:{now.number}"}))
    for card in (card for card in view.globals if card not in before.globals):
        if CONTENT.events[card].purchased_scope == "global":
            lasts = phrases.event(card, private=False)
            yield Said(phrases.say("since.event_bought", event=lasts), _NONE)
    for card, column in _gone_events(before, view):
        if column:  # R9.3 only from the first column an event is discarded
            yield Said(phrases.say("since.event_bought", event=phrases.card(card)), _NONE)


def events_discarded(before: View, phrases: Phrases) -> Iterator[Said]:
    """R12 Events that the end of their row has set off; riots are told already."""
    view = phrases.view
    for card in (card for card in view.globals if card not in before.globals):
        if CONTENT.events[card].purchased_scope != "global":
            lasts = phrases.event(card, private=False)
            yield Said(phrases.say("since.event_discarded", event=phrases.card(card), done=lasts), _NONE)
    for card, column in _gone_events(before, view):
        event = CONTENT.events[card]
        known = event.purchased_scope != "instant" or _favors(event.discarded, before, view)  # else it may be bought
        if not column and known and not event.discarded.startswith("riots_in_"):
            yield _discarded(card, before, phrases)


def _favors(discarded: str, before: View, view: View) -> bool:
    """Whether this side of an event, and no card that came to a court or to the discards, favors the new suit."""
    old = {*before.discards, *(slot.card for player in before.players for slot in player.court)}
    there = {*view.discards, *(slot.card for player in view.players for slot in player.court)}
    new, suit = (there - old) & CONTENT.cards.keys(), view.favored
    if suit == before.favored or any(f"suit_{suit}" in CONTENT.cards[card].impact for card in new):
        return False
    return discarded == f"favor_{suit}"


def _gone_events(before: View, view: View) -> Iterator[tuple[int, int]]:
    """Events that lay in the market and are discarded now, no checks, with the columns where they lay. With Wakhan the
    market may have moved on in turns of hers.
    """
    if view.wakhan is not None:
        return
    lay = {space.card: space.index % COLUMNS for space in before.market}
    for card in new_events(before, view):
        event = CONTENT.events[card]
        if card in lay and not event.is_check and event.purchased_scope != "while_in_market":
            yield card, lay[card]


def _discarded(card: int, before: View, phrases: Phrases) -> Said:
    """An event by the name that stood on its card, and what it did as it was discarded."""
    event, favored = CONTENT.events[card], phrases.view.favored
    if event.discarded == f"favor_{favored}" and favored != before.favored:
        done = phrases.say("since.favored", suit=phrases.noun(f"suit.{favored}"))
        return Said(phrases.say("since.event_discarded", event=phrases.card(card), done=done), frozenset({"favored"}))
    done = phrases.noun(f"event.{event.discarded}")
    return Said(phrases.say("since.event_discarded", event=phrases.card(card), done=done), _NONE)
