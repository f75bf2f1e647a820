"""R14 The final scoring, and the standing on the way."""

from __future__ import annotations

from engines.kernel import Msg, Score, Seat
from engines.marco_polo_ii.data.content import CONTENT

from .state import State

DATA = CONTENT.data
FINAL = DATA.final_scoring


def over(s: State) -> bool:
    return s.phase == "over"


def crests_of(s: State, seat: Seat) -> list[str]:
    """R14.2 The different crests of cities with own posts."""
    own = {DATA.cities[city].crest for city in s.players[seat].posts}
    return [crest for crest in DATA.crests if crest in own]


def bonus_crests(s: State, seat: Seat) -> int:
    """R12 De Wu and Tebaldo."""
    match s.players[seat].character:
        case "de_wu":
            return DATA.characters.de_wu.bonus_crests
        case "tebaldo":
            return DATA.characters.tebaldo.bonus_crests
        case _:
            return 0


def crest_vp(number: int) -> int:
    """R14.2 13 and more score alike."""
    vp = DATA.crest_scoring.vp
    return vp[min(number, len(vp) - 1)]


def goal_crests(s: State, seat: Seat) -> int:
    """R14.2, R16.34 Crest icons of the own goal card that are reached."""
    goal = s.players[seat].goal
    return sum(crest in crests_of(s, seat) for crest in DATA.goals[goal].crests) if goal else 0


def goal_seals(s: State, seat: Seat) -> int:
    """R14.1 VP for the seal icons of the own goal card whose seals are improved."""
    player = s.players[seat]
    icons = DATA.goals[player.goal].seals if player.goal else ()
    return sum(DATA.guilds[guild].goal_vp for guild in icons if player.seals.get(guild))


def contracts_counted(s: State, seat: Seat) -> int:
    """R14.5; R12 Vidal always counts as four."""
    player = s.players[seat]
    return DATA.characters.vidal.counts_as_contracts if player.character == "vidal" else len(player.fulfilled)


def contracts_vp(s: State, seat: Seat) -> int:
    """R14.5 Most and second most; R15.18 a tie for the first leaves the second; R15.11 with two, only the first."""
    counts = [contracts_counted(s, one) for one in s.seats]
    mine = counts[seat]
    if not mine and not DATA.rulings.zero_contracts_score:
        return 0
    ranks = sorted(set(counts), reverse=True)
    if mine == ranks[0]:
        return FINAL.most_contracts_vp
    second = DATA.setup.by_players[len(s.players)].second_most_contracts
    if counts.count(ranks[0]) > 1 and not DATA.rulings.second_place_after_first_tie:
        second = False
    return FINAL.second_contracts_vp if second and mine == ranks[1] else 0


def caravan_vp(s: State, seat: Seat) -> int:
    """R14.6 Goods still on caravans."""
    return sum(DATA.goods[good].caravan_end_vp for one in s.players[seat].caravans for good in one.goods)


def final_parts(s: State, seat: Seat) -> list[tuple[str, int]]:
    """R14 What the end adds, by source; coins are R14.3, goods R14.4."""
    player = s.players[seat]
    crests = len(crests_of(s, seat)) + goal_crests(s, seat) + bonus_crests(s, seat)
    return [
        ("goal", goal_seals(s, seat)),
        ("crests", crest_vp(crests)),
        ("coins", player.coins // FINAL.coins_per_vp),
        ("goods", player.goods // FINAL.resources_per_vp),
        ("most_contracts", contracts_vp(s, seat)),
        ("caravan_goods", caravan_vp(s, seat)),
        ("outposts", DATA.rulings.filippo_unused_tiles_vp * len(player.outposts)),
    ]


def scores(s: State) -> tuple[Score, ...]:
    """R14 The result, or the points so far. Of equals, who has more camels; then they share the place."""
    totals = []
    for seat, player in enumerate(s.players):
        parts = [*player.points.items(), *(final_parts(s, seat) if over(s) else [])]
        shown: tuple[tuple[Msg, int], ...] = tuple((Msg(f"score.{name}"), vp) for name, vp in parts if vp)
        totals.append((sum(vp for _, vp in parts), player.camels if over(s) else 0, seat, shown))
    totals.sort(key=lambda one: (-one[0], -one[1], one[2]))
    ranks = [one[:2] for one in totals]
    return tuple(Score(seat, ranks.index((total, camels)) + 1, total, shown) for total, camels, seat, shown in totals)
