"""Why an option is good, for first-game aids: what the player has gained where it leads, in a few words."""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel import Msg, Prompt, Term
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.derived import holder, influence
from engines.pax_pamir.table.dominance import checks_left, clear_leader, dominant, forecast
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.questions import ChooseLoyalty, GiveGift
from engines.pax_pamir.table.scoring import over, scores
from engines.pax_pamir.table.state import State

from .greedy import coalitions


def reasons(s: State, after: State, player: int) -> Iterator[Msg]:
    """What the player has gained, the most telling first."""
    yield from _blocks(s, after, player)
    yield from _points_gained(s, after, player)
    yield from _rulers(s, after, player)
    yield from _hostages(s, after, player)
    yield from _overthrown(s, after, player)
    if influence(after, player) > influence(s, player):
        yield Msg("aid.influence", {"influence": influence(after, player)})
    if after.cylinders(player) > s.cylinders(player):
        yield Msg("aid.cylinders", {"cylinders": after.cylinders(player)})
    yield from _means(s, after, player)


def opinion(s: State, prompt: Prompt) -> dict[str, Msg]:
    """R3.6 The first loyalty by what lies in the market; R8.2 the cheapest space for a gift, since all are alike."""
    match prompt.about:
        case ChooseLoyalty():
            values = coalitions(s)
            best, second, *_ = sorted(values, key=lambda answer: -values[answer])
            chosen = any(player.loyalty in best for player in s.players)
            why = Msg("aid.patriots_shared" if chosen else "aid.patriots")
            clear = values[best] > max(0.0, values[second])
            return {best[0]: why if clear else Msg("aid.loyalties_alike")}
        case GiveGift():
            return {min(prompt.options, key=lambda option: option.value).key: Msg("aid.cheapest")}
        case _:
            return {}


SAID = {
    "aid.points": "then.points_you", "aid.rules": "then.rules_you", "aid.unseats": "then.rules_no_more",
    "aid.hostage": "then.hostage_you", "aid.freed": "then.freed_your", "aid.loses": "then.discards",
    "aid.loyalty": "then.loyalty_you",
}  # fmt: skip
"""Which part of an option's detail says the same as a reason."""


def repeats(reason: Msg, part: Msg) -> bool:
    """Whether the part says no more than the reason; where nothing changes but what the reason says, that is enough."""
    if part.key == "then.nothing":
        return True
    return part.key == SAID.get(reason.key) and _said(part) == _said(reason)


def _said(msg: Msg) -> set[str]:
    return {str(arg) for arg in msg.args.values()}


def _points_gained(s: State, after: State, player: int) -> Iterator[Msg]:
    """R10 The end of the game, VP from a check, and from one that would come now."""
    if over(after) and any(score.seat == player and score.place == 1 for score in scores(after)):
        yield Msg("aid.first")
    points = after.players[player].vp - s.players[player].vp
    if points > 0:
        yield Msg("aid.points", {"points": points})
    coming = _points(after, player) - _points(s, player)
    if coming > 0 and not over(after):
        yield Msg("aid.check", {"points": coming})


def _points(s: State, player: int) -> int:
    """R10.3 VP from a check now, more than the best other player gets."""
    gained = forecast(s, dominant(s), checks_left(s) == 1)
    return gained[player] - max(points for other, points in enumerate(gained) if other != player)


def _blocks(s: State, after: State, player: int) -> Iterator[Msg]:
    """R10.1 Armies and roads of the player's coalition, as long as that stays the same."""
    loyalty = s.players[player].loyalty
    if loyalty is not None and loyalty == after.players[player].loyalty:
        more = sum(after.blocks(loyalty)) - sum(s.blocks(loyalty))
        if more > 0:
            yield Msg("aid.blocks", {"coalition": Term(f"coalition.{loyalty}"), "n": more})


