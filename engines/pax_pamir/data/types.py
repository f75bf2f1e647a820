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
    """Fewest people; one person plays only with Wakhan (R3.1)."""
    players_max: Positive
    """Most people; Wakhan is not counted."""
    wakhan_human_counts: tuple[Positive, ...]
    """Numbers of people with whom Wakhan can play (R3.1)."""


class Components(_DataTable, frozen=True):
    coalition_blocks_per_coalition: Positive
    """Blocks of one colour: on the map as armies and roads, or in supply (R2)."""
    cylinders_playable_per_player: Positive
    """In play as tribes, spies and gifts, or in supply; the marker of VP is another one (R2)."""
    coins_total: Positive
    """Rupees in the game; a hard limit unless the table option lifts it (R4.3)."""


class Setup(_DataTable, frozen=True):
    """R3 Figures of the setup. Piles are listed from the top of the deck."""

    starting_rupees: Natural
    """Rupees of each player, Wakhan included (R3.5)."""
    starting_victory_points: Natural
    """VP of each player before the first check (R3.5)."""
    starting_favored_suit: Suit
    """Suit of the marker before any card moves it (R3.2)."""
    court_cards_per_pile_base: Positive
    """Court cards in each pile, without one more for each player (R3.3)."""
    other_events_per_pile: tuple[Natural, ...]
    """One number for each pile; dominance checks are not counted."""
    dominance_checks_per_pile: tuple[Natural, ...]
    """One number for each pile, as in `other_events_per_pile`."""
    market_rows: Literal[2]
    """The top row and the bottom row."""
    market_columns: Literal[6]
    """Spaces of a row; column 0 is the leftmost and the cheapest."""


class Limits(_DataTable, frozen=True):
    actions_per_turn: Positive
    """Actions of a turn; bonus actions are not counted (R4.7)."""
    court_limit_base: Positive
    """Court cards that may stay at the end of a turn, without political stars (R4.1)."""
    hand_limit_base: Positive
    """Hand cards that may stay at the end of a turn, without intelligence stars (R4.1)."""
    dominance_lead_required: Positive
    """Blocks by which the dominant coalition must lead each other one (R10.1)."""
    dominance_lead_required_conflict_fatigue: Positive
    """The same lead while event 109 lasts (R12)."""
    victory_lead_required: Positive
    """VP by which a player must lead each other one after a check to win at once (R10.4)."""
    build_blocks_max: Positive
    """Payments of one build; each places one block, or two with event 112 (R8.3)."""


class Costs(_DataTable, frozen=True):
    """Costs and gains in rupees."""

    purchase_per_column: tuple[Natural, ...]
    """Column of the market -> price; each column left of the card gets one rupee (R6.1)."""
    purchase_multiplier_military_favored: Positive
    """Factor of the price while military is favored (R4.7)."""
    gift_spaces: tuple[Positive, ...]
    """Price of each gift space; the price is also the name of the space (R8.2)."""
    build_per_block: Positive
    """Price of a block, half of it for each market row (R8.3)."""
    betray: Positive
    """Price of the action, half of it for each market row (R8.5)."""
    leverage_gain: Positive
    """Rupees from the bank for a leverage icon (R6.2)."""
    leverage_repay: Positive
    """Rupees that a leveraged card costs its owner when it leaves the court (R4.8)."""


class Scoring(_DataTable, frozen=True):
    """R10 Victory points by place."""

    successful: tuple[Positive, ...]
    """Places by influence, the first place first, if a coalition is dominant (R10.3)."""
    unsuccessful: tuple[Positive, ...]
    """Places by cylinders in play, the first place first, if none is (R10.3)."""
    final_multiplier: Positive
    """Factor for the last check of the deck (R10.3)."""
    influence_base: Natural
    """Influence of a player without patriots, prizes and gifts (R4.4)."""


class PlayerColors(_DataTable, frozen=True):
    published: tuple[str, ...]
    """Keys of `player_colors` in terms.toml; there are at least as many as people."""


class RegionLine(_DataTable, frozen=True):
    key: Region
    """The order of the lines is that of regions in views and questions."""


