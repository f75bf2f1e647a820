"""Consistency checks of data.toml. Each error has a key, the expected value and the actual value."""

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator
from typing import get_args

from .types import Coalition, Data, Region

FileError = tuple[str, str, object]
"""(key, expected value, actual value)."""

ROWS, COLUMNS = 2, 6


def iter_data_errors(data: Data, nouns: Container[str]) -> Iterator[FileError]:
    """Yield all errors of a file whose values have the right types. nouns: the paths of terms.toml."""
    for key, path in _iter_needed_nouns(data):
        if path not in nouns:
            yield key, f"a noun {path} in terms.toml", "none"
    yield from _check_players(data)
    yield from _check_map(data)
    yield from _check_cards(data)
    yield from _check_piles(data)
    yield from _check_costs(data)
    yield from _check_wakhan_cards(data)


def _check_distinct(key: str, ids: Iterable[object]) -> Iterator[FileError]:
    twice = [card for card, times in Counter(ids).items() if times > 1]
    if twice:
        yield key, "different values", f"{twice[0]!r} twice"


def _check_each_once(key: str, ids: Collection[object], expected: Collection[object]) -> Iterator[FileError]:
    if Counter(ids) != Counter(expected):
        yield key, f"{', '.join(map(str, expected))}, each once", list(ids)


def _iter_needed_nouns(data: Data) -> Iterator[tuple[str, str]]:
    """Yield (key of a line, path of the noun that it needs in terms.toml)."""
    yield from (("player_colors.published", f"player_colors.{color}") for color in data.player_colors.published)
    yield from (("region", f"region.{region.key}") for region in data.region)
    for i, card in enumerate(data.court_card):
        if card.ability != "none":
            yield f"court_card[{i}].ability", f"ability.{card.ability}"
    for i, event in enumerate(data.event_card):
        yield f"event_card[{i}].purchased", f"event.{event.purchased}"
        yield f"event_card[{i}].discarded", f"event.{event.discarded}"


def _check_players(data: Data) -> Iterator[FileError]:
    meta, colors = data.meta, data.player_colors.published
    if meta.players_min > meta.players_max:
        yield "meta.players_min", f"at most {meta.players_max}, as in players_max", meta.players_min
    yield from _check_distinct("player_colors.published", colors)
    if len(colors) < meta.players_max:
        yield "player_colors.published", f"at least {meta.players_max} colours", len(colors)
    for count in meta.wakhan_human_counts:
        if not meta.players_min <= count < meta.players_max:
            yield "meta.wakhan_human_counts", "numbers of people that leave room for Wakhan", count


def _check_map(data: Data) -> Iterator[FileError]:
    yield from _check_each_once("region", [region.key for region in data.region], get_args(Region))
    yield from _check_distinct("border", [border.key for border in data.border])
    yield from _check_distinct("border", [frozenset(border.regions) for border in data.border])
    for i, border in enumerate(data.border):
        yield from _check_distinct(f"border[{i}].regions", border.regions)
        if border.key != "_".join(border.regions):
            yield f"border[{i}].key", "_".join(border.regions), border.key


def _check_cards(data: Data) -> Iterator[FileError]:
    ids = [card.id for card in data.court_card] + [card.id for card in data.event_card]
    yield from _check_distinct("court_card", ids)
    yield from _check_distinct("court_card", [card.name for card in data.court_card])
    for i, card in enumerate(data.court_card):
        yield from _check_distinct(f"court_card[{i}].actions", card.actions)
    for i, event in enumerate(data.event_card):
        if (event.purchased == "dominance_check") != (event.discarded == "dominance_check"):
            yield f"event_card[{i}].discarded", "a dominance check on both sides, or on none", event.discarded
        if event.is_purchasable == (event.purchased_scope == "while_in_market"):
            yield f"event_card[{i}].purchasable", "false where the effect lasts in the market", event.is_purchasable


def _check_piles(data: Data) -> Iterator[FileError]:
    start, max_players = data.setup, data.meta.players_max
    checks = sum(event.is_check for event in data.event_card)
    if len(start.other_events_per_pile) != len(start.dominance_checks_per_pile):
        yield (
            "setup.dominance_checks_per_pile",
            f"{len(start.other_events_per_pile)} piles",
            start.dominance_checks_per_pile,
        )
    if sum(start.dominance_checks_per_pile) != checks:
        yield "setup.dominance_checks_per_pile", f"{checks} checks", sum(start.dominance_checks_per_pile)
    if sum(start.other_events_per_pile) > len(data.event_card) - checks:
        yield (
            "setup.other_events_per_pile",
            f"at most {len(data.event_card) - checks}",
            sum(start.other_events_per_pile),
        )
    courts = len(start.other_events_per_pile) * (start.court_cards_per_pile_base + max_players)
    if courts > len(data.court_card):
        yield "setup.court_cards_per_pile_base", f"at most {len(data.court_card)} court cards", courts


def _check_costs(data: Data) -> Iterator[FileError]:
    costs, scoring = data.costs, data.scoring
    if len(costs.purchase_per_column) != COLUMNS:
        yield "costs.purchase_per_column", f"{COLUMNS} numbers", len(costs.purchase_per_column)
    if costs.purchase_per_column != tuple(range(COLUMNS)):
        # R6.1 A purchase puts a rupee on each column to the left.
        yield "costs.purchase_per_column", f"{list(range(COLUMNS))}, a rupee for each column", costs.purchase_per_column
    for key, cost in (
        ("costs.build_per_block", costs.build_per_block),
        ("costs.betray", costs.betray),
        *(("costs.gift_spaces", price) for price in costs.gift_spaces),
    ):
        if cost % ROWS:
            yield key, "an even number, half of it for each row", cost
    yield from _check_distinct("costs.gift_spaces", costs.gift_spaces)
    for key, values in (("scoring.successful", scoring.successful), ("scoring.unsuccessful", scoring.unsuccessful)):
        if list(values) != sorted(values, reverse=True):
            yield key, "numbers that do not rise", list(values)


def _check_wakhan_cards(data: Data) -> Iterator[FileError]:
    regions = [region.key for region in data.region]
    yield from _check_distinct("wakhan_card", [card.id for card in data.wakhan_card])
    for i, card in enumerate(data.wakhan_card):
        key = f"wakhan_card[{i}]"
        yield from _check_each_once(f"{key}.loyalty_order", card.loyalty_order, get_args(Coalition))
        yield from _check_each_once(f"{key}.region_order", card.region_order, regions)
        yield from _check_each_once(f"{key}.back_columns", card.back_columns, range(COLUMNS))
        yield from _check_distinct(f"{key}.back_rows", card.back_rows)
        if card.column_arrow >= COLUMNS:
            yield f"{key}.column_arrow", f"0 to {COLUMNS - 1}", card.column_arrow
