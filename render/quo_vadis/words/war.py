"""A war in words: who has how much and why, what it is about, what each declaration would lead to."""

from engines.quo_vadis.war_view import SideView, WarView

from .phrases import Phrases


def war(phrases: Phrases, one: WarView) -> str:
    """Side by side in the order of declaration; then who waits, or who has won."""
    sides = phrases.series(_side(phrases, one, side) for side in one.sides)
    told = phrases.say("alt.war", area=one.area, sides=sides)
    if one.winner is not None:
        return phrases.together(told, phrases.say("alt.war_won", who=phrases.player(one.winner)))
    if one.asked is not None:
        return phrases.together(told, phrases.say("alt.war_waits", who=phrases.player(one.asked)))
    return told


def _side(phrases: Phrases, war: WarView, side: SideView) -> str:
    """Strength without the die and what it is made of; the die; what is declared; the chance or the total."""
    terms = (("workers", side.workers), ("towns", side.towns), ("neighbours", side.neighbours), ("bonus", side.bonus))
    made = tuple(phrases.say(f"alt.{term}", n=n) for term, n in terms if n)
    facts = [phrases.say("alt.side", who=phrases.player(side.seat), strength=side.strength, sides=side.sides)]
    if side.bid is not None:
        facts.append(phrases.say("alt.bid", n=side.bid))
    facts += made
    if war.elated == side.seat:
        facts.append(phrases.say("alt.elated"))
    if side.total:
        facts.append(phrases.say("alt.total", rolls=side.rolls, n=side.total))
    elif side.chance is not None:
        facts.append(phrases.say("alt.chance", n=side.chance))
    return phrases.say("phrase.comma").join(facts)


def bids(phrases: Phrases, war: WarView) -> str:
    """Each declaration of the seat that is asked: strength, chance, what is left."""
    told = []
    for bid in war.bids:
        key = "alt.declare" if bid.chance is None else "alt.declare_odds"
        words = phrases.say(key, n=bid.morale, strength=bid.strength, chance=bid.chance or 0, left=bid.left)
        back = phrases.say("alt.declare_back", n=bid.left + bid.back) if bid.back else ""
        told.append(words + back)
    return phrases.say("alt.bids", bids=phrases.series(told))


def stakes(phrases: Phrases, war: WarView, seat: int) -> str:
    """What the seat wins, and in which order ties are won."""
    side = war.of(seat)
    order = tuple(phrases.player(other) for other in war.order)
    return phrases.say("alt.stakes", vp=side.prize, spoils=side.spoils, order=order)
