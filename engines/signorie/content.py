"""Every printed fact of the game, checked and by id: `CONTENT` is data.toml.

A wrong line raises WrongData with its key, what was expected and what came: first its type and shape (msgspec), then
what the lines mean together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.resources import files

from engines.kernel import WrongData
from engines.kernel.content import parse

from .data_types import Data, Effects
from .effect_types import (
    SEXES,
    BonusEffect,
    Progress,
    ProgressPerMeeple,
    ThresholdPerMeeple,
    VpEffect,
)

INITIATIVE = "initiative"
"""The track that is no career."""
WEDDING = "wedding"
"""The plan row that is no career."""


class Content:
    """data.toml, and its tables by id."""

    def __init__(self, data: Data, effects: Effects) -> None:
        self.data = data
        self.columns = {column.color: column for column in data.column}
        self.helpers = {helper.id: helper for helper in data.helper}
        self.helper_effects = dict(zip(self.helpers, effects.helper, strict=True))
        rows = data.helper_grid.rows
        self.helpers_of = {
            color: tuple(
                sorted(
                    (h.id for h in data.helper if h.column == color), key=lambda id: rows.index(self.helpers[id].row)
                )
            )
            for color in data.die.colors
        }
        """Helper slots of a column, top to bottom."""
        self.slots = {slot.id: slot for slot in data.assignment_slot}
        self.slots_of = {
            color: tuple(slot.id for slot in data.assignment_slot if slot.area == color) for color in data.die.colors
        }
        """Assignment slots of an area."""
        self.tiles = {tile.id: tile for tile in data.assignment_tile}
        self.tile_effects = dict(zip(self.tiles, effects.assignment_tile, strict=True))
        self.rewards = {tile.id: tile for tile in data.reward_tile}
        rewards = list(zip(self.rewards, effects.reward_tile, strict=True))
        self.bonus_effects = {id: effect for id, effect in rewards if isinstance(effect, BonusEffect)}
        self.vp_effects = {id: effect for id, effect in rewards if isinstance(effect, VpEffect)}


def read(text: str, source: str) -> Content:
    """The content of a data file's text. Raises WrongData naming `source`, the key, what was expected and what came."""
    data = parse(text, Data, source)
    effects = parse(text, Effects, source)
    for key, expected, got in _mistakes(data, effects):
        raise WrongData(f"{source}: {key}: expected {expected}, got {got}")
    return Content(data, effects)


Mistake = tuple[str, str, object]
"""Key, what was expected, what came."""


def _mistakes(data: Data, effects: Effects) -> Iterator[Mistake]:
    yield from _wrong_setup(data)
    yield from _wrong_board(data)
    yield from _wrong_columns(data, effects)
    yield from _wrong_plans(data)
    yield from _wrong_tiles(data, effects)


def _distinct(key: str, ids: Sequence[object]) -> Iterator[Mistake]:
    twice = [id for id, times in Counter(ids).items() if times > 1]
    if twice:
        yield key, "different values", f"{twice[0]!r} twice"


def _known(key: str, ids: Sequence[str], allowed: Sequence[str]) -> Iterator[Mistake]:
    for id in ids:
        if id not in allowed:
            yield key, f"one of {', '.join(allowed)}", repr(id)


