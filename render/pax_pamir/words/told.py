"""What a player did in a turn, in a few words each, for the line below the board; and which marks they account for."""

from collections.abc import Iterator

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render.kit.look import Look
from render.kit.marks.news import Said
from render.pax_pamir.diff import (
    Armies,
    Counted,
    Dominant,
    Favored,
    Left,
    Loyal,
    Marched,
    Played,
    Roads,
    Ruled,
    Tribes,
    facts,
)
from render.pax_pamir.layout import COLUMNS
from render.pax_pamir.private.bribe import request_of
from render.pax_pamir.words.deeds import deed_of
from render.pax_pamir.words.lost import why
from render.pax_pamir.words.phrases import Phrases

Piece = Armies | Marched | Tribes | Ruled | Roads


def told(before: View, view: View, seat: int, look: Look) -> tuple[Said, ...]:
    """A bribe that waits for an answer and checks first, then cards, loyalty, pieces place by place, lost cards,
    events, spies; money only if there is nothing else, and that it has ended only if nothing came of the turn.
    """
    phrases = Phrases(view, look)
    found = facts(before, view)
    done = [*_bribe(before, seat, phrases), *_checks(before, phrases)]
    played = [fact for fact in found if isinstance(fact, Played) and fact.player == seat]
    done += _cards("played", [fact.card for fact in played], {tile for fact in played for tile in _tile(fact)}, phrases)
    done += _cards("bought", list(_bought(before, view)), _NONE, phrases)
    loyal = [fact for fact in found if isinstance(fact, Loyal)]
    sides = [phrases.coalition(fact.coalition) for fact in loyal if fact.player == seat]
    done += [Said(phrases.say("since.loyal", coalition=side), frozenset({f"loyalty:{seat}"})) for side in sides]
    cleared = any(check.dominant for check in view.checks[len(before.checks) :])
    done += _places([fact for fact in found if isinstance(fact, Piece)], before, seat, cleared, phrases)
    done += _lost([fact for fact in found if isinstance(fact, Left)], before, seat, phrases)
    done += _events(before, seat, phrases)
    done += _spies(before, seat, phrases)
    if not any("favored" in (said.places or ()) for said in done):
        favored = [phrases.noun(f"suit.{fact.suit}") for fact in found if isinstance(fact, Favored)]
        done += [Said(phrases.say("since.favors", suit=suit), frozenset({"favored"})) for suit in favored]
    if len(view.checks) == len(before.checks):
        winners = [phrases.winner(fact.coalition) for fact in found if isinstance(fact, Dominant)]
        done += [Said(phrases.say("since.dominates", who=who), _NONE) for who in winners]
    counted = {fact.what: fact for fact in found if isinstance(fact, Counted) and fact.player == seat}
    if not done and "rupees" in counted:
        more = counted["rupees"].more
        done = [Said(phrases.say("since.gained" if more > 0 else "since.spent", n=abs(more)), _NONE)]
    if not done and _on(before) == seat != _on(view):
        done = [Said(phrases.say("since.ended"), _NONE)]
    return tuple(done)


_NONE: frozenset[str] = frozenset()


def _cards(key: str, cards: list[int], places: set[str] | frozenset[str], phrases: Phrases) -> Iterator[Said]:
    """What was done with cards, all of them at once."""
    if cards:
        yield Said(phrases.say(f"since.{key}", card=tuple(map(phrases.card, cards))), frozenset(places))


def _on(view: View) -> int | None:
    return None if view.turn is None else view.turn.player


def _tile(fact: Played | Left) -> set[str]:
    """The total of the card's suit in the court."""
    return {f"stars:{fact.player}:{CONTENT.cards[fact.card].suit}"}


def _bribe(before: View, seat: int, phrases: Phrases) -> Iterator[Said]:
    """R7 Whom the player asks for a lower bribe, or what they want instead of the offer."""
    was, request = request_of(before), request_of(phrases.view)
    if request is None or request == was:
        return
    if seat == request.payer:
        yield Said(phrases.say("since.bribe", who=phrases.player(request.payee), n=request.full), _NONE)
    elif seat == request.payee and request.counter is not None:
        yield Said(phrases.say("since.counter", n=request.counter), _NONE)


