"""R13 Achievements: markers that are placed at once, the fifteen coins, and the fourth chip."""

from __future__ import annotations

import msgspec

from engines.kernel import Msg, Seat, Table, Term, Who, say
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Achievement, Zone
from engines.kilia.table.state import Player, State
from engines.kilia.table.wheels import next_number

DATA = CONTENT.data
COST = DATA.rules.coins_achievement_cost


def earned(player: Player, achievement: Achievement) -> int:
    """R13 How many markers a player has earned in all on one of the automatic achievements."""
    counts = [len(cards) for cards in player.zones.values()]
    match achievement:
        case "one_zone_4":
            return sum(count >= 4 for count in counts)
        case "two_zones_3":
            return sum(count >= 3 for count in counts) // 2  # R18.10: two others each time
        case "four_zones_2":
            return int(min(counts) >= 2)
        case "full_market":
            return int(all(player.market.values()))
        case "three_contracts":
            return len(player.fulfilled) // DATA.rules.contracts_per_chip
        case "fifteen_coins":
            return 0  # R13: only by paying


def placed(s: State, seat: Seat, achievement: Achievement) -> int:
    """R13 Markers of a seat on an achievement, waiting or on its wheel."""
    wheel = s.wheels[achievement]
    return wheel.waiting.count(seat) + sum(markers.count(seat) for markers in wheel.placed)


def place_due_markers(t: Table[State], seat: Seat) -> None:
    """R13, R18.11 What is earned and not placed yet is placed at once, whether the player likes it or not."""
    for achievement in t.state.wheels:
        if due := earned(t.state.players[seat], achievement):
            for _ in range(due - placed(t.state, seat, achievement)):
                place_marker(t, seat, achievement)


def place_marker(t: Table[State], seat: Seat, achievement: Achievement) -> None:
    """R13 A chip, or beyond the fourth a good of the own colour from the supply, which counts the same (R18.13)."""
    s, player = t.state, t.state.players[seat]
    key = "marker.chip" if player.chips else "marker.good"
    s.wheels[achievement].waiting.append(seat)
    player.chips = max(0, player.chips - 1)
    t.tell(
        key,
        who=Who(seat),
        achievement=Term(f"achievements.{achievement}"),
        number=next_number(s, achievement),
        left=player.chips,
        good=Term(f"goods.{DATA.player_colors[player.color].good}"),
    )
    if not player.chips and key == "marker.chip" and not s.ending and not s.final:
        s.ending = True  # R17
        t.tell("marker.last", who=Who(seat))


def may_claim(player: Player) -> bool:
    """R13 Fifteen coins may be paid whenever free moves are allowed, again and again."""
    return player.coins >= COST


def claim_coins(t: Table[State], seat: Seat) -> None:
    """R13, R6.1 Fifteen coins go to the supply for a marker."""
    t.state.players[seat].coins -= COST
    with t.line():
        t.tell("claim.done", who=Who(seat), coins=COST)
        place_marker(t, seat, "fifteen_coins")


# ---------------------------------------------------------------------- what an option would set off


def with_card(player: Player, zone: Zone) -> Player:
    """The player with one card more under a zone; achievements count cards, whichever they are."""
    return msgspec.structs.replace(player, zones={**player.zones, zone: [*player.zones[zone], ""]})


def warned(s: State, seat: Seat, then: Player, detail: Msg, more: int = 0) -> Msg:
    """R17 What an option says, after a warning if it places the fourth chip: the round after this one is the last.

    then: the player with what the option adds; more: markers that it places in any case
    """
    due = more + sum(max(0, earned(then, achievement) - placed(s, seat, achievement)) for achievement in s.wheels)
    ends = 0 < s.players[seat].chips <= due and not s.ending and not s.final
    return say("marker.fourth", detail=detail) if ends else detail