def _rulers(s: State, after: State, player: int) -> Iterator[Msg]:
    """R4.5 Regions that the player gains, or that somebody else loses."""
    for region, now in after.rulers.items():
        was, where = s.rulers[region], Term(f"region.{region}")
        if now == player != was:
            yield Msg("aid.rules", {"region": where})
        elif was not in (None, player, now):
            yield Msg("aid.unseats", {"who": s.named(was), "region": where})


def _hostages(s: State, after: State, player: int) -> Iterator[Msg]:
    """R4.6 Own cards that become free and stay, others' cards that are taken."""
    for owner, there in enumerate(after.players):
        for card in there.court:
            was, now = holder(s, card) if s.owner(card) == owner else None, holder(after, card)
            if owner == player and was is not None and now is None:
                yield Msg("aid.freed", {"card": card_words(card)})
            elif now == player != was:
                yield Msg("aid.hostage", {"who": s.named(owner), "card": card_words(card)})


def _overthrown(s: State, after: State, player: int) -> Iterator[Msg]:
    """R4.8 Cards that others lose from their courts."""
    for other, was in enumerate(s.players):
        lost = tuple(card_words(card) for card in was.court if card not in after.players[other].court)
        if other != player and lost:
            yield Msg("aid.loses", {"who": s.named(other), "cards": lost})


def costs(s: State, after: State, player: int) -> Iterator[Msg]:
    """Another loyalty (R6.3); a check that would win the game for somebody else, and that somebody can pay for."""
    was, now = s.players[player].loyalty, after.players[player].loyalty
    if was is not None and now is not None and now != was:
        yield Msg("aid.loyalty", {"coalition": Term(f"coalition.{now}")})
    winner = _would_win(after)
    if winner not in (None, player) and winner != _would_win(s):
        assert winner is not None
        yield Msg("aid.wins", {"who": s.named(winner)})


def _would_win(s: State) -> int | None:
    """R10.4 Who would lead by enough after a check that lies in the market."""
    if over(s) or not any(space.card in CONTENT.checks for space in s.market):
        return None
    gained = forecast(s, dominant(s), checks_left(s) == 1)
    totals = [player.vp + points for player, points in zip(s.players, gained, strict=True)]
    if checks_left(s) > 1:
        return clear_leader(totals)
    return totals.index(max(totals)) if totals.count(max(totals)) == 1 else None


def _means(s: State, after: State, player: int) -> Iterator[Msg]:
    """Rupees, hand and court."""
    was, now = s.players[player], after.players[player]
    lying = sum(old.rupees for old, new in zip(s.market, after.market, strict=True) if old.card and not new.card)
    bought = tuple(merit for card in now.hand if card not in was.hand for merit in merits(s, player, card))
    if lying and bought:
        yield Msg("aid.lying_card", {"rupees": lying, "merits": bought})
    elif lying:
        yield Msg("aid.lying", {"rupees": lying})
    elif now.rupees > was.rupees:
        yield Msg("aid.rupees", {"rupees": now.rupees - was.rupees})
    if bought and not lying:
        yield Msg("aid.card", {"merits": bought})
    played = [card for card in now.court if card not in was.court and CONTENT.cards[card].actions]
    if played:
        yield Msg("aid.court", {"merits": tuple(merit for card in played for merit in merits(s, player, card))})


def merits(s: State, player: int, number: int) -> list[Msg]:
    """What a card has for the court, in plain words: actions that are new there, its ability, its stars (R4.1).

    Stars of a military card count only in a tie, so that they are named only where there is nothing else.
    """
    card = CONTENT.cards[number]
    known = {action for other in s.players[player].court for action in CONTENT.cards[other].actions}
    new = tuple(Term(f"action.{action}") for action in card.actions if action not in known)
    found = [Msg("aid.can", {"actions": new})] if new else []
    if card.ability != "none":
        found.append(Msg(f"aid.ability.{card.ability}"))
    if card.suit != "military" or not found:
        found.append(Msg(f"aid.stars.{card.suit}", {"rank": card.rank}))
    return found