def _checks(before: View, phrases: Phrases) -> Iterator[Said]:
    """R10 What set off each check, and what it brought to whom."""
    view, first = phrases.view, len(before.checks)
    for check in view.checks[first:]:
        cause = phrases.say(f"since.cause.{_cause(before, view)}")
        winner, gained = phrases.winner(check.dominant), phrases.gains(check.gained)
        words = phrases.say("since.resolved", cause=cause, dominant=winner, gained=gained)
        yield Said(words, frozenset(f"vp:{i}" for i, vp in enumerate(check.gained) if vp))


def _cause(before: View, view: View) -> str:
    """R9, R12 A check is bought, is due at the end of its row, or two of them lie in the market at once."""
    gone = {card for card in view.discards if card in CONTENT.checks} - {*before.discards}
    if len(gone) > len(view.checks) - len(before.checks):
        return "two"
    lay = [space.index % COLUMNS for space in before.market if space.card in gone]
    return "bought" if lay and lay[0] else "end"


def _places(found: list[Piece], before: View, seat: int, cleared: bool, phrases: Phrases) -> Iterator[Said]:
    """Region by region and border by border what came, went and was lost there, and how, those alike together; after a
    successful check, which takes all blocks off the map (R10), only what has come since.
    """
    view = phrases.view
    groups: dict[str, list[Piece]] = {}
    for fact in found:
        if not (cleared and isinstance(fact, Armies | Roads) and fact.more < 0):
            place = fact.border if isinstance(fact, Roads) else fact.end if isinstance(fact, Marched) else fact.region
            groups.setdefault(place, []).append(fact)
    friends = {before.players[seat].loyalty, view.players[seat].loyalty}
    same: dict[tuple[str, tuple[str, ...]], list[tuple[str, list[Piece]]]] = {}
    for place, deeds in groups.items():
        where = phrases.border(place) if isinstance(deeds[0], Roads) else phrases.region(place)
        foes = [fact for fact in deeds if isinstance(fact, Armies | Roads) and fact.coalition not in friends]
        people = [fact for fact in deeds if isinstance(fact, Tribes) and fact.player != seat]
        lost = any(fact.more < 0 for fact in (*foes, *people))
        key = "riots" if place in _riots(before, view) else "battle" if lost else _deed(deeds)
        same.setdefault((key, tuple(deed_of(fact, phrases) for fact in deeds)), []).append((where, deeds))
    for (key, done), there in sorted(same.items(), key=lambda one: one[0][0] in _AFTERWARDS):
        each = f"{key}_each" if len(there) > 1 else key
        words = phrases.say(f"since.{each}", who=tuple(where for where, _ in there), done=done)
        yield Said(words, frozenset(mark for _, deeds in there for fact in deeds for mark in _marks(fact)))


_AFTERWARDS = ("removed", "altered", "riots")
"""What follows from what a player does; where it is done itself, it stands first."""


def _deed(deeds: list[Piece]) -> str:
    """What was done at a place where nothing was fought over."""
    if any(isinstance(fact, Marched) for fact in deeds):
        return "moved"
    steps = [fact.more for fact in deeds if isinstance(fact, Armies | Tribes | Roads)]
    return "removed" if steps and max(steps) < 0 else "placed" if steps and min(steps) > 0 else "altered"


def _riots(before: View, view: View) -> set[str]:
    """R12 Regions in which an event that was discarded has made riots."""
    new = {card for card in view.discards if card in CONTENT.events} - {*before.discards}
    return {CONTENT.events[card].discarded.removeprefix("riots_in_") for card in new}


def _marks(fact: Piece) -> Iterator[str]:
    """The anchors that bear its mark."""
    match fact:
        case Armies(region, coalition):
            yield f"army:{region}:{coalition}"
        case Marched(start, end, coalition):
            yield from (f"army:{start}:{coalition}", f"army:{end}:{coalition}")
        case Tribes(region, player):
            yield f"tribe:{region}:{player}"
        case Ruled(region):
            yield f"ruler:{region}"
        case Roads(border, coalition):
            yield f"road:{border}:{coalition}"