def _wrong_setup(data: Data) -> Iterator[Mistake]:
    most, start = data.meta.players_max, data.setup
    counts = range(data.meta.players_min, most + 1)
    yield from _distinct("player_colors.order", data.player_colors.order)
    if len(data.player_colors.order) < most:
        yield "player_colors.order", f"at least {most} colours", len(data.player_colors.order)
    if len(start.extra_florins_by_turn_order) != most:
        yield "setup.extra_florins_by_turn_order", f"{most} numbers", len(start.extra_florins_by_turn_order)
    for sex in SEXES:
        if start.in_supply(sex) + start.in_stock(sex) != start.total(sex):
            parts = start.in_supply(sex) + start.in_stock(sex)
            yield f"setup.{sex}s_total", f"{parts}, the sum of supply and stock", start.total(sex)
    by_count = start.by_player_count
    for name, table, limit in (
        (
            "action_dice_per_color",
            by_count.action_dice_per_color,
            data.supply.action_dice_total // len(data.die.colors),
        ),
        ("cities_used", by_count.cities_used, len(data.city)),
        ("alliance_tiles_removed_per_house", by_count.alliance_tiles_removed_per_house, data.alliance_tiles.per_house),
    ):
        for count in counts:
            if not 0 <= table.get(count, -1) <= limit:
                yield f"setup.by_player_count.{name}.{count}", f"a number up to {limit}", table.get(count, "nothing")
    if data.supply.brides < data.brides.sons * most:
        # R15.19: brides never run out
        yield "supply.brides", f"at least {data.brides.sons * most}, for {most} families", data.supply.brides
    if len(data.brides.vp) != data.brides.sons:
        yield "brides.vp", f"{data.brides.sons} numbers, one for each son", len(data.brides.vp)
    slots = data.rounds.bonus_reward_slots + data.rounds.vp_reward_slots
    if slots != tuple(range(1, data.rounds.count + 1)):
        yield "rounds", f"reward slots 1 to {data.rounds.count}, bonus slots first", list(slots)
    if data.rewards.slots != data.rounds.count:
        yield "rewards.slots", f"{data.rounds.count}, one for each round", data.rewards.slots


def _wrong_board(data: Data) -> Iterator[Mistake]:
    track = data.career_track
    if len(track.rank) != len(track.vp):
        yield "career_track.rank", f"{len(track.vp)} numbers, one for each slot", len(track.rank)
    if list(track.rank) != sorted(track.rank):
        yield "career_track.rank", "numbers that do not fall", list(track.rank)
    for name, slot in (("bonus_slot_4", track.bonus_slot_4.slot), ("bonus_slot_6", track.bonus_slot_6.slot)):
        if slot > track.top:
            yield f"career_track.{name}.slot", f"1 to {track.top}", slot
    if not data.initiative_track.vp:
        yield "initiative_track.vp", "at least one slot", "none"
    yield from _distinct("city", [city.id for city in data.city])
    if list(data.city_rule.slot_values) != sorted(data.city_rule.slot_values):
        yield "city_rule.slot_values", "numbers that do not fall", list(data.city_rule.slot_values)
    if data.die.faces != tuple(range(1, len(data.die.faces) + 1)):
        yield "die.faces", "1, 2, 3 ...", list(data.die.faces)
    offspring = data.signoria.offspring
    if sorted(offspring.female_faces + offspring.male_faces) != list(data.die.faces):
        got = f"{list(offspring.female_faces)} and {list(offspring.male_faces)}"
        yield "signoria.offspring", "every face of a die once, female or male", got
    yield from _known("signoria.tracks.tracks", data.signoria.tracks.tracks, (*track.tracks, INITIATIVE))


def _wrong_columns(data: Data, effects: Effects) -> Iterator[Mistake]:
    colors = data.die.colors
    if tuple(column.color for column in data.column) != colors:
        yield "column", f"the colours {', '.join(colors)} in this order", [column.color for column in data.column]
    for i, column in enumerate(data.column):
        yield from _known(f"column[{i}].hires_into", (column.hires_into,), colors)
    yield from _distinct("helper", [helper.id for helper in data.helper])
    yield from _distinct("helper", [(helper.column, helper.row) for helper in data.helper])
    for i, (helper, effect) in enumerate(zip(data.helper, effects.helper, strict=True)):
        yield from _known(f"helper[{i}].column", (helper.column,), colors)
        yield from _known(f"helper[{i}].row", (helper.row,), data.helper_grid.rows)
        if isinstance(effect, Progress):
            yield from _known(f"helper[{i}].tracks", effect.tracks, (*data.career_track.tracks, INITIATIVE))
    if len(data.helper) != len(colors) * len(data.helper_grid.rows):
        yield (
            "helper",
            f"{len(colors) * len(data.helper_grid.rows)} slots, one for each column and row",
            len(data.helper),
        )


