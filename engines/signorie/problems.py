"""Invariants of a State."""

from collections import Counter
from collections.abc import Iterator

from engines.kernel import Seat
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import SEXES
from engines.signorie.phases.setup import build_house_tiles
from engines.signorie.table.board import CAREERS
from engines.signorie.table.state import Player, State, Tile

DATA = CONTENT.data


def list_problems(state: State) -> list[str]:
    """Return a description of each broken invariant; empty if the state is sound."""
    errors = [*_check_turn(state), *_check_tiles(state), *_check_dice(state), *_check_discs(state)]
    for seat, player in enumerate(state.players):
        errors += (f"seat {seat}: {problem}" for problem in _check_player(state, seat, player))
    return errors


def _check_player(state: State, seat: Seat, player: Player) -> Iterator[str]:
    if player.florins < 0:
        yield f"{player.florins} florins"
    for sex in SEXES:
        places = {
            "supply": player.supply[sex],
            "stock": player.stock[sex],
            "threshold space": player.threshold[sex],
            "tracks": sum(map(sum, player.careers.values())) if sex == "male" else 0,
            "cities": sum(
                m is not None and (m.seat, m.sex) == (seat, sex) for c in state.cities.values() for m in c.slots
            ),
        }
        if sum(places.values()) != DATA.setup.count_meeples(sex) or min(places.values()) < 0:
            yield f"{sum(places.values())} {sex} meeples instead of {DATA.setup.count_meeples(sex)}: {places}"
    if {career: len(slots) for career, slots in player.careers.items()} != dict.fromkeys(
        CAREERS, DATA.career_track.top
    ):
        yield f"career slots {player.careers}, {DATA.career_track.top} on each track"
    if player.plan.keys() != set(DATA.plan_rule.rows):
        yield f"rows {[*player.plan]} of the plan"
    if any(men < 0 for slots in player.careers.values() for men in slots):
        yield f"fewer than no men on a career slot: {player.careers}"
    if sum(player.threshold.values()) > DATA.threshold.max_meeples:
        yield f"{sum(player.threshold.values())} meeples in the threshold space, at most {DATA.threshold.max_meeples}"
    if len(player.dice) > DATA.rounds.max_actions_per_round:
        yield f"{len(player.dice)} dice, at most {DATA.rounds.max_actions_per_round}"
    if not 0 <= player.brides <= DATA.brides.sons:
        yield f"{player.brides} brides for {DATA.brides.sons} sons"
    if len(set(player.helpers)) != len(player.helpers) or not CONTENT.helpers.keys() >= set(player.helpers):
        yield f"helpers {player.helpers}: one disc for each slot of the board"
    for row, plan_row in player.plan.items():
        shields = Counter(DATA.plan[player.color].list_shields(row))
        if not Counter(tile.house for tile in plan_row.face_up) <= shields:
            yield f"row {row}: face-up tiles {[tile.house for tile in plan_row.face_up]} on the shields {dict(shields)}"
    if any(vp < 0 for vp in player.points.values()):
        yield f"negative points: {player.points}"


def _check_turn(state: State) -> Iterator[str]:
    seats = list(range(len(state.players)))
    if sorted(state.order) != seats:
        yield f"turn order {state.order} does not hold each of the seats {seats} once"
    if (state.phase == "actions") != (state.active is not None):
        yield f"phase {state.phase} with active seat {state.active}"
    if (state.phase == "rewards") != bool(state.rewarded):
        yield f"phase {state.phase} with seats {state.rewarded} to be rewarded"
    if len({player.color for player in state.players}) != len(seats):
        yield f"colours {[player.color for player in state.players]} are not different"
    helpers = sum(len(player.helpers) for player in state.players)
    if helpers > DATA.supply.helper_discs:
        yield f"{helpers} helper discs on boards, there are {DATA.supply.helper_discs}"
    for number, tile in enumerate(state.rewards, 1):
        kind = "bonus" if number in DATA.rounds.bonus_reward_slots else "vp"
        if tile is not None and CONTENT.rewards[tile].kind != kind:
            yield f"reward slot {number}: {tile} is no {kind} tile"
    if len(state.rewards) != DATA.rewards.slots:
        yield f"{len(state.rewards)} reward slots instead of {DATA.rewards.slots}"
    on_slots = [tile for tile in state.rewards if tile is not None]
    if len(set(on_slots)) != len(on_slots):
        yield f"reward tiles {on_slots}: one lies twice"


def collect_tiles(state: State) -> list[Tile]:
    """Return all alliance tiles, wherever they lie."""
    tiles = [*state.stack, *state.removed]
    for player in state.players:
        for row in player.plan.values():
            tiles += row.face_up + row.face_down
    for city in state.cities.values():
        tiles += [tile for tile in (city.marriage, city.mission) if tile is not None]
    return tiles


def _check_tiles(state: State) -> Iterator[str]:
    printed = Counter(tile for house in DATA.houses.ids for tile in build_house_tiles(house))
    present = Counter(collect_tiles(state))
    if present != printed:
        yield f"alliance tiles: too many {dict(present - printed)}, missing {dict(printed - present)}"
    removed_count = DATA.setup.by_player_count.alliance_tiles_removed_per_house[len(state.players)]
    if Counter(tile.house for tile in state.removed) != Counter(
        {house: removed_count for house in DATA.houses.ids if removed_count}
    ):
        yield f"removed before the game: {state.removed} instead of {removed_count} of each house"
    if len(state.cities) != DATA.setup.by_player_count.cities_used[len(state.players)]:
        yield f"{len(state.cities)} cities in use with {len(state.players)} players"
    for city_id, city in state.cities.items():
        filled = [meeple is not None for meeple in city.slots]
        if len(filled) != len(DATA.city_rule.slot_values) or filled != sorted(filled, reverse=True):
            yield f"{city_id}: city slots are not filled from the lowest value: {filled}"


def _check_dice(state: State) -> Iterator[str]:
    if not state.assignments:
        return  # before the first round
    if sorted(state.assignments.values()) != sorted(CONTENT.tiles) or state.assignments.keys() != CONTENT.slots.keys():
        yield f"assignment tiles: {state.assignments}"
    if "secret_letters" not in state.variants and state.turned:
        yield f"turned tiles {state.turned} without Secret Letters"
    if len(set(state.turned)) != len(state.turned) or not CONTENT.slots.keys() >= set(state.turned):
        yield f"turned tiles {state.turned}"
    if state.phase in ("setup", "cleanup", "over"):
        return  # the dice are not in the round
    number = DATA.setup.by_player_count.action_dice_per_color[len(state.players)]
    for color in DATA.die.colors:
        placed = [player.dice[color] for player in state.players if color in player.dice]
        dice = len(state.pool[color]) + len(placed) + state.aside[color]
        if dice != number:
            yield f"{dice} {color} dice instead of {number}"
        if not set(placed + state.pool[color]) <= set(DATA.die.faces):
            yield f"{color} dice show {state.pool[color]} and {placed}"


def _check_discs(state: State) -> Iterator[str]:
    discs = sorted(seat for slot in state.initiative for seat in slot)
    if discs != list(range(len(state.players))):
        yield f"initiative discs {state.initiative}: each seat has one"
    if len(state.initiative) != len(DATA.initiative_track.vp):
        yield f"{len(state.initiative)} initiative slots instead of {len(DATA.initiative_track.vp)}"