def _spies(before: View, seat: int, phrases: Phrases) -> Iterator[Said]:
    """Card by card whose spies have come and gone; on a card that has come to a court those that came, too. Where it is
    a single one of the player's own, all such cards at once, and from where to where if at least as many came as went;
    as moved only where none of them can have come with a card.
    """
    view = phrases.view
    old = {(player.number, slot.card): slot.spies for player in before.players for slot in player.court}
    own: dict[str, list[tuple[str, str]]] = {"spied": [], "unspied": []}
    for player in view.players:
        for slot in player.court:
            was = old.get((player.number, slot.card), (0,) * len(slot.spies))
            steps = {owner: now - then for owner, (then, now) in enumerate(zip(was, slot.spies, strict=True))}
            moved = {owner: n for owner, n in steps.items() if n}
            if not moved:
                continue
            tile = f"stars:{player.number}:{CONTENT.cards[slot.card].suit}"
            card, whose = phrases.card(slot.card), phrases.player(player.number)
            fewer, more = (any(n * sign > 0 for n in moved.values()) for sign in (-1, 1))
            key = "respied" if fewer and more else "spied" if more else "unspied"
            if moved in ({seat: 1}, {seat: -1}):
                own[key].append((phrases.say("since.card_of", card=card, who=whose), tile))
                continue
            spies = tuple(f"{phrases.player(owner)} {n:+d}" for owner, n in moved.items())
            yield Said(phrases.say(f"since.{key}", card=card, who=whose, spies=spies), frozenset({tile}))
    start, end = own["unspied"], own["spied"]
    if 0 < len(start) <= len(end):
        new = [slot.card for slot in view.players[seat].court if (seat, slot.card) not in old]
        placed = any("spy" in CONTENT.cards[card].impact for card in new)
        key = "own_moved" if len(start) == len(end) and not placed else "own_shifted"
        gone, come = (tuple(card for card, _ in there) for there in (start, end))
        words = phrases.say(f"since.{key}", start=gone, end=come)
        yield Said(words, frozenset(tile for _, tile in (*start, *end)))
        return
    for key, cards in own.items():
        if cards:
            words = phrases.say(f"since.own_{key}", cards=tuple(card for card, _ in cards))
            yield Said(words, frozenset(tile for _, tile in cards))


def _lost(lost: list[Left], before: View, seat: int, phrases: Phrases) -> Iterator[Said]:
    """Cards that left a court, and by which deed; those that left one court by the same deed together."""
    same: dict[tuple[str, int, str], list[Left]] = {}
    for fact in lost:
        key = why(fact, lost, before, phrases.view, seat)
        region = phrases.region(CONTENT.cards[fact.card].region) if key == "overthrown" else ""
        same.setdefault((key, fact.player, region), []).append(fact)
    for (key, player, region), gone in same.items():
        cards = tuple(phrases.card(fact.card) for fact in gone)
        words = phrases.say(f"since.{key}", card=cards, who=phrases.player(player), region=region)
        yield Said(words, frozenset(tile for fact in gone for tile in _tile(fact)))


def _events(before: View, seat: int, phrases: Phrases) -> Iterator[Said]:
    """R12 Events that somebody has bought, and those that the end of their row has set off; riots are told already."""
    view = phrases.view
    for then, now in zip(before.players, view.players, strict=True):
        for card in (card for card in now.events if card not in then.events):
            key = "since.event_bought" if now.number == seat else "since.event_against"
            words = phrases.say(key, event=phrases.event(card, private=True), who=phrases.player(now.number))
            yield Said(words, frozenset({f"events:{now.number}"}))
    for card in (card for card in view.globals if card not in before.globals):
        bought = CONTENT.events[card].purchased_scope == "global"
        key = "since.event_bought" if bought else "since.event_discarded"
        yield Said(phrases.say(key, event=phrases.event(card, private=False)), _NONE)
    if view.wakhan is not None:  # the market may have moved on in turns of hers
        return
    lay = {space.card: space.index % COLUMNS for space in before.market}
    for card in (card for card in view.discards if card in lay and card not in before.discards):
        event = CONTENT.events.get(card)
        if event is None or event.is_check or event.purchased_scope == "while_in_market":
            continue
        if lay[card]:  # R9.3 only from the first column an event is discarded
            yield Said(phrases.say("since.event_bought", event=phrases.noun(f"event.{event.purchased}")), _NONE)
        elif event.purchased_scope != "instant" and not event.discarded.startswith("riots_in_"):
            suit = event.discarded.removeprefix("favor_")
            favored = frozenset({"favored"}) if suit == view.favored != before.favored else _NONE
            yield Said(phrases.say("since.event_discarded", event=phrases.noun(f"event.{event.discarded}")), favored)


def _bought(before: View, view: View) -> Iterator[int]:
    """Cards that left the market for a hand."""
    lying = {space.card for space in view.market} | {*view.discards}
    lying |= {slot.card for player in view.players for slot in player.court}
    for space in before.market:
        if space.card is not None and space.card in CONTENT.cards and space.card not in lying:
            yield space.card
