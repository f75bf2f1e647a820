"""The schema of data.toml: one Struct for each of its tables. `checks.py` checks consistency."""

from typing import Annotated, Literal

import msgspec

Natural = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]

Suit = Literal["political", "intelligence", "economic", "military"]
Coalition = Literal["afghan", "british", "russian"]
Region = Literal["transcaspia", "kabul", "persia", "herat", "kandahar", "punjab"]
Icon = Literal[
    "road",
    "army",
    "tribe",
    "spy",
    "leverage",
    "suit_political",
    "suit_intelligence",
    "suit_economic",
    "suit_military",
]
Action = Literal["tax", "gift", "build", "move", "betray", "battle"]
Ability = Literal[
    "indispensable_advisors",
    "insurrection",
    "claim_of_ancient_lineage",
    "bodyguards",
    "citadel_kabul",
    "citadel_transcaspia",
    "strange_bedfellows",
    "civil_service_reforms",
    "safe_house",
    "charismatic_courtiers",
    "blackmail_kandahar",
    "blackmail_herat",
    "indian_supplies",
    "well_connected",
    "herat_influence",
    "persian_influence",
    "russian_influence",
    "infrastructure",
    "savvy_operator",
    "irregulars",
]
Scope = Literal["instant", "player", "target_player", "global", "while_in_market"]


class _DataTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base class of the tables. It rejects unknown fields, so that a misspelt key is noticed."""


class Meta(_DataTable, frozen=True):
    players_min: Positive
    players_max: Positive
    wakhan_human_counts: tuple[Positive, ...]


class Components(_DataTable, frozen=True):
    coalition_blocks_per_coalition: Positive
    cylinders_playable_per_player: Positive
    coins_total: Positive


class Setup(_DataTable, frozen=True):
    """R3 Figures of the setup. Piles are listed from the top of the deck."""

    starting_rupees: Natural
    starting_victory_points: Natural
    starting_favored_suit: Suit
    court_cards_per_pile_base: Positive
    other_events_per_pile: tuple[Natural, ...]
    dominance_checks_per_pile: tuple[Natural, ...]
    market_rows: Literal[2]
    market_columns: Literal[6]


class Limits(_DataTable, frozen=True):
    actions_per_turn: Positive
    court_limit_base: Positive
    hand_limit_base: Positive
    dominance_lead_required: Positive
    dominance_lead_required_conflict_fatigue: Positive
    victory_lead_required: Positive
    build_blocks_max: Positive
    victory_track_spaces: Positive


class Costs(_DataTable, frozen=True):
    """Costs and gains in rupees."""

    purchase_per_column: tuple[Natural, ...]
    purchase_multiplier_military_favored: Positive
    gift_spaces: tuple[Positive, ...]
    build_per_block: Positive
    betray: Positive
    leverage_gain: Positive
    leverage_repay: Positive


class Scoring(_DataTable, frozen=True):
    """R10 Victory points by place."""

    successful: tuple[Positive, ...]
    unsuccessful: tuple[Positive, ...]
    final_multiplier: Positive
    influence_base: Natural


class PlayerColors(_DataTable, frozen=True):
    published: tuple[str, ...]


class RegionLine(_DataTable, frozen=True):
    key: Region


class BorderLine(_DataTable, frozen=True):
    key: str
    regions: tuple[Region, Region]


class CourtCard(_DataTable, frozen=True):
    """A court card. Fields without a value are "none"."""

    id: Positive
    name: str
    suit: Suit
    rank: Annotated[int, msgspec.Meta(ge=1, le=3)]
    region: Region
    patriot: Coalition | Literal["none"]
    prize: Coalition | Literal["none"]
    impact: tuple[Icon, ...]
    """Icons from top to bottom."""
    actions: tuple[Action, ...]
    """Actions from left to right."""
    ability: Ability | Literal["none"]

    @property
    def has_leverage(self) -> bool:
        return "leverage" in self.impact


class EventCard(_DataTable, frozen=True):
    """R12 An event card."""

    id: Positive
    is_purchasable: bool = msgspec.field(name="purchasable")
    purchased: str
    """Key of the effect for its buyer."""
    purchased_scope: Scope
    discarded: str
    """Key of the effect when it is discarded from the market."""
    discarded_scope: Scope

    @property
    def is_check(self) -> bool:
        return self.purchased == "dominance_check"


class WakhanCard(_DataTable, frozen=True):
    """R14 A card of Wakhan."""

    id: Positive
    loyalty_order: tuple[Coalition, Coalition, Coalition]
    actions: tuple[str, str, str]
    region_order: tuple[Region, ...]
    column_arrow: Natural
    """Index of the entry in `back_columns` of the next card that counts (0 = topmost)."""
    row_arrow: Literal[0, 1]
    """Index of the entry in `back_rows` of the next card that counts (0 = upper)."""
    back_columns: tuple[Natural, ...]
    back_rows: tuple[Literal["top_left", "bottom_right"], Literal["top_left", "bottom_right"]]


class Data(_DataTable, frozen=True):
    """The whole of data.toml."""

    schema_version: Literal[1]
    meta: Meta
    components: Components
    setup: Setup
    limits: Limits
    costs: Costs
    scoring: Scoring
    player_colors: PlayerColors
    region: tuple[RegionLine, ...]
    border: tuple[BorderLine, ...]
    court_card: tuple[CourtCard, ...]
    event_card: tuple[EventCard, ...]
    wakhan_card: tuple[WakhanCard, ...]
