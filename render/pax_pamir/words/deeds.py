"""One fact that pictures mark, in words."""

from render.pax_pamir import diff
from render.pax_pamir.words.phrases import Phrases


def deed_of(fact: diff.Fact, phrases: Phrases) -> str:
    """The fact without the player or the place that it concerns."""
    say = phrases.say
    match fact:
        case diff.Armies(_, coalition, more):
            return say("since.armies", coalition=phrases.coalition(coalition), n=more)
        case diff.Marched(start, _, coalition, count):
            from_where = phrases.region(start)
            return say("since.marched", coalition=phrases.coalition(coalition), n=count, start=from_where)
        case diff.Roads(_, coalition, more):
            return say("since.roads", coalition=phrases.coalition(coalition), n=more)
        case diff.Tribes(_, player, more):
            return say("since.tribes", who=phrases.player(player), n=more)
        case diff.Ruled(_, player):
            return say("since.unruled") if player is None else say("since.ruler", who=phrases.player(player))
        case diff.Played(_, card):
            return say("since.played", card=phrases.card(card))
        case diff.Left(_, card):
            return say("since.gone", card=phrases.card(card))
        case diff.Spies(player, card):
            slot = next(slot for slot in phrases.view.players[player].court if slot.card == card)
            spies = phrases.owners(slot.spies) or say("report.nobody")
            return say("since.spies", card=phrases.card(card), spies=spies)
        case diff.Counted(_, what, more):
            return say(f"since.{what}", n=more)
        case diff.Loyal(_, coalition):
            return say("since.loyalty", coalition=phrases.coalition(coalition))
        case diff.Favored(suit):
            return say("since.favored", suit=phrases.noun(f"suit.{suit}"))
        case diff.Dominant(coalition):
            return say("since.dominant", who=phrases.winner(coalition))
        case diff.Drawn(index, card):
            return say("since.drawn", space=phrases.space(index), card=phrases.card(card))
        case diff.Paid(index, more):
            return say("since.paid", space=phrases.space(index), n=more)
