"""What a player did in a turn, in a few words each, for the line below the board; and which marks they account for."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render.kit.look import Look
from render.kit.marks.news import Said
from render.pax_pamir.diff import Counted, Dominant, Favored, Left, Loyal, Played, facts
from render.pax_pamir.layout import COLUMNS
from render.pax_pamir.private.bribe import request_of
from render.pax_pamir.words.built import built
from render.pax_pamir.words.events import events_bought, events_discarded
from render.pax_pamir.words.insurrection import insurrection
from render.pax_pamir.words.lost import unfought, why
from render.pax_pamir.words.money import money
from render.pax_pamir.words.phrases import Phrases
from render.pax_pamir.words.places import Piece, places, riots
from render.pax_pamir.words.spies import spies
from render.pax_pamir.words.thrown import forced, thrown, was_played


def told(before: View, view: View, seat: int, look: Look) -> tuple[Said, ...]:
    """What the player did, what came of it, and the cleanup, in the order in which the rules have it; a bribe that
    waits for an answer comes last. What an answer to a bribe lets happen stands in the line of whose turn it is.
    """
    phrases = Phrases(view, look)
    request = request_of(before)
    if request is None or seat != request.payee:
        return (*_of_turn(before, seat, phrases), *_bribe(before, seat, phrases))
    said = (*_bribe(before, seat, phrases), *_answered(before, seat, phrases))
    return (*said, *(replace(one, seat=request.payer) for one in _of_turn(before, request.payer, phrases)))


def _of_turn(before: View, seat: int, phrases: Phrases) -> list[Said]:
    """Purchases and the checks and events that they were; cards, loyalty, battles, cards that courts lost, what else
    was done place by place, spies, what followed on the map; then the cleanup. Money only if there is nothing else, and
    that the turn has ended only if nothing came of it.
    """
    view = phrases.view
    found = facts(before, view)
    checks, bought = list(_checks(before, phrases)), list(_bought(before, view, seat))
    due = _cause(before, view) != "bought"
    played = [fact for fact in found if isinstance(fact, Played) and fact.player == seat]
    done = [*_cards("bought", [card for card in bought if card not in {fact.card for fact in played}], _NONE, phrases)]
    done += events_bought(before, seat, phrases)
    done += [] if due else checks
    done += _played("bought_played", [fact for fact in played if fact.card in bought], phrases)
    done += _played("played", [fact for fact in played if fact.card not in bought], phrases)
    gone = list(thrown(before, view, seat))
    unkept = [card for card in gone if was_played(card, gone, before, view, seat)]
    done += _cards("played_gone", unkept, _NONE, phrases)
    loyal = [fact for fact in found if isinstance(fact, Loyal)]
    sworn = "swore" if before.players[seat].loyalty is None else "loyal"
    sides = [phrases.coalition(fact.coalition) for fact in loyal if fact.player == seat]
    done += [Said(phrases.say(f"since.{sworn}", coalition=side), frozenset({f"loyalty:{seat}"})) for side in sides]
    cleared = any(check.dominant for check in view.checks[len(before.checks) :])
    pieces = [fact for fact in found if isinstance(fact, Piece)]
    pieces, risen = insurrection(pieces, before, seat, phrases)
    cards = [*(fact.card for fact in played), *gone]
    lost = [fact for fact in found if isinstance(fact, Left)]
    blocks, unfought_for = built(pieces, cards, before, view, seat), unfought(lost, before, view, seat)
    fought, made, followed = places(pieces, before, seat, cleared, blocks, unfought_for, phrases)
    causes = {fact: why(fact, lost, before, view, seat) for fact in lost}
    done += _lost([fact for fact in lost if causes[fact] == "patriot"], lost, before, seat, phrases)
    others = _lost([fact for fact in lost if causes[fact] not in ("patriot", "limit")], lost, before, seat, phrases)
    rioted = bool(riots(before, view))  # then cards are lost by that, at the end of the turn
    fights, brought = (*fought, *(() if rioted else others)), (*made, *spies(before, seat, phrases))
    done += (*brought, *fights) if played or unkept else (*fights, *brought)  # what a card brings follows its play
    done += (*followed, *(others if rioted else ()))
    done += money(before, seat, phrases)
    done += _lost([fact for fact in lost if causes[fact] == "limit"], lost, before, seat, phrases)
    done += _cards("thrown", [card for card in gone if card not in unkept], _NONE, phrases)
    done += [*events_discarded(before, phrases), *forced(before, phrases)]
    if not any("favored" in (said.places or ()) for said in done):
        favored = [phrases.noun(f"suit.{fact.suit}") for fact in found if isinstance(fact, Favored)]
        done += [Said(phrases.say("since.favors", suit=suit), frozenset({"favored"})) for suit in favored]
    if len(view.checks) == len(before.checks):
        dominant = [fact.coalition for fact in found if isinstance(fact, Dominant)]
        done += [Said(_now_dominant(coalition, phrases), frozenset({"dominant"})) for coalition in dominant]
    done += [*(checks if due else []), *risen]
    counted = {fact.what: fact for fact in found if isinstance(fact, Counted) and fact.player == seat}
    if not done and "rupees" in counted:
        more = counted["rupees"].more
        done = [Said(phrases.say("since.gained" if more > 0 else "since.spent", n=abs(more)), _NONE)]
    if not done and _on(before) == seat != _on(view):
        done = [Said(phrases.say("since.ended"), _NONE, idle=True)]
    return done


_NONE: frozenset[str] = frozenset()


def _now_dominant(coalition: str | None, phrases: Phrases) -> str:
    if coalition is None:
        return phrases.say("since.undone")
    return phrases.say("since.dominates", who=phrases.winner(coalition))


def _cards(key: str, cards: Iterable[int], places: Iterable[str], phrases: Phrases) -> Iterator[Said]:
    """What was done with cards, all of them at once."""
    if told := tuple(map(phrases.card, cards)):
        yield Said(phrases.say(f"since.{key}", card=told), frozenset(places))


def _played(key: str, played: Sequence[Played], phrases: Phrases) -> Iterator[Said]:
    """Cards that lie in the court now, where their stars count."""
    yield from _cards(key, [fact.card for fact in played], {tile for fact in played for tile in _tile(fact)}, phrases)


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


def _answered(before: View, seat: int, phrases: Phrases) -> Iterator[Said]:
    """R7.3 Whether the player has taken the bribe that was offered: then the card was played or used for it."""
    was, view = request_of(before), phrases.view
    if was is None or seat != was.payee or request_of(view) is not None:
        return
    then, now = (
        next((slot.used for slot in there.players[was.payer].court if slot.card == was.card), None)
        for there in (before, view)
    )
    gained = view.players[seat].rupees - before.players[seat].rupees
    key = "refused" if then == now and gained <= 0 else "accepted" if gained > 0 else "waived"
    words = phrases.say(f"since.{key}", who=phrases.player(was.payer), card=phrases.card(was.card), n=gained)
    yield Said(words, frozenset(_tile(Played(was.payer, was.card))))


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


def _lost(told: list[Left], lost: list[Left], before: View, seat: int, phrases: Phrases) -> Iterator[Said]:
    """Cards that left a court, `told` of all `lost`, and by which deed; those of one court and one deed together."""
    same: dict[tuple[str, int, str], list[Left]] = {}
    for fact in told:
        key = why(fact, lost, before, phrases.view, seat)
        region = phrases.region(CONTENT.cards[fact.card].region) if key == "overthrown" else ""
        same.setdefault((key, fact.player, region), []).append(fact)
    for (key, player, region), gone in same.items():
        cards = tuple(phrases.card(fact.card) for fact in gone)
        own = "_own" if player == seat and key in ("left", "overthrown", "patriot") else ""
        words = phrases.say(f"since.{key}{own}", card=cards, who=phrases.player(player), region=region)
        yield Said(words, frozenset(tile for fact in gone for tile in _tile(fact)))


def _bought(before: View, view: View, seat: int) -> Iterator[int]:
    """Court cards that left the market, whatever became of them then. With Wakhan other turns may lie between."""
    elsewhere = {space.card for space in view.market}
    elsewhere |= {slot.card for player in view.players if player.number != seat for slot in player.court}
    if view.wakhan is not None:
        elsewhere |= {*view.discards, *(slot.card for slot in view.players[seat].court)}
    for space in before.market:
        if space.card is not None and space.card in CONTENT.cards and space.card not in elsewhere:
            yield space.card
