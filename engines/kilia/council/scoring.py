"""R17 Scoring: achievements, own zone, contracts, points abilities; also used for the present standings."""

from typing import NamedTuple

from engines.kernel import GameContext, Message, Score, Seat
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS
from engines.kilia.payment.purse import MERCHANT_COST
from engines.kilia.table.queries import count_cards, list_deliveries, list_scoring_goods, list_usable_numbers
from engines.kilia.table.state import Player, State
from engines.kilia.table.words import describe_amounts

DATA = CONTENT.data


class Tally(NamedTuple):
    """R17 The four rows of the scoring pad, and the tie-break."""

    achievements: int
    """Numbers of the wheels on which the markers lie."""
    own_zone: int
    """Points for the cards under the zone of the player's own colour."""
    contracts: int
    """Points of the fulfilled contracts."""
    abilities: int
    """Points of points abilities, one for each good and each delivery."""
    left_over: int
    """Goods and coins left, which decide ties."""

    @property
    def total(self) -> int:
        """Sum of the four rows."""
        return self.achievements + self.own_zone + self.contracts + self.abilities


def compute_achievement_points(s: State, seat: Seat) -> int:
    """R17(1) Sum the number of the space for each marker that has one (R18.12)."""
    return sum(
        number * markers.count(seat)
        for achievement, wheel in s.wheels.items()
        for number, markers in zip(list_usable_numbers(achievement, wheel, len(s.players)), wheel.markers, strict=True)
    )


def compute_own_zone_points(player: Player) -> int:
    """R17(2) Return three points for each card under the zone of the player's own colour."""
    return DATA.rules.own_zone_points_per_card * count_cards(player, DATA.player_colors[player.color].zone)


def compute_contract_points(player: Player) -> int:
    """R17(3) Sum the points of fulfilled contracts; others are worth nothing (R12)."""
    return sum(CONTENT.contracts[contract].points for contract in player.fulfilled)


class AbilityScoring(NamedTuple):
    """R17(4) Goods and merchant activations scored by points abilities, a point each."""

    goods: dict[str, int]
    """Own goods by good."""
    delivery_count: int
    """Number of merchant activations."""

    @property
    def points(self) -> int:
        """Points for the goods and activations."""
        return sum(self.goods.values()) + self.delivery_count


def score_points_abilities(player: Player) -> AbilityScoring:
    """R17(4) Count all matching goods, and as many activations as coins and rows allow; no swap, no three for one."""
    ability_goods = list_scoring_goods(player)
    spaces_by_good = list_deliveries(player)
    max_deliveries = sum(len(spaces_by_good[good]) for good in ability_goods)
    return AbilityScoring(
        {good: player.goods[good] for good in ability_goods}, min(max_deliveries, player.coins // MERCHANT_COST)
    )


def compute_tally(s: State, seat: Seat) -> Tally:
    """R17 Compute all four rows; goods and coins left are counted together, after the fourth."""
    player = s.players[seat]
    ability_scoring = score_points_abilities(player)
    goods = sum(player.goods[good] for good in GOODS) - sum(ability_scoring.goods.values())
    left_over = goods + player.coins - MERCHANT_COST * ability_scoring.delivery_count
    return Tally(
        compute_achievement_points(s, seat),
        compute_own_zone_points(player),
        compute_contract_points(player),
        ability_scoring.points,
        left_over,
    )


def log_points_abilities(ctx: GameContext[State], seat: Seat) -> None:
    """R17(4) Log the goods and activations scored. They stay in the State, so that the score can be computed at any
    time."""
    ability_scoring = score_points_abilities(ctx.state.players[seat])
    if ability_scoring.points:
        key = "end.handed_in" if ability_scoring.delivery_count else "end.handed_in_goods"
        ctx.log_event(
            key,
            things=describe_amounts(ability_scoring.goods),
            calls=ability_scoring.delivery_count,
            points=ability_scoring.points,
        )


def compute_scores(s: State) -> tuple[Score, ...]:
    """R17 Return the scores in order. Most points win; ties go to most goods and coins left; then the victory is
    shared.

    During the game the scores are those of a game that ends now.
    """
    tallies = {seat: compute_tally(s, seat) for seat in range(len(s.players))}
    ranking = sorted(tallies, key=lambda seat: (-tallies[seat].total, -tallies[seat].left_over, seat))
    results = [(tallies[seat].total, tallies[seat].left_over) for seat in ranking]
    return tuple(
        Score(
            seat,
            results.index((tallies[seat].total, tallies[seat].left_over)) + 1,
            tallies[seat].total,
            list_score_parts(tallies[seat]),
        )
        for seat in ranking
    )


def list_score_parts(rows: Tally) -> tuple[tuple[Message, int], ...]:
    """Return the rows of the scoring pad with their names."""
    return (
        (Message("score.achievements"), rows.achievements),
        (Message("score.own_zone"), rows.own_zone),
        (Message("score.contracts"), rows.contracts),
        (Message("score.abilities"), rows.abilities),
    )
