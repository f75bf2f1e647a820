"""Consistency checks on data.toml: do its lines agree with each other?"""

import tomllib
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sequence, Sized
from typing import Any, get_args

from engines.signorie.data.ids import INITIATIVE, SEXES, WEDDING, Career

from .effect_types import AssignmentAny, Offspring, Progress, ProgressPerMeeple, ThresholdPerMeeple, VpEffect
from .types import AssignmentTile, Data, Effects, HelperSlotData, RewardTile

Mistake = tuple[str, str, object]
"""Key, expected value, actual value."""

CAREERS = get_args(Career)


def iter_data_errors(text: str, data: Data, effects: Effects, nouns: Container[str]) -> Iterator[Mistake]:
    """Yield the errors of a file whose lines have the right types. `nouns`: the paths of terms.toml."""
    yield from _iter_unread_keys(tomllib.loads(text), effects)
    for key, path in _iter_nouns(data):
        if path not in nouns:
            yield key, f"a noun {path} in terms.toml", "none"
    yield from _check_setup(data)
    yield from _check_rounds(data)
    yield from _check_board(data)
    yield from _check_columns(data)
    yield from _check_helpers(data, effects)
    yield from _check_plans(data)
    yield from _check_assignments(data, effects)
    yield from _check_rewards(data, effects)


# ---------------------------------------------------------------- checks that several tables share


def _check_distinct(key: str, ids: Iterable[object]) -> Iterator[Mistake]:
    duplicates = [name for name, times in Counter(ids).items() if times > 1]
    if duplicates:
        yield key, "different values", f"{duplicates[0]!r} twice"


def _check_known(key: str, ids: Iterable[object], allowed: Collection[object]) -> Iterator[Mistake]:
    for name in ids:
        if name not in allowed:
            yield key, f"one of {', '.join(map(str, allowed))}", repr(name)


def _check_each_once(key: str, ids: Collection[str], expected: Collection[str]) -> Iterator[Mistake]:
    yield from _check_known(key, ids, expected)
    yield from _check_distinct(key, ids)
    if len(ids) < len(expected):
        yield key, f"{', '.join(expected)}, each once", f"{len(ids)} of them"


def _check_length(key: str, values: Sized, length: int, why: str = "") -> Iterator[Mistake]:
    if len(values) != length:
        yield key, f"{length} numbers{why}", len(values)


def _check_rising(key: str, values: Sequence[int]) -> Iterator[Mistake]:
    if list(values) != sorted(values):
        yield key, "numbers that do not fall", list(values)


def _check_maximum(key: str, value: int, limit: int, reason: str) -> Iterator[Mistake]:
    if value > limit:
        yield key, f"at most {limit}, {reason}", value


def _check_tracks(key: str, tracks: Sequence[str], data: Data) -> Iterator[Mistake]:
    yield from _check_known(key, tracks, (*data.career_track.tracks, INITIATIVE))
    yield from _check_distinct(key, tracks)


def _iter_unread_keys(document: dict[str, Any], effects: Effects) -> Iterator[Mistake]:
    """Yield keys that are read neither as data nor as an effect, in the lines that are parsed as both."""
    shapes = {"helper": HelperSlotData, "assignment_tile": AssignmentTile, "reward_tile": RewardTile}
    for name, shape in shapes.items():
        for i, (line, effect) in enumerate(zip(document[name], getattr(effects, name), strict=True)):
            known_keys = ("effect", *shape.__struct_fields__, *effect.__struct_fields__)
            yield from _check_known(f"{name}[{i}]", line, known_keys)


def _iter_nouns(data: Data) -> Iterator[tuple[str, str]]:
    """Yield pairs: the key of a line and the path of the noun that it needs."""
    for section, key, ids in (
        ("player_colors", "player_colors.order", data.player_colors.order),
        ("die_colors", "die.colors", data.die.colors),
        ("signoria_labels", "column.signoria", [column.signoria for column in data.column]),
        ("helper_rows", "helper_grid.rows", data.helper_grid.rows),
        ("helper_labels", "helper.id", [helper.id for helper in data.helper]),
        ("terms", "career_track.tracks", data.career_track.tracks),
        ("cities", "city.id", [city.id for city in data.city]),
        ("houses", "houses.ids", data.houses.ids),
        ("assignment_labels", "assignment_tile.id", [tile.id for tile in data.assignment_tile]),
        ("reward_labels", "reward_tile.id", [tile.id for tile in data.reward_tile]),
    ):
        yield from ((key, f"{section}.{name}") for name in ids)


