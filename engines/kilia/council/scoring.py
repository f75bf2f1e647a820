"""R17 The scoring: achievements, own zone, contracts, points abilities; and who is ahead so far."""

from __future__ import annotations

from typing import NamedTuple

from engines.kernel import Msg, Score, Seat, Table
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS
from engines.kilia.payment.purse import MERCHANT_COST
from engines.kilia.table.holdings import cards_in, deliveries, scoring_goods
from engines.kilia.table.state import Player, State
from engines.kilia.table.wheels import numbers
from engines.kilia.table.words import amounts

DATA = CONTENT.data


class Tally(NamedTuple):
    """R17 The four rows of the scoring pad, and what is left for ties."""

    achievements: int
    own_zone: int
    contracts: int
    abilities: int
    left: int

    @property
    def total(self) -> int:
        return self.achievements + self.own_zone + self.contracts + self.abilities


def achievement_points(s: State, seat: Seat) -> int:
    """R17(1) The number of the space for each marker that has one (R18.12)."""
    return sum(
        number * markers.count(seat)
        for achievement, wheel in s.wheels.items()
        for number, markers in zip(numbers(achievement, wheel, len(s.players)), wheel.placed, strict=True)
    )


def own_zone_points(player: Player) -> int:
    """R17(2) Three for each card under the zone of the own colour."""
    return DATA.rules.own_zone_points_per_card * cards_in(player, DATA.player_colors[player.color].zone)


def contract_points(player: Player) -> int:
    """R17(3) The points of fulfilled contracts; others are worth nothing (R12)."""
    return sum(CONTENT.contracts[contract].points for contract in player.fulfilled)


class Handed(NamedTuple):
    """R17(4) What points abilities take: own goods, and activations of merchants, each a point."""

    goods: dict[str, int]
    calls: int

    @property
    def points(self) -> int:
        return sum(self.goods.values()) + self.calls


def points_abilities(player: Player) -> Handed:
    """R17(4) All matching goods, and as many activations as coins and rows allow; no swap, no three for one."""
    scoring = scoring_goods(player)
    calls = deliveries(player)
    most = sum(len(calls[good]) for good in scoring)
    return Handed({good: player.goods[good] for good in scoring}, min(most, player.coins // MERCHANT_COST))


def tally(s: State, seat: Seat) -> Tally:
    """R17 All four rows; goods and coins left are counted together, after the fourth."""
    player = s.players[seat]
    handed = points_abilities(player)
    goods = sum(player.goods[good] for good in GOODS) - sum(handed.goods.values())
    left = goods + player.coins - MERCHANT_COST * handed.calls
    return Tally(achievement_points(s, seat), own_zone_points(player), contract_points(player), handed.points, left)


def tell_points_abilities(t: Table[State], seat: Seat) -> None:
    """R17(4) What the points abilities take. It stays in the State, from which the score is counted at any time."""
    handed = points_abilities(t.state.players[seat])
    if handed.points:
        key = "end.handed_in" if handed.calls else "end.handed_in_goods"
        t.tell(key, things=amounts(handed.goods), calls=handed.calls, points=handed.points)


def scores(s: State) -> tuple[Score, ...]:
    """R17 Most points win; of equals, most goods and coins left; then the victory is shared.

    In the middle of the game: as if it ended now.
    """
    tallies = {seat: tally(s, seat) for seat in range(len(s.players))}
    ranking = sorted(tallies, key=lambda seat: (-tallies[seat].total, -tallies[seat].left, seat))
    rank = [(tallies[seat].total, tallies[seat].left) for seat in ranking]
    return tuple(
        Score(
            seat, rank.index((tallies[seat].total, tallies[seat].left)) + 1, tallies[seat].total, parts(tallies[seat])
        )
        for seat in ranking
    )


def parts(rows: Tally) -> tuple[tuple[Msg, int], ...]:
    """The rows of the scoring pad by name."""
    return (
        (Msg("score.achievements"), rows.achievements),
        (Msg("score.own_zone"), rows.own_zone),
        (Msg("score.contracts"), rows.contracts),
        (Msg("score.abilities"), rows.abilities),
    )
