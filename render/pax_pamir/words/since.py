"""What changed between two Views, in words: the facts that pictures mark."""

from collections.abc import Iterator

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render.kit.look import Look
from render.kit.marks.news import in_words, news
from render.pax_pamir.diff import (
    Armies,
    Counted,
    Dominant,
    Drawn,
    Fact,
    Favored,
    Left,
    Loyal,
    Marched,
    Paid,
    Played,
    Roads,
    Ruled,
    Spies,
    Tribes,
    facts,
)
from render.pax_pamir.private.bribe import request_of
from render.pax_pamir.words.phrases import Phrases


def since(before: object, phrases: Phrases) -> tuple[str, ...]:
    """One phrase for each check, player, place and market card that is not as it was; empty when nothing changed.

    TypeError if `before` is not a View of Pax Pamir.
    """
    if before is None:
        return ()
    if not isinstance(before, View):
        raise TypeError(f"before: expected a View of Pax Pamir, got {type(before).__name__}")
    old = before
    places: dict[str, list[str]] = {}
    players: dict[int, list[str]] = {number: [] for number in phrases.view.ring}
    table = list(checks(len(old.checks), phrases))
    for fact in facts(old, phrases.view):
        match fact:
            case Armies() | Marched() | Tribes() | Ruled():
                region = fact.end if isinstance(fact, Marched) else fact.region
                places.setdefault(phrases.region(region), []).append(_deed(fact, phrases))
            case Roads(border):
                places.setdefault(phrases.border(border), []).append(_deed(fact, phrases))
            case Favored() | Dominant() | Drawn() | Paid():
                table.append(_deed(fact, phrases))
            case Played() | Left() | Spies() | Counted() | Loyal():
                players[fact.player].append(_deed(fact, phrases))
    for number, deeds in players.items():
        then, now = old.players[number], phrases.view.players[number]
        new = (card for card in now.events if card not in then.events)
        deeds.extend(phrases.say("since.event", event=phrases.event(key, private=True)) for key in new)
    named = [(phrases.player(number), deeds) for number, deeds in players.items() if deeds]
    lines = (phrases.say("since.line", who=who, done=tuple(deeds)) for who, deeds in (*named, *places.items()))
    return (*lines, *table)


def checks(first: int, phrases: Phrases) -> Iterator[str]:
    """What each dominance check from the index `first` on brought."""
    for check in phrases.view.checks[first:]:
        gained = tuple(f"{phrases.player(i)} {vp:+d}" for i, vp in enumerate(check.gained) if vp)
        winner = phrases.coalition(check.dominant) if check.dominant else phrases.say("report.nobody")
        yield phrases.say("since.check", dominant=winner, gained=gained or phrases.say("report.nobody"))


def _deed(fact: Fact, phrases: Phrases) -> str:
    """The fact without the player or the place that it concerns."""
    say = phrases.say
    match fact:
        case Armies(_, coalition, more):
            return say("since.armies", coalition=phrases.coalition(coalition), n=more)
        case Marched(start, _, coalition, count):
            from_where = phrases.region(start)
            return say("since.marched", coalition=phrases.coalition(coalition), n=count, start=from_where)
        case Roads(_, coalition, more):
            return say("since.roads", coalition=phrases.coalition(coalition), n=more)
        case Tribes(_, player, more):
            return say("since.tribes", who=phrases.player(player), n=more)
        case Ruled(_, player):
            return say("since.ruler", who=say("report.nobody") if player is None else phrases.player(player))
        case Played(_, card):
            return say("since.played", card=phrases.card(card))
        case Left(_, card):
            return say("since.gone", card=phrases.card(card))
        case Spies(player, card):
            slot = next(slot for slot in phrases.view.players[player].court if slot.card == card)
            spies = phrases.owners(slot.spies) or say("report.nobody")
            return say("since.spies", card=phrases.card(card), spies=spies)
        case Counted(_, what, more):
            return say(f"since.{what}", n=more)
        case Loyal(_, coalition):
            return say("since.loyalty", coalition=phrases.coalition(coalition))
        case Favored(suit):
            return say("since.favored", suit=phrases.noun(f"suit.{suit}"))
        case Dominant(coalition):
            who = say("report.nobody") if coalition is None else phrases.coalition(coalition)
            return say("since.dominant", who=who)
        case Drawn(index, card):
            return say("since.drawn", space=phrases.space(index), card=phrases.card(card))
        case Paid(index, more):
            return say("since.paid", space=phrases.space(index), n=more)


_BY_REGION = (Marched, Armies, Tribes, Ruled)


def told(before: View, view: View, seat: int, look: Look) -> tuple[str, ...]:
    """What a player did, in a few words each: a bribe that waits for an answer and a check first, then cards, points,
    pieces; money only if there is nothing else, and that it has ended only if nothing came of the turn.
    """
    phrases = Phrases(view, look)
    found = facts(before, view)
    own = [fact for fact in found if isinstance(fact, Played | Loyal | Counted) and fact.player == seat]
    counted = {fact.what: _deed(fact, phrases) for fact in own if isinstance(fact, Counted)}
    done = [*_bribe(before, seat, phrases), *checks(len(before.checks), phrases)]
    done += [_deed(fact, phrases) for fact in own if isinstance(fact, Played)]
    done += [phrases.say("since.bought", card=phrases.card(card)) for card in _bought(before, view)]
    done += [_deed(fact, phrases) for fact in own if isinstance(fact, Loyal)]
    done += [counted[what] for what in ("vp",) if what in counted]
    for kind in (*_BY_REGION, Roads, Spies, Left, Favored, Dominant):
        done += [_placed(fact, phrases) for fact in found if isinstance(fact, kind)]
    done = done or [counted[what] for what in ("rupees",) if what in counted]
    if not done and _on(before) == seat != _on(view):
        done = [phrases.say("since.ended")]
    return tuple(done)


def _on(view: View) -> int | None:
    return None if view.turn is None else view.turn.player


def _bribe(before: View, seat: int, phrases: Phrases) -> Iterator[str]:
    """R7 Whom the player asks for a lower bribe, or what they want instead of the offer."""
    was, request = request_of(before), request_of(phrases.view)
    if request is None or request == was:
        return
    if seat == request.payer:
        yield phrases.say("since.bribe", who=phrases.player(request.payee), n=request.full)
    elif seat == request.payee and request.counter is not None:
        yield phrases.say("since.counter", n=request.counter)


def _placed(fact: Fact, phrases: Phrases) -> str:
    """The fact behind the place where it happened."""
    deed = _deed(fact, phrases)
    match fact:
        case Marched(_, region) | Armies(region) | Tribes(region) | Ruled(region):
            return phrases.say("since.line", who=phrases.region(region), done=(deed,))
        case Roads(border):
            return phrases.say("since.line", who=phrases.border(border), done=(deed,))
        case _:
            return deed


def _bought(before: View, view: View) -> Iterator[int]:
    """Cards that left the market for a hand."""
    lying = {space.card for space in view.market} | {*view.discards}
    lying |= {slot.card for player in view.players for slot in player.court}
    for space in before.market:
        if space.card is not None and space.card in CONTENT.cards and space.card not in lying:
            yield space.card


def changed(phrases: Phrases) -> tuple[str, ...]:
    """What an alt text tells as new: the last turns, else all since the View that the look names."""
    look = phrases.look
    return in_words(news(phrases.view, look, told), look) if look.turns else since(look.before, phrases)