# ---------------------------------------------------------------- checks of the tables, in their order in data.toml


def _check_setup(data: Data) -> Iterator[Mistake]:
    max_players, start = data.meta.players_max, data.setup
    if data.meta.players_min > max_players:
        yield "meta.players_min", f"at most {max_players}, as in players_max", data.meta.players_min
    yield from _check_distinct("player_colors.order", data.player_colors.order)
    if len(data.player_colors.order) < max_players:
        yield "player_colors.order", f"at least {max_players} colours", len(data.player_colors.order)
    yield from _check_length("setup.extra_florins_by_turn_order", start.extra_florins_by_turn_order, max_players)
    for sex in SEXES:
        if start.in_supply(sex) + start.in_stock(sex) != start.count_meeples(sex):
            parts = start.in_supply(sex) + start.in_stock(sex)
            yield f"setup.{sex}s_total", f"{parts}, the sum of supply and stock", start.count_meeples(sex)
    by_count = start.by_player_count
    dice = data.supply.action_dice_total // len(data.die.colors)
    for name, table, limit in (
        ("action_dice_per_color", by_count.action_dice_per_color, dice),
        ("cities_used", by_count.cities_used, len(data.city)),
        ("alliance_tiles_removed_per_house", by_count.alliance_tiles_removed_per_house, data.alliance_tiles.per_house),
    ):
        key, counts = f"setup.by_player_count.{name}", range(data.meta.players_min, max_players + 1)
        yield from _check_known(key, table, counts)
        for count in counts:
            if not 0 <= table.get(count, -1) <= limit:
                yield f"{key}.{count}", f"a number up to {limit}", table.get(count, "nothing")
    if data.supply.brides < data.brides.sons * max_players:
        # R15.19: brides never run out
        yield (
            "supply.brides",
            f"at least {data.brides.sons * max_players}, for {max_players} families",
            data.supply.brides,
        )
    rolled = data.brides.married_at_start + data.brides.sons
    if data.supply.offspring_dice < rolled:
        yield (
            "supply.offspring_dice",
            f"at least {rolled}, for a family with all sons married",
            (data.supply.offspring_dice),
        )


def _check_rounds(data: Data) -> Iterator[Mistake]:
    count, bonus = data.rounds.count, data.rounds.bonus_reward_slots
    slots = bonus + data.rounds.vp_reward_slots
    if slots != tuple(range(1, count + 1)):
        yield "rounds", f"reward slots 1 to {count}, bonus slots first", list(slots)
    if data.rewards.slots != count:
        yield "rewards.slots", f"{count}, one for each round", data.rewards.slots
    yield from _check_maximum(
        "rounds.max_actions_per_round",
        data.rounds.max_actions_per_round,
        len(data.die.colors),
        "one die of each colour",
    )
    short = data.variants.short_season
    yield from _check_maximum(
        "variants.short_season.first_reward_slot", short.first_reward_slot, count, "the last round"
    )
    if short.rounds != count - short.first_reward_slot + 1:
        expected = f"{count - short.first_reward_slot + 1}, from reward slot {short.first_reward_slot} to {count}"
        yield "variants.short_season.rounds", expected, short.rounds
    yield from _check_length("brides.vp", data.brides.vp, data.brides.sons, ", one for each son")
    yield from _check_known("brides.dowry.reward_slots", data.brides.dowry.reward_slots, bonus)
    yield from _check_distinct("brides.dowry.reward_slots", data.brides.dowry.reward_slots)


