"""R14 The final scoring, and the points during the game."""

from engines.kernel import Message, Score, Seat
from engines.marco_polo_ii.data.content import CONTENT

from .state import State

DATA = CONTENT.data
FINAL = DATA.final_scoring


def is_over(s: State) -> bool:
    return s.phase == "over"


def list_crests(s: State, seat: Seat) -> list[str]:
    """R14.2 Return the different crests of the cities where the seat has a post."""
    own_crests = {DATA.cities[city].crest for city in s.players[seat].posts}
    return [crest for crest in DATA.crests if crest in own_crests]


def count_bonus_crests(s: State, seat: Seat) -> int:
    """R12 Return the additional crests of De Wu and Tebaldo."""
    match s.players[seat].character:
        case "de_wu":
            return DATA.characters.de_wu.bonus_crests
        case "tebaldo":
            return DATA.characters.tebaldo.bonus_crests
        case _:
            return 0


def score_crests(number: int) -> int:
    """R14.2 Return the VP for a number of crests; 13 and more score the same."""
    vp = DATA.crest_scoring.vp
    return vp[min(number, len(vp) - 1)]


def count_goal_crests(s: State, seat: Seat) -> int:
    """R14.2, R16.34 Count the crest icons of the seat's goal card that it has reached."""
    goal = s.players[seat].goal
    return sum(crest in list_crests(s, seat) for crest in DATA.goals[goal].crests) if goal else 0


def score_goal_seals(s: State, seat: Seat) -> int:
    """R14.1 Return the VP for the seal icons of the seat's goal card whose seals are improved."""
    player = s.players[seat]
    icons = DATA.goals[player.goal].seals if player.goal else ()
    return sum(DATA.guilds[guild].goal_vp for guild in icons if player.seals.get(guild))


def count_contracts(s: State, seat: Seat) -> int:
    """R14.5 Count the fulfilled contracts of a seat; R12 Vidal always counts as four."""
    player = s.players[seat]
    return DATA.characters.vidal.counts_as_contracts if player.character == "vidal" else len(player.fulfilled)


def score_contracts(s: State, seat: Seat) -> int:
    """R14.5 Return the VP for most or second most contracts.

    R15.18 A ruling decides whether second place scores after a tie for first; R15.11 with two players only first place
    scores.
    """
    counts = [count_contracts(s, other) for other in s.seats]
    own_count = counts[seat]
    if not own_count and not DATA.rulings.zero_contracts_score:
        return 0
    ranks = sorted(set(counts), reverse=True)
    if own_count == ranks[0]:
        return FINAL.most_contracts_vp
    second = DATA.setup.by_players[len(s.players)].second_most_contracts
    if counts.count(ranks[0]) > 1 and not DATA.rulings.second_place_after_first_tie:
        second = False
    return FINAL.second_contracts_vp if second and own_count == ranks[1] else 0


def score_caravans(s: State, seat: Seat) -> int:
    """R14.6 Return the VP for goods still on caravans."""
    return sum(DATA.goods[good].caravan_end_vp for caravan in s.players[seat].caravans for good in caravan.goods)


def compute_final_parts(s: State, seat: Seat) -> list[tuple[str, int]]:
    """R14 Return the VP of the final scoring by source; coins are R14.3, goods R14.4."""
    player = s.players[seat]
    crests = len(list_crests(s, seat)) + count_goal_crests(s, seat) + count_bonus_crests(s, seat)
    return [
        ("goal", score_goal_seals(s, seat)),
        ("crests", score_crests(crests)),
        ("coins", player.coins // FINAL.coins_per_vp),
        ("goods", player.goods // FINAL.resources_per_vp),
        ("most_contracts", score_contracts(s, seat)),
        ("caravan_goods", score_caravans(s, seat)),
        ("outposts", DATA.rulings.filippo_unused_tiles_vp * len(player.outposts)),
    ]


def compute_scores(s: State) -> tuple[Score, ...]:
    """R14 Return the result, or the points so far. Ties: more camels; then the players share the place."""
    totals = []
    for seat, player in enumerate(s.players):
        parts = [*player.points.items(), *(compute_final_parts(s, seat) if is_over(s) else [])]
        labelled_parts: tuple[tuple[Message, int], ...] = tuple(
            (Message(f"score.{name}"), vp) for name, vp in parts if vp
        )
        totals.append((sum(vp for _, vp in parts), player.camels if is_over(s) else 0, seat, labelled_parts))
    totals.sort(key=lambda entry: (-entry[0], -entry[1], entry[2]))
    ranks = [entry[:2] for entry in totals]
    return tuple(
        Score(seat, ranks.index((total, camels)) + 1, total, labelled_parts)
        for total, camels, seat, labelled_parts in totals
    )
