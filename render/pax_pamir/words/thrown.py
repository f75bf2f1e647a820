"""Cards that came from hands, or were bought, and lie among the discards: played and not kept, or only thrown away."""

from collections.abc import Iterable, Iterator, Sequence

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render.kit.marks.news import Said
from render.pax_pamir.words.phrases import Phrases

BLOCKS = ("army", "road")


def thrown(before: View, view: View, seat: int) -> Iterator[int]:
    """R6.2, R9 Those of the player whose turn it is."""
    if view.wakhan is None and before.turn is not None and before.turn.player == seat and not _failed(before, view):
        yield from _from_hands(before, view)


def was_played(card: int, gone: Sequence[int], before: View, view: View, seat: int) -> bool:
    """R6.2 Whether a card of those `thrown` has lain in the court, which the cleanup then found too large: the hand is
    not full, so that it took nothing from there (R9.2), or more of the player's pieces lie there than before, of a kind
    that this card places and no other card or action of the turn.
    """
    me = view.players[seat]
    if me.held < me.hand_limit:
        return True
    kept = {slot.card for slot in before.players[seat].court}
    new = [slot.card for slot in me.court if slot.card not in kept]
    alone = set(CONTENT.cards[card].impact).difference(
        *(CONTENT.cards[other].impact for other in (*new, *gone) if other != card)
    )
    if any("build" in CONTENT.cards[other].actions for other in (*kept, *new)):
        alone -= {*BLOCKS}
    return any(_placed(view, seat, icon) > _placed(before, seat, icon) for icon in alone)


def _placed(view: View, seat: int, icon: str) -> int:
    """How many pieces of the player, or of all coalitions, lie where the icon places them."""
    match icon:
        case "army":
            return sum(sum(region.armies.values()) for region in view.regions)
        case "road":
            return sum(sum(border.roads.values()) for border in view.borders)
        case "tribe":
            return sum(region.tribes[seat] for region in view.regions)
        case "spy":
            return sum(slot.spies[seat] for player in view.players for slot in player.court)
    return 0


def forced(before: View, phrases: Phrases) -> Iterator[Said]:
    """R12 The card of their hand that everybody has had to discard, all hands together."""
    cards = tuple(map(phrases.card, _from_hands(before, phrases.view)))
    if cards and _failed(before, phrases.view):
        words = phrases.say("since.forced", event=phrases.noun("event.confidence_failure"), card=cards)
        yield Said(words, frozenset())


def new_events(before: View, view: View) -> list[int]:
    """Events that have come to the discards."""
    return [card for card in view.discards if card in CONTENT.events and card not in before.discards]


def _from_hands(before: View, view: View) -> Iterable[int]:
    """Court cards among the discards that lay in no court."""
    in_courts = {slot.card for player in before.players for slot in player.court}
    for card in view.discards:
        if card in CONTENT.cards and card not in before.discards and card not in in_courts:
            yield card


def _failed(before: View, view: View) -> bool:
    """R12 Whether the event Confidence Failure has taken these cards: nobody threw them away."""
    return any(CONTENT.events[card].discarded == "confidence_failure" for card in new_events(before, view))