def _check_board(data: Data) -> Iterator[Mistake]:
    track, marriage, gates = data.career_track, data.signoria.marriage, data.variants.open_gates
    yield from _check_each_once("career_track.tracks", track.tracks, CAREERS)
    yield from _check_length("career_track.rank", track.rank, len(track.vp), ", one for each slot")
    yield from _check_rising("career_track.vp", track.vp)
    yield from _check_rising("career_track.rank", track.rank)
    bonus_slots = {"bonus_slot_4": track.bonus_slot_4.slot, "bonus_slot_6": track.bonus_slot_6.slot}
    for name, slot in bonus_slots.items():
        if slot > track.top:
            yield f"career_track.{name}.slot", f"1 to {track.top}", slot
    yield from _check_distinct("career_track", [("slot", slot) for slot in bonus_slots.values()])
    yield from _check_rising("initiative_track.vp", data.initiative_track.vp)
    yield from _check_distinct("city", [city.id for city in data.city])
    values = data.city_rule.slot_values
    yield from _check_rising("city_rule.slot_values", values)
    highest = max(track.rank, default=0)
    for key, value in (("city_rule.slot_values", max(values)), ("variants.open_gates.rank", gates.rank)):
        yield from _check_maximum(key, value, highest, "the highest rank of a man")
    for key, value in (("city_rule.slot_values", max(values)), ("variants.open_gates.dowry", gates.dowry)):
        yield from _check_maximum(key, value, marriage.dowry_max, "the highest dowry")
    if data.die.faces != tuple(range(1, len(data.die.faces) + 1)):
        yield "die.faces", "1, 2, 3 ...", list(data.die.faces)
    offspring = data.signoria.offspring
    if sorted(offspring.female_faces + offspring.male_faces) != list(data.die.faces):
        got = f"{list(offspring.female_faces)} and {list(offspring.male_faces)}"
        yield "signoria.offspring", "every face of a die once, female or male", got
    yield from _check_tracks("signoria.tracks.tracks", data.signoria.tracks.tracks, data)


def _check_columns(data: Data) -> Iterator[Mistake]:
    colors = data.die.colors
    yield from _check_distinct("die.colors", colors)
    if tuple(column.color for column in data.column) != colors:
        yield "column", f"the colours {', '.join(colors)} in this order", [column.color for column in data.column]
    for i, column in enumerate(data.column):
        yield from _check_known(f"column[{i}].hires_into", (column.hires_into,), colors)
    yield from _check_distinct("column.hires_into", [column.hires_into for column in data.column])
    yield from _check_distinct("column.signoria", [column.signoria for column in data.column])


def _check_helpers(data: Data, effects: Effects) -> Iterator[Mistake]:
    colors, rows = data.die.colors, data.helper_grid.rows
    yield from _check_distinct("helper_grid.rows", rows)
    yield from _check_distinct("helper", [helper.id for helper in data.helper])
    yield from _check_distinct("helper", [(helper.column, helper.row) for helper in data.helper])
    max_meeples = max((tile.meeples_max for tile in data.assignment_tile), default=0)
    for i, (helper, effect) in enumerate(zip(data.helper, effects.helper, strict=True)):
        yield from _check_known(f"helper[{i}].column", (helper.column,), colors)
        yield from _check_known(f"helper[{i}].row", (helper.row,), rows)
        match effect:
            case Progress(tracks=tracks):
                yield from _check_tracks(f"helper[{i}].tracks", tracks, data)
            case AssignmentAny(max_meeples=meeples):
                yield from _check_maximum(f"helper[{i}].max_meeples", meeples, max_meeples, "what a tile takes")
            case Offspring(dice=int(dice)):
                yield from _check_maximum(f"helper[{i}].dice", dice, data.supply.offspring_dice, "as in supply")
    if len(data.helper) != len(colors) * len(rows):
        yield "helper", f"{len(colors) * len(rows)} slots, one for each column and row", len(data.helper)


def _check_plans(data: Data) -> Iterator[Mistake]:
    tiles, rule, houses = data.alliance_tiles, data.plan_rule, data.houses.ids
    yield from _check_distinct("houses.ids", houses)
    if sum(tiles.copies_per_house.values()) != tiles.per_house:
        yield "alliance_tiles.copies_per_house", f"{tiles.per_house} tiles", sum(tiles.copies_per_house.values())
    if tiles.per_house * len(houses) != tiles.total:
        expected = f"{tiles.per_house * len(houses)}, {tiles.per_house} for each house"
        yield "alliance_tiles.total", expected, tiles.total
    if rule.rows != (*data.career_track.tracks, WEDDING):
        yield "plan_rule.rows", f"{', '.join(data.career_track.tracks)}, {WEDDING}", list(rule.rows)
    for color in data.player_colors.order:
        if color not in data.plan:
            yield "plan", f"a plan for {color}", ", ".join(data.plan)
            continue
        for row in rule.rows:
            shields = data.plan[color].list_shields(row)
            size, kinds = rule.career_row_shields, rule.career_row_houses
            if row == WEDDING:
                size = kinds = rule.wedding_row_shields
            yield from _check_known(f"plan.{color}.{row}", shields, houses)
            if (len(shields), len(set(shields))) != (size, kinds):
                yield f"plan.{color}.{row}", f"{size} shields of {kinds} houses", list(shields)
    yield from _check_known("plan", data.plan, data.player_colors.order)


