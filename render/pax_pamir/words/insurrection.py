"""What Insurrection placed after a check: nobody's deed, but the ability of whoever has the card."""

from collections.abc import Sequence
from dataclasses import replace

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render.kit.marks.news import Said
from render.pax_pamir.diff import Armies
from render.pax_pamir.words.phrases import Phrases
from render.pax_pamir.words.places import Piece

_COALITION, _REGION, _ARMIES = "afghan", "kabul", 2


def insurrection(pieces: Sequence[Piece], before: View, seat: int, phrases: Phrases) -> tuple[list[Piece], list[Said]]:
    """R10.7, R11 The other pieces, and the armies in the line of who placed them."""
    view, ability = phrases.view, "insurrection"
    owners = [
        player.number
        for player in view.players
        if any(CONTENT.cards[slot.card].ability == ability for slot in player.court)
    ]
    come = [
        fact
        for fact in pieces
        if isinstance(fact, Armies) and (fact.region, fact.coalition) == (_REGION, _COALITION) and fact.more > 0
    ]
    if len(view.checks) == len(before.checks) or not owners or not come:
        return list(pieces), []
    n = min(_ARMIES, come[0].more)
    done = phrases.say("since.armies", coalition=phrases.coalition(_COALITION), n=n)
    where = phrases.say("since.at", where=(phrases.region(_REGION),), done=(done,))
    words = phrases.say("since.insurrection", ability=phrases.noun(f"ability.{ability}"), where=where)
    left = replace(come[0], more=come[0].more - n)
    rest = [left if fact is come[0] else fact for fact in pieces if fact is not come[0] or left.more]
    return rest, [Said(words, frozenset({f"army:{_REGION}:{_COALITION}"}), None if owners[0] == seat else owners[0])]
