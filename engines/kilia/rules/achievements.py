"""R13 Achievements: automatic markers, the fifteen coins, and the fourth chip."""

import msgspec

from engines.kernel import GameContext, Message, NounRef, Seat, SeatRef, message
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Achievement, Zone
from engines.kilia.table.queries import find_next_number
from engines.kilia.table.state import Player, State

DATA = CONTENT.data
COINS_PER_MARKER = DATA.rules.coins_achievement_cost


def count_earned_markers(player: Player, achievement: Achievement) -> int:
    """R13 Count all markers that a player has earned on one of the automatic achievements."""
    counts = [len(cards) for cards in player.zones.values()]
    match achievement:
        case "one_zone_4":
            return sum(count >= 4 for count in counts)
        case "two_zones_3":
            return sum(count >= 3 for count in counts) // 2  # R18.10: two other zones each time
        case "four_zones_2":
            return int(min(counts) >= 2)
        case "full_market":
            return int(all(player.market.values()))
        case "three_contracts":
            return len(player.fulfilled) // DATA.rules.contracts_per_chip
        case "fifteen_coins":
            return 0  # R13: only by paying


def count_placed_markers(s: State, seat: Seat, achievement: Achievement) -> int:
    """R13 Count the markers of a seat on an achievement, waiting or on its wheel."""
    wheel = s.wheels[achievement]
    return wheel.waiting.count(seat) + sum(markers.count(seat) for markers in wheel.markers)


def place_due_markers(ctx: GameContext[State], seat: Seat) -> None:
    """R13, R18.11 Place all earned markers at once; the player has no choice."""
    for achievement in ctx.state.wheels:
        if earned_count := count_earned_markers(ctx.state.players[seat], achievement):
            for _ in range(earned_count - count_placed_markers(ctx.state, seat, achievement)):
                place_marker(ctx, seat, achievement)


def place_marker(ctx: GameContext[State], seat: Seat, achievement: Achievement) -> None:
    """R13 Place a chip; after the fourth, a good of the player's colour from the supply counts the same (R18.13)."""
    s, player = ctx.state, ctx.state.players[seat]
    key = "marker.chip" if player.chips else "marker.good"
    s.wheels[achievement].waiting.append(seat)
    player.chips = max(0, player.chips - 1)
    ctx.log_event(
        key,
        who=SeatRef(seat),
        achievement=NounRef(f"achievements.{achievement}"),
        number=find_next_number(s, achievement),
        left=player.chips,
        good=NounRef(f"goods.{DATA.player_colors[player.color].good}"),
    )
    if not player.chips and key == "marker.chip" and not s.is_ending and not s.is_final_round:
        s.is_ending = True  # R17
        ctx.log_event("marker.last", who=SeatRef(seat))


def may_claim(player: Player) -> bool:
    """R13 Return True if the player can pay fifteen coins, which is allowed with any free move, any number of times."""
    return player.coins >= COINS_PER_MARKER


def claim_coins(ctx: GameContext[State], seat: Seat) -> None:
    """R13, R6.1 Pay fifteen coins to the supply for a marker."""
    ctx.state.players[seat].coins -= COINS_PER_MARKER
    with ctx.log_line():
        ctx.log_event("claim.done", who=SeatRef(seat), coins=COINS_PER_MARKER)
        place_marker(ctx, seat, "fifteen_coins")


# ---------------------------------------------------------------------- warning before the fourth chip


def build_player_with_card(player: Player, zone: Zone) -> Player:
    """Return the player with one more card under a zone; achievements count cards of any kind."""
    return msgspec.structs.replace(player, zones={**player.zones, zone: [*player.zones[zone], ""]})


def add_fourth_chip_warning(
    s: State, seat: Seat, player_after: Player, detail: Message, extra_markers: int = 0
) -> Message:
    """R17 Return the detail of an option, with a warning if it places the fourth chip: the next round is then the last.

    player_after: the player with the effect of the option; extra_markers: markers that it places in any case.
    """
    due_count = extra_markers + sum(
        max(0, count_earned_markers(player_after, achievement) - count_placed_markers(s, seat, achievement))
        for achievement in s.wheels
    )
    is_fourth_chip = 0 < s.players[seat].chips <= due_count and not s.is_ending and not s.is_final_round
    return message("marker.fourth", detail=detail) if is_fourth_chip else detail