def _check_assignments(data: Data, effects: Effects) -> Iterator[Mistake]:
    areas, colors, rule = data.assignment_rule.areas, data.die.colors, data.assignment_rule
    if areas != colors:
        yield "assignment_rule.areas", f"the colours {', '.join(colors)}", list(areas)
    if rule.slots_per_area != len(SEXES):
        yield "assignment_rule.slots_per_area", "2, one for men and one for women", rule.slots_per_area
    yield from _check_distinct("assignment_slot", [slot.id for slot in data.assignment_slot])
    per_area = Counter(slot.area for slot in data.assignment_slot)
    if per_area != dict.fromkeys(areas, rule.slots_per_area):
        yield "assignment_slot", f"{rule.slots_per_area} slots in each area", dict(per_area)
    yield from _check_distinct("assignment_slot", [(slot.area, slot.sex) for slot in data.assignment_slot])
    yield from _check_distinct("assignment_tile", [tile.id for tile in data.assignment_tile])
    if len(data.assignment_tile) != len(data.assignment_slot):
        yield "assignment_tile", f"{len(data.assignment_slot)} tiles, one for each slot", len(data.assignment_tile)
    threshold = data.threshold
    if threshold.base + threshold.per_meeple * threshold.max_meeples != threshold.max:
        yield (
            "threshold.max",
            f"{threshold.base + threshold.per_meeple * threshold.max_meeples}, what all meeples give",
            threshold.max,
        )
    for i, (tile, effect) in enumerate(zip(data.assignment_tile, effects.assignment_tile, strict=True)):
        if tile.meeples_min > tile.meeples_max:
            yield f"assignment_tile[{i}].meeples_max", f"at least {tile.meeples_min}", tile.meeples_max
        match effect:
            case ProgressPerMeeple(tracks=tracks):
                yield from _check_tracks(f"assignment_tile[{i}].tracks", tracks, data)
            case ThresholdPerMeeple(threshold_per_meeple=rise) if rise != threshold.per_meeple:
                key = f"assignment_tile[{i}].threshold_per_meeple"
                yield key, f"{threshold.per_meeple}, as in threshold.per_meeple", rise


def _check_rewards(data: Data, effects: Effects) -> Iterator[Mistake]:
    yield from _check_distinct("reward_tile", [tile.id for tile in data.reward_tile])
    for i, (tile, effect) in enumerate(zip(data.reward_tile, effects.reward_tile, strict=True)):
        if isinstance(effect, VpEffect) != (tile.kind == "vp"):
            yield f"reward_tile[{i}].effect", f"an effect of a {tile.kind} tile", type(effect).__name__
        if isinstance(effect, Progress):
            yield from _check_tracks(f"reward_tile[{i}].tracks", effect.tracks, data)
            if effect.points == "die":
                yield f"reward_tile[{i}].points", "a number, there is no die", repr(effect.points)
    kinds: Counter[str] = Counter(tile.kind for tile in data.reward_tile)
    short = data.variants.short_season
    for kind, slots, used, used_short in (
        ("bonus", data.rounds.bonus_reward_slots, data.rewards.bonus_tiles_used, short.bonus_tiles_used),
        ("vp", data.rounds.vp_reward_slots, data.rewards.vp_tiles_used, short.vp_tiles_used),
    ):
        if not len(slots) == used <= kinds[kind]:
            yield f"rewards.{kind}_tiles_used", f"{len(slots)} of the {kinds[kind]} tiles", used
        slot_count = len([slot for slot in slots if slot >= short.first_reward_slot])
        if used_short != slot_count:
            key = f"variants.short_season.{kind}_tiles_used"
            yield key, f"{slot_count} slots from {short.first_reward_slot}", used_short
