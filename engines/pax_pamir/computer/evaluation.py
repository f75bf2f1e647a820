"""What a position is worth to a player, in VP, by rules of thumb: what the next checks may bring, and the means.

It reads what the player may know: of the hands of others only how many cards they hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import Coalition, CourtCard
from engines.pax_pamir.table.deck import pile_borders
from engines.pax_pamir.table.derived import court_limit, hand_limit, holder, influence, is_favored
from engines.pax_pamir.table.dominance import blocks_on_map, checks_left, lead_required, strengths
from engines.pax_pamir.table.scoring import scores
from engines.pax_pamir.table.state import State

LIMITS, SCORING = CONTENT.data.limits, CONTENT.data.scoring

WIN = 100.0
VICTORY = 4.0
"""What the lead that wins at once is worth in addition to its VP."""
ACTIONS = {"tax": 0.25, "gift": 0.2, "build": 0.3, "move": 0.15, "betray": 0.2, "battle": 0.25}
"""A card action, the first time that it is in the court; again it is worth half."""
DRAWN_PER_TURN = 6
"""At this many cards below the top of the deck, a check is half as urgent as in the market."""


def worth(s: State, player: int) -> float:
    """VP that the player may hope for, less what the rivals may: half the best of them, half their average."""
    if s.phase == "over":
        return _result(s, player)
    expected = _expected(s)
    means = [_means(s, p, p == player) for p in range(len(s.players))]
    values = [points + mean for points, mean in zip(expected, means, strict=True)]
    rivals = [value for p, value in enumerate(values) if p != player]
    return values[player] - (max(rivals) + sum(rivals) / len(rivals)) / 2


def _result(s: State, player: int) -> float:
    """R10.1 Winning is all that counts; a shared victory is half of one."""
    places = {score.seat: score.place for score in scores(s)}
    winners = sum(place == 1 for place in places.values())
    return WIN / winners if places[player] == 1 else -WIN


# ---------------------------------------------------------------- dominance checks


def nearness(s: State) -> float:
    """How soon the next dominance check is to be expected: 1 = it lies in the market, towards 0 far down in the deck.

    R3.3 Each of the lowest piles of the deck holds one check; what is left of the piles is public.
    """
    if any(space.card in CONTENT.checks for space in s.market):
        return 1.0
    borders = pile_borders(s)
    left = checks_left(s)
    cards_above = len(s.deck) - (borders[left - 1] + borders[left]) / 2
    return DRAWN_PER_TURN / (DRAWN_PER_TURN + max(0.0, cards_above))


def _expected(s: State) -> list[float]:
    """VP so far and what the next check may bring to each player, and the chance that it wins the game at once."""
    near = nearness(s)
    spread = 2.0 - 1.5 * near
    final = checks_left(s) == 1
    gains = [0.0] * len(s.players)
    for coalition, chance in _chances(s, spread).items():
        ranked = strengths(s, coalition)
        values = SCORING.successful if coalition else SCORING.unsuccessful
        for player, points in zip(ranked, _points(values, list(ranked.values()), spread), strict=True):
            gains[player] += chance * points * (SCORING.final_multiplier if final else 1)
    weight = 0.35 + 0.65 * near
    totals = [player.vp + weight * gain for player, gain in zip(s.players, gains, strict=True)]
    return [
        total + VICTORY * near * _sure(_lead(totals, p) - LIMITS.victory_lead_required + 0.5)
        for p, total in enumerate(totals)
    ]


def _lead(totals: Sequence[float], player: int) -> float:
    return totals[player] - max(total for p, total in enumerate(totals) if p != player)


def _sure(margin: float, spread: float = 1.0) -> float:
    """0 .. 1: how likely something is that has such a margin."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, margin / spread))))


def _chances(s: State, spread: float) -> dict[Coalition | None, float]:
    """R10.1 How likely each coalition dominates at the next check, or none (None)."""
    blocks = blocks_on_map(s)
    required = lead_required(s)
    likely: dict[Coalition, float] = {}
    for coalition in COALITIONS:
        most = max(n for other, n in blocks.items() if other != coalition)
        likely[coalition] = _sure(blocks[coalition] - most - required + 0.5, spread)
    total = sum(likely.values())
    return {None: max(0.0, 1.0 - total)} | {coalition: chance / max(1.0, total) for coalition, chance in likely.items()}


def _points(values: Sequence[int], strengths: Sequence[int], spread: float) -> list[float]:
    """R10.3 Points for each of these strengths, when each may still change a little: by the place to be expected."""
    points = []
    for own in strengths:
        place = sum(_sure(other - own, spread) for other in strengths) - 0.5  # it meets itself too
        points.append(_between((*values, 0), place))
    return points


def _between(values: Sequence[int], place: float) -> float:
    """The value at a place 0.0 .. between two places."""
    at = int(place)
    if at >= len(values) - 1:
        return 0.0
    return values[at] + (values[at + 1] - values[at]) * (place - at)


# ---------------------------------------------------------------- means


def _means(s: State, player: int, own: bool) -> float:
    """What a player has to go on with: influence, cylinders, rulers, rupees, court and hand. own: the hand is known."""
    who = s.players[player]
    left = checks_left(s)
    regions = sum(ruler == player for ruler in s.rulers.values())
    later = 0.1 * min(left, 3)
    side = who.loyalty
    total = later * (influence(s, player, side) + 0.6 * s.cylinders(player))
    total += 0.45 * regions + _purse(who.rupees)
    total += _court(s, player)
    if own:
        total += sum(0.25 + 0.4 * card_worth(CONTENT.cards[card]) for card in who.hand)
    else:
        total += 0.55 * len(who.hand)
    if s.turn is not None and s.turn.player == player:
        total -= 0.7 * max(0, len(who.court) - court_limit(s, player))
        total -= 0.5 * max(0, len(who.hand) - hand_limit(s, player))
    return total


def _purse(rupees: int) -> float:
    """The first rupees matter most."""
    return 0.3 * min(rupees, 4) + 0.15 * max(0, min(rupees - 4, 4)) + 0.05 * max(0, rupees - 8)


def card_worth(card: CourtCard) -> float:
    """Stars, actions and the ability of a court card, wherever it is."""
    actions = sum(ACTIONS[action] for action in card.actions)
    return 0.2 + 0.15 * card.rank + 0.6 * actions + 0.2 * (card.ability != "none")


def _court(s: State, player: int) -> float:
    """R4.6-R4.8 The cards in the court: bonus actions count more, those of a hostage less; a leverage will be owed."""
    who = s.players[player]
    total = 0.0
    known: set[str] = set()
    for number in who.court:
        card = CONTENT.cards[number]
        strength = (0.7 + 0.15 * card.rank) * (1.5 if is_favored(s, player, number) else 1.0)
        actions = sum(ACTIONS[action] * (0.5 if action in known else 1.0) for action in card.actions) * strength
        captor = holder(s, number)
        if captor is not None:
            actions *= 0.5
        known.update(card.actions)
        total += 0.2 + 0.1 * card.rank + actions + 0.2 * (card.ability != "none")
        if card.leveraged:
            total -= 0.15 if who.rupees > 1 else 0.4
    held = sum(holder(s, key) == player for key in s.spies)
    return total + 0.25 * held
