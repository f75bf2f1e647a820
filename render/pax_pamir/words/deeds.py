"""One fact that pictures mark, in words."""

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
)
from render.pax_pamir.words.phrases import Phrases


def deed_of(fact: Fact, phrases: Phrases) -> str:
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