class BorderLine(_DataTable, frozen=True):
    key: str
    """The keys of both regions, joined by "_"."""
    regions: tuple[Region, Region]
    """Regions that the border separates, in the order of the key."""


class CourtCard(_DataTable, frozen=True):
    """A court card. Fields without a value are "none"."""

    id: Positive
    """Printed number, 1-100."""
    name: str
    """Printed name of the person or group, the same in all languages."""
    suit: Suit
    """Suit for stars (R4.1) and for bonus actions (R4.7)."""
    rank: Annotated[int, msgspec.Meta(ge=1, le=3)]
    """Stars (R4.1), and the strength of tax, move and battle (R8)."""
    region: Region
    """Region of its pieces (R6.2), of its ruler's bribe (R7) and of taxes (R8.1)."""
    patriot: Coalition | Literal["none"]
    """Coalition that a person joins by playing the card (R4.10)."""
    prize: Coalition | Literal["none"]
    """Coalition that a person joins by taking the betrayed card as a prize (R8.5)."""
    impact: tuple[Icon, ...]
    """Icons from top to bottom."""
    actions: tuple[Action, ...]
    """Actions from left to right."""
    ability: Ability | Literal["none"]
    """Special ability, active while the card lies in a court (R11)."""

    @property
    def has_leverage(self) -> bool:
        return "leverage" in self.impact


class EventCard(_DataTable, frozen=True):
    """R12 An event card."""

    id: Positive
    """Printed number, 101-116; 101-104 are the dominance checks."""
    is_purchasable: bool = msgspec.field(name="purchasable")
    """False for event 111 only."""
    purchased: str
    """Key of the effect for its buyer."""
    purchased_scope: Scope
    """Its target and duration: at once, until the next check, or while the card lies in the market."""
    discarded: str
    """Key of the effect when it is discarded from the market."""
    discarded_scope: Scope
    """Its target and duration, with the same words."""

    @property
    def is_check(self) -> bool:
        return self.purchased == "dominance_check"


class WakhanCard(_DataTable, frozen=True):
    """R14 A card of Wakhan."""

    id: Positive
    """Number of the card in Wakhan's deck."""
    loyalty_order: tuple[Coalition, Coalition, Coalition]
    """The first coalition without a loyal person is her pragmatic loyalty (R14.2)."""
    actions: tuple[str, str, str]
    """Entries from top to bottom: card actions, or rules for taking a market card (R14.5, R14.6)."""
    region_order: tuple[Region, ...]
    """All regions; where she chooses one, the first possible one counts (R14.5, R14.6)."""
    column_arrow: Natural
    """Index of the entry in `back_columns` of the next card that counts (0 = topmost)."""
    row_arrow: Literal[0, 1]
    """Index of the entry in `back_rows` of the next card that counts (0 = upper)."""
    back_columns: tuple[Natural, ...]
    """Market columns, 0-5, from top to bottom."""
    back_rows: tuple[Literal["top_left", "bottom_right"], Literal["top_left", "bottom_right"]]
    """From top to bottom; an entry selects a row, an end of the court and a neighbouring seat."""


class Data(_DataTable, frozen=True):
    """The whole of data.toml."""

    schema_version: Literal[1]
    """Version of the shape of the file; any other is refused."""
    meta: Meta
    """Possible numbers of players."""
    components: Components
    """Pieces in the box."""
    setup: Setup
    """Rupees, piles and market at the start."""
    limits: Limits
    """Actions, hand, court, and leads."""
    costs: Costs
    """Rupees for purchases and actions."""
    scoring: Scoring
    """Points of dominance checks."""
    player_colors: PlayerColors
    """Colours of the players' cylinders."""
    region: tuple[RegionLine, ...]
    """The six regions of the map."""
    border: tuple[BorderLine, ...]
    """The nine borders of the map."""
    court_card: tuple[CourtCard, ...]
    """Court cards; no id occurs twice among them and the events."""
    event_card: tuple[EventCard, ...]
    """Dominance checks and other events."""
    wakhan_card: tuple[WakhanCard, ...]
    """Cards of Wakhan (R14)."""