def _wrong_plans(data: Data) -> Iterator[Mistake]:
    tiles, rule = data.alliance_tiles, data.plan_rule
    yield from _distinct("houses.ids", data.houses.ids)
    if sum(tiles.copies_per_house.values()) != tiles.per_house:
        yield "alliance_tiles.copies_per_house", f"{tiles.per_house} tiles", sum(tiles.copies_per_house.values())
    if tiles.per_house * len(data.houses.ids) != tiles.total:
        yield (
            "alliance_tiles.total",
            f"{tiles.per_house * len(data.houses.ids)}, {tiles.per_house} for each house",
            tiles.total,
        )
    if rule.rows != (*data.career_track.tracks, WEDDING):
        yield "plan_rule.rows", f"{', '.join(data.career_track.tracks)}, {WEDDING}", list(rule.rows)
    for color in data.player_colors.order:
        if color not in data.plan:
            yield "plan", f"a plan for {color}", ", ".join(data.plan)
            continue
        for row in rule.rows:
            shields = data.plan[color].row(row)
            size, kinds = rule.career_row_shields, rule.career_row_houses
            if row == WEDDING:
                size = kinds = rule.wedding_row_shields
            yield from _known(f"plan.{color}.{row}", shields, data.houses.ids)
            if (len(shields), len(set(shields))) != (size, kinds):
                yield f"plan.{color}.{row}", f"{size} shields of {kinds} houses", list(shields)


def _wrong_tiles(data: Data, effects: Effects) -> Iterator[Mistake]:
    areas, colors = data.assignment_rule.areas, data.die.colors
    if areas != colors:
        yield "assignment_rule.areas", f"the colours {', '.join(colors)}", list(areas)
    yield from _distinct("assignment_slot", [slot.id for slot in data.assignment_slot])
    per_area = Counter(slot.area for slot in data.assignment_slot)
    if per_area != dict.fromkeys(areas, data.assignment_rule.slots_per_area):
        yield "assignment_slot", f"{data.assignment_rule.slots_per_area} slots in each area", dict(per_area)
    yield from _distinct("assignment_tile", [tile.id for tile in data.assignment_tile])
    if len(data.assignment_tile) != len(data.assignment_slot):
        yield "assignment_tile", f"{len(data.assignment_slot)} tiles, one for each slot", len(data.assignment_tile)
    limit = data.threshold
    if limit.base + limit.per_meeple * limit.max_meeples != limit.max:
        yield "threshold.max", f"{limit.base + limit.per_meeple * limit.max_meeples}, what all meeples give", limit.max
    for i, (tile, effect) in enumerate(zip(data.assignment_tile, effects.assignment_tile, strict=True)):
        if tile.meeples_min > tile.meeples_max:
            yield f"assignment_tile[{i}].meeples_max", f"at least {tile.meeples_min}", tile.meeples_max
        if isinstance(effect, ProgressPerMeeple):
            yield from _known(f"assignment_tile[{i}].tracks", effect.tracks, (*data.career_track.tracks, INITIATIVE))
        if isinstance(effect, ThresholdPerMeeple) and effect.threshold_per_meeple != limit.per_meeple:
            got = effect.threshold_per_meeple
            yield f"assignment_tile[{i}].threshold_per_meeple", f"{limit.per_meeple}, as in threshold.per_meeple", got
    yield from _distinct("reward_tile", [tile.id for tile in data.reward_tile])
    for i, (reward, what) in enumerate(zip(data.reward_tile, effects.reward_tile, strict=True)):
        if isinstance(what, VpEffect) != (reward.kind == "vp"):
            yield f"reward_tile[{i}].effect", f"an effect of a {reward.kind} tile", type(what).__name__
        if isinstance(what, Progress):
            yield from _known(f"reward_tile[{i}].tracks", what.tracks, (*data.career_track.tracks, INITIATIVE))
    kinds: Counter[str] = Counter(tile.kind for tile in data.reward_tile)
    short = data.variants.short_season
    for kind, slots, used, used_short in (
        ("bonus", data.rounds.bonus_reward_slots, data.rewards.bonus_tiles_used, short.bonus_tiles_used),
        ("vp", data.rounds.vp_reward_slots, data.rewards.vp_tiles_used, short.vp_tiles_used),
    ):
        if not len(slots) == used <= kinds[kind]:
            yield f"rewards.{kind}_tiles_used", f"{len(slots)} of the {kinds[kind]} tiles", used
        short_slots = len([slot for slot in slots if slot >= short.first_reward_slot])
        if used_short != short_slots:
            yield (
                f"variants.short_season.{kind}_tiles_used",
                f"{short_slots} slots from {short.first_reward_slot}",
                used_short,
            )


CONTENT = read(files(__package__).joinpath("data.toml").read_text("utf-8"), "engines/signorie/data.toml")
