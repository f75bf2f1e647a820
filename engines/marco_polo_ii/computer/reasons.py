"""Explanations of suggested options (first-game aids): the gains of the player at the end of the turn."""

from collections import Counter
from collections.abc import Iterator

from engines.kernel import Message, PreviewedAmount, Prompt, Seat, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.rules.payment import can_pay
from engines.marco_polo_ii.table.names import describe_amounts, name_crest, name_guild, name_place
from engines.marco_polo_ii.table.questions import RollAgain, RollBlack, TakeFromPile
from engines.marco_polo_ii.table.scoring import list_crests
from engines.marco_polo_ii.table.state import RESOURCES, Player, State

PREVIEWED_AMOUNTS = {"aid.vp": PreviewedAmount("vp", {"amount.vp": "n", "move.oases": "vp"})}
"""Key of a reason -> where options tell its number, too. Characters and outposts may add to it."""

GAIN_LABELS = ("bonus.copy_of", "bonus.filippo", "bonus.gain")
"""Labels of options that name all they bring."""


def explain_gains(before: State, after: State, seat: Seat) -> Iterator[Message]:
    """Yield the gains between two States, one message each: VP, then sources of later VP, then goods."""
    was, now = before.players[seat], after.players[seat]
    yield from _explain_points(was, now)
    yield from _explain_posts(before, after, seat)
    yield from _explain_seals_and_contracts(was, now)
    if before.phase != "characters":  # the option's text already names the starting gains of a character
        yield from _explain_goods(was, now)


def _explain_points(was: Player, now: Player) -> Iterator[Message]:
    if now.vp > was.vp:
        yield message("aid.vp", vp=now.vp - was.vp)


def _explain_posts(before: State, after: State, seat: Seat) -> Iterator[Message]:
    """R11, R14.2 Yield the new posts, with the crests they add."""
    was, now = before.players[seat], after.players[seat]
    known = list_crests(before, seat)
    for city in now.posts:
        if city in was.posts:
            continue
        line = CONTENT.data.cities[city]
        if line.crest is not None and line.crest not in known:
            yield message("aid.crest", city=name_place(city), crest=name_crest(line.crest))
        else:
            yield message("aid.post", city=name_place(city))


def _explain_seals_and_contracts(was: Player, now: Player) -> Iterator[Message]:
    """Yield new and improved seals, then contracts that are new or can be fulfilled now, those of equal VP counted."""
    for seal, improved in now.seals.items():
        if seal not in was.seals:
            yield message("aid.seal", guild=name_guild(seal))
        elif improved and not was.seals[seal]:
            yield message("aid.improved", guild=name_guild(seal))
    found = Counter[tuple[str, int]]()
    for ident in now.contracts:
        cost, vp = CONTENT.contracts[ident].cost, CONTENT.contracts[ident].reward.vp
        if can_pay(now, cost) and not (ident in was.contracts and can_pay(was, cost)):
            found["aid.can_fulfil", vp] += 1
        elif ident not in was.contracts:
            found["aid.contract", vp] += 1
    yield from (message(key, n=n, vp=vp) for (key, vp), n in found.items())


def _explain_goods(was: Player, now: Player) -> Iterator[Message]:
    gained = {name: n for name in RESOURCES if (n := getattr(now, name) - getattr(was, name)) > 0}
    if gained:
        yield message("aid.goods", gain=describe_amounts(Gain(**gained)))


def explain_costs(before: State, after: State, seat: Seat) -> Iterator[Message]:
    """Yield the goods that the seat has less of."""
    was, now = before.players[seat], after.players[seat]
    if spent := {name: n for name in RESOURCES if (n := getattr(was, name) - getattr(now, name)) > 0}:
        yield describe_amounts(Gain(**spent))


def explain_hopes(_state: State, prompt: Prompt) -> Iterator[Message]:
    """R9.4, R10 Yield a message about a roll, or contracts from the pile, that chance is about to decide."""
    match prompt.subject:
        case RollBlack(dice):
            yield message("aid.black", dice=dice)
        case RollAgain(value):
            yield message("aid.again", value=value)
        case TakeFromPile(number):
            yield message("aid.draw", n=number)


def is_repeat(reason: Message, part: Message) -> bool:
    """Return whether the option's label already gives this reason: it names the goods, or the seal to improve."""
    if reason.key == "aid.goods":
        return part == reason.args["gain"] or (part.key in GAIN_LABELS and part.args == reason.args)
    return (reason.key, part.key) == ("aid.improved", "bonus.improve") and reason.args == part.args
